package interp

import (
	"encoding/binary"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// memory is one object in memory: a buffer, the texels of an image, a
// groupshared variable of one workgroup.
type memory struct {
	name    string
	data    []byte
	space   builtin.Spaces
	ro      bool      // nobody writes it: never a race
	seqcst  bool      // each store is an exchange (lowering.md §1, "SeqCst objects")
	undef   []bool    // bytes that nobody has written; nil: all are defined
	extent  [3]int    // images
	texel   int       // images: bytes of a texel
	sampler Sampler   // samplers
	absent  bool      // an element of a heap that nothing is bound to
	of      int       // one more than the number of the memory that an absent element stands for, 0 for none
	shadow  []*shadow // race detection: by word
	past    []*history
}

// leaf is one scalar of a value in memory.
type leaf struct {
	off  int
	size int
	kind types.Kind
}

// leavesOf lists the scalars of a value of t in the order of its slots.
func leavesOf(out []leaf, t types.Type, layout ir.Layout, at int) []leaf {
	switch t := t.(type) {
	case *types.Scalar:
		return append(out, leaf{at, ir.ScalarSize(t), t.Kind})
	case *types.Vector:
		for i := range t.N {
			out = append(out, leaf{at + i*ir.ScalarSize(t.Elem), ir.ScalarSize(t.Elem), t.Elem.Kind})
		}
	case *types.Array:
		stride := layout.Stride(t.Elem)
		for i := range max(t.Len, 0) {
			out = leavesOf(out, t.Elem, layout, at+i*stride)
		}
	case *types.Struct:
		for i, f := range t.Fields {
			out = leavesOf(out, f.Type, layout, at+layout.Offset(t, i))
		}
	case *types.Pointer:
		return append(out, leaf{at, 8, types.KUint64})
	}
	return out
}

// rawBits reads n bytes, little-endian.
func rawBits(data []byte, n int) uint64 {
	switch n {
	case 4:
		return uint64(binary.LittleEndian.Uint32(data))
	case 8:
		return binary.LittleEndian.Uint64(data)
	case 2:
		return uint64(binary.LittleEndian.Uint16(data))
	}
	return uint64(data[0])
}

func putBits(data []byte, n int, x uint64) {
	switch n {
	case 4:
		binary.LittleEndian.PutUint32(data, uint32(x))
	case 8:
		binary.LittleEndian.PutUint64(data, x)
	case 2:
		binary.LittleEndian.PutUint16(data, uint16(x))
	default:
		data[0] = byte(x)
	}
}
