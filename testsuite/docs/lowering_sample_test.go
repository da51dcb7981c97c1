package docs

import (
	"slices"
	"strings"
	"testing"

	"slc"
)

// TestSamples: what the pages are cut from is whole. The lines follow from lowering.md §1 to §4.
func TestSamples(t *testing.T) {
	const (
		atomics = atomicBuffer
		tile    = "groupshared uint tile[64];"
		fence   = "atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);"
	)
	load := sample{source: "a[0].load(MemoryOrder.Acquire);", globals: atomics, result: "uint"}
	release := sample{source: "a[0].store(7, MemoryOrder.Release);", globals: atomics}
	total := sample{source: "a[0].add(7, MemoryOrder.SeqCst);", globals: atomics + tile, rest: "tile[i] = 1;"}
	data := sample{source: "data[0] = 7;", globals: atomics + "RWStructuredBuffer<uint> data;", rest: "a[0].store(7, MemoryOrder.Release);", shows: "data"}
	for _, tt := range []struct {
		target  slc.Target
		profile string
		sample  sample
		want    string // lines, or the code of an error
	}{
		{slc.SPIRV, "", load, "%1 = OpAtomicLoad %uint a[0] Device Acquire|UniformMemory|MakeVisible"},
		{slc.SPIRV, "", release, "OpAtomicStore a[0] Device Release|UniformMemory|MakeAvailable 7"},
		{slc.SPIRV, "", total, "%1 = OpAtomicIAdd %uint a[0] Device AcquireRelease|UniformMemory|WorkgroupMemory|MakeAvailable|MakeVisible 7"},
		{slc.SPIRV, "", data, "OpStore data[0] 7 NonPrivatePointer"},
		{slc.HLSL, "", load, "uint old;\nInterlockedOr(a[0], 0u, old);\nDeviceMemoryBarrier();"},
		{slc.HLSL, "", release, "uint unused;\nDeviceMemoryBarrier();\nInterlockedExchange(a[0], 7u, unused);"},
		{slc.HLSL, "", total, "AllMemoryBarrier();\nInterlockedAdd(a[0], 7u);\nAllMemoryBarrier();"},
		{slc.HLSL, "", data, "globallycoherent RWStructuredBuffer<uint> data\ndata[0] = 7u;"},
		{slc.Metal, "", load, "uint old = atomic_load_explicit(&a[0], memory_order_relaxed);\n" + fence},
		{slc.Metal, "", release, fence + "\natomic_store_explicit(&a[0], 7u, memory_order_relaxed);"},
		{slc.Metal, "metal_4_1", release, "atomic_store_explicit(&a[0], 7u, memory_order_release);"},
		{slc.Metal, "metal_3_1", release, "E0504"},
		{slc.Metal, "", data, "device coherent(device) uint* data\ndata[0] = 7u;"},
	} {
		e := tt.sample.lower(t, tt.target, tt.profile)
		if strings.HasPrefix(tt.want, "E") {
			if !strings.HasPrefix(e.error, tt.want) {
				t.Errorf("%s for %v %s: %q, want %s", tt.sample.source, tt.target, tt.profile, e.error, tt.want)
			}
			continue
		}
		if got := strings.Join(e.lines, "\n"); got != tt.want {
			t.Errorf("%s for %v %s:\n%s\n%s\nwant\n%s", tt.sample.source, tt.target, tt.profile, got, e.error, tt.want)
		}
	}
}

// TestSemanticsText: masks as SPIR-V's specification numbers them.
func TestSemanticsText(t *testing.T) {
	for mask, want := range map[int]string{0: "Relaxed", 0x4042: "Acquire|UniformMemory|MakeVisible", 0x2944: "Release|UniformMemory|WorkgroupMemory|ImageMemory|MakeAvailable",
		0x6108: "AcquireRelease|WorkgroupMemory|MakeAvailable|MakeVisible", 0x50: "SequentiallyConsistent|UniformMemory", 0x10002: "Acquire|0x10000"} {
		if got := semanticsText(mask); got != want {
			t.Errorf("%#x: %s, want %s", mask, got, want)
		}
	}
}

// TestAnchors: fragments as GitHub makes them.
func TestAnchors(t *testing.T) {
	got := anchors("# From slangc\n\n```sh\n# no heading\n```\n\n## What is `emitted`?\n### A lock, between 2 groups\n")
	if want := []string{"from-slangc", "what-is-emitted", "a-lock-between-2-groups"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestNamedOptions: the options in a command or a code span.
func TestNamedOptions(t *testing.T) {
	got := namedOptions("compile a-b.slang -target spirv --o x -fvk-{b,t}-shift 4 all -O2")
	if want := []string{"target", "o", "fvk-b-shift", "fvk-t-shift", "O2"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
