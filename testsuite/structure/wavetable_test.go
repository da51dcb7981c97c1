package structure

import (
	"fmt"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/testsuite/tools"
)

// waveCall is a call of a row of the wave functions.
type waveCall struct{ name, text string }

// waveCalls are calls of every row of every wave and quad function, GLSL's included, on uint.
func waveCalls() (calls []waveCall) {
	builtin.FunctionNames(func(name string, _ bool) bool {
		for _, row := range builtin.Functions(name) {
			if row.Action == builtin.ActIntrinsic && builtin.IsWave(row.Op) {
				calls = append(calls, waveCall{name, name + "(" + waveArguments(row.Sig) + ")"})
			}
		}
		return true
	})
	return calls
}

// waveArguments are arguments for the parameters of a signature. A constant is the size of a cluster or a lane: 2 is both.
func waveArguments(sig string) string {
	_, list, _ := strings.Cut(strings.TrimSuffix(sig, ")"), "(")
	if list == "" {
		return ""
	}
	var args []string
	for _, p := range strings.Split(list, ",") {
		switch kind, constant := strings.CutPrefix(p, "const "); {
		case constant:
			args = append(args, "2")
		case kind == "T":
			args = append(args, "v")
		case kind == "bool":
			args = append(args, "v > 3")
		case kind == "uint4":
			args = append(args, "mask")
		default:
			args = append(args, "uint(1)")
		}
	}
	return strings.Join(args, ", ")
}

func waveKernel(calls []waveCall) string {
	var b strings.Builder
	b.WriteString("import glsl;\nRWStructuredBuffer<uint> o;\n[numthreads(64, 1, 1)]\nvoid main(uint i : SV_GroupIndex)\n{\n    uint v = o[i];\n    uint4 mask = WaveMatch0(v);\n")
	for k, c := range calls {
		fmt.Fprintf(&b, "    o[%d] = uint(uint4(%s).x);\n", 64+k, c.text)
	}
	b.WriteString("}\n")
	return strings.Replace(b.String(), "WaveMatch0(v)", "uint4(o[64], 0, 0, 0)", 1)
}

func compileWave(t *testing.T, target slc.Target, calls ...waveCall) *slc.Result {
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
	calls := waveCalls()
	if len(calls) < 170 {
		t.Fatalf("only %d calls", len(calls))
	}
	for _, target := range []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal} {
		t.Run(target.String(), func(t *testing.T) {
			var have []waveCall
			for _, c := range calls {
				r := compileWave(t, target, c)
				if !r.HasErrors() {
					have = append(have, c)
					continue
				}
				if target == slc.SPIRV {
					t.Errorf("%s: %v", c.text, r.Diagnostics[0].Message)
				}
				for _, d := range r.Diagnostics {
					if d.Severity == diag.Error && (d.Code != diag.TargetUnsupported || !strings.Contains(d.Message, "'"+c.name+"'")) {
						t.Errorf("%s: %s %s: the message does not name the function", c.text, d.Code.ID, d.Message)
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
