package memmodel

// evaluate computes what every read returns and every write stores. It is false if a
// read returns something else than the program says, or if a value depends on itself:
// such values come out of thin air, and no implementation makes them.
func (x *Execution) evaluate() bool {
	x.values, x.reads = make([]Value, x.s.n), make([]Value, x.s.n)
	source := make([]int, x.s.n)
	for i := range source {
		source[i] = initially
	}
	for _, p := range x.ReadsFrom.Pairs() {
		source[p[1]] = p[0]
	}
	e := evaluator{x: x, source: source, state: make([]uint8, x.s.n)}
	for i := range x.s.p.Events {
		ev := &x.s.p.Events[i]
		if ev.Flags&(Read|Write) == 0 {
			continue
		}
		if !e.event(i) {
			return false
		}
		if ev.is(Read) && ev.Reads.Known && x.reads[i].Known && x.reads[i] != ev.Reads {
			return false
		}
	}
	return true
}

type evaluator struct {
	x      *Execution
	source []int
	state  []uint8 // 0 not begun, 1 begun, 2 done
}

// event computes event i and what it depends on; false: it depends on itself.
func (e *evaluator) event(i int) bool {
	switch e.state[i] {
	case 1:
		return false
	case 2:
		return true
	}
	e.state[i] = 1
	x, ev := e.x, &e.x.s.p.Events[i]
	if ev.is(Read) {
		// Only a read whose value matters to a write can close a cycle.
		if w := e.source[i]; w == initially {
			x.reads[i] = Of(x.s.p.Initial[ev.Loc])
		} else {
			if x.s.p.Events[w].depends() && !e.event(w) {
				return false
			}
			if !x.s.p.Events[w].depends() {
				x.values[w] = x.s.p.Events[w].Writes
			}
			x.reads[i] = x.values[w]
		}
	}
	if ev.is(Write) && !e.write(i) {
		return false
	}
	e.state[i] = 2
	return true
}

// depends says whether what the event writes depends on what a read returned.
func (e *Event) depends() bool { return e.Modify != nil || e.Copies }

func (e *evaluator) write(i int) bool {
	x, ev := e.x, &e.x.s.p.Events[i]
	x.values[i] = ev.Writes
	switch {
	case ev.Copies:
		if !e.event(ev.CopyOf) {
			return false
		}
		x.values[i] = x.reads[ev.CopyOf]
	case ev.Modify != nil:
		x.values[i] = x.reads[i]
	default:
		return true
	}
	if ev.Modify != nil && x.values[i].Known {
		x.values[i].N = ev.Modify(x.values[i].N)
	}
	return true
}

// Read is what event i, a read, returned.
func (x *Execution) Read(i int) Value { return x.reads[i] }

// Final lists the values that a location may end with: those of its last writes, of
// which a location without a data race has one.
func (x *Execution) Final(loc int) []Value {
	writes := x.s.where(func(e *Event) bool { return e.is(Write) && e.Loc == loc })
	if writes.empty() {
		return []Value{Of(x.s.p.Initial[loc])}
	}
	later := x.Modification.union(x.LocationOrdered())
	var out []Value
	for w := range writes.all {
		if later[w].and(writes).empty() {
			out = append(out, x.values[w])
		}
	}
	return out
}
