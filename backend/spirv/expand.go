package spirv

import (
	"math"

	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Mathematical operations that take several instructions.

// op emits a core instruction on values.
func (e *emitter) op(code binary.Opcode, t types.Type, operands ...binary.ID) binary.ID {
	return e.f.body.Value(code, e.typeID(t), operands...)
}

// storeTo stores v to an out operand of an intrinsic.
func (e *emitter) storeTo(place ir.Value, v binary.ID) {
	p := e.place(place)
	e.f.body.Do(binary.OpStore, e.pointer(p), v)
}

func (e *emitter) operand(in *ir.Instr) binary.ID { return e.value(in.Args[0]) }

func (e *emitter) nothing(*ir.Instr) binary.ID { return 0 }

func (e *emitter) abs(in *ir.Instr) binary.ID {
	x := e.value(in.Args[0])
	switch s := types.ElemScalar(in.Type); {
	case s.Kind.IsFloat():
		return e.ext(in.Type, binary.GLSLFAbs, x)
	case s.Kind.IsSigned():
		return e.ext(in.Type, binary.GLSLSAbs, x)
	}
	return x
}

// sign has an int result for floats too.
func (e *emitter) sign(in *ir.Instr) binary.ID {
	t := in.Args[0].ValueType()
	number := uint32(binary.GLSLSSign)
	if types.ElemScalar(t).Kind.IsFloat() {
		number = binary.GLSLFSign
	}
	return e.convert(e.ext(t, number, e.value(in.Args[0])), t, in.Type)
}

func (e *emitter) saturate(in *ir.Instr) binary.ID {
	return e.ext(in.Type, binary.GLSLNClamp, e.value(in.Args[0]), e.number(in.Type, 0), e.number(in.Type, 1))
}

func (e *emitter) rcp(in *ir.Instr) binary.ID {
	return e.op(binary.OpFDiv, in.Type, e.number(in.Type, 1), e.value(in.Args[0]))
}

func (e *emitter) log10(in *ir.Instr) binary.ID {
	if types.ElemScalar(in.Type).Bits > 32 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no log10 on %s", in.Type)
	}
	return e.op(binary.OpFMul, in.Type, e.ext(in.Type, binary.GLSLLog2, e.value(in.Args[0])), e.number(in.Type, math.Log10(2)))
}

// angle is a multiplication: GLSL.std.450 has no conversion of double angles.
func (e *emitter) angle(in *ir.Instr) binary.ID {
	factor := math.Pi / 180
	if in.Intrinsic == builtin.OpDegrees {
		factor = 180 / math.Pi
	}
	return e.op(binary.OpFMul, in.Type, e.value(in.Args[0]), e.number(in.Type, factor))
}

func (e *emitter) mad(in *ir.Instr) binary.ID {
	mul, add := binary.OpIMul, binary.OpIAdd
	if types.ElemScalar(in.Type).Kind.IsFloat() {
		mul, add = binary.OpFMul, binary.OpFAdd
	}
	return e.op(add, in.Type, e.op(mul, in.Type, e.value(in.Args[0]), e.value(in.Args[1])), e.value(in.Args[2]))
}

func (e *emitter) isFinite(in *ir.Instr) binary.ID {
	x := e.value(in.Args[0])
	return e.op(binary.OpLogicalNot, in.Type,
		e.op(binary.OpLogicalOr, in.Type, e.op(binary.OpIsNan, in.Type, x), e.op(binary.OpIsInf, in.Type, x)))
}

func (e *emitter) selectCall(in *ir.Instr) binary.ID {
	return e.selectOp(e.value(in.Args[0]), in.Args[0].ValueType(), e.value(in.Args[1]), e.value(in.Args[2]), in.Type)
}

// vote is any or all of the components that are not zero.
func (e *emitter) vote(in *ir.Instr) binary.ID {
	t := in.Args[0].ValueType()
	v := e.convert(e.value(in.Args[0]), t, types.WithElem(t, types.Bool))
	switch {
	case parts(t) == 0:
		return v
	case in.Intrinsic == builtin.OpAny:
		return e.op(binary.OpAny, types.Bool, v)
	}
	return e.op(binary.OpAll, types.Bool, v)
}

func (e *emitter) dotCall(in *ir.Instr) binary.ID {
	return e.dot(e.value(in.Args[0]), e.value(in.Args[1]), in.Args[0].ValueType())
}

// dot of floats is OpDot; of integers, which have none on wide components, the sum of products.
func (e *emitter) dot(x, y binary.ID, t types.Type) binary.ID {
	s, n := types.ElemScalar(t), parts(t)
	float := s.Kind.IsFloat()
	switch {
	case n > 0 && float:
		return e.op(binary.OpDot, s, x, y)
	case float:
		return e.op(binary.OpFMul, s, x, y)
	case n == 0:
		return e.op(binary.OpIMul, s, x, y)
	}
	p := e.op(binary.OpIMul, t, x, y)
	sum := e.extract(p, s, 0)
	for i := 1; i < n; i++ {
		sum = e.op(binary.OpIAdd, s, sum, e.extract(p, s, i))
	}
	return sum
}

func (e *emitter) cross(in *ir.Instr) binary.ID {
	x, y := e.value(in.Args[0]), e.value(in.Args[1])
	if types.ElemScalar(in.Type).Kind.IsFloat() {
		return e.ext(in.Type, binary.GLSLCross, x, y)
	}
	rotate := func(v binary.ID, a, b, c uint32) binary.ID {
		return e.f.body.Value(binary.OpVectorShuffle, e.typeID(in.Type), v, v, a, b, c)
	}
	left := e.op(binary.OpIMul, in.Type, rotate(x, 1, 2, 0), rotate(y, 2, 0, 1))
	right := e.op(binary.OpIMul, in.Type, rotate(x, 2, 0, 1), rotate(y, 1, 2, 0))
	return e.op(binary.OpISub, in.Type, left, right)
}

func (e *emitter) sincos(in *ir.Instr) binary.ID {
	t := in.Args[0].ValueType()
	if types.ElemScalar(t).Bits > 32 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no sincos on %s", t)
	}
	x := e.value(in.Args[0])
	e.storeTo(in.Args[1], e.ext(t, binary.GLSLSin, x))
	e.storeTo(in.Args[2], e.ext(t, binary.GLSLCos, x))
	return 0
}

// modf and frexp use the forms that return both parts in a structure.
func (e *emitter) modf(in *ir.Instr) binary.ID {
	return e.split(in, binary.GLSLModfStruct, in.Type)
}

func (e *emitter) frexp(in *ir.Instr) binary.ID {
	return e.split(in, binary.GLSLFrexpStruct, types.WithElem(in.Type, types.Int))
}

func (e *emitter) split(in *ir.Instr, number uint32, second types.Type) binary.ID {
	pair := e.m.TypePlainStruct(e.typeID(in.Type), e.typeID(second))
	v := e.f.body.ExtInst(pair, e.glslSet(), number, e.value(in.Args[0]))
	out := e.extract(v, second, 1)
	if len(in.Args) > 1 {
		place := e.place(in.Args[1])
		e.storeTo(in.Args[1], e.convert(out, second, place.elem))
	}
	return e.extract(v, in.Type, 0)
}

// ldexp is x * 2^exp; exp is an int, or has the type of x and need not be whole. Exp2 has no double form: there it must be
// an int.
func (e *emitter) ldexp(in *ir.Instr) binary.ID {
	x, exp, t := e.value(in.Args[0]), e.value(in.Args[1]), in.Args[1].ValueType()
	s := types.ElemScalar(t)
	if s.Bits > 32 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no %s of a double with an exponent that is none either; give an int", in.Function())
	}
	if s.Kind.IsInt() {
		return e.ext(in.Type, binary.GLSLLdexp, x, e.convert(exp, t, types.WithElem(t, types.Int)))
	}
	return e.op(binary.OpFMul, in.Type, x, e.ext(in.Type, binary.GLSLExp2, exp))
}
