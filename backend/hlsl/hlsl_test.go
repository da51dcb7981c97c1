package hlsl_test

import (
	"strings"
	"testing"

	"slc/backend/hlsl"
	"slc/backend/text/texttest"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/testsuite/tools"
)

// emit parses and verifies a module in text form and writes it for a shader
// model; the front ends check what comes out.
func emit(t *testing.T, sm int, src string) string {
	t.Helper()
	out, diags := emitDiags(t, sm, src)
	for _, d := range diags.All() {
		if d.Severity >= diag.Error {
			t.Fatalf("%s: %s", d.Code, d.Message)
		}
	}
	profile := ""
	if sm != 0 {
		profile = "sm_6_" + string(rune('0'+sm%10))
	}
	tools.HLSL(t, out, tools.HLSLOptions{Profile: profile, Native16: true})
	return out
}

func emitDiags(t *testing.T, sm int, src string) (string, *diag.List) {
	t.Helper()
	var diags *diag.List
	out := texttest.Emit(t, src, func(m *ir.Module) []byte {
		diags = &diag.List{}
		return hlsl.Emit(m, hlsl.Options{ShaderModel: sm}, diags)
	})
	return out, diags
}

// want checks that lines stand in the output.
var want = texttest.Lines

func TestStructuredBuffer(t *testing.T) {
	out := emit(t, 0, `
struct Node { next: uint, at: float3, w: float }
resource @data storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view %Node
resource @src storage_buffer set=0 binding=1 reg=t1,0 readonly source=StructuredBuffer
  view float3
shared @tile [64 x uint]
func @helper(%p0.x: uint, %p1.acc: &function uint) -> uint {
  %0 = load %p1 : uint
  %1 = add %0, %p0 : uint
  store %p1, %1
  %2 = system {value=dispatch_thread_id} : uint3
  %3 = extract %2 {index=1} : uint
  %4 = mul %3, 2:uint : uint
  return %4
}
func @main() -> void {
  %0.id = system {value=dispatch_thread_id} : uint3
  %1 = extract %0 {index=0} : uint
  %2.i = var : &function uint
  store %2, 0:uint
  %3.sum = var : &function uint
  store %3, 7:uint
  loop {
    %4 = load %2 : uint
    %5 = lt %4, 10:uint : bool
    if %5 { yield } else { break }
    %6 = load %2 : uint
    %7 = eq %6, 3:uint : bool
    if %7 { continue } else { yield }
    %8 = load %2 : uint
    %9 = call %8, %3 {callee=helper} : uint
    %10 = elem @data.0, %1 : &buffer %Node
    %11 = field %10 {index=0} : &buffer uint
    %12 = load %11 {shared=1} : uint
    %13 = add %12, %9 : uint
    store %11, %13 {shared=1}
    continue
  } continuing {
    %20 = load %2 : uint
    %21 = add %20, 1:uint : uint
    store %2, %21
    yield
  }
  %30 = elem @src.0, %1 : &buffer float3
  %31 = load %30 : float3
  %32 = elem @data.0, 0:uint : &buffer %Node
  %33 = field %32 {index=1} : &buffer float3
  store %33, %31 {shared=1}
  %34 = elem @tile, 3:uint : &groupshared uint
  %35 = load %3 : uint
  store %34, %35 {shared=1}
  return
}
entry main func=@main threads=64,1,1 groupshared uses=@data uses=@src
`)
	want(t, out,
		"struct Padded_float3", "float3 v;", "uint pad;",
		"struct Node", "uint next;", "uint pad[3];", "float3 at;", "float w;",
		"RWStructuredBuffer<Node> data : register(u0, space0);",
		"StructuredBuffer<Padded_float3> src : register(t1, space0);",
		"groupshared uint tile[64];",
		"uint helper(uint x, inout uint acc, uint3 dispatchThreadID)",
		"acc += x;",
		"return dispatchThreadID.y * 2u;",
		"void main(uint3 id : SV_DispatchThreadID)",
		"uint result = helper(i, sum, id);",
		"uint value = data[id.x].next;",
		"data[id.x].next = value + result;",
		"float3 value_1 = src[id.x].v;",
		"data[0].at = value_1;",
		"tile[3] = sum;")
}

// Names, places and conversions that the language of the target restricts.
func TestPlacesAndNames(t *testing.T) {
	out := emit(t, 0, `
struct Pair { float: uint, list: [3 x uint2] }
resource @min storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view %Pair
resource @raw storage_buffer set=0 binding=1 reg=u1,0 source=RWByteAddressBuffer
  view uint
resource @tex storage_image set=0 binding=2 reg=u2,0 source=RWTexture3D
  view float4
private @seen uint
func @bump(%p0.v: &function uint2, out %p1.o: &function uint) -> void {
  %0 = load %p0 : uint2
  %1 = extract %0 {index=1} : uint
  store %p1, %1
  store @seen, %1
  return
}
func @main() -> void {
  %0.id = system {value=dispatch_thread_id} : uint3
  %1.float = extract %0 {index=2} : uint
  store @seen, 0:uint
  %2 = elem @min.0, %1 : &buffer %Pair
  %3 = field %2 {index=1} : &buffer [3 x uint2]
  %4 = elem %3, 2:uint : &buffer uint2
  %5 = elem %4, 1:uint : &buffer uint
  %6 = load %5 {shared=1} : uint
  %7.v = var : &function uint2
  %8 = construct %6, 7:uint : uint2
  store %7, %8
  %9.o = var : &function uint
  call %7, %9 {callee=bump}
  %10 = load %9 : uint
  %11 = byte_elem @raw.0, 16:uint : &buffer uint
  store %11, %10 {shared=1}
  %12 = load %11 {shared=1} : uint
  %13 = convert %12 : float
  %14 = splat %13 : float4
  image_write @tex.0, %0, %14 {shared=1}
  %15 = image_read @tex.0, %0 {shared=1} : float4
  %16 = extract %15 {index=3} : float
  %17 = bitcast %16 : uint
  %18 = load @seen : uint
  %19 = add %17, %18 : uint
  store %5, %19 {shared=1}
  return
}
entry main func=@main threads=4,4,4
`)
	want(t, out,
		"uint float_1;",
		"uint2 list[3];",
		"RWStructuredBuffer<Pair> min_1 : register(u0, space0);",
		"static uint seen;",
		"void bump(inout uint2 v, out uint o)",
		"uint t = v.y;",
		"o = t;",
		"seen = t;",
		"void main(uint3 id : SV_DispatchThreadID)",
		"seen = 0u;",
		"uint value = min_1[id.z].list[2].y;",
		"uint2 v = uint2(value, 7u);",
		"uint o;",
		"bump(v, o);",
		"raw.Store(16u, o);",
		"uint value_1 = raw.Load(16u);",
		"tex[id] = (float4)float(value_1);",
		"float4 value_2 = tex[id];",
		"min_1[id.z].list[2].y = asuint(value_2.w) + seen;")
}

// Without the #line option nothing of the source's position shows; with it each
// statement that is not on the next line says where it comes from.
func TestLineDirectives(t *testing.T) {
	m, err := ir.Parse(`
resource @data storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view uint
func @main() -> void {
  %0 = elem @data.0, 0:uint : &buffer uint
  store %0, 1:uint {shared=1}
  store %0, 2:uint {shared=1}
  store %0, 3:uint {shared=1}
  return
}
entry main func=@main threads=1,1,1
`)
	if err != nil {
		t.Fatal(err)
	}
	sources := source.NewMap()
	file := sources.AddFile(`a"b.slang`, "", []byte("one\ntwo\nthree\nfour\nfive\n"))
	at := func(offset int) source.Span {
		return source.Span{Start: file.Base + source.Pos(offset), End: file.Base + source.Pos(offset) + 1}
	}
	body := m.Funcs[0].Body.Instrs
	body[1].Span, body[2].Span, body[3].Span = at(4), at(8), at(19)
	out := string(hlsl.Emit(m, hlsl.Options{LineDirectives: true, Sources: sources}, &diag.List{}))
	want(t, out, `#line 2 "a\"b.slang"`, "data[0] = 1u;", "data[0] = 2u;", `#line 5 "a\"b.slang"`, "data[0] = 3u;")
	if strings.Count(out, "#line") != 2 {
		t.Errorf("want two directives in\n%s", out)
	}
	if plain := string(hlsl.Emit(m, hlsl.Options{Sources: sources}, &diag.List{})); strings.Contains(plain, "#line") {
		t.Error("#line without the option")
	}
}
