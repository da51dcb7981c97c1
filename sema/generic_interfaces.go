package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
)

// The arguments of generic interfaces: a struct conforms to IBar<uint>, and a constraint B : IBar<T>
// tells what T is.

// interfaceInstance is a generic interface that a type conforms to, with its arguments.
type interfaceInstance struct {
	iface *symbol
	args  []*genericArg
}

// conformToInstance notes the arguments of a generic interface among the bases of a type; the result
// is the scope that its members are looked up in, nil after an error.
func (c *checker) conformToInstance(info *structInfo, sym *symbol, exprs []ast.Expr, at source.Span) *scope {
	g := sym.decl.(*ast.InterfaceDecl).Generics
	if g == nil {
		return sym.scope
	}
	args, ok := c.explicitArgs(g, sym.scope, exprs, sym.name, at)
	if !ok {
		return nil
	}
	if i := slices.Index(args, nil); i >= 0 {
		c.errorf(diag.BadTypeArguments, at, "'%s' needs an argument for '%s'", sym.name, g.Params[i].Name.Text)
		return nil
	}
	if one := (interfaceInstance{sym, args}); !info.conformsToInstance(one) {
		info.instances = append(info.instances, one)
	}
	return c.bindScope(sym.scope, g, args)
}

func (info *structInfo) conformsToInstance(want interfaceInstance) bool {
	return slices.ContainsFunc(info.instances, func(have interfaceInstance) bool {
		return have.iface == want.iface && sameArgs(have.args, want.args)
	})
}

// inferFromBounds binds the parameters that only the arguments of a generic interface tell, in
// <T, B : IBar<T>> or where B : IBar<T>. A type that conforms to two instances tells nothing.
func (c *checker) inferFromBounds(g *ast.Generics, bound []*genericArg, declared *scope) {
	if !slices.Contains(bound, nil) || !constrained(g) {
		return
	}
	defer c.enter(env{scope: declared})()
	for range g.Params { // what one constraint tells may be what another one needs
		before := count(bound)
		for i, p := range g.Params {
			c.inferFrom(g, bound, i, p.Bounds)
		}
		for _, w := range g.Wheres {
			i := slices.IndexFunc(g.Params, func(p *ast.GenericParam) bool { return isNamed(w.Subject, p.Name.Text) })
			if i >= 0 {
				c.inferFrom(g, bound, i, w.Bounds)
			}
		}
		if count(bound) == before {
			return
		}
	}
}

// count is the number of arguments that are known.
func count(bound []*genericArg) int {
	n := 0
	for _, b := range bound {
		if b != nil {
			n++
		}
	}
	return n
}

// isNamed reports whether te is the name alone.
func isNamed(te ast.TypeExpr, name string) bool {
	n, ok := te.(*ast.NamedType)
	return ok && len(n.Path) == 1 && !n.Path[0].Given && n.Path[0].Name.Text == name
}

// inferFrom binds what the bounds of parameter i tell of parameters that are not known yet.
func (c *checker) inferFrom(g *ast.Generics, bound []*genericArg, i int, bounds []ast.TypeExpr) {
	if bound[i] == nil || bound[i].typ == nil {
		return
	}
	for _, b := range bounds {
		exprs, one := c.boundInstance(b, bound[i])
		if one == nil {
			continue
		}
		more := make([]*genericArg, len(bound))
		for j, e := range exprs[:min(len(exprs), len(one.args))] {
			c.unifyExpr(g, more, e, *one.args[j])
		}
		for j, m := range more {
			if bound[j] == nil {
				bound[j] = m
			}
		}
	}
}

// boundInstance is the one instance of the generic interface b that a type conforms to, with the
// arguments that b is written with.
func (c *checker) boundInstance(b ast.TypeExpr, of *genericArg) ([]ast.Expr, *interfaceInstance) {
	n, ok := b.(*ast.NamedType)
	if !ok || !n.Path[len(n.Path)-1].Given {
		return nil, nil
	}
	sym, info := c.interfaceNamed(n), c.membersOf(of.typ)
	if sym == nil || info == nil {
		return nil, nil
	}
	c.resolve(info.sym)
	var found *interfaceInstance
	for i := range info.instances {
		if info.instances[i].iface != sym {
			continue
		}
		if found != nil {
			return nil, nil
		}
		found = &info.instances[i]
	}
	return n.Path[len(n.Path)-1].Args, found
}

// conformsWithArgs reports whether the instance that a constraint names is one that a type conforms to.
func (c *checker) conformsWithArgs(info *structInfo, sym *symbol, n *ast.NamedType) bool {
	g, part := sym.decl.(*ast.InterfaceDecl).Generics, n.Path[len(n.Path)-1]
	if g == nil || !part.Given {
		return true
	}
	args, ok := c.explicitArgs(g, sym.scope, part.Args, sym.name, n.Span())
	return !ok || slices.Contains(args, nil) || info.conformsToInstance(interfaceInstance{sym, args})
}
