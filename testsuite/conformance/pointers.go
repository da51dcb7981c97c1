package conformance

import (
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/cases"
)

// memoryName is the name of the memory of a buffer that is bound to a pointer.
func memoryName(input string) string { return input + " memory" }

// pointee is what a parameter points to that gets the address of a buffer; ok is false if the
// module has no pointer (or address) parameter of that name. An address points to nothing known.
func pointee(m *ir.Module, name string) (elem types.Type, ok bool) {
	for _, r := range m.Resources {
		s, isStruct := r.Content.(*types.Struct)
		if !isStruct {
			continue
		}
		switch f := s.FieldNamed(name); {
		case f == nil:
		case f.Type == types.Type(types.Uint64):
			return nil, true
		default:
			if p, ok := f.Type.(*types.Pointer); ok {
				return p.Elem, true
			}
		}
	}
	return nil, false
}

// pointer binds the buffer of an input to a parameter that is a pointer: memory, whose address is
// the value of the parameter.
func (in *Input) pointer(m *ir.Module) bool {
	if in.Kind != "ubuffer" || hasResource(m, in.Name) {
		return false
	}
	_, ok := pointee(m, in.Name)
	return ok
}

// memoryResource stands for the memory of an input, for its element type.
func memoryResource(m *ir.Module, in string) *ir.Resource {
	elem, _ := pointee(m, in)
	if _, ok := elem.(*types.Pointer); ok { // the memory holds addresses
		elem = types.Uint64
	}
	return &ir.Resource{Name: memoryName(in), Source: &types.Resource{Elem: elem}}
}

// addresses are the addresses in an input, by the names that their buffers have in the run.
func (t *Test) addresses(m *ir.Module, in *Input) (list []cases.Address) {
	for _, a := range in.Addresses {
		for i := range t.Kernel.Inputs {
			if other := &t.Kernel.Inputs[i]; other.Name == a.Of && !hasResource(m, a.Of) {
				a.Of = memoryName(a.Of)
			}
		}
		list = append(list, a)
	}
	return list
}
