package text

import (
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
	wrapped map[types.Type]int
	order   []types.Type // keys of wrapped, in order of first use
}

// NewLayouts lays out what the resources chosen by include hold. conflict is
// called for a type that two layouts place differently.
func NewLayouts(m *ir.Module, nat Natural, include func(*ir.Resource) bool, conflict func(*ir.Resource, types.Type)) *Layouts {
	l := &Layouts{nat: nat, of: map[*types.Struct]ir.Layout{}, slots: map[*types.Struct][]Slot{},
		align: map[*types.Struct]int{}, wrapped: map[types.Type]int{}}
	for _, r := range m.Resources {
		if !include(r) {
			continue
		}
		for _, v := range r.Views {
			bad := func(t types.Type) { conflict(r, t) }
			l.add(v.Elem, r.Layout, bad)
			if r.Class == ir.StorageBuffer {
				l.array(v.Elem, r.Layout, bad)
			}
		}
	}
	return l
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
	stride := lay.Stride(elem)
	size, _ := l.natural(elem, lay, false)
	if l.nat.CanPack(elem) && size > stride {
		size, _ = l.natural(elem, lay, true)
	}
	old, known := l.wrapped[elem]
	switch {
	case known && old != stride:
		conflict(elem)
	case !known && size != stride:
		l.wrapped[elem] = stride
		l.order = append(l.order, elem)
	}
}

func alignUp(n, a int) int { return (n + a - 1) / a * a }

// natural returns size and alignment of the printed form of t.
func (l *Layouts) natural(t types.Type, lay ir.Layout, packed bool) (size, align int) {
	switch t := t.(type) {
	case *types.Array:
		_, align = l.natural(t.Elem, lay, false)
		return lay.Stride(t.Elem) * max(t.Len, 0), align
	case *types.Struct:
		size, _ = lay.SizeAlign(t)
		return size, max(l.align[t], 1)
	}
	return l.nat.Size(t, packed)
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
		offset = alignUp(offset, a)
		next := total
		if i+1 < len(t.Fields) {
			_, b := lay.SizeAlign(t.Fields[i+1].Type)
			next = alignUp(offset+own, b)
		}
		size, align := l.natural(f.Type, lay, false)
		packed := l.nat.CanPack(f.Type) && (offset%align != 0 || size > next-offset)
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

// Wrapped returns the stride to which elements of type t are padded by a
// wrapper struct; ok is false for most types.
func (l *Layouts) Wrapped(t types.Type) (stride int, ok bool) {
	stride, ok = l.wrapped[t]
	return stride, ok
}

// WrappedTypes lists the wrapped element types in order of first use.
func (l *Layouts) WrappedTypes() []types.Type { return l.order }

// NaturalSize is the size of the printed form of t.
func (l *Layouts) NaturalSize(t types.Type, lay ir.Layout) int {
	n, _ := l.natural(t, lay, false)
	return n
}

// PackedElem reports whether elements of type t, stride bytes apart, are printed packed.
func (l *Layouts) PackedElem(t types.Type, stride int) bool {
	if !l.nat.CanPack(t) {
		return false
	}
	size, _ := l.nat.Size(t, false)
	return size > stride
}
