package preproc

import (
	"slices"
	"strings"
	"testing"

	"slc/frontend/token"
)

func TestIncludes(t *testing.T) {
	for _, c := range []struct {
		name   string
		dirs   []string
		f      files
		main   string
		want   string
		faults string
		deps   string
	}{
		{"beside the file", nil, files{"a.slang": "#include \"b.h\"\nx", "b.h": "b"}, "a.slang", "b x", "", "a.slang b.h"},
		{"relative to the including file", nil,
			files{"k/a.slang": "#include \"../inc/b.h\"", "inc/b.h": "#include \"c.h\"", "inc/c.h": "c"}, "k/a.slang",
			"c", "", "k/a.slang inc/b.h inc/c.h"},
		{"beside wins over -I", []string{"i"}, files{"a.slang": "#include \"b.h\"", "b.h": "here", "i/b.h": "there"}, "a.slang",
			"here", "", "a.slang b.h"},
		{"angle brackets look in -I only", []string{"i"}, files{"a.slang": "#include <b.h>", "b.h": "here", "i/b.h": "there"}, "a.slang",
			"there", "", "a.slang i/b.h"},
		{"-I in order", []string{"i", "j"}, files{"a.slang": "#include <b.h>\n#include \"c.h\"", "j/b.h": "jb", "i/c.h": "ic", "j/c.h": "jc"}, "a.slang",
			"jb ic", "", "a.slang j/b.h i/c.h"},
		{"backslashes", nil, files{"a.slang": `#include "x\utility\b.h"`, "x/utility/b.h": "b"}, "a.slang", "b", "", "a.slang x/utility/b.h"},
		{"name from a macro", []string{"i"}, files{"a.slang": "#define H \"b.h\"\n#define S(x) <x.h>\n#include H\n#include S(c)", "b.h": "b", "i/c.h": "c"},
			"a.slang", "b c", "", "a.slang b.h i/c.h"},
		{"twice, once", nil, files{"a.slang": "#include \"b.h\"\n#include \"./b.h\"\n#include \"c.h\"\n#include \"c.h\"", "b.h": "#pragma once\nb", "c.h": "c"},
			"a.slang", "b c c", "", "a.slang b.h c.h"},
		{"include guard in a cycle", nil, files{"a.slang": "#include \"b.h\"", "b.h": "#ifndef B\n#define B\n#include \"c.h\"\nb\n#endif", "c.h": "#include \"b.h\"\nc"},
			"a.slang", "c b", "", "a.slang b.h c.h"},
		{"conditional ends with its file", nil, files{"a.slang": "#include \"b.h\"\nx\n#endif", "b.h": "#if 1\nb"}, "a.slang", "b x",
			"E0114@3:1 E0113@b.h:1:1", "a.slang b.h"},
		{"no such file", []string{"i"}, files{"a.slang": "#include \"b.h\"\nx"}, "a.slang", "x", "E0118@1:10", "a.slang"},
		{"no name", nil, files{"a.slang": "#include\n#include \"\"\n#include <x\n#include 3\n"}, "a.slang", "",
			"E0111@1:1 E0111@2:10 E0111@3:10 E0111@4:10", "a.slang"},
		{"absolute path elsewhere", nil, files{"a.slang": "#include \"/etc/passwd\"", "/etc/passwd": "root"}, "a.slang", "", "E0118@1:10", "a.slang"},
		{"absolute path below -I", []string{"/inc"}, files{"a.slang": "#include \"/inc/x/b.h\"", "/inc/x/b.h": "b"}, "a.slang", "b", "", "a.slang /inc/x/b.h"},
		{"among macro arguments", nil, files{"a.slang": "#define F(x) x\nF(\n#include \"b.h\"\n1)", "b.h": "b"}, "a.slang", "1", "E0111@3:1", "a.slang"},
		{"file and line in an included file", nil, files{"a.slang": "#include \"b.h\"\n__FILE__ __LINE__", "b.h": "\n__FILE__ __LINE__"}, "a.slang",
			`"b.h" 2 "a.slang" 2`, "", "a.slang b.h"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := runFiles(Options{IncludeDirs: c.dirs}, c.f, c.main)
			if got := r.text(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if got := r.faults(); got != c.faults {
				t.Errorf("faults %q\nwant   %q", got, c.faults)
			}
			if got := strings.Join(r.Deps, " "); got != c.deps {
				t.Errorf("deps %q, want %q", got, c.deps)
			}
		})
	}
}

func TestDefines(t *testing.T) {
	opts := Options{Defines: []Define{{"N", "4"}, {"EMPTY", ""}, {"MAX(a,b)", "((a)>(b)?(a):(b))"}, {"__SLANG__", "2"}}}
	r := runFiles(opts, files{"a.slang": "N[EMPTY] MAX(1,2) __SLANG__"}, "a.slang")
	if got, want := r.text(), "4[] ((1)>(2)?(1):(2)) 2"; got != want || r.faults() != "" {
		t.Errorf("got %s, faults %s", got, r.faults())
	}
	r = runFiles(Options{Defines: []Define{{"3", "4"}, {"A", "1\n#define B 2"}, {"", ""}}}, files{"a.slang": "A B"}, "a.slang")
	if r.faults() != "E0126 E0126 E0126" || r.text() != "A B" {
		t.Errorf("got %s, faults %s", r.text(), r.faults())
	}
	// HLSL by its name.
	r = runFiles(Options{}, files{"a.hlsl": "__SLANG__ __HLSL__"}, "a.hlsl")
	if r.text() != "0 1" {
		t.Errorf("got %s", r.text())
	}
}

// Macros do not leak through import: each Run starts anew, -D holds in all.
func TestRunsAreSeparate(t *testing.T) {
	f := files{"a.slang": "#define LOCAL 1\nimport m;", "m.slang": "LOCAL GLOBAL"}
	opts := Options{Defines: []Define{{"GLOBAL", "g"}}}
	r := runFiles(opts, f, "a.slang")
	opts.ReadFile = f.read
	path, content, _ := Find(opts, "a.slang", "m.slang")
	if path != "m.slang" {
		t.Fatalf("found %q", path)
	}
	sub := RunSource(opts, r.m, r.diags, path, path, content)
	r.Result = sub
	if got := r.text(); got != "LOCAL g" {
		t.Errorf("got %s", got)
	}
	if !slices.Equal(sub.Deps, []string{"m.slang"}) {
		t.Errorf("deps %v", sub.Deps)
	}
	if _, _, tried := Find(Options{IncludeDirs: []string{"i"}, ReadFile: f.read}, "k/a.slang", "n.slang"); !slices.Equal(tried, []string{"k/n.slang", "i/n.slang"}) {
		t.Errorf("tried %v", tried)
	}
}

// Positions of tokens from macros lead to the use, and to the definition.
func TestExpansionPositions(t *testing.T) {
	src := "#define INNER(v) v + bad\n#define OUTER(v) INNER(v)\nint x = OUTER(1);\n"
	r := runText(src)
	for _, tok := range r.Tokens {
		if tok.Kind != token.Ident || tok.Text != "bad" {
			continue
		}
		if got := r.m.Locate(tok.Span.Start).String(); got != "a.slang:3:9" {
			t.Errorf("use at %s", got)
		}
		use := r.m.UseSpan(tok.Span)
		f := r.m.FileOf(use.Start)
		if got := string(f.Content[use.Start-f.Base : use.End-f.Base]); got != "OUTER(1)" {
			t.Errorf("use is %q", got)
		}
		macros, at := r.m.Spelling(tok.Span.Start)
		if !slices.Equal(macros, []string{"OUTER", "INNER"}) || r.m.Locate(at).String() != "a.slang:1:22" {
			t.Errorf("spelled in %v at %s", macros, r.m.Locate(at))
		}
		return
	}
	t.Fatalf("no such token in %s", r.text())
}
