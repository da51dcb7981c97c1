package check

import (
	"slc/frontend/source"
	"slc/sema/typed"
)

// flow analyses the control flow of one function.
type flow struct {
	u    *uniformity
	fn   *typed.Func
	sum  *summary
	size [3]int // of the workgroup, zero in functions that are no entry points

	vars    map[*typed.Var]taint
	exits   map[*typed.Loop]taint // what removes invocations from a loop before a later turn
	changed bool
	report  bool // last round

	cond    taint    // of the conditions around the statement
	regions []region // loops and switches around it
	left    taint    // returns before it
}

// region is a loop or switch with the taint of what has left its rest.
type region struct {
	stmt typed.Stmt
	gone taint
}

// param gives a parameter its symbolic taint; bit i stands for it. Functions
// have fewer than 64 parameters that matter: later ones count as varying.
func (fn *flow) param(p *typed.Var, i int) {
	switch {
	case p.Kind != typed.Param:
	case i >= 64:
		fn.vars[p] = taint{maybe: perLane, maybeWhy: &reason{span: p.Span, text: "a parameter"}}
	default:
		fn.vars[p] = taint{deps: 1 << i}
	}
}

func (fn *flow) run() {
	fn.cond, fn.left, fn.regions = taint{}, taint{}, fn.regions[:0]
	fn.block(fn.fn.Body)
}

// control is the taint of reaching the current statement.
func (fn *flow) control() taint {
	t := joined(fn.cond, fn.left)
	for i := range fn.regions {
		t.join(fn.regions[i].gone)
	}
	return t
}

func (fn *flow) block(b *typed.Block) {
	if b != nil {
		for _, s := range b.List {
			fn.stmt(s)
		}
	}
}

func (fn *flow) stmt(s typed.Stmt) {
	switch s := s.(type) {
	case *typed.Block:
		fn.block(s)
	case *typed.Decl:
		if s.Init != nil {
			fn.set(s.Var, fn.value(s.Init), s.Init.Span())
		}
	case *typed.ExprStmt:
		fn.value(s.X)
	case *typed.If:
		fn.under(fn.condition(s.Cond), func() { fn.block(s.Then); fn.block(s.Else) })
	case *typed.Loop:
		fn.loop(s)
	case *typed.Switch:
		fn.under(fn.condition(s.X), func() {
			fn.regions = append(fn.regions, region{stmt: s})
			for _, c := range s.Cases {
				fn.block(c.Body)
			}
			fn.regions = fn.regions[:len(fn.regions)-1]
		})
	case *typed.Break:
		fn.leave(s.Target, false)
	case *typed.Continue:
		fn.leave(nil, true)
	case *typed.Return:
		fn.ret(s)
	}
}

// under runs body inside a condition of taint t.
func (fn *flow) under(t taint, body func()) {
	saved := fn.cond
	fn.cond.join(t)
	body()
	fn.cond = saved
}

// condition evaluates the condition of a statement.
func (fn *flow) condition(e typed.Expr) taint {
	if e == nil {
		return taint{}
	}
	return fn.value(e).because(e.Span(), "this condition is not the same for all invocations")
}

// loop runs the parts of a loop. In its second turn all that has left before is
// gone, so the body starts with what earlier rounds found.
func (fn *flow) loop(l *typed.Loop) {
	for _, s := range l.Init {
		fn.stmt(s)
	}
	saved := fn.cond
	gone := fn.exits[l]
	fn.regions = append(fn.regions, region{stmt: l, gone: gone})
	fn.cond.join(fn.condition(l.Cond))
	fn.block(l.Body)
	if l.Step != nil {
		fn.value(l.Step)
	}
	top := len(fn.regions) - 1
	fn.regions = fn.regions[:top]
	fn.cond = saved
}

// leave records that the invocations that come here leave their loop or switch.
func (fn *flow) leave(target typed.Stmt, isContinue bool) {
	t := fn.control()
	if t.none() {
		return
	}
	for i := len(fn.regions) - 1; i >= 0; i-- {
		r := &fn.regions[i]
		l, isLoop := r.stmt.(*typed.Loop)
		r.gone.join(t)
		if target == r.stmt || target == nil && (isLoop || !isContinue) {
			if isLoop && !isContinue {
				fn.exit(l, t)
			}
			return
		}
		if isLoop {
			fn.exit(l, t)
		}
	}
}

// exit adds t to what leaves l before a later turn.
func (fn *flow) exit(l *typed.Loop, t taint) {
	known := fn.exits[l]
	if known.join(t) {
		fn.exits[l] = known
		fn.changed = true
	}
}

// ret records a return: the invocations that take it miss what follows. That is
// a possible divergence only, as the language's rule has it.
func (fn *flow) ret(s *typed.Return) {
	control := fn.control()
	if s.X != nil {
		fn.changed = fn.sum.result.join(joined(fn.value(s.X), control)) || fn.changed
	}
	if control.none() {
		return
	}
	t := control.softened().because(s.Span(), "this return leaves the other invocations alone")
	fn.left.join(t)
	for i := range fn.regions {
		if l, ok := fn.regions[i].stmt.(*typed.Loop); ok {
			fn.exit(l, t)
		}
	}
}

// set records that t is assigned to v at span.
func (fn *flow) set(v *typed.Var, t taint, span source.Span) {
	if v == nil || t.none() {
		return
	}
	if v.Kind == typed.Static {
		fn.setStatic(v, t, span)
		return
	}
	if now, changed := raised(fn.vars[v], t, v, span); changed {
		fn.vars[v] = now
		fn.changed = true
	}
}

// setStatic is set for static variables, which outlive the function: what
// depends on its parameters is left to the callers.
func (fn *flow) setStatic(v *typed.Var, t taint, span source.Span) {
	fn.sum.setStatic(v, taint{deps: t.deps, maybeDeps: t.maybeDeps})
	t.deps, t.maybeDeps = 0, 0
	if now, changed := raised(fn.u.statics[v], t, v, span); changed {
		fn.u.statics[v] = now
		fn.changed, fn.u.changed = true, true
	}
}

// raised joins t into old, the taint of v, with "'v' gets a value here" in front
// of the reasons that t brings.
func raised(old, t taint, v *typed.Var, span source.Span) (now taint, changed bool) {
	now = old
	changed = now.join(t)
	now.why, now.maybeWhy = old.why, old.maybeWhy
	text := "'" + v.Name + "' gets a value here that differs between invocations"
	if now.certain > old.certain {
		now.why = &reason{span, text, t.why}
	}
	if now.maybe > old.maybe {
		now.maybeWhy = &reason{span, text, t.maybeWhy}
	}
	return now, changed
}
