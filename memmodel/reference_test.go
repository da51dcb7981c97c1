package memmodel

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"slc/backend/spirv/binary"
)

// The reference is the plain way to look at a kernel: every invocation is executed for every value
// that each of its reads may return, each combination of what comes of that is a litmus program,
// and the searcher looks at all its candidate executions. It has none of the explorer's
// reductions: plain reads choose like others, loops are executed iteration by iteration, and all
// workgroups are told apart.
type reference struct {
	k       *Kernel
	l       *Launch
	stands  []Thread
	threads [][2]int
	known   map[string][]uint64  // values that reads of a location may return
	facts   map[writtenFact]bool // what invocations write in some execution
	done    map[string]bool      // combinations that were searched
	finals  []final
	written map[string]place // what some execution writes
	places  map[string]place // the cells that are accessed
	cells   cells
	divided bool              // an access divides a cell: all begins anew
	states  map[string]string // final states, with the program
	racy    bool
	grown   bool // there is something new in known
	budget  int  // combinations that are searched
	steps   int  // of combine, that are left
}

type writtenFact struct {
	thread int
	key    string
	value  uint64
}

// final is what the cells hold at the end of an execution.
type final struct {
	values map[string]uint64
	table  string
}

// path is what an invocation does if its reads return certain values.
type path struct {
	events []Event
	at     []place
	text   string // tells paths apart
	cut    bool   // it was given up, or is in a loop that does not end
}

// newReference prepares a launch for the plain search, of at most so many combinations.
func newReference(k *Kernel, l *Launch, budget int) *reference {
	r := &reference{k: k, known: map[string][]uint64{}, facts: map[writtenFact]bool{}, done: map[string]bool{},
		states: map[string]string{}, budget: budget, steps: 200 * budget}
	plain := *l
	plain.Unroll = 4
	r.l = &plain
	if err := k.prepare(l); err != nil {
		panic(err)
	}
	x := &explorer{k: k, l: l}
	for g := range max(l.Groups, 1) {
		for i := range l.invocations(k) {
			r.threads = append(r.threads, [2]int{g, i})
			r.stands = append(r.stands, x.stand(g, i))
		}
	}
	return r
}

// run searches until nothing new is written.
func (r *reference) run() error {
	for {
		facts := len(r.facts)
		r.grown, r.divided, r.done = false, false, map[string]bool{}
		if r.places == nil {
			r.places, r.written = map[string]place{}, map[string]place{}
		}
		switch err := r.round(); {
		case r.divided:
			r.places, r.finals, r.racy = nil, nil, false
			r.known, r.facts = map[string][]uint64{}, map[writtenFact]bool{}
		case err != nil:
			return err
		case len(r.facts) == facts && !r.grown:
			r.name()
			return nil
		}
	}
}

// name spells the final states.
func (r *reference) name() {
	for _, f := range r.finals {
		var all []string
		for _, at := range r.written {
			partly := false
			for _, whole := range r.written {
				partly = partly || whole.size > at.size && at.within(&whole)
			}
			var n uint64
			for _, cell := range r.cells.split(r.k, &at) {
				part, known := f.values[cell.key]
				if !known {
					part = r.l.initial(&cell)
				}
				n |= part << (8 * (cell.at - at.at))
			}
			if r.k.lasts(&at) && !partly && n != 0 {
				all = append(all, at.name+"="+at.text(n))
			}
		}
		slices.Sort(all)
		r.states[strings.Join(all, " ")] = f.table
	}
}

// note keeps the cells of an access, and sees whether one of them divides another.
func (r *reference) note(at *place) {
	for _, cell := range at.cells() {
		if _, known := r.places[cell.key]; known || cell.key == "" {
			continue
		}
		for _, b := range r.places {
			if cell.overlaps(&b) {
				r.cells.divide(&cell, &b)
				r.divided = true
			}
		}
		r.places[cell.key] = cell
	}
}

// learn notes the values that paths write.
func (r *reference) learn(taken []*path) {
	for _, p := range taken {
		for i := range p.events {
			for _, cell := range p.at[i].cells() {
				n := cell.extract(uint64(p.events[i].Writes.N), &p.at[i])
				if p.events[i].is(Write) && !slices.Contains(r.known[cell.key], n) {
					r.known[cell.key], r.grown = append(r.known[cell.key], n), true
				}
			}
		}
	}
}

func (r *reference) round() error {
	all := make([][]path, len(r.threads))
	for t := range all {
		if all[t] = r.paths(t); len(all[t]) == 0 {
			return fmt.Errorf("%s has too many paths: %w", r.stands[t].Name, ErrLimit)
		}
	}
	if r.divided {
		return errDivided
	}
	return r.combine(all, nil)
}

// combine searches every combination of paths in which each read value is written.
func (r *reference) combine(all [][]path, taken []*path) error {
	if r.steps--; r.steps < 0 {
		return ErrLimit
	}
	if len(taken) == len(all) {
		if !r.justified(taken) {
			return nil
		}
		var id strings.Builder
		for _, p := range taken {
			id.WriteString(p.text + "|")
		}
		if r.done[id.String()] {
			return nil
		}
		r.done[id.String()] = true
		r.learn(taken)
		if r.budget--; r.budget < 0 {
			return ErrLimit
		}
		return r.search(taken)
	}
	for i := range all[len(taken)] {
		if err := r.combine(all, append(taken, &all[len(taken)][i])); err != nil {
			return err
		}
	}
	return nil
}

func (r *reference) justified(taken []*path) bool {
	type write struct {
		key   string
		value uint64
	}
	there := map[write]bool{}
	for _, p := range taken {
		for i := range p.events {
			for _, cell := range p.at[i].cells() {
				if p.events[i].is(Write) {
					there[write{cell.key, cell.extract(uint64(p.events[i].Writes.N), &p.at[i])}] = true
				}
			}
		}
	}
	for _, p := range taken {
		for i := range p.events {
			e := &p.events[i]
			for _, cell := range p.at[i].cells() {
				n := cell.extract(uint64(e.Reads.N), &p.at[i])
				if e.is(Read) && n != r.l.initial(&cell) && !there[write{cell.key, n}] {
					return false
				}
			}
		}
	}
	return true
}

// search looks at every execution of one combination.
func (r *reference) search(taken []*path) error {
	p := &Program{Name: "kernel", Threads: slices.Clone(r.stands), Initial: map[int]int64{}}
	locOf, refOf := map[string]int{}, map[string]int{}
	var at []place
	var thread, whole []int // of events; of the parts of one event the first
	sets := []string{""}
	for t, path := range taken {
		for i, e := range path.events {
			e.derive()
			for n, cell := range path.at[i].cells() {
				whole = append(whole, len(p.Events)-n)
				e := e
				if path.at[i].parts != nil {
					if !slices.Contains(sets, path.at[i].key) {
						sets = append(sets, path.at[i].key)
					}
					e.Set = slices.Index(sets, path.at[i].key)
					e.Reads.N, e.Writes.N = int64(cell.extract(uint64(e.Reads.N), &path.at[i])), int64(cell.extract(uint64(e.Writes.N), &path.at[i]))
				}
				if key := cell.key; key != "" {
					if _, known := locOf[key]; !known {
						locOf[key] = len(p.Locations)
						p.Initial[len(p.Locations)] = int64(r.l.initial(&cell))
						p.Locations = append(p.Locations, key)
					}
					ref := cell.ref + " " + key
					if _, known := refOf[ref]; !known {
						refOf[ref] = len(p.Refs)
						p.Refs = append(p.Refs, path.at[i].name)
					}
					e.Loc, e.Ref = locOf[key], refOf[ref]
				}
				p.Threads[t].Events = append(p.Threads[t].Events, len(p.Events))
				p.Events = append(p.Events, e)
				at, thread = append(at, cell), append(thread, t)
			}
		}
	}
	// What comes to no end has no final state. Its races are races all the same.
	cut := slices.ContainsFunc(taken, func(p *path) bool { return p.cut })
	err := Executions(p, r.l.Options, func(x *Execution) bool {
		if !r.founded(x, at, thread) || !untorn(x, whole) {
			return true
		}
		for i := range p.Events {
			if p.Events[i].is(Write) {
				r.facts[writtenFact{thread[i], at[i].key, uint64(p.Events[i].Writes.N)}] = true
				r.written[at[i].key] = at[i]
			}
		}
		if len(x.DataRace().Pairs()) > 0 {
			r.racy = true
		}
		if r.racy || cut {
			return true
		}
		for _, path := range taken {
			for i := range path.events {
				if path.events[i].is(Write) {
					r.written[path.at[i].key] = path.at[i]
				}
			}
		}
		values := map[string]uint64{}
		for key, loc := range locOf {
			values[key] = uint64(x.Final(loc)[0].N)
		}
		r.finals = append(r.finals, final{values, x.Table()})
		return true
	})
	if cut && !errors.Is(err, ErrLimit) {
		return nil // it does not come to its barriers
	}
	return err
}

// untorn says that the parts of each atomic of several cells are one operation: of writes of the same
// cells it reads one, as far as none of other cells hides it, and all are in one order.
func untorn(x *Execution, whole []int) bool {
	p := x.Program()
	source := map[int][]int{} // by reads: where their parts come from
	for i := range p.Events {
		if !p.Events[i].is(Read) || p.Events[i].Set == 0 {
			continue
		}
		from := initially
		for _, pair := range x.ReadsFrom.Pairs() {
			if pair[1] == i {
				from = pair[0]
			}
		}
		if from >= 0 && p.Events[from].Set != p.Events[i].Set {
			continue
		}
		if from >= 0 {
			from = whole[from]
		}
		if source[whole[i]] = append(source[whole[i]], from); source[whole[i]][0] != from {
			return false
		}
	}
	before := map[[2]int]bool{}
	for _, pair := range x.Modification.Pairs() {
		if p.Events[pair[0]].Set != 0 {
			before[[2]int{whole[pair[0]], whole[pair[1]]}] = true
		}
	}
	for pair := range before {
		if before[[2]int{pair[1], pair[0]}] {
			return false
		}
	}
	return true
}

// founded says that no value comes out of thin air: on every circle of program order and reads-from
// some read returns what its source's invocation is known to write.
func (r *reference) founded(x *Execution, at []place, thread []int) bool {
	p := x.Program()
	edges := newRelation(len(p.Events))
	for _, th := range p.Threads {
		for i := 1; i < len(th.Events); i++ {
			edges[th.Events[i-1]].add(th.Events[i])
		}
	}
	for _, pair := range x.ReadsFrom.Pairs() {
		w := pair[0]
		if !r.facts[writtenFact{thread[w], at[w].key, uint64(p.Events[w].Writes.N)}] {
			edges[w].add(pair[1])
		}
	}
	return edges.acyclic()
}

// maxPaths bounds the paths of an invocation.
const maxPaths = 100

// paths executes an invocation in every way that what is known allows.
func (r *reference) paths(t int) (out []path) {
	trail := [][]uint64{}
	for {
		if out = append(out, r.path(t, &trail)); len(out) > maxPaths {
			return nil
		}
		for len(trail) > 0 {
			last := &trail[len(trail)-1]
			if *last = (*last)[1:]; len(*last) > 0 {
				break
			}
			trail = trail[:len(trail)-1]
		}
		if len(trail) == 0 {
			return out
		}
	}
}

// path executes an invocation once. The trail holds for each read the values that are left.
func (r *reference) path(t int, trail *[][]uint64) (p path) {
	everyLoop := traits{} // goes on: none is followed to its end
	for header := range r.k.headers {
		everyLoop[trait{kind: loopGoesOn, header: header}] = true
	}
	inv := &invocation{k: r.k, launch: r.l, cells: &r.cells, traits: &loopTraits{known: everyLoop, found: everyLoop}, group: r.threads[t][0], index: r.threads[t][1],
		constants: map[binary.ID]value{}, memory: map[binary.ID]*value{}, compared: map[int]comparison{}}
	next, stop := inv.start()
	defer stop()
	reads := 0
	for {
		q, more := next()
		if !more {
			p.cut = inv.err != nil
			return p
		}
		e := q.event
		switch q.kind {
		case reqFence, reqWrite:
		case reqMeet:
			e = *q.meet.barrier
		case reqRead:
			if reads == len(*trail) {
				*trail = append(*trail, r.values(&q.at))
			}
			q.value, q.source = (*trail)[reads][0], -10-reads // like no other: no iteration is repeated
			reads++
			e = q.complete(q.value)
		default:
			p.cut = true
			return p
		}
		r.note(&q.at)
		p.events, p.at = append(p.events, e), append(p.at, q.at)
		p.text += e.Text + ";"
	}
}

// values lists what a read may return: in each cell the initial value or one that is written.
func (r *reference) values(at *place) []uint64 {
	out := []uint64{0}
	for _, cell := range at.cells() {
		var next []uint64
		first := r.l.initial(&cell)
		for _, sum := range out {
			next = append(next, sum|first<<(8*(cell.at-at.at)))
			for _, n := range r.known[cell.key] {
				if n != first {
					next = append(next, sum|n<<(8*(cell.at-at.at)))
				}
			}
		}
		out = next
	}
	return out
}

// nonzero lists the states without what is zero, as the reference and the explorer both know it.
func nonzero(states []string) []string {
	set := map[string]bool{}
	for _, s := range states {
		var kept []string
		for _, f := range strings.Fields(s) {
			if !strings.HasSuffix(f, "=0") {
				kept = append(kept, f)
			}
		}
		set[strings.Join(kept, " ")] = true
	}
	return slices.Sorted(maps.Keys(set))
}
