package memmodel_test

import (
	"strings"
	"testing"

	"slc/memmodel"
)

// TestWidths: accesses of different sizes to the same bytes. Data races and location order are about bytes
// (appendix Memory Model, "Location-Ordered", "Data Race"); atomics of different sets of bytes are not mutually ordered.
func TestWidths(t *testing.T) {
	const declarations = `
[[vk::binding(0, 0)]] RWByteAddressBuffer raw;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint64_t> seen;
`
	for _, c := range []struct {
		name, body string
		l          memmodel.Launch
		threads    string
		races      string // a part of one of them; none: there is none
		missing    string // a part of what is missing
		states     []string
	}{
		{"one invocation", `raw.Store<uint64_t>(0, 0x500000006ull); raw.Store(4, 7u); raw.Store<uint16_t>(0, uint16_t(1)); seen[0] = raw.Load<uint64_t>(0);`,
			memmodel.Launch{}, "1", "", "", []string{"seen[0]=30064771073"}},
		// The halves of a word are two locations: who writes them does not race.
		{"two halves", `raw.Store<uint16_t>(2 * i, uint16_t(i + 1)); AllMemoryBarrierWithGroupSync(); if (i == 0) seen[0] = raw.Load(0);`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=131073"}},
		{"two halves, no barrier", `raw.Store<uint16_t>(2 * i, uint16_t(i + 1)); if (i == 0) seen[0] = raw.Load(0);`,
			memmodel.Launch{Wave: 1}, "2", "store raw+2 = 2|load raw+2 = ", "", nil},
		{"two halves, barrier of groupshared memory", `raw.Store<uint16_t>(2 * i, uint16_t(i + 1)); GroupMemoryBarrierWithGroupSync(); if (i == 0) seen[0] = raw.Load(0);`,
			memmodel.Launch{Wave: 1}, "2", "store raw+2 = 2|load raw+2 = ", "orders no memory; one that covers buffers would order the store to raw+2 before it", nil},
		// The wide store covers both words.
		{"wide store", `if (i == 0) raw.Store<uint64_t>(0, 1ull); else raw.Store(4, 2u);`, memmodel.Launch{Wave: 1}, "2", "store raw[1] = 0|store raw[1] = 2", "", nil},
		{"a flag beside data", `if (i == 0) raw.InterlockedAdd(0, 1u); else raw.Store(4, 2u); AllMemoryBarrierWithGroupSync(); if (i == 0) seen[0] = raw.Load<uint64_t>(0);`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=8589934593"}},
		{"a flag that a wide load reads", `if (i == 0) raw.InterlockedAdd(0, 1u); else seen[0] = raw.Load<uint64_t>(0);`,
			memmodel.Launch{Wave: 1}, "2", "atomic raw[0]|load raw[0]", "", nil},
		// An atomic of two words is one operation, of which a narrow load sees a part.
		{"part of a wide atomic", `if (i == 0) raw.InterlockedAdd64(0, 0x300000002ull); AllMemoryBarrierWithGroupSync(); if (i == 1) seen[0] = raw.Load(4);`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=3"}},
		{"part of a wide atomic, no barrier", `if (i == 0) raw.InterlockedAdd64(0, 0x300000002ull); if (i == 1) seen[0] = raw.Load(4);`,
			memmodel.Launch{Wave: 1}, "2", "atomic raw+0: 0 → 12884901890|load raw+4 = 0", "", nil},
		// It reads what narrow stores before it have written.
		{"made of narrow stores", `raw.Store(4 * i, i + 1); AllMemoryBarrierWithGroupSync(); raw.InterlockedAdd64(0, 0x100000001ull); AllMemoryBarrierWithGroupSync(); if (i == 0) seen[0] = raw.Load<uint64_t>(0);`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=17179869187"}},
		{"half overwritten", `if (i == 0) raw.InterlockedAdd64(0, 0x900000009ull); AllMemoryBarrierWithGroupSync(); if (i == 1) raw.Store(4, 1u); AllMemoryBarrierWithGroupSync(); raw.InterlockedAdd64(0, 1ull); AllMemoryBarrierWithGroupSync(); if (i == 0) seen[0] = raw.Load<uint64_t>(0);`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=4294967307"}},
		{"made of narrow stores, no barrier", `raw.Store(4 * i, i + 1); raw.InterlockedAdd64(0, 0x100000001ull);`, memmodel.Launch{Wave: 1}, "2", "store raw+0 = 1|atomic raw+0", "", nil},
		// Atomics of two sizes are ordered by barriers only.
		{"atomics of two sizes", `if (i == 0) raw.InterlockedAdd64(0, 1ull); else raw.InterlockedAdd(0, 1u);`, memmodel.Launch{Wave: 1}, "2", "atomic raw+0|atomic raw+0", "", nil},
		{"atomics of two sizes, a barrier", `if (i == 0) raw.InterlockedAdd64(0, 0x1ffffffffull); AllMemoryBarrierWithGroupSync(); if (i == 1) { raw.InterlockedAdd(0, 1u); raw.InterlockedAdd64(0, 0x100000000ull); seen[0] = raw.Load<uint64_t>(0); }`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=8589934592"}},
		// Of the atomics of one half the last is what the wide one reads, whatever their order.
		{"behind narrow atomics", `raw.InterlockedAdd(0, i + 1); AllMemoryBarrierWithGroupSync(); if (i == 1) { uint64_t old; raw.InterlockedAdd64(0, 1ull, old); seen[0] = old; }`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=3"}},
		{"wide adds", `uint64_t old; raw.InterlockedAdd64(0, 0x100000001ull, old); seen[i] = old; AllMemoryBarrierWithGroupSync(); if (i == 0) raw.Store(0, raw.Load(4));`,
			memmodel.Launch{Wave: 1}, "2", "", "", []string{"seen[0]=0 seen[1]=4294967297", "seen[0]=4294967297 seen[1]=0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := declarations + "[shader(\"compute\")] [numthreads(" + c.threads + ", 1, 1)]\nvoid computeMain(uint i : SV_GroupIndex) { " + c.body + " }\n"
			r := verify(t, compile(t, text), c.l)
			expect(t, r, c.races != "", []string{"seen"}, c.states...)
			sides := strings.Split(c.races, "|")
			found, said := c.races == "", ""
			for _, race := range r.Races {
				said += race.First + " and " + race.Second + ": " + race.Missing + "\n"
				found = found || strings.Contains(race.First, sides[0]) && strings.Contains(race.Second, sides[1]) ||
					strings.Contains(race.Second, sides[0]) && strings.Contains(race.First, sides[1])
			}
			if !found || !strings.Contains(said, c.missing) {
				t.Errorf("races %q, want %q, %q", said, c.races, c.missing)
			}
		})
	}
}
