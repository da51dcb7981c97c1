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
		if bits(v.ValueType()) == 0 || bits(v.ValueType()) != bits(t) {
			return b.bitcastParts(v, t)
		}
		return b.bitcast(v, t)
	}
	return b.reshapeValue(v, b.p.valueType(to))
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
	for ; from+4 <= to; from += 4 { // what a larger result has more is zero
		parts = append(parts, uintConst(0))
	}
	for ; from < to; from++ {
		parts = append(parts, constant(types.UintValue(types.Uint8, 0)))
	}
	out := b.rebuild(t, &parts)
	if out == nil || len(parts) > 0 {
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

// rebuild makes a t of the first scalars of the list; nil if one has another width.
func (b *fn) rebuild(t types.Type, scalars *[]ir.Value) ir.Value {
	if s, ok := t.(*types.Scalar); ok {
		v := b.takeBits(s.Bits, scalars)
		if v == nil {
			return nil
		}
		return b.bitcast(v, s)
	}
	parts := make([]ir.Value, partCount(t))
	for i := range parts {
		if parts[i] = b.rebuild(partOf(t, i), scalars); parts[i] == nil {
			return nil
		}
	}
	return b.construct(t, parts...)
}

// takeBits takes a scalar of the given width off the list; two words make a long, low word first, and a
// long two words.
func (b *fn) takeBits(bits int, list *[]ir.Value) ir.Value {
	width := func(i int) int {
		if i < len(*list) {
			return types.ElemScalar((*list)[i].ValueType()).Bits
		}
		return 0
	}
	pair := types.VectorOf(types.Uint, 2)
	switch {
	case width(0) == bits:
		v := (*list)[0]
		*list = (*list)[1:]
		return v
	case bits == 64 && width(0) == 32 && width(1) == 32:
		v := b.construct(pair, b.bitcast((*list)[0], types.Uint), b.bitcast((*list)[1], types.Uint))
		*list = (*list)[2:]
		return b.bitcast(v, types.Uint64)
	case bits == 32 && width(0) == 64:
		v := b.bitcast(b.bitcast((*list)[0], types.Uint64), pair)
		rest := append([]ir.Value{b.extract(v, 1)}, (*list)[1:]...)
		*list = rest
		return b.extract(v, 0)
	}
	return nil
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
