package memmodel

import "fmt"

// matchBarriers relates the control barriers of one dynamic instance in different
// threads that are in scope of each other. Barriers that a program numbers meet those
// of their number. Others meet in program order: the nth barrier of a scope in one
// thread meets the nth of the same scope in each other thread of the scope instance.
func (s *static) matchBarriers() (Relation, error) {
	place := s.barrierPlaces()
	same := s.pairs(s.barriers, func(a, b *Event) bool { return a.Instance == b.Instance && a.Execution == b.Execution })
	for a := range s.barriers.all {
		for b := range same[a].all {
			if s.p.Events[a].Instance == 0 && (place[a] != place[b] || !s.meets(a, b)) {
				same[a].drop(b)
			}
		}
	}
	if err := s.checkBarriers(same); err != nil {
		return nil, err
	}
	return same.intersect(s.inScope(barrierScope)).irreflexive(), nil
}

// barrierScope is the scope in which threads wait: the execution scope, or where the
// program gives only one scope, that.
func barrierScope(e *Event) Scope {
	if e.Execution != ScopeNone {
		return e.Execution
	}
	return e.Scope
}

// meets says whether the threads of two barriers are of one instance of their scope.
func (s *static) meets(a, b int) bool {
	d := int(barrierScope(&s.p.Events[a]) - Subgroup)
	return s.p.sharesDomain(d, s.thread[a], s.thread[b])
}

// barrierPlaces counts, for every unnumbered barrier, those of its scope before it in
// its thread.
func (s *static) barrierPlaces() []int {
	out := make([]int, s.n)
	for t := range s.p.Threads {
		var count [Device + 1]int
		for _, i := range s.p.Threads[t].Events {
			if e := &s.p.Events[i]; e.is(ControlBarrier) && e.Instance == 0 {
				out[i] = count[barrierScope(e)]
				count[barrierScope(e)]++
			}
		}
	}
	return out
}

// checkBarriers reports barriers that cannot meet: of one instance, but in one thread
// or of different kinds; in a different order in different threads; or an unnumbered
// one that some thread of the scope instance never reaches.
func (s *static) checkBarriers(same Relation) error {
	for a := range s.barriers.all {
		for b := range same[a].all {
			x, y := &s.p.Events[a], &s.p.Events[b]
			if a != b && s.thread[a] == s.thread[b] {
				return fmt.Errorf("events %d and %d are one instance of a barrier in one thread", a, b)
			}
			if x.Scope != y.Scope || x.Semantics != y.Semantics || x.Flags&(Acquire|Release) != y.Flags&(Acquire|Release) {
				return fmt.Errorf("barriers %d and %d are one instance, but differ in scope or semantics", a, b)
			}
		}
		if s.p.Events[a].Instance == 0 {
			if t, missing := s.absent(a, same[a]); missing {
				return fmt.Errorf("deadlock: thread %d never reaches the barrier that event %d waits in", t, a)
			}
		}
	}
	if !same.then(s.po.between(s.barriers, s.barriers)).acyclic() {
		return fmt.Errorf("deadlock: threads wait in the same barriers in different orders")
	}
	return nil
}

// absent finds a thread of a's scope instance without a barrier among those that meet.
func (s *static) absent(a int, meeting Set) (int, bool) {
	var present Set
	for b := range meeting.all {
		present.add(s.thread[b])
	}
	d := int(barrierScope(&s.p.Events[a]) - Subgroup)
	for t := range s.p.Threads {
		if s.p.sharesDomain(d, s.thread[a], t) && !present.has(t) {
			return t, true
		}
	}
	return 0, false
}
