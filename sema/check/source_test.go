package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"slc/frontend"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/sema"
	"slc/sema/check"
)

// A file of testdata marks each line that a diagnostic is expected at:
//
//	buf[0].load(MemoryOrder.Release); // E0312
//
// Every diagnostic and every mark must have its partner on the same line; one
// mark stands for any number of equal codes on its line. Files called glsl_… see
// the names of the GLSL module.
var mark = regexp.MustCompile(`// ((?:[EW]0\d\d\d ?)+)`)

func run(t *testing.T, path string) ([]*diag.Diagnostic, *source.Map, string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := source.NewMap(), &diag.List{}
	r := preproc.RunSource(preproc.Options{ReadFile: os.ReadFile}, m, diags, path, path, text)
	file := frontend.Parse(r.Tokens, m, diags)
	check.Program(sema.Analyze(file, sema.Options{GLSL: strings.Contains(path, "glsl_")}, diags), diags)
	return diags.All(), m, string(text)
}

func TestSources(t *testing.T) {
	files, err := filepath.Glob("testdata/*.slang")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			diags, m, text := run(t, path)
			var want, got []string
			for i, line := range strings.Split(text, "\n") {
				if match := mark.FindStringSubmatch(line); match != nil {
					for _, code := range strings.Fields(match[1]) {
						want = append(want, fmt.Sprintf("%d: %s", i+1, code))
					}
				}
			}
			for _, d := range diags {
				at := fmt.Sprintf("%d: %s", m.Locate(d.Span.Start).Line, d.Code)
				if !slices.Contains(got, at) {
					got = append(got, at)
				}
				if !slices.Contains(want, at) {
					t.Errorf("unexpected %s %s", at, d.Message)
				}
			}
			for _, w := range want {
				if !slices.Contains(got, w) {
					t.Errorf("not reported: %s", w)
				}
			}
		})
	}
}

// Every code of atomics and barriers has an example in testdata.
func TestEveryCodeHasAnExample(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.slang")
	var all strings.Builder
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, c := range diag.Codes() {
		if (strings.HasPrefix(c.ID, "E03") || strings.HasPrefix(c.ID, "W03")) && !strings.Contains(all.String(), "// "+c.ID) {
			t.Errorf("%s %s has no example", c, c.Name)
		}
		if c.Doc == "" || c.Name == "" {
			t.Errorf("%s has no name or no documentation", c)
		}
	}
}
