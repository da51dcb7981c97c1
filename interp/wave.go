package interp

import (
	"math"
	"slices"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// reductionRow is a reduction of the lanes: the operation, and what a scan starts with.
type reductionRow struct {
	fn       func(types.Kind) func(a, b uint64) uint64
	identity func(types.Kind) uint64
}

// reductions are in the order of builtin: sum, product, min, max, and, or, xor.
func reductions() [7]reductionRow {
	zero := func(types.Kind) uint64 { return 0 }
	return [7]reductionRow{
		{arithmetic(ir.OpAdd), zero},
		{arithmetic(ir.OpMul), func(k types.Kind) uint64 { return convert(types.KUint64, k, 1) }},
		{lesser, func(k types.Kind) uint64 { return extreme(k, 1) }},
		{greater, func(k types.Kind) uint64 { return extreme(k, -1) }},
		{arithmetic(ir.OpAnd), func(k types.Kind) uint64 { return wrap(k, ^uint64(0)) }},
		{arithmetic(ir.OpOr), zero},
		{arithmetic(ir.OpXor), zero},
	}
}

// extreme is the greatest (sign 1) or least number of a kind.
func extreme(k types.Kind, sign int) uint64 {
	if k.IsFloat() {
		return fromFloat(k, math.Inf(sign))
	}
	return floatToInt(k, math.Inf(sign))
}

// family is seven reductions of one form.
type family struct {
	first   builtin.Op
	scan    bool // each lane gets the reduction of the lanes before it
	own     bool // with its own value
	cluster bool // among the lanes of a cluster, whose size is the last operand
	masked  bool // among the lanes of the mask that is the last operand
}

var families = [...]family{
	{first: builtin.OpWaveSum},
	{first: builtin.OpWavePrefixSum, scan: true},
	{first: builtin.OpWaveInclusiveSum, scan: true, own: true},
	{first: builtin.OpWaveClusteredSum, cluster: true},
	{first: builtin.OpWaveMultiSum, masked: true},
	{first: builtin.OpWaveMultiPrefixSum, scan: true, masked: true},
	{first: builtin.OpWaveMultiInclusiveSum, scan: true, own: true, masked: true},
}

// waveArgs are the operands of a wave operation: where they are in each lane.
type waveArgs struct {
	a, b, c int // first slots of the operands
	d       int
	n       int // slots of the result
	m       int // slots of the first operand
	kind    types.Kind
}

// waveFn performs an operation for the lanes that take part.
type waveFn func(w waveArgs, lanes []*inv)

func (c *comp) waveOp(in *ir.Instr) {
	w := waveArgs{d: c.slot(in), n: slotsOf(in.Type)}
	if len(in.Args) > 0 {
		w.a, w.m, w.kind = c.slot(in.Args[0]), slotsOf(in.Args[0].ValueType()), kindOf(in.Args[0].ValueType())
	}
	if len(in.Args) > 1 {
		w.b = c.slot(in.Args[1])
	}
	if len(in.Args) > 2 {
		w.c = c.slot(in.Args[2])
	}
	f := waveFnOf(in.Intrinsic, w.kind)
	switch {
	case builtin.IsDerivative(in.Intrinsic) && !wholeQuads(c.p.entry, c.p.wave):
		c.unsupported("a derivative in quads that lie in several waves")
	case f == nil:
		c.unsupported(in.Intrinsic.String())
	case builtin.Convergent(in.Intrinsic):
		c.convergent(func(lanes []*inv) { f(w, lanes) })
	default:
		c.emit(func(v *inv) { f(w, []*inv{v}) })
	}
}

func waveFnOf(op builtin.Op, k types.Kind) waveFn {
	for i := range families {
		f := &families[i]
		if op >= f.first && op < f.first+7 {
			row := reductions()[op-f.first]
			if combine := row.fn(k); combine != nil {
				return reduce(f, combine, row.identity(k))
			}
			return nil
		}
	}
	return waveTable()[op]
}

// reduce gives each lane the reduction of its partners in the order of the lanes.
func reduce(f *family, combine func(a, b uint64) uint64, identity uint64) waveFn {
	return func(w waveArgs, lanes []*inv) {
		out := make([]uint64, len(lanes)*w.n)
		for i, v := range lanes {
			for s := range w.n {
				sum, first := identity, true
				for k, y := range lanes {
					if f.scan && (k > i || k == i && !f.own) {
						break
					}
					if !partners(f, w, v, y) {
						continue
					}
					if x := y.r[w.a+s]; first {
						sum, first = x, false
					} else {
						sum = combine(sum, x)
					}
				}
				out[i*w.n+s] = sum
			}
			if !f.scan && !f.cluster && !f.masked { // the same for all
				for k := range lanes {
					copy(out[k*w.n:], out[:w.n])
				}
				break
			}
		}
		w.give(lanes, out)
	}
}

// partners reports whether y contributes to what v gets.
func partners(f *family, w waveArgs, v, y *inv) bool {
	switch {
	case f.cluster:
		size := max(int(v.r[w.b]), 1)
		return v.lane/size == y.lane/size
	case f.masked:
		return bitOf(v.r[w.b:w.b+4], y.lane)
	}
	return true
}

// give writes the results, once all lanes have been read.
func (w waveArgs) give(lanes []*inv, out []uint64) {
	for i, v := range lanes {
		copy(v.r[w.d:w.d+w.n], out[i*w.n:])
	}
}

func bitOf(mask []uint64, lane int) bool { return mask[lane/32]>>(lane%32)&1 == 1 }

// ballot is the set of lanes for which f holds.
func ballot(lanes []*inv, f func(*inv) bool) (mask [4]uint64) {
	for _, v := range lanes {
		if f(v) {
			mask[v.lane/32] |= 1 << (v.lane % 32)
		}
	}
	return mask
}

// same gives all lanes one result.
func same(f func(w waveArgs, lanes []*inv) []uint64) waveFn {
	return func(w waveArgs, lanes []*inv) {
		out := f(w, lanes)
		for _, v := range lanes {
			copy(v.r[w.d:w.d+w.n], out)
		}
	}
}

// each gives each lane a result of its own, computed before any is written.
func eachLane(f func(w waveArgs, lanes []*inv, v *inv) []uint64) waveFn {
	return func(w waveArgs, lanes []*inv) {
		out := make([]uint64, 0, len(lanes)*w.n)
		for _, v := range lanes {
			out = append(out, f(w, lanes, v)[:w.n]...)
		}
		w.give(lanes, out)
	}
}

// laneOf finds an active lane by its number; nil if it does not take part.
func laneOf(lanes []*inv, lane int) *inv {
	i, ok := slices.BinarySearchFunc(lanes, lane, func(v *inv, l int) int { return v.lane - l })
	if !ok {
		return nil
	}
	return lanes[i]
}

// from reads the first operand of another lane; the value of one that does not take part is not defined: zero.
func from(number func(w waveArgs, v *inv) int) waveFn {
	return eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 {
		if y := laneOf(lanes, number(w, v)); y != nil {
			return y.r[w.a : w.a+w.m]
		}
		return make([]uint64, w.n)
	})
}

// holds is the first operand as a bool.
func holds(w waveArgs) func(*inv) bool { return func(v *inv) bool { return v.r[w.a] != 0 } }

func everyone(*inv) bool { return true }

// votes counts the lanes before v, v included if own, for which the operand holds and the mask has a bit.
func votes(w waveArgs, lanes []*inv, v *inv, masked bool) []uint64 {
	n := uint64(0)
	for _, y := range lanes {
		if y.lane < v.lane && y.r[w.a] != 0 && (!masked || bitOf(v.r[w.b:w.b+4], y.lane)) {
			n++
		}
	}
	return []uint64{n}
}

// equal reports whether two lanes have the same operand; floats are compared as numbers.
func equal(w waveArgs, x, y *inv) bool {
	eq := compareTable[ir.OpEq].of(w.kind)
	for i := range w.m {
		if eq(x.r[w.a+i], y.r[w.a+i]) == 0 {
			return false
		}
	}
	return true
}
