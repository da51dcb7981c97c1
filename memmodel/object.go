package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// Object is a buffer that pointers reach.
type Object struct {
	Name    string
	Address uint64 // of its first byte
	Data    []byte // before the launch
	// Binding is the descriptor that it is bound to as well, if Bound.
	Binding [3]uint32
	Bound   bool
	// Size, Signed and Float say how its contents are shown: as numbers of so many bytes.
	Size          int
	Signed, Float bool
}

// nullPage bounds the addresses that come of a null pointer by an index or a field; no buffer lies there.
const nullPage = 1 << 16

// launch is what the kernel is prepared for.
func (k *Kernel) launch() *Launch { return k.module.launch }

// objectAt finds the object that an address lies in: the last one that begins before it.
func (l *Launch) objectAt(address uint64) int {
	found := -1
	for i := range l.Objects {
		if a := l.Objects[i].Address; a <= address && (found < 0 || a > l.Objects[found].Address) {
			found = i
		}
	}
	return found
}

// physicalPlace finds the location that an address names. All pointers into a buffer are one
// reference, the range of its addresses; the descriptor that it is bound to is another one
// (Vulkan appendix Memory Model, "Reference").
func (k *Kernel) physicalPlace(p *pointer) (place, error) {
	size, ok := k.scalarSize(p.typ)
	if !ok {
		return place{}, fmt.Errorf("access through a pointer is no scalar")
	}
	n := k.launch().objectAt(p.address)
	if n < 0 {
		return place{base: "no buffer", name: fmt.Sprintf("address 0x%x", p.address), at: p.address, size: size}, nil
	}
	o := &k.launch().Objects[n]
	out := place{base: "memory " + o.Name, object: n + 1, at: p.address - o.Address, size: size, ref: "address"}
	if o.Bound {
		out.base, out.binding, out.bound = bindingName(o.Binding), o.Binding, true
	}
	k.scalarTraits(&out, p.typ)
	out.identify()
	out.name = k.spelled(&out, o.Name, 0)
	return out, nil
}

// spelled is the name of a place in memory without descriptors: a number of it, or the bytes
// behind its beginning.
func (o *Object) spelled(at *place) string {
	if size := uint64(o.Size); size == at.size && at.at%size == 0 {
		return fmt.Sprintf("%s[%d]", o.Name, at.at/size)
	}
	return fmt.Sprintf("%s+%d", o.Name, at.at)
}

// number is the place of a number of an object, for expectations.
func (o *Object) number(k *Kernel, object int, index uint64) place {
	out := place{base: "memory " + o.Name, object: object + 1, at: index * uint64(o.Size), size: uint64(o.Size),
		ref: "address", signed: o.Signed, float: o.Float}
	out.identify()
	out.name = k.spelled(&out, o.Name, 0)
	return out
}

// convertPointer executes OpConvertUToPtr and OpConvertPtrToU.
func (v *invocation) convertPointer(fr *frame, in *binary.Inst) error {
	x := v.operand(fr, in.ID(0))
	if in.Op == binary.OpConvertPtrToU {
		if x.ptr == nil || !x.ptr.physical {
			return errUnsupported
		}
		fr.values[in.Result] = value{n: x.ptr.address}
		return nil
	}
	fr.values[in.Result] = value{ptr: &pointer{physical: true, address: x.n, typ: v.k.m.Pointee(in.Type)}}
	return nil
}

// aligned reports an access through a pointer whose address is no multiple of the alignment that
// the access states.
func (v *invocation) aligned(p *pointer, in *binary.Inst, i int) error {
	if !p.physical || i >= len(in.Operands) || in.Word(i)&uint32(binary.MemoryAccessAligned) == 0 {
		return nil
	}
	if alignment := uint64(in.Word(i + 1)); alignment > 0 && p.address%alignment != 0 {
		return v.fail(fmt.Sprintf("misaligned access: address 0x%x is no multiple of %d", p.address, alignment))
	}
	return nil
}
