package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// Texture functions of the GLSL module. They take a texture combined with a sampler and put what the operations of textures
// take apart, the reference of a comparison and a divisor, into the location (GLSL 4.60, 8.9).

// glslSampler resolves the GLSL name of a texture combined with a sampler, or of a texel buffer that is only read; nil if
// name means something else.
func (c *checker) glslSampler(name string) types.Type {
	elem, shape, shadow := builtin.GLSLSampler(name)
	if elem == nil {
		return nil
	}
	texel := builtin.TypeArg{Type: types.VectorOf(elem, 4)}
	if shape == "Buffer" {
		t, _ := builtin.NamedCtor("Buffer").Apply([]builtin.TypeArg{texel}, c.pool)
		return t
	}
	if shadow {
		texel.Type = types.Float
	}
	t, _ := builtin.NamedCtor("Texture"+shape).Apply([]builtin.TypeArg{texel}, c.pool)
	return c.combinedOf(shape, t.(*types.Resource), shadow)
}

// glslTexture builds a call of such a function. What the arguments do happens in their order.
func (c *checker) glslTexture(k *candidate, in []typed.Expr, e *ast.CallExpr) typed.Expr {
	t := combined(in[0])
	if t == nil || !isPlace(in[0]) {
		c.unsupported(in[0].Span(), "a texture combined with a sampler that a function returned is")
		return c.bad(e.Span())
	}
	var before []typed.Expr
	s := c.placeOnce(in[0], &before)
	op, rest := k.row.Op, in[1:]
	if op == builtin.OpTextureGatherRed && k.inst.Params[len(k.inst.Params)-1].Const {
		component, ok := c.gatherComponent(rest[len(rest)-1])
		if !ok {
			return c.bad(e.Span())
		}
		op, rest = op+component, rest[:len(rest)-1]
	}
	args := []typed.Expr{c.textureOf(s, t)}
	if builtin.Samples(op) {
		args = append(args, c.fieldRef(s, t.Fields[1], s.Span()))
	}
	switch op {
	case builtin.OpTextureLoad: // the level is the last component of the location
		n := types.NumComponents(rest[0].Type())
		args = append(args, c.construct(types.VectorOf(types.Int, n+1), rest[:2], rest[0].Span()))
		rest = rest[2:]
	default:
		if k.row.At != 0 {
			args, rest = append(args, c.unpackedLocation(k.row.At, rest[0], args[0], &before)...), rest[1:]
		}
	}
	if builtin.Samples(op) {
		rest = offsetLast(rest)
	}
	args = append(args, rest...)
	if last := args[len(args)-1]; isArray(last.Type()) {
		return c.surround(before, c.gatherOffsets(op, k, args, e), nil)
	}
	return c.surround(before, c.glslTexel(op, k, args, e), nil)
}

func isArray(t types.Type) bool { _, ok := t.(*types.Array); return ok }

// gatherComponent is the component that a gather names.
func (c *checker) gatherComponent(x typed.Expr) (builtin.Op, bool) {
	v := c.constant(x)
	if v == nil {
		return 0, false
	}
	if v.Int() < 0 || v.Int() > 3 {
		c.errorf(diag.IndexOutOfBounds, x.Span(), "the component of a gather is 0, 1, 2 or 3, not %d", v.Int())
		return 0, false
	}
	return builtin.Op(v.Int()), true
}

// offsetLast moves an offset, which GLSL writes before a bias, to where the operations of textures have it.
func offsetLast(args []typed.Expr) []typed.Expr {
	for i, x := range args {
		if s := types.ElemScalar(x.Type()); s != nil && s.Kind.IsInt() && i+1 < len(args) {
			return append(append(append([]typed.Expr{}, args[:i]...), args[i+1:]...), x)
		}
	}
	return args
}

// unpackedLocation takes a location apart: the coordinates, divided if it says by what, and the reference.
func (c *checker) unpackedLocation(at builtin.Location, p, texture typed.Expr, before *[]typed.Expr) []typed.Expr {
	p = c.saved(p, before) // read once
	size, last := types.NumComponents(p.Type()), types.NumComponents(p.Type())-1
	part := func(comps ...uint8) typed.Expr {
		x := c.swizzle(p, comps, p.Span())
		if at&builtin.Projected == 0 {
			return x
		}
		var q typed.Expr = c.swizzle(p, []uint8{uint8(size - 1)}, p.Span())
		if len(comps) > 1 {
			q = c.convert(q, x.Type())
		}
		return &typed.Binary{E: typed.E{T: x.Type(), S: p.Span()}, Op: typed.Div, X: x, Y: q}
	}
	if at&builtin.Projected != 0 {
		last--
	}
	coordinates := []uint8{0, 1, 2, 3}[:builtin.Coordinates(texture.Type().(*types.Resource))]
	if at&builtin.Compared == 0 {
		return []typed.Expr{part(coordinates...)}
	}
	return []typed.Expr{part(coordinates...), part(uint8(last))}
}

// glslTexel is one operation of a texture with the type that the function has: a texel has four components there.
func (c *checker) glslTexel(op builtin.Op, k *candidate, args []typed.Expr, e *ast.CallExpr) typed.Expr {
	t, result := args[0].Type().(*types.Resource).Elem, k.inst.Result
	compares := false
	switch op {
	case builtin.OpTextureImplicitCmp, builtin.OpTextureSampleCmpLevel, builtin.OpTextureSampleCmpGrad:
		t, compares = types.Float, true
	case builtin.OpTextureGatherRed, builtin.OpTextureGatherGreen, builtin.OpTextureGatherBlue, builtin.OpTextureGatherAlpha, builtin.OpTextureGatherCmp,
		builtin.OpTextureSize, builtin.OpTextureLevels, builtin.OpTextureSamples, builtin.OpImageSize:
		t = result
	}
	var x typed.Expr = &typed.Intrinsic{E: typed.E{T: t, S: e.Span()}, Op: op, Name: k.row.Name, Args: args}
	if missing := types.NumComponents(result) - types.NumComponents(t); missing > 0 && !compares { // they are zero
		x = c.construct(result, []typed.Expr{x, zeros(types.ElemScalar(t), missing, e)}, e.Span())
	}
	return c.convert(x, result)
}

// wholeTexel is the texel x as GLSL has it: the components that it lacks are (0, 0, 1).
func (c *checker) wholeTexel(x typed.Expr, result types.Type, e ast.Expr) typed.Expr {
	n := types.NumComponents(x.Type())
	parts := []typed.Expr{x}
	if n < 3 {
		parts = append(parts, zeros(types.ElemScalar(result), 3-n, e))
	}
	one := c.convert(c.constExpr(e, types.IntValue(types.Int, 1)), types.ElemScalar(result))
	return c.construct(result, append(parts, one), e.Span())
}

func zeros(elem *types.Scalar, n int, e ast.Expr) typed.Expr {
	var t types.Type = elem
	if n > 1 {
		t = types.VectorOf(elem, n)
	}
	return &typed.Const{E: typed.E{T: t, S: e.Span()}, Value: types.Zero(t)}
}

// gatherOffsets gathers with an offset for each component of the result, which is the texel (i0, j0) there: the last component of a gather
// with that offset (GLSL 4.60, 8.9.4).
func (c *checker) gatherOffsets(op builtin.Op, k *candidate, args []typed.Expr, e *ast.CallExpr) typed.Expr {
	var before []typed.Expr
	n := len(args) - 1
	for i := 2; i < n; i++ {
		args[i] = c.saved(args[i], &before)
	}
	offsets := args[n].Type().(*types.Array)
	var parts []typed.Expr
	for i := range offsets.Len {
		at := c.constExpr(e, types.IntValue(types.Int, int64(i)))
		each := append([]typed.Expr{}, args[:n]...)
		var offset typed.Expr = &typed.Index{E: typed.E{T: offsets.Elem, S: args[n].Span()}, X: args[n], I: at}
		if v := c.constant(args[n]); v != nil {
			offset = &typed.Const{E: typed.E{T: offsets.Elem, S: args[n].Span()}, Value: v.Elems[i]}
		}
		parts = append(parts, c.swizzle(c.glslTexel(op, k, append(each, offset), e), []uint8{3}, e.Span()))
	}
	return c.surround(before, c.construct(k.inst.Result, parts, e.Span()), nil)
}
