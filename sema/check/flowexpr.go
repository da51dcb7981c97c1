package check

import (
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// value evaluates e: its taint, and the effects of what it calls and assigns.
func (fn *flow) value(e typed.Expr) taint {
	switch e := e.(type) {
	case nil, *typed.Const:
		return taint{}
	case *typed.Unary:
		return fn.value(e.X)
	case *typed.Convert:
		return fn.value(e.X)
	case *typed.AddressOf:
		return fn.indices(e.X)
	case *typed.Binary:
		return joined(fn.value(e.X), fn.value(e.Y))
	case *typed.Comma:
		fn.value(e.X)
		return fn.value(e.Y)
	case *typed.Logical:
		x := fn.value(e.X)
		fn.under(x, func() { x = joined(x, fn.value(e.Y)) })
		return x
	case *typed.Cond:
		t := fn.value(e.C)
		fn.under(t, func() { t = joined(t, fn.value(e.X), fn.value(e.Y)) })
		return t
	case *typed.Construct:
		return fn.values(e.Args)
	case *typed.Assign:
		t := fn.value(e.R)
		fn.assign(e.L, fn.indices(e.L), t)
		return t
	case *typed.OpAssign:
		index := fn.indices(e.L)
		t := joined(fn.load(e.L, index), fn.value(e.R))
		fn.assign(e.L, index, t)
		return t
	case *typed.IncDec:
		index := fn.indices(e.L)
		t := fn.load(e.L, index)
		fn.assign(e.L, index, t)
		return t
	case *typed.Atomic:
		return fn.atomic(e)
	case *typed.Barrier:
		fn.value(e.Mask)
		if e.Barrier.Exec != builtin.ScopeNone {
			fn.reached(e.Barrier.Exec, barrierUse{name: e.Name, span: e.Span()}, fn.control(), e.Span(), e.Barrier.Masked)
		}
		return taint{}
	case *typed.Call:
		return fn.call(e)
	case *typed.Intrinsic:
		return fn.intrinsic(e)
	}
	return fn.load(e, fn.indices(e))
}

func (fn *flow) values(list []typed.Expr) (t taint) {
	for _, e := range list {
		t.join(fn.value(e))
	}
	return t
}

// load is the taint of reading a place that is named with values of taint index.
func (fn *flow) load(e typed.Expr, index taint) taint {
	r := rootOf(e)
	switch {
	case r.kind == rootInput:
		return joined(fn.input(e, r.v), index)
	case r.kind == rootGroupshared:
		// All invocations that read one address in a race-free program see one
		// value, so only the address can make a difference.
		if index.none() {
			return taint{}
		}
		return fn.loaded(e, index)
	case r.kind == rootReadOnly && r.resource != nil, r.kind == rootConstant:
		if index.none() {
			return taint{}
		}
		return fn.loaded(e, index)
	case r.kind.shared():
		index.join(taint{maybe: perLane})
		return fn.loaded(e, index)
	}
	if r.v == nil {
		return index
	}
	if r.v.Kind == typed.Static {
		return joined(fn.u.statics[r.v], index)
	}
	return joined(fn.vars[r.v], index)
}

// loaded is the taint of a value from memory: it may differ as far as the
// address does.
func (fn *flow) loaded(e typed.Expr, index taint) taint {
	t := index.softened()
	if t.maybe != uniform {
		t.maybeWhy = &reason{e.Span(), "this is loaded from '" + nameOf(e) + "', which may hold different values for the invocations", t.maybeWhy}
	}
	return t
}

// indices evaluates the values that a place is named with.
func (fn *flow) indices(e typed.Expr) (t taint) {
	for {
		switch x := e.(type) {
		case *typed.FieldRef:
			e = x.X
		case *typed.Index:
			t.join(fn.value(x.I))
			if _, ok := typeOf(x.X).(*types.Pointer); ok {
				t.join(fn.value(x.X))
				return t
			}
			e = x.X
		case *typed.Swizzle:
			e = x.X
		case *typed.MatrixSwizzle:
			e = x.X
		case *typed.ByteRef:
			t.join(fn.value(x.Offset))
			e = x.Buffer
		case *typed.Deref:
			t.join(fn.value(x.X))
			return t
		case *typed.VarRef, nil:
			return t
		default:
			if !isPlace(e) {
				t.join(fn.value(e))
			}
			return t
		}
	}
}

// input is the taint of a system value, or of one component of it.
func (fn *flow) input(e typed.Expr, v *typed.Var) taint {
	semantic := v.Semantic
	component := -1
	for {
		switch x := e.(type) {
		case *typed.FieldRef:
			if x.Field != nil && x.Field.Semantic != "" {
				semantic = x.Field.Semantic
			}
			e = x.X
			continue
		case *typed.Swizzle:
			if len(x.Comps) == 1 && component < 0 {
				component = int(x.Comps[0])
			}
			e = x.X
			continue
		case *typed.Index:
			if k, ok := x.I.(*typed.Const); ok && k.Value != nil && component < 0 {
				component = int(k.Value.Int())
			}
			e = x.X
			continue
		}
		break
	}
	row := builtin.SystemValueNamed(semantic)
	switch {
	case row == nil || row.Varies <= builtin.VariesByGroup:
		return taint{}
	case component >= 0 && component < 3 && row.Components == 3 && fn.size[component] == 1:
		return taint{} // the workgroup has one invocation in this direction
	}
	return taint{certain: perLane, why: &reason{v.Span, "'" + v.Name + "' is the " + row.Doc + " (" + row.Name + ")", nil}}
}

// assign records that t, under the current control flow, goes to a place that is
// named with values of taint index. Memory has no taint of its own: loads from it
// say what they may be.
func (fn *flow) assign(place typed.Expr, index, t taint) {
	t = joined(t, index, fn.control())
	switch r := rootOf(place); r.kind {
	case rootLocal, rootParam, rootStatic:
		fn.set(r.v, t, place.Span())
	}
}

func (fn *flow) atomic(e *typed.Atomic) taint {
	t := fn.indices(e.Dest)
	t.join(fn.values(e.Args))
	result := taint{maybe: perLane, maybeWhy: &reason{e.Span(), "each invocation gets its own result of this atomic operation", nil}}
	if e.Out != nil {
		fn.assign(e.Out, fn.indices(e.Out), result)
	}
	return result
}

// intrinsic knows wave operations: their results are the same in a wave, some in
// the workgroup if their operands are, others differ between lanes.
func (fn *flow) intrinsic(e *typed.Intrinsic) taint {
	var t taint
	out := builtin.FirstOut(e.Op)
	for i, arg := range e.Args {
		if out < 0 || i < out {
			t.join(fn.value(arg))
		}
	}
	if l := waveLevel(e.Op, t); l > t.certain || builtin.IsWave(e.Op) {
		t = taint{certain: l, deps: t.deps, maybeDeps: t.maybeDeps}
		if l != uniform {
			t.why = &reason{e.Span(), "this is a query of the wave (" + e.Op.String() + ")", nil}
		}
	} else if e.Op == builtin.OpConsume || builtin.HasEffect(e.Op) && builtin.IsResource(e.Op) {
		t.join(taint{maybe: perLane, maybeWhy: &reason{e.Span(), "each invocation gets its own result of this operation", nil}})
	} else if builtin.IsTexture(e.Op) && len(e.Args) > 0 {
		t = fn.loaded(e.Args[0], t)
	}
	if out >= 0 {
		for _, arg := range e.Args[out:] {
			fn.assign(arg, fn.indices(arg), t)
		}
	}
	return t
}

// waveLevel is how far the result of a wave operation on operands of taint t
// differs; uniform for other operations.
func waveLevel(op builtin.Op, t taint) level {
	switch op {
	case builtin.OpWaveLaneCount, builtin.OpWaveNumWaves:
		return uniform
	case builtin.OpWaveIndex:
		return perWave
	case builtin.OpWaveMin, builtin.OpWaveMax, builtin.OpWaveBitAnd, builtin.OpWaveBitOr,
		builtin.OpWaveAllTrue, builtin.OpWaveAnyTrue, builtin.OpWaveReadLaneFirst,
		builtin.OpWaveReadLaneAt, builtin.OpWaveBroadcast:
		// of equal operands these give the operand, whichever lanes take part
		if t.certain == uniform && t.maybe == uniform {
			return uniform
		}
		return perWave
	}
	switch {
	case !builtin.IsWave(op):
		return uniform
	case builtin.PerLane(op):
		return perLane
	}
	return perWave
}

// argument is an argument of a call: what the parameter starts with, and the
// values that its place is named with.
type argument struct {
	expr  typed.Expr
	dir   typed.Dir
	index taint
}

// call applies the summary of the function.
func (fn *flow) call(e *typed.Call) taint {
	if e.Func == nil {
		return fn.values(e.Args)
	}
	sum := fn.u.analyse(e.Func, [3]int{})
	args := make([]argument, len(sum.params))
	taints := make([]taint, len(sum.params))
	for i, arg := range e.Args[:min(len(e.Args), len(e.Func.Params))] {
		args[i] = argument{expr: arg, dir: e.Func.Params[i].Dir}
	}
	if e.This != nil {
		args[len(e.Func.Params)] = argument{expr: e.This, dir: typed.InOut}
	}
	for i := range args {
		taints[i] = fn.argument(&args[i])
	}
	for i := range args {
		if a := &args[i]; a.dir == typed.Out || a.dir == typed.InOut || a.dir == typed.Ref {
			fn.assign(a.expr, a.index, sum.params[i].applied(taints))
		}
	}
	for _, s := range sum.statics {
		fn.set(s.v, s.t.applied(taints), e.Span())
	}
	fn.callBarrier(e, builtin.ScopeWorkgroup, sum.group, taints)
	fn.callBarrier(e, builtin.ScopeWave, sum.wave, taints)
	return sum.result.applied(taints)
}

// argument evaluates an argument and returns the taint of its value.
func (fn *flow) argument(a *argument) taint {
	if a.expr == nil {
		return taint{}
	}
	if a.dir == typed.In {
		return fn.value(a.expr)
	}
	a.index = fn.indices(a.expr)
	if a.dir == typed.Out {
		return taint{}
	}
	return fn.load(a.expr, a.index)
}

// callBarrier checks a call whose function has a barrier: under the control flow
// of the call, and what the arguments make of conditions on parameters.
func (fn *flow) callBarrier(e *typed.Call, exec builtin.Scope, use barrierUse, args []taint) {
	if use.name != "" {
		fn.reached(exec, use, joined(fn.control(), use.flow.applied(args)), e.Span(), false)
	}
}
