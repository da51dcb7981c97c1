package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc/frontend/source"
	"slc/interp"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/testsuite/cases"
)

// mutation is one weakening of one operation.
type mutation struct {
	name string // "line: what"
	in   *ir.Instr
	weak ir.Instr
}

// mutations lists every single weakening of the operations of a module: orders one step weaker, spaces left
// out, scopes narrowed, barriers without their wait, without memory, and gone.
func mutations(m *ir.Module, sources *source.Map) []mutation {
	var list []mutation
	for _, f := range m.Funcs {
		f.Body.Walk(func(in *ir.Instr) {
			line := sources.Locate(in.Span.Start).Line
			add := func(what string, change func(*ir.Instr)) {
				weak := *in
				change(&weak)
				list = append(list, mutation{fmt.Sprintf("%d: %s", line, what), in, weak})
			}
			switch in.Op {
			case ir.OpAtomic:
				weakerAtomic(in, add)
			case ir.OpBarrier:
				weakerBarrier(in, add)
			}
		})
	}
	return list
}

// oneWeaker are the orders one step below.
func oneWeaker(o builtin.Order) []builtin.Order {
	switch o {
	case builtin.SeqCst:
		return []builtin.Order{builtin.AcquireRelease}
	case builtin.AcquireRelease:
		return []builtin.Order{builtin.Acquire, builtin.Release}
	case builtin.Acquire, builtin.Release:
		return []builtin.Order{builtin.Relaxed}
	}
	return nil
}

func setOrder(m *ir.Memory, o builtin.Order) {
	if m.Order = o; o == builtin.Relaxed {
		m.Spaces = builtin.NoSpaces
	}
}

type adder func(what string, change func(*ir.Instr))

func weakerAtomic(in *ir.Instr, add adder) {
	for _, o := range oneWeaker(in.Mem.Order) {
		add(fmt.Sprintf("%s %s -> %s", in.Atomic, in.Mem.Order, o), func(w *ir.Instr) { setOrder(&w.Mem, o) })
	}
	for _, o := range oneWeaker(in.Fail.Order) {
		add(fmt.Sprintf("%s failing %s -> %s", in.Atomic, in.Fail.Order, o), func(w *ir.Instr) { setOrder(&w.Fail, o) })
	}
	weakerMask(in, in.Atomic.String(), add)
}

func weakerMask(in *ir.Instr, name string, add adder) {
	if in.Mem.Order == builtin.Relaxed {
		return
	}
	for _, s := range []builtin.Spaces{builtin.Buffers, builtin.Images, builtin.Groupshared} {
		if in.Mem.Spaces&s != 0 {
			add(fmt.Sprintf("%s without %s", name, s), func(w *ir.Instr) {
				if w.Mem.Spaces &^= s; w.Mem.Spaces == builtin.NoSpaces {
					w.Mem.Order = builtin.Relaxed
				}
			})
		}
	}
	for s := in.Mem.Scope - 1; s > builtin.ScopeNone; s-- {
		add(fmt.Sprintf("%s at %s scope", name, s), func(w *ir.Instr) { w.Mem.Scope = s })
	}
}

func weakerBarrier(in *ir.Instr, add adder) {
	add("barrier gone", func(w *ir.Instr) { w.Exec, w.Mem = builtin.ScopeNone, ir.Memory{} })
	if in.Exec != builtin.ScopeNone {
		add("barrier without wait", func(w *ir.Instr) { w.Exec = builtin.ScopeNone })
		add("barrier without memory", func(w *ir.Instr) { w.Mem = ir.Memory{} })
	}
	weakerMask(in, "barrier", add)
}

// caught runs an example with race detection, then in the weak model, and reports what shows that something is wrong.
func caught(t *testing.T, m *ir.Module, list []cases.Run) string {
	for _, how := range []struct {
		model interp.Model
		seeds int
		waves []int
	}{{interp.Interleaving, 8, []int{32, 8}}, {interp.Weak, 25, []int{32}}} {
		for i := range list {
			for _, wave := range how.waves {
				cfg := configOf(t, m, &list[i])
				cfg.WaveSize, cfg.Memory, cfg.Race = wave, how.model, how.model == interp.Interleaving
				cfg.MaxSteps = 1 << 24
				sum, err := interp.Explore(m, m.Entries[0], cfg, how.seeds)
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range sum.Outcomes {
					if what := complaint(&list[i], o.Result); what != "" {
						return what
					}
				}
			}
		}
	}
	return ""
}

// complaint is what is wrong with a result.
func complaint(r *cases.Run, res *interp.Result) string {
	switch {
	case len(res.Races) > 0:
		return "race"
	case res.Deadlock != nil:
		return "deadlock"
	case len(res.Faults) > 0:
		return "fault"
	}
	for _, e := range r.Expect {
		if e.Check(unwords(res.Buffer(e.Name))) != nil {
			return "wrong result"
		}
	}
	return ""
}

// TestWeakenings weakens every ordered operation of every example, one at a time: each weakening is caught, or redundant
// lists it with the reason why the program stays right without it.
func TestWeakenings(t *testing.T) {
	for _, name := range exampleNames(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, sources, list := example(t, name)
			known := redundant(name)
			used := map[string]bool{}
			for _, mu := range mutations(m, sources) {
				strong := *mu.in
				*mu.in = mu.weak
				how := caught(t, m, list)
				*mu.in = strong
				i := slices.IndexFunc(known, func(r redundancy) bool { return strings.HasPrefix(mu.name, r.what) })
				switch {
				case how == "" && i < 0:
					t.Errorf("not caught: %s", mu.name)
				case how != "" && i >= 0:
					t.Errorf("%s is listed as redundant, but gives a %s", mu.name, how)
				case i >= 0:
					used[known[i].what] = true
				}
			}
			for _, r := range known {
				if !used[r.what] {
					t.Errorf("no weakening is %q", r.what)
				}
			}
		})
	}
}

// redundancy is a weakening that changes nothing, and why.
type redundancy struct{ what, why string }

func redundant(example string) []redundancy {
	const (
		alone  = "one invocation runs: nobody to be ordered with"
		plain  = "nothing in groupshared memory is passed on by this operation: the mask names it as an order orders all memory"
		device = "the barrier before (or after) it, at device scope over the same spaces, is a fence that orders the same"
	)
	switch example {
	case "atomic_ops":
		return []redundancy{{"", alone}}
	case "lookback":
		return []redundancy{{"37: load without groupshared", plain}, {"93: store without groupshared", plain}, {"100: store without groupshared", plain}}
	case "message_passing":
		return []redundancy{
			{"24: barrier without groupshared", plain}, {"26: store without groupshared", plain}, {"35: load without groupshared", plain},
			{"26: store Release -> Relaxed", device}, {"26: store without buffers", device},
			{"35: load Acquire -> Relaxed", device}, {"35: load without buffers", device},
		}
	case "last_group":
		const both = "invocation 0 alone reads what others wrote: it acquires at line 30 and again at line 32, one of them is enough"
		return []redundancy{
			{"30: barrier gone", both}, {"30: barrier without buffers", both}, {"30: barrier at", both},
			{"32: barrier without buffers", both}, {"32: barrier at workgroup scope", both},
		}
	}
	return nil
}

// TestMissingAcquireShows: without its acquire the look-back reads a stale sum, in the weak model only; the seed replays it.
func TestMissingAcquireShows(t *testing.T) {
	m, sources, list := example(t, "lookback")
	for _, mu := range mutations(m, sources) {
		if !strings.HasSuffix(mu.name, "load Acquire -> Relaxed") {
			continue
		}
		*mu.in = mu.weak
		wrong := func(model interp.Model, seed uint64) string {
			cfg := configOf(t, m, &list[0])
			cfg.Memory, cfg.Seed = model, seed
			return complaint(&list[0], run(t, m, cfg))
		}
		for seed := range uint64(300) {
			if what := wrong(interp.Interleaving, seed); what != "" {
				t.Fatalf("seed %d: %s without the weak model", seed, what)
			}
			if what := wrong(interp.Weak, seed); what != "" {
				if what != "wrong result" || wrong(interp.Weak, seed) != what {
					t.Errorf("seed %d: %s", seed, what)
				}
				return
			}
		}
		t.Error("never a wrong result")
	}
	t.Error("the example has no acquire load")
}
