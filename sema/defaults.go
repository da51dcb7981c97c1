package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// What a value starts as where the source gives none.

// takesValue reports whether lists and constructor calls give field f a value: those that are less visible
// than the struct have no place in them.
func (c *checker) takesValue(info *structInfo, f *types.Field) bool {
	d, ok := info.sym.decl.(*ast.StructDecl)
	return !ok || f.Access >= accessOf(&d.Modifiers)
}

// fieldDefault is the value of a field that no value is given for.
func (c *checker) fieldDefault(info *structInfo, i int, span source.Span) typed.Expr {
	f := info.t.Fields[i]
	if d := &info.defaults[i]; d.init != nil {
		if d.busy {
			c.errorf(diag.CyclicDefinition, d.init.Span(), "the default of field '%s' needs itself", f.Name)
			return c.bad(span)
		}
		c.defineFields(info)
		d.busy = true
		defer func() { d.busy = false }()
		scope, recording := c.scope, c.recording
		c.scope, c.recording = info.scope, c.def != nil && c.def.fields == info
		x := c.initFor(d.init, f.Type)
		c.scope, c.recording = scope, recording
		return x
	}
	return c.defaultValue(f.Type, span)
}

// defaultValue is the value of {}: what an __init() without parameters makes; else zero, except for
// fields with a default.
func (c *checker) defaultValue(t types.Type, span source.Span) typed.Expr {
	if types.IsPoison(t) {
		return c.bad(span)
	}
	if !c.buildable(t, span) {
		return c.bad(span)
	}
	if info := c.infoOf(t); info != nil {
		if fns := c.constructors(info); takesNothing(fns) {
			return c.callConstructor(info, fns, nil, span, span)
		}
		return c.fieldDefaults(info, span)
	}
	if a, ok := t.(*types.Array); ok && c.hasDefaults(t) && a.Len > 0 {
		parts := make([]typed.Expr, a.Len)
		var rest typed.Expr
		parts[0], rest = c.repeated(c.defaultValue(a.Elem, span))
		for i := 1; i < len(parts); i++ {
			parts[i] = rest
		}
		return c.construct(t, parts, span)
	}
	return c.zeroValue(t, span)
}

// buildable reports types that no value can be written out of.
func (c *checker) buildable(t types.Type, span source.Span) bool {
	if types.ContainsAtomic(t) {
		c.errorf(diag.AtomicCopy, span, "a value of type '%s' cannot be built: it holds an Atomic", t).
			WithHelp("store the parts one by one in shared memory")
		return false
	}
	return !c.tooLarge(t, span)
}

// fieldDefaults is a value of struct info that no constructor made: what the this of one starts as.
func (c *checker) fieldDefaults(info *structInfo, span source.Span) typed.Expr {
	if info.self != nil { // of an extension of numbers
		return c.defaultValue(info.self, span)
	}
	if !c.buildable(info.t, span) {
		return c.bad(span)
	}
	if !c.fieldsHaveDefaults(info) {
		return c.zeroValue(info.t, span)
	}
	parts := make([]typed.Expr, len(info.t.Fields))
	for i := range parts {
		parts[i] = c.fieldDefault(info, i, span)
	}
	return c.construct(info.t, parts, span)
}

// repeated evaluates x, the value of several parts, once: for the first part and for the others.
func (c *checker) repeated(x typed.Expr) (first, again typed.Expr) {
	if isBad(x) || types.ContainsResource(x.Type()) {
		return x, x
	}
	return c.once(x)
}

func (c *checker) zeroValue(t types.Type, span source.Span) typed.Expr {
	z := types.Zero(t)
	if z == nil {
		c.errorf(diag.BadConstructor, span, "'%s' has no default value", t)
		return c.bad(span)
	}
	return &typed.Const{E: typed.E{T: t, S: span}, Value: z}
}

// maxInitialised bounds the parts of a value that is written out.
const maxInitialised = 1 << 22

// tooLarge reports a type with more parts than a value can be written out with.
func (c *checker) tooLarge(t types.Type, span source.Span) bool {
	if partCount(t) <= maxInitialised {
		return false
	}
	c.errorf(diag.TooLarge, span, "'%s' is too large to be initialised", t)
	return true
}

func partCount(t types.Type) int {
	switch t := t.(type) {
	case *types.Array:
		n := partCount(t.Elem)
		if n > maxInitialised || t.Len > maxInitialised {
			return maxInitialised + 1
		}
		return n * max(t.Len, 0)
	case *types.Struct:
		n := 0
		for _, f := range t.Fields {
			n = min(n+partCount(f.Type), maxInitialised+1)
		}
		return n
	}
	return max(types.NumComponents(t), 1)
}

// hasDefaults reports whether a value of t starts as something else than zero: t has an __init()
// without parameters, or a field with a default value, at any depth.
func (c *checker) hasDefaults(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		return c.hasDefaults(t.Elem)
	case *types.Struct:
		info := c.infoOf(t)
		return info != nil && (takesNothing(c.constructors(info)) || c.fieldsHaveDefaults(info))
	}
	return false
}

func (c *checker) fieldsHaveDefaults(info *structInfo) bool {
	for i, f := range info.t.Fields {
		if info.defaults[i].init != nil || c.hasDefaults(f.Type) {
			return true
		}
	}
	return false
}
