package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// The types that stand for generic parameters in the check of a definition. For interfaces of the source, and for
// no constraint, it is a struct that has exactly what they require; for the interfaces of the language a
// stand-in (types.NewStandIn) for the types that conform, which is given what other interfaces require.

// opaqueMark ends the name of an opaque type, with a number that tells it from others.
const opaqueMark = "$"

// standInMark follows it in the names of stand-ins.
const standInMark = "~"

// maxOpaque bounds the opaque types of a definition, maxPath the associated types of associated types.
const (
	maxOpaque = 200
	maxPath   = 4
)

// opaque marks the members of an opaque type.
type opaque struct {
	path     string // as constraints name it: T, T.A
	builtins []*builtin.Constraint
	assoc    map[*symbol]*scope // where the bounds of its associated types are looked up
}

// bounds are constraints, looked up in a scope.
type bounds struct {
	list  []ast.TypeExpr
	scope *scope
}

// extraBound is what a where clause says of an associated type.
type extraBound struct {
	path  string
	equal ast.TypeExpr
	bounds
}

// opaqueInfo is what is known of t if it is opaque, else nil.
func (c *checker) opaqueInfo(t types.Type) *structInfo {
	switch t := t.(type) {
	case *types.Struct:
		if info, ok := t.Decl.(*structInfo); ok && info.opaque != nil {
			return info
		}
	case *types.Scalar:
		if t.IsStandIn() {
			return c.extended[t]
		}
	}
	return nil
}

// holdsOpaque reports whether t is made of an opaque type or of a struct that only the check of a definition knows.
func (c *checker) holdsOpaque(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		return c.holdsOpaque(t.Elem)
	case *types.Pointer:
		return c.holdsOpaque(t.Elem)
	case *types.Resource:
		return t.Elem != nil && c.holdsOpaque(t.Elem) || t.Layout != nil && c.holdsOpaque(t.Layout)
	case *types.Struct:
		info := c.infoOf(t)
		if info != nil && info.made != nil {
			return slices.ContainsFunc(info.made.args, c.holdsOpaque)
		}
		return info != nil && !shared(info.scope)
	}
	s := types.ElemScalar(t)
	return s != nil && s.IsStandIn()
}

// promises reports whether the constraints of an opaque type include a built-in interface.
func (o *opaque) promises(k *builtin.Constraint) bool {
	return slices.ContainsFunc(o.builtins, func(b *builtin.Constraint) bool { return b.Implies(k) })
}

// standIns are arguments for the parameters of g; nil if one cannot be stood for.
func (c *checker) standIns(k *definition, g *ast.Generics, declared *scope) []*genericArg {
	defer k.undefinedNames()
	args := make([]*genericArg, len(g.Params))
	all := make([]bounds, len(g.Params))
	for i, p := range g.Params {
		s := c.bindScope(declared, g, args)
		switch {
		case p.Each:
			k.doubt = true
		case p.Value:
			args[i] = c.standInValue(k, p, i, s)
		default:
			all[i] = bounds{p.Bounds, nil}
			for _, w := range g.Wheres {
				if !w.Optional && isNamed(w.Subject, p.Name.Text) {
					all[i].list = append(slices.Clip(all[i].list), w.Bounds...)
					k.doubt = k.doubt || w.Equal != nil
				}
			}
			if slices.ContainsFunc(all[i].list, func(b ast.TypeExpr) bool { return namesParam(g, b) }) {
				k.doubt = true // a parameter as an interface
				return nil
			}
			name := p.Name
			if strings.HasPrefix(name.Text, "$") && len(p.Bounds) > 0 { // of a parameter of interface type
				name.Text = typeText(p.Bounds[0])
			}
			args[i] = &genericArg{typ: c.standIn(k, name, p.Name.Text, []bounds{{all[i].list, s}})}
		}
		if k.doubt {
			return nil
		}
	}
	s := c.bindScope(declared, g, args)
	for _, w := range g.Wheres {
		if w.Optional { // what it says holds only where it is asked for
			continue
		}
		n, ok := w.Subject.(*ast.NamedType)
		if !ok {
			k.doubt = true
			return nil
		}
		if len(n.Path) > 1 {
			k.extra = append(k.extra, extraBound{typeText(n), w.Equal, bounds{w.Bounds, s}})
			leave := c.enter(env{scope: s})
			k.doubt = c.unknownConstraints(w.Bounds, g) || k.doubt
			leave()
		}
	}
	for i, a := range args {
		if a.typ != nil {
			c.promiseBounds(c.opaqueInfo(a.typ), []bounds{{all[i].list, s}})
		}
	}
	for _, w := range g.Wheres {
		if n, ok := w.Subject.(*ast.NamedType); ok && !w.Optional && len(n.Path) == 1 && !slices.ContainsFunc(g.Params, func(p *ast.GenericParam) bool { return isNamed(n, p.Name.Text) }) {
			c.promiseOuter(k, w, s)
		}
	}
	for _, f := range k.late {
		f()
	}
	k.late = nil
	for _, p := range g.Params {
		c.namesOfDefault(k, p, s)
	}
	if k.doubt {
		return nil
	}
	return args
}

// undefinedNames keeps the undefined names of the parameters of a generic that cannot be checked for them.
func (k *definition) undefinedNames() {
	if !k.reporting || !k.doubt {
		return
	}
	for _, d := range k.scratch.All() {
		if d.Code == diag.UndefinedName {
			k.unknown = append(k.unknown, d)
		}
	}
}

// namesOfDefault looks up the names of the default of a parameter.
func (c *checker) namesOfDefault(k *definition, p *ast.GenericParam, s *scope) {
	if !k.reporting || p.Default == nil {
		return
	}
	defer c.enter(env{scope: s})()
	if p.Value {
		c.value(p.Default)
	} else {
		c.typeArg(p.Default)
	}
	k.doubt = k.doubt || slices.ContainsFunc(k.scratch.All(), func(d *diag.Diagnostic) bool { return d.Code == diag.UndefinedName })
}

// namesParam reports whether a constraint is a parameter of g.
func namesParam(g *ast.Generics, b ast.TypeExpr) bool {
	return slices.ContainsFunc(g.Params, func(p *ast.GenericParam) bool { return isNamed(b, p.Name.Text) })
}

// promiseOuter adds what a where clause says of a parameter of the type around.
func (c *checker) promiseOuter(k *definition, w *ast.WhereClause, s *scope) {
	defer c.enter(env{scope: s})()
	info := c.opaqueInfo(c.typeExpr(w.Subject))
	more, ok := c.builtinBounds([]bounds{{w.Bounds, s}})
	if info == nil || w.Equal != nil || !ok || len(more) > 0 {
		k.doubt = true
		return
	}
	c.promiseBounds(info, []bounds{{w.Bounds, s}})
}

// moreValues are values of all value parameters in later variants; in others they differ.
var moreValues = [reportedVariants]int64{3: 4, 4: 1, 5: 8}

// standInValue is an argument for a value parameter.
func (c *checker) standInValue(k *definition, p *ast.GenericParam, i int, s *scope) *genericArg {
	k.more = true
	var t types.Type = types.Int
	if p.Type != nil {
		leave := c.enter(env{scope: s})
		t = c.typeExpr(p.Type)
		leave()
	}
	switch t := t.(type) {
	case *types.Enum:
		if all := builtin.Enumerators(t); len(all) > 0 {
			return &genericArg{value: types.IntValue(t, all[k.variant%len(all)].Value)}
		}
		if sym, ok := t.Decl.(*symbol); ok && len(sym.inner.syms) > 0 {
			if e := sym.inner.syms[k.variant%len(sym.inner.syms)]; e.value != nil {
				return &genericArg{value: e.value}
			}
		}
	case *types.Scalar:
		switch {
		case t.Kind == types.KBool:
			return &genericArg{value: types.BoolValue((k.variant+i)%2 == 0)}
		case t.Kind.IsInt() && k.variant == 0:
			return &genericArg{value: types.IntValue(t, int64(61+6*i))}
		case t.Kind.IsInt() && moreValues[k.variant] > 0:
			return &genericArg{value: types.IntValue(t, moreValues[k.variant])}
		case t.Kind.IsInt():
			return &genericArg{value: types.IntValue(t, int64(2+(k.variant+i)%2))}
		}
	}
	k.doubt = true
	return nil
}

// builtinBounds are the built-in interfaces among constraints, and among those that interfaces of the source extend; ok is
// false if there is something else that cannot be stood for.
func (c *checker) builtinBounds(all []bounds) (list []*builtin.Constraint, ok bool) {
	ok = true
	var seen []*symbol
	var visit func(of bounds)
	visit = func(of bounds) {
		defer c.enter(env{scope: of.scope})()
		for _, b := range of.list {
			n, named := b.(*ast.NamedType)
			if !named {
				ok = false
				continue
			}
			sym := c.interfaceNamed(n)
			switch {
			case sym != nil && sym.builtin != nil:
				list = append(list, sym.builtin)
				ok = ok && !sym.builtin.Functor
			case sym != nil && sym.kind == symInterface:
				if !slices.Contains(seen, sym) {
					seen = append(seen, sym)
					visit(bounds{sym.decl.(*ast.InterfaceDecl).Bases, sym.scope})
				}
			default:
				if sym == nil {
					c.unknownConstraint(n)
				}
				ok = false
			}
		}
	}
	for _, of := range all {
		visit(of)
	}
	return list, ok
}

// standIn makes a type that meets constraints; it has no members yet.
func (c *checker) standIn(k *definition, name ast.Name, path string, all []bounds) types.Type {
	builtins, ok := c.builtinBounds(all)
	if k.made++; !ok || k.made > k.limit {
		k.doubt = true
		return types.Poison
	}
	unconstrained := true
	for _, of := range all {
		unconstrained = unconstrained && len(of.list) == 0
	}
	k.more = k.more || unconstrained && !k.reporting
	unique := name.Text + opaqueMark + itoa(k.made) + opaqueMark
	o := &opaque{path: path, builtins: builtins, assoc: map[*symbol]*scope{}}
	if namesLayout(builtins) || len(builtins) == 0 && (k.reporting || !unconstrained || k.variant != 1) {
		return c.opaqueStruct(unique, name, o)
	}
	var fit []types.Kind
	for _, kind := range [...]types.Kind{types.KInt32, types.KFloat, types.KUint32, types.KBool, types.KInt64, types.KInt16} {
		if !slices.ContainsFunc(builtins, func(b *builtin.Constraint) bool { return !b.Kinds.Has(kind) }) {
			fit = append(fit, kind)
		}
	}
	if len(fit) == 0 {
		k.doubt = true
		return types.Poison
	}
	k.more = k.more || len(fit) > 1
	t := types.NewStandIn(unique+standInMark, fit[k.variant%len(fit)])
	info := c.ownInfo(t)
	info.opaque, info.generic, info.matched, info.scope.scratch = o, true, true, true
	return t
}

// opaqueStruct is a struct of unknown members.
func (c *checker) opaqueStruct(unique string, name ast.Name, o *opaque) types.Type {
	info := &structInfo{opaque: o, generic: true}
	info.t = &types.Struct{Name: unique, Span: name.Range, Decl: info}
	info.sym = &symbol{name: unique, span: name.Range, kind: symType, typ: info.t, state: resolved, scope: c.file, info: info}
	info.scope = &scope{kind: typeScope, parent: c.file, owner: info, name: unique, scratch: true}
	data := &types.Field{Name: opaqueMark, Type: types.Uint, Span: name.Range}
	info.t.Fields, info.defaults = []*types.Field{data}, []fieldDefault{{}}
	return info.t
}

// promiseBounds gives an opaque type the members that constraints require.
func (c *checker) promiseBounds(info *structInfo, all []bounds) {
	for _, of := range all {
		c.conformIn(of.scope, info, of.list)
	}
	c.matchPatterns(info, false)
}

// supply gives an opaque type the members that an interface requires.
func (c *checker) supply(info *structInfo, iface *symbol, declared *scope) {
	if c.def == nil {
		return
	}
	if iface.exist != nil && iface.exist.extended { // whose members every type that conforms has
		c.def.doubt = true
	}
	inside := &scope{kind: typeScope, parent: declared, owner: info, name: info.t.Name, using: []*scope{info.scope}, scratch: true}
	defer c.enter(env{scope: inside, from: memberSource{iface: iface}})()
	for _, m := range iface.decl.(*ast.InterfaceDecl).Members {
		switch m := m.(type) {
		case *ast.AssociatedTypeDecl:
			if info.scope.find(m.Name.Text) == nil {
				sym := &symbol{name: m.Name.Text, span: m.Name.Range, kind: symType, scope: info.scope, decl: m}
				info.opaque.assoc[sym] = declared
				info.scope.add(sym)
				c.whereAssociated(info, m, inside)
			}
		case *ast.FuncDecl:
			c.supplyMethod(info, m, inside)
		case *ast.VarDecl:
			c.supplyStatic(info, m, inside)
		case *ast.PropertyDecl:
			if info.scope.find(m.Name.Text) == nil {
				c.supplyAccessors(info, m.Name.Text, m.Name, nil, nil, m.Type, m.Accessors)
			}
		case *ast.SubscriptDecl:
			c.supplyAccessors(info, subscriptName, ast.Name{Text: "subscript", Range: m.Span()}, m.Generics, m.Params, m.Result, m.Accessors)
		case *ast.EmptyDecl:
		default:
			c.def.doubt = true
		}
	}
}

// whereAssociated notes what an interface says of an associated type in where clauses.
func (c *checker) whereAssociated(info *structInfo, d *ast.AssociatedTypeDecl, inside *scope) {
	for _, w := range d.Wheres {
		if n, ok := w.Subject.(*ast.NamedType); ok {
			c.def.extra = append(c.def.extra, extraBound{info.opaque.path + "." + typeText(n), w.Equal, bounds{w.Bounds, inside}})
		} else {
			c.def.doubt = true
		}
	}
}

// supplyMethod adds a method with an empty body if it has none, which nothing checks.
func (c *checker) supplyMethod(info *structInfo, m *ast.FuncDecl, inside *scope) {
	name := m.Name.Text
	if m.IsInit {
		name = "$init"
	}
	c.def.doubt = c.def.doubt || strings.HasPrefix(name, "operator")
	found := info.scope.find(name)
	if found != nil && (found.kind != symFunc || slices.ContainsFunc(found.fns, func(f *function) bool {
		return len(f.decl.Params) == len(m.Params) && sameText(f.decl, m)
	})) {
		return
	}
	d := *m
	if d.Body == nil {
		d.Body = noBody(m.Name)
	}
	c.scope = info.scope
	f := c.addFunction(&d, inside, info)
	f.hidden, f.private = false, false
	c.scope = inside
}

func noBody(at ast.Name) *ast.BlockStmt {
	return &ast.BlockStmt{StmtBase: ast.StmtBase{Base: ast.Base{Range: at.Range}}}
}

// supplyStatic adds a static variable; one that is a number has a value, as it may size an array.
func (c *checker) supplyStatic(info *structInfo, m *ast.VarDecl, inside *scope) {
	if info.scope.find(m.Name.Text) != nil || m.Type == nil {
		return
	}
	c.def.doubt = c.def.doubt || m.Has("static") == nil // a constraint between associated types
	v := &typed.Var{Name: m.Name.Text, Type: types.Poison, Kind: typed.Local, Const: true, Span: m.Name.Range}
	info.scope.add(&symbol{name: m.Name.Text, span: m.Name.Range, kind: symVar, static: true, scope: info.scope, state: resolved, v: v})
	c.def.late = append(c.def.late, func() {
		defer c.enter(env{scope: inside})()
		v.Type = c.typeExpr(m.Type)
		if s, ok := v.Type.(*types.Scalar); ok && (s.Kind.IsNumeric() || s.Kind == types.KBool) {
			c.setValue(v, types.ConvertValue(types.IntValue(types.Int, 3), s))
		}
	})
}

// supplyAccessors adds a property or subscript.
func (c *checker) supplyAccessors(info *structInfo, name string, at ast.Name, g *ast.Generics, params []*ast.VarDecl, t ast.TypeExpr, list []*ast.Accessor) {
	sym := info.scope.find(name)
	if sym == nil {
		sym = &symbol{name: name, span: at.Range, kind: symProperty, scope: info.scope, state: resolved, access: &accessors{}}
		info.scope.add(sym)
	}
	var bodied []*ast.Accessor
	for _, acc := range list {
		a := *acc
		if a.Body == nil {
			a.Body = noBody(at)
		}
		bodied = append(bodied, &a)
	}
	c.declareAccessors(sym.access, at, g, params, t, bodied)
}

// resolveAssociated makes the type that stands for an associated type of an opaque type.
func (c *checker) resolveAssociated(sym *symbol, d *ast.AssociatedTypeDecl) {
	k, info := c.def, sym.scope.owner
	sym.typ = types.Poison
	if k == nil || info == nil || info.opaque == nil {
		return
	}
	path := info.opaque.path + "." + d.Name.Text
	if strings.Count(path, ".") > maxPath {
		return // nothing is said of it
	}
	all := []bounds{{d.Bounds, info.opaque.assoc[sym]}}
	for _, x := range k.extra {
		switch {
		case x.path != path:
		case x.equal != nil:
			leave := c.enter(env{scope: x.scope})
			sym.typ = c.typeExpr(x.equal)
			leave()
			return
		default:
			all = append(all, x.bounds)
		}
	}
	sym.typ = c.standIn(k, d.Name, path, all)
	if found := c.opaqueInfo(sym.typ); found != nil {
		c.promiseBounds(found, all)
	}
}
