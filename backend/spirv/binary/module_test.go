package binary

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// buildCounter builds a kernel that adds 1 to a counter in a storage buffer.
func buildCounter(v Version) *Module {
	m := NewModule(v)
	m.Capability(CapabilityVulkanMemoryModelDeviceScope)
	m.Capability(CapabilityVulkanMemoryModel)
	m.Capability(CapabilityShader)
	m.Capability(CapabilityShader)
	u := m.TypeInt(32, false)
	block := m.TypeStruct(u)
	m.Name(block, "Counters")
	m.MemberName(block, 0, "count")
	m.Decorate(block, DecorationBlock)
	m.MemberDecorate(block, 0, DecorationOffset, 0)
	buf := m.Variable(m.TypePointer(StorageClassStorageBuffer, block), StorageClassStorageBuffer, 0)
	m.Name(buf, "counters")
	m.Decorate(buf, DecorationDescriptorSet, 0)
	m.Decorate(buf, DecorationBinding, 2)

	fn, c := m.NewID(), m.Functions()
	m.Name(fn, "main")
	c.ValueID(fn, OpFunction, m.TypeVoid(), FunctionControlNone, m.TypeFunction(m.TypeVoid()))
	c.Label(m.NewID())
	body := m.NewCode()
	p := body.Value(OpAccessChain, m.TypePointer(StorageClassStorageBuffer, u), buf, m.ConstU32(0))
	sem := m.ConstU32(MemorySemanticsAcquireRelease | MemorySemanticsUniformMemory | MemorySemanticsMakeAvailable | MemorySemanticsMakeVisible)
	body.Value(OpAtomicIAdd, u, p, m.ConstU32(ScopeDevice), sem, m.ConstU32(1))
	body.Do(OpReturn)
	c.Append(body)
	c.Do(OpFunctionEnd)
	if v >= Version1_4 {
		m.EntryPoint(ExecutionModelGLCompute, fn, "main", buf)
	} else {
		m.EntryPoint(ExecutionModelGLCompute, fn, "main")
	}
	m.ExecutionMode(fn, ExecutionModeLocalSize, 64, 1, 1)
	return m
}

func encode(t *testing.T, m *Module) []byte {
	t.Helper()
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestModuleIsValid(t *testing.T) {
	for _, c := range []struct {
		version Version
		env     string
		exts    []string
	}{
		{Version1_3, "vulkan1.1", []string{"SPV_KHR_vulkan_memory_model"}},
		{Version1_5, "vulkan1.2", nil},
		{Version1_6, "vulkan1.3", nil},
	} {
		data := encode(t, buildCounter(c.version))
		path := filepath.Join(t.TempDir(), "m.spv")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		tool(t, nil, "spirv-val", "--target-env", c.env, path)
		p, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Extensions(); !slices.Equal(got, c.exts) {
			t.Errorf("%s: extensions %q, want %q", c.version, got, c.exts)
		}
	}
}

// TestModuleText holds the logical layout: sections in order though they were filled in another, capabilities once and sorted.
func TestModuleText(t *testing.T) {
	words, err := buildCounter(Version1_5).Words()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Disassemble(words, Options{FriendlyNames: true, Indent: true})
	if err != nil {
		t.Fatal(err)
	}
	const want = `; SPIR-V
; Version: 1.5
; Generator: Khronos; 0
; Bound: 15
; Schema: 0
               OpCapability Shader
               OpCapability VulkanMemoryModel
               OpCapability VulkanMemoryModelDeviceScope
               OpMemoryModel Logical Vulkan
               OpEntryPoint GLCompute %main "main" %counters
               OpExecutionMode %main LocalSize 64 1 1
               OpName %Counters "Counters"
               OpMemberName %Counters 0 "count"
               OpName %counters "counters"
               OpName %main "main"
               OpDecorate %Counters Block
               OpMemberDecorate %Counters 0 Offset 0
               OpDecorate %counters DescriptorSet 0
               OpDecorate %counters Binding 2
       %uint = OpTypeInt 32 0
   %Counters = OpTypeStruct %uint
%_ptr_StorageBuffer_Counters = OpTypePointer StorageBuffer %Counters
   %counters = OpVariable %_ptr_StorageBuffer_Counters StorageBuffer
       %void = OpTypeVoid
          %7 = OpTypeFunction %void
%_ptr_StorageBuffer_uint = OpTypePointer StorageBuffer %uint
     %uint_0 = OpConstant %uint 0
 %uint_24648 = OpConstant %uint 24648
     %uint_1 = OpConstant %uint 1
       %main = OpFunction %void None %7
          %8 = OpLabel
         %11 = OpAccessChain %_ptr_StorageBuffer_uint %counters %uint_0
         %14 = OpAtomicIAdd %uint %11 %uint_1 %uint_24648 %uint_1
               OpReturn
               OpFunctionEnd
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWords checks the encoding of single instructions by hand (SPIR-V specification 2.2.1, 2.3 and section 3).
func TestWords(t *testing.T) {
	m := NewModule(Version1_5)
	c := m.NewCode()
	c.Do(OpMemoryBarrier, 7, 8)
	c.ValueID(9, OpAtomicLoad, 1, 2, 3, 4)
	c.doString(OpName, "abcd", 5)
	c.doString(OpName, "abc\x00zz", 6)
	want := []uint32{
		3<<16 | 225, 7, 8,
		6<<16 | 227, 1, 9, 2, 3, 4,
		4<<16 | 5, 5, 0x64636261, 0,
		3<<16 | 5, 6, 0x00636261,
	}
	if !slices.Equal(c.words, want) {
		t.Errorf("got %#x\nwant %#x", c.words, want)
	}
}

func TestIntWords(t *testing.T) {
	for _, c := range []struct {
		width  uint32
		signed bool
		v      uint64
		want   []uint32
	}{
		{8, true, 0x80, []uint32{0xffffff80}}, // sign-extended to the word
		{8, false, 0xffffffffffffff80, []uint32{0x80}},
		{16, true, 0x7fff, []uint32{0x7fff}},
		{16, false, 0xffff, []uint32{0xffff}},
		{32, true, 0xffffffffffffffff, []uint32{0xffffffff}},
		{64, true, 0x0123456789abcdef, []uint32{0x89abcdef, 0x01234567}}, // low-order word first
	} {
		if got := IntWords(c.width, c.signed, c.v); !slices.Equal(got, c.want) {
			t.Errorf("IntWords(%d, %v, %#x) = %#x, want %#x", c.width, c.signed, c.v, got, c.want)
		}
	}
}

func TestDeclaredOnce(t *testing.T) {
	m := NewModule(Version1_5)
	u, f := m.TypeInt(32, false), m.TypeFloat(32)
	same := map[string][2]ID{
		"uint":        {u, m.TypeInt(32, false)},
		"vector":      {m.TypeVector(u, 3), m.TypeVector(u, 3)},
		"pointer":     {m.TypePointer(StorageClassFunction, u), m.TypePointer(StorageClassFunction, u)},
		"array":       {m.TypeArray(u, m.ConstU32(4), 4), m.TypeArray(u, m.ConstU32(4), 4)},
		"function":    {m.TypeFunction(u, u, f), m.TypeFunction(u, u, f)},
		"constant":    {m.ConstInt(64, false, 5), m.ConstInt(64, false, 5)},
		"composite":   {m.ConstComposite(m.TypeVector(u, 2), m.ConstU32(1), m.ConstU32(2)), m.ConstComposite(m.TypeVector(u, 2), m.ConstU32(1), m.ConstU32(2))},
		"plainStruct": {m.TypePlainStruct(u, f), m.TypePlainStruct(u, f)},
	}
	for name, ids := range same {
		if ids[0] != ids[1] {
			t.Errorf("%s: ids %v, want one", name, ids)
		}
	}
	differ := map[string][2]ID{
		"signedness":    {u, m.TypeInt(32, true)},
		"stride":        {m.TypeArray(u, m.ConstU32(4), 4), m.TypeArray(u, m.ConstU32(4), 16)},
		"no stride":     {m.TypeRuntimeArray(u, 4), m.TypeRuntimeArray(u, 0)},
		"zero's sign":   {m.ConstF32(0), m.ConstFloat(32, 0x80000000)},
		"constant type": {m.ConstU32(7), m.ConstI32(7)},
		"struct":        {m.TypeStruct(u), m.TypeStruct(u)},
		"plain struct":  {m.TypeStruct(u), m.TypePlainStruct(u)},
		"spec constant": {m.SpecConstant(u, 0, 1), m.SpecConstant(u, 1, 1)},
	}
	for name, ids := range differ {
		if ids[0] == ids[1] {
			t.Errorf("%s: one id %d, want two", name, ids[0])
		}
	}
	p, err := Decode(encode(t, m))
	if err != nil {
		t.Fatal(err)
	}
	strides := 0
	for in := range p.All(OpDecorate) {
		if in.Word(1) == DecorationArrayStride {
			strides++
		}
	}
	if strides != 3 { // array 4, array 16, runtime array 4
		t.Errorf("%d ArrayStride decorations, want 3", strides)
	}
}

// TestManyConstants makes the table of declarations grow.
func TestManyConstants(t *testing.T) {
	m := NewModule(Version1_5)
	first := make([]ID, 5000)
	for i := range first {
		first[i] = m.ConstU32(uint32(i) * 64)
	}
	for i, id := range first {
		if again := m.ConstU32(uint32(i) * 64); again != id {
			t.Fatalf("constant %d: %%%d and %%%d", i*64, id, again)
		}
	}
}

func TestCapabilityExtensions(t *testing.T) {
	for _, c := range []struct {
		version    Version
		capability Capability
		want       string
	}{
		{Version1_5, CapabilityAtomicFloat32AddEXT, "SPV_EXT_shader_atomic_float_add"},
		{Version1_5, CapabilityAtomicFloat16MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"},
		{Version1_5, CapabilityGroupNonUniformPartitionedNV, "SPV_NV_shader_subgroup_partitioned"},
		{Version1_5, CapabilityGroupNonUniformRotateKHR, "SPV_KHR_subgroup_rotate"},
		{Version1_6, CapabilityQuadControlKHR, "SPV_KHR_quad_control"},
		{Version1_5, CapabilityInt64Atomics, ""},
		{Version1_4, CapabilityPhysicalStorageBufferAddresses, "SPV_KHR_physical_storage_buffer"},
		{Version1_5, CapabilityPhysicalStorageBufferAddresses, ""},
		{Version1_4, CapabilityStorageBuffer8BitAccess, "SPV_KHR_8bit_storage"},
		{Version1_5, CapabilityInt64ImageEXT, "SPV_EXT_shader_image_int64"},
	} {
		m := NewModule(c.version)
		m.Capability(c.capability)
		if got := strings.Join(m.extensions, " "); got != c.want {
			t.Errorf("%s in %s: extensions %q, want %q", c.capability, c.version, got, c.want)
		}
	}
}

func TestTooLongInstruction(t *testing.T) {
	m := NewModule(Version1_5)
	m.TypeStruct(make([]ID, maxInstWords-2)...) // fits exactly
	if _, err := m.Encode(); err != nil {
		t.Fatal(err)
	}
	m.TypeStruct(make([]ID, maxInstWords-1)...)
	if _, err := m.Encode(); err == nil || !strings.Contains(err.Error(), "OpTypeStruct needs 65536 words") {
		t.Errorf("got error %v", err)
	}
}

func BenchmarkModule(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		if _, err := buildCounter(Version1_5).Encode(); err != nil {
			b.Fatal(err)
		}
	}
}
