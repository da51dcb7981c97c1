package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Extensions add members and interfaces to a type. One that names a struct adds them to its scope
// when all names are known. Types that the source does not declare have members in a structInfo of
// their own. Generic extensions are instantiated for each type that their target fits, when
// the members of the type are first asked for.

// pendingExtension is an extension whose target is looked up when all names are known.
type pendingExtension struct {
	decl  *ast.ExtensionDecl
	scope *scope
}

// extend adds the members of extensions to the types they name.
func (c *checker) extend() {
	var concrete []pendingExtension
	for _, e := range c.extensions {
		leave := c.enter(env{scope: e.scope})
		switch {
		case e.decl.Generics != nil:
			c.genericExtension(e)
		case !c.extendStruct(e.decl):
			concrete = append(concrete, e)
		}
		leave()
	}
	c.extensions = nil
	for _, e := range concrete { // their targets may be instances of generics that are extended
		leave := c.enter(env{scope: e.scope})
		if t := c.typeExpr(e.decl.Target); c.extensible(t, e.decl) {
			if x := c.existentialOf(t); x != nil {
				x.extended = true
			}
			c.extendWith(c.ownInfo(t), e, e.scope)
		}
		leave()
	}
}

// extendStruct is an extension of a struct of the source that is not generic; false for others.
func (c *checker) extendStruct(d *ast.ExtensionDecl) bool {
	n, ok := d.Target.(*ast.NamedType)
	if !ok || len(n.Path) != 1 || n.Path[0].Given || n.Global {
		return false
	}
	sym := c.lookup(n.Path[0].Name.Text)
	if sym == nil || sym.kind != symType || sym.info == nil || sym.info.scope == nil {
		return false
	}
	inside := &scope{kind: typeScope, parent: sym.info.scope, owner: sym.info, name: sym.info.t.Name}
	if !c.sees(sym.info.scope) { // of another module: names are those of the extension's place
		inside.parent, inside.using = c.scope, []*scope{sym.info.scope}
	}
	saved := c.scope
	c.scope = sym.info.scope
	for _, m := range d.Members {
		if f, ok := m.(*ast.FuncDecl); ok {
			c.addFunction(f, inside, sym.info)
		} else if !c.addsField(m) {
			c.declareDecl(m)
		}
	}
	c.scope = saved
	if len(d.Bases) > 0 && !c.sees(sym.info.scope) {
		sym.info.elsewhere = append(sym.info.elsewhere, pendingExtension{d, c.scope})
	} else if sd, ok := sym.decl.(*ast.StructDecl); ok && len(d.Bases) > 0 {
		extended := *sd
		extended.Bases = append(append([]ast.TypeExpr(nil), sd.Bases...), d.Bases...)
		sym.decl = &extended
	}
	return true
}

// addsField reports a field in an extension.
func (c *checker) addsField(m ast.Decl) bool {
	v, ok := m.(*ast.VarDecl)
	if !ok || v.Has("static") != nil {
		return false
	}
	c.errorf(diag.BadModifier, v.Name.Range, "an extension cannot add fields")
	return true
}

// extensible reports a target that cannot be extended.
func (c *checker) extensible(t types.Type, d *ast.ExtensionDecl) bool {
	switch t := t.(type) {
	case *types.Scalar:
		if t.Kind == types.KPoison {
			c.incomplete = true
			return false
		}
		if t.Kind.IsNumeric() || t.Kind == types.KBool {
			return true
		}
	case *types.Vector, *types.Matrix, *types.Enum, *types.Array, *types.Atomic:
		return true
	case *types.Resource:
		if _, content := contentOf(t); !content { // whose members are those of the content
			return true
		}
	case *types.Struct:
		return c.infoOf(t) != nil
	}
	c.unsupported(d.Target.Span(), "an extension of '"+t.String()+"' is")
	c.incomplete = true
	return false
}

// ownInfo is the structInfo of a type; one is made for a type that is no struct.
func (c *checker) ownInfo(t types.Type) *structInfo {
	if info := c.infoOf(t); info != nil {
		return info
	}
	if info := c.extended[t]; info != nil {
		return info
	}
	info := &structInfo{t: &types.Struct{Name: identifier(t.String())}, self: t}
	info.t.Decl = info
	info.sym = &symbol{name: t.String(), kind: symType, typ: t, state: resolved, scope: c.file}
	info.scope = &scope{kind: typeScope, parent: c.file, owner: info, name: info.t.Name, scratch: c.def != nil}
	if c.extended == nil {
		c.extended = map[types.Type]*structInfo{}
	}
	c.extended[t] = info
	c.extendedTypes = append(c.extendedTypes, info)
	c.undo(func() { delete(c.extended, t) })
	return info
}

// this is the type that a structInfo is about.
func (info *structInfo) this() types.Type {
	if info.self != nil {
		return info.self
	}
	return info.t
}

// membersOf is what is known of the members that the source gives to t; nil if it gives none.
// Those of a struct are complete when it is resolved.
func (c *checker) membersOf(t types.Type) *structInfo {
	if info := c.infoOf(t); info != nil {
		if info.made != nil && !info.matched && len(c.patterns) > 0 {
			if c.def != nil && !c.holdsOpaque(t) { // as the program has it
				defer c.aloud()()
			}
			info.matched = true
			c.matchPatterns(info, true)
			c.matchPatterns(info, false)
		}
		return info
	}
	info := c.extended[t]
	if len(c.patterns) == 0 || info != nil && info.matched {
		return info
	}
	if c.def != nil && info != nil && !info.scope.scratch { // as the program has it
		defer c.aloud()()
	}
	switch s := t.(type) {
	case *types.Scalar:
		if !s.Kind.IsNumeric() && s.Kind != types.KBool {
			return nil
		}
	case *types.Vector, *types.Matrix, *types.Enum, *types.Array, *types.Resource, *types.Atomic:
	default:
		return nil
	}
	info = c.ownInfo(t)
	info.matched = true
	c.matchPatterns(info, true)
	c.matchPatterns(info, false)
	return info
}

// matchPatterns applies the generic extensions that are for a type: those that name a generic type,
// or those of every type that satisfies a constraint.
func (c *checker) matchPatterns(info *structInfo, named bool) {
	for _, e := range c.patterns {
		if e.decl.Target.(*ast.NamedType).Path[0].Given != named {
			continue
		}
		if bound := c.fitsType(e, info.this()); bound != nil {
			c.extendWith(info, e, bound)
		}
	}
}

// genericExtension notes an extension with generic parameters, all of which its target must name.
func (c *checker) genericExtension(e pendingExtension) {
	g := e.decl.Generics
	if c.variadic(g) {
		return
	}
	n, ok := e.decl.Target.(*ast.NamedType)
	if !ok || len(n.Path) != 1 {
		c.unsupported(e.decl.Target.Span(), "a generic extension of this type is")
		c.incomplete = true
		return
	}
	if !n.Path[0].Given && !slices.ContainsFunc(g.Params, func(p *ast.GenericParam) bool { return p.Name.Text == n.Path[0].Name.Text }) {
		c.errorf(diag.BadTypeArguments, n.Span(), "the extended type names no generic parameter of the extension")
		return
	}
	if n.Path[0].Given && c.lookup(n.Path[0].Name.Text) == nil && !extensibleGeneric(n.Path[0].Name.Text, len(n.Path[0].Args)) {
		c.unsupported(n.Span(), "an extension of '"+n.Path[0].Name.Text+"' is")
		c.incomplete = true
		return
	}
	c.patterns = append(c.patterns, e)
}

// extensibleGeneric reports whether a built-in generic type with so many arguments has extensions (see membersOf).
func extensibleGeneric(name string, args int) bool {
	switch name {
	case "vector", "Array":
		return args == 2
	case "matrix":
		return args == 3
	case "Atomic", "Optional":
		return args == 1
	case "Tuple":
		return args > 0 && args <= maxTuple
	}
	ctor := builtin.NamedCtor(name)
	return ctor != nil && ctor.MaxArg > 0 && args == 1 && name != "ConstantBuffer" && name != "ParameterBlock"
}

// fitsType matches the target of a generic extension with t; the result is the scope that binds
// its parameters, nil if it is not for t.
func (c *checker) fitsType(e pendingExtension, t types.Type) *scope {
	g, part := e.decl.Generics, e.decl.Target.(*ast.NamedType).Path[0]
	bound := make([]*genericArg, len(g.Params))
	c.unify(g, bound, e.decl.Target, t)
	c.inferFromBounds(g, bound, e.scope)
	if slices.Contains(bound, nil) {
		return nil
	}
	s := c.bindScope(e.scope, g, bound)
	if !c.meets(g, bound, s) {
		return nil
	}
	if !part.Given {
		return s
	}
	defer c.enter(env{scope: s})()
	args := typeArguments(t, part.Name.Text)
	if _, scalar := t.(*types.Scalar); scalar { // it only converts
		return nil
	}
	if n := len(args); n == len(part.Args)+1 {
		if l, ok := types.DataLayoutOf(args[n-1].typ); ok && l == types.DefaultDataLayout { // which may be left out
			args = args[:n-1]
		}
	}
	if len(args) != len(part.Args) {
		return nil
	}
	for i, a := range args { // what the target says without naming a parameter
		if a.typ != nil && c.typeArg(part.Args[i]) != a.typ {
			return nil
		}
		if a.value == nil {
			continue
		}
		if v := c.constInt(part.Args[i], "a generic argument"); v == nil || v.Bits != a.value.Bits {
			return nil
		}
	}
	return s
}

// declares reports whether a type has a method that takes the place of d.
func (info *structInfo) declares(d *ast.FuncDecl) bool {
	found := info.scope.find(d.Name.Text)
	return found != nil && found.kind == symFunc && slices.ContainsFunc(found.fns, func(f *function) bool {
		return len(f.decl.Params) == len(d.Params)
	})
}

// extendWith adds the members of an extension to a type. Their own names are looked up in outer.
func (c *checker) extendWith(info *structInfo, e pendingExtension, outer *scope) {
	inside := &scope{kind: typeScope, parent: outer, owner: info, name: info.t.Name}
	var ext *pendingExtension
	if outer != e.scope {
		ext = &e
	}
	leave := c.enter(env{scope: inside, from: memberSource{ext: ext}})
	general := outer != e.scope && !e.decl.Target.(*ast.NamedType).Path[0].Given
	for _, m := range e.decl.Members {
		f, ok := m.(*ast.FuncDecl)
		if ok && general && info.declares(f) { // what a type says of itself wins over what is said of all types
			c.shadowed(info, f, inside)
			continue
		}
		if ok && f.IsInit && info.self != nil && !constructible(info.self) {
			c.unsupported(f.Name.Range, "a constructor in an extension of '"+info.self.String()+"' is")
		} else if !c.addsField(m) {
			c.declareDecl(m)
		}
	}
	leave()
	own := inside.syms
	inside.syms, inside.index, inside.using = nil, nil, []*scope{info.scope}
	for _, sym := range own {
		old := info.scope.find(sym.name)
		switch {
		case old == nil:
			info.scope.add(sym)
		case old.kind == symFunc && sym.kind == symFunc:
			old.fns = append(old.fns, sym.fns...)
			old.state = unresolved
		default:
			c.redefined(sym, old)
		}
	}
	c.conformIn(outer, info, e.decl.Bases)
}
