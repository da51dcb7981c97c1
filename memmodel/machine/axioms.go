package machine

import "slc/memmodel"

// matrix is a relation over events.
type matrix [][]bool

func newMatrix(n int) matrix {
	m := make(matrix, n)
	cells := make([]bool, n*n)
	for i := range m {
		m[i] = cells[i*n : (i+1)*n]
	}
	return m
}

func (m matrix) add(pairs [][2]int) matrix {
	for _, p := range pairs {
		m[p[0]][p[1]] = true
	}
	return m
}

// plus makes m its transitive closure.
func (m matrix) plus() matrix {
	for k := range m {
		for a := range m {
			if m[a][k] {
				for b := range m {
					m[a][b] = m[a][b] || m[k][b]
				}
			}
		}
	}
	return m
}

// then is the composition.
func (m matrix) then(o matrix) matrix {
	out := newMatrix(len(m))
	for a := range m {
		for k := range m {
			if m[a][k] {
				for b := range m {
					out[a][b] = out[a][b] || o[k][b]
				}
			}
		}
	}
	return out
}

// or is the union, in place.
func (m matrix) or(o matrix) matrix {
	for a := range m {
		for b := range m {
			m[a][b] = m[a][b] || o[a][b]
		}
	}
	return m
}

// reflexive adds the identity.
func (m matrix) reflexive() matrix {
	out := newMatrix(len(m)).or(m)
	for i := range out {
		out[i][i] = true
	}
	return out
}

// programOrder is the order of each thread.
func programOrder(p *memmodel.Program) matrix {
	m := newMatrix(len(p.Events))
	for _, t := range p.Threads {
		for i, a := range t.Events {
			for _, b := range t.Events[i+1:] {
				m[a][b] = true
			}
		}
	}
	return m
}

// ordered says whether there is a total order of the seq_cst operations and fences: partial
// SC order as in RC11 and C++20 ([atomics.order]), psc = psc_base ∪ psc_F, between those
// that are in scope of each other, has no cycle.
func (p *program) ordered(x *memmodel.Execution) bool {
	if len(p.seqCst) == 0 {
		return true
	}
	n := len(p.Events)
	po := programOrder(p.Program)
	hb := newMatrix(n).or(po).add(x.SynchronizesWith().Pairs()).plus()
	direct := newMatrix(n).add(x.ReadsFrom.Pairs()).add(x.Modification.Pairs()).add(x.FromRead().Pairs())
	eco := newMatrix(n).or(direct).plus()
	psc := p.base(po, hb, direct)
	between := newMatrix(n).or(hb).or(hb.then(eco).then(hb))
	for a := range p.seqCst {
		for b := range p.seqCst {
			if p.fence(a) && p.fence(b) && between[a][b] {
				psc[a][b] = true
			}
		}
	}
	for a := range p.Events {
		for b := range p.Events {
			psc[a][b] = psc[a][b] && a != b && p.inScope(a, b) || psc[a][b] && a == b
		}
	}
	psc.plus()
	for i := range psc {
		if psc[i][i] {
			return false
		}
	}
	return true
}

// base is psc_base: ([E] ∪ [F];hb?) ; scb ; ([E] ∪ hb?;[F]), scb = po ∪ po≠loc;hb;po≠loc ∪
// hb on one location ∪ modification order ∪ from-read.
func (p *program) base(po, hb, direct matrix) matrix {
	n := len(p.Events)
	elsewhere, scb := newMatrix(n), newMatrix(n).or(po)
	for a := range p.Events {
		for b := range p.Events {
			same := p.sameLocation(a, b)
			elsewhere[a][b] = po[a][b] && !same
			scb[a][b] = scb[a][b] || same && (hb[a][b] || direct[a][b])
		}
	}
	scb.or(elsewhere.then(hb).then(elsewhere))
	maybe := hb.reflexive()
	from, to := newMatrix(n), newMatrix(n)
	for e := range p.seqCst {
		from[e][e], to[e][e] = true, true
		if p.fence(e) {
			for i := range p.Events {
				from[e][i] = from[e][i] || maybe[e][i]
				to[i][e] = to[i][e] || maybe[i][e]
			}
		}
	}
	return from.then(scb).then(to)
}

func (p *program) fence(e int) bool { return p.Events[e].Flags&memmodel.Fence != 0 }

func (p *program) sameLocation(a, b int) bool {
	const access = memmodel.Read | memmodel.Write
	x, y := &p.Events[a], &p.Events[b]
	return x.Flags&access != 0 && y.Flags&access != 0 && x.Loc == y.Loc
}

// inScope says whether two seq_cst events are in scope of each other.
func (p *program) inScope(a, b int) bool {
	x, y := p.Threads[p.thread[a]], p.Threads[p.thread[b]]
	switch min(p.Events[a].Scope, p.Events[b].Scope) {
	case memmodel.Subgroup:
		return x.Sub == y.Sub
	case memmodel.Workgroup:
		return x.Group == y.Group
	}
	return true
}
