package structure

import (
	"fmt"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/testsuite/cases"
	"slc/testsuite/tools"
)

func waveKernel(calls []cases.WaveCall) string {
	var b strings.Builder
	b.WriteString("import glsl;\nRWStructuredBuffer<uint> o;\n[numthreads(64, 1, 1)]\nvoid main(uint i : SV_GroupIndex)\n{\n    uint v = o[i];\n    uint4 mask = WaveMatch0(v);\n")
	for k, c := range calls {
		fmt.Fprintf(&b, "    o[%d] = uint(uint4(%s).x);\n", 64+k, c.Text)
	}
	b.WriteString("}\n")
	return strings.Replace(b.String(), "WaveMatch0(v)", "uint4(o[64], 0, 0, 0)", 1)
}

func compileWave(t *testing.T, target slc.Target, calls ...cases.WaveCall) *slc.Result {
	t.Helper()
	r, err := slc.Compile(t.Context(), slc.Request{Files: []string{"k.slang"}, Outputs: []slc.Output{{Target: target}},
		Options:  slc.Options{Optimize: 1},
		ReadFile: func(string) ([]byte, error) { return []byte(waveKernel(calls)), nil }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWaveTable: each wave function is either translated, and then all of a target's are one valid
// kernel, or an error that names the function and the target (subset.md §1.9). HLSL and MSL lack some; SPIR-V has all.
func TestWaveTable(t *testing.T) {
	calls := cases.WaveCalls()
	if len(calls) < 170 {
		t.Fatalf("only %d calls", len(calls))
	}
	for _, target := range []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal} {
		t.Run(target.String(), func(t *testing.T) {
			var have []cases.WaveCall
			for _, c := range calls {
				r := compileWave(t, target, c)
				if !r.HasErrors() {
					have = append(have, c)
					continue
				}
				if target == slc.SPIRV {
					t.Errorf("%s: %v", c.Text, r.Diagnostics[0].Message)
				}
				for _, d := range r.Diagnostics {
					if d.Severity == diag.Error && (d.Code != diag.TargetUnsupported || !strings.Contains(d.Message, "'"+c.Name+"'")) {
						t.Errorf("%s: %s %s: the message does not name the function", c.Text, d.Code.ID, d.Message)
					}
				}
			}
			t.Logf("%s has %d of %d", target, len(have), len(calls))
			r := compileWave(t, target, have...)
			if r.HasErrors() {
				t.Fatal(r.Diagnostics[0].Message)
			}
			switch out := r.Outputs[0]; target {
			case slc.SPIRV:
				tools.SpirvVal(t, out, "vulkan1.2")
			case slc.HLSL:
				tools.ClangHLSL(t, string(out), tools.HLSLOptions{})
			default:
				tools.ClangMSL(t, string(out), "")
			}
		})
	}
}
