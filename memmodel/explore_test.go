package memmodel_test

import (
	"strings"
	"testing"

	"slc/memmodel"
)

// two makes a kernel of two workgroups of one invocation, one for each body.
func two(first, second string) string {
	return `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> y;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0) {` + first + `}
    else {` + second + `}
}
`
}

// TestLoadBufferingKernels: relaxed stores may be performed before the loads before them, also where the
// value is the same on both sides of a branch; acquire and release forbid that; and no value comes
// out of thin air.
func TestLoadBufferingKernels(t *testing.T) {
	for _, c := range []struct {
		name, first, second string
		both                bool // the outcome in which each sees the other's store
	}{
		{"relaxed", "uint a = x[0].load(); y[0].store(1); seen[0] = a;", "uint a = y[0].load(); x[0].store(1); seen[1] = a;", true},
		{"a branch without effect", "uint a = x[0].load(); if (a == 1) y[0].store(1); else y[0].store(1); seen[0] = a;",
			"uint a = y[0].load(); x[0].store(1); seen[1] = a;", true},
		{"one side ordered", "uint a = x[0].load(MemoryOrder.Acquire); y[0].store(1); seen[0] = a;",
			"uint a = y[0].load(); x[0].store(1, MemoryOrder.Release); seen[1] = a;", false},
		{"thin air", "uint a = x[0].load(); y[0].store(a); seen[0] = a;", "uint a = y[0].load(); x[0].store(a); seen[1] = a;", false},
		{"a branch that decides", "uint a = x[0].load(); if (a == 1) y[0].store(1); seen[0] = a;",
			"uint a = y[0].load(); if (a == 1) x[0].store(1); seen[1] = a;", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := verify(t, compile(t, two(c.first, c.second)), memmodel.Launch{Groups: 2})
			found := false
			for _, s := range r.States {
				found = found || strings.Contains(s, "seen[0]=1 seen[1]=1")
			}
			if found != c.both || len(r.Races) > 0 {
				t.Errorf("states %q, races %d; both seen wanted: %t", r.States, len(r.Races), c.both)
			}
		})
	}
}

// TestLoops: waits are followed to their end; what depends on how often a loop ran is not.
func TestLoops(t *testing.T) {
	const one = "x[0].store(1);"
	for _, c := range []struct {
		name, second string
		bound        bool
		want         []string
	}{
		{"bounded wait", "for (uint i = 0; i < 1000000; i++) if (x[0].load() == 1) { seen[0] = 1; break; }", false, []string{"seen[0]=0", "seen[0]=1"}},
		{"nested waits", "for (uint i = 0; i < 100000; i++) for (uint j = 0; j < 100000; j++) if (x[0].load() == 1) { seen[0] = 1; return; } seen[0] = 2;",
			false, []string{"seen[0]=1", "seen[0]=2"}},
		{"counting down", "for (int i = 5000; i > 0; i--) if (x[0].load() == 1) { seen[0] = 1; break; }", false, []string{"seen[0]=0", "seen[0]=1"}},
		// How often it looked in vain is stored: every number is possible.
		{"a counter that is stored", "uint i = 0; for (; i < 1000; i++) if (x[0].load() == 1) break; seen[0] = i;", true, nil},
		{"a short loop, counter stored", "uint i = 0; for (; i < 3; i++) if (x[0].load() == 1) break; seen[0] = i;",
			false, []string{"seen[0]=0", "seen[0]=1", "seen[0]=2", "seen[0]=3"}},
		// How often it sees the store counts, from never to each time.
		{"iterations that write", "for (uint i = 0; i < 3; i++) if (x[0].load() == 1) y[0].add(1); seen[0] = y[0].load();",
			false, []string{"seen[0]=0", "seen[0]=1", "seen[0]=2", "seen[0]=3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := verify(t, compile(t, two(one, c.second)), memmodel.Launch{Groups: 2, Unroll: 16})
			if r.Bound != c.bound {
				t.Errorf("bound reached: %t, want %t", r.Bound, c.bound)
			}
			if c.want != nil {
				expect(t, r, false, []string{"seen"}, c.want...)
			}
		})
	}
}

// TestEndless: a loop that waits for what nobody writes.
func TestEndless(t *testing.T) {
	r := verify(t, compile(t, two("y[0].store(1);", "while (x[0].load() == 0) {} seen[0] = 1;")), memmodel.Launch{Groups: 2})
	if !strings.Contains(r.Deadlock, "group 1, invocation 0 is in a loop that does not end") {
		t.Errorf("deadlock %q", r.Deadlock)
	}
}

// TestDynamicIndices: which element is written depends on what was read.
func TestDynamicIndices(t *testing.T) {
	r := verify(t, compile(t, two("seen[x[0].add(1)] = 5;", "seen[x[0].add(1)] = 6;")), memmodel.Launch{Groups: 2})
	expect(t, r, false, []string{"seen"}, "seen[0]=5 seen[1]=6", "seen[0]=6 seen[1]=5")
	r = verify(t, compile(t, two("seen[x[0].load()] = 5;", "x[0].store(1); seen[1] = 6;")), memmodel.Launch{Groups: 2})
	expect(t, r, true, nil)
}

// TestExpectations: conditions on final states.
func TestExpectations(t *testing.T) {
	values := map[string]memmodel.Number{"a[0]": {N: 3}, "b.x": {N: -1}, "f": {Float: float64(float32(0.1)), Bits: 32}, "d": {Float: 1.5, Bits: 64}}
	get := func(name string) (memmodel.Number, bool) { n, ok := values[name]; return n, ok }
	for text, want := range map[string]bool{
		"a[0] == 3": true, "a[0] != 3": false, "a[0] == 2 || b.x == -1": true, "a[0] == 3 && b.x >= 0": false,
		"!(a[0] < 3) && a[0] <= 3": true, "a[0] * 2 + 1 == 7": true, "a[0] % 2 == 1": true, "a[0] / 0 == 1": false, "0x3 == a[0]": true,
		"f == 0.1": true, "0.1 != f": false, "f < 0.2 && f > 0": true, "d == 1.5": true, "d == f": false, "d * 2 == a[0]": true, "d & 1": false, "-d == -1.5": true, "d * 10 == 1.5e1": true,
	} {
		e, err := memmodel.ParseExpectation(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := e.Holds(get); got != want {
			t.Errorf("%s is %t", text, got)
		}
	}
	for _, text := range []string{"", "a[0] ==", "(a[0]", "a[0] == 1 2", "1 +", "&& 1", strings.Repeat("(", 1000)} {
		if _, err := memmodel.ParseExpectation(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
