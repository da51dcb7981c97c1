package check

import (
	"slc/frontend/diag"
	"slc/frontend/source"
)

// level says over which invocations a value may differ.
type level uint8

const (
	uniform level = iota // the same in the workgroup
	perWave              // the same in a wave
	perLane              // an invocation's own
)

// taint says how far a value is from uniform, and why. What is certain (it
// comes from a system value or a wave query) is apart from what only may be (it
// was loaded from memory, or left over by a return): barriers report the first
// as an error and the second as a warning.
type taint struct {
	certain, maybe level
	why, maybeWhy  *reason
	// deps and maybeDeps are the parameters of the function whose differences
	// become certain, or possible, differences of the value.
	deps, maybeDeps uint64
}

// reason is a step of the explanation of a taint: the value differs at span
// because of from.
type reason struct {
	span source.Span
	text string
	from *reason
}

// length is the number of steps, of which a short chain explains best.
func (r *reason) length() (n int) {
	for ; r != nil && n < maxReasons; r = r.from {
		n++
	}
	return n
}

// maxReasons is the number of steps that are shown.
const maxReasons = 8

// none reports whether the value is uniform whatever the parameters are.
func (t *taint) none() bool {
	return t.certain == uniform && t.maybe == uniform && t.deps == 0 && t.maybeDeps == 0
}

// join adds u to t and reports whether t changed. Of two reasons for the same
// level the shorter stays.
func (t *taint) join(u taint) (changed bool) {
	if u.certain == t.certain && u.why.length() < t.why.length() {
		t.why = u.why
	}
	if u.maybe == t.maybe && u.maybeWhy.length() < t.maybeWhy.length() {
		t.maybeWhy = u.maybeWhy
	}
	if u.certain > t.certain {
		t.certain, t.why, changed = u.certain, u.why, true
	}
	if u.maybe > t.maybe {
		t.maybe, t.maybeWhy, changed = u.maybe, u.maybeWhy, true
	}
	if (t.deps|u.deps) != t.deps || (t.maybeDeps|u.maybeDeps) != t.maybeDeps {
		t.deps |= u.deps
		t.maybeDeps |= u.maybeDeps
		changed = true
	}
	return changed
}

func joined(ts ...taint) (t taint) {
	for _, u := range ts {
		t.join(u)
	}
	return t
}

// softened turns what is certain into what may be.
func (t taint) softened() taint {
	if t.certain > t.maybe {
		t.maybe, t.maybeWhy = t.certain, t.why
	}
	t.maybeDeps |= t.deps
	t.certain, t.why, t.deps = uniform, nil, 0
	return t
}

// because puts a step in front of the reasons of t.
func (t taint) because(span source.Span, text string) taint {
	if t.certain != uniform {
		t.why = &reason{span, text, t.why}
	}
	if t.maybe != uniform {
		t.maybeWhy = &reason{span, text, t.maybeWhy}
	}
	return t
}

// applied replaces the parameters in t by the taints of the arguments.
func (t taint) applied(args []taint) taint {
	out := t
	out.deps, out.maybeDeps = 0, 0
	for i, a := range args[:min(len(args), 64)] {
		if t.deps&(1<<i) != 0 {
			out.join(a)
		}
		if t.maybeDeps&(1<<i) != 0 {
			out.join(a.softened())
		}
	}
	return out
}

// explain adds the chain of reasons to d, a note a step.
func explain(d *diag.Diagnostic, r *reason) {
	for n := 0; r != nil && n < maxReasons; r, n = r.from, n+1 {
		d.Note(r.span, "%s", r.text)
	}
}
