package pass

import (
	"slc/lower/ir"
)

// forward replaces loads of local variables by the value that was stored last, where that is
// known: in straight-line code and in the regions below it. It never touches
// memory that other invocations see.
func forward(f *ir.Func) bool {
	w := &forwarder{with: map[ir.Value]ir.Value{}, known: map[ir.Value]ir.Value{}}
	w.region(f.Body)
	return w.changed
}

// forwarder knows the values of variables at the point that it has reached. Constructs nest as
// deep as an else-if chain is long, so what a region changes is undone by a log and nothing is
// copied for one.
type forwarder struct {
	with    map[ir.Value]ir.Value // loads and what replaces them
	known   map[ir.Value]ir.Value // variables and their values here
	log     []change              // what undoes changes of known, in their order
	changed bool
}

// change is a former value of a variable; nil if it was not known.
type change struct {
	variable, former ir.Value
	stored           bool // its memory changed, not only what is known of it
}

// set records the value of a variable; nil forgets it.
func (w *forwarder) set(variable, v ir.Value, stored bool) {
	w.log = append(w.log, change{variable, w.known[variable], stored})
	if v == nil {
		delete(w.known, variable)
	} else {
		w.known[variable] = v
	}
}

// undo returns to the state when the log had n changes, and lists the variables that were
// stored to since then.
func (w *forwarder) undo(n int, stored []ir.Value) []ir.Value {
	for i := len(w.log) - 1; i >= n; i-- {
		c := w.log[i]
		if c.stored {
			stored = append(stored, c.variable)
		}
		if c.former == nil {
			delete(w.known, c.variable)
		} else {
			w.known[c.variable] = c.former
		}
	}
	w.log = w.log[:n]
	return stored
}

// forget drops what is known of variables that a nested construct stores to.
func (w *forwarder) forget(variables []ir.Value) {
	for _, v := range variables {
		w.set(v, nil, true)
	}
}

// region visits the instructions and returns the variables that it changed itself; what its
// nested constructs stored to is forgotten already.
func (w *forwarder) region(r *ir.Region) (own []change) {
	for _, in := range r.Instrs {
		for i, a := range in.Args {
			if v := w.with[a]; v != nil {
				in.Args[i] = v
				w.changed = true
			}
		}
		switch in.Op {
		case ir.OpIf, ir.OpSwitch:
			w.branches(in)
		case ir.OpLoop:
			w.loop(in)
		default:
			n := len(w.log)
			w.instr(in)
			own = append(own, w.log[n:]...)
		}
	}
	return own
}

func (w *forwarder) instr(in *ir.Instr) {
	if in.Op == ir.OpLoad {
		if v := w.known[in.Args[0]]; v != nil {
			w.with[in] = v
		} else if isVar(in.Args[0]) {
			w.set(in.Args[0], in, false) // the next load of it yields the same
		}
		return
	}
	for _, root := range written(in) {
		if in.Op == ir.OpStore && root == in.Args[0] {
			w.set(root, in.Args[1], true)
		} else {
			w.set(root, nil, true)
		}
	}
}

// written lists the variables that an instruction may write to: a store its destination, any
// other operation each variable that it is given the address of.
func written(in *ir.Instr) []ir.Value {
	if in.Op == ir.OpLoad || in.Op.Info().Address {
		return nil
	}
	args := in.Args
	if in.Op == ir.OpStore {
		args = args[:1]
	}
	var list []ir.Value
	for _, a := range args {
		if root := ir.Root(a); isVar(root) {
			list = append(list, root)
		}
	}
	return list
}

// branches visits the regions of an if or a switch, of which one runs. The last region is not
// undone as a whole, for it may be the rest of an else-if chain: only what it
// changed itself is forgotten.
func (w *forwarder) branches(in *ir.Instr) {
	var stored []ir.Value
	last := len(in.Regions) - 1
	for i, sub := range in.Regions {
		n := len(w.log)
		own := w.region(sub)
		if i < last {
			stored = w.undo(n, stored)
			continue
		}
		for _, c := range own {
			w.set(c.variable, nil, c.stored)
		}
	}
	w.forget(stored)
}

// loop visits a loop. What it stores is unknown from its second turn on.
func (w *forwarder) loop(in *ir.Instr) {
	var stored []ir.Value
	for _, sub := range in.Regions {
		sub.Walk(func(x *ir.Instr) { stored = append(stored, written(x)...) })
	}
	w.forget(stored)
	for _, sub := range in.Regions {
		n := len(w.log)
		w.region(sub)
		w.undo(n, nil)
	}
}

func isVar(v ir.Value) bool {
	in, ok := v.(*ir.Instr)
	return ok && in.Op == ir.OpVar
}
