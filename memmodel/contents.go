package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// constantMemory says whether no invocation can write to a variable, so that a load of it
// is no event: nothing can race with it, and it returns what was there at first.
func (k *Kernel) constantMemory(id binary.ID) bool {
	def := k.m.Def(id)
	if def == nil || def.Op != binary.OpVariable || k.aliased[id] {
		return false
	}
	switch binary.StorageClass(def.Word(0)) {
	case binary.StorageClassPushConstant, binary.StorageClassUniform:
		return true
	}
	return k.readOnly[id]
}

// bytesOf is what the memory of a place holds at first; ok is false where the launch says
// nothing of it.
func (l *Launch) bytesOf(at *place) (data []byte, ok bool) {
	switch {
	case at.object > 0:
		return l.Objects[at.object-1].Data, true
	case at.push:
		return l.Push, l.Push != nil
	case at.bound:
		data, ok = l.Buffers[at.binding]
	}
	return data, ok
}

// outside says whether a place lies behind the end of its buffer.
func (l *Launch) outside(at *place) bool {
	data, ok := l.bytesOf(at)
	return ok && at.at+at.size > uint64(len(data))
}

// initial is what a place holds at first.
func (l *Launch) initial(at *place) uint64 {
	data, ok := l.bytesOf(at)
	if !ok && at.texels == nil {
		return uint64(l.Initial[at.name])
	}
	if at.texels == nil {
		return littleEndian(data, at.at, at.size)
	}
	parts := make([]uint64, at.components)
	size := at.size / uint64(at.components)
	for i := range parts {
		parts[i] = littleEndian(data, at.at+uint64(i)*size, size)
	}
	return at.texels.number(parts)
}

// littleEndian is the number at a byte of data; what lies behind its end is zero.
func littleEndian(data []byte, at, size uint64) (n uint64) {
	for i := range min(size, 8) {
		if p := at + i; p < uint64(len(data)) {
			n |= uint64(data[p]) << (8 * i)
		}
	}
	return n
}

// arrayLength is OpArrayLength: the elements of a runtime array that fit the buffer.
func (v *invocation) arrayLength(fr *frame, in *binary.Inst) (value, error) {
	p := v.operand(fr, in.ID(0)).ptr
	if p == nil {
		return value{}, fmt.Errorf("%%%d is no pointer that is supported", in.ID(0))
	}
	data, ok := v.launch.Buffers[v.k.bindingOf(p)]
	def := v.k.m.Def(p.typ)
	if !ok || def == nil || def.Op != binary.OpTypeStruct {
		return value{n: uint64(v.launch.length())}, nil
	}
	member := in.Word(1)
	offset, stride := v.k.offsets[[2]uint32{p.typ, member}], v.k.strides[def.ID(int(member))]
	if stride == 0 || uint64(len(data)) < offset {
		return value{}, nil
	}
	return value{n: (uint64(len(data)) - offset) / stride}, nil
}
