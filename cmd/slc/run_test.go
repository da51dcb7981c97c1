package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
		{"good.slang -buffer a=0x4 -dispatch 2147483647,2147483647,2147483647", exitUsage},
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

// TestRunInterrupted: an interrupt ends the interpreter in the middle of a dispatch.
func TestRunInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spin.slang")
	text := "RWStructuredBuffer<uint> a;\n[numthreads(1,1,1)] void f() { for (uint n = 0; n < 0xffffffffu; n++) { if (n > 0xfffffff0u) a[0] = n; } }"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	var stdout, stderr bytes.Buffer
	app := newApp(&environment{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr})
	args, err := prepare(app, []string{"slc", "run", file, "-buffer", "a=0", "-max-steps", "1000000000000"})
	if err != nil {
		t.Fatal(err)
	}
	var exit exitError
	if err := app.RunContext(ctx, args); !errors.As(err, &exit) || exit.code != exitUsage || exit.msg != "interrupted" {
		t.Errorf("%v, and on standard error %q", err, stderr.String())
	}
	if stdout.Len() != 0 {
		t.Errorf("an interrupted run printed %q", stdout.String())
	}
}
