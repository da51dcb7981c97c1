package spirv

import (
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower/ir"
)

const imageGlobals = `resource @u2 storage_image set=0 binding=0 metal=0 layout=std430 format=r32ui source=RWTexture2D
  view uint
resource @f4 storage_image set=0 binding=1 metal=0 layout=std430 source=RWTexture2D
  view float4
resource @h2 storage_image set=0 binding=2 metal=0 layout=std430 format=rg16f source=RWTexture2D
  view half2
resource @arr storage_image set=0 binding=3 metal=0 layout=std430 format=r32i source=RWTexture2DArray
  view int
resource @one storage_image set=0 binding=4 metal=0 layout=std430 format=r32f source=RWTexture1D
  view float
resource @vol storage_image set=0 binding=5 metal=0 layout=std430 format=rgba8 source=RWTexture3D
  view float4
resource @tb storage_texel_buffer set=0 binding=6 metal=0 layout=std430 atomic source=RWBuffer
  view int
resource @utb uniform_texel_buffer set=0 binding=7 metal=0 layout=std430 readonly source=Buffer
  view float4
resource @tex sampled_image set=0 binding=8 metal=0 layout=std430 readonly source=Texture2D
  view float4
resource @smp sampler set=0 binding=9 metal=0 layout=std430 source=SamplerState
  view float4
resource @l64 storage_image set=0 binding=10 metal=0 layout=std430 atomic source=RWTexture2D
  view uint64_t
resource @ro storage_image set=0 binding=11 metal=0 layout=std430 readonly format=r32f source=RWTexture2D
  view float
resource @samples storage_image set=0 binding=12 metal=0 layout=std430 format=r32ui source=RWTexture2DMS
  view uint
`

// TestImageAccess: NonPrivateTexel 0x400, MakeTexelAvailable 0x100 on writes, MakeTexelVisible 0x200 on reads,
// VolatileTexel 0x800, on the read or write itself, never on the load of the handle.
func TestImageAccess(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"%0 = image_read @u2.0, {1 2}:uint2 {shared=1} : uint", "OpLoad %u2; OpImageRead <Load> <ConstantComposite> 0x400"},
		{"%0 = image_read @u2.0, {1 2}:uint2 {shared=1 coherent=device} : uint", "OpLoad %u2; OpImageRead <Load> <ConstantComposite> 0x600 =0x1"},
		{"%0 = image_read @u2.0, {1 2}:uint2 {shared=1 coherent=device volatile=1} : uint", "OpLoad %u2; OpImageRead <Load> <ConstantComposite> 0xe00 =0x1"},
		{"image_write @u2.0, {1 2}:uint2, 7:uint {shared=1}", "OpLoad %u2; OpImageWrite <Load> <ConstantComposite> <CompositeConstruct> 0x400"},
		{"image_write @u2.0, {1 2}:uint2, 7:uint {shared=1 coherent=device}", "OpLoad %u2; OpImageWrite <Load> <ConstantComposite> <CompositeConstruct> 0x500 =0x1"},
		{"image_write @f4.0, {1 2}:uint2, {1 2 3 4}:float4 {shared=1 coherent=workgroup}", "OpLoad %f4; OpImageWrite <Load> <ConstantComposite> <ConstantComposite> 0x500 =0x2"},
		{"%0 = image_read @ro.0, {1 2}:uint2 {shared=1} : float", "OpLoad %ro; OpImageRead <Load> <ConstantComposite>"},
		{"%0 = image_read @utb.0, 5:uint : float4", "OpLoad %utb; OpImageFetch <Load> =0x5"},
		{"%0 = image_read @tex.0, {1 2}:int2, 3:int : float4", "OpLoad %tex; OpImageFetch <Load> <ConstantComposite> 0x2 =0x3"},
		{"%0 = image_read @samples.0, {1 2}:uint2, 3:uint {shared=1 coherent=device} : uint", "OpLoad %samples; OpImageRead <Load> <ConstantComposite> 0x640 =0x3 =0x1"},
		{"image_write @samples.0, {1 2}:uint2, 7:uint, 3:uint {shared=1}", "OpLoad %samples; OpImageWrite <Load> <ConstantComposite> <CompositeConstruct> 0x440 =0x3"},
		{"%0 = image_read @tb.0, 5:uint {shared=1} : int", "OpLoad %tb; OpImageRead <Load> =0x5 0x400"},
	} {
		p := compile(t, mainOf(imageGlobals, c.body), Options{})
		var got []string
		for in := range p.All(binary.OpLoad, binary.OpImageRead, binary.OpImageWrite, binary.OpImageFetch) {
			got = append(got, shape(p, in))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, s, c.want)
		}
	}
}

// TestImageAtomics: OpImageTexelPointer into Image storage, and the only formats that atomics allow.
func TestImageAtomics(t *testing.T) {
	for _, c := range []struct {
		place, elem, coord, attrs, want string
		format                          binary.ImageFormat
	}{
		{"u2", "uint", "{1 2}:uint2", "atomic=add mem=Relaxed,device,none", "OpAtomicIAdd <ImageTexelPointer> =0x1 =0x0 =0x5", binary.ImageFormatR32ui},
		{"u2", "uint", "{1 2}:uint2", "atomic=max mem=AcquireRelease,device,images", "OpAtomicUMax <ImageTexelPointer> =0x1 =0x6808 =0x5", binary.ImageFormatR32ui},
		{"arr", "int", "{1 2 3}:uint3", "atomic=min mem=Release,device,buffers|images", "OpAtomicSMin <ImageTexelPointer> =0x1 =0x2844 =0x5", binary.ImageFormatR32i},
		{"tb", "int", "7:uint", "atomic=exchange mem=Relaxed,device,none", "OpAtomicExchange <ImageTexelPointer> =0x1 =0x0 =0x5", binary.ImageFormatR32i},
		{"one", "float", "7:uint", "atomic=exchange mem=Relaxed,device,none", "OpAtomicExchange <ImageTexelPointer> =0x1 =0x0 =0x40a00000", binary.ImageFormatR32f},
		{"l64", "uint64_t", "{1 2}:uint2", "atomic=add mem=Relaxed,device,none", "OpAtomicIAdd <ImageTexelPointer> =0x1 =0x0 =0x5", binary.ImageFormatR64ui},
	} {
		p := compile(t, mainOf(imageGlobals, "%0 = texel @"+c.place+".0, "+c.coord+" : &image "+c.elem+
			"\n%1 = atomic %0, 5:"+c.elem+" {"+c.attrs+"} : "+c.elem), Options{})
		if !containsShape(p, c.want) {
			t.Errorf("%s: no %s\n%s", c.place, c.want, p.Disassemble(binary.Options{}))
		}
		ptr := only(t, p, binary.OpImageTexelPointer)
		if sc, _ := p.StorageClassOf(ptr.Result); sc != binary.StorageClassImage || shape(p, ptr)[:len("OpImageTexelPointer %"+c.place)] != "OpImageTexelPointer %"+c.place {
			t.Errorf("%s: texel pointer %s", c.place, shape(p, ptr))
		}
		if f := only(t, p, binary.OpTypeImage).Operands[6].Word(); binary.ImageFormat(f) != c.format {
			t.Errorf("%s: format %d, want %d", c.place, f, c.format)
		}
		if c.elem == "uint64_t" && !(hasCapability(p, binary.CapabilityInt64ImageEXT) && hasCapability(p, binary.CapabilityInt64Atomics)) {
			t.Error("capabilities of 64-bit image atomics are missing")
		}
	}
}

// TestSamplePointer: the texel pointer names the sample, 0 of a texture that has one.
func TestSamplePointer(t *testing.T) {
	for body, want := range map[string]string{
		"%0 = texel @samples.0, {1 2}:uint2, 3:uint : &image uint\n%1 = atomic %0, 5:uint {atomic=add mem=Relaxed,device,none} : uint": "OpImageTexelPointer %samples <ConstantComposite> =0x3",
		"%0 = texel @u2.0, {1 2}:uint2 : &image uint\n%1 = atomic %0, 5:uint {atomic=add mem=Relaxed,device,none} : uint":              "OpImageTexelPointer %u2 <ConstantComposite> =0x0",
	} {
		p := compile(t, mainOf(imageGlobals, body), Options{})
		if got := shape(p, only(t, p, binary.OpImageTexelPointer)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestImageTypes: dimension, arrayed, sampled, and the capabilities that they need.
func TestImageTypes(t *testing.T) {
	for _, c := range []struct {
		body       string
		dim        uint32
		arrayed    uint32
		sampled    uint32
		capability binary.Capability
	}{
		{"%0 = image_size @u2.0 : uint2", binary.Dim2D, 0, 2, binary.CapabilityImageQuery},
		{"%0 = image_size @arr.0 : uint3", binary.Dim2D, 1, 2, binary.CapabilityImageQuery},
		{"%0 = image_size @one.0 : uint", binary.Dim1D, 0, 2, binary.CapabilityImage1D},
		{"%0 = image_size @vol.0 : uint3", binary.Dim3D, 0, 2, binary.CapabilityImageQuery},
		{"%0 = image_size @tb.0 : uint", binary.DimBuffer, 0, 2, binary.CapabilityImageBuffer},
		{"%0 = image_size @utb.0 : uint", binary.DimBuffer, 0, 1, binary.CapabilitySampledBuffer},
		{"%0 = image_size @tex.0 : uint2", binary.Dim2D, 0, 1, binary.CapabilityImageQuery},
		{"%0 = image_size @f4.0 : uint2", binary.Dim2D, 0, 2, binary.CapabilityStorageImageReadWithoutFormat},
		{"%0 = image_size @h2.0 : uint2", binary.Dim2D, 0, 2, binary.CapabilityStorageImageExtendedFormats},
	} {
		p := compile(t, mainOf(imageGlobals, c.body), Options{})
		in := only(t, p, binary.OpTypeImage)
		if in.Operands[1].Word() != c.dim || in.Operands[3].Word() != c.arrayed || in.Operands[5].Word() != c.sampled {
			t.Errorf("%s: %s", c.body, shape(p, in))
		}
		if !hasCapability(p, c.capability) {
			t.Errorf("%s: no capability %s", c.body, c.capability)
		}
	}
}

// TestTexels: a read gives four components and converts, a write fills up to four.
func TestTexels(t *testing.T) {
	p := compile(t, mainOf(imageGlobals, `%0 = image_read @h2.0, {1 2}:uint2 {shared=1} : half2
image_write @h2.0, {1 2}:uint2, %0 {shared=1}`), Options{})
	for _, want := range []string{"OpVectorShuffle <ImageRead> <ImageRead> 0x0 0x1", "OpFConvert <VectorShuffle>", "OpFConvert <FConvert>",
		"OpCompositeConstruct <FConvert> =0x0 =0x0"} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
	if read := only(t, p, binary.OpImageRead); p.Def(read.Type).Operands[1].Word() != 4 {
		t.Error("a read does not give four components")
	}
}

// TestSampling: explicit levels; implicit ones only with derivative groups.
func TestSampling(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"%0 = intrinsic @tex.0, @smp.0, {0 0}:float2, 2.0:float {op=textureSampleLevel} : float4", "OpImageSampleExplicitLod <SampledImage> <ConstantComposite> 0x2 =0x40000000"},
		{"%0 = intrinsic @tex.0, @smp.0, {0 0}:float2, 2.0:float, {1 1}:int2 {op=textureSampleLevel} : float4", "OpImageSampleExplicitLod <SampledImage> <ConstantComposite> 0xa =0x40000000 <ConstantComposite>"},
		{"%0 = intrinsic @tex.0, @smp.0, {0 0}:float2, {1 1}:float2, {1 1}:float2 {op=textureSampleGrad} : float4", "OpImageSampleExplicitLod <SampledImage> <ConstantComposite> 0x4 <ConstantComposite> <ConstantComposite>"},
		{"%0 = intrinsic @tex.0, @smp.0, {0 0}:float2, 0.5:float {op=textureSampleCmpLevelZero} : float", "OpImageSampleDrefExplicitLod <SampledImage> <ConstantComposite> =0x3f000000 0x2 =0x0"},
		{"%0 = intrinsic @tex.0, @smp.0, {0 0}:float2 {op=textureGatherGreen} : float4", "OpImageGather <SampledImage> <ConstantComposite> =0x1"},
	} {
		if p := compile(t, mainOf(imageGlobals, c.body), Options{}); !containsShape(p, c.want) {
			t.Errorf("%s: no %s\n%s", c.body, c.want, p.Disassemble(binary.Options{}))
		}
	}
	implicit := "%0 = intrinsic @tex.0, @smp.0, {0 0}:float2 {op=textureSample} : float4"
	if codes := refused(t, mainOf(imageGlobals, implicit), Options{}); codes != "E0501" {
		t.Errorf("sampling without derivatives: %q", codes)
	}
	p := compile(t, strings.Replace(mainOf(imageGlobals, implicit), "threads=8,4,1", "threads=8,4,1 derivative=quads", 1), Options{})
	if !containsShape(p, "OpImageSampleImplicitLod <SampledImage> <ConstantComposite>") || !hasCapability(p, binary.CapabilityComputeDerivativeGroupQuadsNV) {
		t.Error("no sampling with derivative groups")
	}
}

// TestDimensions: sizes, then samples or levels.
func TestDimensions(t *testing.T) {
	p := compile(t, mainOf(`resource @ms sampled_image set=0 binding=0 metal=0 layout=std430 readonly source=Texture2DMS
  view float4
`+imageGlobals, `%0 = intrinsic @tex.0, 2:uint {op=textureDimensionsMip} : uint3
%1 = intrinsic @ms.0 {op=textureDimensions} : uint3
%2 = image_read @ms.0, {1 2}:int2, 3:int : float4`), Options{})
	for _, want := range []string{"OpImageQuerySizeLod <Load> =0x2", "OpImageQueryLevels <Load>", "OpCompositeConstruct <ImageQuerySizeLod> <ImageQueryLevels>",
		"OpImageQuerySize <Load>", "OpImageQuerySamples <Load>", "OpImageFetch <Load> <ConstantComposite> 0x40 =0x3"} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
}

// TestRuntimeOffset: VUID-StandaloneSpirv-Offset-04663 allows an offset that is not constant with gathers only.
func TestRuntimeOffset(t *testing.T) {
	for body, ok := range map[string]bool{
		"%1 = intrinsic @tex.0, @smp.0, {0 0}:float2, %0 {op=textureGatherGreen} : float4":            true,
		"%1 = intrinsic @tex.0, @smp.0, {0 0}:float2, 2.0:float, %0 {op=textureSampleLevel} : float4": false,
	} {
		m, err := ir.Parse(mainOf(imageGlobals, "%9 = image_read @one.0, 1:uint {shared=1} : float\n%8 = convert %9 : int\n%0 = splat %8 : int2\n"+body))
		if err != nil {
			t.Fatal(err)
		}
		var diags diag.List
		out := Emit(m, Options{}, &diags)
		if list := diags.All(); ok != (out != nil) || !ok && (len(list) != 1 || list[0].Code != diag.TargetUnsupported) {
			t.Errorf("%s: %v", body, list)
		}
	}
}
