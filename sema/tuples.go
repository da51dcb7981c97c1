package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// Functions on tuples, and the order of tuples whose elements are ordered.

// namedCall is a call of a function of the language whose arguments are of any type or number; ok is false for others.
func (c *checker) namedCall(e *ast.CallExpr) (x typed.Expr, ok bool) {
	n, ok := e.Fun.(*ast.NameExpr)
	if !ok {
		return nil, false
	}
	var call func(*ast.CallExpr) typed.Expr
	switch n.Name.Text {
	case stringHashName:
		call = c.stringHash
	case makeTupleName:
		call = func(e *ast.CallExpr) typed.Expr { return c.makeTuple(e.Args, e.Span()) }
	case "makeArrayFromElement":
		if len(n.Args) == 2 { // else it is in doubt what the element is converted to
			call = c.filledArray
		}
	case "concat":
		call = c.concat
	case "countof":
		call = c.countOf
	}
	if call == nil || c.lookup(n.Name.Text) != nil {
		return nil, false
	}
	return call(e), true
}

// maxRepeated bounds the elements that filledArray writes one by one.
const maxRepeated = 1024

// filledArray is makeArrayFromElement<T, N>(x): an array whose N elements are all x, which is evaluated once.
func (c *checker) filledArray(e *ast.CallExpr) typed.Expr {
	n := e.Fun.(*ast.NameExpr)
	if !c.argumentCount(e, n, 1) {
		return c.bad(e.Span())
	}
	t := c.onlyVariable(c.arrayType(c.typeArg(n.Args[0]), n.Args[1], n.Span()), n.Span(), "an array of elements")
	a, ok := t.(*types.Array)
	if !ok {
		return c.bad(e.Span())
	}
	if a.Len < 1 || a.Len > maxRepeated || a.Size != nil {
		c.unsupported(n.Span(), "'"+n.Name.Text+"' for fewer than 1 or more than "+itoa(maxRepeated)+" elements is")
		return c.bad(e.Span())
	}
	x := c.coerce(c.value(e.Args[0]), a.Elem)
	if isBad(x) {
		return x
	}
	parts := make([]typed.Expr, a.Len)
	first, again := c.once(x)
	for i := range parts {
		parts[i] = again
	}
	parts[0] = first
	return c.construct(t, parts, e.Span())
}

// countOf is countof(X): the number of elements of a tuple or an array, X a type or a value that is not evaluated.
func (c *checker) countOf(e *ast.CallExpr) typed.Expr {
	if !c.argumentCount(e, e.Fun.(*ast.NameExpr), 1) {
		return c.bad(e.Span())
	}
	o := c.operand(e.Args[0])
	t := o.typ
	if o.mode != modeType {
		t = c.exprOf(o, e.Args[0]).Type()
	}
	if types.IsPoison(t) {
		return c.bad(e.Span())
	}
	n := types.Unsized
	switch t := t.(type) {
	case *types.Array:
		n = t.Len
		if types.IsPoison(c.onlyVariable(t, e.Span(), "countof of an array")) {
			return c.bad(e.Span())
		}
	case *types.Struct:
		if m := tupleElems(t); m != nil {
			n = len(m)
		}
	}
	if n == types.Unsized {
		c.errorf(diag.BadOperands, e.Args[0].Span(), "'countof' takes a tuple or an array with a size, not '%s'", t)
		return c.bad(e.Span())
	}
	return c.constExpr(e, types.IntValue(types.Int, int64(n)))
}

// tupleElems are the types of the elements of a tuple; nil for other types and for the empty one.
func tupleElems(t types.Type) []types.Type {
	if m := madeOf(t); m != nil && m.name == "Tuple" {
		return m.args
	}
	return nil
}

// concat is a tuple of the elements of two.
func (c *checker) concat(e *ast.CallExpr) typed.Expr {
	if !c.argumentCount(e, e.Fun.(*ast.NameExpr), 2) {
		return c.bad(e.Span())
	}
	var parts []typed.Expr
	var of []types.Type
	for _, a := range e.Args {
		x := c.value(a)
		m := madeOf(x.Type())
		switch {
		case isBad(x):
			return x
		case m == nil || m.name != "Tuple":
			c.errorf(diag.TypeMismatch, a.Span(), "'concat' takes tuples, not '%s'", x.Type())
			return c.bad(e.Span())
		}
		x, again := c.once(x)
		for i, t := range m.args {
			parts, of = append(parts, c.fieldRef(x, x.Type().(*types.Struct).Fields[i], a.Span())), append(of, t)
			x = again
		}
	}
	if len(of) > maxTuple {
		c.unsupported(e.Span(), "a tuple of more than 8 elements is")
		return c.bad(e.Span())
	}
	return c.construct(c.tupleOf(of), parts, e.Span())
}

// ordered reports whether values of t have the methods of IComparable.
func (c *checker) ordered(t types.Type) bool {
	if elems := tupleElems(t); elems != nil {
		return !slices.ContainsFunc(elems, func(t types.Type) bool { return !c.ordered(t) })
	}
	return builtin.Methods(t, "lessThan") != nil || c.conformsToNamed(t, "IComparable")
}

// compareValues is the method of IComparable called name on x.
func (c *checker) compareValues(name string, at, span source.Span, x, y typed.Expr) typed.Expr {
	elems := tupleElems(x.Type())
	if elems == nil {
		if rows := builtin.Methods(x.Type(), name); rows != nil {
			return c.operatorMethod(&rows[0], x, []typed.Expr{y}, typed.E{T: types.Bool, S: span})
		}
		return c.callMethod(name, at, span, x, argument{e: exprAt(y.Span()), x: y})
	}
	if len(elems) == 0 { // empty tuples are equal
		return comma(x, comma(y, c.constAt(span, types.BoolValue(name != "lessThan"))))
	}
	x, xAgain := c.once(x)
	y, yAgain := c.once(y)
	// The operands are evaluated where they are first compared, so the left one before the right one.
	part := func(x typed.Expr, i int) typed.Expr { return c.fieldRef(x, x.Type().(*types.Struct).Fields[i], span) }
	compare := func(name string, i int) typed.Expr {
		r := c.compareValues(name, at, span, part(x, i), part(y, i))
		x, y = xAgain, yAgain
		return r
	}
	// Each element but the last decides unless it is equal; that one tuple is not greater is that it is less or equal.
	first := make([]typed.Expr, len(elems))
	equal := make([]typed.Expr, len(elems))
	for i := range elems {
		switch name {
		case "lessThan":
			first[i] = compare("lessThan", i)
		case "lessThanOrEquals":
			first[i] = c.not(compare("lessThanOrEquals", i))
		}
		if name == "equals" || i+1 < len(elems) {
			equal[i] = compare("equals", i)
		}
	}
	both := func(or bool, x, y typed.Expr) typed.Expr {
		return &typed.Logical{E: typed.E{T: types.Bool, S: span}, Or: or, X: x, Y: y}
	}
	last := len(elems) - 1
	r := first[last]
	if name == "equals" {
		r = equal[last]
	}
	for i := last - 1; i >= 0; i-- {
		r = both(false, equal[i], r)
		if name != "equals" {
			r = both(true, first[i], r)
		}
	}
	if name == "lessThanOrEquals" {
		r = c.not(r)
	}
	return r
}
