package tools

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

const mslHead = "#include <metal_stdlib>\nusing namespace metal;\n"

func bytesOf(words ...uint32) []byte {
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// checkMSL runs a kernel that is also checked strictly and compares buffer 0.
func checkMSL(t *testing.T, j *MSLJob, version string, want ...uint32) {
	t.Helper()
	ClangMSL(t, j.Source, version)
	if got := words(RunMSL(t, j).Buffers[0]); !slices.Equal(got, want) {
		t.Errorf("buffer 0 is %v, want %v\n%s", got, want, Numbered(j.Source))
	}
}

// Two threadgroups of 32 count i*i&7 in threadgroup bins first: 16, 32 and 16
// squares modulo 8 are 0, 1 and 4.
func TestRunMSLHistogram(t *testing.T) {
	t.Parallel()
	checkMSL(t, &MSLJob{Groups: [3]int{2}, Threads: [3]int{32}, Race: true, Buffers: []MSLBuffer{{0, make([]byte, 32)}}, Source: mslHead + `
[[kernel]] void main0(device atomic_uint* bins [[buffer(0)]], uint3 tid [[thread_position_in_grid]], uint li [[thread_index_in_threadgroup]]) {
  threadgroup atomic_uint local_bins[8];
  if (li < 8u) { atomic_store_explicit(&local_bins[li], 0u, memory_order_relaxed); }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  atomic_fetch_add_explicit(&local_bins[tid.x * tid.x & 7u], 1u, memory_order_relaxed);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (li < 8u) { atomic_fetch_add_explicit(&bins[li], atomic_load_explicit(&local_bins[li], memory_order_relaxed), memory_order_relaxed); }
}
`}, "", 16, 32, 0, 0, 16, 0, 0, 0)
}

// Group 0 writes data and raises a flag between fences; group 1 waits for it.
const messagePassing = mslHead + `
[[kernel]] void main0(device uint* data [[buffer(0)]], device atomic_uint* flag [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]]) {
  if (group.x == 0u) {
    data[0] = 42u;
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
    atomic_store_explicit(flag, 1u, memory_order_relaxed);
  } else {
    while (atomic_load_explicit(flag, memory_order_relaxed) == 0u) {}
    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
    data[1] = data[0];
  }
}
`

func TestRunMSLMessagePassing(t *testing.T) {
	t.Parallel()
	j := &MSLJob{Groups: [3]int{2}, Race: true, Source: messagePassing, Buffers: []MSLBuffer{{0, make([]byte, 8)}, {1, make([]byte, 4)}}}
	checkMSL(t, j, "", 42, 42)
	// Without the fence of the writer the data race is found.
	j.Source = strings.Replace(messagePassing, "    atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);\n    atomic_store", "    atomic_store", 1)
	_, err := RunMSLError(t, j)
	var refused *Refused
	if !errors.As(err, &refused) || !strings.Contains(refused.Log, "data race") {
		t.Errorf("a missing release fence gives %v", err)
	}
}

// Each lane of the first half adds its index in divergent flow, the others take
// the maximum; then all exchange with their neighbour.
func TestRunMSLSimd(t *testing.T) {
	t.Parallel()
	checkMSL(t, &MSLJob{Threads: [3]int{8}, SimdSize: 8, Buffers: []MSLBuffer{{0, make([]byte, 5*32)}}, Source: mslHead + `
[[kernel]] void main0(device uint* out [[buffer(0)]], uint lane [[thread_index_in_simdgroup]], uint width [[threads_per_simdgroup]]) {
  uint v;
  if (lane < 4u) { v = simd_sum(lane); } else { v = simd_max(lane); }
  out[lane] = v;
  out[8u + lane] = simd_shuffle_xor(lane, ushort(1));
  out[16u + lane] = simd_prefix_exclusive_sum(lane) * 100u + simd_prefix_inclusive_sum(1u);
  out[24u + lane] = uint(simd_vote::vote_t(simd_ballot(lane % 3u == 0u))) + width * 1000u;
  out[32u + lane] = quad_broadcast(lane, ushort(2)) + (simd_is_first() ? 100u : 0u);
}
`}, "",
		6, 6, 6, 6, 7, 7, 7, 7,
		1, 0, 3, 2, 5, 4, 7, 6,
		1, 2, 103, 304, 605, 1006, 1507, 2108,
		8073, 8073, 8073, 8073, 8073, 8073, 8073, 8073, // lanes 0, 3, 6: 1+8+64
		102, 2, 2, 2, 6, 6, 6, 6)
}

// Values of the library that can be worked out by hand.
func TestRunMSLValues(t *testing.T) {
	t.Parallel()
	checkMSL(t, &MSLJob{Buffers: []MSLBuffer{{0, make([]byte, 4*28)}, {1, bytesOf(7, 0, 0, 0, 0x3f800000, 0x40000000, 0x40400000, 9)}}, Source: mslHead + `
struct P { uint n; packed_float3 v; };
struct Q { uint n; float3 v; };
constant uint TABLE[3] = {5u, 6u, 7u};
static inline float3 twice(float3 v) { return v * 2.0f; }
[[kernel]] void main0(device uint* out [[buffer(0)]], constant Q& q [[buffer(1)]]) {
  float3 v = twice(q.v);
  v.zx = v.xy;
  out[0] = uint(v.x) * 100u + uint(v.y) * 10u + uint(v.z);
  out[1] = q.n + TABLE[1];
  out[2] = uint(sizeof(P)) * 100u + uint(sizeof(Q));
  bool3 c = v < float3(3.0f, 4.0f, 5.0f);
  out[3] = (any(c) ? 1u : 0u) + (all(c) ? 2u : 0u) + uint3(c).z * 4u;
  out[4] = as_type<uint>(-0.0f);
  out[5] = uint(min(-3, 2) + max(-3, 2) + 10);
  out[6] = popcount(0xf0u) * 1000u + clz(1u) + ctz(8u);
  out[7] = reverse_bits(1u);
  out[8] = extract_bits(0xabcdu, 4u, 8u);
  out[9] = insert_bits(0u, 0xfu, 28u, 4u);
  int2 s = int2(-7, 7) / 2; s = s >> 1;
  out[10] = uint(s.x + 10) * 10u + uint(s.y);
  out[11] = as_type<uint>(select(1.0f, 2.0f, true));
  ushort3 u = ushort3(65535, 1, 2); u += ushort(1);
  out[12] = uint(u.x) + uint(u.y) * 10u + uint(u.z) * 100u;
  out[13] = uint(clamp(9, 1, 5)) + uint(dot(float2(1.0f, 2.0f), float2(3.0f, 4.0f)));
  long2 l = long2(1l, 2l); bool2 lb = l < long2(2l); out[14] = (lb.x ? 1u : 0u) + (lb.y ? 2u : 0u);
  P p; p.n = 1u; p.v = v; p.v.y = 8.0f; float3 w = p.v; out[15] = uint(w.y) + uint(p.v[0]);
  uint4 e = uint4(1u, uint2(2u, 3u), 4u); out[16] = e.w * 1000u + e.z * 100u + e.y * 10u + e.x;
  Q copy = q; copy.n += 1u; out[17] = copy.n;
  float whole; float part = modf(2.5f, whole); out[18] = uint(whole) * 10u + uint(part * 2.0f);
  out[19] = uint(fma(2.0f, 3.0f, 4.0f)) + uint(mix(0.0f, 10.0f, 0.5f)) + uint(isnan(0.0f));
  array<uint, 2> a; a[0] = 3u; a[1] = a[0] << 4u; out[20] = a[1];
  e.xy += 5u; out[21] = e.x + e.y;
  out[22] = mulhi(0x80000000u, 4u) + uint(rotate(0x80000000u, 1u));
  out[24] = pack_float_to_unorm4x8(float4(0.0f, 1.0f, 0.2f, 2.0f));
  out[25] = pack_float_to_snorm2x16(float2(-1.0f, 1.0f));
  out[26] = uint(unpack_unorm4x8_to_float(0xff003300u).y * 10.0f) + uint(unpack_snorm2x16_to_float(0x7fff8001u).y - unpack_snorm2x16_to_float(0x7fff8001u).x) * 10u;
  float2 back = faceforward(float2(1.0f, 2.0f), float2(1.0f, 0.0f), float2(1.0f, 0.0f)); out[27] = uint(-back.y);
  out[23] = 0u; for (uint i = 0u; i < 4u; ++i) { if (i == 2u) continue; out[23] += i; }
}
`}, "",
		// v is (2, 4, 6); v.zx = (2, 4) makes it (4, 4, 2).
		442, 13, 1632, 1+4, 0x80000000, 9, 4034, 0x80000000, 0xbc, 0xf0000000,
		// -7/2 is -3, -3>>1 is -2; 7/2 is 3, 3>>1 is 1.
		81, 0x40000000, 0+20+300, 5+11, 1, 8+4, 4321, 8, 21, 10+5, 48, 6+7, 2+1, 4,
		// 0.2*255 is 51 (0x33) and back; -1 is -32767.
		0xff33ff00, 0x7fff8001, 2+20, 2)
}

func TestRunMSLHalf(t *testing.T) {
	t.Parallel()
	checkMSL(t, &MSLJob{Buffers: []MSLBuffer{{0, make([]byte, 8)}}, Source: mslHead + `
[[kernel]] void main0(device uint* out [[buffer(0)]]) {
  half h = 0.1h;
  out[0] = uint(as_type<ushort>(h));
  half2 v = half2(1.0h, 2.0h) * half(3.0f);
  out[1] = uint(v.x + v.y);
}
`}, "", 0x2e66, 9) // 0.1 in half precision is 0x2e66
}

func TestRunMSLTexture(t *testing.T) {
	t.Parallel()
	j := &MSLJob{Threads: [3]int{4, 2}, Textures: []MSLTexture{
		{Index: 0, Width: 3, Height: 2, Channels: 1, Element: 4, Data: bytesOf(1, 91, 92, 2, 93, 94)},
		{Index: 1, Width: 3, Channels: 1, Element: 4, Data: bytesOf(5, 5, 95)},
	}, Source: mslHead + `
[[kernel]] void main0(texture2d<uint, access::read_write> img [[texture(0)]], texture_buffer<uint, access::read_write> buf [[texture(1)]], uint2 tid [[thread_position_in_grid]]) {
  uint v = tid.y * 10u + tid.x;
  img.atomic_fetch_max(uint2(0u, tid.y), uint4(v, 0u, 0u, 0u));
  buf.atomic_fetch_max(tid.y, uint4(v, 0u, 0u, 0u));
  if (v == 0u) { img.write(uint4(7u, 0u, 0u, 0u), uint2(2u, 0u)); img.fence(); img.write(img.read(uint2(2u, 0u)) + 1u, uint2(2u, 1u)); }
}
`}
	ClangMSL(t, j.Source, "metal_3_1")
	r := RunMSL(t, j)
	if got, want := words(r.Textures[0]), []uint32{3, 91, 7, 13, 93, 8}; !slices.Equal(got, want) {
		t.Errorf("the image is %v, want %v", got, want)
	}
	if got, want := words(r.Textures[1]), []uint32{5, 13, 95}; !slices.Equal(got, want) {
		t.Errorf("the texel buffer is %v, want %v", got, want)
	}
}

// A compare-exchange without a loop fails now and then, as on a GPU.
func TestRunMSLWeakCompareExchange(t *testing.T) {
	t.Parallel()
	j := &MSLJob{Buffers: []MSLBuffer{{0, make([]byte, 4)}}, Source: mslHead + `
[[kernel]] void main0(device atomic_uint* out [[buffer(0)]]) {
  for (uint i = 0u; i < 16u; ++i) { uint e = i; atomic_compare_exchange_weak_explicit(out, &e, i + 1u, memory_order_relaxed, memory_order_relaxed); }
}
`}
	if got := words(RunMSL(t, j).Buffers[0])[0]; got >= 16 {
		t.Errorf("16 weak exchanges without a loop give %d: none failed", got)
	}
}

func TestRunMSLRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, want string }{
		{"copy of an atomic", "struct S { atomic_uint a; };\nkernel void k(device S* s [[buffer(0)]]) { S c = s[0]; }", "deleted"},
		{"bool vector of the wrong width", "kernel void k(device uint* o [[buffer(0)]]) { bool3 b = uint2(1u) < uint2(2u); }", ""},
		{"vectors of different types", "kernel void k(device uint* o [[buffer(0)]]) { o[0] = uint((uint2(1u) + int2(1)).x); }", "different types"},
		{"no such kernel", "void f() {}", "no kernel"},
		{"parameter without attribute", "kernel void k(device uint* o) {}", "no attribute"},
		{"barrier that not all reach", "kernel void k(device uint* o [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) { device atomic_uint* f = (device atomic_uint*)o; if (i == 0u) { threadgroup_barrier(mem_flags::mem_none); } else { while (atomic_load_explicit(f, memory_order_relaxed) == 0u) {} } }", "did not finish"},
	} {
		_, err := RunMSLError(t, &MSLJob{Threads: [3]int{2}, Timeout: time.Second, Source: mslHead + tt.src, Buffers: []MSLBuffer{{0, make([]byte, 4)}}})
		var refused *Refused
		if !errors.As(err, &refused) || !strings.Contains(refused.Log, tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}
