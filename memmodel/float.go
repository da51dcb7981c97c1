package memmodel

import (
	"math"

	"slc/backend/spirv/binary"
)

// toFloat is the value of the bits of a float of 32 or 64 bits.
func toFloat(n uint64, width uint32) (float64, bool) {
	switch width {
	case 32:
		return float64(math.Float32frombits(uint32(n))), true
	case 64:
		return math.Float64frombits(n), true
	}
	return 0, false
}

func fromFloat(x float64, width uint32) (uint64, bool) {
	switch width {
	case 32:
		return uint64(math.Float32bits(float32(x))), true
	case 64:
		return math.Float64bits(x), true
	}
	return 0, false
}

// floating computes an instruction of two floats. The operations are exactly rounded: one of
// 32 bits is the one of 64 bits, rounded.
func (k *Kernel) floating(op binary.Opcode, width uint32, a, b uint64) (uint64, bool) {
	x, ok := toFloat(a, width)
	y, _ := toFloat(b, width)
	if !ok {
		return 0, false
	}
	switch op {
	case binary.OpFAdd:
		return fromFloat(x+y, width)
	case binary.OpFSub:
		return fromFloat(x-y, width)
	case binary.OpFMul:
		return fromFloat(x*y, width)
	case binary.OpFDiv:
		return fromFloat(x/y, width)
	case binary.OpFRem:
		return fromFloat(math.Mod(x, y), width)
	case binary.OpFOrdEqual:
		return truth(x == y), true
	case binary.OpFUnordNotEqual:
		return truth(x != y), true
	case binary.OpFOrdLessThan:
		return truth(x < y), true
	case binary.OpFOrdLessThanEqual:
		return truth(x <= y), true
	case binary.OpFOrdGreaterThan:
		return truth(x > y), true
	case binary.OpFOrdGreaterThanEqual:
		return truth(x >= y), true
	}
	return 0, false
}

// convert computes a conversion from or to a float, or an instruction of one.
func (k *Kernel) convert(op binary.Opcode, from, to uint32, a uint64) (uint64, bool) {
	switch op {
	case binary.OpConvertUToF:
		return fromFloat(float64(a), to)
	case binary.OpConvertSToF:
		return fromFloat(float64(signed(a, from)), to)
	}
	x, ok := toFloat(a, from)
	if !ok {
		return 0, false
	}
	switch op {
	case binary.OpFNegate:
		return fromFloat(-x, to)
	case binary.OpFConvert:
		return fromFloat(x, to)
	case binary.OpIsNan:
		return truth(x != x), true
	case binary.OpIsInf:
		return truth(math.IsInf(x, 0)), true
	case binary.OpConvertFToU:
		return lowBits(uint64(x), to), x >= 0 && x < 1<<63 // undefined outside the range
	case binary.OpConvertFToS:
		return lowBits(uint64(int64(x)), to), x >= -1<<63 && x < 1<<63
	}
	return 0, false
}
