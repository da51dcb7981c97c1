package memmodel

import (
	"fmt"
	"slices"
	"strings"

	"slc/backend/spirv/binary"
)

// gather lets go the invocations of a barrier, or of an operation of a wave, that has
// all that it waits for. An operation of a wave is performed by the invocations that have come to
// it when no other one of the wave can come any more: they are further on in program order,
// or at an end. Whether one that waits for a write would have come is not known: loosely, it
// is taken not to, and what comes of that counts only if the wait ends.
func (r *play) gather(loosely bool) bool {
	for _, scope := range []Scope{Workgroup, Subgroup} {
		for t := range r.players {
			if r.players[t].state != meeting_ || r.players[t].request.meet.scope != scope {
				continue
			}
			var come []int
			ok := false
			if scope == Workgroup {
				come, ok = r.workgroup(t)
			} else {
				come, ok = r.subgroup(t, loosely)
			}
			if ok {
				r.tentative = r.tentative || loosely
				r.release(come)
				return true
			}
		}
	}
	return false
}

// peers lists the invocations of t's instance of a scope.
func (r *play) peers(t int, scope Scope) (out []int) {
	for u := range r.players {
		if r.x.stands[u].instance(scope) == r.x.stands[t].instance(scope) {
			out = append(out, u)
		}
	}
	return out
}

// workgroup lists the invocations of a workgroup if all stand at the same barrier.
func (r *play) workgroup(t int) ([]int, bool) {
	peers := r.peers(t, Workgroup)
	m := r.players[t].request.meet
	for _, u := range peers {
		p := r.players[u]
		if p.state != meeting_ || p.request.meet.before(m) != 0 {
			return nil, false
		}
	}
	return peers, true
}

// subgroup lists the invocations of a wave that stand at the first of the operations at which
// any stands.
func (r *play) subgroup(t int, loosely bool) (out []int, ok bool) {
	peers := r.peers(t, Subgroup)
	var first *meeting
	for _, u := range peers {
		switch p := r.players[u]; {
		case p.state == waiting && !loosely:
			return nil, false
		case p.state != meeting_ || p.request.meet.scope != Subgroup:
		case first == nil || p.request.meet.before(first) < 0:
			first = p.request.meet
		}
	}
	for _, u := range peers {
		if p := r.players[u]; p.state == meeting_ && p.request.meet.scope == Subgroup && p.request.meet.before(first) == 0 {
			out = append(out, u)
		}
	}
	return out, first != nil
}

// release performs a barrier or an operation of a wave.
func (r *play) release(come []int) {
	r.instances++
	var parties []party
	for _, t := range come {
		p := r.players[t]
		p.state = running
		m := p.request.meet
		if m.barrier == nil {
			parties = append(parties, party{p.inv.index % r.x.l.wave(r.x.k), m})
			continue
		}
		e := *m.barrier
		e.Instance = r.instances
		r.fenced(t, &e)
		r.add(t, e, place{}, undecided)
	}
	if parties != nil {
		r.x.k.together(parties, r.x.l.wave(r.x.k))
	}
}

// initialized says whether a variable holds a value before the kernel runs.
func (k *Kernel) initialized(at *place) bool {
	def := k.m.Def(at.variable)
	return def == nil || binary.StorageClass(def.Word(0)) != binary.StorageClassWorkgroup || len(def.Operands) > 1
}

// finish takes down what has come of a play in which nobody can go on.
func (r *play) finish() {
	for _, p := range r.players {
		if p.state == waiting || p.state == spinning && r.servable(p) {
			return // the write did not come, or the loop is only not scheduled
		}
	}
	if r.promises > 0 {
		return
	}
	r.tentative = false
	x := r.settle()
	if x == nil {
		return
	}
	report := r.x.report
	for _, f := range r.faults {
		key := fmt.Sprint(f.At, f.Text)
		if !r.x.faulted[key] {
			r.x.faulted[key] = true
			f.Witness = x
			report.Faults = append(report.Faults, f)
		}
	}
	for i := range r.events {
		if r.events[i].is(Write) {
			r.learn(i)
		}
	}
	report.Executions++
	if stuck := r.stuck(); stuck != "" {
		if report.Deadlock == "" {
			report.Deadlock, report.Witness["deadlock"] = stuck, x
		}
		return
	}
	if len(r.faults) == 0 {
		r.states(x)
	}
}

// servable says whether a read of a loop that repeats could return something else.
func (r *play) servable(p *player) bool {
	if p.request == nil || p.request.kind != reqSpin {
		return false
	}
	for _, read := range p.request.loop {
		if r.commutes(&read.at) {
			continue // the loop does not use what it returns
		}
		n := slices.Index(r.order[read.key], read.source)
		for _, w := range r.order[read.key][n+1:] {
			if e := &r.events[w]; !e.is(RMW) || e.Writes.N != e.Reads.N {
				return true // not the value that the loop has read
			}
		}
		for _, w := range r.touching(&read.at) {
			if r.events[w].is(Write) && (!r.events[w].is(Atomic) || r.at[w].key != read.key) && w > read.source && n < 0 {
				return true
			}
		}
	}
	return false
}

// settle forms the execution and takes down its data races; it is nil if there is nothing to
// go on with.
func (r *play) settle() *Execution {
	if !r.certain() {
		return nil
	}
	x, err := r.execution()
	if err != nil || !x.Consistent() || !x.evaluate() {
		return nil
	}
	if r.record(x) {
		return nil
	}
	return x
}

// record takes down each pair of instructions once, whatever the invocations and values.
func (r *play) record(x *Execution) bool {
	found := false
	for _, pair := range x.DataRace().Pairs() {
		a, b := pair[0], pair[1]
		if a > b {
			continue
		}
		found = true
		ea, eb := &r.events[r.owner(a)], &r.events[r.owner(b)]
		key := [2]int{min(ea.Word, eb.Word), max(ea.Word, eb.Word)}
		if r.x.raced[key] || len(r.x.report.Races) >= enoughRaces {
			continue
		}
		r.x.raced[key] = true
		r.x.report.Races = append(r.x.report.Races, Race{[2]Source{ea.Source, eb.Source}, x.side(a), x.side(b), x.Missing(a, b), x})
	}
	return found
}

// stuck describes a barrier that waits for ever, or a loop that does.
func (r *play) stuck() string {
	for t, p := range r.players {
		if p.state != meeting_ {
			continue
		}
		m := p.request.meet
		for _, u := range r.peers(t, m.scope) {
			o := r.players[u]
			name := r.x.stands[u].Name
			switch {
			case o.state == meeting_ && o.request.meet.before(m) != 0 && m.barrier != nil:
				return fmt.Sprintf("a %s barrier%s waits for %s, which waits in another one%s", m.scope.name(), line(m.source), name, line(o.request.meet.source))
			case o.state == spinning:
				return fmt.Sprintf("a %s barrier%s waits for %s, which is in a loop that does not end%s", m.scope.name(), line(m.source), name, line(o.request.event.Source))
			case o.state == ended:
				return fmt.Sprintf("a %s barrier%s waits for %s, which does not reach it", m.scope.name(), line(m.source), name)
			}
		}
	}
	for t, p := range r.players {
		if p.state == spinning {
			return fmt.Sprintf("%s is in a loop that does not end%s: what it waits for is never written", r.x.stands[t].Name, line(p.request.event.Source))
		}
	}
	return ""
}

func line(at Source) string {
	if at.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" at line %d", at.Line)
}

// states takes down what memory ends as: every location that some execution writes, except for
// groupshared memory, which is gone.
func (r *play) states(x *Execution) {
	final := func(at *place) uint64 {
		var n uint64
		var known cells // an expectation may be about more than a cell
		for i := range r.places {
			if at.overlaps(&r.places[i]) {
				known.divide(at, &r.places[i])
			}
		}
		for _, cell := range known.split(r.x.k, at) {
			part := r.x.l.initial(&cell)
			if loc, known := r.locOf[cell.key]; known {
				part = uint64(x.Final(loc)[0].N)
			}
			n |= part << (8 * (cell.at - at.at))
		}
		return n
	}
	var all []string
	for _, at := range r.x.written {
		if r.x.k.lasts(&at) && !r.x.partly(&at) {
			all = append(all, at.name+"="+at.text(final(&at)))
		}
	}
	slices.Sort(all)
	state := strings.Join(all, " ")
	if r.x.states[state] {
		return
	}
	r.x.states[state] = true
	report := r.x.report
	report.States = append(report.States, state)
	r.x.expect(state, final, x)
}

// partly says whether a place that is written is a part of another one that is.
func (x *explorer) partly(at *place) bool {
	for _, whole := range x.written {
		if whole.size > at.size && at.within(&whole) {
			return true
		}
	}
	return false
}

// lasts says whether memory is there after the kernel.
func (k *Kernel) lasts(at *place) bool {
	def := k.m.Def(at.variable)
	return def == nil || binary.StorageClass(def.Word(0)) != binary.StorageClassWorkgroup
}
