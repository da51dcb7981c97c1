package docs

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/frontend/diag/explain"
	"slc/testsuite/cases"
)

// compile compiles one form of an example.
func compile(t *testing.T, e *explain.Example, text string) *slc.Result {
	t.Helper()
	result, err := slc.Compile(context.Background(), request(t, e, text))
	if err != nil {
		t.Fatalf("%s: %v", e.Code, err)
	}
	return result
}

// request is the compilation that the options of an example ask for.
func request(t *testing.T, e *explain.Example, text string) slc.Request {
	t.Helper()
	const name = "example.slang"
	req := slc.Request{Files: []string{name}, Outputs: []slc.Output{{Target: slc.SPIRV}}, Options: slc.Options{Optimize: 1},
		ReadFile: func(file string) ([]byte, error) {
			if file != name {
				return nil, os.ErrNotExist
			}
			return []byte(text), nil
		}}
	for _, option := range e.Options {
		key, value, _ := strings.Cut(option, "=")
		ok := true
		switch key {
		case "target":
			req.Outputs[0].Target, ok = slc.ParseTarget(value)
		case "profile":
			req.Outputs[0].Profile = value
		case "entry":
			req.Options.Entries = append(req.Options.Entries, value)
		case "capability":
			req.Options.Capabilities = append(req.Options.Capabilities, value)
		case "lint":
			req.Options.Warnings, _ = diag.ParseWarningOptions([]string{diag.LintGroup})
		case "define":
			req.Options.Defines = append(req.Options.Defines, slc.Define{Name: value})
		default:
			ok = false
		}
		if !ok {
			t.Errorf("%s: option %q", e.Code, option)
		}
	}
	return req
}

// TestExamples: every code has an example, and the example is reported with it. An example
// of an error has no other error, and one of a warning or a lint nothing else at all.
func TestExamples(t *testing.T) {
	list := map[string]*explain.Example{}
	for _, e := range explain.Examples() {
		list[e.Code] = e
	}
	for _, code := range diag.Codes() {
		e, found := list[code.ID]
		if why := explain.WithoutExample(code.ID); found == (why != "") {
			t.Errorf("%s: an example is there: %v, a reason for none: %q", code.ID, found, why)
		}
		if !found {
			continue
		}
		delete(list, code.ID)
		hit := false
		for _, d := range compile(t, e, e.Text).Diagnostics {
			hit = hit || d.Code == code
			follows := d.Code == diag.SyntaxError && strings.HasPrefix(code.ID, "E01") // of what was no token
			if d.Code != code && (d.Severity >= diag.Error || code.Severity < diag.Error) && !follows {
				t.Errorf("%s: also %s: %s", code.ID, d.Code, d.Message)
			}
		}
		if !hit {
			t.Errorf("%s %s is not reported for its example\n%s", code.ID, code.Name, e.Text)
		}
	}
	for id := range list {
		t.Errorf("there is no code %s", id)
	}
}

// TestCorrectedExamples: the corrected form is reported with nothing.
func TestCorrectedExamples(t *testing.T) {
	n := 0
	for _, e := range explain.Examples() {
		if e.Fixed == "" {
			continue
		}
		n++
		for _, d := range compile(t, e, e.Fixed).Diagnostics {
			t.Errorf("%s: the corrected form has %s: %s", e.Code, d.Code, d.Message)
		}
	}
	if n < 20 {
		t.Errorf("%d examples have a corrected form", n)
	}
}

// TestDiagnosticsPage: docs/diagnostics.md is what the codes and the examples say.
func TestDiagnosticsPage(t *testing.T) {
	file := filepath.Join(root, "docs", "diagnostics.md")
	want := explain.Page()
	if flag.Lookup("update").Value.String() == "true" { // the flag of package cases
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/diagnostics.md is stale; go test ./testsuite/docs -update rewrites it\n%s", cases.Diff(want, string(got)))
	}
}
