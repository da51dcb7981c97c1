package memmodel

import "math/bits"

// maxEvents is what fits the words of Set.
const (
	setWords  = 4
	maxEvents = 64 * setWords
)

// Set is a set of events, by index.
type Set [setWords]uint64

// one is the set of event i alone.
func one(i int) (s Set) { s[i/64] = 1 << (i % 64); return s }

// has says whether i is in s.
func (s *Set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s *Set) add(i int)  { s[i/64] |= 1 << (i % 64) }
func (s *Set) drop(i int) { s[i/64] &^= 1 << (i % 64) }

// join adds the events of t.
func (s *Set) join(t *Set) {
	for i := range s {
		s[i] |= t[i]
	}
}

func (s Set) or(t Set) Set {
	s.join(&t)
	return s
}

func (s Set) and(t Set) Set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

func (s Set) minus(t Set) Set {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

func (s Set) empty() bool { return s == Set{} }

// first is the least event of s, which is not empty.
func (s Set) first() int {
	for i, w := range s {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return maxEvents
}

// all yields the events of s in ascending order.
func (s Set) all(yield func(int) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(64*i + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

func (s Set) size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Relation is a set of pairs of events: row i holds the events that i relates to.
// Operations return new relations and leave their operands alone.
type Relation []Set

func newRelation(n int) Relation { return make(Relation, n) }

// Has says whether a relates to b.
func (r Relation) Has(a, b int) bool { return r[a].has(b) }

// Len is the number of pairs.
func (r Relation) Len() int {
	n := 0
	for _, row := range r {
		n += row.size()
	}
	return n
}

// Pairs lists the pairs in ascending order.
func (r Relation) Pairs() [][2]int {
	var out [][2]int
	for a, row := range r {
		for b := range row.all {
			out = append(out, [2]int{a, b})
		}
	}
	return out
}

// identity relates every event of s to itself: the restriction [s] of relational
// notation.
func identity(n int, s Set) Relation {
	r := newRelation(n)
	for i := range s.all {
		r[i] = one(i)
	}
	return r
}

// product relates every event of a to every event of b.
func product(n int, a, b Set) Relation {
	r := newRelation(n)
	for i := range a.all {
		r[i] = b
	}
	return r
}

// each combines two relations row by row.
func (r Relation) each(s Relation, f func(a, b Set) Set) Relation {
	out := newRelation(len(r))
	for i := range r {
		out[i] = f(r[i], s[i])
	}
	return out
}

// union is r and the others together.
func (r Relation) union(others ...Relation) Relation {
	out := newRelation(len(r))
	copy(out, r)
	for _, o := range others {
		for i := range out {
			out[i].join(&o[i])
		}
	}
	return out
}

func (r Relation) intersect(s Relation) Relation {
	return r.each(s, Set.and)
}

func (r Relation) minus(s Relation) Relation {
	return r.each(s, Set.minus)
}

// between keeps the pairs from a to b: [a] ; r ; [b].
func (r Relation) between(a, b Set) Relation {
	out := newRelation(len(r))
	for i := range a.all {
		out[i] = r[i].and(b)
	}
	return out
}

// then composes r and the others, left to right.
func (r Relation) then(others ...Relation) Relation {
	for _, s := range others {
		out := newRelation(len(r))
		for i, row := range r {
			for j := range row.all {
				out[i].join(&s[j])
			}
		}
		r = out
	}
	return r
}

// inverse turns every pair round.
func (r Relation) inverse() Relation {
	out := newRelation(len(r))
	for i, row := range r {
		for j := range row.all {
			out[j].add(i)
		}
	}
	return out
}

// both is r and its inverse.
func (r Relation) both() Relation { return r.union(r.inverse()) }

// maybe is the reflexive closure.
func (r Relation) maybe() Relation {
	out := newRelation(len(r))
	for i, row := range r {
		out[i] = row
		out[i].add(i)
	}
	return out
}

// plus is the transitive closure (Warshall).
func (r Relation) plus() Relation {
	out := newRelation(len(r))
	copy(out, r)
	for k := range out {
		for i := range out {
			if out[i].has(k) {
				out[i].join(&out[k])
			}
		}
	}
	return out
}

// star is the reflexive and transitive closure.
func (r Relation) star() Relation { return r.plus().maybe() }

// immediate drops the pairs that a chain of two or more pairs reaches as well.
func (r Relation) immediate() Relation { return r.minus(r.then(r.plus())) }

// irreflexive drops the pairs of an event with itself.
func (r Relation) irreflexive() Relation {
	out := newRelation(len(r))
	for i, row := range r {
		out[i] = row
		out[i].drop(i)
	}
	return out
}

// acyclic says whether no chain leads from an event to itself.
func (r Relation) acyclic() bool {
	for i, row := range r.plus() {
		if row.has(i) {
			return false
		}
	}
	return true
}

// transitive says whether r contains every composition of its pairs.
func (r Relation) transitive() bool { return r.then(r).minus(r).empty() }

func (r Relation) empty() bool {
	for _, row := range r {
		if !row.empty() {
			return false
		}
	}
	return true
}
