package sema

import (
	"strings"

	"slc/frontend/ast"
	"slc/sema/typed"
	"slc/sema/types"
)

// Compound assignments with operators of the source: L op= R calls the operator op= that
// takes the operands and, if there is none, is L = L op R with L evaluated once.

// userOpAssign is l op= r if one of them is a struct and the source has an operator for it.
func (c *checker) userOpAssign(e *ast.AssignExpr, l, r typed.Expr) (x typed.Expr, ok bool) {
	_, ls := l.Type().(*types.Struct)
	_, rs := r.Type().(*types.Struct)
	if !ls && !rs {
		return nil, false
	}
	op := strings.TrimSuffix(e.Op, "=")
	plain := c.overloads("operator" + op)
	o := &operand{mode: modeFuncs, name: ast.Name{Text: "operator" + e.Op, Range: e.OpSpan}, fns: c.overloads("operator" + e.Op)}
	if args := []argument{{e.X, l}, {e.Y, r}}; c.fits(o, args) || o.fns != nil && plain == nil {
		k := c.resolveCall(o, args, e.Span())
		if k == nil {
			return c.bad(e.Span()), true
		}
		call := &ast.CallExpr{}
		call.Range = e.Span()
		return c.userCall(k.fn, o, args, call), true
	}
	if plain == nil && !(strings.Contains("&|^", op) && c.conformsToNamed(l.Type(), "ILogical")) {
		return nil, false
	}
	if !c.assignable(l, e.X.Span()) {
		return c.bad(e.Span()), true
	}
	var before []typed.Expr
	l = c.placeOnce(l, &before)
	value := c.coerce(c.binary(op, e.OpSpan, e.Span(), l, r), l.Type())
	if isBad(value) {
		return value, true
	}
	return c.surround(before, &typed.Assign{E: typed.E{T: l.Type(), S: e.Span()}, L: l, R: value}, nil), true
}

// fits reports whether one of the functions of o takes args; nothing is reported.
func (c *checker) fits(o *operand, args []argument) bool {
	if c.choseOther(o) {
		return false
	}
	for _, f := range o.fns {
		if c.tryFunction(f, o, args) != nil {
			return true
		}
	}
	return false
}

// placeOnce makes a place that can be named more than once: the indices on the way to it
// are evaluated before, into temporaries.
func (c *checker) placeOnce(x typed.Expr, before *[]typed.Expr) typed.Expr {
	switch y := x.(type) {
	case *typed.VarRef:
		return x
	case *typed.FieldRef:
		z := *y
		z.X = c.placeOnce(y.X, before)
		return &z
	case *typed.Swizzle:
		z := *y
		z.X = c.placeOnce(y.X, before)
		return &z
	case *typed.MatrixSwizzle:
		z := *y
		z.X = c.placeOnce(y.X, before)
		return &z
	case *typed.Index:
		z := *y
		z.X, z.I = c.placeOnce(y.X, before), c.saved(y.I, before)
		return &z
	case *typed.Deref:
		z := *y
		z.X = c.placeOnce(y.X, before)
		return &z
	case *typed.ByteRef:
		z := *y
		z.Buffer, z.Offset = c.placeOnce(y.Buffer, before), c.saved(y.Offset, before)
		return &z
	}
	return c.saved(x, before)
}

// saved is the value of x in a temporary; constants and what cannot be stored stay.
func (c *checker) saved(x typed.Expr, before *[]typed.Expr) typed.Expr {
	if c.constant(x) != nil || types.ContainsResource(x.Type()) || types.ContainsAtomic(x.Type()) {
		return x
	}
	v := c.temp(x.Type(), x)
	*before = append(*before, assign(tempRef(v), x))
	return tempRef(v)
}
