package builtin

import (
	"strings"
	"testing"

	"slc/sema/types"
)

// typ reads a type of a test table: a name, or a constructor with one argument.
func typ(t *testing.T, pool *types.Pool, text string) types.Type {
	t.Helper()
	head, arg, ok := strings.Cut(strings.TrimSuffix(text, ">"), "<")
	if !ok {
		if r, ok := NamedResource(text, pool); ok {
			return r
		}
		if named := TypeNamed(text); named != nil {
			return named
		}
		t.Fatalf("no type %q", text)
	}
	c := NamedCtor(head)
	if c == nil {
		t.Fatalf("no type constructor %q", head)
	}
	got, problem := c.Apply([]TypeArg{{Type: typ(t, pool, arg)}}, pool)
	if problem != "" {
		t.Fatal(problem)
	}
	return got
}

func typeList(t *testing.T, pool *types.Pool, text string) (ts []types.Type) {
	for _, f := range strings.Fields(text) {
		ts = append(ts, typ(t, pool, f))
	}
	return ts
}

// calls are worked out by hand: name[<type argument>] (arguments) and the types
// that the candidates have, in the order of their rows, "" for no candidate.
var calls = []struct{ recv, name, targs, args, want string }{
	{"", "abs", "", "int", "int(int) uint(uint)"}, // the first costs no conversion
	{"", "abs", "", "float3", "float3(float3)"},
	{"", "abs", "", "uint", "uint(uint)"}, // no signed type keeps a uint
	{"", "sign", "", "float2", "int2(float2)"},
	{"", "max", "", "int float", "float(float,float)"},
	{"", "max", "", "uint int", "uint(uint,uint)"},
	{"", "max", "", "float3 float", "float3(float3,float3)"},
	{"", "max", "", "float3 float2", ""},
	{"", "max", "", "bool bool", "int(int,int)"},
	{"", "sqrt", "", "int", "float(float)"},
	{"", "sqrt", "", "int2", "float2(float2)"},
	{"", "sqrt", "", "half", "half(half)"},
	{"", "lerp", "", "float3 float3 float", "float3(float3,float3,float3)"},
	{"", "clamp", "", "int64_t int int", "int64_t(int64_t,int64_t,int64_t)"},
	{"", "atan", "", "float2", "float2(float2)"},
	{"", "atan", "", "float float", "float(float,float)"},
	{"", "dot", "", "float3 float3", "float(float3,float3)"},
	{"", "dot", "", "int2 int2", "int(int2,int2)"},
	{"", "cross", "", "float3 float3", "float3(float3,float3)"},
	{"", "cross", "", "float2 float2", ""},
	{"", "length", "", "float4", "float(float4)"},
	{"", "refract", "", "float3 float3 float", "float3(float3,float3,float)"},
	{"", "isnan", "", "float2", "bool2(float2)"},
	{"", "any", "", "bool3", "bool(bool3)"},
	{"", "select", "", "bool3 float float", "float3(bool3,float3,float3)"},
	{"", "select", "", "bool float3 float3", "float3(bool3,float3,float3)"},
	{"", "and", "", "bool2 bool2", "bool2(bool2,bool2)"},
	{"", "transpose", "", "float2x3", "float3x2(float2x3)"},
	{"", "determinant", "", "float3x3", "float(float3x3)"},
	{"", "determinant", "", "float3x2", ""},
	{"", "mul", "", "float2x3 float3", "float2(float2x3,float3)"},
	{"", "mul", "", "float2 float2x3", "float3(float2,float2x3)"},
	{"", "mul", "", "float2x3 float3x4", "float2x4(float2x3,float3x4)"},
	{"", "mul", "", "float3 float3", "float(float3,float3)"},
	{"", "mul", "", "float int2x2", "float2x2(float,float2x2)"},
	{"", "mul", "", "float2x3 float2", ""},
	{"", "modf", "", "float float", "float(float,out float)"},
	{"", "frexp", "", "float2 int2", "float2(float2,out int2)"},
	{"", "sincos", "", "float float float", "void(float,out float,out float)"},
	{"", "countbits", "", "uint64_t", "uint(uint64_t)"},
	{"", "firstbithigh", "", "int3", "uint3(int3)"},
	{"", "asfloat", "", "uint4", "float4(uint4)"},
	{"", "asuint", "", "float", "uint(float)"},
	{"", "asuint", "", "double uint uint", "void(double,out uint,out uint)"},
	{"", "asdouble", "", "uint uint", "double(uint,uint)"},
	{"", "bit_cast", "uint64_t", "double", "uint64_t(double)"},
	{"", "reinterpret", "uint float", "float", "uint(float)"},
	{"", "reinterpret", "uint float", "int", "uint(float)"},
	{"", "reinterpret", "", "int", ""},
	{"", "reinterpret", "uint float int", "int", ""},
	{"", "f16tof32", "", "uint2", "float2(uint2) float2(half2)"}, // the first costs no conversion
	{"", "f16tof32", "", "half", "float(half)"},
	{"", "pack_u8", "", "uint4", "uint(uint4)"},
	{"", "printf", "", "string int float2", "void(string,int,float2)"},
	{"", "NonUniformResourceIndex", "", "uint", "uint(uint)"},

	{"", "exp10", "", "float2x2", "float2x2(float2x2)"},
	{"", "copysign", "", "half3 half3", "half3(half3,half3)"},
	{"", "sinpi", "", "int", "float(float)"},
	{"", "median3", "", "float2 float2 float2", "float2(float2,float2,float2)"},
	{"", "fmin3", "", "float2x2 float2x2 float2x2", ""},
	{"", "lit", "", "float float float", "float4(float,float,float)"},
	{"", "WorkgroupSize", "", "", "int3()"},
	{"", "WorkgroupCount", "", "", "uint3()"},
	{"", "lessThan", "", "int2 int2", "bool2(int2,int2)"},
	{"", "lessThan", "", "bool2 bool2", "bool2(int2,int2)"},
	{"", "equal", "", "bool2 bool2", "bool2(bool2,bool2)"},
	{"", "equal", "", "int int", ""},
	{"", "uaddCarry", "", "uint3 uint3 uint3", "uint3(uint3,uint3,out uint3)"},
	{"", "imulExtended", "", "int int int int", "void(int,int,out int,out int)"},

	{"", "WaveActiveSum", "", "uint4", "uint4(uint4)"},
	{"", "WaveActiveSum", "", "bool", "int(bool→int)"},
	{"", "WaveActiveBitAnd", "", "float", ""},
	{"", "WaveMaskSum", "", "uint float", "float(uint,float)"},
	{"", "WaveActiveBallot", "", "bool", "uint4(bool)"},
	{"", "WaveMaskBallot", "", "uint bool", "uint(uint,bool)"},
	{"", "WaveReadLaneAt", "", "float2 int", "float2(float2,int)"},
	{"", "WaveMatch", "", "int", "uint4(int)"},
	{"", "WaveMultiPrefixSum", "", "int uint4", "int(int,uint4)"},
	{"", "WaveGetLaneIndex", "", "", "uint()"},

	{"", "InterlockedAdd", "", "uint int", "void(ref uint,uint)"},
	{"", "InterlockedAdd", "", "Atomic<int> int int", "void(ref int,int,out int)"},
	{"", "InterlockedMax", "", "int int", "void(ref int,int)"},
	{"", "InterlockedCompareExchange", "", "float float float float", "void(ref float,float,float,out float)"},
	{"", "InterlockedCompareExchangeFloatBitwise", "", "uint uint uint uint", ""},
	{"", "__atomic_add", "", "uint uint", "uint(ref uint,uint,order)"},
	{"", "__atomic_add", "", "uint uint MemoryOrder", "uint(ref uint,uint,order)"},
	{"", "__atomic_compare_exchange", "", "int int int MemoryOrder MemoryOrder", "int(ref int,int,int,order,fail)"},
	{"", "__atomic_compare_exchange", "", "int int", ""},
	{"", "atomicCompSwapWithOrder", "", "uint uint uint MemoryOrder MemoryOrder", "uint(ref uint,uint,uint,order,fail)"},
	{"", "imageAtomicAdd", "", "RWTexture2D<uint> int2 uint", "uint(RWTexture2D<uint>,int2,uint)"},
	{"", "imageLoad", "", "RWTexture2D<uint4> int2", "uint4(RWTexture2D<uint4>,int2)"},
	{"", "imageLoad", "", "Texture2D<uint4> int2", ""},
	{"", "GroupMemoryBarrierWithGroupSync", "", "", "void()"},
	{"", "AllMemoryBarrierWithWaveMaskSync", "", "uint", "void(uint)"},

	{"Atomic<uint>", "load", "", "", "uint(order)"},
	{"Atomic<uint>", "store", "", "int MemoryOrder", "void(uint,order)"},
	{"Atomic<float>", "add", "", "float", "float(float,order)"},
	{"Atomic<int>", "compareExchange", "", "int int MemoryOrder", "int(int,int,order,fail)"},
	{"Atomic<int>", "increment", "", "", "int(order)"},
	{"Atomic<int64_t>", "reduceMax", "", "int64_t", "void(int64_t,order)"},
	{"RWStructuredBuffer<float4>", "Load", "", "int", "float4(int)"},
	{"RWStructuredBuffer<float4>", "GetDimensions", "", "uint uint", "void(out uint,out uint)"},
	{"StructuredBuffer<float>", "IncrementCounter", "", "", ""},
	{"RWByteAddressBuffer", "Load2", "", "uint", "uint2(uint,uint)"},
	{"ByteAddressBuffer", "Load", "float3", "int", "float3(uint,uint)"},
	{"ByteAddressBuffer", "Store", "", "uint uint", ""},
	{"RWByteAddressBuffer", "Store", "", "uint float", "void(uint,uint) void(uint,float,uint)"},
	{"RWByteAddressBuffer", "Store", "half", "uint float", "void(uint,half,uint)"},
	{"RWByteAddressBuffer", "InterlockedMin", "", "int int int", "void(uint,int,out int)"},
	{"RWByteAddressBuffer", "InterlockedAdd", "", "int int uint", "void(uint,uint,out uint)"},
	{"RWByteAddressBuffer", "InterlockedMax64", "", "uint uint64_t", "void(uint,uint64_t)"},
	{"RWByteAddressBuffer", "InterlockedMax64", "", "uint int64_t", "void(uint,int64_t)"},
	{"RWByteAddressBuffer", "InterlockedAdd64", "", "uint int int64_t", "void(uint,int64_t,out int64_t)"},
	{"RWByteAddressBuffer", "InterlockedCompareExchangeU64", "", "int uint64_t uint64_t uint64_t", "void(uint,uint64_t,uint64_t,out uint64_t)"},
	{"RWByteAddressBuffer", "InterlockedExchangeU64", "", "uint uint64_t", "uint64_t(uint,uint64_t)"},
	{"RWByteAddressBuffer", "InterlockedAddF32", "", "uint float", "void(uint,float)"},
	{"RWTexture2D<uint>", "Load", "", "uint2", "uint(int2)"},
	{"RWTexture3D<float>", "Store", "", "uint3 float", "void(uint3,float)"},
	{"RWTexture2D<float>", "InterlockedAddF32", "", "uint2 float", "float(uint2,float)"},
	{"Texture2D<float4>", "Load", "", "int3", "float4(int3,int2)"},
	{"Texture2DArray<float4>", "SampleLevel", "", "SamplerState float3 float", "float4(SamplerState,float3,float,int2)"},
	{"Texture2D<float4>", "GetDimensions", "", "uint uint", "void(out uint,out uint)"},
	{"Texture2D<float4>", "GetDimensions", "", "uint uint uint uint", "void(uint,out uint,out uint,out uint)"},
	{"Texture2D<float>", "GatherRed", "", "SamplerState float2", "float4(SamplerState,float2,int2)"},
}

func TestInfer(t *testing.T) {
	pool := types.NewPool()
	for _, c := range calls {
		rows := Functions(c.name)
		if c.recv != "" {
			rows = Methods(typ(t, pool, c.recv), c.name)
		}
		args := typeList(t, pool, c.args)
		var got []string
		for i := range rows {
			if cand, ok := rows[i].Infer(args, typeList(t, pool, c.targs), pool); ok {
				got = append(got, show(cand))
			}
		}
		want := strings.ReplaceAll(c.want, "bool→", "")
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%s.%s<%s>(%s): got %q, want %q", c.recv, c.name, c.targs, c.args, g, want)
		}
	}
}

func show(c Candidate) string {
	var ps []string
	for _, p := range c.Params {
		s := p.Type.String()
		switch {
		case p.Fail:
			s = "fail"
		case p.Order:
			s = "order"
		case p.Dir == DirOut:
			s = "out " + s
		case p.Dir == DirRef:
			s = "ref " + s
		}
		ps = append(ps, s)
	}
	return c.Result.String() + "(" + strings.Join(ps, ",") + ")"
}

func TestElemOfPlaces(t *testing.T) {
	pool := types.NewPool()
	for _, c := range []struct{ recv, name, targs, args, want string }{
		{"RWByteAddressBuffer", "Load4", "", "uint", "uint4"},
		{"RWByteAddressBuffer", "Store", "double", "uint double", "double"},
		{"RWByteAddressBuffer", "InterlockedCompareExchange", "", "uint uint uint uint", "uint"},
		{"RWByteAddressBuffer", "InterlockedAddF16", "", "uint half half", "half"},
		{"RWTexture2D<int>", "Load", "", "int2", "int"},
		{"RWTexture2D<float>", "InterlockedAddF32", "", "uint2 float", "float"},
		{"", "imageAtomicAdd", "", "RWTexture2D<uint4> int2 uint", "uint"},
	} {
		rows := Functions(c.name)
		if c.recv != "" {
			rows = Methods(typ(t, pool, c.recv), c.name)
		}
		found := false
		for i := range rows {
			cand, ok := rows[i].Infer(typeList(t, pool, c.args), typeList(t, pool, c.targs), pool)
			if ok {
				found = true
				if cand.Elem != typ(t, pool, c.want) {
					t.Errorf("%s.%s: place of type %v, want %s", c.recv, c.name, cand.Elem, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s.%s(%s): no candidate", c.recv, c.name, c.args)
		}
	}
}

func TestTypeNames(t *testing.T) {
	for name, want := range map[string]types.Type{
		"float3":     types.VectorOf(types.Float, 3),
		"int32_t2":   types.VectorOf(types.Int, 2),
		"uint64_t":   types.Uint64,
		"uint64_t4":  types.VectorOf(types.Uint64, 4),
		"int16_t":    types.Int16,
		"half2x4":    types.MatrixOf(types.Half, 2, 4),
		"float16_t3": types.VectorOf(types.Half, 3),
		"bool1":      types.VectorOf(types.Bool, 1),
		"float5":     nil,
		"float0":     nil,
		"string2":    nil,
		"void2":      nil,
		"x2":         nil,
		"x":          nil,
	} {
		if got := TypeNamed(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if got := GLSLTypeNamed("mat2x3"); got != types.Type(types.MatrixOf(types.Float, 2, 3)) {
		t.Errorf("mat2x3: got %v", got)
	}
	if got := GLSLTypeNamed("dmat4x2"); got != types.Type(types.MatrixOf(types.Double, 4, 2)) {
		t.Errorf("dmat4x2: got %v", got)
	}
	if got := GLSLTypeNamed("f16mat3"); got != types.Type(types.MatrixOf(types.Half, 3, 3)) {
		t.Errorf("f16mat3: got %v", got)
	}
	if got := GLSLTypeNamed("uvec3"); got != types.Type(types.VectorOf(types.Uint, 3)) {
		t.Errorf("uvec3: got %v", got)
	}
	pool := types.NewPool()
	if got := GLSLResource("uimage2D", pool); got == nil || got.String() != "RWTexture2D<uint4>" {
		t.Errorf("uimage2D: got %v", got)
	}
	for _, bad := range []string{"Texture", "Texture3DArray", "Texture1DMS", "RWTexture2DX", "TextureCubeMS"} {
		if NamedCtor(bad) != nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

func TestAtomicPredicates(t *testing.T) {
	for _, c := range []struct {
		elem    types.Type
		any, or bool
	}{
		{types.Int, true, true}, {types.Uint64, true, true}, {types.Float, true, false},
		{types.Half, true, false}, {types.Double, true, false},
		{types.Bool, false, false}, {types.Int16, false, false}, {types.Uint8, false, false},
		{types.VectorOf(types.Uint, 2), false, false},
	} {
		if AtomicTypes(c.elem) != c.any || AtomicHas(AtomicAdd, c.elem) != c.any || AtomicHas(AtomicOr, c.elem) != c.or {
			t.Errorf("%v: %v %v %v", c.elem, AtomicTypes(c.elem), AtomicHas(AtomicAdd, c.elem), AtomicHas(AtomicOr, c.elem))
		}
	}
}
