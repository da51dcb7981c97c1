package interp

import (
	"math"

	"slc/lower/ir"
	"slc/sema/types"
)

// binaryRow is an operation on two numbers of one kind: on signed and unsigned integers
// before they wrap, on floats before they are rounded, on bools. nil: not defined.
type binaryRow struct {
	signed   func(a, b int64) int64
	unsigned func(a, b uint64) uint64
	float    func(a, b float64) float64
	boolean  func(a, b uint64) uint64
}

// binaryTable is one row an operation.
var binaryTable = [ir.NumOps]binaryRow{
	ir.OpAdd: {addI, addU, func(a, b float64) float64 { return a + b }, nil},
	ir.OpSub: {func(a, b int64) int64 { return a - b }, func(a, b uint64) uint64 { return a - b }, func(a, b float64) float64 { return a - b }, nil},
	ir.OpMul: {func(a, b int64) int64 { return a * b }, func(a, b uint64) uint64 { return a * b }, func(a, b float64) float64 { return a * b }, nil},
	ir.OpDiv: {func(a, b int64) int64 { return a / b }, func(a, b uint64) uint64 { return a / b }, func(a, b float64) float64 { return a / b }, nil},
	ir.OpRem: {func(a, b int64) int64 { return a % b }, func(a, b uint64) uint64 { return a % b }, math.Mod, nil},
	ir.OpAnd: {andI, andU, nil, andU},
	ir.OpOr:  {orI, orU, nil, orU},
	ir.OpXor: {xorI, xorU, nil, xorU},
}

func addI(a, b int64) int64   { return a + b }
func addU(a, b uint64) uint64 { return a + b }
func andI(a, b int64) int64   { return a & b }
func andU(a, b uint64) uint64 { return a & b }
func orI(a, b int64) int64    { return a | b }
func orU(a, b uint64) uint64  { return a | b }
func xorI(a, b int64) int64   { return a ^ b }
func xorU(a, b uint64) uint64 { return a ^ b }

// of returns the operation on slots of kind k, nil if there is none.
func (r *binaryRow) of(k types.Kind) func(a, b uint64) uint64 {
	switch {
	case k == types.KBool:
		return r.boolean
	case k == types.KUint32 && r.unsigned != nil:
		f := r.unsigned
		return func(a, b uint64) uint64 { return uint64(uint32(f(a, b))) }
	case k == types.KFloat && r.float != nil:
		f := r.float
		return func(a, b uint64) uint64 {
			x := f(float64(math.Float32frombits(uint32(a))), float64(math.Float32frombits(uint32(b))))
			return uint64(math.Float32bits(float32(x)))
		}
	case k.IsFloat() && r.float != nil:
		f := r.float
		return func(a, b uint64) uint64 { return fromFloat(k, f(toFloat(k, a), toFloat(k, b))) }
	case k.IsSigned() && r.signed != nil:
		f := r.signed
		return func(a, b uint64) uint64 { return wrap(k, uint64(f(int64(a), int64(b)))) }
	case k.IsUnsigned() && r.unsigned != nil:
		f := r.unsigned
		return func(a, b uint64) uint64 { return wrap(k, f(a, b)) }
	}
	return nil
}

// shift returns the shift of kind k; the count is taken modulo the width.
func shift(op ir.Op, k types.Kind) func(a, b uint64) uint64 {
	mask := uint64(bitsOf(k) - 1)
	switch {
	case op == ir.OpShl:
		return func(a, b uint64) uint64 { return wrap(k, a<<(b&mask)) }
	case k.IsSigned():
		return func(a, b uint64) uint64 { return uint64(int64(a) >> (b & mask)) }
	}
	return func(a, b uint64) uint64 { return a >> (b & mask) }
}

// compareRow says for which relations a comparison holds; none holds with a NaN,
// which only OpNe is true for.
type compareRow struct{ less, equal, greater, unordered bool }

var compareTable = [ir.NumOps]compareRow{
	ir.OpEq: {equal: true},
	ir.OpNe: {less: true, greater: true, unordered: true},
	ir.OpLt: {less: true},
	ir.OpLe: {less: true, equal: true},
	ir.OpGt: {greater: true},
	ir.OpGe: {greater: true, equal: true},
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (r compareRow) of(k types.Kind) func(a, b uint64) uint64 {
	less, equal, greater, unordered := truth(r.less), truth(r.equal), truth(r.greater), truth(r.unordered)
	switch {
	case k.IsFloat():
		return func(x, y uint64) uint64 {
			a, b := toFloat(k, x), toFloat(k, y)
			switch {
			case a < b:
				return less
			case a == b:
				return equal
			case a > b:
				return greater
			}
			return unordered
		}
	case k.IsSigned():
		return func(a, b uint64) uint64 {
			switch {
			case int64(a) < int64(b):
				return less
			case a == b:
				return equal
			}
			return greater
		}
	}
	return func(a, b uint64) uint64 {
		switch {
		case a < b:
			return less
		case a == b:
			return equal
		}
		return greater
	}
}

// unaryOf returns a prefix operation on slots of kind k.
func unaryOf(op ir.Op, k types.Kind) func(uint64) uint64 {
	switch {
	case op == ir.OpNot:
		return func(a uint64) uint64 { return a ^ 1 }
	case op == ir.OpBitNot:
		return func(a uint64) uint64 { return wrap(k, ^a) }
	case k.IsFloat(): // the sign bit alone, also of a NaN and of zero
		sign := uint64(1) << (bitsOf(k) - 1)
		return func(a uint64) uint64 { return a ^ sign }
	}
	return func(a uint64) uint64 { return wrap(k, -a) }
}

// lesser and greater are min and max: of floats the other operand if one is a NaN.
func lesser(k types.Kind) func(a, b uint64) uint64 {
	less := compareTable[ir.OpLt].of(k)
	return func(a, b uint64) uint64 {
		if less(b, a) != 0 || isNaN(k, a) || k.IsFloat() && negativeZero(k, b) && toFloat(k, a) == 0 {
			return b
		}
		return a
	}
}

func greater(k types.Kind) func(a, b uint64) uint64 {
	less := compareTable[ir.OpLt].of(k)
	return func(a, b uint64) uint64 {
		if less(a, b) != 0 || isNaN(k, a) || k.IsFloat() && negativeZero(k, a) && toFloat(k, b) == 0 {
			return b
		}
		return a
	}
}

func isNaN(k types.Kind, x uint64) bool { return k.IsFloat() && math.IsNaN(toFloat(k, x)) }

func negativeZero(k types.Kind, x uint64) bool { return x == 1<<(bitsOf(k)-1) }
