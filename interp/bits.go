package interp

import (
	"math/bits"

	"slc/sema/builtin"
	"slc/sema/types"
)

func countBits(k types.Kind) func([]uint64) uint64 {
	return func(a []uint64) uint64 { return uint64(bits.OnesCount64(toBits(k, a[0]))) }
}

// bitScans reports whether op counts or finds bits: its result has a type of its own, int or uint.
func bitScans(op builtin.Op) bool {
	return op == builtin.OpCountBits || op == builtin.OpFirstBitHigh || op == builtin.OpFirstBitLow
}

// wrapped is f with its result held as kind k holds it: of an int, with the sign in all bits.
func wrapped(k types.Kind, f func([]uint64) uint64) func([]uint64) uint64 {
	return func(a []uint64) uint64 { return wrap(k, f(a)) }
}

// none is the index of a bit when there is none: -1, or the largest uint.
const none = 0xffffffff

// firstBitHigh is the highest bit that differs from the sign.
func firstBitHigh(k types.Kind) func([]uint64) uint64 {
	return func(a []uint64) uint64 {
		x := a[0]
		if k.IsSigned() && int64(x) < 0 {
			x = ^x
		}
		if x == 0 {
			return none
		}
		return uint64(bits.Len64(x) - 1)
	}
}

func firstBitLow(k types.Kind) func([]uint64) uint64 {
	return func(a []uint64) uint64 {
		x := toBits(k, a[0])
		if x == 0 {
			return none
		}
		return uint64(bits.TrailingZeros64(x))
	}
}

func reverseBits(k types.Kind) func([]uint64) uint64 {
	return func(a []uint64) uint64 {
		return fromBits(k, bits.Reverse64(toBits(k, a[0]))>>(64-bitsOf(k)))
	}
}

// field is the mask of n bits.
func fieldMask(n uint64) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

func bitfieldExtract(k types.Kind) func([]uint64) uint64 {
	width := uint64(bitsOf(k))
	return func(a []uint64) uint64 {
		offset, n := a[1]&(width-1), min(a[2]&0xff, width)
		x := toBits(k, a[0]) >> offset & fieldMask(n)
		if k.IsSigned() && n > 0 && x>>(n-1)&1 == 1 {
			x |= ^fieldMask(n)
		}
		return fromBits(k, x)
	}
}

func bitfieldInsert(k types.Kind) func([]uint64) uint64 {
	width := uint64(bitsOf(k))
	return func(a []uint64) uint64 {
		offset, n := a[2]&(width-1), min(a[3]&0xff, width)
		mask := fieldMask(n) << offset
		return fromBits(k, toBits(k, a[0])&^mask|toBits(k, a[1])<<offset&mask)
	}
}

func dot4(part func(x uint64, i int) uint64, result types.Kind) scalarFn {
	return func(types.Kind) func([]uint64) uint64 {
		return func(a []uint64) uint64 {
			sum := a[2]
			for i := range 4 {
				sum += part(a[0], i) * part(a[1], i)
			}
			return wrap(result, sum)
		}
	}
}
