package lower

import (
	"fmt"
	"slices"
	"testing"

	"slc/lower/ir"
)

// TestBindings: the numbers that slangc gives to the same declarations.
func TestBindings(t *testing.T) {
	src := `uniform float scale;
RWStructuredBuffer<uint> data;
struct Pair { StructuredBuffer<float> left; float weight; RWTexture2D<float4> right; };
uniform Pair pair;
ConstantBuffer<float4> color;
cbuffer Frame { float time; uint count; }
Texture2D<float4> maps[3];
SamplerState smp;
[[vk::binding(9, 2)]] RWByteAddressBuffer raw : register(u7, space1);
struct Block { float4 tint; RWStructuredBuffer<uint> items; Texture2D<float4> tex; };
ParameterBlock<Block> block;
[[vk::push_constant]] ConstantBuffer<Frame2> push;
struct Frame2 { uint frame; };
RWStructuredBuffer<uint> tail;
[shader("compute")] [numthreads(1,1,1)]
void main(uint i : SV_GroupIndex, uniform uint n, uniform RWStructuredBuffer<uint> own)
{
    own[0] = data[0] + uint(scale + pair.left[0] + pair.weight + pair.right[uint2(0)].x + color.x + time) + n; // push is bound but not used: Vulkan has one block of push constants
    tail[0] = raw.Load(0) + uint(maps[1].SampleLevel(smp, float2(0), 0).x + block.tint.x + block.tex.SampleLevel(smp, float2(0), 0).x) + block.items[0];
}`
	// name: Vulkan set.binding, HLSL register, Metal index
	want := map[string]string{
		"globalParams":     "0.0 b0,0 0",
		"data":             "0.1 u0,0 1",
		"pair_left":        "0.2 t0,0 2",
		"pair_right":       "0.3 u1,0 0",
		"color":            "0.4 b1,0 3",
		"Frame":            "0.5 b2,0 4",
		"maps":             "0.6 t1,0 1",
		"smp":              "0.7 s0,0 0",
		"raw":              "2.9 u7,1 5",
		"block":            "1.0 b0,2 6",
		"block_items":      "1.1 u0,2 7",
		"block_tex":        "1.2 t0,2 4",
		"push":             "0.0 b3,0 8",
		"tail":             "0.8 u2,0 9",
		"entryPointParams": "0.0 b4,0 10",
		"own":              "0.9 u3,0 11",
	}
	m, diags := lowerText(t, src, spirv())
	for _, d := range diags.All() {
		t.Error(d.Message)
	}
	for _, r := range slices.Concat(m.Resources, m.Unused) {
		got := fmt.Sprintf("%d.%d %c%d,%d %d", r.Set, r.Binding, r.RegisterClass, r.Register, r.RegisterSpace, r.MetalIndex)
		if got != want[r.Name] {
			t.Errorf("%s: %s, want %s", r.Name, got, want[r.Name])
		}
		delete(want, r.Name)
		if push := r.Name == "push" || r.Name == "entryPointParams"; push != (r.Class == ir.PushConstant) {
			t.Errorf("%s is a %s", r.Name, r.Class)
		}
	}
	for name := range want {
		t.Errorf("%s is not in the module", name)
	}
}

// TestUnused: a parameter that nothing reaches keeps its number, so that the others do not move.
func TestUnused(t *testing.T) {
	m, _ := lowerText(t, `RWStructuredBuffer<uint> x, y, z; [shader("compute")] [numthreads(1,1,1)] void main() { z[0] = 1; }`, spirv())
	if len(m.Resources) != 1 || m.Resources[0].Name != "z" || m.Resources[0].Binding != 2 {
		t.Errorf("reached: %v", m.Resources)
	}
	if len(m.Unused) != 2 || m.Unused[1].Binding != 1 || len(m.Unused[0].Views) != 1 {
		t.Errorf("unused: %v", m.Unused)
	}
}

// TestShifts: a register with a shift option is a Vulkan binding of the space's set.
func TestShifts(t *testing.T) {
	opts := spirv()
	opts.Shifts = []Shift{{Class: 'u', Amount: 20, Space: 1}, {Class: 't', Amount: 10, Space: -1}}
	m, _ := lowerText(t, `RWStructuredBuffer<uint> x : register(u2, space1); StructuredBuffer<uint> y : register(t3);
[shader("compute")] [numthreads(1,1,1)] void main() { x[0] = y[0]; }`, opts)
	for _, r := range m.Resources {
		if got := fmt.Sprint(r.Set, ".", r.Binding); r.Name == "x" && got != "1.22" || r.Name == "y" && got != "0.13" {
			t.Errorf("%s: %s", r.Name, got)
		}
	}
}

// TestSpaceOnly: a space without a register number.
func TestSpaceOnly(t *testing.T) {
	m, diags := lowerText(t, `struct B { float4 c; RWStructuredBuffer<uint> x; }; ParameterBlock<B> p : register(space3);
RWStructuredBuffer<uint> y;
[shader("compute")] [numthreads(1,1,1)] void main() { y[0] = p.x[0] + uint(p.c.x); }`, hlsl())
	for _, d := range diags.All() {
		t.Error(d.Message)
	}
	want := map[string]string{"p": "b0,3", "p_x": "u0,3", "y": "u0,0"}
	for _, r := range m.Resources {
		if got := fmt.Sprintf("%c%d,%d", r.RegisterClass, r.Register, r.RegisterSpace); got != want[r.Name] {
			t.Errorf("%s: %s, want %s", r.Name, got, want[r.Name])
		}
	}
}

// TestStd140: layout(std140) is the layout of its block, whatever the others have.
func TestStd140(t *testing.T) {
	opts := spirv()
	opts.Layout = ir.ScalarLayout
	m, diags := lowerText(t, `layout(std140) cbuffer A { float3 a[2]; float b; }
layout(std140) ConstantBuffer<float4> c;
layout(std140, push_constant) ConstantBuffer<float4> d;
cbuffer E { float e; }
RWStructuredBuffer<float> o;
[shader("compute")] [numthreads(1,1,1)] void main() { o[0] = a[1].x + b + c.x + d.x + e; }`, opts)
	for _, d := range diags.All() {
		t.Error(d.Message)
	}
	want := map[string]ir.Layout{"A": ir.Std140, "c": ir.Std140, "d": ir.Std140, "E": ir.ScalarLayout, "o": ir.ScalarLayout}
	for _, r := range m.Resources {
		if r.Layout != want[r.Name] {
			t.Errorf("%s: layout %v, want %v", r.Name, r.Layout, want[r.Name])
		}
	}
	if len(m.Resources) != len(want) {
		t.Errorf("%d resources, want %d", len(m.Resources), len(want))
	}
}
