package binary

import (
	"slices"
	"testing"
)

func TestUndeclared(t *testing.T) {
	if got := decodeFile(t, "compute.spvasm").Undeclared(); got != nil {
		t.Errorf("compute.spvasm: %q", got)
	}
	if p, err := Decode(encode(t, buildCounter(Version1_3))); err != nil {
		t.Error(err)
	} else if got := p.Undeclared(); got != nil {
		t.Errorf("counter: %q", got)
	}
	m := NewModule(Version1_3)
	m.MemoryModel(AddressingModelLogical, MemoryModelGLSL450)
	m.capabilities = append(m.capabilities, CapabilityShader, CapabilityVulkanMemoryModel) // without its extension
	c := m.Functions()
	u := m.TypeInt(32, false)
	x := m.Undef(u)
	c.Value(OpGroupNonUniformIAdd, u, x, GroupOperationReduce, x)
	c.Value(OpGroupNonUniformIAdd, u, x, GroupOperationReduce, x)
	c.Value(OpCopyLogical, u, x)
	c.Value(OpLoad, u, x, MemoryAccessNonPrivatePointer)
	p, err := Decode(encode(t, m))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"capability VulkanMemoryModel needs extension SPV_KHR_vulkan_memory_model",
		"OpGroupNonUniformIAdd needs capability GroupNonUniformArithmetic",
		"GroupOperation Reduce needs capability Kernel",
		"OpCopyLogical needs SPIR-V 1.4",
	}
	if got := p.Undeclared(); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
