package preproc

import (
	"io/fs"
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// files is a file system in memory.
type files map[string]string

func (f files) read(path string) ([]byte, error) {
	if s, ok := f[path]; ok {
		return []byte(s), nil
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// result is one run with all that a test may want to look at.
type result struct {
	Result
	m     *source.Map
	diags *diag.List
}

func runFiles(opts Options, f files, main string) result {
	r := result{m: source.NewMap(), diags: &diag.List{}}
	opts.ReadFile = f.read
	r.Result = Run(opts, r.m, r.diags, main)
	return r
}

func runText(src string) result { return runFiles(Options{}, files{"a.slang": src}, "a.slang") }

// text spells the tokens, with a blank where white space stood between them.
func (r result) text() string {
	var b strings.Builder
	for i, t := range r.Tokens {
		if t.Kind == token.EOF {
			break
		}
		if i > 0 && t.SpaceBefore {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// faults lists the codes and positions of the diagnostics: "E0110@2:1".
func (r result) faults() string {
	var all []string
	for _, d := range r.diags.All() {
		s := d.Code.ID
		if d.Span.IsValid() {
			l := r.m.Locate(d.Span.Start)
			s += "@" + strings.TrimPrefix(l.String(), "a.slang:")
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

func TestMacros(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"object", "#define N 4\nint a[N];", "int a[4];"},
		{"function", "#define SQ(x) ((x)*(x))\nSQ(a+b)", "((a+b)*(a+b))"},
		{"name without arguments stays", "#define F(x) x\nF + F (1)", "F + 1"},
		{"arguments over lines", "#define ADD(a,b) a+b\nADD(1,\n  2)", "1+2"},
		{"commas in parentheses", "#define ONE(x) <x>\nONE((a,b))", "<(a,b)>"},
		{"empty argument", "#define P(a,b) [a|b]\nP(,x) P(,)", "[|x] [|]"},
		{"no parameters", "#define Z() 0\nZ() Z( )", "0 0"},
		{"keyword as a macro", "#define in\n#define static const\nstatic in int x;", "const int x;"},
		{"arguments are expanded before substitution", "#define A 1\n#define ID(x) x\nID(A)", "1"},
		{"the result is scanned again", "#define A B\n#define B C\n#define C 7\nA", "7"},
		{"name made by an argument meets a parenthesis of the file", "#define G(x) f2 x\n#define f2(y) <y>\n#define H f2\nH(3) G((4))", "<3> <4>"},
		{"self reference", "#define x x + 1\nx", "x + 1"},
		{"mutual reference", "#define a b + a\n#define b a * b\na b", "a * b + a b + a * b"},
		{"a name marked once stays marked", "#define f(x) x f\nf(1)(2)", "1 f(2)"},
		{"self reference in the argument", "#define f(x) [x]\nf(f(1)) f(f)(2)", "[[1]] [f](2)"},
		{"nested call through an argument", "#define call(m, x) m(x)\n#define neg(x) -x\ncall(neg, 3) call(call, neg)", "-3 call(neg)"},
		{"stringize", "#define S(x) #x\nS(a  +\tb) S( \"q\\n\" ) S() S('\\0')", `"a + b" "\"q\\n\"" "" "'\\0'"`},
		{"stringize does not expand, indirect does", "#define S(x) #x\n#define X(x) S(x)\n#define V 3\nS(V) X(V)", `"V" "3"`},
		{"paste", "#define C(a,b) a##b\nC(do,ne) C(1,2) C(<,<=) C(x,)C(,y)C(,)", "done 12 <<= xy"},
		{"paste does not expand operands, the result is", "#define A 1\n#define AB ok\n#define C(a,b) a##b\nC(A,B) C(A,A)", "ok AA"},
		{"paste in an object macro", "#define O A ## B\nO", "AB"},
		{"paste of long arguments joins neighbours only", "#define C(a,b) a##b\nC(p q, r s)", "p qr s"},
		{"pasted hash is no operator", "#define H # ## #\n#define M(x) #x\nM(H)", `"H"`},
		{"variadic", "#define L(f, ...) g(f, __VA_ARGS__)\nL(a, b, c)", "g(a, b, c)"},
		{"variadic without arguments", "#define L(...) {__VA_ARGS__}\nL() L(1)", "{} {1}"},
		{"named variadic", "#define B(ARGS...) (ARGS)\n#define C(Y, ARGS...) (Y , ARGS)\nB(4, 5) C(1) C(4, 5, 6)", "(4, 5) (1 ,) (4 , 5, 6)"},
		{"comma paste", "#define P(f, ...) p(f, ## __VA_ARGS__)\nP(1) P(1, 2, 3)", "p(1) p(1, 2, 3)"},
		{"va_opt", "#define F(f, ...) f(0 __VA_OPT__(,) __VA_ARGS__)\nF(a) F(a,) F(a, b) F(a, b, c)", "a(0) a(0) a(0 , b) a(0 , b, c)"},
		{"va_opt with parameters", "#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)\n#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })\nSDEF(foo); SDEF(bar, 1, 2);",
			"S foo; S bar = { 1, 2 };"},
		{"va_opt of an empty expansion", "#define EMP\n#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)\nF(EMP) F(EMP 1)", "f(0) f(0 , 1)"},
		{"va_opt and paste", "#define H(X, ...) X ## __VA_OPT__(a) ## X\n#define I(...) __VA_OPT__(a ## b (c))\nH(p) H(p, 1) I() I(1)", "pp pap ab (c)"},
		{"undef", "#define A 1\n#undef A\nA", "A"},
		{"line splice in a macro", "#define M(a) a \\\n + a\nM(1)", "1 + 1"},
		{"splice in a name and an operator", "in\\\nt x <\\\n<= 1;", "int x <<= 1;"},
		{"comment is a blank", "#define A(x) [x]\nA(a/**/b)", "[a b]"},
		{"line and file", "__LINE__ __FILE__\n#define L __LINE__\nL", `1 "a.slang" 3`},
		{"line in arguments is that of the use", "#define ID(x) x\nID(\n__LINE__\n)", "3"},
		{"directives among arguments", "#define F(a,b) a-b\nF(1,\n#if 0\n3\n#else\n2\n#endif\n)", "1-2"},
		{"predefined", "__SLANG_COMPILER__ __HLSL_VERSION __SLANG__ __HLSL__ __SLC__", "1 2018 1 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := runText(c.src)
			if got := r.text(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if got := r.faults(); got != "" {
				t.Errorf("unexpected: %s", got)
			}
		})
	}
}

func TestDirectives(t *testing.T) {
	for _, c := range []struct{ name, src, want, faults string }{
		{"if", "#if 1\na\n#else\nb\n#endif\nc", "a c", ""},
		{"else", "#if 0\na\n#else\nb\n#endif", "b", ""},
		{"elif", "#if 0\na\n#elif 1\nb\n#elif 1/0\nc\n#else\nd\n#endif", "b", ""},
		{"elif after many", "#if 0\n#elif 0\n#elif 0\n#else\nd\n#endif", "d", ""},
		{"ifdef", "#define A\n#ifdef A\na\n#endif\n#ifndef A\nb\n#endif", "a", ""},
		{"elifdef", "#define A\n#ifdef B\nb\n#elifndef A\nc\n#elifdef A\na\n#endif", "a", ""},
		{"nested in skipped text", "#if 0\n#if 1\nx\n#else\ny\n#endif\n#else\nz\n#endif", "z", ""},
		{"skipped text is not looked at", "#if 0\ndon't `\\ \x01 #nonsense\n#nonsense\n#error no\n\"open\n#endif\nz", "z", ""},
		{"comment in skipped text hides #endif", "#if 0\n/* \n#endif */\n#endif\nz", "z", ""},
		{"null directive", "#\n# // nothing\nx", "x", ""},
		{"indented", "  #  define A 1\n\t/* */ # if A\nx\n#endif", "x", ""},
		{"hash after a comment over lines", "a /*\n*/ #define b c\nb", "adefine b c b", "E0101@2:4"},
		{"line", "#line 99 \"b.slang\"\n__LINE__ __FILE__\n#line 7\n__LINE__ __FILE__\n#line default\n__LINE__ __FILE__", `99 "b.slang" 7 "b.slang" 6 "a.slang"`, ""},
		{"line alone", "#line 40\n__LINE__\n#line\n__LINE__", "40 4", ""},
		{"line by macro", "#define N 12\n#line N\n__LINE__", "12", ""},
		{"line without number", "#line x\ny", "y", "E0111@1:7"},
		{"error", "#error This isn't valid!\nx", "x", "E0124@1:1"},
		{"warning", "#warning mind the gap\nx", "x", "W0101@1:1"},
		{"unknown", "#frobnicate 1 2\nx", "x", "E0110@1:1"},
		{"glsl", "#version 450\n#extension GL_X : enable\nx", "x", "E0112@1:1 E0112@2:1"},
		{"language", "#lang slang 2026\nx", "x", ""},
		{"language without its name", "#language 2026\n#lang latest\n#lang Slang legacy\nx", "x", ""},
		{"other versions", "#lang slang 202c\n#lang 1999\n#lang slang old\nx", "x", "E0111@1:13 E0111@2:7 E0111@3:13"},
		{"other languages", "#lang glsl 450\n#lang\n#lang slang\nx", "x", "E0111@1:7 E0111@2:1 E0111@3:1"},
		{"pragmas", "#pragma warning(disable: 15205)\n#pragma frob\n#pragma pack_matrix(row_major)\nx", "x", "W0106@2:1 E0125@3:1"},
		{"redefined", "#define A 1\n#define A 1\n#define A 2\nA", "2", "W0102@3:9"},
		{"redefined with other space is the same only if both have it", "#define A 1+ 2\n#define A   1+   2\n#define A 1 + 2\n", "", "W0102@3:9"},
		{"builtin redefined", "#define __LINE__ 5\n__LINE__", "5", "W0107@1:9"},
		{"undef of nothing", "#undef C", "", "W0103@1:8"},
		{"extra tokens", "#ifdef A x\n#endif A\n", "", "W0105@1:10 W0105@2:8"},
		{"defined cannot be defined", "#define defined 1", "", "E0120@1:9"},
		{"missing name", "#define\n#undef 3\n#ifdef\n#endif", "", "E0120@1:1 E0111@2:8 E0111@3:1"},
		{"parameters", "#define A(x\n#define B(x,x)\n#define C(3)\n#define D(...,x)\n#define E(x y)", "", "E0120@1:9 E0120@2:13 E0120@3:11 E0120@4:14 E0120@5:13"},
		{"va_opt", "#define A(x) __VA_OPT__(x)\n#define B(...) __VA_OPT__\n#define C(...) __VA_OPT__(a __VA_OPT__(b))\n#define D(...) __VA_OPT__(## a)\n#define E(...) __VA_OPT__(a", "",
			"E0120@1:14 E0120@2:16 E0120@3:29 E0120@4:16 E0120@5:16"},
		{"hash operators", "#define A(x) #y\n#define B ## x\n#define C x ##\n#define D # x\nD", "# x", "E0120@1:14 E0120@2:11 E0120@3:13 E0101@5:1"},
		{"too few arguments", "#define A(x,y) x\nA(1)", "", "E0121@2:1"},
		{"too many arguments", "#define A() x\nA(1)", "", "E0121@2:1"},
		{"variadic needs the others", "#define A(x,y,...) x\nA(1)", "", "E0121@2:1"},
		{"bad paste", "#define C(a,b) a##b\nC(+,x)", "+x", "W0108@2:1"},
		{"paste to a comment", "#define C(a,b) a##b\nC(/,/)", "//", "W0108@2:1"},
		{"else without if", "#else\n#elif 1\n#endif\nx", "x", "E0114@1:1 E0114@2:1 E0114@3:1"},
		{"else twice", "#if 1\na\n#else\nb\n#else\nc\n#endif", "a", "E0115@5:1"},
		{"endif missing", "#if 1\nx\n#ifdef A\ny", "x", "E0113@1:1 E0113@3:1"},
		{"stray hash", "x # y", "x y", "E0101@1:3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := runText(c.src)
			if got := r.faults(); got != c.faults {
				t.Errorf("faults %q\nwant   %q", got, c.faults)
			}
			if got := strings.Join(strings.Fields(r.text()), " "); c.name != "hash operators" && got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		expr   string
		want   bool
		faults string
	}{
		{"1 + 2 * 3 == 7", true, ""},
		{"(1 + 2) * 3 == 9", true, ""},
		{"10 - 4 - 3 == 3", true, ""},
		{"1 << 4 >> 2 == 4", true, ""},
		{"7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1", true, ""},
		{"5 & 3 | 8 ^ 12", true, ""},
		{"(6 ^ 3) == 5 && ~0 == -1", true, ""},
		{"!0 && !!5", true, ""},
		{"-1 < 0", true, ""},
		{"-1 < 0u", false, ""},                             // the usual arithmetic conversions
		{"-1 >> 1 == -1", true, ""},                        // arithmetic shift of a signed value
		{"0xFFFFFFFFFFFFFFFF == -1", true, ""},             // unsigned by its size
		{"-9223372036854775807 - 1 < 0", true, ""},         // 64 bits
		{"(-9223372036854775807 - 1) / -1 != 0", true, ""}, // no trap
		{"0b101 == 5 && 010 == 8 && 1_000 == 1000", true, ""},
		{"'A' == 65 && '\\n' == 10", true, ""},
		{"1 ? 0 : 1", false, ""},
		{"0 ? 1 : 0 ? 2 : 3", true, ""},
		{"(1 ? -1 : 0u) > 0", true, ""}, // the result has the common type
		{"0 && 1/0", false, ""},
		{"1 || 1/0", true, ""},
		{"1 ? 2 : 1/0", true, ""},
		{"1/0", false, "E0117@3:6"},
		{"4 % (2 - 2)", false, "E0117@3:7"},
		{"defined ONE && defined(ONE) && !defined(TWO)", true, ""},
		{"defined F", true, ""},
		{"ONE && F(3) == 4", true, ""},
		{"TWO", false, "W0104@3:5"},
		{"0 && TWO", false, ""},
		{"true && !false", true, ""},
		{"TWO(1)", false, "W0104@3:5"},
		{"TWO(F(1), (2)) || ONE", true, "W0104@3:5"},
		{"TWO(1", false, "E0116@3:9"},
		{"", false, "E0111@3:1"},
		{"1 +", false, "E0116@3:7"},
		{"(1", false, "E0116@3:6"},
		{"1 2", false, "E0116@3:7"},
		{"1.5", false, "E0116@3:5"},
		{"1 = 1", false, "E0116@3:7"},
		{"\"x\"", false, "E0116@3:5"},
		{"defined", false, "E0116@3:5"},
		{"defined(ONE", true, "E0116@3:5"},
		{"99999999999999999999", false, "E0116@3:5"},
		{"__has_include(\"b.h\") && __has_include(<b.h>) == 0 && !__has_include(\"c.h\")", true, ""},
		{"defined(__has_include)", true, ""},
	} {
		src := "#define ONE 1\n#define F(x) x+1\n#if " + c.expr + "\nyes\n#endif\n"
		r := runFiles(Options{}, files{"a.slang": src, "b.h": ""}, "a.slang")
		if got := r.text() == "yes"; got != c.want {
			t.Errorf("#if %s: %v", c.expr, got)
		}
		if got := r.faults(); got != c.faults {
			t.Errorf("#if %s: faults %q, want %q", c.expr, got, c.faults)
		}
	}
}
