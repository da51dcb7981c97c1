package sema

import (
	"slc/frontend/ast"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// The operators of structs that conform to IComparable, IArithmetic or ILogical are calls of the methods
// that these interfaces require. Operators of the source come first.

// interfaceOps are the operators with the interface and the method that each stands for. A swapped one
// calls the method of its right operand.
var interfaceOps = [...]struct {
	op, iface, method string
	swapped, negated  bool
}{
	{op: "<", iface: "IComparable", method: "lessThan"},
	{op: ">", iface: "IComparable", method: "lessThan", swapped: true},
	{op: "<=", iface: "IComparable", method: "lessThanOrEquals"},
	{op: ">=", iface: "IComparable", method: "lessThanOrEquals", swapped: true},
	{op: "==", iface: "IComparable", method: "equals"},
	{op: "!=", iface: "IComparable", method: "equals", negated: true},
	{op: "+", iface: "IArithmetic", method: "add"},
	{op: "-", iface: "IArithmetic", method: "sub"},
	{op: "*", iface: "IArithmetic", method: "mul"},
	{op: "/", iface: "IArithmetic", method: "div"},
	{op: "%", iface: "IArithmetic", method: "mod"},
	{op: "&", iface: "ILogical", method: "bitAnd"},
	{op: "|", iface: "ILogical", method: "bitOr"},
	{op: "^", iface: "ILogical", method: "bitXor"},
	{op: "&&", iface: "ILogical", method: "and"},
	{op: "||", iface: "ILogical", method: "or"},
}

// interfaceUnaryOps are the prefix operators likewise; + gives its operand.
var interfaceUnaryOps = [...]struct{ op, iface, method string }{
	{"-", "IArithmetic", "neg"},
	{"+", "IArithmetic", ""},
	{"~", "ILogical", "bitNot"},
	{"!", "ILogical", "not"},
}

// conformsToNamed reports whether t is a struct that conforms to the built-in interface called name.
func (c *checker) conformsToNamed(t types.Type, name string) bool {
	s, ok := t.(*types.Struct)
	if !ok {
		return false
	}
	if name == "IComparable" && tupleElems(t) != nil {
		return c.ordered(t)
	}
	info := c.infoOf(s)
	return info != nil && info.conformsTo(c.builtinInterface(builtin.ConstraintNamed(name), 0))
}

// interfaceOperator is an operator on two values of a struct that conforms to the interface of the operator.
// The left operand is evaluated first.
func (c *checker) interfaceOperator(op string, opSpan, span source.Span, x, y typed.Expr) (typed.Expr, bool) {
	if _, ok := x.Type().(*types.Struct); !ok || y.Type() != x.Type() {
		return nil, false
	}
	for _, row := range interfaceOps {
		if row.op != op || !c.conformsToNamed(x.Type(), row.iface) {
			continue
		}
		first := x
		if row.swapped {
			first, x = c.once(x)
			x, y = y, x
		}
		var r typed.Expr
		if row.iface == "IComparable" {
			r = c.compareValues(row.method, opSpan, span, x, y)
		} else {
			r = c.callMethod(row.method, opSpan, span, x, argument{e: exprAt(y.Span()), x: y})
		}
		if isBad(r) {
			return r, true
		}
		if row.swapped {
			r = comma(first, r)
		}
		if row.negated {
			r = c.not(r)
		}
		return r, true
	}
	return nil, false
}

// interfaceUnary is interfaceOperator for a prefix operator.
func (c *checker) interfaceUnary(op string, opSpan, span source.Span, x typed.Expr) (typed.Expr, bool) {
	for _, row := range interfaceUnaryOps {
		switch {
		case row.op != op || !c.conformsToNamed(x.Type(), row.iface):
		case row.method == "":
			return x, true
		default:
			return c.callMethod(row.method, opSpan, span, x), true
		}
	}
	return nil, false
}

// callMethod calls a method of the struct that x is of.
func (c *checker) callMethod(method string, at, span source.Span, x typed.Expr, args ...argument) typed.Expr {
	o := c.memberIn(c.infoOf(x.Type()), x, &ast.MemberExpr{Name: ast.Name{Text: method, Range: at}})
	if o.mode != modeFuncs {
		return c.bad(span)
	}
	k := c.resolveCall(&o, args, span)
	if k == nil {
		return c.bad(span)
	}
	e := &ast.CallExpr{}
	e.Range = span
	return c.userCall(k.fn, &o, args, e)
}

// lesserOrGreater is min and max of two values of a struct that conforms to IComparable.
func (c *checker) lesserOrGreater(o *operand, args []argument, span source.Span) (typed.Expr, bool) {
	name := o.name.Text
	if name != "min" && name != "max" || o.fns != nil || len(args) != 2 || args[0].x == nil || args[1].x == nil ||
		args[0].typ() != args[1].typ() || !c.conformsToNamed(args[0].typ(), "IComparable") {
		return nil, false
	}
	x, again := c.once(c.read(args[0].x))
	y, yAgain := c.once(c.read(args[1].x))
	less := c.compareValues("lessThan", o.name.Range, span, x, y)
	if isBad(less) {
		return less, true
	}
	if name == "max" {
		again, yAgain = yAgain, again
	}
	return &typed.Cond{E: typed.E{T: args[0].typ(), S: span}, C: less, X: again, Y: yAgain}, true
}
