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
	made    int // types that stand for parameters
	extra   []extraBound
	where   *scope   // in which extra is looked up
	late    []func() // what has to wait until all parameters conform to their interfaces
	doubt   bool     // a parameter cannot be stood for
	more    bool     // other variants are different
	// reporting asks for what is wrong, not for what is chosen.
	reporting bool
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
	c.checkOnce(f.origin, func(k *definition) { c.checkArchetype(k, f) })
}

// checkArchetype checks f with opaque types for the parameters of all generics around it.
func (c *checker) checkArchetype(k *definition, f *function) {
	if k.fn = c.archetypeOf(k, f); k.fn == nil || k.doubt {
		k.doubt = true
		return
	}
	k.foreign = k.fn.from != memberSource{}
	c.signature(k.fn)
	if k.fn.decl.Body != nil {
		c.body(k.fn)
	}
	for _, local := range c.functions { // methods of structs that it declares
		if local.decl.Body != nil && local.scope.inFunction() {
			k.fn = local
			c.signature(local)
			c.body(local)
		}
	}
}

// defineFields checks the initial values of the fields of a generic struct, once.
func (c *checker) defineFields(info *structInfo) {
	if info.sym == nil || info.scope == nil || !inGeneric(info.scope) {
		return
	}
	c.checkOnce(info.sym.span, func(k *definition) {
		if k.fields = c.archetypeStruct(k, info.sym); k.fields == nil || k.doubt {
			return
		}
		for i := range k.fields.t.Fields {
			c.fieldDefault(k.fields, i, k.fields.t.Span)
		}
	})
}

// checkOnce calls check for each variant of a definition, unless it was before, and keeps what they choose.
func (c *checker) checkOnce(origin source.Span, check func(k *definition)) {
	if c.def != nil || c.resolving > 0 || !origin.IsValid() || c.defined[origin] {
		return
	}
	if c.defined == nil {
		c.defined = map[source.Span]bool{}
	}
	c.defined[origin] = true
	k := &definition{names: map[ast.Node]*symbol{}}
	for k.variant = 0; k.variant < maxVariants; k.variant++ {
		c.inVariant(k, check)
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

// inVariant calls check in a state of its own.
func (c *checker) inVariant(k *definition, check func(k *definition)) {
	real := c.output
	defer c.enter(env{scope: c.file})()
	k.real, k.undo, k.extra, k.late, k.fn, k.fields = &real, nil, nil, nil, nil, nil
	k.scratch = diag.List{}
	c.def = k
	c.output = output{diags: &k.scratch, prog: &typed.Program{Pool: c.pool}, incomplete: real.incomplete}
	check(k)
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
