package lower

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// The counter of an append or consume buffer is a buffer of one int bound right after the
// elements; HLSL has it inside the resource. The counter of a RWStructuredBuffer exists if something counts with
// it and is bound behind everything else, so that other bindings do not depend on it. A counter operation is a Relaxed atomic.

// counterOf makes the counter of a resource that has one, on targets where it is a
// buffer of its own.
func (b *binder) counterOf(n *node, name string, t *types.Resource, q quals) {
	if t.Kind != types.AppendStructuredBuffer && t.Kind != types.ConsumeStructuredBuffer || b.p.opts.Caps.Target == HLSL {
		return
	}
	n.counter = b.counter(n, name, q)
}

func (b *binder) counter(n *node, name string, q quals) *object {
	if b.counts > 0 { // in the set of the elements
		at := &typed.Binding{Index: b.counts - 1, Register: -1, Space: -1, Span: b.span}
		if b.bind != nil {
			at.Set = max(b.bind.Set, 0)
		}
		defer func(bind *typed.Binding) { b.bind = bind }(b.bind)
		b.bind, b.first = at, true
	}
	o := b.leaf(name+"_counter", b.p.pool.ResourceOf(types.Resource{Kind: types.RWStructuredBuffer, Elem: types.Int, Name: "RWStructuredBuffer"}), q)
	o.res.Count, o.res.Hidden = count(n.dims), true
	return o
}

// lateCounter makes the counter of a RWStructuredBuffer when something counts with it first.
func (b *binder) lateCounter(n *node) {
	if n.counter != nil {
		return
	}
	owner := n.obj.res
	b.cur, b.bind, b.counts, b.span = &space{}, nil, 0, owner.Span
	n.counter = b.counter(n, owner.Name, quals{coherent: owner.Coherent, volatile: owner.Volatile})
	s := b.cur.slots[0]
	for _, by := range b.numberings {
		space := owner.Set
		if by.flat {
			space = 0
		}
		by.set(s, by.table(space, by.kind(s)).alloc(max(by.size(s), 1), s), space)
	}
	b.p.resources = append(b.p.resources, s.res)
	sortBindings(b.p.resources)
}

// counter lowers the operations on the counter of a buffer.
func (b *fn) counter(e *typed.Intrinsic) ir.Value {
	ent := b.entity(e.Args[0])
	var item ir.Value
	if len(e.Args) > 1 {
		item = b.value(e.Args[1])
	}
	o := b.object(ent)
	switch {
	case o == nil:
		return b.zeroOf(e.T)
	case o.res.Heap:
		b.unsupported(e.S, "the counter of a buffer that a handle means")
		return b.zeroOf(e.T)
	case b.p.opts.Caps.Target != HLSL:
		b.p.binder.lateCounter(ent.cur.n)
	}
	switch e.Op {
	case builtin.OpAppend:
		b.store(b.slotOf(ent, o, b.count(ent, builtin.AtomicInc)), item)
		return nil
	case builtin.OpConsume:
		return b.load(b.slotOf(ent, o, b.count(ent, builtin.AtomicDec)))
	case builtin.OpDecrementCounter:
		return b.count(ent, builtin.AtomicDec)
	}
	return b.count(ent, builtin.AtomicInc)
}

// count changes the counter by one. It returns the index that was free or becomes free: the
// old value of an increment, the new one of a decrement.
func (b *fn) count(ent *entity, op builtin.AtomicOp) ir.Value {
	if b.p.opts.Caps.Target == HLSL {
		intrinsic := builtin.OpIncrementCounter
		if op == builtin.AtomicDec {
			intrinsic = builtin.OpDecrementCounter
		}
		buf, _ := b.handle(ent)
		return b.intrinsic(intrinsic, types.Uint, buf)
	}
	loc := b.locate(b.slotOf(ent, ent.cur.n.counter, constant(types.Zero(types.Int))))
	a := &atomicAccess{op: op, elem: types.Int, used: true}
	support := b.note(a, &loc)
	a.ref = b.atomicRef(&loc, a)
	v := b.perform(a, support, nil)
	if op == builtin.AtomicDec {
		v = b.binary(ir.OpSub, types.Int, v, number(types.Int, 1))
	}
	return b.numeric(v, types.Uint)
}

// slotOf is element i of a buffer bound at the entity's position.
func (b *fn) slotOf(ent *entity, o *object, i ir.Value) *place {
	pl := &place{obj: o, desc: ent.cur.idx, dims: ent.cur.n.dims}
	return pl.with(step{kind: sIndex, v: i, t: o.src})
}
