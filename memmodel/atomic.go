package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// atomic executes an atomic instruction. All name a pointer, a scope and semantics; a
// store and a compare-exchange place their further operands differently.
func (v *invocation) atomic(fr *frame, in *binary.Inst) error {
	p := v.operand(fr, in.ID(0)).ptr
	if p == nil {
		return fmt.Errorf("%%%d is no pointer that is supported yet", in.ID(0))
	}
	scope, err := v.scopeOf(fr, in.ID(1))
	if err != nil {
		return err
	}
	e := Event{Flags: RMW, Scope: scope}
	at, err := v.locate(p, &e)
	if err != nil {
		return err
	}
	if parts := v.cells.split(v.k, &at); len(parts) > 1 {
		at.parts = parts
	}
	a := atomicOp{v: v, in: in, event: e, at: at, equal: uint32(v.operand(fr, in.ID(2)).n), last: v.operand(fr, in.ID(len(in.Operands)-1)).n}
	switch in.Op {
	case binary.OpAtomicStore:
		a.event.Flags = Write | Atomic
		return v.perform(reqWrite, a.form(0), at)
	case binary.OpAtomicCompareExchange:
		a.unequal, a.wanted = uint32(v.operand(fr, in.ID(3)).n), v.operand(fr, in.ID(4)).n
	}
	if _, ok := a.stores(0); !ok && in.Op != binary.OpAtomicLoad && in.Op != binary.OpAtomicCompareExchange {
		return errUnsupported
	}
	q := &request{at: at, isAtomic: true, writes: in.Op != binary.OpAtomicLoad}
	if v.k.unused(in.Result) {
		q.commutes = commuting(in.Op)
	}
	got, err := v.readBy(q, a.form)
	fr.values[in.Result] = value{n: got}
	return err
}

// atomicOp is an atomic instruction with its operands.
type atomicOp struct {
	v              *invocation
	in             *binary.Inst
	event          Event
	at             place
	equal, unequal uint32 // memory semantics; unequal of a compare-exchange that fails
	last, wanted   uint64 // of a compare-exchange: the comparator and the new value
}

// form is the event, given what it reads.
func (a *atomicOp) form(old uint64) Event {
	e, mask := a.event, a.equal
	switch a.in.Op {
	case binary.OpAtomicLoad:
		e.Flags = Read | Atomic
	case binary.OpAtomicCompareExchange:
		if old == a.last { // the comparator comes last, the new value before it
			e.Writes = Of(int64(a.wanted))
		} else {
			e.Flags, mask = Read|Atomic, a.unequal
		}
	default:
		n, _ := a.stores(old)
		e.Writes = Of(int64(n))
	}
	flags, class := semantics(mask)
	e.Flags |= flags
	e.Semantics = class
	if e.is(Read) {
		e.Reads = Of(int64(old))
	}
	e.Text = e.atomicText(&a.at)
	return e
}

// stores is what a read-modify-write or a store writes.
func (a *atomicOp) stores(old uint64) (uint64, bool) {
	if a.in.Op == binary.OpAtomicStore {
		return a.last, true
	}
	return a.v.modify(a.in.Op, a.in.Type, old, a.last)
}

func (e *Event) atomicText(at *place) string {
	reads, writes := at.text(uint64(e.Reads.N)), at.text(uint64(e.Writes.N))
	switch {
	case e.is(RMW):
		return fmt.Sprintf("atomic %s: %s → %s%s", at.name, reads, writes, e.qualities())
	case e.is(Read):
		return fmt.Sprintf("atomic load %s = %s%s", at.name, reads, e.qualities())
	}
	return fmt.Sprintf("atomic store %s = %s%s", at.name, writes, e.qualities())
}

// modify is what an atomic read-modify-write stores.
func (v *invocation) modify(op binary.Opcode, typ binary.ID, old, arg uint64) (uint64, bool) {
	switch op {
	case binary.OpAtomicExchange:
		return arg, true
	case binary.OpAtomicFAddEXT:
		return v.k.floating(binary.OpFAdd, v.k.width(typ), old, arg)
	case binary.OpAtomicFMinEXT, binary.OpAtomicFMaxEXT:
		if less, _ := v.k.floating(binary.OpFOrdLessThan, v.k.width(typ), old, arg); (less != 0) == (op == binary.OpAtomicFMinEXT) {
			return old, true
		}
		return arg, true
	case binary.OpAtomicIIncrement:
		return v.k.arithmetic(binary.OpIAdd, typ, typ, old, 1)
	case binary.OpAtomicIDecrement:
		return v.k.arithmetic(binary.OpISub, typ, typ, old, 1)
	case binary.OpAtomicIAdd:
		return v.k.arithmetic(binary.OpIAdd, typ, typ, old, arg)
	case binary.OpAtomicISub:
		return v.k.arithmetic(binary.OpISub, typ, typ, old, arg)
	case binary.OpAtomicAnd:
		return old & arg, true
	case binary.OpAtomicOr:
		return old | arg, true
	case binary.OpAtomicXor:
		return old ^ arg, true
	case binary.OpAtomicUMin:
		return min(old, arg), true
	case binary.OpAtomicUMax:
		return max(old, arg), true
	case binary.OpAtomicSMin, binary.OpAtomicSMax:
		width := v.k.width(typ)
		less := signed(old, width) < signed(arg, width)
		if less == (op == binary.OpAtomicSMin) {
			return old, true
		}
		return arg, true
	}
	return 0, false
}
