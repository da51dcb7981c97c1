package typed

// Whole is what e is a member, an element or components of, nil if it is none of these.
func Whole(e Expr) Expr {
	switch e := e.(type) {
	case *FieldRef:
		return e.X
	case *Index:
		return e.X
	case *Swizzle:
		return e.X
	case *MatrixSwizzle:
		return e.X
	}
	return nil
}

// RootVar is the variable that e is, or is a part of; nil if there is none.
func RootVar(e Expr) *Var {
	for e != nil {
		if v, ok := e.(*VarRef); ok {
			return v.Var
		}
		e = Whole(e)
	}
	return nil
}
