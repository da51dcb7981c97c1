package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// What a type declares to conform to an interface must be what the interface says, with the same types:
// a call through a constraint is one of the type's own member, whose result would otherwise be of
// another type than the one that the interface promises.

// promise is a member of an interface that a type has declared a member for.
type promise struct {
	info     *structInfo
	iface    *symbol
	required ast.Decl
	found    *symbol
	at       source.Span // of the interface's name among the bases
	declared *scope      // that the members of the interface are looked up in, if not that of the interface
}

// promised notes a member that is compared with the requirement when signatures are known.
func (c *checker) promised(info *structInfo, iface *symbol, required ast.Decl, found *symbol, at source.Span) {
	if iface.decl.(*ast.InterfaceDecl).Generics == nil && info.opaque == nil {
		c.promises = append(c.promises, promise{info: info, iface: iface, required: required, found: found, at: at})
	}
}

// checkPromises compares the members that were noted.
func (c *checker) checkPromises() {
	for len(c.promises) > 0 {
		p := c.promises[0]
		c.promises = c.promises[1:]
		switch d := p.required.(type) {
		case *ast.FuncDecl:
			c.checkMethod(&p, d)
		case *ast.PropertyDecl:
			c.checkMember(&p, d.Name, d.Type, false)
			c.checkSetter(&p, d)
		case *ast.VarDecl:
			c.checkMember(&p, d.Name, d.Type, d.Has("static") != nil)
		case *ast.AssociatedTypeDecl:
			c.checkAssociated(&p, d)
		}
	}
}

// broken reports a member that is not as the interface says.
func (c *checker) broken(p *promise, at source.Span, name ast.Name, is, want string) {
	d := c.errorf(diag.NotConforming, at, "'%s' does not conform to '%s': this is %s, but the interface requires %s", p.info.t.Name, p.iface.name, is, want)
	required(d, name).
		Note(p.at, "'%s' is said to conform here", p.info.t.Name)
}

// requiredScope is where the types of requirements are looked up: the interface's place, with This and
// the associated types of the type that conforms.
func (p *promise) requiredScope() *scope {
	declared := p.iface.scope
	if p.declared != nil {
		declared = p.declared
	}
	return &scope{kind: typeScope, parent: declared, owner: p.info, name: p.info.t.Name, using: []*scope{p.info.scope}}
}

// requiredType is the type that a requirement names; nil if it cannot be compared: it is in error, or
// an interface, in whose place other types may stand.
func (c *checker) requiredType(p *promise, te ast.TypeExpr) types.Type {
	if te == nil {
		return types.Void
	}
	defer c.enter(env{scope: p.requiredScope()})()
	defer c.quietly(&diag.List{})()
	c.resultType = true
	if m, ok := te.(*ast.ModifiedType); ok {
		te = m.Elem
	}
	if n, ok := te.(*ast.NamedType); ok {
		if sym := c.interfaceNamed(n); sym != nil && sym.kind == symInterface {
			return nil
		}
	}
	if t := c.typeExpr(te); !types.Contains(t, types.IsPoison) {
		return t
	}
	return nil
}

// quietly makes reports go to scratch, until the result is called.
func (c *checker) quietly(scratch *diag.List) (leave func()) {
	diags, poisoned, at := c.diags, c.poisoned, c.poisonAt
	c.diags = scratch
	return func() { c.diags, c.poisoned, c.poisonAt = diags, poisoned, at }
}

func sameType(required, t types.Type) bool {
	return required == nil || required == t || types.Contains(t, types.IsPoison)
}

// checkMethod reports a method of whose overloads none is as required.
func (c *checker) checkMethod(p *promise, d *ast.FuncDecl) {
	var near *function
	want := c.required(p, d)
	for _, f := range p.found.fns {
		if !takes(f.decl, len(d.Params)) {
			continue
		}
		if f.decl.Generics != nil || d.Generics != nil || f.dispatch != nil {
			return
		}
		c.signature(f)
		if fulfils(f, want) {
			return
		}
		if near == nil {
			near = f
		}
	}
	if near != nil {
		c.broken(p, near.decl.Name.Range, d.Name, near.promise(near), want.promise(near))
	}
}

// required is the signature that an interface asks for.
func (c *checker) required(p *promise, d *ast.FuncDecl) *function {
	want := &function{name: d.Name.Text, decl: d, static: d.Has("static") != nil, result: c.requiredType(p, d.Result)}
	for _, q := range d.Params {
		v := &typed.Var{Name: q.Name.Text, Type: c.requiredType(p, q.Type), Dir: dirOf(q)}
		want.params = append(want.params, parameter{v: v})
	}
	return want
}

// fulfils reports whether f has the types that are required. It may be static where that is not required, and have more
// parameters, with defaults. It may not write to an argument that the interface does not say is written.
func fulfils(f, want *function) bool {
	if want.static && !f.static || !f.decl.IsInit && !sameType(want.result, f.result) {
		return false
	}
	for i := range want.params {
		is, q := f.params[i].v, want.params[i].v
		// What is passed in and out may be read only; what is passed out must be written.
		if !sameType(q.Type, is.Type) || writes(is.Dir) && !writes(q.Dir) || q.Dir == typed.Out && is.Dir != typed.Out {
			return false
		}
	}
	return true
}

func writes(d typed.Dir) bool { return d == typed.Out || d == typed.InOut || d == typed.Ref }

// promise is a signature for messages; types that are not known are those of f.
func (want *function) promise(f *function) string {
	shown := *want
	if shown.result == nil {
		shown.result = f.result
	}
	shown.params = nil
	for i, q := range want.params {
		v := *q.v
		if v.Type == nil {
			v.Type = f.params[i].v.Type
		}
		shown.params = append(shown.params, parameter{v: &v})
	}
	if want.static {
		return "static " + shown.describe()
	}
	return shown.describe()
}

// dirOf is the passing mode that a parameter is written with.
func dirOf(d *ast.VarDecl) typed.Dir {
	dir, in := typed.In, false
	for _, k := range append(typeModifiers(d.Type), d.Keywords...) {
		in = in || k.Text == "in"
		for _, row := range directions {
			if k.Text == row.keyword {
				dir = row.dir
			}
		}
	}
	if in && dir == typed.Out {
		return typed.InOut
	}
	return dir
}

// checkMember compares a property or a static variable with what is required.
func (c *checker) checkMember(p *promise, name ast.Name, te ast.TypeExpr, static bool) {
	want := c.requiredType(p, te)
	c.resolve(p.found)
	var t types.Type
	switch p.found.kind {
	case symField:
		if p.found.field != nil {
			t = p.found.field.Type
		}
	case symVar:
		if p.found.v != nil {
			t = p.found.v.Type
		}
	case symProperty:
		d, ok := p.found.decl.(*ast.PropertyDecl)
		if !ok {
			return
		}
		own := *p
		own.iface = &symbol{scope: p.found.scope}
		t = c.requiredType(&own, d.Type)
	case symUnsupported, symConst:
		return
	}
	switch {
	case p.found.kind == symVar != static || p.found.kind == symFunc || p.found.kind == symType:
		what := "a property"
		if static {
			what = "a static variable"
		}
		c.broken(p, p.found.span, name, "none", what+" '"+name.Text+"'")
	case want != nil && t != nil && !sameType(want, t):
		c.broken(p, p.found.span, name, "of type '"+t.String()+"'", "'"+want.String()+"'")
	}
}

// checkSetter reports a property without the setter that is required.
func (c *checker) checkSetter(p *promise, d *ast.PropertyDecl) {
	if p.found.kind != symProperty || len(p.found.access.set)+len(p.found.access.ref) > 0 {
		return
	}
	for _, a := range d.Accessors {
		if a.Kind.Text == "set" {
			c.broken(p, p.found.span, d.Name, "a property without 'set'", "one")
		}
	}
}

// checkAssociated reports an associated type that is none, or that does not conform to what is asked of it.
func (c *checker) checkAssociated(p *promise, d *ast.AssociatedTypeDecl) {
	if p.found.kind == symUnsupported || p.found.kind == symInterface {
		return
	}
	if p.found.kind != symType {
		c.broken(p, p.found.span, d.Name, "no type", "the type '"+d.Name.Text+"'")
		return
	}
	if p.found.generic != nil {
		return
	}
	c.resolve(p.found)
	if p.found.typ == nil || types.Contains(p.found.typ, types.IsPoison) {
		return
	}
	defer c.enter(env{scope: p.requiredScope()})()
	for _, b := range d.Bounds {
		if !c.conforms(p.found.typ, b) {
			c.broken(p, p.found.span, d.Name, "'"+p.found.typ.String()+"'", "a type that conforms to '"+typeText(b)+"'")
			return
		}
	}
}

// typeText is a type as the source names it, for messages.
func typeText(te ast.TypeExpr) string {
	n, ok := te.(*ast.NamedType)
	if !ok {
		return "its constraint"
	}
	s := ""
	for i, part := range n.Path {
		if i > 0 {
			s += "."
		}
		s += part.Name.Text
	}
	return s
}
