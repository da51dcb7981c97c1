package memmodel

import "math/bits"

// maxEvents is what fits the words of Set.
const maxEvents = 64

// Set is a set of events, by index.
type Set uint64

// one is the set of event i alone.
func one(i int) Set { return 1 << uint(i) }

// has says whether i is in s.
func (s Set) has(i int) bool { return s&one(i) != 0 }

// first is the least event of s, which is not empty.
func (s Set) first() int { return bits.TrailingZeros64(uint64(s)) }

// all yields the events of s in ascending order.
func (s Set) all(yield func(int) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(s.first()) {
			return
		}
	}
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
		n += bits.OnesCount64(uint64(row))
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
			out[i] |= o[i]
		}
	}
	return out
}

func (r Relation) intersect(s Relation) Relation {
	return r.each(s, func(a, b Set) Set { return a & b })
}

func (r Relation) minus(s Relation) Relation {
	return r.each(s, func(a, b Set) Set { return a &^ b })
}

// between keeps the pairs from a to b: [a] ; r ; [b].
func (r Relation) between(a, b Set) Relation {
	out := newRelation(len(r))
	for i := range a.all {
		out[i] = r[i] & b
	}
	return out
}

// then composes r and the others, left to right.
func (r Relation) then(others ...Relation) Relation {
	for _, s := range others {
		out := newRelation(len(r))
		for i, row := range r {
			for j := range row.all {
				out[i] |= s[j]
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
			out[j] |= one(i)
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
		out[i] = row | one(i)
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
				out[i] |= out[k]
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
		out[i] = row &^ one(i)
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
		if row != 0 {
			return false
		}
	}
	return true
}
