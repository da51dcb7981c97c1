package text

import (
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// C++ computes with int what is narrower (C++14 [conv.prom]): the sum of two ushort is an int, which
// comparisons, conversions and overloads would see. There a result is converted back unless it is stored.

// narrow reports a scalar integer of less than 32 bits.
func narrow(t types.Type) bool {
	if v, ok := t.(*types.Vector); ok && v.N == 1 {
		t = v.Elem
	}
	s, ok := t.(*types.Scalar)
	return ok && s.Kind.IsInt() && s.Bits < 32
}

// promoted reports whether the operator that in prints as has a wider result than in.
func (f *Func) promoted(in *ir.Instr) bool {
	if !f.Promotes || !narrow(in.Type) {
		return false
	}
	_, prec, ok := binaryOp(in.Op)
	return ok && prec != PrecEq && prec != PrecRel || in.Op == ir.OpNeg || in.Op == ir.OpBitNot
}

// stored spells v where the assignment to a variable of its type converts it anyway.
func (f *Func) stored(v ir.Value, x Expr) Expr {
	in, ok := v.(*ir.Instr)
	if !ok || !f.promoted(in) || constant(in) {
		return x
	}
	inner, ok := strings.CutPrefix(x.Text, f.Dialect.Type(in.Type))
	if !ok || inner[0] != '(' || closes(inner) != len(inner)-1 {
		return x
	}
	_, prec, _ := binaryOp(in.Op)
	return Expr{inner[1 : len(inner)-1], prec}
}

// constant reports an operator on constants: compilers warn if such a conversion changes the value.
func constant(in *ir.Instr) bool {
	for _, a := range in.Args {
		if op, ok := a.(*ir.Instr); !isConst(a) && (!ok || !pure(op) || len(op.Args) == 0 || !constant(op)) {
			return false
		}
	}
	return true
}
