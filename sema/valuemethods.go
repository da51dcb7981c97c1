package sema

import (
	"slc/frontend/ast"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// operatorMethod is a method of a value that stands for an operator (builtin.ActOperator): x.add(y) is x + y.
// Both operands are evaluated, those of and and or too.
func (c *checker) operatorMethod(row *builtin.Row, recv typed.Expr, in []typed.Expr, E typed.E) typed.Expr {
	x := c.read(recv)
	if tupleElems(x.Type()) != nil {
		return c.compareValues(row.Name, E.S, E.S, x, in[0])
	}
	if row.Operator == "" {
		return c.convert(c.firstComponent(x), E.T)
	}
	operand := func(x typed.Expr) typed.Expr {
		if e, ok := x.Type().(*types.Enum); ok {
			x = c.convert(x, e.Underlying)
		}
		switch row.Operator {
		case "&&", "||", "!":
			return c.convert(x, types.Bool)
		case "<", "<=":
			return c.firstComponent(x)
		}
		return x
	}
	x = operand(x)
	if len(in) == 0 {
		u := &ast.UnaryExpr{Op: row.Operator, OpSpan: E.S}
		u.Range = E.S
		t := x.Type()
		if row.Operator == "~" && t == types.Type(types.Bool) {
			t = types.Int
		}
		return c.convert(c.applyUnary(u, t, c.convert(x, t)), E.T)
	}
	y := operand(in[0])
	if b, _ := binaryOp(row.Operator); b == typed.LogicalAnd || b == typed.LogicalOr {
		return c.convert(c.applyBinary(b, E.S, E.S, types.Bool, x, y), E.T)
	}
	if row.Of != 0 { // a factor, which has a type of its own
		y = c.convert(y, types.ElemScalar(x.Type()))
	}
	r := c.binary(row.Operator, E.S, E.S, x, y)
	if row.Operator == "==" && types.NumComponents(r.Type()) > 1 {
		r = &typed.Intrinsic{E: E, Op: builtin.OpAll, Args: []typed.Expr{r}}
	}
	if isBad(r) {
		return r
	}
	return c.convert(r, E.T)
}

// firstComponent is the first number of a vector or matrix, and x of a scalar.
func (c *checker) firstComponent(x typed.Expr) typed.Expr {
	for {
		switch x.Type().(type) {
		case *types.Vector, *types.Matrix:
			zero := &typed.Const{E: typed.E{T: types.Int, S: x.Span()}, Value: types.IntValue(types.Int, 0)}
			x = c.index(x, zero, x.Span(), x.Span())
		default:
			return x
		}
	}
}
