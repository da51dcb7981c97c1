package check

import (
	"slices"

	"slc/frontend/diag"
	"slc/sema/typed"
)

// aliases warns of calls that pass one place to two parameters that the function
// may write: whether a write through one is seen through the other depends on
// whether the call copies, which the language leaves open.
func (c *checker) aliases() {
	for _, f := range c.funcs {
		for _, call := range f.calls {
			c.callAliases(call)
		}
	}
}

func (c *checker) callAliases(call *typed.Call) {
	for i, x := range call.Args {
		if !written(call.Func, i) {
			continue
		}
		for j, y := range call.Args[:i] {
			if written(call.Func, j) && samePlace(x, y) {
				c.diags.Report(diag.AliasedArgument, x.Span(), "'%s' gets the same variable for two parameters that it may write", call.Func.Name).
					Note(y.Span(), "it is passed here too").
					WithHelp("pass a copy to one of them")
				break
			}
		}
	}
}

// written reports whether the function may write through parameter i.
func written(f *typed.Func, i int) bool {
	d := paramDir(f, i)
	return d == typed.Out || d == typed.InOut || d == typed.Ref
}

// samePlace reports whether two places are certainly the same.
func samePlace(x, y typed.Expr) bool {
	switch x := x.(type) {
	case *typed.VarRef:
		y, ok := y.(*typed.VarRef)
		return ok && x.Var == y.Var
	case *typed.FieldRef:
		y, ok := y.(*typed.FieldRef)
		return ok && x.Field == y.Field && samePlace(x.X, y.X)
	case *typed.Index:
		y, ok := y.(*typed.Index)
		return ok && sameValue(x.I, y.I) && samePlace(x.X, y.X)
	case *typed.Swizzle:
		y, ok := y.(*typed.Swizzle)
		return ok && slices.Equal(x.Comps, y.Comps) && samePlace(x.X, y.X)
	case *typed.ByteRef:
		y, ok := y.(*typed.ByteRef)
		return ok && sameValue(x.Offset, y.Offset) && samePlace(x.Buffer, y.Buffer)
	}
	return false
}

// sameValue reports whether two indices are certainly equal: the same constant,
// or the same computation of variables (nothing is written between arguments).
func sameValue(x, y typed.Expr) bool {
	switch x := x.(type) {
	case *typed.Const:
		y, ok := y.(*typed.Const)
		return ok && x.Value != nil && y.Value != nil && x.Value.Equal(y.Value)
	case *typed.Convert:
		y, ok := y.(*typed.Convert)
		return ok && x.T == y.T && sameValue(x.X, y.X)
	case *typed.Binary:
		y, ok := y.(*typed.Binary)
		return ok && x.Op == y.Op && sameValue(x.X, y.X) && sameValue(x.Y, y.Y)
	}
	if !isPlace(x) {
		return false
	}
	kind := rootOf(x).kind
	return kind != rootValue && kind != rootUnknown && !kind.shared() && samePlace(x, y)
}
