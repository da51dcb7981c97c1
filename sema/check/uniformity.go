package check

import (
	"fmt"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
)

// uniformity checks that all invocations of a workgroup reach its barriers
// together, and all lanes of a wave the barriers of the wave (lowering.md §1,
// "Uniform control flow").
//
// The analysis is flow-insensitive in variables: a variable is as varying as
// anything that is ever assigned to it. Functions are analysed once, with
// symbolic parameters, callees first. Control flow is tracked as a taint: of the
// conditions around a statement, of the breaks and continues that may have
// removed invocations from a loop, and of returns.
func (c *checker) uniformity() {
	if !c.anyBarrier() {
		return
	}
	u := &uniformity{checker: c, statics: map[*typed.Var]taint{}}
	for range 8 { // static variables carry taints between functions: until stable
		u.summaries = map[*typed.Func]*summary{}
		u.reports, u.changed = nil, false
		for _, e := range c.program.Entries {
			if e.Func != nil && e.Func.Body != nil {
				u.entry(e)
			}
		}
		if !u.changed {
			break
		}
	}
	for _, report := range u.reports {
		report()
	}
}

func (c *checker) anyBarrier() bool {
	for _, f := range c.funcs {
		if f.barriers {
			return true
		}
	}
	return false
}

type uniformity struct {
	*checker
	statics   map[*typed.Var]taint
	summaries map[*typed.Func]*summary
	reports   []func()
	changed   bool // a static variable
}

// summary is what callers need to know about a function.
type summary struct {
	result taint
	params []taint // what the function leaves in its out and by-reference parameters, receiver last
	// group and wave are the first barrier of each scope and the joined control
	// flow of all of them, as far as it depends on parameters.
	group, wave barrierUse
	statics     []staticUse // assignments of what depends on parameters
}

type staticUse struct {
	v *typed.Var
	t taint
}

func (s *summary) setStatic(v *typed.Var, t taint) {
	if t.none() {
		return
	}
	for i := range s.statics {
		if s.statics[i].v == v {
			s.statics[i].t.join(t)
			return
		}
	}
	s.statics = append(s.statics, staticUse{v, t})
}

type barrierUse struct {
	name string
	span source.Span
	flow taint
}

// entry analyses an entry point. A workgroup of one invocation diverges nowhere.
func (u *uniformity) entry(e *typed.Entry) {
	size := e.NumThreads
	for i, s := range e.Sizes {
		if s != nil {
			size[i] = 0 // known only when a pipeline is made
		}
	}
	if size[0] == 1 && size[1] == 1 && size[2] == 1 {
		return
	}
	u.analyse(e.Func, size)
}

func (u *uniformity) analyse(f *typed.Func, size [3]int) *summary {
	if s := u.summaries[f]; s != nil {
		return s
	}
	s := &summary{params: make([]taint, len(f.Params)+1)}
	u.summaries[f] = s // recursion, which is an error, ends here
	if f.Body == nil {
		return s
	}
	fn := &flow{u: u, fn: f, sum: s, size: size, vars: map[*typed.Var]taint{}, exits: map[*typed.Loop]taint{}}
	for i, p := range f.Params {
		fn.param(p, i)
	}
	if f.This != nil {
		fn.param(f.This, len(f.Params))
	}
	for range 32 { // taints only grow; copies against the order of the source need a round each
		fn.changed = false
		fn.run()
		if !fn.changed {
			break
		}
	}
	fn.report = true
	fn.run()
	for i, p := range f.Params {
		s.params[i] = fn.vars[p]
	}
	if f.This != nil {
		s.params[len(f.Params)] = fn.vars[f.This]
	}
	return s
}

// reached is called for a barrier of the given scope in control flow ctrl. The
// part of ctrl that depends on parameters is left to the callers.
func (fn *flow) reached(exec builtin.Scope, use barrierUse, ctrl taint, at source.Span, masked bool) {
	if !fn.report {
		return
	}
	mine := &fn.sum.group
	if exec == builtin.ScopeWave {
		mine = &fn.sum.wave
	}
	if masked {
		return
	}
	if mine.name == "" {
		mine.name, mine.span = use.name, use.span
	}
	mine.flow.join(taint{deps: ctrl.deps, maybeDeps: ctrl.maybeDeps})
	if exec == builtin.ScopeWave {
		fn.reportWave(use, ctrl, at)
	} else {
		fn.reportGroup(use, ctrl, at)
	}
}

func (fn *flow) reportGroup(use barrierUse, ctrl taint, at source.Span) {
	switch {
	case ctrl.certain != uniform:
		fn.later(diag.DivergentBarrier, use, at, ctrl.why,
			"is in control flow that differs between the invocations of a workgroup",
			"move the barrier to where all invocations come by, and put only the work around it into the condition")
	case ctrl.maybe != uniform:
		fn.later(diag.MaybeDivergent, use, at, ctrl.maybeWhy,
			"may not be reached by all invocations of a workgroup",
			"make the condition the same for all invocations: keep them all until the last barrier")
	}
}

// reportWave warns of what is certain only: conditions on loaded values are
// often the same in a wave by the design of the algorithm.
func (fn *flow) reportWave(use barrierUse, ctrl taint, at source.Span) {
	if ctrl.certain != perLane {
		return
	}
	fn.later(diag.DivergentWaveBarrier, use, at, ctrl.why,
		"may not be reached by all lanes of the wave together",
		"move it out of the condition, or say with a WaveMask form which lanes take part")
}

// later queues the report of a barrier; at is the barrier or a call that leads to it.
func (fn *flow) later(code *diag.Code, use barrierUse, at source.Span, why *reason, what, help string) {
	diags := fn.u.diags
	fn.u.reports = append(fn.u.reports, func() {
		text := use.name + " " + what
		if at != use.span {
			text = fmt.Sprintf("this call reaches %s, which %s", use.name, what)
		}
		d := diags.Report(code, at, "%s", text)
		if at != use.span {
			d.Note(use.span, "the barrier")
		}
		explain(d, why)
		d.WithHelp("%s", help)
	})
}
