package memmodel

import (
	"context"
	"errors"
	"slices"
)

// Options bound a search and choose the implementation that is modelled.
type Options struct {
	// Context ends a search early; nil: none does.
	Context context.Context
	// NoChains is an implementation without vulkanMemoryModelAvailabilityVisibilityChains.
	NoChains bool
	// Limit is the number of candidate executions after which the search gives up;
	// 0: no limit.
	Limit int
}

// ErrLimit says that a search gave up before it had seen every candidate.
var ErrLimit = errors.New("limit of candidate executions reached")

// Answer is what a search found.
type Answer struct {
	Satisfiable bool
	Witness     *Execution // an execution that satisfies the condition
	Candidates  int        // executions that were looked at
}

// Solve decides whether some execution satisfies the condition.
func Solve(p *Program, c Condition, o Options) (Answer, error) {
	var a Answer
	err := search(p, c.consistent(), o, func(x *Execution) bool {
		a.Candidates++
		if c.Holds(x) {
			a.Satisfiable, a.Witness = true, x
		}
		return !a.Satisfiable
	})
	return a, err
}

// Executions calls f with every execution that the model allows, until f returns false.
func Executions(p *Program, o Options, f func(x *Execution) bool) error {
	return search(p, true, o, func(x *Execution) bool { return !x.Consistent() || f(x) })
}

// choice is what a candidate execution chooses for one location.
type choice struct {
	from     []source // for each read of the location
	modified Relation
}

// source is the write that a read reads from, or -1 for the initial value.
type source struct{ read, write int }

const initially = -1

// searcher enumerates the candidates: the product of the choices of each location.
type searcher struct {
	*static
	o       Options
	prune   bool // leave out what cannot be consistent
	choices [][]choice
	visit   func(x *Execution) bool
	seen    int
}

func search(p *Program, prune bool, o Options, visit func(x *Execution) bool) error {
	st, err := newStatic(p, o.NoChains)
	if err != nil {
		return err
	}
	s := &searcher{static: st, o: o, prune: prune, visit: visit}
	for loc := range p.Locations {
		choices := s.choicesOf(loc)
		if len(choices) == 0 {
			return nil // a read of this location can never return what it should
		}
		s.choices = append(s.choices, choices)
	}
	_, err = s.combine(0, nil)
	return err
}

// combine takes a choice for each remaining location; it returns false to stop.
func (s *searcher) combine(loc int, taken []*choice) (bool, error) {
	if loc == len(s.choices) {
		return s.candidate(taken)
	}
	for i := range s.choices[loc] {
		if more, err := s.combine(loc+1, append(taken, &s.choices[loc][i])); !more || err != nil {
			return more, err
		}
	}
	return true, nil
}

func (s *searcher) candidate(taken []*choice) (bool, error) {
	if s.seen++; s.o.Limit > 0 && s.seen > s.o.Limit {
		return false, ErrLimit
	}
	if s.o.Context != nil && s.seen%256 == 0 && s.o.Context.Err() != nil {
		return false, s.o.Context.Err()
	}
	x := s.execution()
	for _, c := range taken {
		x.take(c)
	}
	if !x.evaluate() {
		return true, nil
	}
	return s.visit(x), nil
}

// execution is one in which nothing is chosen yet.
func (s *searcher) execution() *Execution {
	return &Execution{s: s.static, ReadsFrom: newRelation(s.n), Modification: newRelation(s.n)}
}

func (x *Execution) take(c *choice) {
	for _, f := range c.from {
		if f.write == initially {
			x.Initial |= one(f.read)
		} else {
			x.ReadsFrom[f.write] |= one(f.read)
		}
	}
	x.Modification = x.Modification.union(c.modified)
}

// choicesOf lists the choices for one location: an order of its atomic writes and a
// source for each of its reads.
func (s *searcher) choicesOf(loc int) []choice {
	here := s.where(func(e *Event) bool { return e.Flags&(Read|Write) != 0 && e.Loc == loc })
	var out []choice
	for _, modified := range s.orders(here & s.with(Write|Atomic)) {
		s.sources(here, here&s.with(Read), nil, func(from []source) {
			c := choice{slices.Clone(from), modified}
			if !s.prune || s.coherent(here, &c) {
				out = append(out, c)
			}
		})
	}
	return out
}

// orders lists the scoped modification orders of a location's atomic writes: strict
// partial orders that relate exactly the mutually ordered ones ("Scoped Modification
// Order").
func (s *searcher) orders(writes Set) []Relation {
	var out []Relation
	var place func(done, left Set, r Relation)
	place = func(done, left Set, r Relation) {
		if left == 0 {
			if r.transitive() && !slices.ContainsFunc(out, r.equal) {
				out = append(out, r)
			}
			return
		}
		for w := range left.all {
			if s.prune && s.before(w, left) {
				continue
			}
			next := r.union(product(s.n, done, one(w)).intersect(s.mutual))
			place(done|one(w), left&^one(w), next)
		}
	}
	place(0, writes, newRelation(s.n))
	return out
}

// before says whether a write of left must precede w: program order within one
// reference is location order.
func (s *searcher) before(w int, left Set) bool {
	for v := range left.all {
		if s.po.Has(v, w) && s.mutual.Has(v, w) {
			return true
		}
	}
	return false
}

// sources chooses a source for each read.
func (s *searcher) sources(here, reads Set, from []source, yield func([]source)) {
	if reads == 0 {
		yield(from)
		return
	}
	r := reads.first()
	rest := reads &^ one(r)
	if s.mayRead(r, initially) {
		s.sources(here, rest, append(from, source{r, initially}), yield)
	}
	for w := range (here & s.with(Write) &^ one(r)).all {
		if s.mayRead(r, w) {
			s.sources(here, rest, append(from, source{r, w}), yield)
		}
	}
}

// mayRead says whether the values that the program gives allow r to read from w. A
// write without a value matches every value but the initial one.
func (s *searcher) mayRead(r, w int) bool {
	e := &s.p.Events[r]
	switch {
	case !e.Reads.Known:
		return true
	case w == initially:
		return e.Reads.N == s.p.Initial[e.Loc]
	}
	from := &s.p.Events[w]
	if from.Modify != nil || from.Copies {
		return true // evaluate decides
	}
	if !from.Writes.Known {
		return e.Reads.N != s.p.Initial[e.Loc]
	}
	return from.Writes.N == e.Reads.N
}

// coherent drops what cannot become consistent whatever is chosen elsewhere: program
// order within one reference is part of location order, so that with the choice it must
// not form a cycle.
func (s *searcher) coherent(here Set, c *choice) bool {
	x := s.execution()
	x.take(c)
	x.locord = s.po.intersect(s.loc).intersect(s.ref).between(here, here)
	return x.coherent()
}
