package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// compareMethods is a comparison of two values of a struct that conforms to IComparable: a call of
// the method that the operator stands for. The left operand is evaluated first.
func (c *checker) compareMethods(op string, opSpan, span source.Span, x, y typed.Expr) (typed.Expr, bool) {
	s, ok := x.Type().(*types.Struct)
	if !ok || y.Type() != x.Type() || !isComparable(c.infoOf(s)) || c.lookup("IComparable") != nil { // or an interface of the source
		return nil, false
	}
	method, swapped := "", op == ">" || op == ">="
	switch op {
	case "<", ">":
		method = "lessThan"
	case "<=", ">=":
		method = "lessThanOrEquals"
	case "==", "!=":
		method = "equals"
	default:
		return nil, false
	}
	first := x
	if swapped {
		first, x = c.once(x)
		x, y = y, x
	}
	o := c.memberIn(c.infoOf(s), x, &ast.MemberExpr{Name: ast.Name{Text: method, Range: opSpan}})
	if o.mode != modeFuncs {
		return c.bad(span), true
	}
	args := []argument{{e: exprAt(y.Span()), x: y}}
	k := c.resolveCall(&o, args, span)
	if k == nil {
		return c.bad(span), true
	}
	e := &ast.CallExpr{}
	e.Range = span
	r := c.userCall(k.fn, &o, args, e)
	if isBad(r) {
		return r, true
	}
	if swapped {
		r = comma(first, r)
	}
	if op == "!=" {
		r = &typed.Unary{E: typed.E{T: types.Bool, S: span}, Op: typed.Not, X: r}
	}
	return r, true
}

// isComparable reports whether the declaration of a struct lists IComparable.
func isComparable(info *structInfo) bool {
	if info == nil || info.sym == nil {
		return false
	}
	d, ok := info.sym.decl.(*ast.StructDecl)
	return ok && slices.ContainsFunc(d.Bases, func(b ast.TypeExpr) bool {
		n, ok := b.(*ast.NamedType)
		return ok && len(n.Path) == 1 && n.Path[0].Name.Text == "IComparable"
	})
}
