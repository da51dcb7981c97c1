package text

import (
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// Natural is the layout that a target's compiler gives to printed types.
type Natural interface {
	// Size returns size and alignment of a scalar or vector as the target lays it
	// out, or of its packed form; packed is false if there is none.
	Size(t types.Type, packed bool) (size, align int)
	CanPack(t types.Type) bool
}

// Slot is one member of a printed struct: a field, or padding before it.
type Slot struct {
	Field  int // -1: padding
	Bytes  int // size of the padding
	Packed bool
}

// Layouts says how the structs and arrays of a module that lie in memory shared
// with the host are written so that the target's own layout gives ours.
type Layouts struct {
	nat   Natural
	of    map[*types.Struct]ir.Layout
	slots map[*types.Struct][]Slot
	align map[*types.Struct]int // alignment that the target gives to the printed struct
	// wrapped are the element types whose array stride has to be written out: the
	// element is a struct of the value and its padding.
	wrapped map[types.Type]wrapper
	order   []types.Type // keys of wrapped, in order of first use
}

// NewLayouts lays out what the resources chosen by include hold. conflict is
// called for a type that two layouts place differently.
func NewLayouts(m *ir.Module, nat Natural, include func(*ir.Resource) bool, conflict func(source.Span, types.Type)) *Layouts {
	l := &Layouts{nat: nat, of: map[*types.Struct]ir.Layout{}, slots: map[*types.Struct][]Slot{},
		align: map[*types.Struct]int{}, wrapped: map[types.Type]wrapper{}}
	for _, r := range m.Resources {
		if !include(r) {
			continue
		}
		for _, v := range r.Views {
			bad := func(t types.Type) { conflict(r.Span, t) }
			l.add(v.Elem, r.Layout, bad)
			if r.Class == ir.StorageBuffer {
				l.array(v.Elem, r.Layout, bad)
			}
		}
	}
	l.pointees(m, conflict)
	return l
}

// pointees lays out what physical pointers point to.
func (l *Layouts) pointees(m *ir.Module, conflict func(source.Span, types.Type)) {
	for _, fn := range m.Funcs {
		fn.Body.Walk(func(in *ir.Instr) {
			if in.Op == ir.OpDeref {
				l.add(in.Type.(*types.Ref).Elem, m.Pointers, func(t types.Type) { conflict(in.Span, t) })
			}
		})
	}
}

func (l *Layouts) add(t types.Type, lay ir.Layout, conflict func(types.Type)) {
	switch t := t.(type) {
	case *types.Array:
		l.add(t.Elem, lay, conflict)
		l.array(t.Elem, lay, conflict)
	case *types.Struct:
		if old, ok := l.of[t]; ok {
			if old != lay && !sameOffsets(t, old, lay) {
				conflict(t)
			}
			return
		}
		l.of[t] = lay
		for _, f := range t.Fields {
			l.add(f.Type, lay, conflict)
		}
		l.slots[t], l.align[t] = l.place(t, lay)
	}
}

func sameOffsets(t *types.Struct, a, b ir.Layout) bool {
	for i := range t.Fields {
		if a.Offset(t, i) != b.Offset(t, i) {
			return false
		}
	}
	sizeA, _ := a.SizeAlign(t)
	sizeB, _ := b.SizeAlign(t)
	return sizeA == sizeB
}

// array notes an element type whose stride is not its natural size.
func (l *Layouts) array(elem types.Type, lay ir.Layout, conflict func(types.Type)) {
	w := wrapper{stride: lay.Stride(elem)}
	w.size, w.packed = l.member(elem, lay)
	old, known := l.wrapped[elem]
	switch {
	case known && old != w:
		conflict(elem)
	case !known && (w.packed || w.size != w.stride):
		l.wrapped[elem] = w
		l.order = append(l.order, elem)
	}
}

// wrapper is a struct around the elements of an array: the element, perhaps in
// its packed form, and padding up to the stride.
type wrapper struct {
	stride, size int
	packed       bool
}

// member returns the size of the printed form of t, and whether that must be the
// packed one: the natural one is more aligned than our layout promises.
func (l *Layouts) member(t types.Type, lay ir.Layout) (size int, packed bool) {
	size, align := l.natural(t, lay, false)
	if _, ours := lay.SizeAlign(t); l.nat.CanPack(t) && align > ours {
		size, _ = l.natural(t, lay, true)
		return size, true
	}
	return size, false
}

func alignUp(n, a int) int { return (n + a - 1) / a * a }

// natural returns size and alignment of the printed form of t.
func (l *Layouts) natural(t types.Type, lay ir.Layout, packed bool) (size, align int) {
	switch t := t.(type) {
	case *types.Array:
		_, packed := l.member(t.Elem, lay)
		_, align = l.natural(t.Elem, lay, packed)
		return lay.Stride(t.Elem) * max(t.Len, 0), align
	case *types.Struct:
		size, _ = lay.SizeAlign(t)
		return size, max(l.align[t], 1)
	}
	return l.nat.Size(t, packed)
}

// placed is the offset of a field that would follow at offset.
func placed(f *types.Field, offset int) int {
	if f.At > 0 {
		return f.At - 1
	}
	return offset
}

// place finds the padding of a struct.
func (l *Layouts) place(t *types.Struct, lay ir.Layout) (slots []Slot, most int) {
	total, _ := lay.SizeAlign(t)
	cursor := 0
	most = 1
	pad := func(to int) {
		if to > cursor {
			slots = append(slots, Slot{Field: -1, Bytes: to - cursor})
			cursor = to
		}
	}
	offset := 0
	for i, f := range t.Fields {
		own, a := lay.SizeAlign(f.Type)
		offset = placed(f, alignUp(offset, a))
		next := total
		if i+1 < len(t.Fields) {
			_, b := lay.SizeAlign(t.Fields[i+1].Type)
			next = placed(t.Fields[i+1], alignUp(offset+own, b))
		}
		size, align := l.natural(f.Type, lay, false)
		packed := l.nat.CanPack(f.Type) && (align > a || size > next-offset)
		if packed {
			size, align = l.natural(f.Type, lay, true)
		}
		if alignUp(cursor, align) != offset {
			pad(offset)
		}
		slots = append(slots, Slot{Field: i, Packed: packed})
		cursor, most = offset+size, max(most, align)
		offset += own
	}
	if alignUp(cursor, most) != total {
		pad(total)
	}
	return slots, most
}

// Slots returns the members of a struct in order; a struct that never lies in
// shared memory has its fields only.
func (l *Layouts) Slots(t *types.Struct) []Slot {
	if s, ok := l.slots[t]; ok {
		return s
	}
	s := make([]Slot, len(t.Fields))
	for i := range s {
		s[i].Field = i
	}
	return s
}

// Packed reports whether field i of t is printed in its packed form.
func (l *Layouts) Packed(t *types.Struct, i int) bool {
	for _, s := range l.slots[t] {
		if s.Field == i {
			return s.Packed
		}
	}
	return false
}

// Wrapped says how elements of type t are wrapped: padding after the value, and
// whether the value is in its packed form. ok is false for most types.
func (l *Layouts) Wrapped(t types.Type) (padding int, packed, ok bool) {
	w, ok := l.wrapped[t]
	return w.stride - w.size, w.packed, ok
}

// WrappedTypes lists the wrapped element types in order of first use.
func (l *Layouts) WrappedTypes() []types.Type { return l.order }

// PackedElem reports whether elements of type t, stride bytes apart, are printed packed.
func (l *Layouts) PackedElem(t types.Type, stride int) bool {
	if !l.nat.CanPack(t) {
		return false
	}
	size, _ := l.nat.Size(t, false)
	return size > stride
}
