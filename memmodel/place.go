package memmodel

import (
	"fmt"
	"slices"
	"strings"

	"slc/backend/spirv/binary"
)

// pointer is an address: a variable and a path into its type, or the number of a byte in
// device memory.
type pointer struct {
	base binary.ID
	path []uint64
	typ  binary.ID // what it points to

	physical bool
	address  uint64
}

// at points to part i of what p points to.
func (p *pointer) at(k *Kernel, i uint64) *pointer {
	if p.physical {
		typ, step := k.step(p.typ, i, nil)
		return &pointer{physical: true, address: p.address + step, typ: typ}
	}
	path := append(append(make([]uint64, 0, len(p.path)+1), p.path...), i)
	return &pointer{base: p.base, path: path, typ: k.part(p.typ, int(i))}
}

// class is the storage class that what the pointer points to lies in.
func (k *Kernel) class(p *pointer) binary.StorageClass {
	if p.physical {
		return binary.StorageClassPhysicalStorageBuffer
	}
	if def := k.m.Def(p.base); def != nil && def.Op == binary.OpVariable {
		if c := binary.StorageClass(def.Word(0)); c != binary.StorageClassUniformConstant {
			return c
		}
		return binary.StorageClassImage // images are all that is reached through a handle
	}
	return binary.StorageClassFunction
}

// place is a location as the model sees it, or several of them for an atomic that covers
// more than one: see cells.
type place struct {
	key   string // the same for the same bytes
	ref   string // the reference: the same for variables, or pointers, that may alias
	name  string // as the source spells it
	base  string // the memory object
	at    uint64 // byte offset in the object
	size  uint64
	parts []place // the cells that it covers, if they are several

	variable binary.ID
	binding  [3]uint32 // set, binding and element, where bound
	bound    bool
	object   int  // of the launch, plus one: memory that is reached by its address
	push     bool // push constants
	signed   bool // a signed integer
	float    bool

	texels     *texels // of a texel of several components: what its numbers mean
	components int
	part       int // of an expectation about a texel: the component
}

// cells lists the cells of a place: itself, unless it covers several.
func (at *place) cells() []place {
	if at.parts != nil {
		return at.parts
	}
	return []place{*at}
}

// overlaps says whether two places have a byte in common.
func (at *place) overlaps(b *place) bool {
	return at.key != "" && at.base == b.base && at.at < b.at+b.size && b.at < at.at+at.size
}

// within says whether all bytes of a place are among those of another.
func (at *place) within(b *place) bool {
	return at.base == b.base && b.at <= at.at && at.at+at.size <= b.at+b.size
}

// extract is what a place holds when a place that it is within holds n.
func (at *place) extract(n uint64, of *place) uint64 {
	return lowBits(n>>(8*(at.at-of.at)), uint32(8*at.size))
}

// cut is a part of a place.
func (k *Kernel) cut(at *place, from, to uint64) place {
	if from == at.at && to == at.at+at.size {
		return *at
	}
	out := *at
	out.at, out.size, out.parts, out.signed, out.float = from, to-from, nil, false, false
	out.identify()
	out.name = k.spelled(&out, at.name, from-at.at)
	return out
}

// identify forms the key.
func (at *place) identify() { at.key = fmt.Sprintf("%s+%d:%d", at.base, at.at, at.size) }

// place finds the location of a scalar. Variables of one binding are one memory object;
// where they are declared Aliased they are one reference as well.
func (k *Kernel) place(p *pointer, group int) (place, error) {
	if p.physical {
		return k.physicalPlace(p)
	}
	name := k.variableName(p.base)
	out := place{base: name, variable: p.base}
	if _, bound := k.sets[p.base]; bound {
		out.binding, out.bound = k.bindingOf(p), true
		out.base = bindingName(out.binding)
	} else if k.class(p) == binary.StorageClassPushConstant {
		out.push = true
	} else if k.class(p) == binary.StorageClassWorkgroup {
		out.base = fmt.Sprintf("%s of group %d", name, group)
		name += "@" + k.groupName(group)
	}
	typ := k.m.Pointee(k.m.TypeOf(p.base))
	var text strings.Builder
	for n, i := range p.path {
		if k.isImage(typ) {
			out.components, _ = k.components(typ)
		}
		var step uint64
		typ, step = k.step(typ, i, &text)
		if n == 0 && out.bound && k.arrayed(p.base) {
			step = 0 // each descriptor of an array has memory of its own
		}
		out.at += step
	}
	size, ok := k.scalarSize(typ)
	if !ok {
		return out, fmt.Errorf("access of %s%s is no scalar", name, text.String())
	}
	out.size = size
	if out.components > 1 {
		out.size, out.texels = size*uint64(out.components), k.texels
	}
	k.scalarTraits(&out, typ)
	out.identify()
	out.name, out.ref = name+text.String(), fmt.Sprintf("%%%d", p.base)
	if k.aliased[p.base] {
		out.name, out.ref = k.spelled(&out, out.name, 0), "descriptor"
	}
	return out, nil
}

// scalarTraits notes how the numbers of a type are shown.
func (k *Kernel) scalarTraits(at *place, typ binary.ID) {
	if def := k.m.Def(typ); def.Op == binary.OpTypeInt {
		at.signed = def.Word(1) != 0
	} else {
		at.float = def.Op == binary.OpTypeFloat
	}
}

func (k *Kernel) variableName(id binary.ID) string {
	if name := k.names[id]; name != "" {
		return name
	}
	return fmt.Sprintf("%%%d", id)
}

func bindingName(b [3]uint32) string { return fmt.Sprintf("binding %d.%d.%d", b[0], b[1], b[2]) }

// spelled is the name of memory that several variables or pointers reach: as the first variable
// of its binding that has a scalar there spells it, or else the bytes behind its beginning. Other
// memory is named as part of what is accessed.
func (k *Kernel) spelled(at *place, of string, behind uint64) string {
	name := ""
	variables := k.variablesOf(at)
	if root, ok := k.views(variables); ok {
		if k.arrayed(variables[0]) {
			root += fmt.Sprintf("[%d]", at.binding[2])
		}
		return fmt.Sprintf("%s+%d", root, at.at)
	}
	for _, id := range variables {
		var text strings.Builder
		typ := k.m.Pointee(k.m.TypeOf(id))
		if k.arrayed(id) {
			typ, _ = k.step(typ, uint64(at.binding[2]), &text)
		}
		if name == "" {
			name = k.variableName(id) + text.String()
		}
		if size, ok := k.scalarAt(typ, at.at, &text); ok && size == at.size {
			return k.variableName(id) + text.String()
		}
	}
	switch {
	case at.object > 0 && name == "":
		return k.launch().Objects[at.object-1].spelled(at)
	case name == "":
		return fmt.Sprintf("%s (byte %d)", of, behind)
	}
	return fmt.Sprintf("%s+%d", name, at.at)
}

// views says whether several variables are the views of one buffer without types, and what the
// source calls it: the name of the first, with which those of the others begin.
func (k *Kernel) views(variables []binary.ID) (root string, ok bool) {
	if len(variables) < 2 {
		return "", false
	}
	root = k.variableName(slices.MinFunc(variables, func(a, b binary.ID) int { return len(k.variableName(a)) - len(k.variableName(b)) }))
	for _, id := range variables {
		if name := k.variableName(id); name != root && !isView(name, root) {
			return "", false
		}
	}
	return root, true
}

// isView says whether a variable of this name is a further view of the buffer root, of scalars of one
// type: the compiler names them so.
func isView(name, root string) bool {
	rest, ok := strings.CutPrefix(name, root+"_")
	return ok && slices.Contains([]string{"uint8_t", "uint16_t", "uint", "uint64_t", "int8_t", "int16_t", "int", "int64_t", "half", "float", "double"}, rest)
}

// variablesOf lists the variables of a place's binding.
func (k *Kernel) variablesOf(at *place) (out []binary.ID) {
	if !at.bound {
		return nil
	}
	for def := range k.m.All(binary.OpVariable) {
		if set, bound := k.sets[def.Result]; bound && set[0] == at.binding[0] && set[1] == at.binding[1] {
			out = append(out, def.Result)
		}
	}
	return out
}

// scalarAt finds the scalar that begins at a byte of a type, and spells the way to it.
func (k *Kernel) scalarAt(typ binary.ID, at uint64, text *strings.Builder) (size uint64, ok bool) {
	if size, ok := k.scalarSize(typ); ok {
		return size, at == 0
	}
	def := k.m.Def(typ)
	if def == nil {
		return 0, false
	}
	if def.Op != binary.OpTypeStruct {
		if len(def.Operands) == 0 || k.isImage(typ) {
			return 0, false
		}
		_, stride := k.step(typ, 1, nil)
		if stride == 0 {
			return 0, false
		}
		part, step := k.step(typ, at/stride, text)
		return k.scalarAt(part, at-step, text)
	}
	for i := len(def.Operands) - 1; i >= 0; i-- {
		if _, step := k.step(typ, uint64(i), nil); step <= at {
			part, _ := k.step(typ, uint64(i), text)
			return k.scalarAt(part, at-step, text)
		}
	}
	return 0, false
}
