package structure

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"slc"
)

// bytesOf compiles a kernel for all its targets in one request, in the given order, and returns the outputs by target.
func (k *testKernel) bytesOf(t *testing.T, targets []slc.Target) map[slc.Target][]byte {
	t.Helper()
	req := k.request(targets[0])
	req.Outputs = nil
	for _, target := range targets {
		req.Outputs = append(req.Outputs, k.request(target).Outputs[0])
	}
	result, err := slc.Compile(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	out := map[slc.Target][]byte{}
	for i, target := range targets {
		if !result.HasErrors() {
			out[target] = result.Outputs[i]
		}
	}
	out[slc.SPIRVAsm] = result.Reflection // not a target here: a place for what is left to compare
	return out
}

// TestSameBytes: the same bytes with another number of threads and another order of targets.
func TestSameBytes(t *testing.T) {
	for _, k := range kernels(t) {
		first := k.bytesOf(t, k.targets)
		reversed := slices.Clone(k.targets)
		slices.Reverse(reversed)
		before := runtime.GOMAXPROCS(1)
		again := k.bytesOf(t, reversed)
		runtime.GOMAXPROCS(before)
		for _, target := range append(reversed, slc.SPIRVAsm) {
			if !bytes.Equal(first[target], again[target]) {
				t.Errorf("%s: the output for %v depends on threads or on the order of targets", k.name, target)
			}
		}
	}
}

// TestSameBytesInProcesses: separate processes, with one thread and with many, print what this one makes.
func TestSameBytesInProcesses(t *testing.T) {
	compiler := filepath.Join(t.TempDir(), "slc")
	if out, err := exec.Command("go", "build", "-o", compiler, "slc/cmd/slc").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, k := range kernels(t) {
		if !strings.HasSuffix(k.name, ".slang") || !sampled(3, k.name) {
			continue
		}
		for _, target := range k.targets {
			req := k.request(target)
			result, err := slc.Compile(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			for _, threads := range []string{"GOMAXPROCS=1", "GOMAXPROCS=7"} {
				cmd := exec.Command(compiler, "compile", req.Files[0], "-target", target.String(), "-no-validate", "-o", "-")
				cmd.Env = append(os.Environ(), threads)
				if out, err := cmd.Output(); err != nil || !result.HasErrors() && !bytes.Equal(out, result.Outputs[0]) {
					t.Errorf("%s for %v: another process prints other bytes (%v)", k.name, target, err)
				}
			}
		}
	}
}
