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
	text  string
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
		add := func(text string, apply func(e *Event)) { out = append(out, change{i, apply, text}) }
		releases, acquires := e.is(Atomic|Write) || e.is(Fence), e.is(Atomic|Read) || e.is(Fence)
		if releases && (!e.is(Release|MakeAvailable) || e.Semantics != classes) {
			add(missing(e, Release, MakeAvailable, "release"), func(e *Event) {
				e.Flags |= Release | MakeAvailable
				e.Semantics = classes
			})
		}
		if acquires && (!e.is(Acquire|MakeVisible) || e.Semantics != classes) {
			add(missing(e, Acquire, MakeVisible, "acquire"), func(e *Event) {
				e.Flags |= Acquire | MakeVisible
				e.Semantics = classes
			})
		}
		if e.Scope != ScopeNone && e.Scope < Device {
			add("reaches its "+e.Scope.name()+" only; the device scope", func(e *Event) { e.Scope = Device })
		}
		if e.Flags&(Read|Write) != 0 && !e.is(NonPrivate) {
			add("is private; a NonPrivate access", func(e *Event) { e.Flags |= NonPrivate })
		}
	}
	return out
}

// missing says what an event lacks of an order, and what would do.
func missing(e *Event, order, domain Flag, name string) string {
	switch {
	case !e.is(order) && e.Flags&(Acquire|Release) == 0:
		return "is relaxed; " + name
	case !e.is(order):
		return "does not " + name + "; " + name
	case !e.is(domain):
		return "has no availability or visibility operation; a full " + name
	}
	return "covers other storage classes; a full " + name
}

// name is the scope in words.
func (s Scope) name() string {
	return [...]string{"invocation", "wave", "workgroup", "queue family", "device"}[s]
}

// Missing says what would order the two events of a race in this execution, with the
// same values read: one change of an event, or else two. It is empty if none does.
func (x *Execution) Missing(a, b int) string {
	all := x.s.p.changes()
	for _, c := range all {
		if x.orderedBy(a, b, c) {
			return x.side(c.event) + " " + c.text + " would order them"
		}
	}
	for i, c := range all {
		for _, d := range all[i+1:] {
			if d.event != c.event && x.orderedBy(a, b, c, d) {
				return x.side(c.event) + " " + c.text + ", and " + x.side(d.event) + " " + d.text + ", would order them"
			}
		}
	}
	return ""
}

// orderedBy says whether a and b no longer race once the changes are made.
func (x *Execution) orderedBy(a, b int, changes ...change) bool {
	p := *x.s.p
	p.Events = slices.Clone(p.Events)
	for _, c := range changes {
		c.apply(&p.Events[c.event])
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
