package text

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"slc/sema/types"
)

func TestBinary(t *testing.T) {
	a, b, c := Atom("a"), Atom("b"), Atom("c")
	add := func(x, y Expr) Expr { return Binary(x, "+", PrecAdd, y) }
	sub := func(x, y Expr) Expr { return Binary(x, "-", PrecAdd, y) }
	mul := func(x, y Expr) Expr { return Binary(x, "*", PrecMul, y) }
	shl := func(x, y Expr) Expr { return Binary(x, "<<", PrecShift, y) }
	and := func(x, y Expr) Expr { return Binary(x, "&", PrecAnd, y) }
	or := func(x, y Expr) Expr { return Binary(x, "|", PrecOr, y) }
	both := func(x, y Expr) Expr { return Binary(x, "&&", PrecAndAnd, y) }
	either := func(x, y Expr) Expr { return Binary(x, "||", PrecOrOr, y) }
	less := func(x, y Expr) Expr { return Binary(x, "<", PrecRel, y) }
	tests := []struct {
		x    Expr
		want string
	}{
		{add(add(a, b), c), "a + b + c"},
		{add(a, add(b, c)), "a + (b + c)"},
		{sub(a, sub(b, c)), "a - (b - c)"},
		{sub(sub(a, b), c), "a - b - c"},
		{mul(add(a, b), c), "(a + b) * c"},
		{add(mul(a, b), c), "a * b + c"},
		{shl(add(a, b), c), "(a + b) << c"},
		{and(a, or(b, c)), "a & (b | c)"},
		{or(or(a, b), c), "a | b | c"},
		{and(shl(a, b), c), "(a << b) & c"},
		{less(and(a, b), c), "(a & b) < c"},
		{both(less(a, b), less(b, c)), "a < b && b < c"},
		{either(both(a, b), c), "(a && b) || c"},
		{both(a, both(b, c)), "a && (b && c)"},
		{Cond(less(a, b), Cond(a, b, c), c), "a < b ? a ? b : c : c"},
		{add(Cond(a, b, c), b), "(a ? b : c) + b"},
		{Unary("-", Unary("-", a)), "-(-a)"},
		{Unary("-", Atom("1")), "-1"},
		{sub(a, Unary("-", b)), "a - -b"},
		{Not(Not(a)), "a"},
		{Not(less(a, b)), "!(a < b)"},
		{Not(Not(less(a, b))), "a < b"},
		{Not(Expr{"!(a) && (b)", PrecAndAnd}), "!(!(a) && (b))"},
		{Member(add(a, b), "x"), "(a + b).x"},
		{Index(Member(a, "f"), "i"), "a.f[i]"},
		{Call("f", add(a, b), c), "f(a + b, c)"},
		{Template("f($0, $1)", []Expr{add(a, b), c}), "f(a + b, c)"},
		{Template("$0 - $1 * floor($0 / $1)", []Expr{a, Unary("-", b)}), "a - (-b) * floor(a / (-b))"},
		{mul(Template("$0 + $1", []Expr{a, b}), c), "(a + b) * c"},
	}
	for _, tt := range tests {
		if tt.x.Text != tt.want {
			t.Errorf("got %s, want %s", tt.x.Text, tt.want)
		}
	}
}

// Every float reads back to the same bits.
func TestFloat32(t *testing.T) {
	for _, v := range []float32{0, 1, -1, 0.1, 16777216, 1e-45, math.MaxFloat32, 3.4028235e38, 1.5e10, 123456789, float32(math.Copysign(0, -1)), 1e21, 0.000012345} {
		x := Float32(float64(v), "f")
		s := strings.TrimSuffix(x.Text, "f")
		if !strings.ContainsAny(s, ".") {
			t.Errorf("%s is no floating-point literal", x.Text)
		}
		back, err := strconv.ParseFloat(s, 32)
		if err != nil || math.Float32bits(float32(back)) != math.Float32bits(v) {
			t.Errorf("%v is spelled %s", v, x.Text)
		}
		if math.Signbit(float64(v)) != (x.Prec == PrecUnary) {
			t.Errorf("%s has precedence %d", x.Text, x.Prec)
		}
	}
}

func TestIntegers(t *testing.T) {
	for _, tt := range []struct {
		x    Expr
		want string
	}{
		{Signed(math.MinInt32, 32, ""), "-2147483647 - 1"},
		{Signed(math.MinInt64, 64, "ll"), "-9223372036854775807ll - 1ll"},
		{Signed(-5, 32, ""), "-5"},
		{Signed(5, 64, "l"), "5l"},
		{Unsigned(math.MaxUint64, "ull"), "18446744073709551615ull"},
		{Atom(Hex32(0x7f800000)), "0x7f800000u"},
		{Atom(Hex32(1)), "0x00000001u"},
	} {
		if tt.x.Text != tt.want {
			t.Errorf("got %s, want %s", tt.x.Text, tt.want)
		}
	}
}

func TestNames(t *testing.T) {
	global := NewNames([]string{"float", "min"})
	for _, tt := range []struct{ hint, want string }{
		{"data", "data"}, {"data", "data_1"}, {"float", "float_1"}, {"data", "data_2"}, {"data_1", "data_1_1"},
		{"Pair<uint, 4>", "Pair_uint_4"}, {"", "t"}, {"a__b", "a_b"}, {"_x", "x"}, {"4x", "x_1"}, {"é", "t_1"},
	} {
		if got := global.New(tt.hint); got != tt.want {
			t.Errorf("%q becomes %s, want %s", tt.hint, got, tt.want)
		}
	}
	one, two := global.Child(), global.Child()
	if a, b := one.New("i"), two.New("i"); a != "i" || b != "i" {
		t.Errorf("two functions name their i %s and %s", a, b)
	}
	if got := one.New("data"); got != "data_3" {
		t.Errorf("a local called data becomes %s", got)
	}
}

func TestHalfRoundTrip(t *testing.T) {
	for _, bits := range []uint16{0x3c00, 0x0001, 0x7bff, 0x3555} {
		v := types.HalfToFloat(bits)
		back, _ := strconv.ParseFloat(Float32(v, "").Text, 64)
		if types.FloatToHalf(back) != bits {
			t.Errorf("%v is spelled %s", v, Float32(v, "").Text)
		}
	}
}
