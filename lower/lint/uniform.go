package lint

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// uniformAtomics finds read-modify-writes that every lane of a wave does on one address. The
// hardware does them one after the other; one lane can do the work of all, after a reduction over
// the wave where the operands differ. An ordered one also publishes what its own lane did before, so
// it is left alone.
func uniformAtomics(c *context) {
	found := everywhere(c.m, func(fr *frame, in *ir.Instr, now control) (relevant, hit bool) {
		if in.Op != ir.OpAtomic || reduction(in.Atomic) == "" || in.Mem.Order != builtin.Relaxed || isHidden(in.Args[0]) || changesNothing(in) {
			return false, false
		}
		many := !alone(fr.w.entry)
		return true, many && now == every && fr.address(in.Args[0]) == same
	})
	for _, f := range found {
		in := f.in
		c.diags.Report(c.code, in.Span, "every lane of a wave does this atomic %s on the same address of '%s'", in.Atomic, nameOf(in.Args[0])).
			WithHelp("%s", advice(in, f.fr))
	}
}

// advice says how one lane does it for all.
func advice(in *ir.Instr, fr *frame) string {
	reduce := reduction(in.Atomic)
	operand := len(in.Args) > 1
	uniform := !operand || fr.level(in.Args[1]) == same
	counts := in.Atomic == builtin.AtomicAdd || in.Atomic == builtin.AtomicSub || !operand
	if in.IsValue() {
		if uniform {
			return "let one lane reserve for all: if (WaveIsFirstLane()) it adds WaveActiveCountBits(true) times the operand; each lane takes WaveReadLaneFirst(old) plus WavePrefixCountBits(true) times it"
		}
		if counts {
			return "let one lane reserve for all: if (WaveIsFirstLane()) it adds WaveActiveSum(v); each lane takes WaveReadLaneFirst(old) plus WavePrefixSum(v)"
		}
		return "reduce over the wave with " + reduce + " first, and let one lane, if (WaveIsFirstLane()), do the atomic operation"
	}
	switch {
	case !uniform:
		return "reduce over the wave with " + reduce + "(v) first, then do it once: if (WaveIsFirstLane())"
	case counts:
		return "elect one lane: if (WaveIsFirstLane()), with WaveActiveCountBits(true) times the operand, counted before the condition"
	}
	return "elect one lane: do it only if (WaveIsFirstLane())"
}

// reduction is the wave operation that combines the operands of an atomic operation; "" where
// there is none.
func reduction(op builtin.AtomicOp) string {
	switch op {
	case builtin.AtomicAdd, builtin.AtomicSub, builtin.AtomicInc, builtin.AtomicDec:
		return "WaveActiveSum"
	case builtin.AtomicAnd:
		return "WaveActiveBitAnd"
	case builtin.AtomicOr:
		return "WaveActiveBitOr"
	case builtin.AtomicXor:
		return "WaveActiveBitXor"
	case builtin.AtomicMin:
		return "WaveActiveMin"
	case builtin.AtomicMax:
		return "WaveActiveMax"
	}
	return ""
}

// changesNothing: an operation whose operand leaves every value as it is, so it only reads: add, sub, or and
// xor of 0 (a SeqCst load is expressed so), and of all ones, max of the least, min of the greatest value, and a
// compare-exchange of a constant for itself.
func changesNothing(in *ir.Instr) bool {
	if len(in.Args) < 2 {
		return false
	}
	k, ok := in.Args[1].(*ir.Const)
	if !ok || k.Spec != nil || len(k.Value.Elems) > 0 {
		return false
	}
	s, ok := k.Value.T.(*types.Scalar)
	if !ok || !s.Kind.IsInt() {
		return false
	}
	ones := ^uint64(0) >> (64 - s.Bits)
	top := uint64(1) << (s.Bits - 1)
	least, greatest := uint64(0), ones
	if s.Kind.IsSigned() {
		least, greatest = top, top-1
	}
	switch bits := k.Value.Bits & ones; in.Atomic {
	case builtin.AtomicAdd, builtin.AtomicSub, builtin.AtomicOr, builtin.AtomicXor:
		return bits == 0
	case builtin.AtomicAnd:
		return bits == ones
	case builtin.AtomicMax:
		return bits == least
	case builtin.AtomicMin:
		return bits == greatest
	case builtin.AtomicCompareExchange:
		other, ok := in.Args[2].(*ir.Const)
		return ok && other.Spec == nil && other.Value.Bits&ones == bits
	}
	return false
}

// isHidden: the counter of an append buffer, whose operations have no other spelling.
func isHidden(v ir.Value) bool {
	view, ok := ir.Root(v).(*ir.View)
	return ok && view.Resource.Hidden
}

// found is an instruction that a lint reports, with an activation of its function.
type found struct {
	in *ir.Instr
	fr *frame
}

// everywhere finds the instructions for which test holds in every activation of their function,
// in the order in which an entry point first runs them.
func everywhere(m *ir.Module, test func(*frame, *ir.Instr, control) (relevant, hit bool)) (list []found) {
	misses := map[*ir.Instr]bool{}
	seen := map[*ir.Instr]bool{}
	for _, e := range m.Entries {
		complete := walk(e, func(fr *frame, in *ir.Instr, now control) {
			relevant, hit := test(fr, in, now)
			switch {
			case !relevant:
			case !hit:
				misses[in] = true
			case !seen[in]:
				seen[in] = true
				list = append(list, found{in, fr})
			}
		})
		if !complete {
			return nil
		}
	}
	kept := list[:0]
	for _, f := range list {
		if !misses[f.in] {
			kept = append(kept, f)
		}
	}
	return kept
}
