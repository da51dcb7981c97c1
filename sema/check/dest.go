package check

import (
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// destinations checks, for each atomic operation, its orders, that the operation
// exists for its type, and that its destination is shared memory. A by-reference
// parameter is as good as the arguments that it gets: the parameters that reach
// an atomic are found by following the calls backwards.
func (c *checker) destinations() {
	forwarded := map[*typed.Var]source.Span{} // parameter -> the atomic that it reaches
	for _, f := range c.funcs {
		leave := c.within(f.fn)
		for _, a := range f.atomics {
			c.orders(a)
			c.operation(a)
			r := rootOf(a.Dest)
			if r.kind == rootParam {
				if _, ok := forwarded[r.v]; !ok {
					forwarded[r.v] = a.Span()
				}
				continue
			}
			c.destination(a.Dest, r, a.Span(), source.Span{})
		}
		leave()
	}
	if len(forwarded) > 0 {
		c.arguments(forwarded)
	}
}

// refArg is an argument of a by-reference parameter.
type refArg struct {
	arg   typed.Expr
	param *typed.Var
	root  root
	from  *funcFacts
}

// arguments checks what is passed to the parameters in forwarded, and extends it
// by parameters that are themselves passed on.
func (c *checker) arguments(forwarded map[*typed.Var]source.Span) {
	args := c.refArgs()
	for changed := true; changed; {
		changed = false
		for _, a := range args {
			span, ok := forwarded[a.param]
			if !ok || a.root.kind != rootParam {
				continue
			}
			if _, known := forwarded[a.root.v]; !known {
				forwarded[a.root.v] = span
				changed = true
			}
		}
	}
	for _, a := range args {
		if span, ok := forwarded[a.param]; ok && a.root.kind != rootParam {
			c.destination(a.arg, a.root, a.arg.Span(), span)
			c.passed = append(c.passed, a)
		}
	}
}

func (c *checker) refArgs() (args []refArg) {
	for _, f := range c.funcs {
		for _, call := range f.calls {
			if call.Func == nil {
				continue
			}
			if call.This != nil && call.Func.This != nil {
				args = append(args, refArg{call.This, call.Func.This, rootOf(call.This), f})
			}
			for i, arg := range call.Args {
				if d := paramDir(call.Func, i); arg != nil && (d == typed.Ref || d == typed.InOut) {
					args = append(args, refArg{arg, call.Func.Params[i], rootOf(arg), f})
				}
			}
		}
	}
	return args
}

// destination reports the place dest at span if no atomic can act on it; use is
// the atomic behind a call, zero when dest is its own destination.
func (c *checker) destination(dest typed.Expr, r root, span, use source.Span) {
	if r.kind == rootUnknown || r.v != nil && !r.kind.shared() && !r.through && badlyStored(r.v) {
		return // reported at the declaration
	}
	var d *diag.Diagnostic
	switch {
	case !r.kind.shared() || r.through:
		d = c.diags.Report(diag.AtomicDest, span, "an atomic operation needs shared memory, but %s", r.describe()).
			WithHelp("use groupshared memory, or an element of a RWStructuredBuffer, RWByteAddressBuffer or RWTexture")
	case components(dest) > 1:
		d = c.diags.Report(diag.AtomicDest, span, "an atomic operation acts on one scalar, but its destination has %d components", components(dest)).
			WithHelp("name one component: .x")
	case r.kind == rootImage:
		d = c.texel(r, span)
	}
	if d != nil && use != (source.Span{}) {
		d.Note(use, "the argument is the destination of this operation")
	}
}

// badlyStored reports whether storage has reported v.
func badlyStored(v *typed.Var) bool {
	return v.Type != nil && (types.ContainsAtomic(v.Type) || v.Kind == typed.Uniform && readOnlyAtomic(v.Type, v) != "")
}

// components is the number of scalars of a destination.
func components(e typed.Expr) int {
	t := typeOf(e)
	if _, ok := t.(*types.Atomic); ok {
		return 1
	}
	if n := types.NumComponents(t); n > 0 {
		return n
	}
	return 1 // a struct passed on to a method: its member is the destination
}

// texel checks the texel type: images have atomics only on one channel of 32 or
// 64 bits (VUID-StandaloneSpirv-OpImageTexelPointer-04658).
func (c *checker) texel(r root, span source.Span) *diag.Diagnostic {
	t := r.resource.Elem
	elem := types.ElemScalar(t)
	_, scalar := t.(*types.Scalar)
	single := r.v != nil && strings.HasPrefix(r.v.Format, "r32") || r.v != nil && strings.HasPrefix(r.v.Format, "r64")
	ok := elem != nil && (elem.Bits == 32 || elem.Bits == 64 && elem.Kind.IsInt()) && elem.Kind != types.KBool
	if ok && (scalar || single) || types.IsPoison(t) {
		return nil
	}
	return c.diags.Report(diag.AtomicTexel, span, "%s has no atomics: the destination must be a texel of one channel of 32 bits, or a 64-bit integer", r.resource).
		WithHelp("declare it as a texture of uint, int or float, or give it a format of one channel: [format(\"r32ui\")]")
}

// operation checks that the operation exists for the type of its object.
func (c *checker) operation(a *typed.Atomic) {
	t := typeOf(a.Dest)
	if at, ok := t.(*types.Atomic); ok {
		t = at.Elem
	}
	s, ok := t.(*types.Scalar)
	if !ok || s.Kind == types.KPoison || builtin.AtomicHas(a.Op, s) {
		return
	}
	if !builtin.AtomicTypes(s) {
		c.diags.Report(diag.AtomicMissing, a.Span(), "there are no atomic operations on %s", s).
			WithHelp("atomics act on int, uint, int64_t, uint64_t, half, float and double")
		return
	}
	d := c.diags.Report(diag.AtomicMissing, a.Span(), "there is no atomic %s on %s", a.Op, s)
	if a.Op.IsBitwise() {
		d.WithHelp("bit operations need an integer; keep the bits of the %s in a uint (asuint, asfloat)", s)
	} else {
		d.WithHelp("use add with 1 or -1")
	}
}
