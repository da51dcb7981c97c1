package frontend

import (
	"reflect"
	"testing"

	"slc/frontend/ast"
	"slc/frontend/source"
)

// Every node lies within its parent, and starts and ends at a token.
func TestSpansNest(t *testing.T) {
	sources := []string{
		`void f() { if (a) if (b) c; else d; else if (e) { g; } else h; i; }`,
		`void f() { for (int i = 0; i < 3; ++i) while (a) do b; while (c); x: switch (d) { case 1: case 2: e; default: f; } }`,
		`int f(int a[3], inout B<C<int>> b) : SEM { return (float)-a.b[1](2, {3, 4})->c ? d : e, f = g + h * i; }`,
		`struct S<T : I> : J where T : K { T x; property p : int { get { return 1; } set; } __subscript(int i) -> T { get { } } }`,
		`[[vk::binding(0, 1)]] layout(set = 1) uniform A::B<2>* p : register(u0); enum E : int { A, B = 2 } extension X : Y { }`,
	}
	for _, text := range sources {
		f := parse(t, text)
		nest(t, text, reflect.ValueOf(f), f.Span())
	}
}

// nest checks the nodes below v, which must lie in outer.
func nest(t *testing.T, text string, v reflect.Value, outer source.Span) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(ast.Node); ok {
			s := n.Span()
			if !s.IsValid() || s.Start < outer.Start || s.End > outer.End || s.End < s.Start {
				t.Errorf("%s: %T %v lies outside of its parent %v", text, n, s, outer)
			}
			outer = s
		}
		nest(t, text, v.Elem(), outer)
	case reflect.Slice:
		for i := range v.Len() {
			nest(t, text, v.Index(i), outer)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			nest(t, text, v.Field(i), outer)
		}
	}
}

// Ranges of nodes, as text.
func TestSpanText(t *testing.T) {
	text := "void f() { a + b * (c); if (x) { y; } else z(1)[2].w; int i = 3, j; }"
	f := parse(t, text)
	body := f.Decls[0].(*ast.FuncDecl).Body.List
	sum := body[0].(*ast.ExprStmt)
	cond := body[1].(*ast.IfStmt)
	vars := body[2].(*ast.DeclStmt)
	for _, test := range []struct {
		span source.Span
		want string
	}{
		{f.Decls[0].Span(), text},
		{sum.Span(), "a + b * (c);"},
		{sum.X.Span(), "a + b * (c)"},
		{sum.X.(*ast.BinaryExpr).OpSpan, "+"},
		{sum.X.(*ast.BinaryExpr).Y.Span(), "b * (c)"},
		{cond.Span(), "if (x) { y; } else z(1)[2].w;"},
		{cond.Then.Span(), "{ y; }"},
		{cond.Else.Span(), "z(1)[2].w;"},
		{cond.Else.(*ast.ExprStmt).X.(*ast.MemberExpr).X.Span(), "z(1)[2]"},
		{vars.Span(), "int i = 3, j;"},
		{vars.Decls[0].Span(), "int i = 3, j;"},
		{vars.Decls[1].Span(), "j"},
		{vars.Decls[0].(*ast.VarDecl).Name.Range, "i"},
		{vars.Decls[0].(*ast.VarDecl).Type.Span(), "int"},
	} {
		start := int(test.span.Start - f.Span().Start)
		if got := text[start : start+int(test.span.End-test.span.Start)]; got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
