package check

import (
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// polls warns of loops that wait for shared memory with plain loads: part of a
// loop's condition loads writable shared memory at an address that the loop does
// not change, depends on nothing else that it changes, and nothing in the loop
// writes the memory. Only another invocation could end such a wait, and that is
// a data race.
func (c *checker) polls() {
	for _, f := range c.funcs {
		for _, l := range f.loops {
			if conds := exitConditions(l); len(conds) > 0 {
				c.poll(l, conds)
			}
		}
	}
}

// exitConditions returns the terms of the conditions that end l: its own, and
// those of `if (c) break;` at the top of its body.
func exitConditions(l *typed.Loop) (terms []typed.Expr) {
	terms = appendTerms(terms, l.Cond)
	if l.Body == nil {
		return terms
	}
	for _, s := range l.Body.List {
		if i, ok := s.(*typed.If); ok && (breaks(i.Then, l) || breaks(i.Else, l)) {
			terms = appendTerms(terms, i.Cond)
		}
	}
	return terms
}

// appendTerms splits && and || and appends the terms.
func appendTerms(terms []typed.Expr, e typed.Expr) []typed.Expr {
	switch x := e.(type) {
	case nil:
		return terms
	case *typed.Const:
		return terms
	case *typed.Logical:
		return appendTerms(appendTerms(terms, x.X), x.Y)
	}
	return append(terms, e)
}

// breaks reports whether block ends with a break out of l.
func breaks(block *typed.Block, l *typed.Loop) bool {
	if block == nil || len(block.List) == 0 {
		return false
	}
	b, ok := block.List[len(block.List)-1].(*typed.Break)
	return ok && (b.Target == nil || b.Target == typed.Stmt(l))
}

// loopEffects is what a loop changes.
type loopEffects struct {
	vars  map[*typed.Var]bool // written, or passed by reference
	other bool                // a call or a workgroup barrier: anything may have changed
}

func effectsOf(l *typed.Loop) *loopEffects {
	e := &loopEffects{vars: map[*typed.Var]bool{}}
	v := &visitor{
		access: func(place typed.Expr, kind accessKind) {
			if kind == reads {
				return
			}
			if base := baseVar(place); base != nil {
				e.vars[base] = true
			} else {
				e.other = true
			}
		},
		expr: func(x typed.Expr) {
			switch x := x.(type) {
			case *typed.Call:
				e.other = true
			case *typed.Barrier:
				e.other = e.other || x.Barrier.Exec == builtin.ScopeWorkgroup
			}
		},
		stmt: func(s typed.Stmt) {
			if d, ok := s.(*typed.Decl); ok {
				e.vars[d.Var] = true
			}
		},
	}
	v.value(l.Cond)
	v.block(l.Body)
	v.value(l.Step)
	return e
}

func (c *checker) poll(l *typed.Loop, terms []typed.Expr) {
	var effects *loopEffects
	for _, term := range terms {
		load := sharedLoad(term)
		if load == nil {
			continue
		}
		if effects == nil {
			if effects = effectsOf(l); effects.other {
				return
			}
		}
		if changes(term, effects) {
			continue
		}
		c.diags.Report(diag.PlainPoll, load.Span(), "this loop waits for '%s' with plain loads", nameOf(load)).
			WithHelp("declare it Atomic<%s> and wait with load(MemoryOrder.Acquire)", typeOf(load))
	}
}

// sharedLoad returns a plain load of writable shared memory in e, nil if there
// is none.
func sharedLoad(e typed.Expr) (load typed.Expr) {
	v := &visitor{access: func(place typed.Expr, kind accessKind) {
		if kind != reads || load != nil {
			return
		}
		if _, scalar := typeOf(place).(*types.Scalar); scalar && rootOf(place).kind.shared() {
			load = place
		}
	}}
	v.value(e)
	return load
}

// changes reports whether the value of e may change by what the loop itself does.
func changes(e typed.Expr, effects *loopEffects) (changed bool) {
	v := &visitor{
		access: func(place typed.Expr, kind accessKind) {
			base := baseVar(place)
			changed = changed || kind != reads || base == nil || effects.vars[base]
		},
		expr: func(x typed.Expr) {
			switch x.(type) {
			case *typed.Call, *typed.Atomic, *typed.Intrinsic:
				if i, ok := x.(*typed.Intrinsic); !ok || !builtin.Pure(i.Op) {
					changed = true
				}
			}
		},
	}
	v.value(e)
	return changed
}

// nameOf is the name of the variable that a place starts from.
func nameOf(e typed.Expr) string {
	if v := baseVar(e); v != nil && v.Name != "" {
		return v.Name
	}
	return "memory"
}
