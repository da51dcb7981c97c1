package interp_test

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/interp"
	"slc/lower/ir"
	"slc/testsuite/cases"
)

const (
	examples = "../examples"
	runs     = "../testsuite/exec/testdata"
)

// compile compiles a kernel for SPIR-V and returns its IR.
func compile(t testing.TB, req slc.Request) (*ir.Module, *source.Map) {
	t.Helper()
	req.Outputs = []slc.Output{{Target: slc.SPIRV}}
	result, err := slc.Compile(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if result.HasErrors() {
		for _, d := range result.Diagnostics {
			t.Errorf("%s: %s %s", result.Sources.Locate(d.Span.Start), d.Code, d.Message)
		}
		t.FailNow()
	}
	return result.Modules[0], result.Sources
}

// kernel compiles a source text.
func kernel(t testing.TB, text string) (*ir.Module, *source.Map) {
	t.Helper()
	return compile(t, slc.Request{
		Files:    []string{"k.slang"},
		Options:  slc.Options{Optimize: 1, VerifyIR: true, AllowGLSL: true},
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
}

// example compiles examples/NAME.slang and reads its runs.
func example(t testing.TB, name string) (*ir.Module, *source.Map, []cases.Run) {
	t.Helper()
	m, sources := compile(t, slc.Request{Files: []string{filepath.Join(examples, name+".slang")}, ReadFile: os.ReadFile, Options: slc.Options{Optimize: 1}})
	text, err := os.ReadFile(filepath.Join(runs, name+".run"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := cases.ParseRuns(string(text))
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	return m, sources, list
}

// exampleNames lists the kernels of examples/.
func exampleNames(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(examples, "*.slang"))
	if err != nil || len(files) < 13 {
		t.Fatal(files, err)
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(filepath.Base(f), ".slang")
	}
	return names
}

// words and unwords are 32-bit words in memory.
func words(w ...uint32) []byte {
	var out []byte
	for _, x := range w {
		out = binary.LittleEndian.AppendUint32(out, x)
	}
	return out
}

func floats(f ...float32) []byte {
	var out []byte
	for _, x := range f {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}

func unwords(b []byte) []uint32 {
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// configOf makes the configuration of a run of a case.
func configOf(t testing.TB, m *ir.Module, r *cases.Run) interp.Config {
	t.Helper()
	cfg := interp.Config{Buffers: map[string][]byte{}}
	for i := range 3 {
		cfg.Groups[i] = int(r.Dispatch[i])
	}
	resources := map[string]bool{}
	for _, x := range append(m.Resources[:len(m.Resources):len(m.Resources)], m.Unused...) {
		resources[x.Name] = true
	}
	for _, b := range r.Buffers {
		if resources[b.Name] {
			cfg.Buffers[b.Name] = words(b.Words...)
		} else if err := interp.SetUniform(m, &cfg, b.Name, words(b.Words...)); err != nil {
			t.Fatal(err)
		}
	}
	return cfg
}

// check compares a result with what a run expects, and wants no complaint.
func check(t testing.TB, m *ir.Module, r *cases.Run, cfg interp.Config, res *interp.Result) {
	t.Helper()
	for _, f := range res.Faults {
		t.Errorf("%v waves %d seed %d: %s", cfg.Groups, cfg.WaveSize, cfg.Seed, f)
	}
	for _, x := range res.Races {
		t.Errorf("%v waves %d seed %d: %s", cfg.Groups, cfg.WaveSize, cfg.Seed, x)
	}
	if res.Deadlock != nil {
		t.Errorf("%v waves %d seed %d: %s", cfg.Groups, cfg.WaveSize, cfg.Seed, res.Deadlock)
	}
	for _, e := range r.Expect {
		if err := e.Check(unwords(res.Buffer(e.Name))); err != nil {
			t.Errorf("%v waves %d seed %d: %v", cfg.Groups, cfg.WaveSize, cfg.Seed, err)
		}
	}
}

func run(t testing.TB, m *ir.Module, cfg interp.Config) *interp.Result {
	t.Helper()
	res, err := interp.Run(m, m.Entries[0], cfg)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// divergent compiles a kernel with a barrier in divergent control flow, which is an error by default.
func divergent(t testing.TB, text string) (*ir.Module, *source.Map) {
	t.Helper()
	warnings, err := diag.ParseWarningOptions([]string{"no-error=divergent-barrier"})
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, slc.Request{Files: []string{"k.slang"}, Options: slc.Options{Optimize: 1, Warnings: warnings},
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
}
