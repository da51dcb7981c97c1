package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// arrayed says whether a bound variable is an array of descriptors.
func (k *Kernel) arrayed(variable binary.ID) bool {
	if _, bound := k.sets[variable]; !bound {
		return false
	}
	def := k.m.Def(k.m.Pointee(k.m.TypeOf(variable)))
	return def != nil && (def.Op == binary.OpTypeArray || def.Op == binary.OpTypeRuntimeArray)
}

// descriptor is which element of an array of descriptors a pointer goes through, and how many there
// are, 0: it is not declared. Not ok: it goes through no array.
func (k *Kernel) descriptor(p *pointer) (element, count uint64, ok bool) {
	if len(p.path) == 0 || !k.arrayed(p.base) {
		return 0, 0, false
	}
	n, _ := k.parts(k.m.Pointee(k.m.TypeOf(p.base)))
	return p.path[0], uint64(n), true
}

// bindingOf is the descriptor of a pointer: its set, binding and element.
func (k *Kernel) bindingOf(p *pointer) [3]uint32 {
	set := k.sets[p.base]
	element, _, _ := k.descriptor(p)
	return [3]uint32{set[0], set[1], uint32(element)}
}

// inside reports an access behind the end of a buffer, or to an element of an array of
// descriptors that is not there.
func (v *invocation) inside(p *pointer, at *place) error {
	if element, count, ok := v.k.descriptor(p); ok {
		_, given := v.launch.Buffers[at.binding]
		first := at.binding
		first[2] = 0
		_, known := v.launch.Buffers[first]
		if count > 0 && element >= count || count == 0 && known && !given || element > 1<<31 {
			return v.fail(fmt.Sprintf("access to %s: there is no such descriptor", at.name))
		}
	}
	switch {
	case p.physical && p.address < nullPage:
		return v.fail("a null pointer is followed")
	case p.physical && at.object == 0:
		return v.fail("access to " + at.name + ": there is no buffer")
	case v.launch.outside(at):
		return v.fail("access to " + at.name + ", which lies outside its buffer")
	}
	return nil
}
