package hostdata

import "fmt"

// AddressBytes is the size of the address of memory in contents.
const AddressBytes = 8

// Memory describes memory that a kernel reaches through pointers only: numbers of 32 bits, unless the
// command line says another type.
func Memory(name string) *Parameter {
	return &Parameter{Name: name, Elem: scalarType(scalarNamed("u32")), Stride: 4, Count: 1, Writable: true}
}

// Address is where the part at path, such as ".head", holds an address; it counts as set.
func (b *Block) Address(path string) (offset int, err error) {
	part, err := b.param.Elem.find(path)
	if err != nil {
		return 0, err
	}
	leaves := part.t.appendLeaves(nil, part.offset)
	if len(leaves) != 1 || leaves[0].scalar.Bytes != AddressBytes {
		return 0, fmt.Errorf("it is no pointer: it takes no address")
	}
	b.known[leaves[0].offset] = true
	return leaves[0].offset, nil
}
