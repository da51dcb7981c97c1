package memmodel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number is a value in a condition: an integer, or a float of so many bits.
type Number struct {
	N     int64
	Float float64
	Bits  int // 32 or 64 of the location, 64 of a number that is written out, 0 of an integer
	text  bool
}

// parseNumber reads an integer such as 3, 0x1Fu or a float such as 1.5 or 1e3.
func parseNumber(word string) (Number, error) {
	if n, err := strconv.ParseUint(strings.TrimRight(word, "uU"), 0, 64); err == nil {
		return Number{N: int64(n)}, nil
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return Number{}, fmt.Errorf("%q is no number", word)
	}
	return Number{Float: x, Bits: 64, text: true}, nil
}

func (x Number) truth() bool { return x.N != 0 || x.Float != 0 }

// as converts to a float of so many bits.
func (x Number) as(bits int) float64 {
	out := x.Float
	if x.Bits == 0 {
		out = float64(x.N)
	}
	if bits == 32 {
		out = float64(float32(out))
	}
	return out
}

// operate applies an operator. An integer, or a number that is written out, takes the type of a
// float on the other side; of two floats the larger type holds.
func (x Number) operate(op string, y Number) (Number, bool) {
	if x.Bits == 0 && y.Bits == 0 {
		n, ok := operate(op, x.N, y.N)
		return Number{N: n}, ok
	}
	bits := max(x.Bits, y.Bits)
	if x.text && y.Bits == 32 || y.text && x.Bits == 32 {
		bits = 32
	}
	a, b := x.as(bits), y.as(bits)
	float := func(n float64) (Number, bool) {
		out := Number{Float: n, Bits: bits, text: x.text && y.text}
		out.Float = out.as(bits)
		return out, true
	}
	compared := func(holds bool) (Number, bool) { return Number{N: int64(truth(holds))}, true }
	switch op {
	case "+":
		return float(a + b)
	case "-":
		return float(a - b)
	case "*":
		return float(a * b)
	case "/":
		return float(a / b)
	case "%":
		return float(math.Mod(a, b))
	case "==":
		return compared(a == b)
	case "!=":
		return compared(a != b)
	case "<":
		return compared(a < b)
	case "<=":
		return compared(a <= b)
	case ">":
		return compared(a > b)
	case ">=":
		return compared(a >= b)
	}
	return Number{}, false // & of floats
}
