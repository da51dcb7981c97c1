package metal

import (
	"fmt"

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

func binding(r *ir.Resource) string {
	return fmt.Sprintf(" [[%s(%d)]]", classes[r.Class].attribute, r.MetalIndex)
}

// coherent reports whether accesses of r reach the whole device (lowering.md §4).
func (e *emitter) coherent(r *ir.Resource) bool {
	return (r.Coherent || r.CrossGroup) && !r.ReadOnly && (r.Class == ir.StorageBuffer || r.Class == ir.StorageImage || r.Class == ir.StorageTexelBuffer)
}

// space spells the address space of a buffer with its qualifiers.
func (e *emitter) space(r *ir.Resource) string {
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
			return "threadgroup " + e.plainArray(n.Var.Type.Elem, atomsOf(n.Var.AtomicFields), "(&"+name+")")
		}
		return "threadgroup " + e.memType(n.Var.Type.Elem, atomsOf(n.Var.AtomicFields)) + "& " + name
	case n.Var != nil:
		return "thread " + e.Type(n.Var.Type.Elem) + "& " + name
	}
	return e.Type(n.System.Type()) + " " + name
}

// variable declares a groupshared or static variable in the kernel.
func (e *emitter) variable(v *ir.Var, name string) string {
	if v.Type.Space == types.SpaceGroupshared {
		return "threadgroup " + e.plainArray(v.Type.Elem, atomsOf(v.AtomicFields), name)
	}
	return e.Declare(v.Type.Elem, name)
}

// Hidden lets everything be passed: MSL has no globals but constants.
func (e *emitter) Hidden(n text.Need) bool { return true }

func (e *emitter) resourceParam(r *ir.Resource, name string) string {
	if r.Count != 0 {
		return e.descriptorArray(r, name)
	}
	switch {
	case r.Class == ir.Sampler:
		return "sampler " + name
	case classes[r.Class].attribute == "texture":
		return e.texture(r) + " " + name
	case len(r.Views) == 0:
		return e.space(r) + " void* " + name
	case isBytes(r):
		return e.space(r) + " uint* " + name
	case r.Class == ir.StorageBuffer:
		if len(r.Views) > 1 {
			e.diags.Report(diag.NotSupported, r.Span, "'%s' is accessed as elements of several types; Metal output does not support this yet", r.Name)
		}
		return e.space(r) + " " + e.bufferElem(r) + "* " + name
	}
	return e.space(r) + " " + e.Type(r.Views[0].Elem) + "& " + name
}

// bufferElem spells the element of a structured buffer.
func (e *emitter) bufferElem(r *ir.Resource) string {
	v := r.Views[0]
	if w := e.wrappers[v.Elem]; w != "" {
		return w
	}
	if e.packedElem(r) {
		return e.packedType(v.Elem)
	}
	return e.memType(v.Elem, atomsOf(v.AtomicFields))
}

func (e *emitter) packedElem(r *ir.Resource) bool {
	return e.lay.PackedElem(r.Views[0].Elem, r.Layout.Stride(r.Views[0].Elem))
}

func (e *emitter) descriptorArray(r *ir.Resource, name string) string {
	if classes[r.Class].attribute != "texture" || r.Count == types.Unsized {
		e.diags.Report(diag.NotSupported, r.Span, "an array of %ss ('%s') needs argument buffers, which Metal output does not support yet", classes[r.Class].attribute, r.Name)
		return "device uint* " + name
	}
	return fmt.Sprintf("array<%s, %d> %s", e.texture(r), r.Count, name)
}

// imageUse says how the module accesses an image.
type imageUse struct{ read, write, atomic, sample bool }

func imageUses(m *ir.Module) map[*ir.Resource]imageUse {
	uses := map[*ir.Resource]imageUse{}
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
				u.sample = true
			}
			uses[v.Resource] = u
		})
	}
	return uses
}

// access spells the access of a texture: no wider than the kernel needs.
func (u imageUse) access() string {
	switch {
	case u.atomic, u.read && u.write:
		return "access::read_write"
	case u.write:
		return "access::write"
	case u.sample:
		return "access::sample"
	}
	return "access::read"
}

func (e *emitter) texture(r *ir.Resource) string {
	name := "texture_buffer"
	if r.Class == ir.StorageImage || r.Class == ir.SampledImage {
		s := r.Source
		name = "texture" + [...]string{types.Dim1D: "1d", types.Dim2D: "2d", types.Dim3D: "3d", types.DimCube: "cube"}[s.Dim]
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
	coherence := ""
	if e.coherent(r) {
		if e.version < coherentSince {
			e.needsAt(r.Span, diag.TargetOrder, "device coherence of '"+r.Name+"'", coherentSince)
		}
		coherence = ", memory_coherence_device"
	}
	return name + "<" + e.scalarName(elem) + ", " + e.images[r].access() + coherence + ">"
}
