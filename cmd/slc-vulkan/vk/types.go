package vk

import (
	"fmt"
	"unsafe"
)

// Handles.
type (
	Instance            uint64
	PhysicalDevice      uint64
	Device              uint64
	Queue               uint64
	CommandBuffer       uint64
	CommandPool         uint64
	Buffer              uint64
	BufferView          uint64
	Image               uint64
	ImageView           uint64
	Sampler             uint64
	DeviceMemory        uint64
	ShaderModule        uint64
	PipelineLayout      uint64
	Pipeline            uint64
	DescriptorSetLayout uint64
	DescriptorPool      uint64
	DescriptorSet       uint64
	Fence               uint64
	QueryPool           uint64
	Messenger           uint64
)

// Result is a Vulkan status code.
type Result int32

// Status codes.
const (
	Success    Result = 0
	Timeout    Result = 2
	DeviceLost Result = -4
)

func (r Result) Error() string {
	switch r {
	case Success:
		return "success"
	case Timeout:
		return "timeout"
	case -1:
		return "out of host memory"
	case -2:
		return "out of device memory"
	case -3:
		return "initialization failed"
	case DeviceLost:
		return "device lost"
	case -5:
		return "memory map failed"
	case -6:
		return "layer not present"
	case -7:
		return "extension not present"
	case -8:
		return "feature not present"
	case -9:
		return "incompatible driver"
	case -11:
		return "format not supported"
	case -1000012000:
		return "invalid shader"
	}
	return fmt.Sprintf("Vulkan error %d", int32(r))
}

// StructureType values.
const (
	StructApplicationInfo          = 0
	StructInstanceCreateInfo       = 1
	StructDeviceQueueCreateInfo    = 2
	StructDeviceCreateInfo         = 3
	StructSubmitInfo               = 4
	StructMemoryAllocateInfo       = 5
	StructFenceCreateInfo          = 8
	StructQueryPoolCreateInfo      = 11
	StructBufferCreateInfo         = 12
	StructBufferViewCreateInfo     = 13
	StructImageCreateInfo          = 14
	StructImageViewCreateInfo      = 15
	StructShaderModuleCreateInfo   = 16
	StructShaderStageCreateInfo    = 18
	StructComputePipelineInfo      = 29
	StructPipelineLayoutInfo       = 30
	StructSamplerCreateInfo        = 31
	StructSetLayoutCreateInfo      = 32
	StructDescriptorPoolCreateInfo = 33
	StructDescriptorSetAllocate    = 34
	StructWriteDescriptorSet       = 35
	StructCommandPoolCreateInfo    = 39
	StructCommandBufferAllocate    = 40
	StructCommandBufferBeginInfo   = 42
	StructImageMemoryBarrier       = 45
	StructMemoryBarrier            = 46
	StructVulkan11Features         = 49
	StructVulkan11Properties       = 50
	StructVulkan12Features         = 51
	StructVulkan13Features         = 53
	StructFeatures2                = 1000059000
	StructMemoryAllocateFlags      = 1000060000
	StructProperties2              = 1000059001
	StructMessengerCreateInfo      = 1000128004
	StructSubgroupSizeProperties   = 1000225000
	StructRequiredSubgroupSize     = 1000225001
	StructImageAtomicInt64Features = 1000234000
	StructBufferDeviceAddress      = 1000244001
	StructDerivativesFeatures      = 1000201000
	StructSubgroupRotateFeatures   = 1000416000
	StructAtomicFloatFeatures      = 1000260000
	StructAtomicFloat2Features     = 1000273000
)

// Header starts every extensible structure.
type Header struct {
	Type uint32
	_    uint32
	Next unsafe.Pointer
}

// Version packs a Vulkan API version.
func Version(major, minor uint32) uint32 { return major<<22 | minor<<12 }

// ApplicationInfo is VkApplicationInfo.
type ApplicationInfo struct {
	Header
	Name          *byte
	Version       uint32
	_             uint32
	Engine        *byte
	EngineVersion uint32
	APIVersion    uint32
}

// InstanceCreateInfo is VkInstanceCreateInfo.
type InstanceCreateInfo struct {
	Header
	Flags          uint32
	_              uint32
	Application    *ApplicationInfo
	LayerCount     uint32
	_              uint32
	Layers         **byte
	ExtensionCount uint32
	_              uint32
	Extensions     **byte
}

// DeviceQueueCreateInfo is VkDeviceQueueCreateInfo.
type DeviceQueueCreateInfo struct {
	Header
	Flags      uint32
	Family     uint32
	Count      uint32
	_          uint32
	Priorities *float32
}

// DeviceCreateInfo is VkDeviceCreateInfo.
type DeviceCreateInfo struct {
	Header
	Flags          uint32
	QueueInfoCount uint32
	QueueInfos     *DeviceQueueCreateInfo
	LayerCount     uint32
	_              uint32
	Layers         **byte
	ExtensionCount uint32
	_              uint32
	Extensions     **byte
	Features       unsafe.Pointer
}

// FeatureBlock is any structure of features: a header and VkBool32s. Only the
// first bits of a kind exist; the rest is padding that Vulkan never touches.
type FeatureBlock struct {
	Header
	Bits [64]uint32
}

// DeviceProperties2 is VkPhysicalDeviceProperties2 with what we read by name.
type DeviceProperties2 struct {
	Header
	APIVersion    uint32
	DriverVersion uint32
	Vendor        uint32
	DeviceID      uint32
	DeviceType    uint32
	Name          [256]byte
	_             [16]byte // pipeline cache UUID
	_             uint32
	Limits        [504]byte
	_             [24]byte // sparse properties, padding
}

// Offsets of members of VkPhysicalDeviceLimits.
const (
	LimitMaxPushConstantsSize   = 32
	LimitMaxSharedMemory        = 216
	LimitMaxGroupCount          = 220
	LimitMaxGroupInvocations    = 232
	LimitMaxGroupSize           = 236
	LimitTimestampPeriod        = 424 // float
	sizeofPhysicalDeviceProps2  = 840
	sizeofPhysicalDeviceV11Prop = 112
)

// Vulkan11Properties is VkPhysicalDeviceVulkan11Properties.
type Vulkan11Properties struct {
	Header
	_                  [48]byte // UUIDs, node mask
	SubgroupSize       uint32
	SubgroupStages     uint32
	SubgroupOperations uint32
	QuadInAllStages    uint32
	_                  [32]byte
}

// SubgroupSizeProperties is VkPhysicalDeviceSubgroupSizeControlProperties.
type SubgroupSizeProperties struct {
	Header
	Min, Max       uint32
	MaxSubgroups   uint32
	RequiredStages uint32
}

// ExtensionProperties is VkExtensionProperties.
type ExtensionProperties struct {
	Name    [256]byte
	Version uint32
}

// LayerProperties is VkLayerProperties.
type LayerProperties struct {
	Name        [256]byte
	SpecVersion uint32
	Version     uint32
	Description [256]byte
}

// QueueFamilyProperties is VkQueueFamilyProperties.
type QueueFamilyProperties struct {
	Flags              uint32
	Count              uint32
	TimestampValidBits uint32
	_                  [3]uint32
}

// MemoryProperties is VkPhysicalDeviceMemoryProperties.
type MemoryProperties struct {
	TypeCount uint32
	Types     [32]struct{ Flags, Heap uint32 }
	HeapCount uint32
	Heaps     [16]struct {
		Size  uint64
		Flags uint32
		_     uint32
	}
}

// MemoryRequirements is VkMemoryRequirements.
type MemoryRequirements struct {
	Size, Alignment uint64
	TypeBits        uint32
	_               uint32
}

// MemoryAllocateInfo is VkMemoryAllocateInfo.
type MemoryAllocateInfo struct {
	Header
	Size uint64
	Type uint32
	_    uint32
}

// BufferCreateInfo is VkBufferCreateInfo.
type BufferCreateInfo struct {
	Header
	Flags       uint32
	_           uint32
	Size        uint64
	Usage       uint32
	Sharing     uint32
	FamilyCount uint32
	_           uint32
	Families    *uint32
}

// BufferViewCreateInfo is VkBufferViewCreateInfo.
type BufferViewCreateInfo struct {
	Header
	Flags         uint32
	_             uint32
	Buffer        Buffer
	Format        uint32
	_             uint32
	Offset, Range uint64
}

// ImageCreateInfo is VkImageCreateInfo.
type ImageCreateInfo struct {
	Header
	Flags         uint32
	ImageType     uint32
	Format        uint32
	Width         uint32
	Height        uint32
	Depth         uint32
	MipLevels     uint32
	ArrayLayers   uint32
	Samples       uint32
	Tiling        uint32
	Usage         uint32
	Sharing       uint32
	FamilyCount   uint32
	_             uint32
	Families      *uint32
	InitialLayout uint32
	_             uint32
}

// SubresourceRange is VkImageSubresourceRange.
type SubresourceRange struct {
	Aspect, BaseMip, MipCount, BaseLayer, LayerCount uint32
}

// ImageViewCreateInfo is VkImageViewCreateInfo.
type ImageViewCreateInfo struct {
	Header
	Flags    uint32
	_        uint32
	Image    Image
	ViewType uint32
	Format   uint32
	Swizzle  [4]uint32
	Range    SubresourceRange
	_        uint32
}

// SamplerCreateInfo is VkSamplerCreateInfo.
type SamplerCreateInfo struct {
	Header
	Flags                uint32
	MagFilter, MinFilter uint32
	MipmapMode           uint32
	Address              [3]uint32
	LodBias              float32
	Anisotropy           uint32
	MaxAnisotropy        float32
	Compare, CompareOp   uint32
	MinLod, MaxLod       float32
	BorderColor          uint32
	Unnormalized         uint32
}

// ShaderModuleCreateInfo is VkShaderModuleCreateInfo.
type ShaderModuleCreateInfo struct {
	Header
	Flags uint32
	_     uint32
	Size  uint64
	Code  *uint32
}

// SpecializationMapEntry is VkSpecializationMapEntry.
type SpecializationMapEntry struct {
	ID     uint32
	Offset uint32
	Size   uint64
}

// SpecializationInfo is VkSpecializationInfo.
type SpecializationInfo struct {
	EntryCount uint32
	_          uint32
	Entries    *SpecializationMapEntry
	Size       uint64
	Data       *byte
}

// RequiredSubgroupSize is VkPipelineShaderStageRequiredSubgroupSizeCreateInfo.
type RequiredSubgroupSize struct {
	Header
	Size uint32
	_    uint32
}

// ShaderStage is VkPipelineShaderStageCreateInfo.
type ShaderStage struct {
	Header
	Flags          uint32
	Stage          uint32
	Module         ShaderModule
	Name           *byte
	Specialization *SpecializationInfo
}

// ComputePipelineCreateInfo is VkComputePipelineCreateInfo.
type ComputePipelineCreateInfo struct {
	Header
	Flags     uint32
	_         uint32
	Stage     ShaderStage
	Layout    PipelineLayout
	Base      Pipeline
	BaseIndex int32
	_         uint32
}

// PushConstantRange is VkPushConstantRange.
type PushConstantRange struct{ Stages, Offset, Size uint32 }

// PipelineLayoutCreateInfo is VkPipelineLayoutCreateInfo.
type PipelineLayoutCreateInfo struct {
	Header
	Flags      uint32
	SetCount   uint32
	Sets       *DescriptorSetLayout
	RangeCount uint32
	_          uint32
	Ranges     *PushConstantRange
}

// SetLayoutBinding is VkDescriptorSetLayoutBinding.
type SetLayoutBinding struct {
	Binding  uint32
	Type     uint32
	Count    uint32
	Stages   uint32
	Samplers *Sampler
}

// SetLayoutCreateInfo is VkDescriptorSetLayoutCreateInfo.
type SetLayoutCreateInfo struct {
	Header
	Flags    uint32
	Count    uint32
	Bindings *SetLayoutBinding
}

// PoolSize is VkDescriptorPoolSize.
type PoolSize struct{ Type, Count uint32 }

// DescriptorPoolCreateInfo is VkDescriptorPoolCreateInfo.
type DescriptorPoolCreateInfo struct {
	Header
	Flags     uint32
	MaxSets   uint32
	SizeCount uint32
	_         uint32
	Sizes     *PoolSize
}

// DescriptorSetAllocateInfo is VkDescriptorSetAllocateInfo.
type DescriptorSetAllocateInfo struct {
	Header
	Pool    DescriptorPool
	Count   uint32
	_       uint32
	Layouts *DescriptorSetLayout
}

// DescriptorBufferInfo is VkDescriptorBufferInfo.
type DescriptorBufferInfo struct {
	Buffer        Buffer
	Offset, Range uint64
}

// DescriptorImageInfo is VkDescriptorImageInfo.
type DescriptorImageInfo struct {
	Sampler Sampler
	View    ImageView
	Layout  uint32
	_       uint32
}

// WriteDescriptorSet is VkWriteDescriptorSet.
type WriteDescriptorSet struct {
	Header
	Set     DescriptorSet
	Binding uint32
	Element uint32
	Count   uint32
	Type    uint32
	Images  *DescriptorImageInfo
	Buffers *DescriptorBufferInfo
	Views   *BufferView
}

// CommandPoolCreateInfo is VkCommandPoolCreateInfo.
type CommandPoolCreateInfo struct {
	Header
	Flags  uint32
	Family uint32
}

// CommandBufferAllocateInfo is VkCommandBufferAllocateInfo.
type CommandBufferAllocateInfo struct {
	Header
	Pool  CommandPool
	Level uint32
	Count uint32
}

// CommandBufferBeginInfo is VkCommandBufferBeginInfo.
type CommandBufferBeginInfo struct {
	Header
	Flags       uint32
	_           uint32
	Inheritance unsafe.Pointer
}

// MemoryBarrier is VkMemoryBarrier.
type MemoryBarrier struct {
	Header
	Src, Dst uint32
}

// ImageMemoryBarrier is VkImageMemoryBarrier.
type ImageMemoryBarrier struct {
	Header
	Src, Dst             uint32
	OldLayout, NewLayout uint32
	SrcFamily, DstFamily uint32
	Image                Image
	Range                SubresourceRange
	_                    uint32
}

// BufferCopy is VkBufferCopy.
type BufferCopy struct{ Src, Dst, Size uint64 }

// BufferImageCopy is VkBufferImageCopy.
type BufferImageCopy struct {
	Offset                uint64
	RowLength, Height     uint32
	Aspect, Mip           uint32
	BaseLayer, LayerCount uint32
	X, Y, Z               int32
	W, H, D               uint32
}

// FenceCreateInfo is VkFenceCreateInfo.
type FenceCreateInfo struct {
	Header
	Flags uint32
	_     uint32
}

// QueryPoolCreateInfo is VkQueryPoolCreateInfo.
type QueryPoolCreateInfo struct {
	Header
	Flags, QueryType, Count, Statistics uint32
}

// SubmitInfo is VkSubmitInfo.
type SubmitInfo struct {
	Header
	WaitCount        uint32
	_                uint32
	Waits            unsafe.Pointer
	WaitStages       *uint32
	CommandCount     uint32
	_                uint32
	Commands         *CommandBuffer
	SignalCount      uint32
	_                uint32
	SignalSemaphores unsafe.Pointer
}

// MessengerCreateInfo is VkDebugUtilsMessengerCreateInfoEXT.
type MessengerCreateInfo struct {
	Header
	Flags      uint32
	Severities uint32
	Types      uint32
	_          uint32
	Callback   uintptr
	UserData   unsafe.Pointer
}

// MessengerData is the start of VkDebugUtilsMessengerCallbackDataEXT.
type MessengerData struct {
	Header
	Flags   uint32
	_       uint32
	IDName  *byte
	ID      int32
	_       uint32
	Message *byte
}
