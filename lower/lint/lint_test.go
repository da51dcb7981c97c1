package lint_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
)

// TestLints compiles testdata/*.slang with all lints on. A comment `// W0601 "text"` at the end of
// a line says that the code is reported there for exactly this text of the line; lines without one
// have no report. `// targets: hlsl metal` in the first line names other targets than SPIR-V.
func TestLints(t *testing.T) {
	files, err := filepath.Glob("testdata/*.slang")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, got := wanted(string(text)), reported(t, file, string(text))
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s:%s is not reported", file, w)
			}
		}
		for _, g := range got {
			if !slices.Contains(want, g) {
				t.Errorf("%s:%s is not expected", file, g)
			}
		}
	}
}

var mark = regexp.MustCompile(`// (W\d{4}) "(.*)"$`)

func wanted(text string) (list []string) {
	for i, line := range strings.Split(text, "\n") {
		if m := mark.FindStringSubmatch(line); m != nil {
			list = append(list, fmt.Sprintf("%d: %s %q", i+1, m[1], m[2]))
		}
	}
	return list
}

// lintOptions turns the lints on and the other warnings that the cases provoke off.
func lintOptions(t *testing.T, words ...string) diag.Options {
	t.Helper()
	o, err := diag.ParseWarningOptions(append([]string{diag.LintGroup}, words...))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func compile(t *testing.T, file, text string, warnings diag.Options, targets ...slc.Target) *slc.Result {
	t.Helper()
	req := slc.Request{Files: []string{file}, Options: slc.Options{Optimize: 1, VerifyIR: true, Warnings: warnings},
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
	for _, target := range targets {
		req.Outputs = append(req.Outputs, slc.Output{Target: target})
	}
	r, err := slc.Compile(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func reported(t *testing.T, file, text string) (list []string) {
	t.Helper()
	targets := []slc.Target{slc.SPIRV}
	first, _, _ := strings.Cut(text, "\n")
	if names, ok := strings.CutPrefix(first, "// targets: "); ok {
		targets = nil
		for _, n := range strings.Fields(names) {
			target, ok := slc.ParseTarget(n)
			if !ok {
				t.Fatalf("%s: target %q", file, n)
			}
			targets = append(targets, target)
		}
	}
	r := compile(t, file, text, lintOptions(t), targets...)
	for _, d := range r.Diagnostics {
		if d.Severity >= diag.Error {
			t.Errorf("%s: %s %s", file, d.Code, d.Message)
		}
		if !d.Code.IsLint() {
			continue
		}
		if d.Help == "" {
			t.Errorf("%s: %s %q has no help", file, d.Code, d.Message)
		}
		at := r.Sources.Locate(d.Span.Start)
		f := r.Sources.FileOf(d.Span.Start)
		list = append(list, fmt.Sprintf("%d: %s %q", at.Line, d.Code, f.Content[d.Span.Start-f.Base:d.Span.End-f.Base]))
	}
	return list
}

const spin = `RWStructuredBuffer<Atomic<uint>> a;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { while (a[0].load() == 0) {} }
`

// TestSelection: lints are off by default, on as a group or by name, and later options win.
func TestSelection(t *testing.T) {
	for _, tt := range []struct {
		options string
		want    string
	}{
		{"", ""},
		{"lint", "warning W0604"},
		{"unbounded-spin", "warning W0604"},
		{"W0604", "warning W0604"},
		{"wave-lock", ""},
		{"lint no-unbounded-spin", ""},
		{"lint no-lint", ""},
		{"no-unbounded-spin lint", "warning W0604"},
		{"error", ""},
		{"error=lint", "error W0604"},
		{"lint error", "error W0604"},
		{"lint error no-error=unbounded-spin", "warning W0604"},
	} {
		o, err := diag.ParseWarningOptions(strings.Fields(tt.options))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range compile(t, "spin.slang", spin, o, slc.SPIRV).Diagnostics {
			got = append(got, d.Severity.String()+" "+d.Code.ID)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("-W %s: %v, want %s", tt.options, got, tt.want)
		}
	}
}

// TestEmulatedOrderTargets: what the targets make alike is said once for them.
func TestEmulatedOrderTargets(t *testing.T) {
	text := `RWStructuredBuffer<Atomic<uint>> a;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { a[id.x].store(1, MemoryOrder.Release); }
`
	r := compile(t, "order.slang", text, lintOptions(t), slc.SPIRV, slc.HLSL, slc.Metal)
	if len(r.Diagnostics) != 1 || strings.Join(r.Diagnostics[0].Targets, " ") != "hlsl metal" {
		t.Errorf("%+v", r.Diagnostics)
	}
	req := slc.Request{Files: []string{"order.slang"}, Outputs: []slc.Output{{Target: slc.Metal, Profile: "metal_4_1"}},
		Options: slc.Options{Warnings: lintOptions(t)}, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
	if r, err := slc.Compile(context.Background(), req); err != nil || len(r.Diagnostics) != 0 {
		t.Errorf("Metal 4.1 has ordered atomics: %v, %+v", err, r.Diagnostics)
	}
}

// TestReplacements: the edits of the lints that have one leave nothing to report.
func TestReplacements(t *testing.T) {
	text := `RWStructuredBuffer<Atomic<uint>> a;
RWStructuredBuffer<uint> o;
groupshared uint s[64];
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    a[i].sub(1);
    a[i].increment(MemoryOrder.Relaxed);
    s[i] = i;
    GroupMemoryBarrierWithGroupSync();
    o[i] = s[63 - i];
}
`
	r := compile(t, "fix.slang", text, lintOptions(t), slc.SPIRV)
	var got []string
	for _, d := range r.Diagnostics {
		for _, f := range d.Fixes {
			file := r.Sources.FileOf(f.Span.Start)
			got = append(got, fmt.Sprintf("%s -> %s", file.Content[f.Span.Start-file.Base:f.Span.End-file.Base], f.Text))
		}
	}
	if want := []string{"sub -> reduceSub", "increment -> reduceInc"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
