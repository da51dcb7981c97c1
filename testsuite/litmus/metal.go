package litmus

import (
	"fmt"
	"strings"

	"slc"
	"slc/memmodel/machine"
)

// metalPassing are message passing through every operation of §4: in the form of fences,
// and from Metal 4.1 on with the order on the operation.
func metalPassing() []textRow {
	var out []textRow
	for _, f := range flagKinds {
		for _, p := range payloads {
			if p.inGroup && !f.inGroup {
				continue
			}
			for _, s := range releasing() {
				out = append(out, metalRow(s.name, f, p, s.text, "FLAG.load(MemoryOrder.Acquire)", s.initial))
			}
			for _, s := range acquiring() {
				r := metalRow(s.name, f, p, "FLAG.store(7, MemoryOrder.Release)", s.text, 0)
				if strings.HasSuffix(s.name, "AcquireRelease") {
					r.name += ", as it acquires"
				}
				out = append(out, r)
			}
		}
	}
	for _, s := range releasing() {
		out = append(out, metalOrder(s.name, s.text, "FLAG.load(MemoryOrder.Acquire)", s.initial, true))
	}
	for _, s := range acquiring() {
		out = append(out, metalOrder(s.name, "FLAG.store(7, MemoryOrder.Release)", s.text, 0, false))
	}
	return out
}

// metalFlags are the flags of a fence for an order in a kernel that touches the flag, the
// payload and seen.
func metalFlags(f flagKind, p payload) string {
	flags := "mem_flags::mem_device"
	if f.inGroup || p.inGroup {
		flags += " | mem_flags::mem_threadgroup"
	}
	if p.variable == "pic" {
		flags += " | mem_flags::mem_texture"
	}
	return flags
}

// payloadFlag is the flag of the payload's memory.
func (p *payload) flag() string {
	switch {
	case p.inGroup:
		return "mem_flags::mem_threadgroup"
	case p.variable == "pic":
		return "mem_flags::mem_texture"
	}
	return "mem_flags::mem_device"
}

func metalRow(name string, f flagKind, p payload, release, acquire string, initial int64) textRow {
	threads, o := 1, machine.Options{Groups: 2}
	scope, narrow := "thread_scope_device", "thread_scope_threadgroup"
	if f.inGroup {
		threads, o = 2, machine.Options{Threads: 2, Wave: 1}
		scope, narrow = "thread_scope_threadgroup", "thread_scope_simdgroup"
	}
	if initial != 0 {
		o.Initial = map[string]int64{f.textName(): initial}
	}
	flags := metalFlags(f, p)
	fence := fmt.Sprintf("atomic_thread_fence(%s, memory_order_seq_cst, %s);", flags, scope)
	r := textRow{name: fmt.Sprintf("%s on %s, over %s", name, f.name, p.name), target: slc.Metal, options: o,
		text: kernel(threads, passing(f, p, release, acquire)), want: []string{"", "seen[0]=42"},
		weaker: []weakerText{
			{name: "no fence", edits: []replace{{fence, ""}}},
			{name: "a fence of narrower scope", edits: []replace{{scope, narrow}}},
			{name: "a relaxed fence", edits: []replace{{"memory_order_seq_cst", "memory_order_relaxed"}}},
		}}
	if less := dropFlag(flags, p.flag()); less != flags {
		r.weaker = append(r.weaker, weakerText{name: "a fence without the flag of the payload", edits: []replace{{"(" + flags + ", memory", "(" + less + ", memory"}}})
	}
	if !f.inGroup {
		r.weaker = append(r.weaker,
			weakerText{name: "a payload that is not coherent", edits: []replace{metalDeclaration(p.variable)}},
			weakerText{name: "a flag that is not coherent", edits: []replace{metalDeclaration("flag")}, harmless: atomicsHonour})
	}
	return r
}

// dropFlag takes one flag away.
func dropFlag(flags, drop string) string {
	var kept []string
	for f := range strings.SplitSeq(flags, " | ") {
		if f != drop {
			kept = append(kept, f)
		}
	}
	if kept == nil {
		return "mem_flags::mem_none"
	}
	return strings.Join(kept, " | ")
}

// metalDeclaration makes a resource of MSL not coherent.
func metalDeclaration(variable string) replace {
	switch variable {
	case "pic":
		return replace{", memory_coherence_device> pic", "> pic"}
	case "flag":
		return replace{"device coherent(device) atomic_uint* flag", "device atomic_uint* flag"}
	}
	return replace{"device coherent(device) uint* " + variable, "device uint* " + variable}
}

// metalOrder: from 4.1 on the order stands on the operation.
func metalOrder(name, release, acquire string, initial int64, releases bool) textRow {
	o := machine.Options{Groups: 2}
	f := flagKinds[0]
	if initial != 0 {
		o.Initial = map[string]int64{f.textName(): initial}
	}
	side := "acquires"
	order := "memory_order_acquire"
	if releases {
		side, order = "releases", "memory_order_release"
	}
	if strings.Contains(name, "AcquireRelease") {
		order = "memory_order_acq_rel"
	}
	r := textRow{name: fmt.Sprintf("Metal 4.1: %s, as it %s", name, side), target: slc.Metal, profile: "metal_4_1", options: o,
		text: kernel(1, passing(f, payloads[0], release, acquire)), want: []string{"", "seen[0]=42"}}
	weak := "memory_order_relaxed"
	r.weaker = []weakerText{
		{name: "relaxed", edits: []replace{{order, weak}}},
		{name: "a payload that is not coherent", edits: []replace{metalDeclaration("data")}},
		{name: "a flag that is not coherent", edits: []replace{metalDeclaration("flag")}, harmless: atomicsHonour},
	}
	return r
}
