package metal_test

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/metal"
	"slc/backend/text/texttest"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/tools"
)

// The C++ compiler's own offsets of the printed structs must be those of our
// layouts: it is asked by static_assert.
func TestLayouts(t *testing.T) {
	for _, layout := range []ir.Layout{ir.Std430, ir.Std140, ir.ScalarLayout} {
		for seed := range int64(12) {
			m, structs, err := texttest.Structs(seed, layout)
			if err != nil {
				t.Fatal(err)
			}
			diags := &diag.List{}
			out := string(metal.Emit(m, metal.Options{}, diags))
			for _, d := range diags.All() {
				t.Fatal(d.Message)
			}
			for _, s := range structs {
				if s.Name != "S2" { // others are printed when S2 holds them; their layout shows in its
					continue
				}
				out += layoutAsserts(s, s.Name, layout)
			}
			tools.ClangMSL(t, out, "")
		}
	}
}

// layoutAsserts asks the compiler whether a struct has our size and offsets.
func layoutAsserts(s *types.Struct, name string, layout ir.Layout) string {
	size, _ := layout.SizeAlign(s)
	out := fmt.Sprintf("static_assert(sizeof(%s) == %d, \"size\");\n", name, size)
	for i, f := range s.Fields {
		out += fmt.Sprintf("static_assert(__builtin_offsetof(%s, %s) == %d, \"%s\");\n", name, f.Name, layout.Offset(s, i), f.Type)
	}
	return out
}

// A struct in a structured buffer and in a constant buffer has the layout of each:
// two types where they differ. The module that was given stays as it was.
func TestTwoLayouts(t *testing.T) {
	second := 0
	for seed := range int64(10) {
		m, structs, err := texttest.TwoLayouts(seed, ir.Std430, ir.Std140)
		if err != nil {
			t.Fatal(err)
		}
		before := m.String()
		diags := &diag.List{}
		out := string(metal.Emit(m, metal.Options{}, diags))
		for _, d := range diags.All() {
			t.Fatal(d.Message)
		}
		if m.String() != before {
			t.Error("the module was changed")
		}
		s := structs[len(structs)-1]
		out += layoutAsserts(s, s.Name, ir.Std430)
		name := s.Name
		if strings.Contains(out, "struct "+s.Name+"_std140\n") {
			name += "_std140"
			second++
		}
		out += layoutAsserts(s, name, ir.Std140)
		tools.CompileMSL(t, out, "") // C++ for OpenCL refuses struct values with arrays of ulong
	}
	if second == 0 {
		t.Error("no seed has a struct with two layouts")
	}
}

// The layout of an array in a constant buffer is no business of other memory.
func TestArrayInConstantBuffer(t *testing.T) {
	out := emit(t, 0, `
struct C { w: [4 x float], m: [2 x [3 x float2]], q: float }
resource @b storage_buffer set=0 binding=0 metal=0 source=RWStructuredBuffer
  view float
resource @params uniform_buffer set=0 binding=1 metal=1 layout=std140 readonly source=ConstantBuffer
  view %C
func @main() -> void {
  %0.i = system {value=group_index} : uint
  %1 = field @params.0 {index=0} : &uniform [4 x float]
  %2 = load %1 : [4 x float]
  %3.l = var : &function [4 x float]
  store %3, %2
  %4 = elem %3, %0 : &function float
  %5 = load %4 : float
  %6 = elem %1, %0 : &uniform float
  %7 = load %6 : float
  %8 = add %5, %7 : float
  %9 = field @params.0 {index=1} : &uniform [2 x [3 x float2]]
  %10 = elem %9, 1:uint : &uniform [3 x float2]
  %11 = elem %10, %0 : &uniform float2
  %12 = elem %11, 1:uint : &uniform float
  %13 = load %12 : float
  %14 = add %8, %13 : float
  %15 = elem @b.0, %0 : &buffer float
  store %15, %14 {shared=1}
  return
}
entry k func=@main threads=8,1,1
`)
	want(t, out, "struct Padded_float", "float v;", "uchar pad[12];", "struct Padded_float2", "float2 v;", "uchar pad[8];",
		"array<Padded_float, 4> w;", "array<array<Padded_float2, 3>, 2> m;", "float q;",
		"device float* b [[buffer(0)]],", "constant C& params [[buffer(1)]])",
		"array<float, 4> l = {{params.w[0].v, params.w[1].v, params.w[2].v, params.w[3].v}};",
		"b[i] = l[i] + params.w[i].v + params.m[1][i].v.y;")
}
