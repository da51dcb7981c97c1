package sema

import (
	"slc/frontend/ast"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// mipTexel is X.mips[level][location] of a texture, a texel to be read; ok is false for other expressions.
func (c *checker) mipTexel(e *ast.IndexExpr) (_ typed.Expr, ok bool) {
	inner, ok := e.X.(*ast.IndexExpr)
	if !ok || len(inner.Args) != 1 || len(e.Args) != 1 {
		return nil, false
	}
	m, ok := inner.X.(*ast.MemberExpr)
	if !ok || m.Name.Text != "mips" {
		return nil, false
	}
	o := c.operand(m.X)
	if o.mode == modeBad {
		return c.bad(e.Span()), true
	}
	if o.mode != modeValue {
		return nil, false
	}
	x := c.followed(o.x)
	if t := combined(x); t != nil {
		x = c.textureOf(x, t)
	}
	r, ok := x.Type().(*types.Resource)
	if !ok || r.Kind != types.Texture || r.Depth || r.MS || r.Dim == types.DimCube {
		return nil, false
	}
	n := builtin.Coordinates(r)
	level, at := c.coerce(c.value(inner.Args[0]), types.Int), c.coerce(c.value(e.Args[0]), types.VectorOf(types.Int, n))
	if isBad(level) || isBad(at) {
		return c.bad(e.Span()), true
	}
	where := c.construct(types.VectorOf(types.Int, n+1), []typed.Expr{at, level}, e.Span())
	if isBad(where) {
		return c.bad(e.Span()), true
	}
	return &typed.Intrinsic{E: typed.E{T: r.Elem, S: e.Span()}, Op: builtin.OpTextureLoad, Args: []typed.Expr{x, where}}, true
}
