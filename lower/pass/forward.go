package pass

import (
	"slc/lower/ir"
)

// forward replaces loads of local variables by the value that was stored last, where that is
// known: in straight-line code and in the regions below it. It never touches
// memory that other invocations see.
func forward(f *ir.Func) bool {
	w := &forwarder{with: map[ir.Value]ir.Value{}}
	w.region(f.Body, map[ir.Value]ir.Value{})
	return w.changed
}

type forwarder struct {
	with    map[ir.Value]ir.Value // loads and what replaces them
	changed bool
}

func (w *forwarder) region(r *ir.Region, known map[ir.Value]ir.Value) {
	for _, in := range r.Instrs {
		for i, a := range in.Args {
			if v := w.with[a]; v != nil {
				in.Args[i] = v
				w.changed = true
			}
		}
		w.instr(in, known)
	}
}

func (w *forwarder) instr(in *ir.Instr, known map[ir.Value]ir.Value) {
	switch in.Op {
	case ir.OpLoad:
		if v := known[in.Args[0]]; v != nil {
			w.with[in] = v
		} else if isVar(in.Args[0]) {
			known[in.Args[0]] = in // the next load of it yields the same
		}
	case ir.OpStore:
		if root := ir.Root(in.Args[0]); isVar(root) {
			delete(known, root)
			if root == in.Args[0] {
				known[root] = in.Args[1]
			}
		}
	case ir.OpCall:
		for _, a := range in.Args {
			delete(known, a)
		}
	case ir.OpIf, ir.OpSwitch:
		for _, sub := range in.Regions {
			w.region(sub, copyOf(known))
		}
		forget(known, in)
	case ir.OpLoop: // what the loop stores is unknown from the second turn on
		forget(known, in)
		for _, sub := range in.Regions {
			inside := copyOf(known)
			w.region(sub, inside)
		}
		forget(known, in)
	}
}

// forget drops what a nested construct may store.
func forget(known map[ir.Value]ir.Value, in *ir.Instr) {
	for _, sub := range in.Regions {
		sub.Walk(func(x *ir.Instr) {
			switch x.Op {
			case ir.OpStore:
				delete(known, ir.Root(x.Args[0]))
			case ir.OpCall:
				for _, a := range x.Args {
					delete(known, a)
				}
			}
		})
	}
}

func copyOf(m map[ir.Value]ir.Value) map[ir.Value]ir.Value {
	out := make(map[ir.Value]ir.Value, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

func isVar(v ir.Value) bool {
	in, ok := v.(*ir.Instr)
	return ok && in.Op == ir.OpVar
}
