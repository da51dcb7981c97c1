package memmodel

import (
	"fmt"
	"slices"
)

// state is where an invocation is in a play.
type state uint8

const (
	running  state = iota
	waiting        // for a write that it reads from
	meeting_       // for others in a barrier or an operation of the wave
	spinning       // in a loop that only a write ends
	ended
)

// player is an invocation in a play.
type player struct {
	inv     *invocation
	next    func() (*request, bool)
	stop    func()
	state   state
	request *request // that it stands at
}

// undecided is the source of a read whose promise is not kept yet.
const undecided = -2

// play is one execution as far as it has come.
type play struct {
	x       *explorer
	players []*player
	graph
	promises  int // that are not kept yet
	tentative bool
	faults    []Fault
	instances int
	dead      bool // it comes to nothing
}

func newPlay(x *explorer) *play {
	r := &play{x: x, graph: newGraph(x)}
	for t := range x.threads {
		inv := &invocation{k: x.k, launch: x.l, cells: &x.cells, traits: &x.traits, iterations: x.iterations, group: x.threads[t][0], index: x.threads[t][1],
			constants: x.constants(), memory: map[uint32]*value{}, compared: map[int]comparison{}}
		p := &player{inv: inv}
		p.next, p.stop = inv.start()
		r.players = append(r.players, p)
	}
	return r
}

// constants are those of the module, which all invocations share.
func (x *explorer) constants() map[uint32]value {
	if x.k.constants == nil {
		x.k.constants = map[uint32]value{}
	}
	return x.k.constants
}

func (r *play) close() {
	for _, p := range r.players {
		p.stop()
	}
}

// play goes on until nobody can, and takes down what has come of it.
func (r *play) play() error {
	for !r.dead {
		if c := r.x.l.Context; c != nil && c.Err() != nil {
			return c.Err() // an execution may take long
		}
		if r.divided {
			return errDivided
		}
		if len(r.events)+r.parts > r.x.events-len(r.players)-2 {
			if r.x.events == maxEvents {
				return tooLarge()
			}
			r.x.report.bound(Source{})
			r.dead = true
			r.settle()
			return nil
		}
		if r.hopeless() {
			return nil
		}
		t := slices.IndexFunc(r.players, func(p *player) bool { return p.state == running })
		if t >= 0 {
			if err := r.step(t); err != nil {
				return err
			}
			continue
		}
		if !r.gather(false) && !r.promise() && !r.gather(true) {
			r.finish()
			return nil
		}
	}
	return nil
}

// hopeless says whether a read waits, or a promise stands, for a write that nobody will perform any
// more, in any execution that is known: what else happens in this play comes to nothing.
func (r *play) hopeless() bool {
	may := r.mayWrite
	if !r.certain() { // an invocation may be further than it has ever come in an execution
		may = r.writes
	}
	served := func(t int, at *place) bool {
		for u, p := range r.players {
			if u != t && p.state != ended && p.state != spinning && may(u, at) {
				return true
			}
		}
		return false
	}
	for t, p := range r.players {
		if p.state == waiting && !served(t, &p.request.at) {
			return true
		}
	}
	for i := range r.events {
		if r.promises > 0 && r.source[i] == undecided && r.events[i].is(Read) && !served(r.thread[i], &r.at[i]) {
			return true
		}
	}
	return false
}

// step executes an invocation up to where it stops next, and does what it asks for.
func (r *play) step(t int) error {
	p := r.players[t]
	q, more := p.next()
	if !more {
		return r.end(t)
	}
	p.request = q
	switch q.kind {
	case reqFence:
		r.fenced(t, &q.event)
		r.add(t, q.event, place{}, undecided)
	case reqMeet:
		p.state = meeting_
	case reqSpin:
		p.state = spinning
	case reqFault:
		r.fault(t, q.fault, q.event.Source)
	case reqWrite:
		return r.write(t, q)
	case reqRead:
		return r.read(t, q)
	}
	return nil
}

// end takes down how an invocation ended.
func (r *play) end(t int) error {
	p := r.players[t]
	switch err := p.inv.err; err {
	case nil, errFault:
		p.state = ended
	case errSpins:
		p.state = spinning
	case errBound:
		r.x.report.bound(p.inv.boundAt)
		r.dead = true
		r.settle()
	default:
		return fmt.Errorf("%w (%s)", err, r.x.stands[t].Name)
	}
	return nil
}

func (r *play) fault(t int, text string, at Source) {
	r.faults = append(r.faults, Fault{At: at, Text: r.x.stands[t].Name + ": " + text})
}

// certain says whether what has been played is part of some execution.
func (r *play) certain() bool { return r.promises == 0 && !r.tentative }

// write performs a write that reads nothing.
func (r *play) write(t int, q *request) error {
	e := q.event
	r.x.traits.mark(otherwiseUsed, &q.at)
	r.accessed(t, &e, &q.at, 0)
	if !e.is(Atomic) {
		r.x.traits.mark(plainlyStored, &q.at)
		i := r.add(t, e, q.at, undecided)
		return r.offer([]int{i})
	}
	o, ok := r.x.choose(func() []option { return r.stores(t, &e, &q.at) })
	if !ok {
		r.dead = true
		return nil
	}
	i := r.add(t, e, q.at, undecided)
	r.insert(i, o.at)
	return r.offer([]int{i})
}

// read performs a read, a read-modify-write included.
func (r *play) read(t int, q *request) error {
	if !q.isAtomic && r.certain() {
		source, ok := r.last(t, q)
		if !ok {
			r.stale(t, q)
			r.settle()
			r.dead = true
			return nil
		}
		r.answer(t, q, option{source: source, at: -1, value: r.valueOf(source, &q.at)})
		return nil
	}
	if q.at.parts != nil && r.certain() && r.clashes(t, q) {
		r.tear(t, q)
		r.settle()
		r.dead = true
		return nil
	}
	if q.writes && r.certain() {
		r.foresee(t, q)
	}
	if q.commutes != 0 && r.commutes(&q.at) {
		return r.append(t, q)
	}
	o, ok := r.x.choose(func() []option { return r.sources(t, q) })
	switch {
	case !ok:
		r.dead = true
	case o.wait:
		r.players[t].state = waiting
	default:
		return r.complete(t, q, o)
	}
	return nil
}

// foresee notes what a read-modify-write would write if it came before those that are there:
// they must know of it to wait for it. A compare-exchange that fails here may succeed there.
func (r *play) foresee(t int, q *request) {
	note := func(source int) {
		read, _ := r.compose(t, q, source)
		if e := q.complete(read); e.is(Write) {
			r.x.learn(factOf(t, len(r.of[t]), &e, &q.at), &q.at)
		}
	}
	note(initially)
	for i := range r.events {
		if r.events[i].is(Write) && q.at.within(&r.at[i]) {
			note(i)
		}
	}
}

// complete performs a read with what was chosen for it, and offers what it writes.
func (r *play) complete(t int, q *request, o option) error {
	i := r.answer(t, q, o)
	if r.events[i].is(Write) {
		return r.offer([]int{i})
	}
	return nil
}

// answer adds a read to the graph and tells the invocation.
func (r *play) answer(t int, q *request, o option) int {
	e := q.complete(o.value)
	r.accessed(t, &e, &q.at, q.commutes)
	i := r.add(t, e, q.at, o.source)
	if o.at >= 0 {
		r.insert(i, o.at)
	}
	q.value, q.source = o.value, o.source
	if o.mixed != nil {
		r.mixed[i] = o.mixed
		q.source = -3 - i // like no other
	}
	if o.source == undecided {
		q.source = -3 - i
		r.promises++
	}
	if o.source == initially && e.Class == 2 && !r.x.l.ZeroShared && !r.x.k.initialized(&q.at) && !r.x.k.storesOnly(e.Word) {
		r.fault(t, "reads "+q.at.name+", which nobody has written: groupshared memory holds no value at first", e.Source)
	}
	r.players[t].state = running
	switch {
	case !e.is(RMW) || q.at.parts != nil:
		r.x.traits.mark(otherwiseUsed, &q.at)
	case r.x.symmetric && !r.inTurn(t, i):
		r.dead = true
	}
	return i
}

// inTurn leaves out executions that differ from others by the numbers of the workgroups only,
// where the kernel does not ask for these: if the first invocation of each begins with the same
// read-modify-write of the same location, which only read-modify-writes access, they do so in
// the order of their numbers.
func (r *play) inTurn(t, i int) bool {
	group, index := r.x.threads[t][0], r.x.threads[t][1]
	if group == 0 || index != 0 || r.of[t][0] != i || r.x.traits.of(otherwiseUsed, &r.at[i]) {
		return true
	}
	return len(r.of[t-r.x.l.invocations(r.x.k)]) > 0
}

// offer lets promises and waiting invocations read from new writes.
func (r *play) offer(writes []int) error {
	for len(writes) > 0 && !r.dead {
		w := writes[0]
		writes = writes[1:]
		if r.certain() {
			r.learn(w)
		}
		for i := range r.events {
			if r.promises > 0 && r.source[i] == undecided && r.events[i].is(Read) && r.at[i].within(&r.at[w]) && r.thread[i] != r.thread[w] &&
				uint64(r.events[i].Reads.N) == r.valueOf(w, &r.at[i]) {
				r.keep(i, w)
			}
		}
		for u, p := range r.players {
			if p.state != waiting || !p.request.at.within(&r.at[w]) || r.dead || u == r.thread[w] {
				continue
			}
			o, ok := r.x.choose(func() []option { return r.bindings(u, p.request, w) })
			if !ok {
				r.dead = true
				return nil
			}
			if o.wait {
				continue
			}
			if i := r.answer(u, p.request, o); r.events[i].is(Write) {
				writes = append(writes, i)
			}
		}
	}
	return nil
}

// learn notes a write that is part of some execution.
func (r *play) learn(w int) {
	number := slices.Index(r.of[r.thread[w]], w)
	r.x.learn(factOf(r.thread[w], number, &r.events[w], &r.at[w]), &r.at[w])
}

// keep may let a write keep a promise.
func (r *play) keep(i, w int) {
	o, _ := r.x.choose(func() []option {
		list := []option{{wait: true}}
		r.source[i] = w
		if r.consistent() && r.follows(i, w) {
			list = append(list, option{source: w})
		}
		r.source[i] = undecided
		return list
	})
	if !o.wait {
		r.source[i] = w
		r.promises--
	}
}

// promise gives an invocation that waits a value that another one may write, if that can
// help: each that waits needs one that waits as well, and somewhere they wait for each other
// at different locations, for at one location nothing comes before what it depends on.
func (r *play) promise() bool {
	var stuck []int
	for t, p := range r.players {
		if p.state == waiting {
			stuck = append(stuck, t)
		}
	}
	if len(stuck) == 0 || !r.mutual(stuck) {
		return false
	}
	t := stuck[0]
	q := r.players[t].request
	o, ok := r.x.choose(func() []option { return r.guesses(t, q) })
	if !ok {
		r.dead = true
		return true
	}
	if err := r.complete(t, q, o); err != nil {
		r.dead = true
	}
	return true
}
