package spirv

import (
	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

// Sizes of arrays that depend on specialization constants are operations on constants
// (SPIR-V §3.49.7, OpSpecConstantOp: those that a shader may use).

// sizeOps: the operation of signed and unsigned operands.
var sizeOps = [...]struct {
	op               string
	signed, unsigned binary.Opcode
}{
	{"+", binary.OpIAdd, binary.OpIAdd},
	{"-", binary.OpISub, binary.OpISub},
	{"*", binary.OpIMul, binary.OpIMul},
	{"/", binary.OpSDiv, binary.OpUDiv},
	{"%", binary.OpSRem, binary.OpUMod},
	{"&", binary.OpBitwiseAnd, binary.OpBitwiseAnd},
	{"|", binary.OpBitwiseOr, binary.OpBitwiseOr},
	{"^", binary.OpBitwiseXor, binary.OpBitwiseXor},
	{"<<", binary.OpShiftLeftLogical, binary.OpShiftLeftLogical},
	{">>", binary.OpShiftRightArithmetic, binary.OpShiftRightLogical},
	{"==", binary.OpIEqual, binary.OpIEqual},
	{"!=", binary.OpINotEqual, binary.OpINotEqual},
	{"<", binary.OpSLessThan, binary.OpULessThan},
	{"<=", binary.OpSLessThanEqual, binary.OpULessThanEqual},
	{">", binary.OpSGreaterThan, binary.OpUGreaterThan},
	{">=", binary.OpSGreaterThanEqual, binary.OpUGreaterThanEqual},
	{"?:", binary.OpSelect, binary.OpSelect},
}

// boolOps are the operators on truth values.
var boolOps = [...]struct {
	op   string
	code binary.Opcode
}{
	{"==", binary.OpLogicalEqual}, {"!=", binary.OpLogicalNotEqual}, {"&&", binary.OpLogicalAnd}, {"&", binary.OpLogicalAnd},
	{"||", binary.OpLogicalOr}, {"|", binary.OpLogicalOr}, {"^", binary.OpLogicalNotEqual}, {"?:", binary.OpSelect},
}

// unaryOps: the operations on one operand.
var unaryOps = [...]struct {
	op   string
	code binary.Opcode
}{
	{"-", binary.OpSNegate}, {"~", binary.OpNot}, {"!", binary.OpLogicalNot},
}

// size returns the constant that s stands for.
func (e *emitter) size(s *types.SizeExpr) binary.ID {
	if s.Op == "" {
		c := &ir.Const{Value: s.Value}
		if s.Spec != nil {
			c.Spec = &ir.SpecConst{Name: s.Spec.Name, ID: *s.Spec.ID}
		}
		return e.constant(c)
	}
	if s.Op == "convert" {
		return e.convertSize(s.Args[0], s.Type)
	}
	args := make([]binary.ID, len(s.Args))
	for i, a := range s.Args {
		args[i] = e.size(a)
	}
	return e.m.SpecConstantOp(e.typeID(s.Type), sizeOpcode(s), args...)
}

func sizeOpcode(s *types.SizeExpr) binary.Opcode {
	operand := s.Args[len(s.Args)-1].Type
	if len(s.Args) == 1 {
		for _, r := range unaryOps {
			if r.op == s.Op {
				return r.code
			}
		}
	}
	if operand.Kind == types.KBool {
		for _, r := range boolOps {
			if r.op == s.Op {
				return r.code
			}
		}
	}
	for _, r := range sizeOps {
		if r.op == s.Op && operand.Kind.IsSigned() {
			return r.signed
		} else if r.op == s.Op {
			return r.unsigned
		}
	}
	panic("spirv: no constant operation " + s.Op)
}

// convertSize converts between integers and bool. Integers of one width differ in their
// type only, which an addition of 0 changes.
func (e *emitter) convertSize(x *types.SizeExpr, to *types.Scalar) binary.ID {
	v, typ, from := e.size(x), e.typeID(to), x.Type
	switch {
	case from == to:
		return v
	case to.Kind == types.KBool:
		return e.m.SpecConstantOp(typ, binary.OpINotEqual, v, e.number(from, 0))
	case from.Kind == types.KBool:
		return e.m.SpecConstantOp(typ, binary.OpSelect, v, e.number(to, 1), e.number(to, 0))
	case from.Bits == to.Bits:
		return e.m.SpecConstantOp(typ, binary.OpIAdd, v, e.number(to, 0))
	case from.Kind.IsSigned():
		return e.m.SpecConstantOp(typ, binary.OpSConvert, v)
	}
	return e.m.SpecConstantOp(typ, binary.OpUConvert, v)
}

// localSize says the size of the workgroups. If specialization constants decide it, SPIR-V 1.6 has
// the mode LocalSizeId for it (Vulkan: with the feature maintenance4); before, a constant decorated
// WorkgroupSize replaces the sizes of all entry points of the module.
func (e *emitter) localSize(f binary.ID, entry *ir.Entry) {
	n := entry.NumThreads
	specialized := entry.Sizes != [3]*types.SizeExpr{}
	if !specialized || e.opts.Version < binary.Version1_6 {
		e.m.ExecutionMode(f, binary.ExecutionModeLocalSize, uint32(n[0]), uint32(n[1]), uint32(n[2]))
	}
	if !specialized {
		return
	}
	var ids [3]binary.ID
	for i, s := range entry.Sizes {
		if s == nil {
			ids[i] = e.m.ConstU32(uint32(n[i]))
		} else {
			ids[i] = e.convertSize(s, types.Uint)
		}
	}
	switch {
	case e.opts.Version >= binary.Version1_6:
		e.m.ExecutionModeID(f, binary.ExecutionModeLocalSizeId, ids[:]...)
	case len(e.mod.Entries) > 1:
		e.diags.Report(diag.TargetUnsupported, entry.Span, "workgroups sized by specialization constants, beside other entry points, need SPIR-V 1.6").
			WithHelp("compile with -profile spirv_1_6, or each entry point on its own with -entry")
	default:
		size := e.m.Globals().Value(binary.OpSpecConstantComposite, e.typeID(types.VectorOf(types.Uint, 3)), ids[:]...)
		e.m.Decorate(size, binary.DecorationBuiltIn, uint32(binary.BuiltInWorkgroupSize))
	}
}
