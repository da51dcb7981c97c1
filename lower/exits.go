package lower

import (
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// A break of an outer loop or switch: the IR leaves only the innermost one, so the break sets a
// flag, and each construct on the way out is followed by a test of it.

// enter opens a loop or switch that break statements can leave.
func (b *fn) enter(s typed.Stmt) {
	if breaksTo(s, s) {
		v := b.newVar("leave", types.Bool)
		b.storeVar(v, boolConst(false))
		b.exits[s] = v
	}
	b.breaks = append(b.breaks, s)
}

// leave closes the construct s, which has been emitted, and goes on outwards if its body asked
// to leave an outer one.
func (b *fn) leave(s typed.Stmt) {
	b.breaks = b.breaks[:len(b.breaks)-1]
	for _, outer := range b.breaks {
		if v := b.exits[outer]; v != nil && breaksTo(s, outer) {
			b.breakIf(b.loadVar(v))
		}
	}
}

// breakStmt leaves the innermost construct, or starts to leave an outer one.
func (b *fn) breakStmt(s *typed.Break) {
	if s.Target != nil {
		if v := b.exits[s.Target]; v != nil {
			b.storeVar(v, boolConst(true))
		}
	}
	b.terminate(ir.OpBreak)
}

// breaksTo reports whether a statement holds a break that names target.
func breaksTo(s, target typed.Stmt) bool {
	switch s := s.(type) {
	case *typed.Break:
		return s.Target == target
	case *typed.Block:
		if s == nil {
			return false
		}
		for _, st := range s.List {
			if breaksTo(st, target) {
				return true
			}
		}
	case *typed.If:
		return breaksTo(s.Then, target) || breaksTo(s.Else, target)
	case *typed.Loop:
		return breaksTo(s.Body, target)
	case *typed.Switch:
		for _, c := range s.Cases {
			if breaksTo(c.Body, target) {
				return true
			}
		}
	}
	return false
}
