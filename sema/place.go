package sema

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// isPlace reports whether x denotes memory rather than a value.
func isPlace(x typed.Expr) bool {
	for {
		switch y := x.(type) {
		case *typed.VarRef, *typed.ByteRef, *typed.Deref:
			return true
		case *typed.FieldRef:
			x = y.X
		case *typed.Index:
			if _, ok := y.X.Type().(*types.Resource); ok || pointer(y.X) != nil {
				return true
			}
			x = y.X
		case *typed.Swizzle:
			x = y.X
		case *typed.MatrixSwizzle:
			x = y.X
		default:
			return false
		}
	}
}

// writable finds out whether x can be written. why is "" if so, else what is in
// the way, for "cannot assign to …". root is the variable that is written, if
// it is one.
func writable(x typed.Expr) (root *typed.Var, why string) {
	for {
		switch y := x.(type) {
		case *typed.VarRef:
			return y.Var, readOnlyVar(y.Var)
		case *typed.Deref:
			if p := pointer(y.X); p != nil {
				return nil, readOnlyPointer(p)
			}
			return nil, "a constant buffer"
		case *typed.ByteRef:
			if r, ok := y.Buffer.Type().(*types.Resource); ok && !r.Writable() {
				return nil, "read-only '" + r.String() + "'"
			}
			return nil, ""
		case *typed.FieldRef:
			if r, ok := y.X.Type().(*types.Resource); ok {
				return nil, "'" + y.Field.Name + "', a member of a " + r.Name
			}
			if optionalElem(y.X.Type()) != nil {
				return nil, "a part of an Optional, which is assigned as a whole"
			}
			x = y.X
		case *typed.Index:
			if r, ok := y.X.Type().(*types.Resource); ok {
				if !r.Writable() {
					return nil, "an element of a read-only '" + r.String() + "'"
				}
				return nil, ""
			}
			if p := pointer(y.X); p != nil {
				return nil, readOnlyPointer(p)
			}
			x = y.X
		case *typed.Swizzle:
			if repeats(y.Comps) {
				return nil, "a swizzle that names a component twice"
			}
			x = y.X
		case *typed.MatrixSwizzle:
			for i, a := range y.Comps {
				for _, b := range y.Comps[:i] {
					if a == b {
						return nil, "a swizzle that names a component twice"
					}
				}
			}
			x = y.X
		default:
			return nil, "a value that is not stored anywhere"
		}
	}
}

// readOnlyPointer says why nothing is written through p, "" if it can be.
func readOnlyPointer(p *types.Pointer) string {
	if p.Access == types.ReadWrite {
		return ""
	}
	return "what a '" + p.String() + "' points to"
}

func repeats(comps []uint8) bool {
	seen := 0
	for _, k := range comps {
		if seen&(1<<k) != 0 {
			return true
		}
		seen |= 1 << k
	}
	return false
}

func readOnlyVar(v *typed.Var) string {
	switch {
	case v.Kind == typed.Uniform:
		return "shader parameter '" + v.Name + "', which is read-only"
	case v.Kind == typed.SpecConst:
		return "specialization constant '" + v.Name + "'"
	case v.Kind == typed.Param && v.Name == "this" && v.Const:
		return "a member of 'this' in a method that is not [mutating]"
	case v.Dir == typed.ConstRef && v.Kind == typed.Param:
		return "constref parameter '" + v.Name + "'"
	case v.Const:
		return "constant '" + v.Name + "'"
	}
	return ""
}

// assignable checks that x can be written and notes that its variable is.
func (c *checker) assignable(x typed.Expr, at source.Span) bool {
	if isBad(x) {
		return false
	}
	root, why := writable(x)
	if why != "" {
		code := diag.ReadOnly
		if !isPlace(x) {
			code = diag.NotAssignable
		}
		d := c.errorf(code, at, "cannot assign to %s", why)
		if root != nil && root.Name == "this" && c.fn != nil && c.fn.usedAt.IsValid() {
			d.Note(c.fn.usedAt, "'%s' is called here, on something read-only", c.fn.name)
		} else if root != nil && root.Name == "this" {
			d.WithHelp("mark the method [mutating]")
		} else if root != nil && root.Span.IsValid() {
			d.Note(root.Span, "'%s' is declared here", root.Name)
		}
		return false
	}
	if root != nil {
		c.assigned(root)
	}
	return true
}

// markAssigned notes that the variable below x is written or passed by reference.
func (c *checker) markAssigned(x typed.Expr) {
	if root, why := writable(x); root != nil && why == "" {
		c.assigned(root)
	}
}

// assigned notes that v is written.
func (c *checker) assigned(v *typed.Var) {
	if c.def != nil && !v.Assigned {
		c.undo(func() { v.Assigned = false })
	}
	v.Assigned = true
}
