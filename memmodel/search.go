package memmodel

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// Options bound a search and choose the implementation that is modelled.
type Options struct {
	// Context ends a search early; nil: none does.
	Context context.Context
	// NoChains is an implementation without vulkanMemoryModelAvailabilityVisibilityChains.
	NoChains bool
	// Limit is the number of candidate executions, whole or in part, after which the
	// search gives up; 0: no limit.
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
	plain   []bool // of each entry of choices: a location without atomics
	visit   func(x *Execution) bool
	seen    int
}

func search(p *Program, prune bool, o Options, visit func(x *Execution) bool) error {
	st, err := newStatic(p, o.NoChains)
	if err != nil {
		return err
	}
	s := &searcher{static: st, o: o, prune: prune, visit: visit}
	for _, loc := range s.atomicFirst() {
		choices := s.choicesOf(loc)
		if len(choices) == 0 {
			return nil // a read of this location can never return what it should
		}
		s.choices = append(s.choices, choices)
		s.plain = append(s.plain, !s.hasAtomics(loc))
	}
	_, err = s.combine(s.execution(), 0)
	return err
}

// atomicFirst lists the locations with those of atomics first: what synchronises
// decides what the reads of the others may return.
func (s *searcher) atomicFirst() []int {
	var atomic, plain []int
	for loc := range s.p.Locations {
		if s.hasAtomics(loc) {
			atomic = append(atomic, loc)
		} else {
			plain = append(plain, loc)
		}
	}
	return append(atomic, plain...)
}

func (s *searcher) hasAtomics(loc int) bool {
	return !s.where(func(e *Event) bool { return e.is(Atomic) && e.Loc == loc }).empty()
}

// combine takes a choice for each remaining location; it returns false to stop.
//
// Every relation of an execution only grows as locations are decided, for a location's
// modification order is decided at once and everything else is monotone. What is
// inconsistent with some locations undecided therefore stays so.
func (s *searcher) combine(x *Execution, done int) (bool, error) {
	if err := s.step(); err != nil {
		return false, err
	}
	if done == len(s.choices) {
		return !x.evaluate() || s.visit(x), nil
	}
	if s.prune && !x.Consistent() {
		return true, nil
	}
	choices := s.choices[done]
	for i := range choices {
		next := x.extend(s.plain[done])
		next.take(&choices[i])
		if more, err := s.combine(next, done+1); !more || err != nil {
			return more, err
		}
	}
	return true, nil
}

// step counts a candidate, whole or in part, and says whether to give up.
func (s *searcher) step() error {
	if s.seen++; s.o.Limit > 0 && s.seen > s.o.Limit {
		return ErrLimit
	}
	if s.o.Context != nil && s.seen%256 == 0 {
		return s.o.Context.Err()
	}
	return nil
}

// execution is one in which nothing is chosen yet.
func (s *searcher) execution() *Execution {
	return &Execution{s: s.static, ReadsFrom: newRelation(s.n), Modification: newRelation(s.n)}
}

// extend starts from what is chosen in x. Where only plain accesses are to be decided,
// nothing more synchronises: what follows from synchronisation stays as it is.
func (x *Execution) extend(plain bool) *Execution {
	next := &Execution{s: x.s, Initial: x.Initial,
		ReadsFrom: slices.Clone(x.ReadsFrom), Modification: slices.Clone(x.Modification)}
	if plain {
		next.releaseSeq, next.sync, next.happens = x.releaseSeq, x.sync, x.happens
		next.domain, next.locord, next.race = x.domain, x.locord, x.race
	}
	return next
}

func (x *Execution) take(c *choice) {
	for _, f := range c.from {
		if f.write == initially {
			x.Initial.add(f.read)
		} else {
			x.ReadsFrom[f.write].add(f.read)
		}
	}
	x.Modification = x.Modification.union(c.modified)
}

// choicesOf lists the choices for one location: an order of its atomic writes and a
// source for each of its reads.
func (s *searcher) choicesOf(loc int) []choice {
	here := s.where(func(e *Event) bool { return e.Flags&(Read|Write) != 0 && e.Loc == loc })
	var out []choice
	for _, modified := range s.orders(here.and(s.with(Write | Atomic))) {
		s.sources(here, here.and(s.reads), choice{nil, modified}, func(c choice) {
			c.from = slices.Clone(c.from)
			out = append(out, c)
		})
	}
	return out
}

// orders lists the scoped modification orders of a location's atomic writes: strict
// partial orders that relate exactly the mutually ordered ones ("Scoped Modification
// Order").
func (s *searcher) orders(writes Set) []Relation {
	var out []Relation
	seen := map[string]bool{}
	var place func(done, left Set, r Relation)
	place = func(done, left Set, r Relation) {
		if left.empty() {
			if key := fmt.Sprint(r); r.transitive() && !seen[key] {
				seen[key] = true
				out = append(out, r)
			}
			return
		}
		for w := range left.all {
			if s.prune && s.before(w, left) {
				continue
			}
			next := r.union(product(s.n, done, one(w)).intersect(s.mutual))
			place(done.or(one(w)), left.minus(one(w)), next)
		}
	}
	place(Set{}, writes, newRelation(s.n))
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

// sources chooses a source for each read, and yields the complete choices.
func (s *searcher) sources(here, left Set, c choice, yield func(choice)) {
	if s.prune && !s.coherent(here, &c) {
		return
	}
	if left.empty() {
		yield(c)
		return
	}
	r := left.first()
	for w := range s.sourcesOf(here, r, c.modified) {
		next := choice{append(c.from, source{r, w}), c.modified}
		s.sources(here, left.minus(one(r)), next, yield)
	}
}

// sourcesOf yields what read r may read from.
func (s *searcher) sourcesOf(here Set, r int, modified Relation) iter.Seq[int] {
	return func(yield func(int) bool) {
		if s.mayRead(r, initially) && !yield(initially) {
			return
		}
		for w := range here.and(s.writes).minus(one(r)).all {
			if s.mayRead(r, w) && !(s.prune && s.tears(r, w, modified)) && !yield(w) {
				return
			}
		}
	}
}

// tears says whether another write stands between w and the read-modify-write r in
// modification order: r would read before that write and store after it.
func (s *searcher) tears(r, w int, modified Relation) bool {
	for between := range modified[w].all {
		if modified.Has(between, r) {
			return true
		}
	}
	return modified.Has(r, w)
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
