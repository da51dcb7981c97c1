package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// A deferred statement runs wherever its scope is left, the last one first. It is checked
// anew at each of these exits, with the names that were known where it stands, so that every
// exit has variables and loops of its own.

// deferred is a statement that waits for the end of its scope.
type deferred struct {
	body  ast.Stmt
	scope *scope // the names that it may use
}

// maxDeferred bounds the copies of deferred statements, which multiply where scopes with
// several exits stand in deferred statements.
const maxDeferred = 10000

// deferStmt notes a statement for the exits of the current scope. It is checked here too, for
// the case that there are none.
func (c *checker) deferStmt(s *ast.DeferStmt) {
	names := *c.scope // those that follow are not visible
	names.syms = slices.Clip(names.syms)
	if names.index != nil {
		names.syms, names.index = nil, nil
		for _, sym := range c.scope.syms {
			names.add(sym)
		}
	}
	d := deferred{s.Body, &names}
	c.runDeferred(d)
	c.defers = append(c.defers, d)
}

// runDeferred checks a deferred statement for one exit.
func (c *checker) runDeferred(d deferred) *typed.Block {
	saved := c.env
	defer func() { c.env = saved }()
	c.scope, c.hoist, c.breaks, c.late = d.scope, nil, nil, true
	return c.branch(d.body)
}

// leaveTo appends what is deferred by all scopes but the outermost ones, those of the first n
// deferred statements.
func (c *checker) leaveTo(n int, out []typed.Stmt) []typed.Stmt {
	waiting := c.defers
	defer func() { c.defers = waiting }()
	for i := len(waiting) - 1; i >= n; i-- {
		if c.deferred++; c.deferred > maxDeferred {
			if c.deferred == maxDeferred+1 {
				c.errorf(diag.TooLarge, waiting[i].body.Span(), "deferred statements would run at more than %d exits", maxDeferred)
			}
			return out
		}
		c.defers = waiting[:i:i]
		out = append(out, c.runDeferred(waiting[i]))
	}
	return out
}

// leaveWith appends what a return leaves, behind the evaluation of its value.
func (c *checker) leaveWith(r *typed.Return, out []typed.Stmt) []typed.Stmt {
	if len(c.defers) == 0 {
		return out
	}
	if r.X != nil && c.constant(r.X) == nil && !isBad(r.X) {
		if r.X.Type() == types.Type(types.Void) {
			out = append(out, &typed.ExprStmt{St: r.St, X: r.X})
			r.X = nil
		} else {
			v := &typed.Var{Name: "result", Type: r.X.Type(), Kind: typed.Local, Span: r.X.Span()}
			out = append(out, &typed.Decl{St: r.St, Var: v, Init: r.X})
			r.X = &typed.VarRef{E: typed.E{T: v.Type, S: r.X.Span()}, Var: v}
		}
	}
	return c.leaveTo(0, out)
}
