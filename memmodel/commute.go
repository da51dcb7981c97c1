package memmodel

import "slc/backend/spirv/binary"

// Read-modify-writes that commute. Where a location is accessed by nothing but read-modify-writes of
// one kind, whose results nothing uses and whose effects do not depend on their order (additions, say), and nothing
// synchronises through it, their order in modification order tells nobody apart: no value that
// is read is used, memory ends the same, and any order that location order allows is as consistent as another. (What is
// ordered by location is played in that order, so that appending each to modification order is one of them.)
// The relations that data races are made of do not have modification order but in synchronises-with, which is ruled out
// here: a release and an acquire on the two sides of a read-modify-write of the location, of its own or of a fence, are
// needed for that. So one order stands for all.
//
// While a promise is open, what is played is not in that order: all orders are looked at then.
//
// Whether a location is like that is learnt, as other traits are: plays go by what is known, and all begins anew when one
// finds an access, or a fence, that is different.

// commuting numbers the kinds of read-modify-writes that commute with each other; 0: they do not. Additions of floats
// are not among them, as they are rounded.
func commuting(op binary.Opcode) binary.ID {
	switch op {
	case binary.OpAtomicIAdd, binary.OpAtomicISub, binary.OpAtomicIIncrement, binary.OpAtomicIDecrement:
		return 1
	case binary.OpAtomicAnd:
		return 2
	case binary.OpAtomicOr:
		return 3
	case binary.OpAtomicXor:
		return 4
	case binary.OpAtomicSMin:
		return 5
	case binary.OpAtomicUMin:
		return 6
	case binary.OpAtomicSMax:
		return 7
	case binary.OpAtomicUMax:
		return 8
	}
	return 0
}

// kinds is one more than the greatest number of commuting.
const kinds = 9

// unused says whether no instruction uses an id.
func (k *Kernel) unused(id binary.ID) bool {
	if k.uses == nil {
		k.findUses()
	}
	return len(k.uses[id]) == 0
}

// accessed notes what an access makes of the commuting of its location; kind is that of commuting.
func (r *play) accessed(t int, e *Event, at *place, kind binary.ID) {
	if e.Flags&RMW != RMW || at.parts != nil {
		kind = 0
	}
	for _, cell := range at.cells() {
		r.x.traits.note(trait{kind: combined, header: kind, key: cell.key})
	}
	if kind == 0 {
		return
	}
	if e.is(Release) {
		r.x.traits.mark(released, at)
	}
	if e.is(Acquire) {
		r.x.traits.mark(acquired, at)
	}
	for _, i := range r.of[t] {
		if f := &r.events[i]; f.is(Fence|Release) && f.Semantics&e.Class != 0 {
			r.x.traits.mark(released, at)
		}
	}
}

// fenced notes of the locations that a thread has accessed that an acquire fence follows.
func (r *play) fenced(t int, e *Event) {
	if !e.is(Fence | Acquire) {
		return
	}
	for _, i := range r.of[t] {
		if f := &r.events[i]; f.is(RMW) && f.Class&e.Semantics != 0 {
			r.x.traits.mark(acquired, &r.at[i])
		}
	}
}

// commutes says whether the order of the accesses of a location is known to make no difference.
func (r *play) commutes(at *place) bool {
	known := r.x.traits.known
	has := func(kind traitKind, number binary.ID) bool {
		return known[trait{kind: kind, header: number, key: at.key}]
	}
	if r.promises > 0 || at.parts != nil || has(combined, 0) || has(released, 0) && has(acquired, 0) {
		return false
	}
	n := 0
	for kind := binary.ID(1); kind < kinds; kind++ {
		if has(combined, kind) {
			n++
		}
	}
	return n == 1
}

// append performs a read-modify-write that commutes behind those that are there.
func (r *play) append(t int, q *request) error {
	o := option{source: initially, at: len(r.order[q.at.key])}
	if o.at > 0 {
		o.source = r.order[q.at.key][o.at-1]
	}
	o.value = r.valueOf(o.source, &q.at)
	return r.complete(t, q, o)
}
