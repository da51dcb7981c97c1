package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
)

// A generic is checked as it is written before its first instance is: with types that have only what its
// constraints promise in place of its parameters (opaque.go). What it chooses there is recorded (choices.go); what
// it makes is thrown away. The check is made for several variants where one type or value could not stand for
// all that a parameter may be: a choice counts if it is possible in each of them.

// definition is the check of one generic.
type definition struct {
	real    *output     // what the program is collected in
	fn      *function   // whose body is checked
	fields  *structInfo // whose initial values are checked
	foreign bool        // fn is a member that a type does not declare itself
	variant int         // see maxVariants
	sites   map[source.Span]*site
	names   map[ast.Node]*symbol
	undo    []func()
	scratch diag.List
	made    int   // types that stand for parameters
	limit   int   // of made, for what is checked now
	own     []any // the generic functions and types that are checked
	extra   []extraBound
	late    []func() // what has to wait until all parameters conform to their interfaces
	doubt   bool     // a parameter cannot be stood for
	more    bool     // other variants are different
	void    bool     // no arguments can be as in the variant
	// reporting asks for what is wrong, not for what is chosen.
	reporting bool
	unknown   []*diag.Diagnostic // undefined names because of which a parameter cannot be stood for
	members   []source.Span      // functions that were checked
	skipped   []source.Span      // and those that could not be
	nested    []*symbol          // types in the type that was checked
}

// unit is what is checked together: a generic function, or the members of a generic type, a generic extension or
// an interface.
type unit struct {
	key      source.Span
	template *function
	sym      *symbol
	from     memberSource
}

// unitOf is the unit that f, an instance, was made of.
func unitOf(f *function) unit {
	switch {
	case f.from.iface != nil:
		return unit{key: f.from.iface.span, from: f.from}
	case f.from.ext != nil:
		return unit{key: f.from.ext.decl.Span(), from: f.from}
	case f.owner != nil && f.owner.sym != nil && f.owner.scope != nil && inGeneric(f.owner.scope):
		return unit{key: f.owner.sym.span, sym: f.owner.sym}
	case f.template != nil:
		return unit{key: f.origin, template: f.template}
	}
	return unit{}
}

// maxVariants is the number of variants: 0 has opaque types and large numbers, 1 types of the language and numbers that
// size vectors, as have the others.
const maxVariants = 3

// noRow is the built-in overload that operators stand for in records.
var noRow = builtin.Row{}

// undo has f called when the check of a definition ends; it does nothing outside of one.
func (c *checker) undo(f func()) {
	if c.def != nil {
		c.def.undo = append(c.def.undo, f)
	}
}

// recordsFunction reports whether the definition of f is being checked.
func (c *checker) recordsFunction(f *function) bool { return c.def != nil && c.def.fn == f }

// aloud leaves the check of a definition for something that the program shares with it, until the result is called.
func (c *checker) aloud() (back func()) {
	def, scratch, recording := c.def, c.output, c.recording
	c.output, c.def, c.recording = *def.real, nil, false
	return func() {
		*def.real = c.output
		c.output, c.def, c.recording = scratch, def, recording
	}
}

// shared reports whether what is declared in s is part of the program, and not of the check of a definition.
func shared(s *scope) bool {
	for ; s != nil; s = s.parent {
		if s.scratch {
			return false
		}
	}
	return true
}

// inGeneric reports whether s lies in an instance of a generic. What a function declares is checked with the function.
func inGeneric(s *scope) bool {
	generic := false
	for ; s != nil; s = s.parent {
		if s.kind == functionScope {
			return false
		}
		generic = generic || s.binds
	}
	return generic
}

func (s *scope) inFunction() bool {
	for s != nil && s.kind != functionScope {
		s = s.parent
	}
	return s != nil
}

// define checks the definition of f, an instance of a generic or a member that its type does not declare, once.
func (c *checker) define(f *function) {
	if f.from == (memberSource{}) && !inGeneric(f.scope) {
		return
	}
	c.checkOnce(unitOf(f))
}

// defineFields checks the definition of a generic struct whose fields have initial values.
func (c *checker) defineFields(info *structInfo) {
	if info.sym != nil && info.scope != nil && inGeneric(info.scope) {
		c.checkOnce(unit{key: info.sym.span, sym: info.sym})
	}
}

// checkUnit checks u with opaque types for the parameters of all generics around it.
func (c *checker) checkUnit(k *definition, u unit) {
	if u.template != nil {
		c.checkGenericMember(k, u.template)
		return
	}
	var info *structInfo
	switch {
	case u.from.iface != nil:
		info = c.archetypeThis(k, u.from.iface)
	case u.from.ext != nil:
		info = c.archetypeExtended(k, u.from.ext)
	default:
		info = c.archetypeStruct(k, u.sym)
	}
	if info == nil || info.scope == nil || k.doubt {
		k.doubt, k.void = k.doubt || !k.more, true
		return
	}
	for _, f := range slices.Concat(membersIn(info), info.shadowed) {
		if f.from.iface == u.from.iface && sameExtension(f.from.ext, u.from.ext) {
			c.checkGenericMember(k, f)
		}
	}
	if u.sym == nil {
		return
	}
	k.fn, k.fields = nil, info
	for i := range info.t.Fields {
		c.fieldDefault(info, i, info.t.Span)
	}
	k.nested = nil
	for _, sym := range info.scope.syms {
		if k.reporting && sym.kind != symFunc && sym.scope == info.scope {
			c.resolve(sym)
		}
		if sym.kind == symType && sym.scope == info.scope {
			k.nested = append(k.nested, sym)
		}
	}
}

// membersIn are the methods and accessors of a type.
func membersIn(info *structInfo) []*function {
	var all []*function
	for _, sym := range info.scope.syms {
		all = append(all, sym.fns...)
		if sym.access != nil {
			all = append(append(append(all, sym.access.get...), sym.access.set...), sym.access.ref...)
		}
	}
	return all
}

func sameExtension(a, b *pendingExtension) bool {
	return a == nil && b == nil || a != nil && b != nil && a.decl == b.decl
}

// checkGenericMember checks f, or an instance of it for opaque types if it is generic.
func (c *checker) checkGenericMember(k *definition, f *function) {
	if f.decl.Body == nil || f.decl.Body.Span() == f.decl.Name.Range { // a requirement
		if k.reporting && f.decl.Generics == nil {
			c.signature(f)
		}
		return
	}
	span := f.decl.Span()
	k.limit = k.made + maxOpaque
	if f.decl.Generics != nil {
		f = c.archetypeOf(k, f)
	}
	if f == nil || k.doubt {
		k.doubt = false
		k.skipped = append(k.skipped, span)
		return
	}
	k.members = append(k.members, span)
	k.fn, k.foreign = f, f.from != memberSource{}
	known := len(c.functions)
	c.signature(f)
	c.body(f)
	for _, local := range c.functions[min(known, len(c.functions)):] { // methods of structs that it declares
		if local.decl.Body != nil && local.scope.inFunction() {
			k.fn = local
			c.signature(local)
			c.body(local)
		}
	}
	if k.doubt {
		k.doubt = false
		k.skipped = append(k.skipped, span)
	}
}

// checkOnce checks each variant of a definition, unless it was before, and keeps what they choose.
func (c *checker) checkOnce(u unit) {
	if c.def != nil || c.resolving > 0 || !u.key.IsValid() || c.defined[u.key] {
		return
	}
	if c.defined == nil {
		c.defined = map[source.Span]bool{}
	}
	c.defined[u.key] = true
	k := &definition{names: map[ast.Node]*symbol{}}
	for k.variant = 0; k.variant < maxVariants; k.variant++ {
		c.inVariant(k, u)
		if k.doubt {
			return
		}
		if !k.more {
			break
		}
	}
	for at, s := range k.sites {
		if ch := s.choice(); ch != nil {
			if c.chosen == nil {
				c.chosen = map[source.Span]*choice{}
			}
			c.chosen[at] = ch
		}
	}
	for e, sym := range k.names {
		if c.names == nil {
			c.names = map[ast.Node]*symbol{}
		}
		c.names[e] = sym
	}
}

// inVariant checks u in a state of its own.
func (c *checker) inVariant(k *definition, u unit) {
	real := c.output
	defer c.enter(env{scope: c.file})()
	k.real, k.undo, k.extra, k.late, k.fn, k.fields = &real, nil, nil, nil, nil, nil
	k.made, k.limit, k.members, k.skipped = 0, maxOpaque, nil, nil
	k.own, k.unknown = nil, nil
	k.void = false
	k.scratch = diag.List{}
	c.def = k
	c.output = output{diags: &k.scratch, prog: &typed.Program{Pool: c.pool}, incomplete: real.incomplete}
	c.checkUnit(k, u)
	for _, f := range slices.Backward(k.undo) {
		f()
	}
	c.def = nil
	c.output = real
}

// trial makes a value type of an interface in the check of a definition: if something is wrong with it, it is made again, and
// reported, where the program needs it.
func (c *checker) trial(sym *symbol) (end func()) {
	back := c.aloud()
	diags, found := c.diags, &diag.List{}
	c.diags = found
	poisoned, at := c.poisoned, c.poisonAt
	return func() {
		c.diags = diags
		if failed := found.HasErrors(); !failed {
			back()
		} else {
			c.poisoned, c.poisonAt = poisoned, at
			back()
			c.undo(func() { sym.exist = nil })
		}
	}
}
