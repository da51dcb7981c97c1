package docs

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/testsuite/cases"
)

// TestLimitsPage compiles every ```slang block of docs/limits.md: the lines that end in a
// comment with codes are reported with these codes, no other line has an error.
func TestLimitsPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "limits.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```slang\n")[1:]
	if len(blocks) < 5 {
		t.Errorf("found %d blocks", len(blocks))
	}
	for _, b := range blocks {
		b, _, _ = strings.Cut(b, "```")
		want, got := marks(b), errorLines(t, b)
		if !slices.Equal(want, got) {
			t.Errorf("%s\n%s", b, cases.Diff(strings.Join(want, "\n")+"\n", strings.Join(got, "\n")+"\n"))
		}
	}
}

var mark = regexp.MustCompile(`// ([EW]\d{4})$`)

func marks(text string) (list []string) {
	for _, line := range strings.Split(text, "\n") {
		if m := mark.FindStringSubmatch(line); m != nil {
			list = append(list, m[1]+": "+line)
		}
	}
	return list
}

func errorLines(t *testing.T, text string) (list []string) {
	t.Helper()
	r, err := slc.Compile(context.Background(), slc.Request{
		Files: []string{"block.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}}, Options: slc.Options{Optimize: 1},
		ReadFile: func(name string) ([]byte, error) {
			if name != "block.slang" {
				return nil, os.ErrNotExist
			}
			return []byte(text), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text, "\n")
	for _, d := range r.Diagnostics {
		if d.Severity >= diag.Error {
			list = append(list, d.Code.ID+": "+lines[r.Sources.Locate(d.Span.Start).Line-1]+detail(d, lines, r))
		}
	}
	return list
}

// detail tells what was reported where nothing was expected.
func detail(d *diag.Diagnostic, lines []string, r *slc.Result) string {
	if mark.MatchString(lines[r.Sources.Locate(d.Span.Start).Line-1]) {
		return ""
	}
	return " (" + d.Message + ")"
}
