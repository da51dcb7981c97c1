package interp_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"slc/interp"
	"slc/sema/types"
)

// atomicType is a type of atomics: how its values are written in the language and in memory.
type atomicType struct {
	name string
	size int
	bits func(v float64) uint64
}

func atomicTypes() []atomicType {
	return []atomicType{
		{"int", 4, func(v float64) uint64 { return uint64(uint32(int32(v))) }},
		{"uint", 4, func(v float64) uint64 { return uint64(uint32(int64(v))) }},
		{"int64_t", 8, func(v float64) uint64 { return uint64(int64(v)) }},
		{"uint64_t", 8, func(v float64) uint64 { return uint64(int64(v)) }},
		{"float", 4, func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) }},
		{"half", 2, func(v float64) uint64 { return uint64(types.FloatToHalf(v)) }},
	}
}

// atomicCase is a sequence of operations on a cell that starts at first: what each returns, and what is
// in the cell at the end.
type atomicCase struct {
	call  string
	types string // of those that have it; "": all
	first float64
	last  float64
}

// Each returns the old value, except where the call says otherwise.
func atomicCases() []atomicCase {
	const integers = "int uint int64_t uint64_t"
	return []atomicCase{
		{"exchange(T(9))", "", 5, 9}, {"add(T(7))", "", 5, 12}, {"sub(T(7))", "", 12, 5},
		{"increment()", integers, 5, 6}, {"decrement()", integers, 5, 4}, {"increment()", "int int64_t", -1, 0}, {"decrement()", "int int64_t", 0, -1},
		{"and(T(12))", integers, 10, 8}, {"or(T(12))", integers, 10, 14}, {"xor(T(12))", integers, 10, 6},
		{"min(T(3))", "", 5, 3}, {"min(T(9))", "", 5, 5}, {"max(T(3))", "", 5, 5}, {"max(T(9))", "", 5, 9},
		{"min(T(-3))", "int int64_t float", 5, -3}, {"max(T(5))", "int int64_t float", -3, 5},
		{"max(T(0) - T(1))", "uint uint64_t", 5, -1}, {"min(T(0) - T(1))", "uint uint64_t", 5, 5}, // -1 is the greatest
		{"compareExchange(T(5), T(8))", integers + " float", 5, 8}, {"compareExchange(T(6), T(8))", integers + " float", 5, 5},
	}
}

func TestAtomics(t *testing.T) {
	for _, typ := range atomicTypes() {
		for _, space := range []string{"buffer", "groupshared"} {
			t.Run(typ.name+" "+space, func(t *testing.T) { testAtomics(t, typ, space) })
		}
	}
}

func testAtomics(t *testing.T, typ atomicType, space string) {
	var body strings.Builder
	var list []atomicCase
	for _, c := range atomicCases() {
		if c.types == "" || slices.Contains(strings.Fields(c.types), typ.name) {
			k := len(list)
			list = append(list, c)
			cell := fmt.Sprintf("cell[%d]", k)
			if space == "groupshared" {
				cell = "local"
				fmt.Fprintf(&body, "    local.store(T(%v));\n", c.first)
			}
			call := strings.ReplaceAll(c.call, "()", "(MemoryOrder.Relaxed)")
			fmt.Fprintf(&body, "    old[%d] = %s.%s;\n", k, cell, call)
			if space == "groupshared" {
				fmt.Fprintf(&body, "    cell[%d].store(local.load());\n", k)
			}
		}
	}
	m, sources := kernel(t, `typealias T = `+typ.name+`;
RWStructuredBuffer<Atomic<T>> cell; RWStructuredBuffer<T> old; groupshared Atomic<T> local;
[shader("compute")] [numthreads(1, 1, 1)] void computeMain() {
`+body.String()+"}")
	number := func(v float64) []byte { return binary.LittleEndian.AppendUint64(nil, typ.bits(v))[:typ.size] }
	var before []byte
	for _, c := range list {
		before = append(before, number(c.first)...)
	}
	for _, model := range []interp.Model{interp.Interleaving, interp.Weak} {
		res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Memory: model, Race: model == interp.Weak, Sources: sources,
			Buffers: map[string][]byte{"cell": before}})
		if !res.Clean() {
			t.Fatal(res.Faults, res.Races)
		}
		for k, c := range list {
			at := k * typ.size
			if got := res.Buffer("old")[at : at+typ.size]; !slices.Equal(got, number(c.first)) {
				t.Errorf("%s on %v returns %x", c.call, c.first, got)
			}
			if got := res.Buffer("cell")[at : at+typ.size]; !slices.Equal(got, number(c.last)) {
				t.Errorf("%s on %v leaves %x", c.call, c.first, got)
			}
		}
	}
}

// TestAtomicsInParallel: sums are exact whatever the schedule; old values are all different.
func TestAtomicsInParallel(t *testing.T) {
	m, _ := kernel(t, entry("64", `out0[group.x * 64 + i] = flag[0].add(1); InterlockedMax(tile[0], i);`))
	for seed := range uint64(6) {
		model := interp.Model(seed % 2)
		res := run(t, m, interp.Config{Groups: [3]int{4, 1, 1}, Seed: seed, Memory: model, WaveSize: 16})
		got := unwords(res.Buffer("out0"))[:256]
		slices.Sort(got)
		for k, x := range got {
			if int(x) != k {
				t.Fatalf("seed %d: %v", seed, got)
			}
		}
		if n := unwords(res.Buffer("flag"))[0]; n != 256 {
			t.Error(n)
		}
	}
}

// TestByteAddress: words, parts of words, 64-bit values, atomics, min and max of either signedness.
func TestByteAddress(t *testing.T) {
	m, sources := kernel(t, `RWByteAddressBuffer b; RWStructuredBuffer<uint> o;
[shader("compute")] [numthreads(1, 1, 1)] void computeMain() {
    b.Store(0, 0x11223344u);
    b.Store2(4, uint2(1, 2));
    b.Store<uint16_t>(2, uint16_t(0xabcd));
    o[0] = b.Load(0);
    o[1] = b.Load2(4).y;
    uint old; b.InterlockedAdd(4, 5, old); o[2] = old;
    b.Store(8, 0xffffffffu); b.InterlockedMax(8, 3u); o[3] = b.Load(8);
    b.InterlockedMin(8, -7); o[4] = b.Load(8);
    b.Store<float3>(16, float3(1.0, 2.0, 3.0)); o[5] = asuint(b.Load<float>(24));
    b.InterlockedCompareExchange(4, 6, 9, old); o[6] = b.Load(4) * 16 + old;
    uint n; b.GetDimensions(n); o[7] = n;
    b.InterlockedExchange(4, 1, old); o[8] = old;
}`)
	res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Sources: sources, Race: true, Memory: interp.Weak, Buffers: map[string][]byte{"b": make([]byte, 64)}})
	want := []uint32{0xabcd3344, 2, 1, 0xffffffff, 0xfffffff9, fbits(3), 0x96, 64, 9}
	if got := unwords(res.Buffer("o"))[:len(want)]; !slices.Equal(got, want) || !res.Clean() {
		t.Errorf("%x %v %v", got, res.Faults, res.Races)
	}
}
