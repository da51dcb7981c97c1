package interp

import (
	"slc/lower/ir"
	"slc/sema/builtin"
)

// event is an access to memory by an invocation.
type event struct {
	in      *ir.Instr
	group   int32
	index   uint16
	wave    uint16
	epoch   uint32
	mask    uint8          // bytes of the word
	scope   builtin.Scope  // at which it is available or visible by itself: atomics, globallycoherent
	orders  builtin.Spaces // the spaces in the semantics of an ordered atomic
	write   bool
	atomic  bool
	private bool // takes no part in ordering between invocations
}

// shadow is what was done to a word: plain writes and reads, and atomics, that a later access may race with.
type shadow struct {
	writes, reads, atomics []event
	narrow                 bool          // an atomic had a scope that does not hold all who may access the memory
	messages               [2][]*release // of the atomic objects in it: one, or two halves
}

// eventOf is an access of a site by t.
func (t *thread) eventOf(s *site, mask uint8) event {
	return event{in: s.in, group: int32(t.group), index: uint16(t.index), wave: uint16(t.wave), epoch: t.epoch, mask: mask,
		scope: s.reach(), orders: s.orders, write: s.writes, atomic: s.atomic, private: !s.shared}
}

// reach is the scope at which the access is available or visible without a barrier.
func (s *site) reach() builtin.Scope {
	if s.atomic {
		return s.scope
	}
	return s.coherent
}

// distance is the level of the narrowest scope that holds both invocations.
func (t *thread) distance(e *event) int {
	switch {
	case int(e.group) != t.group:
		return level(builtin.ScopeDevice)
	case int(e.wave) != t.wave:
		return level(builtin.ScopeWorkgroup)
	}
	return level(builtin.ScopeWave)
}

func (e *event) by(t *thread) bool { return int(e.group) == t.group && int(e.index) == t.index }

func (e *event) within(c *clock) bool { return c.has(int(e.group), int(e.index), e.epoch) }

// happened reports whether e happens before t's next operation, whatever it can see.
func (t *thread) happened(e *event, space int) bool {
	return e.by(t) || e.within(t.hb[0][space])
}

// between calls f, until it returns true, for each space in which e can happen before b: that of their
// memory, and what both order. Inter-thread happens-before of a storage class takes in
// operations that have it in their semantics, wherever they access memory (Vulkan memory model).
func between(e, b *event, space int, f func(space int) bool) bool {
	if f(space) {
		return true
	}
	if both := e.orders & b.orders; both != 0 {
		for s := range numSpaces {
			if both&(1<<s) != 0 && s != space && f(s) {
				return true
			}
		}
	}
	return false
}

// before reports whether e happens before the access b of t.
func (t *thread) before(e, b *event, space int) bool {
	return e.by(t) || between(e, b, space, func(s int) bool { return e.within(t.hb[0][s]) })
}

// ordered reports whether e is ordered before the access b of t: a write must be available to it,
// and visible too if b reads.
func (t *thread) ordered(e, b *event, space int) bool {
	if e.by(t) {
		return true
	}
	if e.private || b.private {
		return false
	}
	return between(e, b, space, func(s int) bool { return t.orderedIn(e, b, s) }) || e.write && t.seen(e, b, space)
}

// seen reports whether what e wrote was made visible to t, through whatever space, or is by an
// ordered atomic b.
func (t *thread) seen(e, b *event, space int) bool {
	far := t.distance(e)
	if e.within(t.vis[far][space]) {
		return true
	}
	own := e.scope != builtin.ScopeNone && level(e.scope) >= far
	sees := b.scope != builtin.ScopeNone && level(b.scope) >= far
	for q := range numSpaces {
		if q == space {
			continue
		}
		if own && e.orders&(1<<q) != 0 && e.within(t.crossSeen[far][q][space]) || sees && b.orders&(1<<q) != 0 && e.within(t.cross[far][q][space]) {
			return true
		}
	}
	return false
}

func (t *thread) orderedIn(e, b *event, space int) bool {
	if !e.within(t.hb[0][space]) {
		return false
	}
	if !e.write {
		return true
	}
	far := t.distance(e)
	own := e.scope != builtin.ScopeNone && level(e.scope) >= far
	if !own && !e.within(t.hb[far][space]) {
		return false
	}
	if b.write && !b.atomic {
		return true
	}
	return b.scope != builtin.ScopeNone && level(b.scope) >= far || e.within(t.vis[far][space]) || own && e.within(t.vis[0][space])
}

// wordsOf calls f for each word that the access touches.
func wordsOf(at, size int, f func(word int, mask uint8)) {
	for size > 0 {
		word, low := at/4, at%4
		n := min(size, 4-low)
		f(word, uint8(1<<n-1)<<low)
		at, size = at+n, size-n
	}
}

// shadowOf is the history of a word, made at its first access.
func (m *memory) shadowOf(word int) *shadow {
	if m.shadow == nil {
		m.shadow = make([]*shadow, (len(m.data)+3)/4)
	}
	s := m.shadow[word]
	if s == nil {
		s = &shadow{}
		m.shadow[word] = s
	}
	return s
}

// messageAt is what the last atomic write at that byte has released.
func (m *memory) messageAt(at int) *[]*release { return &m.shadowOf(at / 4).messages[at%4/2] }

// examine checks an access against what was done before and remembers it.
func (v *inv) examine(s *site, m *memory, at, size int) {
	if m.ro || !v.run.p.cfg.Race {
		return
	}
	wordsOf(at, size, func(word int, mask uint8) {
		e := v.t.eventOf(s, mask)
		h := m.shadowOf(word)
		v.conflicts(h, &e, m, word)
		h.add(v.t, &e, spaceIndex(m.space))
	})
}

// conflicts reports the earlier accesses that the access conflicts with and that are not ordered before it.
func (v *inv) conflicts(h *shadow, b *event, m *memory, word int) {
	space := spaceIndex(m.space)
	all := builtin.ScopeDevice
	if m.space == builtin.Groupshared {
		all = builtin.ScopeWorkgroup
	}
	look := func(list []event) {
		for i := range list {
			e := &list[i]
			if e.mask&b.mask == 0 || !e.write && !b.write || v.t.ordered(e, b, space) {
				continue
			}
			if e.atomic && b.atomic && !e.private && reaches(e.scope, int(e.group), int(e.wave), v.t) && reaches(b.scope, int(e.group), int(e.wave), v.t) {
				continue
			}
			v.race(e, b, m, word)
		}
	}
	look(h.writes)
	if b.write {
		look(h.reads)
	}
	if !b.atomic || h.narrow || b.scope < all {
		look(h.atomics)
	}
	if b.atomic && b.scope < all {
		h.narrow = true
	}
}

// maxEvents bounds a list before it is made shorter.
const maxEvents = 64

// add remembers an access. A plain write ends the history of the bytes that it covers: whatever
// comes later and is ordered after it is ordered after what was before.
func (h *shadow) add(t *thread, b *event, space int) {
	switch {
	case b.atomic:
		h.atomics = appendEvent(h.atomics, b)
	case b.write:
		h.writes = append(uncovered(h.writes, b.mask), *b)
		h.reads = uncovered(h.reads, b.mask)
		h.atomics = uncovered(h.atomics, b.mask)
	default:
		if n := len(h.reads); n > 0 && h.reads[n-1].mask&^b.mask == 0 && t.happened(&h.reads[n-1], space) && !h.reads[n-1].private {
			h.reads[n-1] = *b
			return
		}
		h.reads = appendEvent(h.reads, b)
	}
}

func uncovered(list []event, mask uint8) []event {
	kept := list[:0]
	for _, e := range list {
		if e.mask&^mask != 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

// appendEvent adds an event; each time the list doubles, only the last event of each kind that an
// invocation has made is kept.
func appendEvent(list []event, b *event) []event {
	if n := len(list); n > 0 && list[n-1].replacedBy(b) {
		list[n-1] = *b
		return list
	}
	if n := len(list); n >= maxEvents && n&(n-1) == 0 {
		list = latest(list)
	}
	return append(list, *b)
}

func (e *event) replacedBy(b *event) bool {
	return e.group == b.group && e.index == b.index && e.mask&^b.mask == 0 && e.write == b.write && e.scope == b.scope && e.private == b.private
}

func latest(list []event) []event {
	type key struct {
		group int32
		index uint16
		mask  uint8
		scope builtin.Scope
		write bool
	}
	last := make(map[key]int, len(list))
	for i := range list {
		e := &list[i]
		last[key{e.group, e.index, e.mask, e.scope, e.write}] = i
	}
	kept := list[:0]
	for i, e := range list {
		if last[key{e.group, e.index, e.mask, e.scope, e.write}] == i {
			kept = append(kept, e)
		}
	}
	return kept
}

// raceLog keeps one race a pair of instructions, in the order of discovery.
type raceLog struct {
	list []Race
	at   map[racePair]int
}

type racePair struct{ first, second *ir.Instr }

// race records a race between e and b.
func (v *inv) race(e, b *event, m *memory, word int) {
	l := &v.run.races
	k := racePair{e.in, b.in}
	if i, ok := l.at[k]; ok {
		l.list[i].Count++
		return
	}
	if l.at == nil {
		l.at = map[racePair]int{}
	}
	l.at[k] = len(l.list)
	offset := 4 * word
	for i := range 4 {
		if e.mask&b.mask>>i&1 == 1 {
			offset += i
			break
		}
	}
	l.list = append(l.list, Race{Name: m.name, Offset: offset, First: v.run.info(e), Second: v.run.info(b), Advice: v.t.advice(e, b, m), Count: 1})
}

func (r *run) info(e *event) AccessInfo {
	g := r.p.cfg.Groups
	linear := int(e.group)
	by := Invocation{Group: [3]int{linear % g[0], linear / g[0] % g[1], linear / (g[0] * g[1])}, Thread: threadID(r.p.entry, int(e.index)),
		Wave: int(e.wave), Lane: int(e.index) % r.p.wave}
	return AccessInfo{Place: r.place(e.in), By: by, Write: e.write, Atomic: e.atomic}
}

// advice says what would have ordered the two accesses.
func (t *thread) advice(e, b *event, m *memory) string {
	space := spaceIndex(m.space)
	switch {
	case e.private || b.private:
		return "the access is private to its invocation: no barrier or atomic orders it"
	case e.atomic && b.atomic:
		return "the scopes of the two atomics do not hold both invocations: give them device scope"
	case e.within(t.hb[0][space]):
		return "they are ordered, but only at a narrower scope than the two invocations share: the barrier or atomic between them needs " +
			[levels]string{"wave", "workgroup", "device"}[t.distance(e)] + " scope"
	}
	for s := range numSpaces {
		if s != space && e.within(t.hb[0][s]) {
			return "the synchronisation between them does not order " + m.space.String() + ": use a barrier that does (All… instead of " +
				[numSpaces]string{"Device…", "Device…", "Group…"}[s] + ")"
		}
	}
	if int(e.group) == t.group {
		if m.space == builtin.Groupshared {
			return "a barrier between them would order them: GroupMemoryBarrierWithGroupSync()"
		}
		return "a barrier over " + m.space.String() + " between them would order them: AllMemoryBarrierWithGroupSync()"
	}
	return "no barrier waits for another workgroup: after the first access store to an Atomic with MemoryOrder.Release, and before the second see that value with MemoryOrder.Acquire; or make both accesses atomic"
}
