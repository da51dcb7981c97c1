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
	mask := uint32(v.operand(fr, in.ID(2)).n)
	last := v.operand(fr, in.ID(len(in.Operands)-1)).n
	typ := in.Type
	var old uint64
	switch in.Op {
	case binary.OpAtomicStore:
		e.Flags = Write | Atomic
		e.Writes = Of(int64(last))
	case binary.OpAtomicLoad:
		e.Flags = Read | Atomic
		old = v.choose(at)
	case binary.OpAtomicCompareExchange:
		old = v.choose(at)
		if old == last { // the comparator comes last, the new value before it
			e.Writes = Of(int64(v.operand(fr, in.ID(4)).n))
		} else {
			e.Flags = Read | Atomic
			mask = uint32(v.operand(fr, in.ID(3)).n)
		}
	default:
		old = v.choose(at)
		modified, ok := v.modify(in.Op, typ, old, last)
		if !ok {
			return fmt.Errorf("%s is not supported yet", in.Op)
		}
		e.Writes = Of(int64(modified))
	}
	flags, class := semantics(mask)
	e.Flags |= flags
	e.Semantics = class
	if e.is(Read) {
		e.Reads = Of(int64(old))
		fr.values[in.Result] = value{n: old}
	}
	e.Text = e.atomicText(at)
	v.record(e, at)
	return nil
}

func (e *Event) atomicText(at place) string {
	switch {
	case e.is(RMW):
		return fmt.Sprintf("atomic %s: %d → %d%s", at.ref, e.Reads.N, e.Writes.N, e.qualities())
	case e.is(Read):
		return fmt.Sprintf("atomic load %s = %d%s", at.ref, e.Reads.N, e.qualities())
	}
	return fmt.Sprintf("atomic store %s = %d%s", at.ref, e.Writes.N, e.qualities())
}

// modify is what an atomic read-modify-write stores.
func (v *invocation) modify(op binary.Opcode, typ binary.ID, old, arg uint64) (uint64, bool) {
	switch op {
	case binary.OpAtomicExchange:
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
