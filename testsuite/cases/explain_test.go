package cases

import (
	"strings"
	"testing"
)

// TestExplain: a golden section that lost an order is called weaker, in each language.
func TestExplain(t *testing.T) {
	for _, c := range []struct{ section, was, now, want string }{
		{"spirv", "%uint_1 = OpConstant %uint 1\n%rel = OpConstant %uint 8260\nOpMemoryBarrier %uint_1 %rel\n", "%uint_1 = OpConstant %uint 1\n%rel = OpConstant %uint 8260\n",
			"weaker: memory barrier is gone"},
		{"hlsl", "DeviceMemoryBarrier();\nInterlockedAdd(a[0], 1u);\n", "InterlockedAdd(a[0], 1u);\n", "weaker: atomic add on a[0]: release became relaxed"},
		{"metal", "threadgroup_barrier(mem_flags::mem_device);\n", "\n", "weaker: control barrier is gone"},
		{"ir", "a\nb\n", "a\nc\n", "-b\n+c\n"},
	} {
		if got := explain(c.section, c.was, c.now); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is not in\n%s", c.section, c.want, got)
		}
	}
}
