package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/types"
)

// The instances of generic structs that values of an interface can hold are those that the source names with arguments that are
// known where files and namespaces declare things: Tile<uint>, not Tile<T> in a generic.

// instanceName is a generic type with arguments in the source.
type instanceName struct {
	name  string
	expr  ast.Expr     // one of the two
	typ   ast.TypeExpr //
	args  []ast.Expr
	scope *scope
}

// namedInstances lists what has the form of an instance, in the order of the source.
func (c *checker) namedInstances() []instanceName {
	if c.instanceNames != nil {
		return c.instanceNames
	}
	c.instanceNames = []instanceName{}
	var visit func(decls []ast.Decl, s *scope)
	visit = func(decls []ast.Decl, s *scope) {
		for _, d := range decls {
			if ns, ok := d.(*ast.NamespaceDecl); ok {
				inner := s
				for _, part := range ns.Path {
					if sym := inner.find(part.Text); sym != nil && sym.inner != nil {
						inner = sym.inner
					}
				}
				visit(ns.Members, inner)
				continue
			}
			ast.Walk(d, func(n ast.Node) {
				switch n := n.(type) {
				case *ast.NamedType:
					if part := n.Path[len(n.Path)-1]; part.Given {
						c.instanceNames = append(c.instanceNames, instanceName{part.Name.Text, nil, n, part.Args, s})
					}
				case *ast.NameExpr:
					if n.Given {
						c.instanceNames = append(c.instanceNames, instanceName{n.Name.Text, n, nil, n.Args, s})
					}
				}
			})
		}
	}
	visit(c.source, c.file)
	for _, m := range c.modules {
		visit(m.decl.File.Decls, m.scope)
	}
	return c.instanceNames
}

// storedInstances are the instances of a generic struct that the source names.
func (c *checker) storedInstances(sym *symbol) []*structInfo {
	var out []*structInfo
	for _, n := range c.namedInstances() {
		if n.name != sym.name || !c.namesTypes(n) {
			continue
		}
		leave := c.enter(env{scope: n.scope})
		var t types.Type
		if n.typ != nil {
			t = c.typeExpr(n.typ)
		} else if o := c.operand(n.expr); o.mode == modeType {
			t = o.typ
		}
		leave()
		if info := c.infoOf(t); info != nil && info.sym.instanceOf == sym && !slices.Contains(out, info) {
			out = append(out, info)
		}
	}
	return out
}

// namesTypes reports whether the arguments of an instance are known where it is looked up; nothing is reported.
func (c *checker) namesTypes(n instanceName) bool {
	found := &diag.List{}
	defer c.enter(env{scope: n.scope})()
	defer c.quietly(found)()
	for _, a := range n.args {
		if c.isTypeArg(a) {
			if types.IsPoison(c.typeArg(a)) {
				return false
			}
		} else if isBad(c.value(a)) {
			return false
		}
	}
	return !found.HasErrors()
}

// listsGeneric reports whether the declaration of a generic struct lists an interface.
func (c *checker) listsGeneric(sym, iface *symbol) bool {
	d, ok := sym.decl.(*ast.StructDecl)
	if !ok {
		return false
	}
	defer c.enter(env{scope: sym.scope})()
	return slices.Contains(c.interfacesOf(d.Bases), iface)
}
