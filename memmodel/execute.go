package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// execute performs an instruction that is no branch.
func (v *invocation) execute(fr *frame, in *binary.Inst) error {
	switch in.Op {
	case binary.OpLabel, binary.OpSelectionMerge, binary.OpLoopMerge, binary.OpNop, binary.OpPhi:
		return nil
	case binary.OpLine:
		v.source = v.k.sourceOf(in)
		return nil
	case binary.OpNoLine:
		v.source = Source{}
		return nil
	case binary.OpVariable:
		return v.declare(fr, in)
	case binary.OpLoad:
		return v.load(fr, in)
	case binary.OpStore:
		return v.store(fr, in)
	case binary.OpMemoryBarrier, binary.OpControlBarrier:
		return v.barrier(fr, in)
	case binary.OpAccessChain, binary.OpInBoundsAccessChain:
		return v.accessChain(fr, in)
	case binary.OpConvertUToPtr, binary.OpConvertPtrToU:
		return v.convertPointer(fr, in)
	case binary.OpImageTexelPointer, binary.OpImageRead, binary.OpImageWrite, binary.OpImageQuerySize:
		return v.image(fr, in)
	case binary.OpFunctionCall:
		args := make([]value, len(in.Operands)-1)
		for i := range args {
			args[i] = v.operand(fr, in.ID(i+1))
		}
		fr.at = in.Offset
		out, err := v.call(in.ID(0), args)
		fr.values[in.Result] = out
		return err
	case binary.OpExtInst:
		return v.extended(fr, in)
	case binary.OpArrayLength:
		n, err := v.arrayLength(fr, in)
		fr.values[in.Result] = n
		return err
	case binary.OpAtomicLoad, binary.OpAtomicStore, binary.OpAtomicExchange, binary.OpAtomicCompareExchange,
		binary.OpAtomicIIncrement, binary.OpAtomicIDecrement, binary.OpAtomicIAdd, binary.OpAtomicISub,
		binary.OpAtomicSMin, binary.OpAtomicUMin, binary.OpAtomicSMax, binary.OpAtomicUMax,
		binary.OpAtomicAnd, binary.OpAtomicOr, binary.OpAtomicXor,
		binary.OpAtomicFAddEXT, binary.OpAtomicFMinEXT, binary.OpAtomicFMaxEXT:
		return v.atomic(fr, in)
	}
	if waveOperation(in.Op) {
		return v.wave(fr, in)
	}
	out, ok := v.composite(fr, in)
	if !ok {
		out, ok = v.compute(fr, in)
	}
	if !ok {
		return errUnsupported
	}
	fr.values[in.Result] = out
	return nil
}

// declare makes a variable of a function anew, as each call does.
func (v *invocation) declare(fr *frame, in *binary.Inst) error {
	pointee := v.k.m.Pointee(in.Type)
	first := v.zero(pointee)
	if len(in.Operands) > 1 {
		first = v.operand(fr, in.ID(1)).clone()
	}
	v.memory[in.Result] = &first
	fr.values[in.Result] = value{ptr: &pointer{base: in.Result, typ: pointee}}
	return nil
}

func (v *invocation) accessChain(fr *frame, in *binary.Inst) error {
	p := v.operand(fr, in.ID(0)).ptr
	if p == nil {
		return fmt.Errorf("%%%d is no pointer that is supported yet", in.ID(0))
	}
	for i := 1; i < len(in.Operands); i++ {
		p = p.at(v.k, v.operand(fr, in.ID(i)).n)
	}
	fr.values[in.Result] = value{ptr: p}
	return nil
}

// composite builds and takes apart composites.
func (v *invocation) composite(fr *frame, in *binary.Inst) (value, bool) {
	switch in.Op {
	case binary.OpCompositeConstruct:
		return v.construct(fr, in), true
	case binary.OpCompositeExtract:
		x := v.operand(fr, in.ID(0))
		for _, i := range in.Operands[1:] {
			if int(i.Word()) >= len(x.parts) {
				return value{}, false
			}
			x = x.parts[i.Word()]
		}
		return x, true
	case binary.OpCompositeInsert:
		x := v.operand(fr, in.ID(1))
		out := x.clone()
		at := &out
		for _, i := range in.Operands[2:] {
			if int(i.Word()) >= len(at.parts) {
				return value{}, false
			}
			at = &at.parts[i.Word()]
		}
		*at = v.operand(fr, in.ID(0))
		return out, true
	case binary.OpVectorExtractDynamic:
		x, i := v.operand(fr, in.ID(0)), v.operand(fr, in.ID(1)).n
		if i >= uint64(len(x.parts)) {
			return value{}, true // undefined
		}
		return x.parts[i], true
	case binary.OpVectorShuffle, binary.OpVectorTimesScalar, binary.OpDot, binary.OpAny, binary.OpAll:
		return v.vectors(in, v.operand(fr, in.ID(0)), v.operand(fr, in.ID(min(1, len(in.Operands)-1))))
	case binary.OpCopyObject, binary.OpCopyLogical:
		return v.operand(fr, in.ID(0)), true
	case binary.OpUndef:
		return v.zero(in.Type), true
	}
	return value{}, false
}

// construct makes a composite; a vector may be made of vectors.
func (v *invocation) construct(fr *frame, in *binary.Inst) value {
	def := v.k.m.Def(in.Type)
	vector := def != nil && def.Op == binary.OpTypeVector
	var out value
	for i := range in.Operands {
		x := v.operand(fr, in.ID(i))
		if vector && x.parts != nil {
			out.parts = append(out.parts, x.parts...)
		} else {
			out.parts = append(out.parts, x)
		}
	}
	return out
}
