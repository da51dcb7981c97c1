package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc/interp"
)

// faultCase is a kernel that does something wrong and how that is reported.
type faultCase struct {
	name string
	body string
	kind interp.FaultKind
	text string // part of the report
	want []uint32
}

// The robust results: an access out of bounds reads zero and writes nothing.
func faultCases() []faultCase {
	return []faultCase{
		{"buffer read out of bounds", `out0[0] = data[i + 4] + 1;`, interp.OutOfBounds, "k.slang:9:", []uint32{1}},
		{"buffer write out of bounds", `out0[0] = 5; data[i + 4] = 1;`, interp.OutOfBounds, "bytes 16 to 20 of data, which has 16", []uint32{5}},
		{"negative index", `int k = int(i) - 1; out0[0] = data[k] + 1;`, interp.OutOfBounds, "index -1 is negative", []uint32{1}},
		{"groupshared out of bounds", `tile[i + 64] = 7; out0[0] = 2;`, interp.OutOfBounds, "index 64, the length is 64", []uint32{2}},
		{"local array out of bounds", `uint a[4] = { 1, 2, 3, 4 }; out0[0] = a[data[0] + 4] + 1;`, interp.OutOfBounds, "index 4, the length is 4", []uint32{1}},
		{"vector component out of bounds", `uint3 a = uint3(1, 2, 3); out0[0] = a[data[0] + 3] + 1;`, interp.OutOfBounds, "index 3, the length is 3", []uint32{1}},
		{"atomic out of bounds", `out0[0] = flag[i + 9].add(1) + 1;`, interp.OutOfBounds, "of flag", []uint32{1}},
		{"division by zero", `out0[0] = 5 / data[0];`, interp.DivisionByZero, "the divisor is zero", []uint32{0}},
		{"remainder by zero", `out0[0] = 1 + 5 % data[0];`, interp.DivisionByZero, "the divisor is zero", []uint32{1}},
		{"uninitialised variable", `uint x; if (data[0] == 1) x = 1; out0[0] = x;`, interp.Uninitialised, "x is read before", []uint32{0}},
		{"uninitialised groupshared", `out0[0] = tile[3];`, interp.Uninitialised, "tile is read before", []uint32{0}},
		{"uninitialised atomic", `out0[0] = gflag.add(1);`, interp.Uninitialised, "gflag is read before", []uint32{0}},
		{"endless loop", `while (flag[0].load() == 0) {} out0[0] = 1;`, interp.Spin, "not ended after 10000 instructions", []uint32{0}},
		{"endless loop without memory", `uint n = 0; for (;;) { n++; if (n == 0) break; } out0[0] = n;`, interp.Spin, "not ended after 10000 instructions", []uint32{0}},
	}
}

// TestStoreInitialises: a store to a SeqCst object is an exchange; it reads nothing that
// matters, so that it may come first.
func TestStoreInitialises(t *testing.T) {
	m, sources := kernel(t, entry("1", `gflag.store(3, MemoryOrder.SeqCst); gflag.exchange(4); out0[0] = gflag.load(MemoryOrder.SeqCst);`))
	res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Sources: sources, Buffers: map[string][]byte{"out0": make([]byte, 16)}})
	if got := unwords(res.Buffer("out0"))[0]; len(res.Faults) != 0 || got != 4 {
		t.Errorf("out0 is %d, faults %v", got, res.Faults)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range faultCases() {
		t.Run(c.name, func(t *testing.T) {
			m, sources := kernel(t, entry("1", c.body))
			res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Sources: sources, MaxSteps: 10000, Buffers: map[string][]byte{
				"data": make([]byte, 16), "out0": make([]byte, 16), "flag": make([]byte, 16)}})
			if len(res.Faults) != 1 {
				t.Fatalf("%d faults: %v\n%s", len(res.Faults), res.Faults, m)
			}
			f := res.Faults[0]
			if s := f.String(); f.Kind != c.kind || !strings.Contains(s, c.text) || !strings.Contains(s, "k.slang:9:") || !strings.Contains(s, "group (0,0,0) thread (0,0,0)") {
				t.Errorf("%s", s)
			}
			if got := unwords(res.Buffer("out0"))[:len(c.want)]; !slices.Equal(got, c.want) {
				t.Errorf("out0 is %v", got)
			}
		})
	}
}

// TestFaultsAreCounted: one report an instruction.
func TestFaultsAreCounted(t *testing.T) {
	m, sources := kernel(t, entry("64", `out0[i] = data[i + 4];`))
	res := run(t, m, interp.Config{Groups: [3]int{2, 1, 1}, Sources: sources, Buffers: map[string][]byte{"data": make([]byte, 16)}})
	if len(res.Faults) != 1 || res.Faults[0].Count != 128 {
		t.Error(res.Faults)
	}
}

// TestInitialised: nothing is reported of a variable that is written in part, or by a callee.
func TestInitialised(t *testing.T) {
	m, sources := kernel(t, declarations+`
struct S { uint a; uint b[2]; }
void give(out uint x) { x = 4; }
[shader("compute")] [numthreads(1, 1, 1)] void computeMain() {
    S s; s.b[1] = 3; S copy = s;
    uint x; give(x);
    float2 v; v.y = 2.0;
    out0[0] = copy.b[1] + x + uint(v.y);
}`)
	res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Sources: sources})
	if got := unwords(res.Buffer("out0"))[0]; got != 9 || !res.Clean() {
		t.Error(got, res.Faults)
	}
}

func TestDeadlock(t *testing.T) {
	for _, c := range []struct {
		name, body        string
		waiting, finished int
		what, where       string
	}{
		{"some have ended", `if (i < 40) { AllMemoryBarrierWithGroupSync(); } out0[i] = 1;`, 40, 24, "workgroup barrier", "k.slang:"},
		{"two barriers", `if (i < 40) { AllMemoryBarrierWithGroupSync(); } else { AllMemoryBarrierWithGroupSync(); }`, 64, 0, "workgroup barrier", "k.slang:"},
		{"iterations differ", `for (uint n = 0; n < 1 + i % 2; n++) AllMemoryBarrierWithGroupSync();`, 32, 32, "workgroup barrier", "k.slang:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(entry("64", c.body), "void computeMain", "/* */ void computeMain", 1)
			m, sources := divergent(t, text)
			for seed := range uint64(5) {
				res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Seed: seed, Sources: sources})
				d := res.Deadlock
				if d == nil || len(d.Waiting) != c.waiting || len(d.Finished) != c.finished {
					t.Fatalf("%v", d)
				}
				if w := d.Waiting[0]; w.What != c.what || !strings.Contains(w.Place.String(), c.where) || !strings.Contains(d.String(), fmt.Sprint(c.waiting)) {
					t.Error(d)
				}
			}
		})
	}
}

// A run ends when the caller says so, also in the middle of an endless loop.
func TestDone(t *testing.T) {
	m, _ := kernel(t, entry("1", "for (uint n = 0; ; n++) { if (n == 0xffffffffu) out0[0] = data[0]; }"))
	done := make(chan struct{})
	close(done)
	res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, MaxSteps: 1 << 40, Done: done})
	if res.Steps == 0 || res.Steps >= 1<<40 || len(res.Faults) != 0 {
		t.Error(res.Steps, res.Faults)
	}
}
