package lower

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// NonUniformResourceIndex says that an index differs between the invocations of a wave. The mark
// belongs to the value: it holds through arithmetic, local variables, arguments and results, until
// the value chooses a descriptor. A mark too many costs time, one too few reads another
// descriptor, so a variable that ever held a marked value is marked from then on.

// mark says that v differs between invocations. The value itself may be used elsewhere without
// the mark, which does no harm.
func (b *fn) mark(v ir.Value) ir.Value {
	if plain(v) == nil {
		if b.marked == nil {
			b.marked = map[ir.Value]bool{}
		}
		b.marked[v] = true
	}
	return v
}

// nonUniform reports whether v comes from a marked value.
func (b *fn) nonUniform(v ir.Value) bool {
	if len(b.marked) == 0 && len(b.u.marked.results) == 0 {
		return false
	}
	return b.fromMarked(v, map[ir.Value]bool{})
}

func (b *fn) fromMarked(v ir.Value, seen map[ir.Value]bool) bool {
	if b.marked[v] {
		return true
	}
	in, ok := v.(*ir.Instr)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	switch {
	case in.Op == ir.OpCall:
		return b.u.marked.results[in.Callee]
	case in.Op == ir.OpLoad:
		return b.marked[ir.Root(in.Args[0])]
	case in.Op == ir.OpIf:
		for _, r := range in.Regions {
			if t := r.Terminator(); t != nil && t.Op == ir.OpYield && len(t.Args) > 0 && b.fromMarked(t.Args[0], seen) {
				return true
			}
		}
		return false
	case in.Op.Info().Effect:
		return false
	}
	for _, a := range in.Args {
		if b.fromMarked(a, seen) {
			return true
		}
	}
	return false
}

// passMark carries marks on by an instruction that is added: into variables and out of the function.
func (b *fn) passMark(in *ir.Instr) {
	switch {
	case in.Op == ir.OpStore && b.nonUniform(in.Args[1]):
		b.mark(ir.Root(in.Args[0]))
	case in.Op == ir.OpReturn && len(in.Args) > 0 && b.nonUniform(in.Args[0]):
		b.u.marked.results[b.f] = true
	}
}

// marks is what callers must know of the functions of an entry point.
type marks struct {
	results map[*ir.Func]bool  // functions whose result is marked
	params  map[*ir.Param]bool // parameters through which a marked value comes back
}

// keepMarks records the marks of the function that has been lowered.
func (b *fn) keepMarks() {
	for _, p := range b.f.Params {
		if b.marked[p] {
			b.u.marked.params[p] = true
		}
	}
}

// takeMarks marks what a call has changed.
func (b *fn) takeMarks(call *ir.Instr) {
	for i, p := range call.Callee.Params {
		if _, isRef := p.Type.(*types.Ref); isRef && b.u.marked.params[p] {
			b.mark(call.Args[i])
		}
	}
}
