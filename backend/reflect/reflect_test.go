package reflect

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc/backend/spirv"
	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

const kernel = `struct S { a: uint, v: float3, c: [2 x float2] }
resource @data storage_buffer set=0 binding=1 metal=2 layout=std430 reg=u1,0 coherent crossgroup atomic source=RWStructuredBuffer
  view uint64_t atomic
resource @params uniform_buffer set=1 binding=0 metal=3 layout=std140 reg=b0,1 source=ConstantBuffer
  view %S
resource @pc push_constant set=0 binding=0 metal=4 layout=std430 hidden
  view %S
resource @imgs storage_image set=0 binding=2 metal=0 layout=std430 reg=u2,0 count=4 format=r32ui source=RWTexture2DArray
  view uint
resource @smps sampler set=0 binding=3 metal=0 layout=std430 reg=s0,0 count=-1 source=SamplerState
  view float4
shared @tile [10 x uint]
shared @pair double
shared @unused [1000 x uint]
func @helper() -> void {
  store @pair, 1:double {shared=1}
  return
}
func @main() -> void {
  %0 = elem @data.0, 0:uint : &buffer uint64_t
  %1 = atomic %0, 1:uint64_t {atomic=add mem=AcquireRelease,device,buffers} : uint64_t
  store @tile, {0 0}:[10 x uint] {shared=1}
  call {callee=helper}
  %2 = intrinsic 3:uint16_t {op=waveSum} : uint16_t
  %3 = add spec(Size 7 64:uint), 1:uint : uint
  return
}
entry computeMain func=@main threads=8,4,1 wave=32,0,0 crossgroup groupshared uses=@data
feature scope_chains
`

func outputs(t *testing.T) []Output {
	t.Helper()
	m, err := ir.Parse(kernel)
	if err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	words := spirv.Emit(m, spirv.Options{}, &diags)
	if words == nil {
		t.Fatalf("%v", diags.All()[0].Message)
	}
	return []Output{{Target: "spirv", Version: "1.5", Module: m, SPIRV: words}, {Target: "hlsl", Version: "6.6", Module: m},
		{Target: "metal", Version: "3.2", Module: m}}
}

// at follows a path such as parameters.0.binding.index in decoded JSON.
func at(t *testing.T, text []byte, path string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	for _, step := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			i := 0
			fmt.Sscan(step, &i)
			if i >= len(x) {
				return "<none>"
			}
			v = x[i]
		}
	}
	out, _ := json.Marshal(v)
	return strings.Trim(string(out), `"`)
}

// TestReflection: names, bindings, offsets and entry points, worked out by hand.
func TestReflection(t *testing.T) {
	list := outputs(t)
	for first, want := range map[int][][2]string{
		0: {
			{"version", "1.1"},
			{"parameters.0.name", "data"},
			{"parameters.0.binding", `{"index":1,"kind":"descriptorTableSlot"}`},
			{"parameters.0.bindings.vulkan", `{"binding":1,"set":0}`},
			{"parameters.0.bindings.hlsl", `{"register":"u1","space":0}`},
			{"parameters.0.bindings.metal", `{"index":2,"kind":"buffer"}`},
			{"parameters.0.coherent", "true"}, {"parameters.0.crossGroup", "true"}, {"parameters.0.atomic", "true"}, {"parameters.0.layout", "std430"},
			{"parameters.0.type.baseShape", "structuredBuffer"}, {"parameters.0.type.access", "readWrite"}, {"parameters.0.type.uniformStride", "8"},
			{"parameters.0.type.resultType.scalarType", "uint64"},
			{"parameters.1.binding", `{"index":0,"kind":"descriptorTableSlot","space":1}`},
			{"parameters.1.type.kind", "constantBuffer"},
			{"parameters.1.type.elementType.name", "S"},
			{"parameters.1.type.elementType.sizes.0", `{"alignment":16,"kind":"uniform","value":64}`}, // std140: 32 + 2*16
			{"parameters.1.type.elementType.fields.1.binding", `{"elementStride":0,"kind":"uniform","offset":16,"size":12}`},
			{"parameters.1.type.elementType.fields.2.binding", `{"elementStride":16,"kind":"uniform","offset":32,"size":32}`},
			{"parameters.1.type.elementType.fields.2.type.uniformStride", "16"},
			{"parameters.2.binding", `{"index":0,"kind":"pushConstantBuffer"}`}, {"parameters.2.hidden", "true"}, {"parameters.2.bindings.vulkan", "null"},
			{"parameters.2.type.elementType.fields.2.binding", `{"elementStride":8,"kind":"uniform","offset":32,"size":16}`}, // std430
			{"parameters.3.binding", `{"count":4,"index":2,"kind":"descriptorTableSlot"}`}, {"parameters.3.format", "r32ui"},
			{"parameters.3.type.kind", "array"}, {"parameters.3.type.elementCount", "4"}, {"parameters.3.type.elementType.baseShape", "texture2D"},
			{"parameters.3.type.elementType.array", "true"}, {"parameters.3.bindings.metal.kind", "texture"},
			{"parameters.4.binding.count", "unbounded"}, {"parameters.4.type.elementType.kind", "samplerState"},
			{"parameters.5.name", "Size"}, {"parameters.5.binding", `{"index":7,"kind":"specializationConstant"}`}, {"parameters.5.type.scalarType", "uint32"}, {"parameters.5.default", "64"},
			{"entryPoints.0.name", "computeMain"}, {"entryPoints.0.stage", "compute"}, {"entryPoints.0.threadGroupSize", "[8,4,1]"},
			{"entryPoints.0.waveSize", "[32]"}, {"entryPoints.0.spirvName", "main"}, {"entryPoints.0.crossGroup", "true"},
			{"entryPoints.0.groupsharedSize", "48"}, // tile 40, pair 8; the unused one is not counted
			{"entryPoints.0.bindings", `[{"binding":{"index":1,"kind":"descriptorTableSlot"},"name":"data"}]`},
			{"targets.0.version", "1.5"}, {"targets.0.requiredSubgroupSize", "32"},
			{"targets.0.subgroupOperations", `["BASIC","ARITHMETIC"]`},
			{"targets.0.features", `["shaderBufferInt64Atomics","shaderFloat64","shaderInt16","shaderInt64","shaderSubgroupExtendedTypes",` +
				`"subgroupSizeControl","vulkanMemoryModel","vulkanMemoryModelAvailabilityVisibilityChains","vulkanMemoryModelDeviceScope"]`},
			{"targets.1", `{"target":"hlsl","version":"6.6"}`}, {"targets.2.version", "3.2"},
		},
		1: {
			{"parameters.0.binding", `{"index":1,"kind":"unorderedAccess"}`}, {"parameters.1.binding", `{"index":0,"kind":"constantBuffer","space":1}`},
			{"parameters.4.binding.kind", "samplerState"}, {"entryPoints.0.spirvName", "null"},
		},
		2: {
			{"parameters.0.binding", `{"index":2,"kind":"constantBuffer"}`}, {"parameters.3.binding.kind", "shaderResource"},
			{"parameters.4.binding.kind", "samplerState"},
		},
	} {
		text, err := JSON(list[first:], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if got := at(t, text, w[0]); got != w[1] {
				t.Errorf("%s first: %s = %s, want %s", list[first].Target, w[0], got, w[1])
			}
		}
	}
}

// TestSourceTypes: atomics, matrices, bools and enums keep their types; their memory decides the offsets.
func TestSourceTypes(t *testing.T) {
	pool := types.NewPool()
	s := &types.Struct{Name: "T", Fields: []*types.Field{
		{Name: "flag", Type: types.Bool},
		{Name: "count", Type: types.AtomicOf(types.Float)},
		{Name: "m", Type: types.MatrixOf(types.Float, 2, 3)},
		{Name: "r", Type: types.MatrixOf(types.Float, 2, 3), RowMajor: true},
		{Name: "p", Type: pool.PointerTo(types.Uint)},
	}}
	r := &ir.Resource{Name: "t", Class: ir.StorageBuffer, Layout: ir.Std430, Source: &types.Resource{Kind: types.RWStructuredBuffer, Elem: s, Name: "RWStructuredBuffer"}}
	m := &ir.Module{Pool: pool, Resources: []*ir.Resource{r}}
	text, err := JSON([]Output{{Target: "hlsl", Version: "6.6", Module: m}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const fields = "parameters.0.type.resultType.fields."
	for _, w := range [][2]string{
		{fields + "0.type.scalarType", "bool"}, {fields + "0.binding.size", "4"},
		{fields + "1.type", `{"atomic":true,"kind":"scalar","scalarType":"float32","sizes":[{"alignment":4,"kind":"uniform","value":4}]}`},
		{fields + "1.binding.offset", "4"},
		// columns: three float2, stride 8, from 8 on
		{fields + "2.type.rowCount", "2"}, {fields + "2.type.columnCount", "3"}, {fields + "2.binding", `{"elementStride":8,"kind":"uniform","offset":8,"size":24}`},
		// rows: two float3, stride 16, from 32 on
		{fields + "3.type.rowMajor", "true"}, {fields + "3.binding", `{"elementStride":16,"kind":"uniform","offset":32,"size":32}`},
		{fields + "4.type.kind", "pointer"}, {fields + "4.binding.offset", "64"},
		{"parameters.0.type.uniformStride", "80"},
	} {
		if got := at(t, text, w[0]); got != w[1] {
			t.Errorf("%s = %s, want %s", w[0], got, w[1])
		}
	}
}

// TestLeavesAreOneLine: what has nothing nested inside is one line; strings keep their text.
func TestLeavesAreOneLine(t *testing.T) {
	m := &ir.Module{Pool: types.NewPool(), Resources: []*ir.Resource{{Name: "a { [ b", Class: ir.Sampler, Set: 1, RegisterClass: 's',
		Source: &types.Resource{Kind: types.SamplerState}}}}
	text, err := JSON([]Output{{Target: "spirv", Version: "1.5", Module: m}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
    "version": "1.1",
    "parameters": [
        {
            "name": "a { [ b",
            "binding": {"kind": "descriptorTableSlot", "space": 1, "index": 0},
            "bindings": {
                "vulkan": {"set": 1, "binding": 0},
                "hlsl": {"register": "s0", "space": 0},
                "metal": {"kind": "sampler", "index": 0}
            },
            "type": {"kind": "samplerState"}
        }
    ],
    "entryPoints": [],
    "targets": [
        {"target": "spirv", "version": "1.5"}
    ]
}
`
	if string(text) != want {
		t.Errorf("got\n%s", text)
	}
}

// TestDeterminism: equal text each time.
func TestDeterminism(t *testing.T) {
	list := outputs(t)
	first, err := JSON(list, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if next, _ := JSON(list, Options{}); string(next) != string(first) {
			t.Fatal("two descriptions of one module differ")
		}
	}
}

// TestSpecializedSizes: constants that only sizes depend on are listed too, SPIR-V 1.6 needs the
// feature of LocalSizeId, and the header does not fix what the host decides.
func TestSpecializedSizes(t *testing.T) {
	m, err := ir.Parse(kernel)
	if err != nil {
		t.Fatal(err)
	}
	id := uint32(9)
	n := &types.SizeExpr{Type: types.Uint, Value: types.IntValue(types.Uint, 8), Spec: &types.SpecRef{Name: "N", ID: &id}}
	m.Entries[0].Sizes[0] = n
	for version, want := range map[binary.Version]bool{binary.Version1_5: false, binary.Version1_6: true} {
		var diags diag.List
		words := spirv.Emit(m, spirv.Options{Version: version}, &diags)
		text, err := JSON([]Output{{Target: "spirv", Version: version.String(), Module: m, SPIRV: words}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range [][2]string{
			{"parameters.6.name", "N"}, {"parameters.6.binding", `{"index":9,"kind":"specializationConstant"}`}, {"parameters.6.default", "8"},
			{"entryPoints.0.threadGroupSize", "[8,4,1]"}, {"entryPoints.0.specializedThreadGroupSize", `[{"axis":"x","size":"N"}]`},
		} {
			if got := at(t, text, c[0]); got != c[1] {
				t.Errorf("%s is %s, want %s", c[0], got, c[1])
			}
		}
		if got := strings.Contains(at(t, text, "targets.0.features"), "maintenance4"); got != want {
			t.Errorf("SPIR-V %s: maintenance4 is %v, want %v", version, got, want)
		}
	}
	for _, c := range hostConstants(m) {
		if slices.Equal(c.words, []string{"computeMain", "threads", "x"}) {
			t.Errorf("the header has %v = %d, which the host decides", c.words, c.value)
		}
	}
}
