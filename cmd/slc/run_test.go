package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// TestRunExitCodes: 0 nothing was found, 1 a race or fault or errors in the source, 2
// command line, files and programs (docs/run.md).
func TestRunExitCodes(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no slc-vulkan
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good": "RWStructuredBuffer<uint> a;\n[numthreads(4,1,1)] void f(uint i : SV_GroupIndex) { a[i] = 1; }",
		"race": "RWStructuredBuffer<uint> a;\n[numthreads(4,1,1)] void f(uint i : SV_GroupIndex) { a[0] = i; }",
		"bad":  "[numthreads(1,1,1)] void f() { x = 1; }",
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".slang"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		want int
	}{
		{"good.slang -buffer a=0x4", exitOK},
		{"good.slang -buffer a=0x4 -race -schedules 3 -memory weak", exitOK},
		{"race.slang -buffer a=0x4", exitOK},
		{"race.slang -buffer a=0x4 -race", exitSource},
		{"good.slang -buffer a=0x3", exitSource},
		{"bad.slang -buffer a=0x4", exitSource},
		{"good.slang", exitUsage},
		{"good.slang -buffer a=0x4 -dispatch 0", exitUsage},
		{"good.slang -buffer a=@none", exitUsage},
		{"good.slang -buffer a=0x4 -out a=none/file", exitUsage},
		{"good.slang -buffer a=0x4 -vulkan", exitUsage},
		{"none.slang -buffer a=0x4", exitUsage},
	} {
		args := strings.Fields(c.args)
		args[0] = filepath.Join(dir, args[0])
		var stdout, stderr bytes.Buffer
		got := run(append([]string{"slc", "run"}, args...), strings.NewReader(""), &stdout, &stderr)
		if got != c.want {
			t.Errorf("slc run %s: exit %d, want %d\n%s", c.args, got, c.want, stderr.String())
		}
		if (got == exitOK) != (stderr.Len() == 0) {
			t.Errorf("slc run %s: exit %d and on standard error %q", c.args, got, stderr.String())
		}
	}
}
