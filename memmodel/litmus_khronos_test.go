package memmodel

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestKhronosVerdicts checks every verdict of the published litmus tests, where
// SLC_LITMUS_DIR says that they are.
func TestKhronosVerdicts(t *testing.T) {
	dir := os.Getenv("SLC_LITMUS_DIR")
	if dir == "" {
		fmt.Println("SLC_LITMUS_DIR is not set: the litmus tests of Khronos do not run")
		return
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.test"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in %s (%v)", dir, err)
	}
	start := time.Now()
	verdicts, candidates := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		test, err := ParseLitmus(filepath.Base(file), string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		if len(test.Verdicts) == 0 {
			t.Errorf("%s has no verdict", file)
		}
		for i := range test.Verdicts {
			v := &test.Verdicts[i]
			ok, a, err := v.Check(test.Program)
			if !ok {
				t.Errorf("%s:%d: %s: satisfiable %t, want %t (%v)", filepath.Base(file), v.Line, v.Text, a.Satisfiable, v.Satisfiable, err)
			}
			verdicts++
			candidates += a.Candidates
		}
	}
	took := time.Since(start)
	t.Logf("%d tests, %d verdicts, %d candidates in %v", len(files), verdicts, candidates, took)
	if took > time.Minute {
		t.Errorf("the litmus tests took %v; a minute is allowed", took)
	}
}
