package main

import (
	"fmt"

	"slc/cmd/slc-vulkan/vk"
)

// Pipeline stages and accesses of barriers.
const (
	stageTop            = 0x1
	stageComputeShader  = 0x800
	stageTransfer       = 0x1000
	stageBottom         = 0x2000
	stageHost           = 0x4000
	accessUniformRead   = 0x8
	accessShaderRead    = 0x20
	accessShaderWrite   = 0x40
	accessTransferRead  = 0x800
	accessTransferWrite = 0x1000
	accessHostRead      = 0x2000

	queueFamilyIgnored = 0xffffffff
)

// record writes the commands of one run: contents in, dispatch, contents out.
func (s *session) record() error {
	if err := s.newCommands(); err != nil {
		return err
	}
	c := s.commands
	begin := &vk.CommandBufferBeginInfo{Header: vk.Header{Type: vk.StructCommandBufferBeginInfo}}
	if r := s.api.BeginCommandBuffer(c, begin); r != vk.Success {
		return fmt.Errorf("vkBeginCommandBuffer: %w", r)
	}
	s.recordUpload()
	s.barrier(stageTransfer, accessTransferWrite, stageComputeShader, accessShaderRead|accessShaderWrite|accessUniformRead)
	s.api.CmdBindPipeline(c, bindCompute, s.pipeline)
	if len(s.sets) > 0 {
		s.api.CmdBindDescriptorSets(c, bindCompute, s.layout, 0, uint32(len(s.sets)), first(s.sets), 0, nil)
	}
	if n := len(s.job.Push); n > 0 {
		s.api.CmdPushConstants(c, s.layout, stageCompute, 0, uint32(n), first(s.job.Push))
	}
	if s.queries != 0 {
		s.api.CmdResetQueryPool(c, s.queries, 0, 2)
		s.api.CmdWriteTimestamp(c, stageTop, s.queries, 0)
	}
	s.api.CmdDispatch(c, s.groups[0], s.groups[1], s.groups[2])
	if s.queries != 0 {
		s.api.CmdWriteTimestamp(c, stageBottom, s.queries, 1)
	}
	s.barrier(stageComputeShader, accessShaderWrite, stageTransfer, accessTransferRead)
	s.recordDownload()
	s.barrier(stageTransfer, accessTransferWrite, stageHost, accessHostRead)
	if r := s.api.EndCommandBuffer(c); r != vk.Success {
		return fmt.Errorf("vkEndCommandBuffer: %w", r)
	}
	return nil
}

// newCommands makes the command buffer and the fence.
func (s *session) newCommands() error {
	var pool vk.CommandPool
	info := &vk.CommandPoolCreateInfo{Header: vk.Header{Type: vk.StructCommandPoolCreateInfo}, Family: s.dev.family}
	if r := s.api.CreateCommandPool(s.handle, info, nil, &pool); r != vk.Success {
		return fmt.Errorf("vkCreateCommandPool: %w", r)
	}
	s.atEnd(func() { s.api.DestroyCommandPool(s.handle, pool, nil) })
	alloc := &vk.CommandBufferAllocateInfo{Header: vk.Header{Type: vk.StructCommandBufferAllocate}, Pool: pool, Count: 1}
	if r := s.api.AllocateCommandBuffers(s.handle, alloc, &s.commands); r != vk.Success {
		return fmt.Errorf("vkAllocateCommandBuffers: %w", r)
	}
	fence := &vk.FenceCreateInfo{Header: vk.Header{Type: vk.StructFenceCreateInfo}}
	if r := s.api.CreateFence(s.handle, fence, nil, &s.fence); r != vk.Success {
		return fmt.Errorf("vkCreateFence: %w", r)
	}
	s.atEnd(func() { s.api.DestroyFence(s.handle, s.fence, nil) })
	return nil
}

// recordUpload copies every binding's contents in; images go to the general layout.
func (s *session) recordUpload() {
	for _, r := range s.resources {
		if r.sampler != 0 {
			continue
		}
		if r.image == 0 {
			s.api.CmdCopyBuffer(s.commands, s.upload, r.buffer, 1, &vk.BufferCopy{Src: r.offset, Size: uint64(len(r.initial))})
			continue
		}
		_, _, _, layers := r.size3()
		toGeneral := &vk.ImageMemoryBarrier{
			Header: vk.Header{Type: vk.StructImageMemoryBarrier}, Dst: accessTransferWrite, NewLayout: layoutGeneral,
			SrcFamily: queueFamilyIgnored, DstFamily: queueFamilyIgnored, Image: r.image,
			Range: vk.SubresourceRange{Aspect: aspectColor, MipCount: 1, LayerCount: layers},
		}
		s.api.CmdPipelineBarrier(s.commands, stageTop, stageTransfer, 0, 0, nil, 0, nil, 1, toGeneral)
		s.api.CmdCopyBufferToImage(s.commands, s.upload, r.image, layoutGeneral, 1, r.region())
	}
}

// recordDownload copies every writable binding's contents out.
func (s *session) recordDownload() {
	for _, r := range s.resources {
		switch {
		case !r.kind.kind.Writable():
		case r.image != 0:
			s.api.CmdCopyImageToBuffer(s.commands, r.image, layoutGeneral, s.download, 1, r.region())
		default:
			s.api.CmdCopyBuffer(s.commands, r.buffer, s.download, 1, &vk.BufferCopy{Dst: r.offset, Size: uint64(len(r.initial))})
		}
	}
}

func (s *session) barrier(srcStage, src, dstStage, dst uint32) {
	m := &vk.MemoryBarrier{Header: vk.Header{Type: vk.StructMemoryBarrier}, Src: src, Dst: dst}
	s.api.CmdPipelineBarrier(s.commands, srcStage, dstStage, 0, 1, m, 0, nil, 0, nil)
}
