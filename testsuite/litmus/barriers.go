package litmus

import (
	"fmt"

	"slc"
	"slc/backend/spirv/binary"
	"slc/memmodel"
	"slc/sema/builtin"
)

// barrierNames are the barrier functions of the language and of its GLSL module
// (lowering.md §1, "Barriers").
var barrierNames = []string{
	"AllMemoryBarrier", "AllMemoryBarrierWithGroupSync", "AllMemoryBarrierWithWaveSync", "AllMemoryBarrierWithWaveMaskSync",
	"DeviceMemoryBarrier", "DeviceMemoryBarrierWithGroupSync",
	"GroupMemoryBarrier", "GroupMemoryBarrierWithGroupSync", "GroupMemoryBarrierWithWaveSync", "GroupMemoryBarrierWithWaveMaskSync",
	"barrier", "groupMemoryBarrier", "memoryBarrier", "memoryBarrierAtomicCounter", "memoryBarrierBuffer", "memoryBarrierImage", "memoryBarrierShared",
	"subgroupBarrier", "subgroupMemoryBarrier", "subgroupMemoryBarrierBuffer", "subgroupMemoryBarrierImage", "subgroupMemoryBarrierShared",
}

// barrierRows: each barrier carries a payload of each space that it orders, by itself
// where it waits, else through a relaxed flag.
func barrierRows() []row {
	var out []row
	for _, name := range barrierNames {
		b := builtin.Functions(name)[0].Barrier
		call := name + "()"
		if b.Masked {
			call = name + "(0xff)"
		}
		for _, p := range payloads {
			switch {
			case !covers(b.Spaces, p):
				if b.Exec != builtin.ScopeNone {
					out = append(out, notCovered(name, call, &b, p))
				}
			case b.Exec == builtin.ScopeNone:
				out = append(out, fenceRow(name, call, &b, p))
			default:
				out = append(out, waitingRow(name, call, &b, p))
			}
		}
	}
	return out
}

// spaceOf is the space that a payload lies in.
func (p *payload) space() builtin.Spaces {
	switch p.bit {
	case binary.MemorySemanticsImageMemory:
		return builtin.Images
	case binary.MemorySemanticsWorkgroupMemory:
		return builtin.Groupshared
	}
	return builtin.Buffers
}

func covers(spaces builtin.Spaces, p payload) bool { return spaces&p.space() != 0 }

var glslNames = slc.Options{AllowGLSL: true}

// waves is a launch of one workgroup whose two invocations share a wave or do not.
func waves(shared bool) memmodel.Launch {
	if shared {
		return memmodel.Launch{Wave: 2}
	}
	return memmodel.Launch{Wave: 1}
}

// waitingText: one invocation writes before the barrier, the other one reads after it.
func waitingText(call string, p payload) string {
	return kernel(2, fmt.Sprintf(`
    if (FIRST)
        %s
    %s;
    if (!(FIRST))
        %s
`, p.write, call, p.read))
}

// waitingRow is the row of a barrier that waits.
func waitingRow(name, call string, b *builtin.Barrier, p payload) row {
	at := barriers(all)
	r := row{name: name + ", over " + p.name, options: glslNames, launch: waves(b.Exec == builtin.ScopeWave),
		text: waitingText(call, p), want: []string{"seen[0]=42"},
		weaker: []weaker{
			{name: "pure execution", edits: []edit{semantics(at, 0)}},
			{name: "without MakeAvailable", edits: []edit{without(at, binary.MemorySemanticsMakeAvailable)}},
			{name: "without MakeVisible", edits: []edit{without(at, binary.MemorySemanticsMakeVisible)}},
			{name: "without the storage class of the payload", edits: []edit{without(at, p.bit)}},
			{name: "with a private store", edits: []edit{access(plain(p.variable, true))}},
			{name: "with a private load", edits: []edit{access(plain(p.variable, false))}},
			{name: "no barrier", edits: []edit{drop(at)}},
		}}
	if b.Exec == builtin.ScopeWorkgroup {
		r.weaker = append(r.weaker, weaker{name: "of wave scope", edits: []edit{scope(at, binary.ScopeSubgroup)}})
	}
	return r
}

// notCovered: a barrier that waits does not order a space that is not its own; with the
// space it would.
func notCovered(name, call string, b *builtin.Barrier, p payload) row {
	r := waitingRow(name, call, b, p)
	const order = binary.MemorySemanticsAcquireRelease | binary.MemorySemanticsMakeAvailable | binary.MemorySemanticsMakeVisible
	r.name = name + " orders no " + p.name
	r.weaker = []weaker{{name: "as emitted", emitted: true}}
	r.prepare = []edit{semantics(barriers(all), order|p.bit)}
	return r
}

// signal is a relaxed flag of a space: how it is set, and how it is asked for.
type signal struct {
	space    builtin.Spaces
	set, ask string
	inGroup  bool
}

var signals = []signal{
	{builtin.Buffers, "flag[0].store(7, MemoryOrder.Relaxed)", "old = flag[0].load(MemoryOrder.Relaxed)", false},
	{builtin.Groupshared, "local.store(7, MemoryOrder.Relaxed)", "old = local.load(MemoryOrder.Relaxed)", true},
	{builtin.Images, "InterlockedExchange(mark[0], 7, old)", "InterlockedOr(mark[0], 0, old)", false},
}

// fenceRow is the row of a barrier that does not wait: a fence on both sides of a flag,
// which must be of a space that the fence orders, and in a place that its scope reaches.
func fenceRow(name, call string, b *builtin.Barrier, p payload) row {
	var s signal
	for _, c := range signals {
		if b.Spaces&c.space != 0 && (!c.inGroup || b.Scope != builtin.ScopeDevice || p.inGroup || b.Spaces == builtin.Groupshared) {
			s = c
			if c.inGroup == (b.Scope != builtin.ScopeDevice) {
				break
			}
		}
	}
	threads, launch := 1, memmodel.Launch{Groups: 2}
	if s.inGroup || p.inGroup || b.Scope != builtin.ScopeDevice {
		threads, launch = 2, waves(b.Scope == builtin.ScopeWave)
	}
	text := kernel(threads, fmt.Sprintf(`
    if (FIRST)
    {
        %[1]s
        %[2]s;
        %[3]s;
    }
    else
    {
        %[4]s;
        %[2]s;
        if (old == 7)
            %[5]s
    }
`, p.write, call, s.set, s.ask, p.read))
	r := row{name: name + ", over " + p.name, options: glslNames, launch: launch, text: text, want: []string{"", "seen[0]=42"}}
	releases, acquires := barriers(0), barriers(1)
	r.weaker = []weaker{
		{name: "no release fence", edits: []edit{drop(releases)}},
		{name: "no acquire fence", edits: []edit{drop(acquires)}},
		{name: "without MakeAvailable", edits: []edit{without(releases, binary.MemorySemanticsMakeAvailable)}},
		{name: "without MakeVisible", edits: []edit{without(acquires, binary.MemorySemanticsMakeVisible)}},
		{name: "release without the storage class of the payload", edits: []edit{without(releases, p.bit)}},
		{name: "acquire without the storage class of the payload", edits: []edit{without(acquires, p.bit)}},
		{name: "with a private store", edits: []edit{access(plain(p.variable, true))}},
		{name: "with a private load", edits: []edit{access(plain(p.variable, false))}},
	}
	if narrow, ok := narrower(b.Scope, threads); ok {
		r.weaker = append(r.weaker, weaker{name: "of narrower scope", edits: []edit{scope(barriers(all), narrow)}})
	}
	return r
}

// narrower is the scope that no longer reaches from one of the invocations to the other.
func narrower(s builtin.Scope, threads int) (binary.Scope, bool) {
	switch {
	case s == builtin.ScopeWave:
		return 0, false // Invocation orders nothing
	case threads > 1:
		return binary.ScopeSubgroup, true
	}
	return binary.ScopeWorkgroup, true
}
