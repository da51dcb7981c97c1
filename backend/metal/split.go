package metal

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// An MSL type has one layout. Where a constant buffer lays out a type otherwise than
// structured buffers do (std140 beside std430), its content gets types of its own:
// structs with another name, and arrays whose elements are structs of the value and its
// padding. Values keep the types of structured buffers; a load of a whole
// struct or array from the constant buffer becomes loads of its parts.

// split returns m, or a copy of it in which no type is laid out in two ways.
func split(m *ir.Module) *ir.Module {
	s := &splitter{storage: storageLayout(m), types: map[types.Type]types.Type{}, shared: map[*types.Struct]bool{}}
	for _, r := range m.Resources {
		if r.Class == ir.StorageBuffer {
			for _, v := range r.Views {
				s.share(v.Elem)
			}
		}
	}
	for _, r := range m.Resources {
		if s.differs(r) {
			m = m.Clone()
			s.pool = m.Pool
			s.rewrite(m)
			return m
		}
	}
	return m
}

// storageLayout is the layout of structured buffers, which all have the same.
func storageLayout(m *ir.Module) ir.Layout {
	for _, r := range m.Resources {
		if r.Class == ir.StorageBuffer {
			return r.Layout
		}
	}
	return ir.Std430
}

type splitter struct {
	pool    *types.Pool
	storage ir.Layout
	lay     ir.Layout                 // of the constant buffers
	types   map[types.Type]types.Type // in constant buffers, for those that have another there
	shared  map[*types.Struct]bool    // structs that lie in structured buffers
	made    []copied
	before  []*ir.Instr // new instructions
}

// copied is a struct and its form in constant buffers.
type copied struct{ from, to *types.Struct }

func (s *splitter) share(t types.Type) {
	switch t := t.(type) {
	case *types.Array:
		s.share(t.Elem)
	case *types.Struct:
		s.shared[t] = true
		for _, f := range t.Fields {
			s.share(f.Type)
		}
	}
}

// differs reports whether a constant buffer needs types of its own.
func (s *splitter) differs(r *ir.Resource) bool {
	return r.Class == ir.UniformBuffer && r.Layout != s.storage && len(r.Views) > 0 && s.moves(r.Views[0].Elem, r.Layout)
}

// moves reports whether the parts of t lie elsewhere in layout lay.
func (s *splitter) moves(t types.Type, lay ir.Layout) bool {
	switch t := t.(type) {
	case *types.Array:
		if _, ok := t.Elem.(*types.Struct); !ok && lay.Stride(t.Elem) != s.storage.Stride(t.Elem) {
			return true
		}
		return s.moves(t.Elem, lay) // the padding of a struct is its own
	case *types.Struct:
		for i, f := range t.Fields {
			if s.moves(f.Type, lay) || s.shared[t] && lay.Offset(t, i) != s.storage.Offset(t, i) {
				return true
			}
		}
		a, _ := lay.SizeAlign(t)
		b, _ := s.storage.SizeAlign(t)
		return s.shared[t] && a != b
	}
	return false
}

// typeOf is t as constant buffers hold it.
func (s *splitter) typeOf(t types.Type) types.Type {
	if !s.moves(t, s.lay) {
		return t
	}
	if known := s.types[t]; known != nil {
		return known
	}
	var out types.Type
	switch t := t.(type) {
	case *types.Array:
		elem := s.typeOf(t.Elem)
		if elem == t.Elem {
			elem = s.padded(t.Elem)
		}
		out = s.pool.ArrayOf(elem, t.Len)
	case *types.Struct:
		c := &types.Struct{Name: t.Name, Span: t.Span, Hidden: t.Hidden}
		for _, f := range t.Fields {
			field := *f
			field.Type = s.typeOf(f.Type)
			c.Fields = append(c.Fields, &field)
		}
		s.made = append(s.made, copied{t, c})
		out = c
	}
	s.types[t] = out
	return out
}

// padded is a struct around an element that is smaller than its stride.
func (s *splitter) padded(elem types.Type) types.Type {
	for _, c := range s.made {
		if c.from == nil && c.to.Fields[0].Type == elem {
			return c.to
		}
	}
	inner, suffix := elem, ""
	for {
		a, ok := inner.(*types.Array)
		if !ok {
			break
		}
		inner, suffix = a.Elem, "_array"
	}
	name := inner.String() + suffix
	if _, ok := inner.(*types.Pointer); ok {
		name = "pointer" + suffix
	}
	c := &types.Struct{Name: "Padded_" + name, Hidden: true, Fields: []*types.Field{{Name: "v", Type: elem}}}
	s.made = append(s.made, copied{nil, c})
	return c
}

// rewrite gives the constant buffers of m their types.
func (s *splitter) rewrite(m *ir.Module) {
	for _, r := range m.Resources {
		if !s.differs(r) {
			continue
		}
		s.lay = r.Layout
		for _, v := range r.Views {
			v.Elem = s.typeOf(v.Elem)
			v.Type = s.pool.RefTo(v.Elem, types.SpaceUniform)
		}
	}
	for _, fn := range m.Funcs {
		s.region(fn.Body)
	}
	used := map[*types.Struct]bool{}
	for _, t := range m.Structs() {
		used[t] = true
	}
	for _, c := range s.made {
		if c.from != nil && used[c.from] {
			c.to.Name += "_" + s.lay.String()
		}
	}
}

func (s *splitter) region(r *ir.Region) {
	var out []*ir.Instr
	for _, in := range r.Instrs {
		for _, sub := range in.Regions {
			s.region(sub)
		}
		s.before = nil
		s.instr(in)
		out = append(append(out, s.before...), in)
	}
	r.Instrs = out
}

// instr gives an address in a constant buffer its new type; a load whose value has
// another type than the memory is put together from loads of the parts.
func (s *splitter) instr(in *ir.Instr) {
	if len(in.Args) == 0 {
		return
	}
	from, ok := in.Args[0].ValueType().(*types.Ref)
	if !ok || from.Space != types.SpaceUniform {
		return
	}
	switch in.Op {
	case ir.OpDescriptor:
		in.Type = from
	case ir.OpField:
		in.Type = s.pool.RefTo(from.Elem.(*types.Struct).Fields[in.Index].Type, from.Space)
	case ir.OpElem:
		arr, ok := from.Elem.(*types.Array)
		if !ok {
			return
		}
		old := in.Type.(*types.Ref).Elem
		in.Type = s.pool.RefTo(arr.Elem, from.Space)
		if s.isPadded(arr.Elem) && arr.Elem != old {
			whole := *in
			s.before = append(s.before, &whole)
			in.Op, in.Args, in.Index, in.Type = ir.OpField, []ir.Value{&whole}, 0, s.pool.RefTo(old, from.Space)
		}
	case ir.OpLoad:
		if from.Elem != in.Type {
			parts := s.parts(in, in.Args[0], in.Type)
			in.Op, in.Args, in.Access = ir.OpConstruct, parts, ir.Access{}
		}
	}
}

func (s *splitter) isPadded(t types.Type) bool {
	for _, c := range s.made {
		if c.from == nil && types.Type(c.to) == t {
			return true
		}
	}
	return false
}

// parts loads the parts of a value of type t from memory of another type.
func (s *splitter) parts(load *ir.Instr, at ir.Value, t types.Type) []ir.Value {
	mem := at.ValueType().(*types.Ref)
	add := func(in ir.Instr) *ir.Instr {
		in.Span = load.Span
		s.before = append(s.before, &in)
		return &in
	}
	field := func(at ir.Value, i int) *ir.Instr {
		ref := at.ValueType().(*types.Ref)
		return add(ir.Instr{Op: ir.OpField, Index: i, Args: []ir.Value{at}, Type: s.pool.RefTo(ref.Elem.(*types.Struct).Fields[i].Type, ref.Space)})
	}
	part := func(at *ir.Instr, t types.Type) ir.Value {
		if at.Type.(*types.Ref).Elem == t {
			return add(ir.Instr{Op: ir.OpLoad, Args: []ir.Value{at}, Type: t, Access: load.Access})
		}
		return add(ir.Instr{Op: ir.OpConstruct, Args: s.parts(load, at, t), Type: t})
	}
	var out []ir.Value
	switch t := t.(type) {
	case *types.Struct:
		for i, f := range t.Fields {
			out = append(out, part(field(at, i), f.Type))
		}
	case *types.Array:
		elem := mem.Elem.(*types.Array).Elem
		for i := range t.Len {
			x := add(ir.Instr{Op: ir.OpElem, Type: s.pool.RefTo(elem, mem.Space),
				Args: []ir.Value{at, &ir.Const{Value: types.IntValue(types.Int, int64(i))}}})
			if s.isPadded(elem) && elem != t.Elem {
				x = field(x, 0)
			}
			out = append(out, part(x, t.Elem))
		}
	}
	return out
}
