package interp

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// An intrinsic operation is one of these kinds of row:
// on each component (math.go, bits.go), on whole vectors (vector.go, pack.go), or of the lanes of a wave (wave.go).

// scalarFn is an operation on one component: the operands' slots to the result.
type scalarFn func(k types.Kind) func(a []uint64) uint64

// wholeFn is an operation on all slots of the operands. k is the kind of the first operand.
type wholeFn func(k types.Kind, d []uint64, a [][]uint64)

func (c *comp) intrinsic(in *ir.Instr) {
	op := in.Intrinsic
	if s, ok := systemOfOp()[op]; ok {
		c.systemValue(in, s)
		return
	}
	if builtin.IsWave(op) || builtin.IsDerivative(op) {
		c.waveOp(in)
		return
	}
	if builtin.IsResource(op) {
		c.resourceOp(in)
		return
	}
	k := types.KVoid
	if len(in.Args) > 0 {
		k = kindOf(in.Args[0].ValueType())
	}
	if row, ok := floatTable()[op]; ok && k.IsFloat() {
		c.componentwise(in, row.of(k))
	} else if row, ok := scalarTable()[op]; ok {
		if f := row(k); f != nil {
			if op == builtin.OpLdexp && kindOf(in.Args[1].ValueType()).IsInt() {
				f = ldexpWhole(k)
			}
			if bitScans(op) {
				f = wrapped(kindOf(in.Type), f)
			}
			c.componentwise(in, f)
			return
		}
		c.unsupported(op.String() + " on " + in.Args[0].ValueType().String())
	} else if f, ok := wholeTable()[op]; ok {
		c.whole(in, k, f)
	} else if op == builtin.OpPrintf {
		return
	} else {
		c.unsupported(op.String())
	}
}

// componentwise applies f to each component; a scalar operand goes with every component.
func (c *comp) componentwise(in *ir.Instr, f func(a []uint64) uint64) {
	src, d, n := c.args(in), c.slot(in), slotsOf(in.Type)
	step := make([]int, len(src))
	for i, a := range in.Args {
		if slotsOf(a.ValueType()) > 1 {
			step[i] = 1
		}
	}
	c.emit(func(v *inv) {
		var operands [4]uint64
		for i := range n {
			for j, s := range src {
				operands[j] = v.r[s+i*step[j]]
			}
			v.r[d+i] = f(operands[:len(src)])
		}
	})
}

func (c *comp) whole(in *ir.Instr, k types.Kind, f wholeFn) {
	src, d, n := c.args(in), c.slot(in), slotsOf(in.Type)
	sizes := make([]int, len(src))
	for i, a := range in.Args {
		sizes[i] = slotsOf(a.ValueType())
	}
	if builtin.OpUnpackU8 == in.Intrinsic || builtin.OpUnpackS8 == in.Intrinsic {
		k = kindOf(in.Type)
	}
	c.emit(func(v *inv) {
		var operands [4][]uint64
		for i, s := range src {
			operands[i] = v.r[s : s+sizes[i]]
		}
		f(k, v.r[d:d+n], operands[:len(src)])
	})
}

// resourceOp: what lower/ leaves of the operations on resources is the size query with a level or a count.
func (c *comp) resourceOp(in *ir.Instr) {
	switch in.Intrinsic {
	case builtin.OpTextureDimensions, builtin.OpTextureDimensionsMip:
		p, d, n := c.place(in.Args[0]), c.slot(in), slotsOf(in.Type)
		faces := facesOf(in.Args[0])
		c.emit(func(v *inv) {
			p.mem(v).sizes(v.r[d:d+n-1], faces)
			v.r[d+n-1] = 1 // levels or samples
		})
	default:
		c.sample(in)
	}
}
