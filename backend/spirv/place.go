package spirv

import (
	"math"
	"slices"

	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

// place is an address: a memory object and the indices into it. The access chain is
// emitted where the place is used, so that a path of fields and elements is one chain.
type place struct {
	base  binary.ID // pointer to a memory object
	class binary.StorageClass
	elem  types.Type // of what the address denotes
	l     layout
	block bool // the whole of a uniform block
	index []binary.ID

	view       *ir.View // of an image, or the descriptor of a buffer
	nonUniform bool     // chosen by a descriptor index that differs in the wave
	physical   bool
	align      int  // of physical memory, as the source promises; 0: of the largest scalar
	seqCst     bool // in a SeqCst object

	image  binary.ID // texel of the image variable that base points to
	coord  binary.ID
	sample binary.ID

	ptr     binary.ID // the chain, once emitted
	emitted binary.ID // the block that has it
}

// at returns the place refined by an index.
func (p *place) at(elem types.Type, index ...binary.ID) *place {
	q := *p
	q.elem, q.block, q.ptr, q.emitted, q.align = elem, false, 0, 0, 0
	q.index = append(slices.Clip(p.index), index...)
	return &q
}

// place returns the address that v is.
func (e *emitter) place(v ir.Value) *place {
	switch v := v.(type) {
	case *ir.Instr:
		return e.f.places[v.ID]
	case *ir.Param:
		return e.f.params[v.Index]
	case *ir.View:
		return e.useGlobal(e.views[v])
	case *ir.Var:
		return e.useGlobal(e.vars[v])
	}
	return nil
}

func (e *emitter) useGlobal(g *global) *place {
	e.f.use(g.index)
	return &g.ref
}

// address handles the instructions that define places.
func (e *emitter) address(in *ir.Instr) *place {
	elem := in.Type.(*types.Ref).Elem
	switch in.Op {
	case ir.OpVar:
		id := e.f.vars.Value(binary.OpVariable, e.m.TypePointer(binary.StorageClassFunction, e.typeID(elem)), binary.StorageClassFunction)
		e.m.Name(id, in.Name)
		return &place{base: id, class: binary.StorageClassFunction, elem: elem}
	case ir.OpField:
		return e.place(in.Args[0]).at(elem, e.m.ConstU32(uint32(in.Index)))
	case ir.OpElem:
		return e.place(in.Args[0]).at(elem, e.index(in.Args[1]))
	case ir.OpByteElem:
		return e.place(in.Args[0]).at(elem, e.byteIndex(in.Args[1], elem))
	case ir.OpDescriptor:
		return e.descriptor(in)
	case ir.OpTexel:
		p := *e.place(in.Args[0])
		p.elem, p.coord, p.image = elem, e.value(in.Args[1]), p.base
		p.sample = e.m.ConstU32(0)
		if len(in.Args) > 2 {
			p.sample = e.value(in.Args[2])
		}
		p.ptr, p.emitted = 0, 0
		return &p
	}
	return e.deref(in, elem)
}

// index returns the value of an index. Constant ones are uint, whatever their type, so that equal
// indices are one constant.
func (e *emitter) index(v ir.Value) binary.ID {
	if n, ok := constInt(v); ok && n >= 0 && n <= math.MaxUint32 {
		return e.m.ConstU32(uint32(n))
	}
	return e.value(v)
}

// byteIndex turns a byte offset into the index of an element, which lower/ has aligned.
func (e *emitter) byteIndex(offset ir.Value, elem types.Type) binary.ID {
	size, _ := ir.ScalarLayout.SizeAlign(elem)
	if n, ok := constInt(offset); ok {
		return e.m.ConstU32(uint32(n) / uint32(size))
	}
	if shift := log2(size); shift >= 0 {
		if shift == 0 {
			return e.value(offset)
		}
		return e.f.body.Value(binary.OpShiftRightLogical, e.typeID(types.Uint), e.value(offset), e.m.ConstU32(uint32(shift)))
	}
	return e.f.body.Value(binary.OpUDiv, e.typeID(types.Uint), e.value(offset), e.m.ConstU32(uint32(size)))
}

// log2 returns the exponent of a power of two, -1 for other numbers.
func log2(n int) int {
	for k := range 31 {
		if n == 1<<k {
			return k
		}
	}
	return -1
}

// descriptor picks one descriptor of an array.
func (e *emitter) descriptor(in *ir.Instr) *place {
	p := e.place(in.Args[0])
	index := []binary.ID{e.index(in.Args[1])}
	if e.memberWrapped(p.view) {
		index = append(index, e.m.ConstU32(0))
	}
	q := p.at(in.Type.(*types.Ref).Elem, index...)
	q.block = p.view.Resource.Class == ir.UniformBuffer && len(index) == 1
	q.nonUniform = in.NonUniform
	e.indexingCapability(in, p.view.Resource.Class)
	return q
}

// indexingTable: capabilities of arrays of descriptors that are indexed by a value that is
// not constant (Vulkan specification, "Descriptor indexing"), and by one that differs between invocations.
var indexingTable = [...]struct{ dynamic, nonUniform binary.Capability }{
	ir.StorageBuffer:      {binary.CapabilityStorageBufferArrayDynamicIndexing, binary.CapabilityStorageBufferArrayNonUniformIndexing},
	ir.UniformBuffer:      {binary.CapabilityUniformBufferArrayDynamicIndexing, binary.CapabilityUniformBufferArrayNonUniformIndexing},
	ir.PushConstant:       {binary.CapabilityShader, binary.CapabilityShader},
	ir.StorageImage:       {binary.CapabilityStorageImageArrayDynamicIndexing, binary.CapabilityStorageImageArrayNonUniformIndexing},
	ir.SampledImage:       {binary.CapabilitySampledImageArrayDynamicIndexing, binary.CapabilitySampledImageArrayNonUniformIndexing},
	ir.StorageTexelBuffer: {binary.CapabilityStorageTexelBufferArrayDynamicIndexing, binary.CapabilityStorageTexelBufferArrayNonUniformIndexing},
	ir.UniformTexelBuffer: {binary.CapabilityUniformTexelBufferArrayDynamicIndexing, binary.CapabilityUniformTexelBufferArrayNonUniformIndexing},
	ir.Sampler:            {binary.CapabilitySampledImageArrayDynamicIndexing, binary.CapabilitySampledImageArrayNonUniformIndexing},
}

func (e *emitter) indexingCapability(in *ir.Instr, class ir.ResourceClass) {
	if _, constant := constInt(in.Args[1]); !constant {
		e.m.Capability(indexingTable[class].dynamic)
	}
	if in.NonUniform {
		e.m.Capability(binary.CapabilityShaderNonUniform)
		e.m.Capability(indexingTable[class].nonUniform)
	}
}

// deref makes a place of a physical pointer.
func (e *emitter) deref(in *ir.Instr, elem types.Type) *place {
	e.m.Capability(binary.CapabilityPhysicalStorageBufferAddresses)
	l := explicit(e.mod.Pointers)
	e.smallStorage(elem, binary.StorageClassStorageBuffer)
	typ := e.m.TypePointer(binary.StorageClassPhysicalStorageBuffer, e.memType(elem, l))
	id := e.f.body.Value(binary.OpConvertUToPtr, typ, e.value(in.Args[0]))
	return &place{base: id, class: binary.StorageClassPhysicalStorageBuffer, elem: elem, l: l, physical: true, align: in.Align}
}

// pointee returns the type that a pointer to p points to.
func (e *emitter) pointee(p *place) binary.ID {
	if p.block {
		id, _ := e.blockType(p.elem, p.l, p.view != nil && p.view.Resource.ReadOnly)
		return id
	}
	return e.memType(p.elem, p.l)
}

// pointer returns a pointer to p, emitting its access chain or texel pointer unless the current block has it.
func (e *emitter) pointer(p *place) binary.ID {
	if p.coord != 0 {
		return e.texelPointer(p)
	}
	if len(p.index) == 0 {
		return p.base
	}
	if p.emitted != e.f.block {
		p.ptr = e.chain(p, e.pointee(p))
		p.emitted = e.f.block
	}
	return p.ptr
}

// chain emits the access chain of p to something of type pointee. The pointer that an
// access consumes carries NonUniform (VUID-RuntimeSpirv-NonUniform-06274).
func (e *emitter) chain(p *place, pointee binary.ID) binary.ID {
	if len(p.index) == 0 {
		return p.base
	}
	operands := append([]uint32{p.base}, p.index...)
	id := e.f.body.Value(binary.OpAccessChain, e.m.TypePointer(p.class, pointee), operands...)
	e.markNonUniform(p, id)
	return id
}

func (e *emitter) markNonUniform(p *place, id binary.ID) {
	if p.nonUniform {
		e.m.Decorate(id, binary.DecorationNonUniform)
	}
}
