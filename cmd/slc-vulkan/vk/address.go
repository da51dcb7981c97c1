package vk

// Structures for the addresses of buffers (Vulkan 1.2, bufferDeviceAddress).

// MemoryAllocateFlags is VkMemoryAllocateFlagsInfo.
type MemoryAllocateFlags struct {
	Header
	Flags, DeviceMask uint32
}

// BufferDeviceAddress is VkBufferDeviceAddressInfo.
type BufferDeviceAddress struct {
	Header
	Buffer Buffer
}
