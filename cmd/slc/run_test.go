package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestRunScripts runs the scripts of testdata/run, in which slc-vulkan is in the
// folder $VULKAN: not on PATH, until the script puts it there.
func TestRunScripts(t *testing.T) {
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "slc-vulkan"), "slc/cmd/slc-vulkan")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("slc-vulkan cannot be built: %v\n%s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/run",
		Setup: func(env *testscript.Env) error {
			env.Setenv("VULKAN", dir)
			return nil
		},
	})
}
