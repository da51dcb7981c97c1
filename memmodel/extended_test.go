package memmodel_test

import (
	"strings"
	"testing"

	"slc/memmodel"
)

// TestFunctions: the functions of GLSL.std.450 that kernels call.
func TestFunctions(t *testing.T) {
	for expr, want := range map[string]string{
		"uint(min(3 + i, -5) + 6)":                                           "1",
		"max(3u + u, 0xfffffff0u)":                                           "4294967280",
		"clamp(9u + u, 2u, 7u)":                                              "7",
		"uint(clamp(-9 + i, -2, 7) + 3)":                                     "1",
		"uint(abs(-4 + i))":                                                  "4",
		"uint(sign(-4 + i) + 3)":                                             "2",
		"uint(firstbithigh(-2 + i))":                                         "0", // the sign fills all but bit 0
		"firstbithigh(0x50u + u)":                                            "6",
		"firstbitlow(0x50u + u)":                                             "4",
		"uint(floor(-1.5 + f) + 5.0)":                                        "3",
		"uint(ceil(1.25 + f))":                                               "2",
		"uint(trunc(-1.5 + f) + 5.0)":                                        "4",
		"uint(round(2.5 + f))":                                               "2", // to even
		"uint(sqrt(81.0 + f))":                                               "9",
		"uint(fma(2.0 + f, 3.0, 4.0))":                                       "10",
		"uint(step(2.0, 2.0 + f) * 7.0)":                                     "7",
		"uint(min(2.5 + f, 8.5) * 2.0)":                                      "5",
		"uint(clamp(9.0 + f, 1.0, 3.0))":                                     "3",
		"uint(sign(-2.5 + f) + 3.0)":                                         "2",
		"uint(abs(-2.5 + f) * 2.0)":                                          "5",
		"uint(dot(max(float2(1, 8) + f, float2(4, 2)), float2(10, 1)))":      "48",
		"uint((float2(1, 8) + f).yx.y) + uint(((float2(1, 8) + f) * 2.0).y)": "17",
		"any(int2(0, 5) == i) && !all(int2(0, 5) == i) ? 1u : 2u":            "1",
	} {
		text := `
RWStructuredBuffer<uint> seen;
RWStructuredBuffer<uint> zero;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain()
{
    uint u = zero[0];
    int i = int(u);
    float f = float(u);
    seen[0] = ` + expr + `;
}`
		r := verify(t, compile(t, text), memmodel.Launch{})
		if len(r.States) != 1 || !strings.Contains(r.States[0], "seen[0]="+want) {
			t.Errorf("%s is %q, want %s", expr, r.States, want)
		}
	}
}
