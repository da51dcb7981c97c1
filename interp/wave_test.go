package interp_test

import (
	"fmt"
	"slices"
	"testing"

	"slc/interp"
)

// waveCase is a wave operation in waves of 8 lanes; want are the values of lanes 0 to 7. Lane k has v = 3 k.
type waveCase struct {
	expr string
	want []uint32
}

func all(x uint32) []uint32 { return slices.Repeat([]uint32{x}, 8) }

func waveCases() []waveCase {
	return []waveCase{
		{"WaveGetLaneCount()", all(8)}, {"WaveGetLaneIndex()", []uint32{0, 1, 2, 3, 4, 5, 6, 7}},
		{"uint(WaveIsFirstLane())", []uint32{1, 0, 0, 0, 0, 0, 0, 0}},
		{"WaveActiveSum(v)", all(84)}, {"WaveActiveProduct(v + 1)", all(1 * 4 * 7 * 10 * 13 * 16 * 19 * 22)}, {"WaveActiveMin(v + 2)", all(2)},
		{"WaveActiveMax(v)", all(21)}, {"WaveActiveBitAnd(v | 4u)", all(4)}, {"WaveActiveBitOr(v)", all(31)}, {"WaveActiveBitXor(v)", all(0 ^ 3 ^ 6 ^ 9 ^ 12 ^ 15 ^ 18 ^ 21)},
		{"uint(WaveActiveMin(int(v) - 9))", all(0xfffffff7)}, {"asuint(WaveActiveSum(float(v) * 0.5))", all(fbits(42))},
		{"WavePrefixSum(v)", []uint32{0, 0, 3, 9, 18, 30, 45, 63}}, {"WavePrefixProduct(v + 1)", []uint32{1, 1, 4, 28, 280, 3640, 58240, 1106560}},
		{"uint(WaveActiveAllTrue(v < 22))", all(1)}, {"uint(WaveActiveAllTrue(v < 21))", all(0)}, {"uint(WaveActiveAnyTrue(v == 6))", all(1)},
		{"uint(WaveActiveAllEqual(v))", all(0)}, {"uint(WaveActiveAllEqual(v / 30))", all(1)},
		{"WaveActiveBallot(v % 2 == 1).x", all(0xaa)}, {"WaveActiveCountBits(v > 5)", all(6)}, {"WavePrefixCountBits(v > 5)", []uint32{0, 0, 0, 1, 2, 3, 4, 5}},
		{"WaveReadLaneFirst(v + 7)", all(7)}, {"WaveReadLaneAt(v, 5)", all(15)}, {"WaveReadLaneAt(v, 7 - WaveGetLaneIndex())", []uint32{21, 18, 15, 12, 9, 6, 3, 0}},
		{"QuadReadAcrossX(v)", []uint32{3, 0, 9, 6, 15, 12, 21, 18}}, {"QuadReadAcrossY(v)", []uint32{6, 9, 0, 3, 18, 21, 12, 15}},
		{"QuadReadAcrossDiagonal(v)", []uint32{9, 6, 3, 0, 21, 18, 15, 12}}, {"QuadReadLaneAt(v, 2)", []uint32{6, 6, 6, 6, 18, 18, 18, 18}},
		{"WaveMatch(v / 9).x", []uint32{7, 7, 7, 0x38, 0x38, 0x38, 0xc0, 0xc0}},
		{"WaveMultiPrefixSum(v, WaveMatch(v / 9))", []uint32{0, 0, 3, 0, 9, 21, 0, 18}},
		{"WaveActiveSum(uint2(v, 1u)).y", all(8)},
		{"subgroupShuffleXor(v, 1u)", []uint32{3, 0, 9, 6, 15, 12, 21, 18}},
		{"subgroupInclusiveAdd(v)", []uint32{0, 3, 9, 18, 30, 45, 63, 84}}, {"subgroupClusteredAdd(v, 4u)", []uint32{18, 18, 18, 18, 66, 66, 66, 66}},
		{"subgroupBallotFindMSB(subgroupBallot(v < 10))", all(3)}, {"subgroupBallotExclusiveBitCount(subgroupBallot(true))", []uint32{0, 1, 2, 3, 4, 5, 6, 7}},
	}
}

func TestWaveOperations(t *testing.T) {
	list := waveCases()
	body := "uint v = 3 * (i % 8);"
	for k, c := range list {
		body += fmt.Sprintf("\n    out0[%d + i] = %s;", 16*k, c.expr)
	}
	m, sources := kernel(t, entry("16", body))
	for seed := range uint64(4) {
		res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, WaveSize: 8, Seed: seed, Sources: sources, Race: seed == 3,
			Buffers: map[string][]byte{"out0": make([]byte, 64*len(list))}})
		if !res.Clean() {
			t.Fatal(res.Faults, res.Deadlock, res.Races)
		}
		got := unwords(res.Buffer("out0"))
		for k, c := range list {
			for wave := range 2 {
				if at := 16*k + 8*wave; !slices.Equal(got[at:at+8], c.want) {
					t.Errorf("%s gives %v, not %v", c.expr, got[at:at+8], c.want)
				}
			}
		}
	}
}

// divergenceCase is a kernel of one wave of 8 lanes in divergent flow; out0[i] is what lane i writes.
type divergenceCase struct {
	name, body string
	want       []uint32
}

func divergenceCases() []divergenceCase {
	return []divergenceCase{
		{"branches", `if (i % 2 == 0) out0[i] = WaveActiveSum(i); else out0[i] = 100 + WaveActiveSum(i);`,
			[]uint32{12, 116, 12, 116, 12, 116, 12, 116}},
		{"together again after the branch", `uint x = 0; if (i < 3) x = WaveActiveCountBits(true); out0[i] = WaveActiveCountBits(true) * 10 + x;`,
			[]uint32{83, 83, 83, 80, 80, 80, 80, 80}},
		{"iterations of a loop", `uint s = 0; for (uint n = 0; n < i; n++) s = s * 10 + WaveActiveCountBits(true); out0[i] = s;`,
			[]uint32{0, 7, 76, 765, 7654, 76543, 765432, 7654321}},
		{"break", `uint s = 0; for (uint n = 0; n < 4; n++) { if (n == i) break; s += WaveActiveCountBits(true); } out0[i] = s + 100 * WaveActiveCountBits(true);`,
			[]uint32{800, 807, 813, 818, 822, 822, 822, 822}},
		{"continue", `uint s = 0; for (uint n = 0; n < 2; n++) { if (i % 2 == n) continue; s += WaveActiveSum(i); } out0[i] = s;`,
			[]uint32{12, 16, 12, 16, 12, 16, 12, 16}},
		{"early return", `if (i > 5) return; out0[i] = WaveActiveCountBits(true);`, []uint32{6, 6, 6, 6, 6, 6, 0, 0}},
		{"switch", `switch (i % 3) { case 0: out0[i] = WaveActiveCountBits(true); break; case 1: out0[i] = 10 + WaveActiveCountBits(true); break;
            default: out0[i] = 20 + WaveActiveCountBits(true); break; }`, []uint32{3, 13, 22, 3, 13, 22, 3, 13}},
		{"nested", `uint x = 0; if (i < 6) { if (i < 2) x = WaveActiveCountBits(true); x += 10 * WaveActiveCountBits(true); } out0[i] = x + 100 * WaveActiveCountBits(true);`,
			[]uint32{862, 862, 860, 860, 860, 860, 800, 800}},
		{"first of those that are there", `if (i >= 3) out0[i] = WaveReadLaneFirst(i) + 10 * uint(WaveIsFirstLane());`, []uint32{0, 0, 0, 13, 3, 3, 3, 3}},
		{"mask of those that are there", `if (i % 2 == 1) out0[i] = WaveGetActiveMask();`, []uint32{0, 0xaa, 0, 0xaa, 0, 0xaa, 0, 0xaa}},
		{"condition with an atomic", `while (flag[0].add(1) < 20) { } out0[i] = WaveActiveCountBits(true);`, all(8)},
	}
}

func TestDivergence(t *testing.T) {
	for _, c := range divergenceCases() {
		t.Run(c.name, func(t *testing.T) {
			m, sources := kernel(t, entry("8", c.body))
			for seed := range uint64(20) {
				res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, WaveSize: 8, Seed: seed, Sources: sources})
				if got := unwords(res.Buffer("out0"))[:8]; !res.Clean() || !slices.Equal(got, c.want) {
					t.Fatalf("seed %d: %v %v %v", seed, got, res.Faults, res.Deadlock)
				}
			}
		})
	}
}

// TestDivergenceInCalls: a call in two branches is two instances, a call site reached together is one.
func TestDivergenceInCalls(t *testing.T) {
	m, sources := kernel(t, declarations+`
uint count(uint x) { if (x > 4) return 100; return WaveActiveCountBits(true); }
uint twice(uint x) { return count(x) * 1000 + count(x + 1); }
[shader("compute")] [numthreads(8, 1, 1)] void computeMain(uint i : SV_GroupIndex) {
    if (i < 2) out0[i] = twice(i); else out0[i] = twice(i);
}`)
	want := []uint32{2002, 2002, 3002, 3002, 3100, 100100, 100100, 100100}
	for seed := range uint64(20) {
		res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, WaveSize: 8, Seed: seed, Sources: sources})
		if got := unwords(res.Buffer("out0"))[:8]; !res.Clean() || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v\n%s", seed, got, m)
		}
	}
}

// TestSystemValues: the built-in inputs of a dispatch of 2×3×1 workgroups of 4×2×2 invocations, waves of 8.
func TestSystemValues(t *testing.T) {
	m, sources := kernel(t, `RWStructuredBuffer<uint> o;
[shader("compute")] [numthreads(4, 2, 2)]
void computeMain(uint3 id : SV_DispatchThreadID, uint3 g : SV_GroupID, uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex) {
    uint at = ((g.y * 2 + g.x) * 16 + i) * 8;
    o[at] = id.x; o[at + 1] = id.y; o[at + 2] = id.z; o[at + 3] = t.x + 10 * t.y + 100 * t.z; o[at + 4] = i;
    o[at + 5] = WaveGetLaneIndex(); o[at + 6] = WaveGetLaneCount(); o[at + 7] = g.x + 10 * g.y;
}`)
	res := run(t, m, interp.Config{Groups: [3]int{2, 3, 1}, WaveSize: 8, Sources: sources, Resident: 16})
	got := unwords(res.Buffer("o"))
	for _, c := range []struct {
		group, index int
		want         []uint32
	}{
		{0, 0, []uint32{0, 0, 0, 0, 0, 0, 8, 0}},
		{1, 5, []uint32{4 + 1, 1, 0, 11, 5, 5, 8, 1}},
		{5, 15, []uint32{4 + 3, 4 + 1, 1, 113, 15, 7, 8, 21}},
	} {
		at := (c.group*16 + c.index) * 8
		if !slices.Equal(got[at:at+8], c.want) {
			t.Errorf("group %d index %d: %v", c.group, c.index, got[at:at+8])
		}
	}
}
