// Package vk is the part of the Vulkan API that a compute dispatcher needs,
// called through the loader without cgo (github.com/ebitengine/purego).
//
// Names follow the Vulkan headers without their Vk prefix; structures have the
// layout of the C ones on 64-bit machines. Handles are uint64 whether or not
// they are dispatchable.
package vk
