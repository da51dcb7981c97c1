package memmodel

import "slices"

// Promises are needed where invocations wait for each other in a circle. A is served by a write W that B performs
// behind the read R at which it waits, and so on, up to one that A's reads serve. If W releases
// and A's read acquires, R happens before all that A does behind its read. So a circle in which all steps but one are like
// that would have a read from a write that it happens before, which is inconsistent ("Valid execution"):
// it needs two steps that do not synchronise.

// mutual says whether all that wait may come to be served by each other. Who waits is served
// by one that may write what it waits for. Followed from anybody, this must lead to a barrier, or to a
// circle that is possible.
func (r *play) mutual(stuck []int) bool {
	c := circles{r: r, stuck: stuck, steps: circleSteps, serves: newRelation(len(r.players)), orders: newRelation(len(r.players))}
	for _, t := range stuck {
		for u, p := range r.players {
			if u != t && (p.state == waiting || p.state == meeting_ && !r.separates(t, u)) && r.mayWrite(u, &r.players[t].request.at) {
				c.serves[t].add(u)
				if p.state == waiting && c.synchronizes(t, u) {
					c.orders[t].add(u)
				}
			}
		}
		if c.serves[t].empty() {
			return false
		}
	}
	return c.allReach()
}

// separates says whether the barrier at which u stands orders what t waits to read before what u
// writes behind it: u goes on only when t has come there too.
func (r *play) separates(t, u int) bool {
	m := r.players[u].request.meet
	if m.scope != Workgroup || m.barrier == nil || r.x.stands[t].Group != r.x.stands[u].Group {
		return false
	}
	e := r.players[t].request.complete(0)
	const both = Acquire | Release
	return m.barrier.Flags&both == both && m.barrier.Semantics&e.Class != 0 && m.barrier.Scope >= Workgroup && e.Flags&(Atomic|NonPrivate) != 0
}

// circles is who may serve whom among those that wait.
type circles struct {
	r      *play
	stuck  []int
	serves Relation // t is served by u
	orders Relation // and synchronises with it then
	steps  int      // of find, that are left
}

// circleSteps bounds the search for circles; where it ends any is taken to be possible.
const circleSteps = 4000

// allReach says whether each that waits comes, by those that serve it, to a barrier or to a possible circle.
func (c *circles) allReach() bool {
	reach := c.serves.plus()
	var possible Set
	for _, t := range c.stuck {
		if c.find([]int{t}, 0) {
			possible.add(t)
		}
	}
	for _, t := range c.stuck {
		ok := possible.has(t)
		for u := range reach[t].all {
			ok = ok || possible.has(u) || c.r.players[u].state == meeting_
		}
		if !ok {
			return false
		}
	}
	return true
}

// find says whether a path can be closed to a circle with two steps that do not synchronise, and with
// more than one location.
func (c *circles) find(path []int, loose int) bool {
	if c.steps--; c.steps < 0 {
		return true
	}
	t := path[len(path)-1]
	for u := range c.serves[t].all {
		more := loose
		if !c.orders[t].has(u) {
			more++
		}
		if u == path[0] {
			if more >= 2 && slices.ContainsFunc(path, func(v int) bool { return c.at(v).key != c.at(u).key }) {
				return true
			}
			continue
		}
		if c.r.players[u].state == waiting && !slices.Contains(path, u) && c.find(append(slices.Clone(path), u), more) {
			return true
		}
	}
	return false
}

// at is the place at which an invocation waits.
func (c *circles) at(t int) *place { return &c.r.players[t].request.at }

// synchronizes says whether whatever serves the read at which t waits, if u writes it, synchronises with that read
// for the memory of all reads that wait: all such writes that are known release, and the read acquires.
func (c *circles) synchronizes(t, u int) bool {
	q := c.r.players[t].request
	var classes Class
	for _, v := range c.stuck {
		e := c.r.players[v].request.complete(0)
		classes |= e.Class
		if !e.is(Atomic) {
			return false
		}
	}
	for _, cell := range q.at.cells() {
		known := c.r.x.known[cell.key]
		if known == nil {
			return false
		}
		for _, f := range known.list {
			if f.thread != u {
				continue
			}
			e := q.complete(f.value)
			if q.at.parts != nil || !e.is(Atomic|Acquire) || classes&^(e.Semantics&f.releases) != 0 || f.ref != q.at.ref ||
				!c.within(t, u, e.Scope) || !c.within(t, u, f.scope) {
				return false
			}
		}
	}
	return c.onlyAtomics()
}

// within says whether two invocations are of one instance of a scope.
func (c *circles) within(t, u int, s Scope) bool {
	return s != ScopeNone && c.r.x.stands[t].instance(s) == c.r.x.stands[u].instance(s)
}

// onlyAtomics says whether nothing but atomics is known to write what is waited for.
func (c *circles) onlyAtomics() bool {
	for _, t := range c.stuck {
		for _, cell := range c.at(t).cells() {
			if known := c.r.x.known[cell.key]; known != nil && slices.ContainsFunc(known.list, func(f fact) bool { return !f.atomic }) {
				return false
			}
		}
	}
	return true
}
