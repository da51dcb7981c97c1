package sema

import (
	"io/fs"
	"strings"
	"testing"

	"slc/frontend"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/sema/typed"
)

// analyzeModules runs the stages up to sema on the file main.slang of files.
func analyzeModules(t *testing.T, files map[string]string, entries ...string) (*typed.Program, string) {
	t.Helper()
	m, diags := source.NewMap(), &diag.List{}
	l := frontend.NewLoader(preproc.Options{ReadFile: func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}}, m, diags, func(string) {})
	file := l.Load([]string{"main.slang"}, "-")
	p := Analyze(file, Options{Linked: true, Entries: entries}, diags)
	var faults []string
	for _, d := range diags.All() {
		faults = append(faults, m.Locate(d.Span.Start).String()+" "+d.Code.ID+" "+d.Message)
	}
	return p, strings.Join(faults, "\n")
}

// TestModuleGlobals: the parameters of the main file come first, then those of the modules in
// breadth-first order; other variables of modules are there if they are used.
func TestModuleGlobals(t *testing.T) {
	p, faults := analyzeModules(t, map[string]string{
		"main.slang": "import a; RWStructuredBuffer<uint> m; import b; [numthreads(1,1,1)] void f() { m[0] = n(); }",
		"a.slang":    "RWStructuredBuffer<uint> a1; import c; cbuffer C { uint a2; } static uint unused = missing; groupshared uint unusedTile[2];",
		"b.slang":    "import c; RWStructuredBuffer<uint> b1; static uint count; uint n() { return count++; }",
		"c.slang":    "namespace N { RWStructuredBuffer<uint> c1; }",
	})
	var names []string
	for _, v := range p.Globals {
		names = append(names, v.Name)
	}
	if got, want := strings.Join(names, " "), "m a1 C b1 count N_c1"; got != want || faults != "" {
		t.Errorf("got %s, want %s\n%s", got, want, faults)
	}
}

func TestModuleFunctions(t *testing.T) {
	files := map[string]string{
		"main.slang": "import a; [numthreads(1,1,1)] void f() { used(); }",
		"a.slang":    "module a; public void used() { } void broken() { missing(); } [numthreads(1,1,1)] void entry() { }",
	}
	for _, c := range []struct{ entries, want string }{{"", "f"}, {"entry", "entry"}, {"f entry", "f entry"}} {
		p, faults := analyzeModules(t, files, strings.Fields(c.entries)...)
		var names []string
		for _, e := range p.Entries {
			names = append(names, e.Name)
		}
		if got := strings.Join(names, " "); got != c.want || faults != "" {
			t.Errorf("-entry %q: got %s, want %s\n%s", c.entries, got, c.want, faults)
		}
	}
	p, _ := analyzeModules(t, files)
	for _, f := range p.Funcs {
		if f.Name == "broken" || f.Name == "entry" {
			t.Errorf("%s is compiled, but nothing uses it", f.Name)
		}
	}
}

func TestModuleNames(t *testing.T) {
	for _, c := range []struct{ name, main, faults string }{
		{"inside a type", "struct S { import a; }", "main.slang:1:12 E0240 'import' cannot stand inside a type"},
		{"a name of GLSL", "import g; void f() { memoryBarrier(); }", "main.slang:1:22 E0201 undefined name 'memoryBarrier'"},
		{"own before imported", "import a; static const float x = 1.5; static const int y = x == 1.5 ? 1 : 0;", ""},
		{"two imports", "import a; import b; static const uint y = x;", "main.slang:1:43 E0210 'x' is declared by two imported modules"},
		{"functions of two imports", "import a; import b; import own; static uint y = f(1u); static uint z = g();",
			"main.slang:1:49 E0210 call of 'f' with (uint) is ambiguous"},
		{"own function before an imported one", "import a; uint f(uint x) { return x; } static uint y = f(1u);", ""},
		{"two imports, not used", "import a; import b; static const uint y = 1;", ""},
		{"one module twice", "import a; namespace N { import a; } static const uint y = x + N.x;", ""},
		{"by its global name", "import a; namespace N { static const float x = 2; static const uint y = ::x; }", ""},
		{"internal to a module", "import h; static const uint y = N.z;", "main.slang:1:35 E0232 'z' is internal to its module 'h'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, faults := analyzeModules(t, map[string]string{"main.slang": c.main, "a.slang": "static const uint x = 1; uint f(uint n) { return 1; }",
				"b.slang": "static const uint x = 1; uint f(uint n) { return 2; }", "own.slang": "import a; uint f(uint n) { return 3; } uint g() { return f(1u); }",
				"g.slang": "import glsl; void h() { memoryBarrier(); }", "h.slang": "module h; namespace N { static const uint z = 1; }"})
			if faults != c.faults {
				t.Errorf("got  %s\nwant %s", faults, c.faults)
			}
		})
	}
}
