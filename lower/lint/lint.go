// Package lint looks in a lowered program for what is legal and does what it says, but is slow,
// not portable, or waits for something that may never come. A lint is a row of the table; it
// reads the module and reports, and changes nothing.
//
// A lint says nothing where the analysis is not sure: a wrong remark costs more than a missing one.
package lint

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower"
	"slc/lower/ir"
)

// Lint is one row of the table. The code has the name, the number and the documentation.
type Lint struct {
	Code *diag.Code
	// PerTarget: what it finds differs between the targets; the others are run on the module of
	// one of them.
	PerTarget bool
	run       func(*context)
}

// lints is the table. A function, so that nothing is built unless a lint is asked for.
func lints() []Lint {
	return []Lint{
		{Code: diag.UniformAtomic, run: uniformAtomics},
		{Code: diag.WaveLock, run: spins}, // before UnboundedSpin, which leaves out what it reports
		{Code: diag.UnboundedSpin, run: spins},
		{Code: diag.IdleBarrier, run: barriers}, // with WideBarrier: a barrier is one or the other
		{Code: diag.WideBarrier, run: barriers},
		{Code: diag.NotCoherent, run: coherence},
		{Code: diag.EmulatedOrder, PerTarget: true, run: emulatedOrders},
	}
}

// context is what a lint sees.
type context struct {
	m     *ir.Module
	caps  *lower.TargetCaps
	diags *diag.List
	code  *diag.Code // of the lint that runs
	whole func(source.Span) bool
}

// Wanted reports whether the options ask for any lint of the kind.
func Wanted(diags *diag.List, perTarget bool) bool {
	for _, l := range lints() {
		if l.PerTarget == perTarget && diags.Wants(l.Code) {
			return true
		}
	}
	return false
}

// Run runs the lints of one kind that the options ask for. whole reports whether the program is all that the text at a place
// is ever part of: an edit that other programs would see as well is not proposed.
func Run(m *ir.Module, caps *lower.TargetCaps, perTarget bool, diags *diag.List, whole func(source.Span) bool) {
	for _, l := range lints() {
		if l.PerTarget == perTarget && diags.Wants(l.Code) {
			l.run(&context{m: m, caps: caps, diags: diags, code: l.Code, whole: whole})
		}
	}
}

// alone reports whether the workgroups of an entry point are of one invocation.
func alone(e *ir.Entry) bool { return oneIn(e, 0) && oneIn(e, 1) && oneIn(e, 2) }

// oneIn reports whether workgroups have one invocation along an axis, whatever specialization
// constants are.
func oneIn(e *ir.Entry, axis int) bool { return e.NumThreads[axis] == 1 && e.Sizes[axis] == nil }

// nameOf is the source's name of what an address is an address in.
func nameOf(v ir.Value) string {
	switch r := ir.Root(v).(type) {
	case *ir.View:
		return r.Resource.Name
	case *ir.Var:
		return r.Name
	}
	return "memory"
}

// object is the memory object of an address: a resource, a groupshared or static variable; nil for
// locals and pointers.
func object(v ir.Value) any {
	switch r := ir.Root(v).(type) {
	case *ir.View:
		return r.Resource
	case *ir.Var:
		return r
	}
	return nil
}
