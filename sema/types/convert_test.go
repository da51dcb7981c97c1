package types

import (
	"math"
	"testing"
)

// TestScalarCost holds the ranking to the rules of the language: lossless before
// lossy, signedness kept before changed, integer to float before the way back.
func TestScalarCost(t *testing.T) {
	tests := []struct {
		from, to *Scalar
		want     int
	}{
		{Int, Int, 0}, {Int16, Int, 150}, {Int, Int16, 900}, {Int, Int64, 150},
		{Uint, Int, 300}, {Int, Uint, 250}, {Uint, Int64, 200}, {Int, Uint64, 250}, {Int64, Uint, 900}, {Uint64, Int64, 300},
		{Bool, Int, 120}, {Bool, Uint, 150}, {Bool, Int64, 200}, {Bool, Float, 900}, {Int, Bool, 900},
		{Int, Float, 400}, {Uint64, Float, 400}, {Int, Half, 500}, {Int, Double, 400}, {Float, Int, 900},
		{Half, Float, 150}, {Float, Half, 900}, {Float, Double, 150}, {Double, Float, 900},
		{Void, Int, CostImpossible}, {String, Int, CostImpossible}, {Poison, Int, 0}, {Int, Poison, 0},
	}
	for _, tt := range tests {
		if got := ScalarCost(tt.from, tt.to); got != tt.want {
			t.Errorf("ScalarCost(%s, %s) = %d, want %d", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestConversionCost(t *testing.T) {
	p := NewPool()
	e := &Enum{Name: "E", Underlying: Int}
	s := &Struct{Name: "S"}
	f3, f4 := VectorOf(Float, 3), VectorOf(Float, 4)
	cb := p.ResourceOf(Resource{Kind: ConstantBuffer, Elem: f3, Name: "ConstantBuffer"})
	tests := []struct {
		from, to Type
		want     int
	}{
		{Float, f3, CostSplatVector}, {Int, f3, 402}, {f3, Float, CostExplicit}, {VectorOf(Float, 1), Float, CostScalarOfVector},
		{f4, f3, CostExplicit}, {f3, f4, CostImpossible}, {VectorOf(Int, 3), f3, 400},
		{Float, MatrixOf(Float, 2, 2), CostSplatMatrix}, {MatrixOf(Float, 4, 4), MatrixOf(Float, 3, 3), CostExplicit},
		{MatrixOf(Float, 2, 3), MatrixOf(Float, 3, 2), CostImpossible},
		{e, Int, CostEnumToInt}, {e, Bool, CostEnumToInt}, {e, Float, CostExplicit}, {Int, e, CostExplicit},
		{cb, f3, CostDereference}, {cb, s, CostImpossible}, {s, s, 0}, {s, Int, CostImpossible},
		{p.ArrayOf(Int, 3), p.ArrayOf(Int, Unsized), CostUnsizedArray}, {p.ArrayOf(Int, 3), p.ArrayOf(Int, 4), CostImpossible},
	}
	for _, tt := range tests {
		if got := ConversionCost(tt.from, tt.to); got != tt.want {
			t.Errorf("ConversionCost(%s, %s) = %d, want %d", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestLiteralCost(t *testing.T) {
	tests := []struct {
		v    *Value
		to   Type
		want int
	}{
		{IntValue(Int, 1), Uint8, CostLiteralUnsigned}, {IntValue(Int, 1), Int64, CostLiteralSame}, {UintValue(Uint, 1), Int, CostLiteralSigned},
		{IntValue(Int64, 3000000000), Int, 900}, {IntValue(Int64, 3000000000), Uint, CostLiteralUnsigned}, {UintValue(Uint, 1<<32-1), Int, CostLiteralSigned},
		{IntValue(Int, 256), Uint8, 900}, {IntValue(Int, 1), Float, 400}, {IntValue(Int, 1), Int, 0},
		{IntValue(Int, 1), VectorOf(Uint, 2), CostLiteralUnsigned + CostSplatVector},
	}
	for _, tt := range tests {
		if got := LiteralCost(tt.v, tt.to); got != tt.want {
			t.Errorf("LiteralCost(%s %s, %s) = %d, want %d", tt.v.T, tt.v, tt.to, got, tt.want)
		}
	}
}

func TestJoin(t *testing.T) {
	tests := []struct{ a, b, want Type }{
		{Int, Uint, Uint}, {Int, Float, Float}, {Half, Int, Half}, {Uint, Int64, Int64}, {Float, Double, Double}, {Bool, Int, Int},
		{VectorOf(Int, 2), Float, VectorOf(Float, 2)}, {Float, VectorOf(Half, 3), VectorOf(Float, 3)},
		{VectorOf(Float, 2), VectorOf(Float, 3), nil}, {&Struct{}, Int, nil}, {Poison, Int, Int},
	}
	for _, tt := range tests {
		if got := Join(tt.a, tt.b); got != tt.want {
			t.Errorf("Join(%s, %s) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestFold(t *testing.T) {
	i, u, f := func(v int64) *Value { return IntValue(Int, v) }, func(v uint64) *Value { return UintValue(Uint, v) },
		func(v float64) *Value { return FloatValue(Float, v) }
	tests := []struct {
		op   string
		x, y *Value
		want *Value // nil: not a constant
	}{
		{"+", i(math.MaxInt32), i(1), i(math.MinInt32)}, {"*", u(1 << 31), u(2), u(0)}, {"-", u(0), u(1), u(math.MaxUint32)},
		{"/", i(-7), i(2), i(-3)}, {"%", i(-7), i(2), i(-1)}, {"/", i(1), i(0), nil}, {"%", u(1), u(0), nil},
		{"/", i(math.MinInt32), i(-1), i(math.MinInt32)},
		{">>", i(-8), i(1), i(-4)}, {">>", u(0x80000000), u(31), u(1)}, {"<<", i(1), i(31), i(math.MinInt32)}, {"<<", i(1), i(32), nil},
		{"<", i(-1), i(1), BoolValue(true)}, {"<", u(math.MaxUint32), u(1), BoolValue(false)}, {"^", u(5), u(3), u(6)},
		{"+", f(0.1), f(0.2), f(float64(float32(0.1) + float32(0.2)))}, {"/", f(1), f(0), f(math.Inf(1))}, {"%", f(-7.5), f(2), f(-1.5)},
		{"==", f(math.NaN()), f(math.NaN()), BoolValue(false)}, {"!=", f(math.NaN()), f(1), BoolValue(true)},
		{"&&", BoolValue(true), BoolValue(false), BoolValue(false)}, {"^", BoolValue(true), BoolValue(true), BoolValue(false)},
		{"+", FloatValue(Half, 2048), FloatValue(Half, 1), FloatValue(Half, 2048)},
	}
	for _, tt := range tests {
		got := Binary(tt.op, tt.x, tt.y)
		if (got == nil) != (tt.want == nil) || got != nil && !got.Equal(tt.want) {
			t.Errorf("%s %s %s = %v, want %v", tt.x, tt.op, tt.y, got, tt.want)
		}
	}
}

func TestConvertValue(t *testing.T) {
	tests := []struct {
		v    *Value
		to   Type
		want *Value
	}{
		{IntValue(Int, -1), Uint, UintValue(Uint, math.MaxUint32)}, {IntValue(Int, 300), Uint8, UintValue(Uint8, 44)},
		{FloatValue(Float, -1.9), Int, IntValue(Int, -1)}, {FloatValue(Float, 1e20), Int, IntValue(Int, math.MaxInt32)},
		{FloatValue(Float, -5), Uint, UintValue(Uint, 0)}, {FloatValue(Float, math.NaN()), Int, IntValue(Int, 0)},
		{UintValue(Uint64, 1<<53+1), Double, FloatValue(Double, 1<<53)}, {UintValue(Uint64, 1<<40+1), Float, FloatValue(Float, 1<<40)},
		{IntValue(Int, 16777217), Float, FloatValue(Float, 16777216)}, {FloatValue(Float, 0.1), Half, FloatValue(Half, 0.1)},
		{IntValue(Int, 2), Bool, BoolValue(true)}, {BoolValue(true), Float, FloatValue(Float, 1)},
		{&Value{T: String, Str: "x"}, Int, nil},
	}
	for _, tt := range tests {
		got := ConvertValue(tt.v, tt.to)
		if (got == nil) != (tt.want == nil) || got != nil && !got.Equal(tt.want) {
			t.Errorf("%s(%s) = %v, want %v", tt.to, tt.v, got, tt.want)
		}
	}
	v := ConvertValue(FloatValue(Float, 1.5), VectorOf(Int, 3))
	if v == nil || v.String() != "{1, 1, 1}" || v.T != Type(VectorOf(Int, 3)) {
		t.Errorf("splat: %v", v)
	}
	if w := ConvertValue(v, VectorOf(Float, 2)); w == nil || w.String() != "{1, 1}" {
		t.Errorf("truncation: %v", w)
	}
}

func TestReinterpret(t *testing.T) {
	if v := Reinterpret(FloatValue(Float, 1), Uint); v == nil || v.Bits != 0x3f800000 {
		t.Errorf("asuint(1.0) = %v", v)
	}
	if v := Reinterpret(UintValue(Uint, 0xbf800000), Float); v == nil || v.Float() != -1 {
		t.Errorf("asfloat(0xbf800000) = %v", v)
	}
	if v := Reinterpret(UintValue(Uint, 0x7fc00001), Float); v != nil {
		t.Errorf("a NaN was folded: %v", v)
	}
	if v := Reinterpret(IntValue(Int16, -1), Uint16); v == nil || v.Bits != 0xffff {
		t.Errorf("uint16 bits of -1: %v", v)
	}
	if v := Reinterpret(IntValue(Int, 1), Double); v != nil {
		t.Errorf("different widths: %v", v)
	}
}
