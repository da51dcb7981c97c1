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
			r.check(unit{key: e.decl.Span(), from: memberSource{ext: e}}, e.decl.Span())
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
			r.check(unit{key: sym.span, from: memberSource{iface: sym}}, sym.decl.Span())
		case sym.kind == symFunc:
			for _, f := range sym.fns {
				if f.decl.Generics != nil && f.from == (memberSource{}) && f.scope.root() == r.c.file {
					r.check(unit{key: f.origin, template: f}, f.decl.Span())
				}
			}
		case sym.kind == symType && sym.generic != nil:
			r.structure(sym)
		case sym.kind == symType && sym.info != nil && sym.info.scope != nil:
			r.visit(sym.info.scope)
		}
	}
}

// structure checks a generic struct and those in it.
func (r *definitions) structure(sym *symbol) {
	d, ok := sym.decl.(*ast.StructDecl)
	if !ok {
		return
	}
	for _, m := range r.check(unit{key: sym.span, sym: sym}, d.Span()) {
		r.structure(m)
	}
}

// check reports what is wrong in a unit, which is written in span; the result are the types in it.
func (r *definitions) check(u unit, span source.Span) (nested []*symbol) {
	k := &definition{reporting: true, names: map[ast.Node]*symbol{}}
	var found []*diag.Diagnostic
	first := true
	for k.variant = range reportedVariants {
		r.c.inVariant(k, u)
		if k.variant == 0 {
			for _, d := range k.unknown {
				r.report(d, u)
			}
		}
		these, possible := r.faults(k, span)
		switch {
		case k.doubt:
			return nested
		case !possible:
			continue
		case first:
			first, found, nested = false, these, k.nested
		default:
			found = slices.DeleteFunc(found, func(d *diag.Diagnostic) bool {
				return !slices.ContainsFunc(these, func(e *diag.Diagnostic) bool { return e.Code == d.Code && e.Span == d.Span })
			})
		}
		if len(found) == 0 {
			return nested
		}
		if !k.more {
			break
		}
	}
	for _, d := range found {
		r.report(d, u)
	}
	return nested
}

// faults are the certain ones among what a variant has reported in span. A variant with large numbers is impossible if it has
// other faults: vectors have no such sizes.
func (r *definitions) faults(k *definition, span source.Span) (list []*diag.Diagnostic, possible bool) {
	if k.void {
		return nil, false
	}
	for _, d := range k.scratch.All() {
		switch {
		case d.Severity < diag.Error || !within(d.Span, span) || r.known(k, d, span):
		case certain(d):
			list = append(list, d)
		case k.variant == 0 && k.more:
			return nil, false
		}
	}
	return list, true
}

func within(s, outer source.Span) bool { return s.Start >= outer.Start && s.End <= outer.End }

// known reports whether the function that d is in could not be checked, or something in it is reported already.
func (r *definitions) known(k *definition, d *diag.Diagnostic, span source.Span) bool {
	around := func(s source.Span) bool { return within(d.Span, s) }
	if slices.ContainsFunc(k.skipped, around) {
		return true
	}
	if i := slices.IndexFunc(k.members, around); i >= 0 {
		span = k.members[i]
	}
	return slices.ContainsFunc(r.wrong, func(s source.Span) bool { return within(s, span) })
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
	case diag.ReadOnly, diag.NotAValue: // an accessor that is not promised
		return strings.Contains(d.Message, "it has no '")
	default:
		return false
	}
	return !strings.Contains(d.Message, "'__") // the core module has more such names
}

// report passes d on with the parameters as the source names them.
func (r *definitions) report(d *diag.Diagnostic, u unit) {
	to := r.to.Report(d.Code, d.Span, "%s", plainNames(d.Message))
	for _, n := range d.Notes {
		to.Note(n.Span, "%s", plainNames(n.Message))
	}
	to.Help, to.Fixes = plainNames(d.Help), d.Fixes
	if strings.Contains(d.Message, opaqueMark) {
		at := u.key
		if u.from.ext != nil {
			at = u.from.ext.decl.Target.Span()
		}
		to.Note(at, "a generic may use what the constraints of its parameters promise")
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
