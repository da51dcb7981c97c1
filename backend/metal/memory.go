package metal

import (
	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// How MSL expresses atomics and barriers: design/lowering.md §4.

// Versions from which MSL has something.
const (
	fenceSince      = 302 // atomic_thread_fence with a scope (row "ordered, Metal 3.2+")
	orderedSince    = 401 // orders on atomic functions (row "ordered, Metal ≥ 4.1")
	coherentSince   = 302 // coherent(device), memory_coherence_device
	imageSince      = 301 // texture atomics
	floatSince      = 300 // atomic_float in device memory (row "storage")
	floatGroupSince = 401 // and in threadgroup memory
)

// atomicRow is one row of the table of §4: the stem of the function, and the
// value of an operation that has no operand.
type atomicRow struct {
	stem string
	unit bool // the value is one
}

var atomics = [builtin.NumAtomicOps]atomicRow{
	builtin.AtomicLoad:            {"atomic_load", false},
	builtin.AtomicStore:           {"atomic_store", false},
	builtin.AtomicExchange:        {"atomic_exchange", false},
	builtin.AtomicCompareExchange: {"atomic_compare_exchange_weak", false},
	builtin.AtomicAdd:             {"atomic_fetch_add", false},
	builtin.AtomicSub:             {"atomic_fetch_sub", false},
	builtin.AtomicInc:             {"atomic_fetch_add", true},
	builtin.AtomicDec:             {"atomic_fetch_sub", true},
	builtin.AtomicAnd:             {"atomic_fetch_and", false},
	builtin.AtomicOr:              {"atomic_fetch_or", false},
	builtin.AtomicXor:             {"atomic_fetch_xor", false},
	builtin.AtomicMin:             {"atomic_fetch_min", false},
	builtin.AtomicMax:             {"atomic_fetch_max", false},
}

// atomics64 are the functions for ulong, which have no result (row "storage").
var atomics64 = [builtin.NumAtomicOps]string{
	builtin.AtomicMin: "atomic_min",
	builtin.AtomicMax: "atomic_max",
}

// orderRow says how an order is expressed: on which sides of a relaxed operation
// a fence stands, and what the operation itself can say from 4.1 on.
type orderRow struct {
	before, after bool
	name          string
}

var orders = [builtin.NumOrders]orderRow{
	builtin.Relaxed:        {false, false, "memory_order_relaxed"},
	builtin.Acquire:        {false, true, "memory_order_acquire"},
	builtin.Release:        {true, false, "memory_order_release"},
	builtin.AcquireRelease: {true, true, "memory_order_acq_rel"},
	builtin.SeqCst:         {true, true, "memory_order_seq_cst"},
}

// scopes are the scopes of a fence (row "scope").
var scopes = [builtin.NumScopes]string{
	builtin.ScopeWave:      "thread_scope_simdgroup",
	builtin.ScopeWorkgroup: "thread_scope_threadgroup",
	builtin.ScopeDevice:    "thread_scope_device",
}

// flagRows are the memory flags of a mask (row "flags").
var flagRows = [...]struct {
	space ir.Spaces
	flag  string
}{
	{builtin.Buffers, "mem_flags::mem_device"},
	{builtin.Groupshared, "mem_flags::mem_threadgroup"},
	{builtin.Images, "mem_flags::mem_texture"},
}

func flags(spaces ir.Spaces) string {
	s := ""
	for _, r := range flagRows {
		if spaces&r.space != 0 {
			if s != "" {
				s += " | "
			}
			s += r.flag
		}
	}
	if s == "" {
		return "mem_flags::mem_none"
	}
	return s
}

// fence prints atomic_thread_fence; what names what needs it, for the error
// below Metal 3.2.
func (e *emitter) fence(f *text.Func, spaces ir.Spaces, scope ir.Scope, what string) {
	if e.version < fenceSince {
		e.needs(diag.TargetOrder, what, fenceSince)
		return
	}
	f.Line("atomic_thread_fence(" + flags(spaces) + ", memory_order_seq_cst, " + scopes[scope] + ");")
}

// onOperation reports whether the operation itself carries its order (row
// "ordered, Metal ≥ 4.1"): the mask is its own space only, in device memory.
func (e *emitter) onOperation(in *ir.Instr, p text.Place) bool {
	device := p.Space == types.SpaceBuffer || p.Space == types.SpacePhysical
	return e.version >= orderedSince && device && in.Mem.Spaces|in.Fail.Spaces == builtin.Buffers
}

// Atomic prints an atomic operation with the fences of its order.
func (e *emitter) Atomic(f *text.Func, in *ir.Instr, p text.Place) {
	if !e.atomicType(f, in, p) {
		f.Poison(in)
		return
	}
	success, fail := &orders[in.Mem.Order], &orders[in.Fail.Order]
	before, after := success.before, success.after
	if in.Atomic == builtin.AtomicCompareExchange {
		after = after || fail.after
	}
	order, failOrder := success.name, fail.name
	if e.onOperation(in, p) {
		before, after = false, false
	} else {
		order, failOrder = orders[builtin.Relaxed].name, orders[builtin.Relaxed].name
	}
	what := in.Mem.Order.String() + " order of an atomic operation"
	op := e.operation(f, in, p) // evaluates operands before the fence
	if before {
		e.fence(f, in.Mem.Spaces, in.Mem.Scope, what)
	}
	op(order, failOrder)
	if after {
		scope := max(in.Mem.Scope, in.Fail.Scope)
		e.fence(f, in.Mem.Spaces|in.Fail.Spaces, scope, what)
	}
}

// operation returns what prints the operation with its orders.
func (e *emitter) operation(f *text.Func, in *ir.Instr, p text.Place) func(order, fail string) {
	t := types.ElemScalar(p.Elem)
	var args []text.Expr
	for _, a := range in.Args[1:] {
		if in.Atomic == builtin.AtomicCompareExchange {
			args = append(args, f.Named(a))
		} else {
			args = append(args, f.Value(a))
		}
	}
	row := atomics[in.Atomic]
	if row.unit {
		args = []text.Expr{e.Scalar(types.IntValue(t, 1))}
	}
	if t.Bits == 64 {
		row.stem = atomics64[in.Atomic]
	}
	o := e.object(f, in, p, row.stem)
	if in.Atomic == builtin.AtomicCompareExchange {
		return func(order, fail string) {
			e.compareExchange(f, in, o, args, order, fail)
			e.fenceTexel(f, in, o)
		}
	}
	return func(order, _ string) {
		call := o.call(args, order)
		if f.Used(in) {
			f.Bind(in, o.result(call))
		} else {
			f.Line(call.Text + ";")
		}
		e.fenceTexel(f, in, o)
	}
}

// compareExchange prints a strong compare-exchange (row "CAS"): the weak one may
// fail although the values are equal, then it is tried again.
func (e *emitter) compareExchange(f *text.Func, in *ir.Instr, o object, args []text.Expr, order, fail string) {
	var old string
	if f.Used(in) && !o.texel {
		old = f.Declare(in)
	} else {
		old = f.Temp("old")
		f.Line(o.valueType + " " + old + ";")
	}
	f.Open("do {")
	f.Line(old + " = " + o.widen(args[0]).Arg() + ";")
	first := text.Atom(old)
	if o.texel {
		first = text.Member(first, "x")
	}
	same := text.Binary(first, "==", text.PrecEq, args[0])
	f.Close("} while (!" + o.exchange(old, args[1], order, fail).Text + " && " + same.Text + ");")
	if f.Used(in) && o.texel {
		f.Bind(in, first)
	}
}

// Barrier prints a barrier or fence.
func (e *emitter) Barrier(f *text.Func, in *ir.Instr) {
	m := in.Mem
	switch in.Exec {
	case builtin.ScopeNone: // row "barrier without execution": never an execution barrier
		if m.Spaces != builtin.NoSpaces {
			e.fence(f, m.Spaces, m.Scope, "a barrier without execution")
		}
	case builtin.ScopeWorkgroup: // row "workgroup barrier"
		around := e.cross && m.Scope == builtin.ScopeDevice && m.Spaces != builtin.NoSpaces
		e.surrounded(f, in, "threadgroup_barrier", around)
	case builtin.ScopeWave: // row "wave barrier"
		around := m.Scope > builtin.ScopeWave && m.Spaces != builtin.NoSpaces
		e.surrounded(f, in, "simdgroup_barrier", around)
	}
}

// surrounded prints an execution barrier, with fences of its memory scope on both
// sides where the barrier itself does not reach so far.
func (e *emitter) surrounded(f *text.Func, in *ir.Instr, fn string, around bool) {
	what := "a barrier of " + in.Exec.String() + " execution with " + in.Mem.Scope.String() + " memory scope"
	if around {
		e.fence(f, in.Mem.Spaces, in.Mem.Scope, what)
	}
	f.Line(fn + "(" + flags(in.Mem.Spaces) + ");")
	if around {
		e.fence(f, in.Mem.Spaces, in.Mem.Scope, what)
	}
}
