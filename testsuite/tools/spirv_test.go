package tools

import (
	"errors"
	"strings"
	"testing"
)

const emptyKernel = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main"
OpExecutionMode %1 LocalSize 1 1 1
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%1 = OpFunction %2 None %3
%4 = OpLabel
OpReturn
OpFunctionEnd
`

func TestSpirv(t *testing.T) {
	module := SpirvAs(t, emptyKernel, "vulkan1.2")
	SpirvVal(t, module, "vulkan1.2")
	if text := SpirvDis(t, module); !strings.Contains(text, `OpEntryPoint GLCompute %1 "main"`) {
		t.Errorf("disassembly lacks the entry point:\n%s", text)
	}
	bad := SpirvAs(t, strings.Replace(emptyKernel, "GLSL450", "Vulkan", 1), "vulkan1.2")
	var refused *Refused
	if err := SpirvValError(t, bad, "vulkan1.2"); !errors.As(err, &refused) {
		t.Fatalf("a Vulkan memory model without its capability gives %v", err)
	}
	if !strings.Contains(refused.Log, "VulkanMemoryModel") || !strings.Contains(refused.Text, "OpMemoryModel Logical Vulkan") {
		t.Errorf("the refusal lacks the reason or the text: %v", refused)
	}
}
