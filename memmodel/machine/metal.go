package machine

import (
	"strings"

	"slc/memmodel"
)

// orderNamed is an argument that is a memory order.
func (t *thread) orderNamed(e *expr) Order {
	for i, n := range []string{"relaxed", "acquire", "release", "acq_rel", "seq_cst"} {
		if e.text == "memory_order_"+n {
			return Order(i)
		}
	}
	t.fail(e.line, "order %s", e.text)
	return 0
}

// scopeNamed is an argument that is a thread scope.
func (t *thread) scopeNamed(e *expr) memmodel.Scope {
	switch e.text {
	case "thread_scope_device":
		return memmodel.Device
	case "thread_scope_threadgroup":
		return memmodel.Workgroup
	case "thread_scope_simdgroup":
		return memmodel.Subgroup
	}
	t.fail(e.line, "scope %s", e.text)
	return 0
}

// flags are the memory flags of an argument.
func (t *thread) flags(e *expr) Spaces {
	if e.kind == binary && e.text == "|" {
		return t.flags(e.args[0]) | t.flags(e.args[1])
	}
	switch e.text {
	case "mem_flags::mem_device":
		return Buffers
	case "mem_flags::mem_threadgroup":
		return Groupshared
	case "mem_flags::mem_texture":
		return Images
	case "mem_flags::mem_none":
		return 0
	}
	t.fail(e.line, "flags %s", e.text)
	return 0
}

func (t *thread) metalCall(e *expr) uint64 {
	switch e.text {
	case "atomic_thread_fence":
		t.fence(t.flags(e.args[0]), t.scopeNamed(e.args[2]), t.orderNamed(e.args[1]), e.line, e.text)
		return 0
	case "threadgroup_barrier":
		t.barrier(t.flags(e.args[0]), memmodel.Workgroup, e.line, e.text)
		return 0
	case "simdgroup_barrier":
		t.barrier(t.flags(e.args[0]), memmodel.Subgroup, e.line, e.text)
		return 0
	case "atomic_compare_exchange_weak_explicit":
		return t.compareExchange(e)
	}
	op, prefixed := strings.CutPrefix(e.text, "atomic_")
	op, suffixed := strings.CutSuffix(op, "_explicit")
	if !prefixed || !suffixed {
		t.fail(e.line, "function %s", e.text)
	}
	a, found := t.place(e.args[0])
	if !found {
		t.fail(e.line, "%s of no resource", e.text)
	}
	order := t.orderNamed(e.args[len(e.args)-1])
	switch op {
	case "load":
		return t.access(AtomicLoad, a, order, e.line, 0, nil)
	case "store":
		t.access(AtomicStore, a, order, e.line, t.value(e.args[1]), nil)
		return 0
	}
	return t.fetch(op, a, order, e.line, t.value(e.args[1]))
}

// fetch is a read-modify-write by its name in MSL: fetch_add, exchange.
func (t *thread) fetch(op string, a place, order Order, line int, x uint64) uint64 {
	op = strings.TrimPrefix(op, "fetch_")
	op = strings.ToUpper(op[:1]) + op[1:]
	return t.access(RMW, a, order, line, 0, func(old uint64) (uint64, bool) { return update(op, old, x), true })
}

// spurious is what the choice of a failure without a reason is called.
const spurious = "spurious"

// compareExchange is weak: once in a run it may fail although the values are equal.
func (t *thread) compareExchange(e *expr) uint64 {
	a, found := t.place(e.args[0])
	if !found || e.args[1].kind != unary {
		t.fail(e.line, "%s of no resource, or without a variable", e.text)
	}
	expected, with := e.args[1].args[0], t.value(e.args[2])
	x := t.value(expected)
	fails := !t.spurred && t.choose(spurious, 0, false) != 0
	t.spurred = t.spurred || fails
	order := t.orderNamed(e.args[3])
	swapped := false
	old := t.access(RMW, a, order, e.line, 0, func(old uint64) (uint64, bool) {
		swapped = old == x && !fails
		return with, swapped
	})
	if last := &t.ops[len(t.ops)-1]; !swapped {
		last.Order = t.orderNamed(e.args[4])
	}
	t.set(expected, old)
	return truth(swapped)
}

// method evaluates a method of a texture.
func (t *thread) method(e *expr) uint64 {
	obj := e.args[0]
	r, ok := t.s.resources[obj.text]
	if obj.kind != name || !ok {
		t.fail(e.line, "method %s of no resource", e.text)
	}
	at := func(coord *expr) place { return place{obj.text, t.value(coord), r} }
	switch {
	case e.text == "read":
		return t.access(Load, at(e.args[1]), Relaxed, e.line, 0, nil)
	case e.text == "write":
		t.access(Store, at(e.args[2]), Relaxed, e.line, t.value(e.args[1]), nil)
		return 0
	case e.text == "fence":
		for key := range t.dirty {
			if strings.HasPrefix(key, obj.text+"[") {
				delete(t.dirty, key)
			}
		}
		return 0
	}
	op, found := strings.CutPrefix(e.text, "atomic_")
	if !found {
		t.fail(e.line, "method %s", e.text)
	}
	return t.fetch(op, at(e.args[1]), Relaxed, e.line, t.value(e.args[2]))
}
