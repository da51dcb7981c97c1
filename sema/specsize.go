package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// arraySize is the size of an array: its value, and how it depends on specialization
// constants if it does. The value is nil after an error.
func (c *checker) arraySize(e ast.Expr) (*types.Value, *types.SizeExpr) {
	v, size, _ := c.specializableInt(e, "the size of an array")
	return v, size
}

// specializableInt is the value of an integer and, if it depends on specialization constants, how:
// as an operation on constants and as an expression. The value is nil after an error.
func (c *checker) specializableInt(e ast.Expr, what string) (*types.Value, *types.SizeExpr, typed.Expr) {
	x := c.intExpr(e, what)
	if x == nil {
		return nil, nil, nil
	}
	if c.constant(x) != nil || !specialized(x) {
		return c.constInt(e, what), nil, nil
	}
	size := c.sizeExpr(x)
	if size == nil || !size.Type.Kind.IsInt() {
		c.errorf(diag.NotConstant, e.Span(), "%s must be an integer computed from constants", what)
		return nil, nil, nil
	}
	v := size.Default()
	if v == nil {
		c.errorf(diag.NotConstant, e.Span(), "%s has no value with the defaults of its specialization constants", what)
		return nil, nil, nil
	}
	return v, size, x
}

// sizeExpr is x as an operation on constants; nil if it has others.
func (c *checker) sizeExpr(x typed.Expr) *types.SizeExpr {
	t, ok := x.Type().(*types.Scalar)
	if !ok || !t.Kind.IsInt() && t.Kind != types.KBool {
		return nil
	}
	if v := c.constant(x); v != nil {
		return &types.SizeExpr{Type: t, Value: v}
	}
	switch x := x.(type) {
	case *typed.VarRef:
		if x.Var.Kind == typed.SpecConst && x.Var.SpecDefault != nil {
			return &types.SizeExpr{Type: t, Value: types.ConvertValue(x.Var.SpecDefault, t), Spec: &types.SpecRef{Name: x.Var.Name, ID: &x.Var.SpecID}}
		}
	case *typed.Binary:
		return c.sizeOp(t, x.Op.String(), x.X, x.Y)
	case *typed.Cond:
		return c.sizeOp(t, "?:", x.C, x.X, x.Y)
	case *typed.Convert:
		return c.sizeOp(t, "convert", x.X)
	}
	return nil
}

func (c *checker) sizeOp(t *types.Scalar, op string, args ...typed.Expr) *types.SizeExpr {
	e := &types.SizeExpr{Type: t, Op: op}
	for _, a := range args {
		sub := c.sizeExpr(a)
		if sub == nil {
			return nil
		}
		e.Args = append(e.Args, sub)
	}
	return e
}

// onlyVariable refuses arrays whose size is a specialization constant where no variable that
// the program itself has is declared: their values cannot be copied or laid out before it is known.
func (c *checker) onlyVariable(t types.Type, span source.Span, what string) types.Type {
	if !types.Specialized(t) {
		return t
	}
	c.unsupported(span, what+" whose size is a specialization constant is")
	return types.Poison
}
