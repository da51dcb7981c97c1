// Package robust tests that any source, however large or wrong, costs bounded time and memory
// and ends in an output or in diagnostics. Inputs are generated here.
package robust

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"slc"
	"slc/frontend"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
)

const (
	buffer = "RWStructuredBuffer<uint> b;\n"
	kernel = "[shader(\"compute\")][numthreads(1,1,1)] void main(uint3 t: SV_DispatchThreadID) {\n"
)

var targets = []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal}

// compile runs the compiler as the command line does, and verifies the IR.
func compile(t testing.TB, src string, target slc.Target) *slc.Result {
	t.Helper()
	r, err := slc.Compile(context.Background(), slc.Request{
		Files:   []string{"a.slang"},
		Outputs: []slc.Output{{Target: target}},
		Options: slc.Options{Optimize: 1, VerifyIR: true},
		ReadFile: func(name string) ([]byte, error) {
			if name == "a.slang" {
				return []byte(src), nil
			}
			return nil, os.ErrNotExist
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.InternalError {
		t.Errorf("internal error: %s\n%.2000s", r.Diagnostics[len(r.Diagnostics)-1].Message, src)
	}
	return r
}

// faults lists the errors as CODE@line:column.
func faults(r *slc.Result) (list []string) {
	for _, d := range r.Diagnostics {
		if d.Severity >= diag.Error {
			at := r.Sources.Locate(d.Span.Start)
			list = append(list, fmt.Sprintf("%s@%d:%d", d.Code.ID, at.Line, at.Column))
		}
	}
	return list
}

func rep(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

func times(n int, s string) func(int) string {
	return func(int) string { return strings.Repeat(s, n) }
}

// Sources whose size is n: the bytes allocated for them grow with n, not with its square.
var shapes = []struct {
	name string
	src  func(n int) string
}{
	{"statements", func(n int) string {
		return buffer + kernel + rep(n, func(i int) string { return fmt.Sprintf("b[%d] = %d * 3 + b[%d];\n", i, i, i+1) }) + "}"
	}},
	{"functions", func(n int) string {
		return buffer + rep(n, func(i int) string { return fmt.Sprintf("uint f%d(uint x) { return x + %d; }\n", i, i) }) + kernel + "b[0] = f0(1); }"
	}},
	{"calls of calls", func(n int) string {
		return buffer + "uint f0(uint x) { return x; }\n" + rep(n, func(i int) string { return fmt.Sprintf("uint f%d(uint x) { return f%d(x) + %d; }\n", i+1, i, i) }) +
			kernel + fmt.Sprintf("b[0] = f%d(1); }", n)
	}},
	{"else ifs", func(n int) string {
		return buffer + kernel + "if (b[0] == 0) b[1] = 0;\n" + rep(n, func(i int) string { return fmt.Sprintf("else if (b[0] == %d) b[1] = %d;\n", i, i) }) + "}"
	}},
	{"else ifs that store to locals", func(n int) string {
		return buffer + kernel + rep(n, func(i int) string { return fmt.Sprintf("uint v%d = %d;\n", i, i) }) + "if (t.x == 0) b[1] = 0;\n" +
			rep(n, func(i int) string { return fmt.Sprintf("else if (t.x == v%d) v%d = b[%d];\n", i, i, i) }) + "b[0] = v0; }"
	}},
	{"conditional operators", func(n int) string { return buffer + kernel + "b[0] = " + times(n, "b[1] == 1 ? 2 : ")(0) + "3; }" }},
	{"terms", func(n int) string { return buffer + kernel + "b[0] = b[1]" + times(n, " + b[2]")(0) + "; }" }},
	{"unused terms", func(n int) string { return buffer + kernel + "uint x = t.x" + times(n, " + t.y")(0) + "; }" }},
	{"conditions", func(n int) string {
		return buffer + kernel + "if (b[0] == 1" + times(n, " && b[0] == 1")(0) + ") b[0] = 2; }"
	}},
	{"assignments", func(n int) string { return buffer + kernel + "uint x; " + times(n, "x = ")(0) + "b[1]; b[0] = x; }" }},
	{"initializer", func(n int) string {
		return buffer + fmt.Sprintf("static const uint table[%d] = {", n) + times(n, "7, ")(0) + "};\n" + kernel + "b[0] = table[t.x]; }"
	}},
	{"cases", func(n int) string {
		return buffer + kernel + "switch (t.x) {\n" + rep(n, func(i int) string { return fmt.Sprintf("case %d: b[%d] = %d; break;\n", i, i%7, i) }) + "} }"
	}},
	{"cases that fall through", func(n int) string {
		return buffer + kernel + "switch (t.x) {\n" + rep(n, func(i int) string { return fmt.Sprintf("case %d: b[%d] = %d;\n", i, i, i) }) + "} }"
	}},
	{"structs with methods", func(n int) string {
		return buffer + rep(n, func(i int) string { return fmt.Sprintf("struct S%d { uint a; uint g() { return a + %d; } };\n", i, i) }) + kernel +
			rep(n, func(i int) string { return fmt.Sprintf("{ S%d s; s.a = t.x; b[0] = s.g(); }\n", i) }) + "}"
	}},
	{"locals", func(n int) string {
		return buffer + kernel + rep(n, func(i int) string { return fmt.Sprintf("uint v%d = b[%d]; if (v%d == 1) b[1] = v%d;\n", i, i, i, i) }) + "}"
	}},
	{"instances of a function", func(n int) string {
		return buffer + "T f<T : IInteger, let N : int>(T x) { return x + T(N); }\n" + kernel +
			rep(n, func(i int) string { return fmt.Sprintf("b[%d] = f<uint, %d>(t.x);\n", i%7, i) }) + "}"
	}},
	{"instances of a struct", func(n int) string {
		return buffer + "struct S<let N : int> { uint a[2]; uint get<T : IInteger>(T i) { return a[1] + uint(i) + N; } }\n" + kernel +
			rep(n, func(i int) string { return fmt.Sprintf("{ S<%d> s; s.a[1] = t.x; b[%d] = s.get(t.y); }\n", i, i%7) }) + "}"
	}},
	{"instances of instances", func(n int) string {
		return buffer + "uint f<let N : int>(uint x) { return x + N; }\nuint g<let N : int>(uint x) { return f<N>(x) * f<N + 1>(x); }\n" + kernel +
			rep(n, func(i int) string { return fmt.Sprintf("b[%d] = g<%d>(t.x);\n", i%7, i) }) + "}"
	}},
	{"conforming structs", func(n int) string {
		return buffer + "interface I { uint get(); }\nuint use<T : I>(T x) { return x.get(); }\n" +
			rep(n, func(i int) string {
				return fmt.Sprintf("struct S%d : I { uint a; uint get() { return a + %d; } }\n", i, i)
			}) + kernel +
			rep(n, func(i int) string { return fmt.Sprintf("{ S%d s; s.a = t.x; b[%d] = use(s); }\n", i, i%7) }) + "}"
	}},
	{"buffers", func(n int) string {
		return rep(n, func(i int) string { return fmt.Sprintf("RWStructuredBuffer<uint> b%d;\n", i) }) + kernel +
			rep(n, func(i int) string { return fmt.Sprintf("b%d[0] = 1;\n", i) }) + "}"
	}},
}

// TestLinearGrowth measures what is allocated, which unlike time does not vary.
func TestLinearGrowth(t *testing.T) {
	const n = 600
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			for _, target := range targets {
				if shape.name == "buffers" && target == slc.Metal {
					continue // has no more than 31 of them
				}
				allocated := func(n int) uint64 {
					src := shape.src(n)
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					r := compile(t, src, target)
					runtime.ReadMemStats(&after)
					if f := faults(r); len(f) > 0 {
						t.Fatalf("%s: %v", target, f)
					}
					return after.TotalAlloc - before.TotalAlloc
				}
				allocated(10)
				if one, four := allocated(n), allocated(4*n); four > 5*one {
					t.Errorf("%s: %d bytes for %d, %d bytes for %d", target, one, n, four, 4*n)
				}
			}
		})
	}
}

// TestUnusedImport: what a module costs that nothing is used of is its parse, and a fifth of that for the table of its names.
func TestUnusedImport(t *testing.T) {
	module := "module m;\n" + rep(3000, func(i int) string {
		return fmt.Sprintf("public struct S%d { uint a; uint g() { return a + %d; } };\npublic T f%d<T : IInteger>(T x) { return x + T(%d); }\n", i, i, i, i)
	})
	readFile := func(name string) ([]byte, error) {
		if name != "m.slang" {
			return nil, os.ErrNotExist
		}
		return []byte(module), nil
	}
	allocated := func(f func()) uint64 {
		var before, after runtime.MemStats
		f() // what is made once is there
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	with := func(imports string) uint64 {
		return allocated(func() {
			r, err := slc.Compile(context.Background(), slc.Request{Files: []string{"k.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}},
				ReadFile: func(name string) ([]byte, error) {
					if name == "k.slang" {
						return []byte(imports + buffer + kernel + "b[0] = 1; }"), nil
					}
					return readFile(name)
				}})
			if err != nil || r.HasErrors() {
				t.Fatalf("%v, %v", err, faults(r))
			}
		})
	}
	parse := allocated(func() {
		var diags diag.List
		frontend.NewLoader(preproc.Options{ReadFile: readFile}, source.NewMap(), &diags, func(string) {}).Load([]string{"m.slang"}, slc.Stdin)
		if len(diags.All()) > 0 {
			t.Fatal(diags.All()[0].Message)
		}
	})
	if extra := with("import m;\n") - with(""); extra > parse+parse/5 {
		t.Errorf("an unused import costs %d bytes, its parse %d", extra, parse)
	}
}

// TestLimits: what exceeds a limit is one error at its place.
func TestLimits(t *testing.T) {
	nested := func(n int, field string) string {
		return "struct S0 { uint a; };\n" + rep(n, func(i int) string { return fmt.Sprintf("struct S%d { "+field+" };\n", i+1, i, i) })
	}
	swaps := rep(8, func(i int) string { return fmt.Sprintf("RWStructuredBuffer<uint> q%d;\n", i) }) +
		"#define P RWStructuredBuffer<uint> a, RWStructuredBuffer<uint> c, RWStructuredBuffer<uint> d, RWStructuredBuffer<uint> e\n" +
		"void g0(P) { a[0] = c[1] + d[2] + e[3]; }\n" +
		rep(20, func(i int) string {
			return fmt.Sprintf("void g%d(P) { g%d(a, c, d, e); g%d(c, a, d, e); g%d(c, d, e, a); g%d(a, c, d, q%d); }\n", i+1, i, i, i, i, i%8)
		})
	for _, c := range []struct{ name, src, want string }{
		{"nested ifs", buffer + kernel + times(50_000, "if (b[0]) ")(0) + "; }", "E0107@3:2571"},
		{"nested loops", buffer + kernel + times(50_000, "for (;;) ")(0) + "; }", "E0107@3:2314"},
		{"operators", buffer + kernel + "b[0] = 1" + times(70_000, "+1")(0) + "; }", "E0004@3:131079"},
		{"array", "static uint big[1000000][1000000][1000000];\n" + buffer + kernel + "b[0] = big[0][0][0]; }", "E0004@1:8"},
		{"groupshared array", "groupshared uint gs[2000000000];\n" + buffer + kernel + "gs[0] = 1; }", "E0004@1:13"},
		{"array of typedefs", "typedef uint T0[100];\n" + rep(40, func(i int) string { return fmt.Sprintf("typedef T%d T%d[100];\n", i, i+1) }) + buffer + kernel + "T40 x; }", "E0004@4:9"},
		{"doubled structs", nested(40, "S%d x, y; uint z%d;") + buffer + kernel + "S40 s; }", "E0004@15:21"},
		{"structs in structs", nested(255, "S%d x; uint y%d;") + buffer + kernel + "S255 s; }", "E0004@256:20"},
		{"dimensions", "groupshared uint x" + times(256, "[1]")(0) + ";\n" + buffer + kernel + "}", "E0004@1:13"},
		{"parameters", "uint f(uint a" + rep(255, func(i int) string { return fmt.Sprintf(", uint a%d", i) }) + ") { return a; }\n" + buffer + kernel + "}", "E0004@1:2700"},
		{"cases", buffer + kernel + "switch (t.x) {\n" + rep(20_000, func(i int) string { return fmt.Sprintf("case %d:\n", i) }) + "b[0] = 1; } }", "E0004@16387:6"},
		{"copies of a function", swaps + kernel + "g20(q0, q1, q2, q3); }", "E0004@11:"},
		{"constant needs itself", "static const int c = c;\n" + buffer + kernel + "b[0] = c; }", "E0215@1:18"},
		{"instance needs itself", "struct L<T> { L<L<T>> x; };\n" + buffer + kernel + "L<int> a; }", "E0215@1:15"},
		{"device file", "#include \"/dev/zero\"\n" + buffer + kernel + "}", "E0118@1:10"},
	} {
		for _, target := range targets {
			if got := faults(compile(t, c.src, target)); len(got) != 1 || !strings.HasPrefix(got[0], c.want) {
				t.Errorf("%s, %s: %v, want %s", c.name, target, got, c.want)
			}
		}
	}
}
