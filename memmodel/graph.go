package memmodel

import (
	"slices"
)

// graph is the events of a play with what was chosen for them.
type graph struct {
	x        *explorer
	events   []Event
	at       []place
	thread   []int
	source   []int            // of reads: a write, initially, or undecided
	order    map[string][]int // modification order of atomic writes, by location
	accesses map[string][]int // of each location
	of       [][]int          // events of each thread
	locs     []string
	locOf    map[string]int
	refOf    map[string]int
	refs     []string
	sets     []string // keys of places of several cells
	initial  map[int]int64
	places   []place       // of the locations
	parts    int           // cells of the events that have several
	divided  bool          // an access divides a cell: all begins anew
	mixed    map[int][]int // of a read of several cells that reads from several writes: a source for each
}

// locate numbers a location. One that overlaps another divides cells.
func (g *graph) locate(at *place) int {
	loc, known := g.locOf[at.key]
	if known {
		return loc
	}
	for i := range g.places {
		if b := &g.places[i]; at.overlaps(b) {
			g.x.cells.divide(at, b)
			g.divided = true
		}
	}
	loc = len(g.locs)
	g.locOf[at.key] = loc
	g.locs, g.places = append(g.locs, at.name), append(g.places, *at)
	g.initial[loc] = int64(g.x.l.initial(at))
	return loc
}

// reference numbers a reference to a location.
func (g *graph) reference(at *place) int {
	id := at.ref + " " + at.key
	ref, known := g.refOf[id]
	if !known {
		ref = len(g.refs)
		g.refOf[id] = ref
		g.refs = append(g.refs, at.name)
	}
	return ref
}

func newGraph(x *explorer) graph {
	return graph{x: x, order: map[string][]int{}, accesses: map[string][]int{}, of: make([][]int, len(x.threads)),
		locOf: map[string]int{}, refOf: map[string]int{}, initial: map[int]int64{}, mixed: map[int][]int{}}
}

// add appends an event.
func (g *graph) add(t int, e Event, at place, source int) int {
	i := len(g.events)
	e.derive()
	if at.key != "" {
		for n, cell := range at.cells() {
			loc, ref := g.locate(&cell), g.reference(&cell)
			if n == 0 {
				e.Loc, e.Ref = loc, ref
			}
			g.accesses[cell.key] = append(g.accesses[cell.key], i)
		}
		if g.parts += len(at.parts); at.parts != nil && !slices.Contains(g.sets, at.key) {
			g.sets = append(g.sets, at.key)
		}
	}
	g.events, g.at, g.thread, g.source = append(g.events, e), append(g.at, at), append(g.thread, t), append(g.source, source)
	g.of[t] = append(g.of[t], i)
	return i
}

// remove takes the last event back.
func (g *graph) remove() {
	i := len(g.events) - 1
	t, key := g.thread[i], g.at[i].key
	if key != "" {
		for _, cell := range g.at[i].cells() {
			g.accesses[cell.key] = g.accesses[cell.key][:len(g.accesses[cell.key])-1]
		}
		g.parts -= len(g.at[i].parts)
		if n := slices.Index(g.order[key], i); n >= 0 {
			g.order[key] = slices.Delete(g.order[key], n, n+1)
		}
	}
	delete(g.mixed, i)
	g.of[t] = g.of[t][:len(g.of[t])-1]
	g.events, g.at, g.thread, g.source = g.events[:i], g.at[:i], g.thread[:i], g.source[:i]
}

// insert puts an atomic write at a place in modification order.
func (g *graph) insert(i, at int) {
	key := g.at[i].key
	g.order[key] = slices.Insert(g.order[key], at, i)
}

// consistent says whether the axioms allow what has been chosen.
func (g *graph) consistent() bool {
	x, err := g.execution()
	return err == nil && x.Consistent()
}

// alone says whether only one thread has accessed a location so far.
func (g *graph) alone(t int, key string) bool {
	for _, i := range g.accesses[key] {
		if g.thread[i] != t {
			return false
		}
	}
	return true
}

// last is the write that is last before a plain read in location order. Not ok: a write is
// not ordered with it, or two are last.
func (g *graph) last(t int, q *request) (int, bool) {
	key := q.at.key
	if g.alone(t, key) {
		for _, i := range slices.Backward(g.accesses[key]) {
			if g.events[i].is(Write) {
				return i, true
			}
		}
		return initially, true
	}
	e := q.complete(0)
	e.Reads = Value{}
	i := g.add(t, e, q.at, undecided)
	defer g.remove()
	x, err := g.execution()
	if err != nil {
		return 0, false
	}
	before := x.LocationOrdered()
	part := func(w int) int { return g.part(w, &q.at) }
	source := initially
	for _, w := range g.accesses[key] {
		if w == i || !g.events[w].is(Write) {
			continue
		}
		if !before.Has(part(w), i) {
			return 0, false
		}
		if source == initially || before.Has(part(source), part(w)) || x.Modification.Has(part(source), part(w)) {
			source = w
		}
	}
	for _, w := range g.accesses[key] {
		if w != source && w != i && g.events[w].is(Write) && !before.Has(part(w), part(source)) && !x.Modification.Has(part(w), part(source)) {
			return 0, false
		}
	}
	return source, true
}

// stale adds a plain read that races, with a value that it may return: preferably one that
// no programmer expects.
func (r *play) stale(t int, q *request) {
	for _, source := range append([]int{initially}, r.accesses[q.at.key]...) {
		if source != initially && !r.events[source].is(Write) {
			continue
		}
		r.add(t, q.complete(r.valueOf(source, &q.at)), q.at, source)
		if r.consistent() {
			return
		}
		r.remove()
	}
}

// floor is the first place in modification order at which a thread may still write, and from
// which on it may read: behind its own accesses through the same reference.
func (g *graph) floor(t int, at *place) int {
	order := g.order[at.key]
	for _, i := range slices.Backward(g.touching(at)) {
		if g.thread[i] != t || g.at[i].ref != at.ref {
			continue
		}
		w := i
		if !g.events[i].is(Write) {
			w = g.source[i]
		}
		if n := slices.Index(order, w); n >= 0 {
			return n
		}
	}
	return -1
}

// splits says whether a place in modification order lies between a read-modify-write and the
// write that it reads.
func (g *graph) splits(key string, at int) bool {
	order := g.order[key]
	return at > 0 && at < len(order) && g.events[order[at]].is(RMW) && g.source[order[at]] == order[at-1] ||
		at == 0 && len(order) > 0 && g.events[order[0]].is(RMW) && g.source[order[0]] == initially
}

// stores lists the places in modification order of an atomic store.
func (g *graph) stores(t int, e *Event, at *place) (out []option) {
	low, high := g.floor(t, at)+1, len(g.order[at.key])
	if low == high {
		return []option{{source: undecided, at: high}}
	}
	for n := high; n >= low; n-- {
		if g.splits(at.key, n) {
			continue
		}
		i := g.add(t, *e, *at, undecided)
		g.insert(i, n)
		if g.consistent() {
			out = append(out, option{source: undecided, at: n})
		}
		g.remove()
	}
	return out
}

// try lists how a read may read from a source.
func (g *graph) try(t int, q *request, source int, sure bool) (out []option) {
	value, mixed := g.compose(t, q, source)
	e := q.complete(value)
	order := g.order[q.at.key]
	if !e.is(Write) {
		if sure || g.allows(t, &e, &q.at, source, mixed, -1) {
			out = append(out, option{source: source, mixed: mixed, at: -1, value: value})
		}
		return out
	}
	low, high := 0, len(order)
	if n := slices.Index(order, source); n >= 0 {
		low, high = n+1, n+1
	} else if source == initially {
		high = 0
	}
	for n := low; n <= high; n++ {
		if sure && low == high || !g.splits(q.at.key, n) && g.allows(t, &e, &q.at, source, mixed, n) {
			out = append(out, option{source: source, mixed: mixed, at: n, value: value})
		}
	}
	return out
}

func (g *graph) allows(t int, e *Event, at *place, source int, mixed []int, n int) bool {
	i := g.add(t, *e, *at, source)
	if mixed != nil {
		g.mixed[i] = mixed
	}
	if n >= 0 {
		g.insert(i, n)
	}
	ok := g.consistent()
	g.remove()
	return ok
}

// sources lists what an atomic read may do, or any read where a promise is open.
func (r *play) sources(t int, q *request) (out []option) {
	key := q.at.key
	order, floor := r.order[key], r.floor(t, &q.at)
	var list []int
	for _, w := range r.touching(&q.at) {
		if q.at.parts != nil && r.at[w].key != key {
			continue // compose makes use of it
		}
		if r.events[w].is(Write) && (r.at[w].key != key || floor < 0 || slices.Index(order, w) >= floor || !r.events[w].is(Atomic)) {
			list = append(list, w)
		}
	}
	if floor < 0 && !r.promised(t, &q.at) {
		list = append(list, initially)
	}
	for _, w := range list {
		out = append(out, r.try(t, q, w, len(list) == 1)...)
	}
	for u, p := range r.players {
		if u != t && p.state != ended && p.state != spinning && r.mayWrite(u, &q.at) {
			return append(out, option{wait: true})
		}
	}
	return out
}

// promised says whether an earlier read of the invocation, through the same reference, has a promise that is
// open: what it will read from comes behind the initial value, which cannot be read any more.
func (r *play) promised(t int, at *place) bool {
	return r.promises > 0 && slices.ContainsFunc(r.of[t], func(i int) bool {
		return r.source[i] == undecided && r.events[i].is(Read) && r.at[i].key == at.key && r.at[i].ref == at.ref
	})
}

// bindings lists how a read that waits may deal with a new write.
func (r *play) bindings(t int, q *request, w int) []option {
	return append(r.try(t, q, w, false), option{wait: true})
}

// guesses lists the promises that a read may be given.
func (r *play) guesses(t int, q *request) (out []option) {
	seen := map[uint64]bool{}
	known := r.x.known[q.at.key]
	if known == nil {
		return nil
	}
	for _, f := range known.list {
		p := r.players[f.thread]
		if f.number < len(r.of[f.thread]) {
			continue
		}
		if f.thread == t || seen[f.value] || p.state == ended || p.state == spinning {
			continue
		}
		seen[f.value] = true
		e := q.complete(f.value)
		if !e.is(Write) {
			out = append(out, option{source: undecided, at: -1, value: f.value})
			continue
		}
		for n := range len(r.order[q.at.key]) + 1 {
			if !r.splits(q.at.key, n) {
				out = append(out, option{source: undecided, at: n, value: f.value})
			}
		}
	}
	return out
}

// follows says whether a read-modify-write whose promise a write keeps stands right behind it.
func (g *graph) follows(i, w int) bool {
	if !g.events[i].is(RMW) || !g.events[w].is(Atomic) {
		return true
	}
	order := g.order[g.at[i].key]
	n := slices.Index(order, w)
	return n >= 0 && n+1 < len(order) && order[n+1] == i
}
