package tools

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"slc/cmd/slc-vulkan/job"
)

// histogram: 64 invocations; invocation i adds 1 to bins[data[i] & 7].
const histogram = `OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %data %bins %gid
OpExecutionMode %main LocalSize 32 1 1
OpDecorate %gid BuiltIn GlobalInvocationId
OpDecorate %rta ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
OpDecorate %data NonWritable
OpDecorate %bins DescriptorSet 0
OpDecorate %bins Binding 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%v3 = OpTypeVector %uint 3
%rta = OpTypeRuntimeArray %uint
%block = OpTypeStruct %rta
%pblock = OpTypePointer StorageBuffer %block
%puint = OpTypePointer StorageBuffer %uint
%pv3 = OpTypePointer Input %v3
%c0 = OpConstant %uint 0
%c1 = OpConstant %uint 1
%c7 = OpConstant %uint 7
%data = OpVariable %pblock StorageBuffer
%bins = OpVariable %pblock StorageBuffer
%gid = OpVariable %pv3 Input
%main = OpFunction %void None %fn
%l = OpLabel
%g = OpLoad %v3 %gid
%i = OpCompositeExtract %uint %g 0
%p = OpAccessChain %puint %data %c0 %i
%v = OpLoad %uint %p
%b = OpBitwiseAnd %uint %v %c7
%q = OpAccessChain %puint %bins %c0 %b
%old = OpAtomicIAdd %uint %q %c1 %c0 %c1
OpReturn
OpFunctionEnd
`

func words(data []byte) []uint32 {
	w := make([]uint32, len(data)/4)
	for i := range w {
		w[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return w
}

func histogramJob(t *testing.T) *job.Job {
	module := SpirvAs(t, histogram, "vulkan1.2")
	SpirvVal(t, module, "vulkan1.2")
	// Element i is i*i: the squares modulo 8 of eight successive numbers are
	// 0 1 4 1 0 1 4 1, so 64 of them fill bin 0 with 16, 1 with 32, 4 with 16.
	data := make([]uint32, 64)
	for i := range data {
		data[i] = uint32(i * i)
	}
	return &job.Job{SPIRV: module, Groups: []uint32{2}, Bindings: []job.Binding{{Binding: 0, U32: data}, {Binding: 1, Size: 32}}}
}

func TestRunVulkanHistogram(t *testing.T) {
	j := histogramJob(t)
	r := RunVulkan(t, j)
	want := []uint32{16, 32, 0, 0, 16, 0, 0, 0}
	if got := words(r.Buffer(0, 1)); !slices.Equal(got, want) {
		t.Errorf("bins are %v, want %v", got, want)
	}
	if r.Device == "" || r.SubgroupSize == 0 {
		t.Errorf("the result does not describe the device: %+v", r)
	}
	j.Repeat, j.Time = 5, 3
	r = RunVulkan(t, j)
	if len(r.Outcomes) != 1 || r.Outcomes[0].Count != 5 || !slices.Equal(words(r.Outcomes[0].Buffers[1].Data), want) {
		t.Errorf("five runs give %+v", r.Outcomes)
	}
	if r.Timing == nil || r.Timing.Runs != 3 || r.Timing.Min > r.Timing.Median || r.Timing.Median > r.Timing.Max {
		t.Errorf("three timed runs give %+v", r.Timing)
	}
}

// pushCopy stores both words of the push constants, the second times the
// specialization constant 3 (default 2), to out[0] and out[1].
const pushCopy = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "copy" %push %out
OpExecutionMode %main LocalSize 1 1 1
OpMemberDecorate %pc 0 Offset 0
OpMemberDecorate %pc 1 Offset 4
OpDecorate %pc Block
OpDecorate %rta ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %out DescriptorSet 1
OpDecorate %out Binding 4
OpDecorate %spec SpecId 3
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%pc = OpTypeStruct %uint %uint
%ppc = OpTypePointer PushConstant %pc
%ppcu = OpTypePointer PushConstant %uint
%rta = OpTypeRuntimeArray %uint
%block = OpTypeStruct %rta
%pblock = OpTypePointer StorageBuffer %block
%puint = OpTypePointer StorageBuffer %uint
%c0 = OpConstant %uint 0
%c1 = OpConstant %uint 1
%spec = OpSpecConstant %uint 2
%push = OpVariable %ppc PushConstant
%out = OpVariable %pblock StorageBuffer
%main = OpFunction %void None %fn
%l = OpLabel
%pa = OpAccessChain %ppcu %push %c0
%a = OpLoad %uint %pa
%pb = OpAccessChain %ppcu %push %c1
%b = OpLoad %uint %pb
%bs = OpIMul %uint %b %spec
%qa = OpAccessChain %puint %out %c0 %c0
OpStore %qa %a
%qb = OpAccessChain %puint %out %c0 %c1
OpStore %qb %bs
OpReturn
OpFunctionEnd
`

func TestRunVulkanPushAndSpec(t *testing.T) {
	module := SpirvAs(t, pushCopy, "vulkan1.2")
	SpirvVal(t, module, "vulkan1.2")
	j := &job.Job{SPIRV: module, Entry: "copy", Push: []byte{1, 2, 3, 4, 7, 0, 0, 0}, Bindings: []job.Binding{{Set: 1, Binding: 4, Size: 12}}}
	if got, want := words(RunVulkan(t, j).Buffer(1, 4)), []uint32{0x04030201, 14, 0}; !slices.Equal(got, want) {
		t.Errorf("out is %#x, want %#x", got, want)
	}
	j.Spec = []job.Spec{{ID: 3, Value: 100}}
	if got, want := words(RunVulkan(t, j).Buffer(1, 4)), []uint32{0x04030201, 700, 0}; !slices.Equal(got, want) {
		t.Errorf("with a specialization constant out is %#x, want %#x", got, want)
	}
}

// imageMax: invocation (x, y) does an atomic maximum of 10*y+x on texel (0, y)
// of an image and of texel y of a texel buffer.
const imageMax = `OpCapability Shader
OpCapability ImageBuffer
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %gid %img %buf
OpExecutionMode %main LocalSize 4 2 1
OpDecorate %gid BuiltIn GlobalInvocationId
OpDecorate %img DescriptorSet 0
OpDecorate %img Binding 0
OpDecorate %buf DescriptorSet 0
OpDecorate %buf Binding 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%v2 = OpTypeVector %uint 2
%v3 = OpTypeVector %uint 3
%pv3 = OpTypePointer Input %v3
%it = OpTypeImage %uint 2D 0 0 0 2 R32ui
%bt = OpTypeImage %uint Buffer 0 0 0 2 R32ui
%pit = OpTypePointer UniformConstant %it
%pbt = OpTypePointer UniformConstant %bt
%ptexel = OpTypePointer Image %uint
%c0 = OpConstant %uint 0
%c1 = OpConstant %uint 1
%c10 = OpConstant %uint 10
%img = OpVariable %pit UniformConstant
%buf = OpVariable %pbt UniformConstant
%gid = OpVariable %pv3 Input
%main = OpFunction %void None %fn
%l = OpLabel
%g = OpLoad %v3 %gid
%x = OpCompositeExtract %uint %g 0
%y = OpCompositeExtract %uint %g 1
%t = OpIMul %uint %y %c10
%v = OpIAdd %uint %t %x
%at = OpCompositeConstruct %v2 %c0 %y
%p = OpImageTexelPointer %ptexel %img %at %c0
%o1 = OpAtomicUMax %uint %p %c1 %c0 %v
%q = OpImageTexelPointer %ptexel %buf %y %c0
%o2 = OpAtomicUMax %uint %q %c1 %c0 %v
OpReturn
OpFunctionEnd
`

func TestRunVulkanImages(t *testing.T) {
	module := SpirvAs(t, imageMax, "vulkan1.2")
	SpirvVal(t, module, "vulkan1.2")
	r := RunVulkan(t, &job.Job{SPIRV: module, Bindings: []job.Binding{
		{Binding: 0, Kind: job.StorageImage, Format: "r32ui", Extent: []uint32{3, 2}, U32: []uint32{1, 91, 92, 2, 93, 94}},
		{Binding: 1, Kind: job.StorageTexelBuffer, Format: "r32ui", U32: []uint32{5, 5, 95}},
	}})
	// Row 0 has maximum 3, row 1 has 13; texel buffer element 0 starts at 5.
	if got, want := words(r.Buffer(0, 0)), []uint32{3, 91, 92, 13, 93, 94}; !slices.Equal(got, want) {
		t.Errorf("the image is %v, want %v", got, want)
	}
	if got, want := words(r.Buffer(0, 1)), []uint32{5, 13, 95}; !slices.Equal(got, want) {
		t.Errorf("the texel buffer is %v, want %v", got, want)
	}
}

func TestTryVulkanRefuses(t *testing.T) {
	good := histogramJob(t)
	// Half-precision add is in no released version of lavapipe.
	half := strings.NewReplacer("OpCapability Shader", "OpCapability Shader\nOpCapability Float16\nOpCapability AtomicFloat16AddEXT\nOpExtension \"SPV_EXT_shader_atomic_float16_add\"",
		"%void = OpTypeVoid", "%void = OpTypeVoid\n%half = OpTypeFloat 16\n%phalf = OpTypePointer StorageBuffer %half\n%one = OpConstant %half 1",
		"%q = OpAccessChain %puint %bins %c0 %b", "%q = OpAccessChain %phalf %bins %c0 %b",
		"OpAtomicIAdd %uint %q %c1 %c0 %c1", "OpAtomicFAddEXT %half %q %c1 %c0 %one").Replace(histogram)
	for _, tt := range []struct {
		name string
		edit func(j *job.Job)
		want string
	}{
		{"no module", func(j *job.Job) { j.SPIRV = nil }, "not a SPIR-V module"},
		{"missing file", func(j *job.Job) { j.File = "/no/such.spv" }, "no such file"},
		{"cut instruction", func(j *job.Job) { j.SPIRV = j.SPIRV[:len(j.SPIRV)-12] }, "an instruction of"},
		{"cut function", func(j *job.Job) { j.SPIRV = j.SPIRV[:len(j.SPIRV)-8] }, "does not end with"},
		{"wrong entry", func(j *job.Job) { j.Entry = "other" }, `no entry point "other"; it has main`},
		{"wrong device", func(j *job.Job) { j.Device = "no such thing" }, "no device's name contains"},
		{"device index", func(j *job.Job) { j.Device = "99" }, "there is no device 99"},
		{"feature by name", func(j *job.Job) { j.Features = []string{"shaderFoo"} }, "lacks: shaderFoo"},
		{"feature of an atomic", func(j *job.Job) { j.SPIRV = SpirvAs(t, half, "vulkan1.2") }, "shaderBufferFloat16AtomicAdd"},
		{"empty buffer", func(j *job.Job) { j.Bindings[1].Size = 0 }, "set 0, binding 1: it has neither size nor contents"},
		{"double binding", func(j *job.Job) { j.Bindings[1].Binding = 0 }, "given twice"},
		{"gap in an array", func(j *job.Job) { j.Bindings[1].Element = 1 }, "elements before it"},
		{"kind", func(j *job.Job) { j.Bindings[0].Kind = "texture" }, `unknown kind "texture"`},
		{"format", func(j *job.Job) { j.Bindings[0].Kind, j.Bindings[0].Format = job.StorageImage, "r31" }, `unknown format "r31"`},
		{"extent", func(j *job.Job) { j.Bindings[0].Kind, j.Bindings[0].Format = job.StorageImage, "r32ui" }, "2 numbers in its extent"},
		{"groups", func(j *job.Job) { j.Groups = []uint32{1 << 31} }, "workgroups in dimension 0"},
		{"push constants", func(j *job.Job) { j.Push = make([]byte, 3) }, "not whole words"},
		{"subgroup size", func(j *job.Job) { j.SubgroupSize = 3 }, "subgroup size 3"},
	} {
		j := *good
		j.Bindings = slices.Clone(good.Bindings)
		tt.edit(&j)
		if r := TryVulkan(t, &j); !strings.Contains(r.Error, tt.want) {
			t.Errorf("%s: the error is %q, want %q in it", tt.name, r.Error, tt.want)
		}
	}
	// The process is still good.
	RunVulkan(t, good)
}

// hang adds 1 to bins[0] 65000 times an invocation (lavapipe 22.3 cuts loops at
// 65535 iterations): with millions of workgroups, far more than the test waits for.
const hang = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %bins
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %rta ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %bins DescriptorSet 0
OpDecorate %bins Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%bool = OpTypeBool
%rta = OpTypeRuntimeArray %uint
%block = OpTypeStruct %rta
%pblock = OpTypePointer StorageBuffer %block
%puint = OpTypePointer StorageBuffer %uint
%c0 = OpConstant %uint 0
%c1 = OpConstant %uint 1
%n = OpConstant %uint 65000
%bins = OpVariable %pblock StorageBuffer
%main = OpFunction %void None %fn
%l = OpLabel
%p = OpAccessChain %puint %bins %c0 %c0
OpBranch %h
%h = OpLabel
%k = OpPhi %uint %c0 %l %k1 %c
OpLoopMerge %e %c None
OpBranch %b
%b = OpLabel
%v = OpAtomicIAdd %uint %p %c1 %c0 %c1
OpBranch %c
%c = OpLabel
%k1 = OpIAdd %uint %k %c1
%kc = OpULessThan %bool %k1 %n
OpBranchConditional %kc %h %e
%e = OpLabel
OpReturn
OpFunctionEnd
`

func TestVulkanTimeout(t *testing.T) {
	module := SpirvAs(t, hang, "vulkan1.2")
	SpirvVal(t, module, "vulkan1.2")
	r := TryVulkan(t, &job.Job{SPIRV: module, TimeoutMS: 50, Groups: []uint32{65535, 100}, Bindings: []job.Binding{{Size: 4}}})
	if !r.TimedOut || !strings.Contains(r.Error, "did not finish within 50ms") {
		t.Errorf("65000 additions in each of 6553500 workgroups give %+v, want a timeout", r)
	}
	RunVulkan(t, histogramJob(t)) // in a fresh process
}
