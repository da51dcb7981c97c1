package lower

import (
	"slices"

	"slc/frontend/diag"
	"slc/lower/ir"
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
	case x == nil && refers(f):
		b.unsupported(e.S, "a function that returns a place elsewhere than in its last statement")
		return b.bad(e.T)
	case x == nil:
		b.unsupported(e.S, "a function that returns a resource elsewhere than in its last statement")
		return b.bad(e.T)
	case slices.ContainsFunc(params, func(p *typed.Var) bool {
		return (p.Dir == typed.Out || p.Dir == typed.InOut) && !refersToThis(f, p)
	}):
		b.unsupported(e.S, "a function that returns a resource and changes an argument")
		return b.bad(e.T)
	}
	for i, p := range params { // after all arguments: one may be a call of the same function
		b.env[p] = args[i]
	}
	return b.inline(f, f.Body.List[:len(f.Body.List)-1], x)
}

// refersToThis reports whether p is the this of a function that returns a reference, as a ref accessor does: it is
// the receiver itself, of which a part is returned.
func refersToThis(f *typed.Func, p *typed.Var) bool {
	return refers(f) && p == f.This && p.Dir == typed.InOut
}

func refers(f *typed.Func) bool {
	r, ok := f.Result.(*types.Pointer)
	return ok && r.Space == types.Reference
}

// inline lowers the statements of f in place of a call, and then its result, if it has one.
func (b *fn) inline(f *typed.Func, list []typed.Stmt, result typed.Expr) *entity {
	b.inlined = append(b.inlined, f)
	defer func() { b.inlined = b.inlined[:len(b.inlined)-1] }()
	for _, s := range list {
		b.stmt(s)
	}
	if result == nil {
		return nil
	}
	return b.entity(result)
}

// rebinds reports whether f changes which resources a parameter stands for: its body assigns one, or
// passes the parameter to a function that does.
func (p *program) rebinds(f *typed.Func) bool {
	if known, ok := p.rebinding[f]; ok || f.Body == nil {
		return known
	}
	if p.rebinding == nil {
		p.rebinding = map[*typed.Func]bool{}
	}
	p.rebinding[f] = false // a call of itself adds nothing
	params := []*typed.Var{f.This}
	params = slices.DeleteFunc(append(params, f.Params...), func(v *typed.Var) bool { return v == nil || !returnsResource(v) })
	if len(params) == 0 {
		return false
	}
	ours := func(e typed.Expr) bool { return slices.Contains(params, typed.RootVar(e)) }
	found := false
	walkExprs(f.Body, func(e typed.Expr) {
		if found {
			return
		}
		switch e := e.(type) {
		case *typed.Assign:
			found = types.ContainsResource(e.L.Type()) && ours(e.L)
		case *typed.Call:
			found = (e.This != nil && ours(e.This) || slices.ContainsFunc(e.Args, ours)) && p.rebinds(e.Func)
		}
	})
	p.rebinding[f] = found
	return found
}

// returnsResource reports whether the caller sees what a parameter is bound to.
func returnsResource(p *typed.Var) bool {
	return (p.Dir == typed.Out || p.Dir == typed.InOut || p.Dir == typed.Ref) && types.ContainsResource(p.Type)
}

// rebindingCall is a call of a function that changes the resources of an argument, as a constructor
// does. Its body is lowered in place of the call, where the argument is known.
func (b *fn) rebindingCall(e *typed.Call) ir.Value {
	f := e.Func
	body := f.Body.List
	var result typed.Expr
	if f.Result != types.Type(types.Void) {
		if result = lastReturn(f.Body); result != nil {
			body = body[:len(body)-1]
		}
	}
	switch {
	case slices.Contains(b.inlined, f):
		b.p.diags.Report(diag.Recursion, e.S, "%s calls itself; shaders have no call stack", f.Name)
		return b.zeroOf(e.T)
	case result == nil && (f.Result != types.Type(types.Void) || slices.ContainsFunc(body, returns)):
		b.unsupported(e.S, "a function that changes a resource of an argument and returns elsewhere than in its last statement")
		return b.zeroOf(e.T)
	}
	var after []func()
	env := map[*typed.Var]*entity{}
	bind := func(p *typed.Var, x typed.Expr) {
		ent := b.entity(x)
		switch {
		case ent.poison, returnsResource(p):
			b.regionOf[p] = b.cur
			if v := typed.RootVar(x); v != nil { // it can be assigned where the variable of the caller can
				b.regionOf[p] = b.regionOf[v]
			}
			env[p] = ent
		case p.Dir == typed.Out || p.Dir == typed.InOut:
			if b.byReference(f, p, ent) {
				env[p] = ent
				return
			}
			var start ir.Value
			if p.Dir == typed.InOut {
				start = b.read(ent)
			}
			copied := b.local(p, start)
			env[p] = copied
			after = append(after, func() {
				if ent.pl != nil {
					b.store(ent.pl, b.read(copied))
				}
			})
		default:
			env[p] = b.substituted(f, p, x)
		}
	}
	if e.This != nil && f.This != nil {
		bind(f.This, e.This)
	}
	for i, p := range f.Params {
		bind(p, e.Args[i])
	}
	for p, ent := range env {
		b.env[p] = ent
	}
	var out ir.Value
	if ent := b.inline(f, body, result); ent != nil {
		out = b.read(ent)
	} else {
		out = b.zeroOf(e.T)
	}
	for _, store := range after {
		store()
	}
	return out
}

// substituted evaluates the argument of a parameter. A parameter that the body changes is a copy.
func (b *fn) substituted(f *typed.Func, p *typed.Var, x typed.Expr) *entity {
	ent := b.entity(x)
	switch {
	case ent.poison || refersToThis(f, p) && (ent.pl != nil || ent.parts != nil):
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
