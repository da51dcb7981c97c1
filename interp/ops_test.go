package interp_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"slc/interp"
)

// opCase is an expression on the inputs and the 32-bit word that it has to give. The values are worked out by
// hand from the language's and SPIR-V's definitions.
type opCase struct {
	expr string
	want uint32
}

func fbits(f float32) uint32 { return math.Float32bits(f) }

const minus = 0xffffffff // -1

// inputs: i = 7 -3 0x80000000 0x7fffffff 0; u = 7 3 0xffffffff 0x80000001 0 32; f = 1.5 -2.5 0 inf NaN 3 -0.
func inputs() map[string][]byte {
	return map[string][]byte{
		"i": words(7, 0xfffffffd, 0x80000000, 0x7fffffff, 0),
		"u": words(7, 3, 0xffffffff, 0x80000001, 0, 32),
		"f": floats(1.5, -2.5, 0, float32(math.Inf(1)), float32(math.NaN()), 3, float32(math.Copysign(0, -1))),
	}
}

func opCases() []opCase {
	return []opCase{
		// integers
		{"i[0] + i[1]", 4}, {"i[3] + 1", 0x80000000}, {"i[2] - 1", 0x7fffffff}, {"i[0] * i[1]", 0xffffffeb}, {"i[3] * 2", 0xfffffffe},
		{"i[1] / 2", minus}, {"i[0] / i[1]", 0xfffffffe}, {"i[1] % 2", minus}, {"i[0] % i[1]", 1}, {"i[2] / -1", 0x80000000},
		{"u[2] + 1u", 0}, {"u[4] - 1u", 0xffffffff}, {"u[2] * 2u", 0xfffffffe}, {"u[2] / 2u", 0x7fffffff}, {"u[3] % 16u", 1},
		{"-i[2]", 0x80000000}, {"-u[1]", 0xfffffffd}, {"~u[0]", 0xfffffff8}, {"~i[1]", 2},
		{"i[1] >> 1", 0xfffffffe}, {"u[2] >> 28u", 15}, {"u[1] << 31u", 0x80000000}, {"i[1] << 1", 0xfffffffa},
		{"u[0] & u[1]", 3}, {"u[0] | 8u", 15}, {"u[0] ^ u[1]", 4},
		{"uint(i[1] < 0)", 1}, {"uint(u[2] < 0u)", 0}, {"uint(i[2] < i[3])", 1}, {"uint(u[3] > u[0])", 1}, {"uint(i[0] <= 7)", 1},
		{"uint(i[0] >= 8)", 0}, {"uint(i[0] == 7)", 1}, {"uint(i[0] != 7)", 0}, {"uint(!(i[0] == 7))", 0},
		{"min(i[1], 2)", 0xfffffffd}, {"min(u[2], 2u)", 2}, {"max(i[2], i[3])", 0x7fffffff}, {"max(u[3], u[0])", 0x80000001},
		{"clamp(i[0], -1, 5)", 5}, {"abs(i[1])", 3}, {"abs(i[2])", 0x80000000}, {"uint(sign(i[1]))", minus}, {"uint(sign(i[4]))", 0},
		{"countbits(u[3])", 2}, {"firstbithigh(u[3])", 31}, {"firstbithigh(u[4])", minus}, {"firstbithigh(i[1])", 1},
		{"firstbitlow(u[5])", 5}, {"firstbitlow(u[4])", minus}, {"reversebits(u[1])", 0xc0000000},
		{"i[0] > 3 ? u[0] : u[1]", 7}, {"mad(i[0], i[1], 1)", 0xffffffec},
		// 64 bits
		{"uint((uint64_t(u[2]) * uint64_t(u[2])) >> 32)", 0xfffffffe}, {"uint(int64_t(i[1]) >> 32)", minus},
		{"uint(uint64_t(u[3]) << 1)", 2}, {"countbits(uint64_t(u[2]) << 16)", 32}, {"uint((-int64_t(u[3])) >> 31)", 0xfffffffe},
		// floats
		{"asuint(f[0] + f[1])", fbits(-1)}, {"asuint(f[0] - f[1])", fbits(4)}, {"asuint(f[0] * f[1])", fbits(-3.75)}, {"asuint(f[5] / f[0])", fbits(2)},
		{"asuint(f[0] / f[2])", fbits(float32(math.Inf(1)))}, {"asuint(-f[2])", 0x80000000}, {"asuint(fmod(f[1], 2.0))", fbits(-0.5)},
		{"asuint(16777216.0 * f[0] / f[0] + 1.0)", fbits(16777216)}, {"asuint(f[5] / 10.0)", 0x3e99999a},
		{"uint(f[4] == f[4])", 0}, {"uint(f[4] != f[4])", 1}, {"uint(f[4] < 1.0)", 0}, {"uint(f[6] == f[2])", 1},
		{"asuint(min(f[4], f[0]))", fbits(1.5)}, {"asuint(max(f[0], f[4]))", fbits(1.5)}, {"asuint(clamp(f[5], 0.0, 2.0))", fbits(2)},
		{"asuint(saturate(f[1]))", 0}, {"asuint(abs(f[1]))", fbits(2.5)}, {"uint(sign(f[1]))", minus},
		{"asuint(floor(f[1]))", fbits(-3)}, {"asuint(ceil(f[1]))", fbits(-2)}, {"asuint(trunc(f[1]))", fbits(-2)}, {"asuint(round(f[1]))", fbits(-2)},
		{"asuint(round(f[0]))", fbits(2)}, {"asuint(frac(f[1]))", fbits(0.5)}, {"asuint(sqrt(f[5] * f[5]))", fbits(3)}, {"asuint(rsqrt(4.0 * f[0] / f[0]))", fbits(0.5)},
		{"asuint(pow(f[5], 2.0))", fbits(9)}, {"asuint(exp2(f[5]))", fbits(8)}, {"asuint(log2(f[5] + 5.0))", fbits(3)}, {"asuint(exp(f[2]))", fbits(1)},
		{"asuint(log(f[2] + 1.0))", 0}, {"asuint(sin(f[2]))", 0}, {"asuint(cos(f[2]))", fbits(1)}, {"asuint(atan2(f[2], 1.0))", 0},
		{"asuint(lerp(f[0], f[5], 0.5))", fbits(2.25)}, {"asuint(step(f[0], f[5]))", fbits(1)}, {"asuint(step(f[5], f[0]))", 0},
		{"asuint(smoothstep(0.0, f[5], f[0]))", fbits(0.5)}, {"asuint(fma(f[0], f[5], f[1]))", fbits(2)},
		// (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, half way between two floats; 2^-80 decides: up
		{"asuint(fma(asfloat(0x3f800800u + u[4]), asfloat(0x3f800800u), asfloat(0x17800000u)))", 0x3f801001},
		{"asuint(fma(asfloat(0x3f800800u + u[4]), asfloat(0x3f800800u), asfloat(0x97800000u)))", 0x3f801000},
		{"asuint(fma(asfloat(0x3f800800u + u[4]), asfloat(0x3f800800u), 0.0))", 0x3f801000}, {"asuint(mad(f[0], f[5], f[1]))", fbits(2)},
		{"asuint(ldexp(f[0], 3.0))", fbits(12)}, {"asuint(degrees(f[2]))", 0}, {"asuint(rcp(f[0] + 0.5))", fbits(0.5)},
		{"uint(isnan(f[4]))", 1}, {"uint(isinf(f[3]))", 1}, {"uint(isfinite(f[3]))", 0}, {"uint(isnan(f[0]))", 0},
		// conversions
		{"uint(f[0])", 1}, {"uint(int(f[1]))", 0xfffffffe}, {"asuint(float(i[1]))", fbits(-3)}, {"asuint(float(u[2]))", fbits(4294967296)},
		{"uint(bool(i[1]))", 1}, {"uint(bool(f[2]))", 0}, {"asuint(float(i[0] == 7))", fbits(1)}, {"asuint(float(half(f[5] / 10.0)))", fbits(0.30004883)},
		{"asuint(float(double(f[5]) / 8.0))", fbits(0.375)}, {"uint(int16_t(u[2] - 0x8000u))", 0x7fff}, {"uint(uint16_t(u[2]))", 0xffff},
		{"asint(f[0])", 0x3fc00000}, {"f32tof16(f[0])", 0x3e00}, {"asuint(f16tof32(0x3e00u + u[4]))", fbits(1.5)},
		// vectors
		{"uint3(u[0], u[1], 5u).zyx.y", 3}, {"asuint(dot(float3(f[0], f[1], 1.0), float3(2.0, 2.0, f[5])))", fbits(1)},
		{"asuint(cross(float3(f[5], 0.0, 0.0), float3(0.0, f[5], 0.0)).z)", fbits(9)}, {"asuint(length(float2(f[5], 4.0)))", fbits(5)},
		{"asuint(distance(float2(f[5], 4.0), float2(0.0, 0.0)))", fbits(5)}, {"asuint(normalize(float2(f[5], 4.0)).y)", fbits(0.8)},
		{"asuint(reflect(float2(f[5], -1.0), float2(0.0, 1.0)).y)", fbits(1)}, {"asuint(faceforward(float2(0.0, f[5]), float2(0.0, 1.0), float2(0.0, 1.0)).y)", fbits(-3)},
		{"uint(any(uint2(u[4], u[0])))", 1}, {"uint(all(uint2(u[4], u[0])))", 0}, {"uint(any(float2(f[6], f[2])))", 0},
		{"select(bool2(i[0] == 7, false), uint2(u[0], 1u), uint2(9u, u[1])).y", 3}, {"uint4(u[1]).w", 3},
		{"uint(mul(int2x2(1, 2, 3, 4), int2(i[0], 1)).y)", 25}, {"uint(transpose(int2x2(1, 2, i[0], 4))[0][1])", 7},
		{"uint(determinant(float2x2(f[5], 2.0, 4.0, 5.0)))", 7}, {"uint((uint2(u[0], u[1]) + 1u)[i[4] + 1])", 4},
		// packing
		{"pack_u8(uint4(u[0], u[1], 0xffu, 0x101u))", 0x01ff0307}, {"unpack_u8u32(0x04030201u + u[4]).z", 3}, {"uint(unpack_s8s32(0x80ff0000u + u[4]).w)", 0xffffff80},
		{"dot4add_u8packed(0x01020304u + u[4], 0x01010101u, 5u)", 15}, {"uint(dot4add_i8packed(0xffffffffu + u[4], 0x01010101u, 5))", 1},
	}
}

func TestOperations(t *testing.T) {
	list := opCases()
	var body strings.Builder
	for k, c := range list {
		fmt.Fprintf(&body, "    o[%d] = uint(%s);\n", k, c.expr)
	}
	m, sources := kernel(t, `StructuredBuffer<int> i; StructuredBuffer<uint> u; StructuredBuffer<float> f; RWStructuredBuffer<uint> o;
[shader("compute")] [numthreads(1, 1, 1)] void computeMain() {
`+body.String()+"}")
	res := run(t, m, interp.Config{Groups: [3]int{1, 1, 1}, Buffers: inputs(), Sources: sources})
	for _, f := range res.Faults {
		t.Error(f)
	}
	got := unwords(res.Buffer("o"))
	for k, c := range list {
		if got[k] != c.want {
			t.Errorf("%s gives %#x, not %#x", c.expr, got[k], c.want)
		}
	}
}
