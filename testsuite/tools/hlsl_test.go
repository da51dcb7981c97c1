package tools

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// kernel wraps a body in an entry point with one resource of each kind.
func hlslKernel(body string) string {
	return `struct S { uint a; float3 f; };
struct PC { uint x; };
globallycoherent RWStructuredBuffer<S> s : register(u0);
RWByteAddressBuffer b : register(u1);
RWTexture2D<uint> t : register(u2);
RWTexture3D<float4> t3 : register(u3);
RWBuffer<uint> tb : register(u4);
RWStructuredBuffer<uint> u : register(u5);
RWStructuredBuffer<int> si : register(u6);
RWStructuredBuffer<uint64_t> u64 : register(u7);
RWStructuredBuffer<float> fb : register(u8);
StructuredBuffer<uint> ro : register(t0);
ByteAddressBuffer rb : register(t1);
Texture2D<float4> tex : register(t2);
ConstantBuffer<PC> pc : register(b1);
cbuffer C : register(b0) { uint n; float3 v; }
groupshared uint g[64];
groupshared uint64_t g64;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  uint o = 0u; int io = 0; uint64_t q = 0ull;
` + body + "\n}\n"
}

func TestClangHLSLAccepts(t *testing.T) {
	t.Parallel()
	bodies := []string{
		"InterlockedAdd(u[0u], 1u, o); InterlockedAdd(u[0u], 1u); InterlockedOr(s[id.x].a, 0u, o);",
		"InterlockedExchange(g[gi], 1u, o); InterlockedCompareExchange(u[1u], 0u, 1u, o); InterlockedCompareStore(u[1u], 0u, 1u);",
		"InterlockedMin(si[0u], -5, io); InterlockedMax(u64[0u], 5ull, q); InterlockedAdd(g64, 1ull, q);",
		"InterlockedAdd(t[id.xy], 1u, o); InterlockedXor(tb[3u], 1u);",
		"b.InterlockedAdd(0u, 1u, o); b.InterlockedMin(0u, -1, io); b.InterlockedMax64(8u, 1ull, q); b.InterlockedCompareStore(0u, 1u, 2u);",
		"b.Store(0u, b.Load(4u)); b.Store3(0u, uint3(1u, 2u, 3u)); b.Store<uint64_t>(8u, b.Load<uint64_t>(16u));",
		"t3[id] = float4(1.0f, 2.0f, 3.0f, 4.0f); t3[id].x = 1.0f; float4 c = tex[id.xy] + tex.Load(int3(0, 0, 0));",
		"AllMemoryBarrier(); DeviceMemoryBarrier(); GroupMemoryBarrier(); AllMemoryBarrierWithGroupSync(); DeviceMemoryBarrierWithGroupSync(); GroupMemoryBarrierWithGroupSync();",
		"if (WaveIsFirstLane()) g[gi] = WaveActiveSum(gi) + WavePrefixSum(1u) + WaveReadLaneAt(gi, 3u); uint4 m = WaveActiveBallot(gi < 4u);",
		"fb[0u] = max(sqrt(abs(fb[1u])), 1.0f) + dot(v, v) + lerp(fb[0u], fb[1u], 0.5f); u[0u] = asuint(fb[2u]) + countbits(n) + pc.x;",
		"globallycoherent RWStructuredBuffer<uint> h = ResourceDescriptorHeap[NonUniformResourceIndex(o)]; h[0u] = 1u; InterlockedAdd(h[1u], 1u, o);",
		"SamplerState hs = SamplerDescriptorHeap[o]; Texture2D<float4> ht = ResourceDescriptorHeap[1u]; fb[0u] = ht.SampleLevel(hs, float2(0.0f, 0.0f), 0.0f).x;",
		"float2x2 m = float2x2(1.0f, 0.0f, 0.0f, 1.0f); float2 mv = mul(m, float2(1.0f, 2.0f)); float3 nv = normalize(cross(v, v));",
	}
	for _, body := range bodies {
		ClangHLSL(t, hlslKernel(body), HLSLOptions{})
	}
	ClangHLSL(t, `RWStructuredBuffer<uint16_t> h : register(u0);
RWStructuredBuffer<half3> f : register(u1);
[shader("compute")] [numthreads(1, 1, 1)]
void first(uint3 id : SV_DispatchThreadID) { h[0u] = uint16_t(h[1u] + asuint16(f[0u].x)); f[0u] = max(f[0u], f[1u]); }
[shader("compute")] [numthreads(1, 1, 1)]
void second() { Barrier(UAV_MEMORY | GROUP_SHARED_MEMORY, GROUP_SYNC | DEVICE_SCOPE); Barrier(h, DEVICE_SCOPE); }
`, HLSLOptions{Entry: "second", Profile: "sm_6_8", Native16: true})
}

// Each text breaks one rule of the language; want is part of the message.
func TestClangHLSLRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, want string }{
		{"pc.x = 4u;", "const-qualified"},
		{"InterlockedAdd(fb[0u], 1.0f);", "no matching function"},
		{"InterlockedAdd(ro[0u], 1u, o);", "not assignable"},
		{"tex[id.xy] = float4(1.0f, 2.0f, 3.0f, 4.0f);", "const"},
		{"InterlockedAdd(fb[0u], 1.0f, o);", "InterlockedAdd"},
		{"InterlockedExchange(u[0u], 1u);", "no matching function"},
		{"InterlockedAdd(u[0u], 1u, io);", "InterlockedAdd"},
		{"InterlockedAdd(t3[id], 1u, o);", "InterlockedAdd"},
		{"InterlockedAdd(o + 1u, 1u);", "non-lvalue"},
		{"rb.Store(0u, 1u);", "no member named 'Store'"},
		{"rb.InterlockedAdd(0u, 1u);", "no member named 'InterlockedAdd'"},
		{"t.InterlockedAdd(id.xy, 1u);", "no member named"},
		{"uint m = min(1u, 2);", "no matching function"},
		{"uint m = WaveActiveBitAnd(1.0f);", "no matching function"},
		{"uint2 m = id;", "truncates"},
		{"uint3 m = id.xy;", "vector"},
		{"Barrier(UAV_MEMORY, GROUP_SYNC);", "UAV_MEMORY"},
		{"GroupMemoryBarrierWithGroupSync(1);", "no matching function"},
		{"undeclared(1u);", "undeclared"},
		{"SamplerState h = ResourceDescriptorHeap[o];", "deleted"},
		{"Texture2D<float4> h = SamplerDescriptorHeap[o];", "no viable conversion"},
	}
	for _, tt := range tests {
		err := ClangHLSLError(t, hlslKernel(tt.body), HLSLOptions{})
		var refused *Refused
		if !errors.As(err, &refused) {
			t.Errorf("accepted: %s", tt.body)
			continue
		}
		if !strings.Contains(refused.Log, tt.want) {
			t.Errorf("%s: the message lacks %q:\n%s", tt.body, tt.want, refused.Log)
		}
	}
	for _, tt := range []struct{ src, want string }{
		{"void main() {}", "numthreads"},
		{"[numthreads(1025, 1, 1)] void main() {}", "1024"},
		{"RWStructuredBuffer<uint> u : register(t0); [numthreads(1, 1, 1)] void main() {}", "SRV"},
		{"RWByteAddressBuffer b : register(t0); [numthreads(1, 1, 1)] void main() {}", "SRV"},
		{"RWTexture2D<uint> b : register(b0); [numthreads(1, 1, 1)] void main() {}", "constant buffer"},
		{"RWStructuredBuffer<uint64_t> u; [numthreads(1, 1, 1)] void main() { InterlockedAdd(u[0u], 1ull); }", ""},
	} {
		err := ClangHLSLError(t, tt.src, HLSLOptions{Profile: "sm_6_5"})
		var refused *Refused
		if !errors.As(err, &refused) {
			t.Errorf("accepted: %s", tt.src)
		} else if !strings.Contains(refused.Log, tt.want) {
			t.Errorf("%s: the message lacks %q:\n%s", tt.src, tt.want, refused.Log)
		}
	}
}

func TestGlslangHLSL(t *testing.T) {
	t.Parallel()
	src := `RWStructuredBuffer<uint> u : register(u0);
[numthreads(8, 1, 1)]
void kern(uint3 id : SV_DispatchThreadID) { InterlockedAdd(u[0u], id.x); AllMemoryBarrier(); }
`
	module := HLSL(t, src, HLSLOptions{Entry: "kern"})
	text := SpirvDis(t, module)
	for _, want := range []string{`OpEntryPoint GLCompute %kern "kern"`, "OpAtomicIAdd", "OpMemoryBarrier"} {
		if !strings.Contains(text, want) {
			t.Errorf("glslang's module lacks %q:\n%s", want, text)
		}
	}
	bytes := `RWByteAddressBuffer b : register(u0); RWTexture2D<uint> u[2] : register(u1);
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { int o; b.InterlockedMin(0u, -1, o); u[NonUniformResourceIndex(id.x)][id.xy] = 1u; }
`
	if HLSL(t, bytes, HLSLOptions{}) != nil {
		t.Error("glslang's signed minimum of a byte-address buffer is valid: the exception can go")
	}
	if HLSL(t, strings.Replace(bytes, "-1, o", "1u", 1), HLSLOptions{}) == nil {
		t.Error("glslang refuses an unsigned minimum of a byte-address buffer")
	}
	if _, err := GlslangHLSLError(t, "uint f() { }", HLSLOptions{}); err == nil {
		t.Error("glslang accepted a text without an entry point")
	}
}

func TestGlslangMistranslates(t *testing.T) {
	for src, want := range map[string]bool{
		"x = WavePrefixSum(y);": true, "x = WavePrefixCountBits(b) + WaveActiveSum(y);": false,
		"buf.InterlockedCompareStore(0u, 1u, 2u);": true, "InterlockedCompareStore(buf[0], 1u, 2u);": false,
	} {
		if got := GlslangMistranslates(src); (got != "") != want {
			t.Errorf("%s: %q", src, got)
		}
	}
}

func TestGlslangLacks(t *testing.T) {
	for src, want := range map[string]string{
		"int64_t x;":                                        "int64_t",
		"uint64_t x;":                                       "",
		"uint64_t x; InterlockedAdd(x);":                    "64-bit atomics",
		"uint64_t x; x = min(x, x);":                        "min and max of uint64_t",
		"b.Load<uint>(0)":                                   "templates",
		"AllMemoryBarrier();":                               "",
		"x = 1ull + 2ll;":                                   "64-bit literals",
		"asuint(d, lo, hi);":                                "asuint of a double",
		"x = asuint(f); y = min(1u, x);":                    "",
		"RWStructuredBuffer<float4_4> m;":                   "buffers of arrays", // as our HLSL names the array
		"StructuredBuffer<float4> m;":                       "",
		"RWStructuredBuffer<uint2> b[4]":                    "arrays of buffers",
		"RWStructuredBuffer<uint> b":                        "",
		"Texture2D<float4> h = ResourceDescriptorHeap[1u];": "heaps of descriptors",
		"Barrier(UAV_MEMORY, REORDER);":                     "Barrier",
		"uint x = asuint(1.0f);":                            "",
	} {
		if got := GlslangLacks(src); got != want {
			t.Errorf("GlslangLacks(%q) = %q, want %q", src, got, want)
		}
	}
}

// A struct in groupshared memory has no constructor and needs none; what else is wrong is still seen.
func TestGroupsharedStruct(t *testing.T) {
	const src = `struct Slot { uint v; };
groupshared Slot slots[4];
RWStructuredBuffer<uint> d : register(u0);
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { slots[i].v = i; d[i] = slots[i ^ 1].v%s; }
`
	ClangHLSL(t, fmt.Sprintf(src, ""), HLSLOptions{})
	ClangHLSL(t, fmt.Sprintf(src, "; Slot s = slots[0]; slots[1] = s; d[0] = s.v"), HLSLOptions{})
	if ClangHLSLError(t, fmt.Sprintf(src, " + nowhere"), HLSLOptions{}) == nil {
		t.Error("an unknown name is taken")
	}
}
