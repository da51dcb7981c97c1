package check

import (
	"slices"

	"slc/frontend/diag"
	"slc/sema/typed"
)

// aliases warns of calls that pass one place to two parameters, one of which the function may
// write: whether a write through one is seen through the other depends on whether the call
// copies, which the language leaves open.
func (c *checker) aliases() {
	for _, f := range c.funcs {
		for _, call := range f.calls {
			c.callAliases(f, call)
		}
	}
}

func (c *checker) callAliases(f *funcFacts, call *typed.Call) {
	for i, x := range call.Args {
		for j, y := range call.Args[:i] {
			if !written(call.Func, i) && !written(call.Func, j) || !samePlace(f.passed(x), f.passed(y)) {
				continue
			}
			what := "two parameters that it may write"
			if !written(call.Func, i) || !written(call.Func, j) {
				what = "a parameter that it reads and one that it may write"
			}
			c.diags.Report(diag.AliasedArgument, x.Span(), "'%s' gets the same variable for %s", call.Func.Name, what).
				Note(y.Span(), "it is passed here too").
				WithHelp("pass a copy to one of them")
			break
		}
	}
}

// passed is what an argument is without conversions.
func (f *funcFacts) passed(x typed.Expr) typed.Expr {
	if k, ok := x.(*typed.Convert); ok {
		x = k.X
	}
	if v, ok := x.(*typed.VarRef); ok && v.Var.Temp && f.converted[v.Var] != nil {
		return f.converted[v.Var]
	}
	return x
}

// standIn notes the place that a temporary is converted from or to.
func (f *funcFacts) standIn(e *typed.Assign) {
	k, ok := e.R.(*typed.Convert)
	if !ok {
		return
	}
	temp, place := e.L, k.X
	if v, ok := k.X.(*typed.VarRef); ok && v.Var.Temp {
		temp, place = k.X, e.L
	}
	if v, ok := temp.(*typed.VarRef); ok && v.Var.Temp && isPlace(place) {
		if f.converted == nil {
			f.converted = map[*typed.Var]typed.Expr{}
		}
		f.converted[v.Var] = place
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
