package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/types"
)

// A buffer type can name the layout of its memory: StructuredBuffer<T, ScalarDataLayout>. The names of layouts are types
// in Slang; here they mean something as arguments, as the meaning of a typealias and of a generic parameter, and nowhere else.

// layoutNamed is the layout that the name of a type stands for, nil if it stands for something else.
func (c *checker) layoutNamed(name ast.Name, given bool) types.Type {
	if given || c.lookupType(name.Text) != nil {
		return nil
	}
	return types.DataLayoutNamed(name.Text)
}

// layoutWritten is layoutNamed for what is written as a type.
func (c *checker) layoutWritten(te ast.TypeExpr) types.Type {
	n, ok := te.(*ast.NamedType)
	if !ok || len(n.Path) != 1 || n.Global {
		return nil
	}
	return c.layoutNamed(n.Path[0].Name, n.Path[0].Given)
}

// layoutArgument resolves an argument that names the layout of what holds elem: the default one is nil, so that a buffer with it
// has the same type as one without. Poison after an error.
func (c *checker) layoutArgument(e ast.Expr, elem types.Type) types.Type {
	t := c.typeArg(e)
	l, ok := types.DataLayoutOf(t)
	switch {
	case types.IsPoison(t) || c.opaqueInfo(t) != nil && namesLayout(c.opaqueInfo(t).opaque.builtins):
		return t
	case !ok:
		c.errorf(diag.BadTypeArguments, e.Span(), "'%s' is not a layout of memory", t).
			WithHelp("write DefaultDataLayout, Std140DataLayout, Std430DataLayout, ScalarDataLayout or CDataLayout")
		return types.Poison
	case c.holdsOpaque(elem):
	case l == types.CDataLayout && holdsBool(elem):
		c.unsupported(e.Span(), "a bool in a buffer of CDataLayout, which has bools of one byte, is").
			WithHelp("use a uint, or uint8_t where the device has numbers of 8 bits in buffers")
		return types.Poison
	case l == types.ScalarDataLayout && reusesPadding(elem):
		c.unsupported(e.Span(), "ScalarDataLayout of a struct in which something follows a struct within its padding is").
			WithHelp("CDataLayout keeps the padding, or put fields of larger numbers last")
		return types.Poison
	}
	if l == types.DefaultDataLayout {
		return nil
	}
	return t
}

// namesLayout reports whether constraints say that a type names a layout.
func namesLayout(constraints []*builtin.Constraint) bool {
	return slices.ContainsFunc(constraints, func(b *builtin.Constraint) bool { return b.Layouts })
}

// holdsBool reports whether a value of type t has a bool in it.
func holdsBool(t types.Type) bool {
	return types.Contains(t, func(t types.Type) bool {
		s := types.ElemScalar(t)
		return s != nil && s.Kind == types.KBool
	})
}

// reusesPadding reports whether the natural layout of Slang, in which structs and arrays end with their last scalar, has
// something elsewhere than the layout that ends them at a multiple of their alignment, as C does.
func reusesPadding(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		return reusesPadding(t.Elem)
	case *types.Struct:
		natural, padded := 0, 0
		for _, f := range t.Fields {
			if reusesPadding(f.Type) {
				return true
			}
			n, align := naturalSize(f.Type)
			p, _ := sizeAlign(f.Type)
			if align == 0 {
				continue // a resource, bound by itself
			}
			natural, padded = roundUp(natural, align), roundUp(padded, align)
			if natural != padded {
				return true
			}
			natural, padded = natural+n, padded+p
		}
	}
	return false
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }
