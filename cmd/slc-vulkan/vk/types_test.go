package vk

import (
	"testing"
	"unsafe"
)

// The sizes are those of the C structures on a 64-bit machine (sizeof over
// vulkan_core.h).
func TestSizes(t *testing.T) {
	for name, s := range map[string]struct{ got, want uintptr }{
		"VkPhysicalDeviceProperties2":        {unsafe.Sizeof(DeviceProperties2{}), sizeofPhysicalDeviceProps2},
		"VkPhysicalDeviceVulkan11Properties": {unsafe.Sizeof(Vulkan11Properties{}), sizeofPhysicalDeviceV11Prop},
		"VkImageCreateInfo":                  {unsafe.Sizeof(ImageCreateInfo{}), 88},
		"VkImageViewCreateInfo":              {unsafe.Sizeof(ImageViewCreateInfo{}), 80},
		"VkSamplerCreateInfo":                {unsafe.Sizeof(SamplerCreateInfo{}), 80},
		"VkImageMemoryBarrier":               {unsafe.Sizeof(ImageMemoryBarrier{}), 72},
		"VkBufferCreateInfo":                 {unsafe.Sizeof(BufferCreateInfo{}), 56},
		"VkBufferViewCreateInfo":             {unsafe.Sizeof(BufferViewCreateInfo{}), 56},
		"VkWriteDescriptorSet":               {unsafe.Sizeof(WriteDescriptorSet{}), 64},
		"VkComputePipelineCreateInfo":        {unsafe.Sizeof(ComputePipelineCreateInfo{}), 96},
		"VkPipelineShaderStageCreateInfo":    {unsafe.Sizeof(ShaderStage{}), 48},
		"VkPhysicalDeviceMemoryProperties":   {unsafe.Sizeof(MemoryProperties{}), 520},
		"VkSubmitInfo":                       {unsafe.Sizeof(SubmitInfo{}), 72},
		"VkBufferImageCopy":                  {unsafe.Sizeof(BufferImageCopy{}), 56},
		"VkDeviceCreateInfo":                 {unsafe.Sizeof(DeviceCreateInfo{}), 72},
		"VkInstanceCreateInfo":               {unsafe.Sizeof(InstanceCreateInfo{}), 64},
		"VkDescriptorSetLayoutBinding":       {unsafe.Sizeof(SetLayoutBinding{}), 24},
		"VkMemoryAllocateFlagsInfo":          {unsafe.Sizeof(MemoryAllocateFlags{}), 24},
		"VkBufferDeviceAddressInfo":          {unsafe.Sizeof(BufferDeviceAddress{}), 24},
		"VkMemoryRequirements":               {unsafe.Sizeof(MemoryRequirements{}), 24},
		"VkDebugUtilsMessengerCreateInfoEXT": {unsafe.Sizeof(MessengerCreateInfo{}), 48},
		"VkQueueFamilyProperties":            {unsafe.Sizeof(QueueFamilyProperties{}), 24},
		"VkExtensionProperties":              {unsafe.Sizeof(ExtensionProperties{}), 260},
		"VkLayerProperties":                  {unsafe.Sizeof(LayerProperties{}), 520},
		"VkSpecializationInfo":               {unsafe.Sizeof(SpecializationInfo{}), 32},
		"VkSpecializationMapEntry":           {unsafe.Sizeof(SpecializationMapEntry{}), 16},
		"VkPipelineLayoutCreateInfo":         {unsafe.Sizeof(PipelineLayoutCreateInfo{}), 48},
		"VkDescriptorPoolCreateInfo":         {unsafe.Sizeof(DescriptorPoolCreateInfo{}), 40},
	} {
		if s.got != s.want {
			t.Errorf("%s has %d bytes here, %d in C", name, s.got, s.want)
		}
	}
	if off := unsafe.Offsetof(Vulkan11Properties{}.SubgroupSize); off != 64 {
		t.Errorf("subgroupSize is at %d here, at 64 in C", off)
	}
	var p DeviceProperties2
	if off := unsafe.Offsetof(p.Limits); off != 16+296 {
		t.Errorf("limits is at %d here, at 312 in C", off)
	}
}
