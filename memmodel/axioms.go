package memmodel

// Execution is one candidate execution: the choices of a run, and what follows from
// them. Relations are formed when they are first asked for.
type Execution struct {
	s *static
	// ReadsFrom relates each read to the write it reads from, from write to read;
	// Initial holds the reads of an initial value.
	ReadsFrom Relation
	Initial   Set
	// Modification is the scoped modification order of atomic writes.
	Modification Relation

	values []Value // what each write stores, where it is known
	reads  []Value // what each read returns

	releaseSeq, sync, happens, locord, fromRead, race Relation
	domain                                            *chains
}

// Program is what was run.
func (x *Execution) Program() *Program { return x.s.p }

// memo forms a relation once.
func memo(at *Relation, form func() Relation) Relation {
	if *at == nil {
		*at = form()
	}
	return *at
}

// sequence is the chain of read-modify-writes that follows each of the writes in
// modification order, each the immediate successor of the one before, the write
// itself included ("Release Sequence": stores of the same thread do not belong to it).
func (x *Execution) sequence(heads Set) Relation {
	next := x.Modification.immediate().between(x.s.all, x.s.reads.and(x.s.writes))
	return next.star().between(heads, x.s.all)
}

// ReleaseSequence relates atomic releases to the writes of their release sequence.
func (x *Execution) ReleaseSequence() Relation {
	return memo(&x.releaseSeq, func() Relation { return x.sequence(x.s.release.and(x.s.atomics)) })
}

// hypothetical is the release sequence that an atomic write would head if it were a
// release ("Hypothetical Release Sequence"), which a fence before it makes use of.
func (x *Execution) hypothetical() Relation {
	return x.sequence(x.s.writes.and(x.s.atomics))
}

// observed are the reads-from pairs of mutually ordered atomics.
func (x *Execution) observed() Relation { return x.ReadsFrom.intersect(x.s.mutual) }

// releasing relates what releases to the atomic writes whose being read shows the
// release: a release write to its sequence, a release fence to the sequences of the
// writes after it in the storage classes of its semantics ("Synchronizes-With").
func (x *Execution) releasing() Relation {
	fence := x.s.semToAccess.between(x.s.release.and(x.s.fences), x.s.atomics.and(x.s.writes))
	return x.ReleaseSequence().union(fence.then(x.hypothetical()))
}

// acquiring relates the atomic reads that see a release to what acquires: themselves,
// or an acquire fence after them whose semantics have their storage class.
func (x *Execution) acquiring() Relation {
	fence := x.s.accessToSem.between(x.s.atomics.and(x.s.reads), x.s.acquire.and(x.s.fences))
	return identity(x.s.n, x.s.acquire.and(x.s.atomics)).union(fence)
}

// barrierSync relates a release fence at or before a control barrier to an acquire
// fence at or after one of the same dynamic instance in another thread.
func (x *Execution) barrierSync() Relation {
	s := x.s
	before := s.po.maybe().between(s.release.and(s.fences), s.barriers)
	after := s.po.maybe().between(s.barriers, s.acquire.and(s.fences))
	return before.then(s.bars, after)
}

// SynchronizesWith is the relation of that name: atomics and fences through a value
// that was read, and fences through control barriers, in scope of each other.
func (x *Execution) SynchronizesWith() Relation {
	return memo(&x.sync, func() Relation {
		atomic := x.releasing().then(x.observed(), x.acquiring())
		return atomic.union(x.barrierSync()).intersect(x.s.scope)
	})
}

// interThread is inter-thread happens-before for a set of storage classes,
// "Inter-Thread-Happens-Before": system-synchronises-with, synchronises-with of
// semantics that have all of the classes, and what program order puts before such a
// release or after such an acquire.
func (x *Execution) interThread(m *classSet) Relation {
	return m.base.union(x.SynchronizesWith().between(m.semantics, m.semantics)).plus()
}

// HappensBefore is inter-thread happens-before for any storage classes, or program
// order. It is not transitive.
func (x *Execution) HappensBefore() Relation {
	return memo(&x.happens, func() Relation {
		out := x.s.po
		for i := range x.s.classSets {
			out = out.union(x.interThread(&x.s.classSets[i]))
		}
		return out
	})
}

// FromRead relates a read to the writes that come after the one it read: in
// modification order, in location order, or all of the location for a read of its
// initial value.
func (x *Execution) FromRead() Relation {
	return memo(&x.fromRead, func() Relation {
		s := x.s
		later := x.LocationOrdered().between(s.writes, s.writes).union(x.Modification)
		first := s.loc.between(x.Initial, s.writes)
		return x.ReadsFrom.inverse().then(later).union(first).irreflexive()
	})
}

// Consistent says whether a device may show the execution, "Valid execution":
// location order, reads-from, from-read and modification order form no cycle, and no
// plain read returns what another write hides.
func (x *Execution) Consistent() bool {
	return x.coherent() && x.unshadowed()
}

func (x *Execution) coherent() bool {
	return x.LocationOrdered().union(x.ReadsFrom, x.FromRead(), x.Modification).acyclic()
}

// unshadowed: no plain read reads from a write that another write follows in location
// order before the read.
func (x *Execution) unshadowed() bool {
	s := x.s
	step := x.LocationOrdered().between(s.writes, s.all)
	hidden := step.then(step.plus())
	return x.ReadsFrom.between(s.writes, s.reads.minus(s.atomics)).intersect(hidden).empty()
}
