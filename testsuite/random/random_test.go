package random

import (
	"fmt"
	"testing"

	"slc"
	"slc/testsuite/tools"
)

// text compiles a kernel.
func text(t *testing.T, src string, target slc.Target, level int) string {
	t.Helper()
	req := slc.Request{Files: []string{"kernel.slang"}, Outputs: []slc.Output{{Target: target}},
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
	req.Options.Optimize, req.Options.VerifyIR = level, true
	result, err := slc.Compile(t.Context(), req)
	if err != nil {
		t.Fatalf("%v\n%s", err, tools.Numbered(src))
	}
	for _, d := range result.Diagnostics {
		if result.HasErrors() {
			t.Fatalf("%s: %s\n%s", d.Code, d.Message, tools.Numbered(src))
		}
	}
	return string(result.Outputs[0])
}

func check(t *testing.T, src string, small bool) {
	for level := range 2 {
		if !small { // HLSL has no integers of 8 bits
			tools.HLSL(t, text(t, src, slc.HLSL, level), tools.HLSLOptions{})
		}
		tools.ClangMSL(t, text(t, src, slc.Metal, level), "")
	}
}

func TestRandomKernels(t *testing.T) {
	count := 40
	if testing.Short() {
		count = 8
	}
	for seed := range count {
		small := seed%4 == 3
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			check(t, Kernel(int64(seed), small), small)
		})
	}
}

// Values that nothing uses, in parts of conditions that are evaluated at times only.
func TestDeadValues(t *testing.T) {
	for _, body := range []string{
		"for (int i = 0; i < 5; i++) { bool hit = i > 3 && data[i] > i * 2; } if (data[9] > 3) data[8] = 1;",
		"for (int i = 0; i < 5; i++) { int t = data[i] > 3 ? ~i : data[7]; } int s = 0; for (int j = 0; j < 3; j++) { s += data[j] * s; if (s > 40) break; } data[id.x] = s;",
		"int i = 0; do { bool b = data[i] > 1 || data[i + 1] * 3 < i; i++; } while (i < 5); data[0] = i;",
		"switch (data[0]) { case 1: { bool b = data[2] > 1 && data[3] + 1 > 4; } case 2: data[1] = 5; break; default: { int u = data[4] > 0 ? -data[5] : 3; } } data[id.x] = data[6] * 2;",
		"int a = 1; if (data[1] > 2) { int b = data[2] * a; int c = (b > 1 ? b + 2 : a) + 1; } a = data[3]; data[4] = a;",
	} {
		check(t, "RWStructuredBuffer<int> data;\n[numthreads(32, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID) {\n"+body+"\n}\n", false)
	}
}
