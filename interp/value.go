package interp

import (
	"math"

	"slc/sema/types"
)

// A value is flat: one 64-bit slot for each scalar in it. An integer is sign- or
// zero-extended, a bool 0 or 1, a float the bits of its own width.

// slotsOf is the number of slots of a value of t.
func slotsOf(t types.Type) int {
	switch t := t.(type) {
	case *types.Scalar:
		if t.Kind == types.KVoid {
			return 0
		}
		return 1
	case *types.Vector:
		return t.N
	case *types.Array:
		return max(t.Len, 0) * slotsOf(t.Elem)
	case *types.Struct:
		n := 0
		for _, f := range t.Fields {
			n += slotsOf(f.Type)
		}
		return n
	case *types.Pointer:
		return 1
	case *types.Ref:
		return 2 // offset (bytes, or an absolute slot) and memory
	}
	return 0
}

// partOf is the slot and type of constant part i of a value of t.
func partOf(t types.Type, i int) (slot int, part types.Type) {
	switch t := t.(type) {
	case *types.Vector:
		return i, t.Elem
	case *types.Array:
		return i * slotsOf(t.Elem), t.Elem
	case *types.Struct:
		for _, f := range t.Fields[:i] {
			slot += slotsOf(f.Type)
		}
		return slot, t.Fields[i].Type
	}
	return 0, t
}

// kindOf is the kind of the scalars of a scalar or vector; pointers are uint64.
func kindOf(t types.Type) types.Kind {
	if s := types.ElemScalar(t); s != nil {
		return s.Kind
	}
	return types.KUint64
}

// wrap reduces an integer or bool to its kind.
func wrap(k types.Kind, x uint64) uint64 {
	switch k {
	case types.KInt32:
		return uint64(int64(int32(x)))
	case types.KUint32:
		return uint64(uint32(x))
	case types.KBool:
		if x != 0 {
			return 1
		}
		return 0
	case types.KInt8:
		return uint64(int64(int8(x)))
	case types.KInt16:
		return uint64(int64(int16(x)))
	case types.KUint8:
		return uint64(uint8(x))
	case types.KUint16:
		return uint64(uint16(x))
	}
	return x
}

// toFloat is the value of a slot of a floating-point kind.
func toFloat(k types.Kind, x uint64) float64 {
	switch k {
	case types.KFloat:
		return float64(math.Float32frombits(uint32(x)))
	case types.KHalf:
		return types.HalfToFloat(uint16(x))
	}
	return math.Float64frombits(x)
}

// fromFloat rounds to a floating-point kind. Of a sum, difference, product, quotient or
// square root in binary64 the second rounding is harmless: 53 >= 2*24+2.
func fromFloat(k types.Kind, f float64) uint64 {
	switch k {
	case types.KFloat:
		return uint64(math.Float32bits(float32(f)))
	case types.KHalf:
		return uint64(types.FloatToHalf(f))
	}
	return math.Float64bits(f)
}

// bitsOf is the width of a kind in memory, in bits.
func bitsOf(k types.Kind) int { return types.ScalarOf(k).Bits }

// fromBits is the slot of a kind whose bits in memory are x.
func fromBits(k types.Kind, x uint64) uint64 {
	if k.IsFloat() {
		return x
	}
	return wrap(k, x)
}

// toBits is the inverse of fromBits: the bits in memory, zero-extended.
func toBits(k types.Kind, x uint64) uint64 {
	if n := bitsOf(k); n < 64 {
		return x & (1<<n - 1)
	}
	return x
}

// convert changes the kind of a number. A float outside the range of an integer kind
// gives the nearest integer of it, NaN gives 0.
func convert(from, to types.Kind, x uint64) uint64 {
	switch {
	case from == to:
		return x
	case to == types.KBool && from.IsFloat():
		if toFloat(from, x) != 0 {
			return 1
		}
		return 0
	case from.IsFloat() && to.IsFloat():
		return fromFloat(to, toFloat(from, x))
	case from.IsFloat():
		return floatToInt(to, toFloat(from, x))
	case to.IsFloat():
		return intToFloat(from, to, x)
	}
	return wrap(to, x)
}

func intToFloat(from, to types.Kind, x uint64) uint64 {
	switch {
	case to == types.KFloat && from.IsSigned(): // one rounding
		return uint64(math.Float32bits(float32(int64(x))))
	case to == types.KFloat:
		return uint64(math.Float32bits(float32(x)))
	case from.IsSigned():
		return fromFloat(to, float64(int64(x)))
	}
	return fromFloat(to, float64(x))
}

func floatToInt(to types.Kind, f float64) uint64 {
	if math.IsNaN(f) {
		return 0
	}
	n := bitsOf(to)
	f = math.Trunc(f)
	if to.IsSigned() {
		limit := math.Ldexp(1, n-1)
		switch {
		case f >= limit:
			return 1<<(n-1) - 1
		case f < -limit:
			return -(uint64(1) << (n - 1))
		}
		return uint64(int64(f))
	}
	switch {
	case f <= 0:
		return 0
	case f >= math.Ldexp(1, n):
		return ^uint64(0) >> (64 - n)
	}
	return uint64(f)
}

// constSlots appends the slots of a constant.
func constSlots(out []uint64, v *types.Value) []uint64 {
	if s, ok := v.T.(*types.Scalar); ok {
		if s.Kind.IsFloat() {
			return append(out, fromFloat(s.Kind, v.Float()))
		}
		return append(out, wrap(s.Kind, v.Bits))
	}
	if len(v.Elems) == 0 && slotsOf(v.T) == 1 {
		return append(out, v.Bits) // a null pointer
	}
	for _, e := range v.Elems {
		out = constSlots(out, e)
	}
	return out
}
