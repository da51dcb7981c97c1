package binary

// Function is a function definition or declaration.
type Function struct {
	Def    *Inst
	Params []*Inst
	Blocks []Block
}

// Block is a basic block.
type Block struct {
	Label ID
	Insts []Inst // without the label, with merge instruction and terminator
}

// Terminator returns the last instruction, nil for a block that has none.
func (b *Block) Terminator() *Inst {
	if n := len(b.Insts); n > 0 && b.Insts[n-1].Op.IsTerminator() {
		return &b.Insts[n-1]
	}
	return nil
}

// Merge returns the block's OpSelectionMerge or OpLoopMerge, nil if it has none.
func (b *Block) Merge() *Inst {
	for i := range b.Insts {
		if op := b.Insts[i].Op; op == OpSelectionMerge || op == OpLoopMerge {
			return &b.Insts[i]
		}
	}
	return nil
}

// Successors returns the labels that the terminator can branch to, in the order of its operands.
func (b *Block) Successors() []ID {
	t := b.Terminator()
	if t == nil {
		return nil
	}
	switch t.Op {
	case OpBranch:
		return []ID{t.ID(0)}
	case OpBranchConditional:
		return []ID{t.ID(1), t.ID(2)}
	case OpSwitch:
		labels := []ID{t.ID(1)}
		for i := 3; i < len(t.Operands); i += 2 {
			labels = append(labels, t.ID(i))
		}
		return labels
	}
	return nil
}

// IsTerminator reports whether op ends a block.
func (op Opcode) IsTerminator() bool {
	switch op {
	case OpBranch, OpBranchConditional, OpSwitch, OpReturn, OpReturnValue, OpKill, OpUnreachable, OpTerminateInvocation,
		OpIgnoreIntersectionKHR, OpTerminateRayKHR, OpEmitMeshTasksEXT:
		return true
	}
	return false
}

// Functions returns the functions of the module, cut into blocks.
func (p *Parsed) Functions() []Function {
	var fns []Function
	inFunction, inBlock := false, false
	start := 0
	closeBlock := func(end int) {
		if inBlock {
			blocks := fns[len(fns)-1].Blocks
			blocks[len(blocks)-1].Insts = p.Insts[start:end]
			inBlock = false
		}
	}
	for i := range p.Insts {
		in := &p.Insts[i]
		switch {
		case in.Op == OpFunction:
			closeBlock(i)
			fns = append(fns, Function{Def: in})
			inFunction = true
		case !inFunction:
		case in.Op == OpFunctionParameter:
			f := &fns[len(fns)-1]
			f.Params = append(f.Params, in)
		case in.Op == OpFunctionEnd:
			closeBlock(i)
			inFunction = false
		case in.Op == OpLabel:
			closeBlock(i)
			f := &fns[len(fns)-1]
			f.Blocks = append(f.Blocks, Block{Label: in.Result})
			start, inBlock = i+1, true
		case in.Op.IsTerminator():
			closeBlock(i + 1)
		}
	}
	closeBlock(len(p.Insts))
	return fns
}

// Path is where a pointer, or an image value, comes from.
type Path struct {
	Root  *Inst // OpVariable, OpFunctionParameter, or the load, call or conversion that made the pointer
	Steps []Step
}

// Step is an index of an access path.
type Step struct {
	Index ID
	Value uint64 // of the index, if it is constant
	Const bool
}

// AccessPath follows a pointer through access chains, copies and texel pointers to its root. An image or sampler value is
// followed to the variable that it was loaded from. The coordinate of a texel pointer is no step. The result has no root
// for an undefined id.
func (p *Parsed) AccessPath(id ID) Path {
	var chains [][]Operand
	for range p.Insts { // a chain is no longer than the module, even one of invalid cyclic definitions
		def := p.Def(id)
		if def == nil {
			return Path{}
		}
		next, indices := p.origin(def)
		if next == 0 {
			return Path{Root: def, Steps: p.steps(chains)}
		}
		if len(indices) > 0 {
			chains = append(chains, indices)
		}
		id = next
	}
	return Path{}
}

// origin returns what a pointer or image was derived from, 0 for a root, with the indices of the derivation.
func (p *Parsed) origin(def *Inst) (base ID, indices []Operand) {
	switch def.Op {
	case OpAccessChain, OpInBoundsAccessChain, OpPtrAccessChain, OpInBoundsPtrAccessChain:
		return def.ID(0), def.Operands[1:]
	case OpImageTexelPointer, OpCopyObject, OpCopyLogical, OpImage, OpSampledImage:
		return def.ID(0), nil
	case OpLoad:
		switch typ := p.Def(def.Type); {
		case typ == nil:
		case typ.Op == OpTypeImage || typ.Op == OpTypeSampledImage || typ.Op == OpTypeSampler:
			return def.ID(0), nil
		}
	}
	return 0, nil
}

// steps lists the indices from the root on; chains were met from the pointer back.
func (p *Parsed) steps(chains [][]Operand) []Step {
	var steps []Step
	for i := len(chains) - 1; i >= 0; i-- {
		for _, o := range chains[i] {
			v, ok := p.Const(o.Word())
			steps = append(steps, Step{Index: o.Word(), Value: v, Const: ok})
		}
	}
	return steps
}

// Root returns the id at the start of the access path of a pointer or image, 0 if it has none.
func (p *Parsed) Root(id ID) ID {
	if path := p.AccessPath(id); path.Root != nil {
		return path.Root.Result
	}
	return 0
}
