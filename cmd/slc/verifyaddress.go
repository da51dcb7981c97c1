package main

import (
	"cmp"
	"encoding/binary"
	"slices"

	"slc/cmd/slc/hostdata"
	"slc/lower/ir"
	"slc/memmodel"
)

// The buffers of a verification lie so far apart that no address behind the end of one is that of
// another.
const (
	firstAddress    = 1 << 32
	addressDistance = 2 * hostdata.MaxBytes
)

// place gives the buffers whose addresses are taken their places in device memory, and returns what
// all contents hold then.
func (k *kernel) place(l *memmodel.Launch) [][]byte {
	data := make([][]byte, len(k.contents))
	addresses := map[*content]uint64{}
	for i, c := range k.contents {
		data[i] = c.data
		for _, r := range c.references {
			if of := k.find(r.of); addresses[of] == 0 {
				addresses[of] = firstAddress + uint64(len(addresses))*addressDistance
			}
		}
	}
	for i, c := range k.contents {
		if len(c.references) > 0 {
			data[i] = slices.Clone(c.data)
		}
		for _, r := range c.references {
			binary.LittleEndian.PutUint64(data[i][r.offset:], addresses[k.find(r.of)]+r.plus)
		}
	}
	for i, c := range k.contents {
		if addresses[c] > 0 {
			l.Objects = append(l.Objects, c.object(addresses[c], data[i]))
		}
	}
	return data
}

// object is a content that pointers reach.
func (c *content) object(address uint64, data []byte) memmodel.Object {
	scalar := cmp.Or(c.as, c.param.Elem.Scalar)
	o := memmodel.Object{Name: c.name, Address: address, Data: data, Bound: !c.memory, Binding: c.descriptor(), Size: 4}
	if scalar != nil {
		o.Size, o.Signed, o.Float = scalar.Bytes, scalar.Name[0] == 'i', scalar.Name[0] == 'f'
	}
	return o
}

// descriptor is the set, binding and element of a content.
func (c *content) descriptor() [3]uint32 {
	r := c.resource
	if c.memory || r.Class == ir.PushConstant {
		return [3]uint32{}
	}
	return [3]uint32{uint32(r.Set), uint32(r.Binding), uint32(c.element)}
}
