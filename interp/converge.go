package interp

// An operation of a wave takes place once for the lanes that are at the same instance of it: in the
// same function call, in the same regions and iterations. Its instance is the path of hops
// and the step. A lane that waits there waits for every lane that can still get there; where
// that lane is in the path decides: behind (it may come), ahead, or in another branch of a construct (it will
// not come to this instance).

// relation is where a lane is, seen from an instance that another waits at.
type relation uint8

const (
	behind relation = iota // may still arrive
	here                   // waits at this very instance
	gone                   // cannot arrive any more
)

// pcAt is the step of the lane at depth d of its path, and the hop if the path goes deeper.
func (v *inv) pcAt(d int) (pc int, h *hop) {
	if d < len(v.path) {
		return v.path[d].pc, &v.path[d]
	}
	return v.stepNow(), nil
}

// stepNow is the step that the lane is at in the function of the innermost hop: a call that made no hop
// counts as one step.
func (v *inv) stepNow() int {
	pc, pathAt := v.pc, v.pathAt
	for i := len(v.frames) - 1; i >= 0; i-- {
		if f := &v.frames[i]; !v.hopOfCall(i, pathAt) {
			pc, pathAt = f.pc-1, f.path
			continue
		}
		break
	}
	return pc
}

// hopOfCall reports whether the call of frame i is a hop of the path.
func (v *inv) hopOfCall(i, pathAt int) bool {
	f := &v.frames[i]
	return pathAt > f.path && v.path[pathAt-1].pc == f.pc-1
}

// towards compares lane y with the instance that x waits at.
func (x *inv) towards(y *inv) relation {
	for d := 0; ; d++ {
		px, hx := x.pcAt(d)
		py, hy := y.pcAt(d)
		switch {
		case py < px:
			return behind
		case py > px:
			return gone
		case hx == nil && hy == nil:
			if y.state == x.state {
				return here
			}
			return behind
		case hx == nil: // a step that is a construct or call for one only: not possible
			return gone
		case hy == nil:
			return behind
		case hy.iter != hx.iter:
			if hy.iter < hx.iter {
				return behind
			}
			return gone
		case hy.region != hx.region:
			return gone
		}
	}
}

// samePlace reports whether two invocations are at the same instance of a step.
func (v *inv) samePlace(w *inv) bool {
	if v.pc != w.pc || v.fn != w.fn || len(v.path) != len(w.path) {
		return false
	}
	for i := range v.path {
		if v.path[i] != w.path[i] {
			return false
		}
	}
	return true
}

// converge performs the operations of the wave for which all lanes that can arrive have.
func (r *run) converge(w *wave) bool {
	done := false
	for i := 0; w.wait > 0 && i < len(w.lanes); i++ {
		x := w.lanes[i]
		if x.state != atWave {
			continue
		}
		if lanes := w.ready(x); lanes != nil {
			done = true
			w.wait -= len(lanes)
			r.perform(lanes)
			i = -1
		}
	}
	return done
}

// ready returns the lanes at x's instance, nil if some may still come.
func (w *wave) ready(x *inv) []*inv {
	lanes := make([]*inv, 0, len(w.lanes))
	for _, y := range w.lanes {
		switch {
		case y == x:
			lanes = append(lanes, y)
		case y.state == finished:
		default:
			switch x.towards(y) {
			case behind:
				return nil
			case here:
				lanes = append(lanes, y)
			}
		}
	}
	return lanes
}

// perform does the operation that the lanes wait at; they go on after it.
func (r *run) perform(lanes []*inv) {
	v := lanes[0]
	pc := v.pc
	for _, y := range lanes {
		y.state = running
		y.pc = pc + 1
		r.push(y)
	}
	v.fn.meet[pc](lanes)
}

func (r *run) convergeAll() bool {
	done := false
	for _, g := range r.groups {
		for _, w := range g.waves {
			if w.wait > 0 && r.converge(w) {
				done = true
			}
		}
	}
	return done
}

// convergent emits an operation of all lanes that take part.
func (c *comp) convergent(f func(lanes []*inv)) {
	if c.f.meet == nil {
		c.f.meet = map[int]func([]*inv){}
	}
	c.f.meet[c.here()] = f
	c.emit(func(v *inv) { v.block(atWave) })
}
