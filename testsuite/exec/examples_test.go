package exec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"slc"
	"slc/testsuite/cases"
)

const examples = "../../examples"

// TestExamples runs every kernel of examples/ on every path. testdata/NAME.run has the
// inputs and the values that must come out.
func TestExamples(t *testing.T) {
	kernels, err := filepath.Glob(filepath.Join(examples, "*.slang"))
	if err != nil || len(kernels) < 13 {
		t.Fatalf("found %d example kernels (%v)", len(kernels), err)
	}
	for _, kernel := range kernels {
		name := strings.TrimSuffix(filepath.Base(kernel), ".slang")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", name+".run"))
			if err != nil {
				t.Fatal(err)
			}
			runs, err := cases.ParseRuns(string(text))
			if err != nil || len(runs) == 0 {
				t.Fatalf("%d runs, %v", len(runs), err)
			}
			request := func(target slc.Target) slc.Request {
				return slc.Request{Files: []string{kernel}, Options: slc.Options{Optimize: 1}, Outputs: []slc.Output{{Target: target}}}
			}
			Run(t, Kernel{Request: request, Targets: []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal}, Race: true}, runs)
		})
	}
}
