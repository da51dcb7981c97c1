package types

import "math"

// Constant folding. All functions return nil when the operation has no constant
// result (division by zero, a shift by the width or more, unsuitable types).

// Unary folds the prefix operator op (-, !, ~, +), component by component.
func Unary(op string, x *Value) *Value {
	if len(x.Elems) > 0 {
		return mapElems(x, x.T, func(e *Value) *Value { return Unary(op, e) })
	}
	s := ElemScalar(x.T)
	if s == nil {
		return nil
	}
	switch {
	case op == "+":
		return x
	case op == "-" && s.Kind.IsFloat():
		return FloatValue(x.T, -x.Float())
	case op == "-" && s.Kind.IsInt():
		return UintValue(x.T, -x.Bits)
	case op == "~" && s.Kind.IsInt():
		return UintValue(x.T, ^x.Bits)
	case op == "!" && s.Kind == KBool:
		return BoolValue(x.Bits == 0)
	}
	return nil
}

func mapElems(x *Value, t Type, f func(*Value) *Value) *Value {
	out := &Value{T: t, Elems: make([]*Value, len(x.Elems))}
	for i, e := range x.Elems {
		if out.Elems[i] = f(e); out.Elems[i] == nil {
			return nil
		}
	}
	return out
}

// Binary folds x op y for operands of one type; comparisons give bool (or a
// vector of bool).
func Binary(op string, x, y *Value) *Value {
	if len(x.Elems) != len(y.Elems) {
		return nil
	}
	if n := len(x.Elems); n > 0 {
		out := &Value{T: x.T, Elems: make([]*Value, n)}
		for i := range n {
			if out.Elems[i] = Binary(op, x.Elems[i], y.Elems[i]); out.Elems[i] == nil {
				return nil
			}
		}
		if isComparison(op) {
			out.T = WithElem(x.T, Bool)
		}
		return out
	}
	s := ElemScalar(x.T)
	if s == nil {
		return nil
	}
	switch {
	case s.Kind.IsFloat():
		return floatBinary(op, x, y)
	case s.Kind == KBool:
		return boolBinary(op, x, y)
	case s.Kind.IsInt():
		return intBinary(op, s, x, y)
	}
	return nil
}

func isComparison(op string) bool {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

func floatBinary(op string, x, y *Value) *Value {
	a, b := x.Float(), y.Float()
	switch op {
	case "+":
		return FloatValue(x.T, a+b)
	case "-":
		return FloatValue(x.T, a-b)
	case "*":
		return FloatValue(x.T, a*b)
	case "/":
		return FloatValue(x.T, a/b)
	case "%":
		return FloatValue(x.T, math.Mod(a, b))
	}
	return compare(op, a == b, a < b, a > b)
}

// compare gives the result of a comparison; all three are false for NaN.
func compare(op string, equal, less, greater bool) *Value {
	switch op {
	case "==":
		return BoolValue(equal)
	case "!=":
		return BoolValue(!equal)
	case "<":
		return BoolValue(less)
	case "<=":
		return BoolValue(less || equal)
	case ">":
		return BoolValue(greater)
	case ">=":
		return BoolValue(greater || equal)
	}
	return nil
}

func boolBinary(op string, x, y *Value) *Value {
	a, b := x.Bits != 0, y.Bits != 0
	switch op {
	case "&&", "&":
		return BoolValue(a && b)
	case "||", "|":
		return BoolValue(a || b)
	case "^":
		return BoolValue(a != b)
	}
	return compare(op, a == b, !a && b, a && !b)
}

func intBinary(op string, s *Scalar, x, y *Value) *Value {
	a, b := x.Bits, y.Bits
	signed := s.Kind.IsSigned()
	switch op {
	case "+":
		return UintValue(x.T, a+b)
	case "-":
		return UintValue(x.T, a-b)
	case "*":
		return UintValue(x.T, a*b)
	case "/", "%":
		if b == 0 {
			return nil
		}
		q, r := a/b, a%b
		if signed && b != 0 {
			q, r = uint64(int64(a)/int64(b)), uint64(int64(a)%int64(b))
		}
		if op == "/" {
			return UintValue(x.T, q)
		}
		return UintValue(x.T, r)
	case "&":
		return UintValue(x.T, a&b)
	case "|":
		return UintValue(x.T, a|b)
	case "^":
		return UintValue(x.T, a^b)
	case "<<", ">>":
		if b >= uint64(s.Bits) {
			return nil
		}
		switch {
		case op == "<<":
			return UintValue(x.T, a<<b)
		case signed:
			return UintValue(x.T, uint64(int64(a)>>b))
		}
		return UintValue(x.T, a>>b)
	}
	if signed {
		return compare(op, a == b, int64(a) < int64(b), int64(a) > int64(b))
	}
	return compare(op, a == b, a < b, a > b)
}

// ConvertValue converts a constant to type t as a cast does: numeric conversion
// of each component, splat of a scalar, leading components of a larger vector
// or matrix.
func ConvertValue(v *Value, t Type) *Value {
	if v.T == t {
		return v
	}
	switch t := t.(type) {
	case *Scalar, *Enum:
		for len(v.Elems) > 0 && NumComponents(v.T) > 0 {
			v = v.Elems[0]
		}
		return convertScalar(v, t)
	case *Vector:
		return convertAggregate(v, t, t.Elem, t.N)
	case *Matrix:
		return convertAggregate(v, t, VectorOf(t.Elem, t.Cols), t.Rows)
	case *Atomic:
		if w := ConvertValue(v, t.Elem); w != nil {
			return &Value{T: t, Bits: w.Bits}
		}
	case *Handle: // its bits
		if s, ok := v.T.(*Scalar); ok && s.Kind.IsInt() {
			return &Value{T: t, Elems: []*Value{UintValue(Uint, v.Bits), UintValue(Uint, v.Bits>>32)}}
		}
		if w := ConvertValue(v, HandleBits()); w != nil {
			return &Value{T: t, Elems: w.Elems}
		}
	case *Pointer: // nullptr, or an address
		if s, ok := v.T.(*Scalar); ok && !t.Static() && (s.Kind == KNone || s.Kind.IsInt()) {
			return &Value{T: t, Bits: v.Bits}
		}
	}
	return nil
}

func convertAggregate(v *Value, t, elem Type, n int) *Value {
	if ElemScalar(v.T) == nil || len(v.Elems) > 0 && len(v.Elems) < n {
		return nil
	}
	out := &Value{T: t, Elems: make([]*Value, n)}
	for i := range n {
		e := v
		if len(v.Elems) > 0 {
			e = v.Elems[i]
		}
		if out.Elems[i] = ConvertValue(e, elem); out.Elems[i] == nil {
			return nil
		}
	}
	return out
}

func convertScalar(v *Value, t Type) *Value {
	from, to := ElemScalar(v.T), ElemScalar(t)
	if from == nil || class(from.Kind) == 0 || class(to.Kind) == 0 || len(v.Elems) > 0 {
		return nil
	}
	if from.Kind.IsFloat() {
		f := v.Float()
		switch {
		case to.Kind.IsFloat():
			return FloatValue(t, f)
		case to.Kind == KBool:
			return BoolValue(f != 0)
		}
		return clampFloat(f, to, t)
	}
	switch {
	case to.Kind.IsFloat() && from.Kind.IsSigned():
		return intToFloat(t, to, float64(v.Int()), float32(v.Int()))
	case to.Kind.IsFloat():
		return intToFloat(t, to, float64(v.Bits), float32(v.Bits))
	case to.Kind == KBool:
		return &Value{T: t, Bits: wrap(Bool, v.Bits)}
	}
	return UintValue(t, v.Bits)
}

// intToFloat picks the directly rounded value, so that a 64-bit integer is not
// rounded twice on its way to float.
func intToFloat(t Type, s *Scalar, wide float64, single float32) *Value {
	if s.Kind == KFloat {
		return &Value{T: t, Bits: math.Float64bits(float64(single))}
	}
	return FloatValue(t, wide)
}

// clampFloat truncates towards zero; values outside the type, where the targets
// leave the result open, become its limits, NaN becomes zero.
func clampFloat(f float64, s *Scalar, t Type) *Value {
	f = math.Trunc(f)
	switch {
	case math.IsNaN(f):
		return UintValue(t, 0)
	case s.Kind.IsSigned():
		lo, hi := -math.Ldexp(1, s.Bits-1), math.Ldexp(1, s.Bits-1)
		switch {
		case f < lo:
			return UintValue(t, 1<<(s.Bits-1))
		case f >= hi:
			return UintValue(t, 1<<(s.Bits-1)-1)
		}
		return IntValue(t, int64(f))
	case f <= 0:
		return UintValue(t, 0)
	case f >= math.Ldexp(1, s.Bits):
		return UintValue(t, math.MaxUint64)
	}
	return UintValue(t, uint64(f))
}

// Reinterpret returns the scalar type to with the bits of the scalar constant v;
// nil if their widths differ or one has no bits.
func Reinterpret(v *Value, to Type) *Value {
	from, t := ElemScalar(v.T), ElemScalar(to)
	if from == nil || t == nil || len(v.Elems) > 0 || NumComponents(to) != 1 || from.Bits != t.Bits || from.Kind == KBool || t.Kind == KBool {
		return nil
	}
	bits := v.Bits
	switch from.Kind {
	case KHalf:
		bits = uint64(FloatToHalf(v.Float()))
	case KFloat:
		bits = uint64(math.Float32bits(float32(v.Float())))
	}
	switch t.Kind {
	case KHalf:
		return FloatValue(to, HalfToFloat(uint16(bits)))
	case KFloat:
		f := math.Float32frombits(uint32(bits))
		if f != f {
			return nil // the payload of a NaN would not survive
		}
		return FloatValue(to, float64(f))
	case KDouble:
		return &Value{T: to, Bits: bits}
	}
	return UintValue(to, bits)
}
