package interp

import "slc/lower/ir"

// enter starts a construct. Its steps lie in program order: regions one after the
// other, so that a later step of the same path is later in the program.
func (c *comp) enter(in *ir.Instr) *target {
	t := &target{op: in.Op, result: -1, end: new(int), cont: new(int), depth: c.depth, pushed: c.converge[in]}
	if in.IsValue() {
		t.result, t.slots = c.slot(in), slotsOf(in.Type)
	}
	if t.pushed {
		c.depth++
	}
	t.inner = c.depth
	c.targets = append(c.targets, t)
	return t
}

func (c *comp) leave(t *target) {
	c.targets = c.targets[:len(c.targets)-1]
	c.depth = t.depth
	*t.end = c.here()
}

// jump goes to a step and drops what the path has beyond depth.
func (c *comp) jump(to *int, depth int) {
	if c.depth == depth {
		c.emit(func(v *inv) { v.pc = *to })
		return
	}
	c.emit(func(v *inv) {
		v.path = v.path[:v.pathAt+depth]
		v.pc = *to
	})
}

func (c *comp) ifElse(in *ir.Instr) {
	cond := c.slot(in.Args[0])
	t := c.enter(in)
	otherwise, at := new(int), c.here()
	if t.pushed {
		c.emit(func(v *inv) {
			h := hop{pc: at}
			if v.r[cond] == 0 {
				h.region = 1
				v.pc = *otherwise
			}
			v.path = append(v.path, h)
		})
	} else {
		c.emit(func(v *inv) {
			if v.r[cond] == 0 {
				v.pc = *otherwise
			}
		})
	}
	c.region(in.Regions[0])
	*otherwise = c.here()
	c.region(in.Regions[1])
	c.leave(t)
}

func (c *comp) switchCase(in *ir.Instr) {
	selector, k := c.slot(in.Args[0]), kindOf(in.Args[0].ValueType())
	t := c.enter(in)
	starts := make([]int, len(in.Regions))
	cases := map[uint64]int{}
	for i, list := range in.Cases {
		for _, x := range list {
			cases[wrap(k, uint64(x))] = i
		}
	}
	at := c.here()
	c.emit(func(v *inv) {
		region, ok := cases[v.r[selector]]
		if !ok {
			region = len(starts) - 1
		}
		if t.pushed {
			v.path = append(v.path, hop{pc: at, region: region})
		}
		v.pc = starts[region]
	})
	for i, r := range in.Regions {
		starts[i] = c.here()
		c.region(r)
	}
	c.leave(t)
}

func (c *comp) loop(in *ir.Instr) {
	t := c.enter(in)
	at := c.here()
	if t.pushed {
		c.emit(func(v *inv) { v.path = append(v.path, hop{pc: at}) })
	}
	t.start = c.here()
	c.region(in.Regions[0])
	*t.cont = c.here()
	t.latch = true
	c.region(in.Regions[1])
	c.leave(t)
}

// innermost finds the construct that a yield ends.
func (c *comp) innermost() *target { return c.targets[len(c.targets)-1] }

func (c *comp) yield(in *ir.Instr) {
	t := c.innermost()
	if t.op == ir.OpLoop {
		c.latch(in, t)
		return
	}
	if t.result >= 0 && len(in.Args) > 0 {
		c.move(t.result, c.slot(in.Args[0]), t.slots)
	}
	c.jump(t.end, t.depth)
}

// latch ends the continuing region: back to the body, or out of the loop. It counts as a memory
// operation, so that a loop without any cannot keep others from running.
func (c *comp) latch(in *ir.Instr, t *target) {
	cond := -1
	if len(in.Args) > 0 {
		cond = c.slot(in.Args[0])
	}
	start, depth, inner, pushed, end := t.start, t.depth, t.inner, t.pushed, t.end
	c.emit(func(v *inv) {
		if cond >= 0 && v.r[cond] != 0 {
			v.path = v.path[:v.pathAt+depth]
			v.pc = *end
			return
		}
		if pushed {
			v.path[v.pathAt+inner-1].iter++
		}
		v.pc = start
		v.tick()
	})
}

func (c *comp) breakOut(*ir.Instr) {
	for i := len(c.targets) - 1; i >= 0; i-- {
		if t := c.targets[i]; t.op != ir.OpIf {
			c.jump(t.end, t.depth)
			return
		}
	}
	c.unsupported("break outside a loop")
}

func (c *comp) continueLoop(*ir.Instr) {
	for i := len(c.targets) - 1; i >= 0; i-- {
		if t := c.targets[i]; t.op == ir.OpLoop {
			c.jump(t.cont, t.inner)
			return
		}
	}
	c.unsupported("continue outside a loop")
}

func (c *comp) unreachable(in *ir.Instr) {
	c.emit(func(v *inv) {
		v.fault(Unsupported, in, "control reaches the end of a function that has to return a value")
		v.finish()
	})
}

func (c *comp) call(in *ir.Instr) {
	callee := c.p.fns[in.Callee]
	src := c.args(in)
	type move struct{ to, from, n int }
	var moves []move
	for i, a := range in.Args {
		from := src[i]
		moves = append(moves, move{callee.params[i], from, slotsOf(a.ValueType())})
	}
	ret := -1
	if in.IsValue() {
		ret = c.slot(in)
	}
	pushed, caller, at := c.converge[in], c.f, c.here()
	c.emit(func(v *inv) {
		base := v.base + caller.size
		r := v.stack[base : base+callee.size]
		copy(r, callee.consts)
		for _, m := range moves {
			copy(r[m.to:m.to+m.n], v.r[m.from:])
		}
		v.frames = append(v.frames, frame{caller, v.pc, v.base, v.pathAt, v.ret})
		if pushed {
			v.path = append(v.path, hop{pc: at})
		}
		v.ret = v.base + ret
		v.fn, v.pc, v.base, v.r, v.pathAt = callee, 0, base, r, len(v.path)
	})
}

func (c *comp) returnFrom(in *ir.Instr) {
	src, n := 0, 0
	if len(in.Args) > 0 {
		src, n = c.slot(in.Args[0]), slotsOf(in.Args[0].ValueType())
	}
	c.emit(func(v *inv) {
		if len(v.frames) == 0 {
			v.finish()
			return
		}
		if n > 0 && v.ret >= 0 {
			copy(v.stack[v.ret:v.ret+n], v.r[src:])
		}
		v.pop()
	})
}

// pop goes back to the caller.
func (v *inv) pop() {
	f := v.frames[len(v.frames)-1]
	v.frames = v.frames[:len(v.frames)-1]
	v.fn, v.pc, v.base, v.ret = f.fn, f.pc, f.base, f.ret
	v.r = v.stack[f.base : f.base+f.fn.size]
	// The caller's path: without the hop of the call, if it made one.
	called := v.pathAt
	v.pathAt = f.path
	v.path = v.path[:called]
	if n := len(v.path); n > f.path && v.path[n-1].pc == f.pc-1 {
		v.path = v.path[:n-1]
	}
}

func (v *inv) finish() {
	v.state, v.stop = finished, true
}

// tick counts a memory operation: after a number of them that the scheduler chose another
// invocation may run.
func (v *inv) tick() {
	if v.fuel--; v.fuel <= 0 {
		v.stop = true
	}
}
