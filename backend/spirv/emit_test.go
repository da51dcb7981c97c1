package spirv

import (
	"bytes"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
)

const buffers = `resource @data storage_buffer set=0 binding=1 metal=0 layout=std430 source=RWStructuredBuffer
  view uint
resource @src storage_buffer set=0 binding=2 metal=1 layout=std430 readonly source=StructuredBuffer
  view float
shared @tile [256 x uint]
`

// everything is a module that touches most of the emitter.
var everything = mainOf(buffers+`resource @img storage_image set=0 binding=3 metal=0 layout=std430 format=r32ui source=RWTexture2D
  view uint
private @count uint
struct Node { next: uint, val: [2 x float3] }
`, `
  %0.id = system {value=dispatch_thread_id} : uint3
  %1 = extract %0 {index=0} : uint
  %2 = elem @data.0, %1 : &buffer uint
  %3 = atomic %2, 1:uint {atomic=add mem=AcquireRelease,device,buffers|images|groupshared} : uint
  %4 = elem @tile, %3 : &groupshared uint
  store %4, 7:uint {shared=1 coherent=device}
  barrier {exec=workgroup mem=AcquireRelease,device,buffers|images|groupshared}
  %5 = intrinsic %3 {op=waveSum} : uint
  %6.n = var : &function %Node
  store %6, {1 {{1 2 3} {4 5 6}}}:%Node
  image_write @img.0, {1 2}:uint2, %5 {shared=1}
  loop {
    %7 = load @count : uint
    %8 = lt %7, 10:uint : bool
    if %8 { yield } else { break }
    continue
  } continuing {
    %9 = load @count : uint
    %10 = add %9, 1:uint : uint
    store @count, %10
    yield
  }`)

// TestVersions: each version is valid, has the memory model's extension where it is not core, and the
// interface that it asks for.
func TestVersions(t *testing.T) {
	for _, c := range []struct {
		version    binary.Version
		interfaces int
		extensions string
	}{
		{binary.Version1_3, 1, "SPV_KHR_vulkan_memory_model"}, // Input and Output only
		{binary.Version1_4, 5, "SPV_KHR_vulkan_memory_model"}, // all: data, img, tile, count, dispatchThreadID
		{binary.Version1_5, 5, ""},
		{binary.Version1_6, 5, ""},
	} {
		p := compile(t, everything, Options{Version: c.version})
		if p.Version != c.version {
			t.Errorf("version %s, want %s", p.Version, c.version)
		}
		if exts := strings.Join(p.Extensions(), " "); exts != c.extensions {
			t.Errorf("%s: extensions %q, want %q", c.version, exts, c.extensions)
		}
		if n := len(only(t, p, binary.OpEntryPoint).Operands) - 3; n != c.interfaces {
			t.Errorf("%s: %d variables in the interface, want %d", c.version, n, c.interfaces)
		}
	}
	if p := compile(t, everything, Options{}); p.Version != binary.Version1_5 {
		t.Errorf("default version %s", p.Version)
	}
}

// TestEntryPoints: the name is main, the source name on request or with several entry points; each interface has what
// its entry point reaches, also through calls.
func TestEntryPoints(t *testing.T) {
	name := func(p *binary.Parsed) string { return only(t, p, binary.OpEntryPoint).Operands[2].Text() }
	if n := name(compile(t, mainOf("", ""), Options{})); n != "main" {
		t.Errorf("entry point is called %s", n)
	}
	p := compile(t, mainOf("", ""), Options{SourceEntryNames: true})
	if n := name(p); n != "computeMain" {
		t.Errorf("entry point is called %s", n)
	}
	mode := only(t, p, binary.OpExecutionMode)
	if shape(p, mode) != "OpExecutionMode %main 0x11 0x8 0x4 0x1" {
		t.Errorf("mode %s", shape(p, mode))
	}
	p = compile(t, buffers+`func @touch() -> void {
  store @tile, {0 0}:[256 x uint]
  return
}
func @first() -> void {
  call {callee=touch}
  return
}
func @second() -> void {
  %0 = elem @data.0, 0:uint : &buffer uint
  store %0, 1:uint {shared=1}
  return
}
entry one func=@first threads=1,1,1
entry two func=@second threads=64,1,1
`, Options{})
	var got []string
	for _, in := range find(p, binary.OpEntryPoint) {
		s := in.Operands[2].Text() + ":"
		for _, o := range in.Operands[3:] {
			s += " " + p.Name(o.Word())
		}
		got = append(got, s)
	}
	if s := strings.Join(got, "; "); s != "one: tile; two: data" {
		t.Errorf("entry points %s", s)
	}
}

// TestDebugLines: OpLine where the position changes, only with Debug.
func TestDebugLines(t *testing.T) {
	m, err := ir.Parse(mainOf(buffers, "%0 = elem @data.0, 0:uint : &buffer uint\nstore %0, 1:uint {shared=1}\nstore %0, 2:uint {shared=1}"))
	if err != nil {
		t.Fatal(err)
	}
	sources := source.NewMap()
	f := sources.AddFile("k.slang", "k.slang", []byte("first\n  second\n"))
	body := m.Funcs[0].Body
	for i, in := range body.Instrs {
		in.Span = source.Span{Start: f.Base + source.Pos(map[bool]int{true: 8}[i > 0]), End: f.Base + 9}
	}
	var diags diag.List
	lines := func(o Options) string {
		p, err := binary.Decode(Emit(m, o, &diags))
		if err != nil {
			t.Fatal(err)
		}
		s := ""
		for in := range p.All(binary.OpLine) {
			s += shape(p, in) + ";"
		}
		return s
	}
	if got := lines(Options{Debug: true, Sources: sources}); got != "OpLine <String> 0x1 0x1;OpLine <String> 0x2 0x3;" {
		t.Errorf("lines %s", got)
	}
	if got := lines(Options{Sources: sources}); got != "" {
		t.Errorf("lines without Debug: %s", got)
	}
}

// TestExtraCapabilities: names with and without slangc's prefix, extensions, unknown names.
func TestExtraCapabilities(t *testing.T) {
	p := compile(t, mainOf("", ""), Options{Capabilities: []string{"Int64Atomics", "spvInt8", "SPV_KHR_shader_clock", "spirv_1_5", "vk_mem_model"}})
	if !hasCapability(p, binary.CapabilityInt64Atomics) || !hasCapability(p, binary.CapabilityInt8) || strings.Join(p.Extensions(), "") != "SPV_KHR_shader_clock" {
		t.Error("a capability or an extension is missing")
	}
	if codes := refused(t, mainOf("", ""), Options{Capabilities: []string{"NoSuchThing"}}); codes != "E0502" {
		t.Errorf("unknown capability: %q", codes)
	}
}

// TestSmallTypesInMemory: 8- and 16-bit members need the storage capability of their storage class.
func TestSmallTypesInMemory(t *testing.T) {
	p := compile(t, mainOf(`struct H { a: half2, b: int8_t }
resource @b storage_buffer set=0 binding=0 metal=0 layout=std430
  view %H
resource @c uniform_buffer set=0 binding=1 metal=0 layout=std140
  view %H
resource @p push_constant set=0 binding=0 metal=0 layout=std430
  view %H
`, `%0 = elem @b.0, 0:uint : &buffer %H
%1 = field %0 {index=0} : &buffer half2
%2 = field @c.0 {index=0} : &uniform half2
%3 = load %2 : half2
store %1, %3 {shared=1}
%4 = field @p.0 {index=1} : &push int8_t
%5 = load %4 : int8_t
%6 = field %0 {index=1} : &buffer int8_t
store %6, %5 {shared=1}`), Options{})
	for _, c := range []binary.Capability{binary.CapabilityFloat16, binary.CapabilityInt8, binary.CapabilityStorageBuffer16BitAccess,
		binary.CapabilityStorageBuffer8BitAccess, binary.CapabilityUniformAndStorageBuffer16BitAccess,
		binary.CapabilityUniformAndStorageBuffer8BitAccess, binary.CapabilityStoragePushConstant16, binary.CapabilityStoragePushConstant8} {
		if !hasCapability(p, c) {
			t.Errorf("no capability %s", c)
		}
	}
}

// TestDeterminism: the same bytes each time.
func TestDeterminism(t *testing.T) {
	first := emitText(t, everything, Options{})
	for range 20 {
		if !bytes.Equal(first, emitText(t, everything, Options{})) {
			t.Fatal("two emissions of one module differ")
		}
	}
}

func BenchmarkEmit(b *testing.B) {
	m, err := ir.Parse(everything)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		var diags diag.List
		if Emit(m, Options{}, &diags) == nil {
			b.Fatal("nothing emitted")
		}
	}
}
