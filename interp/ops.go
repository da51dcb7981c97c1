package interp

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// compilers is one row an operation of the IR.
func compilers() *[ir.NumOps]compiler { return &compilerTable }

var compilerTable [ir.NumOps]compiler

func init() { // the table and the functions in it refer to each other
	compilerTable = [ir.NumOps]compiler{
		ir.OpAdd: (*comp).binary, ir.OpSub: (*comp).binary, ir.OpMul: (*comp).binary,
		ir.OpDiv: (*comp).division, ir.OpRem: (*comp).division,
		ir.OpAnd: (*comp).binary, ir.OpOr: (*comp).binary, ir.OpXor: (*comp).binary,
		ir.OpShl: (*comp).binary, ir.OpShr: (*comp).binary,
		ir.OpNeg: (*comp).unary, ir.OpNot: (*comp).unary, ir.OpBitNot: (*comp).unary,
		ir.OpEq: (*comp).binary, ir.OpNe: (*comp).binary, ir.OpLt: (*comp).binary,
		ir.OpLe: (*comp).binary, ir.OpGt: (*comp).binary, ir.OpGe: (*comp).binary,
		ir.OpSelect: (*comp).selection, ir.OpConvert: (*comp).conversion, ir.OpBitcast: (*comp).bitcast,
		ir.OpConstruct: (*comp).construct, ir.OpSplat: (*comp).splat, ir.OpExtract: (*comp).extract,
		ir.OpExtractDyn: (*comp).extractDyn, ir.OpInsert: (*comp).insert, ir.OpShuffle: (*comp).shuffle,
		ir.OpVar: (*comp).variable, ir.OpField: (*comp).field, ir.OpElem: (*comp).elem, ir.OpByteElem: (*comp).byteElem,
		ir.OpDescriptor: (*comp).descriptor, ir.OpTexel: (*comp).texelPlace, ir.OpDeref: (*comp).deref,
		ir.OpLoad: (*comp).load, ir.OpStore: (*comp).store,
		ir.OpImageRead: (*comp).imageRead, ir.OpImageWrite: (*comp).imageWrite, ir.OpImageSize: (*comp).imageSize,
		ir.OpAtomic: (*comp).atomic, ir.OpBarrier: (*comp).barrier, ir.OpLength: (*comp).length,
		ir.OpCall: (*comp).call, ir.OpIntrinsic: (*comp).intrinsic, ir.OpSystem: (*comp).system,
		ir.OpIf: (*comp).ifElse, ir.OpLoop: (*comp).loop, ir.OpSwitch: (*comp).switchCase,
		ir.OpYield: (*comp).yield, ir.OpBreak: (*comp).breakOut, ir.OpContinue: (*comp).continueLoop,
		ir.OpReturn: (*comp).returnFrom, ir.OpUnreachable: (*comp).unreachable,
	}
}

// binaryFn is the operation on the scalars of the operands' kind.
func binaryFn(op ir.Op, k types.Kind) func(a, b uint64) uint64 {
	switch {
	case op == ir.OpShl || op == ir.OpShr:
		return shift(op, k)
	case op >= ir.OpEq && op <= ir.OpGe:
		return compareTable[op].of(k)
	}
	return binaryTable[op].of(k)
}

func (c *comp) binary(in *ir.Instr) {
	a, b, d, n := c.slot(in.Args[0]), c.slot(in.Args[1]), c.slot(in), slotsOf(in.Type)
	f := binaryFn(in.Op, kindOf(in.Args[0].ValueType()))
	switch {
	case f == nil:
		c.unsupported(in.Op.String() + " on " + in.Type.String())
	case n == 1:
		c.emit(func(v *inv) { v.r[d] = f(v.r[a], v.r[b]) })
	default:
		c.emit(func(v *inv) {
			for i := range n {
				v.r[d+i] = f(v.r[a+i], v.r[b+i])
			}
		})
	}
}

// division is that of integers with a check of the divisor, or that of floats.
func (c *comp) division(in *ir.Instr) {
	k := kindOf(in.Type)
	if k.IsFloat() {
		c.binary(in)
		return
	}
	a, b, d, n := c.slot(in.Args[0]), c.slot(in.Args[1]), c.slot(in), slotsOf(in.Type)
	f := binaryFn(in.Op, k)
	c.emit(func(v *inv) {
		for i := range n {
			if v.r[b+i] == 0 {
				v.fault(DivisionByZero, in, "the divisor is zero")
				v.r[d+i] = 0
				continue
			}
			v.r[d+i] = f(v.r[a+i], v.r[b+i])
		}
	})
}

func (c *comp) unary(in *ir.Instr) { c.each(in, unaryOf(in.Op, kindOf(in.Type))) }

// each applies f to the slots of the only operand.
func (c *comp) each(in *ir.Instr, f func(uint64) uint64) {
	a, d, n := c.slot(in.Args[0]), c.slot(in), slotsOf(in.Type)
	c.emit(func(v *inv) {
		for i := range n {
			v.r[d+i] = f(v.r[a+i])
		}
	})
}

func (c *comp) selection(in *ir.Instr) {
	s, a, b, d, n := c.slot(in.Args[0]), c.slot(in.Args[1]), c.slot(in.Args[2]), c.slot(in), slotsOf(in.Type)
	each := 0 // a vector condition chooses by component
	if slotsOf(in.Args[0].ValueType()) > 1 {
		each = 1
	}
	c.emit(func(v *inv) {
		for i := range n {
			from := b
			if v.r[s+i*each] != 0 {
				from = a
			}
			v.r[d+i] = v.r[from+i]
		}
	})
}

func (c *comp) conversion(in *ir.Instr) {
	from, to := kindOf(in.Args[0].ValueType()), kindOf(in.Type)
	c.each(in, func(x uint64) uint64 { return convert(from, to, x) })
}

// bitcast keeps the bits; parts of another width go low word first.
func (c *comp) bitcast(in *ir.Instr) {
	from, to := kindOf(in.Args[0].ValueType()), kindOf(in.Type)
	wf, wt := bitsOf(from), bitsOf(to)
	if wf == wt {
		c.each(in, func(x uint64) uint64 { return fromBits(to, toBits(from, x)) })
		return
	}
	a, d, n, m := c.slot(in.Args[0]), c.slot(in), slotsOf(in.Type), slotsOf(in.Args[0].ValueType())
	c.emit(func(v *inv) {
		var bits [4]uint64
		for i := range m {
			at := i * wf
			bits[at/64] |= toBits(from, v.r[a+i]) << (at % 64)
		}
		for i := range n {
			at := i * wt
			v.r[d+i] = fromBits(to, toBits(to, bits[at/64]>>(at%64)))
		}
	})
}

// construct lays the parts one after the other.
func (c *comp) construct(in *ir.Instr) {
	src, d := c.args(in), c.slot(in)
	var moves [][3]int
	for i, a := range in.Args {
		n := slotsOf(a.ValueType())
		moves = append(moves, [3]int{d, src[i], n})
		d += n
	}
	c.emit(func(v *inv) {
		for _, m := range moves {
			copy(v.r[m[0]:m[0]+m[2]], v.r[m[1]:])
		}
	})
}

func (c *comp) splat(in *ir.Instr) {
	a, d, n := c.slot(in.Args[0]), c.slot(in), slotsOf(in.Type)
	c.emit(func(v *inv) {
		for i := range n {
			v.r[d+i] = v.r[a]
		}
	})
}

// move copies n slots.
func (c *comp) move(d, a, n int) {
	if n == 1 {
		c.emit(func(v *inv) { v.r[d] = v.r[a] })
		return
	}
	c.emit(func(v *inv) { copy(v.r[d:d+n], v.r[a:a+n]) })
}

// extract of a constant part is no work: the part has slots of its own.
func (c *comp) extract(in *ir.Instr) {
	at, _ := partOf(in.Args[0].ValueType(), in.Index)
	c.move(c.slot(in), c.slot(in.Args[0])+at, slotsOf(in.Type))
}

func (c *comp) extractDyn(in *ir.Instr) {
	a, x, d, n := c.slot(in.Args[0]), c.slot(in.Args[1]), c.slot(in), slotsOf(in.Type)
	count := 0
	if n > 0 {
		count = slotsOf(in.Args[0].ValueType()) / n
	}
	c.emit(func(v *inv) {
		i := int(int64(v.r[x]))
		if i < 0 || i >= count {
			v.outOfBounds(in, i, count)
			clear(v.r[d : d+n])
			return
		}
		copy(v.r[d:d+n], v.r[a+i*n:])
	})
}

func (c *comp) insert(in *ir.Instr) {
	a, b, d, n := c.slot(in.Args[0]), c.slot(in.Args[1]), c.slot(in), slotsOf(in.Type)
	at, part := partOf(in.Type, in.Index)
	m := slotsOf(part)
	c.emit(func(v *inv) {
		copy(v.r[d:d+n], v.r[a:a+n])
		copy(v.r[d+at:d+at+m], v.r[b:])
	})
}

func (c *comp) shuffle(in *ir.Instr) {
	a, d, comps := c.slot(in.Args[0]), c.slot(in), in.Comps
	c.emit(func(v *inv) {
		for i, k := range comps {
			v.r[d+i] = v.r[a+int(k)]
		}
	})
}
