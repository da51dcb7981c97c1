package memmodel

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"slc/backend/spirv/binary"
)

// Loops that wait. An iteration that writes nothing and reads what the iteration before it
// read, from the same writes, changes nothing for anybody: an execution in which it happens
// is as good as one in which it does not, with the same races and final states, for its reads
// synchronise with nothing new and are ordered like those before them. So a loop that
// repeats an iteration is taken to repeat it until it is over; that it goes on differently
// after a repetition is covered by the executions without the repetition.
//
// An iteration may also perform fences and read-modify-writes that write what they read, such as
// the exchange of a lock that is taken. Without it, who read from such a write reads the same from
// what that one read, which is its neighbour in modification order and continues the same release
// sequences; all other relations only lose pairs. So an execution without it is consistent, ends with
// the same memory, and has every race but those of the iteration's own operations. Of two such
// iterations in a row either can be left out, so that an execution without the one has the races of
// the other: what comes after the second is looked at without it.
//
// With a counter that ends the loop this holds under conditions, all of which are checked:
// the counter is used for nothing but steps and comparisons, each of which the repeated
// iteration makes; the iteration in which a comparison comes out differently is the last one;
// and an iteration that writes is the last one, in every execution that is looked at. Where one
// fails the loop is executed as it is, as far as the bound goes.

// readLog is one read of an invocation: of which location, from where, and what.
type readLog struct {
	key    string
	at     place
	source int
	value  uint64
}

func sameRead(a, b readLog) bool { return a.key == b.key && a.source == b.source && a.value == b.value }

// loop is a loop that an invocation is in.
type loop struct {
	header, merge binary.ID
	iterations    int // since it was entered
	reading       int // of them that read shared memory
	started       int // steps when the iteration began
	logged        int // length of the log when the iteration began
	impure        int
	idempotent    int
	failed        bool      // the iteration before changed nothing, with idempotent operations
	reads         []readLog // of the iteration before; nil: it was none to repeat
	before        snapshot  // of the state when that iteration began
	jumped        bool
}

// snapshot is what an iteration of a loop starts from.
type snapshot struct {
	phis   map[binary.ID]value
	memory map[binary.ID]value
}

// comparison is what the last execution of a comparison compared.
type comparison struct {
	left, right uint64
	order       int // when
}

// loopTraits is what executions show of the loops and locations of a kernel.
type loopTraits struct {
	known, found traits // what plays go by, and what has been found
	fresh        bool   // there is more in found
}

// trait is something of a loop, by its header, or of a location, by its key.
type trait struct {
	kind   traitKind
	header binary.ID
	key    string
}

type traits map[trait]bool

type traitKind uint8

const (
	loopWrites    traitKind = iota // an iteration that writes is not the last one
	loopGoesOn                     // nor is one in which a counter's comparison changes
	plainlyStored                  // a location that is written by no atomic
	otherwiseUsed                  // a location that something else than a read-modify-write accesses
	combined                       // a location with accesses of a kind, whose number stands for the header; see commute.go
	released                       // a location with a release of a read-modify-write or of a fence before one
	acquired                       // the same of an acquire, or a fence behind one
)

func (t *loopTraits) note(x trait) {
	if !t.found[x] {
		if t.found == nil {
			t.found = traits{}
		}
		t.found[x], t.fresh = true, true
	}
}

// mark notes a trait of the cells of a place.
func (t *loopTraits) mark(kind traitKind, at *place) {
	for _, cell := range at.cells() {
		t.note(trait{kind: kind, key: cell.key})
	}
}

// of says whether a cell of a place is known to have a trait.
func (t *loopTraits) of(kind traitKind, at *place) bool {
	for _, cell := range at.cells() {
		if t.known[trait{kind: kind, key: cell.key}] {
			return true
		}
	}
	return false
}

func (t *loopTraits) publish() { t.known, t.fresh = maps.Clone(t.found), false }

// enter keeps track of the loops of a call when control goes to a block.
func (v *invocation) enter(fr *frame, target binary.ID) error {
	for i := range fr.loops {
		if fr.loops[i].merge == target {
			fr.loops = fr.loops[:i]
			break
		}
	}
	merge, isHeader := v.k.headers[target]
	if !isHeader {
		return nil
	}
	for i := range fr.loops {
		if fr.loops[i].header == target {
			fr.loops = fr.loops[:i+1]
			return v.again(fr, &fr.loops[i])
		}
	}
	fr.loops = append(fr.loops, loop{before: v.snapshot(fr, target), header: target, merge: merge, started: v.steps, logged: len(v.log), impure: v.impure, idempotent: v.idempotent})
	return nil
}

// again begins another iteration of a loop.
func (v *invocation) again(fr *frame, l *loop) error {
	reads, unchanged := v.log[l.logged:], l.impure == v.impure
	pure := unchanged && l.idempotent == v.idempotent
	l.iterations++
	began := l.started
	l.started, l.logged, l.impure, l.idempotent = v.steps, len(v.log), v.impure, v.idempotent
	failed := l.failed
	l.failed = unchanged && !pure && len(reads) > 0 && v.returns(fr, l, began)
	if failed && l.failed {
		return v.spin(reads)
	}
	if !pure {
		v.traits.note(trait{kind: loopWrites, header: l.header})
	}
	if l.jumped {
		v.traits.note(trait{kind: loopGoesOn, header: l.header})
	}
	if len(reads) == 0 || !pure {
		l.reads = nil
		l.before = v.snapshot(fr, l.header)
		if len(reads) > 0 {
			return v.bounded(l)
		}
		return nil
	}
	now := v.snapshot(fr, l.header)
	if l.reads != nil && slices.EqualFunc(l.reads, reads, sameRead) || v.idle(reads) {
		if steps, ok := v.k.steps(&l.before, &now); ok {
			times, ok := v.repeats(steps, began)
			switch {
			case times == unlimited:
				return v.spin(reads)
			case ok && !v.traits.known[trait{kind: loopWrites, header: l.header}] && !v.traits.known[trait{kind: loopGoesOn, header: l.header}]:
				v.jump(fr, steps, times)
				l.reads, l.jumped = nil, true
				return nil
			}
		}
	}
	l.reads, l.before = slices.Clone(reads), now
	return v.bounded(l)
}

// returns says whether the invocation is at the end of an iteration where it was at its beginning,
// but for counters that end nothing.
func (v *invocation) returns(fr *frame, l *loop, began int) bool {
	now := v.snapshot(fr, l.header)
	steps, ok := v.k.steps(&l.before, &now)
	if !ok {
		return false
	}
	times, _ := v.repeats(steps, began)
	return times == unlimited
}

// idle says whether an iteration that writes nothing has read initial values only, of locations
// that only atomics write: it synchronises with nothing and races with nothing, so that an
// execution in which the loop goes on to read something else is as good without it.
func (v *invocation) idle(reads []readLog) bool {
	for i := range reads {
		if reads[i].source != initially || v.traits.of(plainlyStored, &reads[i].at) {
			return false
		}
	}
	return true
}

// bounded counts an iteration that reads shared memory.
func (v *invocation) bounded(l *loop) error {
	if l.reading++; l.reading >= cmp.Or(v.iterations, v.launch.unroll()) {
		v.boundAt = v.source
		return errBound
	}
	return nil
}

// spin says that the loop never ends unless one of the reads returns something else.
func (v *invocation) spin(reads []readLog) error {
	if err := v.ask(&request{kind: reqSpin, loop: slices.Clone(reads)}); err != nil {
		return err
	}
	return errSpins
}

func (v *invocation) snapshot(fr *frame, header binary.ID) snapshot {
	s := snapshot{phis: map[binary.ID]value{}, memory: map[binary.ID]value{}}
	for at := v.k.blocks[header] + 1; at < len(v.k.m.Insts) && v.k.m.Insts[at].Op == binary.OpPhi; at++ {
		id := v.k.m.Insts[at].Result
		s.phis[id] = fr.values[id]
	}
	for id, m := range v.memory {
		s.memory[id] = m.clone()
	}
	return s
}

// step is a counter and what an iteration adds to it.
type step struct {
	cell  binary.ID
	phi   bool
	by    uint64
	width uint32
}

// steps lists the counters in which two states differ; ok is false if they differ in
// something else.
func (k *Kernel) steps(before, after *snapshot) (out []step, ok bool) {
	for _, phi := range []bool{true, false} {
		old, now := before.memory, after.memory
		if phi {
			old, now = before.phis, after.phis
		}
		for _, id := range slices.Sorted(maps.Keys(now)) {
			was, known := old[id]
			is := now[id]
			if known && was.equal(&is) {
				continue
			}
			typ := k.m.TypeOf(id)
			if !phi {
				typ = k.m.Pointee(typ)
			}
			def := k.m.Def(typ)
			if !known || def == nil || def.Op != binary.OpTypeInt || def.Word(0) > 32 || k.counter(id) == nil {
				return nil, false
			}
			out = append(out, step{id, phi, is.n - was.n, def.Word(0)})
		}
	}
	return out, true
}

func (x *value) equal(y *value) bool {
	if x.n != y.n || len(x.parts) != len(y.parts) || (x.ptr == nil) != (y.ptr == nil) {
		return false
	}
	if x.ptr != nil && (x.ptr.physical != y.ptr.physical || x.ptr.address != y.ptr.address || x.ptr.base != y.ptr.base || !slices.Equal(x.ptr.path, y.ptr.path)) {
		return false
	}
	for i := range x.parts {
		if !x.parts[i].equal(&y.parts[i]) {
			return false
		}
	}
	return true
}

// counter lists the comparisons of a variable or phi that is a counter: nothing uses it
// but comparisons and additions that go back to it. It is nil of others.
func (k *Kernel) counter(cell binary.ID) []*binary.Inst {
	if k.counters == nil {
		k.counters = map[binary.ID][]*binary.Inst{}
		k.findUses()
	}
	if c, known := k.counters[cell]; known {
		return c
	}
	out := []*binary.Inst{}
	if !k.onlyCounts(cell, cell, &out, map[binary.ID]bool{}) {
		out = nil
	}
	k.counters[cell] = out
	return out
}

// onlyCounts says whether the value of an id only steps the counter or is compared.
func (k *Kernel) onlyCounts(id, cell binary.ID, comparisons *[]*binary.Inst, seen map[binary.ID]bool) bool {
	if seen[id] {
		return true
	}
	seen[id] = true
	for _, in := range k.uses[id] {
		ok := false
		switch in.Op {
		case binary.OpLoad, binary.OpIAdd, binary.OpISub:
			ok = k.onlyCounts(in.Result, cell, comparisons, seen)
		case binary.OpPhi:
			ok = in.Result == cell
		case binary.OpStore:
			ok = in.ID(0) == cell
		default:
			if ok = k.inverse(in.Op) != 0; ok {
				*comparisons = append(*comparisons, in)
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// findUses lists, for each id, the instructions of functions that use it.
func (k *Kernel) findUses() {
	k.uses = map[binary.ID][]*binary.Inst{}
	inside := false
	for i := range k.m.Insts {
		in := &k.m.Insts[i]
		if in.Op == binary.OpFunction {
			inside = true
		}
		if !inside || in.Op == binary.OpLine {
			continue
		}
		for j := range in.Operands {
			if id := in.ID(j); id != 0 {
				k.uses[id] = append(k.uses[id], in)
			}
		}
	}
}

// inverse is not 0 of the comparisons of integers that counters may be in.
func (k *Kernel) inverse(op binary.Opcode) binary.Opcode {
	switch op {
	case binary.OpULessThan, binary.OpULessThanEqual, binary.OpUGreaterThan, binary.OpUGreaterThanEqual,
		binary.OpSLessThan, binary.OpSLessThanEqual, binary.OpSGreaterThan, binary.OpSGreaterThanEqual,
		binary.OpIEqual, binary.OpINotEqual:
		return op
	}
	return 0
}

// unlimited is how often an iteration repeats that no counter ends.
const unlimited = math.MaxInt

// repeats says how often an iteration will repeat before a comparison of its counters comes
// out differently. Not ok: it is not known.
func (v *invocation) repeats(steps []step, began int) (times int, ok bool) {
	times = unlimited
	room := unlimited // until a counter leaves its range
	for _, s := range steps {
		for _, in := range v.k.counter(s.cell) {
			c, made := v.compared[in.Offset]
			if !made || c.order < began {
				return 0, false
			}
			left, right := v.k.counts(in.ID(0), s.cell), v.k.counts(in.ID(1), s.cell)
			if left == right {
				return 0, false
			}
			if n, changes := v.k.unchanged(in.Op, c, left, s); changes {
				times = min(times, n)
			} else {
				room = min(room, n)
			}
		}
	}
	if room < times {
		return 0, false
	}
	return times, true
}

// counts says whether the value of an id derives from a counter.
func (k *Kernel) counts(id, cell binary.ID) bool {
	if id == cell {
		return true
	}
	def := k.m.Def(id)
	if def == nil {
		return false
	}
	switch def.Op {
	case binary.OpLoad:
		return def.ID(0) == cell
	case binary.OpIAdd, binary.OpISub:
		return k.counts(def.ID(0), cell) || k.counts(def.ID(1), cell)
	}
	return false
}

// unchanged says for how many further steps of its left or right side a comparison comes out
// as it did, and whether it changes then or the counter comes to the end of its range.
func (k *Kernel) unchanged(op binary.Opcode, c comparison, left bool, s step) (n int, changes bool) {
	outcome := func(n int) bool {
		a, b := c.left, c.right
		if left {
			a += uint64(n) * s.by
		} else {
			b += uint64(n) * s.by
		}
		return compareBits(op, lowBits(a, s.width), lowBits(b, s.width), s.width)
	}
	at := c.left
	if !left {
		at = c.right
	}
	// The counter moves towards one end of its range.
	by := signed(s.by, s.width)
	var room uint64
	low, high := int64(0), int64(1)<<s.width-1
	here := int64(lowBits(at, s.width))
	switch op {
	case binary.OpSLessThan, binary.OpSLessThanEqual, binary.OpSGreaterThan, binary.OpSGreaterThanEqual:
		low, high, here = -int64(1)<<(s.width-1), int64(1)<<(s.width-1)-1, signed(at, s.width)
	}
	if by > 0 {
		room = uint64(high-here) / uint64(by)
	} else {
		room = uint64(here-low) / uint64(-by)
	}
	first := outcome(0)
	if op == binary.OpIEqual || op == binary.OpINotEqual {
		// An equality holds at one point at most: close in on it from the order of both sides.
		d := int64(lowBits(c.right-c.left, s.width))
		if !left {
			by = -by
		}
		if by < 0 {
			d, by = int64(lowBits(uint64(-d), s.width)), -by
		}
		switch {
		case d == 0:
			return 0, true
		case d%by != 0 || uint64(d/by) > room:
			return int(room), false
		}
		return int(d/by) - 1, true
	}
	// An order changes once at most: search for the last step that is as the first.
	lo, hi := 0, int(room)
	for lo < hi {
		if mid := lo + (hi-lo+1)/2; outcome(mid) == first {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo, lo < int(room)
}

func compareBits(op binary.Opcode, a, b uint64, width uint32) bool {
	n, ok := unsignedArithmetic(op, a, b, width)
	if !ok {
		n, _ = signedArithmetic(op, signed(a, width), signed(b, width))
	}
	return n != 0
}

// jump moves the counters on as so many more iterations would.
func (v *invocation) jump(fr *frame, steps []step, times int) {
	for _, s := range steps {
		if s.phi {
			x := fr.values[s.cell]
			x.n = lowBits(x.n+uint64(times)*s.by, s.width)
			fr.values[s.cell] = x
		} else {
			x := v.memory[s.cell]
			x.n = lowBits(x.n+uint64(times)*s.by, s.width)
		}
	}
}
