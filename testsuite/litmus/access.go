package litmus

import (
	"strings"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// accessRows: plain accesses, coherent ones, one binding through several variables, and an
// order that covers what lies in several storage classes.
func accessRows() []row {
	return []row{coherentRow("coherentData", "globallycoherent buffer"), coherentRow("coherentPic", "globallycoherent image"), severalSpaces(), ownSpace(), aliased(), wide()}
}

// coherentRow: accesses of a coherent resource are made available and visible by
// themselves, so that the flag's operations need to order only.
func coherentRow(variable, name string) row {
	p := payloads[0]
	nonPrivate := uint32(binary.MemoryAccessNonPrivatePointer)
	if strings.HasSuffix(variable, "Pic") {
		p, nonPrivate = payloads[1], binary.ImageOperandsNonPrivateTexel
	}
	p.write = strings.ReplaceAll(p.write, p.variable, variable)
	p.read = strings.ReplaceAll(p.read, p.variable, variable)
	store, read := atomics("flag", 0), atomics("flag", 1)
	return row{name: name, launch: memmodel.Launch{Groups: 2}, want: []string{"", "seen[0]=42"},
		text:    kernel(1, passing(flagKinds[0], p, "flag[0].store(7, MemoryOrder.Release)", "flag[0].load(MemoryOrder.Acquire)")),
		prepare: []edit{without(store, binary.MemorySemanticsMakeAvailable), without(read, binary.MemorySemanticsMakeVisible)},
		weaker: []weaker{
			{name: "a store without MakeAvailable", edits: []edit{access(plain(variable, true), nonPrivate)}},
			{name: "a load without MakeVisible", edits: []edit{access(plain(variable, false), nonPrivate)}},
			{name: "a private store", edits: []edit{access(plain(variable, true))}},
			{name: "a private load", edits: []edit{access(plain(variable, false))}},
			{name: "a relaxed flag", edits: []edit{semantics(store, 0)}},
		}}
}

// severalSpaces: a release of a groupshared flag covers what was written to buffers,
// images and groupshared memory.
func severalSpaces() row {
	store, read := atomics("local", 0), atomics("local", 1)
	r := row{name: "an order covers all spaces at once", launch: waves(false), text: kernel(2, `
    if (FIRST)
    {
        data[0] = 1;
        pic[0] = 20;
        tile = 300;
        local.store(7, MemoryOrder.Release);
    }
    else if (local.load(MemoryOrder.Acquire) == 7)
        seen[0] = data[0] + pic[0] + tile;
`), want: []string{"", "seen[0]=321"}}
	for _, p := range payloads {
		r.weaker = append(r.weaker, weaker{name: "release without " + p.name, edits: []edit{without(store, p.bit)}},
			weaker{name: "acquire without " + p.name, edits: []edit{without(read, p.bit)}})
	}
	return r
}

// ownSpace: the mask of an atomic has its own space too, although the atomic itself is
// ordered without: other atomics in that space are not. Here a relaxed flag is the payload.
func ownSpace() row {
	at := atomics("local", all)
	return row{name: "an order covers the atomic's own space", launch: waves(false), text: kernel(2, `
    if (FIRST)
    {
        tile = 1;
        local2.store(42, MemoryOrder.Relaxed);
        local.store(7, MemoryOrder.Release);
    }
    else if (local.load(MemoryOrder.Acquire) == 7)
        seen[0] = local2.load(MemoryOrder.Relaxed);
`), want: []string{"", "seen[0]=42"}, weaker: []weaker{
		{name: "without its own storage class", edits: []edit{semantics(atomics("local", 0), releaseOnly), semantics(atomics("local", 1), acquireOnly)}, allows: "seen[0]=0"},
		{name: "relaxed", edits: []edit{semantics(at, 0)}, allows: "seen[0]=0"},
	}}
}

// aliased: two variables of one binding are one memory; without Aliased a device need
// not know that.
func aliased() row {
	return row{name: "one binding seen through several variables", launch: memmodel.Launch{Groups: 1}, text: `
[[vk::binding(0)]] RWStructuredBuffer<uint> data;
[[vk::binding(0)]] RWStructuredBuffer<uint> again;
[[vk::binding(1)]] RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain()
{
    data[0] = 42;
    seen[0] = again[0];
}
`, want: []string{"seen[0]=42"}, weaker: []weaker{
		{name: "not Aliased", edits: []edit{drop(func(_ *module, in *binary.Inst) bool {
			return in.Op == binary.OpDecorate && binary.Decoration(in.Word(1)) == binary.DecorationAliased
		})}},
	}}
}

// wide: a flag of 64 bits.
func wide() row {
	store, read := atomics("flag", 0), atomics("flag", 1)
	return row{name: "64-bit message passing", launch: memmodel.Launch{Groups: 2}, want: []string{"", "seen[0]=42"},
		text: strings.ReplaceAll(kernel(1, passing(flagKinds[0], payloads[0], "flag[0].store(7, MemoryOrder.Release)", "flag[0].load(MemoryOrder.Acquire)")),
			"<Atomic<uint>> flag", "<Atomic<uint64_t>> flag"),
		weaker: []weaker{
			{name: "a relaxed store", edits: []edit{semantics(store, 0)}},
			{name: "a relaxed load", edits: []edit{semantics(read, 0)}},
		}}
}
