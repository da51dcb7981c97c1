package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// sizeofExpr is sizeof or alignof, in the layout of C.
func (c *checker) sizeofExpr(e *ast.SizeofExpr) typed.Expr {
	var t types.Type
	if e.Type != nil {
		t = c.typeExpr(e.Type)
	} else {
		o := c.operand(e.X)
		switch o.mode {
		case modeType:
			t = o.typ
		case modeValue:
			t = o.x.Type()
		default:
			c.exprOf(o, e.X)
			t = types.Poison
		}
	}
	if t = c.onlyVariable(t, e.Span(), e.Op+" of an array"); types.IsPoison(t) {
		return c.bad(e.Span())
	}
	size, align := naturalSize(t)
	if align == 0 {
		c.errorf(diag.BadOperands, e.Span(), "'%s' has no size", t)
		return c.bad(e.Span())
	}
	if e.Op == "alignof" {
		size = align
	}
	return c.constExpr(e, types.IntValue(types.Int, int64(size)))
}

// naturalSize is what sizeof and alignof say: the natural layout of the language, where a struct ends with
// its last field and an array with its last element, without padding behind them.
func naturalSize(t types.Type) (size, align int) {
	switch t := t.(type) {
	case *types.Array:
		if t.Len > 0 {
			size, align = naturalSize(t.Elem)
			return roundUp(size, max(align, 1))*(t.Len-1) + size, align
		}
	case *types.Struct:
		align = 1
		for _, f := range t.Fields {
			fs, fa := naturalSize(f.Type)
			if fa == 0 {
				return 0, 0
			}
			size, align = roundUp(size, fa)+fs, max(align, fa)
		}
		return size, align
	}
	return sizeAlign(t)
}

// sizeAlign is the natural layout with padding at the end of structs: every scalar aligned to its size, arrays and
// structs without further rules. align is 0 for types without a size.
func sizeAlign(t types.Type) (size, align int) {
	switch t := t.(type) {
	case *types.Scalar:
		return t.Bits / 8, t.Bits / 8
	case *types.Enum:
		return sizeAlign(t.Underlying)
	case *types.Atomic:
		return sizeAlign(t.Elem)
	case *types.Pointer:
		if t.Static() {
			return 0, 0
		}
		return 8, 8
	case *types.Handle:
		return sizeAlign(types.HandleBits())
	case *types.Vector:
		size, align = sizeAlign(t.Elem)
		return size * t.N, align
	case *types.Matrix:
		size, align = sizeAlign(t.Elem)
		return size * t.Rows * t.Cols, align
	case *types.Array:
		if t.Len == 0 {
			return 0, 1
		}
		size, align = sizeAlign(t.Elem)
		return size * max(t.Len, 0), align
	case *types.Struct:
		align = 1
		for _, f := range t.Fields {
			fs, fa := sizeAlign(f.Type)
			if fa == 0 {
				return 0, 0
			}
			size = roundUp(size, fa) + fs
			align = max(align, fa)
		}
		return roundUp(size, align), align
	}
	return 0, 0
}
