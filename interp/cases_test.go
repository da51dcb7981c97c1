package interp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"slc"
	"slc/testsuite/cases"
)

// TestCases runs the kernels of the test suite that have a section "run".
func TestCases(t *testing.T) {
	ran := 0
	for _, dir := range []string{"field", "golden", "peerfaults", "exec/testdata"} {
		files, _ := filepath.Glob(filepath.Join("../testsuite", dir, "*.txtar"))
		for _, f := range files {
			if text, err := os.ReadFile(f); err != nil || !strings.Contains(string(text), "\n-- run --\n") {
				continue
			}
			ran++
			t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
				c, err := cases.Load(f)
				if err != nil {
					t.Fatal(err)
				}
				m, sources := compile(t, c.Request(slc.SPIRV))
				list := c.Runs()
				for i := range list {
					for _, wave := range []int{8, 32} {
						if wave < list[i].Wave {
							continue
						}
						cfg := configOf(t, m, &list[i])
						cfg.WaveSize, cfg.Sources, cfg.Seed = wave, sources, 1
						check(t, m, &list[i], cfg, run(t, m, cfg))
					}
				}
			})
		}
	}
	if ran < 30 {
		t.Errorf("%d cases have a run", ran)
	}
}
