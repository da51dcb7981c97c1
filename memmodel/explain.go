package memmodel

import (
	"fmt"
	"slices"
	"strings"
)

// change is one way of making an event stronger.
type change struct {
	event int
	apply func(e *Event)
	lacks string // what the event is or does not do
	would string // what would order others with it
	order int    // +1: those before it, -1: those after it, 0: both
}

// changes lists the ways of strengthening the events of a program, the least first:
// what a programmer or a compiler may have left out.
func (p *Program) changes() []change {
	var classes Class
	for i := range p.Events {
		classes |= p.Events[i].Class
	}
	var out []change
	for i := range p.Events {
		e := &p.Events[i]
		add := func(lacks, would string, order int, apply func(e *Event)) {
			out = append(out, change{i, apply, lacks, would, order})
		}
		releases, acquires := e.is(Atomic|Write) || e.is(Fence), e.is(Atomic|Read) || e.is(Fence)
		if releases && (!e.is(Release|MakeAvailable) || e.Semantics != classes) {
			add(missing(e, Release, MakeAvailable, "Release"), e.remedy("Release", classes), 1, func(e *Event) {
				e.Flags |= Release | MakeAvailable
				e.Semantics = classes
			})
		}
		if acquires && (!e.is(Acquire|MakeVisible) || e.Semantics != classes) {
			add(missing(e, Acquire, MakeVisible, "Acquire"), e.remedy("Acquire", classes), -1, func(e *Event) {
				e.Flags |= Acquire | MakeVisible
				e.Semantics = classes
			})
		}
		if e.is(ControlBarrier) && !e.is(Fence) {
			add("orders no memory", "one that covers "+classes.names(), 0, func(e *Event) {
				e.Flags |= Fence | Acquire | Release | MakeAvailable | MakeVisible
				e.Semantics, e.Scope = classes, max(e.Scope, e.Execution)
			})
		}
		if e.Scope != ScopeNone && e.Scope < Device {
			add("reaches its "+e.Scope.name()+" only", "device scope", 0, func(e *Event) { e.Scope = Device })
		}
		if e.Flags&(Read|Write) != 0 && !e.is(NonPrivate) {
			add("is private", "a NonPrivate access", 0, func(e *Event) { e.Flags |= NonPrivate })
		}
	}
	return out
}

// missing says what an event lacks of an order, and what would do.
func missing(e *Event, order, domain Flag, name string) string {
	switch {
	case !e.is(order) && e.Flags&(Acquire|Release) == 0:
		return "is Relaxed"
	case !e.is(order):
		return "is no " + name
	case !e.is(domain):
		return "has no availability or visibility operation"
	}
	return "covers " + e.Semantics.names() + " only"
}

// remedy is what an event would have to be.
func (e *Event) remedy(order string, classes Class) string {
	if e.is(Fence) {
		return "one that covers " + classes.names()
	}
	return order
}

// names are the kinds of memory in words, as the barriers of the language know them.
func (c Class) names() string {
	var out []string
	for i, name := range [...]string{"buffers", "groupshared memory", "images"} {
		if c>>i&1 != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, " and ")
}

// name is the scope in words.
func (s Scope) name() string {
	return [...]string{"invocation", "wave", "workgroup", "queue family", "device"}[s]
}

// maxPairs is the number of pairs of changes that are tried.
const maxPairs = 2000

// Missing says what would order the two events of a race in this execution, with the
// same values read: one change of an event, or else two. It is empty if nothing is known to.
func (x *Execution) Missing(a, b int) string {
	if out := x.stronger(a, b); out != "" {
		return out
	}
	if ea, eb := &x.s.p.Events[a], &x.s.p.Events[b]; ea.Ref != eb.Ref {
		return "the two accesses go through different references (a descriptor and an address, or variables that are not Aliased): nothing within a dispatch makes what one writes visible to the other"
	}
	return ""
}

// stronger looks for changes of events that order two events.
func (x *Execution) stronger(a, b int) string {
	all := x.s.p.changes()
	for _, c := range all {
		if x.orderedBy(a, b, c) {
			return x.advice(a, b, c)
		}
	}
	tries := 0
	for i, c := range all {
		for _, d := range all[i+1:] {
			if tries++; tries > maxPairs {
				return ""
			}
			if d.event != c.event && x.orderedBy(a, b, c, d) {
				return x.advice(a, b, c) + "; and " + x.advice(a, b, d)
			}
		}
	}
	return ""
}

// advice puts a change into words: the atomic store to flag[0] at line 12 is Relaxed; Release would
// order the store to data[0] at line 11 before it.
func (x *Execution) advice(a, b int, c change) string {
	out := fmt.Sprintf("the %s %s; %s would order ", x.named(c.event), c.lacks, c.would)
	for _, i := range []int{a, b} {
		for j := range x.s.p.Events {
			if j != c.event && (x.s.p.Events[j].Word != x.s.p.Events[c.event].Word || x.s.p.Events[j].Word == 0) {
				continue
			}
			switch {
			case c.order >= 0 && x.s.po.Has(i, j):
				return out + "the " + x.named(i) + " before it"
			case c.order <= 0 && x.s.po.Has(j, i):
				return out + "the " + x.named(i) + " after it"
			}
		}
	}
	return out + "the accesses"
}

// named is an event as advice names it.
func (x *Execution) named(i int) string {
	e := &x.s.p.Events[i]
	what := "barrier"
	if e.Flags&(Read|Write) != 0 {
		what = map[bool]string{true: "atomic ", false: ""}[e.is(Atomic)]
		ref := x.s.p.Refs[e.Ref]
		switch {
		case e.is(Read | Write):
			what += "read-modify-write of " + ref
		case e.is(Read):
			what += "load of " + ref
		default:
			what += "store to " + ref
		}
	}
	return what + line(e.Source)
}

// orderedBy says whether a and b no longer race once the changes are made.
func (x *Execution) orderedBy(a, b int, changes ...change) bool {
	p := *x.s.p
	p.Events = slices.Clone(p.Events)
	for _, c := range changes {
		// What is changed in the source is changed for all invocations.
		changed := &x.s.p.Events[c.event]
		for i := range p.Events {
			if e := &x.s.p.Events[i]; i == c.event || e.Word == changed.Word && e.Word != 0 && e.Flags == changed.Flags {
				c.apply(&p.Events[i])
			}
		}
	}
	s, err := newStatic(&p, !x.s.chains)
	if err != nil {
		return false // such as barriers that would no longer be one instance
	}
	strong := &Execution{s: s, ReadsFrom: x.ReadsFrom, Initial: x.Initial, Modification: x.Modification}
	return !strong.DataRace().Has(a, b)
}

// side describes an event with its thread and line.
func (x *Execution) side(i int) string {
	e := &x.s.p.Events[i]
	out := fmt.Sprintf("%s: %s", x.s.p.threadName(x.s.thread[i]), e.Text)
	if e.Source.Line > 0 {
		out = fmt.Sprintf("line %d, %s", e.Source.Line, out)
	}
	return strings.TrimSpace(out)
}
