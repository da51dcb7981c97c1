package memmodel

// Of the combinations of paths most are impossible at once: a path that read a value
// needs another path that writes it. combiner leaves these out before the model is asked.

// fact is that a location comes to hold a value; facts are numbered.
type fact struct {
	key string
	n   int64
}

// facts is a set of numbered facts.
type facts []uint64

func (f facts) add(i int) facts {
	for len(f) <= i/64 {
		f = append(f, 0)
	}
	f[i/64] |= 1 << (i % 64)
	return f
}

// with is the union of f and g, as a new set.
func (f facts) with(g facts) facts {
	out := make(facts, max(len(f), len(g)))
	copy(out, f)
	for i := range g {
		out[i] |= g[i]
	}
	return out
}

// within says whether g contains f.
func (f facts) within(g facts) bool {
	for i := range f {
		if i >= len(g) && f[i] != 0 || i < len(g) && f[i]&^g[i] != 0 {
			return false
		}
	}
	return true
}

// candidate is a path with the facts that it reads, initial values aside, and writes.
type candidate struct {
	path         path
	needs, gives facts
}

type combiner struct {
	v       *verifier
	threads [][]candidate
	later   []facts // what the threads from each on can give at most
}

// combine checks the program of every combination of paths that might fit together.
func (v *verifier) combine() error {
	c := combiner{v: v, later: make([]facts, len(v.paths)+1)}
	numbers := map[fact]int{}
	for _, paths := range v.paths {
		var of []candidate
		for _, p := range paths {
			of = append(of, v.candidate(p, numbers))
		}
		c.threads = append(c.threads, of)
	}
	for t := len(c.threads) - 1; t >= 0; t-- {
		c.later[t] = c.later[t+1]
		for i := range c.threads[t] {
			c.later[t] = c.later[t].with(c.threads[t][i].gives)
		}
	}
	return c.next(nil, nil, nil)
}

func (v *verifier) candidate(p path, numbers map[fact]int) candidate {
	out := candidate{path: p}
	number := func(key string, n int64) int {
		f := fact{key, n}
		if _, ok := numbers[f]; !ok {
			numbers[f] = len(numbers)
		}
		return numbers[f]
	}
	for i := range p {
		op := &p[i]
		if op.is(Read) && uint64(op.Reads.N) != v.domain(op.at).initial {
			out.needs = out.needs.add(number(op.at.key, op.Reads.N))
		}
		if op.is(Write) {
			out.gives = out.gives.add(number(op.at.key, op.Writes.N))
		}
	}
	return out
}

func (c *combiner) next(taken []path, needs, gives facts) error {
	t := len(taken)
	if t == len(c.threads) {
		return c.v.check(taken)
	}
	for i := range c.threads[t] {
		if c.v.seen++; c.v.seen > c.v.l.limit() {
			return ErrLimit
		}
		k := &c.threads[t][i]
		need, give := needs.with(k.needs), gives.with(k.gives)
		if !need.within(give.with(c.later[t+1])) {
			continue
		}
		if err := c.next(append(taken, k.path), need, give); err != nil {
			return err
		}
	}
	return nil
}
