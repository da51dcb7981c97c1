package memmodel

import "slices"

// static holds the sets and relations that a program fixes before it runs, under the
// names that the formal model gives them.
type static struct {
	p      *Program
	n      int
	chains bool

	all, reads, writes, fences, atomics Set
	acquire, release, barriers          Set
	nonPrivate                          Set
	avDevice, visDevice                 Set
	avAccess, visAccess                 Set // operations that accesses carry
	avSem, visSem                       Set // operations in memory semantics

	// The availability and visibility operations that reach each domain, and what leads
	// from one of the domain to a wider one.
	available, visible [domains]Set
	widens             [domains]Relation

	classSets []classSet // the storage class sets that matter to inter-thread happens-before

	thread []int
	po     Relation // program order
	within [domains]Relation
	same   Relation // same thread
	loc    Relation // same location
	ref    Relation // same reference
	scope  Relation // in scope of each other
	mutual Relation // mutually ordered atomics
	bars   Relation // same dynamic instance of a control barrier
	ssw    Relation // system-synchronizes-with

	accessToSem, semToAccess Relation // program order through storage class semantics
	included                 Relation // what an availability or visibility operation applies to
	own                      Relation // an operation and what it applies to in its thread
}

// The availability and visibility domains within a shader: instances of subgroup,
// workgroup and queue family, and the shader domain ("Availability and Visibility").
const (
	inSubgroup = iota
	inWorkgroup
	inFamily
	inShader
	domains
)

func newStatic(p *Program, noChains bool) (*static, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &static{p: p, n: len(p.Events), chains: !noChains, thread: p.threadOf()}
	s.sets()
	s.po, s.same = s.order()
	s.within = s.instances()
	s.loc = s.pairs(s.accesses(), func(a, b *Event) bool { return a.Loc == b.Loc })
	s.ref = s.pairs(s.accesses(), func(a, b *Event) bool { return a.Ref == b.Ref })
	s.scope = s.inScope(func(e *Event) Scope { return e.Scope })
	s.mutual = s.mutuallyOrdered()
	s.ssw = s.systemSynchronizes()
	s.accessToSem = s.po.intersect(s.directed(s.accesses(), s.acquire.or(s.release), accessInSemantics))
	s.semToAccess = s.po.intersect(s.directed(s.acquire.or(s.release), s.accesses(), semanticsOfAccess))
	s.included = s.includes()
	s.own = s.po.maybe().intersect(s.included)
	s.classSets = s.formClassSets()
	for d := range domains {
		wide := s.where(func(e *Event) bool { return e.Scope >= Subgroup+Scope(d) })
		s.available[d] = s.avAccess.or(s.avSem).and(wide)
		s.visible[d] = s.visAccess.or(s.visSem).and(wide)
		s.widens[d] = s.within[d].intersect(s.included)
	}
	var err error
	s.bars, err = s.matchBarriers()
	return s, err
}

func accessInSemantics(access, sem *Event) bool { return access.Class&sem.Semantics != 0 }
func semanticsOfAccess(sem, access *Event) bool { return accessInSemantics(access, sem) }

// where is the set of events that have the property.
func (s *static) where(has func(e *Event) bool) Set {
	var out Set
	for i := range s.p.Events {
		if has(&s.p.Events[i]) {
			out.add(i)
		}
	}
	return out
}

func (s *static) with(f Flag) Set { return s.where(func(e *Event) bool { return e.is(f) }) }

func (s *static) accesses() Set { return s.reads.or(s.writes) }

func (s *static) sets() {
	s.all = s.where(func(*Event) bool { return true })
	for _, x := range []struct {
		set  *Set
		flag Flag
	}{
		{&s.reads, Read}, {&s.writes, Write}, {&s.fences, Fence}, {&s.atomics, Atomic},
		{&s.acquire, Acquire}, {&s.release, Release}, {&s.barriers, ControlBarrier},
		{&s.nonPrivate, NonPrivate}, {&s.avDevice, AvailableDevice}, {&s.visDevice, VisibleDevice},
		{&s.avAccess, Available}, {&s.visAccess, Visible}, {&s.avSem, MakeAvailable}, {&s.visSem, MakeVisible},
	} {
		*x.set = s.with(x.flag)
	}
}

// order is program order, "Program-Ordered", and the relation of events of one thread.
func (s *static) order() (po, same Relation) {
	po, same = newRelation(s.n), newRelation(s.n)
	for t := range s.p.Threads {
		events := s.p.Threads[t].Events
		for i, a := range events {
			for j, b := range events {
				same[a].add(b)
				if i < j {
					po[a].add(b)
				}
			}
		}
	}
	return po, same
}

// directed relates events of a to events of b where related says so.
func (s *static) directed(a, b Set, related func(a, b *Event) bool) Relation {
	out := newRelation(s.n)
	for i := range a.all {
		for j := range b.all {
			if related(&s.p.Events[i], &s.p.Events[j]) {
				out[i].add(j)
			}
		}
	}
	return out
}

// pairs relates events of one set.
func (s *static) pairs(of Set, related func(a, b *Event) bool) Relation {
	return s.directed(of, of, related)
}

// instances relates the events of one subgroup, workgroup and queue family, "Scope";
// the shader domain holds every thread.
func (s *static) instances() [domains]Relation {
	var out [domains]Relation
	for d := range out {
		out[d] = newRelation(s.n)
		for i := range s.n {
			for j := range s.n {
				if s.p.sharesDomain(d, s.thread[i], s.thread[j]) {
					out[d][i].add(j)
				}
			}
		}
	}
	return out
}

// sharesDomain says whether two threads are of one instance of domain d.
func (p *Program) sharesDomain(d, a, b int) bool {
	scope := Subgroup + Scope(d)
	return p.Threads[a].instance(scope) == p.Threads[b].instance(scope)
}

// inScope relates events each of whose scope instance contains the other, "Scope".
func (s *static) inScope(scope func(e *Event) Scope) Relation {
	out := newRelation(s.n)
	for d := range domains {
		least := Subgroup + Scope(d)
		wide := s.where(func(e *Event) bool { return scope(e) >= least })
		out = out.union(s.within[d].between(wide, wide))
	}
	return out
}

// mutuallyOrdered relates atomics of one reference in scope of each other, "Atomic
// Operation".
func (s *static) mutuallyOrdered() Relation {
	sets := s.pairs(s.atomics, func(a, b *Event) bool { return a.Loc == b.Loc && a.Ref == b.Ref && a.Set == b.Set })
	return sets.intersect(s.scope).irreflexive()
}

// systemSynchronizes relates every event of a thread to every event of another that
// the program says it system-synchronises-with, "System-Synchronizes-With".
func (s *static) systemSynchronizes() Relation {
	out := newRelation(s.n)
	for _, pair := range s.p.SSW {
		for _, a := range s.p.Threads[pair[0]].Events {
			for _, b := range s.p.Threads[pair[1]].Events {
				out[a].add(b)
			}
		}
	}
	return out
}

// includes relates availability operations to the accesses before them that they may
// apply to, and visibility operations to those after them: operations of the device
// domain apply to all, operations in semantics to accesses of their storage classes,
// operations of an access to its reference ("Availability and Visibility").
func (s *static) includes() Relation {
	own := s.ref.intersect(s.loc).between(s.avAccess.or(s.visAccess), s.all).both()
	return own.union(
		product(s.n, s.accesses(), s.avDevice),
		product(s.n, s.visDevice, s.accesses()),
		s.directed(s.accesses(), s.avSem, accessInSemantics),
		s.directed(s.visSem, s.accesses(), semanticsOfAccess))
}

// classSet is a set of storage classes, as inter-thread happens-before is formed for it.
type classSet struct {
	semantics Set      // events whose memory semantics hold all of the classes
	base      Relation // what holds of every execution
}

// classSetOf forms the parts of inter-thread happens-before for m that no choice changes:
// system-synchronises-with, and what program order puts before a release or after an
// acquire.
func (s *static) classSetOf(m Class) classSet {
	sem := s.semantics(m)
	covered := s.ofClass(m).or(sem)
	return classSet{sem, s.ssw.union(
		s.po.between(covered, s.release.and(sem)),
		s.po.between(s.acquire.and(sem), covered))}
}

// semantics is the set of events whose memory semantics hold all of m.
func (s *static) semantics(m Class) Set {
	return s.where(func(e *Event) bool { return e.Semantics != 0 && e.Semantics&m == m })
}

// ofClass is the set of accesses to storage classes of m.
func (s *static) ofClass(m Class) Set {
	return s.where(func(e *Event) bool { return e.Class&m != 0 }).and(s.accesses())
}

// formClassSets lists the sets of storage classes over which inter-thread happens-before
// is worth forming: the intersections of the semantics in the program. Any other set
// orders no more than the least of these that contains it, for that one is in the
// semantics of the same events and covers more accesses.
func (s *static) formClassSets() []classSet {
	masks := []Class{^Class(0)}
	for i := range s.p.Events {
		sem := s.p.Events[i].Semantics
		for _, m := range masks {
			if k := m & sem; k != 0 && !slices.Contains(masks, k) {
				masks = append(masks, k)
			}
		}
	}
	out := make([]classSet, len(masks))
	for i, m := range masks {
		out[i] = s.classSetOf(m)
	}
	return out
}
