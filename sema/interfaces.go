package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// Interfaces constrain generics. Since generics are instantiated before their
// bodies are checked, a method of a constrained T is simply the method of the
// type that T stands for; what is left is to see that types have what their
// interfaces ask for. Values of interface type are not supported.

// thisType is the type around the current scope, nil outside of types.
func (c *checker) thisType() *symbol {
	for s := c.scope; s != nil; s = s.parent {
		if s.owner != nil {
			return s.owner.sym
		}
	}
	return nil
}

func (info *structInfo) conformsTo(sym *symbol) bool {
	for _, b := range info.bases {
		if b == sym {
			return true
		}
	}
	return false
}

// conform resolves the bases of a struct and checks that it has the members that
// its interfaces require; default implementations become members.
func (c *checker) conform(info *structInfo, bases []ast.TypeExpr) {
	var direct []*symbol
	for _, b := range bases {
		n, ok := b.(*ast.NamedType)
		if !ok {
			c.unsupported(b.Span(), "this base is")
			continue
		}
		sym := c.lookup(n.Path[0].Name.Text)
		for _, part := range n.Path[1:] {
			if sym != nil {
				sym = c.memberOf(sym, part.Name)
			}
		}
		part := n.Path[len(n.Path)-1]
		last := part.Name
		switch {
		case sym == nil && constraintNamed(n) != nil:
			at := b.Span()
			if !at.IsValid() { // what an interface of the language extends
				at = c.conformingAt
			}
			c.conformToBuiltin(info, n, at)
		case sym == nil:
			c.undefined(last, "type")
		case sym.kind == symInterface:
			if slices.Contains(direct, sym) && sym.decl.(*ast.InterfaceDecl).Generics == nil {
				c.errorf(diag.Redefinition, b.Span(), "'%s' is already said to conform to '%s'", info.t.Name, sym.name)
			}
			direct = append(direct, sym)
			c.conformTo(info, sym, part.Args, b.Span())
		case sym.kind == symType && (info.base != nil || sym == info.sym || sym.state == resolving): // inherit
		case sym.kind != symUnsupported:
			c.unsupported(b.Span(), "this base is")
		}
	}
}

// conformIn is conform with the names of bases looked up in s.
func (c *checker) conformIn(s *scope, info *structInfo, bases []ast.TypeExpr) {
	defer c.enter(env{scope: s})()
	c.conform(info, bases)
}

func (c *checker) conformTo(info *structInfo, sym *symbol, args []ast.Expr, at source.Span) {
	declared := c.conformToInstance(info, sym, args, at)
	if info.conformsTo(sym) || declared == nil {
		return
	}
	info.bases = append(info.bases, sym)
	d := sym.decl.(*ast.InterfaceDecl)
	outer := c.conformingAt
	c.conformingAt = at
	c.conformIn(declared, info, d.Bases)
	c.conformingAt = outer
	if info.opaque != nil {
		c.supply(info, sym, declared)
		return
	}
	for _, m := range d.Members {
		switch m := m.(type) {
		case *ast.FuncDecl:
			c.requireMethod(info, sym, declared, m, at)
		case *ast.VarDecl:
			c.requireMember(info, sym, m, m.Name, at)
		case *ast.AssociatedTypeDecl:
			c.requireMember(info, sym, m, m.Name, at)
		case *ast.PropertyDecl:
			if info.scope.find(m.Name.Text) == nil && implemented(m.Accessors) {
				c.defaultAccessors(info, sym, declared, m.Name.Text, m.Name, nil, nil, m.Type, m.Accessors)
				continue
			}
			c.requireMember(info, sym, m, m.Name, at)
		case *ast.SubscriptDecl:
			c.requireSubscript(info, sym, declared, m, at)
		}
	}
}

// implemented reports whether an interface has bodies for all accessors of a property or subscript.
func implemented(list []*ast.Accessor) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(a *ast.Accessor) bool { return a.Body == nil })
}

// defaultAccessors gives a type the property or subscript that an interface implements. Its names are those of the interface's
// place.
func (c *checker) defaultAccessors(info *structInfo, iface *symbol, declared *scope, name string, at ast.Name, g *ast.Generics, params []*ast.VarDecl,
	t ast.TypeExpr, list []*ast.Accessor) {
	inside := &scope{kind: typeScope, parent: declared, owner: info, name: info.t.Name, using: []*scope{info.scope}}
	defer c.enter(env{scope: inside, from: memberSource{iface: iface}})()
	c.supplyAccessors(info, name, at, g, params, t, list)
}

// requireSubscript is requireMember for a __subscript: a type needs one with as many parameters.
func (c *checker) requireSubscript(info *structInfo, iface *symbol, declared *scope, d *ast.SubscriptDecl, at source.Span) {
	for _, owner := range []*structInfo{info, info.declarer(subscriptName)} {
		found := owner.scope.find(subscriptName)
		if found != nil && found.access != nil && slices.ContainsFunc(slices.Concat(found.access.get, found.access.ref), func(f *function) bool {
			return len(f.decl.Params) == len(d.Params)
		}) {
			return
		}
	}
	name := ast.Name{Text: "subscript", Range: d.Span()}
	switch {
	case info.self != nil && indexable(info.self):
	case implemented(d.Accessors):
		c.defaultAccessors(info, iface, declared, subscriptName, name, d.Generics, d.Params, d.Result, d.Accessors)
	default:
		name.Text = "__subscript"
		required(c.errorf(diag.NotConforming, at, "'%s' does not conform to '%s': it has no __subscript with %d %s to read", info.t.Name, iface.name,
			len(d.Params), plural(len(d.Params), "parameter")), name)
	}
}

// resolveInterface reports an interface that extends itself, at the first one of the cycle.
func (c *checker) resolveInterface(sym *symbol, d *ast.InterfaceDecl) {
	for _, m := range d.Members {
		if v, ok := m.(*ast.VarDecl); ok && !requiredConstant(v) {
			c.errorf(diag.InterfaceField, v.Name.Range, "interface '%s' cannot have a field: a value that it requires is static const, or a property", sym.name).
				WithHelp("property … %s { get; set; }", v.Name.Text)
		}
	}
	leave := c.enter(env{scope: sym.scope})
	c.unknownConstraints(d.Bases, d.Generics)
	for _, m := range d.Members {
		if a, ok := m.(*ast.AssociatedTypeDecl); ok {
			c.unknownConstraints(a.Bounds, d.Generics)
		}
	}
	leave()
	bases := c.interfacesOf(d.Bases)
	if !slices.Contains(bases, sym) {
		return
	}
	for _, b := range bases {
		leave := c.enter(env{scope: b.scope})
		inCycle := slices.Contains(c.interfacesOf(b.decl.(*ast.InterfaceDecl).Bases), sym)
		leave()
		if inCycle && b.span.Start < sym.span.Start {
			return
		}
	}
	c.errorf(diag.CyclicDefinition, sym.span, "interface '%s' extends itself", sym.name)
}

// requiredConstant reports whether a variable of an interface is the only kind that it may have.
func requiredConstant(v *ast.VarDecl) bool {
	st := storageOf(v)
	return st.static && st.konst
}

// checkOverrides reports a method marked override that no interface of its type has.
func (c *checker) checkOverrides(info *structInfo, d *ast.StructDecl) {
	if info.base != nil || c.incomplete {
		return
	}
	for _, m := range d.Members {
		f, ok := m.(*ast.FuncDecl)
		if !ok || f.Has("override") == nil {
			continue
		}
		if !slices.ContainsFunc(info.bases, func(b *symbol) bool {
			return slices.ContainsFunc(b.decl.(*ast.InterfaceDecl).Members, func(r ast.Decl) bool {
				required, ok := r.(*ast.FuncDecl)
				return ok && required.Name.Text == f.Name.Text
			})
		}) {
			c.errorf(diag.BadModifier, f.Has("override").Range, "'%s' overrides nothing: no interface that '%s' conforms to has it", f.Name.Text, info.t.Name)
		}
	}
}

func (c *checker) requireMember(info *structInfo, sym *symbol, d ast.Decl, name ast.Name, at source.Span) {
	if found := info.scope.find(name.Text); found != nil {
		found.hidden = false // as of methods
		c.promised(info, sym, d, found, at)
		return
	}
	required(c.errorf(diag.NotConforming, at, "'%s' does not conform to '%s': it has no member '%s'", info.t.Name, sym.name, name.Text), name)
	c.lacking(info, name)
}

func (c *checker) requireMethod(info *structInfo, sym *symbol, declared *scope, d *ast.FuncDecl, at source.Span) {
	name := d.Name.Text
	if d.IsInit {
		name = "$init"
	}
	owner := info
	if !d.IsInit {
		owner = info.declarer(name) // a base struct may have it
	}
	found := owner.scope.find(name)
	if found != nil && found.kind == symUnsupported {
		return // reported
	}
	if found != nil && found.kind == symFunc {
		for _, f := range found.fns {
			if takes(f.decl, len(d.Params)) {
				c.sameTargets(f, d)
				f.hidden = false // a generic of another module calls it through the interface
				c.promised(info, sym, d, found, at)
				return
			}
		}
	}
	if d.Body != nil && (found == nil || found.kind == symFunc) {
		saved := c.scope
		c.scope = info.scope
		// Its names are those of the interface's place.
		inside := &scope{kind: typeScope, parent: declared, owner: info, name: info.t.Name, using: []*scope{info.scope}}
		c.addFunction(d, inside, info).from = memberSource{iface: sym}
		if fns := info.scope.find(name).fns; info.sym != nil {
			fns[len(fns)-1].hidden = info.sym.hidden // members of interfaces have the visibility of the whole
		}
		c.scope = saved
		return
	}
	required(c.errorf(diag.NotConforming, at, "'%s' does not conform to '%s': it has no method '%s' with %d %s", info.t.Name, sym.name, d.Name.Text,
		len(d.Params), plural(len(d.Params), "parameter")), d.Name)
	if found == nil {
		c.lacking(info, d.Name)
	}
}

// takes reports whether a function can be called with n arguments, the others being defaults.
func takes(d *ast.FuncDecl, n int) bool {
	return len(d.Params) == n || len(d.Params) > n && !slices.ContainsFunc(d.Params[n:], func(p *ast.VarDecl) bool { return p.Init == nil })
}

// required notes where a member is required; those of interfaces of the language have no place.
func required(d *diag.Diagnostic, name ast.Name) *diag.Diagnostic {
	if name.Range.IsValid() {
		d.Note(name.Range, "'%s' is required here", name.Text)
	}
	return d
}

// lacking makes uses of a member that is missing, which is reported, quiet.
func (c *checker) lacking(info *structInfo, name ast.Name) {
	saved := c.scope
	c.scope = info.scope
	c.declare(&symbol{name: name.Text, span: name.Range, kind: symUnsupported})
	c.scope = saved
}

// ---- Operators of the source --------------------------------------------------

// userOperator calls an operator function of the source, or the method that an interface of the language
// requires for the operator; ok is false if no operand is a struct.
func (c *checker) userOperator(op string, opSpan, span source.Span, operands ...typed.Expr) (x typed.Expr, ok bool) {
	isStruct := false
	args := make([]argument, len(operands))
	for i, x := range operands {
		if _, s := x.Type().(*types.Struct); s {
			isStruct = true
		}
		args[i] = argument{e: exprAt(x.Span()), x: x}
	}
	if !isStruct && !c.choseFunction(opSpan) {
		return nil, false
	}
	o := &operand{mode: modeFuncs, fns: c.overloads("operator" + op)}
	if c.choseLanguage(opSpan) || !c.fits(o, args) { // what an interface of the language promises, whatever operators the type has
		if len(operands) == 1 {
			x, ok = c.interfaceUnary(op, opSpan, span, operands[0])
		} else {
			x, ok = c.interfaceOperator(op, opSpan, span, operands[0], operands[1])
		}
		if ok {
			return x, true
		}
	}
	return c.callOperator(op, "operator"+op, opSpan, span, args)
}

// postfixOperator starts the name under which a function marked __postfix is found.
const postfixOperator = "postfix "

// callOperator calls the best of the functions called name; ok is false if there is none.
func (c *checker) callOperator(op, name string, opSpan, span source.Span, args []argument) (x typed.Expr, ok bool) {
	o := &operand{mode: modeFuncs, name: ast.Name{Text: "operator" + op, Range: opSpan}}
	if o.fns = c.overloads(name); o.fns == nil {
		return nil, false
	}
	k := c.resolveCall(o, args, span)
	if k == nil {
		return c.bad(span), true
	}
	e := &ast.CallExpr{}
	e.Range = span
	return c.userCall(k.fn, o, args, e), true
}

// exprAt is an expression of the source that stands for one that was checked.
func exprAt(span source.Span) ast.Expr {
	e := &ast.ParenExpr{}
	e.Range = span
	return e
}
