package interp

import (
	"slc/sema/builtin"
)

// version is a write of a granule of eight bytes: the granule's value after it in the modification order.
type version struct {
	value   uint64
	mask    uint8   // bytes that it wrote
	events  []event // the write, then reads of it
	message []*release
	rmw     bool // it follows the version before it directly: nothing comes between
}

// history is the modification order of a granule, oldest first.
type history struct{ list []*version }

const granule = 8

// maxVersions bounds the past that a load can see.
const maxVersions = 32

func (m *memory) granuleValue(g int) uint64 {
	var x uint64
	for i := min(granule, len(m.data)-g*granule) - 1; i >= 0; i-- {
		x = x<<8 | uint64(m.data[g*granule+i])
	}
	return x
}

// historyOf is the past of a granule; nil if nobody has written to it.
func (m *memory) historyOf(g int) *history {
	if m.past == nil {
		return nil
	}
	return m.past[g]
}

// granulesOf calls f for each granule that an access touches; bits is where its part of the value starts.
func granulesOf(at, size int, f func(g int, mask uint8, shift, bits int)) {
	for bits := 0; size > 0; {
		g, low := at/granule, at%granule
		n := min(size, granule-low)
		f(g, uint8(uint(1)<<n-1)<<low, 8*low, bits)
		at, size, bits = at+n, size-n, bits+8*n
	}
}

// bytesMask is the bits of the bytes of a mask.
func bytesMask(mask uint8) uint64 {
	var x uint64
	for i := range granule {
		if mask>>i&1 == 1 {
			x |= 0xff << (8 * i)
		}
	}
	return x
}

// known is the index of the last version that t must know of: it knows its own accesses and what
// happens before it, that is writes that are visible to it, and versions that others have read before
// (coherence).
func (h *history) known(t *thread, b *event, space int) int {
	for i := len(h.list) - 1; i > 0; i-- {
		if w := h.list[i]; w.mask&b.mask != 0 && w.knownTo(t, b, space) {
			return i
		}
	}
	return 0
}

// eligible lists the versions that t may read.
func (h *history) eligible(t *thread, b *event, space int) []int {
	first := h.known(t, b, space)
	out := make([]int, 0, len(h.list)-first)
	for i := first; i < len(h.list); i++ {
		if i == first || h.list[i].mask&b.mask != 0 {
			out = append(out, i)
		}
	}
	return out
}

// slots lists the versions that a write of t may follow in the modification order: the last one, or an earlier one
// that t may read if the next write covers the same bytes and is no read-modify-write of it.
func (h *history) slots(t *thread, b *event, space int) []int {
	choice := h.eligible(t, b, space)
	out := choice[:0]
	for i, at := range choice {
		if i+1 < len(choice) {
			if next := h.list[choice[i+1]]; next.rmw || b.mask&^next.mask != 0 {
				continue
			}
		}
		out = append(out, at)
	}
	return out
}

func (w *version) knownTo(t *thread, b *event, space int) bool {
	for i := range w.events {
		e := &w.events[i]
		if e.mask&b.mask != 0 && (e.write && t.ordered(e, b, space) || !e.write && t.before(e, b, space)) {
			return true
		}
	}
	return false
}

// choose draws from versions: often the last.
func (v *inv) choose(list []int) int {
	draw := v.run.rng.next()
	if draw&1 == 0 {
		return list[int((draw>>33)*uint64(len(list))>>31)]
	}
	return list[len(list)-1]
}

// observe chooses the version that a load reads, or that a read-modify-write follows. It is remembered: what the
// invocation has read it cannot unsee.
func (v *inv) observe(h *history, b *event, space int, rmw bool) int {
	list := []int(nil)
	if rmw {
		list = h.slots(v.t, b, space)
	} else {
		list = h.eligible(v.t, b, space)
	}
	at := v.choose(list)
	r := *b
	r.write = false
	h.list[at].note(&r)
	return at
}

// note adds a reader to a version, in place of an earlier read of the same invocation.
func (w *version) note(r *event) {
	for i := range w.events {
		if e := &w.events[i]; e.group == r.group && e.index == r.index && !e.write && e.mask&^r.mask == 0 {
			return // the earlier read says more
		}
	}
	w.events = append(w.events, *r)
}

// seen is what a load of the weak model read: the value, the message of its version for atomics, and the version, which a
// read-modify-write follows.
type seen struct {
	value   uint64
	message []*release
	after   *version
}

func (v *inv) weakLoad(s *site, m *memory, at, size int, rmw bool) seen {
	r := seen{value: rawBits(m.data[at:], size)}
	if m.ro {
		return r
	}
	granulesOf(at, size, func(g int, mask uint8, shift, bits int) {
		h := m.historyOf(g)
		if h == nil {
			return
		}
		b := v.t.eventOf(s, mask)
		i := v.observe(h, &b, spaceIndex(m.space), rmw)
		part := bytesMask(mask)
		r.after = h.list[i]
		r.value = r.value&^(part>>shift<<bits) | r.after.value&part>>shift<<bits
		r.message = h.sourceOf(i, mask).message
	})
	return r
}

// sourceOf is the version that wrote the bytes that are read from version i.
func (h *history) sourceOf(i int, mask uint8) *version {
	for k := i; k > 0; k-- {
		if h.list[k].mask&mask != 0 {
			return h.list[k]
		}
	}
	return h.list[0]
}

// weakStore puts a version into the granules that a store touches, after the one that a read-modify-write
// has read, or after any that it may follow. m.data, the last value, changes only if nothing
// comes after it. The bytes there still are the old ones.
func (v *inv) weakStore(s *site, m *memory, at, size int, x uint64, w version, after *version) {
	if m.past == nil {
		m.past = make([]*history, (len(m.data)+granule-1)/granule)
	}
	granulesOf(at, size, func(g int, mask uint8, shift, bits int) {
		h := m.past[g]
		if h == nil {
			h = &history{list: []*version{{value: m.granuleValue(g), mask: 0xff}}}
			m.past[g] = h
		}
		e := v.t.eventOf(s, mask)
		i := 0
		if !w.rmw {
			i = v.choose(h.slots(v.t, &e, spaceIndex(m.space)))
		} else if after != nil {
			i = h.indexOf(after)
		}
		part := bytesMask(mask)
		n := w
		n.mask, n.value = mask, h.list[i].value&^part|x>>bits<<shift&part
		n.events = []event{w.events[0]}
		n.events[0].mask = mask
		h.insert(i+1, &n, part)
		h.restore(m, g)
		if len(h.list) > 2*maxVersions {
			h.forget()
		}
	})
}

func (h *history) indexOf(w *version) int {
	for i := len(h.list) - 1; i > 0; i-- {
		if h.list[i] == w {
			return i
		}
	}
	return 0
}

// insert puts a version at i; those that follow keep its bytes until one writes them.
func (h *history) insert(i int, n *version, part uint64) {
	h.list = append(h.list, nil)
	copy(h.list[i+1:], h.list[i:])
	h.list[i] = n
	for _, w := range h.list[i+1:] {
		part &^= bytesMask(w.mask)
		w.value = w.value&^part | n.value&part
	}
}

// restore makes the memory what the last version says.
func (h *history) restore(m *memory, g int) {
	x := h.list[len(h.list)-1].value
	for i := range min(granule, len(m.data)-g*granule) {
		m.data[g*granule+i] = byte(x >> (8 * i))
	}
}

// forget drops old versions, but none that is the last write of a byte.
func (h *history) forget() {
	kept := make([]*version, 0, maxVersions+granule)
	covered := uint8(0)
	for i := len(h.list) - 1; i >= 0; i-- {
		if w := h.list[i]; len(h.list)-i <= maxVersions || w.mask&^covered != 0 {
			kept = append(kept, w)
			covered |= w.mask
		}
	}
	for i, k := 0, len(kept)-1; i < k; i, k = i+1, k-1 {
		kept[i], kept[k] = kept[k], kept[i]
	}
	h.list = kept
}

// watchLoad is a plain load under a model.
func (v *inv) watchLoad(s *site, m *memory, at, size int) uint64 {
	v.examine(s, m, at, size)
	if v.run.p.cfg.Memory == Weak {
		return v.weakLoad(s, m, at, size, false).value
	}
	return rawBits(m.data[at:], size)
}

// watchStore is a plain store of x under a model.
func (v *inv) watchStore(s *site, m *memory, at, size int, x uint64) {
	v.examine(s, m, at, size)
	m.write(v, s, at, size, x, nil, version{events: []event{v.t.eventOf(s, 0)}}, nil)
}

// write changes the bytes, as the model says, and leaves a message for atomic reads.
func (m *memory) write(v *inv, s *site, at, size int, x uint64, message []*release, w version, after *version) {
	if v.run.p.cfg.Memory == Weak {
		w.message = message
		v.weakStore(s, m, at, size, x, w, after)
		m.define(at, size)
		return
	}
	if s.atomic {
		*m.messageAt(at) = message
	}
	m.put(at, size, x)
}

// watchAtomic is an atomic operation under a model. A SeqCst operation is a read-modify-write that
// acquires and releases, and so is each store to a SeqCst object (lowering.md §1, §2 "SeqCst").
func (v *inv) watchAtomic(s *atomicSite, m *memory, at, size int) {
	seq := s.mem.Order == builtin.SeqCst
	rmw := s.op.IsRMW() || seq || m.seqcst && s.op == builtin.AtomicStore
	reads := s.reads || rmw
	got := seen{value: rawBits(m.data[at:], size)}
	switch {
	case v.run.p.cfg.Memory != Weak:
		got.message = *m.messageAt(at)
	case reads:
		got = v.weakLoad(&s.site, m, at, size, rmw)
	}
	old := fromBits(s.kind, got.value)
	x, writes := s.result(v, old)
	mem := s.mem
	if s.op == builtin.AtomicCompareExchange && !writes {
		mem = s.fail
		seq = mem.Order == builtin.SeqCst
		if mem.Scope == builtin.ScopeNone {
			mem.Scope = s.mem.Scope
		}
	}
	if seq && !writes { // the load is a read-modify-write that changes nothing
		x, writes = old, true
	}
	as := s.site
	as.writes = writes && s.writes
	as.orders = mem.Spaces
	v.examine(&as, m, at, size)
	if reads {
		v.t.read(got.message, mem)
	}
	if writes {
		if !rmw {
			got.message = nil // a store goes on with no release sequence
		}
		as.writes = true
		w := version{events: []event{v.t.eventOf(&as, 0)}, rmw: rmw} // before it is released: what it releases holds it
		m.write(v, &as, at, size, toBits(s.kind, x), v.t.write(got.message, mem), w, got.after)
	}
	s.give(v, old)
}
