package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/types"
)

// The constraints of generic parameters: T : I, where X : I and where X == Y. They decide
// whether a generic takes part in a call; bodies are checked for each instance anyway.

// meets reports whether arguments satisfy the constraints of g; bound is the scope that binds them.
func (c *checker) meets(g *ast.Generics, args []*genericArg, bound *scope) bool {
	if !constrained(g) {
		return true
	}
	defer c.enter(env{scope: bound})()
	for i, p := range g.Params {
		if args[i].typ == nil {
			continue
		}
		for _, b := range p.Bounds {
			if !c.conforms(args[i].typ, b) {
				return false
			}
		}
	}
	for _, w := range g.Wheres {
		if w.Optional {
			continue
		}
		t := c.typeExpr(w.Subject)
		if w.Equal != nil && c.typeExpr(w.Equal) != t {
			return false
		}
		for _, b := range w.Bounds {
			if !c.conforms(t, b) {
				return false
			}
		}
	}
	return true
}

// unmet reports whether cond, which is known to be false, asks a type for an interface that an optional constraint
// around says of it: the branch is written for types that conform, so it means nothing here.
func (c *checker) unmet(cond ast.Expr) bool {
	for {
		p, ok := cond.(*ast.ParenExpr)
		if !ok {
			break
		}
		cond = p.X
	}
	e, ok := cond.(*ast.IsExpr)
	if !ok || e.As {
		return false
	}
	var asked types.Type
	for s := c.scope; s != nil; s = s.parent {
		if s.generics == nil {
			continue
		}
		for _, w := range s.generics.Wheres {
			if !w.Optional {
				continue
			}
			if asked == nil {
				o := c.operand(e.X)
				if asked = o.typ; o.mode != modeType {
					asked = valueType(c.exprOf(o, e.X).Type())
				}
			}
			leave := c.enter(env{scope: s})
			same := c.typeExpr(w.Subject) == asked
			leave()
			if same {
				return true
			}
		}
	}
	return false
}

func constrained(g *ast.Generics) bool {
	if len(g.Wheres) > 0 {
		return true
	}
	for _, p := range g.Params {
		if len(p.Bounds) > 0 {
			return true
		}
	}
	return false
}

// conforms reports whether t conforms to an interface: one that the source declares, which its struct
// lists or an extension adds, or a built-in one. A bound of another kind holds.
func (c *checker) conforms(t types.Type, bound ast.TypeExpr) bool {
	n, ok := bound.(*ast.NamedType)
	if !ok {
		return true
	}
	sym := c.interfaceNamed(n)
	if sym != nil && sym.builtin != nil {
		if info := c.opaqueInfo(t); info != nil {
			return info.opaque.promises(sym.builtin)
		}
		if hasBuiltin(t, sym.builtin) || sym.builtin.Name == "IComparable" && tupleElems(t) != nil && c.ordered(t) {
			return true
		}
	}
	if sym == nil {
		c.unknownConstraint(n)
		return true
	}
	if sym.conjunction {
		return c.conformsToAll(t, sym)
	}
	if sym.kind == symInterface {
		info := c.membersOf(t)
		return info != nil && (info.conformsTo(sym) && c.conformsWithArgs(info, sym, n) || c.lists(info, sym))
	}
	if sym.kind == symType && sym.info != nil && len(n.Path) == 1 {
		c.errorf(diag.BadTypeArguments, n.Span(), "'%s' is no interface, so types cannot conform to it", sym.name)
	}
	return true
}

// unknownConstraint reports a constraint that names nothing. Those of the language that slc does not know ask for nothing that an
// instance is not checked for.
func (c *checker) unknownConstraint(n *ast.NamedType) (unknown bool) {
	name := n.Path[0].Name
	if sym := c.typeSymbol(n); sym != nil {
		if sym.kind != symNamespace || len(n.Path) < 2 {
			return false
		}
		name = n.Path[len(n.Path)-1].Name
	}
	if constraintNamed(n) != nil || strings.HasPrefix(name.Text, "__") || outOfScope(name.Text, c.glslVisible()) != "" {
		return false
	}
	c.undefined(name, "type")
	return true
}

// unknownConstraints is unknownConstraint for a list, which the parameters of g may name.
func (c *checker) unknownConstraints(list []ast.TypeExpr, g *ast.Generics) (unknown bool) {
	for _, b := range list {
		n, ok := b.(*ast.NamedType)
		if ok && (g == nil || !namesParam(g, b)) && c.interfaceNamed(n) == nil && c.unknownConstraint(n) {
			unknown = true
		}
	}
	return unknown
}

// declareConjunction enters typealias I = A & B as an interface that extends A and B and asks for nothing else. A type need
// not list it.
func (c *checker) declareConjunction(d *ast.TypeAliasDecl, and *ast.ConjunctionType) {
	c.interfaces = true
	i := &ast.InterfaceDecl{DeclBase: d.DeclBase, Name: d.Name, Bases: and.Types}
	c.declare(&symbol{name: d.Name.Text, span: d.Name.Range, kind: symInterface, decl: i, conjunction: true})
}

// conformsToAll reports whether t conforms to each interface of a conjunction.
func (c *checker) conformsToAll(t types.Type, sym *symbol) bool {
	c.resolve(sym)
	bases := sym.decl.(*ast.InterfaceDecl).Bases
	if c.depth++; c.depth > maxInstantiation { // one that contains itself, which is reported
		c.depth--
		return false
	}
	defer func() { c.depth-- }()
	defer c.enter(env{scope: sym.scope})()
	return !slices.ContainsFunc(bases, func(b ast.TypeExpr) bool { return !c.conforms(t, b) })
}

// lists reports whether the declaration of a struct that is being resolved lists an interface.
func (c *checker) lists(info *structInfo, sym *symbol) bool {
	if info.self != nil || info.sym.state == resolved {
		return false
	}
	d, ok := info.sym.decl.(*ast.StructDecl)
	if !ok {
		return false
	}
	defer c.enter(env{scope: info.scope})()
	return slices.Contains(c.interfacesOf(d.Bases), sym)
}

// interfaceNamed is what the name of an interface stands for; nil if there is none.
func (c *checker) interfaceNamed(n *ast.NamedType) *symbol {
	sym := c.typeSymbol(n)
	if sym == nil {
		if k := constraintNamed(n); k != nil && (!k.Functor || len(n.Path[0].Args) > 0) {
			return c.builtinInterface(k, len(n.Path[0].Args))
		}
	}
	for _, part := range n.Path[1:] {
		if sym == nil || sym.inner == nil {
			return nil
		}
		sym = sym.inner.member(part.Name.Text)
	}
	return sym
}

// strictness counts the interfaces that g asks for, those that they extend included: of two
// generics that fit a call equally well, the stricter one is meant.
func (c *checker) strictness(g *ast.Generics, declared *scope) int {
	if !constrained(g) {
		return 0
	}
	defer c.enter(env{scope: declared})()
	n := 0
	for _, p := range g.Params {
		n += c.countInterfaces(p.Bounds)
	}
	for _, w := range g.Wheres {
		if w.Optional {
			continue
		}
		n += c.countInterfaces(w.Bounds)
		if w.Equal != nil {
			n++
		}
	}
	return n
}

func (c *checker) countInterfaces(bounds []ast.TypeExpr) int {
	return max(len(c.interfacesOf(bounds)), len(bounds))
}

// interfacesOf are the interfaces among bounds, and those that they extend.
func (c *checker) interfacesOf(bounds []ast.TypeExpr) []*symbol {
	var seen []*symbol
	var visit func(bounds []ast.TypeExpr, s *scope)
	visit = func(bounds []ast.TypeExpr, s *scope) {
		defer c.enter(env{scope: s})()
		for _, b := range bounds {
			n, ok := b.(*ast.NamedType)
			if !ok {
				continue
			}
			sym := c.interfaceNamed(n)
			if sym == nil || sym.kind != symInterface || slices.Contains(seen, sym) {
				continue
			}
			seen = append(seen, sym)
			visit(sym.decl.(*ast.InterfaceDecl).Bases, sym.scope)
		}
	}
	visit(bounds, c.scope)
	return seen
}
