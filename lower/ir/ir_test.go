package ir

import (
	"strings"
	"testing"

	"slc/sema/types"
)

const sample = `struct Node { next: uint, val: [2 x float3] }
resource @data storage_buffer set=0 binding=1 metal=2 layout=std430 readonly reg=t3,1 count=4 source=StructuredBuffer
  view %Node atomic fields="0,1.*"
resource @img storage_image set=0 binding=2 metal=0 layout=std430 format=r32ui source=RWTexture2DArray
  view uint
shared @tile [256 x uint] seqcst fields="*"
private @count uint
func @half(%p0.x: float, out %p1.y: &function float) -> float {
  %0 = mul %p0, 0.5:float : float
  store %p1, %0
  return %0
}
func @main() -> void {
  %0.id = system {value=dispatch_thread_id} : uint3
  %1 = extract %0 {index=0} : uint
  %2 = elem @tile, %1 : &groupshared uint
  %3 = atomic %2, 1:uint {atomic=add mem=AcquireRelease,workgroup,buffers|groupshared} : uint
  barrier {exec=workgroup mem=AcquireRelease,workgroup,groupshared}
  %4.tmp = var : &function float
  %5 = call 1.5:float, %4 {callee=half} : float
  %6 = lt %3, 10:uint : bool
  %7 = if %6 : float {
    yield %5
  } else {
    %8 = load %4 {shared=1 coherent=device} : float
    yield %8
  }
  loop {hint=unroll unroll=4} {
    %9 = elem @tile, %3 : &groupshared uint
    store %9, 7:uint {shared=1}
    switch %3 {cases=1|2,-3} {
      break
    } case {
      continue
    } default {
      yield
    }
    continue
  } continuing {
    %10 = load @count : uint
    %11 = eq %10, 3:uint : bool
    yield %11
  }
  %12 = construct {1 2}:uint2, 0:uint : uint3
  %13 = construct 0x7ff0000000000000:float, -1.25:float : float2
  return
}
entry main func=@main threads=8,4,1 wave=32,0,0 crossgroup groupshared uses=@data uses=@img
feature scope_chains
`

func TestRoundTrip(t *testing.T) {
	m, err := Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(m); err != nil {
		t.Errorf("verify: %v", err)
	}
	if got := m.String(); got != sample {
		t.Errorf("printed text differs from what was parsed:\n%s", got)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"func @f() -> void { %0 = frob : int }":               `unknown operation "frob"`,
		"func @f() -> void { %0 = neg %1 : int return }":      `unknown value %1`,
		"func @f() -> %S { return }":                          `unknown struct "S"`,
		"resource @a storage_buffer color=1":                  "unknown option",
		"func @f() -> void { return":                          "unexpected end",
		"func @f() -> void { load @x : int return }":          "unknown global @x",
		"func @f() -> void { %0 = neg 1.5:int : int return }": `bad constant "1.5"`,
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, want an error with %q", text, err, want)
		}
	}
}

// TestVerifyRejects breaks one rule of the contract at a time.
func TestVerifyRejects(t *testing.T) {
	for body, want := range map[string]string{
		"%0 = add 1:int, 1:uint : int return":                           "operands differ",
		"%0 = if true:bool { yield 1:int } else { yield } : int return": "",
		"%0 = lt 1:int, 2:int : int return":                             "not bool",
		"break":                                                         "outside a loop",
		"continue":                                                      "outside a loop",
		"yield":                                                         "body ends in yield",
		"return 1:int":                                                  "returned from a void",
		"return return":                                                 "not the last",
		"if true:bool { %0 = neg 1:int : int yield } else { yield } %1 = neg %0 : int return": "not visible",
		"barrier {exec=none mem=Relaxed,device,none} return":                                  "orders and waits for nothing",
		"barrier {exec=none mem=AcquireRelease,device,none} return":                           "spaces and order",
		"%0 = atomic @s, 1:uint {atomic=add mem=Relaxed,device,buffers} : uint return":        "spaces and order",
		"%0 = atomic @s, 1:int {atomic=add mem=Relaxed,device,none} : uint return":            "operand differs",
		"%0 = atomic @s {atomic=add mem=Relaxed,device,none} : uint return":                   "wrong number of operands",
		"%0 = atomic @s, 1:uint {atomic=store mem=Relaxed,device,none} : uint return":         "a store has a result",
		"%0 = atomic @s, 1:uint {atomic=add mem=Relaxed,none,none} : uint return":             "no scope",
		"%0 = load @s : int return":                           "not the place's type",
		"store @s, 1:int return":                              "not of the place's type",
		"%0 = shuffle 1:int {comps=xy} : int2 return":         "not a vector shuffle",
		"%0 = construct 1:int : int3 return":                  "do not fill",
		"%0 = bitcast 1:int : int64_t return":                 "sizes differ",
		"%0 = neg @s : uint return":                           "is a place",
		"loop { continue } continuing { yield 1:int } return": "yield of bool",
		"switch 1:int {cases=1} { break } return":             "cases plus default",
	} {
		m, err := Parse("shared @s uint\nfunc @main() -> void { " + body + " }\nentry main func=@main threads=1,1,1\n")
		if want == "" {
			if err == nil {
				t.Errorf("%s: parsed", body)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		if err := Verify(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: Verify = %v, want %q", body, err, want)
		}
	}
}

// TestLayout: offsets worked out from the Vulkan rules.
func TestLayout(t *testing.T) {
	pool := types.NewPool()
	f3 := types.VectorOf(types.Float, 3)
	field := func(ts ...types.Type) *types.Struct {
		s := &types.Struct{Name: "S"}
		for i, x := range ts {
			s.Fields = append(s.Fields, &types.Field{Type: x, Index: i})
		}
		return s
	}
	inner := field(types.Float, types.Half)
	for _, c := range []struct {
		s       *types.Struct
		layout  Layout
		offsets []int
		size    int
	}{
		{field(types.Float, f3, types.Float), Std430, []int{0, 16, 28}, 32},
		{field(types.Float, f3, types.Float), ScalarLayout, []int{0, 4, 16}, 20},
		{field(pool.ArrayOf(types.Float, 3), types.Float), Std430, []int{0, 12}, 16},
		{field(pool.ArrayOf(types.Float, 3), types.Float), Std140, []int{0, 48}, 64},
		{field(pool.ArrayOf(f3, 2), types.Float), Std430, []int{0, 32}, 48},
		{field(pool.ArrayOf(f3, 2), types.Float), ScalarLayout, []int{0, 24}, 28},
		{field(inner, types.Half), Std430, []int{0, 8}, 12},
		{field(inner, types.Half), Std140, []int{0, 16}, 32},
		{field(types.Half, types.Uint64, types.Uint8), Std430, []int{0, 8, 16}, 24},
		{field(types.Uint, types.VectorOf(types.Double, 2)), Std430, []int{0, 16}, 32},
		{field(types.Float, f3, types.Float), DXConstants, []int{0, 4, 16}, 20},
		{field(types.VectorOf(types.Float, 2), f3, types.Float), DXConstants, []int{0, 16, 28}, 32}, // f3 would cross a register
		{field(types.Float, pool.ArrayOf(types.Float, 3), types.Float), DXConstants, []int{0, 16, 52}, 56},
		{field(types.Half, inner, types.Half), DXConstants, []int{0, 16, 22}, 24}, // structs start at registers, nothing pads them
		{field(types.Float, types.VectorOf(types.Double, 3), types.Float), DXConstants, []int{0, 16, 40}, 44},
	} {
		for i, want := range c.offsets {
			if got := c.layout.Offset(c.s, i); got != want {
				t.Errorf("%s %s: offset of field %d = %d, want %d", c.layout, fieldList(c.s), i, got, want)
			}
		}
		if size, _ := c.layout.SizeAlign(c.s); size != c.size {
			t.Errorf("%s %s: size %d, want %d", c.layout, fieldList(c.s), size, c.size)
		}
	}
}
