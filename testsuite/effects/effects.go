// Package effects reads emitted SPIR-V words back and lists what they do to
// memory shared between invocations, one line an operation, with every constant
// resolved:
//
//	atomic store flag[0] scope=1 sem=0x2044 value=1
//	load data[_] NonPrivatePointer
//	control barrier exec=2 scope=2 sem=0x6108
//
// Tests state these lines from the specification; they depend neither on ids nor
// on names of temporaries. A value or index that is not a constant is "_". A pointer that is
// decorated NonUniform is followed by that word.
// Accesses to Function, Private, Input and PushConstant memory are left out.
package effects

import (
	"fmt"
	"strings"

	"slc/backend/spirv/binary"
)

// Of lists the effects of a module, function by function in the order of
// emission; a line "func NAME" starts each function when there are several.
func Of(words []byte) ([]string, error) {
	p, err := binary.Decode(words)
	if err != nil {
		return nil, err
	}
	r := &reader{p: p}
	funcs := p.Functions()
	for _, f := range funcs {
		if len(funcs) > 1 {
			r.line("func %s", p.Name(f.Def.Result))
		}
		for i := range f.Blocks {
			for k := range f.Blocks[i].Insts {
				r.inst(&f.Blocks[i].Insts[k])
			}
		}
	}
	return r.lines, nil
}

type reader struct {
	p     *binary.Parsed
	lines []string
}

func (r *reader) line(format string, args ...any) {
	r.lines = append(r.lines, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

// atomicOps names the read-modify-write instructions.
var atomicOps = [...]struct {
	op    binary.Opcode
	name  string
	value bool
}{
	{binary.OpAtomicExchange, "exchange", true},
	{binary.OpAtomicIIncrement, "iincrement", false},
	{binary.OpAtomicIDecrement, "idecrement", false},
	{binary.OpAtomicIAdd, "iadd", true},
	{binary.OpAtomicISub, "isub", true},
	{binary.OpAtomicSMin, "smin", true},
	{binary.OpAtomicUMin, "umin", true},
	{binary.OpAtomicSMax, "smax", true},
	{binary.OpAtomicUMax, "umax", true},
	{binary.OpAtomicAnd, "and", true},
	{binary.OpAtomicOr, "or", true},
	{binary.OpAtomicXor, "xor", true},
	{binary.OpAtomicFAddEXT, "fadd", true},
	{binary.OpAtomicFMinEXT, "fmin", true},
	{binary.OpAtomicFMaxEXT, "fmax", true},
}

func (r *reader) inst(in *binary.Inst) {
	switch in.Op {
	case binary.OpLoad:
		r.access("load", in.ID(0), "", in, 1)
	case binary.OpStore:
		r.access("store", in.ID(0), " value="+r.value(in.ID(1)), in, 2)
	case binary.OpCopyMemory:
		r.access("copy to", in.ID(0), " from="+r.path(in.ID(1)), in, 2)
	case binary.OpImageRead:
		r.line("image read %s%s", r.path(in.ID(0)), r.maskText(in, 2))
	case binary.OpImageWrite:
		r.line("image write %s value=%s%s", r.path(in.ID(0)), r.value(in.ID(2)), r.maskText(in, 3))
	case binary.OpAtomicLoad:
		r.line("atomic load %s scope=%s sem=%s", r.path(in.ID(0)), r.value(in.ID(1)), r.hex(in.ID(2)))
	case binary.OpAtomicStore:
		r.line("atomic store %s scope=%s sem=%s value=%s", r.path(in.ID(0)), r.value(in.ID(1)), r.hex(in.ID(2)), r.value(in.ID(3)))
	case binary.OpAtomicCompareExchange:
		r.line("atomic compareexchange %s scope=%s equal=%s unequal=%s value=%s comparator=%s", r.path(in.ID(0)), r.value(in.ID(1)),
			r.hex(in.ID(2)), r.hex(in.ID(3)), r.value(in.ID(4)), r.value(in.ID(5)))
	case binary.OpMemoryBarrier:
		r.line("memory barrier scope=%s sem=%s", r.value(in.ID(0)), r.hex(in.ID(1)))
	case binary.OpControlBarrier:
		r.line("control barrier exec=%s scope=%s sem=%s", r.value(in.ID(0)), r.value(in.ID(1)), r.hex(in.ID(2)))
	case binary.OpFunctionCall:
		r.line("call %s", r.p.Name(in.ID(0)))
	default:
		r.rmw(in)
	}
}

func (r *reader) rmw(in *binary.Inst) {
	for _, a := range atomicOps {
		if a.op != in.Op {
			continue
		}
		value := ""
		if a.value {
			value = " value=" + r.value(in.ID(3))
		}
		r.line("atomic %s %s scope=%s sem=%s%s", a.name, r.path(in.ID(0)), r.value(in.ID(1)), r.hex(in.ID(2)), value)
	}
}

// access lists a plain load or store of shared memory.
func (r *reader) access(verb string, pointer binary.ID, rest string, in *binary.Inst, operands int) {
	class, ok := r.p.StorageClassOf(pointer)
	if !ok {
		return
	}
	switch class {
	case binary.StorageClassStorageBuffer, binary.StorageClassUniform, binary.StorageClassWorkgroup, binary.StorageClassPhysicalStorageBuffer:
		r.line("%s %s%s%s", verb, r.path(pointer), rest, r.maskText(in, operands))
	}
}

// maskText spells the memory or image operands that start at operand i: the
// names of the mask's bits, then the parameters.
func (r *reader) maskText(in *binary.Inst, i int) string {
	if i >= len(in.Operands) {
		return ""
	}
	text := ""
	for _, o := range in.Operands[i:] {
		if o.Kind.IsID() {
			text += " " + r.value(binary.ID(o.Word()))
		} else {
			text += " " + binary.EnumName(o.Kind, o.Word())
		}
	}
	return text
}

func (r *reader) value(id binary.ID) string {
	if v, ok := r.p.Const(id); ok {
		return fmt.Sprint(int64(v))
	}
	return "_"
}

func (r *reader) hex(id binary.ID) string {
	if v, ok := r.p.Const(id); ok {
		if v == 0 {
			return "0"
		}
		return fmt.Sprintf("%#x", v)
	}
	return "_"
}

// path spells the object and the part of it that a pointer addresses.
func (r *reader) path(pointer binary.ID) string {
	path := r.p.AccessPath(pointer)
	if path.Root == nil {
		return "?"
	}
	text := r.p.Name(path.Root.Result)
	if text == "" {
		text = fmt.Sprintf("%%%d", path.Root.Result)
	}
	t := r.p.Pointee(path.Root.Type)
	for _, s := range path.Steps {
		def := r.p.Def(t)
		if def == nil {
			return text + "?"
		}
		switch def.Op {
		case binary.OpTypeStruct:
			t = def.ID(int(s.Value))
			if member := r.p.Def(t); len(def.Operands) == 1 && member != nil && member.Op == binary.OpTypeRuntimeArray {
				continue // the block around the elements of a storage buffer
			}
			text += "." + r.memberName(def.Result, int(s.Value))
		default:
			t = def.ID(0)
			if s.Const {
				text += fmt.Sprintf("[%d]", s.Value)
			} else {
				text += "[_]"
			}
		}
	}
	if _, ok := r.p.Decoration(pointer, binary.DecorationNonUniform); ok {
		text += " NonUniform"
	}
	return text
}

func (r *reader) memberName(typ binary.ID, member int) string {
	for in := range r.p.All(binary.OpMemberName) {
		if in.ID(0) == typ && int(in.Word(1)) == member {
			return in.Operands[2].Text()
		}
	}
	return fmt.Sprint(member)
}
