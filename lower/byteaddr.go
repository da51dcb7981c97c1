package lower

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// Byte-address buffers. A value of any type is read and written as the words of
// its scalars, packed as in the scalar layout, matrices by columns unless row-major, so that nothing
// is accessed that the source does not name. A 64-bit scalar is two 32-bit words, unless 64-bit atomics give the buffer a
// 64-bit view (one view per width and object, lowering.md §1).

// wordType is the element of the buffer's view of that width.
func (p *program) wordType(o *object, bits int) *types.Scalar {
	f := o.facts
	switch bits {
	case 8:
		return types.Uint8
	case 16:
		if f.atomic16 {
			return types.Half
		}
		return types.Uint16
	case 64:
		if f.float64 && !f.int64 && !f.bits64 {
			return types.Double
		}
		return types.Uint64
	}
	if f.float32 && !f.int32 && !f.bits32 {
		return types.Float
	}
	return types.Uint
}

// byteElem is the address of the word of the given width at offset.
func (b *fn) byteElem(loc *location, bits int, offset ir.Value) ir.Value {
	elem := b.p.wordType(loc.obj, bits)
	view := b.descriptor(b.p.view(loc.obj, elem), loc.pl.desc, loc.pl.dims)
	return b.emit(ir.OpByteElem, b.p.pool.RefTo(elem, types.SpaceBuffer), view, offset)
}

func (b *fn) addOffset(offset ir.Value, n int) ir.Value {
	if n == 0 {
		return offset
	}
	if c := plain(offset); c != nil {
		return uintConst(int(c.Bits) + n)
	}
	return b.binary(ir.OpAdd, types.Uint, offset, uintConst(n))
}

func (b *fn) byteField(offset ir.Value, t *types.Struct, i int) ir.Value {
	s := b.p.memType(t, mode{host: true, rowMajor: true}).(*types.Struct)
	return b.addOffset(offset, b.p.byteLayout().Offset(s, memField(t, i)))
}

// byteIndex steps to part i of the value at loc.
func (b *fn) byteIndex(loc *location, i ir.Value, after types.Type) {
	m, isMatrix := loc.t.(*types.Matrix)
	loc.t = partSource(loc.t, after)
	switch {
	case isMatrix && loc.m.columns():
		loc.row, loc.mat = i, m
	case loc.row != nil:
		b.cell(loc, i)
	default:
		loc.offset = b.byteStep(loc.offset, i, b.byteStride(loc.t))
	}
}

// byteStep is offset + i*size.
func (b *fn) byteStep(offset, i ir.Value, size int) ir.Value {
	if c := plain(i); c != nil {
		return b.addOffset(offset, int(c.Int())*size)
	}
	n := b.binary(ir.OpMul, types.Uint, b.convertTo(i, types.Uint), uintConst(size))
	return b.binary(ir.OpAdd, types.Uint, offset, n)
}

// byteLayout is the layout of what is in byte-address buffers.
func (p *program) byteLayout() ir.Layout {
	if p.opts.BytesStd430 {
		return ir.Std430
	}
	return ir.ScalarLayout
}

func (b *fn) byteStride(t types.Type) int {
	return b.p.byteLayout().Stride(b.p.memType(t, mode{host: true, rowMajor: true}))
}

// partSource is the source type of the parts of t.
func partSource(t, after types.Type) types.Type {
	switch t := t.(type) {
	case *types.Array:
		return t.Elem
	case *types.Matrix:
		return types.VectorOf(t.Elem, t.Cols)
	case *types.Vector:
		return t.Elem
	}
	return after
}

// loadBytes reads a t at offset.
func (b *fn) loadBytes(loc *location, t types.Type, m mode, offset ir.Value) ir.Value {
	switch t := t.(type) {
	case *types.Struct:
		var parts []ir.Value
		for i, f := range t.Fields {
			if types.HasData(f.Type) {
				parts = append(parts, b.loadBytes(loc, f.Type, m.withField(f), b.byteField(offset, t, i)))
			}
		}
		return b.construct(b.p.valueType(t), parts...)
	case *types.Pointer:
		return b.loadWord(loc, types.Uint64, offset)
	case *types.Matrix:
		if m.columns() {
			m.rowMajor = true
			turned := types.MatrixOf(t.Elem, t.Cols, t.Rows)
			return b.transpose(b.loadBytes(loc, turned, m, offset), turned)
		}
	}
	n, part := byteParts(t)
	if part == nil {
		return b.loadWord(loc, types.ElemScalar(t), offset)
	}
	parts := make([]ir.Value, n)
	for i := range parts {
		parts[i] = b.loadBytes(loc, part, m, b.addOffset(offset, i*b.byteStride(part)))
	}
	return b.construct(b.p.valueType(t), parts...)
}

// byteParts splits an array, matrix, vector or handle; part is nil for scalars.
func byteParts(t types.Type) (n int, part types.Type) {
	switch t := t.(type) {
	case *types.Array:
		return t.Len, t.Elem
	case *types.Matrix:
		return t.Rows, types.VectorOf(t.Elem, t.Cols)
	case *types.Vector:
		return t.N, t.Elem
	case *types.Handle:
		return byteParts(types.HandleBits())
	}
	return 1, nil
}

// split64 reports whether a 64-bit scalar is accessed as two words.
func (b *fn) split64(o *object, s *types.Scalar) bool {
	return s.Bits == 64 && !o.facts.int64 && !o.facts.float64
}

func (b *fn) loadWord(loc *location, s *types.Scalar, offset ir.Value) ir.Value {
	if b.split64(loc.obj, s) {
		lo := b.loadWord(loc, types.Uint, offset)
		hi := b.loadWord(loc, types.Uint, b.addOffset(offset, 4))
		pair := b.construct(types.VectorOf(types.Uint, 2), lo, hi)
		return b.bitcast(b.bitcast(pair, types.Uint64), s)
	}
	ref := b.byteElem(loc, s.Bits, offset)
	v := b.emit(ir.OpLoad, ref.ValueType().(*types.Ref).Elem, ref)
	if s.Kind == types.KBool {
		v = b.bitcast(v, types.Uint)
		return b.binary(ir.OpNe, types.Bool, v, uintConst(0))
	}
	return b.bitcast(v, s)
}

// storeBytes writes v, a value of source type t, at offset.
func (b *fn) storeBytes(loc *location, t types.Type, m mode, offset, v ir.Value) {
	switch t := t.(type) {
	case *types.Struct:
		for i, f := range t.Fields {
			if types.HasData(f.Type) {
				b.storeBytes(loc, f.Type, m.withField(f), b.byteField(offset, t, i), b.extract(v, memField(t, i)))
			}
		}
		return
	case *types.Pointer:
		b.storeWord(loc, types.Uint64, offset, v)
		return
	case *types.Matrix:
		if m.columns() {
			m.rowMajor = true
			b.storeBytes(loc, types.MatrixOf(t.Elem, t.Cols, t.Rows), m, offset, b.transpose(v, t))
			return
		}
	}
	n, part := byteParts(t)
	if part == nil {
		b.storeWord(loc, types.ElemScalar(t), offset, v)
		return
	}
	for i := range n {
		b.storeBytes(loc, part, m, b.addOffset(offset, i*b.byteStride(part)), b.extract(v, i))
	}
}

func (b *fn) storeWord(loc *location, s *types.Scalar, offset, v ir.Value) {
	if b.split64(loc.obj, s) {
		pair := b.bitcast(b.bitcast(v, types.Uint64), types.VectorOf(types.Uint, 2))
		b.storeWord(loc, types.Uint, offset, b.extract(pair, 0))
		b.storeWord(loc, types.Uint, b.addOffset(offset, 4), b.extract(pair, 1))
		return
	}
	if s.Kind == types.KBool {
		v = b.convertTo(v, types.Uint)
	}
	ref := b.byteElem(loc, s.Bits, offset)
	b.emit(ir.OpStore, types.Void, ref, b.bitcast(v, ref.ValueType().(*types.Ref).Elem))
}
