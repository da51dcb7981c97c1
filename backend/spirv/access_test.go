package spirv

import (
	"strings"
	"testing"

	"slc/backend/spirv/binary"
)

const accessGlobals = `struct S { a: uint, v: float3, c: [2 x float2] }
resource @data storage_buffer set=0 binding=1 metal=0 layout=std430 source=RWStructuredBuffer
  view %S
resource @ro storage_buffer set=0 binding=2 metal=1 layout=std430 readonly source=StructuredBuffer
  view uint
resource @cb uniform_buffer set=1 binding=0 metal=2 layout=std140
  view %S
resource @pc push_constant set=0 binding=0 metal=3 layout=std430
  view %S
shared @tile [4 x uint]
shared @sstruct %S
private @count uint
`

// TestAccessOperands: NonPrivatePointer 0x20, MakePointerAvailable 0x8 on stores and MakePointerVisible 0x10
// on loads, Volatile 0x1; nothing on memory that is private to the invocation or read-only.
func TestAccessOperands(t *testing.T) {
	field := "%0 = elem @data.0, 0:uint : &buffer %S\n%1 = field %0 {index=0} : &buffer uint\n"
	for _, c := range []struct{ body, want string }{
		{field + "%2 = load %1 {shared=1} : uint", "OpLoad <AccessChain> 0x20"},
		{field + "%2 = load %1 : uint", "OpLoad <AccessChain>"},
		{field + "store %1, 7:uint {shared=1}", "OpStore <AccessChain> =0x7 0x20"},
		{field + "%2 = load %1 {shared=1 coherent=device} : uint", "OpLoad <AccessChain> 0x30 =0x1"},
		{field + "store %1, 7:uint {shared=1 coherent=device}", "OpStore <AccessChain> =0x7 0x28 =0x1"},
		{field + "%2 = load %1 {shared=1 coherent=workgroup} : uint", "OpLoad <AccessChain> 0x30 =0x2"},
		{field + "%2 = load %1 {shared=1 volatile=1} : uint", "OpLoad <AccessChain> 0x21"},
		{field + "%2 = load %1 {shared=1 coherent=device volatile=1} : uint", "OpLoad <AccessChain> 0x31 =0x1"},
		{field + "store %1, 7:uint {shared=1 coherent=device volatile=1}", "OpStore <AccessChain> =0x7 0x29 =0x1"},
		{"%0 = elem @tile, 1:uint : &groupshared uint\n%1 = load %0 {shared=1} : uint", "OpLoad <AccessChain> 0x20"},
		{"%0 = elem @tile, 1:uint : &groupshared uint\nstore %0, 7:uint {shared=1}", "OpStore <AccessChain> =0x7 0x20"},
		{"%0 = load @tile {shared=1} : [4 x uint]", "OpLoad %tile 0x20"},
		// never, even if asked for
		{"store @count, 7:uint {shared=1 coherent=device volatile=1}", "OpStore %count =0x7"},
		{"%0.x = var : &function uint\nstore %0, 7:uint {shared=1}", "OpStore %x =0x7"},
		{"%0 = elem @ro.0, 1:uint : &buffer uint\n%1 = load %0 : uint", "OpLoad <AccessChain>"},
		{"%0 = field @cb.0 {index=0} : &uniform uint\n%1 = load %0 {shared=1} : uint", "OpLoad <AccessChain>"},
		{"%0 = field @pc.0 {index=0} : &push uint\n%1 = load %0 {shared=1} : uint", "OpLoad <AccessChain>"},
	} {
		p := compile(t, mainOf(accessGlobals, c.body), Options{})
		got := ""
		for in := range p.All(binary.OpLoad, binary.OpStore) {
			got += shape(p, in)
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestCoherentDeviceScope: the scope of an availability operation needs the capability as well.
func TestCoherentDeviceScope(t *testing.T) {
	body := "%0 = elem @tile, 1:uint : &groupshared uint\nstore %0, 7:uint {shared=1 coherent=device}"
	if p := compile(t, mainOf(accessGlobals, body), Options{}); !hasCapability(p, binary.CapabilityVulkanMemoryModelDeviceScope) {
		t.Error("no VulkanMemoryModelDeviceScope")
	}
	p := compile(t, mainOf(accessGlobals, strings.Replace(body, "=device", "=workgroup", 1)), Options{})
	if hasCapability(p, binary.CapabilityVulkanMemoryModelDeviceScope) {
		t.Error("VulkanMemoryModelDeviceScope without a device scope operand")
	}
}

// TestPhysicalPointers: PhysicalStorageBuffer64 addressing, Aligned (the largest scalar) before the scopes.
func TestPhysicalPointers(t *testing.T) {
	p := compile(t, mainOf(`struct N { x: uint, d: double, s: uint16_t }
resource @heads storage_buffer set=0 binding=0 metal=0 layout=std430
  view uint64_t`, `
%0 = elem @heads.0, 0:uint : &buffer uint64_t
%1 = load %0 {shared=1} : uint64_t
%2 = deref %1 : &physical %N
%3 = field %2 {index=0} : &physical uint
%4 = load %3 {shared=1} : uint
store %3, 7:uint {shared=1 coherent=device}
%5 = load %2 {shared=1 coherent=device} : %N
%6 = atomic %3, 1:uint {atomic=add mem=AcquireRelease,device,buffers} : uint
%7 = field %2 {index=2} : &physical uint16_t
store %7, 1:uint16_t {shared=1}`), Options{})
	model := only(t, p, binary.OpMemoryModel)
	if model.Operands[0].Word() != binary.AddressingModelPhysicalStorageBuffer64 || model.Operands[1].Word() != binary.MemoryModelVulkan {
		t.Errorf("memory model %s", shape(p, model))
	}
	for _, want := range []string{
		"OpLoad <AccessChain> 0x22 0x4", "OpStore <AccessChain> =0x7 0x2a 0x4 =0x1", "OpLoad <ConvertUToPtr> 0x32 0x8 =0x1",
		"OpAtomicIAdd <AccessChain> =0x1 =0x6048 =0x1", "OpStore <AccessChain> =0x1 0x22 0x2",
	} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
	if !hasCapability(p, binary.CapabilityPhysicalStorageBufferAddresses) || !hasCapability(p, binary.CapabilityStorageBuffer16BitAccess) {
		t.Error("capabilities of pointers or of 16-bit memory are missing")
	}
}

// TestLogicalAddressing: modules without pointers keep the logical addressing model.
func TestLogicalAddressing(t *testing.T) {
	model := only(t, compile(t, mainOf("", ""), Options{}), binary.OpMemoryModel)
	if model.Operands[0].Word() != 0 || model.Operands[1].Word() != 3 {
		t.Errorf("operands %d %d, want Logical Vulkan", model.Operands[0].Word(), model.Operands[1].Word())
	}
}

// TestAggregateAccess: a struct in a buffer has an explicit layout, its value has none; before 1.4,
// which has no OpCopyLogical, members are copied.
func TestAggregateAccess(t *testing.T) {
	body := `%0 = elem @data.0, 0:uint : &buffer %S
%1 = load %0 {shared=1} : %S
store @sstruct, %1 {shared=1}
%2 = load @sstruct {shared=1} : %S
store %0, %2 {shared=1}
%3 = load @cb.0 : %S
%4 = load @pc.0 : %S`
	for _, v := range []binary.Version{binary.Version1_3, binary.Version1_4, binary.Version1_5, binary.Version1_6} {
		p := compile(t, mainOf(accessGlobals, body), Options{Version: v})
		copies := len(find(p, binary.OpCopyLogical))
		if want := map[bool]int{true: 4}[v >= binary.Version1_4]; copies != want {
			t.Errorf("%s: %d × OpCopyLogical, want %d", v, copies, want)
		}
		if loads, stores := len(find(p, binary.OpLoad)), len(find(p, binary.OpStore)); loads != 4 || stores != 2 {
			t.Errorf("%s: %d loads, %d stores; each access happens once", v, loads, stores)
		}
	}
}

// TestByteAddress: the byte offset becomes the index of a word, a constant one already here.
func TestByteAddress(t *testing.T) {
	const globals = `resource @bytes storage_buffer set=0 binding=0 metal=0 layout=std430 source=RWByteAddressBuffer
  view uint
  view uint64_t
  view uint16_t
`
	p := compile(t, mainOf(globals, `
%0 = system {value=group_index} : uint
%1 = byte_elem @bytes.0, %0 : &buffer uint
%2 = atomic %1, 1:uint {atomic=add mem=Relaxed,device,none} : uint
%3 = byte_elem @bytes.1, 24:uint : &buffer uint64_t
%4 = atomic %3, 1:uint64_t {atomic=add mem=Relaxed,device,none} : uint64_t
%5 = byte_elem @bytes.2, 6:uint : &buffer uint16_t
store %5, 3:uint16_t {shared=1}
%6 = length @bytes.0 : uint
%7 = atomic %1, -1:int {atomic=min mem=Relaxed,device,none} : int
%8 = add %7, 1:int : int`), Options{})
	for _, want := range []string{
		"OpShiftRightLogical <Load> =0x2",
		"OpAccessChain %bytes =0x0 <ShiftRightLogical>", "OpAccessChain %bytes_uint64_t =0x0 =0x3", "OpAccessChain %bytes_uint16_t =0x0 =0x3",
		"OpArrayLength %bytes 0x0", "OpIMul <ArrayLength> =0x4",
		// a signed min on a uint word: the instruction of the operand, the types of the memory
		"OpAtomicSMin <AccessChain> =0x1 =0x0 <Bitcast>", "OpBitcast <AtomicSMin>",
	} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
	for _, name := range []string{"bytes", "bytes_uint64_t", "bytes_uint16_t"} {
		id := p.Named(name)
		if _, ok := p.Decoration(id, binary.DecorationAliased); !ok {
			t.Errorf("%s is not Aliased", name)
		}
		if d, ok := p.Decoration(id, binary.DecorationBinding); !ok || d.Operands[0].Word() != 0 {
			t.Errorf("%s has not binding 0", name)
		}
	}
}

// TestOneViewIsNotAliased, and a view that nothing uses is not declared.
func TestOneViewIsNotAliased(t *testing.T) {
	p := compile(t, mainOf(`resource @b storage_buffer set=0 binding=0 metal=0 layout=std430
  view uint
  view float
`, "%0 = elem @b.0, 1:uint : &buffer uint\nstore %0, 7:uint {shared=1}"), Options{})
	if _, ok := p.Decoration(p.Named("b"), binary.DecorationAliased); ok {
		t.Error("the only variable of a binding is Aliased")
	}
	if p.Named("b_float") != 0 {
		t.Error("an unused view is declared")
	}
}

// TestReadOnlyBlock: a read-only and a writable buffer of one content have different
// Block types (see blockType).
func TestReadOnlyBlock(t *testing.T) {
	p := compile(t, mainOf(accessGlobals+`resource @words storage_buffer set=2 binding=0 metal=4 layout=std430 source=RWStructuredBuffer
  view uint
`, `%0 = elem @ro.0, 1:uint : &buffer uint
%1 = load %0 : uint
%2 = elem @words.0, 0:uint : &buffer uint
store %2, %1 {shared=1}`), Options{})
	if ro, rw := p.TypeOf(p.Named("ro")), p.TypeOf(p.Named("words")); ro == 0 || rw == 0 || ro == rw {
		t.Errorf("ro has type %d, words %d: want two types", ro, rw)
	}
}

// TestReadOnly: NonWritable on buffers declared read-only only.
func TestReadOnly(t *testing.T) {
	p := compile(t, mainOf(accessGlobals, `%0 = elem @ro.0, 1:uint : &buffer uint
%1 = load %0 : uint
%2 = elem @data.0, 0:uint : &buffer %S
%3 = field %2 {index=0} : &buffer uint
store %3, %1 {shared=1}`), Options{})
	if _, ok := p.Decoration(p.Named("ro"), binary.DecorationNonWritable); !ok {
		t.Error("ro is writable")
	}
	if _, ok := p.Decoration(p.Named("data"), binary.DecorationNonWritable); ok {
		t.Error("data is not writable")
	}
	for _, d := range []binary.Decoration{binary.DecorationCoherent, binary.DecorationVolatile} {
		for in := range p.All(binary.OpDecorate, binary.OpMemberDecorate) {
			if in.Operands[len(in.Operands)-1].Word() == uint32(d) && in.Op == binary.OpDecorate && len(in.Operands) == 2 {
				t.Errorf("decoration %s is illegal under the Vulkan memory model", d)
			}
		}
	}
}

// TestLayouts: offsets and strides worked out by hand. S is { uint a; float3 v; float2 c[2]; }.
func TestLayouts(t *testing.T) {
	p := compile(t, mainOf(accessGlobals, `%0 = elem @data.0, 3:uint : &buffer %S
%1 = field %0 {index=2} : &buffer [2 x float2]
%2 = elem %1, 1:uint : &buffer float2
%3 = elem %2, 1:uint : &buffer float
store %3, 1.0:float {shared=1}
%4 = field @cb.0 {index=1} : &uniform float3
%5 = load %4 : float3
%6 = field @sstruct {index=0} : &groupshared uint
store %6, 1:uint {shared=1}`), Options{})
	structs := map[string][]uint32{} // storage class of the variable that holds it -> offsets
	for in := range p.All(binary.OpVariable) {
		pointee := p.Pointee(in.Type)
		def := p.Def(pointee)
		for def.Op == binary.OpTypeStruct && len(def.Operands) == 1 || def.Op == binary.OpTypeRuntimeArray {
			pointee = def.Operands[0].Word()
			def = p.Def(pointee)
		}
		if def.Op != binary.OpTypeStruct {
			continue
		}
		var offsets []uint32
		for m := range def.Operands {
			if d, ok := p.MemberDecoration(pointee, m, binary.DecorationOffset); ok {
				offsets = append(offsets, d.Operands[0].Word())
			}
		}
		arr := def.Operands[2].Word()
		if d, ok := p.Decoration(arr, binary.DecorationArrayStride); ok {
			offsets = append(offsets, d.Operands[0].Word())
		}
		structs[p.Name(in.Result)] = offsets
	}
	for name, want := range map[string][]uint32{
		"data":    {0, 16, 32, 8},  // std430: float3 at 16, size 12 → 28, float2[2] aligned 8 → 32, stride 8
		"cb":      {0, 16, 32, 16}, // std140: the array is aligned and strided by 16
		"sstruct": nil,             // groupshared memory has no explicit layout
	} {
		if got := structs[name]; len(got) != len(want) {
			t.Errorf("%s: offsets and stride %v, want %v", name, got, want)
		} else {
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%s: offsets and stride %v, want %v", name, got, want)
				}
			}
		}
	}
	// size of S in std430: 32 + 16 = 48, already a multiple of 16
	elem := p.Def(p.Def(p.Pointee(p.Def(p.Named("data")).Type)).Operands[0].Word())
	if d, _ := p.Decoration(elem.Result, binary.DecorationArrayStride); len(d.Operands) == 0 || d.Operands[0].Word() != 48 {
		t.Errorf("stride of data: %v, want 48", d.Operands)
	}
	if !containsShape(p, "OpAccessChain %data =0x0 =0x3 =0x2 =0x1 =0x1") {
		t.Errorf("one chain for the whole path is missing\n%s", p.Disassemble(binary.Options{}))
	}
}

// TestNonUniform: the pointer that the access consumes is marked, and only that of a divergent index.
func TestNonUniform(t *testing.T) {
	const globals = `resource @bufs storage_buffer set=0 binding=0 metal=0 layout=std430 count=4
  view uint
resource @many storage_buffer set=0 binding=1 metal=0 layout=std430 count=-1
  view uint
resource @imgs storage_image set=0 binding=2 metal=0 layout=std430 count=4 format=r32ui source=RWTexture2D
  view uint
resource @cbs uniform_buffer set=0 binding=3 metal=0 layout=std140 count=2
  view float4
`
	p := compile(t, mainOf(globals, `%0 = system {value=group_index} : uint
%1 = descriptor @bufs.0, %0 {nonuniform=1} : &buffer [uint]
%2 = elem %1, 5:uint : &buffer uint
%3 = atomic %2, 1:uint {atomic=add mem=Relaxed,device,none} : uint
%4 = descriptor @many.0, %0 : &buffer [uint]
%5 = elem %4, 5:uint : &buffer uint
store %5, 1:uint {shared=1}
%6 = length %4 : uint
%7 = descriptor @imgs.0, %0 {nonuniform=1} : &image uint
%8 = texel %7, {1 2}:uint2 : &image uint
%9 = atomic %8, 1:uint {atomic=add mem=Relaxed,device,none} : uint
%10 = image_read %7, {1 2}:uint2 {shared=1} : uint
%11 = descriptor @cbs.0, 1:uint : &uniform float4
%12 = load %11 : float4`), Options{})
	marked := map[binary.ID]bool{}
	for in := range p.All(binary.OpDecorate) {
		if in.Operands[1].Word() == binary.DecorationNonUniform {
			marked[in.Operands[0].Word()] = true
		}
	}
	consumed := map[binary.Opcode]bool{}
	for in := range p.All(binary.OpAtomicIAdd, binary.OpStore, binary.OpImageRead) {
		id := in.Operands[0].Word()
		consumed[p.Def(id).Op] = true
		if want := in.Op != binary.OpStore; marked[id] != want {
			t.Errorf("%s consumes %s marked %v, want %v", in.Op, p.Def(id).Op, marked[id], want)
		}
	}
	if !consumed[binary.OpImageTexelPointer] || !consumed[binary.OpAccessChain] {
		t.Error("the accesses are missing")
	}
	for _, c := range []binary.Capability{binary.CapabilityShaderNonUniform, binary.CapabilityStorageBufferArrayNonUniformIndexing,
		binary.CapabilityStorageImageArrayNonUniformIndexing, binary.CapabilityRuntimeDescriptorArray, binary.CapabilityStorageBufferArrayDynamicIndexing} {
		if !hasCapability(p, c) {
			t.Errorf("no capability %s", c)
		}
	}
	if hasCapability(p, binary.CapabilityUniformBufferArrayDynamicIndexing) {
		t.Error("a constant index needs no dynamic indexing")
	}
	for _, want := range []string{"OpAccessChain %bufs <Load> =0x0 =0x5", "OpAccessChain %many <Load> =0x0 =0x5", "OpAccessChain %cbs =0x1 =0x0"} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
}

// TestBlockArrays: a constant buffer in an array of them is read as a whole and by field.
func TestBlockArrays(t *testing.T) {
	p := compile(t, mainOf(`struct S { a: uint, v: float3 }
resource @cbs uniform_buffer set=0 binding=3 metal=0 layout=std140 count=2
  view %S
`, `%0 = descriptor @cbs.0, 1:uint : &uniform %S
%1 = load %0 : %S
%2 = field %0 {index=1} : &uniform float3
%3 = load %2 : float3
%4 = elem %2, 2:int : &uniform float
%5 = load %4 : float`), Options{})
	for _, want := range []string{"OpAccessChain %cbs =0x1", "OpCopyLogical <Load>", "OpAccessChain %cbs =0x1 =0x1", "OpAccessChain %cbs =0x1 =0x1 =0x2"} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
}

// TestPlacesAcrossBlocks: an address that is used in several blocks is computed in each, so that every use is dominated.
func TestPlacesAcrossBlocks(t *testing.T) {
	p := compile(t, mainOf(accessGlobals, `%0 = system {value=group_index} : uint
%1 = elem @data.0, %0 : &buffer %S
%2 = field %1 {index=0} : &buffer uint
%3 = eq %0, 0:uint : bool
if %3 {
  store %2, 1:uint {shared=1}
  store %2, 2:uint {shared=1}
  yield
} else {
  store %2, 3:uint {shared=1}
  yield
}
%4 = load %2 {shared=1} : uint`), Options{})
	if n := len(find(p, binary.OpAccessChain)); n != 3 {
		t.Errorf("%d access chains, want one a block that uses the place\n%s", n, p.Disassemble(binary.Options{}))
	}
}
