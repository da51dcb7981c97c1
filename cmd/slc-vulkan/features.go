package main

import (
	"strings"

	"slc/backend/spirv/features"
	"slc/cmd/slc-vulkan/vk"
)

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
	subgroupRotate
	derivatives
	numBlocks
)

// blocks says how each structure of features is asked for: its type, and the
// device extension, of several names the first that there is, or the version of Vulkan that brings it.
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
	subgroupRotate:     {vk.StructSubgroupRotateFeatures, "VK_KHR_shader_subgroup_rotate", vk.Version(1, 2)},
	derivatives:        {vk.StructDerivativesFeatures, "VK_KHR_compute_shader_derivatives VK_NV_compute_shader_derivatives", vk.Version(1, 2)},
}

// feature is a device feature that a kernel may need: its name in the Vulkan
// specification and the index of its VkBool32 in its structure.
type feature struct {
	name  string
	block block
	index int
}

var deviceFeatures = []feature{
	{"imageCubeArray", core, 2},
	{"shaderImageGatherExtended", core, 28},
	{"shaderStorageImageExtendedFormats", core, 29},
	{"shaderStorageImageMultisample", core, 30},
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
	{"shaderSubgroupRotate", subgroupRotate, 0},
	{"computeDerivativeGroupQuads", derivatives, 0},
	{"computeDerivativeGroupLinear", derivatives, 1},
}

// findFeature returns the row of a name, or nil.
func findFeature(name string) *feature {
	for i := range deviceFeatures {
		if deviceFeatures[i].name == name {
			return &deviceFeatures[i]
		}
	}
	return nil
}

// featureless are extensions that modules may need and that have no feature to ask for.
var featureless = []string{"VK_NV_shader_subgroup_partitioned"}

// subgroupName is a kind of subgroup operations as lists of what a device has or lacks name it.
func subgroupName(s features.Subgroup) string {
	return "subgroup operations: " + strings.ToLower(strings.ReplaceAll(s.Name, "_", " "))
}
