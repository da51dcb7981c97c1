package main

import "slc/cmd/slc-vulkan/vk"

// block is a structure of device features.
type block int

const (
	core block = iota
	vulkan11
	vulkan12
	vulkan13
	atomicFloat
	atomicFloat2
	imageInt64
	mutableDescriptors
	numBlocks
)

// blocks says how each structure of features is asked for: its type, and the
// device extension or the version of Vulkan that brings it.
var blocks = [numBlocks]struct {
	structType uint32
	extension  string
	version    uint32
}{
	core:         {vk.StructFeatures2, "", vk.Version(1, 1)},
	vulkan11:     {vk.StructVulkan11Features, "", vk.Version(1, 2)},
	vulkan12:     {vk.StructVulkan12Features, "", vk.Version(1, 2)},
	vulkan13:     {vk.StructVulkan13Features, "", vk.Version(1, 3)},
	atomicFloat:  {vk.StructAtomicFloatFeatures, "VK_EXT_shader_atomic_float", vk.Version(1, 2)},
	atomicFloat2: {vk.StructAtomicFloat2Features, "VK_EXT_shader_atomic_float2", vk.Version(1, 2)},
	imageInt64:   {vk.StructImageAtomicInt64Features, "VK_EXT_shader_image_atomic_int64", vk.Version(1, 2)},

	mutableDescriptors: {vk.StructMutableDescriptorTypeFeatures, "VK_EXT_mutable_descriptor_type", vk.Version(1, 2)},
}

// feature is a device feature that a kernel may need: its name in the Vulkan
// specification and the index of its VkBool32 in its structure.
type feature struct {
	name  string
	block block
	index int
}

var features = []feature{
	{"shaderStorageImageExtendedFormats", core, 29},
	{"shaderStorageImageReadWithoutFormat", core, 31},
	{"shaderStorageImageWriteWithoutFormat", core, 32},
	{"shaderUniformBufferArrayDynamicIndexing", core, 33},
	{"shaderSampledImageArrayDynamicIndexing", core, 34},
	{"shaderStorageBufferArrayDynamicIndexing", core, 35},
	{"shaderStorageImageArrayDynamicIndexing", core, 36},
	{"shaderFloat64", core, 39},
	{"shaderInt64", core, 40},
	{"shaderInt16", core, 41},
	{"storageBuffer16BitAccess", vulkan11, 0},
	{"uniformAndStorageBuffer16BitAccess", vulkan11, 1},
	{"storagePushConstant16", vulkan11, 2},
	{"variablePointersStorageBuffer", vulkan11, 7},
	{"variablePointers", vulkan11, 8},
	{"storageBuffer8BitAccess", vulkan12, 2},
	{"uniformAndStorageBuffer8BitAccess", vulkan12, 3},
	{"storagePushConstant8", vulkan12, 4},
	{"shaderBufferInt64Atomics", vulkan12, 5},
	{"shaderSharedInt64Atomics", vulkan12, 6},
	{"shaderFloat16", vulkan12, 7},
	{"shaderInt8", vulkan12, 8},
	{"shaderUniformTexelBufferArrayDynamicIndexing", vulkan12, 11},
	{"shaderStorageTexelBufferArrayDynamicIndexing", vulkan12, 12},
	{"shaderUniformBufferArrayNonUniformIndexing", vulkan12, 13},
	{"shaderSampledImageArrayNonUniformIndexing", vulkan12, 14},
	{"shaderStorageBufferArrayNonUniformIndexing", vulkan12, 15},
	{"shaderStorageImageArrayNonUniformIndexing", vulkan12, 16},
	{"shaderUniformTexelBufferArrayNonUniformIndexing", vulkan12, 18},
	{"shaderStorageTexelBufferArrayNonUniformIndexing", vulkan12, 19},
	{"descriptorBindingPartiallyBound", vulkan12, 27},
	{"runtimeDescriptorArray", vulkan12, 29},
	{"scalarBlockLayout", vulkan12, 31},
	{"uniformBufferStandardLayout", vulkan12, 33},
	{"shaderSubgroupExtendedTypes", vulkan12, 34},
	{"bufferDeviceAddress", vulkan12, 38},
	{"vulkanMemoryModel", vulkan12, 41},
	{"vulkanMemoryModelDeviceScope", vulkan12, 42},
	{"vulkanMemoryModelAvailabilityVisibilityChains", vulkan12, 43},
	{"subgroupBroadcastDynamicId", vulkan12, 46},
	{"subgroupSizeControl", vulkan13, 7},
	{"computeFullSubgroups", vulkan13, 8},
	{"shaderZeroInitializeWorkgroupMemory", vulkan13, 11},
	{"shaderIntegerDotProduct", vulkan13, 13},
	{"maintenance4", vulkan13, 14},
	{"shaderBufferFloat32Atomics", atomicFloat, 0},
	{"shaderBufferFloat32AtomicAdd", atomicFloat, 1},
	{"shaderBufferFloat64Atomics", atomicFloat, 2},
	{"shaderBufferFloat64AtomicAdd", atomicFloat, 3},
	{"shaderSharedFloat32Atomics", atomicFloat, 4},
	{"shaderSharedFloat32AtomicAdd", atomicFloat, 5},
	{"shaderSharedFloat64Atomics", atomicFloat, 6},
	{"shaderSharedFloat64AtomicAdd", atomicFloat, 7},
	{"shaderImageFloat32Atomics", atomicFloat, 8},
	{"shaderImageFloat32AtomicAdd", atomicFloat, 9},
	{"shaderBufferFloat16Atomics", atomicFloat2, 0},
	{"shaderBufferFloat16AtomicAdd", atomicFloat2, 1},
	{"shaderBufferFloat16AtomicMinMax", atomicFloat2, 2},
	{"shaderBufferFloat32AtomicMinMax", atomicFloat2, 3},
	{"shaderBufferFloat64AtomicMinMax", atomicFloat2, 4},
	{"shaderSharedFloat16Atomics", atomicFloat2, 5},
	{"shaderSharedFloat16AtomicAdd", atomicFloat2, 6},
	{"shaderSharedFloat16AtomicMinMax", atomicFloat2, 7},
	{"shaderSharedFloat32AtomicMinMax", atomicFloat2, 8},
	{"shaderSharedFloat64AtomicMinMax", atomicFloat2, 9},
	{"shaderImageFloat32AtomicMinMax", atomicFloat2, 10},
	{"shaderImageInt64Atomics", imageInt64, 0},
	{"mutableDescriptorType", mutableDescriptors, 0},
}

// findFeature returns the row of a name, or nil.
func findFeature(name string) *feature {
	for i := range features {
		if features[i].name == name {
			return &features[i]
		}
	}
	return nil
}

// capabilities maps a SPIR-V capability to the feature that it needs (Vulkan
// specification, appendix "Vulkan Environment for SPIR-V"). Capabilities that
// every device has are not in it; those of atomics follow from the instructions,
// because the feature depends on the storage class.
var capabilities = []struct {
	capability uint32
	feature    string
}{
	{9, "shaderFloat16"},
	{10, "shaderFloat64"},
	{11, "shaderInt64"},
	{22, "shaderInt16"},
	{28, "shaderUniformBufferArrayDynamicIndexing"},
	{29, "shaderSampledImageArrayDynamicIndexing"},
	{30, "shaderStorageBufferArrayDynamicIndexing"},
	{31, "shaderStorageImageArrayDynamicIndexing"},
	{39, "shaderInt8"},
	{49, "shaderStorageImageExtendedFormats"},
	{55, "shaderStorageImageReadWithoutFormat"},
	{56, "shaderStorageImageWriteWithoutFormat"},
	{4433, "storageBuffer16BitAccess"},
	{4434, "uniformAndStorageBuffer16BitAccess"},
	{4435, "storagePushConstant16"},
	{4441, "variablePointersStorageBuffer"},
	{4442, "variablePointers"},
	{4448, "storageBuffer8BitAccess"},
	{4449, "uniformAndStorageBuffer8BitAccess"},
	{4450, "storagePushConstant8"},
	{5302, "runtimeDescriptorArray"},
	{5304, "shaderUniformTexelBufferArrayDynamicIndexing"},
	{5305, "shaderStorageTexelBufferArrayDynamicIndexing"},
	{5306, "shaderUniformBufferArrayNonUniformIndexing"},
	{5307, "shaderSampledImageArrayNonUniformIndexing"},
	{5308, "shaderStorageBufferArrayNonUniformIndexing"},
	{5309, "shaderStorageImageArrayNonUniformIndexing"},
	{5311, "shaderUniformTexelBufferArrayNonUniformIndexing"},
	{5312, "shaderStorageTexelBufferArrayNonUniformIndexing"},
	{5345, "vulkanMemoryModel"},
	{5346, "vulkanMemoryModelDeviceScope"},
	{5347, "bufferDeviceAddress"},
	{6016, "shaderIntegerDotProduct"},
	{6017, "shaderIntegerDotProduct"},
	{6018, "shaderIntegerDotProduct"},
	{6019, "shaderIntegerDotProduct"},
}

// featureless are extensions that modules may need and that have no feature to ask for.
var featureless = []string{"VK_NV_shader_subgroup_partitioned"}

// subgroupOperations maps a capability to the bit of
// VkSubgroupFeatureFlagBits that a device must support, and its name.
var subgroupOperations = []struct {
	capability uint32
	bit        uint32
	name       string
}{
	{61, 0x01, "subgroup operations: basic"},
	{62, 0x02, "subgroup operations: vote"},
	{63, 0x04, "subgroup operations: arithmetic"},
	{64, 0x08, "subgroup operations: ballot"},
	{65, 0x10, "subgroup operations: shuffle"},
	{66, 0x20, "subgroup operations: shuffle relative"},
	{67, 0x40, "subgroup operations: clustered"},
	{68, 0x80, "subgroup operations: quad"},
	{5297, 0x100, "subgroup operations: partitioned (NV)"},
}
