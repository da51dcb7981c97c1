package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// stringHashName is the function that makes an int of a string, which a host finds again by the same
// hash: strings themselves do not exist in a kernel.
const stringHashName = "getStringHash"

// stringHash is getStringHash of a constant string.
func (c *checker) stringHash(e *ast.CallExpr) typed.Expr {
	args, ok := c.arguments(e.Args)
	if !ok {
		return c.bad(e.Span())
	}
	if len(args) != 1 || args[0].x == nil || args[0].typ() != types.Type(types.String) {
		c.errorf(diag.NoOverload, e.Span(), "'%s' takes one string, not (%s)", stringHashName, argTypes(args))
		return c.bad(e.Span())
	}
	v := c.constant(args[0].x)
	if v == nil {
		c.errorf(diag.NotConstant, args[0].x.Span(), "the string of '%s' must be known at compile time", stringHashName)
		return c.bad(e.Span())
	}
	return c.constExpr(e, types.IntValue(types.Int, int64(int32(hashOf(v.Str)))))
}

// hashOf is slangc's hash of a string, that of sdbm: h = 65599 h + c for each byte, taken as signed.
func hashOf(s string) uint32 {
	h := uint32(0)
	for i := range len(s) {
		h = 65599*h + uint32(int32(int8(s[i])))
	}
	return h
}
