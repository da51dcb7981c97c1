package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// Properties and subscripts are pairs of methods: reading one calls its getter,
// assigning to it its setter with the new value as last argument. Any other write, to a
// part of it too, is one to a temporary between the two calls, or to the place that a ref accessor returns.

// accessors are the methods of a property, or of the subscripts of a type.
type accessors struct {
	get, set []*function
	// ref return the place that a property stands for: what is written is that place.
	ref []*function
}

// mutates reports whether a setter changes its receiver.
func (a *accessors) mutates() bool {
	return slices.ContainsFunc(a.set, func(f *function) bool { return f.mutating })
}

// declareProperty enters property name : T { get … set … }.
func (c *checker) declareProperty(d *ast.PropertyDecl) {
	sym := &symbol{name: d.Name.Text, span: d.Name.Range, kind: symProperty, decl: d,
		private: d.Has("private") != nil, access: &accessors{}}
	c.declare(sym)
	sym.scope = c.scope
	c.declareAccessors(sym.access, d.Name, nil, nil, d.Type, d.Accessors)
}

// subscriptName is the name of the symbol that holds the subscripts of a type.
const subscriptName = "$subscript"

// declareSubscript adds __subscript(params) -> T { … } to those of the type.
func (c *checker) declareSubscript(d *ast.SubscriptDecl) {
	if d.Generics != nil && c.variadic(d.Generics) {
		return
	}
	if o := c.scope.owner; o != nil && o.self != nil && indexable(o.self) {
		c.unsupported(d.Span(), "a __subscript in an extension of '"+o.self.String()+"', which has one, is")
		return
	}
	sym := c.scope.find(subscriptName)
	if sym == nil {
		sym = &symbol{name: subscriptName, span: d.Span(), kind: symProperty, decl: d, scope: c.scope, access: &accessors{}}
		c.scope.add(sym)
	}
	c.declareAccessors(sym.access, ast.Name{Text: "subscript", Range: d.Span()}, d.Generics, d.Params, d.Result, d.Accessors)
}

// indexable reports whether values of t have elements without a __subscript.
func indexable(t types.Type) bool {
	switch t := t.(type) {
	case *types.Vector, *types.Matrix, *types.Array:
		return true
	case *types.Resource:
		elem, _ := indexedResource(t)
		return elem != nil
	}
	return false
}

func (c *checker) declareAccessors(a *accessors, name ast.Name, g *ast.Generics, params []*ast.VarDecl, t ast.TypeExpr, list []*ast.Accessor) {
	if c.scope.owner == nil {
		c.unsupported(name.Range, "a property outside of a struct is")
		return
	}
	reads := slices.ContainsFunc(list, func(acc *ast.Accessor) bool { return acc.Kind.Text == "get" })
	for _, acc := range list {
		f := &ast.FuncDecl{DeclBase: acc.DeclBase, Name: ast.Name{Text: acc.Kind.Text + "_" + name.Text, Range: name.Range},
			Generics: g, Params: params, Body: acc.Body}
		if acc.Body == nil {
			c.errorf(diag.NoBody, acc.Kind.Range, "'%s' of '%s' has no body", acc.Kind.Text, name.Text)
			continue
		}
		switch {
		case acc.Extra != nil:
			c.errorf(diag.BadVariableType, acc.Extra.Span(), "'%s' takes one value", acc.Kind.Text)
		case acc.Param != nil && acc.Kind.Text != "set":
			c.errorf(diag.BadVariableType, acc.Param.Span(), "'%s' takes no parameters", acc.Kind.Text)
		}
		switch acc.Kind.Text {
		case "get":
			f.Result = t
			a.get = append(a.get, c.method(f, acc))
		case "set":
			value := &ast.VarDecl{Name: ast.Name{Text: "newValue", Range: acc.Kind.Range}, Type: t}
			if n := nameAlone(acc.Param); n != nil {
				value.Name, value.Range = *n, acc.Param.Range
			} else if acc.Param != nil {
				value.Name, value.Range = acc.Param.Name, acc.Param.Range
				if acc.Param.Type != nil {
					value.Type = acc.Param.Type
				}
			}
			f.Params = append(append([]*ast.VarDecl(nil), params...), value)
			m := c.method(f, acc)
			m.mutating = attribute(acc.Attributes, "nonmutating") == nil
			m.assigned = t
			a.set = append(a.set, m)
		case "ref", "__ref":
			f.Result = t
			m := c.method(f, acc)
			m.mutating, m.refers, m.reads = attribute(acc.Attributes, "nonmutating") == nil, true, !reads
			a.ref = append(a.ref, m)
			if !reads { // the value of the place is that of the property
				get := *m
				get.mutating, get.refers, get.name = false, false, "get_"+name.Text
				a.get = append(a.get, &get)
			}
		default:
			c.unsupported(acc.Kind.Range, "a '"+acc.Kind.Text+"' accessor is")
		}
	}
}

// nameAlone is the name of a setter's parameter that is written without a type, which parses as one.
func nameAlone(p *ast.VarDecl) *ast.Name {
	if p == nil || p.Name.Text != "" {
		return nil
	}
	if n, ok := p.Type.(*ast.NamedType); ok && len(n.Path) == 1 && !n.Path[0].Given {
		return &n.Path[0].Name
	}
	return nil
}

// method makes a method of the current type that no name finds, an accessor.
func (c *checker) method(d *ast.FuncDecl, acc *ast.Accessor) *function {
	f := &function{name: d.Name.Text, decl: d, scope: c.scope, owner: c.scope.owner, origin: acc.Kind.Range, from: c.from, accessor: true}
	f.mutating = d.Attribute("mutating") != nil || d.Attribute("__ref") != nil
	if !f.owner.generic && d.Generics == nil {
		c.list(f)
	}
	return f
}

// propertyOperand is a property or subscript of recv, not yet read or written.
func propertyOperand(sym *symbol, recv typed.Expr, name ast.Name, index []ast.Expr) operand {
	return operand{mode: modeProperty, sym: sym, recv: recv, name: name, args: index}
}

// subscriptOf is the symbol of the subscripts of a struct, nil if it has none.
func (c *checker) subscriptOf(t types.Type) *symbol {
	t, _ = contentOf(t)
	if info := c.membersOf(t); info != nil && info.scope != nil {
		return info.scope.find(subscriptName)
	}
	return nil
}

// getProperty calls the getter.
func (c *checker) getProperty(o *operand, span source.Span) typed.Expr {
	args, ok := c.arguments(o.args)
	if !ok {
		return c.bad(span)
	}
	if place := c.refProperty(o, args, false, span); place != nil {
		return place
	}
	if len(o.sym.access.get) == 0 {
		c.errorf(diag.NotAValue, span, "%s cannot be read: it has no 'get'", propertyText(o))
		return c.bad(span)
	}
	x := c.callAccessor(o, o.sym.access.get, args, span)
	if !isBad(x) {
		if c.getters == nil {
			c.getters = map[typed.Expr]*propertyRead{}
		}
		c.getters[x] = &propertyRead{*o, args, span}
	}
	return x
}

// refProperty is the place that a ref accessor of a property returns; nil if none takes the arguments. Unless it is wanted,
// it is taken only where it does as a getter: in a property without one, on a receiver that can be written.
func (c *checker) refProperty(o *operand, args []argument, wanted bool, span source.Span) typed.Expr {
	i := slices.IndexFunc(o.sym.access.ref, func(f *function) bool { return c.tryFunction(f, o, args) != nil })
	if i < 0 {
		return nil
	}
	if _, why := writable(o.recv); !wanted && (!o.sym.access.ref[i].reads || why != "" || !isPlace(o.recv)) {
		return nil
	}
	return c.callAccessor(o, o.sym.access.ref, args, span)
}

// referred is the place that x, the value of a property, was read from; x if it is none.
func (c *checker) referred(x typed.Expr) typed.Expr {
	r := c.getters[x]
	if r == nil {
		return x
	}
	if place := c.refProperty(&r.o, r.args, true, r.span); place != nil {
		return place
	}
	return x
}

func propertyText(o *operand) string {
	if o.sym.name == subscriptName {
		return "this subscript"
	}
	return "property '" + o.sym.name + "'"
}

func (c *checker) callAccessor(o *operand, fns []*function, args []argument, span source.Span) typed.Expr {
	k := c.resolveCall(&operand{mode: modeFuncs, name: o.name, fns: fns}, args, span)
	if k == nil {
		return c.bad(span)
	}
	e := &ast.CallExpr{}
	e.Range = span
	return c.userCall(c.onReadOnly(k.fn, o.recv, span), &operand{mode: modeFuncs, name: o.name, recv: o.recv}, args, e)
}

// onReadOnly is f, or the same accessor with a read-only this if recv is memory that cannot be written: a
// setter that writes only to the resources in its receiver, or behind its pointers, needs no more.
func (c *checker) onReadOnly(f *function, recv typed.Expr, span source.Span) *function {
	if !f.mutating || f.dispatch != nil || recv == nil || !isPlace(recv) || !types.Contains(f.owner.this(), refersToMemory) {
		return f
	}
	_, content := contentOf(recv.Type())
	if _, why := writable(recv); why == "" && !content {
		return f
	}
	if f.readOnly == nil {
		f.readOnly = &function{name: f.name, decl: f.decl, scope: f.scope, owner: f.owner, private: f.private, hidden: f.hidden,
			depth: f.depth, usedAt: span, origin: f.origin, template: f.template, from: f.from}
	}
	c.signature(f.readOnly)
	return f.readOnly
}

func refersToMemory(t types.Type) bool {
	switch t.(type) {
	case *types.Resource, *types.Pointer:
		return true
	}
	return false
}

// setProperty is o = e.Y.
func (c *checker) setProperty(o *operand, e *ast.AssignExpr) typed.Expr {
	args, ok := c.arguments(o.args)
	if ok && len(o.sym.access.set) == 0 {
		if place := c.refProperty(o, args, true, e.X.Span()); place != nil {
			return c.assignTo(place, e)
		}
	}
	value := argument{e: e.Y}
	if _, list := e.Y.(*ast.InitListExpr); !list {
		value.x = c.expr(e.Y)
		ok = ok && !isBad(value.x)
	}
	if !ok || !c.settable(o, e.X.Span()) {
		return c.bad(e.Span())
	}
	if place := c.refProperty(o, args, !c.fits(&operand{fns: o.sym.access.set}, append(args, value)), e.X.Span()); place != nil {
		if isBad(place) {
			return place
		}
		if value.x == nil {
			return assign(place, c.initFor(e.Y, place.Type()))
		}
		return assign(place, c.coerce(c.read(value.x), place.Type()))
	}
	return c.callAccessor(o, o.sym.access.set, append(args, value), e.Span())
}

// settable reports a property that cannot be written.
func (c *checker) settable(o *operand, at source.Span) bool {
	if len(o.sym.access.set) > 0 || len(o.sym.access.ref) > 0 {
		return true
	}
	c.errorf(diag.ReadOnly, at, "%s cannot be assigned: it has no 'set'", propertyText(o))
	return false
}
