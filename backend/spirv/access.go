package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// scope returns the operand of a scope and declares what it needs.
func (e *emitter) scope(s ir.Scope) binary.ID {
	w := scopeWord(s, e.opts.DeviceScope)
	switch w {
	case binary.ScopeDevice:
		e.m.Capability(binary.CapabilityVulkanMemoryModelDeviceScope)
	case binary.ScopeSubgroup:
		e.m.Capability(binary.CapabilityGroupNonUniform)
	}
	return e.m.ConstU32(w)
}

func (e *emitter) load(in *ir.Instr) binary.ID {
	p := e.place(in.Args[0])
	operands := e.accessOperands([]uint32{e.pointer(p)}, in.Access, p, reads)
	id := e.f.body.Value(binary.OpLoad, e.pointee(p), operands...)
	if isAggregate(p.elem) && p.l != plain {
		return e.copyLayout(id, p.elem, p.l, plain)
	}
	return id
}

func (e *emitter) store(in *ir.Instr) {
	p := e.place(in.Args[0])
	v := e.value(in.Args[1])
	if isAggregate(p.elem) && p.l != plain {
		v = e.copyLayout(v, p.elem, plain, p.l)
	}
	e.f.body.Do(binary.OpStore, e.accessOperands([]uint32{e.pointer(p), v}, in.Access, p, writes)...)
}

// accessOperands appends the memory operands of a plain access.
func (e *emitter) accessOperands(operands []uint32, a ir.Access, p *place, kind accessKind) []uint32 {
	align := uint32(0)
	if p.physical {
		// Aligned is a promise: the alignment of the largest scalar always holds
		// (VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314).
		_, n := ir.ScalarLayout.SizeAlign(p.elem)
		align = uint32(max(n, p.align))
	}
	mask := pointerAccess(a, p.class, kind, align)
	if mask == 0 {
		return operands
	}
	operands = append(operands, mask)
	if mask&binary.MemoryAccessAligned != 0 {
		operands = append(operands, align)
	}
	if mask&(binary.MemoryAccessMakePointerAvailable|binary.MemoryAccessMakePointerVisible) != 0 {
		operands = append(operands, e.scope(a.Coherent))
	}
	return operands
}

// copyLayout converts v, a t with layout from, to layout to: the types differ. OpCopyLogical exists from 1.4 on.
func (e *emitter) copyLayout(v binary.ID, t types.Type, from, to layout) binary.ID {
	if !isAggregate(t) {
		return v
	}
	typ := e.memType(t, to)
	if e.opts.Version >= binary.Version1_4 {
		return e.f.body.Value(binary.OpCopyLogical, typ, v)
	}
	n := parts(t)
	operands := make([]binary.ID, n)
	for i := range operands {
		elem := elemOf(t, i)
		part := e.f.body.Value(binary.OpCompositeExtract, e.memType(elem, from), v, uint32(i))
		operands[i] = e.copyLayout(part, elem, from, to)
	}
	return e.f.body.Value(binary.OpCompositeConstruct, typ, operands...)
}

// atomic emits an atomic operation; its result is 0 for a store.
func (e *emitter) atomic(in *ir.Instr) binary.ID {
	p := e.place(in.Args[0])
	s, ok := p.elem.(*types.Scalar)
	if !ok {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no atomic operations on %s", p.elem)
	}
	op := seqCstAtomic(in.Atomic, in.Mem.Order, p.seqCst)
	operand := operandType(in, s)
	code := atomicOpcode(op, operand)
	if code == 0 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no atomic %s on %s", in.Atomic, s)
	}
	if c, needed := atomicCapability(code, s); needed {
		e.m.Capability(c)
	}
	volatileBit := uint32(0)
	if in.Volatile {
		volatileBit = volatileSemantics
	}
	operands := make([]uint32, 0, 6)
	operands = append(operands, e.pointer(p), e.scope(in.Mem.Scope), e.m.ConstU32(semantics(in.Mem)|volatileBit))
	switch {
	case op == builtin.AtomicStore:
		e.f.body.Do(code, append(operands, e.value(in.Args[1]))...)
		return 0
	case op == builtin.AtomicCompareExchange:
		// Operands Value (new) and Comparator, in this order.
		unequal := e.m.ConstU32(unequalSemantics(in.Mem, in.Fail) | volatileBit)
		operands = append(operands, unequal, e.value(in.Args[2]), e.value(in.Args[1]))
	case op == builtin.AtomicOr && in.Atomic == builtin.AtomicLoad:
		operands = append(operands, e.number(s, 0))
	case op == builtin.AtomicSub && s.Kind.IsFloat():
		operands = append(operands, e.f.body.Value(binary.OpFNegate, e.typeID(s), e.value(in.Args[1])))
	case len(in.Args) > 1:
		operands = append(operands, e.bitcast(e.value(in.Args[1]), operand, s))
	}
	// The result has the type of the memory (S11).
	return e.bitcast(e.f.body.Value(code, e.typeID(s), operands...), s, operand)
}

// operandType is the type of an atomic's operands: that of the object s, except that min and
// max on a word of a byte-address buffer have a signedness of their own.
func operandType(in *ir.Instr, s *types.Scalar) *types.Scalar {
	if in.Atomic == builtin.AtomicMin || in.Atomic == builtin.AtomicMax {
		if t, ok := in.Args[1].ValueType().(*types.Scalar); ok && t.Bits == s.Bits {
			return t
		}
	}
	return s
}

// barrier emits a memory or control barrier (lowering.md §2, rows "barrier" and "pure execution barrier").
func (e *emitter) barrier(in *ir.Instr) {
	mask := semantics(in.Mem)
	if in.Exec == builtin.ScopeNone {
		if mask != 0 { // VUID 10869: a relaxed memory barrier is illegal, and orders nothing
			e.f.body.Do(binary.OpMemoryBarrier, e.scope(in.Mem.Scope), e.m.ConstU32(mask))
		}
		return
	}
	scope := in.Mem.Scope
	if mask == 0 {
		scope = in.Exec
	}
	e.f.body.Do(binary.OpControlBarrier, e.scope(in.Exec), e.scope(scope), e.m.ConstU32(mask))
}
