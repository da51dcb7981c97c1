package spirv

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower/ir"
)

const atomicGlobals = `resource @u storage_buffer set=0 binding=0 metal=0 layout=std430 source=RWStructuredBuffer
  view uint
resource @i storage_buffer set=0 binding=1 metal=0 layout=std430 source=RWStructuredBuffer
  view int
resource @f storage_buffer set=0 binding=2 metal=0 layout=std430 source=RWStructuredBuffer
  view float
resource @d storage_buffer set=0 binding=3 metal=0 layout=std430 source=RWStructuredBuffer
  view double
resource @h storage_buffer set=0 binding=4 metal=0 layout=std430 source=RWStructuredBuffer
  view half
resource @l storage_buffer set=0 binding=5 metal=0 layout=std430 source=RWStructuredBuffer
  view uint64_t
resource @sl storage_buffer set=0 binding=8 metal=0 layout=std430 source=RWStructuredBuffer
  view int64_t
resource @sc storage_buffer set=0 binding=6 metal=0 layout=std430 seqcst source=RWStructuredBuffer
  view uint
resource @img storage_image set=0 binding=7 metal=0 layout=std430 atomic source=RWTexture2D
  view uint
shared @g uint
shared @gs uint seqcst
`

// atomicBody is an atomic on element 0 of a buffer or on a groupshared variable.
func atomicBody(object, elem, operands, attrs, result string) string {
	place, def := "@"+object, ""
	if object != "g" && object != "gs" {
		def = fmt.Sprintf("%%0 = elem @%s.0, 0:uint : &buffer %s\n", object, elem)
		place = "%0"
	}
	if operands != "" {
		operands = ", " + operands
	}
	if result != "" {
		return def + fmt.Sprintf("%%1 = atomic %s%s {%s} : %s", place, operands, attrs, result)
	}
	return def + fmt.Sprintf("atomic %s%s {%s}", place, operands, attrs)
}

// TestAtomicRows has every row of lowering.md §2 on atomics: opcode, scope, semantics, operand order.
func TestAtomicRows(t *testing.T) {
	for _, c := range []struct{ object, elem, operands, attrs, result, want string }{
		// Relaxed: semantics 0. Device scope is 1.
		{"u", "uint", "", "atomic=load mem=Relaxed,device,none", "uint", "OpAtomicLoad P =0x1 =0x0"},
		{"u", "uint", "5:uint", "atomic=store mem=Relaxed,device,none", "", "OpAtomicStore P =0x1 =0x0 =0x5"},
		{"u", "uint", "5:uint", "atomic=exchange mem=Relaxed,device,none", "uint", "OpAtomicExchange P =0x1 =0x0 =0x5"},
		// operands of the IR: comparand 3, new value 5; of SPIR-V: Value 5, Comparator 3
		{"u", "uint", "3:uint, 5:uint", "atomic=compareExchange mem=Relaxed,device,none fail=Relaxed,device,none", "uint", "OpAtomicCompareExchange P =0x1 =0x0 =0x0 =0x5 =0x3"},
		{"u", "uint", "5:uint", "atomic=add mem=Relaxed,device,none", "uint", "OpAtomicIAdd P =0x1 =0x0 =0x5"},
		{"u", "uint", "5:uint", "atomic=sub mem=Relaxed,device,none", "uint", "OpAtomicISub P =0x1 =0x0 =0x5"},
		{"u", "uint", "", "atomic=increment mem=Relaxed,device,none", "uint", "OpAtomicIIncrement P =0x1 =0x0"},
		{"u", "uint", "", "atomic=decrement mem=Relaxed,device,none", "uint", "OpAtomicIDecrement P =0x1 =0x0"},
		{"u", "uint", "5:uint", "atomic=and mem=Relaxed,device,none", "uint", "OpAtomicAnd P =0x1 =0x0 =0x5"},
		{"u", "uint", "5:uint", "atomic=or mem=Relaxed,device,none", "uint", "OpAtomicOr P =0x1 =0x0 =0x5"},
		{"u", "uint", "5:uint", "atomic=xor mem=Relaxed,device,none", "uint", "OpAtomicXor P =0x1 =0x0 =0x5"},
		// min and max by the signedness of the object
		{"u", "uint", "5:uint", "atomic=min mem=Relaxed,device,none", "uint", "OpAtomicUMin P =0x1 =0x0 =0x5"},
		{"u", "uint", "5:uint", "atomic=max mem=Relaxed,device,none", "uint", "OpAtomicUMax P =0x1 =0x0 =0x5"},
		{"i", "int", "5:int", "atomic=min mem=Relaxed,device,none", "int", "OpAtomicSMin P =0x1 =0x0 =0x5"},
		{"i", "int", "5:int", "atomic=max mem=Relaxed,device,none", "int", "OpAtomicSMax P =0x1 =0x0 =0x5"},
		{"i", "int", "5:int", "atomic=add mem=Relaxed,device,none", "int", "OpAtomicIAdd P =0x1 =0x0 =0x5"},
		// signed objects use the same instructions otherwise
		{"i", "int", "", "atomic=load mem=Relaxed,device,none", "int", "OpAtomicLoad P =0x1 =0x0"},
		{"i", "int", "5:int", "atomic=store mem=Relaxed,device,none", "", "OpAtomicStore P =0x1 =0x0 =0x5"},
		{"i", "int", "5:int", "atomic=exchange mem=Relaxed,device,none", "int", "OpAtomicExchange P =0x1 =0x0 =0x5"},
		{"i", "int", "3:int, 5:int", "atomic=compareExchange mem=Relaxed,device,none fail=Relaxed,device,none", "int", "OpAtomicCompareExchange P =0x1 =0x0 =0x0 =0x5 =0x3"},
		{"i", "int", "5:int", "atomic=sub mem=Relaxed,device,none", "int", "OpAtomicISub P =0x1 =0x0 =0x5"},
		{"i", "int", "", "atomic=increment mem=Relaxed,device,none", "int", "OpAtomicIIncrement P =0x1 =0x0"},
		{"i", "int", "", "atomic=decrement mem=Relaxed,device,none", "int", "OpAtomicIDecrement P =0x1 =0x0"},
		{"i", "int", "5:int", "atomic=and mem=Relaxed,device,none", "int", "OpAtomicAnd P =0x1 =0x0 =0x5"},
		{"i", "int", "5:int", "atomic=or mem=Relaxed,device,none", "int", "OpAtomicOr P =0x1 =0x0 =0x5"},
		{"i", "int", "5:int", "atomic=xor mem=Relaxed,device,none", "int", "OpAtomicXor P =0x1 =0x0 =0x5"},
		// an unused result: the operation stays
		{"u", "uint", "5:uint", "atomic=add mem=Relaxed,device,none", "", "OpAtomicIAdd P =0x1 =0x0 =0x5"},
		// Acquire 0x2, Release 0x4, AcquireRelease 0x8 with spaces and availability/visibility
		{"u", "uint", "", "atomic=load mem=Acquire,device,buffers", "uint", "OpAtomicLoad P =0x1 =0x4042"},
		{"u", "uint", "", "atomic=load mem=Acquire,device,buffers|groupshared", "uint", "OpAtomicLoad P =0x1 =0x4142"},
		{"u", "uint", "", "atomic=load mem=Acquire,device,buffers|images|groupshared", "uint", "OpAtomicLoad P =0x1 =0x4942"},
		{"u", "uint", "5:uint", "atomic=store mem=Release,device,buffers", "", "OpAtomicStore P =0x1 =0x2044 =0x5"},
		{"u", "uint", "5:uint", "atomic=store mem=Release,device,buffers|images|groupshared", "", "OpAtomicStore P =0x1 =0x2944 =0x5"},
		{"u", "uint", "5:uint", "atomic=add mem=AcquireRelease,device,buffers", "uint", "OpAtomicIAdd P =0x1 =0x6048 =0x5"},
		{"u", "uint", "5:uint", "atomic=add mem=Acquire,device,buffers", "uint", "OpAtomicIAdd P =0x1 =0x4042 =0x5"},
		{"u", "uint", "5:uint", "atomic=add mem=Release,device,buffers", "uint", "OpAtomicIAdd P =0x1 =0x2044 =0x5"},
		{"u", "uint", "5:uint", "atomic=exchange mem=AcquireRelease,device,buffers|images", "uint", "OpAtomicExchange P =0x1 =0x6848 =0x5"},
		// workgroup scope 2, wave scope 3
		{"g", "uint", "5:uint", "atomic=add mem=Relaxed,workgroup,none", "uint", "OpAtomicIAdd P =0x2 =0x0 =0x5"},
		{"g", "uint", "", "atomic=load mem=Acquire,workgroup,groupshared", "uint", "OpAtomicLoad P =0x2 =0x4102"},
		{"g", "uint", "5:uint", "atomic=store mem=Release,device,buffers|groupshared", "", "OpAtomicStore P =0x1 =0x2144 =0x5"},
		{"g", "uint", "5:uint", "atomic=add mem=Relaxed,wave,none", "uint", "OpAtomicIAdd P =0x3 =0x0 =0x5"},
		// Volatile 0x8000
		{"u", "uint", "5:uint", "atomic=add mem=AcquireRelease,device,buffers volatile_atomic=1", "uint", "OpAtomicIAdd P =0x1 =0xe048 =0x5"},
		{"u", "uint", "3:uint, 5:uint", "atomic=compareExchange mem=Relaxed,device,none fail=Relaxed,device,none volatile_atomic=1", "uint", "OpAtomicCompareExchange P =0x1 =0x8000 =0x8000 =0x5 =0x3"},
		// 64 bits
		{"l", "uint64_t", "5:uint64_t", "atomic=add mem=Relaxed,device,none", "uint64_t", "OpAtomicIAdd P =0x1 =0x0 =0x5"},
		{"l", "uint64_t", "5:uint64_t", "atomic=max mem=AcquireRelease,device,buffers", "uint64_t", "OpAtomicUMax P =0x1 =0x6048 =0x5"},
		{"sl", "int64_t", "5:int64_t", "atomic=max mem=Relaxed,device,none", "int64_t", "OpAtomicSMax P =0x1 =0x0 =0x5"},
		// floats
		{"f", "float", "1.0:float", "atomic=add mem=Relaxed,device,none", "float", "OpAtomicFAddEXT P =0x1 =0x0 =0x3f800000"},
		{"f", "float", "1.0:float", "atomic=sub mem=Relaxed,device,none", "float", "OpAtomicFAddEXT P =0x1 =0x0 <FNegate>"},
		{"f", "float", "1.0:float", "atomic=min mem=Relaxed,device,none", "float", "OpAtomicFMinEXT P =0x1 =0x0 =0x3f800000"},
		{"f", "float", "1.0:float", "atomic=max mem=Acquire,device,buffers", "float", "OpAtomicFMaxEXT P =0x1 =0x4042 =0x3f800000"},
		{"f", "float", "", "atomic=load mem=Relaxed,device,none", "float", "OpAtomicLoad P =0x1 =0x0"},
		{"f", "float", "1.0:float", "atomic=store mem=Release,device,buffers", "", "OpAtomicStore P =0x1 =0x2044 =0x3f800000"},
		{"f", "float", "1.0:float", "atomic=exchange mem=Relaxed,device,none", "float", "OpAtomicExchange P =0x1 =0x0 =0x3f800000"},
		{"d", "double", "1.0:double", "atomic=add mem=Relaxed,device,none", "double", "OpAtomicFAddEXT P =0x1 =0x0 =0x3ff0000000000000"},
		{"d", "double", "1.0:double", "atomic=max mem=Relaxed,device,none", "double", "OpAtomicFMaxEXT P =0x1 =0x0 =0x3ff0000000000000"},
		{"h", "half", "1.0:half", "atomic=add mem=Relaxed,device,none", "half", "OpAtomicFAddEXT P =0x1 =0x0 =0x3c00"},
		{"h", "half", "1.0:half", "atomic=exchange mem=AcquireRelease,device,buffers", "half", "OpAtomicExchange P =0x1 =0x6048 =0x3c00"},
		{"h", "half", "", "atomic=load mem=Relaxed,device,none", "half", "OpAtomicLoad P =0x1 =0x0"},
		{"d", "double", "", "atomic=load mem=Relaxed,device,none", "double", "OpAtomicLoad P =0x1 =0x0"},
		{"h", "half", "1.0:half", "atomic=min mem=Relaxed,device,none", "half", "OpAtomicFMinEXT P =0x1 =0x0 =0x3c00"},
		// SeqCst: load is Or 0, store is Exchange, all AcquireRelease, never 0x10
		{"sc", "uint", "", "atomic=load mem=SeqCst,device,buffers|groupshared", "uint", "OpAtomicOr P =0x1 =0x6148 =0x0"},
		{"sc", "uint", "5:uint", "atomic=store mem=SeqCst,device,buffers|groupshared", "", "OpAtomicExchange P =0x1 =0x6148 =0x5"},
		{"sc", "uint", "5:uint", "atomic=add mem=SeqCst,device,buffers", "uint", "OpAtomicIAdd P =0x1 =0x6048 =0x5"},
		{"sc", "uint", "5:uint", "atomic=exchange mem=SeqCst,device,buffers", "uint", "OpAtomicExchange P =0x1 =0x6048 =0x5"},
		{"gs", "uint", "", "atomic=load mem=SeqCst,workgroup,groupshared", "uint", "OpAtomicOr P =0x2 =0x6108 =0x0"},
		{"u", "uint", "5:uint", "atomic=store mem=SeqCst,device,buffers", "", "OpAtomicExchange P =0x1 =0x6048 =0x5"},
		// every store to a SeqCst object is an exchange of its order; loads of other orders stay loads
		{"sc", "uint", "5:uint", "atomic=store mem=Relaxed,device,none", "", "OpAtomicExchange P =0x1 =0x0 =0x5"},
		{"sc", "uint", "5:uint", "atomic=store mem=Release,device,buffers", "", "OpAtomicExchange P =0x1 =0x2044 =0x5"},
		{"gs", "uint", "5:uint", "atomic=store mem=Relaxed,workgroup,none", "", "OpAtomicExchange P =0x2 =0x0 =0x5"},
		{"sc", "uint", "", "atomic=load mem=Acquire,device,buffers", "uint", "OpAtomicLoad P =0x1 =0x4042"},
	} {
		p := compile(t, mainOf(atomicGlobals, atomicBody(c.object, c.elem, c.operands, c.attrs, c.result)), Options{})
		var got string
		for in := range p.All(atomicOpcodes...) {
			got += shape(p, in)
		}
		for _, name := range []string{"<AccessChain>", "%gs", "%g"} {
			got = strings.Replace(got, name, "P", 1)
		}
		if got != c.want {
			t.Errorf("%s {%s}\n got %s\nwant %s", c.object, c.attrs, got, c.want)
		}
	}
}

var atomicOpcodes = []binary.Opcode{binary.OpAtomicLoad, binary.OpAtomicStore, binary.OpAtomicExchange, binary.OpAtomicCompareExchange,
	binary.OpAtomicIIncrement, binary.OpAtomicIDecrement, binary.OpAtomicIAdd, binary.OpAtomicISub, binary.OpAtomicSMin, binary.OpAtomicUMin,
	binary.OpAtomicSMax, binary.OpAtomicUMax, binary.OpAtomicAnd, binary.OpAtomicOr, binary.OpAtomicXor, binary.OpAtomicFAddEXT,
	binary.OpAtomicFMinEXT, binary.OpAtomicFMaxEXT}

// TestCompareExchangeOrders: Unequal comes from the fail order, without MakeAvailable and without
// any bit that Equal lacks; a SeqCst failure is Acquire here (lower/ adds the re-read).
func TestCompareExchangeOrders(t *testing.T) {
	all := ",device,buffers|images|groupshared"
	for _, c := range []struct {
		success, fail  string
		equal, unequal uint64
	}{
		{"Relaxed,device,none", "Relaxed,device,none", 0, 0},
		{"Acquire" + all, "Relaxed,device,none", 0x4942, 0},
		{"Acquire" + all, "Acquire" + all, 0x4942, 0x4942},
		{"Release" + all, "Relaxed,device,none", 0x2944, 0},
		{"Release" + all, "Acquire" + all, 0x2944, 0}, // sema rejects it; Equal has no Acquire
		{"AcquireRelease" + all, "Relaxed,device,none", 0x6948, 0},
		{"AcquireRelease" + all, "Acquire" + all, 0x6948, 0x4942},
		{"AcquireRelease,device,buffers", "Acquire,device,buffers", 0x6048, 0x4042},
		{"AcquireRelease,device,buffers", "Acquire" + all, 0x6048, 0x4042},
		{"SeqCst" + all, "Relaxed,device,none", 0x6948, 0},
		{"SeqCst" + all, "Acquire" + all, 0x6948, 0x4942},
		{"SeqCst" + all, "SeqCst" + all, 0x6948, 0x4942},
	} {
		p := compile(t, mainOf(atomicGlobals, atomicBody("u", "uint", "3:uint, 5:uint",
			"atomic=compareExchange mem="+c.success+" fail="+c.fail, "uint")), Options{})
		in := only(t, p, binary.OpAtomicCompareExchange)
		equal, _ := p.Const(in.Operands[2].Word())
		unequal, _ := p.Const(in.Operands[3].Word())
		if equal != c.equal || unequal != c.unequal {
			t.Errorf("success %s, fail %s: %#x %#x, want %#x %#x", c.success, c.fail, equal, unequal, c.equal, c.unequal)
		}
	}
}

// TestBarriers: scope, execution scope and mask of each kind of barrier.
func TestBarriers(t *testing.T) {
	for _, c := range []struct{ attrs, want string }{
		{"exec=none mem=AcquireRelease,device,buffers|images|groupshared", "OpMemoryBarrier =0x1 =0x6948"},
		{"exec=none mem=AcquireRelease,device,buffers|images", "OpMemoryBarrier =0x1 =0x6848"},
		{"exec=none mem=AcquireRelease,workgroup,groupshared", "OpMemoryBarrier =0x2 =0x6108"},
		{"exec=none mem=AcquireRelease,wave,buffers", "OpMemoryBarrier =0x3 =0x6048"},
		{"exec=workgroup mem=AcquireRelease,workgroup,groupshared", "OpControlBarrier =0x2 =0x2 =0x6108"},
		{"exec=workgroup mem=AcquireRelease,device,buffers|images", "OpControlBarrier =0x2 =0x1 =0x6848"},
		{"exec=workgroup mem=AcquireRelease,device,buffers|images|groupshared", "OpControlBarrier =0x2 =0x1 =0x6948"},
		{"exec=wave mem=AcquireRelease,wave,buffers|groupshared", "OpControlBarrier =0x3 =0x3 =0x6148"},
		{"exec=wave mem=AcquireRelease,workgroup,groupshared", "OpControlBarrier =0x3 =0x2 =0x6108"},
		{"exec=wave mem=AcquireRelease,device,buffers", "OpControlBarrier =0x3 =0x1 =0x6048"},
		{"exec=workgroup mem=Relaxed,none,none", "OpControlBarrier =0x2 =0x2 =0x0"},
		{"exec=wave mem=Relaxed,none,none", "OpControlBarrier =0x3 =0x3 =0x0"},
	} {
		p := compile(t, mainOf("", "barrier {"+c.attrs+"}"), Options{})
		got := ""
		for in := range p.All(binary.OpMemoryBarrier, binary.OpControlBarrier) {
			got += shape(p, in)
		}
		if got != c.want {
			t.Errorf("barrier {%s}: %s, want %s", c.attrs, got, c.want)
		}
		if wave, has := strings.Contains(c.attrs, "wave"), hasCapability(p, binary.CapabilityGroupNonUniform); wave != has {
			t.Errorf("barrier {%s}: GroupNonUniform declared: %v, want %v", c.attrs, has, wave)
		}
		if device, has := strings.Contains(c.attrs, "device"), hasCapability(p, binary.CapabilityVulkanMemoryModelDeviceScope); device != has {
			t.Errorf("barrier {%s}: VulkanMemoryModelDeviceScope declared: %v, want %v", c.attrs, has, device)
		}
	}
}

// TestQueueFamilyScope: QueueFamily (5) stands wherever the meaning says device, and needs no capability.
func TestQueueFamilyScope(t *testing.T) {
	p := compile(t, mainOf(atomicGlobals, `%0 = elem @u.0, 0:uint : &buffer uint
%1 = atomic %0, 1:uint {atomic=add mem=AcquireRelease,device,buffers} : uint
%2 = load %0 {shared=1 coherent=device} : uint
barrier {exec=workgroup mem=AcquireRelease,device,buffers}
%3 = atomic @g, 1:uint {atomic=add mem=Relaxed,workgroup,none} : uint`), Options{DeviceScope: QueueFamily})
	for _, want := range []string{
		"OpAtomicIAdd <AccessChain> =0x5 =0x6048 =0x1", "OpControlBarrier =0x2 =0x5 =0x6048", "OpAtomicIAdd %g =0x2 =0x0 =0x1",
	} {
		if !containsShape(p, want) {
			t.Errorf("no %s", want)
		}
	}
	if in := only(t, p, binary.OpLoad); shape(p, in) != "OpLoad <AccessChain> 0x30 =0x5" {
		t.Errorf("coherent load: %s", shape(p, in))
	}
	if hasCapability(p, binary.CapabilityVulkanMemoryModelDeviceScope) {
		t.Error("VulkanMemoryModelDeviceScope is declared without a device scope operand")
	}
}

func containsShape(p *binary.Parsed, want string) bool {
	for i := range p.Insts {
		if shape(p, &p.Insts[i]) == want {
			return true
		}
	}
	return false
}

// TestAtomicCapabilities: what each width and operation declares.
func TestAtomicCapabilities(t *testing.T) {
	for _, c := range []struct {
		object, elem, op string
		capability       binary.Capability
		extension        string
	}{
		{"l", "uint64_t", "add", binary.CapabilityInt64Atomics, ""},
		{"l", "uint64_t", "exchange", binary.CapabilityInt64Atomics, ""},
		{"f", "float", "add", binary.CapabilityAtomicFloat32AddEXT, "SPV_EXT_shader_atomic_float_add"},
		{"f", "float", "sub", binary.CapabilityAtomicFloat32AddEXT, "SPV_EXT_shader_atomic_float_add"},
		{"f", "float", "min", binary.CapabilityAtomicFloat32MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"},
		{"d", "double", "add", binary.CapabilityAtomicFloat64AddEXT, "SPV_EXT_shader_atomic_float_add"},
		{"d", "double", "max", binary.CapabilityAtomicFloat64MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"},
		{"h", "half", "add", binary.CapabilityAtomicFloat16AddEXT, "SPV_EXT_shader_atomic_float16_add"},
		{"h", "half", "max", binary.CapabilityAtomicFloat16MinMaxEXT, "SPV_EXT_shader_atomic_float_min_max"},
	} {
		p := compile(t, mainOf(atomicGlobals, atomicBody(c.object, c.elem, "1:"+c.elem, "atomic="+c.op+" mem=Relaxed,device,none", c.elem)), Options{})
		if !hasCapability(p, c.capability) {
			t.Errorf("%s on %s: no capability %s", c.op, c.elem, c.capability)
		}
		if exts := strings.Join(p.Extensions(), " "); exts != c.extension {
			t.Errorf("%s on %s: extensions %q, want %q", c.op, c.elem, exts, c.extension)
		}
	}
	p := compile(t, mainOf(atomicGlobals, atomicBody("g", "uint", "1:uint", "atomic=add mem=Relaxed,workgroup,none", "uint")), Options{})
	if hasCapability(p, binary.CapabilityVulkanMemoryModelDeviceScope) {
		t.Error("device scope capability without a device scope operand")
	}
}

// TestAtomicsThatAreNone: 8- and 16-bit integers, and float operations that lower/ has to expand.
func TestAtomicsThatAreNone(t *testing.T) {
	for _, c := range []struct{ elem, operands, op string }{
		{"uint16_t", "1:uint16_t", "atomic=add"},
		{"int8_t", "1:int8_t", "atomic=max"},
		{"float", "", "atomic=increment"},
		{"float", "", "atomic=decrement"},
		{"float", "1:float", "atomic=and"},
		{"float", "1:float", "atomic=or"},
		{"float", "1:float", "atomic=xor"},
		{"uint8_t", "1:uint8_t", "atomic=exchange"},
		{"float", "1:float, 1:float", "atomic=compareExchange fail=Relaxed,device,none"},
		{"float2", "{1 1}:float2", "atomic=add"},
	} {
		text := mainOf("resource @u storage_buffer set=0 binding=0 metal=0 layout=std430\n  view "+c.elem,
			atomicBody("u", c.elem, c.operands, c.op+" mem=Relaxed,device,none", c.elem))
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var diags diag.List
		if Emit(m, Options{}, &diags) != nil || len(diags.All()) != 1 || diags.All()[0].Code != diag.TargetUnsupported {
			t.Errorf("%s on %s: %v", c.op, c.elem, diags.All())
		}
	}
}
