package litmus

import (
	"regexp"
	"slices"
	"strings"

	"slc"
	"slc/memmodel"
	"slc/memmodel/machine"
	"slc/sema/builtin"
)

// asText makes a row about the text of a target of one about SPIR-V: the kernel and its
// outcomes are the same, what is weaker is another matter.
func asText(r row, target slc.Target, profile string) textRow {
	o := machine.Options{Groups: r.launch.Groups, Wave: r.launch.Wave, Initial: r.launch.Initial}
	if target == slc.Metal && strings.Contains(r.text, "numthreads(2") {
		o.Threads = 2 // the text of MSL does not say
	}
	out := textRow{name: r.name, target: target, profile: profile, text: r.text, options: o, want: r.want}
	if profile != "" {
		out.name = profile + ": " + r.name
	}
	return out
}

// orders finds what orders memory in a text.
func orders(target slc.Target, text string) []string {
	pattern := `\w+MemoryBarrier\w*\(\);`
	if target == slc.Metal {
		pattern = `(atomic_thread_fence|threadgroup_barrier|simdgroup_barrier)\([^;]*\);`
	}
	found := regexp.MustCompile(pattern).FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// erase takes statements away.
func erase(found []string) []replace {
	var out []replace
	for _, f := range found {
		out = append(out, replace{f, ""})
	}
	return out
}

// textBarriers: each barrier of §1 as a target prints it.
func textBarriers(target slc.Target) []textRow {
	var out []textRow
	for _, name := range barrierNames {
		b := builtin.Functions(name)[0].Barrier
		call := name + "()"
		if b.Masked {
			call = name + "(0xff)"
		}
		for _, p := range payloads {
			if !covers(b.Spaces, p) {
				continue
			}
			r := fenceRow(name, call, &b, p)
			if b.Exec != builtin.ScopeNone {
				r = waitingRow(name, call, &b, p)
			}
			x := asText(r, target, "")
			if target == slc.HLSL {
				hlslBarrier(&x, &b, p)
			} else {
				metalBarrier(&x, p)
			}
			out = append(out, x)
		}
	}
	return out
}

// hlslBarrier: HLSL has no barrier of a wave. What it prints orders memory, but does not
// wait, which the warning hlsl-wave-sync says; a barrier of the workgroup would do.
func hlslBarrier(x *textRow, b *builtin.Barrier, p payload) {
	if b.Exec == builtin.ScopeWave {
		x.name += ", with the exception of hlsl-wave-sync"
		x.prepare = []replace{{"MemoryBarrier();", "MemoryBarrierWithGroupSync();"}}
		x.weaker = []weakerText{{name: "as emitted", emitted: true}}
		return
	}
	x.steps = func(text string) []weakerText {
		found := orders(slc.HLSL, text)
		out := []weakerText{{name: "no barrier", edits: erase(found)}}
		other, waits := "Group", false
		if p.inGroup {
			other = "Device"
		}
		var change, still []replace
		for _, f := range found {
			_, rest, _ := strings.Cut(f, "Memory")
			change = append(change, replace{f, other + "Memory" + rest})
			still = append(still, replace{"WithGroupSync", ""})
			waits = waits || strings.Contains(f, "WithGroupSync")
		}
		out = append(out, weakerText{name: "a barrier of other memory", edits: change})
		if waits {
			out = append(out, weakerText{name: "a barrier that does not wait", edits: still})
		}
		return out
	}
}

func metalBarrier(x *textRow, p payload) {
	x.steps = func(text string) []weakerText {
		found := orders(slc.Metal, text)
		out := []weakerText{{name: "no barrier", edits: erase(found)}}
		var less []replace
		var waiting []string
		for _, f := range found {
			open, end := strings.Index(f, "(")+1, strings.IndexAny(f, ",)")
			less = append(less, replace{f, f[:open] + dropFlag(f[open:end], p.flag()) + f[end:]})
			if !strings.HasPrefix(f, "atomic") {
				waiting = append(waiting, f)
			}
		}
		out = append(out, weakerText{name: "without the flag of the payload", edits: less})
		switch {
		case waiting != nil:
			out = append(out, weakerText{name: "a barrier that does not wait", edits: erase(waiting)})
			if strings.Contains(text, "threadgroup_barrier(") {
				out = append(out, weakerText{name: "a barrier of the wave", edits: []replace{{"threadgroup_barrier(", "simdgroup_barrier("}}})
			}
		default:
			out = append(out, narrowerScope(x, text)...)
		}
		return out
	}
}

// narrowerScope gives fences a scope that does not reach from one of the invocations to
// the other; there is none below the wave.
func narrowerScope(x *textRow, text string) []weakerText {
	to := "thread_scope_simdgroup"
	if x.options.Groups > 1 {
		to = "thread_scope_threadgroup"
	}
	for _, s := range []string{"thread_scope_device", "thread_scope_threadgroup"} {
		if strings.Contains(text, s) && s != to && x.options.Wave != 2 {
			return []weakerText{{name: "of narrower scope", edits: []replace{{s, to}}}}
		}
	}
	return nil
}

// textSeqCst: SeqCst in a target that prints fences around operations. A note says that
// HLSL has no formal model; what is assumed is in memmodel/machine.
func textSeqCst(target slc.Target, profile string) []textRow {
	var out []textRow
	for _, r := range seqCstRows() {
		x := asText(r, target, profile)
		allows := ""
		switch {
		case strings.Contains(r.name, "message passing"):
		case strings.Contains(r.name, "independent"):
			allows = "seen[0]=1 seen[1]=1"
		default:
			allows = missed
		}
		if target == slc.HLSL {
			x.options.Complete = strings.Contains(r.name, "that fails")
			if x.options.Complete {
				x.weaker = append(x.weaker, weakerText{name: "where barriers do not complete accesses", weakly: true, allows: allows})
			}
		}
		weak := allows
		x.steps = func(text string) []weakerText {
			if profile == "metal_4_1" {
				return []weakerText{{name: "relaxed operations", allows: weak, edits: []replace{{"memory_order_seq_cst", "memory_order_relaxed"}}}}
			}
			steps := []weakerText{{name: "no fences", edits: erase(orders(target, text)), allows: weak}}
			if target == slc.Metal && weak != "" {
				steps = append(steps, weakerText{name: "fences that acquire and release", edits: []replace{{"memory_order_seq_cst", "memory_order_acq_rel"}}, allows: weak})
			}
			return steps
		}
		out = append(out, x)
	}
	return out
}

// textScopes: scope narrowing and transitive message passing.
func textScopes(target slc.Target) []textRow {
	var out []textRow
	for _, r := range scopeRows() {
		if r.launch.Families > 0 || r.options.DeviceScope != slc.DeviceScopeDevice {
			continue // SPIR-V only
		}
		x := asText(r, target, "")
		wave := strings.Contains(r.text, "WaveSync")
		if target == slc.HLSL && wave && r.launch.Wave == 2 {
			x.prepare = []replace{{"MemoryBarrier();", "MemoryBarrierWithGroupSync();"}}
			if strings.Contains(r.text, "flag[0].store") {
				continue // a barrier of the workgroup would stand in a branch
			}
			x.weaker = []weakerText{{name: "as emitted", emitted: true}}
		} else {
			x.steps = func(text string) []weakerText {
				return []weakerText{{name: "no order", edits: erase(fences(target, text))}}
			}
		}
		out = append(out, x)
	}
	return out
}

// fences are what can go without a barrier that waits going too: the fences, and of HLSL
// all that orders.
func fences(target slc.Target, text string) []string {
	var out []string
	for _, f := range orders(target, text) {
		if strings.HasPrefix(f, "atomic") || target == slc.HLSL {
			out = append(out, f)
		}
	}
	if out == nil {
		return orders(target, text)
	}
	return out
}

// textRelaxed: relaxed operations.
func textRelaxed(target slc.Target) []textRow {
	groups := memmodel.Launch{Groups: 2}
	add := asText(row{name: "add Relaxed", launch: groups, text: kernel(1, "\n    seen[gid.x] = flag[0].add(1) + 1;\n"),
		want: []string{"seen[0]=1 seen[1]=2", "seen[0]=2 seen[1]=1"}}, target, "")
	pass := asText(row{name: "load and store Relaxed", launch: groups, text: kernel(1, `
    if (FIRST)
        flag[0].store(7, MemoryOrder.Relaxed);
    else
        seen[0] = flag[0].load(MemoryOrder.Relaxed);
`), want: []string{"seen[0]=0", "seen[0]=7"}}, target, "")
	if target == slc.HLSL {
		add.weaker = []weakerText{{name: "a plain read and write", edits: []replace{{"InterlockedAdd(flag[0], 1u, old_1);", "old_1 = flag[0]; flag[0] = old_1 + 1u;"}}}}
		pass.weaker = []weakerText{
			{name: "a plain read", edits: []replace{{"InterlockedOr(flag[0], 0u, old_1);", "old_1 = flag[0];"}}},
			{name: "a plain write", edits: []replace{{"InterlockedExchange(flag[0], 7u, unused);", "flag[0] = 7u;"}}},
		}
		return []textRow{add, pass}
	}
	add.weaker = []weakerText{{name: "a load and a store", allows: "seen[0]=1 seen[1]=1", edits: []replace{
		{"atomic_fetch_add_explicit(&flag[0], 1u, memory_order_relaxed);", "atomic_load_explicit(&flag[0], memory_order_relaxed); atomic_store_explicit(&flag[0], old_1 + 1u, memory_order_relaxed);"}}}}
	pass.weaker = []weakerText{
		{name: "a plain read", edits: []replace{{"atomic_load_explicit(&flag[0], memory_order_relaxed)", "flag[0]"}}},
		{name: "a plain write", edits: []replace{{"atomic_store_explicit(&flag[0], 7u, memory_order_relaxed)", "flag[0] = 7u"}}},
	}
	return []textRow{add, pass, strongExchange(), textureFence()}
}

// strongExchange: a compare-exchange that finds what it compares with stores.
func strongExchange() textRow {
	return textRow{name: "compareExchange is strong", target: slc.Metal, options: machine.Options{Groups: 1}, text: kernel(1, `
    if (flag[0].compareExchange(0, 5) == 0)
        seen[0] = flag[0].load();
`), want: []string{"seen[0]=5"}, weaker: []weakerText{{name: "one try", allows: "seen[0]=0", edits: []replace{
		{"} while (!atomic_compare_exchange_weak_explicit(&flag[0], &old_1, 5u, memory_order_relaxed, memory_order_relaxed) && old_1 == 0u);",
			"} while (!atomic_compare_exchange_weak_explicit(&flag[0], &old_1, 5u, memory_order_relaxed, memory_order_relaxed) && false);"}}}}}
}

// textureFence: a thread reads the texel that it has written.
func textureFence() textRow {
	return textRow{name: "texture written then read by one thread", target: slc.Metal, options: machine.Options{Groups: 1}, text: kernel(1, `
    pic[0] = 5;
    seen[0] = pic[0];
`), want: []string{"seen[0]=5"}, weaker: []weakerText{{name: "without fence()", edits: []replace{{"pic.fence();", ""}}}}}
}
