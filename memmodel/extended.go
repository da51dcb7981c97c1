package memmodel

import (
	"math"
	"math/bits"

	"slc/backend/spirv/binary"
)

// extended executes an instruction of GLSL.std.450, part by part. Those that devices compute
// with an error of their own (sine, power) are not supported, square roots and fused
// multiplications excepted, which are rounded exactly here.
func (v *invocation) extended(fr *frame, in *binary.Inst) error {
	if v.k.m.ExtSet(in.ID(0)) != "GLSL.std.450" || len(in.Operands) < 3 || len(in.Operands) > 5 {
		return errUnsupported
	}
	args := make([]value, len(in.Operands)-2)
	for i := range args {
		args[i] = v.operand(fr, in.ID(i+2))
	}
	out, ok := v.k.eachPart(in.Operands[1].Word(), v.k.width(in.Type), args)
	if !ok {
		return errUnsupported
	}
	fr.values[in.Result] = out
	return nil
}

// eachPart computes a function of scalars, or of the parts of vectors.
func (k *Kernel) eachPart(number, width uint32, args []value) (value, bool) {
	if args[0].parts == nil {
		var n [3]uint64
		for i := range args {
			n[i] = args[i].n
		}
		out, ok := glslInteger(number, width, n[0], n[1], n[2])
		if !ok {
			out, ok = glslFloat(number, width, n[0], n[1], n[2])
		}
		return value{n: out}, ok
	}
	out := value{parts: make([]value, len(args[0].parts))}
	for i := range out.parts {
		part := make([]value, len(args))
		for j := range args {
			if i >= len(args[j].parts) {
				return value{}, false // of the whole vector, as length
			}
			part[j] = args[j].parts[i]
		}
		x, ok := k.eachPart(number, width, part)
		if !ok {
			return value{}, false
		}
		out.parts[i] = x
	}
	return out, true
}

// glslInteger computes a function of integers.
func glslInteger(number, width uint32, a, b, c uint64) (uint64, bool) {
	x, y, z := signed(a, width), signed(b, width), signed(c, width)
	var out int64
	switch number {
	case binary.GLSLUMin:
		return min(a, b), true
	case binary.GLSLUMax:
		return max(a, b), true
	case binary.GLSLUClamp:
		return min(max(a, b), c), true
	case binary.GLSLSMin:
		out = min(x, y)
	case binary.GLSLSMax:
		out = max(x, y)
	case binary.GLSLSClamp:
		out = min(max(x, y), z)
	case binary.GLSLSAbs:
		out = max(x, -x) // the least value has no positive one, and stays
	case binary.GLSLSSign:
		out = int64(truth(x > 0)) - int64(truth(x < 0))
	case binary.GLSLFindILsb:
		if out = int64(bits.TrailingZeros64(a)); a == 0 {
			out = -1
		}
	case binary.GLSLFindUMsb:
		out = int64(bits.Len64(a)) - 1
	case binary.GLSLFindSMsb: // the first bit that differs from the sign
		out = int64(bits.Len64(uint64(x^(x>>63)))) - 1
	default:
		return 0, false
	}
	return lowBits(uint64(out), width), true
}

// glslFloat computes a function of floats. Of a number and no number, minimum and maximum give
// the number, as NMin and NMax have to and FMin and FMax may.
func glslFloat(number, width uint32, a, b, c uint64) (uint64, bool) {
	x, ok := toFloat(a, width)
	y, _ := toFloat(b, width)
	z, _ := toFloat(c, width)
	if !ok {
		return 0, false
	}
	switch number {
	case binary.GLSLFAbs:
		x = math.Abs(x)
	case binary.GLSLFSign:
		x = float64(truth(x > 0)) - float64(truth(x < 0))
	case binary.GLSLFloor:
		x = math.Floor(x)
	case binary.GLSLCeil:
		x = math.Ceil(x)
	case binary.GLSLTrunc:
		x = math.Trunc(x)
	case binary.GLSLRoundEven:
		x = math.RoundToEven(x)
	case binary.GLSLSqrt:
		x = math.Sqrt(x)
	case binary.GLSLFma:
		x = math.FMA(x, y, z)
	case binary.GLSLStep: // of an edge, x
		x = float64(truth(y >= x))
	case binary.GLSLFMin, binary.GLSLNMin:
		x = lesser(x, y)
	case binary.GLSLFMax, binary.GLSLNMax:
		x = -lesser(-x, -y)
	case binary.GLSLFClamp, binary.GLSLNClamp:
		x = lesser(-lesser(-x, -y), z)
	default:
		return 0, false
	}
	return fromFloat(x, width)
}

func lesser(x, y float64) float64 {
	if y < x || x != x {
		return y
	}
	return x
}
