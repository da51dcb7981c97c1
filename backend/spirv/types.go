package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

const numScalarKinds = int(types.KPoison) + 1

// layout is how a type lies in memory: 0 for values and memory without an explicit
// layout (Function, Private, Workgroup), else 1 + ir.Layout.
type layout uint8

const plain layout = 0

func explicit(l ir.Layout) layout { return layout(l) + 1 }

func (l layout) ir() ir.Layout { return ir.Layout(l - 1) }

// typeKey identifies an aggregate type as declared: types with an explicit layout are
// types of their own, and so is a struct that is the block of a uniform buffer.
type typeKey struct {
	t     types.Type
	l     layout
	block bool
	// readOnly: the Block of buffers decorated NonWritable.
	readOnly bool
}

// typeID returns the type of a value of t.
func (e *emitter) typeID(t types.Type) binary.ID { return e.memType(t, plain) }

// memType returns the type of a t in memory of layout l. Scalars and vectors are the
// same in every layout.
func (e *emitter) memType(t types.Type, l layout) binary.ID {
	switch t := t.(type) {
	case *types.Scalar:
		return e.vectorType(t, 1)
	case *types.Vector:
		return e.vectorType(t.Elem, t.N)
	case *types.Pointer:
		return e.vectorType(types.Uint64, 1)
	case *types.Enum:
		return e.vectorType(t.Underlying, 1)
	}
	key := typeKey{t: t, l: l}
	if id, ok := e.types[key]; ok {
		return id
	}
	id := e.aggregate(t, l, false)
	e.cacheType(key, id)
	return id
}

func (e *emitter) cacheType(key typeKey, id binary.ID) {
	if e.types == nil {
		e.types = map[typeKey]binary.ID{}
	}
	e.types[key] = id
}

func (e *emitter) aggregate(t types.Type, l layout, block bool) binary.ID {
	switch t := t.(type) {
	case *types.Array:
		elem := e.memType(t.Elem, l)
		stride := uint32(0)
		if l != plain {
			stride = uint32(l.ir().Stride(t.Elem))
		}
		if t.Len == types.Unsized {
			return e.m.TypeRuntimeArray(elem, stride)
		}
		if t.Size != nil {
			return e.m.TypeArray(elem, e.size(t.Size), stride)
		}
		return e.m.TypeArray(elem, e.m.ConstU32(uint32(t.Len)), stride)
	case *types.Struct:
		return e.structType(t, l, block)
	}
	return e.m.TypeVoid()
}

func (e *emitter) structType(t *types.Struct, l layout, block bool) binary.ID {
	members := make([]binary.ID, len(t.Fields))
	for i, f := range t.Fields {
		members[i] = e.memType(f.Type, l)
	}
	id := e.m.TypeStruct(members...)
	e.m.Name(id, t.Name)
	for i, f := range t.Fields {
		e.m.MemberName(id, i, f.Name)
		if l != plain {
			e.m.MemberDecorate(id, i, binary.DecorationOffset, uint32(l.ir().Offset(t, i)))
		}
	}
	if block {
		e.m.Decorate(id, binary.DecorationBlock)
	}
	return id
}

// vectorType returns the type of n scalars, n = 1 being the scalar itself, and declares
// the capability of its width.
func (e *emitter) vectorType(s *types.Scalar, n int) binary.ID {
	if id := e.scalars[s.Kind][n]; id != 0 {
		return id
	}
	var id binary.ID
	if n > 1 {
		id = e.m.TypeVector(e.vectorType(s, 1), uint32(n))
	} else {
		id = e.scalarType(s)
	}
	e.scalars[s.Kind][n] = id
	return id
}

func (e *emitter) scalarType(s *types.Scalar) binary.ID {
	switch k := s.Kind; {
	case k == types.KBool:
		return e.m.TypeBool()
	case k.IsInt():
		switch s.Bits {
		case 8:
			e.m.Capability(binary.CapabilityInt8)
		case 16:
			e.m.Capability(binary.CapabilityInt16)
		case 64:
			e.m.Capability(binary.CapabilityInt64)
		}
		return e.m.TypeInt(uint32(s.Bits), k.IsSigned())
	case k.IsFloat():
		switch s.Bits {
		case 16:
			e.m.Capability(binary.CapabilityFloat16)
		case 64:
			e.m.Capability(binary.CapabilityFloat64)
		}
		return e.m.TypeFloat(uint32(s.Bits))
	}
	return e.m.TypeVoid()
}

// blockType returns the Block structure of a buffer whose content is t: t itself if it
// is a struct and the buffer uniform, else a struct around it (wrapped). Read-only
// buffers have Blocks of their own: NVIDIA's driver (580.159) takes NonWritable on one
// variable for a property of its type, and then a load may miss a store before it.
func (e *emitter) blockType(t types.Type, l layout, readOnly bool) (id binary.ID, wrapped bool) {
	key := typeKey{t: t, l: l, block: true, readOnly: readOnly}
	s, isStruct := t.(*types.Struct)
	if id, ok := e.types[key]; ok {
		return id, !isStruct
	}
	if isStruct {
		id = e.structType(s, l, true)
	} else {
		id = e.m.TypeStruct(e.memType(t, l))
		e.m.MemberDecorate(id, 0, binary.DecorationOffset, 0)
		e.m.Decorate(id, binary.DecorationBlock)
		e.m.Name(id, "Block")
	}
	e.cacheType(key, id)
	return id, !isStruct
}

// smallStorage declares what 8- and 16-bit members in a buffer need.
func (e *emitter) smallStorage(t types.Type, sc binary.StorageClass) {
	row := &smallStorageTable[0]
	for i := range smallStorageTable {
		if smallStorageTable[i].sc == sc {
			row = &smallStorageTable[i]
		}
	}
	types.Contains(t, func(t types.Type) bool {
		if s := types.ElemScalar(t); s != nil {
			switch s.Bits {
			case 8:
				e.m.Capability(row.c8)
			case 16:
				e.m.Capability(row.c16)
			}
		}
		return false
	})
}

// smallStorageTable: SPV_KHR_8bit_storage, SPV_KHR_16bit_storage. Physical pointers count as storage buffers.
var smallStorageTable = [...]struct {
	sc      binary.StorageClass
	c8, c16 binary.Capability
}{
	{binary.StorageClassStorageBuffer, binary.CapabilityStorageBuffer8BitAccess, binary.CapabilityStorageBuffer16BitAccess},
	{binary.StorageClassUniform, binary.CapabilityUniformAndStorageBuffer8BitAccess, binary.CapabilityUniformAndStorageBuffer16BitAccess},
	{binary.StorageClassPushConstant, binary.CapabilityStoragePushConstant8, binary.CapabilityStoragePushConstant16},
}

// elemOf returns the type of part i of a composite.
func elemOf(t types.Type, i int) types.Type {
	switch t := t.(type) {
	case *types.Vector:
		return t.Elem
	case *types.Array:
		return t.Elem
	case *types.Struct:
		return t.Fields[i].Type
	}
	return t
}

// parts returns the number of parts of a composite value, 0 for a scalar.
func parts(t types.Type) int {
	switch t := t.(type) {
	case *types.Vector:
		if t.N > 1 {
			return t.N
		}
	case *types.Array:
		return t.Len
	case *types.Struct:
		return len(t.Fields)
	}
	return 0
}

func isAggregate(t types.Type) bool {
	switch t.(type) {
	case *types.Array, *types.Struct:
		return true
	}
	return false
}
