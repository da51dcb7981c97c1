package memmodel

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// final collects what f makes of every execution that the model allows, sorted, and
// whether one of them has a data race.
func outcomes(t *testing.T, p *Program, f func(x *Execution) string) (states []string, racy bool) {
	t.Helper()
	err := Executions(p, Options{}, func(x *Execution) bool {
		if s := f(x); !slices.Contains(states, s) {
			states = append(states, s)
		}
		racy = racy || !x.DataRace().empty()
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(states)
	return states, racy
}

func parse(t *testing.T, text string) *Test {
	t.Helper()
	test, err := ParseLitmus(t.Name(), text)
	if err != nil {
		t.Fatal(err)
	}
	return test
}

// messagePassing is a payload and a flag between two workgroups; the orders of the
// flag's two accesses are up to the caller.
func messagePassing(release, acquire Flag) *Program {
	b := NewBuilder("message passing")
	sem := func(f Flag) Class {
		if f != 0 {
			return 1
		}
		return 0
	}
	b.NewGroup()
	b.NewThread("producer")
	b.Add(Event{Flags: Write | NonPrivate, Class: 1, Writes: Of(42), Text: "data = 42"}, "data")
	b.Add(Event{Flags: Write | Atomic | release, Scope: Device, Class: 1, Semantics: sem(release), Writes: Of(1), Text: "flag = 1"}, "flag")
	b.NewGroup()
	b.NewThread("consumer")
	b.Add(Event{Flags: Read | Atomic | acquire, Scope: Device, Class: 1, Semantics: sem(acquire), Text: "f = flag"}, "flag")
	b.Add(Event{Flags: Read | NonPrivate, Class: 1, Text: "d = data"}, "data")
	p, err := b.Program()
	if err != nil {
		panic(err) // a mistake of the test
	}
	return p
}

// TestMessagePassing: the consumer that has seen the flag reads 42 and nothing else if
// the flag is released with availability and acquired with visibility; without either
// it may read 0. The consumer reads the payload whether or not it has seen the flag, so
// that the program races: what is asked about are the executions where it has.
func TestMessagePassing(t *testing.T) {
	release, acquire := Release|MakeAvailable, Acquire|MakeVisible
	for _, c := range []struct {
		name             string
		release, acquire Flag
		stale, raceful   bool // flag seen: may the payload be 0, is there a race
	}{
		{"released and acquired", release, acquire, false, false},
		{"relaxed store", 0, acquire, true, true},
		{"relaxed load", release, 0, true, true},
		{"not made available", Release, acquire, true, true},
		{"not made visible", release, Acquire, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := messagePassing(c.release, c.acquire)
			seen := Returned{2, "=", 1}
			for _, q := range []struct {
				what string
				cond Condition
				want bool
			}{
				{"payload seen", And{Consistent{}, seen, Returned{3, "=", 42}}, true},
				{"payload stale", And{Consistent{}, seen, Returned{3, "=", 0}}, c.stale},
				{"race", And{Racy(), seen}, c.raceful},
			} {
				a, err := Solve(p, q.cond, Options{})
				if err != nil || a.Satisfiable != q.want {
					t.Errorf("%s: %t, %v; want %t", q.what, a.Satisfiable, err, q.want)
				}
			}
		})
	}
}

// TestStoreBuffering: two threads each write one location and read the other. Reads
// that miss both writes are allowed to releases and acquires, but not to
// read-modify-writes that all acquire and release: that is what SeqCst becomes.
func TestStoreBuffering(t *testing.T) {
	weak := parse(t, `
NEWWG
NEWSG
NEWTHREAD
st.atom.rel.scopedev.sc0.semsc0 x = 1
ld.atom.acq.scopedev.sc0.semsc0 y
NEWWG
NEWSG
NEWTHREAD
st.atom.rel.scopedev.sc0.semsc0 y = 1
ld.atom.acq.scopedev.sc0.semsc0 x
`).Program
	states, racy := outcomes(t, weak, func(x *Execution) string { return fmt.Sprint(x.Read(1), x.Read(3)) })
	if want := []string{"0 0", "0 1", "1 0", "1 1"}; !slices.Equal(states, want) || racy {
		t.Errorf("release and acquire: %q, race %t; want %q without race", states, racy, want)
	}

	b := NewBuilder("store buffering of RMWs")
	same := func(read int64) int64 { return read }
	for i, vars := range [][2]string{{"x", "y"}, {"y", "x"}} {
		b.NewGroup()
		b.NewThread(fmt.Sprint("t", i))
		strong := RMW | Acquire | Release
		b.Add(Event{Flags: strong, Scope: Device, Class: 1, Semantics: 1, Writes: Of(1), Text: "exchange " + vars[0]}, vars[0])
		b.Add(Event{Flags: strong, Scope: Device, Class: 1, Semantics: 1, Modify: same, Text: "or 0 " + vars[1]}, vars[1])
	}
	p, err := b.Program()
	if err != nil {
		t.Fatal(err)
	}
	states, racy = outcomes(t, p, func(x *Execution) string { return fmt.Sprint(x.Read(1), x.Read(3)) })
	if want := []string{"0 1", "1 0", "1 1"}; !slices.Equal(states, want) || racy {
		t.Errorf("RMWs: %q, race %t; want %q without race", states, racy, want)
	}
}

// TestCounter: three increments of one counter add up, whatever their order, and each
// of the three sees another value.
func TestCounter(t *testing.T) {
	b := NewBuilder("counter")
	for i := range 3 {
		b.NewGroup()
		b.NewThread(fmt.Sprint("t", i))
		b.Add(Event{Flags: RMW, Scope: Device, Class: 1, Modify: func(n int64) int64 { return n + 1 }, Text: "add"}, "n")
	}
	p, err := b.Program()
	if err != nil {
		t.Fatal(err)
	}
	states, racy := outcomes(t, p, func(x *Execution) string {
		return fmt.Sprint(x.Read(0), x.Read(1), x.Read(2), x.Final(0))
	})
	want := []string{"0 1 2 [3]", "0 2 1 [3]", "1 0 2 [3]", "1 2 0 [3]", "2 0 1 [3]", "2 1 0 [3]"}
	if !slices.Equal(states, want) || racy {
		t.Errorf("%q, race %t; want %q without race", states, racy, want)
	}
}

// TestOutOfThinAir: two threads that copy what they read can only copy 0.
func TestOutOfThinAir(t *testing.T) {
	b := NewBuilder("copies")
	for _, vars := range [][2]string{{"x", "y"}, {"y", "x"}} {
		b.NewGroup()
		b.NewThread("")
		from := b.Add(Event{Flags: Read | Atomic, Scope: Device, Class: 1, Text: "load"}, vars[0])
		b.Add(Event{Flags: Write | Atomic, Scope: Device, Class: 1, Copies: true, CopyOf: from, Text: "store"}, vars[1])
	}
	p, err := b.Program()
	if err != nil {
		t.Fatal(err)
	}
	states, _ := outcomes(t, p, func(x *Execution) string { return fmt.Sprint(x.Final(0), x.Final(1)) })
	if want := []string{"[0] [0]"}; !slices.Equal(states, want) {
		t.Errorf("final states %q, want %q", states, want)
	}
}

// TestBarrierByOrder: barriers without numbers meet in program order, and one that a
// thread never reaches is a deadlock.
func TestBarrierByOrder(t *testing.T) {
	build := func(second bool) (*Program, error) {
		b := NewBuilder("barrier")
		barrier := Event{Flags: ControlBarrier | Acquire | Release | MakeAvailable | MakeVisible,
			Scope: Workgroup, Execution: Workgroup, Semantics: 2, Text: "barrier"}
		b.NewThread("writer")
		b.Add(Event{Flags: Write | NonPrivate, Class: 2, Writes: Of(7), Text: "x = 7"}, "x")
		b.Add(barrier, "")
		b.NewSubgroup()
		b.NewThread("reader")
		if second {
			b.Add(barrier, "")
		}
		b.Add(Event{Flags: Read | NonPrivate, Class: 2, Text: "r = x"}, "x")
		return b.Program()
	}
	p, err := build(true)
	if err != nil {
		t.Fatal(err)
	}
	states, racy := outcomes(t, p, func(x *Execution) string { return x.Read(3).String() })
	if !slices.Equal(states, []string{"7"}) || racy {
		t.Errorf("reads %q, race %t; want 7 without race", states, racy)
	}
	if p, err = build(false); err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(p, Consistent{}, Options{}); err == nil || !strings.Contains(err.Error(), "deadlock") {
		t.Errorf("a barrier without its other half: %v", err)
	}
}

// TestLimit: a search that may not look further says so.
func TestLimit(t *testing.T) {
	if _, err := Solve(messagePassing(0, 0), And{Consistent{}, Returned{2, "=", 9}}, Options{Limit: 2}); !errors.Is(err, ErrLimit) {
		t.Errorf("error %v, want %v", err, ErrLimit)
	}
}

// TestMalformed: what a litmus text may not say.
func TestMalformed(t *testing.T) {
	head := "NEWWG\nNEWSG\nNEWTHREAD\n"
	for _, c := range []struct{ text, want string }{
		{"st.sc0 x = 1", "no thread"},
		{head + "st.sc0 x = 1 2", "too many values"},
		{head + "st.sc9 x = 1", `no token "sc9"`},
		{head + "st x = 1", "no single storage class"},
		{head + "st.atom.sc0 x = 1", "no scope"},
		{head + "st.scopewg.scopedev.sc0 x = 1", "two scopes"},
		{head + "ld.sc0", "names a variable"},
		{head + "membar.scopedev", "neither acquires nor releases"},
		{head + "st.atom.acq.scopedev.sc0.semsc0 x = 1", "acquires, but is no atomic read"},
		{head + "st.atom.semav.scopedev.sc0 x = 1", "makes available without release"},
		{head + "cbar.scopewg one", `"one" is no number`},
		{head + "ld.sc0 x\nSSW 0 1", "names no thread"},
		{head + "ld.sc0 x\nSATISFIABLE consistent[X] &&", "no comparison"},
		{head + "ld.sc0 x\nSATISFIABLE #zz=0", `no relation "zz"`},
		{head + "ld.sc0 x\nSATISFIABLE y=0", `no variable "y"`},
		{head + "ld.sc0 x\nSATISFIABLE (x=0", "no )"},
	} {
		if _, err := ParseLitmus("t", c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}

// TestFinalConditions: conditions on final values, with or, not and parentheses.
func TestFinalConditions(t *testing.T) {
	test := parse(t, `
NEWWG
NEWSG
NEWTHREAD
st.atom.scopedev.sc0 x = 1
NEWWG
NEWSG
NEWTHREAD
st.atom.scopedev.sc0 x = 2
SATISFIABLE consistent[X] && x = 1
SATISFIABLE consistent[X] && x = 2
NOSOLUTION consistent[X] && x = 0
NOSOLUTION consistent[X] && !(x = 1 || x = 2)
`)
	for i := range test.Verdicts {
		if ok, a, err := test.Verdicts[i].Check(test.Program); !ok {
			t.Errorf("%s: %t, %v", test.Verdicts[i].Text, a.Satisfiable, err)
		}
	}
}

// TestWitness: an execution as a table and as a graph.
func TestWitness(t *testing.T) {
	a, err := Solve(messagePassing(0, 0), And{Consistent{}, Returned{2, "=", 1}, Returned{3, "=", 0}}, Options{})
	if err != nil || !a.Satisfiable {
		t.Fatalf("no stale read: %v", err)
	}
	want := `#  thread    operation  reads  from     writes
0  producer  data = 42                  42
1  producer  flag = 1                   1
2  consumer  f = flag   1      1
3  consumer  d = data   0      initial
from-read: 3→0
data race: 0→3
`
	if got := a.Witness.Table(); got != want {
		t.Errorf("table\n%s\nwant\n%s", got, want)
	}
	dot := a.Witness.Graphviz()
	for _, line := range []string{
		"e0 [label=\"0: data = 42\"];",
		"e3 [label=\"3: d = data → 0\"];",
		"e0 -> e1;",
		"e1 -> e2 [constraint=false color=darkgreen label=rf];",
		"e0 -> e3 [constraint=false color=red style=dashed dir=both penwidth=2 label=race];",
	} {
		if !strings.Contains(dot, line) {
			t.Errorf("graph lacks %s:\n%s", line, dot)
		}
	}
}
