package memmodel_test

import (
	"strings"
	"testing"

	. "slc/memmodel"
)

// The litmus tests of the literature, with every thread in a workgroup of its own.
// What each may show is worked out by hand from the specification, in the comment.

// shape is a program under construction, with the operations that the tests need.
type shape struct {
	*Builder
	scope Scope
}

func newShape(name string) *shape { return &shape{NewBuilder(name), Device} }

// thread opens a thread in a workgroup of its own.
func (s *shape) thread() { s.NewGroup(); s.NewThread("") }

// sem gives an operation semantics over storage class 0, where all variables are.
func sem(e Event, order Flag) Event {
	e.Flags |= order
	if order != 0 {
		e.Semantics = 1
	}
	return e
}

func (s *shape) load(v string, order Flag) int {
	return s.Add(sem(Event{Flags: Read | Atomic, Scope: s.scope, Class: 1, Text: "load " + v}, order), v)
}

func (s *shape) store(v string, n int64, order Flag) int {
	return s.Add(sem(Event{Flags: Write | Atomic, Scope: s.scope, Class: 1, Writes: Of(n), Text: "store " + v}, order), v)
}

func (s *shape) rmw(v string, f func(int64) int64, order Flag) int {
	return s.Add(sem(Event{Flags: RMW, Scope: s.scope, Class: 1, Modify: f, Text: "rmw " + v}, order), v)
}

func (s *shape) write(v string, n int64) int {
	return s.Add(Event{Flags: Write | Available, Scope: s.scope, Class: 1, Writes: Of(n), Text: "write " + v}, v)
}

func (s *shape) read(v string) int {
	return s.Add(Event{Flags: Read | Visible, Scope: s.scope, Class: 1, Text: "read " + v}, v)
}

func (s *shape) fence(order Flag) {
	s.Add(sem(Event{Flags: Fence, Scope: s.scope, Text: "fence"}, order), "")
}

func (s *shape) barrier(order Flag) {
	s.Add(sem(Event{Flags: ControlBarrier, Scope: s.scope, Execution: Workgroup, Text: "barrier"}, order), "")
}

const acqRel = Acquire | Release

func set(n int64) func(int64) int64 { return func(int64) int64 { return n } }
func add(n int64) func(int64) int64 { return func(m int64) int64 { return m + n } }

// got is the outcome in which the loads returned the values, in order.
func got(loads []int, values ...int64) Condition {
	c := And{Consistent{}}
	for i, l := range loads {
		c = append(c, Returned{l, "=", values[i]})
	}
	return c
}

// expect solves for one condition.
func (s *shape) expect(t *testing.T, what string, c Condition, want bool) {
	t.Helper()
	p, err := s.Program()
	if err != nil {
		t.Fatal(err)
	}
	a, err := Solve(p, c, Options{Limit: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if a.Satisfiable != want {
		t.Errorf("%s: %s: possible %t, want %t", p.Name, what, a.Satisfiable, want)
	}
	if (a.Witness != nil) != want {
		t.Errorf("%s: %s: witness given %t, want %t", p.Name, what, a.Witness != nil, want)
	}
}

// TestStoreBufferingOrders: nothing orders a store before the load of another variable that
// follows it; only read-modify-writes do, for the later of two of one variable reads
// from the earlier.
func TestStoreBufferingOrders(t *testing.T) {
	for _, c := range []struct {
		name          string
		store, load   Flag
		rmws, allowed bool
	}{
		{"relaxed", 0, 0, false, true},
		{"release and acquire", Release, Acquire, false, true},
		{"relaxed read-modify-writes", 0, 0, true, true},
		{"acquire-release read-modify-writes", acqRel, acqRel, true, false},
		{"acquire-release and relaxed read-modify-writes", acqRel, 0, true, true},
	} {
		s := newShape("store buffering, " + c.name)
		var loads []int
		for _, v := range [][2]string{{"x", "y"}, {"y", "x"}} {
			s.thread()
			if c.rmws {
				s.rmw(v[0], set(1), c.store)
				loads = append(loads, s.rmw(v[1], add(0), c.load))
			} else {
				s.store(v[0], 1, c.store)
				loads = append(loads, s.load(v[1], c.load))
			}
		}
		s.expect(t, "both 0", got(loads, 0, 0), c.allowed)
		s.expect(t, "both 1", got(loads, 1, 1), true)
		s.expect(t, "a race", Racy(), false)
	}
}

// TestMessagePassingOrders: the reader that saw the flag sees the message if the flag's store
// releases and its load acquires, by themselves or by fences next to them, in a scope
// that holds both.
func TestMessagePassingOrders(t *testing.T) {
	for _, c := range []struct {
		name                    string
		release, acquire        Flag
		releaseFence, acqFence  bool
		scope                   Scope
		stale, raceOfPlainWrite bool
	}{
		{"relaxed", 0, 0, false, false, Device, true, true},
		{"release only", Release, 0, false, false, Device, true, true},
		{"acquire only", 0, Acquire, false, false, Device, true, true},
		{"release and acquire", Release, Acquire, false, false, Device, false, false},
		{"release fence, acquire", 0, Acquire, true, false, Device, false, false},
		{"release, acquire fence", Release, 0, false, true, Device, false, false},
		{"fences", 0, 0, true, true, Device, false, false},
		{"workgroup scope", Release, Acquire, false, false, Workgroup, true, true},
		{"queue family scope", Release, Acquire, false, false, QueueFamily, false, false},
	} {
		build := func(plain bool) (*shape, []int) {
			s := newShape("message passing, " + c.name)
			s.scope = c.scope
			s.thread()
			if plain {
				s.write("x", 1)
			} else {
				s.scope = Device
				s.store("x", 1, 0)
				s.scope = c.scope
			}
			if c.releaseFence {
				s.fence(Release)
			}
			s.store("flag", 1, c.release)
			s.thread()
			flag := s.load("flag", c.acquire)
			if c.acqFence {
				s.fence(Acquire)
			}
			if plain {
				return s, []int{flag, s.read("x")}
			}
			s.scope = Device
			return s, []int{flag, s.load("x", 0)}
		}
		s, loads := build(false)
		s.expect(t, "flag seen, message not", got(loads, 1, 0), c.stale)
		s.expect(t, "both seen", got(loads, 1, 1), true)
		s.expect(t, "neither seen", got(loads, 0, 0), true)
		s, loads = build(true)
		s.expect(t, "flag seen and a race", And{Racy(), Returned{loads[0], "=", 1}}, c.raceOfPlainWrite)
		// Without having seen the flag nothing orders the read after the write.
		s.expect(t, "flag not seen and a race", And{Racy(), Returned{loads[0], "=", 0}}, true)
	}
}

// TestLoadBuffering: a load may return what a later store of the other thread writes;
// but no value comes out of thin air when each store writes what its thread loaded.
func TestLoadBuffering(t *testing.T) {
	s := newShape("load buffering")
	var loads []int
	for _, v := range [][2]string{{"x", "y"}, {"y", "x"}} {
		s.thread()
		loads = append(loads, s.load(v[0], 0))
		s.store(v[1], 1, 0)
	}
	s.expect(t, "both 1", got(loads, 1, 1), true)

	s = newShape("load buffering, copied")
	loads = nil
	for _, v := range [][2]string{{"x", "y"}, {"y", "x"}} {
		s.thread()
		l := s.load(v[0], 0)
		s.Add(Event{Flags: Write | Atomic, Scope: Device, Class: 1, Copies: true, CopyOf: l, Text: "copy"}, v[1])
		loads = append(loads, l)
	}
	s.expect(t, "both 1", got(loads, 1, 1), false)
	s.expect(t, "both 0", got(loads, 0, 0), true)

	s = newShape("load buffering, released")
	loads = nil
	for _, v := range [][2]string{{"x", "y"}, {"y", "x"}} {
		s.thread()
		loads = append(loads, s.load(v[0], Acquire))
		s.store(v[1], 1, Release)
	}
	s.expect(t, "both 1", got(loads, 1, 1), false) // each load would happen before the store it reads from
}

// TestIndependentReads (IRIW): two readers may see two writes in different orders, as
// there is no order over all variables. Acquire-release read-modify-writes on both
// sides exclude that; a plain atomic store in the middle of the chain breaks it.
func TestIndependentReads(t *testing.T) {
	for _, c := range []struct {
		name                      string
		writesRMW, readsRMW, both bool
	}{
		{"stores and acquire loads", false, false, true},
		{"stores and read-modify-write reads", false, true, true},
		{"read-modify-writes", true, true, false},
	} {
		s := newShape("independent reads, " + c.name)
		for _, v := range []string{"x", "y"} {
			s.thread()
			if c.writesRMW {
				s.rmw(v, set(1), acqRel)
			} else {
				s.store(v, 1, Release)
			}
		}
		var loads []int
		for _, v := range []string{"x", "y", "y", "x"} {
			if len(loads)%2 == 0 {
				s.thread()
			}
			if c.readsRMW {
				loads = append(loads, s.rmw(v, add(0), acqRel))
			} else {
				loads = append(loads, s.load(v, Acquire))
			}
		}
		s.expect(t, "different orders", got(loads, 1, 0, 1, 0), c.both)
	}
}

// TestTickets: each of the threads that add to a counter gets another number, and the
// sum is the number of threads.
func TestTickets(t *testing.T) {
	const threads = 6
	s := newShape("tickets")
	var got []int
	for range threads {
		s.thread()
		got = append(got, s.rmw("x", add(1), 0))
	}
	s.expect(t, "sum", And{Consistent{}, Final{0, "!=", threads}}, false)
	s.expect(t, "two first", And{Consistent{}, Returned{got[0], "=", 0}, Returned{got[5], "=", 0}}, false)
	s.expect(t, "last first", And{Consistent{}, Returned{got[0], "=", 5}, Returned{got[5], "=", 0}}, true)
	s.Initial("x", 10)
	s.expect(t, "sum of 16", And{Consistent{}, Final{0, "!=", 16}}, false)
}

// barrierShape is two invocations of one workgroup, the first of which writes before
// the barrier what the second reads after it.
func barrierShape(order Flag, scope Scope) (*shape, int) {
	s := newShape("barrier")
	s.NewGroup()
	s.scope = scope
	s.NewThread("")
	s.write("x", 1)
	s.barrier(order)
	s.NewSubgroup()
	s.NewThread("")
	s.barrier(order)
	return s, s.read("x")
}

// TestBarrierSemantics: a control barrier orders memory by its semantics, not by itself.
func TestBarrierSemantics(t *testing.T) {
	s, load := barrierShape(acqRel, Workgroup)
	s.expect(t, "a race", Racy(), false)
	s.expect(t, "not written", got([]int{load}, 0), false)
	s.expect(t, "written", got([]int{load}, 1), true)

	s, load = barrierShape(0, Workgroup)
	s.expect(t, "a race", Racy(), true)
	s.expect(t, "not written", got([]int{load}, 0), true)

	s, _ = barrierShape(acqRel, Subgroup) // of different subgroups
	s.expect(t, "a race", Racy(), true)
}

// TestCrossedBarriers: threads that reach two barriers in different orders wait for
// each other.
func TestCrossedBarriers(t *testing.T) {
	s := newShape("crossed barriers")
	s.NewGroup()
	for _, order := range [][2]int{{1, 2}, {2, 1}} {
		s.NewThread("")
		for _, n := range order {
			s.Add(Event{Flags: ControlBarrier, Scope: Workgroup, Instance: n, Text: "cbar"}, "")
		}
	}
	p, err := s.Program()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(p, Consistent{}, Options{}); err == nil || !strings.Contains(err.Error(), "different orders") {
		t.Errorf("crossed barriers: %v", err)
	}
}
