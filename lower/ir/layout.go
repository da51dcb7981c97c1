package ir

import "slc/sema/types"

// Memory layouts (Vulkan specification, "Offset and Stride Assignment"). Types
// are storage types: scalars, vectors, arrays, structs. All results are bytes.

func alignUp(n, a int) int { return (n + a - 1) / a * a }

// ScalarSize is the size of a scalar in memory; a bool takes four bytes.
func ScalarSize(s *types.Scalar) int { return s.Bits / 8 }

// SizeAlign returns the size and alignment of t. The size of an array is its
// length times its stride (zero for an unsized one); the size of a struct is
// rounded up to its alignment, except in the scalar layout, where only the
// members' own alignments count.
func (l Layout) SizeAlign(t types.Type) (size, align int) {
	switch t := t.(type) {
	case *types.Scalar:
		n := ScalarSize(t)
		return n, max(n, 1)
	case *types.Vector:
		n := ScalarSize(t.Elem)
		if l == ScalarLayout || l == DXConstants || t.N == 1 {
			return n * t.N, n
		}
		if t.N == 2 {
			return 2 * n, 2 * n
		}
		return t.N * n, 4 * n
	case *types.Array:
		size, a := l.SizeAlign(t.Elem)
		switch {
		case l == Std140:
			a = alignUp(a, 16)
		case l == DXConstants && t.Len > 0: // what follows may lie behind the last element
			return l.Stride(t.Elem)*(t.Len-1) + size, 16
		case l == DXConstants:
			return 0, 16
		}
		return l.Stride(t.Elem) * max(t.Len, 0), a
	case *types.Struct:
		size, align = 0, 1
		for _, f := range t.Fields {
			s, a := l.SizeAlign(f.Type)
			size = l.fieldAt(f, size, s, a) + s
			align = max(align, a)
		}
		if l == DXConstants {
			return size, 16
		}
		if l == Std140 {
			align = alignUp(align, 16)
		}
		return alignUp(size, align), align
	case *types.Pointer:
		return 8, 8
	}
	return 0, 1
}

// Stride returns the distance of the elements of an array of elem.
func (l Layout) Stride(elem types.Type) int {
	size, align := l.SizeAlign(elem)
	if l == Std140 || l == DXConstants {
		align = alignUp(align, 16)
	}
	return alignUp(size, align)
}

// place is where a member goes that follows offset bytes. In the constant buffers of DirectX nothing
// crosses a register of 16 bytes that fits into one.
func (l Layout) place(offset, size, align int) int {
	offset = alignUp(offset, align)
	if l == DXConstants && size > 0 && offset/16 != (offset+size-1)/16 {
		return alignUp(offset, 16)
	}
	return offset
}

// fieldAt is place for a field, which may say its place itself.
func (l Layout) fieldAt(f *types.Field, offset, size, align int) int {
	if f.At > 0 {
		return f.At - 1
	}
	return l.place(offset, size, align)
}

// Offset returns the offset of field i of s.
func (l Layout) Offset(s *types.Struct, i int) int {
	offset := 0
	for k := 0; ; k++ {
		size, align := l.SizeAlign(s.Fields[k].Type)
		offset = l.fieldAt(s.Fields[k], offset, size, align)
		if k == i {
			return offset
		}
		offset += size
	}
}
