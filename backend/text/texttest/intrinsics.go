// Package texttest holds what the tests of the text backends share.
package texttest

import (
	"fmt"
	"slices"
	"strings"

	"slc/sema/builtin"
)

// signature gives operand types and result of an operation, as comments in
// builtin/ops.go say; T stands for each of the listed types.
type signature struct {
	from, to builtin.Op
	types    string // types that T stands for
	sig      string // operands -> result
}

const floats = "float float3"

var signatures = []signature{
	{builtin.OpAbs, builtin.OpAbs, "int float float3 int2", "T -> T"},
	{builtin.OpSign, builtin.OpSign, "float", "T -> int"},
	{builtin.OpSign, builtin.OpSign, "float3 int3", "T -> int3"},
	{builtin.OpMin, builtin.OpMax, "int uint float float3", "T T -> T"},
	{builtin.OpClamp, builtin.OpClamp, "int uint float float3", "T T T -> T"},
	{builtin.OpSaturate, builtin.OpFrac, floats, "T -> T"},
	{builtin.OpFmod, builtin.OpFloorMod, floats, "T T -> T"},
	{builtin.OpLdexp, builtin.OpLdexp, "float", "T int -> T"},
	{builtin.OpLdexp, builtin.OpLdexp, floats, "T T -> T"},
	{builtin.OpSqrt, builtin.OpRcp, floats, "T -> T"},
	{builtin.OpPow, builtin.OpPow, floats, "T T -> T"},
	{builtin.OpExp, builtin.OpTan, floats, "T -> T"},
	{builtin.OpAsin, builtin.OpAtan, floats, "T -> T"},
	{builtin.OpAtan2, builtin.OpAtan2, floats, "T T -> T"},
	{builtin.OpSinh, builtin.OpRadians, floats, "T -> T"},
	{builtin.OpMad, builtin.OpLerp, floats, "T T T -> T"},
	{builtin.OpStep, builtin.OpStep, floats, "T T -> T"},
	{builtin.OpSmoothstep, builtin.OpSmoothstep, floats, "T T T -> T"},
	{builtin.OpIsNan, builtin.OpIsFinite, "float", "T -> bool"},
	{builtin.OpIsNan, builtin.OpIsFinite, "float3", "T -> bool3"},
	{builtin.OpAny, builtin.OpAll, "bool3 uint3 float3 bool", "T -> bool"},
	{builtin.OpDot, builtin.OpDot, "float3", "T T -> float"},
	{builtin.OpCross, builtin.OpCross, "float3", "T T -> T"},
	{builtin.OpLength, builtin.OpLength, "float3", "T -> float"},
	{builtin.OpDistance, builtin.OpDistance, "float3", "T T -> float"},
	{builtin.OpNormalize, builtin.OpNormalize, "float3", "T -> T"},
	{builtin.OpReflect, builtin.OpReflect, "float3", "T T -> T"},
	{builtin.OpCountBits, builtin.OpFirstBitLow, "uint int", "T -> uint"},
	{builtin.OpCountBits, builtin.OpFirstBitLow, "uint3", "T -> uint3"},
	{builtin.OpReverseBits, builtin.OpReverseBits, "uint uint3", "T -> T"},
	{builtin.OpBitfieldExtract, builtin.OpBitfieldExtract, "uint int uint2", "T int int -> T"},
	{builtin.OpBitfieldInsert, builtin.OpBitfieldInsert, "uint int uint2", "T T int int -> T"},
	{builtin.OpF16ToF32, builtin.OpF16ToF32, "uint", "T -> float"},
	{builtin.OpF16ToF32, builtin.OpF16ToF32, "uint3", "T -> float3"},
	{builtin.OpF32ToF16, builtin.OpF32ToF16, "float", "T -> uint"},
	{builtin.OpF32ToF16, builtin.OpF32ToF16, "float3", "T -> uint3"},
	{builtin.OpDot4AddU8, builtin.OpDot4AddU8, "uint", "T T T -> T"},
	{builtin.OpDot4AddI8, builtin.OpDot4AddI8, "uint", "T T int -> int"},
	{builtin.OpPackU8, builtin.OpPackU8, "uint4", "T -> uint"},
	{builtin.OpPackS8, builtin.OpPackClampS8, "int4", "T -> uint"},
	{builtin.OpUnpackU8, builtin.OpUnpackU8, "uint", "T -> uint4"},
	{builtin.OpUnpackS8, builtin.OpUnpackS8, "uint", "T -> int4"},
	{builtin.OpPackHalf2x16, builtin.OpPackHalf2x16, "float2", "T -> uint"},
	{builtin.OpUnpackHalf2x16, builtin.OpUnpackHalf2x16, "uint", "T -> float2"},
	{builtin.OpPackUnorm2x16, builtin.OpPackUnorm2x16, "float2", "T -> uint"},
	{builtin.OpUnpackUnorm2x16, builtin.OpUnpackUnorm2x16, "uint", "T -> float2"},
	{builtin.OpPackSnorm2x16, builtin.OpPackSnorm2x16, "float2", "T -> uint"},
	{builtin.OpUnpackSnorm2x16, builtin.OpUnpackSnorm2x16, "uint", "T -> float2"},
	{builtin.OpPackUnorm4x8, builtin.OpPackUnorm4x8, "float4", "T -> uint"},
	{builtin.OpUnpackUnorm4x8, builtin.OpUnpackUnorm4x8, "uint", "T -> float4"},
	{builtin.OpPackSnorm4x8, builtin.OpPackSnorm4x8, "float4", "T -> uint"},
	{builtin.OpUnpackSnorm4x8, builtin.OpUnpackSnorm4x8, "uint", "T -> float4"},
	{builtin.OpWaveLaneCount, builtin.OpWaveLaneIndex, "uint", "-> uint"},
	{builtin.OpWaveIsFirstLane, builtin.OpWaveIsFirstLane, "uint", "-> bool"},
	{builtin.OpWaveNumWaves, builtin.OpWaveIndex, "uint", "-> uint"},
	{builtin.OpWaveLaneEqMask, builtin.OpWaveActiveMask, "uint", "-> uint4"},
	{builtin.OpWaveActiveMask32, builtin.OpWaveActiveMask32, "uint", "-> uint"},
	{builtin.OpWaveAllTrue, builtin.OpWaveAnyTrue, "bool", "T -> bool"},
	{builtin.OpWaveAllEqual, builtin.OpWaveAllEqual, "uint float3", "T -> bool"},
	{builtin.OpWaveBallot, builtin.OpWaveBallot, "bool", "T -> uint4"},
	{builtin.OpWaveBallot32, builtin.OpWaveCountBits, "bool", "T -> uint"},
	{builtin.OpWaveSum, builtin.OpWaveMax, "uint int float float3", "T -> T"},
	{builtin.OpWaveBitAnd, builtin.OpWaveBitXor, "uint int bool uint3", "T -> T"},
	{builtin.OpWavePrefixSum, builtin.OpWavePrefixProduct, "uint int float float3", "T -> T"},
	{builtin.OpWavePrefixBitAnd, builtin.OpWavePrefixBitXor, "uint", "T -> T"},
	{builtin.OpWavePrefixCountBits, builtin.OpWavePrefixCountBits, "bool", "T -> uint"},
	{builtin.OpWaveInclusiveSum, builtin.OpWaveInclusiveProduct, "uint float3", "T -> T"},
	{builtin.OpWaveInclusiveBitAnd, builtin.OpWaveInclusiveBitXor, "uint", "T -> T"},
	{builtin.OpWaveReadLaneFirst, builtin.OpWaveReadLaneFirst, "uint float3 bool", "T -> T"},
	{builtin.OpWaveReadLaneAt, builtin.OpWaveRotate, "uint float3 bool", "T uint -> T"},
	{builtin.OpWaveClusteredRotate, builtin.OpWaveClusteredRotate, "uint float3", "T uint uint -> T"},
	{builtin.OpWaveMatch, builtin.OpWaveMatch, "uint", "T -> uint4"},
	{builtin.OpWaveMatch32, builtin.OpWaveMatch32, "uint", "T -> uint"},
	{builtin.OpWaveMultiPrefixSum, builtin.OpWaveMultiPrefixProduct, "uint float", "T uint4 -> T"},
	{builtin.OpWaveMultiPrefixBitAnd, builtin.OpWaveMultiPrefixBitXor, "uint", "T uint4 -> T"},
	{builtin.OpWaveMultiPrefixCountBits, builtin.OpWaveMultiPrefixCountBits, "bool", "T uint4 -> uint"},
	{builtin.OpWaveMultiInclusiveSum, builtin.OpWaveMultiInclusiveProduct, "uint float", "T uint4 -> T"},
	{builtin.OpWaveMultiInclusiveBitAnd, builtin.OpWaveMultiInclusiveBitXor, "uint", "T uint4 -> T"},
	{builtin.OpWaveInverseBallot, builtin.OpWaveInverseBallot, "uint4", "T -> bool"},
	{builtin.OpWaveBallotBitExtract, builtin.OpWaveBallotBitExtract, "uint4", "T uint -> bool"},
	{builtin.OpWaveBallotBitCount, builtin.OpWaveBallotFindMSB, "uint4", "T -> uint"},
	{builtin.OpQuadReadAt, builtin.OpQuadReadAt, "uint float3 bool", "T uint -> T"},
	{builtin.OpQuadReadAcrossX, builtin.OpQuadReadAcrossDiagonal, "uint float3", "T -> T"},
	{builtin.OpQuadAny, builtin.OpQuadAll, "bool", "T -> bool"},
}

// Intrinsics returns a module in text form that uses every operation of the table, on the types chosen by keep.
func Intrinsics(keep func(builtin.Op) bool) string {
	var b strings.Builder
	n := 0
	ids := map[string]int{}
	line := func(format string, args ...any) int {
		fmt.Fprintf(&b, "  %%%d = %s\n", n, fmt.Sprintf(format, args...))
		n++
		return n - 1
	}
	seed := line("system {value=group_index} : uint")
	value := func(t string) int {
		if id, ok := ids[t]; ok {
			return id
		}
		elem := strings.TrimRight(t, "234")
		id := seed
		if elem != "uint" {
			id = line("convert %%%d : %s", id, elem)
		}
		if elem != t {
			id = line("splat %%%d : %s", id, t)
		}
		ids[t] = id
		return id
	}
	for _, s := range signatures {
		for op := s.from; op <= s.to; op++ {
			if !keep(op) {
				continue
			}
			for _, t := range strings.Fields(s.types) {
				words := strings.Fields(strings.ReplaceAll(s.sig, "T", t))
				arrow := slices.Index(words, "->")
				var args []string
				for _, w := range words[:arrow] {
					args = append(args, fmt.Sprintf(" %%%d", value(w)))
				}
				r := line("intrinsic%s {op=%s} : %s", strings.Join(args, ","), op, words[arrow+1])
				v := line("var : &function %s", words[arrow+1])
				fmt.Fprintf(&b, "  store %%%d, %%%d\n", v, r)
			}
		}
	}
	return "func @main() -> void {\n" + b.String() + "  return\n}\nentry main func=@main threads=8,8,1\n"
}
