package frontend

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// steps counts the work of parsing text: tokens that the pre-pass hands out and
// nodes that the parser makes and the builder visits.
func steps(t *testing.T, text string) int {
	toks, m := lex(t, text)
	diags := &diag.List{}
	k := mark(toks)
	tree := parser.Parse(k.kinds, k)
	reportSyntax(tree, k, m, diags)
	b := builder{nodes: tree.Nodes, toks: k.toks, diags: diags}
	b.file(0)
	if diags.HasErrors() {
		t.Errorf("%.40q: %s", text, diags.All()[0].Message)
	}
	return len(k.toks) + len(tree.Nodes)
}

// Long chains and lists cost steps in proportion to their length; a recursion
// or a rescan for each link would show in the time limit of the tests.
func TestLinearGrowth(t *testing.T) {
	shapes := map[string]func(n int) string{
		"operators":   func(n int) string { return "int x = 1" + strings.Repeat(" + 1", n) + ";" },
		"else ifs":    func(n int) string { return "void f() { if (a) b;" + strings.Repeat(" else if (a) b;", n) + "}" },
		"initializer": func(n int) string { return "int x[] = {" + strings.Repeat("1, ", n) + "};" },
		"statements":  func(n int) string { return "void f() {" + strings.Repeat("a[i] = b < c;\n", n) + "}" },
		"functions":   func(n int) string { return strings.Repeat("int f(int a) { return (a) * 2; }\n", n) },
		"less":        func(n int) string { return "bool x = a" + strings.Repeat(" < a", n) + ";" },
		"conditions":  func(n int) string { return "int x = " + strings.Repeat("a ? b : ", n) + "c;" },
		"assignments": func(n int) string { return "void f() { " + strings.Repeat("a = ", n) + "b; }" },
		"members":     func(n int) string { return "int x = a" + strings.Repeat(".a", n) + ";" },
		"stars":       func(n int) string { return "void f() { g<int" + strings.Repeat("*", n) + ">(); }" },
		"minuses":     func(n int) string { return "int x = " + strings.Repeat("- ", n) + "a;" },
		"cases":       func(n int) string { return "void f() { switch (a) {" + strings.Repeat("case 1: ", n) + "} }" },
		"parameters":  func(n int) string { return "void f(" + strings.Repeat("int a, ", n) + ");" },
		"generics":    func(n int) string { return "A<" + strings.Repeat("int, ", n) + "int> x;" },
	}
	const n = 10_000
	for name, shape := range shapes {
		one, two := steps(t, shape(n)), steps(t, shape(2*n))
		if two > 2*one+100 {
			t.Errorf("%s: %d steps for %d links, %d for twice as many", name, one, n, two)
		}
	}
}

// Chains beyond the limit, and nesting without brackets, are one clear error.
func TestChainLimits(t *testing.T) {
	const n = 100_000
	tests := []struct{ name, source string }{
		{"operators", "int x = 1" + strings.Repeat(" + 1", n) + ";"},
		{"minuses", "int x = " + strings.Repeat("- ", n) + "a;"},
		{"else ifs", "void f() { if (a) b;" + strings.Repeat(" else if (a) b;", n) + "}"},
		{"members", "int x = a" + strings.Repeat(".a", n) + ";"},
		{"dimensions", "int x" + strings.Repeat("[1]", n) + ";"},
		{"pointers", "typedef int" + strings.Repeat("*", n) + " x;"},
		{"commas", "void f() { a" + strings.Repeat(", a", n) + "; }"},
		{"do", "void f() { " + strings.Repeat("do ", n) + ";}"},
		{"questions", "int x = " + strings.Repeat("a ? ", n) + "b;"},
		{"__generic", strings.Repeat("__generic<T> ", n) + "int x;"},
		{"chains in links of chains", "void f() {" + strings.Repeat("if (a"+strings.Repeat("[0]", 400)+") b; else ", 200) + "b" + strings.Repeat("[c+(d", 100) + strings.Repeat("+ e", n/2) +
			strings.Repeat(")]", 100) + strings.Repeat(" + 1", n/3) + ";}"},
	}
	for _, test := range tests {
		got := errorsOf(t, test.source)
		if len(got) != 1 || !strings.Contains(got[0], diag.TooLarge.ID) {
			t.Errorf("%s: %.300q", test.name, got)
		}
	}
}

// Statements nest as deep as brackets may; an else-if chain is no nesting.
func TestNestedStatements(t *testing.T) {
	const n = maxLevel
	heads := []string{"if (a) ", "if (a); else if (b) ", "while (a) ", "for (;;) ", "l: while (a) ", "if (a) { } else while (b) "}
	for _, head := range heads {
		links := strings.Count(head, "while") + strings.Count(head, "for") + strings.Count(head, "l:") + min(strings.Count(head, "if"), 1)
		fits := n / links
		if got := errorsOf(t, "void f() { "+strings.Repeat(head, fits)+"b; }"); len(got) != 0 {
			t.Errorf("%d times %q: %.300q", fits, head, got)
		}
		for _, much := range []int{fits + 1, 50_000} {
			got := errorsOf(t, "void f() { "+strings.Repeat(head, much)+"b; }")
			if len(got) != 1 || !strings.Contains(got[0], diag.NestedTooDeep.ID) {
				t.Errorf("%d times %q: %.300q", much, head, got)
			}
		}
	}
	blocks := func(n int) string {
		return "void f() { " + strings.Repeat("do if (a) { ", n) + strings.Repeat("} while (b); ", n) + "}"
	}
	if got := errorsOf(t, blocks(n/2)); len(got) != 0 {
		t.Errorf("blocks: %.300q", got)
	}
	if got := errorsOf(t, blocks(n/2+1)); len(got) != 1 || !strings.Contains(got[0], diag.NestedTooDeep.ID) {
		t.Errorf("blocks: %.300q", got)
	}
}

// check parses text and dumps the tree; it returns an error where the results
// break their contracts.
func check(text []byte) error {
	m, diags := source.NewMap(), &diag.List{}
	opts := preproc.Options{ReadFile: func(string) ([]byte, error) { return nil, os.ErrNotExist }}
	r := preproc.RunSource(opts, m, diags, "f.slang", "f.slang", text)
	before := diags.ErrorCount()
	f := Parse(r.Tokens, m, diags)
	if err := Dump(io.Discard, f); err != nil {
		return err
	}
	if diags.ErrorCount()-before > 2*60 {
		return fmt.Errorf("%d errors", diags.ErrorCount()-before)
	}
	for _, d := range diags.All() {
		if d.Severity == diag.Internal || d.Span.End < d.Span.Start {
			return fmt.Errorf("diagnostic %v %v", d.Message, d.Span)
		}
	}
	return spans(f)
}

// spans checks that declarations have a range.
func spans(f *ast.File) error {
	for _, d := range f.Decls {
		if s := d.Span(); !s.IsValid() {
			return fmt.Errorf("%T without a range", d)
		}
	}
	return nil
}

// Damaged variants of a real kernel: every prefix, and every token left out or
// doubled, parses without a panic.
func TestDamagedKernels(t *testing.T) {
	text := kernel(t)
	toks, m := lex(t, text)
	for i := range text {
		if i%7 != 0 {
			continue
		}
		if err := check([]byte(text[:i])); err != nil {
			t.Fatalf("prefix of %d bytes: %v", i, err)
		}
	}
	for i := range toks[:len(toks)-1] {
		for _, variant := range [][]token.Token{
			append(append([]token.Token(nil), toks[:i]...), toks[i+1:]...),
			append(append([]token.Token(nil), toks[:i+1]...), toks[i:]...),
		} {
			diags := &diag.List{}
			Parse(variant, m, diags)
			if n := diags.ErrorCount(); n > 8 {
				t.Errorf("token %d (%q at %v) causes %d errors", i, toks[i].Text, m.Locate(toks[i].Span.Start), n)
			}
		}
	}
}

// An empty token list, or one without its end, is no reason to fail.
func TestNoTokens(t *testing.T) {
	for _, toks := range [][]token.Token{nil, {{Kind: token.EOF}}, {{Kind: token.Ident, Text: "x"}}, {{Kind: token.LBrace, Text: "{"}}} {
		Parse(toks, source.NewMap(), &diag.List{})
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.slang")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		for _, part := range bytes.SplitAfter(text, []byte("\n\n")) {
			f.Add(part)
		}
	}
	for _, s := range []string{
		"struct S<T : I, let N : int> { T x[N]; property p : int { get; set; } __subscript(int i) -> T { get { return x; } } }",
		"void f() { if (a) b; else c; do d; while (e); switch (f) { case 1: g; default: ; } for (int i = 0; i < 3; i++) { } x: break x; }",
		"a<b<c>>(d) < e; (T*)x; (a, b) => c; {1, {2}, }; x ? y : z; spirv_asm { }; __target_switch { }; unsigned int u; out[1] = 2;",
		"[[vk::binding(0)]] layout(a = 1, b) cbuffer C : register(b0) { int x : packoffset(c0.x); } ; enum class E : int { A, B = 2, } e;",
	} {
		f.Add([]byte(s))
		f.Add([]byte("void f() { " + s + " }"))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := check(text); err != nil {
			t.Error(err)
		}
	})
}

// Parsers in several goroutines share ANTLR's tables, which the first syntax
// error fills.
func TestParallel(t *testing.T) {
	const text = "void f() { a = ; }\nint 3;\n[a(] int b;"
	want := strings.Join(errorsOf(t, text), "\n")
	done := make(chan string)
	const workers = 8
	for range workers {
		go func() { done <- strings.Join(errorsOf(t, text), "\n") }()
	}
	for range workers {
		if got := <-done; got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}
