package hlsl

import (
	"slc/backend/text"
	"slc/lower/ir"
	"slc/sema/types"
)

// Elements of arrays in buffers may be structs of the value and padding (elemType). Groupshared and
// static arrays have no layout that anybody sees: they are bare, without the padding,
// unless a value of the array as a whole passes between them and a buffer.

// bare reports whether a variable is an array of unpadded elements.
func (e *emitter) bare(v *ir.Var) bool {
	if known, ok := e.bareVars[v]; ok {
		return known
	}
	a, isArray := v.Type.Elem.(*types.Array)
	bare := isArray
	for _, fn := range e.m.Funcs {
		fn.Body.Walk(func(in *ir.Instr) {
			for i, x := range in.Args {
				if bare && (i > 0 || in.Op != ir.OpElem) && wholeArray(x, v) {
					bare = false
				}
			}
		})
	}
	_, _, wrapped := e.Wrapped(innermost(a))
	e.bareVars[v] = bare && wrapped
	return e.bareVars[v]
}

// wholeArray reports whether x is the address of v or of an array in it.
func wholeArray(x ir.Value, v *ir.Var) bool {
	ref, ok := x.ValueType().(*types.Ref)
	if !ok || ir.Root(x) != ir.Value(v) {
		return false
	}
	_, isArray := ref.Elem.(*types.Array)
	return isArray && !throughField(x)
}

// throughField reports whether an address lies in a struct, whose arrays are declared once for all.
func throughField(x ir.Value) bool {
	for {
		in, ok := x.(*ir.Instr)
		if !ok || len(in.Args) == 0 {
			return false
		}
		if in.Op == ir.OpField {
			return true
		}
		x = in.Args[0]
	}
}

func innermost(a *types.Array) types.Type {
	if a == nil {
		return nil
	}
	if inner, ok := a.Elem.(*types.Array); ok {
		return innermost(inner)
	}
	return a.Elem
}

// declareVar declares a groupshared or static variable.
func (e *emitter) declareVar(v *ir.Var) string {
	if !e.bare(v) {
		return e.Declare(v.Type.Elem, e.globals[v])
	}
	a := v.Type.Elem.(*types.Array)
	dims := e.Declare(a, e.globals[v])[len(e.elemType(innermost(a))):] // name and dimensions
	return e.Type(innermost(a)) + dims
}

// bareRoot spells a bare variable with the subscripts of its dimensions.
func (e *emitter) bareRoot(f *text.Func, v *ir.Var, p text.Place) (text.Expr, int) {
	x, done := text.Atom(e.globals[v]), 0
	t := v.Type.Elem
	for done < len(p.Steps) {
		a, ok := t.(*types.Array)
		if !ok {
			break
		}
		x, t = text.Index(x, f.Value(p.Steps[done].Args[1]).Text), a.Elem
		done++
	}
	return x, done
}
