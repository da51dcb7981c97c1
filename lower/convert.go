package lower

import (
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// convert applies a conversion of the typed tree to v, a value of source type from.
func (b *fn) convert(kind typed.ConvertKind, v ir.Value, from, to types.Type) ir.Value {
	switch kind {
	case typed.Numeric:
		return b.eachRow(from, to, func(t types.Type, a ...ir.Value) ir.Value {
			return b.numeric(a[0], types.ElemScalar(t))
		}, v)
	case typed.Splat:
		if m, ok := to.(*types.Matrix); ok {
			row := b.splat(v, vec(m.Elem, m.Cols))
			return b.rows(m, func(int) ir.Value { return row })
		}
		return b.splat(v, b.p.valueType(to))
	case typed.Truncate:
		return b.truncate(v, to)
	case typed.Bitcast:
		t := b.p.valueType(to)
		if m, ok := from.(*types.Matrix); ok && types.WithElem(m, types.ElemScalar(to)) == to {
			return b.eachRow(m, to, func(rt types.Type, a ...ir.Value) ir.Value { return b.bitcast(a[0], rt) }, v)
		}
		if bits(v.ValueType()) == 0 || bits(v.ValueType()) != bits(t) || b.p.opts.Caps.Target == HLSL && narrower(v.ValueType(), t) {
			return b.bitcastParts(v, t)
		}
		return b.bitcast(v, t)
	}
	return b.reshapeValue(v, b.p.valueType(to))
}

// narrower reports whether numbers of at most 32 bits become others of another width, for which HLSL has no cast of bits.
func narrower(from, to types.Type) bool {
	f, t := types.ElemScalar(from).Bits, types.ElemScalar(to).Bits
	return f != t && f <= 32 && t <= 32
}

// bits is the width of a scalar or vector, 0 for other types.
func bits(t types.Type) int {
	if n := types.NumComponents(t); n > 0 {
		return n * types.ElemScalar(t).Bits
	}
	return 0
}

// bitcastParts reinterprets arrays, matrices and structs scalar by scalar, and what becomes larger.
func (b *fn) bitcastParts(v ir.Value, t types.Type) ir.Value {
	if v.ValueType() == t {
		return v
	}
	parts := b.flatten(v, nil)
	from, _ := ir.ScalarLayout.SizeAlign(v.ValueType())
	to, _ := ir.ScalarLayout.SizeAlign(t)
	have := from
	for ; have+4 <= to; have += 4 { // what a larger result has more is zero
		parts = append(parts, uintConst(0))
	}
	for ; have < to; have++ {
		parts = append(parts, constant(types.UintValue(types.Uint8, 0)))
	}
	list := &scalarList{scalars: parts, packed: packedBits(v.ValueType()) == 8*from && packedBits(t) == 8*to}
	out := b.rebuild(t, list)
	if out == nil || len(list.scalars) > 0 {
		b.unsupported(b.span, "a bit cast between values of differently wide parts")
		return b.zero(t)
	}
	return out
}

// flatten lists the scalars of a value.
func (b *fn) flatten(v ir.Value, out []ir.Value) []ir.Value {
	if _, scalar := v.ValueType().(*types.Scalar); scalar {
		return append(out, v)
	}
	for i := range partCount(v.ValueType()) {
		out = b.flatten(b.extract(v, i), out)
	}
	return out
}

// scalarList is the scalars of a value that is cast. packed says that there is no padding in it and in what it becomes.
type scalarList struct {
	scalars []ir.Value
	packed  bool
}

// width is that of scalar i, 0 behind the last and for a bool.
func (l *scalarList) width(i int) int {
	if i < len(l.scalars) {
		if s := types.ElemScalar(l.scalars[i].ValueType()); s.Kind != types.KBool {
			return s.Bits
		}
	}
	return 0
}

// replace puts values in the place of the first n scalars.
func (l *scalarList) replace(n int, values ...ir.Value) {
	l.scalars = append(values, l.scalars[n:]...)
}

// packedBits is the sum of the widths of the scalars of t.
func packedBits(t types.Type) (n int) {
	if s, ok := t.(*types.Scalar); ok {
		return s.Bits
	}
	for i := range partCount(t) {
		n += packedBits(partOf(t, i))
	}
	return n
}

// rebuild makes a t of the first scalars of the list; nil if their bits do not lie side by side as those of t.
func (b *fn) rebuild(t types.Type, list *scalarList) ir.Value {
	if s, ok := t.(*types.Scalar); ok {
		v := b.takeBits(s.Bits, list)
		if v == nil {
			return nil
		}
		return b.bitcast(v, s)
	}
	parts := make([]ir.Value, partCount(t))
	for i := range parts {
		if parts[i] = b.rebuild(partOf(t, i), list); parts[i] == nil {
			return nil
		}
	}
	return b.construct(t, parts...)
}

// takeBits takes a scalar of the given width off the list: the next one, or in values without padding the low
// bits first of a wider one, or narrower ones side by side. Two words always make a long, and a long two words.
func (b *fn) takeBits(bits int, list *scalarList) ir.Value {
	pair := types.VectorOf(types.Uint, 2)
	switch w := list.width(0); {
	case len(list.scalars) > 0 && types.ElemScalar(list.scalars[0].ValueType()).Bits == bits:
		v := list.scalars[0]
		list.replace(1)
		return v
	case w == 0:
		return nil
	case w == 64 && (bits == 32 || list.packed):
		v := b.bitcast(b.bitcast(list.scalars[0], types.Uint64), pair)
		list.replace(1, b.extract(v, 0), b.extract(v, 1))
		return b.takeBits(bits, list)
	case bits == 64 && (w == 32 && list.width(1) == 32 || list.packed):
		low := b.takeBits(32, list)
		high := b.takeBits(32, list)
		if low == nil || high == nil {
			return nil
		}
		return b.bitcast(b.construct(pair, b.bitcast(low, types.Uint), b.bitcast(high, types.Uint)), types.Uint64)
	case !list.packed:
		return nil
	case w > bits:
		word := b.word(list.scalars[0])
		var parts []ir.Value
		for at := 0; at < w; at += bits {
			part := word
			if at > 0 {
				part = b.binary(ir.OpShr, types.Uint, word, uintConst(at))
			}
			parts = append(parts, b.numeric(part, unsignedOf(bits)))
		}
		list.replace(1, parts...)
		return b.takeBits(bits, list)
	}
	low := b.takeBits(bits/2, list)
	high := b.takeBits(bits/2, list)
	if low == nil || high == nil {
		return nil
	}
	word := b.binary(ir.OpOr, types.Uint, b.word(low), b.binary(ir.OpShl, types.Uint, b.word(high), uintConst(bits/2)))
	return b.numeric(word, unsignedOf(bits))
}

// word is the bits of a scalar of at most 32 bits as a uint.
func (b *fn) word(v ir.Value) ir.Value {
	return b.numeric(b.bitcast(v, unsignedOf(types.ElemScalar(v.ValueType()).Bits)), types.Uint)
}

// unsignedOf is the unsigned integer of a width up to 32 bits.
func unsignedOf(bits int) *types.Scalar {
	switch bits {
	case 8:
		return types.Uint8
	case 16:
		return types.Uint16
	}
	return types.Uint
}

var leading = []uint8{0, 1, 2, 3}

func (b *fn) truncate(v ir.Value, to types.Type) ir.Value {
	if m, ok := to.(*types.Matrix); ok {
		return b.rows(m, func(i int) ir.Value { return b.truncate(b.extract(v, i), vec(m.Elem, m.Cols)) })
	}
	n := types.NumComponents(to)
	if n == types.NumComponents(v.ValueType()) {
		return v
	}
	if _, isRows := v.ValueType().(*types.Array); isRows { // a matrix to a vector or scalar: its first row
		v = b.extract(v, 0)
	}
	return b.shuffle(v, leading[:n])
}

// reshapeValue changes between spellings of one value: vector<T,1>, enums, structs of the same fields.
func (b *fn) reshapeValue(v ir.Value, t types.Type) ir.Value {
	if v.ValueType() == t {
		return v
	}
	if types.NumComponents(t) > 0 && types.NumComponents(v.ValueType()) > 0 {
		return b.bitcast(v, t)
	}
	parts := make([]ir.Value, partCount(t))
	for i := range parts {
		parts[i] = b.reshapeValue(b.extract(v, i), partOf(t, i))
	}
	return b.construct(t, parts...)
}

// convertTo converts a scalar index or offset.
func (b *fn) convertTo(v ir.Value, s *types.Scalar) ir.Value { return b.numeric(v, s) }

// numeric converts the elements of a scalar or vector to s.
func (b *fn) numeric(v ir.Value, s *types.Scalar) ir.Value {
	from := types.ElemScalar(v.ValueType())
	t := types.WithElem(v.ValueType(), s)
	if from == s {
		return v
	}
	if c := plain(v); c != nil {
		if k := types.ConvertValue(c, t); k != nil {
			return constant(k)
		}
	}
	if s.Kind == types.KBool {
		return b.binary(ir.OpNe, t, v, b.zero(v.ValueType()))
	}
	return b.emit(ir.OpConvert, t, v)
}
