package binary

import "testing"

func TestTablesSorted(t *testing.T) {
	for i := 1; i < len(instTable); i++ {
		if instTable[i-1].op >= instTable[i].op {
			t.Errorf("%s is out of order", instTable[i].name)
		}
	}
	for k := range enumTables {
		for i := 1; i < len(enumTables[k]); i++ {
			if enumTables[k][i-1].value >= enumTables[k][i].value {
				t.Errorf("%s %s is out of order", Kind(k), enumTables[k][i].name)
			}
		}
	}
}

// TestNumbers compares values with the tables of the SPIR-V specification and of lowering.md (section 2).
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uint32
	}{
		{"OpControlBarrier", uint32(OpControlBarrier), 224},
		{"OpMemoryBarrier", uint32(OpMemoryBarrier), 225},
		{"OpAtomicLoad", uint32(OpAtomicLoad), 227},
		{"OpAtomicExchange", uint32(OpAtomicExchange), 229},
		{"OpAtomicXor", uint32(OpAtomicXor), 242},
		{"OpAtomicFAddEXT", uint32(OpAtomicFAddEXT), 6035},
		{"OpGroupNonUniformPartitionNV", uint32(OpGroupNonUniformPartitionNV), 5296},
		{"OpGroupNonUniformRotateKHR", uint32(OpGroupNonUniformRotateKHR), 4431},
		{"OpGroupNonUniformQuadAnyKHR", uint32(OpGroupNonUniformQuadAnyKHR), 5111},
		{"device", ScopeDevice, 1},
		{"workgroup", ScopeWorkgroup, 2},
		{"wave", ScopeSubgroup, 3},
		{"queue family", ScopeQueueFamily, 5},
		{"acquire", MemorySemanticsAcquire | MemorySemanticsMakeVisible, 0x4002},
		{"release", MemorySemanticsRelease | MemorySemanticsMakeAvailable, 0x2004},
		{"acquire-release", MemorySemanticsAcquireRelease, 8},
		{"buffers", MemorySemanticsUniformMemory, 0x40},
		{"groupshared", MemorySemanticsWorkgroupMemory, 0x100},
		{"images", MemorySemanticsImageMemory, 0x800},
		{"volatile", MemorySemanticsVolatile, 0x8000},
		{"non-private", MemoryAccessNonPrivatePointer, 0x20},
		{"non-private texel", ImageOperandsNonPrivateTexel, 0x400},
		{"GLSL FindUMsb", GLSLFindUMsb, 75},
	} {
		if c.got != c.want {
			t.Errorf("%s is %#x, want %#x", c.name, c.got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{OpAtomicIAdd.String(), "OpAtomicIAdd"},
		{Opcode(9999).String(), "Op9999"},
		{StorageClass(StorageClassPhysicalStorageBuffer).String(), "PhysicalStorageBuffer"},
		{StorageClass(99).String(), "99"},
		{MemorySemantics(0x4042).String(), "Acquire|UniformMemory|MakeVisible"},
		{MemoryAccess(0).String(), "None"},
		{MemoryAccess(0x80).String(), "0x80"},
		{Capability(CapabilityShader).String(), "Shader"},
		{Kind(250).String(), "Kind250"},
		{EnumName(numKinds, 3), "3"},
		{Version1_3.String(), "1.3"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if v, ok := ParseEnum(KindDecoration, "NonWritable"); !ok || v != DecorationNonWritable {
		t.Errorf("ParseEnum gave %d, %v", v, ok)
	}
	if hasType, hasResult := OpAtomicStore.Shape(); hasType || hasResult {
		t.Error("OpAtomicStore has a result")
	}
	if hasType, hasResult := OpTypeInt.Shape(); hasType || !hasResult {
		t.Error("OpTypeInt must have a result and no type")
	}
}
