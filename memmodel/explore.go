package memmodel

import (
	"runtime"
	"runtime/metrics"
	"slices"
)

// An explorer looks at every execution of a launch, one after the other. An execution is
// played from its beginning: invocations run one at a time until they stop, and where the model
// leaves a choice one is taken: from which write a read reads, where in modification order
// a write stands, or that a read waits for a write that is yet to come. The choices are kept,
// and the next execution takes the next one of the last choice that has one. An execution comes
// up once: what it is decides what has to be chosen.
//
// What is built has at all times every event that its events depend on. So its relations
// between the events that are there do not change any more, and what is inconsistent or has a data
// race stays so. A plain read needs no choice: either one write is the last before it in
// location order, or there is a data race.
//
// That no event waits for a later one does not hold of all executions: relaxed atomics may be
// performed before reads that are before them in program order (load buffering). Where all
// invocations wait, one of them is given a value that another one may write, of all that are known
// to be written in some execution. The read is then a promise that a write has to keep.
type explorer struct {
	k         *Kernel
	l         *Launch
	report    *Report
	threads   [][2]int // group and index
	stands    []Thread
	traits    loopTraits
	facts     map[string]*facts // by location: what invocations write to it in some execution
	known     map[string]*facts // those of facts that plays go by
	fresh     bool              // there is something new in facts
	trail     []junction
	depth     int              // in the trail
	symmetric bool             // the workgroups differ by their numbers only
	named     map[string]place // what expectations name
	states    map[string]bool
	raced     map[[2]int]bool
	faulted   map[string]bool
	written   map[string]place // locations that some execution writes
	plays     int
	cells     cells
	// The depth that is explored: iterations of a loop that reads shared memory, and events.
	iterations, events int
}

// fact is that an invocation may write a value, as so manyth of its events.
type fact struct {
	thread, number int
	value          uint64
	atomic         bool
	releases       Class  // of an atomic: what its release covers
	scope          Scope  // of an atomic
	ref            string // of its location
}

// factOf is the fact that a write is.
func factOf(t, number int, e *Event, at *place) fact {
	f := fact{thread: t, number: number, value: uint64(e.Writes.N), atomic: e.is(Atomic), ref: at.ref}
	if f.atomic {
		f.scope = e.Scope
	}
	if e.is(Atomic | Release) {
		f.releases = e.Semantics
	}
	return f
}

// junction is a choice with what was taken.
type junction struct {
	options []option
	taken   int
}

// option is one way of going on.
type option struct {
	source int    // of a read
	at     int    // place in modification order of a write, -1: it is none
	value  uint64 // that a read returns
	wait   bool   // the read reads from a write that is yet to come
	mixed  []int  // sources of a read of several cells, if they differ
}

// learn notes that an invocation writes a value.
func (x *explorer) learn(f fact, at *place) {
	x.written[at.key] = *at
	x.learnOf(f, at.key)
	for _, cell := range at.parts {
		part := f
		part.value = cell.extract(f.value, at)
		x.learnOf(part, cell.key)
	}
}

func (x *explorer) learnOf(f fact, key string) {
	known := x.facts[key]
	if known == nil {
		known = &facts{seen: map[fact]bool{}, last: make([]int, len(x.threads))}
		for t := range known.last {
			known.last[t] = -1
		}
		x.facts[key] = known
	}
	if known.seen[f] {
		return
	}
	known.seen[f] = true
	known.list = append(known.list, f)
	known.last[f.thread] = max(known.last[f.thread], f.number)
	x.fresh = true
}

// facts are those of one location.
type facts struct {
	list []fact
	seen map[fact]bool
	last []int // the last event of each invocation that writes, or -1
}

// publish lets plays go by what has been learnt. That must not change while a trail is followed:
// what was chosen has to mean the same in each of its plays.
func (x *explorer) publish() {
	x.known = map[string]*facts{}
	for key, f := range x.facts {
		x.known[key] = &facts{list: slices.Clone(f.list), last: slices.Clone(f.last)}
	}
	x.traits.publish()
	x.fresh = false
}

// learns says whether there is something that plays do not go by yet.
func (x *explorer) learns() bool { return x.fresh || x.traits.fresh }

// early is the number of plays of a pass below which it is begun anew when something is
// learnt. Later the rest of the pass may as well be looked at first, for what else there is.
const early = 64

// explore plays executions until what is known of writes and loops no longer changes: then none
// is left out.
func (x *explorer) explore() error {
	for {
		x.publish()
		x.report.reset()
		x.states, x.raced, x.faulted = map[string]bool{}, map[[2]int]bool{}, map[string]bool{}
		err := x.pass()
		if err == errDivided {
			x.facts, x.written = map[string]*facts{}, map[string]place{}
			continue
		}
		if err != nil {
			return err
		}
		if !x.learns() || len(x.report.Races) > 0 {
			return nil
		}
	}
}

// depths bound loops and executions in turn, so that what short executions show is found before long
// ones are looked at.
var depths = [...]struct{ iterations, events int }{{3, 48}, {1 << 30, maxEvents}}

// deepen explores up to each depth in turn, until a fault is found or nothing was left out. What was
// learnt is kept. A fault of a bounded exploration is one: it is of an execution that is whole, or of a
// part that no later event makes harmless.
func (x *explorer) deepen() error {
	for _, d := range depths {
		x.iterations, x.events = min(d.iterations, x.l.unroll()), d.events
		if err := x.explore(); err != nil {
			return err
		}
		if r := x.report; !r.Bound || len(r.Races) > 0 || len(r.Failed) > 0 || len(r.Faults) > 0 || r.Deadlock != "" {
			return nil
		}
	}
	return nil
}

// enough races are reported; further ones would not help.
const enoughRaces = 8

// pass plays every execution that what is known so far leads to.
func (x *explorer) pass() error {
	x.trail = x.trail[:0]
	for n := 0; ; n++ {
		if err := x.limits(); err != nil {
			return err
		}
		x.depth = 0
		r := newPlay(x)
		err := r.play()
		r.close()
		if err != nil {
			return err
		}
		for len(x.trail) > 0 {
			last := &x.trail[len(x.trail)-1]
			if last.taken++; last.taken < len(last.options) {
				break
			}
			x.trail = x.trail[:len(x.trail)-1]
		}
		if len(x.trail) == 0 || len(x.report.Races) >= enoughRaces || n < early && x.learns() && len(x.report.Races) == 0 {
			return nil
		}
	}
}

// limits says whether to give up.
func (x *explorer) limits() error {
	x.plays++
	if x.l.Progress != nil && x.plays%16 == 0 {
		x.l.Progress(x.plays)
	}
	switch c := x.l.Context; {
	case c != nil && c.Err() != nil:
		return c.Err()
	case x.l.Options.Limit > 0 && x.plays > x.l.Options.Limit:
		return ErrLimit
	case x.l.Memory > 0 && x.plays%16 == 0 && heap() > uint64(x.l.Memory):
		if runtime.GC(); heap() > uint64(x.l.Memory) { // what is left is in use
			return ErrMemory
		}
	}
	return nil
}

// heap is how many bytes the objects of the process take, those included that nothing uses any more.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// choose takes the next option of a junction; options lists them when it is new. Not ok:
// there is none.
func (x *explorer) choose(options func() []option) (o option, ok bool) {
	if x.depth == len(x.trail) {
		list := options()
		if len(list) == 0 {
			return option{}, false
		}
		x.trail = append(x.trail, junction{options: list})
	}
	j := &x.trail[x.depth]
	x.depth++
	return j.options[j.taken], true
}

// writes says whether an invocation writes to a location in some execution that is known.
func (r *play) writes(thread int, at *place) bool {
	return slices.ContainsFunc(at.cells(), func(cell place) bool {
		f := r.x.known[cell.key]
		return f != nil && f.last[thread] >= 0
	})
}

// mayWrite says whether an invocation may still write to a location, in some execution that is
// known.
func (r *play) mayWrite(thread int, at *place) bool {
	for _, cell := range at.cells() {
		if f := r.x.known[cell.key]; f != nil && f.last[thread] >= len(r.of[thread]) {
			return true
		}
	}
	return false
}
