package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
)

// The generics that the file declares are checked as they are written, whether something uses them or not: with types
// that have what their constraints promise (opaque.go). Reported is what is wrong in every variant of the check, and so
// whatever the arguments are: names, members, overloads, operators and conversions that do not exist. Where it is in doubt it
// says nothing. It runs last, so that nothing it makes is part of the program.

// reportedVariants is the number of variants in which something must be wrong to be reported.
const reportedVariants = 6

// checkDefinitions checks the generics of the file.
func (c *checker) checkDefinitions() {
	if c.incomplete {
		return
	}
	prog, diags, poisoned := c.prog, c.diags, c.poisoned
	own := *c.prog
	c.prog, c.diags = &own, &diag.List{} // what the program did not need is not reported
	r := &definitions{c: c, to: diags}
	for _, d := range diags.All() {
		if d.Severity >= diag.Error {
			r.wrong = append(r.wrong, d.Span)
		}
	}
	r.visit(c.file)
	for i := range c.patterns {
		if e := &c.patterns[i]; e.scope.root() == c.file {
			r.members(e.decl.Members, memberSource{ext: e})
		}
	}
	c.prog, c.diags, c.poisoned = prog, diags, poisoned
}

// definitions is the check of the generics of a file.
type definitions struct {
	c     *checker
	to    *diag.List
	wrong []source.Span // of the errors of the program, those of instances among them
}

// visit checks the generics that are declared in s.
func (r *definitions) visit(s *scope) {
	for _, sym := range slices.Clone(s.syms) {
		switch {
		case sym.scope != s:
		case sym.kind == symNamespace:
			r.visit(sym.inner)
		case sym.kind == symInterface:
			r.members(sym.decl.(*ast.InterfaceDecl).Members, memberSource{iface: sym})
		case sym.kind == symFunc:
			for _, f := range sym.fns {
				if f.decl.Generics != nil && f.from == (memberSource{}) && f.scope.root() == r.c.file {
					r.check(&function{template: f, origin: f.origin, owner: f.owner, decl: f.decl})
				}
			}
		case sym.kind == symType && sym.generic != nil:
			r.structure(sym)
		case sym.kind == symType && sym.info != nil && sym.info.scope != nil:
			r.visit(sym.info.scope)
		}
	}
}

// members checks the methods and accessors among decls, which types have from somewhere else.
func (r *definitions) members(decls []ast.Decl, from memberSource) {
	add := func(d *ast.FuncDecl, origin source.Span) {
		if d.Body != nil {
			r.check(&function{origin: origin, owner: &structInfo{}, decl: d, from: from})
		}
	}
	accessors := func(list []*ast.Accessor) {
		for _, a := range list {
			add(&ast.FuncDecl{DeclBase: a.DeclBase, Name: a.Kind, Body: a.Body}, a.Kind.Range)
		}
	}
	for _, m := range decls {
		switch m := m.(type) {
		case *ast.FuncDecl:
			add(m, m.Name.Range)
		case *ast.PropertyDecl:
			accessors(m.Accessors)
		case *ast.SubscriptDecl:
			accessors(m.Accessors)
		}
	}
}

// structure checks the members of a generic struct.
func (r *definitions) structure(sym *symbol) {
	if _, ok := sym.decl.(*ast.StructDecl); !ok || sym.generic == nil && !inGeneric(sym.scope) {
		return
	}
	var all []*function
	var nested []*symbol
	r.c.inVariant(&definition{reporting: true}, func(k *definition) {
		info := r.c.archetypeStruct(k, sym)
		if info == nil || k.doubt {
			return
		}
		for _, m := range info.scope.syms {
			fns := m.fns
			if m.access != nil {
				fns = slices.Concat(m.access.get, m.access.set)
			}
			for _, f := range fns {
				if f.from == (memberSource{}) && f.decl.Body != nil && f.scope.root() == r.c.file {
					all = append(all, &function{origin: f.origin, owner: &structInfo{sym: sym}, decl: f.decl})
				}
			}
			if m.kind == symType && m.scope == info.scope {
				nested = append(nested, m)
			}
		}
	})
	for _, f := range all {
		r.check(f)
	}
	for _, m := range nested {
		r.structure(m)
	}
}

// check reports what is wrong in the body of f, of which the template, or the origin and the place, are known.
func (r *definitions) check(f *function) {
	span := f.decl.Span()
	inside := func(s source.Span) bool { return s.Start >= span.Start && s.End <= span.End }
	if f.decl.Body == nil || slices.ContainsFunc(r.wrong, inside) {
		return
	}
	k := &definition{reporting: true, names: map[ast.Node]*symbol{}}
	var found []*diag.Diagnostic
	for k.variant = range reportedVariants {
		r.c.inVariant(k, func(k *definition) { r.c.checkArchetype(k, f) })
		var these []*diag.Diagnostic
		for _, d := range k.scratch.All() {
			if d.Severity >= diag.Error && inside(d.Span) && certain(d) {
				these = append(these, d)
			}
		}
		if k.variant == 0 {
			found = these
		} else {
			found = slices.DeleteFunc(found, func(d *diag.Diagnostic) bool {
				return !slices.ContainsFunc(these, func(e *diag.Diagnostic) bool { return e.Code == d.Code && e.Span == d.Span })
			})
		}
		if len(found) == 0 || k.doubt {
			return
		}
		if !k.more {
			break
		}
	}
	for _, d := range found {
		r.report(d, f)
	}
}

// certain reports whether a fault is one whatever the arguments are.
func certain(d *diag.Diagnostic) bool {
	switch d.Code {
	case diag.UndefinedName:
	case diag.NoMember:
		if strings.Contains(d.Message, standInMark) { // the interfaces of the language have members that are not known here
			return false
		}
	case diag.NoOverload, diag.BadOperands, diag.TypeMismatch:
	default:
		return false
	}
	return !strings.Contains(d.Message, "'__") // the core module has more such names
}

// report passes d on with the parameters as the source names them.
func (r *definitions) report(d *diag.Diagnostic, f *function) {
	to := r.to.Report(d.Code, d.Span, "%s", plainNames(d.Message))
	for _, n := range d.Notes {
		to.Note(n.Span, "%s", plainNames(n.Message))
	}
	to.Help, to.Fixes = plainNames(d.Help), d.Fixes
	if strings.Contains(d.Message, opaqueMark) {
		to.Note(f.decl.Name.Range, "a generic may use what the constraints of its parameters promise")
	}
}

// plainNames is a message without the numbers of opaque types.
func plainNames(s string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(s, opaqueMark)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		_, s, _ = strings.Cut(rest, opaqueMark)
		s = strings.TrimPrefix(s, standInMark)
	}
}

// uncertainBuiltin notes that a call of functions of the language with an argument of an opaque type cannot be judged: the
// language has more functions for all types than are known here.
func uncertainBuiltin(name string) bool {
	switch name {
	case "min", "max", "abs", "clamp", "sqrt", "rsqrt", "exp", "exp2", "log", "log2", "pow", "sin", "cos", "tan", "floor", "ceil", "round", "lerp", "dot", "cross", "length", "normalize":
		return false
	}
	return true
}

// inDoubt reports whether the check of a definition cannot tell what a call of functions of the language does.
func (c *checker) inDoubt(o *operand, args []argument) bool {
	return c.def != nil && len(o.rows) > 0 && uncertainBuiltin(o.name.Text) &&
		slices.ContainsFunc(args, func(a argument) bool { return a.x != nil && c.holdsOpaque(a.typ()) })
}
