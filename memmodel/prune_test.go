package memmodel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomProgram is three threads in one or two workgroups with up to three operations
// each on two variables: plain and atomic accesses, fences.
func randomProgram(r *rand.Rand) *Program {
	b := NewBuilder("random")
	for range 3 {
		if r.IntN(2) == 0 {
			b.NewGroup()
		} else {
			b.NewSubgroup()
		}
		b.NewThread("")
		for range 1 + r.IntN(2) {
			randomEvent(r, b)
		}
	}
	p, err := b.Program()
	if err != nil {
		panic(err) // a mistake of the test
	}
	return p
}

func randomEvent(r *rand.Rand, b *Builder) {
	orders := []Flag{0, Acquire, Release, Acquire | Release}
	e := Event{Class: 1, Scope: []Scope{Workgroup, Device}[r.IntN(2)], Text: "e"}
	var allowed Flag
	switch r.IntN(6) {
	case 0:
		e.Flags = Read | Visible
	case 1:
		e.Flags = Write | Available
	case 2:
		e.Flags, allowed = Read|Atomic, Acquire
	case 3:
		e.Flags, allowed = Write|Atomic, Release
	case 4:
		e.Flags, allowed = RMW, Acquire|Release
	case 5:
		e = Event{Flags: Fence | orders[1+r.IntN(3)], Scope: Device, Semantics: 1, Text: "fence"}
		b.Add(e, "")
		return
	}
	if e.Flags |= orders[r.IntN(4)] & allowed; e.Flags&(Acquire|Release) != 0 {
		e.Semantics = 1
	}
	b.Add(e, []string{"x", "y"}[r.IntN(2)])
}

// consistentOnes lists the consistent executions that a search finds, by their choices.
func consistentOnes(t *testing.T, p *Program, prune bool) []string {
	t.Helper()
	var out []string
	err := search(p, prune, Options{}, func(x *Execution) bool {
		if x.Consistent() {
			out = append(out, fmt.Sprint(x.ReadsFrom.Pairs(), x.Modification.Pairs(), x.Initial))
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// TestPruningLosesNothing: what the search leaves out early is inconsistent, and it
// visits no execution twice.
func TestPruningLosesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	total := 0
	for range 300 {
		p := randomProgram(r)
		pruned, all := consistentOnes(t, p, true), consistentOnes(t, p, false)
		if !slices.Equal(pruned, all) {
			t.Fatalf("%v: %d executions with pruning, %d without", p.Events, len(pruned), len(all))
		}
		if len(slices.Compact(slices.Clone(pruned))) != len(pruned) {
			t.Errorf("%v: an execution was visited twice", p.Events)
		}
		total += len(pruned)
	}
	if total < 1000 {
		t.Errorf("only %d executions were compared", total)
	}
}

// TestLawsOfConsistency: in consistent executions location order is acyclic, and
// without a data race it or the modification order relates any two accesses of a
// location of which one writes.
func TestLawsOfConsistency(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	free := 0
	for range 300 {
		p := randomProgram(r)
		err := Executions(p, Options{}, func(x *Execution) bool {
			if !x.LocationOrdered().acyclic() {
				t.Errorf("%v: location order has a cycle", p.Events)
			}
			if !x.LocationOrdered().minus(x.s.loc).empty() {
				t.Errorf("%v: location order relates two locations", p.Events)
			}
			if x.DataRace().empty() {
				free++
				checkRaceFree(t, x)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if free < 100 {
		t.Errorf("only %d executions without a race", free)
	}
}

// checkRaceFree: every plain read returns the one write that is last before it.
func checkRaceFree(t *testing.T, x *Execution) {
	t.Helper()
	for read := range x.s.reads.minus(x.s.atomics).all {
		before := x.LocationOrdered().inverse()[read].and(x.s.writes)
		for w := range before.all {
			if !x.LocationOrdered()[w].and(before).empty() || !x.Modification[w].and(before).empty() {
				before.drop(w) // another follows it
			}
		}
		if before.empty() != x.Initial.has(read) || !before.minus(x.ReadsFrom.inverse()[read]).empty() {
			t.Errorf("%v: read %d of last writes %b reads from %v", x.s.p.Events, read, before, x.ReadsFrom.Pairs())
		}
	}
}
