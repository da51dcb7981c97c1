package lower

import (
	"strings"
	"testing"
)

// TestSamples: the sample of a multisampled texture is an operand of its own, 0 when the
// source names none.
func TestSamples(t *testing.T) {
	const globals = "RWTexture2DMSArray<uint> m; Texture2DMS<float4> r;"
	rows := []struct {
		name, body string
		want       []string
	}{
		{"read", "o[0] = m[uint3(1, 2, 3), i];", []string{"%2 = shuffle %1 {comps=xyz} : uint3", "%3 = extract %1 {index=3} : uint", "%4 = image_read @m.0, %2, %3 {shared=1} : uint"}},
		{"read of sample 0", "o[0] = m[uint3(1, 2, 3)];", []string{"%1 = image_read @m.0, {1 2 3}:uint3, 0:uint {shared=1} : uint"}},
		{"write", "m[uint3(1, 2, 3), i] = 7;", []string{"image_write @m.0, %2, 7:uint, %3 {shared=1}"}},
		{"atomic", "InterlockedAdd(m[uint3(1, 2, 3), i], 5);", []string{"%4 = texel @m.0, %2, %3 : &image uint", "atomic %4, 5:uint {..."}},
		{"sampled texture", "o[0] = uint(r[uint2(1, 2), 3].y);", []string{"%1 = image_read @r.0, {1 2}:uint2, 3:uint : float4"}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { wantLines(t, mustLower(t, kernelOf(globals, r.body), spirv()), r.want...) })
	}
	_, diags := lowerText(t, kernelOf(globals, "m[uint3(1, 2, 3), i] = 7;"), hlsl())
	if all := diags.All(); len(all) != 1 || !strings.Contains(all[0].Message, "writable multisampled texture") {
		t.Errorf("HLSL: %v", all)
	}
}
