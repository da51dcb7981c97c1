// Package cases runs test cases that are one txtar file each: a kernel, the
// options, and what must come out of it for each target. See testsuite/README.md.
//
// Two kinds of expectation exist. Facts are written by hand from the
// specification and never updated by a tool: "effects" (what the SPIR-V words do
// to memory), "spirv.facts", "hlsl.facts", "metal.facts" and "diagnostics". Golden text ("spirv", "hlsl",
// "metal", "ir") shows reviewers what changed; go test -update rewrites it.
package cases

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"slc"
	"slc/cmd/slc/golden"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/testsuite/effects"
	"slc/testsuite/tools"
)

var update = flag.Bool("update", false, "rewrite the golden sections of the cases that run")

// kernelName is the section that holds the kernel; other sections whose names
// end in .slang or .h are files that it may include.
const kernelName = "kernel.slang"

// targets in the order in which a case runs them.
var targets = []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal}

// Case is one parsed case.
type Case struct {
	path    string
	archive *txtar.Archive
	options options
}

// RunDir runs every case of the folder dir as a subtest.
func RunDir(t *testing.T, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s (%v)", dir, err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			t.Parallel()
			RunFile(t, f)
		})
	}
}

// RunFile runs one case.
func RunFile(t *testing.T, path string) {
	c, err := load(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := false
	for _, target := range c.options.targets {
		t.Run(target.String(), func(t *testing.T) {
			if c.target(t, target) {
				changed = true
			}
		})
	}
	if changed {
		if err := os.WriteFile(path, txtar.Format(c.archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func load(path string) (*Case, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	c := &Case{path: path, archive: archive}
	if c.section(kernelName) == nil {
		return nil, fmt.Errorf("%s: no section %s", path, kernelName)
	}
	if strings.TrimSpace(string(archive.Comment)) == "" {
		return nil, fmt.Errorf("%s: say in the comment at the top what the case is about and why its expectations are right", path)
	}
	c.options, err = parseOptions(c.text("options"))
	if err != nil {
		return nil, fmt.Errorf("%s: %v", path, err)
	}
	if _, err := ParseRuns(c.text("run")); err != nil {
		return nil, fmt.Errorf("%s: %v", path, err)
	}
	asserts := 0
	for _, f := range archive.Files {
		if !knownSection(f.Name) {
			return nil, fmt.Errorf("%s: unknown section %s", path, f.Name)
		}
		if f.Name != kernelName && f.Name != "options" {
			asserts++
		}
	}
	if asserts == 0 && !*update {
		return nil, fmt.Errorf("%s: nothing is asserted", path)
	}
	return c, nil
}

// Load reads a case, for tests that compile the kernels of cases in ways of their own.
func Load(path string) (*Case, error) { return load(path) }

// Runs are the runs of a case: the section "run", which load has read before.
func (c *Case) Runs() []Run {
	runs, _ := ParseRuns(c.text("run"))
	return runs
}

// knownSection guards against a misspelled section, which would assert nothing.
func knownSection(name string) bool {
	if strings.HasSuffix(name, ".slang") || strings.HasSuffix(name, ".h") {
		return true
	}
	return slices.Contains([]string{"options", "run", "effects", "diagnostics", "ir", "spirv", "hlsl", "metal",
		"spirv.facts", "hlsl.facts", "metal.facts", "spirv.diagnostics", "hlsl.diagnostics", "metal.diagnostics"}, name)
}

func (c *Case) section(name string) *txtar.File {
	for i := range c.archive.Files {
		if c.archive.Files[i].Name == name {
			return &c.archive.Files[i]
		}
	}
	return nil
}

func (c *Case) text(name string) string {
	if f := c.section(name); f != nil {
		return string(f.Data)
	}
	return ""
}

// readFile serves the case's own files only.
func (c *Case) readFile(name string) ([]byte, error) {
	if f := c.section(filepath.ToSlash(filepath.Clean(name))); f != nil {
		return f.Data, nil
	}
	return nil, &os.PathError{Op: "open", Path: name, Err: os.ErrNotExist}
}

// target compiles for one target and checks every section that concerns it. It
// reports whether it changed a golden section.
func (c *Case) target(t *testing.T, target slc.Target) (changed bool) {
	req := c.Request(target)
	req.Options.VerifyIR = true
	result, err := slc.Compile(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	c.checkDiagnostics(t, target, result)
	if result.HasErrors() {
		for _, name := range []string{target.String(), target.String() + ".facts"} {
			if c.section(name) != nil {
				t.Errorf("section %s is there, but the compilation failed", name)
			}
		}
		return false
	}
	out := result.Outputs[0]
	c.validate(t, target, out, result.Modules[0])
	text := string(out)
	if target == slc.SPIRV {
		c.checkEffects(t, out)
		asm, err := slc.Disassemble(out)
		if err != nil {
			t.Fatal(err)
		}
		text = string(asm)
	}
	if facts := c.section(target.String() + ".facts"); facts != nil {
		for _, complaint := range CheckFacts(string(facts.Data), text) {
			t.Errorf("%s.facts: %s\n%s", target, complaint, tools.Numbered(text))
		}
	}
	changed = c.golden(t, target.String(), text)
	if target == c.options.targets[0] && c.golden(t, "ir", result.Modules[0].String()) {
		changed = true
	}
	return changed
}

// validate hands the output to the independent front ends.
func (c *Case) validate(t *testing.T, target slc.Target, out []byte, m *ir.Module) {
	if os.Getenv("SLC_CASES_VALIDATE") == "off" { // the mutator: what is written in the cases is to tell
		return
	}
	switch target {
	case slc.SPIRV:
		for _, env := range c.options.environments() {
			tools.SpirvValModule(t, out, m, env)
		}
	case slc.HLSL:
		tools.HLSL(t, string(out), tools.HLSLOptions{Entry: c.options.hlslEntry, Profile: c.options.profile(target), Native16: c.options.native16})
	case slc.Metal:
		tools.ClangMSL(t, string(out), c.options.profile(target))
	}
}

func (c *Case) checkEffects(t *testing.T, words []byte) {
	want := c.section("effects")
	if want == nil {
		return
	}
	got, err := effects.Of(words)
	if err != nil {
		t.Fatal(err)
	}
	if w := lines(string(want.Data)); !slices.Equal(got, w) {
		t.Errorf("effects differ\n%s", Diff(strings.Join(w, "\n"), strings.Join(got, "\n")))
	}
}

// lines splits a section into its lines without blank ones, comments (#) and
// indentation.
func lines(s string) []string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
			out = append(out, l)
		}
	}
	return out
}

// explain says what changed in a golden section, and what that means, as slc golden does.
func explain(section, was, now string) string {
	lang := map[string]golden.Language{"spirv": golden.SPIRV, "hlsl": golden.HLSL, "metal": golden.Metal, "ir": golden.Plain}[section]
	return golden.Explain(lang, was, now)
}

// golden compares a golden section, or rewrites it under -update.
func (c *Case) golden(t *testing.T, name, got string) (changed bool) {
	f := c.section(name)
	if f == nil {
		return false
	}
	if !strings.HasSuffix(got, "\n") {
		got += "\n"
	}
	if string(f.Data) == got {
		return false
	}
	if *update {
		f.Data = []byte(got)
		return true
	}
	t.Errorf("%s differs (go test -update rewrites it; review the change)\n%s", name, explain(name, string(f.Data), got))
	return false
}

// checkDiagnostics compares what was reported with the section for the target,
// or with the general one; without either nothing may be reported.
func (c *Case) checkDiagnostics(t *testing.T, target slc.Target, result *slc.Result) {
	want := c.section(target.String() + ".diagnostics")
	if want == nil {
		want = c.section("diagnostics")
	}
	var expected []string
	if want != nil {
		expected = lines(string(want.Data))
	}
	var got []string
	for _, d := range result.Diagnostics {
		got = append(got, diagnosticLine(result, d))
	}
	for i, line := range got {
		if i >= len(expected) || !matchesDiagnostic(expected[i], line) {
			t.Errorf("diagnostics differ\n%s", Diff(strings.Join(expected, "\n"), strings.Join(got, "\n")))
			return
		}
	}
	if len(got) < len(expected) {
		t.Errorf("diagnostics differ\n%s", Diff(strings.Join(expected, "\n"), strings.Join(got, "\n")))
	}
}

// diagnosticLine is "line:column severity CODE message".
func diagnosticLine(result *slc.Result, d *diag.Diagnostic) string {
	where := "-"
	if d.Span.IsValid() {
		loc := result.Sources.Locate(d.Span.Start)
		where = fmt.Sprintf("%d:%d", loc.Line, loc.Column)
		if loc.File != kernelName {
			where = loc.File + ":" + where
		}
	}
	return fmt.Sprintf("%s %s %s %s", where, strings.ReplaceAll(d.Severity.String(), " ", "-"), d.Code.ID, d.Message)
}

// matchesDiagnostic compares an expected line: place, severity and code exactly,
// the rest as a part of the message.
func matchesDiagnostic(want, got string) bool {
	w, g := strings.SplitN(want, " ", 4), strings.SplitN(got, " ", 4)
	for i := range min(3, len(w)) {
		if w[i] != g[i] {
			return false
		}
	}
	return len(w) >= 3 && (len(w) < 4 || strings.Contains(g[3], w[3]))
}
