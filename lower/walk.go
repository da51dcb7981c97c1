package lower

import "slc/sema/typed"

// walkExprs calls f for every expression of a block, outer ones first.
func walkExprs(s typed.Stmt, f func(typed.Expr)) {
	switch s := s.(type) {
	case *typed.Block:
		if s == nil {
			return
		}
		for _, st := range s.List {
			walkExprs(st, f)
		}
	case *typed.Decl:
		walkExpr(s.Init, f)
	case *typed.ExprStmt:
		walkExpr(s.X, f)
	case *typed.If:
		walkExpr(s.Cond, f)
		walkExprs(s.Then, f)
		walkExprs(s.Else, f)
	case *typed.Loop:
		for _, st := range s.Init {
			walkExprs(st, f)
		}
		walkExpr(s.Cond, f)
		walkExpr(s.Step, f)
		walkExprs(s.Body, f)
	case *typed.Switch:
		walkExpr(s.X, f)
		for _, c := range s.Cases {
			walkExprs(c.Body, f)
		}
	case *typed.Return:
		walkExpr(s.X, f)
	}
}

func walkExpr(e typed.Expr, f func(typed.Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, op := range operands(e) {
		walkExpr(op, f)
	}
}

// operands lists the operands of an expression; nil ones are optional operands that are absent.
func operands(e typed.Expr) []typed.Expr {
	switch e := e.(type) {
	case *typed.FieldRef:
		return []typed.Expr{e.X}
	case *typed.Index:
		return []typed.Expr{e.X, e.I}
	case *typed.Swizzle:
		return []typed.Expr{e.X}
	case *typed.MatrixSwizzle:
		return []typed.Expr{e.X}
	case *typed.ByteRef:
		return []typed.Expr{e.Buffer, e.Offset}
	case *typed.Deref:
		return []typed.Expr{e.X}
	case *typed.AddressOf:
		return []typed.Expr{e.X}
	case *typed.Unary:
		return []typed.Expr{e.X}
	case *typed.Binary:
		return []typed.Expr{e.X, e.Y}
	case *typed.Logical:
		return []typed.Expr{e.X, e.Y}
	case *typed.Cond:
		return []typed.Expr{e.C, e.X, e.Y}
	case *typed.Assign:
		return []typed.Expr{e.L, e.R}
	case *typed.OpAssign:
		return []typed.Expr{e.L, e.R}
	case *typed.IncDec:
		return []typed.Expr{e.L}
	case *typed.Atomic:
		return append(append([]typed.Expr{e.Dest}, e.Args...), e.Out)
	case *typed.Barrier:
		return []typed.Expr{e.Mask}
	case *typed.Call:
		return append([]typed.Expr{e.This}, e.Args...)
	case *typed.Intrinsic:
		return e.Args
	case *typed.Construct:
		return e.Args
	case *typed.Convert:
		return []typed.Expr{e.X}
	case *typed.Comma:
		return []typed.Expr{e.X, e.Y}
	}
	return nil
}
