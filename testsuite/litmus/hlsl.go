package litmus

import (
	"fmt"
	"strings"

	"slc"
	"slc/memmodel/machine"
)

// hlslPassing are message passing through every operation of §3, in both places of a flag.
func hlslPassing() []textRow {
	var out []textRow
	for _, f := range flagKinds {
		for _, p := range payloads {
			if p.inGroup && !f.inGroup {
				continue
			}
			for _, s := range releasing() {
				out = append(out, hlslRow(s.name, f, p, s.text, "FLAG.load(MemoryOrder.Acquire)", s.initial))
			}
			for _, s := range acquiring() {
				r := hlslRow(s.name, f, p, "FLAG.store(7, MemoryOrder.Release)", s.text, 0)
				if strings.HasSuffix(s.name, "AcquireRelease") {
					r.name += ", as it acquires"
				}
				out = append(out, r)
			}
		}
	}
	return out
}

// atomicsHonour is why an atomic itself needs no coherent declaration. The contract asks
// for one on ordered atomics all the same; a plain access of the object may need it.
const atomicsHonour = "atomics take place where the whole device sees them"

// hlslFence is the fence that HLSL prints for an order.
func hlslFence(f flagKind, p payload) string {
	if f.inGroup || p.inGroup {
		return "AllMemoryBarrier();"
	}
	return "DeviceMemoryBarrier();"
}

func hlslRow(name string, f flagKind, p payload, release, acquire string, initial int64) textRow {
	threads, o := 1, machine.Options{Groups: 2}
	if f.inGroup {
		threads, o = 2, machine.Options{Wave: 1}
	}
	if initial != 0 {
		o.Initial = map[string]int64{f.textName(): initial}
	}
	r := textRow{name: fmt.Sprintf("%s on %s, over %s", name, f.name, p.name), target: slc.HLSL, options: o,
		text: kernel(threads, passing(f, p, release, acquire)), want: []string{"", "seen[0]=42"}}
	fence := hlslFence(f, p)
	lesser := "GroupMemoryBarrier();"
	if p.inGroup {
		lesser = "DeviceMemoryBarrier();"
	}
	r.weaker = []weakerText{
		{name: "no fence", edits: []replace{{fence, ""}}},
		{name: "a fence of other memory", edits: []replace{{fence, lesser}}},
	}
	if !f.inGroup {
		r.weaker = append(r.weaker,
			weakerText{name: "a payload that is not globallycoherent", edits: []replace{hlslDeclaration(p.variable, true)}},
			weakerText{name: "a flag that is not globallycoherent", edits: []replace{hlslDeclaration("flag", true)}, harmless: atomicsHonour})
	}
	return r
}

// hlslDeclaration makes a resource of HLSL not coherent, or coherent.
func hlslDeclaration(variable string, drop bool) replace {
	kind := "RWStructuredBuffer<uint> "
	if variable == "pic" {
		kind = "RWTexture1D<uint> "
	}
	e := replace{"globallycoherent " + kind + variable, kind + variable}
	if !drop {
		e.from, e.to = e.to, e.from
	}
	return e
}

// textName is how the machine calls the flag.
func (f flagKind) textName() string {
	if f.inGroup {
		return f.variable + "@0[0]"
	}
	return f.place
}
