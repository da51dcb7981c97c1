package sema

import (
	"strings"

	"slc/frontend/ast"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// A texture combined with a sampler (Sampler2D<T>, SamplerCubeArray, Sampler2DShadow) is a struct of the two. Its methods
// are those of the texture; where they take a sampler, the one it is combined with is passed.

// combinedType resolves the name of such a type; nil if name means something else.
func (c *checker) combinedType(name ast.Name, args []ast.Expr, given bool) types.Type {
	shape, ok := strings.CutPrefix(name.Text, builtin.CombinedName)
	if !ok {
		return nil
	}
	shape, compares := strings.CutSuffix(shape, "Shadow")
	ctor := builtin.NamedCtor("Texture" + shape)
	if ctor == nil {
		return nil
	}
	var texture types.Type
	if compares && !given {
		texture, _ = ctor.Apply([]builtin.TypeArg{{Type: types.Float}}, c.pool)
	} else {
		texture = c.resourceType(ast.Name{Text: "Texture" + shape, Range: name.Range}, args, given)
	}
	r, ok := texture.(*types.Resource)
	if !ok {
		return texture
	}
	return c.combinedOf(shape, r, compares)
}

// combinedOf combines a texture with a sampler.
func (c *checker) combinedOf(shape string, texture *types.Resource, compares bool) types.Type {
	sampler, name := types.Resource{Kind: types.SamplerState, Name: "SamplerState"}, builtin.CombinedName+shape
	if compares {
		sampler, name = types.Resource{Kind: types.SamplerComparisonState, Name: "SamplerComparisonState"}, name+"Shadow"
	}
	return c.pool.CombinedOf(name+"<"+texture.Elem.String()+">", *texture, sampler)
}

// combinedMember is a method of a texture combined with a sampler.
func (c *checker) combinedMember(x typed.Expr, t *types.Struct, e *ast.MemberExpr) operand {
	if !isPlace(x) {
		c.unsupported(x.Span(), "a method of a combined sampler that a function returned is")
		return operand{}
	}
	var before []typed.Expr
	x = c.placeOnce(x, &before) // what selects it is evaluated once
	o := c.builtinMethod(c.textureOf(x, t), e)
	o.sampler, o.before = c.fieldRef(x, t.Fields[1], x.Span()), before
	return o
}

// textureOf is the texture of x, of a combined type.
func (c *checker) textureOf(x typed.Expr, t *types.Struct) typed.Expr {
	return c.fieldRef(x, t.Fields[0], x.Span())
}

func isCombined(t types.Type) bool {
	st, ok := t.(*types.Struct)
	return ok && st.Combined
}

// combined is the combined type of x, nil if it has another type.
func combined(x typed.Expr) *types.Struct {
	if t, ok := x.Type().(*types.Struct); ok && t.Combined {
		return t
	}
	return nil
}

// withSampler adds the sampler of a combined texture to the arguments of a method that takes one.
func withSampler(o *operand, args []argument) []argument {
	if o.sampler == nil || len(o.rows) == 0 || !o.rows[0].TakesSampler() {
		return args
	}
	return append([]argument{{x: o.sampler, e: exprAt(o.sampler.Span())}}, args...)
}
