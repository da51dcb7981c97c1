package litmus

import (
	"fmt"
	"strings"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// relaxedRows: relaxed operations are atomic, of their full scope, and order nothing.
func relaxedRows() []row {
	groups := memmodel.Launch{Groups: 2}
	waves := memmodel.Launch{Wave: 1}
	const image = binary.MemoryAccessNonPrivatePointer
	var out []row
	// Two invocations add 1: one of them finds 0, the other one 1, and the sum is 2.
	for _, c := range []struct {
		name, variable, place string
		threads               int
		launch                memmodel.Launch
		narrow                binary.Scope
	}{
		{"a buffer", "flag", "flag[0]", 1, groups, binary.ScopeWorkgroup},
		{"groupshared", "local", "local", 2, waves, binary.ScopeSubgroup},
		{"an image", "mark", "mark[0]", 1, groups, binary.ScopeWorkgroup},
	} {
		at := atomics(c.variable, all)
		who := "gid.x"
		if c.threads > 1 {
			who = "index"
		}
		call := c.place + ".add(1)"
		if c.variable == "mark" {
			call = ""
		}
		body := fmt.Sprintf("\n    seen[%s] = %s + 1;\n", who, call)
		if call == "" {
			body = fmt.Sprintf("\n    InterlockedAdd(%s, 1, old);\n    seen[%s] = old + 1;\n", c.place, who)
		}
		r := row{name: "add Relaxed on " + c.name, launch: c.launch, text: kernel(c.threads, body),
			want: []string{"seen[0]=1 seen[1]=2", "seen[0]=2 seen[1]=1"},
			weaker: []weaker{
				{name: "of narrower scope", edits: []edit{scope(at, c.narrow)}},
				{name: "a load and a store", edits: []edit{split(at)}, allows: "seen[0]=1 seen[1]=1"},
			}}
		out = append(out, r)
	}
	// A load finds the initial value or the stored one, and neither access races.
	for _, f := range flagKinds {
		threads, launch := 1, groups
		if f.inGroup {
			threads, launch = 2, waves
		}
		text := kernel(threads, strings.ReplaceAll(`
    if (FIRST)
        FLAG.store(7, MemoryOrder.Relaxed);
    else
        seen[0] = FLAG.load(MemoryOrder.Relaxed);
`, "FLAG", f.place))
		store, read := atomics(f.variable, 0), atomics(f.variable, 1)
		out = append(out, row{name: "load and store Relaxed on " + f.name, launch: launch, text: text, want: []string{"seen[0]=0", "seen[0]=7"},
			weaker: []weaker{
				{name: "a plain load", edits: []edit{become(read, binary.OpLoad, true, []int{0}, image)}},
				{name: "a plain store", edits: []edit{become(store, binary.OpStore, false, []int{0, 3}, image)}},
				{name: "of narrower scope", edits: []edit{scope(atomics(f.variable, all), f.narrow)}},
			}})
	}
	return append(out, coherence(groups))
}

// coherence: program order and the order of one location go together whatever the
// order of the operations; only a weaker reference would not do that.
func coherence(launch memmodel.Launch) row {
	return row{name: "coherence of Relaxed operations", launch: launch, text: kernel(1, `
    if (FIRST)
    {
        flag[0].store(1, MemoryOrder.Relaxed);
        flag[0].store(2, MemoryOrder.Relaxed);
    }
    else
        seen[0] = flag[0].load(MemoryOrder.Relaxed) * 10 + flag[0].load(MemoryOrder.Relaxed);
`), want: []string{"seen[0]=0", "seen[0]=1", "seen[0]=11", "seen[0]=12", "seen[0]=2", "seen[0]=22"},
		weaker: []weaker{{name: "the second load plain", edits: []edit{
			become(atomics("flag", 3), binary.OpLoad, true, []int{0}, binary.MemoryAccessNonPrivatePointer)}}}}
}

// split makes an atomic load and an atomic store of an addition.
func split(at which) edit {
	return func(m *module) {
		scope := binary.ID(0)
		for i := range m.m.Insts {
			if in := &m.m.Insts[i]; at(m, in) {
				scope = in.ID(1)
			}
		}
		if scope == 0 {
			return
		}
		none := m.constant(scope, 0)
		sum := m.words[3]
		m.words[3]++
		m.rewrite(at, func(in *binary.Inst, words []uint32) []uint32 {
			ptr, arg := in.ID(0), in.ID(3)
			m.inserted = []uint32{
				5<<16 | uint32(binary.OpIAdd), in.Type, sum, in.Result, arg,
				5<<16 | uint32(binary.OpAtomicStore), ptr, in.ID(1), none, sum,
			}
			return []uint32{uint32(binary.OpAtomicLoad), in.Type, in.Result, ptr, in.ID(1), none}
		})
	}
}
