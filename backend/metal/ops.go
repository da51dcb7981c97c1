package metal

import (
	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Statement reports pure instructions that need a variable.
func (e *emitter) Statement(in *ir.Instr) bool {
	return in.Op == ir.OpInsert || in.Op == ir.OpIntrinsic && in.Intrinsic == builtin.OpPrintf
}

// Bound qualifies nothing: MSL has pragmas for what is precise.
func (e *emitter) Bound(*ir.Instr) string { return "" }

// Op spells what differs from C.
func (e *emitter) Op(f *text.Func, in *ir.Instr) (text.Expr, bool) {
	switch in.Op {
	case ir.OpBitcast:
		return e.bitcast(f, in), true
	case ir.OpRem:
		if types.ElemScalar(in.Type).Kind.IsFloat() {
			return text.Call("fmod", f.Value(in.Args[0]), f.Value(in.Args[1])), true
		}
	case ir.OpSelect:
		if v, ok := in.Args[0].ValueType().(*types.Vector); ok && v.N > 1 {
			c, a, b := f.Value(in.Args[0]), f.Value(in.Args[1]), f.Value(in.Args[2])
			return text.Call("select", b, a, c), true
		}
	case ir.OpExtract, ir.OpExtractDyn: // a packed member is a vector only after a conversion
		if s, ok := in.Args[0].ValueType().(*types.Struct); ok && e.Packed(s, in.Index) {
			return text.Call(e.Type(in.Type), e.Field(f.Value(in.Args[0]), s, in.Index)), true
		}
		_, array := in.Args[0].ValueType().(*types.Array)
		if _, packed, _ := e.Wrapped(in.Type); array && packed {
			return text.Call(e.Type(in.Type), f.ExtractPart(in)), true
		}
	}
	return text.Expr{}, false
}

// bitcast spells a conversion that keeps the bits.
func (e *emitter) bitcast(f *text.Func, in *ir.Instr) text.Expr {
	x := f.Value(in.Args[0])
	from, to := types.ElemScalar(in.Args[0].ValueType()), types.ElemScalar(in.Type)
	if from == to && types.NumComponents(in.Args[0].ValueType()) == types.NumComponents(in.Type) {
		return x
	}
	return text.Call("as_type<"+e.Type(in.Type)+">", x)
}

// Hint spells the attribute of a statement: MSL has pragmas for loops only.
func (e *emitter) Hint(in *ir.Instr) string {
	if in.Op == ir.OpLoop && in.Hint == ir.HintUnroll {
		return "#pragma unroll"
	}
	return ""
}

// Length reports the size of a buffer: MSL cannot ask for it.
func (e *emitter) Length(f *text.Func, in *ir.Instr) text.Expr {
	e.lacks(diag.TargetUnsupported, "function for the size of a buffer; pass it in a constant buffer")
	return text.Atom("0u")
}

// Unsupported reports an operation without spelling.
func (e *emitter) Unsupported(in *ir.Instr, what string) {
	e.lacks(diag.TargetUnsupported, "operation '%s' on '%s'", what, in.Type)
}
