package lower

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// atomicAccess is one atomic operation being lowered.
type atomicAccess struct {
	op          builtin.AtomicOp
	ref         ir.Value
	elem        *types.Scalar // source type of the object
	stored      *types.Scalar // its type in memory
	order, fail builtin.Order
	used        bool // the result is wanted
	volatile    bool
	seqCst      bool // the object is a SeqCst object
}

// atomic lowers an atomic operation: destination, operands, the place of an out
// argument, then the operation (lowering.md §1).
func (b *fn) atomic(e *typed.Atomic, used bool) ir.Value {
	dest := b.entity(e.Dest)
	elem := types.ElemScalar(e.Dest.Type())
	args := make([]ir.Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = b.value(a)
	}
	var out *place
	if e.Out != nil {
		out = b.lvalue(e.Out)
	}
	if dest.pl == nil || elem == nil {
		if !dest.poison {
			b.unsupported(e.S, "an atomic operation on this expression")
		}
		return b.zeroOf(e.T)
	}
	loc := b.locate(dest.pl)
	if loc.obj == nil || !onDevice(loc.space) && loc.space != types.SpaceGroupshared || loc.obj.readOnly {
		b.p.diags.Report(diag.AtomicDest, e.Dest.Span(), "an atomic operation needs groupshared memory or a writable buffer or texture")
		return b.zeroOf(e.T)
	}
	a := &atomicAccess{op: e.Op, elem: elem, order: e.Order, fail: e.FailOrder, volatile: loc.obj.volatile}
	a.used = used && e.T != types.Type(types.Void) && e.Op != builtin.AtomicStore || e.Out != nil
	support := b.note(a, &loc)
	if support == Unsupported {
		b.p.diags.Report(diag.TargetAtomic, e.S, "the atomic %s on %s%s is not available in %s", e.Op, elem, inSpace(loc.space), b.p.opts.Caps.Profile())
		return b.zeroOf(e.T)
	}
	if a.ref = b.atomicRef(&loc, a); a.ref == nil {
		b.unsupported(e.S, "an atomic operation on an object of type "+e.Dest.Type().String()+" here")
		return b.zeroOf(e.T)
	}
	a.seqCst = loc.obj.facts.seqCst
	old := b.perform(a, support, args)
	if e.Op == builtin.AtomicStore {
		return args[0]
	}
	if out != nil {
		b.store(out, b.reshapeTo(old, elem, e.Out.Type()))
	}
	if e.New && a.used {
		return b.newValue(a, old, args)
	}
	return old
}

func inSpace(s types.Space) string {
	switch s {
	case types.SpaceGroupshared:
		return " in groupshared memory"
	case types.SpaceImage:
		return " in a texture"
	}
	return ""
}

func (b *fn) zeroOf(t types.Type) ir.Value {
	if z := b.p.zeroValue(t); z != nil {
		return z
	}
	return uintConst(0)
}

// note records what the operation demands of its object, and returns how it is carried out. The
// first lowering of a program collects, the second one finds the union.
func (b *fn) note(a *atomicAccess, loc *location) Support {
	c := &b.p.opts.Caps
	support := c.Atomic(a.op, a.elem, loc.space, a.used)
	f := b.p.collect[loc.obj.id]
	f.atomic = true
	seqCst := a.order == builtin.SeqCst || a.fail == builtin.SeqCst && a.op == builtin.AtomicCompareExchange
	f.seqCst = f.seqCst || seqCst
	isFloat := a.elem.Kind.IsFloat()
	known := loc.obj.facts
	if isFloat && (support == UintView || support == CASLoop || seqCst || known.seqCst || a.op.IsBitwise()) {
		switch a.elem.Bits {
		case 32:
			f.bits32 = true
		case 64:
			f.bits64 = true
		default:
			support = Unsupported // nothing operates on the bits of a half
		}
	}
	f.noteWidth(a.elem, isFloat)
	if loc.obj.bytes() { // one view per width: mixed floats and integers meet as integers
		f.bits32 = f.bits32 || f.float32 && f.int32
		f.bits64 = f.bits64 || f.float64 && f.int64
	}
	if isFloat && support == Native && (known.bits32 && a.elem.Bits == 32 || known.bits64 && a.elem.Bits == 64) {
		support = CASLoop
		if moves&(1<<a.op) != 0 {
			support = UintView
		}
	}
	return support
}

func (f *facts) noteWidth(s *types.Scalar, isFloat bool) {
	switch {
	case s.Bits == 16:
		f.atomic16 = true
	case s.Bits == 32 && isFloat:
		f.float32 = true
	case s.Bits == 32:
		f.int32 = true
	case isFloat:
		f.float64 = true
	default:
		f.int64 = true
	}
}

// atomicRef is the address that the operation works on; nil for part of a texel.
func (b *fn) atomicRef(loc *location, a *atomicAccess) ir.Value {
	ref := loc.ref
	switch {
	case loc.image != nil:
		if loc.comps != nil || loc.comp != nil || loc.coord == nil {
			return nil
		}
		ref = b.emit(ir.OpTexel, b.p.pool.RefTo(b.p.elemType(loc.obj), types.SpaceImage), b.texelArgs(loc)...)
	case loc.bytes:
		ref = b.byteElem(loc, a.elem.Bits, loc.offset)
	}
	a.stored, _ = ref.ValueType().(*types.Ref).Elem.(*types.Scalar)
	if a.stored == nil || loc.row != nil || loc.comps != nil {
		return nil
	}
	return ref
}

// emitAtomic emits one operation of the IR. A min or max on a byte-address word has the signedness of
// its operand; everything else has the type of the memory.
func (b *fn) emitAtomic(a *atomicAccess, op builtin.AtomicOp, order, fail builtin.Order, used bool, args ...ir.Value) ir.Value {
	in := &ir.Instr{Op: ir.OpAtomic, Atomic: op, Args: []ir.Value{a.ref}, Volatile: a.volatile,
		Mem: ir.Memory{Order: order}, Fail: ir.Memory{Order: fail}}
	t := a.stored
	if op == builtin.AtomicMin || op == builtin.AtomicMax {
		t = a.elem
	}
	for _, v := range args {
		in.Args = append(in.Args, b.bitcast(v, t))
	}
	if used {
		in.Type = t
	}
	b.add(in)
	return in
}

// perform carries the operation out and returns the old value as a value of its source type.
func (b *fn) perform(a *atomicAccess, support Support, args []ir.Value) ir.Value {
	if support == CASLoop {
		return b.casLoop(a, args)
	}
	if a.op == builtin.AtomicStore {
		op := a.op
		if a.seqCst { // every write of a SeqCst object is a read-modify-write
			op = builtin.AtomicExchange
		}
		b.emitAtomic(a, op, a.order, builtin.Relaxed, false, args...)
		return nil
	}
	if a.op == builtin.AtomicCompareExchange && a.fail == builtin.SeqCst && b.p.opts.Caps.FailReread {
		return b.rereadLoop(a, args)
	}
	old := b.emitAtomic(a, a.op, a.order, a.fail, a.used || a.op == builtin.AtomicLoad, args...)
	if !a.used {
		return b.zero(a.elem)
	}
	return b.bitcast(old, a.elem)
}

// newValue is what a read-modify-write stored.
func (b *fn) newValue(a *atomicAccess, old ir.Value, args []ir.Value) ir.Value {
	switch a.op {
	case builtin.AtomicExchange:
		return args[0]
	case builtin.AtomicInc, builtin.AtomicDec:
		args = []ir.Value{number(a.elem, 1)}
	}
	return b.apply(a.op, a.elem, old, args)
}

// apply computes op on values.
func (b *fn) apply(op builtin.AtomicOp, t *types.Scalar, old ir.Value, args []ir.Value) ir.Value {
	simple := [...]ir.Op{builtin.AtomicAdd: ir.OpAdd, builtin.AtomicSub: ir.OpSub, builtin.AtomicInc: ir.OpAdd,
		builtin.AtomicDec: ir.OpSub, builtin.AtomicAnd: ir.OpAnd, builtin.AtomicOr: ir.OpOr, builtin.AtomicXor: ir.OpXor}
	switch op {
	case builtin.AtomicMin:
		return b.intrinsic(builtin.OpMin, t, old, args[0])
	case builtin.AtomicMax:
		return b.intrinsic(builtin.OpMax, t, old, args[0])
	case builtin.AtomicExchange, builtin.AtomicStore:
		return args[0]
	}
	return b.binary(simple[op], t, old, args[0])
}

// fence is a memory fence made by the compiler.
func (b *fn) fence(order builtin.Order) {
	b.add(&ir.Instr{Op: ir.OpBarrier, Mem: ir.Memory{Order: order}})
}

// casLoop is a read-modify-write of a float on its bits: compare-exchange until nobody
// came between. In fence form the fences stand around the whole loop.
func (b *fn) casLoop(a *atomicAccess, args []ir.Value) ir.Value {
	order := a.order
	if b.p.opts.Caps.FenceForm {
		if r := resourceOf(a.ref); r != nil && order != builtin.Relaxed {
			b.u.ordered = append(b.u.ordered, r)
		}
		b.u.orderedMemory = b.u.orderedMemory || order != builtin.Relaxed && addressSpace(a.ref) == types.SpacePhysical
		order = builtin.Relaxed
		if a.order.Releases() {
			b.fence(builtin.Release)
		}
	}
	seen := b.newVar("seen", a.stored)
	b.storeVar(seen, b.emitAtomic(a, builtin.AtomicLoad, builtin.Relaxed, builtin.Relaxed, true))
	b.repeat(func() {
		expect := b.loadVar(seen)
		next := b.apply(a.op, a.elem, b.bitcast(expect, a.elem), args)
		got := b.emitAtomic(a, builtin.AtomicCompareExchange, order, builtin.Relaxed, true, expect, next)
		b.storeVar(seen, got)
		b.breakIf(b.binary(ir.OpEq, types.Bool, got, expect))
	})
	if b.p.opts.Caps.FenceForm && a.order.Acquires() {
		b.fence(builtin.Acquire)
	}
	if !a.used {
		return b.zero(a.elem)
	}
	return b.bitcast(b.loadVar(seen), a.elem)
}

// rereadLoop is a compare-exchange whose failure is SeqCst: a failed one re-reads by a
// read-modify-write and returns that value, or tries again if it equals the
// comparand (lowering.md §2, SeqCst).
func (b *fn) rereadLoop(a *atomicAccess, args []ir.Value) ir.Value {
	compare := b.bitcast(args[0], a.stored)
	result := b.newVar("seen", a.stored)
	b.repeat(func() {
		got := b.emitAtomic(a, builtin.AtomicCompareExchange, a.order, builtin.Relaxed, true, compare, args[1])
		b.storeVar(result, got)
		b.breakIf(b.binary(ir.OpEq, types.Bool, got, compare))
		again := b.emitAtomic(a, builtin.AtomicLoad, builtin.SeqCst, builtin.Relaxed, true)
		b.storeVar(result, again)
		b.breakIf(b.binary(ir.OpNe, types.Bool, again, compare))
	})
	if !a.used {
		return b.zero(a.elem)
	}
	return b.bitcast(b.loadVar(result), a.elem)
}

// repeat emits an endless loop around body, which breaks out of it.
func (b *fn) repeat(body func()) {
	r := b.region(func() { body(); b.terminate(ir.OpContinue) })
	c := b.region(func() { b.terminate(ir.OpYield) })
	b.add(&ir.Instr{Op: ir.OpLoop, Regions: []*ir.Region{r, c}})
}

func (b *fn) breakIf(cond ir.Value) {
	b.ifElse(cond, types.Void, ir.NoHint, func() ir.Value { b.terminate(ir.OpBreak); return nil }, nil)
}

// barrier lowers a barrier function; memory.go decides what it orders.
func (b *fn) barrier(e *typed.Barrier) {
	if e.Mask != nil {
		b.value(e.Mask)
	}
	bar := e.Barrier
	b.add(&ir.Instr{Op: ir.OpBarrier, Exec: bar.Exec, Barrier: &bar})
}
