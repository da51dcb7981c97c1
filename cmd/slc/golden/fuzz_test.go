package golden

import (
	"strings"
	"testing"
)

// FuzzCompare: expected files are what somebody committed; no text makes the comparison fail.
func FuzzCompare(f *testing.F) {
	f.Add(moduleText, hlslText)
	f.Add(metalText, moduleText)
	f.Add("%a = OpVariable %b StorageBuffer\n%c = OpAccessChain %d %a\n%e = OpAccessChain %d %c %z\nOpStore %e %e\nOpStore %c %c", "OpLoad\nOpStore\nOpAtomic\nOpAtomicX\n%1 = OpTypePointer")
	f.Add("(\n)\n#line\nInterlocked(\natomic_(\n.fence(\ncoherent(device)", "kernel (\n[[(]]\n: register(\nstruct\ncbuffer :")
	f.Fuzz(func(t *testing.T, was, now string) {
		for _, lang := range []Language{SPIRV, HLSL, Metal, Plain} {
			if text := Explain(lang, was, now); strings.TrimSpace(text) == "" {
				t.Error("nothing is said")
			}
			if c := Compare(lang, was, was, nil); !c.Same() || len(c.Findings) > 0 {
				t.Errorf("a text differs from itself: %q", findingLines(c))
			}
		}
		text, _ := keepNames(was, now)
		if _, same := keepNames(text, text); !same {
			t.Error("what was written is not as expected")
		}
	})
}
