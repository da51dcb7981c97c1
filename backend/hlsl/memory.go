package hlsl

import (
	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// How HLSL expresses atomics and barriers: design/lowering.md §3. Interlocked
// operations are relaxed; orders are fences around them.

// operand says what an operation takes as its value.
type operand uint8

const (
	value   operand = iota // the operand
	negated                // minus the operand
	zero
	one
	minusOne
)

// atomicRow is one row of the table of §3.
type atomicRow struct {
	fn      string
	operand operand
	unused  string // function for an unused result; "": fn itself has no such form and needs its out variable
}

var atomics = [builtin.NumAtomicOps]atomicRow{
	builtin.AtomicLoad:            {"InterlockedOr", zero, "InterlockedOr"}, // load
	builtin.AtomicStore:           {"InterlockedExchange", value, ""},       // store
	builtin.AtomicExchange:        {"InterlockedExchange", value, ""},       // exchange, always with its out variable
	builtin.AtomicCompareExchange: {"InterlockedCompareExchange", value, "InterlockedCompareStore"},
	builtin.AtomicAdd:             {"InterlockedAdd", value, "InterlockedAdd"},    // add / sub / inc / dec
	builtin.AtomicSub:             {"InterlockedAdd", negated, "InterlockedAdd"},  //
	builtin.AtomicInc:             {"InterlockedAdd", one, "InterlockedAdd"},      //
	builtin.AtomicDec:             {"InterlockedAdd", minusOne, "InterlockedAdd"}, //
	builtin.AtomicAnd:             {"InterlockedAnd", value, "InterlockedAnd"},    // and, or, xor, min, max
	builtin.AtomicOr:              {"InterlockedOr", value, "InterlockedOr"},      //
	builtin.AtomicXor:             {"InterlockedXor", value, "InterlockedXor"},    //
	builtin.AtomicMin:             {"InterlockedMin", value, "InterlockedMin"},    // signedness is the element type's
	builtin.AtomicMax:             {"InterlockedMax", value, "InterlockedMax"},    //
}

// fences says on which sides of an operation a fence stands (§3, row "Acquire /
// Release / AcquireRelease, SeqCst").
var fences = [builtin.NumOrders]struct{ before, after bool }{
	builtin.Relaxed:        {false, false},
	builtin.Acquire:        {false, true},
	builtin.Release:        {true, false},
	builtin.AcquireRelease: {true, true},
	builtin.SeqCst:         {true, true},
}

// fence spells a fence over spaces (§3, row "fence"): groupshared is in the mask
// exactly when the entry point has any.
func fence(spaces ir.Spaces) string {
	if spaces&builtin.Groupshared != 0 {
		return "AllMemoryBarrier"
	}
	return "DeviceMemoryBarrier"
}

// barrier spells a barrier over spaces (§3, row "workgroup barriers": the six
// classic functions). One over nothing only synchronises.
func barrier(exec ir.Scope, spaces ir.Spaces) string {
	name := fence(spaces)
	if spaces&^builtin.Groupshared == 0 {
		name = "GroupMemoryBarrier"
	}
	if exec == builtin.ScopeWorkgroup {
		name += "WithGroupSync"
	}
	return name
}

// sm64 is the first shader model with atomics of 64 bits (§3, row "64-bit").
const sm64 = 66

// Atomic prints an atomic operation with the fences of its order.
func (e *emitter) Atomic(f *text.Func, in *ir.Instr, p text.Place) {
	if !e.atomicType(in, p) {
		f.Poison(in)
		return
	}
	args := e.atomicOperands(f, in)
	before, after := fences[in.Mem.Order].before, fences[in.Mem.Order].after
	if in.Atomic == builtin.AtomicCompareExchange {
		after = after || fences[in.Fail.Order].after
	}
	if in.Mem.Order == builtin.SeqCst {
		e.diags.Report(diag.HLSLSeqCst, in.Span, "SeqCst is a read-modify-write between two fences in HLSL, which has no formal memory model")
	}
	call := e.atomicCall(f, in, p, args) // evaluates the address before the fence
	if before {
		f.Line(fence(in.Mem.Spaces) + "();")
	}
	f.Line(call + ";")
	if after {
		f.Line(fence(in.Mem.Spaces|in.Fail.Spaces) + "();")
	}
}

// atomicType checks that HLSL has atomics on the type of the object.
func (e *emitter) atomicType(in *ir.Instr, p text.Place) bool {
	s, _ := p.Elem.(*types.Scalar)
	switch {
	case s == nil || !s.Kind.IsInt() || s.Bits < 32:
		e.lacks(diag.TargetAtomic, in.Span, "atomic %s on '%s'", in.Atomic, p.Elem)
		return false
	case s.Bits == 64 && e.sm < sm64:
		e.needs(diag.TargetAtomic, in.Span, "atomic "+in.Atomic.String()+" on '"+s.Name+"'", sm64)
		return false
	}
	return true
}

// atomicOperands spells the value operands as the row wants them.
func (e *emitter) atomicOperands(f *text.Func, in *ir.Instr) []text.Expr {
	t := types.ElemScalar(in.Args[0].ValueType().(*types.Ref).Elem)
	switch atomics[in.Atomic].operand {
	case zero:
		return []text.Expr{e.Scalar(types.IntValue(t, 0))}
	case one:
		return []text.Expr{e.Scalar(types.IntValue(t, 1))}
	case minusOne:
		return []text.Expr{e.Scalar(types.IntValue(t, -1))}
	case negated:
		if c, ok := in.Args[1].(*ir.Const); ok && c.Spec == nil {
			return []text.Expr{e.Scalar(types.IntValue(t, -c.Value.Int()))}
		}
		return []text.Expr{text.Unary("-", f.Value(in.Args[1]))}
	}
	var args []text.Expr
	for _, a := range in.Args[1:] {
		args = append(args, f.Value(a))
	}
	return args
}

// atomicCall spells the call and declares its out variable where it has one.
func (e *emitter) atomicCall(f *text.Func, in *ir.Instr, p text.Place, args []text.Expr) string {
	row := &atomics[in.Atomic]
	fn := row.fn
	dest := f.Path(p)
	if step := bytePlace(p); step != nil { // a method, with the offset as first argument
		args = append([]text.Expr{f.Value(step.Args[1])}, args...)
		if types.ElemScalar(p.Elem).Bits == 64 {
			fn += "64"
		}
	} else {
		args = append([]text.Expr{dest}, args...)
	}
	switch {
	case f.Used(in):
		args = append(args, text.Atom(f.Declare(in)))
	case row.unused == "":
		name := f.Temp("unused")
		f.Line(e.Declare(p.Elem, name) + ";")
		args = append(args, text.Atom(name))
	default:
		fn = row.unused + fn[len(row.fn):]
	}
	if bytePlace(p) != nil {
		fn = dest.Text + "." + fn
	}
	return text.Call(fn, args...).Text
}

// Barrier prints a barrier or fence.
func (e *emitter) Barrier(f *text.Func, in *ir.Instr) {
	if in.Exec == builtin.ScopeWave {
		e.diags.Report(diag.HLSLWaveSync, in.Span, "HLSL has no barrier that waits for a wave; only its memory barrier is emitted").
			WithHelp("a barrier of the workgroup waits too; -Werror=hlsl-wave-sync makes this an error")
	}
	if in.Exec != builtin.ScopeWorkgroup && in.Mem.Spaces == builtin.NoSpaces {
		return
	}
	f.Line(barrier(in.Exec, in.Mem.Spaces) + "();")
}
