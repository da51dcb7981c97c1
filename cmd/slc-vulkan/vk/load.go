package vk

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Loader is the opened Vulkan loader and the functions that need no instance.
type Loader struct {
	getProc func(instance Instance, name string) uintptr

	EnumerateInstanceVersion         func(version *uint32) Result
	EnumerateInstanceLayerProperties func(count *uint32, layers *LayerProperties) Result
	CreateInstance                   func(info *InstanceCreateInfo, alloc unsafe.Pointer, instance *Instance) Result
}

// libraries are the names of the Vulkan loader, most likely first.
func libraries() []string {
	if runtime.GOOS == "darwin" {
		return []string{"libvulkan.1.dylib", "libMoltenVK.dylib"}
	}
	return []string{"libvulkan.so.1", "libvulkan.so"}
}

// Open loads the Vulkan loader.
func Open() (*Loader, error) {
	var first error
	for _, name := range libraries() {
		lib, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		addr, err := purego.Dlsym(lib, "vkGetInstanceProcAddr")
		if err != nil {
			return nil, fmt.Errorf("%s is no Vulkan loader: %w", name, err)
		}
		l := new(Loader)
		purego.RegisterFunc(&l.getProc, addr)
		return l, l.register(0, nil, map[string]any{
			"vkEnumerateInstanceVersion":         &l.EnumerateInstanceVersion,
			"vkEnumerateInstanceLayerProperties": &l.EnumerateInstanceLayerProperties,
			"vkCreateInstance":                   &l.CreateInstance,
		})
	}
	return nil, fmt.Errorf("the Vulkan loader is not installed (Debian package libvulkan1): %w", first)
}

// register resolves functions by name. An optional one may be missing and then stays nil.
func (l *Loader) register(instance Instance, optional []string, funcs map[string]any) error {
	for name, fptr := range funcs {
		addr := l.getProc(instance, name)
		if addr == 0 {
			if slices.Contains(optional, name) {
				continue
			}
			return fmt.Errorf("the Vulkan loader has no function %s (it is older than Vulkan 1.1)", name)
		}
		purego.RegisterFunc(fptr, addr)
	}
	return nil
}

// API holds the functions of an instance and its devices.
type API struct {
	DestroyInstance             func(i Instance, alloc unsafe.Pointer)
	EnumeratePhysicalDevices    func(i Instance, count *uint32, devices *PhysicalDevice) Result
	GetProperties2              func(p PhysicalDevice, props *DeviceProperties2)
	GetFeatures2                func(p PhysicalDevice, features *FeatureBlock)
	GetQueueFamilyProperties    func(p PhysicalDevice, count *uint32, families *QueueFamilyProperties)
	GetMemoryProperties         func(p PhysicalDevice, props *MemoryProperties)
	GetFormatProperties         func(p PhysicalDevice, format uint32, props *[3]uint32)
	EnumerateDeviceExtensions   func(p PhysicalDevice, layer *byte, count *uint32, exts *ExtensionProperties) Result
	CreateDevice                func(p PhysicalDevice, info *DeviceCreateInfo, alloc unsafe.Pointer, d *Device) Result
	DestroyDevice               func(d Device, alloc unsafe.Pointer)
	GetDeviceQueue              func(d Device, family, index uint32, q *Queue)
	AllocateMemory              func(d Device, info *MemoryAllocateInfo, alloc unsafe.Pointer, m *DeviceMemory) Result
	FreeMemory                  func(d Device, m DeviceMemory, alloc unsafe.Pointer)
	MapMemory                   func(d Device, m DeviceMemory, offset, size uint64, flags uint32, p *unsafe.Pointer) Result
	CreateBuffer                func(d Device, info *BufferCreateInfo, alloc unsafe.Pointer, b *Buffer) Result
	DestroyBuffer               func(d Device, b Buffer, alloc unsafe.Pointer)
	GetBufferMemoryRequirements func(d Device, b Buffer, r *MemoryRequirements)
	BindBufferMemory            func(d Device, b Buffer, m DeviceMemory, offset uint64) Result
	CreateBufferView            func(d Device, info *BufferViewCreateInfo, alloc unsafe.Pointer, v *BufferView) Result
	DestroyBufferView           func(d Device, v BufferView, alloc unsafe.Pointer)
	CreateImage                 func(d Device, info *ImageCreateInfo, alloc unsafe.Pointer, i *Image) Result
	DestroyImage                func(d Device, i Image, alloc unsafe.Pointer)
	GetImageMemoryRequirements  func(d Device, i Image, r *MemoryRequirements)
	BindImageMemory             func(d Device, i Image, m DeviceMemory, offset uint64) Result
	CreateImageView             func(d Device, info *ImageViewCreateInfo, alloc unsafe.Pointer, v *ImageView) Result
	CreateSampler               func(d Device, info *SamplerCreateInfo, alloc unsafe.Pointer, s *Sampler) Result
	DestroySampler              func(d Device, s Sampler, alloc unsafe.Pointer)
	DestroyImageView            func(d Device, v ImageView, alloc unsafe.Pointer)
	CreateShaderModule          func(d Device, info *ShaderModuleCreateInfo, alloc unsafe.Pointer, m *ShaderModule) Result
	DestroyShaderModule         func(d Device, m ShaderModule, alloc unsafe.Pointer)
	CreateDescriptorSetLayout   func(d Device, info *SetLayoutCreateInfo, alloc unsafe.Pointer, l *DescriptorSetLayout) Result
	DestroyDescriptorSetLayout  func(d Device, l DescriptorSetLayout, alloc unsafe.Pointer)
	CreatePipelineLayout        func(d Device, info *PipelineLayoutCreateInfo, alloc unsafe.Pointer, l *PipelineLayout) Result
	DestroyPipelineLayout       func(d Device, l PipelineLayout, alloc unsafe.Pointer)
	CreateComputePipelines      func(d Device, cache uint64, count uint32, info *ComputePipelineCreateInfo, alloc unsafe.Pointer, p *Pipeline) Result
	DestroyPipeline             func(d Device, p Pipeline, alloc unsafe.Pointer)
	CreateDescriptorPool        func(d Device, info *DescriptorPoolCreateInfo, alloc unsafe.Pointer, p *DescriptorPool) Result
	DestroyDescriptorPool       func(d Device, p DescriptorPool, alloc unsafe.Pointer)
	AllocateDescriptorSets      func(d Device, info *DescriptorSetAllocateInfo, sets *DescriptorSet) Result
	UpdateDescriptorSets        func(d Device, count uint32, writes *WriteDescriptorSet, copies uint32, c unsafe.Pointer)
	CreateCommandPool           func(d Device, info *CommandPoolCreateInfo, alloc unsafe.Pointer, p *CommandPool) Result
	DestroyCommandPool          func(d Device, p CommandPool, alloc unsafe.Pointer)
	AllocateCommandBuffers      func(d Device, info *CommandBufferAllocateInfo, c *CommandBuffer) Result
	BeginCommandBuffer          func(c CommandBuffer, info *CommandBufferBeginInfo) Result
	EndCommandBuffer            func(c CommandBuffer) Result
	CmdBindPipeline             func(c CommandBuffer, point uint32, p Pipeline)
	CmdBindDescriptorSets       func(c CommandBuffer, point uint32, l PipelineLayout, first, count uint32, sets *DescriptorSet, offsets uint32, o *uint32)
	CmdPushConstants            func(c CommandBuffer, l PipelineLayout, stages, offset, size uint32, data *byte)
	CmdDispatch                 func(c CommandBuffer, x, y, z uint32)
	CmdCopyBuffer               func(c CommandBuffer, src, dst Buffer, count uint32, regions *BufferCopy)
	CmdCopyBufferToImage        func(c CommandBuffer, src Buffer, dst Image, layout, count uint32, regions *BufferImageCopy)
	CmdCopyImageToBuffer        func(c CommandBuffer, src Image, layout uint32, dst Buffer, count uint32, regions *BufferImageCopy)
	CmdPipelineBarrier          func(c CommandBuffer, src, dst, flags, memCount uint32, mem *MemoryBarrier, bufCount uint32, buf unsafe.Pointer, imgCount uint32, img *ImageMemoryBarrier)
	CmdResetQueryPool           func(c CommandBuffer, p QueryPool, first, count uint32)
	CmdWriteTimestamp           func(c CommandBuffer, stage uint32, p QueryPool, query uint32)
	CreateQueryPool             func(d Device, info *QueryPoolCreateInfo, alloc unsafe.Pointer, p *QueryPool) Result
	DestroyQueryPool            func(d Device, p QueryPool, alloc unsafe.Pointer)
	GetQueryPoolResults         func(d Device, p QueryPool, first, count uint32, size uint64, data *uint64, stride uint64, flags uint32) Result
	CreateFence                 func(d Device, info *FenceCreateInfo, alloc unsafe.Pointer, f *Fence) Result
	DestroyFence                func(d Device, f Fence, alloc unsafe.Pointer)
	ResetFences                 func(d Device, count uint32, f *Fence) Result
	WaitForFences               func(d Device, count uint32, f *Fence, all uint32, timeout uint64) Result
	QueueSubmit                 func(q Queue, count uint32, info *SubmitInfo, f Fence) Result
	// GetBufferDeviceAddress is of Vulkan 1.2; nil without it.
	GetBufferDeviceAddress       func(d Device, info *BufferDeviceAddress) uint64
	CreateDebugUtilsMessengerEXT func(i Instance, info *MessengerCreateInfo, alloc unsafe.Pointer, m *Messenger) Result
}

// LoadAPI resolves the functions of an instance.
func (l *Loader) LoadAPI(i Instance) (*API, error) {
	a := new(API)
	return a, l.register(i, []string{"vkCreateDebugUtilsMessengerEXT", "vkGetBufferDeviceAddress"}, map[string]any{
		"vkDestroyInstance":                        &a.DestroyInstance,
		"vkEnumeratePhysicalDevices":               &a.EnumeratePhysicalDevices,
		"vkGetPhysicalDeviceProperties2":           &a.GetProperties2,
		"vkGetPhysicalDeviceFeatures2":             &a.GetFeatures2,
		"vkGetPhysicalDeviceQueueFamilyProperties": &a.GetQueueFamilyProperties,
		"vkGetPhysicalDeviceMemoryProperties":      &a.GetMemoryProperties,
		"vkGetPhysicalDeviceFormatProperties":      &a.GetFormatProperties,
		"vkEnumerateDeviceExtensionProperties":     &a.EnumerateDeviceExtensions,
		"vkCreateDevice":                           &a.CreateDevice,
		"vkDestroyDevice":                          &a.DestroyDevice,
		"vkGetDeviceQueue":                         &a.GetDeviceQueue,
		"vkAllocateMemory":                         &a.AllocateMemory,
		"vkFreeMemory":                             &a.FreeMemory,
		"vkMapMemory":                              &a.MapMemory,
		"vkCreateBuffer":                           &a.CreateBuffer,
		"vkDestroyBuffer":                          &a.DestroyBuffer,
		"vkGetBufferMemoryRequirements":            &a.GetBufferMemoryRequirements,
		"vkBindBufferMemory":                       &a.BindBufferMemory,
		"vkCreateBufferView":                       &a.CreateBufferView,
		"vkDestroyBufferView":                      &a.DestroyBufferView,
		"vkCreateImage":                            &a.CreateImage,
		"vkDestroyImage":                           &a.DestroyImage,
		"vkGetImageMemoryRequirements":             &a.GetImageMemoryRequirements,
		"vkBindImageMemory":                        &a.BindImageMemory,
		"vkCreateImageView":                        &a.CreateImageView,
		"vkCreateSampler":                          &a.CreateSampler,
		"vkDestroySampler":                         &a.DestroySampler,
		"vkDestroyImageView":                       &a.DestroyImageView,
		"vkCreateShaderModule":                     &a.CreateShaderModule,
		"vkDestroyShaderModule":                    &a.DestroyShaderModule,
		"vkCreateDescriptorSetLayout":              &a.CreateDescriptorSetLayout,
		"vkDestroyDescriptorSetLayout":             &a.DestroyDescriptorSetLayout,
		"vkCreatePipelineLayout":                   &a.CreatePipelineLayout,
		"vkDestroyPipelineLayout":                  &a.DestroyPipelineLayout,
		"vkCreateComputePipelines":                 &a.CreateComputePipelines,
		"vkDestroyPipeline":                        &a.DestroyPipeline,
		"vkCreateDescriptorPool":                   &a.CreateDescriptorPool,
		"vkDestroyDescriptorPool":                  &a.DestroyDescriptorPool,
		"vkAllocateDescriptorSets":                 &a.AllocateDescriptorSets,
		"vkUpdateDescriptorSets":                   &a.UpdateDescriptorSets,
		"vkCreateCommandPool":                      &a.CreateCommandPool,
		"vkDestroyCommandPool":                     &a.DestroyCommandPool,
		"vkAllocateCommandBuffers":                 &a.AllocateCommandBuffers,
		"vkBeginCommandBuffer":                     &a.BeginCommandBuffer,
		"vkEndCommandBuffer":                       &a.EndCommandBuffer,
		"vkCmdBindPipeline":                        &a.CmdBindPipeline,
		"vkCmdBindDescriptorSets":                  &a.CmdBindDescriptorSets,
		"vkCmdPushConstants":                       &a.CmdPushConstants,
		"vkCmdDispatch":                            &a.CmdDispatch,
		"vkCmdCopyBuffer":                          &a.CmdCopyBuffer,
		"vkCmdCopyBufferToImage":                   &a.CmdCopyBufferToImage,
		"vkCmdCopyImageToBuffer":                   &a.CmdCopyImageToBuffer,
		"vkCmdPipelineBarrier":                     &a.CmdPipelineBarrier,
		"vkCmdResetQueryPool":                      &a.CmdResetQueryPool,
		"vkCmdWriteTimestamp":                      &a.CmdWriteTimestamp,
		"vkCreateQueryPool":                        &a.CreateQueryPool,
		"vkDestroyQueryPool":                       &a.DestroyQueryPool,
		"vkGetQueryPoolResults":                    &a.GetQueryPoolResults,
		"vkCreateFence":                            &a.CreateFence,
		"vkDestroyFence":                           &a.DestroyFence,
		"vkResetFences":                            &a.ResetFences,
		"vkWaitForFences":                          &a.WaitForFences,
		"vkQueueSubmit":                            &a.QueueSubmit,
		"vkGetBufferDeviceAddress":                 &a.GetBufferDeviceAddress,
		"vkCreateDebugUtilsMessengerEXT":           &a.CreateDebugUtilsMessengerEXT,
	})
}

// Callback makes a C function of a Go one, for a debug messenger.
func Callback(fn func(severity, types uint32, data *MessengerData, user unsafe.Pointer) uintptr) uintptr {
	return purego.NewCallback(fn)
}

// CString returns s with a terminating zero.
func CString(s string) *byte {
	b := append([]byte(s), 0)
	return &b[0]
}

// CStrings returns an array of C strings, or nil for none.
func CStrings(list []string) **byte {
	if len(list) == 0 {
		return nil
	}
	p := make([]*byte, len(list))
	for i, s := range list {
		p[i] = CString(s)
	}
	return &p[0]
}

// GoString reads a C string.
func GoString(p *byte) string {
	if p == nil {
		return ""
	}
	var b []byte
	for q := unsafe.Pointer(p); *(*byte)(q) != 0; q = unsafe.Add(q, 1) {
		b = append(b, *(*byte)(q))
	}
	return string(b)
}

// Text reads a C string in an array of fixed size.
func Text(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}
