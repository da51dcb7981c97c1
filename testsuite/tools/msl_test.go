package tools

import (
	"errors"
	"strings"
	"testing"
)

// mslKernel wraps a body in a kernel with one resource of each kind.
func mslKernel(body string) string {
	return `#include <metal_stdlib>
using namespace metal;
struct I { uint q; float3 v; };
struct P { uint n; float3 v; packed_float3 pv; I in[2]; };
struct Node { atomic_uint head; uint pad; };
constant uint TAB[3] = {1u, 2u, 3u};
static inline uint load_device(device atomic_uint* p) { return atomic_load_explicit(p, memory_order_relaxed); }
[[kernel]] void main0(device atomic_uint* b [[buffer(0)]], constant P& p [[buffer(1)]], device uint* d [[buffer(2)]],
  device Node* nodes [[buffer(3)]], const device float4* ro [[buffer(4)]], device P* ps [[buffer(5)]],
  device atomic_ulong* ul [[buffer(6)]], device atomic_int* ai [[buffer(7)]], device long2* l2 [[buffer(8)]],
  texture2d<uint, access::read_write> t [[texture(0)]], texture_buffer<int, access::read_write> tb [[texture(1)]],
  texture3d<float, access::write> t3 [[texture(2)]],
  uint3 tid [[thread_position_in_grid]], uint li [[thread_index_in_threadgroup]], uint lane [[thread_index_in_simdgroup]]) {
  threadgroup atomic_uint g;
  threadgroup uint sh[64];
  uint o = 0u; int io = 0; float f = 0.0f;
` + body + "\n}\n"
}

func TestClangMSLAccepts(t *testing.T) {
	t.Parallel()
	tests := []struct{ version, body string }{
		{"metal_2_4", "o = atomic_fetch_add_explicit(&b[tid.x], 1u, memory_order_relaxed) + load_device(b); io = atomic_fetch_min_explicit(ai, -1, memory_order_relaxed);"},
		{"metal_2_4", "atomic_store_explicit(&g, 0u, memory_order_relaxed); threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device); o = atomic_load_explicit(&g, memory_order_relaxed);"},
		{"metal_2_4", "uint e = 0u; do { e = 0u; } while (!atomic_compare_exchange_weak_explicit(&nodes[0].head, &e, 5u, memory_order_relaxed, memory_order_relaxed) && e == 0u);"},
		{"metal_2_4", "atomic_max_explicit(ul, 5ul, memory_order_relaxed); simdgroup_barrier(mem_flags::mem_none);"},
		{"metal_2_4", "t.write(uint4(1u, 2u, 3u, 4u), tid.xy); t.fence(); d[0] = t.read(tid.xy).x + uint(tb.read(3u).x) + t.get_width(); t3.write(float4(1.0f), tid);"},
		{"metal_2_4", "o = simd_sum(li) + simd_prefix_exclusive_sum(li) + simd_broadcast(li, ushort(3)) + uint(simd_vote::vote_t(simd_ballot(li > 3u))); if (simd_is_first() && simd_any(li > 2u)) d[0] = o;"},
		{"metal_2_4", "float3 v = p.v + float3(p.pv) * 2.0f; v.xz = v.zx; ps[0].pv = v; ps[1].v.y = 2.0f; ps[1].pv.x = 1.0f; float4 w = float4(v, 1.0f) + ro[1]; f = dot(v, v) + max(w.x, 1.0f);"},
		{"metal_2_4", "bool3 c = p.v < float3(1.0f); if (any(c) && !all(c)) d[li] = popcount(li) + select(1u, 2u, io > 0); float3 v = select(p.v, float3(0.0f), c); v = -v;"},
		{"metal_2_4", "half h = half(f); h = max(h, 1.0h); uint2 u = uint2(float2(f)); io = min(io, -1); ulong big = ulong(li) << 32u; o = as_type<uint>(f) + clz(o) + reverse_bits(o);"},
		{"metal_2_4", "P a = p; P c = ps[1]; ps[0] = a; c = ps[2]; a.in[0] = ps[0].in[1]; ps[1] = ps[2];"},
		{"metal_2_4", "P l; l.n = 1u; P m = l; l = m; I i = {1u, float3(1.0f)}; P z = {1u, float3(1.0f), packed_float3(p.v), {i, i}}; packed_float3 q = p.v; ps[0].pv = packed_float3(1.0f, 2.0f, 3.0f);"},
		{"metal_2_4", "bool2 less = l2[0] < l2[1]; less = l2[0] == l2[1]; if (any(l2[0] < l2[1])) return;"},
		{"metal_2_4", "uint arr[4] = {1u, 2u, 3u, 4u}; arr[lane & 3u] += TAB[1]; array<uint, 3> ar; ar[0] = arr[0]; device float4* q = (device float4*)(d + 4); *q = ro[0]; threadgroup uint* tp = &sh[1]; *tp = 1u;"},
		{"metal_2_4", "uint local = 1u, global = local, uniform = global; d[0] = uniform;"},
		{"metal_3_1", "o = t.atomic_fetch_add(tid.xy, uint4(1u)).x; tb.atomic_store(int4(3), 1u); o = t.atomic_load(tid.xy).x;"},
		{"metal_3_0", "device atomic_float* fp = (device atomic_float*)d; f = atomic_fetch_add_explicit(fp, 1.0f, memory_order_relaxed);"},
		{"metal_3_2", "atomic_thread_fence(mem_flags::mem_device | mem_flags::mem_texture, memory_order_seq_cst, thread_scope_device); device coherent(device) uint* q = d; *q = 1u;"},
		{"metal_4_1", "o = atomic_load_explicit(b, memory_order_acquire); atomic_store_explicit(b, 1u, memory_order_release); atomic_fetch_add_explicit(b, 1u, memory_order_acq_rel); atomic_thread_fence(mem_flags::mem_device, memory_order_release, thread_scope_device);"},
		{"metal_4_1", "uint e = 0u; atomic_compare_exchange_weak_explicit(b, &e, 1u, memory_order_acq_rel, memory_order_acquire);"},
	}
	for _, tt := range tests {
		ClangMSL(t, mslKernel(tt.body), tt.version)
	}
}

func TestClangMSLAcceptsArrayResults(t *testing.T) {
	ClangMSL(t, `#include <metal_stdlib>
using namespace metal;
constant array<uint, 2> table = array<uint, 2>{{3u, 5u}};
static array<uint, 2> pick(bool first, threadgroup uint (&held)[2]) {
  if (first) { return table; }
  array<uint, 2> copy = array<uint, 2>{{held[0], held[1]}};
  return copy;
}
kernel void pickOne(device uint* out [[buffer(0)]], uint lane [[thread_index_in_threadgroup]]) {
  threadgroup uint held[2];
  held[lane & 1u] = lane;
  array<uint, 2> got = pick(lane == 0u, held);
  got = table;
  out[lane] = got[1];
}
`, "")
}

// Each text breaks one rule of Metal; want is part of the message.
func TestClangMSLRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ version, body, want string }{
		{"metal_3_2", "uint* q = d;", "__global"},
		{"metal_3_2", "device uint* q = &sh[0];", "__local"},
		{"metal_3_2", "threadgroup uint* q = d;", "__global"},
		{"metal_3_2", "device uint* q = &o;", "uint"},
		{"metal_3_2", "load_device(&g);", "no matching function"},
		{"metal_3_2", "atomic_fetch_add_explicit(&d[0], 1u, memory_order_relaxed);", "no matching function"},
		{"metal_3_2", "thread atomic_uint q; atomic_fetch_add_explicit(&q, 1u, memory_order_relaxed);", "no matching function"},
		{"metal_3_2", "atomic_compare_exchange_weak_explicit(b, &d[0], 1u, memory_order_relaxed, memory_order_relaxed);", "no matching function"},
		{"metal_3_2", "atomic_fetch_add_explicit(ul, 1ul, memory_order_relaxed);", "no matching function"},
		{"metal_3_2", "ulong q = atomic_max_explicit(ul, 1ul, memory_order_relaxed);", "void"},
		{"metal_3_2", "b[0] = 1u;", "no viable overloaded '='"},
		{"metal_3_2", "o = b[0];", "shim_atomic"},
		{"metal_3_2", "atomic_uint q = b[0];", "shim_atomic"},
		{"metal_3_2", "o = atomic_load_explicit(b, memory_order_acquire);", "memory_order_acquire"},
		{"metal_3_2", "o = atomic_load_explicit(b, memory_order_seq_cst);", "Metal 4.1"},
		{"metal_3_2", "atomic_thread_fence(mem_flags::mem_device, memory_order_acquire, thread_scope_device);", "memory_order_acquire"},
		{"metal_3_1", "atomic_thread_fence(mem_flags::mem_device, memory_order_relaxed, thread_scope_device);", "thread_scope_device"},
		{"metal_3_1", "device coherent(device) uint* q = d;", "type specifier"},
		{"metal_3_0", "o = t.atomic_fetch_add(tid.xy, uint4(1u)).x;", "no matching member function"},
		{"metal_2_4", "device atomic_float* fp = (device atomic_float*)d;", "atomic_float"},
		{"metal_3_2", "threadgroup atomic_float tf; atomic_fetch_add_explicit(&tf, 1.0f, memory_order_relaxed);", "no matching function"},
		{"metal_4_1", "o = atomic_load_explicit(b, memory_order_release);", "a load is"},
		{"metal_4_1", "atomic_store_explicit(b, 1u, memory_order_acquire);", "a store is"},
		{"metal_4_1", "uint e = 0u; atomic_compare_exchange_weak_explicit(b, &e, 1u, memory_order_release, memory_order_acquire);", "no stronger"},
		{"metal_3_2", "threadgroup_barrier(mem_device);", "mem_device"},
		{"metal_3_2", "threadgroup_barrier(1);", "no matching function"},
		{"metal_3_2", "threadgroup_barrier(mem_flags::none);", "none"},
		{"metal_3_2", "double q = 1.0;", "double"},
		{"metal_3_2", "ro[0] = float4(1.0f);", "read-only"},
		{"metal_3_2", "p.n = 1u;", "read-only"},
		{"metal_3_2", "TAB[0] = 1u;", "assign"},
		{"metal_3_2", "t3.read(tid);", "not readable"},
		{"metal_3_2", "t.write(float4(1.0f), tid.xy);", ""},
		{"metal_3_2", "o = t.read(tid);", ""},
		{"metal_3_2", "uint3 q = tid.xy;", "uint3"},
		{"metal_3_2", "o = simd_sum(ulong(1u));", "no matching function"},
		{"metal_3_2", "o = simd_and(1.0f);", "no matching function"},
		{"metal_3_2", "f = max(1.0f, 1u);", "no matching function"},
		{"metal_3_2", "o = as_type<uint>(1.0h);", "keeps the size"},
		{"metal_3_2", "o = InterlockedAdd(1u);", "undeclared"},
	}
	for _, tt := range tests {
		err := ClangMSLError(t, mslKernel(tt.body), tt.version)
		var refused *Refused
		if !errors.As(err, &refused) {
			t.Errorf("%s: accepted: %s", tt.version, tt.body)
		} else if !strings.Contains(refused.Log, tt.want) {
			t.Errorf("%s: %s: the message lacks %q:\n%s", tt.version, tt.body, tt.want, refused.Log)
		}
	}
	for _, tt := range []struct{ src, want string }{
		{"kernel void k(device uint* a [[buffer(0)]], device uint* b [[buffer(0)]]) {}", "two arguments are buffer(0)"},
		{"kernel void k(device uint* a [[bufer(0)]]) {}", "bufer"},
		{"kernel void k(device uint* a [[buffer(0)]], uint i [[thread_position]]) {}", "thread_position"},
		{"kernel void k(uint* a [[buffer(0)]]) {}", "kernel"},
		{"void f() { threadgroup uint x; }", "local"},
	} {
		err := ClangMSLError(t, "#include <metal_stdlib>\nusing namespace metal;\n"+tt.src, "")
		var refused *Refused
		if !errors.As(err, &refused) {
			t.Errorf("accepted: %s", tt.src)
		} else if !strings.Contains(refused.Log, tt.want) {
			t.Errorf("%s: the message lacks %q:\n%s", tt.src, tt.want, refused.Log)
		}
	}
}
