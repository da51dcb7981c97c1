package exec

import (
	"path/filepath"
	"strings"
	"testing"

	"slc/testsuite/cases"
)

// RunCases runs the cases of a folder that have a section "run".
func RunCases(t *testing.T, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s (%v)", dir, err)
	}
	for _, f := range files {
		c, err := cases.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		runs := c.Runs()
		if len(runs) == 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			Run(t, Kernel{Request: c.Request, Targets: c.Targets(), Race: true}, runs)
		})
	}
}
