package interp

import (
	"math"
	"sync"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// wholeTable is one row an operation on whole vectors.
var wholeTable = sync.OnceValue(func() map[builtin.Op]wholeFn {
	return map[builtin.Op]wholeFn{
		builtin.OpAny: func(k types.Kind, d []uint64, a [][]uint64) {
			d[0] = 0
			for _, x := range a[0] {
				d[0] |= convert(k, types.KBool, x)
			}
		},
		builtin.OpAll: func(k types.Kind, d []uint64, a [][]uint64) {
			d[0] = 1
			for _, x := range a[0] {
				d[0] &= convert(k, types.KBool, x)
			}
		},
		builtin.OpDot:             func(k types.Kind, d []uint64, a [][]uint64) { d[0] = dot(k, a[0], a[1]) },
		builtin.OpCross:           cross,
		builtin.OpLength:          func(k types.Kind, d []uint64, a [][]uint64) { d[0] = length(k, a[0]) },
		builtin.OpDistance:        distance,
		builtin.OpNormalize:       normalize,
		builtin.OpReflect:         reflect,
		builtin.OpRefract:         refract,
		builtin.OpFaceforward:     faceforward,
		builtin.OpDot2Add:         dot2Add,
		builtin.OpMsad4:           msad4,
		builtin.OpPackU8:          packBytes(math.MinInt64, math.MaxInt64),
		builtin.OpPackS8:          packBytes(math.MinInt64, math.MaxInt64),
		builtin.OpPackClampU8:     packBytes(0, 255),
		builtin.OpPackClampS8:     packBytes(-128, 127),
		builtin.OpUnpackU8:        unpackBytes(func(x uint64) uint64 { return x & 0xff }),
		builtin.OpUnpackS8:        unpackBytes(func(x uint64) uint64 { return uint64(int64(int8(x))) }),
		builtin.OpPackHalf2x16:    packFloats(16, func(f float64) uint64 { return uint64(types.FloatToHalf(f)) }),
		builtin.OpUnpackHalf2x16:  unpackFloats(16, func(x uint64) float64 { return types.HalfToFloat(uint16(x)) }),
		builtin.OpPackUnorm2x16:   packFloats(16, unorm(65535)),
		builtin.OpPackSnorm2x16:   packFloats(16, snorm(32767)),
		builtin.OpPackUnorm4x8:    packFloats(8, unorm(255)),
		builtin.OpPackSnorm4x8:    packFloats(8, snorm(127)),
		builtin.OpUnpackUnorm2x16: unpackFloats(16, func(x uint64) float64 { return float64(x) / 65535 }),
		builtin.OpUnpackSnorm2x16: unpackFloats(16, func(x uint64) float64 { return fmax(float64(int16(x))/32767, -1) }),
		builtin.OpUnpackUnorm4x8:  unpackFloats(8, func(x uint64) float64 { return float64(x) / 255 }),
		builtin.OpUnpackSnorm4x8:  unpackFloats(8, func(x uint64) float64 { return fmax(float64(int8(x))/127, -1) }),
	}
})

// dot rounds each product and sum to the kind.
func dot(k types.Kind, a, b []uint64) uint64 {
	mul, add := binaryTable[ir.OpMul].of(k), binaryTable[ir.OpAdd].of(k)
	sum := mul(a[0], b[0])
	for i := 1; i < len(a); i++ {
		sum = add(sum, mul(a[i], b[i]))
	}
	return sum
}

func length(k types.Kind, a []uint64) uint64 {
	return fromFloat(k, math.Sqrt(toFloat(k, dot(k, a, a))))
}

func cross(k types.Kind, d []uint64, a [][]uint64) {
	mul, sub := binaryTable[ir.OpMul].of(k), binaryTable[ir.OpSub].of(k)
	var out [3]uint64
	for i := range out {
		j, l := (i+1)%3, (i+2)%3
		out[i] = sub(mul(a[0][j], a[1][l]), mul(a[0][l], a[1][j]))
	}
	copy(d, out[:])
}

func difference(k types.Kind, a, b []uint64) []uint64 {
	sub := binaryTable[ir.OpSub].of(k)
	out := make([]uint64, len(a))
	for i := range a {
		out[i] = sub(a[i], b[i])
	}
	return out
}

func distance(k types.Kind, d []uint64, a [][]uint64) { d[0] = length(k, difference(k, a[0], a[1])) }

func normalize(k types.Kind, d []uint64, a [][]uint64) {
	n := toFloat(k, length(k, a[0]))
	for i := range d {
		d[i] = fromFloat(k, toFloat(k, a[0][i])/n)
	}
}

// reflect is i - 2 dot(n, i) n.
func reflect(k types.Kind, d []uint64, a [][]uint64) {
	twice := 2 * toFloat(k, dot(k, a[1], a[0]))
	for i := range d {
		d[i] = fromFloat(k, toFloat(k, a[0][i])-float64(twice*toFloat(k, a[1][i])))
	}
}

// refract: i, n, eta; zero at total reflection.
func refract(k types.Kind, d []uint64, a [][]uint64) {
	eta, along := toFloat(k, a[2][0]), toFloat(k, dot(k, a[1], a[0]))
	root := 1 - float64(eta*eta*(1-float64(along*along)))
	for i := range d {
		d[i] = 0
		if root >= 0 {
			d[i] = fromFloat(k, float64(eta*toFloat(k, a[0][i]))-float64((float64(eta*along)+math.Sqrt(root))*toFloat(k, a[1][i])))
		}
	}
}

// faceforward: n, i, ng: n if dot(ng, i) < 0, else -n.
func faceforward(k types.Kind, d []uint64, a [][]uint64) {
	s := 1.0
	if !(toFloat(k, dot(k, a[2], a[1])) < 0) {
		s = -1
	}
	for i := range d {
		d[i] = fromFloat(k, s*toFloat(k, a[0][i]))
	}
}

// dot2Add works in float precision: half2, half2, float.
func dot2Add(_ types.Kind, d []uint64, a [][]uint64) {
	f := types.KFloat
	var x, y [2]uint64
	for i := range x {
		x[i], y[i] = convert(types.KHalf, f, a[0][i]), convert(types.KHalf, f, a[1][i])
	}
	d[0] = binaryTable[ir.OpAdd].of(f)(dot(f, x[:], y[:]), a[2][0])
}

// msad4: component i adds the absolute differences of the reference's bytes and the four bytes of source from
// byte i on; a reference byte of zero masks its difference out.
func msad4(_ types.Kind, d []uint64, a [][]uint64) {
	source := a[1][0]&0xffffffff | a[1][1]<<32
	for i := range d {
		sum := a[2][i]
		for b := range 4 {
			ref, src := int(a[0][0]>>(8*b)&0xff), int(source>>(8*(i+b))&0xff)
			if ref != 0 {
				sum += uint64(max(ref-src, src-ref))
			}
		}
		d[i] = uint64(uint32(sum))
	}
}

func packBytes(lo, hi int64) wholeFn {
	return func(_ types.Kind, d []uint64, a [][]uint64) {
		x := uint64(0)
		for i, v := range a[0] {
			x |= uint64(min(max(int64(v), lo), hi)) & 0xff << (8 * i)
		}
		d[0] = x
	}
}

func unpackBytes(part func(uint64) uint64) wholeFn {
	return func(k types.Kind, d []uint64, a [][]uint64) {
		x := a[0][0]
		for i := range d {
			d[i] = wrap(k, part(x>>(8*i)))
		}
	}
}

func packFloats(width int, code func(float64) uint64) wholeFn {
	return func(k types.Kind, d []uint64, a [][]uint64) {
		x := uint64(0)
		for i, v := range a[0] {
			x |= code(toFloat(k, v)) & (1<<width - 1) << (width * i)
		}
		d[0] = x
	}
}

func unpackFloats(width int, value func(uint64) float64) wholeFn {
	return func(_ types.Kind, d []uint64, a [][]uint64) {
		x := a[0][0]
		for i := range d {
			d[i] = fromFloat(types.KFloat, value(x>>(width*i)&(1<<width-1)))
		}
	}
}

func unorm(scale float64) func(float64) uint64 {
	return func(f float64) uint64 { return uint64(math.RoundToEven(fmin(fmax(f, 0), 1) * scale)) }
}

func snorm(scale float64) func(float64) uint64 {
	return func(f float64) uint64 { return uint64(int64(math.RoundToEven(fmin(fmax(f, -1), 1) * scale))) }
}
