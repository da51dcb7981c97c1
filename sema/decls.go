package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/types"
)

// declareAll enters the declarations of a file into the current scope; nothing is resolved.
func (c *checker) declareAll(decls []ast.Decl) {
	outer := c.usings
	c.usings = nil
	c.declareDecls(decls)
	for _, u := range c.usings { // it may name a namespace that follows
		leave := c.enter(env{scope: u.scope})
		c.use(u.decl)
		leave()
	}
	c.usings = outer
}

func (c *checker) declareDecls(decls []ast.Decl) {
	for _, d := range decls {
		c.declareDecl(d)
	}
}

func (c *checker) declareDecl(d ast.Decl) {
	switch d.(type) {
	case *ast.VarDecl, *ast.FuncDecl: // as they are resolved
	case *ast.EmptyDecl, *ast.UnsupportedDecl:
		c.placeAttributes(d.Mods().Attributes, declPlace(d))
	default:
		c.placeAttributes(d.Mods().Attributes, declPlace(d))
		c.checkLayouts(d.Mods(), declPlace(d))
	}
	switch d := d.(type) {
	case *ast.VarDecl:
		sym := &symbol{name: d.Name.Text, span: d.Name.Range, kind: symVar, decl: d}
		c.declare(sym)
		c.order = append(c.order, sym)
	case *ast.FuncDecl:
		c.declareFunc(d)
	case *ast.StructDecl:
		c.declareStruct(d)
	case *ast.EnumDecl:
		c.declareEnum(d)
	case *ast.TypeAliasDecl:
		if and, ok := d.Type.(*ast.ConjunctionType); ok && d.Generics == nil {
			c.declareConjunction(d, and)
			return
		}
		c.declare(&symbol{name: d.Name.Text, span: d.Name.Range, kind: symType, decl: d, generic: d.Generics})
	case *ast.NamespaceDecl:
		c.declareNamespace(d)
	case *ast.CBufferDecl:
		c.declareCBuffer(d)
	case *ast.StaticAssertDecl:
		c.asserts = append(c.asserts, pendingAssert{d, c.scope})
	case *ast.InterfaceDecl:
		c.interfaces = true
		c.declare(&symbol{name: d.Name.Text, span: d.Name.Range, kind: symInterface, decl: d})
	case *ast.ExtensionDecl:
		c.extensions = append(c.extensions, pendingExtension{d, c.scope})
	case *ast.PropertyDecl:
		c.declareProperty(d)
	case *ast.SubscriptDecl:
		c.declareSubscript(d)
	case *ast.AssociatedTypeDecl:
		c.errorf(diag.BadModifier, nameOr(d.Name, d), "an associated type is declared in an interface only").
			WithHelp("a type that conforms to the interface names its own with typealias, or declares a struct of that name")
		c.declare(&symbol{name: d.Name.Text, span: d.Name.Range, kind: symUnsupported, decl: d})
	case *ast.ImportDecl:
		c.declareImport(d)
	case *ast.UnsupportedDecl:
		c.unsupported(d.Span(), d.What+" is")
		c.incomplete = true
	case *ast.UsingDecl:
		c.usings = append(c.usings, pendingUsing{d, c.scope})
	case *ast.EmptyDecl:
		c.declareEmpty(d)
	}
}

func nameOr(n ast.Name, d ast.Decl) source.Span {
	if n.IsValid() {
		return n.Range
	}
	return d.Span()
}

// declareImport accepts the GLSL module, whose names are built in, and the
// module declaration of the file itself; other modules are not supported.
func (c *checker) declareImport(d *ast.ImportDecl) {
	switch {
	case c.scope.kind != fileScope && c.scope.kind != namespaceScope:
		c.errorf(diag.BadModifier, d.Span(), "'%s' cannot stand inside a type", d.Kind.Text)
	case d.Kind.Text == "import" && d.Path == "glsl":
		c.glsl, c.scope.root().glsl = true, true
	case d.Kind.Text == "import" && d.Path == "experimental.workgraph": // its Barrier and flags are always known
	case d.Loaded != nil:
		c.importModule(d)
	case c.linked || d.Kind.Text == "module": // the loader has seen to it
	default:
		c.unsupported(d.Span(), d.Kind.Text+" is")
		c.incomplete = true
	}
}

func (c *checker) redefined(sym, old *symbol) {
	c.errorf(diag.Redefinition, sym.span, "'%s' is already declared in this scope", sym.name).
		Note(old.span, "the earlier declaration of '%s'", sym.name)
}

func (c *checker) declareFunc(d *ast.FuncDecl) {
	if op, ok := strings.CutPrefix(d.Name.Text, "operator"); ok && (op == "()" && c.scope.owner == nil || op == "," || op == "=") {
		c.unsupported(d.Name.Range, "overloading '"+op+"' is")
		return
	}
	if d.Name.Text == followName && d.Generics != nil && c.scope.owner == nil {
		c.unsupported(d.Name.Range, "a "+followName+" of the program, which says what handles mean, is")
		return
	}
	if d.Generics != nil && c.variadic(d.Generics) {
		c.incomplete = true
		return
	}
	c.addFunction(d, c.scope, c.scope.owner)
}

// variadic reports a parameter that stands for any number of them.
func (c *checker) variadic(g *ast.Generics) bool {
	i := slices.IndexFunc(g.Params, func(p *ast.GenericParam) bool { return p.Each })
	if i >= 0 {
		c.unsupported(g.Params[i].Span(), "variadic generics are")
	}
	return i >= 0
}

// addFunction enters a function into the current scope. Its own names are looked
// up from inside; owner is the type of a method.
func (c *checker) addFunction(d *ast.FuncDecl, inside *scope, owner *structInfo) *function {
	f := &function{name: d.Name.Text, decl: d, scope: inside, owner: owner, origin: d.Name.Range, from: c.from}
	f.static = d.Has("static") != nil
	f.private = d.Has("private") != nil
	f.hidden = c.hides(d)
	c.checkMutating(f)
	f.mutating = d.Attribute("mutating") != nil || d.Attribute("__ref") != nil || d.Has("mutating") != nil || d.IsInit
	name := d.Name.Text
	if d.IsInit {
		name = "$init"
		f.name = "init"
	} else if d.Has("__postfix") != nil {
		name = postfixOperator + name
	}
	sym := c.scope.find(name)
	if sym == nil {
		sym = &symbol{name: name, span: d.Name.Range, kind: symFunc, decl: d, scope: c.scope}
		c.scope.add(sym)
	} else if sym.kind != symFunc {
		c.redefined(&symbol{name: name, span: d.Name.Range}, sym)
		return f
	}
	sym.fns = append(sym.fns, f)
	c.interfaces = c.interfaces || takesBuiltinInterface(d)
	if !c.namesKnown {
		c.unopened = append(c.unopened, f)
	} else if c.interfaces {
		c.openParams(f)
	}
	if f.decl.Generics == nil && !(f.owner != nil && f.owner.generic) {
		c.list(f)
	} else if f.owner == nil {
		c.templates = append(c.templates, f)
	}
	return f
}

// checkMutating reports [mutating] on a function that has no this.
func (c *checker) checkMutating(f *function) {
	if f.owner != nil && !f.static {
		return
	}
	at := f.decl.Has("mutating")
	if a := f.decl.Attribute("mutating"); a != nil {
		at = &a.Name
	}
	if at != nil {
		c.errorf(diag.BadModifier, at.Range, "'%s' cannot be [mutating]: only a method that is not static has a 'this'", f.name)
	}
}

// list notes a function whose body is checked even if nothing calls it. Those of imported
// modules are checked when they are called, but -entry may name them.
func (c *checker) list(f *function) {
	if len(c.modules) > 0 && c.scope.root() != c.file {
		c.foreign = append(c.foreign, f)
		return
	}
	c.functions = append(c.functions, f)
}

func (c *checker) declareEnum(d *ast.EnumDecl) {
	sym := &symbol{name: d.Name.Text, span: d.Name.Range, kind: symType, decl: d}
	c.declare(sym)
	sym.scope = c.scope
	sym.inner = &scope{kind: typeScope, parent: c.scope, name: d.Name.Text}
	unscoped := d.Attribute("UnscopedEnum") != nil || !d.Name.IsValid()
	saved := c.scope
	c.scope = sym.inner
	for _, e := range d.Cases {
		c.placeAttributes(e.Attributes, onOther)
		c.declare(&symbol{name: e.Name.Text, span: e.Name.Range, kind: symConst, decl: d})
	}
	c.scope = saved
	if unscoped {
		for _, e := range sym.inner.syms {
			if old := c.scope.find(e.name); old != nil {
				c.redefined(e, old)
				continue
			}
			c.scope.add(e)
		}
	}
	for _, e := range sym.inner.syms {
		e.info = &structInfo{enum: sym} // the type to resolve first
	}
}

func (c *checker) declareNamespace(d *ast.NamespaceDecl) {
	saved := c.scope
	for _, part := range d.Path {
		sym := c.scope.find(part.Text)
		if sym == nil || sym.kind != symNamespace {
			if sym != nil {
				c.redefined(&symbol{name: part.Text, span: part.Range}, sym)
			}
			sym = &symbol{name: part.Text, span: part.Range, kind: symNamespace, decl: d, scope: c.scope,
				inner: &scope{kind: namespaceScope, parent: c.scope, name: part.Text}}
			c.scope.add(sym)
		}
		sym.decl = d // it may be there by import only
		c.scope = sym.inner
	}
	c.declareDecls(d.Members)
	c.scope = saved
}

// use adds the namespace that a using directive names to the current scope.
func (c *checker) use(d *ast.UsingDecl) {
	var at *symbol
	for i, part := range d.Path {
		if i == 0 {
			at = c.lookup(part.Text)
		} else {
			at = at.inner.member(part.Text)
		}
		if at == nil || at.kind != symNamespace {
			if !c.incomplete {
				c.errorf(diag.UndefinedName, part.Range, "'%s' is not a namespace", part.Text)
			}
			return
		}
	}
	if at != nil {
		c.scope.using = append(c.scope.using, at.inner)
	}
}

// resolveScope resolves everything declared in s and in the namespaces and types
// inside it.
func (c *checker) resolveScope(s *scope) {
	defer c.enter(env{scope: s})()
	for i := 0; i < len(s.syms); i++ {
		sym := s.syms[i]
		c.resolve(sym)
		if sym.kind == symNamespace {
			c.resolveScope(sym.inner)
		}
	}
	if s == c.file {
		c.checkAsserts()
	}
}

// checkAsserts checks the static_asserts outside of functions.
func (c *checker) checkAsserts() {
	for _, a := range c.asserts {
		leave := c.enter(env{scope: a.scope})
		c.staticAssert(a.decl)
		leave()
	}
	c.asserts = nil
}

// resolve makes the meaning of sym known.
func (c *checker) resolve(sym *symbol) {
	switch sym.state {
	case resolved:
		return
	case resolving:
		c.cyclic(sym)
		return
	}
	if c.def != nil && shared(sym.scope) {
		defer c.aloud()()
	}
	c.resolving++
	defer func() { c.resolving-- }()
	sym.state = resolving
	leave := c.enter(env{scope: sym.scope, decl: sym.decl})
	switch sym.kind {
	case symVar:
		if d, ok := sym.decl.(*ast.VarDecl); ok {
			c.resolveGlobal(sym, d)
		}
	case symFunc:
		c.resolveOverloads(sym)
	case symInterface:
		c.resolveInterface(sym, sym.decl.(*ast.InterfaceDecl))
	case symType:
		if sym.generic == nil {
			c.resolveTypeSymbol(sym)
		}
	case symConst:
		if sym.info != nil && sym.info.enum != nil {
			c.resolve(sym.info.enum)
		}
		if sym.value == nil { // its enum is being resolved and has not come to it
			sym.value = &types.Value{T: types.Poison}
			c.errorf(diag.CyclicDefinition, sym.span, "enumerator '%s' is used before its value is known", sym.name)
		}
	case symBlockMember:
	}
	leave()
	sym.state = resolved
}

// cyclic reports a definition that needs itself and gives it a type to go on with.
func (c *checker) cyclic(sym *symbol) {
	switch sym.kind {
	case symFunc:
		return // signatures do not depend on one another
	case symConst:
		if sym.value != nil {
			return
		}
		sym.value = &types.Value{T: types.Poison}
	case symType:
		if sym.typ != nil {
			return // structs may be named inside themselves; fields are checked there
		}
		sym.typ = types.Poison
	}
	c.errorf(diag.CyclicDefinition, sym.span, "the definition of '%s' needs itself", sym.name)
}

func (c *checker) resolveTypeSymbol(sym *symbol) {
	switch d := sym.decl.(type) {
	case *ast.StructDecl:
		c.resolveStruct(sym, d)
	case *ast.EnumDecl:
		c.resolveEnum(sym, d)
	case *ast.TypeAliasDecl:
		t := c.layoutWritten(d.Type)
		if t == nil {
			t = c.typeExpr(d.Type)
		}
		c.aliasModifiers(d)
		if sym.typ == nil { // not cyclic
			sym.typ = t
		}
	case *ast.AssociatedTypeDecl: // of a type that stands for a parameter
		c.resolveAssociated(sym, d)
	}
}

// aliasModifiers refuses what qualifies variables, not types.
func (c *checker) aliasModifiers(d *ast.TypeAliasDecl) {
	for _, k := range typeModifiers(d.Type) {
		if k.Text == "volatile" || k.Text == "const" {
			c.errorf(diag.BadModifier, k.Range, "'%s' cannot be part of a type: it qualifies a variable", k.Text)
		}
	}
}

func (c *checker) resolveEnum(sym *symbol, d *ast.EnumDecl) {
	underlying := types.Int
	if d.Underlying != nil {
		switch t := c.typeExpr(d.Underlying).(type) {
		case *types.Scalar:
			if t.Kind.IsInt() || t.Kind == types.KBool {
				underlying = t
			} else if t != types.Poison {
				c.errorf(diag.NotAType, d.Underlying.Span(), "an enum is based on an integer type or bool, not on '%s'", t)
			}
		default:
			c.errorf(diag.NotAType, d.Underlying.Span(), "an enum is based on an integer type or bool, not on '%s'", t)
		}
	}
	t := &types.Enum{Name: qualified(sym.scope, d.Name.Text), Underlying: underlying, Span: d.Name.Range, Decl: sym}
	sym.typ = t
	saved := c.scope
	c.scope = sym.inner // enumerators may name earlier ones
	flags := attribute(d.Attributes, "Flags") != nil
	next := types.IntValue(underlying, 0)
	if flags {
		next = types.IntValue(underlying, 1)
	}
	for i, e := range d.Cases {
		v := next
		if i > 0 && e.Value == nil && !flags && v.Bits == lowest(underlying) {
			c.errorf(diag.ConstantOverflow, e.Name.Range, "'%s' would be one more than the largest '%s': its value is %s", e.Name.Text, underlying, v)
		}
		if e.Value == nil && flags && v.Bits == 0 {
			c.errorf(diag.ConstantOverflow, e.Name.Range, "'%s' would be a power of two above the largest '%s': its value is 0", e.Name.Text, underlying)
		}
		if e.Value != nil {
			v = c.enumValue(e.Value, t)
		}
		if i < len(sym.inner.syms) {
			if s := sym.inner.find(e.Name.Text); s != nil && s.value == nil {
				s.value = &types.Value{T: t, Bits: v.Bits}
			}
		}
		next = types.UintValue(underlying, v.Bits+1)
		if underlying.Kind == types.KBool {
			next = types.BoolValue(v.Bits == 0)
		}
		if flags { // the next power of two
			next = types.UintValue(underlying, nextFlag(v.Bits))
		}
	}
	c.scope = saved
}

// lowest is the least value of an integer type or bool, as its bits.
func lowest(s *types.Scalar) uint64 {
	if s.Kind.IsSigned() {
		return -(uint64(1) << (s.Bits - 1))
	}
	return 0
}

// nextFlag is the lowest power of two above v.
func nextFlag(v uint64) uint64 {
	flag := uint64(1)
	for flag != 0 && flag <= v {
		flag <<= 1
	}
	return flag
}

// enumValue is the value of an enumerator. An enumerator of the same enum counts
// as its integer.
func (c *checker) enumValue(e ast.Expr, t *types.Enum) *types.Value {
	x := c.value(e)
	if x.Type() == types.Type(t) {
		x = c.convert(x, t.Underlying)
	}
	x = c.coerce(x, t.Underlying)
	if v := c.constant(x); v != nil {
		return v
	}
	if !isBad(x) {
		c.errorf(diag.NotConstant, e.Span(), "the value of an enumerator must be a compile-time constant")
	}
	return types.IntValue(t.Underlying, 0)
}

// qualified is name with the namespaces and types around it.
func qualified(s *scope, name string) string {
	for ; s != nil; s = s.parent {
		if (s.kind == namespaceScope || s.kind == typeScope || s.kind == fileScope) && s.name != "" {
			name = s.name + "." + name
			if s.kind == typeScope {
				return name // a type's name is qualified already
			}
		}
	}
	return name
}
