package memmodel

// domain is what is known of a location: what it holds at first, and which values which
// invocations may write to it.
type domain struct {
	initial uint64
	written []written
	ref     string
	mixed   bool // it is accessed through several references
}

type written struct {
	n  uint64
	by Set // invocations, by number
}

// domain is the location's; accesses through another reference are noted.
func (v *verifier) domain(at place) *domain {
	d, ok := v.domains[at.key]
	if !ok {
		d = &domain{initial: v.l.initial(&at), ref: at.ref}
		v.domains[at.key] = d
	}
	if !d.mixed && d.ref != at.ref {
		d.mixed, v.fresh = true, true
	}
	return d
}

// learn notes that an invocation may write n; it says whether that is new.
func (d *domain) learn(n uint64, thread int) bool {
	for i := range d.written {
		if w := &d.written[i]; w.n == n {
			known := w.by.has(thread)
			w.by.add(thread)
			return !known
		}
	}
	d.written = append(d.written, written{n, one(thread)})
	return true
}

// learn adds what the paths write to what reads may return, and says whether any of it
// is new, or was while the paths were found.
func (v *verifier) learn() bool {
	fresh := v.fresh
	v.fresh = false
	for t, paths := range v.paths {
		for _, p := range paths {
			for i := range p {
				if op := &p[i]; op.is(Write) && v.domain(op.at).learn(uint64(op.Writes.N), t) {
					fresh = true
				}
			}
		}
	}
	return fresh
}

// options lists what a read of an invocation may return after the events before it:
// what others write, and of its own writes the last one, or without one the initial
// value. Program order hides its earlier writes from it, and it cannot read its later
// ones: both would be a cycle with location order. That holds of accesses through one
// reference; of others every value is an option.
func (v *verifier) options(at place, thread int, before path) []uint64 {
	d := v.domain(at)
	var out []uint64
	own, wrote := lastWrite(at, before)
	if !wrote || d.mixed {
		out = append(out, d.initial)
	}
	if wrote && (len(out) == 0 || own != d.initial) {
		out = append(out, own)
	}
	for _, w := range d.written {
		taken := w.n == own && wrote || w.n == d.initial && (!wrote || d.mixed)
		if !taken && (d.mixed || !w.by.minus(one(thread)).empty()) {
			out = append(out, w.n)
		}
	}
	return out
}

// lastWrite is what the path last wrote to the location.
func lastWrite(at place, before path) (uint64, bool) {
	for i := len(before) - 1; i >= 0; i-- {
		if op := &before[i]; op.is(Write) && op.at.key == at.key {
			return uint64(op.Writes.N), true
		}
	}
	return 0, false
}
