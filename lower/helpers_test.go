package lower

import (
	"os"
	"strings"
	"testing"

	"slc/frontend"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema"
	"slc/sema/typed"
	"slc/sema/types"
)

var testProgram = typed.Program{Pool: types.NewPool()}

// analyze returns the typed tree of a source text that must be right.
func analyze(t testing.TB, text string) (*typed.Program, *source.Map) {
	t.Helper()
	m, diags := source.NewMap(), &diag.List{}
	toks := preproc.RunSource(preproc.Options{ReadFile: os.ReadFile}, m, diags, "test.slang", "test.slang", []byte(text)).Tokens
	p := sema.Analyze(frontend.Parse(toks, m, diags), sema.Options{}, diags)
	for _, d := range diags.All() {
		if d.Severity >= diag.Error {
			t.Errorf("%v: %s", m.Locate(d.Span.Start), d.Message)
		}
	}
	if diags.HasErrors() {
		t.FailNow()
	}
	return p, m
}

// lowerText lowers a source text; the module is verified unless there are errors.
func lowerText(t testing.TB, text string, opts Options) (*ir.Module, *diag.List) {
	t.Helper()
	p, _ := analyze(t, text)
	diags := &diag.List{}
	m := Lower(p, p.Entries, opts, diags)
	if !diags.HasErrors() {
		if err := ir.Verify(m); err != nil {
			t.Errorf("invalid IR: %v\n%s", err, m)
		}
	}
	return m, diags
}

// mustLower lowers a source text without errors for a target.
func mustLower(t testing.TB, text string, opts Options) string {
	t.Helper()
	m, diags := lowerText(t, text, opts)
	for _, d := range diags.All() {
		t.Errorf("%s: %s", d.Code.ID, d.Message)
	}
	return m.String()
}

func spirv() Options { return Options{Caps: CapsFor(SPIRV, 0)} }
func hlsl() Options  { return Options{Caps: CapsFor(HLSL, 0)} }
func metal() Options { return Options{Caps: CapsFor(Metal, 0)} }

// wantLines checks that the lines occur in text in this order. Leading and trailing
// blanks do not matter; "..." in a line matches anything.
func wantLines(t testing.TB, text string, lines ...string) {
	t.Helper()
	all := strings.Split(text, "\n")
	at := 0
	for _, want := range lines {
		found := false
		for ; at < len(all) && !found; at++ {
			found = matches(strings.TrimSpace(all[at]), want)
		}
		if !found {
			t.Errorf("no line %q in order in\n%s", want, text)
			return
		}
	}
}

func matches(line, pattern string) bool {
	parts := strings.Split(pattern, "...")
	if len(parts) == 1 {
		return line == pattern
	}
	if !strings.HasPrefix(line, parts[0]) {
		return false
	}
	line = line[len(parts[0]):]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(line, p)
		if i < 0 {
			return false
		}
		line = line[i+len(p):]
	}
	return strings.HasSuffix(line, parts[len(parts)-1])
}
