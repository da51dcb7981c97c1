package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"unsafe"

	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc-vulkan/vk"
)

// Usage bits of buffers and images; memory properties.
const (
	bufferTransferSrc = 0x1
	bufferTransferDst = 0x2
	bufferAddress     = 0x20000
	allocateAddress   = 0x2 // VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT

	imageTransferSrc = 0x1
	imageTransferDst = 0x2

	imageCubeCompatible = 0x10

	memDeviceLocal  = 1
	memHostVisible  = 2
	memHostCoherent = 4
	memHostCached   = 8

	aspectColor   = 1
	layoutGeneral = 1

	maxBindingBytes = 1 << 32
)

// kindRow is what Vulkan calls a kind of binding.
type kindRow struct {
	kind       job.Kind
	descriptor uint32 // VkDescriptorType
	usage      uint32 // of the buffer or image
	support    uint32 // VkFormatFeatureFlagBits, for kinds with a format
}

// noDescriptor is the descriptor type of what has none of its own.
const noDescriptor = ^uint32(0)

var kinds = []kindRow{
	{job.Sampler, 0, 0, 0},
	{job.SampledImage, 2, 0x4, 0x1},
	{job.StorageImage, 3, 0x8, 0x2},
	{job.UniformTexelBuffer, 4, 0x4, 0x8},
	{job.StorageTexelBuffer, 5, 0x8, 0x10},
	{job.UniformBuffer, 6, 0x10, 0},
	{job.StorageBuffer, 7, 0x20, 0},
	{job.Memory, noDescriptor, 0x20, 0},
}

// A sampled image and a sampler at one binding are a combined image sampler, bound with the image.
var (
	combinedImage   = kindRow{job.SampledImage, 1, 0x4, 0x1}
	combinedSampler = kindRow{job.Sampler, noDescriptor, 0, 0}
)

// combine finds the samplers that stand at the binding of an image.
func (s *session) combine() {
	type place struct{ set, binding, element uint32 }
	images := map[place]*resource{}
	all := append(slices.Clone(s.resources), s.declared...)
	for _, r := range all {
		if r.kind.kind == job.SampledImage {
			images[place{r.Set, r.Binding.Binding, r.Element}] = r
		}
	}
	for _, r := range all {
		if image := images[place{r.Set, r.Binding.Binding, r.Element}]; image != nil && r.kind.kind == job.Sampler && image.with == nil {
			image.kind, image.with, r.kind = &combinedImage, r, &combinedSampler
		}
	}
}

// resource is a binding's object on the device.
type resource struct {
	*job.Binding
	kind    *kindRow
	format  *format     // nil for plain buffers
	shape   *imageShape // nil for buffers
	initial []byte      // contents before the dispatch, Size bytes
	offset  uint64      // in the upload and download buffers
	pointed bool        // its address is used

	buffer     vk.Buffer
	bufferView vk.BufferView
	image      vk.Image
	imageView  vk.ImageView
	sampler    vk.Sampler
	with       *resource // the sampler that an image is combined with
}

// newResource checks a binding and reads its contents.
func newResource(b *job.Binding) (*resource, error) {
	if b.Kind == "" {
		b.Kind = job.StorageBuffer
	}
	r := &resource{Binding: b}
	for i := range kinds {
		if kinds[i].kind == b.Kind {
			r.kind = &kinds[i]
		}
	}
	if r.kind == nil {
		return nil, fmt.Errorf("%s: unknown kind %q", b, b.Kind)
	}
	if b.Kind.HasFormat() {
		if r.format = findFormat(b.Format); r.format == nil {
			return nil, fmt.Errorf("%s: unknown format %q", b, b.Format)
		}
	}
	if b.Kind == job.Sampler {
		return r, nil
	}
	if err := r.readContents(); err != nil {
		return nil, fmt.Errorf("%s: %w", b, err)
	}
	return r, nil
}

func (r *resource) readContents() error {
	data := r.Data
	if len(r.U32) > 0 {
		for _, w := range r.U32 {
			data = binary.LittleEndian.AppendUint32(data, w)
		}
	}
	if r.File != "" {
		file, err := os.ReadFile(r.File)
		if err != nil {
			return err
		}
		data = append(data, file...)
	}
	size := max(r.Size, uint64(len(data)))
	if r.Binding.Kind.IsImage() {
		n, err := r.imageBytes()
		if err != nil {
			return err
		}
		if uint64(len(data)) > n {
			return fmt.Errorf("%d bytes of contents for an image of %d", len(data), n)
		}
		size = n
	}
	switch {
	case size == 0:
		return errors.New("it has neither size nor contents")
	case size > maxBindingBytes:
		return fmt.Errorf("%d bytes are more than the limit of %d", size, uint64(maxBindingBytes))
	case uint64(len(data)) > size:
		return fmt.Errorf("%d bytes of contents for a size of %d", len(data), size)
	}
	r.initial = make([]byte, size)
	copy(r.initial, data)
	return nil
}

// imageBytes checks the shape of an image and returns its size.
func (r *resource) imageBytes() (uint64, error) {
	if r.shape = findShape(r.Dim); r.shape == nil {
		return 0, fmt.Errorf("unknown dimension %q", r.Dim)
	}
	if len(r.Extent) != r.shape.dims {
		return 0, fmt.Errorf("an image of dimension %s has %d numbers in its extent, not %d", r.shape.name, r.shape.dims, len(r.Extent))
	}
	n := uint64(r.format.bytes)
	for _, e := range r.Extent {
		if e == 0 || n*uint64(e) > maxBindingBytes {
			return 0, fmt.Errorf("extent %v is empty or too large", r.Extent)
		}
		n *= uint64(e)
	}
	return n, nil
}

// size3 returns width, height, depth and layers of an image.
func (r *resource) size3() (w, h, d, layers uint32) {
	e := append([]uint32{}, r.Extent...)
	layers = 1
	if r.shape.layered {
		layers, e = e[len(e)-1], e[:len(e)-1]
	}
	for len(e) < 3 {
		e = append(e, 1)
	}
	return e[0], e[1], e[2], layers
}

// region is the copy between the image and the staging buffers.
func (r *resource) region() *vk.BufferImageCopy {
	w, h, d, layers := r.size3()
	return &vk.BufferImageCopy{Offset: r.offset, Aspect: aspectColor, LayerCount: layers, W: w, H: h, D: d}
}

// create makes the objects of a resource.
func (s *session) create(r *resource) error {
	if r.Binding.Kind == job.Sampler {
		return s.createSampler(r)
	}
	if r.format != nil {
		var props [3]uint32 // linear tiling, optimal tiling, buffer
		s.api.GetFormatProperties(s.dev.physical, r.format.vk, &props)
		have := props[2]
		if r.shape != nil {
			have = props[1]
		}
		if have&r.kind.support == 0 {
			return fmt.Errorf("%s: %s does not support format %s for a %s", r.Binding, s.dev.name, r.format.name, r.kind.kind)
		}
	}
	if r.shape != nil {
		return s.createImage(r)
	}
	var err error
	usage := r.kind.usage | bufferTransferSrc | bufferTransferDst
	if r.pointed {
		usage |= bufferAddress
	}
	r.buffer, _, err = s.newBuffer(uint64(len(r.initial)), usage, memDeviceLocal, 0)
	if err != nil || r.format == nil {
		return err
	}
	info := &vk.BufferViewCreateInfo{
		Header: vk.Header{Type: vk.StructBufferViewCreateInfo}, Buffer: r.buffer, Format: r.format.vk, Range: uint64(len(r.initial)),
	}
	if res := s.api.CreateBufferView(s.handle, info, nil, &r.bufferView); res != vk.Success {
		return fmt.Errorf("vkCreateBufferView: %w", res)
	}
	s.atEnd(func() { s.api.DestroyBufferView(s.handle, r.bufferView, nil) })
	return nil
}

func (s *session) createImage(r *resource) error {
	w, h, d, layers := r.size3()
	info := &vk.ImageCreateInfo{
		Header: vk.Header{Type: vk.StructImageCreateInfo}, ImageType: r.shape.imageType, Format: r.format.vk,
		Width: w, Height: h, Depth: d, MipLevels: 1, ArrayLayers: layers, Samples: 1,
		Usage: r.kind.usage | imageTransferSrc | imageTransferDst,
	}
	if r.shape.cube {
		info.Flags = imageCubeCompatible
	}
	if res := s.api.CreateImage(s.handle, info, nil, &r.image); res != vk.Success {
		return fmt.Errorf("%s: vkCreateImage: %w", r.Binding, res)
	}
	s.atEnd(func() { s.api.DestroyImage(s.handle, r.image, nil) })
	var req vk.MemoryRequirements
	s.api.GetImageMemoryRequirements(s.handle, r.image, &req)
	mem, err := s.allocate(&req, memDeviceLocal, 0, false)
	if err != nil {
		return err
	}
	if res := s.api.BindImageMemory(s.handle, r.image, mem, 0); res != vk.Success {
		return fmt.Errorf("vkBindImageMemory: %w", res)
	}
	view := &vk.ImageViewCreateInfo{
		Header: vk.Header{Type: vk.StructImageViewCreateInfo}, Image: r.image, ViewType: r.shape.viewType, Format: r.format.vk,
		Range: vk.SubresourceRange{Aspect: aspectColor, MipCount: 1, LayerCount: layers},
	}
	if res := s.api.CreateImageView(s.handle, view, nil, &r.imageView); res != vk.Success {
		return fmt.Errorf("vkCreateImageView: %w", res)
	}
	s.atEnd(func() { s.api.DestroyImageView(s.handle, r.imageView, nil) })
	return nil
}

// newBuffer makes a buffer in memory that has the wanted properties if there is
// such, and the required ones in any case.
func (s *session) newBuffer(size uint64, usage, wanted, required uint32) (vk.Buffer, vk.DeviceMemory, error) {
	var b vk.Buffer
	info := &vk.BufferCreateInfo{Header: vk.Header{Type: vk.StructBufferCreateInfo}, Size: size, Usage: usage}
	if res := s.api.CreateBuffer(s.handle, info, nil, &b); res != vk.Success {
		return 0, 0, fmt.Errorf("vkCreateBuffer of %d bytes: %w", size, res)
	}
	s.atEnd(func() { s.api.DestroyBuffer(s.handle, b, nil) })
	var req vk.MemoryRequirements
	s.api.GetBufferMemoryRequirements(s.handle, b, &req)
	mem, err := s.allocate(&req, wanted, required, usage&bufferAddress != 0)
	if err != nil {
		return 0, 0, err
	}
	if res := s.api.BindBufferMemory(s.handle, b, mem, 0); res != vk.Success {
		return 0, 0, fmt.Errorf("vkBindBufferMemory: %w", res)
	}
	return b, mem, nil
}

// allocate finds and takes memory of a suitable type; addressed says that buffers in it have addresses.
func (s *session) allocate(req *vk.MemoryRequirements, wanted, required uint32, addressed bool) (vk.DeviceMemory, error) {
	best := -1
	for i, t := range s.dev.memory.Types[:s.dev.memory.TypeCount] {
		if req.TypeBits>>i&1 == 0 || t.Flags&required != required {
			continue
		}
		if t.Flags&wanted == wanted {
			best = i
			break
		}
		if best < 0 {
			best = i
		}
	}
	if best < 0 {
		return 0, errors.New("the device has no suitable memory")
	}
	var m vk.DeviceMemory
	info := &vk.MemoryAllocateInfo{Header: vk.Header{Type: vk.StructMemoryAllocateInfo}, Size: req.Size, Type: uint32(best)}
	if addressed {
		info.Next = unsafe.Pointer(&vk.MemoryAllocateFlags{Header: vk.Header{Type: vk.StructMemoryAllocateFlags}, Flags: allocateAddress})
	}
	if res := s.api.AllocateMemory(s.handle, info, nil, &m); res != vk.Success {
		return 0, fmt.Errorf("vkAllocateMemory of %d bytes: %w", req.Size, res)
	}
	s.atEnd(func() { s.api.FreeMemory(s.handle, m, nil) })
	return m, nil
}

// stagingBuffer makes a buffer that the host sees, and maps it.
func (s *session) stagingBuffer(size uint64, usage, wanted uint32) (vk.Buffer, []byte, error) {
	b, mem, err := s.newBuffer(size, usage, wanted, memHostVisible|memHostCoherent)
	if err != nil {
		return 0, nil, err
	}
	var p unsafe.Pointer
	if res := s.api.MapMemory(s.handle, mem, 0, size, 0, &p); res != vk.Success {
		return 0, nil, fmt.Errorf("vkMapMemory: %w", res)
	}
	return b, unsafe.Slice((*byte)(p), size), nil
}
