package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallKernels writes a manifest of n kernels of n files that share a header.
func smallKernels(t testing.TB, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("common.h", "#define GROUP 64\nuint mix(uint x) { return (x ^ (x >> 13)) * 0x5bd1e995u; }\n")
	for i := range n {
		write(fmt.Sprintf("k%04d.slang", i), fmt.Sprintf(`#include "common.h"
RWStructuredBuffer<Atomic<uint>> bins;
StructuredBuffer<uint> data;
groupshared Atomic<uint> local[16];

[shader("compute")]
[numthreads(GROUP, 1, 1)]
void computeMain(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    if (lane < 16)
        local[lane].store(0);
    GroupMemoryBarrierWithGroupSync();
    local[mix(data[id.x] + %du) %% 16].add(1);
    GroupMemoryBarrierWithGroupSync();
    if (lane < 16)
        bins[lane].add(local[lane].load());
}
`, i))
	}
	write("m.json", `{"kernels": [{"source": "k*.slang", "targets": "spirv"}]}`)
	return dir
}

// slcIn runs the command line in this process.
func slcIn(ctx context.Context, args ...string) (stderr string, err error) {
	var out, errs bytes.Buffer
	app := newApp(&environment{stdin: strings.NewReader(""), stdout: &out, stderr: &errs})
	if args, err = prepare(app, append([]string{"slc"}, args...)); err == nil {
		err = app.RunContext(ctx, args)
	}
	return errs.String(), err
}

// BenchmarkBatch is one batch of 1,000 small kernels; the budgets on two cores are 500 kernels a
// second compiled (2 s) and 0.5 s from the cache.
func BenchmarkBatch(b *testing.B) {
	const n = 1000
	dir := smallKernels(b, n)
	run := func(b *testing.B, args ...string) {
		b.Helper()
		for b.Loop() {
			if text, err := slcIn(context.Background(), append([]string{"compile", "-batch", filepath.Join(dir, "m.json")}, args...)...); err != nil {
				b.Fatal(err, text)
			}
		}
		b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "kernels/s")
	}
	b.Run("compiled", func(b *testing.B) { run(b, "-o", b.TempDir()) })
	b.Run("cached", func(b *testing.B) {
		out, cache := b.TempDir(), b.TempDir()
		if _, err := slcIn(context.Background(), "compile", "-batch", filepath.Join(dir, "m.json"), "-o", out, "-cache", cache); err != nil {
			b.Fatal(err)
		}
		run(b, "-o", out, "-cache", cache)
	})
}

// TestBatchProcesses: several processes share a cache and an output directory, twice over; every file
// is what one process makes.
func TestBatchProcesses(t *testing.T) {
	dir := smallKernels(t, 20)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	start := func(out string) *exec.Cmd {
		cmd := exec.Command(self, "compile", "-batch", "m.json", "-o", out, "-cache", "cache", "-j", "2")
		cmd.Args[0] = "slc" // by which testscript's main knows what to run
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(self))
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	if _, err := slcIn(context.Background(), "compile", "-batch", filepath.Join(dir, "m.json"), "-o", filepath.Join(dir, "want"), "-j", "1"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var all []*exec.Cmd
		for i := range 6 {
			all = append(all, start(fmt.Sprintf("out%d", i%3)))
		}
		for _, cmd := range all {
			if err := cmd.Wait(); err != nil {
				t.Errorf("%v: %s", err, cmd.Stderr)
			}
		}
	}
	for i := range 3 {
		sameFolder(t, filepath.Join(dir, "want"), filepath.Join(dir, fmt.Sprintf("out%d", i)))
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "cache", "tmp-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// sameFolder: both hold the same files, temporary ones included.
func sameFolder(t *testing.T, want, got string) {
	t.Helper()
	wanted, err := os.ReadDir(want)
	if err != nil {
		t.Fatal(err)
	}
	found, err := os.ReadDir(got)
	if err != nil {
		t.Fatal(err)
	}
	if len(wanted) != len(found) {
		t.Errorf("%s has %d files, want %d", got, len(found), len(wanted))
	}
	for _, e := range wanted {
		a, _ := os.ReadFile(filepath.Join(want, e.Name()))
		b, err := os.ReadFile(filepath.Join(got, e.Name()))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s/%s differs: %v", got, e.Name(), err)
		}
	}
}

// TestBatchDamagedCache: whatever happens to the files of a cache, a batch gives what it gave.
func TestBatchDamagedCache(t *testing.T) {
	dir := smallKernels(t, 4)
	in := func(name string) string { return filepath.Join(dir, name) }
	batch := func(out string) {
		t.Helper()
		if text, err := slcIn(context.Background(), "compile", "-batch", in("m.json"), "-o", in(out), "-cache", in("cache")); err != nil {
			t.Fatal(err, text)
		}
	}
	batch("want")
	entries, _ := filepath.Glob(in("cache/??/*"))
	if len(entries) != 8 {
		t.Fatalf("%d files in the cache, want 8", len(entries))
	}
	for _, damage := range []func(data []byte) []byte{
		func(data []byte) []byte { return data[:len(data)/2] },
		func(data []byte) []byte { data[len(data)-1] ^= 1; return data },
		func([]byte) []byte { return nil },
	} {
		for _, e := range entries {
			data, err := os.ReadFile(e)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(e, damage(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		batch("out")
		sameFolder(t, in("want"), in("out"))
	}
}

// TestBatchInterrupted: an interrupt ends a batch; what is there is whole, nothing else is.
func TestBatchInterrupted(t *testing.T) {
	const n = 3000
	dir := smallKernels(t, 1)
	if err := os.WriteFile(filepath.Join(dir, "m.json"), fmt.Appendf(nil,
		`{"kernels": [{"source": "k*.slang", "targets": "spirv", "outputs": "{N}.{ext}", "permutations": {"N": [%s0]}}]}`, numbers(n-1)), 0o666); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "compile", "-batch", "m.json", "-o", "out", "-summary", "sum.json", "-cache", "cache", "-j", "4")
	cmd.Args[0] = "slc"
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	for range 5000 { // until it is under way
		if files, _ := filepath.Glob(filepath.Join(out, "*.spv")); len(files) > 3 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted || !strings.Contains(errs.String(), "interrupted: ") {
		t.Fatalf("%v: %s", err, errs.String())
	}
	files, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 4 || len(files) >= n {
		t.Fatalf("%d outputs", len(files))
	}
	if _, err := slcIn(context.Background(), "compile", filepath.Join(dir, "k0000.slang"), "-no-validate", "-o", filepath.Join(dir, "want.spv")); err != nil {
		t.Fatal(err)
	}
	want, _ := os.ReadFile(filepath.Join(dir, "want.spv"))
	for _, f := range files {
		got, _ := os.ReadFile(filepath.Join(out, f.Name()))
		if filepath.Ext(f.Name()) != ".spv" || !bytes.Equal(got, want) {
			t.Errorf("%s is not a whole output: %d bytes", f.Name(), len(got))
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "cache", "tmp-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	summary, _ := os.ReadFile(filepath.Join(dir, "sum.json"))
	if n := strings.Count(string(summary), `"outputs"`); n != len(files) {
		t.Errorf("the summary names %d outputs, %d are there", n, len(files))
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d, ", i+1)
	}
	return b.String()
}
