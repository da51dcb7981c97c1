package lower

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// intrinsicExpr lowers an operation of the language. What no target needs in its own
// form is expanded here; the rest stays one instruction.
func (b *fn) intrinsicExpr(e *typed.Intrinsic) ir.Value {
	outer := b.called
	b.called = e.Name
	defer func() { b.called = outer }()
	switch e.Op {
	case builtin.OpStructuredDimensions, builtin.OpByteDimensions, builtin.OpTypedDimensions:
		return b.lengthOuts(e)
	case builtin.OpStructuredLength:
		return b.numeric(b.bufferLength(b.entity(e.Args[0])), types.ElemScalar(e.T))
	case builtin.OpTextureDimensions, builtin.OpTextureDimensionsMip:
		return b.dimensions(e)
	case builtin.OpTextureLoad:
		return b.textureLoad(e, false)
	case builtin.OpTextureLoadMS:
		return b.textureLoad(e, true)
	case builtin.OpImageSize:
		img, o := b.handle(b.entity(e.Args[0]))
		if o == nil {
			return b.zeroOf(e.T)
		}
		size := b.emit(ir.OpImageSize, vec(types.Uint, sizeComponents(o.res.Source)), img)
		return b.numeric(size, types.ElemScalar(e.T))
	case builtin.OpTextureSize, builtin.OpTextureLevels, builtin.OpTextureSamples:
		return b.textureQuery(e)
	case builtin.OpIncrementCounter, builtin.OpDecrementCounter, builtin.OpAppend, builtin.OpConsume:
		return b.counter(e)
	case builtin.OpSincos, builtin.OpModf, builtin.OpFrexp, builtin.OpSplitDouble:
		return b.withOuts(e)
	case builtin.OpAddCarry, builtin.OpSubBorrow, builtin.OpMulExtended:
		return b.wideArithmetic(e)
	}
	if builtin.IsTexture(e.Op) {
		return b.textureOp(e)
	}
	args := make([]ir.Value, len(e.Args))
	for i, a := range e.Args {
		if a.Type() == types.Type(types.String) { // a format, nothing is printed
			args[i] = uintConst(0)
			continue
		}
		args[i] = b.value(a)
	}
	if e.Op == builtin.OpPrintf {
		return nil
	}
	if v, ok := b.systemQuery(e.Op); ok {
		return v
	}
	if v, ok := b.matrixOp(e, args); ok {
		return v
	}
	if builtin.IsDerivative(e.Op) {
		return b.derivative(e, args[0])
	}
	if v, ok := b.expand(e, args); ok {
		return v
	}
	return b.componentwise(e, args)
}

// systemQuery is a query of a wave or workgroup that is a built-in input or a constant of the entry point.
func (b *fn) systemQuery(op builtin.Op) (ir.Value, bool) {
	var s ir.SystemValue
	switch op {
	case builtin.OpWaveLaneCount:
		s = ir.LaneCount
	case builtin.OpWaveLaneIndex:
		s = ir.LaneIndex
	case builtin.OpWaveNumWaves:
		s = ir.NumWaves
	case builtin.OpWaveIndex:
		s = ir.WaveIndex
	case builtin.OpWaveLaneEqMask:
		s = ir.LaneEqMask
	case builtin.OpWaveLaneGeMask:
		s = ir.LaneGeMask
	case builtin.OpWaveLaneGtMask:
		s = ir.LaneGtMask
	case builtin.OpWaveLaneLeMask:
		s = ir.LaneLeMask
	case builtin.OpWaveLaneLtMask:
		s = ir.LaneLtMask
	case builtin.OpWorkgroupCount:
		s = ir.NumWorkgroups
	case builtin.OpWorkgroupSize:
		return b.workgroupSize(), true
	default:
		return nil, false
	}
	return b.system(s), true
}

func (b *fn) workgroupSize() ir.Value {
	var parts []ir.Value
	for i, n := range b.u.entry.NumThreads {
		if x := b.u.entry.SizeExprs[i]; x != nil {
			parts = append(parts, b.value(x))
			continue
		}
		parts = append(parts, constant(types.IntValue(types.Int, int64(n))))
	}
	return b.construct(types.VectorOf(types.Int, len(parts)), parts...)
}

func (b *fn) system(s ir.SystemValue) ir.Value {
	return b.add(&ir.Instr{Op: ir.OpSystem, System: s, Type: s.Type()})
}

// matrixOp lowers the operations of linear algebra.
func (b *fn) matrixOp(e *typed.Intrinsic, args []ir.Value) (ir.Value, bool) {
	m, isMatrix := types.Type(nil), false
	if len(e.Args) > 0 {
		m, isMatrix = e.Args[0].Type().(*types.Matrix)
	}
	switch e.Op {
	case builtin.OpMul:
		return b.mul(args[0], e.Args[0].Type(), args[1], e.Args[1].Type()), true
	case builtin.OpOuterProduct:
		row := args[0].ValueType()
		return b.rows(e.T.(*types.Matrix), func(i int) ir.Value {
			return b.binary(ir.OpMul, row, args[0], b.splat(b.extract(args[1], i), row))
		}), true
	case builtin.OpDot:
		return b.dot(args[0], args[1]), true
	}
	if !isMatrix {
		return nil, false
	}
	mt := m.(*types.Matrix)
	switch e.Op {
	case builtin.OpTranspose:
		return b.transpose(args[0], mt), true
	case builtin.OpDeterminant:
		return b.det(b.cells(args[0], mt)), true
	case builtin.OpInverse:
		return b.inverse(args[0], mt), true
	case builtin.OpAny, builtin.OpAll, builtin.OpWaveAllEqual, builtin.OpWaveMatch, builtin.OpWaveMatch32:
		return b.reduceRows(e.Op, b.p.valueType(e.T), args[0], mt), true
	}
	return nil, false
}

// reduceRows combines the results of the rows of a matrix to one: bools, or the lanes whose rows are equal.
func (b *fn) reduceRows(op builtin.Op, result types.Type, v ir.Value, t *types.Matrix) ir.Value {
	join := ir.OpAnd
	if op == builtin.OpAny {
		join = ir.OpOr
	}
	var all ir.Value
	for i := range t.Rows {
		r := b.intrinsic(op, result, b.extract(v, i))
		if all == nil {
			all = r
		} else {
			all = b.binary(join, result, all, r)
		}
	}
	return all
}

// expand lowers operations to simpler ones.
func (b *fn) expand(e *typed.Intrinsic, args []ir.Value) (ir.Value, bool) {
	switch e.Op {
	case builtin.OpNonUniform:
		return b.mark(args[0]), true
	case builtin.OpBitcast:
		return b.convert(typed.Bitcast, args[0], e.Args[0].Type(), e.T), true
	case builtin.OpAnd:
		return b.emit(ir.OpAnd, b.p.valueType(e.T), args...), true
	case builtin.OpOr:
		return b.emit(ir.OpOr, b.p.valueType(e.T), args...), true
	case builtin.OpNot:
		return b.emit(ir.OpNot, b.p.valueType(e.T), args...), true
	case builtin.OpSelect:
		if _, isMatrix := e.T.(*types.Matrix); !isMatrix {
			return b.emit(ir.OpSelect, b.p.valueType(e.T), args...), true
		}
		return b.eachRow(e.T, e.T, func(t types.Type, a ...ir.Value) ir.Value { return b.emit(ir.OpSelect, t, a...) }, args...), true
	case builtin.OpMad:
		if types.ElemScalar(e.T).Kind.IsInt() {
			return b.eachRow(e.T, e.T, func(t types.Type, a ...ir.Value) ir.Value {
				return b.binary(ir.OpAdd, t, b.binary(ir.OpMul, t, a[0], a[1]), a[2])
			}, args...), true
		}
	case builtin.OpAsDouble:
		return b.eachComponent(e.T, func(a ...ir.Value) ir.Value {
			pair := b.construct(types.VectorOf(types.Uint, 2), a...)
			return b.bitcast(b.bitcast(pair, types.Uint64), types.Double)
		}, args...), true
	}
	return b.expandMath(e, args)
}

// eachComponent applies f to the components of the operands, for results of type t.
func (b *fn) eachComponent(t types.Type, f func(a ...ir.Value) ir.Value, args ...ir.Value) ir.Value {
	n := types.NumComponents(t)
	parts := make([]ir.Value, n)
	for i := range parts {
		a := make([]ir.Value, len(args))
		for k := range args {
			a[k] = b.extract(args[k], i)
		}
		parts[i] = f(a...)
	}
	return b.construct(vec(types.ElemScalar(t), n), parts...)
}

// componentwise emits the operation itself; on matrices once a row.
func (b *fn) componentwise(e *typed.Intrinsic, args []ir.Value) ir.Value {
	for _, a := range e.Args {
		if _, isMatrix := a.Type().(*types.Matrix); isMatrix {
			return b.eachRow(a.Type(), e.T, func(t types.Type, row ...ir.Value) ir.Value {
				return b.intrinsic(e.Op, t, row...)
			}, args...)
		}
	}
	if e.T == types.Type(types.Void) {
		return b.add(&ir.Instr{Op: ir.OpIntrinsic, Intrinsic: e.Op, Args: args})
	}
	return b.intrinsic(e.Op, b.p.valueType(e.T), args...)
}

// withOuts lowers the operations that have out parameters: the operand, the places, then results.
func (b *fn) withOuts(e *typed.Intrinsic) ir.Value {
	x := b.value(e.Args[0])
	var outs []*place
	for _, a := range e.Args[1:] {
		outs = append(outs, b.lvalue(a))
	}
	t := e.Args[0].Type()
	put := func(i int, v ir.Value) {
		if outs[i] != nil {
			b.store(outs[i], b.reshapeTo(v, types.WithElem(t, types.ElemScalar(elemOf(v))), e.Args[i+1].Type()))
		}
	}
	rowwise := func(f func(rt types.Type, a ...ir.Value) ir.Value) ir.Value { return b.eachRow(t, t, f, x) }
	switch e.Op {
	case builtin.OpSincos:
		sin := rowwise(func(rt types.Type, a ...ir.Value) ir.Value { return b.intrinsic(builtin.OpSin, rt, a...) })
		cos := rowwise(func(rt types.Type, a ...ir.Value) ir.Value { return b.intrinsic(builtin.OpCos, rt, a...) })
		put(0, sin)
		put(1, cos)
		return nil
	case builtin.OpModf:
		whole := rowwise(func(rt types.Type, a ...ir.Value) ir.Value { return b.intrinsic(builtin.OpTrunc, rt, a...) })
		frac := b.eachRow(t, t, func(rt types.Type, a ...ir.Value) ir.Value { return b.binary(ir.OpSub, rt, a[0], a[1]) }, x, whole)
		put(0, whole)
		return frac
	case builtin.OpSplitDouble:
		half := func(i int) ir.Value {
			return b.eachComponent(types.WithElem(t, types.Uint), func(a ...ir.Value) ir.Value {
				return b.extract(b.bitcast(b.bitcast(a[0], types.Uint64), types.VectorOf(types.Uint, 2)), i)
			}, x)
		}
		lo, hi := half(0), half(1)
		put(0, lo)
		put(1, hi)
		return nil
	}
	return b.frexp(e, x, put)
}

// elemOf is the type of the scalars of a value: of a matrix those of its rows.
func elemOf(v ir.Value) types.Type {
	t := v.ValueType()
	if a, ok := t.(*types.Array); ok {
		t = a.Elem
	}
	return t
}

// frexp takes a float apart by its bits (IEEE-754 binary32 and binary64): the exponent field less its bias
// plus 1, and the number with the exponent of 0.5. Zero has exponent 0. A half goes through float, exactly.
func (b *fn) frexp(e *typed.Intrinsic, x ir.Value, put func(int, ir.Value)) ir.Value {
	s := types.ElemScalar(e.T)
	if m, isMatrix := e.T.(*types.Matrix); isMatrix {
		exps := make([]ir.Value, m.Rows)
		mant := b.rows(m, func(i int) ir.Value {
			var v ir.Value
			v, exps[i] = b.frexpParts(b.extract(x, i), s)
			return v
		})
		put(0, b.rows(types.MatrixOf(types.Int, m.Rows, m.Cols), func(i int) ir.Value { return exps[i] }))
		return mant
	}
	mant, exp := b.frexpParts(x, s)
	put(0, exp)
	return mant
}

// frexpParts works on a scalar or vector of s; the exponents are ints.
func (b *fn) frexpParts(x ir.Value, s *types.Scalar) (mant, exp ir.Value) {
	bitsOf, wide := types.Int, types.Float
	shift, field, bias, keep, half := int64(23), int64(0xff), int64(126), int64(-0x7f800001), int64(0x3f000000)
	if s.Kind == types.KDouble {
		bitsOf, wide = types.Int64, types.Double
		shift, field, bias, keep, half = 52, 0x7ff, 1022, -0x7ff0000000000001, 0x3fe0000000000000
	}
	f := b.numeric(x, wide)
	ft := f.ValueType()
	it, bt := types.WithElem(ft, bitsOf), types.WithElem(ft, types.Bool)
	n := func(v int64) ir.Value { return constant(splatConst(it, types.IntValue(bitsOf, v))) }
	bits := b.bitcast(f, it)
	stored := b.binary(ir.OpAnd, it, b.binary(ir.OpShr, it, bits, n(shift)), n(field))
	isZero := b.binary(ir.OpEq, bt, f, number(ft, 0))
	exp = b.emit(ir.OpSelect, it, isZero, n(0), b.binary(ir.OpSub, it, stored, n(bias)))
	scaled := b.bitcast(b.binary(ir.OpOr, it, b.binary(ir.OpAnd, it, bits, n(keep)), n(half)), ft) // sign and fraction kept
	mant = b.emit(ir.OpSelect, ft, isZero, f, scaled)
	return b.numeric(mant, s), b.numeric(exp, types.Int)
}
