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

// eligible lists the versions that t may read: from the last one that it must know of on. It knows its
// own accesses and what happens before it: writes that are visible to it, and versions that others have
// read before (coherence).
func (h *history) eligible(t *thread, b *event, space int) []*version {
	first := 0
	for i := len(h.list) - 1; i > 0; i-- {
		if w := h.list[i]; w.mask&b.mask != 0 && w.knownTo(t, b, space) {
			first = i
			break
		}
	}
	out := make([]*version, 0, len(h.list)-first)
	for i, w := range h.list[first:] {
		if i == 0 || w.mask&b.mask != 0 {
			out = append(out, w)
		}
	}
	return out
}

func (w *version) knownTo(t *thread, b *event, space int) bool {
	for i := range w.events {
		e := &w.events[i]
		if e.mask&b.mask != 0 && (e.write && t.ordered(e, b, space) || !e.write && t.happened(e, space)) {
			return true
		}
	}
	return false
}

// observe chooses the version that a load reads: often the last, else any that it may. It is remembered, as what
// the invocation has read it cannot unsee.
func (v *inv) observe(h *history, b *event, space int, last bool) *version {
	w := h.list[len(h.list)-1]
	if !last {
		choice := h.eligible(v.t, b, space)
		draw := v.run.rng.next()
		w = choice[len(choice)-1]
		if draw&1 == 0 {
			w = choice[int((draw>>33)*uint64(len(choice))>>31)]
		}
	}
	r := *b
	r.write = false
	w.note(&r)
	return w
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

// weakLoad is a plain or relaxed load in the weak model. It returns the message of the version that
// was read, for atomics.
func (v *inv) weakLoad(s *site, m *memory, at, size int, last bool) (x uint64, message []*release) {
	x = rawBits(m.data[at:], size)
	if m.ro {
		return x, nil
	}
	granulesOf(at, size, func(g int, mask uint8, shift, bits int) {
		h := m.historyOf(g)
		if h == nil {
			return
		}
		b := v.t.eventOf(s, mask)
		w := v.observe(h, &b, spaceIndex(m.space), last)
		part := bytesMask(mask)
		x = x&^(part>>shift<<bits) | w.value&part>>shift<<bits
		message = h.sourceOf(w, mask).message
	})
	return x, message
}

// sourceOf is the version that wrote the bytes that are read from w.
func (h *history) sourceOf(w *version, mask uint8) *version {
	seen := false
	for i := len(h.list) - 1; i >= 0; i-- {
		seen = seen || h.list[i] == w
		if seen && h.list[i].mask&mask != 0 {
			return h.list[i]
		}
	}
	return w
}

// weakStore appends a version to the granules that a store touches; m.data still has the old value.
func (v *inv) weakStore(s *site, m *memory, at, size int, x uint64, message []*release, epoch uint32) {
	if m.past == nil {
		m.past = make([]*history, (len(m.data)+granule-1)/granule)
	}
	granulesOf(at, size, func(g int, mask uint8, shift, bits int) {
		h := m.past[g]
		if h == nil {
			h = &history{list: []*version{{value: m.granuleValue(g), mask: 0xff}}}
			m.past[g] = h
		}
		part := bytesMask(mask)
		value := h.list[len(h.list)-1].value&^part | x>>bits<<shift&part
		e := v.t.eventOf(s, mask)
		e.epoch = epoch
		h.list = append(h.list, &version{value: value, mask: mask, events: []event{e}, message: message})
		if len(h.list) > 2*maxVersions {
			h.forget()
		}
	})
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
		x, _ := v.weakLoad(s, m, at, size, false)
		return x
	}
	return rawBits(m.data[at:], size)
}

// watchStore is a plain store of x under a model; the bytes are written after it.
func (v *inv) watchStore(s *site, m *memory, at, size int, x uint64) {
	v.examine(s, m, at, size)
	if v.run.p.cfg.Memory == Weak {
		v.weakStore(s, m, at, size, x, nil, v.t.epoch)
	}
}

// watchAtomic is an atomic operation under a model. A SeqCst operation is a read-modify-write that
// acquires and releases, and so is each store to a SeqCst object (lowering.md §1, §2 "SeqCst").
func (v *inv) watchAtomic(s *atomicSite, m *memory, at, size int) {
	weak := v.run.p.cfg.Memory == Weak
	seq := s.mem.Order == builtin.SeqCst
	rmw := s.op.IsRMW() || seq || m.seqcst && s.op == builtin.AtomicStore
	reads := s.reads || rmw
	raw, message := rawBits(m.data[at:], size), []*release(nil)
	switch {
	case reads && weak && s.op != builtin.AtomicCompareExchange:
		raw, message = v.weakLoad(&s.site, m, at, size, rmw)
	case weak: // a failing compare-exchange may not read the past either: it is one operation
		raw, message = v.weakLoad(&s.site, m, at, size, true)
	default:
		message = m.shadowOf(at / 4).message
	}
	old := fromBits(s.kind, raw)
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
	v.examineAtomic(s, m, at, size, writes && s.writes)
	if reads {
		v.t.read(message, mem)
	}
	if writes {
		if !rmw {
			message = nil // a store heads no release sequence but its own
		}
		epoch := v.t.epoch // of the write: what it releases holds it
		message = v.t.write(message, mem)
		v.atomicWrite(s, m, at, size, toBits(s.kind, x), message, epoch)
	}
	s.give(v, old)
}

func (v *inv) examineAtomic(s *atomicSite, m *memory, at, size int, writes bool) {
	as := s.site
	as.writes = writes
	v.examine(&as, m, at, size)
}

func (v *inv) atomicWrite(s *atomicSite, m *memory, at, size int, x uint64, message []*release, epoch uint32) {
	if v.run.p.cfg.Memory == Weak {
		as := s.site
		as.writes = true
		v.weakStore(&as, m, at, size, x, message, epoch)
	} else {
		m.shadowOf(at / 4).message = message
	}
	m.put(at, size, x)
}
