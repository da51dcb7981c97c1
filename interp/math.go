package interp

import (
	"math"
	"sync"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// floatRow is a function of up to three floats, computed in binary64 and rounded to the kind.
type floatRow struct {
	one   func(float64) float64
	two   func(a, b float64) float64
	three func(a, b, c float64) float64
}

func (r floatRow) of(k types.Kind) func(a []uint64) uint64 {
	switch {
	case r.one != nil:
		return func(a []uint64) uint64 { return fromFloat(k, r.one(toFloat(k, a[0]))) }
	case r.two != nil:
		return func(a []uint64) uint64 { return fromFloat(k, r.two(toFloat(k, a[0]), toFloat(k, a[1]))) }
	}
	return func(a []uint64) uint64 {
		return fromFloat(k, r.three(toFloat(k, a[0]), toFloat(k, a[1]), toFloat(k, a[2])))
	}
}

// floatTable is one row an operation. A conversion around a product keeps Go from fusing it with a sum, which
// would make results depend on the machine. The results of the transcendental ones are those of binary64
// rounded: a target may differ in the last places, as their specifications allow.
var floatTable = sync.OnceValue(func() map[builtin.Op]floatRow {
	return map[builtin.Op]floatRow{
		builtin.OpFloor:      {one: math.Floor},
		builtin.OpCeil:       {one: math.Ceil},
		builtin.OpTrunc:      {one: math.Trunc},
		builtin.OpRound:      {one: math.RoundToEven},
		builtin.OpFrac:       {one: func(x float64) float64 { return x - math.Floor(x) }},
		builtin.OpFmod:       {two: math.Mod},
		builtin.OpFloorMod:   {two: func(x, y float64) float64 { return x - float64(y*math.Floor(x/y)) }},
		builtin.OpSaturate:   {one: func(x float64) float64 { return fmin(fmax(x, 0), 1) }},
		builtin.OpSqrt:       {one: math.Sqrt},
		builtin.OpRsqrt:      {one: func(x float64) float64 { return 1 / math.Sqrt(x) }},
		builtin.OpRcp:        {one: func(x float64) float64 { return 1 / x }},
		builtin.OpPow:        {two: math.Pow},
		builtin.OpExp:        {one: math.Exp},
		builtin.OpExp2:       {one: math.Exp2},
		builtin.OpLog:        {one: math.Log},
		builtin.OpLog2:       {one: math.Log2},
		builtin.OpLog10:      {one: math.Log10},
		builtin.OpSin:        {one: math.Sin},
		builtin.OpCos:        {one: math.Cos},
		builtin.OpTan:        {one: math.Tan},
		builtin.OpAsin:       {one: math.Asin},
		builtin.OpAcos:       {one: math.Acos},
		builtin.OpAtan:       {one: math.Atan},
		builtin.OpAtan2:      {two: math.Atan2},
		builtin.OpSinh:       {one: math.Sinh},
		builtin.OpCosh:       {one: math.Cosh},
		builtin.OpTanh:       {one: math.Tanh},
		builtin.OpAsinh:      {one: math.Asinh},
		builtin.OpAcosh:      {one: math.Acosh},
		builtin.OpAtanh:      {one: math.Atanh},
		builtin.OpDegrees:    {one: func(x float64) float64 { return x * (180 / math.Pi) }},
		builtin.OpRadians:    {one: func(x float64) float64 { return x * (math.Pi / 180) }},
		builtin.OpLerp:       {three: func(a, b, t float64) float64 { return a + float64((b-a)*t) }},
		builtin.OpStep:       {two: func(edge, x float64) float64 { return float64(truth(!(x < edge))) }},
		builtin.OpSmoothstep: {three: smoothstep},
	}
})

func fmin(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

func fmax(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

func smoothstep(lo, hi, x float64) float64 {
	t := fmin(fmax((x-lo)/(hi-lo), 0), 1)
	return t * t * (3 - float64(2*t))
}

// scalarTable is one row an operation that is not a function of floats alone.
var scalarTable = sync.OnceValue(func() map[builtin.Op]scalarFn {
	return map[builtin.Op]scalarFn{
		builtin.OpAbs:      absolute,
		builtin.OpSign:     sign,
		builtin.OpMin:      func(k types.Kind) func([]uint64) uint64 { return pair(lesser(k)) },
		builtin.OpMax:      func(k types.Kind) func([]uint64) uint64 { return pair(greater(k)) },
		builtin.OpClamp:    clamp,
		builtin.OpLdexp:    ldexp,
		builtin.OpFma:      fma,
		builtin.OpMad:      mad,
		builtin.OpIsNan:    test(math.IsNaN),
		builtin.OpIsInf:    test(func(x float64) bool { return math.IsInf(x, 0) }),
		builtin.OpIsFinite: test(func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }),
		builtin.OpAnd:      func(types.Kind) func([]uint64) uint64 { return pair(andU) },
		builtin.OpOr:       func(types.Kind) func([]uint64) uint64 { return pair(orU) },
		builtin.OpNot:      func(types.Kind) func([]uint64) uint64 { return func(a []uint64) uint64 { return a[0] ^ 1 } },
		builtin.OpSelect: func(types.Kind) func([]uint64) uint64 {
			return func(a []uint64) uint64 {
				if a[0] != 0 {
					return a[1]
				}
				return a[2]
			}
		},
		builtin.OpNonUniform:      func(types.Kind) func([]uint64) uint64 { return func(a []uint64) uint64 { return a[0] } },
		builtin.OpCountBits:       countBits,
		builtin.OpFirstBitHigh:    firstBitHigh,
		builtin.OpFirstBitLow:     firstBitLow,
		builtin.OpReverseBits:     reverseBits,
		builtin.OpBitfieldExtract: bitfieldExtract,
		builtin.OpBitfieldInsert:  bitfieldInsert,
		builtin.OpAsDouble: func(types.Kind) func([]uint64) uint64 {
			return func(a []uint64) uint64 { return a[0]&0xffffffff | a[1]<<32 }
		},
		builtin.OpF16ToF32: func(types.Kind) func([]uint64) uint64 {
			return func(a []uint64) uint64 { return fromFloat(types.KFloat, types.HalfToFloat(uint16(a[0]))) }
		},
		builtin.OpF32ToF16: func(types.Kind) func([]uint64) uint64 {
			return func(a []uint64) uint64 { return uint64(types.FloatToHalf(toFloat(types.KFloat, a[0]))) }
		},
		builtin.OpDot4AddU8: dot4(func(x uint64, i int) uint64 { return x >> (8 * i) & 0xff }, types.KUint32),
		builtin.OpDot4AddI8: dot4(func(x uint64, i int) uint64 { return uint64(int64(int8(x >> (8 * i)))) }, types.KInt32),
	}
})

func pair(f func(a, b uint64) uint64) func([]uint64) uint64 {
	return func(a []uint64) uint64 { return f(a[0], a[1]) }
}

func absolute(k types.Kind) func([]uint64) uint64 {
	if k.IsFloat() {
		mask := ^(uint64(1) << (bitsOf(k) - 1))
		return func(a []uint64) uint64 { return a[0] & mask }
	}
	return func(a []uint64) uint64 {
		if int64(a[0]) < 0 && k.IsSigned() {
			return wrap(k, -a[0])
		}
		return a[0]
	}
}

func sign(k types.Kind) func([]uint64) uint64 {
	return func(a []uint64) uint64 {
		x := 0.0
		switch {
		case k.IsFloat():
			x = toFloat(k, a[0])
		case k.IsSigned():
			x = float64(int64(a[0]))
		default:
			x = float64(a[0])
		}
		switch {
		case x < 0:
			return ^uint64(0)
		case x > 0:
			return 1
		}
		return 0
	}
}

// clamp is min(max(x, lo), hi).
func clamp(k types.Kind) func([]uint64) uint64 {
	lo, hi := greater(k), lesser(k)
	return func(a []uint64) uint64 { return hi(lo(a[0], a[1]), a[2]) }
}

// ldexpWhole has an int as exponent; the result is exact, or rounded once.
func ldexpWhole(k types.Kind) func([]uint64) uint64 {
	return func(a []uint64) uint64 { return fromFloat(k, math.Ldexp(toFloat(k, a[0]), int(int32(a[1])))) }
}

// ldexp has an exponent in the type of x, which need not be whole.
func ldexp(k types.Kind) func([]uint64) uint64 {
	return func(a []uint64) uint64 {
		return fromFloat(k, toFloat(k, a[0])*math.Exp2(toFloat(k, a[1])))
	}
}

func fma(k types.Kind) func([]uint64) uint64 {
	if !k.IsFloat() {
		return nil
	}
	return func(a []uint64) uint64 {
		x, y, z := toFloat(k, a[0]), toFloat(k, a[1]), toFloat(k, a[2])
		if k == types.KDouble {
			return fromFloat(k, math.FMA(x, y, z))
		}
		return fromFloat(k, sumToOdd(float64(x*y), z)) // the product is exact in binary64
	}
}

// sumToOdd is a + b rounded to odd: rounding it to a narrower kind gives what one rounding of the exact
// sum would.
func sumToOdd(a, b float64) float64 {
	sum := a + b
	rest := sum - a
	lost := (a - (sum - rest)) + (b - rest) // exact (Knuth's two-sum)
	bits := math.Float64bits(sum)
	if lost == 0 || bits&1 == 1 || math.IsNaN(lost) || math.IsInf(sum, 0) {
		return sum
	}
	if (lost > 0) == (sum > 0) { // the exact sum lies farther from zero
		return math.Float64frombits(bits + 1)
	}
	return math.Float64frombits(bits - 1)
}

// mad rounds the product and the sum.
func mad(k types.Kind) func([]uint64) uint64 {
	mul, add := binaryTable[ir.OpMul].of(k), binaryTable[ir.OpAdd].of(k)
	return func(a []uint64) uint64 { return add(mul(a[0], a[1]), a[2]) }
}

func test(f func(float64) bool) scalarFn {
	return func(k types.Kind) func([]uint64) uint64 {
		return func(a []uint64) uint64 { return truth(f(toFloat(k, a[0]))) }
	}
}
