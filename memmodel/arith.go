package memmodel

import (
	"math/bits"

	"slc/backend/spirv/binary"
)

// width is the number of bits of a scalar type.
func (k *Kernel) width(typ binary.ID) uint32 {
	def := k.m.Def(typ)
	switch {
	case def == nil:
		return 0
	case def.Op == binary.OpTypeInt || def.Op == binary.OpTypeFloat:
		return def.Word(0)
	case def.Op == binary.OpTypeVector:
		return k.width(def.ID(0))
	case def.Op == binary.OpTypeBool:
		return 1
	}
	return 0
}

// lowBits keeps the low width bits.
func lowBits(n uint64, width uint32) uint64 {
	if width >= 64 {
		return n
	}
	return n & (1<<width - 1)
}

// signed extends the sign of the low width bits.
func signed(n uint64, width uint32) int64 {
	if width == 0 || width >= 64 {
		return int64(n)
	}
	shift := 64 - width
	return int64(n<<shift) >> shift
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// arithmetic computes an instruction of two scalars of type from, whose result has type
// to. False: it is not supported.
func (k *Kernel) arithmetic(op binary.Opcode, from, to binary.ID, a, b uint64) (uint64, bool) {
	if n, ok := unsignedArithmetic(op, a, b, k.width(from)); ok {
		return lowBits(n, k.width(to)), true
	}
	w := k.width(from)
	if n, ok := k.floating(op, w, a, b); ok {
		return n, true
	}
	if n, ok := signedArithmetic(op, signed(a, w), signed(b, w)); ok {
		return lowBits(n, k.width(to)), true
	}
	return 0, false
}

// unsignedArithmetic: what a division by zero gives is undefined; it gives 0 here.
func unsignedArithmetic(op binary.Opcode, a, b uint64, width uint32) (uint64, bool) {
	switch op {
	case binary.OpIAdd:
		return a + b, true
	case binary.OpISub:
		return a - b, true
	case binary.OpIMul:
		return a * b, true
	case binary.OpUDiv:
		if b == 0 {
			return 0, true
		}
		return a / b, true
	case binary.OpUMod:
		if b == 0 {
			return 0, true
		}
		return a % b, true
	case binary.OpBitwiseAnd, binary.OpLogicalAnd:
		return a & b, true
	case binary.OpBitwiseOr, binary.OpLogicalOr:
		return a | b, true
	case binary.OpBitwiseXor:
		return a ^ b, true
	case binary.OpShiftLeftLogical:
		return a << (b & uint64(width-1)), true
	case binary.OpShiftRightLogical:
		return a >> (b & uint64(width-1)), true
	case binary.OpIEqual, binary.OpLogicalEqual:
		return truth(a == b), true
	case binary.OpINotEqual, binary.OpLogicalNotEqual:
		return truth(a != b), true
	case binary.OpULessThan:
		return truth(a < b), true
	case binary.OpULessThanEqual:
		return truth(a <= b), true
	case binary.OpUGreaterThan:
		return truth(a > b), true
	case binary.OpUGreaterThanEqual:
		return truth(a >= b), true
	}
	return 0, false
}

func signedArithmetic(op binary.Opcode, a, b int64) (uint64, bool) {
	switch op {
	case binary.OpSDiv:
		if b == 0 {
			return 0, true
		}
		return uint64(a / b), true
	case binary.OpSRem:
		if b == 0 {
			return 0, true
		}
		return uint64(a % b), true
	case binary.OpShiftRightArithmetic:
		return uint64(a >> (uint64(b) & 63)), true
	case binary.OpSLessThan:
		return truth(a < b), true
	case binary.OpSLessThanEqual:
		return truth(a <= b), true
	case binary.OpSGreaterThan:
		return truth(a > b), true
	case binary.OpSGreaterThanEqual:
		return truth(a >= b), true
	}
	return 0, false
}

// unary computes an instruction of one scalar.
func (k *Kernel) unary(op binary.Opcode, from, to binary.ID, a uint64) (uint64, bool) {
	w := k.width(to)
	switch op {
	case binary.OpNot, binary.OpLogicalNot:
		return lowBits(^a, w), true
	case binary.OpSNegate:
		return lowBits(-a, w), true
	case binary.OpUConvert, binary.OpBitcast:
		return lowBits(a, w), true
	case binary.OpSConvert:
		return lowBits(uint64(signed(a, k.width(from))), w), true
	case binary.OpBitCount:
		return uint64(bits.OnesCount64(a)), true
	}
	return k.convert(op, k.width(from), w, a)
}

// compute executes an instruction that has no effect but its result.
func (v *invocation) compute(fr *frame, in *binary.Inst) (value, bool) {
	args := make([]value, len(in.Operands))
	for i := range args {
		args[i] = v.operand(fr, in.ID(i))
	}
	if in.Op == binary.OpSelect && len(args) == 3 {
		return choose(args[0], args[1], args[2]), true
	}
	if len(args) == 0 || len(args) > 2 {
		return value{}, false
	}
	from := v.k.m.TypeOf(in.ID(0))
	if in.Op == binary.OpBitcast {
		return v.k.bitcast(args[0], v.k.width(from), in.Type), true
	}
	scalar := func(part func(value) value) (uint64, bool) {
		if len(args) == 1 {
			return v.k.unary(in.Op, from, in.Type, part(args[0]).n)
		}
		return v.k.arithmetic(in.Op, from, in.Type, part(args[0]).n, part(args[1]).n)
	}
	if args[0].parts == nil {
		if v.k.inverse(in.Op) != 0 {
			v.compared[in.Offset] = comparison{args[0].n, args[1].n, v.steps}
		}
		n, ok := scalar(func(x value) value { return x })
		return value{n: n}, ok
	}
	out := value{parts: make([]value, len(args[0].parts))}
	for i := range out.parts {
		n, ok := scalar(func(x value) value {
			if i < len(x.parts) {
				return x.parts[i]
			}
			return value{}
		})
		if !ok {
			return value{}, false
		}
		out.parts[i].n = n
	}
	return out, true
}

// bitcast makes a value of another type of the same bits, the low ones first; width is that of a part
// of x.
func (k *Kernel) bitcast(x value, width uint32, to binary.ID) value {
	parts, into := x.parts, k.width(to)
	if parts == nil {
		parts = []value{x}
	}
	n, vector := k.parts(to)
	if !vector {
		n = 1
	}
	out := make([]value, n)
	for i := range out {
		for bit := uint32(0); bit < into; bit += min(width, into) {
			at := uint32(i)*into + bit
			if from := int(at / max(width, 1)); from < len(parts) {
				out[i].n |= lowBits(parts[from].n>>(at%width), min(width, into)) << bit
			}
		}
	}
	if !vector {
		return out[0]
	}
	return value{parts: out}
}

// choose is OpSelect, part by part where the condition has parts.
func choose(cond, yes, no value) value {
	if cond.parts != nil && len(yes.parts) == len(cond.parts) && len(no.parts) == len(cond.parts) {
		out := value{parts: make([]value, len(cond.parts))}
		for i := range out.parts {
			out.parts[i] = choose(cond.parts[i], yes.parts[i], no.parts[i])
		}
		return out
	}
	if cond.n != 0 {
		return yes
	}
	return no
}
