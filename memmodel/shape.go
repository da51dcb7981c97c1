package memmodel

import "slices"

// execution is what has been chosen, for the axioms. Event i of the graph is event i there; the
// further parts of events of several cells follow behind all of them.
func (g *graph) execution() (*Execution, error) {
	s, err := newStatic(g.program(), g.x.l.NoChains)
	if err != nil {
		return nil, err
	}
	x := &Execution{s: s, ReadsFrom: newRelation(s.n), Modification: newRelation(s.n)}
	for i := range g.events {
		if !g.events[i].is(Read) {
			continue
		}
		for n, cell := range g.at[i].cells() {
			switch w := g.sourceOf(i, n); w {
			case undecided:
			case initially:
				x.Initial.add(g.part(i, &cell))
			default:
				x.ReadsFrom[g.part(w, &cell)].add(g.part(i, &cell))
			}
		}
	}
	for _, order := range g.order {
		for a, w := range order {
			for _, later := range order[a+1:] {
				for _, cell := range g.at[w].cells() {
					if from, to := g.part(w, &cell), g.part(later, &cell); s.mutual.Has(from, to) {
						x.Modification[from].add(to)
					}
				}
			}
		}
	}
	return x, nil
}

// program is the events with their parts.
func (g *graph) program() *Program {
	p := &Program{Name: "kernel", Threads: slices.Clone(g.x.stands), Events: slices.Clone(g.events), Initial: map[int]int64{}}
	if g.parts > 0 {
		g.divideEvents(p)
	}
	for t := range p.Threads {
		p.Threads[t].Events = nil
		for _, i := range g.of[t] {
			p.Threads[t].Events = append(p.Threads[t].Events, i)
			for n := 1; n < len(g.at[i].parts); n++ { // all parts of an event stand at its place
				p.Threads[t].Events = append(p.Threads[t].Events, g.part(i, &g.at[i].parts[n]))
			}
		}
	}
	for loc, n := range g.initial {
		p.Initial[loc] = n
	}
	p.Locations, p.Refs = slices.Clone(g.locs), slices.Clone(g.refs)
	return p
}

// divideEvents makes an event of each cell of those that have several.
func (g *graph) divideEvents(p *Program) {
	for i := range g.events {
		whole := &g.at[i]
		for n, cell := range whole.parts {
			e := g.events[i]
			e.Loc, e.Ref = g.locate(&cell), g.reference(&cell)
			e.Set = 1 + slices.Index(g.sets, whole.key)
			if e.Reads.Known {
				e.Reads.N = int64(cell.extract(uint64(e.Reads.N), whole))
			}
			if e.Writes.Known {
				e.Writes.N = int64(cell.extract(uint64(e.Writes.N), whole))
			}
			if n == 0 {
				p.Events[i] = e
			} else {
				p.Events = append(p.Events, e)
			}
		}
	}
}

// part is the event of the program that stands for a cell of an event of the graph.
func (g *graph) part(i int, cell *place) int {
	n := slices.IndexFunc(g.at[i].parts, func(at place) bool { return at.key == cell.key })
	if n <= 0 {
		return i
	}
	event := len(g.events) + n - 1
	for j := range i {
		event += max(len(g.at[j].parts)-1, 0)
	}
	return event
}

// owner is the event of the graph that an event of the program stands for.
func (g *graph) owner(event int) int {
	n := event - len(g.events)
	for i := 0; i < len(g.events) && n >= 0; i++ {
		if n -= max(len(g.at[i].parts)-1, 0); n < 0 {
			return i
		}
	}
	return event
}

// sourceOf is where cell n of a read comes from.
func (g *graph) sourceOf(i, n int) int {
	if list := g.mixed[i]; list != nil {
		return list[n]
	}
	return g.source[i]
}

// valueOf is what a read from a source returns.
func (g *graph) valueOf(source int, at *place) uint64 {
	if source == initially {
		return g.x.l.initial(at)
	}
	return at.extract(uint64(g.events[source].Writes.N), &g.at[source])
}

// touching lists the events that access a byte of a place, in the order in which they were
// performed.
func (g *graph) touching(at *place) []int {
	if at.parts == nil {
		return g.accesses[at.key]
	}
	var out []int
	for _, cell := range at.parts {
		out = append(out, g.accesses[cell.key]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// compose is what an atomic read of several cells returns that reads from a source, and where each
// cell comes from if that differs: a write of other cells that is ordered behind the source and
// before the read hides it.
func (g *graph) compose(t int, q *request, source int) (value uint64, mixed []int) {
	value = g.valueOf(source, &q.at)
	if q.at.parts == nil || !slices.ContainsFunc(g.touching(&q.at), func(w int) bool { return g.differs(w, &q.at) }) {
		return value, nil
	}
	i, before, order := g.suppose(t, q)
	defer g.remove()
	behind := func(w, from int, cell *place) bool {
		return from == initially || before.Has(g.part(from, cell), g.part(w, cell)) || order.Has(g.part(from, cell), g.part(w, cell))
	}
	value = 0
	for _, cell := range q.at.parts {
		from := source
		for _, w := range g.accesses[cell.key] {
			if w != i && g.differs(w, &q.at) && before.Has(g.part(w, &cell), g.part(i, &cell)) && behind(w, from, &cell) {
				from = w
			}
		}
		mixed = append(mixed, from)
		value |= g.valueOf(from, &cell) << (8 * (cell.at - q.at.at))
	}
	return value, mixed
}

// differs says whether a write accesses other cells than a place, so that it is not mutually ordered
// with an atomic there.
func (g *graph) differs(w int, at *place) bool { return g.events[w].is(Write) && g.at[w].key != at.key }

// suppose adds a read whose source is not chosen, and forms the order with what is there, and the
// modification order of that.
func (g *graph) suppose(t int, q *request) (i int, before, order Relation) {
	e := q.complete(0)
	e.Reads = Value{}
	i = g.add(t, e, q.at, undecided)
	if x, err := g.execution(); err == nil {
		return i, x.LocationOrdered(), x.Modification
	}
	none := newRelation(len(g.events) + g.parts)
	return i, none, none
}

// clashes says whether an atomic of several cells races with a write of others, whatever it reads.
func (g *graph) clashes(t int, q *request) bool {
	if !slices.ContainsFunc(g.touching(&q.at), func(w int) bool { return g.differs(w, &q.at) }) {
		return false
	}
	i, before, _ := g.suppose(t, q)
	defer g.remove()
	for _, cell := range q.at.parts {
		for _, w := range g.accesses[cell.key] {
			if w != i && g.differs(w, &q.at) && !before.Has(g.part(w, &cell), g.part(i, &cell)) {
				return true
			}
		}
	}
	return false
}

// tear adds an atomic of several cells that races: it reads what was written last to each.
func (g *graph) tear(t int, q *request) {
	var sources []int
	var value uint64
	for _, cell := range q.at.parts {
		from := initially
		for _, w := range g.accesses[cell.key] {
			if g.events[w].is(Write) {
				from = w
			}
		}
		sources = append(sources, from)
		value |= g.valueOf(from, &cell) << (8 * (cell.at - q.at.at))
	}
	e := q.complete(value)
	i := g.add(t, e, q.at, sources[0])
	g.mixed[i] = sources
	if e.is(Write) {
		g.insert(i, len(g.order[q.at.key]))
	}
}
