package sema

import (
	"strings"

	"slc/frontend/ast"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// Operators that the GLSL module gives another meaning: the product of floating-point matrices and vectors
// is that of linear algebra, with the operands in the order of columns, and == and != of vectors are one bool.

// glslProduct is x * y if one of them is a matrix and the other a matrix or vector. A matrix of the module is
// named by its columns and has them as rows, so the product is mul(y, x).
func (c *checker) glslProduct(span source.Span, x, y typed.Expr) (typed.Expr, bool) {
	k, ok := c.glslMul(x.Type(), y.Type())
	if !ok {
		return nil, false
	}
	var before []typed.Expr
	if !repeatable(x) || !repeatable(y) { // x is evaluated first
		x = c.saved(x, &before)
	}
	args := []typed.Expr{c.coerceOperand(y, k.Params[0].Type), c.coerceOperand(x, k.Params[1].Type)}
	product := &typed.Intrinsic{E: typed.E{T: k.Result, S: span}, Op: builtin.OpMul, Name: "mul", Args: args}
	return c.surround(before, product, nil), true
}

// glslMul types mul(y, x) where the GLSL module has such an operator.
func (c *checker) glslMul(xt, yt types.Type) (builtin.Candidate, bool) {
	xt, yt = valueType(xt), valueType(yt)
	_, xm := xt.(*types.Matrix)
	_, ym := yt.(*types.Matrix)
	xs, ys := types.ElemScalar(xt), types.ElemScalar(yt)
	if !c.glslVisible() || !xm && !ym || types.NumComponents(xt) < 2 || types.NumComponents(yt) < 2 ||
		xs == nil || ys == nil || !xs.Kind.IsFloat() || !ys.Kind.IsFloat() {
		return builtin.Candidate{}, false
	}
	for _, row := range builtin.Functions("mul") {
		if k, ok := row.Infer([]types.Type{yt, xt}, nil, c.pool); ok && row.Op == builtin.OpMul {
			return k, true
		}
	}
	return builtin.Candidate{}, false
}

// glslAssign is l *= r where * is such a product.
func (c *checker) glslAssign(e *ast.AssignExpr, l, r typed.Expr) (typed.Expr, bool) {
	if strings.TrimSuffix(e.Op, "=") != "*" {
		return nil, false
	}
	if _, ok := c.glslMul(l.Type(), r.Type()); !ok {
		return nil, false
	}
	if !c.assignable(l, e.X.Span()) {
		return c.bad(e.Span()), true
	}
	var before []typed.Expr
	l = c.placeOnce(l, &before)
	r = c.saved(r, &before)
	product, _ := c.glslProduct(e.Span(), l, r)
	value := c.coerce(product, l.Type())
	if isBad(value) {
		return value, true
	}
	return c.surround(before, &typed.Assign{E: typed.E{T: l.Type(), S: e.Span()}, L: l, R: value}, nil), true
}

// glslTruth makes one bool of a comparison r of two vectors by == or !=.
func (c *checker) glslTruth(b typed.BinaryOp, xt, yt types.Type, r typed.Expr) typed.Expr {
	op, name := builtin.OpAll, "all"
	if b == typed.Ne {
		op, name = builtin.OpAny, "any"
	}
	_, xv := valueType(xt).(*types.Vector)
	_, yv := valueType(yt).(*types.Vector)
	if b != typed.Eq && b != typed.Ne || !xv || !yv || isBad(r) || !c.glslVisible() {
		return r
	}
	return &typed.Intrinsic{E: typed.E{T: types.Bool, S: r.Span()}, Op: op, Name: name, Args: []typed.Expr{r}}
}
