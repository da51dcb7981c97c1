package sema

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"slc/frontend"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/sema/typed"
)

// analyze runs the stages up to sema on src.
func analyze(t testing.TB, name, src string, opts Options) (*typed.Program, *diag.List, *source.Map) {
	t.Helper()
	m, diags := source.NewMap(), &diag.List{}
	r := preproc.RunSource(preproc.Options{}, m, diags, name, name, []byte(src))
	file := frontend.Parse(r.Tokens, m, diags)
	return Analyze(file, opts, diags), diags, m
}

// expectation is one comment of a test source: // ERROR E0205 "regexp", WARNING
// for warnings. It stands on the line of the diagnostic; ^N after the code asks
// for the column. Several may stand on one line.
var expectation = regexp.MustCompile(`(ERROR|WARNING) ([EW]\d{4})(?:\^(\d+))? "((?:[^"\\]|\\.)*)"`)

// TestDiagnostics holds every source in testdata to its comments: a diagnostic
// that no comment expects fails, and so does a comment without its diagnostic.
func TestDiagnostics(t *testing.T) {
	files, err := filepath.Glob("testdata/*.slang")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources in testdata: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkExpectations(t, file, string(src))
		})
	}
}

func checkExpectations(t *testing.T, name, src string) {
	_, diags, m := analyze(t, name, src, Options{})
	type want struct {
		code, col string
		re        *regexp.Regexp
	}
	wants := map[int][]want{}
	for i, line := range strings.Split(src, "\n") {
		_, comment, _ := strings.Cut(line, "//")
		for _, x := range expectation.FindAllStringSubmatch(comment, -1) {
			re, err := regexp.Compile(x[4])
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			wants[i+1] = append(wants[i+1], want{x[2], x[3], re})
		}
	}
	for _, d := range diags.All() {
		loc := m.Locate(d.Span.Start)
		found := false
		for i, w := range wants[loc.Line] {
			if w.code == d.Code.ID && w.re.MatchString(d.Message) && (w.col == "" || w.col == itoa(loc.Column)) {
				wants[loc.Line] = append(wants[loc.Line][:i:i], wants[loc.Line][i+1:]...)
				found = true
				break
			}
		}
		if !found {
			t.Errorf("unexpected at %s: %s %s", loc, d.Code, d.Message)
		}
	}
	for line, rest := range wants {
		for _, w := range rest {
			t.Errorf("%s:%d: not reported: %s %q", name, line, w.code, w.re)
		}
	}
}

// BenchmarkAnalyze measures sema alone on a kernel that people write.
func BenchmarkAnalyze(b *testing.B) {
	src, err := os.ReadFile("../examples/lookback.slang")
	if err != nil {
		b.Fatal(err)
	}
	m, diags := source.NewMap(), &diag.List{}
	r := preproc.RunSource(preproc.Options{}, m, diags, "lookback.slang", "", src)
	file := frontend.Parse(r.Tokens, m, diags)
	b.ReportAllocs()
	for b.Loop() {
		Analyze(file, Options{}, diags)
	}
}

// TestLongInputs checks that long chains, long else-ifs and large initialisers are
// analysed without deep recursion or quadratic time: each ends well within the
// time that a test run has.
func TestLongInputs(t *testing.T) {
	tests := map[string]func(n int) string{
		"operators": func(n int) string { return "int f(int x) { return x" + strings.Repeat(" + x", n) + "; }" },
		"logical":   func(n int) string { return "bool f(bool x) { return x" + strings.Repeat(" && x", n) + "; }" },
		"else if": func(n int) string {
			return "int f(int x) { if (x == 0) return 0; " + strings.Repeat("else if (x == 1) return 1; ", n) + "return 2; }"
		},
		"initialiser": func(n int) string { return "static const int a[] = { 0" + strings.Repeat(", 1", n) + " };" },
	}
	for name, src := range tests {
		t.Run(name, func(t *testing.T) {
			_, diags, _ := analyze(t, "big.slang", src(20000), Options{})
			if diags.HasErrors() {
				t.Errorf("%s", diags.All()[0].Message)
			}
		})
	}
}
