package builtin

// The intrinsic operations that are neither atomics nor barriers, by meaning, not
// by spelling: WaveActiveSum, WaveMaskSum and subgroupAdd are one operation.
//
// Operands of a typed.Intrinsic are, in this order: the receiver of a method,
// then the parameters of the row that was called (out parameters are places).
// Unless the comment says otherwise the operands and the result of an operation
// have one type T, a scalar, vector or matrix, and it works on each component.

// Mathematics.
const (
	OpInvalid Op = iota

	OpAbs            // signed integers and floats
	OpSign           // (T) → int of T's shape: -1, 0, 1
	OpMin            // signedness by T; floats: the other operand if one is NaN
	OpMax            //
	OpClamp          // (x, lo, hi): min(max(x, lo), hi)
	OpSaturate       // clamp to 0…1, floats
	OpFloor          //
	OpCeil           //
	OpTrunc          //
	OpRound          // to nearest, ties to even
	OpFrac           // x - floor(x)
	OpFmod           // x - y*trunc(x/y), sign of x
	OpFloorMod       // x - y*floor(x/y), GLSL mod
	OpModf           // (x, out ip) → fraction, both with the sign of x
	OpFrexp          // (x, out int exp) → mantissa in [0.5, 1)
	OpLdexp          // (x, exp): x * 2^exp, exp has the type of x or is an int
	OpSqrt           //
	OpRsqrt          // 1/sqrt(x)
	OpRcp            // 1/x, approximate
	OpPow            //
	OpExp            //
	OpExp2           //
	OpLog            //
	OpLog2           //
	OpLog10          //
	OpSin            //
	OpCos            //
	OpTan            //
	OpSincos         // (x, out sin, out cos) → void
	OpAsin           //
	OpAcos           //
	OpAtan           //
	OpAtan2          // (y, x)
	OpSinh           //
	OpCosh           //
	OpTanh           //
	OpAsinh          //
	OpAcosh          //
	OpAtanh          //
	OpDegrees        //
	OpRadians        //
	OpMad            // a*b + c, may be fused; integers too
	OpFma            // a*b + c with one rounding
	OpLerp           // (a, b, t): a + (b-a)*t
	OpStep           // (edge, x): x < edge ? 0 : 1
	OpSmoothstep     // (lo, hi, x)
	OpIsNan          // (T) → bool of T's shape
	OpIsInf          // (T) → bool of T's shape
	OpIsFinite       // (T) → bool of T's shape
	OpExp10          //
	OpSinPi          // sin(pi*x)
	OpCosPi          // cos(pi*x)
	OpTanPi          // tan(pi*x)
	OpCopySign       // (x, y): the magnitude of x, the sign of y; zeros and NaNs too
	OpFdim           // max(0, x-y)
	OpDivide         // x/y
	OpMin3           //
	OpMax3           //
	OpMedian3        //
	OpNextAfter      // (x, y): the next number after x on the way to y
	OpLit            // (float n.l, float n.h, float m) → float4
	OpDst            // (float4 (-, d*d, d*d, -), float4 (-, 1/d, -, 1/d)) → (1, d, d*d, 1/d): HLSL dst
	OpWorkgroupSize  // () → int3: [numthreads] of the entry point
	OpWorkgroupCount // () → uint3: what was dispatched
	OpLess           // (T, T) → bool of T's shape, as the comparisons that follow
	OpLessEq         //
	OpGreater        //
	OpGreaterEq      //
	OpEqual          //
	OpNotEqual       //
	OpSelect         // (bool of T's shape, T, T) → T; all operands are evaluated
	OpAnd            // bool: both operands are evaluated
	OpOr             // bool: both operands are evaluated
	OpNot            // bool, GLSL not
	OpAny            // (T) → bool: any component is not zero
	OpAll            // (T) → bool: every component is not zero
	OpDot            // (vector, vector) → element
	OpCross          // three components
	OpLength         // (vector) → element
	OpDistance       // (vector, vector) → element
	OpNormalize      //
	OpReflect        // (i, n)
	OpRefract        // (i, n, scalar eta)
	OpFaceforward    // (n, i, ng)
	OpMul            // linear algebra: scalar, vector and matrix operands, the shapes decide
	OpTranspose      // R×C → C×R
	OpOuterProduct   // (vector c of C components, vector r of R) → R×C: row i is c * r[i]
	OpDeterminant    // square matrix → element
	OpInverse        // square matrix

	// Derivatives: differences between the invocations of a quad, which entry points with a derivative group have.
	OpDdx
	OpDdy
	OpDdxFine
	OpDdyFine
	OpDdxCoarse
	OpDdyCoarse
	OpFwidth // |ddx| + |ddy|, as the two that follow
	OpFwidthFine
	OpFwidthCoarse

	// Bits.
	OpAddCarry        // (uint x, uint y, out uint carry) → x+y
	OpSubBorrow       // (uint x, uint y, out uint borrow) → x-y
	OpMulExtended     // (x, y, out high, out low) → void: all 64 bits of the product
	OpCountBits       // (int T) → uint of T's shape
	OpFirstBitHigh    // (int T) → uint of T's shape: index of the highest bit that differs from the sign, -1 if none
	OpFirstBitLow     // (int T) → uint of T's shape: index of the lowest set bit, -1 if none
	OpReverseBits     // integers
	OpBitfieldExtract // (T, int offset, int bits), sign-extended if T is signed
	OpBitfieldInsert  // (T base, T insert, int offset, int bits)
	OpBitcast         // (x) → T of the same size; sema builds typed.Convert{Bitcast} for it
	OpAsDouble        // (uint lo, uint hi) → double, also on vectors
	OpSplitDouble     // (double, out uint lo, out uint hi) → void
	OpF16ToF32        // (uint) → float: the low 16 bits as a half
	OpF32ToF16        // (float) → uint: the bits of the nearest half, zero-extended
	OpDot4AddU8       // (uint x, uint y, uint acc) → acc + dot of 4 unsigned bytes
	OpDot4AddI8       // (uint x, uint y, int acc) → acc + dot of 4 signed bytes
	OpDot2Add         // (half2, half2, float) → float
	OpMsad4           // (uint reference, uint2 source, uint4 accum) → uint4
	OpPackU8          // (uint4 or uint16_t4) → uint: low bytes
	OpPackS8          // (int4 or int16_t4) → uint: low bytes
	OpPackClampU8     // (int4 or int16_t4) → uint, clamped to 0…255
	OpPackClampS8     // (int4 or int16_t4) → uint, clamped to -128…127
	OpUnpackU8        // (uint) → uint4 or uint16_t4
	OpUnpackS8        // (uint) → int4 or int16_t4
	OpPackHalf2x16    // (float2) → uint
	OpUnpackHalf2x16  // (uint) → float2
	OpPackUnorm2x16   // (float2) → uint
	OpUnpackUnorm2x16 // (uint) → float2
	OpPackSnorm2x16   // (float2) → uint
	OpUnpackSnorm2x16 // (uint) → float2
	OpPackUnorm4x8    // (float4) → uint
	OpUnpackUnorm4x8  // (uint) → float4
	OpPackSnorm4x8    // (float4) → uint
	OpUnpackSnorm4x8  // (uint) → float4
	OpNonUniform      // (index) → index: marks a descriptor index as not uniform in the wave
	OpPrintf          // (format, values…) → void: accepted, its operands are evaluated, nothing is printed
	endMath
)

// Wave (subgroup) operations. The lanes that take part are the active ones; the
// operations on a partition (OpWaveMulti…) have the mask as last operand.
const (
	OpWaveLaneCount    Op = endMath + iota // () → uint
	OpWaveLaneIndex                        // () → uint
	OpWaveIsFirstLane                      // () → bool
	OpWaveNumWaves                         // () → uint: waves of the workgroup
	OpWaveIndex                            // () → uint: index of the wave in the workgroup
	OpWaveLaneEqMask                       // () → uint4
	OpWaveLaneGeMask                       // () → uint4
	OpWaveLaneGtMask                       // () → uint4
	OpWaveLaneLeMask                       // () → uint4
	OpWaveLaneLtMask                       // () → uint4
	OpWaveActiveMask                       // () → uint4: ballot of true
	OpWaveActiveMask32                     // () → uint: its lanes 0…31
	OpWaveAllTrue                          // (bool) → bool
	OpWaveAnyTrue                          // (bool) → bool
	OpWaveAllEqual                         // (T) → bool
	OpWaveBallot                           // (bool) → uint4
	OpWaveBallot32                         // (bool) → uint: its lanes 0…31
	OpWaveCountBits                        // (bool) → uint
	OpWaveSum
	OpWaveProduct
	OpWaveMin
	OpWaveMax
	OpWaveBitAnd // integers and bool
	OpWaveBitOr
	OpWaveBitXor
	OpWavePrefixSum // exclusive
	OpWavePrefixProduct
	OpWavePrefixMin
	OpWavePrefixMax
	OpWavePrefixBitAnd
	OpWavePrefixBitOr
	OpWavePrefixBitXor
	OpWavePrefixCountBits // (bool) → uint, exclusive
	OpWaveInclusiveSum    // inclusive
	OpWaveInclusiveProduct
	OpWaveInclusiveMin
	OpWaveInclusiveMax
	OpWaveInclusiveBitAnd
	OpWaveInclusiveBitOr
	OpWaveInclusiveBitXor
	OpWaveReadLaneFirst
	OpWaveReadLaneAt      // (T, int lane), the lane is uniform in the wave
	OpWaveBroadcast       // (T, constant int lane)
	OpWaveShuffle         // (T, int lane), any lane
	OpWaveShuffleXor      // (T, uint mask)
	OpWaveShuffleUp       // (T, uint delta)
	OpWaveShuffleDown     // (T, uint delta)
	OpWaveRotate          // (T, uint delta)
	OpWaveClusteredRotate // (T, uint delta, constant uint size)
	OpWaveClusteredSum    // (T, constant uint size)
	OpWaveClusteredProduct
	OpWaveClusteredMin
	OpWaveClusteredMax
	OpWaveClusteredBitAnd
	OpWaveClusteredBitOr
	OpWaveClusteredBitXor
	OpWaveMatch    // (T) → uint4: lanes with an equal value
	OpWaveMatch32  // (T) → uint: its lanes 0…31
	OpWaveMultiSum // (T, uint4 mask)
	OpWaveMultiProduct
	OpWaveMultiMin
	OpWaveMultiMax
	OpWaveMultiBitAnd
	OpWaveMultiBitOr
	OpWaveMultiBitXor
	OpWaveMultiPrefixSum // exclusive
	OpWaveMultiPrefixProduct
	OpWaveMultiPrefixMin
	OpWaveMultiPrefixMax
	OpWaveMultiPrefixBitAnd
	OpWaveMultiPrefixBitOr
	OpWaveMultiPrefixBitXor
	OpWaveMultiPrefixCountBits // (bool, uint4 mask) → uint, exclusive
	OpWaveMultiInclusiveSum    // inclusive
	OpWaveMultiInclusiveProduct
	OpWaveMultiInclusiveMin
	OpWaveMultiInclusiveMax
	OpWaveMultiInclusiveBitAnd
	OpWaveMultiInclusiveBitOr
	OpWaveMultiInclusiveBitXor
	OpWaveInverseBallot      // (uint4) → bool, GLSL
	OpWaveBallotBitExtract   // (uint4, uint lane) → bool
	OpWaveBallotBitCount     // (uint4) → uint
	OpWaveBallotInclusive    // (uint4) → uint: bits at and below the own lane
	OpWaveBallotExclusive    // (uint4) → uint: bits below the own lane
	OpWaveBallotFindLSB      // (uint4) → uint
	OpWaveBallotFindMSB      // (uint4) → uint
	OpQuadReadAt             // (T, uint quadLane)
	OpQuadReadAcrossX        //
	OpQuadReadAcrossY        //
	OpQuadReadAcrossDiagonal //
	OpQuadAny                // (bool) → bool
	OpQuadAll                // (bool) → bool
	endWave
)

// Resources. The first operand is the resource. Element, texel and byte-address
// loads and stores have no operation: they are places of the typed tree.
const (
	OpStructuredDimensions      Op = endWave + iota // (buffer, out uint count, out uint stride)
	OpStructuredLength                              // (buffer) → uint: the number of elements
	OpByteDimensions                                // (buffer, out uint bytes)
	OpTypedDimensions                               // (buffer, out uint count)
	OpIncrementCounter                              // (buffer) → uint: old value
	OpDecrementCounter                              // (buffer) → uint: new value
	OpAppend                                        // (buffer, T)
	OpConsume                                       // (buffer) → T
	OpTextureDimensions                             // (texture, out…): width, height, depth or elements, samples
	OpTextureDimensionsMip                          // (texture, uint mip, out…): the same, then out levels
	OpImageSize                                     // (texture) → int or intN, GLSL
	OpTextureLoad                                   // (texture, location with mip level as last component [, offset])
	OpTextureLoadMS                                 // (texture, location, int sample [, offset])
	OpTextureSample                                 // (texture, sampler, location [, offset])
	OpTextureSampleLevel                            // (texture, sampler, location, float level [, offset])
	OpTextureSampleBias                             // (texture, sampler, location, float bias [, offset])
	OpTextureSampleGrad                             // (texture, sampler, location, ddx, ddy [, offset])
	OpTextureSampleCmp                              // (texture, sampler, location, float reference [, offset])
	OpTextureSampleCmpLevelZero                     // (texture, sampler, location, float reference [, offset])
	OpTextureGatherRed                              // (texture, sampler, location [, offset])
	OpTextureGatherGreen
	OpTextureGatherBlue
	OpTextureGatherAlpha
	OpTextureGatherCmp       // (texture, sampler, location, float reference [, offset]): four comparisons
	OpTextureSampleCmpLevel  // (texture, sampler, location, float reference, float level [, offset])
	OpTextureSampleLevelZero // (texture, sampler, location [, offset])
	OpTextureSampleCmpGrad   // (texture, sampler, location, float reference, ddx, ddy [, offset])
	// Operations of the tree that lowering replaces: level 0 where the entry point has no derivatives.
	OpTextureImplicit     // as OpTextureSample
	OpTextureImplicitBias // as OpTextureSampleBias
	OpTextureImplicitCmp  // as OpTextureSampleCmp, with [, float bias] before the offset
	OpTextureSize         // (texture, int level) → int or intN, GLSL
	OpTextureLevels       // (texture) → int, GLSL
	OpTextureSamples      // (multisampled texture) → int, GLSL
	NumOps
)

type opFlags uint8

const (
	effect     opFlags = 1 << iota // has an effect beside its result
	convergent                     // its result depends on which lanes take part
	perLane                        // its result differs between lanes even for equal operands
)

type opInfo struct {
	name  string
	flags opFlags
}

// String returns the name of the operation, as dumps and messages show it.
func (op Op) String() string {
	if op < NumOps {
		return opTable[op].name
	}
	return "?"
}

// Pure reports whether the operation has no effect beside its result (and its
// out parameters) and its result depends on its operands only.
func Pure(op Op) bool { return opTable[op].flags == 0 && op < endMath }

// HasEffect reports whether dropping an unused result would change the program.
func HasEffect(op Op) bool { return opTable[op].flags&effect != 0 }

// IsWave reports whether op is a wave or quad operation.
func IsWave(op Op) bool { return op >= endMath && op < endWave }

// Convergent reports whether the result depends on the set of active lanes, so
// that the operation must not move across control flow.
func Convergent(op Op) bool { return opTable[op].flags&convergent != 0 }

// PerLane reports whether the result may differ between the lanes of a wave
// although all operands are equal.
func PerLane(op Op) bool { return opTable[op].flags&perLane != 0 }

// IsResource reports whether op works on a resource, its first operand.
func IsResource(op Op) bool { return op >= endWave && op < NumOps }

// IsTexture reports whether op works on a texture.
func IsTexture(op Op) bool { return op >= OpTextureDimensions && op < NumOps }

// IsDerivative reports whether op is a derivative.
func IsDerivative(op Op) bool { return op >= OpDdx && op <= OpFwidthCoarse }

// Samples reports whether op has a sampler as its second operand.
func Samples(op Op) bool { return op >= OpTextureSample && op <= OpTextureImplicitCmp }

// FirstOut returns the index of the first operand that is an out place, all
// later ones being such places too, or -1 if op has none.
func FirstOut(op Op) int {
	switch op {
	case OpModf, OpFrexp, OpSincos, OpSplitDouble, OpStructuredDimensions, OpByteDimensions, OpTypedDimensions, OpTextureDimensions:
		return 1
	case OpTextureDimensionsMip, OpAddCarry, OpSubBorrow, OpMulExtended:
		return 2
	}
	return -1
}
