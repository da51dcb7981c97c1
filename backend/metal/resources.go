package metal

import (
	"fmt"
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

func isBytes(r *ir.Resource) bool {
	return r.Source != nil && (r.Source.Kind == types.ByteAddressBuffer || r.Source.Kind == types.RWByteAddressBuffer)
}

// classRow is how a class of resources is bound: the attribute and the address
// space of what it points to.
var classes = [...]struct{ attribute, space string }{
	ir.StorageBuffer:      {"buffer", "device"},
	ir.UniformBuffer:      {"buffer", "constant"},
	ir.PushConstant:       {"buffer", "constant"},
	ir.StorageImage:       {attribute: "texture"},
	ir.SampledImage:       {attribute: "texture"},
	ir.StorageTexelBuffer: {attribute: "texture"},
	ir.UniformTexelBuffer: {attribute: "texture"},
	ir.Sampler:            {attribute: "sampler"},
}

// binding is the attribute of descriptor i of r.
func binding(r *ir.Resource, i int) string {
	return fmt.Sprintf(" [[%s(%d)]]", classes[r.Class].attribute, r.MetalIndex+i)
}

// coherent reports whether accesses of r reach the whole device (lowering.md §4).
func (e *emitter) coherent(r *ir.Resource) bool {
	return (r.Coherent || r.CrossGroup) && !r.ReadOnly && (r.Class == ir.StorageBuffer || r.Class == ir.StorageImage || r.Class == ir.StorageTexelBuffer)
}

// space spells the address space of a buffer with its qualifiers.
func (e *emitter) space(r *ir.Resource) string {
	if r.Volatile && !r.ReadOnly {
		return "volatile " + e.addressSpace(r)
	}
	return e.addressSpace(r)
}

func (e *emitter) addressSpace(r *ir.Resource) string {
	switch {
	case e.coherent(r):
		if e.version < coherentSince {
			e.needsAt(r.Span, diag.TargetOrder, "device coherence of '"+r.Name+"'", coherentSince)
		}
		return "device coherent(device)"
	case r.ReadOnly && r.Class == ir.StorageBuffer:
		return "const device"
	}
	return classes[r.Class].space
}

// HiddenParam declares what a function gets passed: system values, resources,
// groupshared and static variables.
func (e *emitter) HiddenParam(f *text.Func, n text.Need, name string) string {
	switch {
	case n.Resource != nil:
		e.u.Span = n.Resource.Span
		return e.resourceParam(n.Resource, name)
	case n.Var != nil && n.Var.Type.Space == types.SpaceGroupshared:
		if _, ok := n.Var.Type.Elem.(*types.Array); ok {
			return threadgroup(n.Var) + e.plainArray(n.Var.Type.Elem, atomsOf(n.Var.AtomicFields), "(&"+name+")")
		}
		return threadgroup(n.Var) + e.memType(n.Var.Type.Elem, atomsOf(n.Var.AtomicFields)) + "& " + name
	case n.Var != nil:
		return "thread " + e.Type(n.Var.Type.Elem) + "& " + name
	}
	return e.Type(n.System.Type()) + " " + name
}

// variable declares a groupshared or static variable in the kernel.
func (e *emitter) variable(v *ir.Var, name string) string {
	if v.Type.Space == types.SpaceGroupshared {
		return threadgroup(v) + e.plainArray(v.Type.Elem, atomsOf(v.AtomicFields), name)
	}
	return e.Declare(v.Type.Elem, name)
}

// threadgroup spells the address space of a groupshared variable with its qualifiers.
func threadgroup(v *ir.Var) string {
	if v.Volatile {
		return "volatile threadgroup "
	}
	return "threadgroup "
}

// Hidden lets everything be passed: MSL has no globals but constants.
func (e *emitter) Hidden(n text.Need) bool { return true }

// resourceParam declares a resource as a parameter. An array of descriptors is an
// array<T, N> of textures, samplers or pointers; see arguments for kernels.
func (e *emitter) resourceParam(r *ir.Resource, name string) string {
	t := e.handle(r)
	switch {
	case r.Count == types.Unsized:
		e.diags.Report(diag.TargetResource, r.Span, "Metal output has no array of %ss without a size ('%s')", classes[r.Class].attribute, r.Name).
			WithHelp("give the array the number of descriptors that the host binds")
	case r.Count != 0:
		return fmt.Sprintf("array<%s, %d> %s", t, r.Count, name)
	case e.isBlock(r):
		return strings.TrimSuffix(t, "*") + "& " + name
	}
	return t + " " + name
}

// isBlock reports whether r is a constant buffer: one object, not an array.
func (e *emitter) isBlock(r *ir.Resource) bool {
	return (r.Class == ir.UniformBuffer || r.Class == ir.PushConstant) && len(r.Views) > 0
}

// handle spells the type of what a descriptor of r is in MSL: a pointer, a texture or
// a sampler.
func (e *emitter) handle(r *ir.Resource) string {
	switch {
	case r.Class == ir.Sampler:
		return "sampler"
	case classes[r.Class].attribute == "texture":
		return e.texture(r)
	case len(r.Views) == 0:
		return e.space(r) + " void*"
	case isBytes(r):
		return e.space(r) + " uint*"
	case r.Class == ir.StorageBuffer:
		if len(r.Views) > 1 {
			e.diags.Report(diag.NotSupported, r.Span, "'%s' is accessed as elements of several types; Metal output does not support this yet", r.Name)
		}
		return e.space(r) + " " + e.bufferElem(r) + "*"
	}
	return e.space(r) + " " + e.Type(r.Views[0].Elem) + "*"
}

// arguments declares a resource as arguments of a kernel. MSL has no arrays of buffers
// there: each buffer of an array is an argument, and a local array gathers them.
func (e *emitter) arguments(f *text.Func, r *ir.Resource, name string) (params []string, local string) {
	if r.Count <= 0 || classes[r.Class].attribute != "buffer" {
		return []string{e.resourceParam(r, name) + binding(r, 0)}, ""
	}
	t := e.handle(r)
	var names []string
	for i := range r.Count {
		n := f.Temp(fmt.Sprintf("%s_%d", name, i))
		names = append(names, n)
		params = append(params, t+" "+n+binding(r, i))
	}
	return params, "    " + e.resourceParam(r, name) + " = {" + strings.Join(names, ", ") + "};\n"
}

// maxArguments is how many arguments of an attribute a kernel may have (Metal feature
// set tables, "maximum number of entries in the … argument table").
func maxArguments(attribute string) int {
	switch attribute {
	case "buffer":
		return 31
	case "sampler":
		return 16
	}
	return 128
}

// fits reports a resource whose indices lie outside of the argument table.
func (e *emitter) fits(r *ir.Resource) {
	attribute := classes[r.Class].attribute
	if last := r.MetalIndex + max(r.Count, 1) - 1; last >= maxArguments(attribute) {
		e.diags.Report(diag.TargetResource, r.Span, "'%s' needs %s index %d; Metal has the indices 0 to %d", r.Name, attribute, last, maxArguments(attribute)-1)
	}
}

// bufferElem spells the element of a structured buffer.
func (e *emitter) bufferElem(r *ir.Resource) string {
	v := r.Views[0]
	if w := e.Wrappers[v.Elem]; w != "" {
		return w
	}
	if e.packedElem(r) {
		return e.packedType(v.Elem)
	}
	return e.memType(v.Elem, atomsOf(v.AtomicFields))
}

func (e *emitter) packedElem(r *ir.Resource) bool {
	return e.PackedElem(r.Views[0].Elem, r.Layout.Stride(r.Views[0].Elem))
}

// imageUse says how the module accesses an image.
type imageUse struct{ read, write, atomic, sample, compare bool }

func imageUses(m *ir.Module) map[*ir.Resource]imageUse {
	uses := map[*ir.Resource]imageUse{}
	for _, r := range m.Resources {
		if r.Source != nil && r.Source.Depth {
			uses[r] = imageUse{compare: true}
		}
	}
	for _, fn := range m.Funcs {
		fn.Body.Walk(func(in *ir.Instr) {
			if len(in.Args) == 0 {
				return
			}
			v, ok := text.PlaceOf(in.Args[0]).Root.(*ir.View)
			if !ok {
				return
			}
			u := uses[v.Resource]
			switch in.Op {
			case ir.OpImageRead:
				u.read = true
			case ir.OpImageWrite:
				u.write = true
			case ir.OpAtomic:
				u.atomic = true
			case ir.OpIntrinsic:
				u.sample, u.compare = true, u.compare || compares(in.Intrinsic)
			}
			uses[v.Resource] = u
		})
	}
	return uses
}

// access spells the access of a texture: no wider than the kernel needs.
func (u imageUse) access(r *ir.Resource) string {
	switch {
	case u.atomic, u.read && u.write:
		return "access::read_write"
	case u.write, r.WriteOnly():
		return "access::write"
	case u.sample && (r.Source == nil || !r.Source.MS): // nothing samples those (MSL 2.9)
		return "access::sample"
	}
	return "access::read"
}

func (e *emitter) texture(r *ir.Resource) string {
	name := "texture_buffer"
	if r.Class == ir.StorageImage || r.Class == ir.SampledImage {
		s := r.Source
		name = "texture"
		if e.images[r].compare { // only depth textures can be compared (MSL 2.9)
			name = "depth"
		}
		if s.Depth && (s.Dim == types.Dim1D || s.Dim == types.Dim3D) {
			e.lacks(diag.TargetResource, "depth texture of one or three dimensions ('%s')", r.Name)
		}
		name += [...]string{types.Dim1D: "1d", types.Dim2D: "2d", types.Dim3D: "3d", types.DimCube: "cube"}[s.Dim]
		if s.MS {
			name += "_ms"
		}
		if s.Arrayed {
			name += "_array"
		}
	}
	elem := texelScalar(types.ElemScalar(r.Views[0].Elem))
	if elem.Bits == 64 {
		e.lacks(diag.TargetResource, "texture of '%s' ('%s')", elem, r.Name)
	}
	if r.Volatile && !r.ReadOnly {
		e.lacks(diag.TargetResource, "volatile texture ('%s')", r.Name)
	}
	coherence := ""
	if e.coherent(r) {
		if e.version < coherentSince {
			e.needsAt(r.Span, diag.TargetOrder, "device coherence of '"+r.Name+"'", coherentSince)
		}
		coherence = ", memory_coherence_device"
	}
	return name + "<" + e.scalarName(elem) + ", " + e.images[r].access(r) + coherence + ">"
}
