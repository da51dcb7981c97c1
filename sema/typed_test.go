package sema

import (
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/sema/typed"
)

// environment is what the statements of TestTyped may name.
const environment = `
RWStructuredBuffer<uint> dst; RWStructuredBuffer<Atomic<uint>> at; RWStructuredBuffer<Atomic<float>> fl;
RWByteAddressBuffer raw; RWTexture2D<uint> img; RWTexture2DMS<uint> msimg; RWStructuredBuffer<uint> bufs[4]; StructuredBuffer<float4> sb;
groupshared uint gs[16]; groupshared Atomic<int> gat;
struct P { float a; int b[2]; float2 c; float sum() { return a; } [mutating] void set(float x) { a = x; } };
ConstantBuffer<P> cb; cbuffer Block { float4 color; };
enum E : uint { X, Y = 4 };
static const int N = 3; static const float tab[2] = { 1, 2 };
void outs(out int a, inout float b) { a = 0; }
struct Made { int x; __init() { x = 4; } __init(int v) { x = v; } };
int shadowed() { return 1; }
int over(int x) { return 0; } int over(float x) { return 0; } int over(uint x) { return 0; }
int dflt(int x, int y = N + 1) { return 0; }
T gen<T>(T a) { return a; }
`

const parameters = `int i, uint u, float f, half h, double d, bool b, int16_t s, uint8_t c, int64_t l, uint64_t ul,
	float2 v2, float3 v3, float4 v4, int3 i3, bool3 b3, float2x2 m, E e, P p`

// TestTyped holds statements to the typed tree that they become. The rows follow
// the language reference (conversions, overload ranking, evaluation order).
func TestTyped(t *testing.T) {
	tests := []struct{ src, want string }{
		// Conversions and operators: the cheapest common type.
		{"f = i + u;", "f = numeric<float>((numeric<uint>(i) + u))"},
		{"f = i * h;", "f = numeric<float>((numeric<half>(i) * h))"},
		{"d = f + d;", "d = (numeric<double>(f) + d)"},
		{"i = s + c;", "i = numeric<int>((s + numeric<int16_t>(c)))"},
		{"c = c + 1;", "c = (c + uint8_t(1))"},
		{"i = c + N;", "i = (numeric<int>(c) + 3)"},
		{"l = i + ul;", "l = numeric<int64_t>((numeric<uint64_t>(i) + ul))"},
		{"i = b + 1;", "i = (numeric<int>(b) + 1)"},
		{"v3 = v3 * 2;", "v3 = (v3 * float3({2, 2, 2}))"},
		{"v3 = f;", "v3 = splat<float3>(f)"},
		{"i3 = i3 << 1;", "i3 = (i3 << int3({1, 1, 1}))"},
		{"l = l << u;", "l = (l << numeric<int64_t>(u))"},
		{"b = b & (i > 2);", "b = (b && (i > 2))"},
		{"b3 = v3 < 1 && b3;", "b3 = ((v3 < float3({1, 1, 1})) && b3)"},
		{"b = i && f;", "b = (numeric<bool>(i) && numeric<bool>(f))"},
		{"i = -i; u = ~u; b = !i;", "i = -(i)\nu = ~(u)\nb = !(numeric<bool>(i))"},
		{"f = (float)i; v2 = (float2)v4; f = (float)v4;", "f = numeric<float>(i)\nv2 = truncate<float2>(v4)\nf = v4.x"},
		{"i = e; e = (E)i; b = e == E.Y;", "i = numeric<int>(reshape<uint>(e))\ne = reshape<E>(numeric<uint>(i))\nb = (reshape<uint>(e) == 4u)"},
		{"s += i;", "s += i"},
		{"v2 *= f;", "v2 *= splat<float2>(f)"},
		{"f = b ? i : f;", "f = (b ? numeric<float>(i) : f)"},
		{"v3 = b3 ? v3 : 0;", "v3 = @select(b3, v3, float3({0, 0, 0}))"},
		// A leading :: names what the file declares; a type with an __init() makes its variables.
		{"int shadowed = 3; i = shadowed + ::shadowed() + ::N;", "var shadowed : int = 3\ni = ((shadowed + shadowed()) + 3)"},
		{"Made q; i = q.x;", "var tmp : Made\nvar q : Made = ((tmp = Made({0}), Made_init(tmp)), tmp)\ni = q.x"},
		{"u = msimg[uint2(u, 2), i]; msimg[uint2(u, 3)] = 4;", "u = msimg[uint3{uint2{u, 2u}, numeric<uint>(i)}]\nmsimg[uint3{uint2{u, 3u}, 0u}] = 4u"},
		// Constants.
		{"i = N * 2 + (1 << 4);", "i = 22"},
		{"u = -1; i = 0xFFFFFFFF; l = -9223372036854775808;", "u = 4294967295u\ni = -1\nl = int64_t(-9223372036854775808)"},
		{"d = -32768.999LF; h = 0.1H; d = 2.5l;", "d = double(-32768.999)\nh = half(0.0999755859375)\nd = double(2.5)"},
		{"f = tab[1] + tab[i];", "f = (float(2) + tab[i])"},
		{"b = N == 3 && 1.5 > 1;", "b = true"},
		{"f = float2(1, 2).y; i = int3(4, 5, 6)[2];", "f = float(2)\ni = 6"},
		{"f = 7 / 2; f = 7 % 4 + 0.5;", "f = float(3)\nf = float(3.5)"},
		{"u = asuint(1.0); f = asfloat(0x40000000);", "u = 1065353216u\nf = float(2)"},
		{"i = sizeof(P) + alignof(double);", "i = 28"},
		// Swizzles, members, indexing.
		{"v2 = v4.zw; v4.xy = v2; f = v4.yx.x; v3 = f.xxx;", "v2 = v4.zw\nv4.xy = v2\nf = v4.y\nv3 = splat<float3>(f)"},
		{"f = m._m01; v2 = m._11_22; m[0].y = 1;", "f = m._m01\nv2 = m._m00_m11\nm[0].y = float(1)"},
		{"f = cb.a + cb.b[1] + color.x;", "f = ((cb.a + numeric<float>(cb.b[1])) + Block.color.x)"},
		{"p = cb;", "p = *cb"},
		{"dst[i] = 1; f = sb[u].w; img[i3.xy] = 2;", "dst[i] = 1u\nf = sb[u].w\nimg[i3.xy] = 2u"},
		{"bufs[NonUniformResourceIndex(i)][0] = 1;", "bufs[nonuniform i][0] = 1u"},
		// Initialisers and constructors.
		{"float a[3] = { 1, f };", "var a : float[3] = float[3]{float(1), f, float(0)}"},
		{"int a[] = { 1, 2 };", "var a : int[2] = int[2]({1, 2})"},
		{"P q = { f, 1, 2, v2 };", "var q : P = P{f, int[2]({1, 2}), v2}"},
		{"P q = { 1 };", "var q : P = P({1, {0, 0}, {0, 0}})"},
		{"float4 w = float4(v2, f, 1);", "var w : float4 = float4{v2, f, float(1)}"},
		{"let w = float2x2(v2, f, 1);", "var w : float2x2 = float2x2{v2.x, v2.y, f, float(1)}"},
		// Calls.
		{"i = over(s) + over(h) + over(2u) + over(1);", "i = (((over(numeric<int>(s)) + over(numeric<float>(h))) + over(2u)) + over(1))"},
		{"i = dflt(1);", "i = dflt(1, 4)"},
		{"outs(i, f);", "outs(i, f)"},
		{"outs(u, f);", "var tmp : int\n(outs(tmp, f), u = numeric<uint>(tmp))"},
		{"f = p.sum(); p.set(2);", "f = P_sum(p)\nP_set(p; float(2))"},
		{"f = gen(f) + gen<int>(2);", "f = (gen_float_(f) + numeric<float>(gen_int_(2)))"},
		{"f = max(f, 1) + dot(v3, v3);", "f = (@max(f, float(1)) + @dot(v3, v3))"},
		{"u = WaveActiveSum(u);", "u = @waveSum(u)"},
		// Atomics: every notation.
		{"u = at[i].load(); u = at[i].load(MemoryOrder.Acquire);", "u = atomic load Relaxed at[i]\nu = atomic load Acquire at[i]"},
		{"at[0].store(i, MemoryOrder.Release);", "atomic store Release at[0] (numeric<uint>(i))"},
		{"u = at[0].compareExchange(1, 2, MemoryOrder.AcquireRelease, MemoryOrder.Acquire);", "u = atomic compareExchange AcquireRelease/Acquire at[0] (1u, 2u)"},
		{"at[0] = 5; at[0] += 2; at[0] ^= u;", "atomic store Relaxed at[0] (5u)\natomic add Relaxed at[0] (2u) new\natomic xor Relaxed at[0] (u) new"},
		{"u = at[0]++ + --at[1];", "u = (atomic increment Relaxed at[0] + atomic decrement Relaxed at[1] new)"},
		{"gat.max(-3); fl[0].add(1);", "atomic max Relaxed gat (-3)\natomic add Relaxed fl[0] (float(1))"},
		{"InterlockedAdd(gs[i], 1); InterlockedMin(dst[0], u, u);", "atomic add Relaxed gs[i] (1u)\natomic min Relaxed dst[0] (u) -> u"},
		{"InterlockedCompareExchange(dst[0], 0, 1, i);", "atomic compareExchange Relaxed dst[0] (0u, 1u) -> i"},
		{"InterlockedOr(img[i3.xy], 2);", "atomic or Relaxed img[i3.xy] (2u)"},
		{"raw.InterlockedAdd(4, 1u, u); u = raw.Load(8); raw.Store2(0, uint2(1, u));",
			"atomic add Relaxed raw.bytes<uint>[4u] (1u) -> u\nu = raw.bytes<uint>[8u]\nraw.bytes<uint2>[0u] = uint2{1u, u}"},
		{"u = __atomic_exchange(dst[1], 3, MemoryOrder.SeqCst);", "u = atomic exchange SeqCst dst[1] (3u)"},
		{"GroupMemoryBarrierWithGroupSync();", "barrier GroupMemoryBarrierWithGroupSync"},
		// Statements.
		{"while (i < 3) { if (b) break; else continue; }", "loop while (i < 3)\n\tif b\n\t\tbreak\n\telse\n\t\tcontinue"},
		{"for (int k = 0; k < 2; k++) u++;", "for\n\tvar k : int = 0\n\tloop while (k < 2) step k++\n\t\tu++"},
		{"do u--; while (u > 3);", "loop posttest while (u > 3u)\n\tu--"},
		{"switch (u) { case 0: case 2: i = 1; default: break; }", "switch u\ncase 0 2\n\ti = 1\ncase default\n\tbreak"},
		{"const int k = 2; int a[k * N]; a[0] = k;", "var k : int = 2\nvar a : int[6]\na[0] = 2"},
	}
	for _, tt := range tests {
		src := environment + "void test(" + parameters + ") {\n" + tt.src + "\n}\n"
		prog, diags, m := analyze(t, "test.slang", src, Options{})
		for _, d := range diags.All() {
			if d.Severity >= diag.Error {
				t.Errorf("%s\n\t%s: %s", tt.src, m.Locate(d.Span.Start), d.Message)
			}
		}
		if got := bodyOf(typed.Dump(prog), "test"); got != tt.want {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", tt.src, got, tt.want)
		}
	}
}

// bodyOf cuts the body of a function out of a dump.
func bodyOf(dump, name string) string {
	_, rest, _ := strings.Cut(dump, "func "+name+"(")
	_, rest, _ = strings.Cut(rest, "\n")
	var out []string
	for _, line := range strings.Split(rest, "\n") {
		line, ok := strings.CutPrefix(line, "\t")
		if !ok {
			break
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
