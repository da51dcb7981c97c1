package vk

import "unsafe"

// Structures of descriptor indexing and of mutable descriptors (VK_EXT_mutable_descriptor_type).
const (
	StructSetLayoutBindingFlags         = 1000161000
	StructMutableDescriptorTypeFeatures = 1000351000
	StructMutableDescriptorTypeInfo     = 1000351002

	// DescriptorMutable is VK_DESCRIPTOR_TYPE_MUTABLE_EXT.
	DescriptorMutable = 1000351000
	// BindingPartiallyBound is VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT.
	BindingPartiallyBound = 0x4
)

// SetLayoutBindingFlags is VkDescriptorSetLayoutBindingFlagsCreateInfo.
type SetLayoutBindingFlags struct {
	Header
	Count uint32
	Flags *uint32
}

// MutableDescriptorTypeList is VkMutableDescriptorTypeListEXT.
type MutableDescriptorTypeList struct {
	Count uint32
	Types *uint32
}

// MutableDescriptorTypeInfo is VkMutableDescriptorTypeCreateInfoEXT.
type MutableDescriptorTypeInfo struct {
	Header
	Count uint32
	Lists *MutableDescriptorTypeList
}

// Chain puts the structure that starts with h before next and returns it.
func Chain(h *Header, next unsafe.Pointer) unsafe.Pointer {
	h.Next = next
	return unsafe.Pointer(h)
}
