package pass

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// fold replaces operations on constants by their results, and drops operations that change
// nothing.
func fold(f *ir.Func) bool {
	with := map[ir.Value]ir.Value{}
	f.Body.Walk(func(in *ir.Instr) {
		for i, a := range in.Args {
			if v := with[a]; v != nil {
				in.Args[i] = v
			}
		}
		if v := folded(in); v != nil {
			with[in] = v
		}
	})
	return len(with) > 0
}

var spellings = [...]string{ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*", ir.OpDiv: "/", ir.OpRem: "%", ir.OpAnd: "&", ir.OpOr: "|",
	ir.OpXor: "^", ir.OpShl: "<<", ir.OpShr: ">>", ir.OpNeg: "-", ir.OpNot: "!", ir.OpBitNot: "~",
	ir.OpEq: "==", ir.OpNe: "!=", ir.OpLt: "<", ir.OpLe: "<=", ir.OpGt: ">", ir.OpGe: ">="}

// folded returns what replaces in, or nil.
func folded(in *ir.Instr) ir.Value {
	var args []*types.Value
	for _, a := range in.Args {
		args = append(args, plain(a))
	}
	switch {
	case in.Op >= ir.OpAdd && in.Op <= ir.OpShr, in.Op >= ir.OpEq && in.Op <= ir.OpGe:
		if args[0] == nil || args[1] == nil {
			return unchanged(in, args[0], args[1])
		}
		op := spellings[in.Op]
		if types.ElemScalar(args[0].T).Kind == types.KBool && (op == "&" || op == "|") {
			op += op
		}
		return result(types.Binary(op, args[0], args[1]), in.Type)
	case in.Op == ir.OpNeg, in.Op == ir.OpNot, in.Op == ir.OpBitNot:
		if args[0] == nil {
			return nil
		}
		return result(types.Unary(spellings[in.Op], args[0]), in.Type)
	case in.Op == ir.OpConvert && args[0] != nil:
		return result(types.ConvertValue(args[0], in.Type), in.Type)
	case in.Op == ir.OpExtract:
		return part(in)
	case in.Op == ir.OpBitcast && args[0] != nil:
		return result(types.Reinterpret(args[0], in.Type), in.Type)
	case in.Op == ir.OpSelect && args[0] != nil && len(args[0].Elems) == 0:
		if args[0].Bits != 0 {
			return in.Args[1]
		}
		return in.Args[2]
	}
	return nil
}

// unchanged returns the operand that an operation on integers leaves as it is: x + 0, x | 0, x * 1
// and the like. Floats have no such case for addition: -0 + 0 is 0.
func unchanged(in *ir.Instr, left, right *types.Value) ir.Value {
	if s := types.ElemScalar(in.Type); s == nil || !s.Kind.IsInt() || in.Op >= ir.OpEq && in.Op <= ir.OpGe {
		return nil
	}
	neutral, commutes := int64(0), true
	switch in.Op {
	case ir.OpAdd, ir.OpOr, ir.OpXor:
	case ir.OpSub, ir.OpShl, ir.OpShr:
		commutes = false
	case ir.OpMul:
		neutral = 1
	case ir.OpDiv:
		neutral, commutes = 1, false
	default:
		return nil
	}
	is := func(v *types.Value, other ir.Value) bool {
		return v != nil && v.Is(neutral) && other.ValueType() == in.Type
	}
	switch {
	case is(right, in.Args[0]):
		return in.Args[0]
	case commutes && is(left, in.Args[1]):
		return in.Args[1]
	}
	return nil
}

// part is what an extract takes out of a composite whose parts are known.
func part(in *ir.Instr) ir.Value {
	if c := plain(in.Args[0]); c != nil && in.Index < len(c.Elems) {
		return &ir.Const{Value: c.Elems[in.Index]}
	}
	from, ok := in.Args[0].(*ir.Instr)
	if ok && from.Op == ir.OpConstruct && in.Index < len(from.Args) && from.Args[in.Index].ValueType() == in.Type {
		if v, isVec := from.Type.(*types.Vector); !isVec || v.N == len(from.Args) {
			return from.Args[in.Index]
		}
	}
	return nil
}

func plain(v ir.Value) *types.Value {
	if c, ok := v.(*ir.Const); ok && c.Spec == nil {
		return c.Value
	}
	return nil
}

// result is a folded constant, if it has the type that the instruction had.
func result(v *types.Value, t types.Type) ir.Value {
	if v == nil || v.T != t {
		return nil
	}
	return &ir.Const{Value: v}
}
