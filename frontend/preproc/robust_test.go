package preproc

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// Each bad input gives one clear diagnostic, soon.
func TestBadInputs(t *testing.T) {
	junk := make([]byte, 1<<20)
	rand.New(rand.NewSource(1)).Read(junk)
	bomb := "#define L0 x x x x x x x x\n"
	for i := 1; i < 30; i++ {
		bomb += fmt.Sprintf("#define L%d L%d L%d L%d L%d\n", i, i-1, i-1, i-1, i-1)
	}
	argBomb := "#define D(x) x x\n" + strings.Repeat("D(", 40) + "y" + strings.Repeat(")", 40)
	pasteBomb := "#define D(x) x##x\n#define E(x) D(x)\n" + strings.Repeat("E(", 60) + "y" + strings.Repeat(")", 60)
	stringBomb := "#define S(x) #x\n#define X(x) S(x)\n" + strings.Repeat("X(", 60) + `"q"` + strings.Repeat(")", 60)
	deep := files{"a.slang": "#include \"f1.h\"\n"}
	for i := 1; i < 100; i++ {
		deep[fmt.Sprintf("f%d.h", i)] = fmt.Sprintf("#include \"f%d.h\"\n", i+1)
	}
	one := func(s string) files { return files{"a.slang": s} }
	for _, c := range []struct {
		name   string
		f      files
		faults string
	}{
		{"missing file", files{}, "E0003"},
		{"empty file", one(""), ""},
		{"only blanks", one(" \n\t\r\n"), ""},
		{"binary junk", one(string(junk)), "E0102"},
		{"binary junk without NUL", one(strings.ReplaceAll(string(junk), "\x00", "")), "E0102"},
		{"NUL in a comment", one("x // \x00\n"), "E0102@1:6"},
		{"unterminated comment", one("x /*" + strings.Repeat("a\n", 1000)), "E0103@1:3"},
		{"unterminated string", one("x = \"abc\ny"), "E0104@1:5"},
		{"10,000 parentheses", one("x = " + strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000) + ";"), "E0107@1:261"},
		{"10,000 brackets", one(strings.Repeat("[{(", 10_000)), "E0107@1:257"},
		{"parentheses from a macro", one("#define P ((((((((((\n" + strings.Repeat("P ", 100)), "E0107@2:51"},
		{"10 MB line", one("x = 1" + strings.Repeat(" + 1", 10<<18)), "E0004@1:4194303"},
		{"10 MB identifier", one(strings.Repeat("abcd", 10<<18)), ""},
		{"10 MB of splices", one("a" + strings.Repeat("\\\nb", 10<<18)), ""},
		{"10 MB of spliced tokens", one(strings.Repeat("a\\\n+", 10<<18)), "E0004@1048577:1"},
		{"10 MB of comments", one(strings.Repeat("/**/", 10<<18)), ""},
		{"10 MB of directives", one(strings.Repeat("#if 0\n#endif\n", 10<<16)), ""},
		{"long elif chain", one("#if 0\n" + strings.Repeat("#elif 0\n", 1<<18) + "#endif"), ""},
		{"deep conditionals", one(strings.Repeat("#if 1\n", 1<<16) + strings.Repeat("#endif\n", 1<<16)), ""},
		{"include cycle", files{"a.slang": "#include \"b.h\"", "b.h": "#include \"c.h\"", "c.h": "\n#include \"b.h\""}, "E0119@c.h:2:1"},
		{"file includes itself twice", files{"a.slang": "#include \"a.slang\"\n#include \"a.slang\""}, "E0119@1:1"},
		{"100 files deep", deep, "E0119@f63.h:1:10"},
		{"macro bomb", one(bomb + "L29"), "E0123"},
		{"bomb by arguments", one(argBomb), "E0123"},
		{"bomb by pasting", one(pasteBomb), "E0123"},
		{"bomb by strings", one(stringBomb), "E0123"},
		{"10,000 nested macro uses", one("#define F(x) x\n" + strings.Repeat("F(", 10_000) + "1" + strings.Repeat(")", 10_000)), "E0123"},
		{"recursive macros of many names", one("#define A B B\n#define B C C\n#define C A A\nA"), ""},
		{"arguments to the end of the file", one("#define F(x) x\nF(1,\n" + strings.Repeat("x ", 100_000)), "E0121@2:1"},
		{"deep condition", one("#if " + strings.Repeat("(", 100_000) + "\n#endif"), "E0116"},
		{"condition of many signs", one("#if " + strings.Repeat("- ", 100_001) + "1\n#endif"), "E0116"},
		{"condition of many questions", one("#if " + strings.Repeat("1?", 100_000) + "1\n#endif"), "E0116"},
		{"many parameters", one("#define F(" + strings.Repeat("a,", 100_000) + "\n"), "E0120@1:13"},
	} {
		if quick() && len(c.f["a.slang"]) > 1<<20 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			r := runFiles(Options{}, c.f, "a.slang")
			if d := time.Since(start); d > hang && !raceEnabled {
				t.Errorf("took %v", d)
			}
			got := r.faults()
			if len(r.diags.All()) > 1 || !strings.HasPrefix(got, c.faults) || c.faults == "" && got != "" {
				t.Errorf("faults %q, want %q", got, c.faults)
			}
			if last := r.Tokens[len(r.Tokens)-1]; last.Kind != token.EOF {
				t.Errorf("the last token is %v", last)
			}
		})
	}
}

// quick reports whether tests leave out what takes long: the race detector finds nothing more
// in a large input than in a small one.
func quick() bool { return testing.Short() || raceEnabled }

// hang is what no input takes even on a machine with much else to do: a second is the rule.
const hang = time.Minute

// A fault a byte or a line costs little, and the list of them stays short.
func TestFloods(t *testing.T) {
	scale := 1
	if quick() {
		scale = 16
	}
	for _, src := range []string{strings.Repeat("`", 10<<20/scale), strings.Repeat("#undef X\n", 1<<20/scale), strings.Repeat("08 ", 1<<20/scale),
		"#define C(a) a##+\n" + strings.Repeat("C(x) ", 1<<18/scale), strings.Repeat("#else\n", 1<<20/scale), strings.Repeat("'a\n", 1<<20/scale)} {
		start := time.Now()
		r := runText(src)
		if d := time.Since(start); d > hang && !raceEnabled {
			t.Errorf("%.10q takes %v", src, d)
		}
		if n := len(r.diags.All()); n != 1+diag.MaxErrors {
			t.Errorf("%.10q has %d diagnostics", src, n)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		lim    Limits
		src    string
		faults string
	}{
		{Limits{FileSize: 10}, "12345678901", "E0004"},
		{Limits{Tokens: 100}, strings.Repeat("x ", 200), "E0004@1:199"},
		{Limits{Tokens: 100}, "#define X a a a a a a a a\n" + strings.Repeat("X ", 20), "E0004@2:25"},
		{Limits{Nesting: 2}, "((()))", "E0107@1:3"},
		{Limits{Expansion: 20}, "#define X a a a a a a a a\nX X X", "E0123@2:5"},
		{Limits{Includes: 3}, "#include \"b.h\"\n#include \"b.h\"\n#include \"b.h\"\n#include \"b.h\"\n", "E0119@4:10"},
		{Limits{TotalSize: 70}, strings.Repeat("#include \"b.h\"\n", 4) + strings.Repeat(" ", 20), "E0004"},
	} {
		r := runFiles(Options{Limits: c.lim}, files{"a.slang": c.src, "b.h": ""}, "a.slang")
		if got := r.faults(); got != c.faults || !r.Truncated {
			t.Errorf("%+v: faults %q, want %q", c.lim, got, c.faults)
		}
	}
}

func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"#define F(x,...) #x x##__VA_ARGS__ , ## __VA_ARGS__\nF(F(1),F)\n", "#if defined(A) || 1/0 ? 'a' : 0x1p3\n#elif\n#else\n#endif",
		"#include \"b.h\"\n#include <a.slang>\n__LINE__ __FILE__", "R\"x(a)x\" \"\\\n\" 1.#INF /* \\\n*/ 'x", "#line 3 \"x\"\n#pragma once\n#undef A\n#error x\\\ny",
		"#define A B\\\n C\nA\\\nA", "\xff\xfeA\x00", "#define E\n#define f(a) a f\nf(E)(f)(1", "#if __has_include(<x>) __LINE__\n#endif x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		fs := files{"a.slang": src, "b.h": "#define B(x) x\nB(A"}
		m, diags := source.NewMap(), &diag.List{}
		opts := Options{ReadFile: fs.read, Defines: []Define{{"A", "1"}}, Limits: Limits{Expansion: 10_000, IncludeDepth: 8, Includes: 50}}
		r := Run(opts, m, diags, "a.slang")
		if n := len(r.Tokens); n == 0 || r.Tokens[n-1].Kind != token.EOF {
			t.Fatal("no end of file")
		}
		if r.Truncated && !diags.HasErrors() {
			t.Fatal("truncated without a diagnostic")
		}
		depth := 0
		for _, tok := range r.Tokens {
			if tok.Span.End < tok.Span.Start || tok.Kind != token.EOF && tok.Text == "" || tok.Kind == token.Invalid || tok.Kind == placemarker {
				t.Fatalf("bad token %+v", tok)
			}
			if tok.Span.IsValid() && m.FileOf(tok.Span.Start) == nil {
				t.Fatalf("token %+v lies nowhere", tok)
			}
			m.Spelling(tok.Span.Start)
			switch tok.Kind {
			case token.LParen, token.LBrace, token.LBracket:
				if depth++; depth > 256 {
					t.Fatal("nested too deep")
				}
			case token.RParen, token.RBrace, token.RBracket:
				depth = max(0, depth-1)
			}
		}
		for _, d := range diags.All() {
			m.Locate(d.Span.Start)
		}
	})
}

const kernel = `// A kernel of ordinary looks, to measure with.
RWStructuredBuffer<Atomic<uint>> counters; // one a bin
StructuredBuffer<uint> input;
groupshared uint bins[256];

[shader("compute")]
[numthreads(256, 1, 1)]
void computeMain(uint3 tid : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    bins[index] = 0;
    GroupMemoryBarrierWithGroupSync();
    for (uint i = tid.x; i < 1024u * 64u; i += 256 * 4)
    {
        uint value = input[i];
        if ((value & 0xFF) != 0x80 && value <= 1.5e3f)
            InterlockedAdd(bins[value & 255], 1);
    }
    GroupMemoryBarrierWithGroupSync();
    counters[index].add(bins[index], MemoryOrder.Release);
}
`

func BenchmarkPlain(b *testing.B)  { bench(b, strings.Repeat(kernel, 1000)) }
func BenchmarkKernel(b *testing.B) { bench(b, kernel) }
func BenchmarkMacros(b *testing.B) {
	bench(b, "#define N 256\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"+strings.Repeat("x = MAX(N, y) + N;\n", 10_000))
}

func bench(b *testing.B, src string) {
	fs := files{"a.slang": src}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		r := Run(Options{ReadFile: fs.read}, source.NewMap(), &diag.List{}, "a.slang")
		if r.Truncated {
			b.Fatal("truncated")
		}
	}
}
