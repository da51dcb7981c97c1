package lower

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// lineGeometry is a geometric function of scalars, vectors of one component: MSL and HLSL have them for vectors only.
func (b *fn) lineGeometry(op builtin.Op, t types.Type, args []ir.Value) ir.Value {
	mul := func(x, y ir.Value) ir.Value { return b.binary(ir.OpMul, t, x, y) }
	sub := func(x, y ir.Value) ir.Value { return b.binary(ir.OpSub, t, x, y) }
	less := func(x, y ir.Value) ir.Value { return b.binary(ir.OpLt, types.Bool, x, y) }
	x := args[0]
	switch op {
	case builtin.OpLength:
		return b.intrinsic(builtin.OpAbs, t, x)
	case builtin.OpDistance:
		return b.intrinsic(builtin.OpAbs, t, sub(x, args[1]))
	case builtin.OpNormalize:
		return b.binary(ir.OpDiv, t, x, b.intrinsic(builtin.OpAbs, t, x))
	case builtin.OpFaceforward: // (n, i, ng)
		return b.emit(ir.OpSelect, t, less(mul(args[2], args[1]), number(t, 0)), x, b.emit(ir.OpNeg, t, x))
	}
	n := args[1]
	along := mul(n, x)
	if op == builtin.OpReflect {
		return sub(x, mul(mul(number(t, 2), along), n))
	}
	eta := args[2]
	k := sub(number(t, 1), mul(mul(eta, eta), sub(number(t, 1), mul(along, along))))
	bent := sub(mul(eta, x), mul(b.binary(ir.OpAdd, t, mul(eta, along), b.intrinsic(builtin.OpSqrt, t, k)), n))
	return b.emit(ir.OpSelect, t, less(k, number(t, 0)), number(t, 0), bent)
}

// crossParts is a cross product by components, of numbers that targets have no function for.
func (b *fn) crossParts(t types.Type, x, y ir.Value) ir.Value {
	next, last := []uint8{1, 2, 0}, []uint8{2, 0, 1}
	product := func(p, q []uint8) ir.Value { return b.binary(ir.OpMul, t, b.shuffle(x, p), b.shuffle(y, q)) }
	return b.binary(ir.OpSub, t, product(next, last), product(last, next))
}
