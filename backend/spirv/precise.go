package spirv

import (
	"slices"

	"slc/backend/spirv/binary"
)

// rounding are the instructions that round: those that drivers could contract or reorder.
var rounding = [...]binary.Opcode{
	binary.OpFAdd, binary.OpFSub, binary.OpFMul, binary.OpFDiv, binary.OpFRem, binary.OpFMod, binary.OpFNegate,
	binary.OpVectorTimesScalar, binary.OpMatrixTimesScalar, binary.OpVectorTimesMatrix, binary.OpMatrixTimesVector,
	binary.OpMatrixTimesMatrix, binary.OpOuterProduct, binary.OpDot,
}

// roundingExt are those of GLSL.std.450 that are made of several: Radians, Degrees, FMix, SmoothStep, Fma, Length, Distance,
// Cross, Normalize, Reflect and Refract.
var roundingExt = [...]uint32{11, 12, 46, 49, 50, 66, 67, 68, 69, 71, 72}

// precise decorates what rounds with NoContraction (SPIR-V §3.20), if the source has precise values.
func (e *emitter) precise() {
	if !e.mod.Features.Precise {
		return
	}
	e.m.Functions().Each(func(op binary.Opcode, operands []uint32) {
		switch {
		case op == binary.OpExtInst && slices.Contains(roundingExt[:], operands[3]), slices.Contains(rounding[:], op):
			e.m.Decorate(binary.ID(operands[1]), binary.DecorationNoContraction)
		}
	})
}
