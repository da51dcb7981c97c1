package lower

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// bitfield is bitfieldExtract or bitfieldInsert of integers that are not 32 bits wide, which targets have no
// operation for: (x [, insert], int offset, int bits). Narrow ones go through 32 bits, where a field of theirs
// has the same bits; 64-bit ones are taken apart with shifts.
func (b *fn) bitfield(op builtin.Op, args []ir.Value) ir.Value {
	t := args[0].ValueType()
	s := types.ElemScalar(t)
	n := len(args) - 2
	if s.Bits < 32 {
		wide := types.Uint
		if s.Kind.IsSigned() {
			wide = types.Int
		}
		a := append([]ir.Value(nil), args...)
		for i := range n {
			a[i] = b.numeric(a[i], wide)
		}
		return b.numeric(b.intrinsic(op, types.WithElem(t, wide), a...), s)
	}
	f := field64{b: b, t: types.WithElem(t, types.Uint64)}
	f.offset, f.bits = f.count(args[n]), f.count(args[n+1])
	if op == builtin.OpBitfieldInsert {
		return b.bitcast(f.insert(b.bitcast(args[0], f.t), b.bitcast(args[1], f.t)), t)
	}
	return b.bitcast(f.extract(b.bitcast(args[0], f.t), s.Kind.IsSigned()), t)
}

// field64 is a field of bits in words of t, uint64_t or a vector of it.
type field64 struct {
	b            *fn
	t            types.Type
	offset, bits ir.Value // of t
}

// count is a number of bits, an int for all components, in the type of the words.
func (f *field64) count(v ir.Value) ir.Value { return f.b.splat(f.b.numeric(v, types.Uint64), f.t) }

func (f *field64) op(op ir.Op, x, y ir.Value) ir.Value { return f.b.binary(op, f.t, x, y) }

func (f *field64) number(n uint64) ir.Value {
	return constant(splatConst(f.t, types.UintValue(types.Uint64, n)))
}

// mask has the lowest bits set; a field of all 64 would shift by the width.
func (f *field64) mask() ir.Value {
	some := f.op(ir.OpSub, f.op(ir.OpShl, f.number(1), f.op(ir.OpAnd, f.bits, f.number(63))), f.number(1))
	all := f.b.binary(ir.OpGe, types.WithElem(f.t, types.Bool), f.bits, f.number(64))
	return f.b.emit(ir.OpSelect, f.t, all, f.number(^uint64(0)), some)
}

// extract moves the field down and, if it is signed, spreads its highest bit: (v ^ m) - m with that bit as m,
// which is 0 for a field of 64 bits and for one of none.
func (f *field64) extract(x ir.Value, signed bool) ir.Value {
	mask := f.mask()
	v := f.op(ir.OpAnd, f.op(ir.OpShr, x, f.offset), mask)
	if !signed {
		return v
	}
	top := f.op(ir.OpShr, f.op(ir.OpAdd, mask, f.number(1)), f.number(1))
	return f.op(ir.OpSub, f.op(ir.OpXor, v, top), top)
}

// insert replaces the field in base by the lowest bits of x.
func (f *field64) insert(base, x ir.Value) ir.Value {
	mask := f.mask()
	kept := f.op(ir.OpAnd, base, f.op(ir.OpXor, f.op(ir.OpShl, mask, f.offset), f.number(^uint64(0))))
	return f.op(ir.OpOr, kept, f.op(ir.OpShl, f.op(ir.OpAnd, x, mask), f.offset))
}
