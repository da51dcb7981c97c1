package frontend

import (
	"os"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// lex preprocesses text, which must be free of errors.
func lex(t testing.TB, text string) ([]token.Token, *source.Map) {
	t.Helper()
	m, diags := source.NewMap(), &diag.List{}
	r := preproc.RunSource(preproc.Options{ReadFile: os.ReadFile}, m, diags, "test.slang", "test.slang", []byte(text))
	for _, d := range diags.All() {
		t.Errorf("%v: %s", m.Locate(d.Span.Start), d.Message)
	}
	return r.Tokens, m
}

func kernel(t testing.TB) string {
	text, err := os.ReadFile("testdata/kernel.slang")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func BenchmarkParse(b *testing.B) {
	toks, m := lex(b, kernel(b))
	b.ReportAllocs()
	for b.Loop() {
		diags := &diag.List{}
		if Parse(toks, m, diags); diags.HasErrors() {
			b.Fatal(diags.All()[0].Message)
		}
	}
}

func BenchmarkMark(b *testing.B) {
	toks, _ := lex(b, kernel(b))
	b.ReportAllocs()
	for b.Loop() {
		mark(toks)
	}
}

func BenchmarkTree(b *testing.B) {
	toks, _ := lex(b, kernel(b))
	k := mark(toks)
	b.ReportAllocs()
	for b.Loop() {
		parser.Parse(k.kinds, k)
	}
}
