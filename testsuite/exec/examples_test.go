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

// TestExamples runs every kernel of examples/ on the device. testdata/NAME.run has the
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
			Run(t, Kernel{Name: kernel, ReadFile: os.ReadFile, Options: slc.Options{Optimize: 1}, HLSL: true}, runs)
		})
	}
}
