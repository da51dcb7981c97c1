// Package features says what a Vulkan device must offer to run a SPIR-V module (Vulkan specification, appendix
// "Vulkan Environment for SPIR-V"). Reflection lists it, and the device runner asks for it.
package features

import (
	"strconv"

	"slc/backend/spirv/binary"
)

// capabilities has those that a feature of the device allows. Capabilities that every device has are not in it; those of
// atomics follow from the instructions, since their features depend on the storage class.
var capabilities = [...]struct {
	capability binary.Capability
	feature    string
}{
	{binary.CapabilityFloat16, "shaderFloat16"},
	{binary.CapabilityFloat64, "shaderFloat64"},
	{binary.CapabilityInt64, "shaderInt64"},
	{binary.CapabilityInt16, "shaderInt16"},
	{binary.CapabilityInt8, "shaderInt8"},
	{binary.CapabilityUniformBufferArrayDynamicIndexing, "shaderUniformBufferArrayDynamicIndexing"},
	{binary.CapabilitySampledImageArrayDynamicIndexing, "shaderSampledImageArrayDynamicIndexing"},
	{binary.CapabilityStorageBufferArrayDynamicIndexing, "shaderStorageBufferArrayDynamicIndexing"},
	{binary.CapabilityStorageImageArrayDynamicIndexing, "shaderStorageImageArrayDynamicIndexing"},
	{binary.CapabilityUniformTexelBufferArrayDynamicIndexing, "shaderUniformTexelBufferArrayDynamicIndexing"},
	{binary.CapabilityStorageTexelBufferArrayDynamicIndexing, "shaderStorageTexelBufferArrayDynamicIndexing"},
	{binary.CapabilityUniformBufferArrayNonUniformIndexing, "shaderUniformBufferArrayNonUniformIndexing"},
	{binary.CapabilitySampledImageArrayNonUniformIndexing, "shaderSampledImageArrayNonUniformIndexing"},
	{binary.CapabilityStorageBufferArrayNonUniformIndexing, "shaderStorageBufferArrayNonUniformIndexing"},
	{binary.CapabilityStorageImageArrayNonUniformIndexing, "shaderStorageImageArrayNonUniformIndexing"},
	{binary.CapabilityUniformTexelBufferArrayNonUniformIndexing, "shaderUniformTexelBufferArrayNonUniformIndexing"},
	{binary.CapabilityStorageTexelBufferArrayNonUniformIndexing, "shaderStorageTexelBufferArrayNonUniformIndexing"},
	{binary.CapabilityRuntimeDescriptorArray, "runtimeDescriptorArray"},
	{binary.CapabilityStorageImageExtendedFormats, "shaderStorageImageExtendedFormats"},
	{binary.CapabilityStorageImageReadWithoutFormat, "shaderStorageImageReadWithoutFormat"},
	{binary.CapabilityStorageImageWriteWithoutFormat, "shaderStorageImageWriteWithoutFormat"},
	{binary.CapabilityStorageImageMultisample, "shaderStorageImageMultisample"},
	{binary.CapabilityImageCubeArray, "imageCubeArray"},
	{binary.CapabilityImageGatherExtended, "shaderImageGatherExtended"},
	{binary.CapabilityStorageBuffer16BitAccess, "storageBuffer16BitAccess"},
	{binary.CapabilityUniformAndStorageBuffer16BitAccess, "uniformAndStorageBuffer16BitAccess"},
	{binary.CapabilityStoragePushConstant16, "storagePushConstant16"},
	{binary.CapabilityStorageBuffer8BitAccess, "storageBuffer8BitAccess"},
	{binary.CapabilityUniformAndStorageBuffer8BitAccess, "uniformAndStorageBuffer8BitAccess"},
	{binary.CapabilityStoragePushConstant8, "storagePushConstant8"},
	{binary.CapabilityVulkanMemoryModel, "vulkanMemoryModel"},
	{binary.CapabilityVulkanMemoryModelDeviceScope, "vulkanMemoryModelDeviceScope"},
	{binary.CapabilityPhysicalStorageBufferAddresses, "bufferDeviceAddress"},
	{binary.CapabilityGroupNonUniformRotateKHR, "shaderSubgroupRotate"},
	{binary.CapabilityComputeDerivativeGroupQuadsNV, "computeDerivativeGroupQuads"},
	{binary.CapabilityComputeDerivativeGroupLinearNV, "computeDerivativeGroupLinear"},
	{binary.CapabilityVariablePointersStorageBuffer, "variablePointersStorageBuffer"},
	{binary.CapabilityVariablePointers, "variablePointers"},
	{binary.CapabilityDotProductInputAll, "shaderIntegerDotProduct"},
	{binary.CapabilityDotProductInput4x8Bit, "shaderIntegerDotProduct"},
	{binary.CapabilityDotProductInput4x8BitPacked, "shaderIntegerDotProduct"},
	{binary.CapabilityDotProduct, "shaderIntegerDotProduct"},
}

// OfCapability is the device feature that a capability needs, "" for none.
func OfCapability(c binary.Capability) string {
	for _, row := range capabilities {
		if row.capability == c {
			return row.feature
		}
	}
	return ""
}

// All lists the features that some capability needs.
func All() (names []string) {
	for _, row := range capabilities {
		names = append(names, row.feature)
	}
	return names
}

// Subgroup is a kind of subgroup operations: the bit of VkSubgroupFeatureFlagBits and its name there, without
// prefix and suffix.
type Subgroup struct {
	Bit  uint32
	Name string
}

// SubgroupOf is what a capability needs of a device's subgroups, nil for nothing.
func SubgroupOf(c binary.Capability) *Subgroup {
	for i := range subgroups {
		if subgroups[i].capability == c {
			return &subgroups[i].Subgroup
		}
	}
	return nil
}

// Subgroups lists all kinds.
func Subgroups() (all []Subgroup) {
	for _, row := range subgroups {
		all = append(all, row.Subgroup)
	}
	return all
}

var subgroups = [...]struct {
	capability binary.Capability
	Subgroup
}{
	{binary.CapabilityGroupNonUniform, Subgroup{0x1, "BASIC"}},
	{binary.CapabilityGroupNonUniformVote, Subgroup{0x2, "VOTE"}},
	{binary.CapabilityGroupNonUniformArithmetic, Subgroup{0x4, "ARITHMETIC"}},
	{binary.CapabilityGroupNonUniformBallot, Subgroup{0x8, "BALLOT"}},
	{binary.CapabilityGroupNonUniformShuffle, Subgroup{0x10, "SHUFFLE"}},
	{binary.CapabilityGroupNonUniformShuffleRelative, Subgroup{0x20, "SHUFFLE_RELATIVE"}},
	{binary.CapabilityGroupNonUniformClustered, Subgroup{0x40, "CLUSTERED"}},
	{binary.CapabilityGroupNonUniformQuad, Subgroup{0x80, "QUAD"}},
	{binary.CapabilityGroupNonUniformPartitionedNV, Subgroup{0x100, "PARTITIONED"}},
}

// Atomic is the feature for an atomic instruction on an integer or float of some width, in an object of some storage
// class; "" for those that every device has.
func Atomic(op binary.Opcode, class binary.StorageClass, float bool, width uint32) string {
	place := "Buffer"
	switch class {
	case binary.StorageClassWorkgroup:
		place = "Shared"
	case binary.StorageClassImage:
		place = "Image"
	}
	switch {
	case !float && width == 64:
		return "shader" + place + "Int64Atomics"
	case !float:
		return ""
	}
	name := "shader" + place + "Float" + strconv.Itoa(int(width))
	switch op {
	case binary.OpAtomicFAddEXT:
		return name + "AtomicAdd"
	case binary.OpAtomicFMinEXT, binary.OpAtomicFMaxEXT:
		return name + "AtomicMinMax"
	}
	return name + "Atomics" // load, store, exchange
}

// IsAtomic reports whether an instruction is an atomic.
func IsAtomic(op binary.Opcode) bool {
	return op >= binary.OpAtomicLoad && op <= binary.OpAtomicXor || op == binary.OpAtomicFAddEXT ||
		op == binary.OpAtomicFMinEXT || op == binary.OpAtomicFMaxEXT
}
