package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// The members of a value of interface type: each method is a function that switches on the tag and
// calls the method of the type that the value is of.

// dispatchMembers declares the members that d requires for values of interface type.
func (c *checker) dispatchMembers(e *existential, d *ast.InterfaceDecl) {
	hidden := []string{"This"}
	for _, m := range d.Members {
		if a, ok := m.(*ast.AssociatedTypeDecl); ok {
			e.withhold(a.Name, "an associated type of a value of interface type is")
			hidden = append(hidden, a.Name.Text)
		}
	}
	for _, m := range d.Members {
		switch m := m.(type) {
		case *ast.FuncDecl:
			c.dispatchMethod(e, m, hidden)
		case *ast.PropertyDecl:
			c.dispatchAccessors(e, m.Name.Text, m.Name.Range, nil, m.Type, m.Accessors, hidden)
		case *ast.SubscriptDecl:
			if m.Generics == nil {
				c.dispatchAccessors(e, subscriptName, m.Span(), m.Params, m.Result, m.Accessors, hidden)
			}
		case *ast.VarDecl:
			if !requiredConstant(m) {
				continue // wrong already
			}
			c.dispatchStatic(e, m, hidden)
		}
	}
}

// withhold declares a member that only the type of a value would tell.
func (e *existential) withhold(name ast.Name, why string) {
	if e.info.scope.find(name.Text) == nil {
		e.info.scope.add(&symbol{name: name.Text, span: name.Range, kind: symUnsupported, scope: e.info.scope, state: resolved, why: why})
	}
}

func (c *checker) dispatchMethod(e *existential, m *ast.FuncDecl, hidden []string) {
	switch {
	case m.IsInit:
		return
	case m.Generics != nil:
		e.withhold(m.Name, "a generic method of a value of interface type is")
		return
	case namesAny(m, hidden):
		e.withhold(m.Name, "a method of a value of interface type with parameters of This or an associated type is")
		return
	}
	sym := e.info.scope.find(m.Name.Text)
	if sym == nil {
		sym = &symbol{name: m.Name.Text, span: m.Name.Range, kind: symFunc, decl: m, scope: e.info.scope}
		e.info.scope.add(sym)
	}
	if sym.kind != symFunc || slices.ContainsFunc(sym.fns, func(f *function) bool { return len(f.decl.Params) == len(m.Params) && sameText(f.decl, m) }) {
		return // an interface that this one extends requires it too
	}
	f := c.dispatcher(e, m)
	f.dispatch = func() []typed.Stmt {
		return c.switchOn(e, f, func(t types.Type, recv typed.Expr) typed.Expr {
			return c.callMember(f, t, m.Name.Text, recv)
		})
	}
	sym.fns = append(sym.fns, f)
}

// dispatchStatic declares a static variable of the types that conform as a property of values.
func (c *checker) dispatchStatic(e *existential, m *ast.VarDecl, hidden []string) {
	if m.Type == nil || namesType(m.Type, hidden) {
		e.withhold(m.Name, "a static member of the type of a value of interface type is")
		return
	}
	if e.info.scope.find(m.Name.Text) != nil {
		return
	}
	f := c.dispatcher(e, &ast.FuncDecl{Name: ast.Name{Text: "get_" + m.Name.Text, Range: m.Name.Range}, Result: m.Type})
	f.dispatch = func() []typed.Stmt {
		return c.switchOn(e, f, func(t types.Type, recv typed.Expr) typed.Expr {
			name := &ast.MemberExpr{Name: ast.Name{Text: m.Name.Text, Range: m.Name.Range}}
			name.Range = m.Name.Range
			return c.coerce(c.read(c.exprOf(c.typeMember(t, name), name)), f.result)
		})
	}
	e.info.scope.add(&symbol{name: m.Name.Text, span: m.Name.Range, kind: symProperty, scope: e.info.scope, state: resolved,
		access: &accessors{get: []*function{f}}})
}

// dispatchAccessors declares a property or subscript.
func (c *checker) dispatchAccessors(e *existential, name string, at source.Span, params []*ast.VarDecl, t ast.TypeExpr, list []*ast.Accessor, hidden []string) {
	if namesType(t, hidden) || e.info.scope.find(name) != nil && name != subscriptName {
		return
	}
	sym := e.info.scope.find(name)
	if sym == nil {
		sym = &symbol{name: name, span: at, kind: symProperty, scope: e.info.scope, state: resolved, access: &accessors{}}
		e.info.scope.add(sym)
	}
	for _, acc := range list {
		d := &ast.FuncDecl{DeclBase: acc.DeclBase, Name: ast.Name{Text: acc.Kind.Text + "_" + identifier(name), Range: at}, Params: params}
		set := acc.Kind.Text == "set"
		if set {
			value := &ast.VarDecl{Name: ast.Name{Text: "newValue", Range: acc.Kind.Range}, Type: t}
			d.Params = append(slices.Clip(params), value)
		} else if d.Result = t; acc.Kind.Text != "get" {
			continue
		}
		f := c.dispatcher(e, d)
		f.mutating = set && attribute(acc.Attributes, "nonmutating") == nil
		f.dispatch = func() []typed.Stmt {
			return c.switchOn(e, f, func(t types.Type, recv typed.Expr) typed.Expr {
				return c.callAccessorOf(f, t, name, recv, set)
			})
		}
		if set {
			sym.access.set = append(sym.access.set, f)
		} else {
			sym.access.get = append(sym.access.get, f)
		}
	}
}

// dispatcher is a function that stands for a method of the types that conform. One for a static method has a this, too:
// the value tells the type.
func (c *checker) dispatcher(e *existential, required *ast.FuncDecl) *function {
	d := *required
	d.Keywords = slices.DeleteFunc(slices.Clone(d.Keywords), func(k ast.Name) bool { return k.Text == "static" })
	d.Body = &ast.BlockStmt{StmtBase: ast.StmtBase{Base: ast.Base{Range: required.Name.Range}}}
	f := &function{name: d.Name.Text, decl: &d, scope: e.info.scope, owner: e.info}
	f.mutating = d.Attribute("mutating") != nil || d.Attribute("__ref") != nil || d.Has("mutating") != nil
	return f
}

// sameText reports whether two requirements are written with the same types.
func sameText(a, b *ast.FuncDecl) bool {
	for i, p := range a.Params {
		x, ok := p.Type.(*ast.NamedType)
		y, same := b.Params[i].Type.(*ast.NamedType)
		if ok != same || ok && x.Path[len(x.Path)-1].Name.Text != y.Path[len(y.Path)-1].Name.Text {
			return false
		}
	}
	return true
}

// namesAny reports whether the signature of m cannot be told without the type of this: a parameter or
// the result has one of the types, other than a result that is This.
func namesAny(m *ast.FuncDecl, hidden []string) bool {
	for _, p := range m.Params {
		if namesType(p.Type, hidden) {
			return true
		}
	}
	return namesType(m.Result, hidden[1:])
}

func namesType(t ast.TypeExpr, names []string) bool {
	switch t := t.(type) {
	case *ast.NamedType:
		if slices.Contains(names, t.Path[0].Name.Text) {
			return true
		}
		for _, part := range t.Path {
			for _, a := range part.Args {
				switch a := a.(type) {
				case *ast.TypeOperand:
					if namesType(a.Type, names) {
						return true
					}
				case *ast.NameExpr:
					if slices.Contains(names, a.Name.Text) {
						return true
					}
				}
			}
		}
	case *ast.ArrayType:
		return namesType(t.Elem, names)
	case *ast.ModifiedType:
		return namesType(t.Elem, names)
	case *ast.PointerType:
		return namesType(t.Elem, names)
	}
	return false
}

// switchOn is the body of a dispatcher: member is the value for a receiver of each type.
func (c *checker) switchOn(e *existential, f *function, member func(t types.Type, recv typed.Expr) typed.Expr) []typed.Stmt {
	span := f.decl.Name.Range
	St, this := typed.St{S: span}, &typed.VarRef{E: typed.E{T: e.info.t, S: span}, Var: f.fn.This}
	field := func(fl *types.Field, t types.Type) typed.Expr {
		if fl == nil { // no data
			return tempRef(c.temp(t, this))
		}
		return &typed.FieldRef{E: typed.E{T: fl.Type, S: span}, X: this, Field: fl}
	}
	sw := &typed.Switch{St: St, X: field(e.tag, nil)}
	for i, t := range e.types {
		outer := c.hoist
		c.hoist = nil
		x := member(t, field(e.fields[i], t))
		list := c.hoist
		c.hoist = outer
		switch {
		case isBad(x):
		case f.result == types.Type(types.Void):
			list = append(list, &typed.ExprStmt{St: St, X: x}, &typed.Return{St: St})
		default:
			list = append(list, &typed.Return{St: St, X: x})
		}
		k := &typed.Case{S: span, Body: &typed.Block{St: St, List: list}}
		if i == len(e.types)-1 {
			k.Default = true
		} else {
			k.Values = []int64{int64(i)}
		}
		sw.Cases = append(sw.Cases, k)
	}
	if len(sw.Cases) == 1 {
		return sw.Cases[0].Body.List
	}
	return []typed.Stmt{sw}
}

// forwarded are the parameters of a dispatcher as arguments.
func (f *function) forwarded() []argument {
	args := make([]argument, len(f.params))
	for i, p := range f.params {
		args[i] = argument{e: exprAt(f.decl.Name.Range), x: &typed.VarRef{E: typed.E{T: p.v.Type, S: f.decl.Name.Range}, Var: p.v}}
	}
	return args
}

// callMember calls the method of type t that f dispatches to.
func (c *checker) callMember(f *function, t types.Type, name string, recv typed.Expr) typed.Expr {
	span := f.decl.Name.Range
	info := c.membersOf(t)
	at := info.declarer(name)
	sym := at.scope.find(name)
	if sym == nil || sym.kind != symFunc {
		return c.bad(span) // it does not conform, which is reported
	}
	recv = c.asBase(recv, info, at, span)
	c.resolve(sym)
	return c.callOne(f, sym.fns, recv)
}

// callAccessorOf calls the accessor of a property or subscript of type t, or reads its field.
func (c *checker) callAccessorOf(f *function, t types.Type, name string, recv typed.Expr, set bool) typed.Expr {
	span := f.decl.Name.Range
	sym := c.membersOf(t).scope.find(name)
	switch {
	case sym != nil && sym.kind == symField && sym.field != nil:
		x := c.fieldRef(recv, sym.field, span)
		if !set {
			return c.coerce(x, f.result)
		}
		f.fn.This.Assigned = true
		return assign(x, c.coerce(f.forwarded()[0].x, sym.field.Type))
	case sym == nil || sym.kind != symProperty:
		return c.bad(span)
	case set:
		return c.callOne(f, sym.access.set, recv)
	}
	return c.callOne(f, sym.access.get, recv)
}

func (c *checker) callOne(f *function, fns []*function, recv typed.Expr) typed.Expr {
	span := f.decl.Name.Range
	o := &operand{mode: modeFuncs, name: f.decl.Name, fns: fns, recv: recv}
	args := f.forwarded()
	k := c.resolveCall(o, args, span)
	if k == nil {
		return c.bad(span)
	}
	x := c.userCall(k.fn, o, args, &ast.CallExpr{ExprBase: ast.ExprBase{Base: ast.Base{Range: span}}})
	if f.result == types.Type(types.Void) || isBad(x) {
		return x
	}
	return c.coerce(x, f.result)
}

// callConversion makes a value of interface to of x, one of interface from, which extends it.
func (c *checker) callConversion(from, to *existential, x typed.Expr) typed.Expr {
	f := from.conversions[to]
	if f == nil {
		d := &ast.FuncDecl{Name: ast.Name{Text: "to_" + to.iface.name, Range: from.iface.span}}
		f = c.dispatcher(from, d)
		f.result, f.state = to.info.t, resolved
		f.fn = &typed.Func{Name: f.fullName(), Span: d.Name.Range, Result: f.result, This: c.receiver(f)}
		f.dispatch = func() []typed.Stmt {
			return c.switchOn(from, f, func(_ types.Type, recv typed.Expr) typed.Expr { return c.wrap(recv, to) })
		}
		if from.conversions == nil {
			from.conversions = map[*existential]*function{}
		}
		from.conversions[to] = f
	}
	return &typed.Call{E: typed.E{T: f.result, S: x.Span()}, Func: c.want(f), This: x}
}
