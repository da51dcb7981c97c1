package lint

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// level says how a value differs between the lanes of a wave.
type level uint8

const (
	same level = iota // equal in all lanes
	data              // unknown: it was loaded, or depends on what was
	lane              // made of the lane's own index
)

// control says which lanes of a wave run an instruction, ordered by how few they are.
type control uint8

const (
	every control = iota // all that are not cut off by the size of the work
	some                 // those with a condition of their own
	one                  // a single one was elected
)

// walker runs over an entry point and the functions that it calls, once for every call, and knows
// of each instruction how its operands differ between lanes and which lanes run it.
type walker struct {
	entry  *ir.Entry
	visit  func(*frame, *ir.Instr, control)
	budget int // instructions that may still be looked at; below zero the walk was cut short
}

// frame is one activation of a function.
type frame struct {
	w      *walker
	fn     *ir.Func
	up     *frame
	args   []level
	vars   map[*ir.Instr]level // OpVar: of everything that is stored there
	vals   map[*ir.Instr]level
	result level
	quiet  bool // a round that only finds the levels of variables
}

const (
	maxVisited = 1 << 17
	maxRounds  = 6
)

// walk reports every instruction that an entry point runs; false when there are too many.
func walk(e *ir.Entry, visit func(*frame, *ir.Instr, control)) bool {
	w := &walker{entry: e, visit: visit, budget: maxVisited}
	w.call(nil, e.Func, nil, every)
	return w.budget >= 0
}

// call walks a function until the levels of its variables are stable, then reports.
func (w *walker) call(up *frame, f *ir.Func, args []level, c control) level {
	fr := &frame{w: w, fn: f, up: up, args: args, vars: map[*ir.Instr]level{}, vals: map[*ir.Instr]level{}, quiet: true}
	for range maxRounds {
		before := len(fr.vars)
		sum := fr.sum()
		fr.region(f.Body, c)
		if len(fr.vars) == before && fr.sum() == sum {
			break
		}
	}
	if up == nil || !up.quiet {
		fr.quiet = false
		fr.region(f.Body, c)
	}
	return fr.result
}

// sum changes when the level of a variable does: levels only grow.
func (fr *frame) sum() (n int) {
	for _, l := range fr.vars {
		n += int(l)
	}
	return n
}

// after is what the control flow is once a region was left normally.
type after struct {
	loop control // until the innermost loop ends
	fn   control // until the function ends
}

func (a *after) join(b after) { a.loop, a.fn = max(a.loop, b.loop), max(a.fn, b.fn) }

func (a after) control(c control) control { return max(c, a.loop, a.fn) }

func (fr *frame) region(r *ir.Region, c control) (a after) {
	for _, in := range r.Instrs {
		if fr.w.budget--; fr.w.budget < 0 {
			return a
		}
		now := a.control(c)
		if !fr.quiet {
			fr.w.visit(fr, in, now)
		}
		switch in.Op {
		case ir.OpIf:
			a.join(fr.branch(in, now))
		case ir.OpLoop:
			body := fr.region(in.Regions[0], now)
			body.join(fr.region(in.Regions[1], body.control(now)))
			a.fn = max(a.fn, body.fn)
		case ir.OpSwitch:
			k := fr.kindOf(fr.level(in.Args[0]))
			for _, sub := range in.Regions {
				x := fr.region(sub, max(now, k))
				a.fn = max(a.fn, x.fn)
				if leaves(sub, ir.OpContinue) {
					a.loop = max(a.loop, k)
				}
			}
		case ir.OpStore:
			fr.store(in, now)
		case ir.OpReturn:
			if len(in.Args) > 0 {
				fr.result = max(fr.result, fr.level(in.Args[0]), divergence(now))
			}
		case ir.OpCall:
			fr.vals[in] = fr.callee(in, now)
		default:
			fr.vals[in] = fr.compute(in)
		}
	}
	return a
}

// branch walks both sides of an if. Where one side leaves, the lanes of the other go on.
func (fr *frame) branch(in *ir.Instr, now control) (a after) {
	kinds := fr.condition(in.Args[0])
	value := fr.level(in.Args[0])
	for i, sub := range in.Regions {
		a.join(fr.region(sub, max(now, kinds[i])))
		other := kinds[1-i]
		if leaves(sub, ir.OpReturn) {
			a.fn = max(a.fn, other)
		}
		if leaves(sub, ir.OpBreak, ir.OpContinue) {
			a.loop = max(a.loop, other)
		}
		if t := sub.Terminator(); t != nil && t.Op == ir.OpYield && len(t.Args) > 0 {
			value = max(value, fr.level(t.Args[0]))
		}
	}
	fr.vals[in] = value
	return a
}

// leaves reports whether r ends in one of the terminators.
func leaves(r *ir.Region, ops ...ir.Op) bool {
	t := r.Terminator()
	for _, op := range ops {
		if t != nil && t.Op == op {
			return true
		}
	}
	return false
}

func divergence(c control) level {
	if c == every {
		return same
	}
	return data
}

// store raises the level of a variable to what is stored, and where only some lanes store.
func (fr *frame) store(in *ir.Instr, now control) {
	if v, ok := ir.Root(in.Args[0]).(*ir.Instr); ok && v.Op == ir.OpVar {
		fr.vars[v] = max(fr.vars[v], fr.level(in.Args[1]), fr.address(in.Args[0]), divergence(now))
	}
}

// callee walks a called function; what it leaves in a variable is unknown.
func (fr *frame) callee(in *ir.Instr, now control) level {
	args := make([]level, len(in.Args))
	for i, a := range in.Args {
		args[i] = fr.level(a)
		if v, ok := ir.Root(a).(*ir.Instr); ok && v.Op == ir.OpVar {
			fr.vars[v] = max(fr.vars[v], data)
			args[i] = data
		}
	}
	return fr.w.call(fr, in.Callee, args, now)
}

// level is that of a value; of an address, that of where it points.
func (fr *frame) level(v ir.Value) level {
	switch v := v.(type) {
	case *ir.Param:
		if v.Index < len(fr.args) {
			return fr.args[v.Index]
		}
		return data
	case *ir.Instr:
		if v.Op.Info().Address {
			return fr.address(v)
		}
		return fr.vals[v]
	}
	return same
}

// address joins the levels of what an address is computed from.
func (fr *frame) address(v ir.Value) level {
	in, ok := v.(*ir.Instr)
	if !ok || !in.Op.Info().Address || in.Op == ir.OpVar {
		return same
	}
	l := same
	for i, a := range in.Args {
		if i == 0 && in.Op != ir.OpDeref {
			l = max(l, fr.address(a))
		} else {
			l = max(l, fr.level(a))
		}
	}
	return l
}

// compute is the level of the value that an instruction defines.
func (fr *frame) compute(in *ir.Instr) level {
	switch in.Op {
	case ir.OpSystem:
		return fr.system(in.System)
	case ir.OpExtract:
		if s, ok := in.Args[0].(*ir.Instr); ok && s.Op == ir.OpSystem && perThread(s.System) && in.Index < 3 && oneIn(fr.w.entry, in.Index) {
			return same
		}
	case ir.OpLoad:
		return fr.load(in)
	case ir.OpAtomic:
		if in.Atomic == builtin.AtomicLoad {
			return fr.address(in.Args[0])
		}
		return data
	case ir.OpIntrinsic:
		switch uniformity(in.Intrinsic) {
		case same:
			return same
		case lane:
			return lane
		}
	}
	l := same
	for _, a := range in.Args {
		l = max(l, fr.level(a))
	}
	return l
}

func (fr *frame) load(in *ir.Instr) level {
	at := fr.address(in.Args[0])
	switch r := ir.Root(in.Args[0]).(type) {
	case *ir.Instr:
		if r.Op == ir.OpVar {
			return max(at, fr.vars[r])
		}
	case *ir.Param:
		return data
	case *ir.Var:
		if r.Type.Space != types.SpaceGroupshared {
			return data // a static variable: assigned anywhere
		}
	}
	if at == lane {
		return data
	}
	return at
}

func perThread(s ir.SystemValue) bool { return s == ir.DispatchThreadID || s == ir.GroupThreadID }

func (fr *frame) system(s ir.SystemValue) level {
	switch s {
	case ir.DispatchThreadID, ir.GroupThreadID, ir.GroupIndex, ir.LaneIndex,
		ir.LaneEqMask, ir.LaneGeMask, ir.LaneGtMask, ir.LaneLeMask, ir.LaneLtMask:
		return lane
	}
	return same
}

// uniformity is same for the wave operations whose result is equal in all lanes, lane for those
// that tell lanes apart, and data for the others: the operands decide.
func uniformity(op builtin.Op) level {
	switch op {
	case builtin.OpWaveLaneCount, builtin.OpWaveNumWaves, builtin.OpWaveIndex, builtin.OpWaveActiveMask, builtin.OpWaveActiveMask32,
		builtin.OpWaveReadLaneFirst, builtin.OpWaveReadLaneAt, builtin.OpWaveBroadcast:
		return same
	case builtin.OpWaveLaneIndex, builtin.OpWaveIsFirstLane, builtin.OpWaveLaneEqMask, builtin.OpWaveLaneGeMask, builtin.OpWaveLaneGtMask,
		builtin.OpWaveLaneLeMask, builtin.OpWaveLaneLtMask, builtin.OpWavePrefixCountBits,
		builtin.OpWaveInverseBallot, builtin.OpWaveBallotInclusive, builtin.OpWaveBallotExclusive:
		return lane
	}
	switch {
	case op >= builtin.OpWaveAllTrue && op <= builtin.OpWaveBitXor:
		return same
	case op >= builtin.OpWavePrefixSum && op <= builtin.OpWaveInclusiveBitXor:
		return lane
	}
	return data
}
