package main

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"slc/cmd/slc-vulkan/vk"
)

// first returns a pointer to the first element, or nil.
func first[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// setLayouts makes the layout of every set up to the last; those without
// bindings are empty.
func (s *session) setLayouts() ([]vk.DescriptorSetLayout, error) {
	var layouts []vk.DescriptorSetLayout
	for _, set := range s.bindingsOf() {
		var bindings []vk.SetLayoutBinding
		for _, b := range set {
			bindings = append(bindings, b.SetLayoutBinding)
		}
		var l vk.DescriptorSetLayout
		info := &vk.SetLayoutCreateInfo{
			Header: vk.Header{Type: vk.StructSetLayoutCreateInfo}, Count: uint32(len(bindings)), Bindings: first(bindings),
		}
		heapLayout(info, set)
		if r := s.api.CreateDescriptorSetLayout(s.handle, info, nil, &l); r != vk.Success {
			return nil, fmt.Errorf("vkCreateDescriptorSetLayout: %w", r)
		}
		s.atEnd(func() { s.api.DestroyDescriptorSetLayout(s.handle, l, nil) })
		layouts = append(layouts, l)
	}
	return layouts, nil
}

// createDescriptors allocates the sets and points them at the resources.
func (s *session) createDescriptors() error {
	if len(s.layouts) == 0 {
		return nil
	}
	var sizes []vk.PoolSize
	for _, set := range s.bindingsOf() {
		for _, b := range set {
			sizes = append(sizes, vk.PoolSize{Type: b.Type, Count: b.Count})
		}
	}
	var pool vk.DescriptorPool
	info := &vk.DescriptorPoolCreateInfo{
		Header: vk.Header{Type: vk.StructDescriptorPoolCreateInfo}, MaxSets: uint32(len(s.layouts)),
		SizeCount: uint32(len(sizes)), Sizes: first(sizes),
	}
	if r := s.api.CreateDescriptorPool(s.handle, info, nil, &pool); r != vk.Success {
		return fmt.Errorf("vkCreateDescriptorPool: %w", r)
	}
	s.atEnd(func() { s.api.DestroyDescriptorPool(s.handle, pool, nil) })
	s.sets = make([]vk.DescriptorSet, len(s.layouts))
	alloc := &vk.DescriptorSetAllocateInfo{
		Header: vk.Header{Type: vk.StructDescriptorSetAllocate}, Pool: pool, Count: uint32(len(s.layouts)), Layouts: first(s.layouts),
	}
	if r := s.api.AllocateDescriptorSets(s.handle, alloc, &s.sets[0]); r != vk.Success {
		return fmt.Errorf("vkAllocateDescriptorSets: %w", r)
	}
	for _, r := range s.resources {
		if r.kind.descriptor == noDescriptor {
			continue
		}
		w := &vk.WriteDescriptorSet{
			Header: vk.Header{Type: vk.StructWriteDescriptorSet}, Set: s.sets[r.Set],
			Binding: r.Binding.Binding, Element: r.Element, Count: 1, Type: r.kind.descriptor,
		}
		switch {
		case r.with != nil:
			w.Images = &vk.DescriptorImageInfo{Sampler: r.with.sampler, View: r.imageView, Layout: layoutGeneral}
		case r.sampler != 0:
			w.Images = &vk.DescriptorImageInfo{Sampler: r.sampler}
		case r.image != 0:
			w.Images = &vk.DescriptorImageInfo{View: r.imageView, Layout: layoutGeneral}
		case r.bufferView != 0:
			w.Views = &r.bufferView
		default:
			w.Buffers = &vk.DescriptorBufferInfo{Buffer: r.buffer, Range: uint64(len(r.initial))}
		}
		s.api.UpdateDescriptorSets(s.handle, 1, w, 0, nil)
	}
	return nil
}

// specialization packs the specialization constants.
func (s *session) specialization() *vk.SpecializationInfo {
	if len(s.job.Spec) == 0 {
		return nil
	}
	var entries []vk.SpecializationMapEntry
	var data []byte
	for _, c := range s.job.Spec {
		size := c.Size
		if size == 0 {
			size = 4
		}
		entries = append(entries, vk.SpecializationMapEntry{ID: c.ID, Offset: uint32(len(data)), Size: uint64(size)})
		data = append(data, binary.LittleEndian.AppendUint64(nil, c.Value)[:size]...)
	}
	return &vk.SpecializationInfo{EntryCount: uint32(len(entries)), Entries: first(entries), Size: uint64(len(data)), Data: first(data)}
}

// createPipeline makes the shader module, the layouts and the pipeline.
func (s *session) createPipeline() error {
	layouts, err := s.setLayouts()
	if err != nil {
		return err
	}
	s.layouts = layouts
	push := vk.PushConstantRange{Stages: stageCompute, Size: uint32(len(s.job.Push))}
	layout := &vk.PipelineLayoutCreateInfo{
		Header: vk.Header{Type: vk.StructPipelineLayoutInfo}, SetCount: uint32(len(layouts)), Sets: first(layouts),
	}
	if push.Size > 0 {
		layout.RangeCount, layout.Ranges = 1, &push
	}
	if r := s.api.CreatePipelineLayout(s.handle, layout, nil, &s.layout); r != vk.Success {
		return fmt.Errorf("vkCreatePipelineLayout: %w", r)
	}
	s.atEnd(func() { s.api.DestroyPipelineLayout(s.handle, s.layout, nil) })

	var shader vk.ShaderModule
	code := &vk.ShaderModuleCreateInfo{
		Header: vk.Header{Type: vk.StructShaderModuleCreateInfo}, Size: uint64(4 * len(s.module.words)), Code: &s.module.words[0],
	}
	if r := s.api.CreateShaderModule(s.handle, code, nil, &shader); r != vk.Success {
		return fmt.Errorf("the driver refuses the module: vkCreateShaderModule: %w", r)
	}
	s.atEnd(func() { s.api.DestroyShaderModule(s.handle, shader, nil) })
	info := &vk.ComputePipelineCreateInfo{
		Header: vk.Header{Type: vk.StructComputePipelineInfo}, Layout: s.layout, BaseIndex: -1,
		Stage: vk.ShaderStage{
			Header: vk.Header{Type: vk.StructShaderStageCreateInfo}, Stage: stageCompute,
			Module: shader, Name: vk.CString(s.entry), Specialization: s.specialization(),
		},
	}
	if n := s.job.SubgroupSize; n != 0 {
		info.Stage.Next = unsafe.Pointer(&vk.RequiredSubgroupSize{Header: vk.Header{Type: vk.StructRequiredSubgroupSize}, Size: n})
	}
	if r := s.api.CreateComputePipelines(s.handle, 0, 1, info, nil, &s.pipeline); r != vk.Success {
		return fmt.Errorf("the driver cannot compile the kernel: vkCreateComputePipelines: %w", r)
	}
	s.atEnd(func() { s.api.DestroyPipeline(s.handle, s.pipeline, nil) })
	return nil
}
