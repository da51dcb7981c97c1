package main

import (
	"slices"
	"unsafe"

	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc-vulkan/vk"
)

// Heaps are the arrays that descriptor handles choose from: they have gaps, and descriptors of several kinds.

// layoutBinding is one binding of a set and what it may hold.
type layoutBinding struct {
	vk.SetLayoutBinding
	heap  bool
	types []uint32 // of its descriptors, each once
}

// bindingsOf collects the bindings of all sets up to the last.
func (s *session) bindingsOf() (sets [][]layoutBinding) {
	for _, r := range append(s.sorted(), s.declared...) {
		if r.kind.descriptor == noDescriptor {
			continue
		}
		for uint32(len(sets)) <= r.Set {
			sets = append(sets, nil)
		}
		set := &sets[r.Set]
		at := slices.IndexFunc(*set, func(b layoutBinding) bool { return b.Binding == r.Binding.Binding })
		if at < 0 {
			at = len(*set)
			*set = append(*set, layoutBinding{SetLayoutBinding: vk.SetLayoutBinding{Binding: r.Binding.Binding, Type: r.kind.descriptor, Stages: stageCompute}})
		}
		b := &(*set)[at]
		b.Count = max(b.Count, r.Element+1)
		b.heap = b.heap || r.Heap
		if !slices.Contains(b.types, r.kind.descriptor) {
			b.types = append(b.types, r.kind.descriptor)
		}
		if len(b.types) > 1 {
			b.Type = vk.DescriptorMutable
		}
	}
	return sets
}

// heapLayout chains to the layout of a set what is special about its heaps.
func heapLayout(info *vk.SetLayoutCreateInfo, bindings []layoutBinding) {
	flags := make([]uint32, len(bindings))
	lists := make([]vk.MutableDescriptorTypeList, len(bindings))
	heaps, mutable := false, false
	for i, b := range bindings {
		if b.heap {
			flags[i], heaps = vk.BindingPartiallyBound, true
		}
		if b.Type == vk.DescriptorMutable {
			lists[i], mutable = vk.MutableDescriptorTypeList{Count: uint32(len(b.types)), Types: &b.types[0]}, true
		}
	}
	next := unsafe.Pointer(nil)
	if heaps {
		next = vk.Chain(&(&vk.SetLayoutBindingFlags{Header: vk.Header{Type: vk.StructSetLayoutBindingFlags}, Count: uint32(len(flags)), Flags: first(flags)}).Header, next)
	}
	if mutable {
		next = vk.Chain(&(&vk.MutableDescriptorTypeInfo{Header: vk.Header{Type: vk.StructMutableDescriptorTypeInfo}, Count: uint32(len(lists)), Lists: first(lists)}).Header, next)
	}
	info.Next = next
}

// heapFeatures are the device features that the heaps of a job need besides those of its module.
func (s *session) heapFeatures() (list []string) {
	for _, set := range s.bindingsOf() {
		for _, b := range set {
			if b.heap && !slices.Contains(list, "descriptorBindingPartiallyBound") {
				list = append(list, "descriptorBindingPartiallyBound")
			}
			if b.Type == vk.DescriptorMutable && !slices.Contains(list, "mutableDescriptorType") {
				list = append(list, "mutableDescriptorType")
			}
		}
	}
	return list
}

// declare splits off the bindings without an object, which only say what a heap may hold.
func (s *session) declare(b *job.Binding) bool {
	if !b.Absent {
		return false
	}
	for i := range kinds {
		if kinds[i].kind == b.Kind {
			s.declared = append(s.declared, &resource{Binding: b, kind: &kinds[i]})
		}
	}
	return true
}
