package exec

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unsafe"

	"slc/testsuite/cases"
)

// value is a number of one of the types of operatorTypes by its bits.
type value = uint64

// operator is an operator or conversion: an expression of x and y and what it gives.
type operator struct {
	text   string
	result string // type of the result; "" is that of the operands
	// eval gives the bits of the result; false where the language leaves it open.
	eval func(x, y value) (value, bool)
}

// operatorType is a type of operands with values at its edges.
type operatorType struct {
	name      string
	bits      uint
	values    []value
	operators []operator
}

// TestOperators runs the operators and conversions at their edges, on every path. Values
// come from buffers; results are computed by Go's own arithmetic of the type.
func TestOperators(t *testing.T) {
	t.Parallel()
	for _, typ := range operatorTypes() {
		for _, op := range typ.operators {
			if op.result == "" {
				op.result = typ.name
			}
			one := typ
			one.operators = []operator{op}
			// A slash in a name would make a level of its own.
			t.Run(typ.name+" "+strings.ReplaceAll(op.text, "/", "divided by"), func(t *testing.T) {
				src, run := one.kernel()
				runGenerated(t, src, run, nil)
			})
		}
	}
}

func operatorTypes() []operatorType {
	return []operatorType{
		{"uint", 32, []value{0, 1, 2, 31, 0x7fffffff, 0x80000000, 0xffffffff}, unsignedOperators[uint32]("int")},
		{"int", 32, []value{0, 1, 2, 31, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff9}, signedOperators[int32, uint32]("uint")},
		{"uint64_t", 64, []value{0, 1, 63, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1}, unsignedOperators[uint64]("int64_t")},
		{"int64_t", 64, []value{0, 1, 63, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 7}, signedOperators[int64, uint64]("uint64_t")},
		{"float", 32, floatValues(), floatOperators()},
	}
}

// bit is 1 for true: how the kernels write a bool.
func bit(b bool) value {
	if b {
		return 1
	}
	return 0
}

// comparisons are the operators that give a bool.
func comparisons(less, equal func(x, y value) bool) []operator {
	row := func(text string, f func(x, y value) bool) operator {
		return operator{text + " ? 1 : 0", "uint", func(x, y value) (value, bool) { return bit(f(x, y)), true }}
	}
	return []operator{
		row("x < y", less), row("x == y", equal), row("x > y", func(x, y value) bool { return less(y, x) }),
		row("x != y", func(x, y value) bool { return !equal(x, y) }),
		row("x <= y", func(x, y value) bool { return less(x, y) || equal(x, y) }),
		row("x >= y", func(x, y value) bool { return less(y, x) || equal(x, y) }),
	}
}

func unsignedOperators[T uint32 | uint64](signed string) []operator {
	total := func(text string, f func(x, y T) T) operator {
		return operator{text, "", func(x, y value) (value, bool) { return value(f(T(x), T(y))), true }}
	}
	return append([]operator{
		total("x + y", func(x, y T) T { return x + y }),
		total("x - y", func(x, y T) T { return x - y }),
		total("x * y", func(x, y T) T { return x * y }),
		total("x & y", func(x, y T) T { return x & y }),
		total("x | y", func(x, y T) T { return x | y }),
		total("x ^ y", func(x, y T) T { return x ^ y }),
		total("~x", func(x, _ T) T { return ^x }),
		total("-x", func(x, _ T) T { return -x }),
		total("min(x, y)", func(x, y T) T { return min(x, y) }),
		total("max(x, y)", func(x, y T) T { return max(x, y) }),
		{"!x ? 1 : 0", "uint", func(x, _ value) (value, bool) { return bit(x == 0), true }},
		{"bool(x) && bool(y) ? 1 : 0", "uint", func(x, y value) (value, bool) { return bit(x != 0 && y != 0), true }},
		{"bool(x) || bool(y) ? 1 : 0", "uint", func(x, y value) (value, bool) { return bit(x != 0 || y != 0), true }},
		{"x / y", "", func(x, y value) (value, bool) {
			if y == 0 {
				return 0, false
			}
			return value(T(x) / T(y)), true
		}},
		{"x % y", "", func(x, y value) (value, bool) {
			if y == 0 {
				return 0, false
			}
			return value(T(x) % T(y)), true
		}},
		{"x << y", "", func(x, y value) (value, bool) { return value(T(x) << (y & 63)), y < width[T]() }},
		{"x >> y", "", func(x, y value) (value, bool) { return value(T(x) >> (y & 63)), y < width[T]() }},
		{signed + "(x)", signed, func(x, _ value) (value, bool) { return x, true }},
	}, comparisons(func(x, y value) bool { return T(x) < T(y) }, func(x, y value) bool { return x == y })...)
}

// width is the number of bits of T.
func width[T uint32 | uint64 | int32 | int64]() value { return value(8 * unsafe.Sizeof(T(0))) }

func signedOperators[T int32 | int64, U uint32 | uint64](unsigned string) []operator {
	total := func(text string, f func(x, y T) T) operator {
		return operator{text, "", func(x, y value) (value, bool) { return value(U(f(T(x), T(y)))), true }}
	}
	// A quotient that the type has not is undefined, as one by zero.
	divides := func(x, y value) bool { return T(y) != 0 && (T(y) != -1 || T(x) != -T(x) || T(x) == 0) }
	return append([]operator{
		total("x + y", func(x, y T) T { return x + y }),
		total("x - y", func(x, y T) T { return x - y }),
		total("x * y", func(x, y T) T { return x * y }),
		total("x & y", func(x, y T) T { return x & y }),
		total("x | y", func(x, y T) T { return x | y }),
		total("x ^ y", func(x, y T) T { return x ^ y }),
		total("~x", func(x, _ T) T { return ^x }),
		total("-x", func(x, _ T) T { return -x }),
		total("min(x, y)", func(x, y T) T { return min(x, y) }),
		total("max(x, y)", func(x, y T) T { return max(x, y) }),
		{"x / y", "", func(x, y value) (value, bool) {
			if !divides(x, y) {
				return 0, false
			}
			return value(U(T(x) / T(y))), true
		}},
		{"x % y", "", func(x, y value) (value, bool) {
			if !divides(x, y) {
				return 0, false
			}
			return value(U(T(x) % T(y))), true
		}},
		{"x << y", "", func(x, y value) (value, bool) { return value(U(T(x) << (y & 63))), y < width[T]() }},
		{"x >> y", "", func(x, y value) (value, bool) { return value(U(T(x) >> (y & 63))), y < width[T]() }},
		{unsigned + "(x)", unsigned, func(x, _ value) (value, bool) { return x, true }},
	}, comparisons(func(x, y value) bool { return T(x) < T(y) }, func(x, y value) bool { return x == y })...)
}

func floatValues() []value {
	list := []float32{0, 1, -1, 1.5, -2.5, 3, 1 << 23, 1<<31 - 128, -1 << 31, 0x1p32 - 256, 0x1.fffffep127, float32(math.Inf(1)), float32(math.NaN())}
	values := []value{0x80000000}
	for _, f := range list {
		values = append(values, value(math.Float32bits(f)))
	}
	return values
}

func floatOperators() []operator {
	f := func(v value) float32 { return math.Float32frombits(uint32(v)) }
	bits := func(v float32) value { return value(math.Float32bits(v)) }
	number := func(v float32) bool { return v == v }
	exact := func(text string, op func(x, y float32) float32) operator {
		return operator{text, "", func(x, y value) (value, bool) {
			r := op(f(x), f(y)) // the bits of a NaN are free, a denormal may be flushed
			return bits(r), number(r) && (r == 0 || math.Abs(float64(r)) >= 0x1p-126)
		}}
	}
	truncated := func(text, result string, low, high float64, as func(float64) value) operator {
		return operator{text, result, func(x, _ value) (value, bool) {
			v := math.Trunc(float64(f(x)))
			return as(v), v >= low && v <= high
		}}
	}
	return append([]operator{
		exact("x + y", func(x, y float32) float32 { return x + y }),
		exact("x - y", func(x, y float32) float32 { return x - y }),
		exact("x * y", func(x, y float32) float32 { return x * y }),
		exact("-x", func(x, _ float32) float32 { return -x }),
		exact("abs(x)", func(x, _ float32) float32 { return float32(math.Abs(float64(x))) }),
		exact("floor(x)", func(x, _ float32) float32 { return float32(math.Floor(float64(x))) }),
		exact("ceil(x)", func(x, _ float32) float32 { return float32(math.Ceil(float64(x))) }),
		exact("trunc(x)", func(x, _ float32) float32 { return float32(math.Trunc(float64(x))) }),
		truncated("int(x)", "int", math.MinInt32, math.MaxInt32, func(v float64) value { return value(uint32(int32(v))) }),
		truncated("uint(x)", "uint", 0, math.MaxUint32, func(v float64) value { return value(uint32(v)) }),
		{"bool(x) ? 1 : 0", "uint", func(x, _ value) (value, bool) { return bit(f(x) != 0), number(f(x)) }},
		{"asuint(x)", "uint", func(x, _ value) (value, bool) { return x, number(f(x)) }},
		{"float(asint(x))", "float", func(x, _ value) (value, bool) { return bits(float32(int32(x))), true }},
		{"float(asuint(x))", "float", func(x, _ value) (value, bool) { return bits(float32(uint32(x))), true }},
	}, comparisons(func(x, y value) bool { return f(x) < f(y) }, func(x, y value) bool { return f(x) == f(y) })...)
}

// kernel is a kernel with one loop for each operator, and its run.
func (t *operatorType) kernel() (string, cases.Run) {
	var b strings.Builder
	results := map[string][]uint32{}
	var order []string
	var xs, ys []value
	var body strings.Builder
	for _, op := range t.operators {
		if results[op.result] == nil {
			order = append(order, op.result)
			results[op.result] = []uint32{}
		}
		first, at := len(xs), len(results[op.result])/t.wordsOf(op.result)
		for _, x := range t.values {
			for _, y := range t.values {
				r, defined := op.eval(x, y)
				if !defined {
					continue
				}
				xs, ys = append(xs, x), append(ys, y)
				results[op.result] = append(results[op.result], uint32(r))
				if t.wordsOf(op.result) == 2 {
					results[op.result] = append(results[op.result], uint32(r>>32))
				}
			}
		}
		fmt.Fprintf(&body, "    for (uint i = 0; i < %d; i++) { %s x = xs[%d + i]; %[2]s y = ys[%[3]d + i]; r_%s[%d + i] = %s; }\n",
			len(xs)-first, t.name, first, op.result, at, op.text)
	}
	fmt.Fprintf(&b, "StructuredBuffer<%s> xs, ys;\n", t.name)
	run := cases.Run{Buffers: []cases.RunBuffer{{Name: "xs", Words: t.words(xs)}, {Name: "ys", Words: t.words(ys)}}}
	for _, name := range order {
		fmt.Fprintf(&b, "RWStructuredBuffer<%s> r_%[1]s;\n", name)
		words := results[name]
		run.Buffers = append(run.Buffers, cases.RunBuffer{Name: "r_" + name, Words: make([]uint32, len(words))})
		run.Expect = append(run.Expect, expectation("r_"+name, words))
	}
	fmt.Fprintf(&b, "[numthreads(1, 1, 1)]\nvoid main()\n{\n%s}\n", body.String())
	return b.String(), run
}

// wordsOf is how many words a value of the named type takes.
func (t *operatorType) wordsOf(name string) int {
	if strings.Contains(name, "64") {
		return 2
	}
	return 1
}

func (t *operatorType) words(values []value) []uint32 {
	a := atomicType{bits: t.bits}
	return a.words(values)
}
