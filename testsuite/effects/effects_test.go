package effects

import (
	"slices"
	"strings"
	"testing"

	"slc/testsuite/tools"
)

const module = `
OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %buf %tile
OpExecutionMode %main LocalSize 1 1 1
OpName %buf "buf"
OpName %tile "tile"
OpMemberName %S 0 "count"
OpMemberName %S 1 "rest"
OpDecorate %buf DescriptorSet 0
OpDecorate %buf Binding 0
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpMemberDecorate %S 0 Offset 0
OpMemberDecorate %S 1 Offset 4
OpDecorate %runtime ArrayStride 8
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%S = OpTypeStruct %uint %uint
%runtime = OpTypeRuntimeArray %S
%Block = OpTypeStruct %runtime
%pBlock = OpTypePointer StorageBuffer %Block
%pUint = OpTypePointer StorageBuffer %uint
%pTile = OpTypePointer Workgroup %uint
%buf = OpVariable %pBlock StorageBuffer
%tile = OpVariable %pTile Workgroup
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%rel = OpConstant %uint 0x2044
%acqrel = OpConstant %uint 0x6108
%main = OpFunction %void None %fn
%entry = OpLabel
%a = OpAccessChain %pUint %buf %u0 %u2 %u0
OpAtomicStore %a %u1 %rel %u1
%old = OpAtomicIAdd %uint %a %u1 %u0 %u2
%b = OpAccessChain %pUint %buf %u0 %old %u1
OpStore %b %old MakePointerAvailable|NonPrivatePointer %u1
%v = OpLoad %uint %tile NonPrivatePointer
OpControlBarrier %u2 %u2 %acqrel
OpReturn
OpFunctionEnd
`

func TestOf(t *testing.T) {
	words := tools.SpirvAs(t, module, "vulkan1.2")
	got, err := Of(words)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"atomic store buf[2].count scope=1 sem=0x2044 value=1",
		"atomic iadd buf[2].count scope=1 sem=0 value=2",
		"store buf[_].rest value=_ MakePointerAvailable|NonPrivatePointer 1",
		"load tile NonPrivatePointer",
		"control barrier exec=2 scope=2 sem=0x6108",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
