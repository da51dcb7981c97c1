package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

// longChain is the number of links from which on an else-if chain is emitted flat.
// Constructs may nest 1023 deep (SPIR-V specification 2.17, Universal Limits), and what reads
// modules takes time that grows with the depth.
const longChain = 64

// chainNext returns the if that the else region of in ends with, and whose value it yields if it
// yields any; nil if the chain ends at in.
func chainNext(in *ir.Instr) *ir.Instr {
	r := in.Regions[1]
	n := len(r.Instrs)
	if n < 2 {
		return nil
	}
	next, t := r.Instrs[n-2], r.Instrs[n-1]
	if next.Op != ir.OpIf || next.Hint != ir.NoHint || t.Op != ir.OpYield {
		return nil
	}
	if len(t.Args) > 0 && t.Args[0] != ir.Value(next) || len(t.Args) == 0 && next.IsValue() {
		return nil
	}
	return next
}

// isLong reports whether an else-if chain of longChain links starts at in.
func isLong(in *ir.Instr) bool {
	links := 0
	for at := in; at != nil && links < longChain; at = chainNext(at) {
		links++
	}
	return links == longChain
}

// leavesSwitch reports whether an arm of the chain ends a switch around it. Such a branch may not
// leave a second switch, which the flat form is.
func (e *emitter) leavesSwitch(in *ir.Instr) bool {
	last := len(e.f.breaks) - 1
	return last >= 0 && !e.f.breaks[last].loop && leaves(in)
}

// leaves reports whether a break in one of in's regions, but in no loop or switch of theirs, leaves
// the construct around in.
func leaves(in *ir.Instr) bool {
	var next *ir.Instr
	for at := in; at != nil; at = next {
		next = chainNext(at)
		for _, r := range at.Regions {
			for _, x := range r.Instrs {
				if x.Op == ir.OpBreak || x.Op == ir.OpIf && x != next && leaves(x) {
					return true
				}
			}
		}
	}
	return false
}

// flatChain emits an else-if chain as one construct: a switch with a single target, whose arms end
// with a branch to its merge block as after a break. Its links follow one another
// and do not nest.
func (e *emitter) flatChain(in *ir.Instr) binary.ID {
	f := e.f
	merge, label := e.m.NewID(), e.m.NewID()
	f.body.Do(binary.OpSelectionMerge, merge, binary.SelectionControlNone)
	f.body.Do(binary.OpSwitch, e.value(&ir.Const{Value: types.IntValue(types.Uint, 0)}), label)
	f.startBlock(label)
	var phi []uint32
	arm := func(label binary.ID, r *ir.Region) {
		if value, from, reaches := e.arm(label, r, merge); reaches {
			phi = append(phi, value, from)
		}
	}
	for at := in; ; {
		then, next := e.m.NewID(), e.m.NewID()
		f.body.Do(binary.OpSelectionMerge, next, binary.SelectionControlNone)
		f.body.Do(binary.OpBranchConditional, e.value(at.Args[0]), then, next)
		arm(then, at.Regions[0])
		link := chainNext(at)
		if link == nil {
			arm(next, at.Regions[1])
			break
		}
		f.startBlock(next)
		e.region(&ir.Region{Instrs: at.Regions[1].Instrs[:len(at.Regions[1].Instrs)-2]})
		at = link
	}
	f.startBlock(merge)
	switch {
	case !in.IsValue():
		return 0
	case len(phi) == 0: // what follows is unreachable
		return e.m.Undef(e.typeID(in.Type))
	}
	return f.body.Value(binary.OpPhi, e.typeID(in.Type), phi...)
}
