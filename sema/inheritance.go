package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// A struct that is derived from another one holds it as its first field, as in slangc. The members of
// the base are found behind those of the struct itself.

// baseField is the name of that field.
const baseField = "super"

// inherit gives info the struct among its bases, before its own fields.
func (c *checker) inherit(info *structInfo, bases []ast.TypeExpr) {
	for _, b := range bases {
		n, ok := b.(*ast.NamedType)
		if !ok {
			continue
		}
		sym := c.lookupType(n.Path[0].Name.Text)
		if sym == nil || len(n.Path) == 1 && sym.kind != symType {
			continue
		}
		s, ok := c.typeExpr(b).(*types.Struct)
		base := c.infoOf(s)
		switch {
		case !ok || base == nil || base.exist != nil || base.made != nil: // an interface, or reported by conform
			continue
		case info.base != nil:
			c.unsupported(b.Span(), "a second base struct is")
			continue
		case s == info.t || base.sym.state == resolving:
			c.errorf(diag.CyclicDefinition, b.Span(), "struct '%s' is derived from itself", info.t.Name)
			continue
		}
		f := &types.Field{Name: baseField, Type: s, Span: b.Span(), Access: types.Public}
		c.growStruct(info, f)
		info.t.Fields = append(info.t.Fields, f)
		info.defaults = append(info.defaults, fieldDefault{})
		info.base = base
		info.scope.using = append(info.scope.using, base.scope)
	}
}

// declarer is info, or the base of it that declares a member.
func (info *structInfo) declarer(name string) *structInfo {
	for at := info; at != nil; at = at.base {
		if at.scope.find(name) != nil {
			return at
		}
	}
	return info
}

// derivesFrom reports whether to is info or a base of it.
func (info *structInfo) derivesFrom(to *structInfo) bool {
	for ; info != nil && info != to; info = info.base {
	}
	return info != nil
}

// asBase is the part of x, an instance of info, that is of its base to.
func (c *checker) asBase(x typed.Expr, info, to *structInfo, span source.Span) typed.Expr {
	for ; info != to; info = info.base {
		x = c.fieldRef(x, info.t.Fields[0], span)
	}
	return x
}

// baseCost is the cost of converting a struct to a base of it; ok is false for other types.
func (c *checker) baseCost(from, to types.Type) (cost int, ok bool) {
	info, base := c.infoOf(from), c.infoOf(to)
	if info == nil || base == nil || info == base || !info.derivesFrom(base) {
		return 0, false
	}
	for ; info != base; info = info.base {
		cost += types.CostDereference
	}
	return cost, true
}

// thisAs is this as an instance of owner, its type or a base of it; nil where there is none.
func (c *checker) thisAs(owner *structInfo, span source.Span) typed.Expr {
	if c.fn == nil || c.fn.fn.This == nil || owner == nil || c.fn.owner == nil || !c.fn.owner.derivesFrom(owner) {
		return nil
	}
	this := &typed.VarRef{E: typed.E{T: c.fn.fn.This.Type, S: span}, Var: c.fn.fn.This}
	return c.asBase(this, c.fn.owner, owner, span)
}

// inheritConformance makes info conform to the interfaces of its base. As the members of the base are
// meant there, not those that hide them, an interface with a member that info declares is left out: info
// conforms to it if it names it.
func (c *checker) inheritConformance(info *structInfo) {
	if info.base == nil {
		return
	}
	for _, sym := range info.base.bases {
		if !info.conformsTo(sym) && !c.hidesMember(info, sym) {
			info.bases = append(info.bases, sym)
		}
	}
	for _, one := range info.base.instances {
		if info.conformsTo(one.iface) && !info.conformsToInstance(one) {
			info.instances = append(info.instances, one)
		}
	}
}

// hidesMember reports whether info itself declares a member that an interface, or one that it extends, has.
func (c *checker) hidesMember(info *structInfo, iface *symbol) bool {
	return slices.ContainsFunc(c.requirementsOf(iface), func(m ast.Decl) bool { return info.scope.find(requiredName(m)) != nil })
}

// requirementsOf are the members of an interface and of those that it extends.
func (c *checker) requirementsOf(iface *symbol) (all []ast.Decl) {
	defer c.enter(env{scope: iface.scope})()
	for _, sym := range append(c.interfacesOf(iface.decl.(*ast.InterfaceDecl).Bases), iface) {
		all = append(all, sym.decl.(*ast.InterfaceDecl).Members...)
	}
	return all
}

// requiredName is the name that a member of an interface is found by.
func requiredName(m ast.Decl) string {
	switch m := m.(type) {
	case *ast.FuncDecl:
		if m.IsInit {
			return "$init"
		}
		return m.Name.Text
	case *ast.VarDecl:
		return m.Name.Text
	case *ast.AssociatedTypeDecl:
		return m.Name.Text
	case *ast.PropertyDecl:
		return m.Name.Text
	}
	return subscriptName
}

// namesStruct reports whether a struct among bases may make its derived struct conform to interfaces.
func (c *checker) namesStruct(info *structInfo, bases []ast.TypeExpr) bool {
	defer c.enter(env{scope: info.scope})()
	return slices.ContainsFunc(bases, func(b ast.TypeExpr) bool {
		n, ok := b.(*ast.NamedType)
		if !ok {
			return false
		}
		sym := c.interfaceNamed(n)
		return sym != nil && sym.kind == symType
	})
}
