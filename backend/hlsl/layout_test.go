package hlsl_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"slc/backend/hlsl"
	"slc/backend/text/texttest"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/testsuite/tools"
)

// member of a printed struct.
type member struct {
	name         string
	offset, size int
}

// printedLayout computes the layout of the structs in a text by the rules of
// HLSL's structured buffers: every scalar at a multiple of its size, a struct as
// aligned as its most aligned member and padded to that.
func printedLayout(t *testing.T, text string) map[string][]member {
	t.Helper()
	all := map[string][]member{}
	sizes, aligns := map[string]int{}, map[string]int{}
	for name, n := range map[string]int{"uint": 4, "int": 4, "float": 4, "float16_t": 2, "uint16_t": 2, "uint64_t": 8} {
		for c := 1; c <= 4; c++ {
			key := name
			if c > 1 {
				key += strconv.Itoa(c)
			}
			sizes[key], aligns[key] = n*c, n
		}
	}
	decl := regexp.MustCompile(`^    (\w+) (\w+)((?:\[\d+\])*);$`)
	current, offset, align := "", 0, 1
	for _, line := range strings.Split(text, "\n") {
		if s, ok := strings.CutPrefix(line, "struct "); ok {
			current, offset, align = s, 0, 1
			continue
		}
		if line == "};" && current != "" {
			sizes[current], aligns[current] = (offset+align-1)/align*align, align
			all[current] = append(all[current], member{"", sizes[current], 0})
			current = ""
			continue
		}
		m := decl.FindStringSubmatch(line)
		if current == "" || m == nil {
			continue
		}
		size, a := sizes[m[1]], aligns[m[1]]
		if size == 0 {
			t.Fatalf("unknown type in %q", line)
		}
		for _, d := range regexp.MustCompile(`\d+`).FindAllString(m[3], -1) {
			n, _ := strconv.Atoi(d)
			size *= n
		}
		offset = (offset + a - 1) / a * a
		align = max(align, a)
		all[current] = append(all[current], member{m[2], offset, size})
		offset += size
	}
	return all
}

func TestLayouts(t *testing.T) {
	for _, layout := range []ir.Layout{ir.Std430, ir.Std140, ir.ScalarLayout} {
		for seed := range int64(12) {
			m, structs, err := texttest.Structs(seed, layout)
			if err != nil {
				t.Fatal(err)
			}
			diags := &diag.List{}
			out := string(hlsl.Emit(m, hlsl.Options{}, diags))
			for _, d := range diags.All() {
				t.Fatal(d.Message)
			}
			if seed < 2 {
				tools.ClangHLSL(t, out, tools.HLSLOptions{Entry: "k", Native16: true})
			}
			printed := printedLayout(t, out)
			for _, s := range structs {
				got := printed[s.Name]
				if got == nil {
					continue // not part of S2
				}
				size, _ := layout.SizeAlign(s)
				if n := got[len(got)-1].offset; n != size {
					t.Errorf("%s %d: %s has size %d, want %d\n%s", layout, seed, s.Name, n, size, out)
				}
				for i, f := range s.Fields {
					want := fmt.Sprint(f.Name, layout.Offset(s, i))
					found := false
					for _, g := range got {
						found = found || fmt.Sprint(g.name, g.offset) == want
					}
					if !found {
						t.Errorf("%s %d: %s.%s is not at offset %d\n%s", layout, seed, s.Name, f.Name, layout.Offset(s, i), out)
					}
				}
			}
		}
	}
}

// A constant buffer keeps our offsets: by packoffset where HLSL's packing allows
// the members, as an array of registers where it does not.
func TestConstantBuffers(t *testing.T) {
	const use = `
resource @dst storage_buffer set=0 binding=1 reg=u0,0 source=RWStructuredBuffer
  view float
func @main() -> void {
  %%0.x = system {value=group_index} : uint
  %%1 = elem @dst.0, %%0 : &buffer float
%s
  return
}
entry main func=@main threads=8,1,1
`
	out := emit(t, 0, `
struct Block { a: uint, v: float3, w: float, m: [2 x float4] }
resource @cb uniform_buffer set=0 binding=0 reg=b0,0 layout=std140
  view %Block
`+fmt.Sprintf(use, `  %2 = field @cb.0 {index=3} : &uniform [2 x float4]
  %3 = elem %2, %0 : &uniform float4
  %4 = elem %3, 1:uint : &uniform float
  %5 = load %4 : float
  %6 = field @cb.0 {index=2} : &uniform float
  %7 = load %6 : float
  %8 = add %5, %7 : float
  store %1, %8 {shared=1}`))
	want(t, out,
		"cbuffer cb : register(b0, space0)",
		"uint a : packoffset(c0.x);",
		"float3 v : packoffset(c1.x);",
		"float w : packoffset(c1.w);",
		"float4 m[2] : packoffset(c2.x);",
		"dst[x] = m[x].y + w;")

	// std430: elements 4 bytes apart cannot be declared.
	out = emit(t, 0, `
struct Inner { p: uint, q: [3 x float] }
struct Block { a: uint, list: [6 x float], in: %Inner }
resource @cb uniform_buffer set=0 binding=0 reg=b2,1 layout=std430
  view %Block
`+fmt.Sprintf(use, `  %2 = field @cb.0 {index=1} : &uniform [6 x float]
  %3 = elem %2, %0 : &uniform float
  %4 = load %3 : float
  %5 = field @cb.0 {index=2} : &uniform %Inner
  %6 = field %5 {index=1} : &uniform [3 x float]
  %7 = elem %6, 2:uint : &uniform float
  %8 = load %7 : float
  %9 = add %4, %8 : float
  %10 = field @cb.0 {index=0} : &uniform uint
  %11 = load %10 : uint
  %12 = convert %11 : float
  %13 = add %9, %12 : float
  store %1, %13 {shared=1}`))
	want(t, out,
		"cbuffer cb : register(b2, space1)",
		"uint4 cb_words[3];") // a at 0, list at 4, in at 28 (p 28, q 32 … 44)
	for _, part := range []string{
		"asfloat(cb_words[(x * 4u + 4u) >> 4][((x * 4u + 4u) >> 2) & 3u])",
		"asfloat(cb_words[2].z)", "float(cb_words[0].x)",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("no %s in\n%s", part, out)
		}
	}
}
