package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

// opRow is an instruction by the kind of its operands; 0 where there is none.
type opRow struct {
	signed, unsigned, float, boolean binary.Opcode
}

func (r *opRow) pick(k types.Kind) binary.Opcode {
	switch {
	case k == types.KBool:
		return r.boolean
	case k.IsFloat():
		return r.float
	case k.IsSigned():
		return r.signed
	}
	return r.unsigned
}

// arithTable: operations on operands of one type. A comparison with NaN is false, except Ne, which is true.
var arithTable = [...]opRow{
	ir.OpAdd:    {binary.OpIAdd, binary.OpIAdd, binary.OpFAdd, 0},
	ir.OpSub:    {binary.OpISub, binary.OpISub, binary.OpFSub, 0},
	ir.OpMul:    {binary.OpIMul, binary.OpIMul, binary.OpFMul, 0},
	ir.OpDiv:    {binary.OpSDiv, binary.OpUDiv, binary.OpFDiv, 0},
	ir.OpRem:    {binary.OpSRem, binary.OpUMod, binary.OpFRem, 0}, // sign of the dividend
	ir.OpAnd:    {binary.OpBitwiseAnd, binary.OpBitwiseAnd, 0, binary.OpLogicalAnd},
	ir.OpOr:     {binary.OpBitwiseOr, binary.OpBitwiseOr, 0, binary.OpLogicalOr},
	ir.OpXor:    {binary.OpBitwiseXor, binary.OpBitwiseXor, 0, binary.OpLogicalNotEqual},
	ir.OpShl:    {binary.OpShiftLeftLogical, binary.OpShiftLeftLogical, 0, 0},
	ir.OpShr:    {binary.OpShiftRightArithmetic, binary.OpShiftRightLogical, 0, 0},
	ir.OpNeg:    {binary.OpSNegate, binary.OpSNegate, binary.OpFNegate, 0},
	ir.OpNot:    {0, 0, 0, binary.OpLogicalNot},
	ir.OpBitNot: {binary.OpNot, binary.OpNot, 0, 0},
	ir.OpEq:     {binary.OpIEqual, binary.OpIEqual, binary.OpFOrdEqual, binary.OpLogicalEqual},
	ir.OpNe:     {binary.OpINotEqual, binary.OpINotEqual, binary.OpFUnordNotEqual, binary.OpLogicalNotEqual},
	ir.OpLt:     {binary.OpSLessThan, binary.OpULessThan, binary.OpFOrdLessThan, 0},
	ir.OpLe:     {binary.OpSLessThanEqual, binary.OpULessThanEqual, binary.OpFOrdLessThanEqual, 0},
	ir.OpGt:     {binary.OpSGreaterThan, binary.OpUGreaterThan, binary.OpFOrdGreaterThan, 0},
	ir.OpGe:     {binary.OpSGreaterThanEqual, binary.OpUGreaterThanEqual, binary.OpFOrdGreaterThanEqual, 0},
}

func (e *emitter) arithmetic(in *ir.Instr) binary.ID {
	switch in.Op {
	case ir.OpSelect:
		return e.selectOp(e.value(in.Args[0]), in.Args[0].ValueType(), e.value(in.Args[1]), e.value(in.Args[2]), in.Type)
	case ir.OpConvert:
		return e.convert(e.value(in.Args[0]), in.Args[0].ValueType(), in.Type)
	case ir.OpBitcast:
		return e.bitcast(e.value(in.Args[0]), in.Args[0].ValueType(), in.Type)
	}
	s := types.ElemScalar(in.Args[0].ValueType())
	code := binary.Opcode(0)
	if s != nil {
		code = arithTable[in.Op].pick(s.Kind)
	}
	if code == 0 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no %s on %s", in.Op, in.Args[0].ValueType())
	}
	if len(in.Args) == 1 {
		return e.f.body.Value(code, e.typeID(in.Type), e.value(in.Args[0]))
	}
	return e.f.body.Value(code, e.typeID(in.Type), e.value(in.Args[0]), e.value(in.Args[1]))
}

// selectOp picks one of two evaluated values. Before 1.4 OpSelect takes scalars and vectors
// only, and a condition of the same shape.
func (e *emitter) selectOp(cond binary.ID, condType types.Type, a, b binary.ID, t types.Type) binary.ID {
	n := parts(t)
	if e.opts.Version < binary.Version1_4 && n > 0 && parts(condType) == 0 {
		if isAggregate(t) {
			ids := make([]binary.ID, n)
			for i := range ids {
				elem := elemOf(t, i)
				ids[i] = e.selectOp(cond, condType, e.extract(a, elem, i), e.extract(b, elem, i), elem)
			}
			return e.f.body.Value(binary.OpCompositeConstruct, e.typeID(t), ids...)
		}
		cond = e.splat(cond, types.VectorOf(types.Bool, n))
	}
	return e.f.body.Value(binary.OpSelect, e.typeID(t), cond, a, b)
}

// bitcast reinterprets bits; of a vector, the first component is the low word (OpBitcast).
func (e *emitter) bitcast(v binary.ID, from, to types.Type) binary.ID {
	if typ := e.typeID(to); typ != e.typeID(from) {
		return e.f.body.Value(binary.OpBitcast, typ, v)
	}
	return v
}

// convert converts numbers and bools elementwise.
func (e *emitter) convert(v binary.ID, from, to types.Type) binary.ID {
	fs, ts := types.ElemScalar(from), types.ElemScalar(to)
	if fs.Kind == ts.Kind {
		return v
	}
	body, typ := e.f.body, e.typeID(to)
	switch f, t := fs.Kind, ts.Kind; {
	case f == types.KBool:
		return body.Value(binary.OpSelect, typ, v, e.number(to, 1), e.number(to, 0))
	case t == types.KBool && f.IsFloat():
		return body.Value(binary.OpFUnordNotEqual, typ, v, e.number(from, 0))
	case t == types.KBool:
		return body.Value(binary.OpINotEqual, typ, v, e.number(from, 0))
	case f.IsFloat() && t.IsFloat():
		return body.Value(binary.OpFConvert, typ, v)
	case f.IsFloat() && t.IsSigned():
		return body.Value(binary.OpConvertFToS, typ, v)
	case f.IsFloat():
		return body.Value(binary.OpConvertFToU, typ, v)
	case t.IsFloat() && f.IsSigned():
		return body.Value(binary.OpConvertSToF, typ, v)
	case t.IsFloat():
		return body.Value(binary.OpConvertUToF, typ, v)
	}
	return e.convertInt(v, fs, ts, to)
}

// convertInt changes width by the signedness of the source, then the signedness:
// OpUConvert has an unsigned result only.
func (e *emitter) convertInt(v binary.ID, fs, ts *types.Scalar, to types.Type) binary.ID {
	body := e.f.body
	switch {
	case fs.Bits == ts.Bits:
		return body.Value(binary.OpBitcast, e.typeID(to), v)
	case fs.Kind.IsSigned():
		return body.Value(binary.OpSConvert, e.typeID(to), v)
	case ts.Kind.IsUnsigned():
		return body.Value(binary.OpUConvert, e.typeID(to), v)
	}
	wide := types.WithElem(to, unsignedOf(ts))
	return body.Value(binary.OpBitcast, e.typeID(to), body.Value(binary.OpUConvert, e.typeID(wide), v))
}

// unsignedOf returns the unsigned integer of the same width.
func unsignedOf(s *types.Scalar) *types.Scalar {
	switch s.Bits {
	case 8:
		return types.Uint8
	case 16:
		return types.Uint16
	case 64:
		return types.Uint64
	}
	return types.Uint
}
