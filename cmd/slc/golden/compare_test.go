package golden

import (
	"slices"
	"strings"
	"testing"
)

// module is a kernel with one buffer and one instruction on memory, for the table below.
// Semantics: 0x2044 is release, uniform memory, make-available; 0x4042 acquire, uniform
// memory, make-visible (SPIR-V 1.6, 3.25).
const moduleText = `; SPIR-V 1.5
               OpCapability Shader
               OpCapability VulkanMemoryModel
               OpMemoryModel Logical Vulkan
               OpEntryPoint GLCompute %main "main" %flag
               OpExecutionMode %main LocalSize 64 1 1
               OpName %Block "Block"
               OpName %flag "flag"
               OpName %main "main"
               OpDecorate %arr ArrayStride 4
               OpMemberDecorate %Block 0 Offset 0
               OpDecorate %Block Block
               OpDecorate %flag DescriptorSet 0
               OpDecorate %flag Binding 1
       %uint = OpTypeInt 32 0
        %arr = OpTypeRuntimeArray %uint
      %Block = OpTypeStruct %arr
%ptr_Block = OpTypePointer StorageBuffer %Block
%ptr_uint = OpTypePointer StorageBuffer %uint
       %flag = OpVariable %ptr_Block StorageBuffer
     %uint_0 = OpConstant %uint 0
     %uint_1 = OpConstant %uint 1
     %uint_2 = OpConstant %uint 2
     %uint_5 = OpConstant %uint 5
     %rel = OpConstant %uint 8260
     %relwg = OpConstant %uint 8516
     %acq = OpConstant %uint 16450
     %acqrel = OpConstant %uint 24648
     %noavail = OpConstant %uint 68
       %void = OpTypeVoid
       %main = OpFunction %void None %fn
         %10 = OpLabel
         %11 = OpAccessChain %ptr_uint %flag %uint_0 %uint_5
BODY
               OpReturn
               OpFunctionEnd
`

func withBody(body string) string { return strings.Replace(moduleText, "BODY", body, 1) }

// findingLines are the findings as "label: text".
func findingLines(c *Comparison) []string {
	var out []string
	for i := range c.Findings {
		out = append(out, c.Findings[i].label()+": "+c.Findings[i].Text)
	}
	return out
}

func TestMemoryChangesOfSPIRV(t *testing.T) {
	for _, c := range []struct {
		name, was, now string
		want           []string
	}{
		{"release becomes relaxed", "OpAtomicStore %11 %uint_1 %rel %uint_1", "OpAtomicStore %11 %uint_1 %uint_0 %uint_1",
			[]string{"weaker: atomic store to flag[5]: release became relaxed; lost buffer memory, make-available"}},
		{"relaxed becomes release", "OpAtomicStore %11 %uint_1 %uint_0 %uint_1", "OpAtomicStore %11 %uint_1 %rel %uint_1",
			[]string{"stronger: atomic store to flag[5]: relaxed became release; gained buffer memory, make-available"}},
		{"acquire for release loses the release", "%12 = OpAtomicIAdd %uint %11 %uint_1 %rel %uint_1", "%12 = OpAtomicIAdd %uint %11 %uint_1 %acq %uint_1",
			[]string{"weaker: atomic add on flag[5]: release became acquire; lost make-available; gained make-visible"}},
		{"scope shrinks", "OpAtomicStore %11 %uint_1 %rel %uint_1", "OpAtomicStore %11 %uint_2 %rel %uint_1",
			[]string{"weaker: atomic store to flag[5]: scope device became workgroup"}},
		{"scope grows", "OpAtomicStore %11 %uint_2 %rel %uint_1", "OpAtomicStore %11 %uint_1 %rel %uint_1",
			[]string{"stronger: atomic store to flag[5]: scope workgroup became device"}},
		{"queue family is less than device", "OpAtomicStore %11 %uint_1 %rel %uint_1", "OpAtomicStore %11 %uint_5 %rel %uint_1",
			[]string{"weaker: atomic store to flag[5]: scope device became queue family"}},
		{"a storage class is lost", "OpAtomicStore %11 %uint_1 %relwg %uint_1", "OpAtomicStore %11 %uint_1 %rel %uint_1",
			[]string{"weaker: atomic store to flag[5]: lost groupshared memory"}},
		{"availability is lost", "OpAtomicStore %11 %uint_1 %rel %uint_1", "OpAtomicStore %11 %uint_1 %noavail %uint_1",
			[]string{"weaker: atomic store to flag[5]: lost make-available"}},
		{"a store becomes private", "OpStore %11 %uint_1 NonPrivatePointer", "OpStore %11 %uint_1",
			[]string{"weaker: plain store to flag[5]: lost non-private (visible to other invocations)"}},
		{"a load is not volatile any more", "%12 = OpLoad %uint %11 Volatile|NonPrivatePointer", "%12 = OpLoad %uint %11 NonPrivatePointer",
			[]string{"weaker: plain load from flag[5]: lost volatile"}},
		{"an atomic becomes plain", "%12 = OpAtomicLoad %uint %11 %uint_1 %acq", "%12 = OpLoad %uint %11 NonPrivatePointer",
			[]string{"weaker: atomic load from flag[5]: atomic load became plain load (atomicity lost); lost buffer memory, make-visible; gained non-private (visible to other invocations)"}},
		{"a barrier is gone", "OpControlBarrier %uint_2 %uint_1 %acqrel", "",
			[]string{"weaker: control barrier is gone"}},
		{"fewer wait", "OpControlBarrier %uint_2 %uint_1 %acqrel", "OpControlBarrier %three %uint_1 %acqrel",
			nil}, // the scope is no constant: nothing is claimed, the line counts as other code
		{"a barrier becomes a fence", "OpControlBarrier %uint_2 %uint_1 %acqrel", "OpMemoryBarrier %uint_1 %acqrel",
			[]string{"weaker: control barrier is gone", "added: memory barrier is new"}},
		{"a relaxed atomic is gone", "%12 = OpAtomicIAdd %uint %11 %uint_1 %uint_0 %uint_1", "",
			[]string{"removed: atomic add on flag[5] is gone"}},
		{"failure order", "%12 = OpAtomicCompareExchange %uint %11 %uint_1 %acqrel %acq %uint_1 %uint_0", "%12 = OpAtomicCompareExchange %uint %11 %uint_1 %acqrel %uint_0 %uint_1 %uint_0",
			[]string{"weaker: atomic compare-exchange on flag[5]: on failure acquire became relaxed"}},
		{"another operation", "%12 = OpAtomicUMin %uint %11 %uint_1 %rel %uint_1", "%12 = OpAtomicUMax %uint %11 %uint_1 %rel %uint_1",
			[]string{"changed: atomic min on flag[5]: atomic min became atomic max"}},
		{"nothing about memory", "%12 = OpIAdd %uint %uint_1 %uint_2", "%12 = OpIAdd %uint %uint_1 %uint_1", nil},
	} {
		got := Compare(SPIRV, withBody(c.was), withBody(c.now), nil)
		if lines := findingLines(got); !slices.Equal(lines, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, lines, c.want)
		}
		if got.Same() {
			t.Errorf("%s: no line differs", c.name)
		}
		if len(c.want) == 0 && got.Other != 1 {
			t.Errorf("%s: %d lines of other code, want 1", c.name, got.Other)
		}
	}
}

func TestInterfaceChangesOfSPIRV(t *testing.T) {
	for _, c := range []struct {
		name, was, now string
		want           []string
	}{
		{"binding", "%flag Binding 1", "%flag Binding 2", []string{"ABI break: binding of flag: set 0, binding 1 became set 0, binding 2"}},
		{"set", "%flag DescriptorSet 0", "%flag DescriptorSet 3", []string{"ABI break: binding of flag: set 0, binding 1 became set 3, binding 1"}},
		{"offset", "%Block 0 Offset 0", "%Block 0 Offset 16", []string{"ABI break: layout of Block member 0: offset 0 became offset 16"}},
		{"stride", "%arr ArrayStride 4", "%arr ArrayStride 16", []string{"ABI break: ArrayStride of arr: 4 became 16"}},
		{"workgroup size", "LocalSize 64 1 1", "LocalSize 32 1 1", []string{"ABI break: execution mode LocalSize of main: 64 1 1 became 32 1 1"}},
		{"members", "OpTypeStruct %arr", "OpTypeStruct %arr %uint", []string{"ABI break: members of Block: arr became arr uint"}},
		{"entry point", `"main" %flag`, `"other" %flag`, []string{`ABI break: entry point "main" is gone (was GLCompute)`, `ABI break: entry point "other" is new: GLCompute`}},
		{"capability", "OpCapability Shader\n", "OpCapability Shader\n OpCapability Int64Atomics\n", []string{"added: capability Int64Atomics is new"}},
		{"version", "; SPIR-V 1.5", "; SPIR-V 1.6", []string{"changed: SPIR-V version: 1.5 became 1.6"}},
	} {
		was := withBody("")
		now := strings.Replace(was, c.was, c.now, 1)
		if now == was {
			t.Fatalf("%s: %q is not in the module", c.name, c.was)
		}
		if got := findingLines(Compare(SPIRV, was, now, nil)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// TestRenumbering: ids that changed their numbers change nothing; ids that changed places do.
func TestRenumbering(t *testing.T) {
	body := "%12 = OpIAdd %uint %uint_1 %uint_2\n%13 = OpIMul %uint %uint_1 %uint_2\n%14 = OpISub %uint %12 %13"
	for _, c := range []struct {
		name, now         string
		renumbered, other int
	}{
		{"all ids", "%22 = OpIAdd %uint %uint_1 %uint_2\n%23 = OpIMul %uint %uint_1 %uint_2\n%24 = OpISub %uint %22 %23", 3, 0},
		{"operands change places", "%12 = OpIAdd %uint %uint_1 %uint_2\n%13 = OpIMul %uint %uint_1 %uint_2\n%14 = OpISub %uint %13 %12", 0, 1},
		{"ids change places", "%13 = OpIAdd %uint %uint_1 %uint_2\n%12 = OpIMul %uint %uint_1 %uint_2\n%14 = OpISub %uint %13 %12", 3, 0},
		{"one id for two", "%12 = OpIAdd %uint %uint_1 %uint_2\n%13 = OpIMul %uint %uint_1 %uint_2\n%14 = OpISub %uint %12 %12", 0, 1},
		{"an instruction more", "%12 = OpIAdd %uint %uint_1 %uint_2\n%13 = OpNot %uint %uint_1\n%14 = OpIMul %uint %uint_1 %uint_2\n%15 = OpISub %uint %12 %14", 2, 1},
		{"a constant", "%12 = OpIAdd %uint %uint_1 %uint_1\n%13 = OpIMul %uint %uint_1 %uint_2\n%14 = OpISub %uint %12 %13", 0, 1},
	} {
		got := Compare(SPIRV, withBody(body), withBody(c.now), nil)
		if got.Renumbered != c.renumbered || got.Other != c.other || len(got.Findings) > 0 {
			t.Errorf("%s: %d renumbered, %d other, %q; want %d and %d", c.name, got.Renumbered, got.Other, findingLines(got), c.renumbered, c.other)
		}
	}
}

const hlslText = `// HLSL, shader model 6.6

globallycoherent RWStructuredBuffer<uint> flag : register(u1, space0);
RWStructuredBuffer<uint> data : register(u0, space0);

struct Item
{
    uint a;
    float b;
};

groupshared uint raised;

[numthreads(64, 1, 1)]
void computeMain(uint index : SV_GroupIndex)
{
    data[index] = 1u;
    uint unused;
    DeviceMemoryBarrier();
    InterlockedExchange(flag[2], 1u, unused);
    GroupMemoryBarrierWithGroupSync();
    uint old_1;
    InterlockedOr(flag[2], 0u, old_1);
    DeviceMemoryBarrier();
    data[0] = old_1;
}
`

const metalText = `// Metal Shading Language, needs Metal 3.2
#include <metal_stdlib>
using namespace metal;

// 64 x 1 x 1 threads per threadgroup
kernel void computeMain(
    uint index [[thread_index_in_threadgroup]],
    device coherent(device) uint* data [[buffer(0)]],
    device coherent(device) atomic_uint* flag [[buffer(1)]])
{
    data[index] = 1u;
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
    atomic_store_explicit(&flag[2], 1u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint old_1 = atomic_fetch_add_explicit(&flag[2], 0u, memory_order_acq_rel, thread_scope_device);
    data[0] = old_1;
}
`

func TestChangesOfText(t *testing.T) {
	for _, c := range []struct {
		name     string
		lang     Language
		was, now string
		want     []string
	}{
		{"fence before a store", HLSL, "    DeviceMemoryBarrier();\n    InterlockedExchange", "    InterlockedExchange",
			[]string{"weaker: atomic exchange on flag[2]: release became relaxed; lost buffer memory, image memory"}},
		{"fence behind a load", HLSL, "    DeviceMemoryBarrier();\n    data[0]", "    data[0]",
			[]string{"weaker: atomic or on flag[2]: acquire became relaxed; lost buffer memory, image memory"}},
		{"a narrower fence", HLSL, "    DeviceMemoryBarrier();\n    InterlockedExchange", "    GroupMemoryBarrier();\n    InterlockedExchange",
			[]string{"weaker: atomic exchange on flag[2]: lost buffer memory, image memory; gained groupshared memory"}},
		{"group barrier gone", HLSL, "    GroupMemoryBarrierWithGroupSync();\n", "", []string{"weaker: control barrier is gone"}},
		{"group barrier grows", HLSL, "GroupMemoryBarrierWithGroupSync", "AllMemoryBarrierWithGroupSync",
			[]string{"stronger: control barrier: scope workgroup became device; gained buffer memory, image memory"}},
		{"coherence", HLSL, "globallycoherent ", "", []string{"weaker: flag: lost coherence"}},
		{"register", HLSL, "register(u1, space0)", "register(u4, space0)", []string{"ABI break: register of flag: u1, space0 became u4, space0"}},
		{"member", HLSL, "    float b;", "    double b;", []string{"ABI break: members of struct Item: uint a, float b became uint a, double b"}},
		{"numthreads", HLSL, "numthreads(64, 1, 1)", "numthreads(32, 1, 1)", []string{"ABI break: workgroup size of computeMain: numthreads(64, 1, 1) became numthreads(32, 1, 1)"}},
		{"shader model", HLSL, "shader model 6.6", "shader model 6.7", []string{"changed: language version: shader model 6.6 became shader model 6.7"}},
		{"renumbering", HLSL, "old_1", "old_7", nil},
		{"fence", Metal, "    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);\n", "",
			[]string{"weaker: atomic store to flag[2]: release became relaxed; lost buffer memory"}},
		{"explicit order", Metal, "memory_order_acq_rel", "memory_order_acquire",
			[]string{"weaker: atomic add on flag[2]: acquire-release became acquire"}},
		{"explicit scope", Metal, "memory_order_acq_rel, thread_scope_device", "memory_order_acq_rel, thread_scope_threadgroup",
			[]string{"weaker: atomic add on flag[2]: scope device became workgroup"}},
		{"barrier", Metal, "threadgroup_barrier(", "simdgroup_barrier(",
			[]string{"weaker: control barrier: scope workgroup became subgroup; waiting scope workgroup became subgroup"}},
		{"coherence of a parameter", Metal, "coherent(device) uint* data", "uint* data", []string{"weaker: data: lost coherence"}},
		{"index", Metal, "[[buffer(1)]]", "[[buffer(2)]]", []string{"ABI break: index of flag in computeMain: buffer 1 became buffer 2"}},
		{"threads", Metal, "// 64 x 1 x 1", "// 32 x 1 x 1", []string{"ABI break: threads per threadgroup of computeMain: 64 x 1 x 1 became 32 x 1 x 1"}},
		{"renumbering", Metal, "old_1", "old", nil},
	} {
		was := map[Language]string{HLSL: hlslText, Metal: metalText}[c.lang]
		if !strings.Contains(was, c.was) {
			t.Fatalf("%s: %q is not in the text", c.name, c.was)
		}
		got := Compare(c.lang, was, strings.ReplaceAll(was, c.was, c.now), nil)
		if lines := findingLines(got); !slices.Equal(lines, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, lines, c.want)
		}
		if got.Other != 0 {
			t.Errorf("%s: %d lines of other code", c.name, got.Other)
		}
		if want := map[string]int{"renumbering": 2}[c.name]; c.lang == Metal && got.Renumbered != want {
			t.Errorf("%s: %d renumbered lines, want %d", c.name, got.Renumbered, want)
		}
	}
}

// TestInsertedAmongLikes: an operation before others of its kind is the one that is new, and those
// behind it are only renumbered.
func TestInsertedAmongLikes(t *testing.T) {
	was := "void f()\n{\n    uint unused;\n    InterlockedExchange(a[0], 1u, unused);\n    uint unused_1;\n    InterlockedExchange(a[0], 2u, unused_1);\n}\n"
	now := "void f()\n{\n    uint unused;\n    InterlockedExchange(a[0], 9u, unused);\n    uint unused_1;\n    InterlockedExchange(a[0], 1u, unused_1);\n" +
		"    uint unused_2;\n    InterlockedExchange(a[0], 2u, unused_2);\n}\n"
	c := Compare(HLSL, was, now, nil)
	if len(c.Findings) != 1 || c.Findings[0].Verdict != Added || c.Findings[0].NewLine != 3 {
		t.Errorf("%+v", c.Findings)
	}
	if c.Renumbered == 0 || slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Kind == Deleted }) {
		t.Errorf("%d lines are renumbered\n%s", c.Renumbered, Explain(HLSL, was, now))
	}
}
