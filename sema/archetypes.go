package sema

import (
	"slices"

	"slc/frontend/ast"
)

// The opaque forms of generic functions and types: instances for opaque types, which the program does not have.

// archetypeOf is the instance of a generic function for opaque types; nil if they cannot stand for its parameters.
func (c *checker) archetypeOf(k *definition, f *function) *function {
	args := c.standIns(k, f.decl.Generics, f.scope)
	if args == nil {
		return nil
	}
	k.own = append(k.own, f)
	return c.instantiateFunction(f, args)
}

// archetypeExtended is a type that a generic extension is for, with opaque types for the parameters of the extension.
func (c *checker) archetypeExtended(k *definition, e *pendingExtension) *structInfo {
	args := c.standIns(k, e.decl.Generics, e.scope)
	if args == nil {
		return nil
	}
	defer c.enter(env{scope: c.bindScope(e.scope, e.decl.Generics, args)})()
	if n, ok := e.decl.Target.(*ast.NamedType); ok {
		if sym := c.typeSymbol(n); sym != nil && sym.generic != nil {
			k.own = append(k.own, sym)
		}
	}
	return c.membersOf(c.typeExpr(e.decl.Target))
}

// ownKey is the key of an instance of what is checked in the check of its definition, of which the program may have another one
// for the same values.
func (c *checker) ownKey(of any, key string) string {
	if c.def != nil && slices.Contains(c.def.own, of) {
		return opaqueMark + key
	}
	return key
}

// archetypeThis is an opaque type that conforms to an interface.
func (c *checker) archetypeThis(k *definition, iface *symbol) *structInfo {
	s, d := iface.scope, iface.decl.(*ast.InterfaceDecl)
	name := ast.PathPart{Name: ast.Name{Text: iface.name, Range: iface.span}}
	if d.Generics != nil {
		args := c.standIns(k, d.Generics, s)
		if args == nil {
			return nil
		}
		s, name.Given = c.bindScope(s, d.Generics, args), true
		for _, p := range d.Generics.Params {
			name.Args = append(name.Args, &ast.NameExpr{ExprBase: ast.ExprBase{Base: ast.Base{Range: p.Name.Range}}, Name: p.Name})
		}
	}
	this := []bounds{{[]ast.TypeExpr{&ast.NamedType{TypeBase: ast.TypeBase{Base: ast.Base{Range: iface.span}}, Path: []ast.PathPart{name}}}, s}}
	info := c.opaqueInfo(c.standIn(k, name.Name, "This", this))
	if info == nil {
		return nil
	}
	c.promiseBounds(info, this)
	for _, f := range k.late {
		f()
	}
	k.late = nil
	return info
}

// archetypeStruct is a struct with opaque types for its parameters and those of the types around it.
func (c *checker) archetypeStruct(k *definition, sym *symbol) *structInfo {
	t := sym
	if sym.instanceOf != nil {
		t = sym.instanceOf
	}
	if t.scope == nil || t.scope.inFunction() {
		return nil
	}
	if inGeneric(t.scope) {
		var outer *structInfo
		for s := t.scope; s != nil && outer == nil; s = s.parent {
			outer = s.owner
		}
		if outer == nil || outer.sym == nil {
			return nil
		}
		if outer = c.archetypeStruct(k, outer.sym); outer == nil {
			return nil
		}
		if t = outer.scope.find(sym.name); t == nil {
			return nil
		}
	}
	if t.generic == nil {
		c.resolve(t)
		return t.info
	}
	args := c.standIns(k, t.generic, t.scope)
	if args == nil {
		return nil
	}
	k.own = append(k.own, t)
	return c.newInstance(t, args, c.bindScope(t.scope, t.generic, args)).info
}
