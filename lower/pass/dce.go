package pass

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// dce drops values that nothing needs and local variables that nothing reads. A load of memory
// that other invocations may write stays: every access happens as often as the
// source says (lowering.md §1).
func dce(f *ir.Func) bool {
	l := liveness{live: map[ir.Value]bool{}, read: map[ir.Value]bool{}, stores: map[ir.Value][]*ir.Instr{}}
	f.Body.Walk(l.root)
	l.spread()
	return sweep(f.Body, func(in *ir.Instr) bool { return !l.live[in] })
}

// liveness finds the instructions that are needed: those with an effect, what they use, and the
// stores to variables that these read. Each is visited once.
type liveness struct {
	live   map[ir.Value]bool
	read   map[ir.Value]bool        // variables
	stores map[ir.Value][]*ir.Instr // to variables not known to be read
	todo   []*ir.Instr              // live, operands not visited yet
}

// root marks an instruction that is needed whatever else is.
func (l *liveness) root(in *ir.Instr) {
	if in.Op == ir.OpStore {
		if root := ir.Root(in.Args[0]); isVar(root) {
			l.stores[root] = append(l.stores[root], in)
			return
		}
	}
	if !in.IsValue() || !removable(in) {
		l.need(in)
	}
}

func (l *liveness) need(in *ir.Instr) {
	if !l.live[in] {
		l.live[in] = true
		l.todo = append(l.todo, in)
	}
}

// spread marks what the needed instructions need.
func (l *liveness) spread() {
	for len(l.todo) > 0 {
		in := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
		for i, a := range in.Args {
			if x, ok := a.(*ir.Instr); ok {
				l.need(x)
			}
			if root := ir.Root(a); isVar(root) && !(in.Op == ir.OpStore && i == 0) && !in.Op.Info().Address {
				l.reads(root)
			}
		}
	}
}

func (l *liveness) reads(variable ir.Value) {
	if l.read[variable] {
		return
	}
	l.read[variable] = true
	for _, store := range l.stores[variable] {
		l.need(store)
	}
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
