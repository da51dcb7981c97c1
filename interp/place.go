package interp

import (
	"fmt"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// poison is the offset of a place that lies outside its object. An access there has been
// reported; it reads zero and writes nothing.
const poison = ^uint64(0)

// place is a compiled address.
type place struct {
	elem   types.Type
	local  bool // slots of the invocation's own stack, not bytes of a memory
	slot   int  // holds the offset; -1: fixed
	fixed  int  // offset, if slot is -1
	mem    func(*inv) *memory
	space  types.Space
	layout ir.Layout
	dyn    bool // the memory is found at run time: its number is in slot+1
}

// layoutOf is the layout of the memory that a root stands for.
func (c *comp) layoutOf(root ir.Value) ir.Layout {
	switch root := root.(type) {
	case *ir.View:
		return root.Resource.Layout
	case *ir.Var:
		return ir.ScalarLayout // groupshared
	}
	return c.p.m.Pointers
}

// dynamic reports whether the memory of a place is chosen at run time.
func dynamic(v ir.Value) bool {
	for {
		in, ok := v.(*ir.Instr)
		if !ok || in.Op == ir.OpVar {
			return false
		}
		if in.Op == ir.OpDescriptor || in.Op == ir.OpDeref {
			return true
		}
		v = in.Args[0]
	}
}

// rootOf is ir.Root, which stops at the pointer of an OpDeref too.
func rootOf(v ir.Value) ir.Value {
	for {
		in, ok := v.(*ir.Instr)
		if !ok || !in.Op.Info().Address || in.Op == ir.OpVar || in.Op == ir.OpDeref {
			return v
		}
		v = in.Args[0]
	}
}

// place compiles the use of an address.
func (c *comp) place(v ir.Value) place {
	root := rootOf(v)
	p := place{slot: -1, layout: c.layoutOf(root)}
	ref, ok := v.ValueType().(*types.Ref)
	if !ok {
		c.err = fmt.Errorf("%s: an operand is no place", c.f.f.Name)
		return p
	}
	p.elem, p.space = ref.Elem, ref.Space
	p.local = ref.Space == types.SpaceFunction || ref.Space == types.SpacePrivate
	if _, global := v.(*ir.View); !global {
		if x, isVar := v.(*ir.Var); !isVar {
			p.slot = c.slot(v)
		} else if p.local {
			p.fixed = c.p.private[x]
		}
	}
	if !p.local {
		p.dyn = dynamic(v)
		p.mem = c.memory(root, p)
	}
	return p
}

// memory returns how to find the memory of a place.
func (c *comp) memory(root ir.Value, p place) func(*inv) *memory {
	if p.dyn {
		at := p.slot + 1
		return func(v *inv) *memory { return v.run.mems[v.r[at]] }
	}
	switch root := root.(type) {
	case *ir.View:
		i := c.p.b.first[root.Resource]
		return func(v *inv) *memory { return v.run.mems[i] }
	case *ir.Var:
		i := c.p.shared[root]
		return func(v *inv) *memory { return v.grp.shared[i] }
	}
	c.err = fmt.Errorf("%s: a place without a root", c.f.f.Name)
	return nil
}

// offset is the offset of a place at run time.
func (p *place) offset(v *inv) uint64 {
	if p.slot < 0 {
		return uint64(p.fixed)
	}
	return v.r[p.slot]
}

// refine emits a place that lies in another: offset computes where, from the outer offset. The number of
// the memory goes along.
func (c *comp) refine(in *ir.Instr, outer place, offset func(v *inv, base uint64) uint64) {
	d := c.slot(in)
	p := outer
	dyn := p.dyn
	c.emit(func(v *inv) {
		base := p.offset(v)
		if base != poison {
			base = offset(v, base)
		}
		v.r[d] = base
		if dyn {
			v.r[d+1] = v.r[p.slot+1]
		}
	})
}

// variable marks the variable as not yet written, each time its definition is reached.
func (c *comp) variable(in *ir.Instr) {
	d, n := c.slot(in), slotsOf(in.Type.(*types.Ref).Elem)
	home := c.alloc(n)
	c.emit(func(v *inv) {
		at := v.base + home
		v.r[d] = uint64(at)
		for i := range n {
			v.undef[at+i] = true
		}
	})
}

func (c *comp) field(in *ir.Instr) {
	outer := c.place(in.Args[0])
	s, ok := outer.elem.(*types.Struct)
	if !ok {
		c.unsupported("field of " + outer.elem.String())
		return
	}
	at := uint64(0)
	if outer.local {
		n, _ := partOf(s, in.Index)
		at = uint64(n)
	} else {
		at = uint64(outer.layout.Offset(s, in.Index))
	}
	c.refine(in, outer, func(_ *inv, base uint64) uint64 { return base + at })
}

// elem checks the index against the length of the array or vector; that of an unsized array
// is bounded by its memory, which the access checks.
func (c *comp) elem(in *ir.Instr) {
	outer, x := c.place(in.Args[0]), c.slot(in.Args[1])
	stride, count := 0, -1
	switch t := outer.elem.(type) {
	case *types.Vector:
		stride, count = ir.ScalarSize(t.Elem), t.N
	case *types.Array:
		stride, count = outer.layout.Stride(t.Elem), t.Len
	}
	if outer.local {
		stride = slotsOf(in.Type.(*types.Ref).Elem)
	}
	signed := kindOf(in.Args[1].ValueType()).IsSigned()
	c.refine(in, outer, func(v *inv, base uint64) uint64 {
		i := v.r[x]
		if count >= 0 && i >= uint64(count) || signed && int64(i) < 0 {
			v.outOfBounds(in, int(int64(i)), count)
			return poison
		}
		return base + i*uint64(stride)
	})
}

func (c *comp) byteElem(in *ir.Instr) {
	outer, x := c.place(in.Args[0]), c.slot(in.Args[1])
	size := uint64(1)
	if s := types.ElemScalar(in.Type.(*types.Ref).Elem); s != nil {
		size = uint64(min(ir.ScalarSize(s), 4)) // HLSL asks for words aligned to four bytes
	}
	c.refine(in, outer, func(v *inv, base uint64) uint64 {
		if v.r[x]%size != 0 {
			v.fault(Misaligned, in, fmt.Sprintf("byte offset %d is no multiple of %d", v.r[x], size))
		}
		return base + v.r[x]
	})
}

func (c *comp) descriptor(in *ir.Instr) {
	view, ok := in.Args[0].(*ir.View)
	if !ok {
		c.unsupported("descriptor of a descriptor")
		return
	}
	first, count := c.p.b.first[view.Resource], c.p.b.count[view.Resource]
	x, d := c.slot(in.Args[1]), c.slot(in)
	heap := view.Resource.Heap
	c.emit(func(v *inv) {
		i := v.r[x]
		v.r[d], v.r[d+1] = 0, uint64(first)
		switch {
		case heap && (i >= uint64(count) || v.run.mems[uint64(first)+i].absent):
			v.fault(OutOfBounds, in, fmt.Sprintf("no resource is bound to element %d of '%s'", i, view.Resource.Name))
		case i >= uint64(count):
			v.outOfBounds(in, int(int64(i)), count)
		default:
			v.r[d+1] = uint64(first) + i
			return
		}
		v.r[d] = poison
	})
}

// deref finds the memory that a physical pointer points into. Its address must be aligned as every
// access needs, and as the source promises (lowering.md §2, "Aligned").
func (c *comp) deref(in *ir.Instr) {
	x, d := c.slot(in.Args[0]), c.slot(in)
	_, align := ir.ScalarLayout.SizeAlign(in.Type.(*types.Ref).Elem)
	align = max(align, in.Align)
	c.emit(func(v *inv) {
		address := v.r[x]
		mem := int(address>>32) - 1
		switch {
		case mem < 0 || mem >= len(v.run.mems) || v.run.mems[mem].space != builtin.Buffers:
			what := fmt.Sprintf("address 0x%x is in no memory", address)
			if address == 0 {
				what = "a null pointer is followed"
			}
			v.fault(OutOfBounds, in, what)
			v.r[d], v.r[d+1] = poison, 0
			return
		case address%uint64(align) != 0:
			v.fault(Misaligned, in, fmt.Sprintf("address 0x%x is no multiple of %d", address, align))
		}
		v.r[d], v.r[d+1] = address&0xffffffff, uint64(mem)
	})
}

// texelPlace is the address of a texel for an atomic.
func (c *comp) texelPlace(in *ir.Instr) {
	outer, x := c.place(in.Args[0]), c.slot(in.Args[1])
	n := slotsOf(in.Args[1].ValueType())
	mem := outer.mem
	c.refine(in, outer, func(v *inv, _ uint64) uint64 { return v.texelOffset(in, mem(v), x, n) })
}

// texelOffset is where the texel at a coordinate lies; poison outside the image.
func (v *inv) texelOffset(in *ir.Instr, mem *memory, x, n int) uint64 {
	var at [3]int
	for i := range min(n, 3) {
		k := v.r[x+i]
		if int64(k) < 0 || k >= uint64(mem.extent[i]) {
			v.outOfBounds(in, int(int64(k)), mem.extent[i])
			return poison
		}
		at[i] = int(k)
	}
	return uint64(((at[2]*mem.extent[1]+at[1])*mem.extent[0] + at[0]) * mem.texel)
}

func (c *comp) length(in *ir.Instr) {
	p, d := c.place(in.Args[0]), c.slot(in)
	stride := 1
	view, _ := in.Args[0].(*ir.View)
	if op, ok := in.Args[0].(*ir.Instr); ok {
		view, _ = op.Args[0].(*ir.View)
	}
	if view != nil && (view.Resource.Source == nil || view.Resource.Source.Elem != nil) { // not bytes
		stride = max(view.Resource.Layout.Stride(view.Elem), 1)
	}
	c.emit(func(v *inv) { v.r[d] = uint64(len(p.mem(v).data) / stride) })
}

func (c *comp) imageSize(in *ir.Instr) {
	p, d, n := c.place(in.Args[0]), c.slot(in), slotsOf(in.Type)
	faces := facesOf(in.Args[0])
	c.emit(func(v *inv) { p.mem(v).sizes(v.r[d:d+min(n, 3)], faces) })
}

// facesOf is six for a cube, whose faces are layers in memory, and one for other images.
func facesOf(image ir.Value) int {
	if view, ok := rootOf(image).(*ir.View); ok && view.Resource.Source != nil && view.Resource.Source.Dim == types.DimCube {
		return 6
	}
	return 1
}

// sizes stores width, height and depth or layers.
func (m *memory) sizes(out []uint64, faces int) {
	for i := range out {
		out[i] = uint64(m.extent[min(i, 2)])
	}
	if len(out) == 3 {
		out[2] /= uint64(faces)
	}
}
