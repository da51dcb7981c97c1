package reflection

import (
	"encoding/json"
	"slices"
	"testing"

	"slc"
)

// TestLayoutArguments: each buffer has the layout that its type names, and the device needs what Vulkan asks for those
// ("Offset and Stride Assignment"): scalarBlockLayout for the scalar one, uniformBufferStandardLayout for a constant buffer in
// std430. A float3 is at a multiple of 16 and an array of floats has elements 16 bytes apart in std140, 4 in the others; in the
// scalar layout a float3 is at a multiple of 4.
func TestLayoutArguments(t *testing.T) {
	r := compile(t, "k.slang", []byte(`
struct Item { float a; float3 b; float t[2]; }
StructuredBuffer<Item, Std140DataLayout> x;
StructuredBuffer<Item> y;
StructuredBuffer<Item, CDataLayout> z;
ConstantBuffer<Item, Std430DataLayout> u;
RWStructuredBuffer<float, Std140DataLayout> o;
[numthreads(1, 1, 1)] void main() { o[0] = x[0].a + y[0].b.x + z[0].t[1] + u.t[1]; }
`), slc.Request{Reflect: true}, slc.SPIRV)
	type content struct {
		Fields []struct {
			Binding struct{ Offset, ElementStride int }
		}
	}
	type layout struct {
		Name, Layout string
		Type         struct {
			UniformStride           int
			ElementType, ResultType content // of a constant buffer, of a structured one
		}
	}
	var doc struct {
		Parameters []layout
		Targets    []struct{ Features []string }
	}
	if r == nil || json.Unmarshal(r.Reflection, &doc) != nil {
		t.Fatal("no reflection")
	}
	want := []struct {
		name, layout string
		stride       int // of structured buffers
		offsets      []int
		tStride      int
	}{
		{"x", "std140", 64, []int{0, 16, 32}, 16},
		{"y", "std430", 48, []int{0, 16, 28}, 4},
		{"z", "scalar", 24, []int{0, 4, 16}, 4},
		{"u", "std430", 0, []int{0, 16, 28}, 4},
		{"o", "std140", 16, nil, 0},
	}
	if len(doc.Parameters) != len(want) {
		t.Fatalf("%d parameters\n%s", len(doc.Parameters), r.Reflection)
	}
	for i, w := range want {
		p := doc.Parameters[i]
		if p.Name != w.name || p.Layout != w.layout || p.Type.UniformStride != w.stride {
			t.Errorf("parameter %d: %s, layout %s, stride %d", i, p.Name, p.Layout, p.Type.UniformStride)
		}
		var offsets []int
		fields := append(p.Type.ElementType.Fields, p.Type.ResultType.Fields...)
		for _, f := range fields {
			offsets = append(offsets, f.Binding.Offset)
		}
		if !slices.Equal(offsets, w.offsets) {
			t.Errorf("%s: offsets %v, want %v", w.name, offsets, w.offsets)
		}
		if n := len(offsets); n > 0 && fields[n-1].Binding.ElementStride != w.tStride {
			t.Errorf("%s: the elements of t are %d apart", w.name, fields[n-1].Binding.ElementStride)
		}
	}
	if f := doc.Targets[0].Features; !slices.Contains(f, "scalarBlockLayout") || !slices.Contains(f, "uniformBufferStandardLayout") {
		t.Errorf("features %v", f)
	}
}
