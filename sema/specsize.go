package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// maxSizeNodes bounds the expression of a size: constants that are computed from constants make one
// of exponential length.
const maxSizeNodes = 1000

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
	if c.constant(x) != nil || !c.specialized(x) {
		return c.constInt(e, what), nil, nil
	}
	size := c.sizeExpr(x)
	if size != nil && size.Nodes() > maxSizeNodes {
		c.unsupported(e.Span(), what+" that is computed by more than "+itoa(maxSizeNodes)+" operations is")
		return nil, nil, nil
	}
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

// derive notes that v, a constant with the initial value x, depends on specialization constants, and how.
func (c *checker) derive(v *typed.Var, x typed.Expr) {
	if !c.specialized(x) {
		return
	}
	if c.derived == nil {
		c.derived = map[*typed.Var]*types.SizeExpr{}
	}
	c.derived[v] = c.sizeExpr(x)
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
		return c.derived[x.Var]
	case *typed.Unary:
		return c.sizeOp(t, x.Op.String(), x.X)
	case *typed.Logical:
		op := "&&"
		if x.Or {
			op = "||"
		}
		return c.sizeOp(t, op, x.X, x.Y)
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
	parts := make([]*types.SizeExpr, len(args))
	for i, a := range args {
		if parts[i] = c.sizeExpr(a); parts[i] == nil {
			return nil
		}
	}
	return types.SizeOp(t, op, parts...)
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
