package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// intrinsicRow says how an intrinsic operation is expressed: by an instruction of
// GLSL.std.450, by a core instruction, or by a function that emits several.
type intrinsicRow struct {
	signed, unsigned, float uint32 // GLSL.std.450
	narrow                  bool   // float: 16 and 32 bits only (GLSL.std.450: trigonometry, powers, logarithms)
	core                    opRow
	emit                    func(*emitter, *ir.Instr) binary.ID
	lowered                 bool // lower/ has replaced it by other instructions
}

// floatRow and the like keep the table readable.
func floatRow(n uint32) intrinsicRow  { return intrinsicRow{float: n} }
func narrowRow(n uint32) intrinsicRow { return intrinsicRow{float: n, narrow: true} }
func coreRow(r opRow) intrinsicRow    { return intrinsicRow{core: r} }

func numericRow(signed, unsigned, float uint32) intrinsicRow {
	return intrinsicRow{signed: signed, unsigned: unsigned, float: float}
}

func emitRow(f func(*emitter, *ir.Instr) binary.ID) intrinsicRow { return intrinsicRow{emit: f} }

var loweredRow = intrinsicRow{lowered: true}

// intrinsicOf returns the row of an operation. Min, Max and Clamp of floats ignore a NaN (NMin, NMax, NClamp).
func intrinsicOf(op builtin.Op) intrinsicRow {
	if builtin.IsWave(op) {
		return emitRow((*emitter).waveOp)
	}
	switch op {
	case builtin.OpAbs:
		return emitRow((*emitter).abs)
	case builtin.OpSign:
		return emitRow((*emitter).sign)
	case builtin.OpMin:
		return numericRow(binary.GLSLSMin, binary.GLSLUMin, binary.GLSLNMin)
	case builtin.OpMax:
		return numericRow(binary.GLSLSMax, binary.GLSLUMax, binary.GLSLNMax)
	case builtin.OpClamp:
		return numericRow(binary.GLSLSClamp, binary.GLSLUClamp, binary.GLSLNClamp)
	case builtin.OpSaturate:
		return emitRow((*emitter).saturate)
	case builtin.OpFloor:
		return floatRow(binary.GLSLFloor)
	case builtin.OpCeil:
		return floatRow(binary.GLSLCeil)
	case builtin.OpTrunc:
		return floatRow(binary.GLSLTrunc)
	case builtin.OpRound:
		return floatRow(binary.GLSLRoundEven)
	case builtin.OpFrac:
		return floatRow(binary.GLSLFract)
	case builtin.OpFmod:
		return coreRow(opRow{float: binary.OpFRem})
	case builtin.OpFloorMod:
		return coreRow(opRow{float: binary.OpFMod})
	case builtin.OpModf:
		return emitRow((*emitter).modf)
	case builtin.OpFrexp:
		return emitRow((*emitter).frexp)
	case builtin.OpLdexp:
		return emitRow((*emitter).ldexp)
	case builtin.OpSqrt:
		return floatRow(binary.GLSLSqrt)
	case builtin.OpRsqrt:
		return floatRow(binary.GLSLInverseSqrt)
	case builtin.OpRcp:
		return emitRow((*emitter).rcp)
	case builtin.OpPow:
		return narrowRow(binary.GLSLPow)
	case builtin.OpExp:
		return narrowRow(binary.GLSLExp)
	case builtin.OpExp2:
		return narrowRow(binary.GLSLExp2)
	case builtin.OpLog:
		return narrowRow(binary.GLSLLog)
	case builtin.OpLog2:
		return narrowRow(binary.GLSLLog2)
	case builtin.OpLog10:
		return emitRow((*emitter).log10)
	}
	return moreMath(op)
}

func moreMath(op builtin.Op) intrinsicRow {
	switch op {
	case builtin.OpSin:
		return narrowRow(binary.GLSLSin)
	case builtin.OpCos:
		return narrowRow(binary.GLSLCos)
	case builtin.OpTan:
		return narrowRow(binary.GLSLTan)
	case builtin.OpSincos:
		return emitRow((*emitter).sincos)
	case builtin.OpAsin:
		return narrowRow(binary.GLSLAsin)
	case builtin.OpAcos:
		return narrowRow(binary.GLSLAcos)
	case builtin.OpAtan:
		return narrowRow(binary.GLSLAtan)
	case builtin.OpAtan2:
		return narrowRow(binary.GLSLAtan2)
	case builtin.OpSinh:
		return narrowRow(binary.GLSLSinh)
	case builtin.OpCosh:
		return narrowRow(binary.GLSLCosh)
	case builtin.OpTanh:
		return narrowRow(binary.GLSLTanh)
	case builtin.OpAsinh:
		return narrowRow(binary.GLSLAsinh)
	case builtin.OpAcosh:
		return narrowRow(binary.GLSLAcosh)
	case builtin.OpAtanh:
		return narrowRow(binary.GLSLAtanh)
	case builtin.OpDegrees, builtin.OpRadians:
		return emitRow((*emitter).angle)
	case builtin.OpMad:
		return emitRow((*emitter).mad)
	case builtin.OpFma:
		return floatRow(binary.GLSLFma)
	case builtin.OpLerp:
		return floatRow(binary.GLSLFMix)
	case builtin.OpStep:
		return floatRow(binary.GLSLStep)
	case builtin.OpSmoothstep:
		return floatRow(binary.GLSLSmoothStep)
	case builtin.OpIsNan:
		return coreRow(opRow{float: binary.OpIsNan})
	case builtin.OpIsInf:
		return coreRow(opRow{float: binary.OpIsInf})
	case builtin.OpIsFinite:
		return emitRow((*emitter).isFinite)
	case builtin.OpSelect:
		return emitRow((*emitter).selectCall)
	case builtin.OpAnd:
		return coreRow(opRow{boolean: binary.OpLogicalAnd})
	case builtin.OpOr:
		return coreRow(opRow{boolean: binary.OpLogicalOr})
	case builtin.OpNot:
		return coreRow(opRow{boolean: binary.OpLogicalNot})
	case builtin.OpAny, builtin.OpAll:
		return emitRow((*emitter).vote)
	case builtin.OpDot:
		return emitRow((*emitter).dotCall)
	case builtin.OpCross:
		return emitRow((*emitter).cross)
	case builtin.OpLength:
		return floatRow(binary.GLSLLength)
	case builtin.OpDistance:
		return floatRow(binary.GLSLDistance)
	case builtin.OpNormalize:
		return floatRow(binary.GLSLNormalize)
	case builtin.OpReflect:
		return floatRow(binary.GLSLReflect)
	case builtin.OpRefract:
		return floatRow(binary.GLSLRefract)
	case builtin.OpFaceforward:
		return floatRow(binary.GLSLFaceForward)
	case builtin.OpDdx, builtin.OpDdy, builtin.OpDdxFine, builtin.OpDdyFine, builtin.OpDdxCoarse, builtin.OpDdyCoarse:
		return emitRow((*emitter).derivative)
	case builtin.OpMul, builtin.OpFwidth, builtin.OpFwidthFine, builtin.OpFwidthCoarse, builtin.OpTranspose, builtin.OpOuterProduct, builtin.OpDeterminant, builtin.OpInverse, builtin.OpBitcast,
		builtin.OpExp10, builtin.OpSinPi, builtin.OpCosPi, builtin.OpTanPi, builtin.OpCopySign, builtin.OpFdim, builtin.OpDivide,
		builtin.OpMin3, builtin.OpMax3, builtin.OpMedian3, builtin.OpNextAfter, builtin.OpLit, builtin.OpDst, builtin.OpWorkgroupSize, builtin.OpWorkgroupCount,
		builtin.OpLess, builtin.OpLessEq, builtin.OpGreater, builtin.OpGreaterEq, builtin.OpEqual, builtin.OpNotEqual,
		builtin.OpAddCarry, builtin.OpSubBorrow, builtin.OpMulExtended:
		return loweredRow
	}
	return bitsRow(op)
}

func bitsRow(op builtin.Op) intrinsicRow {
	switch op {
	case builtin.OpCountBits, builtin.OpFirstBitHigh, builtin.OpFirstBitLow, builtin.OpReverseBits:
		return emitRow((*emitter).bitScan)
	case builtin.OpBitfieldExtract, builtin.OpBitfieldInsert:
		return emitRow((*emitter).bitField)
	case builtin.OpAsDouble:
		return emitRow((*emitter).asDouble)
	case builtin.OpSplitDouble:
		return emitRow((*emitter).splitDouble)
	case builtin.OpF16ToF32, builtin.OpF32ToF16:
		return emitRow((*emitter).halfBits)
	case builtin.OpDot4AddU8, builtin.OpDot4AddI8:
		return emitRow((*emitter).dot4Add)
	case builtin.OpDot2Add:
		return emitRow((*emitter).dot2Add)
	case builtin.OpMsad4:
		return emitRow((*emitter).msad4)
	case builtin.OpPackU8, builtin.OpPackS8, builtin.OpPackClampU8, builtin.OpPackClampS8:
		return emitRow((*emitter).pack8)
	case builtin.OpUnpackU8, builtin.OpUnpackS8:
		return emitRow((*emitter).unpack8)
	case builtin.OpPackHalf2x16:
		return floatRow(binary.GLSLPackHalf2x16)
	case builtin.OpUnpackHalf2x16:
		return numericRow(0, binary.GLSLUnpackHalf2x16, 0)
	case builtin.OpPackUnorm2x16:
		return floatRow(binary.GLSLPackUnorm2x16)
	case builtin.OpUnpackUnorm2x16:
		return numericRow(0, binary.GLSLUnpackUnorm2x16, 0)
	case builtin.OpPackSnorm2x16:
		return floatRow(binary.GLSLPackSnorm2x16)
	case builtin.OpUnpackSnorm2x16:
		return numericRow(0, binary.GLSLUnpackSnorm2x16, 0)
	case builtin.OpPackUnorm4x8:
		return floatRow(binary.GLSLPackUnorm4x8)
	case builtin.OpUnpackUnorm4x8:
		return numericRow(0, binary.GLSLUnpackUnorm4x8, 0)
	case builtin.OpPackSnorm4x8:
		return floatRow(binary.GLSLPackSnorm4x8)
	case builtin.OpUnpackSnorm4x8:
		return numericRow(0, binary.GLSLUnpackSnorm4x8, 0)
	case builtin.OpNonUniform:
		return emitRow((*emitter).operand) // OpDescriptor carries the mark
	case builtin.OpPrintf:
		return emitRow((*emitter).nothing)
	}
	return resourceRow(op)
}

func resourceRow(op builtin.Op) intrinsicRow {
	switch op {
	case builtin.OpStructuredDimensions, builtin.OpStructuredLength, builtin.OpByteDimensions, builtin.OpTypedDimensions,
		builtin.OpIncrementCounter, builtin.OpDecrementCounter, builtin.OpAppend, builtin.OpConsume,
		builtin.OpImageSize, builtin.OpTextureLoad, builtin.OpTextureLoadMS, builtin.OpTextureSampleLevelZero,
		builtin.OpTextureImplicit, builtin.OpTextureImplicitBias, builtin.OpTextureImplicitCmp, builtin.OpTextureSize,
		builtin.OpTextureLevels, builtin.OpTextureSamples:
		return loweredRow
	case builtin.OpTextureDimensions, builtin.OpTextureDimensionsMip:
		return emitRow((*emitter).dimensions)
	}
	if sampleRowOf(op) != nil {
		return emitRow((*emitter).sampleCall)
	}
	return intrinsicRow{}
}

// intrinsic emits an intrinsic operation.
func (e *emitter) intrinsic(in *ir.Instr) binary.ID {
	row := intrinsicOf(in.Intrinsic)
	switch {
	case row.emit != nil:
		return row.emit(e, in)
	case row.lowered || len(in.Args) == 0:
		return e.notYet(in.Span, in.Type, in.Function())
	}
	t := in.Args[0].ValueType()
	s := types.ElemScalar(t)
	if s == nil {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no %s on %s", in.Function(), t)
	}
	if code := row.core.pick(s.Kind); code != 0 {
		return e.f.body.Value(code, e.typeID(in.Type), e.operands(in)...)
	}
	number := row.unsigned
	switch {
	case s.Kind.IsFloat():
		number = row.float
	case s.Kind.IsSigned():
		number = row.signed
	}
	if number == 0 || row.narrow && s.Bits > 32 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no %s on %s", in.Function(), t)
	}
	return e.ext(in.Type, number, e.operands(in)...)
}

// operands returns the values of all operands.
func (e *emitter) operands(in *ir.Instr) []binary.ID {
	ids := make([]binary.ID, len(in.Args))
	for i, a := range in.Args {
		ids[i] = e.value(a)
	}
	return ids
}

// ext emits an instruction of GLSL.std.450.
func (e *emitter) ext(t types.Type, number uint32, operands ...binary.ID) binary.ID {
	return e.f.body.ExtInst(e.typeID(t), e.glslSet(), number, operands...)
}
