package check

import (
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// accessKind says what happens to a place.
type accessKind uint8

const (
	reads accessKind = iota
	writes
	readsAndWrites
	atomically  // destination of an atomic
	byReference // argument of a by-reference parameter, or receiver
)

// visitor walks typed trees. access is called for each place that is used as a
// whole (the outermost place of x.y[i], not x.y and x), expr for every
// expression that is no place, stmt for every statement; each may be nil.
type visitor struct {
	access func(e typed.Expr, kind accessKind)
	expr   func(e typed.Expr)
	stmt   func(s typed.Stmt)
}

func (v *visitor) visit(s typed.Stmt) {
	if v.stmt != nil {
		v.stmt(s)
	}
	switch s := s.(type) {
	case *typed.Block:
		for _, s := range s.List {
			v.visit(s)
		}
	case *typed.Decl:
		v.value(s.Init)
	case *typed.ExprStmt:
		v.value(s.X)
	case *typed.If:
		v.value(s.Cond)
		v.block(s.Then)
		v.block(s.Else)
	case *typed.Loop:
		for _, s := range s.Init {
			v.visit(s)
		}
		v.value(s.Cond)
		v.block(s.Body)
		v.value(s.Step)
	case *typed.Switch:
		v.value(s.X)
		for _, c := range s.Cases {
			v.block(c.Body)
		}
	case *typed.Return:
		v.value(s.X)
	}
}

func (v *visitor) block(b *typed.Block) {
	if b != nil {
		v.visit(b)
	}
}

// isPlace reports whether e is built like a place.
func isPlace(e typed.Expr) bool {
	switch e.(type) {
	case *typed.VarRef, *typed.FieldRef, *typed.Index, *typed.Swizzle, *typed.MatrixSwizzle, *typed.ByteRef, *typed.Deref:
		return true
	}
	return false
}

// value visits an expression whose value is used.
func (v *visitor) value(e typed.Expr) {
	if e == nil {
		return
	}
	if isPlace(e) {
		v.place(e, reads)
		return
	}
	if v.expr != nil {
		v.expr(e)
	}
	switch e := e.(type) {
	case *typed.Unary:
		v.value(e.X)
	case *typed.Binary:
		v.value(e.X)
		v.value(e.Y)
	case *typed.Logical:
		v.value(e.X)
		v.value(e.Y)
	case *typed.Cond:
		v.value(e.C)
		v.value(e.X)
		v.value(e.Y)
	case *typed.Assign:
		v.value(e.R) // read before it is written in x = x + 1
		v.place(e.L, writes)
	case *typed.OpAssign:
		v.place(e.L, readsAndWrites)
		v.value(e.R)
	case *typed.IncDec:
		v.place(e.L, readsAndWrites)
	case *typed.Atomic:
		v.place(e.Dest, atomically)
		v.values(e.Args)
		if e.Out != nil {
			v.place(e.Out, writes)
		}
	case *typed.Barrier:
		v.value(e.Mask)
	case *typed.Call:
		v.call(e)
	case *typed.Intrinsic:
		v.intrinsic(e)
	case *typed.Construct:
		v.values(e.Args)
	case *typed.Convert:
		v.value(e.X)
	case *typed.AddressOf:
		v.place(e.X, byReference)
	case *typed.Comma:
		v.value(e.X)
		v.value(e.Y)
	}
}

func (v *visitor) values(list []typed.Expr) {
	for _, e := range list {
		v.value(e)
	}
}

// place visits a place that is used as kind, and the values it is named with.
func (v *visitor) place(e typed.Expr, kind accessKind) {
	if e == nil {
		return
	}
	if !isPlace(e) {
		v.value(e)
		return
	}
	if v.access != nil {
		v.access(e, kind)
	}
	for {
		switch x := e.(type) {
		case *typed.FieldRef:
			e = x.X
		case *typed.Index:
			v.value(x.I)
			if _, ok := typeOf(x.X).(*types.Pointer); ok {
				v.value(x.X)
				return
			}
			e = x.X
		case *typed.Swizzle:
			e = x.X
		case *typed.MatrixSwizzle:
			e = x.X
		case *typed.ByteRef:
			v.value(x.Offset)
			e = x.Buffer
		case *typed.Deref:
			v.value(x.X)
			return
		case *typed.VarRef:
			return
		default:
			v.value(e)
			return
		}
	}
}

func (v *visitor) call(e *typed.Call) {
	if e.This != nil {
		v.place(e.This, byReference)
	}
	for i, arg := range e.Args {
		switch paramDir(e.Func, i) {
		case typed.In:
			v.value(arg)
		case typed.Out:
			v.place(arg, writes)
		default:
			v.place(arg, byReference)
		}
	}
}

func (v *visitor) intrinsic(e *typed.Intrinsic) {
	out := builtin.FirstOut(e.Op)
	for i, arg := range e.Args {
		if out >= 0 && i >= out {
			v.place(arg, writes)
		} else {
			v.value(arg)
		}
	}
}

// paramDir is the passing mode of parameter i, In if there is none.
func paramDir(f *typed.Func, i int) typed.Dir {
	if f == nil || i >= len(f.Params) {
		return typed.In
	}
	return f.Params[i].Dir
}
