// Package bind turns the resources of a compiled module into the bindings of a
// job for slc-vulkan: for slc run and for the tests that execute kernels.
package bind

import (
	"fmt"

	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
	"slc/sema/types"
)

// Content is what one element of a resource (0 unless it is an array of descriptors)
// holds before the dispatch.
type Content struct {
	Resource *ir.Resource
	Element  int
	Data     []byte
	Extent   []uint32 // of an image
	Sampler  string   // words for a sampler, as in job.Binding
}

// Job is a dispatch of SPIR-V words with the contents bound where the module says.
func Job(words []byte, groups []uint32, contents []Content) (*job.Job, error) {
	j := &job.Job{SPIRV: words, Groups: groups}
	for _, c := range contents {
		if c.Resource.Class == ir.PushConstant {
			j.Push = c.Data
			continue
		}
		b, err := Binding(c.Resource, c.Data, c.Extent)
		if err != nil {
			return nil, err
		}
		b.Sampler, b.Heap = c.Sampler, c.Resource.Heap
		b.Set, b.Binding, b.Element = uint32(c.Resource.Set), uint32(c.Resource.Binding), uint32(c.Element)
		j.Bindings = append(j.Bindings, b)
	}
	return j, nil
}

// Elements is the number of descriptors of a resource; an unbounded array has one here. A heap has those that are given.
func Elements(r *ir.Resource) int {
	if r.Heap {
		return 0
	}
	return max(r.Count, 1)
}

// Heaps says of the heaps in use what they may hold, behind the bindings of a job.
func Heaps(uses []*ir.Resource) (list []job.Binding, err error) {
	for _, r := range uses {
		if !r.Heap {
			continue
		}
		b, err := Binding(r, nil, nil)
		if err != nil {
			return nil, err
		}
		b.Set, b.Binding, b.Heap, b.Absent = uint32(r.Set), uint32(r.Binding), true, true
		list = append(list, b)
	}
	return list, nil
}

// Binding describes a resource other than push constants; its place is left to the caller.
func Binding(r *ir.Resource, data []byte, extent []uint32) (job.Binding, error) {
	b := job.Binding{Data: data, Size: uint64(max(len(data), 4))}
	switch r.Class {
	case ir.StorageBuffer:
		b.Kind = job.StorageBuffer
	case ir.UniformBuffer:
		b.Kind = job.UniformBuffer
	case ir.StorageTexelBuffer:
		b.Kind, b.Format = job.StorageTexelBuffer, Format(r)
	case ir.UniformTexelBuffer:
		b.Kind, b.Format = job.UniformTexelBuffer, Format(r)
	case ir.StorageImage:
		b.Kind, b.Format, b.Dim, b.Extent, b.Size = job.StorageImage, Format(r), dim(r.Source), extent, 0
	case ir.SampledImage:
		b.Kind, b.Format, b.Dim, b.Extent, b.Size = job.SampledImage, Format(r), dim(r.Source), extent, 0
	case ir.Sampler:
		b.Kind, b.Size = job.Sampler, 0
	default:
		return b, fmt.Errorf("%s: resources of class %s are not run", r.Name, r.Class)
	}
	return b, nil
}

// Format is the format of an image's texels in GLSL's spelling. What is only read has
// none in the module: it gets that of its type.
func Format(r *ir.Resource) string {
	if r.Format != "" {
		return r.Format
	}
	s := types.ElemScalar(r.Source.Elem)
	if s == nil {
		return ""
	}
	suffix := "ui"
	switch {
	case s.Kind.IsSigned():
		suffix = "i"
	case s.Kind.IsFloat():
		suffix = "f"
	}
	return fmt.Sprintf("%s%d%s", "rgba"[:types.NumComponents(r.Source.Elem)], s.Bits, suffix)
}

// dim is slc-vulkan's name of the dimensions of an image.
func dim(t *types.Resource) string {
	name := [...]string{types.DimNone: "", types.Dim1D: "1d", types.Dim2D: "2d", types.Dim3D: "3d", types.DimCube: "cube"}[t.Dim]
	if t.Arrayed {
		name += "-array"
	}
	return name
}

// Dimensions is how many numbers the extent of an image has.
func Dimensions(t *types.Resource) int {
	switch {
	case t.Dim == types.DimCube: // faces and layers are one
		return 3
	case t.Arrayed:
		return int(t.Dim-types.Dim1D) + 2
	}
	return int(t.Dim-types.Dim1D) + 1
}
