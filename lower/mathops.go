package lower

import (
	"math"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

var comparisons = [...]ir.Op{
	0: ir.OpLt, builtin.OpLessEq - builtin.OpLess: ir.OpLe, builtin.OpGreater - builtin.OpLess: ir.OpGt,
	builtin.OpGreaterEq - builtin.OpLess: ir.OpGe, builtin.OpEqual - builtin.OpLess: ir.OpEq, builtin.OpNotEqual - builtin.OpLess: ir.OpNe,
}

// expandMath lowers the functions of the core module that are shorthand for others, on all
// targets alike: Metal has some of them, with other roundings.
func (b *fn) expandMath(e *typed.Intrinsic, args []ir.Value) (ir.Value, bool) {
	t := b.p.valueType(e.T)
	scaled := func(op builtin.Op, factor float64) (ir.Value, bool) {
		return b.eachRow(e.T, e.T, func(t types.Type, a ...ir.Value) ir.Value {
			return b.intrinsic(op, t, b.binary(ir.OpMul, t, a[0], number(t, factor)))
		}, args...), true
	}
	call := func(op builtin.Op, x, y ir.Value) ir.Value { return b.intrinsic(op, t, x, y) }
	switch e.Op {
	case builtin.OpExp10:
		return scaled(builtin.OpExp, math.Ln10)
	case builtin.OpSinPi:
		return scaled(builtin.OpSin, math.Pi)
	case builtin.OpCosPi:
		return scaled(builtin.OpCos, math.Pi)
	case builtin.OpTanPi:
		return scaled(builtin.OpTan, math.Pi)
	case builtin.OpDivide:
		return b.binary(ir.OpDiv, t, args[0], args[1]), true
	case builtin.OpFdim:
		return call(builtin.OpMax, number(t, 0), b.binary(ir.OpSub, t, args[0], args[1])), true
	case builtin.OpMin3:
		return call(builtin.OpMin, args[0], call(builtin.OpMin, args[1], args[2])), true
	case builtin.OpMax3:
		return call(builtin.OpMax, args[0], call(builtin.OpMax, args[1], args[2])), true
	case builtin.OpMedian3: // x, held between the other two
		lo, hi := call(builtin.OpMin, args[1], args[2]), call(builtin.OpMax, args[1], args[2])
		return call(builtin.OpMin, hi, call(builtin.OpMax, args[0], lo)), true
	case builtin.OpCopySign:
		return b.copySign(args[0], args[1]), true
	case builtin.OpNextAfter:
		return b.nextAfter(args[0], args[1]), true
	case builtin.OpLit:
		return b.lit(t, args), true
	case builtin.OpDst:
		y := b.binary(ir.OpMul, types.ElemScalar(t), b.extract(args[0], 1), b.extract(args[1], 1))
		return b.construct(t, number(types.ElemScalar(t), 1), y, b.extract(args[0], 2), b.extract(args[1], 3)), true
	case builtin.OpBitfieldExtract, builtin.OpBitfieldInsert:
		if types.ElemScalar(t).Bits != 32 {
			return b.bitfield(e.Op, args), true
		}
	case builtin.OpAny, builtin.OpAll:
		if s, scalar := args[0].ValueType().(*types.Scalar); scalar {
			if s == types.Bool {
				return args[0], true
			}
			return b.binary(ir.OpNe, types.Bool, args[0], b.zero(s)), true
		}
	case builtin.OpLdexp: // an integer that was converted to a float is exact as one
		if c, ok := args[1].(*ir.Instr); ok && c.Op == ir.OpConvert && types.ElemScalar(c.Args[0].ValueType()).Kind.IsInt() {
			return b.intrinsic(e.Op, t, args[0], b.numeric(c.Args[0], types.Int)), true
		}
	case builtin.OpLength, builtin.OpDistance, builtin.OpNormalize, builtin.OpReflect, builtin.OpRefract, builtin.OpFaceforward:
		if _, vector := args[0].ValueType().(*types.Vector); !vector {
			return b.lineGeometry(e.Op, t, args), true
		}
	case builtin.OpCross:
		if s := types.ElemScalar(t); s != types.Float && s != types.Half {
			return b.crossParts(t, args[0], args[1]), true
		}
	case builtin.OpLess, builtin.OpLessEq, builtin.OpGreater, builtin.OpGreaterEq, builtin.OpEqual, builtin.OpNotEqual:
		return b.binary(comparisons[e.Op-builtin.OpLess], t, args[0], args[1]), true
	}
	return nil, false
}

// lit is the lighting coefficients of HLSL: ambient, diffuse, specular, 1.
func (b *fn) lit(t types.Type, args []ir.Value) ir.Value {
	zero, one := number(types.Float, 0), number(types.Float, 1)
	positive := func(v ir.Value) ir.Value { return b.intrinsic(builtin.OpMax, types.Float, v, zero) }
	shine := positive(b.intrinsic(builtin.OpPow, types.Float, args[1], args[2]))
	lit := b.intrinsic(builtin.OpStep, types.Float, zero, args[0])
	return b.construct(t, one, positive(args[0]), b.binary(ir.OpMul, types.Float, lit, shine), one)
}

// floatBits is the unsigned integer of a float's size and its sign bit (IEEE-754 interchange formats).
func floatBits(s *types.Scalar) (word *types.Scalar, sign uint64) {
	switch s.Kind {
	case types.KHalf:
		return types.Uint16, 1 << 15
	case types.KDouble:
		return types.Uint64, 1 << 63
	}
	return types.Uint, 1 << 31
}

// copySign works on the bits, so that zeros and NaNs have signs. A half goes through float, exactly.
func (b *fn) copySign(x, y ir.Value) ir.Value {
	s := types.ElemScalar(x.ValueType())
	wide := types.Float
	if s.Kind == types.KDouble {
		wide = types.Double
	}
	word, sign := floatBits(wide)
	f, g := b.numeric(x, wide), b.numeric(y, wide)
	it := types.WithElem(f.ValueType(), word)
	keep := func(v ir.Value, mask uint64) ir.Value {
		return b.binary(ir.OpAnd, it, b.bitcast(v, it), constant(splatConst(it, types.UintValue(word, mask))))
	}
	return b.numeric(b.bitcast(b.binary(ir.OpOr, it, keep(f, sign-1), keep(g, sign)), f.ValueType()), s)
}

// nextAfter counts the bits of x one up or down: away from zero up, towards zero down, as the numbers of one
// sign are ordered as their bits are. From a zero the way is to the least number with the sign of y.
func (b *fn) nextAfter(x, y ir.Value) ir.Value {
	t := x.ValueType()
	word, sign := floatBits(types.ElemScalar(t))
	it, bt := types.WithElem(t, word), types.WithElem(t, types.Bool)
	n := func(v uint64) ir.Value { return constant(splatConst(it, types.UintValue(word, v))) }
	zero := number(t, 0)
	bits := b.bitcast(x, it)
	up := b.binary(ir.OpLt, bt, x, y)
	away := b.binary(ir.OpEq, bt, up, b.binary(ir.OpGt, bt, x, zero))
	step := b.emit(ir.OpSelect, it, away, b.binary(ir.OpAdd, it, bits, n(1)), b.binary(ir.OpSub, it, bits, n(1)))
	least := b.emit(ir.OpSelect, it, up, n(1), n(sign|1))
	next := b.emit(ir.OpSelect, it, b.binary(ir.OpEq, bt, x, zero), least, step)
	out := b.emit(ir.OpSelect, t, b.binary(ir.OpEq, bt, x, y), y, b.bitcast(next, t))
	out = b.emit(ir.OpSelect, t, b.intrinsic(builtin.OpIsNan, bt, y), y, out)
	return b.emit(ir.OpSelect, t, b.intrinsic(builtin.OpIsNan, bt, x), x, out)
}

// wideArithmetic lowers the GLSL functions that have a carry or a high word as out parameter.
func (b *fn) wideArithmetic(e *typed.Intrinsic) ir.Value {
	x, y := b.value(e.Args[0]), b.value(e.Args[1])
	first := builtin.FirstOut(e.Op)
	var outs []*place
	for _, a := range e.Args[first:] {
		outs = append(outs, b.lvalue(a))
	}
	t := x.ValueType()
	put := func(i int, v ir.Value) {
		if outs[i] != nil {
			b.store(outs[i], b.reshapeTo(v, e.Args[0].Type(), e.Args[first+i].Type()))
		}
	}
	bit := func(less, than ir.Value) ir.Value {
		return b.numeric(b.binary(ir.OpLt, types.WithElem(t, types.Bool), less, than), types.Uint)
	}
	switch e.Op {
	case builtin.OpAddCarry:
		sum := b.binary(ir.OpAdd, t, x, y)
		put(0, bit(sum, x))
		return sum
	case builtin.OpSubBorrow:
		put(0, bit(x, y))
		return b.binary(ir.OpSub, t, x, y)
	}
	put(0, b.mulHigh(x, y))
	put(1, b.binary(ir.OpMul, t, x, y))
	return nil
}

// mulHigh is the high word of a product of 32-bit integers, from the products of their halves. Of signed
// numbers it is that of their bits less y where x is negative and less x where y is.
func (b *fn) mulHigh(x, y ir.Value) ir.Value {
	t := x.ValueType()
	ut := types.WithElem(t, types.Uint)
	n := func(v int64) ir.Value { return constant(splatConst(ut, types.UintValue(types.Uint, uint64(v)))) }
	op := func(op ir.Op, p, q ir.Value) ir.Value { return b.binary(op, ut, p, q) }
	low := func(v ir.Value) ir.Value { return op(ir.OpAnd, v, n(0xffff)) }
	high := func(v ir.Value) ir.Value { return op(ir.OpShr, v, n(16)) }
	p, q := b.bitcast(x, ut), b.bitcast(y, ut)
	mid := op(ir.OpAdd, op(ir.OpMul, high(p), low(q)), high(op(ir.OpMul, low(p), low(q)))) // at most 0xfffeffff
	cross := op(ir.OpAdd, op(ir.OpMul, low(p), high(q)), low(mid))
	out := op(ir.OpAdd, op(ir.OpMul, high(p), high(q)), op(ir.OpAdd, high(mid), high(cross)))
	if types.ElemScalar(t).Kind.IsUnsigned() {
		return out
	}
	for _, pair := range [][2]ir.Value{{x, q}, {y, p}} {
		negative := b.binary(ir.OpLt, types.WithElem(t, types.Bool), pair[0], number(t, 0))
		out = op(ir.OpSub, out, b.emit(ir.OpSelect, ut, negative, pair[1], n(0)))
	}
	return b.bitcast(out, t)
}
