package text

import (
	"strconv"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// A type of HLSL and MSL has one layout. Where a resource lays out a type otherwise than others do (std140 beside std430),
// its content gets types of its own: structs with another name, and arrays whose elements are structs of the value and its
// padding. Values keep the types of the source; a load or store of a whole struct or array there becomes loads or stores of
// its parts.

// Split returns m, or a copy of it in which no type of the resources chosen by include is laid out in two ways.
func Split(m *ir.Module, include func(*ir.Resource) bool) *ir.Module {
	s := &splitter{include: include, types: map[placedType]types.Type{}, home: map[*types.Struct]ir.Layout{}}
	s.base = s.baseLayout(m)
	for _, first := range [...]func(*ir.Resource) bool{
		func(r *ir.Resource) bool { return r.Class == ir.StorageBuffer && r.Layout == s.base },
		func(r *ir.Resource) bool { return r.Class == ir.StorageBuffer },
		func(*ir.Resource) bool { return true },
	} {
		for _, r := range m.Resources {
			if include(r) && first(r) {
				for _, v := range r.Views {
					s.settle(v.Elem, r.Layout)
				}
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

// baseLayout is the layout in which arrays of numbers are written as such: that of structured buffers, std430 if some have
// that.
func (s *splitter) baseLayout(m *ir.Module) ir.Layout {
	base, found := ir.Std430, false
	for _, r := range m.Resources {
		if r.Class != ir.StorageBuffer || !s.include(r) {
			continue
		}
		if r.Layout == ir.Std430 {
			return r.Layout
		}
		if !found {
			base, found = r.Layout, true
		}
	}
	return base
}

type splitter struct {
	include func(*ir.Resource) bool
	pool    *types.Pool
	base    ir.Layout
	lay     ir.Layout                   // of the resource at hand
	types   map[placedType]types.Type   // of those that have another type in a layout
	home    map[*types.Struct]ir.Layout // the layout that a struct itself has
	made    []copied
	before  []*ir.Instr // new instructions
}

// placedType is a type in a layout.
type placedType struct {
	t   types.Type
	lay ir.Layout
}

// copied is a struct and its form in another layout; from is nil for a struct around one value.
type copied struct {
	from, to *types.Struct
	lay      ir.Layout
}

// settle gives the structs in t the layout of the first resource that holds them.
func (s *splitter) settle(t types.Type, lay ir.Layout) {
	switch t := t.(type) {
	case *types.Array:
		s.settle(t.Elem, lay)
	case *types.Struct:
		if _, known := s.home[t]; !known {
			s.home[t] = lay
		}
		for _, f := range t.Fields {
			s.settle(f.Type, lay)
		}
	}
}

// content is what r holds as one type: of a buffer the array of its elements.
func content(r *ir.Resource, v *ir.View) types.Type {
	if r.Class == ir.StorageBuffer {
		return &types.Array{Elem: v.Elem, Len: types.Unsized}
	}
	return v.Elem
}

// differs reports whether a resource needs types of its own.
func (s *splitter) differs(r *ir.Resource) bool {
	return s.include(r) && len(r.Views) > 0 && s.moves(content(r, r.Views[0]), r.Layout)
}

// moves reports whether the parts of t lie elsewhere in layout lay than the types of the output say.
func (s *splitter) moves(t types.Type, lay ir.Layout) bool {
	switch t := t.(type) {
	case *types.Array:
		_, a := lay.SizeAlign(t.Elem)
		_, b := s.base.SizeAlign(t.Elem)
		if _, ok := t.Elem.(*types.Struct); !ok && (a != b || lay.Stride(t.Elem) != s.base.Stride(t.Elem)) {
			return true
		}
		return s.moves(t.Elem, lay) // the padding of a struct is its own
	case *types.Struct:
		home, settled := s.home[t]
		for i, f := range t.Fields {
			if s.moves(f.Type, lay) || settled && lay.Offset(t, i) != home.Offset(t, i) {
				return true
			}
		}
		size, align := lay.SizeAlign(t)
		homeSize, homeAlign := home.SizeAlign(t)
		return settled && (size != homeSize || align < homeAlign) // what is less aligned has packed vectors
	}
	return false
}

// typeOf is t as the resource at hand holds it.
func (s *splitter) typeOf(t types.Type) types.Type {
	if !s.moves(t, s.lay) {
		return t
	}
	if known := s.types[placedType{t, s.lay}]; known != nil {
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
		s.made = append(s.made, copied{t, c, s.lay})
		out = c
	}
	s.types[placedType{t, s.lay}] = out
	return out
}

// padded is a struct around an element that is smaller than its stride.
func (s *splitter) padded(elem types.Type) types.Type {
	for _, c := range s.made {
		if c.from == nil && c.lay == s.lay && c.to.Fields[0].Type == elem {
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
	s.made = append(s.made, copied{nil, c, s.lay})
	return c
}

// rewrite gives the resources of m their types.
func (s *splitter) rewrite(m *ir.Module) {
	var moved []*ir.Resource
	for _, r := range m.Resources {
		if s.differs(r) {
			moved = append(moved, r)
		}
	}
	for _, r := range moved {
		s.lay = r.Layout
		for _, v := range r.Views {
			old := v.Elem
			v.Elem = s.typeOf(content(r, v))
			if a, ok := v.Elem.(*types.Array); ok && r.Class == ir.StorageBuffer {
				v.Elem = a.Elem
			}
			v.Type = ir.ViewType(s.pool, r, v.Elem)
			for i, path := range v.AtomicFields {
				v.AtomicFields[i] = s.atomicPath(old, v.Elem, path)
			}
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
			c.to.Name += "_" + c.lay.String()
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

// instr gives an address in a resource its new type; a load or store whose value has
// another type than the memory is one of each part.
func (s *splitter) instr(in *ir.Instr) {
	if len(in.Args) == 0 {
		return
	}
	from, ok := in.Args[0].ValueType().(*types.Ref)
	if !ok || from.Space != types.SpaceUniform && from.Space != types.SpaceBuffer {
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
	case ir.OpStore:
		if value := in.Args[1]; from.Elem != value.ValueType() {
			s.stores(in, in.Args[0], value)
			last := len(s.before) - 1
			*in, s.before = *s.before[last], s.before[:last]
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

// add appends a new instruction that does a part of what in does.
func (s *splitter) add(in *ir.Instr, part ir.Instr) *ir.Instr {
	part.Span = in.Span
	s.before = append(s.before, &part)
	return &part
}

// field is the address of a field of the struct at an address.
func (s *splitter) field(in *ir.Instr, at ir.Value, i int) *ir.Instr {
	ref := at.ValueType().(*types.Ref)
	return s.add(in, ir.Instr{Op: ir.OpField, Index: i, Args: []ir.Value{at}, Type: s.pool.RefTo(ref.Elem.(*types.Struct).Fields[i].Type, ref.Space)})
}

// elem is the address of an element, a value of type t, of the array at an address.
func (s *splitter) elem(in *ir.Instr, at ir.Value, i int, t types.Type) *ir.Instr {
	ref := at.ValueType().(*types.Ref)
	elem := ref.Elem.(*types.Array).Elem
	x := s.add(in, ir.Instr{Op: ir.OpElem, Type: s.pool.RefTo(elem, ref.Space),
		Args: []ir.Value{at, &ir.Const{Value: types.IntValue(types.Int, int64(i))}}})
	if s.isPadded(elem) && elem != t {
		x = s.field(in, x, 0)
	}
	return x
}

// parts loads the parts of a value of type t from memory of another type.
func (s *splitter) parts(load *ir.Instr, at ir.Value, t types.Type) []ir.Value {
	part := func(at *ir.Instr, t types.Type) ir.Value {
		if at.Type.(*types.Ref).Elem == t {
			return s.add(load, ir.Instr{Op: ir.OpLoad, Args: []ir.Value{at}, Type: t, Access: load.Access})
		}
		return s.add(load, ir.Instr{Op: ir.OpConstruct, Args: s.parts(load, at, t), Type: t})
	}
	var out []ir.Value
	switch t := t.(type) {
	case *types.Struct:
		for i, f := range t.Fields {
			out = append(out, part(s.field(load, at, i), f.Type))
		}
	case *types.Array:
		for i := range t.Len {
			out = append(out, part(s.elem(load, at, i, t.Elem), t.Elem))
		}
	}
	return out
}

// stores stores the parts of a value into memory of another type.
func (s *splitter) stores(store *ir.Instr, at ir.Value, value ir.Value) {
	part := func(at *ir.Instr, i int, t types.Type) {
		x := s.add(store, ir.Instr{Op: ir.OpExtract, Index: i, Args: []ir.Value{value}, Type: t})
		if at.Type.(*types.Ref).Elem != t {
			s.stores(store, at, x)
			return
		}
		whole := *store
		whole.Args = []ir.Value{at, x}
		s.add(store, whole)
	}
	switch t := value.ValueType().(type) {
	case *types.Struct:
		for i, f := range t.Fields {
			part(s.field(store, at, i), i, f.Type)
		}
	case *types.Array:
		for i := range t.Len {
			part(s.elem(store, at, i, t.Elem), i, t.Elem)
		}
	}
}

// atomicPath is the path of an atomic member (see ir.View) of a type in the one that takes its place.
func (s *splitter) atomicPath(old, now types.Type, path string) string {
	var out []string
	inside := func() {
		if st, ok := now.(*types.Struct); ok && old != now && s.isPadded(now) {
			out, now = append(out, "0"), st.Fields[0].Type
		}
	}
	inside()
	for i, step := range strings.Split(path, ".") {
		if step == "" && i == 0 {
			break
		}
		out = append(out, step)
		switch t := old.(type) {
		case *types.Struct:
			for k := range t.Fields {
				if step == strconv.Itoa(k) {
					old, now = t.Fields[k].Type, now.(*types.Struct).Fields[k].Type
					break
				}
			}
		case *types.Array:
			old, now = t.Elem, now.(*types.Array).Elem
		}
		inside()
	}
	return strings.Join(out, ".")
}
