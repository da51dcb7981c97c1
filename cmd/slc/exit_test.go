package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExitCodes: 0 done, 1 errors in the source, 2 command line or files (cli.md).
func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	good, bad, out := filepath.Join(dir, "good.slang"), filepath.Join(dir, "bad.slang"), filepath.Join(dir, "out.spv")
	for name, text := range map[string]string{
		good: "RWStructuredBuffer<uint> a;\n[numthreads(1,1,1)] void f() { a[0] = 1; }",
		bad:  "[numthreads(1,1,1)] void f() { x = 1; }",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		want int
	}{
		{"compile " + good + " -o " + out, exitOK},
		{"check " + good, exitOK},
		{"version", exitOK},
		{"compile " + bad + " -o " + out, exitSource},
		{"check " + bad, exitSource},
		{"compile " + good + " -o " + dir, exitUsage},
		{"compile " + good + " -target nothing", exitUsage},
		{"compile " + good + " -bogus", exitUsage},
		{"compile " + dir + "/none.slang -o " + out, exitUsage},
		{"compile " + good + " -o " + dir + "/none/out.spv", exitUsage},
		{"compile " + good + " -o " + out + " -D 1X=3", exitUsage},
		{"compile " + good + " -o " + out + " -entry g", exitUsage},
		{"compile " + bad + " -o " + out + " -entry g", exitSource}, // the sources are at fault as well
		{"compile " + good + " -target hlsl -o " + good, exitUsage},
		{"frobnicate", exitUsage},
	} {
		var stdout, stderr bytes.Buffer
		got := run(append([]string{"slc"}, strings.Fields(c.args)...), strings.NewReader(""), &stdout, &stderr)
		if got != c.want {
			t.Errorf("slc %s: exit %d, want %d\n%s", c.args, got, c.want, stderr.String())
		}
		if got != exitOK && stderr.Len() == 0 {
			t.Errorf("slc %s: exit %d and nothing on standard error", c.args, got)
		}
	}
}
