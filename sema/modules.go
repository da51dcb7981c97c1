package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
)

// Every module has a file scope of its own. An import is an edge to the file scope of the module:
// what a name does not find in a scope is looked for along its edges, among the names that the
// other module makes public. Namespaces of one name are one namespace to who imports them.

// module is an imported module.
type module struct {
	decl    *ast.Module
	scope   *scope
	label   string    // part of its names, if they would not be unique otherwise
	exports []*module // what it imports for its importers too
	order   []*symbol // global variables in order of declaration
}

// findModules lists the modules that file needs in slangc's order, which is also that of
// their parameters: those it imports, then those that these import.
func (c *checker) findModules(file *ast.File) {
	c.imports(file.Decls)
	for i := 0; i < len(c.modules); i++ {
		c.imports(c.modules[i].decl.File.Decls)
	}
	if len(c.modules) > 0 {
		c.labelModules(file)
	}
}

// imports adds the modules that decls import to the list.
func (c *checker) imports(decls []ast.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.ImportDecl:
			if d.Loaded != nil && c.moduleOf(d.Loaded) == nil {
				m := &module{decl: d.Loaded}
				if c.moduleIndex == nil {
					c.moduleIndex = map[*ast.Module]*module{}
				}
				c.moduleIndex[d.Loaded] = m
				c.modules = append(c.modules, m)
			}
		case *ast.NamespaceDecl:
			c.imports(d.Members)
		}
	}
}

func (c *checker) moduleOf(d *ast.Module) *module { return c.moduleIndex[d] }

// labelModules gives a label to modules that declare a type or variable whose name another one
// before has taken: names of types tell the instances of generics apart.
func (c *checker) labelModules(file *ast.File) {
	taken := map[string]bool{}
	labels := map[string]bool{}
	visitNames(file.Decls, "", func(name string) { taken[name] = true })
	for _, m := range c.modules {
		clash := false
		var own []string
		visitNames(m.decl.File.Decls, "", func(name string) {
			clash = clash || taken[name]
			own = append(own, name)
		})
		if clash {
			m.label = identifier(m.decl.Name)
			for labels[m.label] || taken[m.label] {
				m.label += "_"
			}
			labels[m.label] = true
		}
		for _, name := range own {
			taken[name] = true
		}
	}
}

// visitNames calls f with the names of types, variables and namespaces with a type or variable.
func visitNames(decls []ast.Decl, prefix string, f func(string)) {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.VarDecl:
			f(prefix + d.Name.Text)
		case *ast.StructDecl:
			f(prefix + d.Name.Text)
		case *ast.EnumDecl:
			f(prefix + d.Name.Text)
		case *ast.CBufferDecl:
			f(prefix + d.Name.Text)
		case *ast.NamespaceDecl:
			inner := prefix
			for _, p := range d.Path {
				inner += p.Text + "."
			}
			visitNames(d.Members, inner, f)
		}
	}
}

// importModule makes the names of a module visible in the current scope.
func (c *checker) importModule(d *ast.ImportDecl) {
	m := c.moduleOf(d.Loaded)
	if m == nil {
		return
	}
	c.declareModule(m)
	seen := append([]*module{m}, m.exports...)
	for _, m := range seen {
		c.scope.connect(m.scope)
	}
	if own := c.scope.root().module; own != nil && d.Has("__exported") != nil {
		for _, m := range seen {
			if !slices.Contains(own.exports, m) {
				own.exports = append(own.exports, m)
			}
		}
	}
}

// declareModule enters the declarations of m, once. Imports have no cycles.
func (c *checker) declareModule(m *module) {
	if m.scope != nil {
		return
	}
	m.scope = &scope{kind: fileScope, module: m, name: m.label}
	leave := c.enter(env{scope: m.scope})
	order := c.order
	c.order = nil
	c.declareAll(m.decl.File.Decls)
	m.order, c.order = c.order, order
	leave()
}

// resolveModules resolves the shader parameters of the modules, which are bound after those of
// the main file whether they are used or not; everything else is resolved when it is used.
func (c *checker) resolveModules() {
	for _, m := range c.modules {
		for _, sym := range m.order {
			if d, ok := sym.decl.(*ast.VarDecl); ok && d.Has("static") == nil && d.Has("groupshared") == nil {
				c.resolve(sym)
			}
		}
		c.order = append(c.order, m.order...)
	}
}

// root is the file scope around s.
func (s *scope) root() *scope {
	for s != nil && s.parent != nil {
		s = s.parent
	}
	return s
}

// connect adds an edge from s to another module's scope, and edges between the namespaces that
// both have.
func (s *scope) connect(other *scope) {
	if s == other || slices.Contains(s.imports, other) {
		return
	}
	s.imports = append(s.imports, other)
	for _, sym := range other.syms {
		if sym.kind != symNamespace || sym.decl == nil {
			continue
		}
		own := s.find(sym.name)
		if own == nil {
			own = &symbol{name: sym.name, span: sym.span, kind: symNamespace, scope: s, state: resolved,
				inner: &scope{kind: namespaceScope, parent: s, name: sym.name}}
			s.add(own)
		}
		if own.kind == symNamespace {
			own.inner.connect(sym.inner)
		}
	}
}

// further finds name in the namespaces that s uses, those that these use included, and along
// its edges; only public names beyond an edge. What the file scope of another module uses is
// not handed on. seen are the scopes that were looked into.
func (s *scope) further(name string, public bool, seen *[]*scope) *symbol {
	look := func(other *scope, public, deeper bool) *symbol {
		if slices.Contains(*seen, other) {
			return nil
		}
		*seen = append(*seen, other)
		if sym := other.find(name); sym != nil && (!public || sym.isPublic()) {
			return sym
		}
		if deeper {
			return other.further(name, public, seen)
		}
		return nil
	}
	for _, u := range s.using {
		if sym := look(u, public, true); sym != nil {
			return sym
		}
	}
	for _, other := range s.imports {
		if sym := look(other, true, other.kind == namespaceScope && other.using != nil); sym != nil {
			return sym
		}
	}
	return nil
}

// isPublic reports whether other modules see sym. A namespace that a module has only by import is
// not its own.
func (sym *symbol) isPublic() bool {
	switch sym.kind {
	case symNamespace:
		return sym.decl != nil
	case symFunc:
		return slices.ContainsFunc(sym.fns, func(f *function) bool { return !f.hidden })
	}
	return !sym.hidden
}

// functionsIn are the functions that s sees under the name of sym: those of sym, which it finds
// first, and those of the modules that it and the namespaces it uses import.
func (c *checker) functionsIn(s *scope, sym *symbol) []*function {
	c.resolve(sym)
	others := s.usedBeside(sym)
	if len(c.modules) == 0 && len(others) == 0 {
		return sym.fns
	}
	out := c.visibleFunctions(nil, sym)
	for _, other := range others {
		if other.kind == symFunc {
			c.resolve(other)
			out = c.visibleFunctions(out, other)
		}
	}
	edges := s.imports
	for _, u := range s.using {
		edges = append(edges[:len(edges):len(edges)], u.imports...)
	}
	for _, other := range edges {
		if more := other.find(sym.name); more != nil && more != sym && more.kind == symFunc {
			c.resolve(more)
			out = c.visibleFunctions(out, more)
		}
	}
	return out
}

func (c *checker) visibleFunctions(out []*function, sym *symbol) []*function {
	for _, f := range sym.fns {
		if !f.hidden || f.owner != nil || c.sees(sym.scope) {
			out = append(out, f)
		}
	}
	return out
}

// hides reports whether a declaration in the current scope is not visible to other modules.
func (c *checker) hides(d ast.Decl) bool {
	if len(c.modules) == 0 || d == nil {
		return false
	}
	m := c.scope.root().module
	if m == nil || m.decl.Open || d.Mods().Has("public") != nil {
		return false
	}
	if own := c.scope.owner; own != nil && own.sym != nil && m.decl.Inherit && d.Mods().Has("internal") == nil && d.Mods().Has("private") == nil {
		return own.sym.hidden
	}
	return true
}

// sees reports whether the current scope and s are of one module.
func (c *checker) sees(s *scope) bool { return c.scope.root() == s.root() }

// notPublic reports the use of a name that is internal to another module.
func (c *checker) notPublic(name ast.Name, declared source.Span, s *scope) {
	module := ""
	if m := s.root().module; m != nil {
		module = " '" + m.decl.Name + "'"
	}
	c.errorf(diag.NotAccessible, name.Range, "'%s' is internal to its module%s", name.Text, module).
		WithHelp("declare it public to use it in other modules").
		Note(declared, "'%s' is declared here", name.Text)
}

// hiddenName reports a name that would be found if it were public.
func (c *checker) hiddenName(name ast.Name, s *scope) bool {
	for ; s != nil; s = s.parent {
		for _, other := range s.imports {
			if sym := other.find(name.Text); sym != nil && (sym.kind != symNamespace || sym.decl != nil) {
				c.notPublic(name, sym.span, other)
				return true
			}
		}
	}
	return false
}

// usedBeside are the other names like sym, which s has, in namespaces that it uses. Names of its own hide those, but
// functions are overloads of each other.
func (s *scope) usedBeside(sym *symbol) (others []*symbol) {
	own := s.find(sym.name)
	if s.owner != nil || len(s.using) == 0 || own == nil && len(s.using) < 2 || own != nil && sym.kind != symFunc {
		return nil
	}
	for _, u := range s.using {
		if other := u.member(sym.name); other != nil && other != sym && !slices.Contains(others, other) {
			others = append(others, other)
		}
	}
	return others
}

// usedOnce reports a name that two used namespaces have.
func (c *checker) usedOnce(sym *symbol, name ast.Name) bool {
	for s := c.scope; s != nil; s = s.parent {
		if len(s.using) < 2 || s.member(name.Text) != sym {
			continue
		}
		for _, other := range s.usedBeside(sym) {
			if other.scope.depth() > sym.scope.depth() {
				continue // sym is of an outer namespace
			}
			c.errorf(diag.AmbiguousCall, name.Range, "'%s' is declared by two namespaces that are used here", name.Text).
				Note(sym.span, "one declaration").
				Note(other.span, "another declaration")
			return false
		}
	}
	return true
}

// unambiguous reports a name that two imported modules declare, unless both declare functions
// or namespaces of it.
func (c *checker) unambiguous(sym *symbol, name ast.Name) {
	if sym.kind != symFunc && sym.kind != symNamespace && !c.usedOnce(sym, name) {
		return
	}
	if len(c.modules) < 2 || sym.kind == symFunc || sym.kind == symNamespace || c.sees(sym.scope) {
		return
	}
	for s := c.scope; s != nil; s = s.parent {
		for _, other := range s.imports {
			if second := other.find(name.Text); second != nil && second != sym && second.isPublic() && s.member(name.Text) == sym {
				c.errorf(diag.AmbiguousCall, name.Range, "'%s' is declared by two imported modules", name.Text).
					Note(sym.span, "one declaration").
					Note(second.span, "another declaration")
				return
			}
		}
	}
}

// glslVisible reports whether the names of GLSL are visible in the current module.
func (c *checker) glslVisible() bool {
	return c.glsl && (c.glslAll || c.scope.root().glsl)
}
