package interp

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// atomicRow is an atomic read-modify-write: the operation that makes the new value from the old one
// and the operand. Increments and decrements have the operand one.
type atomicRow struct {
	fn  func(types.Kind) func(old, x uint64) uint64
	one bool
}

func second(types.Kind) func(old, x uint64) uint64 {
	return func(_, x uint64) uint64 { return x }
}

func arithmetic(op ir.Op) func(types.Kind) func(old, x uint64) uint64 {
	return func(k types.Kind) func(old, x uint64) uint64 { return binaryTable[op].of(k) }
}

// atomicTable is one row an operation; loads and compareExchange have forms of their own.
func atomicRowOf(op builtin.AtomicOp) atomicRow {
	return [builtin.NumAtomicOps]atomicRow{
		builtin.AtomicStore:    {fn: second},
		builtin.AtomicExchange: {fn: second},
		builtin.AtomicAdd:      {fn: arithmetic(ir.OpAdd)},
		builtin.AtomicSub:      {fn: arithmetic(ir.OpSub)},
		builtin.AtomicInc:      {fn: arithmetic(ir.OpAdd), one: true},
		builtin.AtomicDec:      {fn: arithmetic(ir.OpSub), one: true},
		builtin.AtomicAnd:      {fn: arithmetic(ir.OpAnd)},
		builtin.AtomicOr:       {fn: arithmetic(ir.OpOr)},
		builtin.AtomicXor:      {fn: arithmetic(ir.OpXor)},
		builtin.AtomicMin:      {fn: lesser},
		builtin.AtomicMax:      {fn: greater},
	}[op]
}

// atomicSite is an atomic operation ready to run.
type atomicSite struct {
	site
	op   builtin.AtomicOp
	kind types.Kind // of the operands: min and max of a byte-address word bring their own signedness
	fn   func(old, x uint64) uint64
	x, y int // slots of the operands; -1: none
	d    int // slot of the result; -1: not used
	mem  ir.Memory
	fail ir.Memory
}

func (c *comp) atomic(in *ir.Instr) {
	s := &atomicSite{site: *c.site(in), op: in.Atomic, x: -1, y: -1, d: -1, mem: in.Mem, fail: in.Fail}
	s.reads, s.writes = in.Atomic != builtin.AtomicStore, in.Atomic != builtin.AtomicLoad
	s.kind = kindOf(s.place.elem)
	one := -1
	if len(in.Args) > 1 {
		s.x, s.kind = c.slot(in.Args[1]), kindOf(in.Args[1].ValueType())
	}
	if len(in.Args) > 2 {
		s.y = c.slot(in.Args[2])
	}
	if in.IsValue() {
		s.d = c.slot(in)
	}
	if s.place.local || len(s.leaves) != 1 {
		c.unsupported("atomic on " + s.place.elem.String())
		return
	}
	row := atomicRowOf(in.Atomic)
	if row.fn != nil {
		if s.fn = row.fn(s.kind); s.fn == nil {
			c.unsupported("atomic " + in.Atomic.String() + " on " + s.place.elem.String())
			return
		}
	}
	if row.one {
		one = c.alloc(1)
		s.x = one
		value := uint64(1)
		if s.kind.IsFloat() {
			value = fromFloat(s.kind, 1)
		}
		c.emit(func(v *inv) { v.r[one] = value })
	}
	c.emit(func(v *inv) { v.atomic(s) })
}

func (v *inv) atomic(s *atomicSite) {
	v.tick()
	m := s.place.mem(v)
	off := s.place.offset(v)
	if !v.inside(&s.site, m, off) {
		if s.d >= 0 {
			v.r[s.d] = 0
		}
		return
	}
	at, size := int(off), s.leaves[0].size
	if at%size != 0 {
		v.fault(Misaligned, s.in, "an atomic on an address that is no multiple of its size")
	}
	if s.needsOld() {
		v.defined(&s.site, m, at)
	}
	if v.t != nil {
		v.watchAtomic(s, m, at, size)
		return
	}
	old := fromBits(s.kind, rawBits(m.data[at:], size))
	if x, writes := s.result(v, old); writes {
		m.put(at, size, toBits(s.kind, x))
	}
	s.give(v, old)
}

// needsOld reports whether what memory held matters: not to a store, nor to an exchange without
// a result, which is what a store to a SeqCst object becomes.
func (s *atomicSite) needsOld() bool {
	return s.op != builtin.AtomicStore && (s.op != builtin.AtomicExchange || s.d >= 0)
}

// result is what the operation stores over old, if it does.
func (s *atomicSite) result(v *inv, old uint64) (x uint64, writes bool) {
	switch s.op {
	case builtin.AtomicLoad:
		return 0, false
	case builtin.AtomicCompareExchange: // by the bits, floats too
		return v.r[s.y], old == v.r[s.x]
	}
	return s.fn(old, v.r[s.x]), true
}

// give hands the old value to the program.
func (s *atomicSite) give(v *inv, old uint64) {
	if s.d >= 0 {
		v.r[s.d] = old
	}
}
