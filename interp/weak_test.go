package interp_test

import (
	"fmt"
	"testing"

	"slc/interp"
)

// litmus is a small program whose outcomes in the weak model are known: out0 holds what was read.
type litmus struct {
	name    string
	body    string // groups 0, 1, … are the threads
	groups  int
	seen    []string // outcomes that must turn up
	never   []string // outcomes that must not
	results int      // words of out0
}

// The outcomes follow from the Vulkan memory model: a relaxed read may return any
// write that is neither hidden by a later one that happens before the read (or that its
// invocation has read or written), nor unordered with itself.
func litmusTests() []litmus {
	return []litmus{
		{"MP relaxed", `
    if (group.x == 0) { flag[1].store(1); flag[0].store(1); }
    else { out0[0] = flag[0].load(); out0[1] = flag[1].load(); }`, 2, []string{"[1 0]", "[0 0]", "[1 1]", "[0 1]"}, nil, 2},
		{"MP release acquire", `
    if (group.x == 0) { flag[1].store(1); flag[0].store(1, MemoryOrder.Release); }
    else { out0[0] = flag[0].load(MemoryOrder.Acquire); out0[1] = flag[1].load(); }`, 2, []string{"[0 0]", "[1 1]", "[0 1]"}, []string{"[1 0]"}, 2},
		{"MP release relaxed", `
    if (group.x == 0) { flag[1].store(1); flag[0].store(1, MemoryOrder.Release); }
    else { out0[0] = flag[0].load(); out0[1] = flag[1].load(); }`, 2, []string{"[1 0]"}, nil, 2},
		{"MP fences", `
    if (group.x == 0) { flag[1].store(1); DeviceMemoryBarrier(); flag[0].store(1); }
    else { out0[0] = flag[0].load(); DeviceMemoryBarrier(); out0[1] = flag[1].load(); }`, 2, []string{"[0 0]", "[1 1]"}, []string{"[1 0]"}, 2},
		{"MP plain data, relaxed flag", `
    if (group.x == 0) { data[0] = 1; flag[0].store(1); }
    else { out0[0] = flag[0].load(); out0[1] = data[0]; }`, 2, []string{"[1 0]"}, nil, 2},
		{"SB relaxed", `
    if (group.x == 0) { flag[0].store(1); out0[0] = flag[1].load(); }
    else { flag[1].store(1); out0[1] = flag[0].load(); }`, 2, []string{"[0 0]", "[0 1]", "[1 0]", "[1 1]"}, nil, 2},
		{"SB release acquire", `
    if (group.x == 0) { flag[0].store(1, MemoryOrder.Release); out0[0] = flag[1].load(MemoryOrder.Acquire); }
    else { flag[1].store(1, MemoryOrder.Release); out0[1] = flag[0].load(MemoryOrder.Acquire); }`, 2, []string{"[0 0]"}, nil, 2},
		{"SB seq_cst", `
    if (group.x == 0) { flag[0].store(1, MemoryOrder.SeqCst); out0[0] = flag[1].load(MemoryOrder.SeqCst); }
    else { flag[1].store(1, MemoryOrder.SeqCst); out0[1] = flag[0].load(MemoryOrder.SeqCst); }`, 2, []string{"[0 1]", "[1 0]", "[1 1]"}, []string{"[0 0]"}, 2},
		{"coherence of reads", `
    if (group.x == 0) { flag[0].store(1); flag[0].store(2); }
    else { out0[0] = flag[0].load(); out0[1] = flag[0].load(); }`, 2, []string{"[1 2]", "[0 2]", "[0 0]"}, []string{"[2 1]", "[2 0]", "[1 0]"}, 2},
		{"own write is seen", `
    if (group.x == 0) { flag[0].store(1); out0[0] = flag[0].load(); }`, 1, []string{"[1]"}, []string{"[0]"}, 1},
		{"read-modify-writes read the last", `
    out0[group.x] = flag[0].add(1);`, 2, []string{"[0 1]", "[1 0]"}, []string{"[0 0]", "[1 1]"}, 2},
		{"WRC", `
    if (group.x == 0) flag[0].store(1);
    else if (group.x == 1) { if (flag[0].load(MemoryOrder.Acquire) == 1) flag[1].store(1, MemoryOrder.Release); }
    else { out0[0] = flag[1].load(MemoryOrder.Acquire); out0[1] = flag[0].load(); }`, 3, []string{"[1 1]", "[0 0]"}, []string{"[1 0]"}, 2},
		{"WRC relaxed", `
    if (group.x == 0) flag[0].store(1);
    else if (group.x == 1) { if (flag[0].load() == 1) flag[1].store(1); }
    else { out0[0] = flag[1].load(); out0[1] = flag[0].load(); }`, 3, []string{"[1 0]"}, nil, 2},
		{"2+2W relaxed", `
    if (group.x == 0) { flag[0].store(1); flag[1].store(2); }
    else if (group.x == 1) { flag[1].store(1); flag[0].store(2); }
    AllMemoryBarrier();
    if (flag[2].add(1) == 1) { AllMemoryBarrier(); out0[0] = flag[0].load(); out0[1] = flag[1].load(); }`, 2, []string{"[1 1]", "[2 2]", "[1 2]"}, nil, 2},
		{"a store does not hide behind a later read-modify-write", `
    if (group.x == 0) { flag[0].store(5); flag[1].store(1); }
    else if (flag[1].load() == 1) out0[0] = flag[0].add(1) + 1;`, 2, []string{"[6]", "[1]", "[0]"}, nil, 1},
		{"IRIW acquire", `
    if (group.x == 0) flag[0].store(1, MemoryOrder.Release);
    else if (group.x == 1) flag[1].store(1, MemoryOrder.Release);
    else if (group.x == 2) { out0[0] = flag[0].load(MemoryOrder.Acquire); out0[1] = flag[1].load(MemoryOrder.Acquire); }
    else { out0[2] = flag[1].load(MemoryOrder.Acquire); out0[3] = flag[0].load(MemoryOrder.Acquire); }`, 4, []string{"[1 0 1 0]"}, nil, 4},
		{"IRIW seq_cst", `
    if (group.x == 0) flag[0].store(1, MemoryOrder.SeqCst);
    else if (group.x == 1) flag[1].store(1, MemoryOrder.SeqCst);
    else if (group.x == 2) { out0[0] = flag[0].load(MemoryOrder.SeqCst); out0[1] = flag[1].load(MemoryOrder.SeqCst); }
    else { out0[2] = flag[1].load(MemoryOrder.SeqCst); out0[3] = flag[0].load(MemoryOrder.SeqCst); }`, 4, []string{"[1 1 1 1]"}, []string{"[1 0 1 0]"}, 4},
	}
}

func TestLitmus(t *testing.T) {
	const seeds = 10000
	for _, l := range litmusTests() {
		t.Run(l.name, func(t *testing.T) {
			m, _ := kernel(t, entry("1", l.body))
			cfg := interp.Config{Groups: [3]int{l.groups, 1, 1}, Memory: interp.Weak, Buffers: map[string][]byte{
				"out0": make([]byte, 4*l.results), "flag": make([]byte, 12), "data": make([]byte, 8)}}
			sum, err := interp.Explore(m, m.Entries[0], cfg, seeds)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]uint64{}
			for _, o := range sum.Outcomes {
				got[fmt.Sprint(unwords(o.Result.Buffer("out0")))] = o.Seed
			}
			for _, s := range l.seen {
				seed, ok := got[s]
				if !ok {
					t.Errorf("%s never came out: %v", s, got)
					continue
				}
				cfg.Seed = seed // the seed replays it
				if again := fmt.Sprint(unwords(run(t, m, cfg).Buffer("out0"))); again != s {
					t.Errorf("seed %d gives %s, not %s", seed, again, s)
				}
			}
			for _, s := range l.never {
				if seed, ok := got[s]; ok {
					t.Errorf("%s came out with seed %d", s, seed)
				}
			}
		})
	}
}

// TestInterleavingIsStrong: without the weak model no load is stale.
func TestInterleavingIsStrong(t *testing.T) {
	m, _ := kernel(t, entry("1", litmusTests()[0].body))
	for seed := range uint64(500) {
		res := run(t, m, interp.Config{Groups: [3]int{2, 1, 1}, Seed: seed, Buffers: map[string][]byte{"out0": make([]byte, 8)}})
		if got := fmt.Sprint(unwords(res.Buffer("out0"))); got == "[1 0]" {
			t.Fatalf("seed %d gives %s", seed, got)
		}
	}
}
