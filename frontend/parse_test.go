package frontend

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"slc/frontend/ast"
	"slc/frontend/diag"
)

// parse parses text and fails the test on any diagnostic.
func parse(t *testing.T, text string) *ast.File {
	t.Helper()
	toks, m := lex(t, text)
	diags := &diag.List{}
	f := Parse(toks, m, diags)
	for _, d := range diags.All() {
		t.Errorf("%q: %v: %s", text, m.Locate(d.Span.Start), d.Message)
	}
	return f
}

// line dumps a value on one line.
func line(v any) string {
	var out strings.Builder
	flat(&out, reflect.ValueOf(v), 1<<20)
	return out.String()
}

// show writes an expression with all parentheses that its structure implies.
func show(x ast.Expr) string {
	list := func(xs []ast.Expr) string {
		var parts []string
		for _, x := range xs {
			parts = append(parts, show(x))
		}
		return strings.Join(parts, ", ")
	}
	generic := func(given bool, args []ast.Expr) string {
		if !given {
			return ""
		}
		return "<" + list(args) + ">"
	}
	switch x := x.(type) {
	case *ast.NameExpr:
		return x.Name.Text + generic(x.Given, x.Args)
	case *ast.IntLit:
		return fmt.Sprint(x.Value, x.Suffix)
	case *ast.FloatLit:
		return fmt.Sprintf("%g%s", x.Value, x.Suffix)
	case *ast.BoolLit:
		return fmt.Sprint(x.Value)
	case *ast.StringLit:
		return fmt.Sprintf("%q", x.Value)
	case *ast.ThisExpr:
		return "this"
	case *ast.BinaryExpr:
		return "(" + show(x.X) + " " + x.Op + " " + show(x.Y) + ")"
	case *ast.AssignExpr:
		return "(" + show(x.X) + " " + x.Op + " " + show(x.Y) + ")"
	case *ast.CondExpr:
		return "(" + show(x.Cond) + " ? " + show(x.Then) + " : " + show(x.Else) + ")"
	case *ast.UnaryExpr:
		return "(" + x.Op + show(x.X) + ")"
	case *ast.PostfixExpr:
		return "(" + show(x.X) + x.Op + ")"
	case *ast.ParenExpr:
		return "[" + show(x.X) + "]"
	case *ast.CastExpr:
		return "cast<" + line(x.Type) + ">(" + show(x.X) + ")"
	case *ast.CallExpr:
		return show(x.Fun) + "(" + list(x.Args) + ")"
	case *ast.IndexExpr:
		return show(x.X) + "[" + list(x.Args) + "]"
	case *ast.MemberExpr:
		op := "."
		if x.Arrow {
			op = "->"
		} else if x.Static {
			op = "::"
		}
		return show(x.X) + op + x.Name.Text + generic(x.Given, x.Args)
	case *ast.InitListExpr:
		return "{" + list(x.Elems) + "}"
	case *ast.SizeofExpr:
		if x.Type != nil {
			return x.Op + "<" + line(x.Type) + ">"
		}
		return x.Op + "(" + show(x.X) + ")"
	case *ast.IsExpr:
		if x.As {
			return "(" + show(x.X) + " as " + line(x.Type) + ")"
		}
		return "(" + show(x.X) + " is " + line(x.Type) + ")"
	case *ast.TypeOperand:
		return "type " + line(x.Type)
	case *ast.UnsupportedExpr:
		return "unsupported " + x.What
	}
	return fmt.Sprintf("%T", x)
}

// Structure of expressions. Parentheses of the source are shown as [ ].
func TestExpressions(t *testing.T) {
	tests := []struct{ source, want string }{
		// Precedence, C++ [expr.mul] to [expr.comma].
		{"a + b * c - d", "((a + (b * c)) - d)"},
		{"a * b / c % d", "(((a * b) / c) % d)"},
		{"a << b + c >> d", "((a << (b + c)) >> d)"},
		{"a < b == c > d", "((a < b) == (c > d))"},
		{"a & b ^ c | d && e || f", "(((((a & b) ^ c) | d) && e) || f)"},
		{"a || b && c | d ^ e & f == g < h << i + j * k", "(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))"},
		{"a = b = c + 1", "(a = (b = (c + 1)))"},
		{"a += b, c <<= d", "((a += b) , (c <<= d))"},
		{"a ? b : c ? d : e", "(a ? b : (c ? d : e))"},
		{"a ? b ? c : d : e", "(a ? (b ? c : d) : e)"},
		{"a = b ? c : d", "(a = (b ? c : d))"},
		{"a || b ? c + 1 : d, e", "(((a || b) ? (c + 1) : d) , e)"},
		{"a ? b, c : d", "(a ? (b , c) : d)"},
		// Prefix and postfix.
		{"-a * !b", "((-a) * (!b))"},
		{"- -~a", "(-(-(~a)))"},
		{"++a - b--", "((++a) - (b--))"},
		{"a++ + ++b", "((a++) + (++b))"},
		{"*p = &q", "((*p) = (&q))"},
		{"-a.b[1](2)++", "(-(a.b[1](2)++))"},
		{"a.b->c::d", "a.b->c::d"},
		{"::g", "g"},
		{"m[1, 2]", "m[1, 2]"},
		{"this.x", "this.x"},
		{"(a, b)", "[(a , b)]"},
		// Calls, constructors, initializers.
		{"float3(1.0, 2, x).xy", "float3(1, 2, x).xy"},
		{"f(a, {1, {2, 3}, })", "f(a, {1, {2, 3}})"},
		{"x = {}", "(x = {})"},
		{`f("a" "b\n")`, `f("ab\n")`},
		{"f(true, 0x10u, 1.5h, 3ull)", "f(true, 16u, 1.5h, 3ull)"},
		// Generic arguments or comparison.
		{"f<int>(x)", "f<int>(x)"},
		{"a < b", "(a < b)"},
		{"a < b > c", "((a < b) > c)"},
		{"i < n && j > (k)", "((i < n) && (j > [k]))"},
		{"a < b ? c > (d) : e", "((a < b) ? (c > [d]) : e)"},
		{"bit_cast<uint>(x) < y", "(bit_cast<uint>(x) < y)"},
		{"f<vector<int, 4>>(x)", "f<vector<int, 4>>(x)"},
		{"f<A<B<int>>, 2>(x) >> 1", "(f<A<B<int>>, 2>(x) >> 1)"},
		{"a.b<int, 3>(x)", "a.b<int, 3>(x)"},
		{"a < b >> c", "(a < (b >> c))"},
		{"f<int*>(x)", "f<type (PointerType Elem=int)>(x)"},
		{"f<const int>(x)", "f<type (ModifiedType Keywords=[const] Elem=int)>(x)"},
		{"f<int[4]>(x)", "f<int[4]>(x)"},
		{"f<A.B>::c", "f<A.B>::c"},
		{"f<3 + 4>()", "f<(3 + 4)>()"},
		{"vector<float, 2>(1)", "vector<float, 2>(1)"},
		// Casts.
		{"(float)x * y", "(cast<float>(x) * y)"},
		{"(float)-x", "cast<float>((-x))"},
		{"(x)-y", "([x] - y)"},
		{"(int)(uint)x", "cast<int>(cast<uint>(x))"},
		{"(T)x", "cast<T>(x)"},
		{"(T)(x)", "[T](x)"}, // a call, as in slangc: sema sees that T is a type
		{"(uint3)(x)", "cast<uint3>([x])"},
		{"(A.B)x", "cast<(NamedType [A B])>(x)"},
		{"(A::B) -x", "cast<(NamedType [A B])>((-x))"},
		{"(A::B) - x", "([A::B] - x)"},
		{"(int*)p", "cast<(PointerType Elem=int)>(p)"},
		{"(float3x3)0", "cast<float3x3>(0)"},
		{"(S){1, 2}", "cast<S>({1, 2})"},
		{"(vector<int, 2>)v", "cast<(NamedType vector Args=[int (IntLit 2)] Given=true)>(v)"},
		{"!(a)", "(![a])"},
		{"(a)", "[a]"},
		{"(a) ? b : c", "([a] ? b : c)"},
		{"f((uint)x, (y))", "f(cast<uint>(x), [y])"},
		{"(unsigned int)x", "cast<uint>(x)"},
		// sizeof.
		{"sizeof(int)", "sizeof<int>"},
		{"sizeof(x.y)", "sizeof(x.y)"},
		{"sizeof(S*)", "sizeof<(PointerType Elem=S)>"},
		{"alignof(float4) + 1", "(alignof<float4> + 1)"},
		// Words that are keywords elsewhere.
		{"out[0] = in.x", "(out[0] = in.x)"},
		{"property + module", "(property + module)"},
		{"a.extension", "a.extension"},
		{"no_diff x", "x"},
		// Outside the subset, but parsed.
		{"a is B && c", "((a is B) && c)"},
		{"(int x) => x + 1", "unsupported lambda"},
		{"try f()", "unsupported try"},
		{"spirv_asm { OpNop; result:$$int = OpX }", "unsupported spirv_asm"},
		{"f(expand each x)", "f(unsupported expand)"},
	}
	for _, test := range tests {
		f := parse(t, "struct S {}\nvoid f() { return "+test.source+"; }")
		body := f.Decls[1].(*ast.FuncDecl).Body
		if got := show(body.List[0].(*ast.ReturnStmt).X); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.source, got, test.want)
		}
	}
}
