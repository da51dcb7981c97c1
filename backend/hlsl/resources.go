package hlsl

import (
	"fmt"
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// isBytes reports whether a storage buffer is a byte-address buffer.
func isBytes(r *ir.Resource) bool {
	return r.Source != nil && (r.Source.Kind == types.ByteAddressBuffer || r.Source.Kind == types.RWByteAddressBuffer)
}

// classes is one row a resource class: the register class, and whether atomics
// and stores may go to it.
var classes = [...]byte{
	ir.StorageBuffer: 'u', ir.UniformBuffer: 'b', ir.PushConstant: 'b', ir.StorageImage: 'u', ir.SampledImage: 't',
	ir.StorageTexelBuffer: 'u', ir.UniformTexelBuffer: 't', ir.Sampler: 's',
}

// register spells the binding of a resource.
func register(r *ir.Resource) string {
	class := r.RegisterClass
	if class == 0 {
		if class = classes[r.Class]; class == 'u' && r.ReadOnly {
			class = 't'
		}
	}
	return fmt.Sprintf(" : register(%c%d, space%d)", class, r.Register, r.RegisterSpace)
}

// resources declares the resources, in module order.
func (e *emitter) resources() string {
	var out strings.Builder
	for _, r := range e.m.Resources {
		e.u.Span = r.Span
		switch {
		case len(r.Views) == 0 && r.Class != ir.Sampler:
			continue // nothing uses it
		case r.Class == ir.UniformBuffer || r.Class == ir.PushConstant:
			out.WriteString(e.constantBuffer(r))
		case r.Heap:
			e.heaps[r] = e.coherence(r) + e.resourceType(r)
		default:
			e.globals[r] = e.u.Names.New(r.Name)
			if r.Volatile && !e.readOnly(r) {
				e.noVolatile(r.Name, r.Span)
			}
			out.WriteString(e.coherence(r) + e.resourceType(r) + " " + e.globals[r] + e.dims(r) + register(r) + ";\n")
		}
	}
	return out.String()
}

// fromHeap declares a variable for what a handle means and returns its name. DirectX has one heap of samplers and one of all
// other descriptors (HLSL specification, "Dynamic Resources"); what is coherent is declared so where it is taken out.
func (e *emitter) fromHeap(f *text.Func, r *ir.Resource, step *ir.Instr) text.Expr {
	heap, hint := "ResourceDescriptorHeap", "buffer"
	switch r.Class {
	case ir.Sampler:
		heap, hint = "SamplerDescriptorHeap", "sampler"
	case ir.SampledImage, ir.StorageImage:
		hint = "texture"
	}
	return f.Local(e.heaps[r], hint, heap+"["+e.descriptorIndex(f, step)+"]")
}

// coherence is globallycoherent where the source says so or data passes between
// workgroups through the resource (lowering.md §3).
func (e *emitter) coherence(r *ir.Resource) string {
	if (r.Coherent || r.CrossGroup) && !e.readOnly(r) {
		return "globallycoherent "
	}
	return ""
}

// noVolatile reports memory whose every access must happen as written: HLSL has no word for it.
func (e *emitter) noVolatile(name string, span source.Span) {
	e.diags.Report(diag.TargetResource, span, "HLSL has no volatile memory ('%s')", name).
		WithHelp("use Atomic<T>, whose loads are interlocked operations")
}

func (e *emitter) readOnly(r *ir.Resource) bool {
	return r.ReadOnly || r.Class == ir.SampledImage || r.Class == ir.UniformTexelBuffer || r.Class == ir.Sampler
}

func (e *emitter) dims(r *ir.Resource) string {
	switch {
	case r.Count == types.Unsized:
		return "[]"
	case r.Count > 0:
		return fmt.Sprintf("[%d]", r.Count)
	}
	return ""
}

func (e *emitter) resourceType(r *ir.Resource) string {
	rw := "RW"
	if e.readOnly(r) {
		rw = ""
	}
	switch {
	case r.Class == ir.Sampler:
		return r.Source.Name
	case isBytes(r):
		return rw + "ByteAddressBuffer"
	case r.Class == ir.StorageBuffer:
		if len(r.Views) > 1 {
			e.diags.Report(diag.NotSupported, r.Span, "'%s' is accessed as elements of several types; HLSL output does not support this yet", r.Name)
		}
		// Append and consume buffers too: lower/ spells their operations by the counter that
		// a RWStructuredBuffer has as well.
		return rw + "StructuredBuffer<" + e.elemType(r.Views[0].Elem) + ">"
	case r.Class == ir.StorageTexelBuffer || r.Class == ir.UniformTexelBuffer:
		return rw + "Buffer<" + e.Type(r.Views[0].Elem) + ">"
	}
	if rw != "" && r.Source.Dim == types.DimCube {
		e.lacks(diag.TargetResource, r.Span, "writable cube ('%s')", r.Name)
	}
	return textureName(r.Source, rw) + "<" + e.Type(r.Views[0].Elem) + ">"
}

func textureName(t *types.Resource, rw string) string {
	name := rw + "Texture" + [...]string{types.Dim1D: "1D", types.Dim2D: "2D", types.Dim3D: "3D", types.DimCube: "Cube"}[t.Dim]
	if t.MS {
		name += "MS"
	}
	if t.Arrayed {
		name += "Array"
	}
	return name
}
