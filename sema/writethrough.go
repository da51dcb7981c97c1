package sema

import (
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// A write to a part of a property or subscript, by a compound assignment, ++, a [mutating]
// method or an out argument, is temp = get(); write temp; set(temp). The receiver and the
// indices are evaluated once.

// propertyRead is a call of a getter.
type propertyRead struct {
	o    operand
	args []argument
	span source.Span
}

// propertyWrite collects what stands around a write.
type propertyWrite struct {
	before, after []typed.Expr
	bad           bool
}

// throughProperty makes the place x of a temporary if it is in what a getter returned, and
// adds the calls of getter and setter to w. Other places stay as they are.
func (c *checker) throughProperty(x typed.Expr, w *propertyWrite) typed.Expr {
	if x = c.inProperty(x, w); w.bad {
		return c.bad(x.Span())
	}
	return x
}

// inProperty rebuilds the way from the call of the getter to x.
func (c *checker) inProperty(x typed.Expr, w *propertyWrite) typed.Expr {
	switch y := x.(type) {
	case *typed.FieldRef:
		if in := c.inProperty(y.X, w); in != y.X {
			z := *y
			z.X = in
			return &z
		}
	case *typed.Swizzle:
		if in := c.inProperty(y.X, w); in != y.X {
			z := *y
			z.X = in
			return &z
		}
	case *typed.MatrixSwizzle:
		if in := c.inProperty(y.X, w); in != y.X {
			z := *y
			z.X = in
			return &z
		}
	case *typed.Index:
		if _, ok := y.X.Type().(*types.Resource); ok {
			return x
		}
		if in := c.inProperty(y.X, w); in != y.X {
			z := *y
			z.X = in
			return &z
		}
	default:
		if r := c.getters[x]; r != nil {
			return c.writeProperty(r, x, w)
		}
	}
	return x
}

// writeProperty reads the property of r into a temporary that is set after the write.
func (c *checker) writeProperty(r *propertyRead, x typed.Expr, w *propertyWrite) typed.Expr {
	if !c.settable(&r.o, r.span) {
		w.bad = true
		return c.bad(r.span)
	}
	if types.ContainsResource(x.Type()) {
		c.unsupported(r.span, "a write to a part of a property that holds a resource is")
		w.bad = true
		return c.bad(r.span)
	}
	o := r.o
	o.recv = c.throughProperty(o.recv, w)
	if place := c.refProperty(&o, r.args, true, r.span); place != nil {
		w.bad = w.bad || isBad(place)
		return place
	}
	if isPlace(o.recv) { // else a [mutating] setter cannot be called
		o.recv = c.placeOnce(o.recv, &w.before)
	} else if !o.sym.access.mutates() {
		o.recv = c.saved(o.recv, &w.before)
	}
	args := make([]argument, len(r.args), len(r.args)+1)
	for i, a := range r.args {
		args[i] = a
		if a.x != nil {
			args[i].x = c.saved(a.x, &w.before)
		}
	}
	v := c.temp(x.Type(), x)
	get := c.callAccessor(&o, o.sym.access.get, args, r.span)
	set := c.callAccessor(&o, o.sym.access.set, append(args, argument{x: tempRef(v), e: exprAt(r.span)}), r.span)
	if isBad(get) || isBad(set) {
		w.bad = true
		return c.bad(r.span)
	}
	w.before = append(w.before, assign(tempRef(v), get))
	w.after = append([]typed.Expr{set}, w.after...)
	return tempRef(v)
}

// written is the write x with the calls of w around it.
func (c *checker) written(w *propertyWrite, x typed.Expr) typed.Expr {
	switch {
	case w.bad:
		return c.bad(x.Span())
	case isBad(x), len(w.before) == 0 && len(w.after) == 0:
		return x
	}
	return c.surround(w.before, x, w.after)
}
