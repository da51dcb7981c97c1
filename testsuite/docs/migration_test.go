package docs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/testsuite/cases"
)

// difference is a statement that slangc 2026.16 and slc compile to different things. What slangc emits was
// read from its output; what slc emits is compiled here.
type difference struct {
	target slc.Target
	typ    string // of the atomic, when it is not uint
	peer   string
	why    string
	sample sample
}

const shared = "RWTexture2D<uint> image; groupshared uint tile[64];"
const touched = "tile[i] = 1; image[uint2(0, 0)] = 1;"
const published = "a[0].store(1, MemoryOrder.Release);"

var differences = []difference{
	{slc.SPIRV, "", "OpAtomicStore a[0] Device Release|UniformMemory 2", "nothing is made available to others",
		sample{source: "a[0].store(2, MemoryOrder.Release);", globals: atomicBuffer}},
	{slc.SPIRV, "", "%1 = OpAtomicLoad %uint a[0] Device Acquire|UniformMemory", "nothing is made visible",
		sample{source: "a[0].load(MemoryOrder.Acquire);", globals: atomicBuffer, result: "uint"}},
	{slc.SPIRV, "", "%1 = OpAtomicIAdd %uint a[0] Device SequentiallyConsistent|UniformMemory 2", "illegal in Vulkan (VUID 10866)",
		sample{source: "a[0].add(2, MemoryOrder.SeqCst);", globals: atomicBuffer, result: "uint"}},
	{slc.SPIRV, "", "OpStore data[0] 7", "private by the Vulkan memory model: no atomic and no barrier orders it",
		sample{source: "data[0] = 7;", globals: "RWStructuredBuffer<uint> data;"}},
	{slc.SPIRV, "", "OpControlBarrier Workgroup Workgroup AcquireRelease|WorkgroupMemory", "nothing is made available or visible",
		sample{source: "GroupMemoryBarrierWithGroupSync();", globals: shared, rest: touched}},
	{slc.SPIRV, "", "OpControlBarrier Subgroup Subgroup AcquireRelease|UniformMemory|WorkgroupMemory|ImageMemory", "the flag that a lane raises behind it is seen in other waves",
		sample{source: "AllMemoryBarrierWithWaveSync();", globals: shared + atomicBuffer, rest: touched + published}},
	{slc.SPIRV, "float", "OpAtomicCompareExchange on %float", "invalid: the instruction takes integers only",
		sample{source: "a[0].compareExchange(2, 3);", globals: "RWStructuredBuffer<Atomic<float>> a;", result: "float"}},
	{slc.HLSL, "", "a[0] = 2U;", "not atomic, not ordered",
		sample{source: "a[0].store(2, MemoryOrder.Release);", globals: atomicBuffer}},
	{slc.HLSL, "", "uint x = a[0];", "may be cached, not ordered",
		sample{source: "a[0].load(MemoryOrder.Acquire);", globals: atomicBuffer, result: "uint"}},
	{slc.HLSL, "", "InterlockedAdd(a[0], 2U, x);", "the order is dropped",
		sample{source: "a[0].add(2, MemoryOrder.AcquireRelease);", globals: atomicBuffer, result: "uint"}},
	{slc.HLSL, "", "RWStructuredBuffer<uint> data", "a fence on it reaches the own workgroup only",
		sample{source: "data[0] = 7;", globals: "RWStructuredBuffer<uint> data;" + atomicBuffer, rest: published, shows: "data"}},
	{slc.HLSL, "", "GroupMemoryBarrier();", "does not wait",
		sample{source: "barrier();", globals: shared, rest: touched}},
	{slc.HLSL, "", "AllMemoryBarrierWithGroupSync();", "hangs where waves diverge; HLSL cannot wait for a wave, so `slc` orders memory and warns",
		sample{source: "subgroupBarrier();", globals: shared, rest: touched}},
	{slc.Metal, "", "atomic_fetch_add_explicit(&a[0], 2U, memory_order_seq_cst);", "MSL before 4.1 has no such order on an operation",
		sample{source: "a[0].add(2, MemoryOrder.Acquire);", globals: atomicBuffer, result: "uint"}},
	{slc.Metal, "", "atomic_compare_exchange_weak_explicit(…), once", "may fail although the values are equal",
		sample{source: "a[0].compareExchange(2, 3);", globals: atomicBuffer, result: "uint"}},
	{slc.Metal, "", "threadgroup_barrier(…)", "hangs in divergent control flow, and orders nothing beyond the threadgroup",
		sample{source: "DeviceMemoryBarrier();", globals: shared + atomicBuffer, rest: touched + published}},
	{slc.Metal, "uint64_t", "atomic_fetch_add_explicit(…) on atomic_ulong", "MSL has no such function",
		sample{source: "a[0].add(2);", globals: "RWStructuredBuffer<Atomic<uint64_t>> a;", result: "uint64_t"}},
}

const beginDifferences = begin + "differences -->\n"

// TestMigrationTable holds the column of slc in docs/migration.md current.
func TestMigrationTable(t *testing.T) {
	file := filepath.Join(root, "docs", "migration.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(data), beginDifferences)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatal("docs/migration.md has no place for the table")
	}
	var b strings.Builder
	b.WriteString("| | source | slangc 2026.16 | slc | because |\n|---|---|---|---|---|\n")
	profiles := map[slc.Target]string{slc.SPIRV: "spirv_1_5", slc.HLSL: "sm_6_6", slc.Metal: "metal_3_2"}
	names := map[slc.Target]string{slc.SPIRV: "SPIR-V", slc.HLSL: "HLSL", slc.Metal: "Metal"}
	for _, d := range differences {
		e := d.sample.lower(t, d.target, profiles[d.target])
		if slices.Equal(e.lines, []string{d.peer}) {
			t.Errorf("%s is no difference", d.sample.source)
		}
		source := d.sample.source
		if d.typ != "" {
			source = d.typ + ": " + source
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", names[d.target], code(source), code(d.peer), e.cell(), d.why)
	}
	want := head + beginDifferences + b.String() + end + tail
	if flag.Lookup("update").Value.String() == "true" { // the flag of package cases
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(data) {
		t.Errorf("docs/migration.md is stale; go test ./testsuite/docs -update rewrites it\n%s", cases.Diff(want, string(data)))
	}
}
