package golden

import (
	"slices"
	"strings"
)

// side is the memory operations of one text. Operation i is paired with operation to[i] of the other text (-1: none).
type side struct {
	ops   []memoryOp
	to    []int
	owner []int // of fences that stand beside an operation: the one that they are described with, else -1
	// spare fences came or went where another one does as much for their owner.
	spare []bool
	eff   []memoryOp // with what the fences add
}

func newSide(ops []memoryOp) *side {
	s := &side{ops: ops, to: make([]int, len(ops)), owner: make([]int, len(ops)), spare: make([]bool, len(ops))}
	for i := range ops {
		s.to[i], s.owner[i] = -1, -1
	}
	return s
}

// pairing is which operations of two texts stand for each other.
type pairing struct {
	was, now *side
	loose    []bool // by operation of was: its pair was found out of order
}

func (p *pairing) pair(i, j int) { p.was.to[i], p.now.to[j] = j, i }

// pairMemory pairs in steps, from the sure to the likely: what is in order, then what moved, then the fences of
// HLSL and MSL by the operations that they stand beside.
func pairMemory(was, now []memoryOp, rows []Row) *pairing {
	p := &pairing{was: newSide(was), now: newSide(now), loose: make([]bool, len(was))}
	matched := matchedLines(rows)
	p.inOrder(matched)
	p.moved()
	p.fences(matched)
	p.own()
	return p
}

func matchedLines(rows []Row) map[int]int {
	matched := map[int]int{}
	for _, r := range rows {
		if r.WasNo > 0 && r.NowNo > 0 {
			matched[r.WasNo-1] = r.NowNo - 1
		}
	}
	return matched
}

// inOrder aligns the two lists: first what stands in matched lines, then what is the same operation on the same
// object, then what may have become another: an operation of the same direction on the object, another atomic, a
// plain access; last what does the same elsewhere in the object.
func (p *pairing) inOrder(matched map[int]int) {
	was, now := p.was.unpaired(bound), p.now.unpaired(bound)
	a := func(i *int) *memoryOp { return &p.was.ops[*i] }
	b := func(j *int) *memoryOp { return &p.now.ops[*j] }
	onObject := func(i, j *int) bool { return a(i).fn == b(j).fn && a(i).object == b(j).object }
	for _, q := range alignBy(was, now, []func(i, j *int) bool{
		func(i, j *int) bool {
			line, ok := matched[a(i).line]
			return ok && line == b(j).line && a(i).dir == b(j).dir && a(i).object == b(j).object
		},
		func(i, j *int) bool { return onObject(i, j) && a(i).name == b(j).name && a(i).dir == b(j).dir },
		func(i, j *int) bool { return onObject(i, j) && a(i).dir == b(j).dir },
		func(i, j *int) bool {
			return onObject(i, j) && a(i).atomic && b(j).atomic && a(i).dir != reads && b(j).dir != reads // not the load before an emulated operation
		},
		func(i, j *int) bool { return onObject(i, j) && a(i).atomic && b(j).atomic },
		func(i, j *int) bool { return onObject(i, j) && a(i).atomic != b(j).atomic },
		func(i, j *int) bool {
			return a(i).dir == b(j).dir && a(i).name == b(j).name && a(i).fn == b(j).fn && root(a(i).object) == root(b(j).object)
		},
	}) {
		if q.was >= 0 && q.now >= 0 {
			p.pair(was[q.was], now[q.now])
		}
	}
}

// bound holds for what has a place of its own, unlike a fence that may stand beside an operation.
func bound(op *memoryOp) bool { return !op.free }

func freeFence(op *memoryOp) bool { return op.free }

// unpaired lists the operations without a partner that are of a kind.
func (s *side) unpaired(kind func(*memoryOp) bool) []int {
	var out []int
	for i := range s.ops {
		if s.to[i] < 0 && kind(&s.ops[i]) {
			out = append(out, i)
		}
	}
	return out
}

// identity is what an operation that only moved keeps.
type identity struct {
	fn, name, object string
	dir              direction
	order            order
	scope            scope
	traits           traits
}

// moved pairs what is left by what it is: within its function, or, as a helper that was inlined or taken out leaves it, in another one.
func (p *pairing) moved() {
	for _, key := range [...]func(op *memoryOp) identity{
		func(op *memoryOp) identity { return identity{fn: op.fn, name: op.name, object: op.object, dir: op.dir} },
		func(op *memoryOp) identity {
			return identity{"", op.name, op.object, op.dir, op.order, op.scope, op.traits}
		},
		func(op *memoryOp) identity {
			return identity{"", op.name, root(op.object), op.dir, op.order, op.scope, op.traits}
		},
	} {
		places := map[identity][]int{}
		for _, j := range p.now.unpaired(bound) {
			if op := &p.now.ops[j]; op.dir != declares {
				places[key(op)] = append(places[key(op)], j)
			}
		}
		for _, i := range p.was.unpaired(bound) {
			op := &p.was.ops[i]
			k := key(op)
			if list := places[k]; len(list) > 0 && (k.fn != "" || p.now.ops[list[0]].fn != op.fn) {
				p.pair(i, list[0])
				p.loose[i] = true
				places[k] = list[1:]
			}
		}
	}
}

// fences pairs the fences of HLSL and MSL: those between the same operations, then those before and then those behind the same
// one, then those left in matched lines or in the same order.
func (p *pairing) fences(matched map[int]int) {
	before := func(f, g *memoryOp) bool { return f.before >= 0 && p.was.to[f.before] == g.before }
	behind := func(f, g *memoryOp) bool { return f.behind >= 0 && p.was.to[f.behind] == g.behind }
	for _, anchored := range [...]func(f, g *memoryOp) bool{
		func(f, g *memoryOp) bool { return before(f, g) && behind(f, g) },
		before,
		behind,
	} {
		at := map[int][]int{} // fences of now by the operations that they stand beside
		for _, j := range p.now.unpaired(freeFence) {
			g := &p.now.ops[j]
			for _, x := range [...]int{g.before, g.behind} {
				at[x] = append(at[x], j)
			}
		}
		for _, i := range p.was.unpaired(freeFence) {
			p.anchor(i, at, anchored)
		}
	}
	apart := func(i, j int) bool { // one of them stands beside nothing: the other does not contradict it
		f, g := &p.was.ops[i], &p.now.ops[j]
		return f.behind < 0 && f.before < 0 || g.behind < 0 && g.before < 0
	}
	was, now := p.was.unpaired(freeFence), p.now.unpaired(freeFence)
	for _, q := range alignBy(was, now, []func(i, j *int) bool{
		func(i, j *int) bool {
			line, ok := matched[p.was.ops[*i].line]
			return ok && line == p.now.ops[*j].line && apart(*i, *j)
		},
		func(i, j *int) bool {
			f, g := &p.was.ops[*i], &p.now.ops[*j]
			return f.fn == g.fn && f.traits == g.traits && apart(*i, *j)
		},
	}) {
		if q.was >= 0 && q.now >= 0 {
			p.pair(was[q.was], now[q.now])
			p.loose[was[q.was]] = true
		}
	}
}

// anchor pairs fence i of was with a fence beside the operation that it stands beside.
func (p *pairing) anchor(i int, at map[int][]int, anchored func(f, g *memoryOp) bool) {
	f := &p.was.ops[i]
	for _, x := range [...]int{f.before, f.behind} {
		if x < 0 || p.was.to[x] < 0 {
			continue
		}
		for _, j := range at[p.was.to[x]] {
			if p.now.to[j] < 0 && anchored(f, &p.now.ops[j]) {
				p.pair(i, j)
				p.loose[i] = p.loose[x]
				return
			}
		}
	}
}

// own says which operation each fence is described with: for a pair of fences the only one that both
// stand beside; for a fence that came or went the operation that did so with it, else the only one there is.
func (p *pairing) own() {
	for i := range p.was.ops {
		f, j := &p.was.ops[i], p.was.to[i]
		if !f.free {
			continue
		}
		if j < 0 {
			p.was.owner[i] = p.was.alone(f)
			continue
		}
		g := &p.now.ops[j]
		before := f.before >= 0 && p.was.to[f.before] == g.before
		behind := f.behind >= 0 && p.was.to[f.behind] == g.behind
		switch {
		case before && !behind:
			p.was.owner[i], p.now.owner[j] = f.before, g.before
		case behind && !before:
			p.was.owner[i], p.now.owner[j] = f.behind, g.behind
		}
	}
	for j := range p.now.ops {
		if g := &p.now.ops[j]; g.free && p.now.to[j] < 0 {
			p.now.owner[j] = p.now.alone(g)
		}
	}
	p.was.findSpare(p.now)
	p.now.findSpare(p.was)
	p.was.promise()
	p.now.promise()
}

// alone is the owner of a fence that has no partner.
func (s *side) alone(f *memoryOp) int {
	switch {
	case f.behind < 0 || f.before < 0:
		return max(f.behind, f.before)
	case s.to[f.before] < 0:
		return f.before
	case s.to[f.behind] < 0:
		return f.behind
	}
	return -1
}

// findSpare marks the fences without a partner that the other text has another one for.
func (s *side) findSpare(other *side) {
	for k, x := range s.owner {
		if x >= 0 && s.to[k] < 0 && s.to[x] >= 0 {
			s.spare[k] = other.fenced(&s.ops[k], x, s.to[x])
		}
	}
}

// fenced reports whether operation y stands beside a fence that does for it what f, of the other text, does for x.
func (s *side) fenced(f *memoryOp, x, y int) bool {
	does := func(n int) bool { return f.traits&^s.ops[n].traits == 0 && s.owner[n] != y }
	for n := y - 1; f.before == x && n >= 0 && s.ops[n].free; n-- {
		if s.ops[n].before == y && does(n) {
			return true
		}
	}
	for n := y + 1; f.behind == x && n < len(s.ops) && s.ops[n].free; n++ {
		if s.ops[n].behind == y && does(n) {
			return true
		}
	}
	return false
}

// promise works out what each operation promises with its fences.
func (s *side) promise() {
	s.eff = slices.Clone(s.ops)
	for k, x := range s.owner {
		if x < 0 || s.spare[k] {
			continue
		}
		f, op := &s.ops[k], &s.eff[x]
		op.traits |= f.traits
		op.beside = append(slices.Clone(op.beside), f.line)
		switch {
		case op.dir == barriers:
			op.scope = max(op.scope, f.scope)
		case x == f.before:
			op.order |= releases
		default:
			op.order |= acquires
		}
	}
}

// fenceTitle names a fence by where it stands.
func (s *side) fenceTitle(k int) string {
	f := &s.ops[k]
	var at []string
	if f.behind >= 0 {
		at = append(at, "behind "+s.ops[f.behind].title())
	}
	if f.before >= 0 {
		at = append(at, "before "+s.ops[f.before].title())
	}
	return strings.TrimRight(f.title()+" "+strings.Join(at, " and "), " ")
}
