// Package bind turns the resources of a compiled module into the bindings of a
// job for slc-vulkan: for slc run and for the tests that execute kernels.
package bind

import (
	"fmt"

	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
	"slc/sema/types"
)

// Contents gives the bytes of one element of a resource (0 unless it is an array
// of descriptors) before the dispatch and, for an image, its extent.
type Contents func(r *ir.Resource, element int) (data []byte, extent []uint32, err error)

// Job is the dispatch of entry's SPIR-V words with every resource that it uses.
func Job(words []byte, entry *ir.Entry, groups []uint32, contents Contents) (*job.Job, error) {
	j := &job.Job{SPIRV: words, Groups: groups}
	for _, r := range entry.Uses {
		for element := range Elements(r) {
			data, extent, err := contents(r, element)
			if err != nil {
				return nil, err
			}
			if r.Class == ir.PushConstant {
				j.Push = data
				continue
			}
			b, err := Binding(r, data, extent)
			if err != nil {
				return nil, err
			}
			b.Set, b.Binding, b.Element = uint32(r.Set), uint32(r.Binding), uint32(element)
			j.Bindings = append(j.Bindings, b)
		}
	}
	return j, nil
}

// Elements is the number of descriptors of a resource; an unbounded array has one here.
func Elements(r *ir.Resource) int { return max(r.Count, 1) }

// Binding describes a resource other than push constants; its place is left to the caller.
func Binding(r *ir.Resource, data []byte, extent []uint32) (job.Binding, error) {
	b := job.Binding{Data: data, Size: uint64(max(len(data), 4))}
	switch r.Class {
	case ir.StorageBuffer:
		b.Kind = job.StorageBuffer
	case ir.UniformBuffer:
		b.Kind = job.UniformBuffer
	case ir.StorageTexelBuffer:
		b.Kind, b.Format = job.StorageTexelBuffer, r.Format
	case ir.UniformTexelBuffer:
		b.Kind, b.Format = job.UniformTexelBuffer, r.Format
	case ir.StorageImage:
		b.Kind, b.Format, b.Dim, b.Extent, b.Size = job.StorageImage, r.Format, dim(r.Source), extent, 0
	default:
		return b, fmt.Errorf("%s: resources of class %s are not run", r.Name, r.Class)
	}
	return b, nil
}

// dim is slc-vulkan's name of the dimensions of an image.
func dim(t *types.Resource) string {
	name := [...]string{types.DimNone: "", types.Dim1D: "1d", types.Dim2D: "2d", types.Dim3D: "3d", types.DimCube: ""}[t.Dim]
	if t.Arrayed {
		name += "-array"
	}
	return name
}

// Dimensions is how many numbers the extent of an image has.
func Dimensions(t *types.Resource) int {
	n := int(t.Dim-types.Dim1D) + 1
	if t.Arrayed {
		n++
	}
	return n
}
