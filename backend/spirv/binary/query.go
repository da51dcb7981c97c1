package binary

import "iter"

// Def returns the instruction that defines an id, nil if none does.
func (p *Parsed) Def(id ID) *Inst {
	if int(id) >= len(p.defs) || p.defs[id] == 0 {
		return nil
	}
	// While an instruction is being decoded, its own definition is not there yet.
	if at := int(p.defs[id]) - 1; at < len(p.Insts) {
		return &p.Insts[at]
	}
	return nil
}

// TypeOf returns the type of the value with an id, 0 if it has none.
func (p *Parsed) TypeOf(id ID) ID {
	if def := p.Def(id); def != nil {
		return def.Type
	}
	return 0
}

// Pointee returns the type that a pointer type points to, 0 for any other id.
func (p *Parsed) Pointee(pointerType ID) ID {
	if def := p.Def(pointerType); def != nil && def.Op == OpTypePointer {
		return def.ID(1)
	}
	return 0
}

// StorageClassOf returns the storage class of a pointer value, or false for any other id.
func (p *Parsed) StorageClassOf(pointer ID) (StorageClass, bool) {
	if def := p.Def(p.TypeOf(pointer)); def != nil && def.Op == OpTypePointer {
		return StorageClass(def.Word(0)), true
	}
	return 0, false
}

// All returns the instructions with any of the opcodes, in order.
func (p *Parsed) All(ops ...Opcode) iter.Seq[*Inst] {
	return func(yield func(*Inst) bool) {
		for i := range p.Insts {
			for _, op := range ops {
				if p.Insts[i].Op == op && !yield(&p.Insts[i]) {
					return
				}
			}
		}
	}
}

// Name returns the OpName of an id, "" if it has none.
func (p *Parsed) Name(id ID) string {
	for in := range p.All(OpName) {
		if in.ID(0) == id {
			return in.Operands[1].Text()
		}
	}
	return ""
}

// Named returns the first id whose OpName is name, 0 if there is none.
func (p *Parsed) Named(name string) ID {
	for in := range p.All(OpName) {
		if in.Operands[1].Text() == name {
			return in.ID(0)
		}
	}
	return 0
}

// Capabilities returns the declared capabilities in order.
func (p *Parsed) Capabilities() []Capability {
	var caps []Capability
	for in := range p.All(OpCapability) {
		caps = append(caps, Capability(in.Word(0)))
	}
	return caps
}

// Extensions returns the declared extensions in order.
func (p *Parsed) Extensions() []string {
	var exts []string
	for in := range p.All(OpExtension) {
		exts = append(exts, in.Operands[0].Text())
	}
	return exts
}

// Decor is a decoration of an id or of a member of a structure type.
type Decor struct {
	Decoration Decoration
	Member     int // -1 for the id itself
	Operands   []Operand
}

// Decorations returns the decorations of an id and of its members, in order. Groups are followed.
func (p *Parsed) Decorations(id ID) []Decor {
	var out []Decor
	for i := range p.Insts {
		in := &p.Insts[i]
		switch in.Op {
		case OpDecorate, OpDecorateId, OpDecorateString:
			if in.ID(0) == id {
				out = append(out, Decor{Decoration(in.Word(1)), -1, in.Operands[2:]})
			}
		case OpMemberDecorate, OpMemberDecorateString:
			if in.ID(0) == id {
				out = append(out, Decor{Decoration(in.Word(2)), int(in.Word(1)), in.Operands[3:]})
			}
		case OpGroupDecorate, OpGroupMemberDecorate:
			out = append(out, p.groupDecorations(in, id)...)
		}
	}
	return out
}

func (p *Parsed) groupDecorations(in *Inst, id ID) []Decor {
	var out []Decor
	step := 1
	if in.Op == OpGroupMemberDecorate {
		step = 2
	}
	for i := 1; i < len(in.Operands); i += step {
		if in.Word(i) != id || in.ID(0) == id {
			continue
		}
		for _, d := range p.decorationsOfGroup(in.ID(0)) {
			if step == 2 {
				d.Member = int(in.Word(i + 1))
			}
			out = append(out, d)
		}
	}
	return out
}

func (p *Parsed) decorationsOfGroup(group ID) []Decor {
	var out []Decor
	for in := range p.All(OpDecorate, OpDecorateId) {
		if in.ID(0) == group {
			out = append(out, Decor{Decoration(in.Word(1)), -1, in.Operands[2:]})
		}
	}
	return out
}

// Decoration returns a decoration of the id itself.
func (p *Parsed) Decoration(id ID, d Decoration) (Decor, bool) { return p.MemberDecoration(id, -1, d) }

// MemberDecoration returns a decoration of a member of a structure type.
func (p *Parsed) MemberDecoration(typ ID, member int, d Decoration) (Decor, bool) {
	for _, dec := range p.Decorations(typ) {
		if dec.Decoration == d && dec.Member == member {
			return dec, true
		}
	}
	return Decor{}, false
}

// Const returns the bits of a scalar constant; of a specialization constant, its default. The value of a signed
// integer narrower than 64 bits is sign-extended.
func (p *Parsed) Const(id ID) (uint64, bool) {
	def := p.Def(id)
	if def == nil {
		return 0, false
	}
	switch def.Op {
	case OpConstantTrue, OpSpecConstantTrue:
		return 1, true
	case OpConstantFalse, OpSpecConstantFalse:
		return 0, true
	case OpConstantNull:
		typ := p.Def(def.Type)
		return 0, typ != nil && (typ.Op == OpTypeInt || typ.Op == OpTypeFloat || typ.Op == OpTypeBool)
	case OpConstant, OpSpecConstant:
		v := def.Operands[0].Uint64()
		if typ := p.Def(def.Type); typ.Op == OpTypeInt && typ.Word(0) <= 32 && typ.Word(1) != 0 {
			v = uint64(int64(int32(v)))
		}
		return v, true
	}
	return 0, false
}
