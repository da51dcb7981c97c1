package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Bit operations. Vulkan allows them on 32-bit integers only
// (VUID-StandaloneSpirv-Base-04781; GLSL.std.450 FindILsb, FindSMsb, FindUMsb); the
// other widths are built from those.

// bitScan emits countbits, firstbithigh, firstbitlow and reversebits.
func (e *emitter) bitScan(in *ir.Instr) binary.ID {
	t := in.Args[0].ValueType()
	x := e.value(in.Args[0])
	s := types.ElemScalar(t)
	if s.Bits == 64 {
		return e.components(t, in.Type, x, func(v binary.ID) binary.ID { return e.bitScan64(in.Intrinsic, v, s) })
	}
	wide := types.WithElem(t, types.Uint)
	if s.Kind.IsSigned() {
		wide = types.WithElem(t, types.Int)
	}
	v := e.bitScan32(in.Intrinsic, e.convert(x, t, wide), wide, s.Kind.IsSigned())
	if in.Intrinsic == builtin.OpReverseBits && s.Bits < 32 { // the bits are at the upper end
		unsigned := types.WithElem(t, types.Uint)
		v = e.op(binary.OpShiftRightLogical, unsigned, e.bitcast(v, wide, unsigned), e.number(unsigned, float64(32-s.Bits)))
		wide = unsigned
	}
	if in.Intrinsic == builtin.OpCountBits && s.Bits < 32 && s.Kind.IsSigned() { // without the copies of the sign
		unsigned := types.WithElem(t, unsignedOf(s))
		u := types.WithElem(t, types.Uint)
		v = e.op(binary.OpBitCount, u, e.convert(e.bitcast(x, t, unsigned), unsigned, u))
		wide = u
	}
	return e.convert(v, wide, in.Type)
}

// bitScan32 works on 32-bit components; the result has the type of the operand.
func (e *emitter) bitScan32(op builtin.Op, v binary.ID, t types.Type, signed bool) binary.ID {
	switch op {
	case builtin.OpCountBits:
		return e.op(binary.OpBitCount, t, v)
	case builtin.OpReverseBits:
		return e.op(binary.OpBitReverse, t, v)
	case builtin.OpFirstBitLow:
		return e.ext(t, binary.GLSLFindILsb, v)
	}
	if signed {
		return e.ext(t, binary.GLSLFindSMsb, v)
	}
	return e.ext(t, binary.GLSLFindUMsb, v)
}

// bitScan64 works on one 64-bit integer by its two words.
func (e *emitter) bitScan64(op builtin.Op, v binary.ID, s *types.Scalar) binary.ID {
	pair := types.VectorOf(types.Uint, 2)
	signed := s.Kind.IsSigned()
	if op == builtin.OpFirstBitHigh && signed {
		// the highest bit that differs from the sign: of a negative number, the highest zero
		sign := e.op(binary.OpShiftRightArithmetic, s, v, e.number(s, 63))
		v = e.op(binary.OpBitwiseXor, s, v, sign)
	}
	words := e.op(binary.OpBitcast, pair, v)
	lo, hi := e.extract(words, types.Uint, 0), e.extract(words, types.Uint, 1)
	scan := func(w binary.ID) binary.ID { return e.bitScan32(op, w, types.Uint, false) }
	switch op {
	case builtin.OpCountBits:
		return e.op(binary.OpIAdd, types.Uint, scan(lo), scan(hi))
	case builtin.OpReverseBits:
		return e.op(binary.OpBitcast, s, e.op(binary.OpCompositeConstruct, pair, scan(hi), scan(lo)))
	case builtin.OpFirstBitLow:
		return e.firstOf(lo, scan(lo), 0, scan(hi), 32, hi)
	}
	return e.firstOf(hi, scan(hi), 32, scan(lo), 0, lo)
}

// firstOf picks the position in the first word unless it is zero, then that in the second; -1 if both are zero.
func (e *emitter) firstOf(first, pos1 binary.ID, offset1 float64, pos2 binary.ID, offset2 float64, second binary.ID) binary.ID {
	zero := e.number(types.Uint, 0)
	add := func(pos binary.ID, offset float64) binary.ID {
		if offset == 0 {
			return pos
		}
		return e.op(binary.OpIAdd, types.Uint, pos, e.number(types.Uint, offset))
	}
	inSecond := e.op(binary.OpSelect, types.Uint, e.op(binary.OpINotEqual, types.Bool, second, zero),
		add(pos2, offset2), e.m.ConstU32(0xffffffff))
	return e.op(binary.OpSelect, types.Uint, e.op(binary.OpINotEqual, types.Bool, first, zero), add(pos1, offset1), inSecond)
}

// components applies f to each component of v, a from, and builds a to.
func (e *emitter) components(from, to types.Type, v binary.ID, f func(binary.ID) binary.ID) binary.ID {
	n := parts(from)
	if n == 0 {
		return f(v)
	}
	ids := make([]binary.ID, n)
	for i := range ids {
		ids[i] = f(e.extract(v, types.ElemScalar(from), i))
	}
	return e.op(binary.OpCompositeConstruct, to, ids...)
}

func (e *emitter) bitField(in *ir.Instr) binary.ID {
	s := types.ElemScalar(in.Type)
	if s.Bits != 32 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no %s on %s", in.Function(), in.Type)
	}
	code := binary.OpBitFieldInsert
	if in.Intrinsic == builtin.OpBitfieldExtract {
		code = binary.OpBitFieldUExtract
		if s.Kind.IsSigned() {
			code = binary.OpBitFieldSExtract
		}
	}
	return e.op(code, in.Type, e.operands(in)...)
}

// asDouble joins two words, the low one first.
func (e *emitter) asDouble(in *ir.Instr) binary.ID {
	t := in.Args[0].ValueType()
	lo, hi := e.value(in.Args[0]), e.value(in.Args[1])
	join := func(lo, hi binary.ID) binary.ID {
		return e.op(binary.OpBitcast, types.Double, e.op(binary.OpCompositeConstruct, types.VectorOf(types.Uint, 2), lo, hi))
	}
	n := parts(t)
	if n == 0 {
		return join(lo, hi)
	}
	ids := make([]binary.ID, n)
	for i := range ids {
		ids[i] = join(e.extract(lo, types.Uint, i), e.extract(hi, types.Uint, i))
	}
	return e.op(binary.OpCompositeConstruct, in.Type, ids...)
}

func (e *emitter) splitDouble(in *ir.Instr) binary.ID {
	t := in.Args[0].ValueType()
	x := e.value(in.Args[0])
	for i, out := range in.Args[1:] {
		words := e.components(t, types.WithElem(t, types.Uint), x, func(v binary.ID) binary.ID {
			return e.extract(e.op(binary.OpBitcast, types.VectorOf(types.Uint, 2), v), types.Uint, i)
		})
		e.storeTo(out, words)
	}
	return 0
}

// halfBits converts between a float and the bits of a half in a uint.
func (e *emitter) halfBits(in *ir.Instr) binary.ID {
	pair := types.VectorOf(types.Float, 2)
	return e.components(in.Args[0].ValueType(), in.Type, e.value(in.Args[0]), func(v binary.ID) binary.ID {
		if in.Intrinsic == builtin.OpF16ToF32 {
			return e.extract(e.ext(pair, binary.GLSLUnpackHalf2x16, v), types.Float, 0)
		}
		both := e.op(binary.OpCompositeConstruct, pair, v, e.number(types.Float, 0))
		return e.ext(types.Uint, binary.GLSLPackHalf2x16, both)
	})
}

// byteOf extracts byte i of a uint, extended to 32 bits by the signedness of s.
func (e *emitter) byteOf(v binary.ID, i int, s *types.Scalar) binary.ID {
	code := binary.OpBitFieldUExtract
	if s.Kind.IsSigned() {
		code = binary.OpBitFieldSExtract
		v = e.bitcast(v, types.Uint, s)
	}
	return e.op(code, s, v, e.m.ConstU32(uint32(8*i)), e.m.ConstU32(8))
}

func (e *emitter) dot4Add(in *ir.Instr) binary.ID {
	s := types.ElemScalar(in.Type)
	x, y, sum := e.value(in.Args[0]), e.value(in.Args[1]), e.value(in.Args[2])
	for i := range 4 {
		sum = e.op(binary.OpIAdd, s, sum, e.op(binary.OpIMul, s, e.byteOf(x, i, s), e.byteOf(y, i, s)))
	}
	return sum
}

// dot2Add works in float precision.
func (e *emitter) dot2Add(in *ir.Instr) binary.ID {
	pair := types.VectorOf(types.Float, 2)
	x := e.convert(e.value(in.Args[0]), in.Args[0].ValueType(), pair)
	y := e.convert(e.value(in.Args[1]), in.Args[1].ValueType(), pair)
	return e.op(binary.OpFAdd, types.Float, e.dot(x, y, pair), e.value(in.Args[2]))
}

// msad4: component i adds the absolute differences of the reference's bytes and the four bytes of
// source from byte i on; a reference byte of zero masks its difference out.
func (e *emitter) msad4(in *ir.Instr) binary.ID {
	reference, source, accum := e.value(in.Args[0]), e.value(in.Args[1]), e.value(in.Args[2])
	words := [2]binary.ID{e.extract(source, types.Uint, 0), e.extract(source, types.Uint, 1)}
	zero := e.number(types.Uint, 0)
	var ref [4]binary.ID
	var used [4]binary.ID
	for i := range ref {
		ref[i] = e.byteOf(reference, i, types.Uint)
		used[i] = e.op(binary.OpINotEqual, types.Bool, ref[i], zero)
	}
	var src [7]binary.ID
	for i := range src {
		src[i] = e.byteOf(words[i/4], i%4, types.Uint)
	}
	var out [4]binary.ID
	for i := range out {
		out[i] = e.extract(accum, types.Uint, i)
		for k := range ref {
			high := e.ext(types.Uint, binary.GLSLUMax, ref[k], src[i+k])
			low := e.ext(types.Uint, binary.GLSLUMin, ref[k], src[i+k])
			diff := e.op(binary.OpISub, types.Uint, high, low)
			out[i] = e.op(binary.OpIAdd, types.Uint, out[i], e.op(binary.OpSelect, types.Uint, used[k], diff, zero))
		}
	}
	return e.op(binary.OpCompositeConstruct, in.Type, out[:]...)
}

// pack8 puts the low bytes of four components into a uint, clamped first for the Clamp forms.
func (e *emitter) pack8(in *ir.Instr) binary.ID {
	t := in.Args[0].ValueType()
	v := e.value(in.Args[0])
	switch in.Intrinsic {
	case builtin.OpPackClampU8:
		v = e.ext(t, binary.GLSLSClamp, v, e.number(t, 0), e.number(t, 255))
	case builtin.OpPackClampS8:
		v = e.ext(t, binary.GLSLSClamp, v, e.number(t, -128), e.number(t, 127))
	}
	words := types.WithElem(t, types.Uint)
	v = e.convert(v, t, words)
	packed := e.extract(v, types.Uint, 0)
	packed = e.op(binary.OpBitwiseAnd, types.Uint, packed, e.m.ConstU32(0xff))
	for i := 1; i < 4; i++ {
		packed = e.op(binary.OpBitFieldInsert, types.Uint, packed, e.extract(v, types.Uint, i), e.m.ConstU32(uint32(8*i)), e.m.ConstU32(8))
	}
	return packed
}

func (e *emitter) unpack8(in *ir.Instr) binary.ID {
	s := types.Uint
	if in.Intrinsic == builtin.OpUnpackS8 {
		s = types.Int
	}
	v := e.value(in.Args[0])
	var bytes [4]binary.ID
	for i := range bytes {
		bytes[i] = e.byteOf(v, i, s)
	}
	wide := types.VectorOf(s, 4)
	return e.convert(e.op(binary.OpCompositeConstruct, wide, bytes[:]...), wide, in.Type)
}
