package lint

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
)

// spins finds loops that only another invocation can end: what leaves the loop depends on an atomic
// load, or on an exchange or compare-exchange that takes a lock, and on no counter of the loop's
// own. A lock that several lanes of one wave may take, and that is released only after the loop, is
// worse: where lanes advance together the holder waits for the others and they for it.
func spins(c *context) {
	locks := map[*ir.Instr]bool{}
	for _, f := range everywhere(c.m, func(fr *frame, in *ir.Instr, now control) (relevant, hit bool) {
		if in.Op != ir.OpLoop {
			return false, false
		}
		s := spinOf(in)
		return true, s != nil && s.lock != nil && !s.released && !alone(fr.w.entry) && now != one && fr.address(s.lock.Args[0]) != lane
	}) {
		locks[f.in] = true
		if s := spinOf(f.in); c.code == diag.WaveLock {
			c.diags.Report(c.code, s.lock.Span, "several lanes of a wave wait here for '%s', and the lane that takes it releases it only after the loop", nameOf(s.lock.Args[0])).
				WithHelp("elect one lane of the wave to take the lock, or do the work and the release inside of the loop, in the branch that took it")
		}
	}
	if c.code != diag.UnboundedSpin {
		return
	}
	for _, f := range everywhere(c.m, func(_ *frame, in *ir.Instr, _ control) (relevant, hit bool) {
		return in.Op == ir.OpLoop, in.Op == ir.OpLoop && spinOf(in) != nil
	}) {
		if locks[f.in] && c.diags.Wants(diag.WaveLock) {
			continue
		}
		s := spinOf(f.in)
		c.diags.Report(c.code, s.wait().Span, "this loop waits without a bound for another invocation to change '%s'", nameOf(s.wait().Args[0])).
			WithHelp("count the tries and give up after some, or wait only for what was started before (a ticket taken by an atomic add, not the index of the workgroup)")
	}
}

// spin is a loop that waits.
type spin struct {
	load, lock *ir.Instr // what it waits for: a load, or an operation that takes a lock
	released   bool      // the lock is released inside of the loop
}

func (s *spin) wait() *ir.Instr {
	if s.lock != nil {
		return s.lock
	}
	return s.load
}

// spinOf returns what a loop waits for, nil when it may end by itself.
func spinOf(loop *ir.Instr) *spin {
	l := newLoopFacts(loop)
	if l.barrier || len(l.exits) == 0 {
		return nil
	}
	s := &spin{}
	for _, exit := range l.exits {
		d := l.cone(exit)
		if d.own || d.load == nil && d.lock == nil {
			return nil
		}
		if s.load == nil {
			s.load = d.load
		}
		if s.lock == nil {
			s.lock = d.lock
		}
	}
	if s.wait().Span == loop.Span {
		return nil // a loop that the compiler makes of one operation
	}
	if s.lock != nil {
		root := ir.Root(s.lock.Args[0])
		for in := range l.inside {
			if in.Op == ir.OpAtomic && in != s.lock && in.Atomic != builtin.AtomicLoad && ir.Root(in.Args[0]) == root {
				s.released = true
			}
		}
	}
	return s
}

// loopFacts is what a loop does, with the functions that it calls.
type loopFacts struct {
	inside  map[*ir.Instr]bool
	stores  map[*ir.Instr][]store // by OpVar
	exits   [][]ir.Value          // the conditions around each exit; all must hold
	barrier bool                  // it has a barrier of the workgroup
}

// store is an assignment of a local variable and the conditions around it, inside of the loop.
type store struct {
	in     *ir.Instr
	guards []ir.Value
}

func newLoopFacts(loop *ir.Instr) *loopFacts {
	l := &loopFacts{inside: map[*ir.Instr]bool{}, stores: map[*ir.Instr][]store{}}
	l.region(loop.Regions[0], nil, 0)
	l.region(loop.Regions[1], nil, 0)
	if t := loop.Regions[1].Terminator(); t != nil && t.Op == ir.OpYield && len(t.Args) > 0 {
		l.exits = append(l.exits, []ir.Value{t.Args[0]})
	}
	return l
}

// region collects; depth counts the loops and switches around r that a break would leave instead,
// and is -1 in a called function, which leaves no loop.
func (l *loopFacts) region(r *ir.Region, guards []ir.Value, depth int) {
	for _, in := range r.Instrs {
		l.inside[in] = true
		sub := depth
		switch in.Op {
		case ir.OpLoop, ir.OpSwitch:
			if depth >= 0 {
				sub = depth + 1
			}
		case ir.OpBarrier:
			l.barrier = l.barrier || in.Exec == builtin.ScopeWorkgroup
		case ir.OpCall:
			if !l.inside[in.Callee.Body.Instrs[0]] {
				l.region(in.Callee.Body, nil, -1)
			}
		case ir.OpStore:
			if v, ok := ir.Root(in.Args[0]).(*ir.Instr); ok && v.Op == ir.OpVar {
				l.stores[v] = append(l.stores[v], store{in, guards})
			}
		}
		if depth >= 0 && (in.Op == ir.OpReturn || in.Op == ir.OpBreak && depth == 0) {
			l.exits = append(l.exits, guards)
		}
		for _, nested := range in.Regions {
			inner := guards
			if len(in.Args) > 0 && (in.Op == ir.OpIf || in.Op == ir.OpSwitch) {
				inner = append(guards[:len(guards):len(guards)], in.Args[0])
			}
			l.region(nested, inner, sub)
		}
	}
}

// dependence is what the condition of an exit depends on.
type dependence struct {
	load, lock *ir.Instr
	own        bool // something that the loop itself changes, or that is not understood
}

// cone follows the values back.
func (l *loopFacts) cone(values []ir.Value) dependence {
	k := &coneWalk{l: l, seen: map[ir.Value]bool{}}
	for _, v := range values {
		k.value(v)
	}
	return k.d
}

type coneWalk struct {
	l    *loopFacts
	seen map[ir.Value]bool
	d    dependence
}

func (k *coneWalk) value(v ir.Value) {
	in, ok := v.(*ir.Instr)
	if !ok || k.seen[v] || !k.l.inside[in] {
		return
	}
	k.seen[v] = true
	switch in.Op {
	case ir.OpAtomic:
		k.atomic(in)
		return
	case ir.OpLoad:
		k.load(in)
		return
	case ir.OpImageRead:
		k.d.own = true
		return
	case ir.OpCall:
		in.Callee.Body.Walk(func(sub *ir.Instr) {
			if sub.Op == ir.OpReturn && len(sub.Args) > 0 {
				k.value(sub.Args[0])
			}
		})
	}
	for _, a := range in.Args {
		k.value(a)
	}
	for _, r := range in.Regions {
		if t := r.Terminator(); t != nil && t.Op == ir.OpYield {
			for _, a := range t.Args {
				k.value(a)
			}
		}
	}
}

// atomic: a load, or what only reads as one, waits; an exchange with a constant or a compare-exchange against one takes a lock.
// A compare-exchange against what was read before fails only when another invocation made
// progress, and every other operation is progress itself.
func (k *coneWalk) atomic(in *ir.Instr) {
	wait, lock := false, false
	switch in.Atomic {
	case builtin.AtomicLoad:
		wait = true
	case builtin.AtomicExchange, builtin.AtomicCompareExchange:
		_, lock = in.Args[1].(*ir.Const)
	}
	if changesNothing(in) {
		wait, lock = true, false
	}
	switch {
	case !wait && !lock, k.l.moves(in.Args[0]):
		k.d.own = true
	case wait && k.d.load == nil:
		k.d.load = in
	case lock && k.d.lock == nil:
		k.d.lock = in
	}
}

// moves reports whether the loop itself changes the address.
func (l *loopFacts) moves(addr ir.Value) bool {
	in, ok := addr.(*ir.Instr)
	if !ok || !l.inside[in] {
		return false
	}
	if in.Op == ir.OpLoad {
		v, ok := ir.Root(in.Args[0]).(*ir.Instr)
		return !ok || v.Op != ir.OpVar || len(l.stores[v]) > 0
	}
	if in.Op == ir.OpAtomic || in.Op == ir.OpCall || in.Op == ir.OpIf {
		return true
	}
	for _, a := range in.Args {
		if l.moves(a) {
			return true
		}
	}
	return false
}

// load follows a local variable to what the loop assigns to it; one that is made of its own old
// value counts. Plain loads of shared memory are the matter of plain-poll.
func (k *coneWalk) load(in *ir.Instr) {
	v, ok := ir.Root(in.Args[0]).(*ir.Instr)
	if !ok || v.Op != ir.OpVar {
		if in.Access.Shared || object(in.Args[0]) == nil {
			k.d.own = true
		}
		return
	}
	for _, s := range k.l.stores[v] {
		if k.l.uses(s.in.Args[1], v, 0) {
			k.d.own = true
		}
		k.value(s.in.Args[1])
		for _, g := range s.guards {
			k.value(g)
		}
	}
}

const maxDepth = 64

// uses reports whether a value is computed from variable v.
func (l *loopFacts) uses(x ir.Value, v *ir.Instr, depth int) bool {
	in, ok := x.(*ir.Instr)
	if !ok || !l.inside[in] || depth > maxDepth {
		return depth > maxDepth
	}
	if in.Op == ir.OpLoad && ir.Root(in.Args[0]) == ir.Value(v) {
		return true
	}
	if in.Op == ir.OpAtomic {
		return false
	}
	for _, a := range in.Args {
		if l.uses(a, v, depth+1) {
			return true
		}
	}
	return false
}
