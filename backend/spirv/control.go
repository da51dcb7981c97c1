package spirv

import (
	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

// maxConstructs is how deep constructs may nest (SPIR-V specification 2.17, Universal Limits).
const maxConstructs = 1023

// Structured control flow (SPIR-V specification 2.11): every region of the IR is a
// construct, so the merge and continue blocks follow from the instruction.

func (e *emitter) control(in *ir.Instr) binary.ID {
	f := e.f
	if len(in.Regions) > 0 {
		if f.depth++; f.depth == maxConstructs+1 {
			e.diags.Report(diag.TooLarge, in.Span, "control flow is nested more than %d constructs deep, more than SPIR-V allows", maxConstructs)
		}
		defer func() { f.depth-- }()
	}
	switch in.Op {
	case ir.OpIf:
		return e.selection(in)
	case ir.OpLoop:
		e.loop(in)
	case ir.OpSwitch:
		e.switchOp(in)
	case ir.OpBreak:
		f.body.Do(binary.OpBranch, f.breaks[len(f.breaks)-1].label)
	case ir.OpContinue:
		f.body.Do(binary.OpBranch, f.continues[len(f.continues)-1])
	case ir.OpReturn:
		if len(in.Args) > 0 {
			f.body.Do(binary.OpReturnValue, e.value(in.Args[0]))
		} else {
			f.body.Do(binary.OpReturn)
		}
	case ir.OpUnreachable:
		f.body.Do(binary.OpUnreachable)
	}
	return 0 // OpYield: the owner of the region branches
}

// arm emits a region that yields to merge. It returns the value that is yielded (0 if
// none), the block that it comes from, and whether merge is reached.
func (e *emitter) arm(label binary.ID, r *ir.Region, merge binary.ID) (value, from binary.ID, reaches bool) {
	e.f.startBlock(label)
	e.region(r)
	t := r.Terminator()
	if t == nil || t.Op != ir.OpYield {
		return 0, 0, false
	}
	if len(t.Args) > 0 {
		value = e.value(t.Args[0])
	}
	from = e.f.block
	e.f.body.Do(binary.OpBranch, merge)
	return value, from, true
}

// empty reports whether a region does nothing but yield to the end of its construct.
func empty(r *ir.Region) bool {
	return len(r.Instrs) == 1 && r.Instrs[0].Op == ir.OpYield && len(r.Instrs[0].Args) == 0
}

// selection emits an if; a yielded value becomes an OpPhi in the merge block. An arm that
// does nothing is the merge block.
func (e *emitter) selection(in *ir.Instr) binary.ID {
	if empty(in.Regions[0]) && empty(in.Regions[1]) {
		return 0
	}
	if !e.f.keepNested && isLong(in) {
		if !e.leavesSwitch(in) {
			return e.flatChain(in)
		}
		e.f.keepNested = true
		defer func() { e.f.keepNested = false }()
	}
	for i, r := range in.Regions {
		if target := e.loopExit(r); target != 0 && in.Hint == ir.NoHint && yields(in.Regions[1-i]) {
			return e.exit(in, i, target)
		}
	}
	f := e.f
	merge := e.m.NewID()
	labels := e.armLabels(in.Regions, merge)
	f.body.Do(binary.OpSelectionMerge, merge, selectionControl(in.Hint))
	f.body.Do(binary.OpBranchConditional, e.value(in.Args[0]), labels[0], labels[1])
	var phi []uint32
	for i, label := range labels {
		if label == merge {
			continue
		}
		if value, from, reaches := e.arm(label, in.Regions[i], merge); reaches {
			phi = append(phi, value, from)
		}
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

// loopExit returns where a region that only leaves or continues the innermost loop goes, 0 for
// any other region.
func (e *emitter) loopExit(r *ir.Region) binary.ID {
	if len(r.Instrs) != 1 {
		return 0
	}
	f := e.f
	switch last := len(f.breaks) - 1; r.Instrs[0].Op {
	case ir.OpBreak:
		if f.breaks[last].loop {
			return f.breaks[last].label
		}
	case ir.OpContinue:
		return f.continues[len(f.continues)-1]
	}
	return 0
}

func yields(r *ir.Region) bool {
	t := r.Terminator()
	return t != nil && t.Op == ir.OpYield
}

// exit emits an if whose arm i only leaves or continues the loop. Such a branch needs no
// construct of its own (SPIR-V specification 2.11.2): the other arm goes on with what follows.
func (e *emitter) exit(in *ir.Instr, i int, target binary.ID) binary.ID {
	f := e.f
	next := e.m.NewID()
	labels := [2]binary.ID{next, next}
	labels[i] = target
	f.body.Do(binary.OpBranchConditional, e.value(in.Args[0]), labels[0], labels[1])
	f.startBlock(next)
	other := in.Regions[1-i]
	e.region(other)
	if t := other.Terminator(); len(t.Args) > 0 {
		return e.value(t.Args[0])
	}
	return 0
}

// armLabels allocates a label for each region that does anything; the others are the merge block.
func (e *emitter) armLabels(regions []*ir.Region, merge binary.ID) []binary.ID {
	labels := make([]binary.ID, len(regions))
	for i, r := range regions {
		labels[i] = merge
		if !empty(r) {
			labels[i] = e.m.NewID()
		}
	}
	return labels
}

func selectionControl(h ir.Hint) uint32 {
	switch h {
	case ir.HintFlatten:
		return binary.SelectionControlFlatten
	case ir.HintBranch:
		return binary.SelectionControlDontFlatten
	}
	return binary.SelectionControlNone
}

// loop emits header, body, continuing and merge. The header holds nothing but the merge
// instruction; continuing ends in the only back edge and may leave the loop there.
func (e *emitter) loop(in *ir.Instr) {
	f := e.f
	header, body, continuing, merge := e.m.NewID(), e.m.NewID(), e.m.NewID(), e.m.NewID()
	f.body.Do(binary.OpBranch, header)
	f.startBlock(header)
	f.body.Do(binary.OpLoopMerge, append([]uint32{merge, continuing}, loopControl(in, e.opts.Version)...)...)
	f.body.Do(binary.OpBranch, body)

	f.breaks, f.continues = append(f.breaks, breakTarget{merge, true}), append(f.continues, continuing)
	f.startBlock(body)
	e.region(in.Regions[0])
	if t := in.Regions[0].Terminator(); t != nil && t.Op == ir.OpYield {
		f.body.Do(binary.OpBranch, continuing)
	}
	f.startBlock(continuing)
	e.region(in.Regions[1])
	if t := in.Regions[1].Terminator(); len(t.Args) > 0 {
		f.body.Do(binary.OpBranchConditional, e.value(t.Args[0]), merge, header)
	} else {
		f.body.Do(binary.OpBranch, header)
	}
	f.breaks, f.continues = f.breaks[:len(f.breaks)-1], f.continues[:len(f.continues)-1]
	f.startBlock(merge)
}

func loopControl(in *ir.Instr, v binary.Version) []uint32 {
	switch {
	case in.Hint == ir.HintUnroll && in.Unroll > 1 && v >= binary.Version1_4:
		return []uint32{binary.LoopControlPartialCount, uint32(in.Unroll)}
	case in.Hint == ir.HintUnroll:
		return []uint32{binary.LoopControlUnroll}
	case in.Hint == ir.HintLoop:
		return []uint32{binary.LoopControlDontUnroll}
	}
	return []uint32{binary.LoopControlNone}
}

// switchOp emits a switch. Cases that do nothing go to the merge block at once.
func (e *emitter) switchOp(in *ir.Instr) {
	f := e.f
	merge := e.m.NewID()
	labels := e.armLabels(in.Regions, merge)
	s := types.ElemScalar(in.Args[0].ValueType())
	operands := []uint32{e.value(in.Args[0]), labels[len(labels)-1]}
	for i, values := range in.Cases {
		for _, v := range values {
			operands = append(operands, binary.IntWords(uint32(s.Bits), s.Kind.IsSigned(), uint64(v))...)
			operands = append(operands, labels[i])
		}
	}
	f.body.Do(binary.OpSelectionMerge, merge, selectionControl(in.Hint))
	f.body.Do(binary.OpSwitch, operands...)
	f.breaks = append(f.breaks, breakTarget{merge, false})
	for i, r := range in.Regions {
		if labels[i] != merge {
			e.arm(labels[i], r, merge)
		}
	}
	f.breaks = f.breaks[:len(f.breaks)-1]
	f.startBlock(merge)
}
