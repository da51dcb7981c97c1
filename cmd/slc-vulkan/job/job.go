// Package job is the language of slc-vulkan: a Job says what to run on a Vulkan
// device, a Result what came of it. Both are JSON, one a line in server mode.
// The package has no Vulkan in it, so the compiler may import it.
package job

import "fmt"

// Kind is what a binding holds.
type Kind string

// The kinds of bindings.
const (
	StorageBuffer      Kind = "storage-buffer"
	UniformBuffer      Kind = "uniform-buffer"
	StorageTexelBuffer Kind = "storage-texel-buffer"
	UniformTexelBuffer Kind = "uniform-texel-buffer"
	StorageImage       Kind = "storage-image"
	SampledImage       Kind = "sampled-image"
	Sampler            Kind = "sampler"
	// Memory is a buffer without a descriptor, which kernels reach by its address. Its Set is
	// MemorySet, its Binding a number of its own.
	Memory Kind = "memory"
)

// MemorySet is the set of the bindings of kind Memory.
const MemorySet = ^uint32(0)

// IsImage reports whether the kind is an image rather than a buffer.
func (k Kind) IsImage() bool { return k == StorageImage || k == SampledImage }

// HasFormat reports whether the kind needs a texel format.
func (k Kind) HasFormat() bool {
	return k.IsImage() || k == StorageTexelBuffer || k == UniformTexelBuffer
}

// Writable reports whether a kernel can write it: only those come back.
func (k Kind) Writable() bool {
	return k == StorageBuffer || k == StorageTexelBuffer || k == StorageImage || k == Memory
}

// Binding is one descriptor and its contents before the dispatch. The contents
// are Data, or the words of U32, or the file File; they are padded with zeros
// to Size. An image's size follows from its format and extent.
type Binding struct {
	Set     uint32   `json:"set"`
	Binding uint32   `json:"binding"`
	Element uint32   `json:"element,omitempty"` // index in an array of descriptors
	Kind    Kind     `json:"kind,omitempty"`    // default storage-buffer
	Size    uint64   `json:"size,omitempty"`    // bytes
	Data    []byte   `json:"data,omitempty"`    // base64 in JSON
	U32     []uint32 `json:"u32,omitempty"`
	File    string   `json:"file,omitempty"`
	Format  string   `json:"format,omitempty"` // "r32ui", "rgba32f", …
	Dim     string   `json:"dim,omitempty"`    // "1d", "2d" (default), "3d", "1d-array", "2d-array", "cube", "cube-array"
	Extent  []uint32 `json:"extent,omitempty"` // width, height, depth or layers (six a cube)
	// Heap marks an element of an array that descriptor handles choose from: elements before it may be missing or of other kinds.
	// Absent bindings have no element; they only say that such an array may hold the kind, and stand behind all others.
	Heap   bool `json:"heap,omitempty"`
	Absent bool `json:"absent,omitempty"`
	// Sampler is words for a sampler: nearest or linear, wrap, mirror or clamp, and for a comparison never,
	// less, equal, less-equal, greater, not-equal, greater-equal or always. "" is nearest, wrap.
	Sampler string `json:"sampler,omitempty"`
}

// Address puts the 64-bit address of a binding, plus Plus, into the contents of another
// before the dispatch: Into and Of are indices of Job.Bindings, Into -1 are the push constants.
type Address struct {
	Into   int    `json:"into"`
	Offset uint64 `json:"offset"`
	Of     int    `json:"of"`
	Plus   uint64 `json:"plus,omitempty"`
}

// Spec gives a specialization constant a value of Size (default 4) bytes, in the
// low bits of Value.
type Spec struct {
	ID    uint32 `json:"id"`
	Value uint64 `json:"value"`
	Size  int    `json:"size,omitempty"`
}

// Job is a compute dispatch.
type Job struct {
	// The module: one of both. SPIRV is base64 in JSON.
	SPIRV []byte `json:"spirv,omitempty"`
	File  string `json:"file,omitempty"`
	// Entry is the entry point; "" is the only one of the module.
	Entry string `json:"entry,omitempty"`
	// Groups is the number of workgroups in x, y and z; missing ones are 1.
	Groups   []uint32  `json:"groups,omitempty"`
	Bindings []Binding `json:"bindings,omitempty"`
	Push     []byte    `json:"push,omitempty"` // push constants
	// Addresses are written into the contents of bindings.
	Addresses []Address `json:"addresses,omitempty"`
	Spec      []Spec    `json:"spec,omitempty"`

	// Device is an index or a part of a device's name; "" is the first.
	Device string `json:"device,omitempty"`
	// Features are Vulkan features that the device must have besides those that
	// follow from the module, by their name in the Vulkan specification.
	Features []string `json:"features,omitempty"`
	// SubgroupSize asks for a size (subgroup size control); 0 leaves it.
	SubgroupSize uint32 `json:"subgroup_size,omitempty"`

	// Repeat runs the dispatch that many times, each with fresh contents, and
	// counts the distinct results (Result.Outcomes); 0 is 1.
	Repeat int `json:"repeat,omitempty"`
	// Time measures that many dispatches by timestamps, with fresh contents each.
	Time int `json:"time,omitempty"`
	// TimeoutMS bounds the wait for each dispatch; 0 is 10 seconds.
	TimeoutMS int `json:"timeout_ms,omitempty"`
}

// Buffer is the contents of a writable binding after the dispatch.
type Buffer struct {
	Set     uint32 `json:"set"`
	Binding uint32 `json:"binding"`
	Element uint32 `json:"element,omitempty"`
	Data    []byte `json:"data"`
}

// Outcome is one distinct result of a repeated dispatch.
type Outcome struct {
	Count   int      `json:"count"`
	Buffers []Buffer `json:"buffers"`
}

// Timing is what the timestamps say, in nanoseconds.
type Timing struct {
	Runs   int    `json:"runs"`
	Median uint64 `json:"median_ns"`
	Min    uint64 `json:"min_ns"`
	Max    uint64 `json:"max_ns"`
}

// Result is the answer to a Job. Error is empty when the job ran.
type Result struct {
	Error string `json:"error,omitempty"`
	// Lacking names the device's missing features, when that is the error.
	Lacking []string `json:"lacking,omitempty"`
	// TimedOut is set when a dispatch did not finish in time.
	TimedOut bool `json:"timed_out,omitempty"`

	Device       string `json:"device,omitempty"`
	APIVersion   string `json:"api_version,omitempty"`
	SubgroupSize uint32 `json:"subgroup_size,omitempty"`
	// Buffers are those of the first run, in the order of the job's bindings.
	Buffers  []Buffer  `json:"buffers,omitempty"`
	Outcomes []Outcome `json:"outcomes,omitempty"`
	Timing   *Timing   `json:"timing,omitempty"`
	// Validation holds the messages of the validation layer, when it is on.
	Validation []string `json:"validation,omitempty"`
}

// Buffer returns the contents of a binding after the dispatch, or nil.
func (r *Result) Buffer(set, binding uint32) []byte {
	for i := range r.Buffers {
		if r.Buffers[i].Set == set && r.Buffers[i].Binding == binding {
			return r.Buffers[i].Data
		}
	}
	return nil
}

// Element returns the contents of an element of a binding after the dispatch, or nil.
func (r *Result) Element(set, binding, element uint32) []byte {
	for i := range r.Buffers {
		if b := &r.Buffers[i]; b.Set == set && b.Binding == binding && b.Element == element {
			return b.Data
		}
	}
	return nil
}

// DeviceInfo describes a device for -list.
type DeviceInfo struct {
	Index        int      `json:"index"`
	Name         string   `json:"name"`
	Type         string   `json:"type"`
	APIVersion   string   `json:"api_version"`
	SubgroupSize uint32   `json:"subgroup_size"`
	Features     []string `json:"features"` // those that kernels may need
}

func (b *Binding) String() string {
	if b.Set == MemorySet {
		return fmt.Sprintf("memory %d", b.Binding)
	}
	if b.Element != 0 {
		return fmt.Sprintf("set %d, binding %d[%d]", b.Set, b.Binding, b.Element)
	}
	return fmt.Sprintf("set %d, binding %d", b.Set, b.Binding)
}
