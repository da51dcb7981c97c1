package lower

import (
	"fmt"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// mode is how the memory of an object represents values. The zero mode is that
// of values: a matrix is an array of its rows, a bool is a bool.
type mode struct {
	host     bool // shared with the host: bool is a uint, matrices are laid out as declared
	rowMajor bool // host memory only
	placed   bool // fields lie where vk::offset says
	u32, u64 bool // storage view: float (double) is kept as uint (uint64_t), lowering.md §1
}

// withField returns the mode that holds inside field f.
func (m mode) withField(f *types.Field) mode {
	if f.RowMajor {
		m.rowMajor = true
	}
	if f.ColumnMajor {
		m.rowMajor = false
	}
	return m
}

// columns reports whether a matrix is kept as an array of its columns.
func (m mode) columns() bool { return m.host && !m.rowMajor }

// vec returns the IR type of n elements: one element is a scalar.
func vec(elem *types.Scalar, n int) types.Type {
	if n == 1 {
		return elem
	}
	return types.VectorOf(elem, n)
}

type structKey struct {
	s *types.Struct
	m mode
}

// layouter makes the IR types of source types.
type layouter struct {
	pool     *types.Pool
	structs  map[structKey]*types.Struct
	interned map[string]*types.Struct
	names    map[string]*types.Struct
	nothing  *types.Struct // of empty arrays
	offsets  bool          // the target has offsets of fields
}

func newLayouter(pool *types.Pool) *layouter {
	return &layouter{pool: pool, structs: map[structKey]*types.Struct{}, interned: map[string]*types.Struct{}, names: map[string]*types.Struct{},
		nothing: &types.Struct{Name: "Nothing"}}
}

// valueType returns the type of values of source type t.
func (l *layouter) valueType(t types.Type) types.Type { return l.memType(t, mode{}) }

func memScalar(s *types.Scalar, m mode) *types.Scalar {
	switch {
	case s.Kind == types.KBool && m.host:
		return types.Uint
	case s.Kind == types.KFloat && m.u32:
		return types.Uint
	case s.Kind == types.KDouble && m.u64:
		return types.Uint64
	}
	return s
}

// memType returns the type in which memory of mode m holds a t. Resources inside
// a struct are no part of its memory, nor is what is empty: C++ would give it a byte.
func (l *layouter) memType(t types.Type, m mode) types.Type {
	switch t := t.(type) {
	case *types.Scalar:
		return memScalar(t, m)
	case *types.Enum:
		return memScalar(t.Underlying, m)
	case *types.Atomic:
		return memScalar(t.Elem, m)
	case *types.Pointer:
		return types.Uint64
	case *types.Handle:
		return types.HandleBits()
	case *types.Vector:
		return vec(memScalar(t.Elem, m), t.N)
	case *types.Matrix:
		if m.columns() {
			return l.pool.ArrayOf(vec(memScalar(t.Elem, m), t.Rows), t.Cols)
		}
		return l.pool.ArrayOf(vec(memScalar(t.Elem, m), t.Cols), t.Rows)
	case *types.Array:
		if types.Empty(t) {
			return l.structType(l.nothing, m)
		}
		return l.pool.ArrayLike(t, l.memType(t.Elem, m))
	case *types.Struct:
		return l.structType(t, m)
	}
	return t
}

// structType returns the struct that holds t in memory of mode m: t itself where
// nothing changes; the same struct for equal results.
func (l *layouter) structType(t *types.Struct, m mode) *types.Struct {
	key := structKey{t, m}
	if s := l.structs[key]; s != nil {
		return s
	}
	s := &types.Struct{Name: t.Name, Span: t.Span, Decl: t.Decl, Hidden: t.Hidden}
	changed := false
	var id strings.Builder
	id.WriteString(t.Name)
	for _, f := range t.Fields {
		if !types.HasData(f.Type) {
			changed = true
			continue
		}
		nf := *f
		nf.Index = len(s.Fields)
		nf.Type = l.memType(f.Type, m.withField(f))
		nf.RowMajor, nf.ColumnMajor = false, false
		nf.At = explicit(t, f, m)
		changed = changed || nf.Type != f.Type || nf.At > 0
		s.Fields = append(s.Fields, &nf)
		id.WriteByte(';')
		id.WriteString(typeID(nf.Type))
		if nf.At > 0 {
			fmt.Fprintf(&id, "@%d", nf.At)
		}
	}
	if !changed {
		s = t
	} else if old := l.interned[id.String()]; old != nil && old.Decl == t.Decl && old.Span == t.Span {
		s = old
	} else {
		l.interned[id.String()] = s
	}
	l.structs[key] = s
	l.name(s)
	return s
}

// explicit is one more than the place that the source gives to field f of t in memory of mode m, 0 if it gives none. packoffset is
// for members of cbuffers, vk::offset for SPIR-V.
func explicit(t *types.Struct, f *types.Field, m mode) int {
	switch {
	case m.host && t.Hidden && f.PackOffset > 0:
		return f.PackOffset
	case m.placed:
		return f.ByteOffset
	}
	return 0
}

// name gives a struct made here a name of its own: the memory of a struct may differ from its value.
func (l *layouter) name(s *types.Struct) {
	base := s.Name
	for n := 2; l.names[s.Name] != nil && l.names[s.Name] != s; n++ {
		if s.Decl != nil && l.names[s.Name].Decl != s.Decl && s.Name == base {
			return // another type of the source has this name: backends tell them apart
		}
		s.Name = fmt.Sprintf("%s_%d", base, n)
	}
	l.names[s.Name] = s
}

// typeID tells types apart inside one interning key; nested structs by their fields.
func typeID(t types.Type) string {
	switch t := t.(type) {
	case *types.Struct:
		var b strings.Builder
		b.WriteString(t.Name)
		b.WriteByte('{')
		for _, f := range t.Fields {
			b.WriteString(typeID(f.Type))
			if f.At > 0 {
				fmt.Fprintf(&b, "@%d", f.At)
			}
			b.WriteByte(';')
		}
		b.WriteByte('}')
		return b.String()
	case *types.Array:
		return t.String() + "[" + typeID(t.Elem)
	}
	return t.String()
}

// memField returns the index of source field i of t in its memory struct.
func memField(t *types.Struct, i int) int {
	n := 0
	for _, f := range t.Fields[:i] {
		if types.HasData(f.Type) {
			n++
		}
	}
	return n
}

// converts reports whether a t in memory of mode m differs from its value.
func converts(t types.Type, m mode) bool {
	switch t := t.(type) {
	case *types.Matrix:
		return m.columns() || memScalar(t.Elem, m) != t.Elem
	case *types.Array:
		return converts(t.Elem, m)
	case *types.Struct:
		for _, f := range t.Fields {
			if types.HasData(f.Type) && (explicit(t, f, m) > 0 || converts(f.Type, m.withField(f))) {
				return true
			}
		}
		return false
	}
	if s := types.ElemScalar(t); s != nil {
		return memScalar(s, m) != s
	}
	return false
}

// fromMem converts v, a source type t as memory of mode m holds it, to a value.
func (b *fn) fromMem(v ir.Value, t types.Type, m mode) ir.Value {
	return b.convertMem(v, t, m, true)
}

// toMem converts the value v of source type t to what memory of mode m holds.
func (b *fn) toMem(v ir.Value, t types.Type, m mode) ir.Value {
	return b.convertMem(v, t, m, false)
}

func (b *fn) convertMem(v ir.Value, t types.Type, m mode, load bool) ir.Value {
	if !converts(t, m) {
		return v
	}
	to := mode{}
	if !load {
		to = m
	}
	result := b.p.memType(t, to)
	switch t := t.(type) {
	case *types.Matrix:
		if m.columns() {
			inner := t
			if load { // stored as columns: the transposed matrix
				inner = types.MatrixOf(t.Elem, t.Cols, t.Rows)
				v = b.convertRows(v, inner, m, true)
				return b.transpose(v, inner)
			}
			v = b.transpose(v, t)
			return b.convertRows(v, types.MatrixOf(t.Elem, t.Cols, t.Rows), m, false)
		}
		return b.convertRows(v, t, m, load)
	case *types.Array:
		parts := make([]ir.Value, t.Len)
		for i := range parts {
			parts[i] = b.convertMem(b.extract(v, i), t.Elem, m, load)
		}
		return b.construct(result, parts...)
	case *types.Struct:
		var parts []ir.Value
		for _, f := range t.Fields {
			if types.HasData(f.Type) {
				parts = append(parts, b.convertMem(b.extract(v, len(parts)), f.Type, m.withField(f), load))
			}
		}
		return b.construct(result, parts...)
	}
	return b.convertScalars(v, types.ElemScalar(t), result, load)
}

// convertScalars converts a scalar or vector of source scalar s.
func (b *fn) convertScalars(v ir.Value, s *types.Scalar, result types.Type, load bool) ir.Value {
	if s.Kind != types.KBool {
		return b.bitcast(v, result)
	}
	if load {
		return b.binary(ir.OpNe, result, v, b.zero(v.ValueType()))
	}
	return b.emit(ir.OpConvert, result, v)
}

// convertRows converts the scalars of a matrix kept as rows.
func (b *fn) convertRows(v ir.Value, t *types.Matrix, m mode, load bool) ir.Value {
	stored := memScalar(t.Elem, m)
	if stored == t.Elem {
		return v
	}
	to := t.Elem
	if !load {
		to = stored
	}
	rows := make([]ir.Value, t.Rows)
	for i := range rows {
		rows[i] = b.convertScalars(b.extract(v, i), t.Elem, vec(to, t.Cols), load)
	}
	return b.construct(b.p.pool.ArrayOf(vec(to, t.Cols), t.Rows), rows...)
}
