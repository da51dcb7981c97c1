package frontend_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"slc/frontend"
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
)

// loadFiles loads the files called main, split at spaces, from a map that counts reads.
func loadFiles(files map[string]string, main string, dirs ...string) (file *ast.File, deps, faults string, reads map[string]int) {
	reads = map[string]int{}
	m := source.NewMap()
	var diags diag.List
	l := frontend.NewLoader(preproc.Options{IncludeDirs: dirs, ReadFile: func(name string) ([]byte, error) {
		reads[name]++
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}}, m, &diags, func(string) {})
	file = l.Load(strings.Fields(main), "-")
	var list []string
	for _, d := range diags.All() {
		list = append(list, fmt.Sprintf("%s %s: %s", m.Locate(d.Span.Start), d.Code.ID, d.Message))
		if d.Help != "" {
			list = append(list, "help: "+d.Help)
		}
		for _, n := range d.Notes {
			list = append(list, fmt.Sprintf("note %s: %s", m.Locate(n.Span.Start), n.Message))
		}
	}
	return file, strings.Join(l.Deps, " "), strings.Join(list, "\n"), reads
}

func TestModuleFiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		dirs  []string
		files map[string]string
		main  string
		deps  string // files read, in order
	}{
		{"dots are directories", nil, map[string]string{"k/m.slang": "import a.b.c;", "k/a/b/c.slang": ""}, "k/m.slang", "k/m.slang k/a/b/c.slang"},
		{"dots in quotes are not", nil, map[string]string{"m.slang": `import "a.b";`, "a.b.slang": ""}, "m.slang", "m.slang a.b.slang"},
		{"quoted with extension", nil, map[string]string{"m.slang": `import "x\a_b.slang";`, "x/a_b.slang": ""}, "m.slang", "m.slang x/a_b.slang"},
		{"as written before dashes", nil, map[string]string{"m.slang": "import a_b;", "a_b.slang": "", "a-b.slang": ""}, "m.slang", "m.slang a_b.slang"},
		{"dashes", nil, map[string]string{"m.slang": "import a_b;", "a-b.slang": ""}, "m.slang", "m.slang a-b.slang"},
		{"dashes in directories", nil, map[string]string{"m.slang": "__import a_b.c_d;", "a-b/c-d.slang": ""}, "m.slang", "m.slang a-b/c-d.slang"},
		{"beside the importer before -I", []string{"i"}, map[string]string{"k/m.slang": "import a;", "k/a.slang": "import b;", "i/a.slang": "", "k/b.slang": ""},
			"k/m.slang", "k/m.slang k/a.slang k/b.slang"},
		{"-I in order", []string{"i", "j"}, map[string]string{"m.slang": "import x.a;", "i/x/a.slang": "import b;", "j/x/a.slang": "", "j/b.slang": ""},
			"m.slang", "m.slang i/x/a.slang j/b.slang"},
		{"diamond", nil, map[string]string{"m.slang": "import a; import b; import a;", "a.slang": "import c;", "b.slang": "import \"./c.slang\";", "c.slang": ""},
			"m.slang", "m.slang a.slang c.slang b.slang"},
		{"in a namespace", nil, map[string]string{"m.slang": "namespace N { import a; }", "a.slang": ""}, "m.slang", "m.slang a.slang"},
		{"#include of a module", nil, map[string]string{"m.slang": "import a;", "a.slang": "#include \"h.h\"\n", "h.h": "import b;", "b.slang": ""},
			"m.slang", "m.slang a.slang h.h b.slang"},
		{"__include once", nil, map[string]string{"m.slang": "module m; __include a; __include b;", "a.slang": "implementing m; __include b;", "b.slang": "implementing \"m.slang\"; __include m;"},
			"m.slang", "m.slang a.slang b.slang"},
		{"GLSL is built in", nil, map[string]string{"m.slang": "import glsl;", "glsl.slang": "#error"}, "m.slang", "m.slang"},
		{"files of one command", nil, map[string]string{"m.slang": "import n;", "n.slang": "import m;"}, "m.slang n.slang", "m.slang n.slang"},
		{"standard input", nil, map[string]string{"-": "import a;", "a.slang": ""}, "-", "a.slang"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, deps, faults, reads := loadFiles(c.files, c.main, c.dirs...)
			if deps != c.deps || faults != "" {
				t.Errorf("deps %s\nwant %s\n%s", deps, c.deps, faults)
			}
			for name, n := range reads {
				if n > 1 {
					t.Errorf("%s is read %d times", name, n)
				}
			}
		})
	}
}

func TestModuleFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		files  map[string]string
		faults string
	}{
		{"missing", map[string]string{"m.slang": "import a_b.c;"},
			"m.slang:1:8 E0154: cannot find the module 'a_b.c'\nhelp: looked for 'a_b/c.slang', 'i/a_b/c.slang', 'a-b/c.slang', 'i/a-b/c.slang'; further directories are given with -I"},
		{"missing part", map[string]string{"m.slang": "__include \"x.slang\";"},
			"m.slang:1:11 E0154: cannot find the file 'x.slang'\nhelp: looked for 'x.slang', 'i/x.slang'; further directories are given with -I"},
		{"absolute path", map[string]string{"m.slang": "import \"/etc/x\";", "/etc/x.slang": ""},
			"m.slang:1:8 E0154: cannot find the module '/etc/x'\nhelp: looked for '/etc/x.slang'; further directories are given with -I"},
		{"itself", map[string]string{"m.slang": "import m;"}, "m.slang:1:8 E0155: 'm.slang' imports itself"},
		{"cycle", map[string]string{"m.slang": "import a;", "a.slang": "import b;", "b.slang": "\nimport c;", "c.slang": "import \"a\";"},
			"c.slang:1:8 E0155: 'a.slang' imports itself through 'b.slang', 'c.slang'\n" +
				"note a.slang:1:1: 'b.slang' is imported here\nnote b.slang:2:1: 'c.slang' is imported here"},
		{"cycle through a part", map[string]string{"m.slang": "import a;", "a.slang": "module a; __include p;", "p.slang": "implementing a; import b;", "b.slang": "import a;"},
			"b.slang:1:8 E0155: 'a.slang' imports itself through 'b.slang'\nnote p.slang:1:17: 'b.slang' is imported here"},
		{"import of a part", map[string]string{"m.slang": "import p;", "p.slang": "implementing a;"},
			"m.slang:1:8 E0156: 'p.slang' is a part of the module 'a', not a module\nhelp: import the module itself\nnote p.slang:1:1: this says so"},
		{"inclusion of a module", map[string]string{"m.slang": "__include a;", "a.slang": "module a;"},
			"m.slang:1:11 E0156: 'a.slang' is a module of its own, not a part of this one\nhelp: import it\nnote a.slang:1:1: this says so"},
		{"inclusion of a part of another", map[string]string{"m.slang": "module m; __include a;", "a.slang": "implementing b;"},
			"m.slang:1:21 E0156: 'a.slang' is a part of the module 'b', not of 'm'\nnote a.slang:1:1: this says so"},
		{"inclusion without implementing", map[string]string{"m.slang": "module m; __include a;", "a.slang": ""},
			"m.slang:1:21 E0156: 'a.slang' does not say which module it is a part of\nhelp: start it with 'implementing m;'"},
		{"late module declaration", map[string]string{"m.slang": "int x; module m;"},
			"m.slang:1:8 E0156: a module declaration must be the first declaration of its file\nnote m.slang:1:1: this comes before it"},
		{"syntax error in a module", map[string]string{"m.slang": "import a;", "a.slang": "\nint = 3;"}, "a.slang:2:5 E0150: expected a name, found '='"},
		{"macros stay outside", map[string]string{"m.slang": "#define X 1\nimport a;", "a.slang": "#ifdef X\n#error X\n#endif"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, _, faults, _ := loadFiles(c.files, "m.slang", "i"); faults != c.faults {
				t.Errorf("got\n%s\nwant\n%s", faults, c.faults)
			}
		})
	}
}

// TestModuleLimits: a long chain and very many modules are errors, reported once.
func TestModuleLimits(t *testing.T) {
	chain, many := map[string]string{}, map[string]string{}
	for i := range 1100 {
		chain[fmt.Sprintf("m%d.slang", i)] = fmt.Sprintf("import m%d;", i+1)
		many["m0.slang"] += fmt.Sprintf("import x%d;\n", i)
		many[fmt.Sprintf("x%d.slang", i)] = ""
	}
	for want, files := range map[string]map[string]string{
		"m64.slang:1:1 E0119: modules import each other more than 64 deep": chain,
		"m0.slang:1001:1 E0119: more than 1000 files are imported":         many,
	} {
		if _, _, faults, _ := loadFiles(files, "m0.slang"); faults != want {
			t.Errorf("got %s\nwant %s", faults, want)
		}
	}
}

// TestLoadedModules: what the tree says about modules.
func TestLoadedModules(t *testing.T) {
	file, _, faults, _ := loadFiles(map[string]string{
		"m.slang": "import a; import sub.b; import c; import a; import d;",
		"a.slang": "struct S { private int x; }", "sub/b.slang": "void f() {}", "c.slang": "module other; __include p;",
		"p.slang": "implementing other; uint x;", "d.slang": "import a; namespace N { public void g() {} }",
	}, "m.slang")
	if faults != "" {
		t.Fatal(faults)
	}
	var got []string
	var modules []*ast.Module
	for _, d := range file.Decls {
		m := d.(*ast.ImportDecl).Loaded
		modules = append(modules, m)
		got = append(got, fmt.Sprint(m.Name, " ", m.Path, " ", m.Open, " ", len(m.File.Decls)))
	}
	want := []string{"a a.slang false 1", "b sub/b.slang true 1", "other c.slang false 4", "a a.slang false 1", "d d.slang false 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if modules[0] != modules[3] || modules[0] != modules[4].File.Decls[0].(*ast.ImportDecl).Loaded {
		t.Error("a is not one module")
	}
}
