package types

import (
	"math"
	"strconv"
	"strings"
)

// Value is a compile-time constant of type T. Scalars use Bits; vectors,
// matrices (row-major), arrays and structs use Elems.
//
// Bits of an integer is its value sign- or zero-extended to 64 bits; of a bool 0
// or 1; of a floating-point kind the IEEE-754 binary64 image of the value, which
// is already rounded to the kind.
type Value struct {
	T     Type
	Bits  uint64
	Elems []*Value
	Str   string // strings only
}

// IntValue returns v as a constant of integer, bool or enum type t, wrapped to its width.
func IntValue(t Type, v int64) *Value {
	return &Value{T: t, Bits: wrap(ElemScalar(t), uint64(v))}
}

// UintValue returns v as a constant of integer type t, wrapped to its width.
func UintValue(t Type, v uint64) *Value {
	return &Value{T: t, Bits: wrap(ElemScalar(t), v)}
}

// FloatValue returns v rounded to the floating-point type t.
func FloatValue(t Type, v float64) *Value {
	switch ElemScalar(t).Kind {
	case KFloat:
		v = float64(float32(v))
	case KHalf:
		v = HalfToFloat(FloatToHalf(v))
	}
	return &Value{T: t, Bits: math.Float64bits(v)}
}

// BoolValue returns a bool constant.
func BoolValue(b bool) *Value {
	if b {
		return &Value{T: Bool, Bits: 1}
	}
	return &Value{T: Bool}
}

func wrap(s *Scalar, v uint64) uint64 {
	switch s.Kind {
	case KBool:
		if v != 0 {
			return 1
		}
		return 0
	case KInt8:
		return uint64(int64(int8(v)))
	case KInt16:
		return uint64(int64(int16(v)))
	case KInt32:
		return uint64(int64(int32(v)))
	case KUint8:
		return uint64(uint8(v))
	case KUint16:
		return uint64(uint16(v))
	case KUint32:
		return uint64(uint32(v))
	}
	return v
}

// Int returns the value of an integer, bool or enum constant as int64.
func (v *Value) Int() int64 { return int64(v.Bits) }

// Float returns the value of a floating-point constant.
func (v *Value) Float() float64 { return math.Float64frombits(v.Bits) }

// Is reports whether v is the integer n, or a vector of it.
func (v *Value) Is(n int64) bool {
	for _, e := range v.Elems {
		if !e.Is(n) {
			return false
		}
	}
	return len(v.Elems) > 0 || v.Int() == n
}

// IsZero reports whether all parts of v are zero (positive zero for floats).
func (v *Value) IsZero() bool {
	for _, e := range v.Elems {
		if !e.IsZero() {
			return false
		}
	}
	return v.Bits == 0
}

// Equal reports whether v and w are the same constant of the same type.
func (v *Value) Equal(w *Value) bool {
	if v.T != w.T || v.Bits != w.Bits || v.Str != w.Str || len(v.Elems) != len(w.Elems) {
		return false
	}
	for i := range v.Elems {
		if !v.Elems[i].Equal(w.Elems[i]) {
			return false
		}
	}
	return true
}

// Zero returns the zero constant of t; nil when t has none (resources, atomics
// included as their element's zero).
func Zero(t Type) *Value {
	switch t := t.(type) {
	case *Scalar, *Enum:
		return &Value{T: t}
	case *Atomic:
		return &Value{T: t}
	case *Pointer:
		if t.Static() {
			return nil
		}
		return &Value{T: t}
	case *Vector:
		return fill(t, t.Elem, t.N)
	case *Handle:
		return fill(t, Uint, HandleBits().N)
	case *Matrix:
		return fill(t, VectorOf(t.Elem, t.Cols), t.Rows)
	case *Array:
		if t.Len < 0 {
			return nil
		}
		return fill(t, t.Elem, t.Len)
	case *Struct:
		v := &Value{T: t}
		for _, f := range t.Fields {
			z := Zero(f.Type)
			if z == nil {
				return nil
			}
			v.Elems = append(v.Elems, z)
		}
		return v
	}
	return nil
}

func fill(t, elem Type, n int) *Value {
	z := Zero(elem)
	if z == nil {
		return nil
	}
	v := &Value{T: t, Elems: make([]*Value, n)}
	for i := range v.Elems {
		v.Elems[i] = z
	}
	return v
}

// String returns the constant as text, for messages and dumps.
func (v *Value) String() string {
	if len(v.Elems) > 0 {
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = e.String()
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	s := ElemScalar(v.T)
	if _, ok := v.T.(*Pointer); ok {
		return "0x" + strconv.FormatUint(v.Bits, 16)
	}
	switch {
	case s == nil:
		return "{}"
	case s.Kind == KString:
		return strconv.Quote(v.Str)
	case s.Kind == KBool:
		return strconv.FormatBool(v.Bits != 0)
	case s.Kind.IsFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case s.Kind.IsSigned():
		return strconv.FormatInt(int64(v.Bits), 10)
	}
	return strconv.FormatUint(v.Bits, 10)
}

// FloatToHalf rounds v to IEEE-754 binary16 (nearest, ties to even).
func FloatToHalf(v float64) uint16 {
	b := math.Float64bits(v)
	sign := uint16(b>>48) & 0x8000
	exp := int(b>>52&0x7ff) - 1023
	man := b & (1<<52 - 1)
	switch {
	case exp == 1024: // infinity or NaN
		if man != 0 {
			return sign | 0x7e00
		}
		return sign | 0x7c00
	case exp < -25:
		return sign
	case exp < -14: // subnormal: one unit is 2^-24
		man |= 1 << 52
		return sign | uint16(roundShift(man, uint(52-24-exp)))
	}
	r := uint64(exp+15)<<10 + roundShift(man, 42)
	if r >= 0x7c00 {
		return sign | 0x7c00
	}
	return sign | uint16(r)
}

func roundShift(v uint64, n uint) uint64 {
	q, rest, half := v>>n, v&(1<<n-1), uint64(1)<<(n-1)
	if rest > half || rest == half && q&1 == 1 {
		q++
	}
	return q
}

// HalfToFloat converts an IEEE-754 binary16 image to its value.
func HalfToFloat(h uint16) float64 {
	sign := 1.0
	if h&0x8000 != 0 {
		sign = -1
	}
	exp, man := int(h>>10&0x1f), float64(h&0x3ff)
	switch exp {
	case 0:
		return sign * math.Ldexp(man, -24)
	case 31:
		if man != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+man, exp-25)
}
