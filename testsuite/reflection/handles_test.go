package reflection

import (
	"encoding/json"
	"slices"
	"testing"

	"slc"
)

// TestHeapFeatures: a heap of buffers alone is an ordinary array of descriptors; buffers and images at its one binding need
// mutable descriptors (VK_EXT_mutable_descriptor_type). What is combined with a sampler, and samplers, have bindings of their own.
func TestHeapFeatures(t *testing.T) {
	const start = `struct Table { RWStructuredBuffer<uint>.Handle b; RWTexture2D<uint>.Handle i; Sampler2D.Handle c; SamplerState.Handle s; }
StructuredBuffer<Table> h; Texture2D t; [numthreads(1, 1, 1)] void f(uint3 id : SV_DispatchThreadID) { `
	for body, want := range map[string][]string{
		"h[0].b[0] = 1;":                {"runtimeDescriptorArray", "shaderStorageBufferArrayDynamicIndexing"},
		"nonuniform(h[id.x].b)[0] = 1;": {"runtimeDescriptorArray", "shaderStorageBufferArrayDynamicIndexing", "shaderStorageBufferArrayNonUniformIndexing"},
		"h[0].b[0] = h[0].i[id.xy];":    {"mutableDescriptorType", "runtimeDescriptorArray", "shaderStorageBufferArrayDynamicIndexing", "shaderStorageImageArrayDynamicIndexing"},
		"h[0].b[0] = uint(h[0].c.SampleLevel(float2(0, 0), 0).x + t.SampleLevel(h[0].s, float2(0, 0), 0).x);": {"runtimeDescriptorArray",
			"shaderSampledImageArrayDynamicIndexing", "shaderStorageBufferArrayDynamicIndexing"},
	} {
		r := compile(t, "k.slang", []byte(start+body+" }"), slc.Request{Reflect: true}, slc.SPIRV)
		if r == nil {
			t.Fatalf("%s does not compile", body)
		}
		var doc struct {
			Targets []struct{ Features []string }
		}
		if err := json.Unmarshal(r.Reflection, &doc); err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(doc.Targets[0].Features, func(f string) bool { return f == "vulkanMemoryModel" || f == "vulkanMemoryModelDeviceScope" })
		if !slices.Equal(got, want) {
			t.Errorf("%s needs %v, want %v", body, got, want)
		}
	}
}
