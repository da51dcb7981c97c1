package interp

import (
	"fmt"

	"slc/lower/ir"
	"slc/sema/builtin"
)

// run executes the program once. A panic is a bug of the interpreter.
func (p *program) run(seed uint64) (res *Result, err error) {
	defer func() {
		if e := recover(); e != nil {
			res, err = nil, fmt.Errorf("internal error of the interpreter: %v", e)
		}
	}()
	r := &run{p: p, rng: rng(seed), limit: p.cfg.MaxSteps}
	if r.limit == 0 {
		r.limit = defaultSteps
	}
	for i := range p.b.mems {
		m := p.b.mems[i]
		m.data = append([]byte(nil), m.data...)
		r.mems = append(r.mems, &m)
	}
	p.b.settle(r.mems)
	r.shuffleGroups()
	r.fill()
	r.schedule()
	return r.result(), nil
}

func (r *run) result() *Result {
	res := &Result{Deadlock: r.dead, Faults: r.faults.list, Races: r.races.list, Steps: r.steps}
	for _, i := range r.p.b.outputs {
		res.Buffers = append(res.Buffers, Buffer{r.mems[i].name, r.mems[i].data})
	}
	return res
}

// shuffleGroups chooses the order in which the workgroups start.
func (r *run) shuffleGroups() {
	g := r.p.cfg.Groups
	r.order = make([]int, g[0]*g[1]*g[2])
	for i := range r.order {
		r.order[i] = i
		k := r.rng.below(i + 1)
		r.order[i], r.order[k] = r.order[k], r.order[i]
	}
}

// fill starts workgroups while there is room.
func (r *run) fill() {
	room := r.p.cfg.Resident
	if room == 0 {
		room = max(defaultResident, 4*r.p.threads)
		room = min(room, maxStack/(r.p.stack+1)) // large arrays in local variables: fewer at a time
	}
	for r.next < len(r.order) && (len(r.groups) == 0 || (len(r.groups)+1)*r.p.threads <= room) {
		r.start(r.order[r.next])
		r.next++
	}
}

// maxStack bounds the slots of all resident invocations, where more than one workgroup is.
const maxStack = 1 << 25

func (r *run) start(linear int) {
	p := r.p
	g := r.newGroup()
	n := p.cfg.Groups
	g.linear = linear
	g.id = [3]int{linear % n[0], linear / n[0] % n[1], linear / (n[0] * n[1])}
	g.wait, g.end = 0, 0
	g.shared = g.shared[:0]
	for _, v := range p.m.Shared {
		size, _ := ir.ScalarLayout.SizeAlign(v.Type.Elem)
		m := &memory{name: v.Name, data: make([]byte, size), undef: make([]bool, size), space: builtin.Groupshared, seqcst: v.SeqCst}
		for i := range m.undef {
			m.undef[i] = true
		}
		g.shared = append(g.shared, m)
	}
	for _, w := range g.waves {
		w.wait, w.end = 0, 0
	}
	for _, v := range g.invs {
		v.reset()
		r.push(v)
	}
	r.groups = append(r.groups, g)
}

// newGroup returns an ended group to be used again, or a new one.
func (r *run) newGroup() *group {
	if n := len(r.free); n > 0 {
		g := r.free[n-1]
		r.free = r.free[:n-1]
		return g
	}
	p := r.p
	g := &group{}
	stack := make([]uint64, p.threads*p.stack)
	undef := make([]bool, p.threads*p.stack)
	invs := make([]inv, p.threads)
	for i := range invs {
		v := &invs[i]
		v.run, v.grp, v.index, v.lane = r, g, i, i%p.wave
		v.stack, v.undef = stack[i*p.stack:(i+1)*p.stack], undef[i*p.stack:(i+1)*p.stack]
		if v.lane == 0 {
			g.waves = append(g.waves, &wave{index: len(g.waves)})
		}
		v.wave = g.waves[len(g.waves)-1]
		v.wave.lanes = append(v.wave.lanes, v)
		g.invs = append(g.invs, v)
	}
	return g
}

func (v *inv) reset() {
	p := v.run.p
	v.fn, v.pc, v.base, v.pathAt, v.ret = p.main, 0, p.globals, 0, -1
	v.r = v.stack[v.base : v.base+v.fn.size]
	v.frames, v.path = v.frames[:0], v.path[:0]
	v.state = running
	copy(v.r, v.fn.consts)
	for i := range p.globals {
		v.undef[i] = true
	}
	if p.track {
		v.t = newThread(v)
	}
}

func (r *run) push(v *inv) {
	v.slot = len(r.ready)
	r.ready = append(r.ready, v)
}

// drop takes an invocation out of the ready ones.
func (r *run) drop(v *inv) {
	last := len(r.ready) - 1
	r.ready[v.slot] = r.ready[last]
	r.ready[v.slot].slot = v.slot
	r.ready = r.ready[:last]
}

// schedule runs ready invocations, one at a time for a number of memory operations, until
// all have ended, nobody can go on, the bound of steps is reached, or the caller stops it.
func (r *run) schedule() {
	turns := uint(0)
	for {
		for len(r.ready) > 0 {
			if turns++; turns%1024 == 0 && r.stopped() {
				return
			}
			if r.steps >= r.limit {
				r.spin()
				return
			}
			draw := r.rng.next()
			v := r.ready[int((draw>>33)*uint64(len(r.ready))>>31)]
			v.fuel = int(quanta[draw&15])
			v.resume()
			switch v.state {
			case finished:
				r.ended(v)
			case atWave, atBarrier:
				r.blocked(v)
			default:
				if v.wave.wait > 0 && draw&0x70 == 0 { // it may have gone past what others wait for
					r.converge(v.wave)
				}
			}
		}
		if len(r.groups) == 0 && r.next == len(r.order) {
			return
		}
		if !r.convergeAll() {
			r.deadlock()
			return
		}
	}
}

// stopped reports whether Config.Done is closed.
func (r *run) stopped() bool {
	select {
	case <-r.p.cfg.Done:
		return true
	default:
		return false
	}
}

// quanta are the numbers of memory operations between switches: mostly few, so that
// operations interleave closely, sometimes many, so that one runs far ahead.
var quanta = [16]uint8{1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7, 10, 16, 40, 200}

// resume runs an invocation until it gives up control.
func (v *inv) resume() {
	v.stop = false
	n := uint64(0)
	for !v.stop {
		pc := v.pc
		v.pc = pc + 1
		n++
		v.fn.code[pc](v)
	}
	v.run.steps += n
}

func (r *run) ended(v *inv) {
	r.drop(v)
	v.wave.end++
	v.grp.end++
	if v.wave.wait > 0 {
		r.converge(v.wave)
	}
	if g := v.grp; g.end == len(g.invs) {
		r.retire(g)
	} else if g.wait > 0 && g.wait+g.end == len(g.invs) {
		return // a barrier that ended invocations do not reach: found as a deadlock
	}
}

func (r *run) retire(g *group) {
	for i, x := range r.groups {
		if x == g {
			r.groups = append(r.groups[:i], r.groups[i+1:]...)
			break
		}
	}
	r.free = append(r.free, g)
	r.fill()
}

func (r *run) blocked(v *inv) {
	r.drop(v)
	if v.state == atBarrier {
		g := v.grp
		g.wait++
		if g.wait == len(g.invs) {
			r.barrier(g)
			return
		}
	} else {
		v.wave.wait++
	}
	if v.wave.wait > 0 {
		r.converge(v.wave)
	}
}

// barrier lets a workgroup go on when all its invocations are at the same instance of a barrier.
func (r *run) barrier(g *group) {
	first := g.invs[0]
	for _, v := range g.invs[1:] {
		if !v.samePlace(first) {
			return
		}
	}
	in := first.fn.at[first.pc]
	if r.p.track {
		synchronise(g.invs, in.Mem)
	}
	g.wait = 0
	for _, v := range g.invs {
		v.pc++
		v.state = running
		r.push(v)
	}
}

// barrier compiles a barrier: it waits, orders memory, or both.
func (c *comp) barrier(in *ir.Instr) {
	switch in.Exec {
	case builtin.ScopeWorkgroup:
		c.emit(func(v *inv) { v.block(atBarrier) })
	case builtin.ScopeWave:
		c.convergent(func(lanes []*inv) {
			if lanes[0].t != nil {
				synchronise(lanes, in.Mem)
			}
		})
	default:
		c.emit(func(v *inv) {
			v.tick()
			if v.t != nil {
				v.t.fence(in.Mem)
			}
		})
	}
}

// block stops at the running step: it is done for the invocation when others have come.
func (v *inv) block(s state) {
	v.pc--
	v.state, v.stop = s, true
}

// spin reports who was running when the bound of steps was reached.
func (r *run) spin() {
	message := fmt.Sprintf("the dispatch has not ended after %d instructions, this one was next", r.limit)
	for _, v := range r.ready {
		if len(r.faults.list) > 100 {
			break
		}
		v.fault(Spin, v.fn.at[v.pc], message)
	}
}

// deadlock reports all who wait and those of their workgroups who have ended.
func (r *run) deadlock() {
	d := &Deadlock{}
	for _, g := range r.groups {
		for _, v := range g.invs {
			if v.state == finished {
				d.Finished = append(d.Finished, v.who())
				continue
			}
			in := v.fn.at[v.pc]
			what := "workgroup barrier"
			if v.state == atWave {
				what = "wave operation"
				if in.Op == ir.OpBarrier {
					what = "wave barrier"
				}
			}
			d.Waiting = append(d.Waiting, Waiter{v.who(), r.place(in), what})
		}
	}
	r.dead = d
}
