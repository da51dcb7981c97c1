package interp_test

import (
	"slices"
	"strings"
	"testing"

	"slc/interp"
	"slc/lower/ir"
	"slc/sema/builtin"
)

// raceCase is a kernel and what race detection says about it.
type raceCase struct {
	name   string
	text   string
	groups int
	wave   int
	races  string // part of the advice; "": there is no race
}

const declarations = `
RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<uint> out0;
groupshared uint tile[64];
groupshared Atomic<uint> gflag;
`

func entry(threads, body string) string {
	return declarations + `
[shader("compute")] [numthreads(` + threads + `, 1, 1)]
void computeMain(uint3 group : SV_GroupID, uint i : SV_GroupIndex) {` + body + `}`
}

// publish is message passing between workgroups with the given orders; the reader reads only what it
// has seen the flag of.
func publish(write, read string) string {
	return entry("1", `
    if (group.x == 0) { data[0] = 42; `+write+` }
    else { for (uint n = 0; n < 1000; n++) { if (`+read+`) { out0[0] = data[0]; break; } } }`)
}

func raceCases() []raceCase {
	const release, acquire = `flag[0].store(1, MemoryOrder.Release);`, `flag[0].load(MemoryOrder.Acquire) == 1`
	const far = "store to an Atomic with MemoryOrder.Release"
	return []raceCase{
		{"message passing", publish(release, acquire), 2, 32, ""},
		{"relaxed store", publish(`flag[0].store(1);`, acquire), 2, 32, far},
		{"relaxed load", publish(release, `flag[0].load() == 1`), 2, 32, far},
		{"release by fence", publish(`DeviceMemoryBarrier(); flag[0].store(1);`, acquire), 2, 32, ""},
		{"acquire by fence", entry("1", `
    if (group.x == 0) { data[0] = 42; flag[0].store(1, MemoryOrder.Release); }
    else { for (uint n = 0; n < 1000; n++) { if (flag[0].load() == 1) { DeviceMemoryBarrier(); out0[0] = data[0]; break; } } }`), 2, 32, ""},
		{"fence over groupshared only", publish(`GroupMemoryBarrier(); flag[0].store(1);`, acquire) + "\nvoid unused() { tile[0] = 1; }", 2, 32, far},
		{"seq_cst", publish(`flag[0].store(1, MemoryOrder.SeqCst);`, `flag[0].load(MemoryOrder.SeqCst) == 1`), 2, 32, ""},
		{"release sequence", entry("1", `
    if (group.x == 0) { data[0] = 42; flag[0].store(1, MemoryOrder.Release); }
    else if (group.x == 1) { for (uint n = 0; n < 1000; n++) if (flag[0].compareExchange(1, 2) == 1) break; }
    else { for (uint n = 0; n < 1000; n++) { if (flag[0].load(MemoryOrder.Acquire) == 2) { out0[0] = data[0]; break; } } }`), 3, 32, ""},
		{"plain store ends no release sequence of others", entry("1", `
    if (group.x == 0) { data[0] = 42; flag[0].store(1, MemoryOrder.Release); }
    else if (group.x == 1) { if (flag[0].load() == 1) flag[0].store(2); }
    else { for (uint n = 0; n < 1000; n++) { if (flag[0].load(MemoryOrder.Acquire) == 2) { out0[0] = data[0]; break; } } }`), 3, 32, far},
		{"write after write", entry("1", `data[0] = group.x;`), 2, 32, far},
		{"neighbouring words", entry("1", `data[group.x] = group.x;`), 2, 32, ""},
		{"workgroup barrier", entry("64", `tile[i] = i; GroupMemoryBarrierWithGroupSync(); out0[i] = tile[63 - i];`), 1, 32, ""},
		{"no barrier", entry("64", `tile[i] = i; out0[i] = tile[63 - i];`), 1, 32, "GroupMemoryBarrierWithGroupSync()"},
		{"barrier over groupshared does not order buffers", entry("64", `data[i] = i; tile[i] = i; GroupMemoryBarrierWithGroupSync(); out0[i] = data[63 - i] + tile[i];`), 1, 32,
			"does not order buffers"},
		{"barrier over all orders buffers", entry("64", `data[i] = i; AllMemoryBarrierWithGroupSync(); out0[i] = data[63 - i];`), 1, 32, ""},
		{"wave barrier in one wave", entry("32", `tile[i] = i; GroupMemoryBarrierWithWaveSync(); out0[i] = tile[31 - i];`), 1, 32, ""},
		{"wave barrier between waves", entry("32", `tile[i] = i; GroupMemoryBarrierWithWaveSync(); out0[i] = tile[31 - i];`), 1, 16, "GroupMemoryBarrierWithGroupSync()"},
		{"barrier without memory", entry("64", `data[i] = i; GroupMemoryBarrierWithGroupSync(); out0[i] = data[63 - i];`), 1, 32, "AllMemoryBarrierWithGroupSync()"},
		{"atomics do not race", entry("64", `flag[0].add(1); gflag.store(1);`), 2, 32, ""},
		{"atomic against plain", declarations + `
[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint i : SV_GroupIndex) { if (i == 0) InterlockedAdd(data[0], 1); else data[0] = 2; }`, 1, 32, "AllMemoryBarrierWithGroupSync()"},
		{"workgroup scope does not reach another workgroup", publish(`groupMemoryBarrier(); flag[0].store(1);`, acquire), 2, 32, far},
		{"a chain leaves out a space", entry("2", `
    if (group.x == 0) {
        if (i == 1) data[0] = 42;
        tile[i] = i;
        groupMemoryBarrier(); barrier();
        if (i == 0) flag[0].store(1, MemoryOrder.Release);
    } else if (i == 0) { for (uint n = 0; n < 1000; n++) { if (flag[0].load(MemoryOrder.Acquire) == 1) { out0[0] = data[0]; break; } } }`), 2, 32,
			"does not order buffers"},
	}
}

func TestRaces(t *testing.T) {
	for _, c := range raceCases() {
		t.Run(c.name, func(t *testing.T) {
			m, sources := kernel(t, c.text)
			found, passed := false, false
			for seed := range uint64(40) {
				res := run(t, m, interp.Config{Groups: [3]int{c.groups, 1, 1}, WaveSize: c.wave, Seed: seed, Race: true, Sources: sources})
				for _, f := range res.Faults {
					if f.Kind != interp.Uninitialised || c.races == "" { // a missing barrier shows as that too
						t.Fatal(f)
					}
				}
				if res.Deadlock != nil {
					t.Fatal(res.Deadlock)
				}
				passed = passed || slices.Contains(unwords(res.Buffer("out0")), 42)
				for _, r := range res.Races {
					found = true
					if c.races == "" || !strings.Contains(r.Advice, c.races) {
						t.Fatalf("seed %d: %s\n%s", seed, r, m)
					}
				}
			}
			if !passed && strings.Contains(c.text, "data[0] = 42") {
				t.Error("the message never arrived")
			}
			if !found && c.races != "" {
				t.Errorf("no race was found\n%s", m)
			}
		})
	}
}

// TestScopes: what a workgroup passes on to another must have been made available at device scope by the barrier
// itself, unless the module has availability and visibility chains (lowering.md §1).
func TestScopes(t *testing.T) {
	m, sources := kernel(t, entry("2", `
    if (group.x == 0) {
        if (i == 1) data[0] = 42;
        AllMemoryBarrierWithGroupSync();
        if (i == 0) flag[0].store(1, MemoryOrder.Release);
    } else if (i == 0) { for (uint n = 0; n < 1000; n++) { if (flag[0].load(MemoryOrder.Acquire) == 1) { out0[0] = data[0]; break; } } }`))
	find := func() string {
		for seed := range uint64(40) {
			res := run(t, m, interp.Config{Groups: [3]int{2, 1, 1}, Seed: seed, Race: true, Sources: sources})
			if len(res.Races) > 0 {
				return res.Races[0].Advice
			}
		}
		return ""
	}
	if advice := find(); advice != "" {
		t.Error(advice)
	}
	m.Funcs[0].Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpBarrier {
			in.Mem.Scope = builtin.ScopeWorkgroup
		}
	})
	if advice := find(); !strings.Contains(advice, "needs device scope") {
		t.Errorf("advice %q", advice)
	}
	m.Features.ScopeChains = true
	if advice := find(); advice != "" {
		t.Error(advice)
	}
}

// TestRaceReport: both accesses with their places, who made them, and what is touched.
func TestRaceReport(t *testing.T) {
	m, sources := kernel(t, entry("2", `
    if (i == 0) data[3] = 1;
    else InterlockedAdd(data[3], 1);`))
	res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Race: true, Sources: sources})
	if len(res.Races) != 1 {
		t.Fatal(res.Races)
	}
	s := res.Races[0].String()
	for _, want := range []string{"data race on data, byte 12", "k.slang:10:", ": write by group (0,0,0) thread (0,0,0)", "k.slang:11:", "atomic write by group (0,0,0) thread (1,0,0)"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in\n%s", want, s)
		}
	}
}

// TestPartsOfAWord: 16-bit neighbours do not race, the same one does.
func TestPartsOfAWord(t *testing.T) {
	m, _ := kernel(t, `RWStructuredBuffer<uint16_t> h; [shader("compute")] [numthreads(4, 1, 1)] void computeMain(uint i : SV_GroupIndex) { h[i] = uint16_t(i); }`)
	cfg := interp.Config{Groups: [3]int{1, 1, 1}, Race: true}
	if res := run(t, m, cfg); !res.Clean() || unwords(res.Buffer("h"))[1] != 0x00030002 {
		t.Error(res.Races, unwords(res.Buffer("h"))[1])
	}
	cfg.Groups[0] = 2
	if res := run(t, m, cfg); len(res.Races) != 1 || res.Races[0].Count != 4 {
		t.Error(res.Races)
	}
}
