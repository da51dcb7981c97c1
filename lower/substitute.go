package lower

import (
	"slices"

	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// substitute is what a call denotes whose result holds resources. No target can return those: the
// body is lowered in place of the call, and what its return statement names, at the
// end, is the result. An earlier return would make that a choice at run time.
func (b *fn) substitute(e *typed.Call) *entity {
	f := e.Func
	var args []*entity
	var params []*typed.Var
	if e.This != nil && f.This != nil {
		params, args = append(params, f.This), append(args, b.substituted(f, f.This, e.This))
	}
	for i, p := range f.Params {
		params, args = append(params, p), append(args, b.substituted(f, p, e.Args[i]))
	}
	x := lastReturn(f.Body)
	switch {
	case slices.Contains(b.inlined, f):
		b.p.diags.Report(diag.Recursion, e.S, "%s calls itself; shaders have no call stack", f.Name)
		return b.bad(e.T)
	case x == nil:
		b.unsupported(e.S, "a function that returns a resource elsewhere than in its last statement")
		return b.bad(e.T)
	case slices.ContainsFunc(params, func(p *typed.Var) bool { return p.Dir == typed.Out || p.Dir == typed.InOut }):
		b.unsupported(e.S, "a function that returns a resource and changes an argument")
		return b.bad(e.T)
	}
	for i, p := range params { // after all arguments: one may be a call of the same function
		b.env[p] = args[i]
	}
	b.inlined = append(b.inlined, f)
	for _, s := range f.Body.List[:len(f.Body.List)-1] {
		b.stmt(s)
	}
	ent := b.entity(x)
	b.inlined = b.inlined[:len(b.inlined)-1]
	return ent
}

// substituted evaluates the argument of a parameter. A parameter that the body changes is a copy.
func (b *fn) substituted(f *typed.Func, p *typed.Var, x typed.Expr) *entity {
	ent := b.entity(x)
	switch {
	case ent.poison:
		return ent
	case types.ContainsResource(p.Type):
		if p.Assigned {
			b.regionOf[p] = b.cur
			return b.materialise(ent)
		}
		return b.settle(ent)
	case b.byReference(f, p, ent), p.Dir == typed.Ref && ent.pl != nil:
		return ent
	case p.Assigned || b.needsMemory(p.Type):
		return b.local(p, b.read(ent))
	}
	return &entity{typ: p.Type, val: b.read(ent)}
}

// lastReturn is what the last statement of a body returns, nil if there is another return.
func lastReturn(body *typed.Block) typed.Expr {
	if body == nil || len(body.List) == 0 {
		return nil
	}
	last, ok := body.List[len(body.List)-1].(*typed.Return)
	if !ok || slices.ContainsFunc(body.List[:len(body.List)-1], returns) {
		return nil
	}
	return last.X
}

// returns reports whether a statement holds a return statement.
func returns(s typed.Stmt) bool {
	switch s := s.(type) {
	case *typed.Return:
		return true
	case *typed.Block:
		return s != nil && slices.ContainsFunc(s.List, returns)
	case *typed.If:
		return returns(s.Then) || returns(s.Else)
	case *typed.Loop:
		return slices.ContainsFunc(s.Init, returns) || returns(s.Body)
	case *typed.Switch:
		return slices.ContainsFunc(s.Cases, func(c *typed.Case) bool { return returns(c.Body) })
	}
	return false
}
