package lint

import (
	"slc/lower/ir"
	"slc/sema/builtin"
)

func (fr *frame) kindOf(l level) control {
	if l == same {
		return every
	}
	return some
}

// condition says which lanes take the two sides of a branch.
func (fr *frame) condition(v ir.Value) [2]control {
	in, ok := v.(*ir.Instr)
	if fr.level(v) == same || !ok {
		k := fr.kindOf(fr.level(v))
		return [2]control{k, k}
	}
	switch in.Op {
	case ir.OpNot:
		c := fr.condition(in.Args[0])
		return [2]control{c[1], c[0]}
	case ir.OpEq:
		if fr.elects(in) {
			return [2]control{one, some}
		}
	case ir.OpNe:
		if fr.elects(in) {
			return [2]control{some, one}
		}
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		if fr.isBound(in) {
			return [2]control{every, every}
		}
	case ir.OpAnd:
		return fr.both(fr.condition(in.Args[0]), fr.condition(in.Args[1]))
	case ir.OpOr:
		return flip(fr.both(flip(fr.condition(in.Args[0])), flip(fr.condition(in.Args[1]))))
	case ir.OpIf:
		return fr.shortCircuit(in)
	case ir.OpIntrinsic:
		switch {
		case in.Intrinsic == builtin.OpWaveIsFirstLane:
			return [2]control{one, some}
		case in.Intrinsic == builtin.OpAll && fr.isElection(in.Args[0]):
			return [2]control{one, some}
		}
	}
	return [2]control{some, some}
}

func flip(c [2]control) [2]control { return [2]control{c[1], c[0]} }

// both is a conjunction: few lanes satisfy it, and any lane may not.
func (fr *frame) both(x, y [2]control) [2]control {
	miss := every
	if max(x[0], y[0]) != every {
		miss = some
	}
	return [2]control{max(x[0], y[0]), miss}
}

// shortCircuit is && or ||, which are ifs that yield the second operand or a constant.
func (fr *frame) shortCircuit(in *ir.Instr) [2]control {
	first := fr.condition(in.Args[0])
	var yields [2]ir.Value
	for i, r := range in.Regions {
		if t := r.Terminator(); t != nil && t.Op == ir.OpYield && len(t.Args) == 1 {
			yields[i] = t.Args[0]
		}
	}
	switch {
	case isBool(yields[1], false) && yields[0] != nil:
		return fr.both(first, fr.condition(yields[0]))
	case isBool(yields[0], true) && yields[1] != nil:
		return flip(fr.both(flip(first), flip(fr.condition(yields[1]))))
	}
	return [2]control{some, some}
}

func isBool(v ir.Value, want bool) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Spec == nil && (c.Value.Bits != 0) == want
}

// elects: the lane's own index is compared with what all lanes agree on.
func (fr *frame) elects(in *ir.Instr) bool {
	a, b := fr.level(in.Args[0]), fr.level(in.Args[1])
	return a == lane && b == same || a == same && b == lane
}

// isElection is the comparison of whole thread indices: all(tid == 0).
func (fr *frame) isElection(v ir.Value) bool {
	in, ok := v.(*ir.Instr)
	return ok && in.Op == ir.OpEq && fr.elects(in)
}

// isBound: the invocation's own index is compared with a size that the program was given, which
// cuts off the last invocations of the dispatch and elects nobody.
func (fr *frame) isBound(in *ir.Instr) bool {
	for i, a := range in.Args {
		b := in.Args[1-i]
		if _, constant := b.(*ir.Const); !constant && fr.level(a) == lane && fr.level(b) == same {
			return true
		}
	}
	return false
}
