package interp

import (
	"slices"

	"slc/lower/ir"
	"slc/sema/builtin"
)

// Synchronisation. What happens before an invocation's next operation is kept apart by memory
// space, because a chain of synchronisation orders only the spaces that every link of it
// names; and by level, because a write is seen only where it was made available and visible:
// an event in hb[l] has been made available to the invocations of scope l around its own, one in
// vis[l] has been made visible from there too. Without availability and visibility chains (lowering.md §1,
// ir.Features.ScopeChains) each has to be done at the wide scope itself.

const (
	levels    = 3 // wave, workgroup, device
	numSpaces = 3
)

type clocks [levels][numSpaces]*clock

// crossClocks are clocks by level, by the space through which something happens before, and
// by the space of the events. An operation that makes memory available and one that makes it visible
// apply to all their spaces, whichever of them it is through which the first happens before the
// second (Vulkan memory model, "location-ordered"). The diagonal is in hb.
type crossClocks [levels][numSpaces][numSpaces]*clock

func level(s builtin.Scope) int { return int(s) - int(builtin.ScopeWave) }

// spaceIndex numbers a single space.
func spaceIndex(s builtin.Spaces) int {
	switch s {
	case builtin.Images:
		return 1
	case builtin.Groupshared:
		return 2
	}
	return 0
}

// thread is what the models know about an invocation.
type thread struct {
	v            *inv
	group, index int
	wave         int
	size         int // of the workgroup
	chains       bool
	epoch        uint32 // of the events from now on
	hb, vis      clocks
	avail        [levels][numSpaces]uint32 // own events up to this epoch are available at the level
	// cross[l][q][s]: events in s that are available by an operation that happens before in q;
	// crossAvail: own events up to this epoch; crossSeen[l][q][s]: what happened before in q an
	// operation that made s visible.
	cross, crossSeen crossClocks
	crossAvail       [levels][numSpaces][numSpaces]uint32
	fences           []*release // what fences released, for atomic writes that follow
	pending          []*release // what relaxed reads have seen, for fences that follow
}

func newThread(v *inv) *thread {
	return &thread{v: v, group: v.grp.linear, index: v.index, wave: v.wave.index, size: len(v.grp.invs), epoch: 1, chains: v.run.p.m.Features.ScopeChains}
}

// release is what a release operation hands to those who synchronise with it.
type release struct {
	group, wave int
	scope       builtin.Scope
	spaces      builtin.Spaces
	clocks      clocks
	cross       crossClocks
}

// reaches reports whether the scope, around an invocation of that group and wave, holds t.
func reaches(scope builtin.Scope, group, wave int, t *thread) bool {
	switch scope {
	case builtin.ScopeDevice:
		return true
	case builtin.ScopeWorkgroup:
		return group == t.group
	case builtin.ScopeWave:
		return group == t.group && wave == t.wave
	}
	return false
}

// eachPair calls f for each level and two different spaces, the first of a set.
func eachPair(s builtin.Spaces, f func(l, q, s int)) {
	eachSpace(s, func(q int) {
		for s := range numSpaces {
			if s != q {
				for l := range levels {
					f(l, q, s)
				}
			}
		}
	})
}

// eachSpace calls f for the spaces of a set.
func eachSpace(s builtin.Spaces, f func(i int)) {
	for i := range numSpaces {
		if s&(1<<i) != 0 {
			f(i)
		}
	}
}

// publish makes the own events available and returns what others may take over.
func (t *thread) publish(scope builtin.Scope, spaces builtin.Spaces) *release {
	r := &release{group: t.group, wave: t.wave, scope: scope, spaces: spaces}
	t.makeAvailable(scope, spaces)
	eachSpace(spaces, func(s int) {
		for l := range levels {
			if l > 0 && t.hb[l][s] == t.hb[l-1][s] && t.avail[l][s] == t.avail[l-1][s] {
				r.clocks[l][s] = r.clocks[l-1][s]
				continue
			}
			r.clocks[l][s] = t.hb[l][s].with(t.group, t.index, t.size, t.avail[l][s])
		}
	})
	eachPair(spaces, func(l, q, s int) {
		r.cross[l][q][s] = t.cross[l][q][s].with(t.group, t.index, t.size, t.crossAvail[l][q][s])
	})
	t.epoch++
	return r
}

// makeAvailable notes that the own events are available at the scope; with chains also those of others
// that are available to the invocation.
func (t *thread) makeAvailable(scope builtin.Scope, spaces builtin.Spaces) {
	eachSpace(spaces, func(s int) {
		for l := 0; l <= level(scope); l++ {
			t.avail[l][s] = t.epoch
			for q := range numSpaces {
				if spaces&(1<<q) != 0 {
					t.crossAvail[l][q][s] = t.epoch
				}
			}
			if t.chains {
				t.hb[l][s] = join(t.hb[l][s], t.hb[0][s])
			}
		}
	})
}

// acquire takes over what a release hands out, if each scope holds the other side.
func (t *thread) acquire(r *release, scope builtin.Scope, spaces builtin.Spaces) {
	if !reaches(r.scope, r.group, r.wave, t) || !reaches(scope, r.group, r.wave, t) {
		return
	}
	eachSpace(spaces&r.spaces, func(s int) {
		for l := range levels {
			t.hb[l][s] = join(t.hb[l][s], r.clocks[l][s])
		}
	})
	eachPair(spaces&r.spaces, func(l, q, s int) { t.cross[l][q][s] = join(t.cross[l][q][s], r.cross[l][q][s]) })
}

// makeVisible notes that what is available at the scope is visible from now on.
func (t *thread) makeVisible(scope builtin.Scope, spaces builtin.Spaces) {
	top := level(scope)
	if t.chains {
		top = levels - 1
	}
	eachSpace(spaces, func(s int) {
		for l := 0; l <= top; l++ {
			t.vis[l][s] = join(t.vis[l][s], t.hb[l][s])
		}
	})
	eachPair(spaces, func(l, q, s int) {
		if l <= top && spaces&(1<<s) != 0 {
			t.vis[l][s] = join(t.vis[l][s], t.cross[l][q][s])
			t.crossSeen[l][q][s] = join(t.crossSeen[l][q][s], t.hb[0][q])
		}
	})
}

// fence orders memory without waiting.
func (t *thread) fence(m ir.Memory) {
	if m.Order == builtin.Relaxed {
		return
	}
	if m.Order.Acquires() {
		t.takePending(m)
		t.makeVisible(m.Scope, m.Spaces)
	}
	if m.Order.Releases() {
		t.remember(t.publish(m.Scope, m.Spaces))
	}
}

// remember keeps what a fence released, in place of an earlier one of the same scope and spaces, which
// released less.
func (t *thread) remember(r *release) {
	for i, x := range t.fences {
		if x.scope == r.scope && x.spaces == r.spaces {
			t.fences[i] = r
			return
		}
	}
	t.fences = append(t.fences, r)
}

// takePending acquires what earlier relaxed reads have seen.
func (t *thread) takePending(m ir.Memory) {
	for _, r := range t.pending {
		t.acquire(r, m.Scope, m.Spaces)
	}
}

// merge adds a release to a list; it replaces one of the same origin that it covers, so that lists stay
// as short as there are origins.
func merge(list []*release, r *release) []*release {
	out := make([]*release, 0, len(list)+1)
	for _, x := range list {
		if x == r {
			return list
		}
		if x.group == r.group && x.scope == r.scope && x.spaces == r.spaces && (x.wave == r.wave || r.scope != builtin.ScopeWave) {
			both := *r
			for l := range levels {
				for s := range numSpaces {
					both.clocks[l][s] = join(x.clocks[l][s], r.clocks[l][s])
					for q := range numSpaces {
						both.cross[l][q][s] = join(x.cross[l][q][s], r.cross[l][q][s])
					}
				}
			}
			r = &both
			continue
		}
		out = append(out, x)
	}
	return append(out, r)
}

// read is the synchronisation of an atomic read that saw a message.
func (t *thread) read(message []*release, m ir.Memory) {
	if m.Order.Acquires() {
		for _, r := range message {
			t.acquire(r, m.Scope, m.Spaces)
		}
		t.makeVisible(m.Scope, m.Spaces)
	}
	t.keep(message, m.Scope)
}

// keep remembers what a read saw: a fence may acquire more than the operation did.
func (t *thread) keep(message []*release, scope builtin.Scope) {
	first := len(t.pending) == 0 // a message has each origin once
	for _, r := range message {
		if !reaches(r.scope, r.group, r.wave, t) || !reaches(scope, r.group, r.wave, t) {
			continue
		}
		if first {
			t.pending = append(t.pending, r)
		} else {
			t.pending = merge(t.pending, r)
		}
	}
}

// write is the message of an atomic write: its own release and those of the fences before it.
// old is the message that a read-modify-write goes on with (its release sequence).
func (t *thread) write(old []*release, m ir.Memory) []*release {
	for _, f := range t.fences {
		old = merge(old, narrowed(f, m.Scope))
	}
	if m.Order.Releases() {
		old = merge(old, t.publish(m.Scope, m.Spaces))
	}
	return old
}

// narrowed limits a fence to the scope of the atomic that it works through.
func narrowed(r *release, scope builtin.Scope) *release {
	if r.scope <= scope {
		return r
	}
	n := *r
	n.scope = scope
	return &n
}

// synchronise is the memory part of a barrier that the lanes are at together.
func synchronise(lanes []*inv, m ir.Memory) {
	passFences(lanes)
	if m.Order == builtin.Relaxed {
		return // waits, orders nothing
	}
	if m.Scope != builtin.ScopeWave {
		meet(lanes, m)
		return
	}
	for i := 0; i < len(lanes); { // only the lanes of a wave are in each other's scope
		k := i
		for k < len(lanes) && lanes[k].wave == lanes[i].wave {
			k++
		}
		meet(lanes[i:k], m)
		i = k
	}
}

// passFences gives each lane the fences that others made before the barrier: they synchronise with
// the fences that it makes after it, whatever the barrier itself orders.
func passFences(lanes []*inv) {
	var all []*release
	for _, v := range lanes {
		for _, f := range v.t.fences {
			if !slices.Contains(all, f) { // mostly that of an earlier barrier, which all share
				all = merge(all, f)
			}
		}
	}
	for _, v := range lanes {
		for _, f := range all {
			if reaches(f.scope, f.group, f.wave, v.t) && !slices.Contains(v.t.pending, f) {
				v.t.pending = merge(v.t.pending, f)
			}
		}
	}
}

// meet orders all that the lanes did before all that they do from now on.
func meet(lanes []*inv, m ir.Memory) {
	first := lanes[0].t
	r := &release{group: first.group, wave: first.wave, scope: m.Scope, spaces: m.Spaces}
	for _, v := range lanes {
		v.t.takePending(m)
		v.t.makeAvailable(m.Scope, m.Spaces)
	}
	eachSpace(m.Spaces, func(s int) {
		for l := range levels {
			r.clocks[l][s] = union(lanes, func(t *thread) (*clock, uint32) { return t.hb[l][s], t.avail[l][s] })
		}
	})
	eachPair(m.Spaces, func(l, q, s int) {
		r.cross[l][q][s] = union(lanes, func(t *thread) (*clock, uint32) { return t.cross[l][q][s], t.crossAvail[l][q][s] })
	})
	for _, v := range lanes {
		t := v.t
		eachSpace(m.Spaces, func(s int) {
			for l := range levels {
				t.hb[l][s] = r.clocks[l][s]
			}
		})
		eachPair(m.Spaces, func(l, q, s int) { t.cross[l][q][s] = r.cross[l][q][s] })
		t.makeVisible(m.Scope, m.Spaces)
		t.remember(r)
		t.epoch++
	}
}

// union is what the lanes know and did: of each a clock, and up to where its own events belong to it.
func union(lanes []*inv, of func(t *thread) (*clock, uint32)) *clock {
	first := lanes[0].t
	var all *clock
	any := false
	for _, v := range lanes {
		c, own := of(v.t)
		all = join(all, c)
		any = any || own > 0
	}
	if !any {
		return all
	}
	epochs := make([]uint32, first.size)
	var parts []clockPart
	if all != nil {
		parts = all.parts
		if i := all.find(first.group); i < len(parts) && parts[i].group == first.group {
			copy(epochs, parts[i].epochs)
		}
	}
	for _, v := range lanes {
		_, own := of(v.t)
		epochs[v.index] = max(epochs[v.index], own)
	}
	return &clock{put(parts, clockPart{first.group, epochs})}
}
