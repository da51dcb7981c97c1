package builtin

import (
	"strings"

	"slc/sema/types"
)

// scalarNames are the spellings of the scalar types, sorted. WaveMask is a uint
// in the core module.
var scalarNames = [...]struct {
	name string
	kind types.Kind
}{
	{"NativeString", types.KString},
	{"String", types.KString},
	{"UINT", types.KUint32},
	{"WaveMask", types.KUint32},
	{"bool", types.KBool},
	{"double", types.KDouble},
	{"dword", types.KUint32},
	{"float", types.KFloat},
	{"float16_t", types.KHalf},
	{"float32_t", types.KFloat},
	{"float64_t", types.KDouble},
	{"half", types.KHalf},
	{"int", types.KInt32},
	{"int16_t", types.KInt16},
	{"int32_t", types.KInt32},
	{"int64_t", types.KInt64},
	{"int8_t", types.KInt8},
	{"int8_t4_packed", types.KUint32},
	{"intptr_t", types.KInt64},
	{"size_t", types.KUint64},
	{"ssize_t", types.KInt64},
	{"string", types.KString},
	{"uint", types.KUint32},
	{"uint16_t", types.KUint16},
	{"uint32_t", types.KUint32},
	{"uint64_t", types.KUint64},
	{"uint8_t", types.KUint8},
	{"uint8_t4_packed", types.KUint32},
	{"uintptr_t", types.KUint64},
	{"usize_t", types.KUint64},
	{"void", types.KVoid},
}

// glslVectors are the vector names of GLSL without their length.
var glslVectors = [...]struct {
	name string
	kind types.Kind
}{
	{"bvec", types.KBool},
	{"dvec", types.KDouble},
	{"f16vec", types.KHalf},
	{"i16vec", types.KInt16},
	{"i64vec", types.KInt64},
	{"i8vec", types.KInt8},
	{"ivec", types.KInt32},
	{"u16vec", types.KUint16},
	{"u64vec", types.KUint64},
	{"u8vec", types.KUint8},
	{"uvec", types.KUint32},
	{"vec", types.KFloat},
}

func scalarNamed(name string) *types.Scalar {
	for i := range scalarNames {
		if scalarNames[i].name == name {
			return types.ScalarOf(scalarNames[i].kind)
		}
	}
	return nil
}

// TypeNamed returns the scalar, vector or matrix type called name, the enums
// of the memory model and of pointers and the opaque types without arguments included;
// nil if there is none.
func TypeNamed(name string) types.Type {
	if name == "" {
		return nil
	}
	switch name {
	case "MemoryOrder":
		return MemoryOrder
	case "MemoryScope":
		return MemoryScope
	case "BarrierMemoryTypeFlags":
		return BarrierMemoryFlags
	case "BarrierSemanticFlags":
		return BarrierSemanticFlags
	case "Access":
		return Access
	case "AddressSpace":
		return AddressSpace
	}
	if t := scalarNamed(name); t != nil {
		return t
	}
	last := int(name[len(name)-1] - '0')
	if last < 1 || last > 4 || len(name) < 3 {
		return nil
	}
	head := name[:len(name)-1]
	if elem := scalarNamed(head); elem != nil && isElement(elem) {
		return types.VectorOf(elem, last)
	}
	n := len(head)
	rows := int(head[max(n-2, 0)] - '0')
	if n > 3 && head[n-1] == 'x' && rows >= 1 && rows <= 4 {
		if elem := scalarNamed(head[:n-2]); elem != nil && isElement(elem) {
			return types.MatrixOf(elem, rows, last)
		}
	}
	return nil
}

// GLSLTypeNamed returns the type with a GLSL name (uvec3, mat4, mat2x3), nil if
// there is none.
func GLSLTypeNamed(name string) types.Type {
	if len(name) < 4 {
		return nil
	}
	last := int(name[len(name)-1] - '0')
	if last < 2 || last > 4 {
		return nil
	}
	head := name[:len(name)-1]
	for i := range glslVectors {
		if glslVectors[i].name == head {
			return types.VectorOf(types.ScalarOf(glslVectors[i].kind), last)
		}
	}
	return glslMatrix(head, last)
}

// glslMatrix is the matrix type of a GLSL name without its last digit: the module's mat2x3 is matrix<float, 2, 3>.
func glslMatrix(head string, last int) types.Type {
	elem := types.Float
	if rest, ok := strings.CutPrefix(head, "dmat"); ok {
		elem, head = types.Double, "mat"+rest
	} else if rest, ok := strings.CutPrefix(head, "f16mat"); ok {
		elem, head = types.Half, "mat"+rest
	}
	switch head {
	case "mat":
		return types.MatrixOf(elem, last, last)
	case "mat2x", "mat3x", "mat4x":
		return types.MatrixOf(elem, int(head[3]-'0'), last)
	}
	return nil
}

func isElement(t *types.Scalar) bool { return OfAny.Has(t.Kind) }

// The enums of the memory model and of pointers. Values of MemoryOrder and MemoryScope are those
// of the core module, of the others those of package types.
var (
	MemoryOrder  = &types.Enum{Name: "MemoryOrder", Underlying: types.Int}
	MemoryScope  = &types.Enum{Name: "MemoryScope", Underlying: types.Int}
	Access       = &types.Enum{Name: "Access", Underlying: types.Uint64}
	AddressSpace = &types.Enum{Name: "AddressSpace", Underlying: types.Uint64}
)

// Enumerator is a named value of a built-in enum.
type Enumerator struct {
	Name  string
	Value int64
}

// Enumerators returns the values of a built-in enum, nil for other types.
func Enumerators(t types.Type) []Enumerator {
	switch t {
	case types.Type(MemoryOrder):
		return memoryOrders[:]
	case types.Type(MemoryScope):
		return memoryScopes[:]
	case types.Type(BarrierMemoryFlags):
		return barrierMemoryFlags[:]
	case types.Type(BarrierSemanticFlags):
		return barrierSemanticFlags[:]
	case types.Type(Access):
		return accesses[:]
	case types.Type(AddressSpace):
		return addressSpaces[:]
	}
	return nil
}

var memoryOrders = [...]Enumerator{
	{"Relaxed", int64(Relaxed)}, {"Acquire", int64(Acquire)}, {"Release", int64(Release)},
	{"AcquireRelease", int64(AcquireRelease)}, {"SeqCst", int64(SeqCst)},
}

var memoryScopes = [...]Enumerator{
	{"CrossDevice", 0}, {"Device", 1}, {"Workgroup", 2}, {"Subgroup", 3}, {"Invocation", 4}, {"QueueFamily", 5},
}

var accesses = [...]Enumerator{
	{"ReadWrite", int64(types.ReadWrite)}, {"Read", int64(types.ReadOnly)}, {"Immutable", int64(types.Immutable)},
}

var addressSpaces = [...]Enumerator{
	{"Device", int64(types.DevicePointer)}, {"GroupShared", int64(types.SharedPointer)},
}

// ScopeOf is the scope of the memory model that a MemoryScope means; ok is false for
// CrossDevice, which Vulkan does not have (VUID-StandaloneSpirv-Scope). QueueFamily lies within the device.
func ScopeOf(v int64) (s Scope, ok bool) {
	switch v {
	case 1, 5:
		return ScopeDevice, true
	case 2:
		return ScopeWorkgroup, true
	case 3:
		return ScopeWave, true
	case 4:
		return ScopeNone, true
	}
	return ScopeNone, false
}
