package diag_test

import (
	"fmt"
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
)

// read preprocesses a.slang and returns a function that finds the span of a
// token by its text, counted from 0.
func read(t *testing.T, files map[string]string) (*source.Map, *diag.List, func(text string, nth int) source.Span) {
	t.Helper()
	m, l := source.NewMap(), &diag.List{}
	r := preproc.Run(preproc.Options{ReadFile: func(path string) ([]byte, error) {
		if s, ok := files[path]; ok {
			return []byte(s), nil
		}
		return nil, fmt.Errorf("no %s", path)
	}}, m, l, "a.slang")
	return m, l, func(text string, nth int) source.Span {
		for _, tok := range r.Tokens {
			if tok.Text == text {
				if nth == 0 {
					return tok.Span
				}
				nth--
			}
		}
		t.Fatalf("no token %s", text)
		return source.Span{}
	}
}

func render(t *testing.T, l *diag.List, m *source.Map, colour bool) string {
	t.Helper()
	var b strings.Builder
	if err := diag.RenderText(&b, l.All(), m, colour); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestRenderText(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "int a;\n\tint b = counter;\nint größe = zahl;"})
	l.Report(diag.AtomicRead, find("counter", 0), "an atomic is read").
		Note(find("a", 0), "declared here").WithHelp("write 'counter.load()'").WithFix(find("counter", 0), "counter.load()")
	l.Report(diag.UndefinedName, find("größe", 0).To(find("zahl", 0)), "range")
	l.ForTarget("hlsl")
	l.Report(diag.MacroRedefined, source.Span{}, "no place")
	equal(t, render(t, l, m, false), `
warning[W0102]: no place (target hlsl)
a.slang:2:10: error[E0301]: an atomic is read
    1 | int a;
      |     - declared here
    2 |     int b = counter;
      |             ^~~~~~~
  help: write 'counter.load()'
    2 -     int b = counter;
    2 +     int b = counter.load();
a.slang:3:5: error[E0201]: range
    3 | int größe = zahl;
      |     ^~~~~~~~~~~~
`)
	coloured := render(t, l, m, true)
	if !strings.Contains(coloured, "\x1b[1;31merror[E0301]:\x1b[0m \x1b[1man atomic is read\x1b[0m") ||
		strings.Count(coloured, "\x1b[0m")*2 != strings.Count(coloured, "\x1b[") {
		t.Errorf("%q", coloured)
	}
}

func TestRenderMacro(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "#define INNER(v) v + bad\n#define OUTER(v) INNER(v)\nint x = OUTER(arg);\nint y;"})
	l.Report(diag.UndefinedName, find("y", 0), "second")
	l.Report(diag.UndefinedName, find("bad", 0), "in the body")
	l.Report(diag.UndefinedName, find("arg", 0), "in the argument")
	equal(t, render(t, l, m, false), `
a.slang:3:15: error[E0201]: in the argument
    3 | int x = OUTER(arg);
      |               ^~~
a.slang:3:9: error[E0201]: in the body
    3 | int x = OUTER(arg);
      |         ^~~~~~~~~~
a.slang:1:22: note: in expansion of macro 'INNER', used by 'OUTER'
    1 | #define INNER(v) v + bad
      |                      ^~~
a.slang:4:5: error[E0201]: second
    4 | int y;
      |     ^
`)
}

func TestRenderInclude(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "\n#include \"b.h\"\nint z;", "b.h": "#include \"c.h\"", "c.h": "int q; int r;"})
	l.Report(diag.UndefinedName, find("q", 0), "one")
	l.Report(diag.UndefinedName, find("r", 0), "two")
	equal(t, render(t, l, m, false), `
In file included from b.h:1:
                 from a.slang:2:
c.h:1:5: error[E0201]: one
    1 | int q; int r;
      |     ^
c.h:1:12: error[E0201]: two
    1 | int q; int r;
      |            ^
`)
}

func TestRenderLongLine(t *testing.T) {
	long := strings.Repeat("x + ", 1<<18)
	m, l, find := read(t, map[string]string{"a.slang": long + "bad" + strings.Repeat(" + y", 1000) + "\nend"})
	l.Report(diag.UndefinedName, find("bad", 0), "far right")
	lines := strings.Split(render(t, l, m, false), "\n")
	text, mark := []rune(lines[1]), []rune(lines[2])
	if len(text) > 135 || !strings.Contains(lines[1], "…") {
		t.Errorf("%d columns: %s", len(text), lines[1])
	}
	at := strings.IndexByte(lines[2], '^')
	if string(mark[at:]) != "^~~" || string(text[at:at+3]) != "bad" {
		t.Errorf("%s\n%s", lines[1], lines[2])
	}
	// A range longer than the window is cut, an end beyond the line is too.
	m, l, find = read(t, map[string]string{"a.slang": long + "\nend"})
	l.Report(diag.UndefinedName, find("x", 0).To(find("end", 0)), "all")
	for _, line := range strings.Split(render(t, l, m, false), "\n") {
		if n := len([]rune(line)); n > 135 {
			t.Errorf("%d columns", n)
		}
	}
}

func TestOrdered(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "#define A bad\nint x = A;\nint y;"})
	l.Report(diag.UndefinedName, find("y", 0), "last")
	l.Report(diag.UndefinedName, find("bad", 0), "first")
	if got := diag.Ordered(l.All(), m); got[0].Message != "first" {
		t.Errorf("%s comes first", got[0].Message)
	}
}
