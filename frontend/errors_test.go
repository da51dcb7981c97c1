package frontend

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/frontend/token"
)

// errorsOf returns the diagnostics of text as "line:column code message".
func errorsOf(t *testing.T, text string) []string {
	t.Helper()
	toks, m := lex(t, text)
	return syntaxErrors(toks, m)
}

// syntaxErrors returns the diagnostics of the parser alone.
func syntaxErrors(toks []token.Token, m *source.Map) []string {
	diags := &diag.List{}
	Parse(toks, m, diags)
	var list []string
	for _, d := range diags.All() {
		at := m.Locate(d.Span.Start)
		list = append(list, fmt.Sprintf("%d:%d %s %s", at.Line, at.Column, d.Code.ID, d.Message))
	}
	return list
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"semicolon at a line's end", "int a = 5\nint b = 6;", []string{
			"1:10 E0150 expected ';' after '5', found 'int'"}},
		{"semicolons in a function", "void f() {\n  int a = 5\n  int b = a\n  b = 3\n  return\n}", []string{
			"2:12 E0150 expected ';' after '5', found 'int'",
			"3:12 E0150 expected ';' after 'a', found 'b'",
			"4:8 E0150 expected ';' after '3', found 'return'",
			"5:9 E0150 expected ';' after 'return', found '}'"}},
		{"semicolon before attributes", "Buffer<int> a\n[numthreads(1, 1, 1)] void f() { }\nint b[N] [shader(\"compute\")]\n[numthreads(N, 1, 1)] void g() { }\n" +
			"int c\n[[vk::binding(0)]] Buffer<int> d;\nint e [mutating] void h() { }", []string{
			"1:14 E0150 expected ';' after 'a', found '['",
			"3:9 E0150 expected ';' after ']', found '['",
			"5:6 E0150 expected ';' after 'c', found '['",
			"7:6 E0150 expected ';' after 'e', found '['"}},
		{"semicolon behind dimensions", "int a[N]\nint b[f(1)][2]\nint c;", []string{
			"1:9 E0150 expected ';' after ']', found 'int'",
			"2:15 E0150 expected ';' after ']', found 'int'"}},
		{"keywords as names", "struct if { };\nuint while(uint x) { }\nvoid f(uint for) { }\nBuffer<uint> return;\nstruct S { uint switch; uint this; };\n" +
			"enum E { case, A };\ntypedef uint struct;\n\nvoid g() { uint class; uint try = 1; uint operator = 2; }\nstruct point { };\nuint point;\nuint operator;", []string{
			"1:8 E0150 'if' is a keyword and cannot be a name",
			"2:6 E0150 'while' is a keyword and cannot be a name",
			"3:13 E0150 'for' is a keyword and cannot be a name",
			"4:14 E0150 'return' is a keyword and cannot be a name",
			"5:17 E0150 'switch' is a keyword and cannot be a name",
			"5:30 E0150 'this' is a keyword and cannot be a name",
			"6:10 E0150 'case' is a keyword and cannot be a name",
			"7:14 E0150 'struct' is a keyword and cannot be a name",
			"9:17 E0150 'class' is a keyword and cannot be a name",
			"9:29 E0150 'try' is a keyword and cannot be a name",
			"9:43 E0150 'operator' is a keyword and cannot be a name",
			"10:8 E0150 'point' is a keyword and cannot be a name",
			"12:6 E0150 'operator' is a keyword and cannot be a name"}},
		{"no names at all", "void f() {\n  a = b\n  break;\n  c\n  return;\n  d = e return;\n}", []string{
			"2:8 E0150 expected ';' after 'b', found 'break'",
			"4:4 E0150 expected ';' after 'c', found 'return'",
			"6:8 E0150 expected ';' after 'e', found 'return'"}},
		{"C++", "template<typename T> T f(T x) { return x; }\ntemplate <class T> struct S { T x; };\nvoid g() { l: for (;;) { continue l; } }", []string{
			"1:1 E0150 templates of C++ are not part of Slang",
			"2:1 E0150 templates of C++ are not part of Slang",
			"3:35 E0150 'continue' takes no label: it goes on with the innermost loop"}},
		{"semicolon within a line", "struct S { int a int b; int c; };", []string{
			"1:17 E0150 expected ';' after 'a', found 'int'"}},
		{"expression missing", "int a = ;\nvoid f() { a = 3 +; b = (; c = f(1,; d[1 = 2; e; }", []string{
			"1:9 E0150 expected an expression, found ';'",
			"2:19 E0150 expected an expression, found ';'",
			"2:26 E0150 expected an expression, found ';'",
			"2:36 E0150 expected ')', found ';'",
			"2:45 E0150 expected ']', found ';'"}},
		{"parameters", "void f(int a int b) { return; }\nint g;", []string{
			"1:14 E0150 expected ')', found 'int'"}},
		{"conditions", "void f() { if (a { b; }\n while a < 3) { b; }\n for (int i = 0; i < 3, i++) { }\n c; }", []string{
			"1:18 E0150 expected ')', found '{'",
			"2:8 E0150 expected '(', found 'a'",
			"3:28 E0150 expected ';' after '++', found ')'"}},
		{"stray brackets", "void f() { ) a; ] b; c; }\n}\nint g;", []string{
			"1:12 E0150 expected a statement, found ')'",
			"1:17 E0150 expected a statement, found ']'",
			"2:1 E0150 expected a declaration, found '}'"}},
		{"else and case", "void f() { else a; case 1: b; if (x) c; d; else e; default: ; }", []string{
			"1:12 E0152 this 'else' belongs to no 'if'",
			"1:20 E0153 'case' stands in no switch",
			"1:44 E0152 this 'else' belongs to no 'if'",
			"1:52 E0153 'default' stands in no switch"}},
		{"else without statement", "void f() { if (a) else b; }", []string{
			"1:19 E0150 expected a statement before 'else'"}},
		{"switch without block", "void f() { switch (a) b; }", []string{
			"1:23 E0150 expected '{' after 'switch (…)'"}},
		{"before the first case", "void f() { switch (a) { b; case 1: c; } }", []string{
			"1:25 W0160 no case leads to this statement; it is never executed"}},
		{"do", "void f() { do { } until (a);\n b; }", []string{
			"1:19 E0150 expected 'while', found 'until'"}},
		{"enum", "enum E { A, B = , C };\nint x;\nenum F { A,, B };", []string{
			"1:17 E0150 expected an expression, found ','",
			"3:12 E0150 expected the name of an enumerator, found ','"}},
		{"initializer", "int a[2] = {1,, 2};\nint b;", []string{
			"1:15 E0150 expected an expression, found ','"}},
		{"attribute", "[numthreads(1,1,1 void f() {}\nint a;", []string{
			"1:19 E0150 expected ')', found 'void'"}},
		{"names", "namespace { }\nimport ;\nstruct S { int 3; };\nvoid f() { a.; }", []string{
			"1:11 E0150 expected a name, found '{'",
			"2:1 E0150 expected the name of a module after 'import'",
			"3:16 E0150 expected a name, found '3'",
			"4:14 E0150 expected a name, found ';'"}},
		{"open at the end", "void f() {\n  if (a) {\n", []string{
			"2:10 E0151 this '{' is never closed"}},
		{"parenthesis open at the end", "int a = f(1, ", []string{
			"1:10 E0151 this '(' is never closed"}},
		{"generic parameters", "struct S<T : > { };\nint a;", []string{
			"1:14 E0150 expected a type, found '>'"}},
		{"strings and other words", "\"x\" int a;\nint b = class;", []string{
			"1:1 E0150 expected a declaration, found a string",
			"2:9 E0150 expected an expression, found 'class'"}},
		{"bit field", "struct S { int a : 3; };", []string{
			"1:18 E0005 bit fields are not supported yet"}},
		{"name of a parameter", "void f(A.B : int) { }", []string{
			"1:8 E0150 expected a name, found a type"}},
	}
	for _, test := range tests {
		got := strings.Join(errorsOf(t, test.source), "\n")
		if want := strings.Join(test.want, "\n"); got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, want)
		}
	}
}

// Statements and functions after an error are kept.
// TestOpenLiterals: a literal that is not closed is one error, that of the scanner; the parser is silent
// about what the literal took with it, and speaks again behind the next statement.
func TestOpenLiterals(t *testing.T) {
	tests := []struct {
		source string
		want   []string
	}{
		{"int s = \"abc;\nint b = 1;", nil},
		{"int s = 'a;\n[numthreads(1, 1, 1)] void f() { }", nil},
		{"void f() {\n  printf(\"abc);\n  x = 2;\n}", nil},
		{"void f() {\n  printf(\"abc\\\");\n  x = 2;\n}", nil},
		{"int s = \"abc;\nint b = 1;\nint c = 2\nint d;", []string{"3:10 E0150 expected ';' after '2', found 'int'"}},
		{"int s = \"abc\\\\\"\nint b;", []string{"1:16 E0150 expected ';' after '\"abc\\\\\"', found 'int'"}},
		{"int s = \"\"\nint b;", []string{"1:11 E0150 expected ';' after '\"\"', found 'int'"}},
	}
	for _, tt := range tests {
		m := source.NewMap()
		r := preproc.RunSource(preproc.Options{}, m, &diag.List{}, "test.slang", "test.slang", []byte(tt.source))
		if got := syntaxErrors(r.Tokens, m); !slices.Equal(got, tt.want) {
			t.Errorf("%q:\n got %q\nwant %q", tt.source, got, tt.want)
		}
	}
}

func TestRecoveryKeepsTheRest(t *testing.T) {
	toks, m := lex(t, "void f() { int a = ; int b; }\nint 3;\nint c;")
	diags := &diag.List{}
	f := Parse(toks, m, diags)
	const want = "(File [(FuncDecl f Result=void Body=(BlockStmt [(DeclStmt [(VarDecl b Type=int)])])) (VarDecl c Type=int)])"
	if got := line(f); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if diags.ErrorCount() != 2 {
		t.Errorf("%d errors, want 2", diags.ErrorCount())
	}
}

// A fix-it inserts the semicolon behind the token it is missing after.
func TestSemicolonFix(t *testing.T) {
	toks, m := lex(t, "int a = 5 // five\nint b;")
	diags := &diag.List{}
	Parse(toks, m, diags)
	fix := diags.All()[0].Fixes[0]
	if at := m.Locate(fix.Span.Start); at.Column != 10 || fix.Text != ";" || fix.Span.Start != fix.Span.End {
		t.Errorf("fix %q at column %d, %v", fix.Text, at.Column, fix.Span)
	}
}

// The number of reported errors is limited, whatever the input.
func TestErrorCap(t *testing.T) {
	if n := len(errorsOf(t, strings.Repeat("int = ;\n", 1000))); n != 50 {
		t.Errorf("%d errors, want 50", n)
	}
}

// A semicolon missing behind a macro is reported where the macro is used.
func TestErrorInMacro(t *testing.T) {
	got := errorsOf(t, "#define FIVE 5\nint a = FIVE\nint b;")
	if len(got) != 1 || got[0] != "2:9 E0150 expected ';' after '5', found 'int'" {
		t.Errorf("got %q", got)
	}
}
