package pass

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// dce drops values that nothing uses and local variables that nothing reads. A load of memory
// that other invocations may write stays: every access happens as often as the
// source says (lowering.md §1).
func dce(f *ir.Func) bool {
	changed := false
	for {
		uses := map[ir.Value]int{}
		reads := map[ir.Value]bool{}
		f.Body.Walk(func(in *ir.Instr) {
			for i, a := range in.Args {
				uses[a]++
				if root := ir.Root(a); isVar(root) && !(in.Op == ir.OpStore && i == 0) && !in.Op.Info().Address {
					reads[root] = true
				}
			}
		})
		if !sweep(f.Body, func(in *ir.Instr) bool { return dead(in, uses, reads) }) {
			return changed
		}
		changed = true
	}
}

func dead(in *ir.Instr, uses map[ir.Value]int, reads map[ir.Value]bool) bool {
	if in.Op == ir.OpStore {
		root := ir.Root(in.Args[0])
		return isVar(root) && !reads[root]
	}
	return in.IsValue() && uses[in] == 0 && removable(in)
}

// removable reports whether an instruction has no effect but its value.
func removable(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLoad:
		return private(in.Args[0]) && !in.Access.Volatile
	case ir.OpIntrinsic:
		return !builtin.HasEffect(in.Intrinsic)
	}
	return !in.Op.Info().Effect
}

// private reports whether an address is in memory that no other invocation writes.
func private(addr ir.Value) bool {
	r, ok := addr.ValueType().(*types.Ref)
	if !ok {
		return false
	}
	switch r.Space {
	case types.SpaceFunction, types.SpacePrivate, types.SpaceUniform, types.SpacePush, types.SpaceInput:
		return true
	}
	return false
}

// sweep removes the instructions that gone reports.
func sweep(r *ir.Region, gone func(*ir.Instr) bool) bool {
	changed := false
	kept := r.Instrs[:0]
	for _, in := range r.Instrs {
		for _, sub := range in.Regions {
			changed = sweep(sub, gone) || changed
		}
		if gone(in) {
			changed = true
			continue
		}
		kept = append(kept, in)
	}
	r.Instrs = kept
	return changed
}
