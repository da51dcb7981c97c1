package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// Values of tuples: structs that are made for the types of their elements (made.go).

// tupleFields are the names of the elements of a tuple.
var tupleFields = [maxTuple]string{"_0", "_1", "_2", "_3", "_4", "_5", "_6", "_7"}

func (c *checker) tupleOf(of []types.Type) *types.Struct {
	return c.made("Tuple", of, tupleFields[:len(of)], of)
}

// tupleType resolves Tuple<…>.
func (c *checker) tupleType(name ast.Name, args []ast.Expr) types.Type {
	if len(args) > maxTuple {
		c.unsupported(name.Range, "a tuple of more than 8 elements is")
		return types.Poison
	}
	of := make([]types.Type, len(args))
	for i, a := range args {
		if of[i] = c.typeArg(a); types.IsPoison(of[i]) {
			return types.Poison
		}
		if of[i] == types.Type(types.Void) || unsized(of[i]) {
			c.errorf(diag.BadTypeArguments, a.Span(), "an element of a tuple cannot be of type '%s'", of[i])
			return types.Poison
		}
	}
	return c.tupleOf(of)
}

// makeTupleName is the function that makes a tuple of its arguments.
const makeTupleName = "makeTuple"

// makeTuple is makeTuple(list) and, since version 2026 of the language, (list).
func (c *checker) makeTuple(list []ast.Expr, span source.Span) typed.Expr {
	if len(list) > maxTuple {
		c.unsupported(span, "a tuple of more than 8 elements is")
		return c.bad(span)
	}
	parts, of := make([]typed.Expr, len(list)), make([]types.Type, len(list))
	for i, a := range list {
		if parts[i] = c.value(a); isBad(parts[i]) {
			return parts[i]
		}
		if of[i] = parts[i].Type(); of[i] == types.Type(types.Void) || of[i] == types.Type(types.None) {
			c.errorf(diag.BadTypeArguments, a.Span(), "an element of a tuple cannot be of type '%s'", of[i])
			return c.bad(span)
		}
	}
	return c.construct(c.tupleOf(of), parts, span)
}

// commaList are the operands of x, a chain of comma operators.
func commaList(x ast.Expr) []ast.Expr {
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op == "," {
		return append(commaList(b.X), b.Y)
	}
	return []ast.Expr{x}
}

// isTupleSwizzle reports whether name can be that of several elements of a tuple.
func isTupleSwizzle(name string) bool {
	return len(name)%2 == 0 && len(name) >= 4 && len(name) <= 2*maxTuple && name[0] == '_'
}

// swizzled are the elements of the tuple s that name means, nil if it does not name elements.
func swizzled(s *types.Struct, name string) (fields []*types.Field) {
	if tupleElems(s) == nil || !isTupleSwizzle(name) {
		return nil
	}
	for i := 0; i < len(name); i += 2 {
		f := s.FieldNamed(name[i : i+2])
		if f == nil {
			return nil
		}
		fields = append(fields, f)
	}
	return fields
}

// tupleSwizzle is t._1_0: elements of the tuple x as a tuple; false if name does not name elements of it.
func (c *checker) tupleSwizzle(x typed.Expr, name ast.Name, e *ast.MemberExpr) (typed.Expr, bool) {
	fields := swizzled(x.Type().(*types.Struct), name.Text)
	if fields == nil {
		return nil, false
	}
	x, again := c.once(x)
	var parts []typed.Expr
	var of []types.Type
	for _, f := range fields {
		parts, of = append(parts, c.fieldRef(x, f, e.Span())), append(of, f.Type)
		x = again
	}
	return c.construct(c.tupleOf(of), parts, e.Span()), true
}

// assignSwizzle is t._1_0 = value; false if e is not of that form.
func (c *checker) assignSwizzle(e *ast.AssignExpr) (typed.Expr, bool) {
	m, ok := e.X.(*ast.MemberExpr)
	if !ok || e.Op != "=" || !isTupleSwizzle(m.Name.Text) {
		return nil, false
	}
	l := c.expr(m.X)
	s, ok := l.Type().(*types.Struct)
	if !ok {
		return nil, false
	}
	fields := swizzled(s, m.Name.Text)
	if fields == nil {
		return nil, false
	}
	var of []types.Type
	for i, f := range fields {
		of = append(of, f.Type)
		for _, g := range fields[:i] {
			if f == g {
				c.errorf(diag.NotAssignable, m.Name.Range, "element '%s' is assigned twice", f.Name)
				return c.bad(e.Span()), true
			}
		}
	}
	r := c.initFor(e.Y, c.tupleOf(of))
	if !c.assignable(l, e.X.Span()) || isBad(r) {
		return c.bad(e.Span()), true
	}
	if !repeatable(l) {
		c.unsupported(m.Span(), "an assignment to elements of a tuple that is computed is")
		return c.bad(e.Span()), true
	}
	r, again := c.once(r)
	out := r
	for i, f := range fields {
		out = comma(out, assign(c.fieldRef(l, f, m.Span()), c.fieldRef(again, r.Type().(*types.Struct).Fields[i], e.Y.Span())))
	}
	return comma(out, again), true
}

// sameTuples is to, if it and from are tuples of as many elements; else nil.
func sameTuples(from, to types.Type) *types.Struct {
	if tupleElems(from) == nil || tupleElems(to) == nil {
		return nil
	}
	t := to.(*types.Struct)
	if len(from.(*types.Struct).Fields) != len(t.Fields) {
		return nil
	}
	return t
}

// tupleCost is the cost of converting the tuple x to t element by element.
func (c *checker) tupleCost(x typed.Expr, t *types.Struct) (cost int) {
	for i, f := range x.Type().(*types.Struct).Fields {
		cost = max(cost, c.cost(c.fieldRef(x, f, x.Span()), t.Fields[i].Type))
	}
	return cost
}

// toTuple converts the tuple x to t element by element.
func (c *checker) toTuple(x typed.Expr, t *types.Struct) typed.Expr {
	from := x.Type().(*types.Struct)
	x, again := c.once(x)
	parts := make([]typed.Expr, len(t.Fields))
	for i, f := range from.Fields {
		parts[i] = c.coerce(c.fieldRef(x, f, x.Span()), t.Fields[i].Type)
		x = again
	}
	return c.construct(t, parts, x.Span())
}

// constAt is a constant at span.
func (c *checker) constAt(span source.Span, v *types.Value) typed.Expr {
	return &typed.Const{E: typed.E{T: v.T, S: span}, Value: v}
}
