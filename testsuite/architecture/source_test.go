package architecture

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxLines is the length above which a file needs a reason.
const maxLines = 600

// long are the files that are longer, and why. Generated files need no reason.
var long = map[string]string{
	"frontend/ast/ast.go": "one declaration a node, the production above it; no logic",
	"lower/ir/parse.go":   "the parser of the IR's text form, which mirrors print.go",
}

func TestFileLength(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range list(t, "./...") {
		for _, f := range slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles) {
			text, err := os.ReadFile(filepath.Join(p.Dir, f))
			if err != nil {
				t.Fatal(err)
			}
			n := bytes.Count(text, []byte("\n"))
			if n <= maxLines || isGenerated(text) {
				continue
			}
			dir, _ := room(p.ImportPath)
			name := filepath.ToSlash(filepath.Join(dir, f))
			seen[name] = true
			if long[name] == "" {
				t.Errorf("%s has %d lines: split it by topic", name, n)
			}
		}
	}
	for name := range long {
		if !seen[name] {
			t.Errorf("%s is not longer than %d lines: it needs no reason", name, maxLines)
		}
	}
}

func isGenerated(text []byte) bool {
	head, _, _ := bytes.Cut(text, []byte("\npackage "))
	return bytes.Contains(append([]byte("\n"), head...), []byte("\n// Code generated ")) && bytes.Contains(head, []byte("DO NOT EDIT."))
}

// started are the functions that a package-level variable of the compiler may
// call, and why. Everything else that runs before main is paid by every run of slc,
// also by slc --help.
var started = map[string]string{
	"sync.OnceValue":  "defers the work",
	"sync.OnceValues": "defers the work",
	"errors.New":      "one allocation",
	"len":             "a constant",
	"int64":           "a conversion",
	"types.init":      "shared tables of the structural types: stores of pointers, under 10 µs",
	"interp.init":     "a table whose functions refer to it: 50 stores",
}

// TestNothingRunsBeforeMain: no maps, regular expressions, init functions or other
// calls at package level in the compiler's packages.
func TestNothingRunsBeforeMain(t *testing.T) {
	for _, p := range list(t, "-deps", "./cmd/slc") {
		name, own := room(p.ImportPath)
		if !own || p.Standard || name == "grammar/parser" {
			continue
		}
		for _, f := range p.GoFiles {
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, f), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			s := &startup{pkg: file.Name.Name}
			s.file(file)
			for _, found := range s.found {
				t.Errorf("%s: %s runs before main", set.Position(found.pos), found.what)
			}
		}
	}
}

// startup collects what the initialisation of a package does.
type startup struct {
	pkg   string
	found []startupWork
}

type startupWork struct {
	pos  token.Pos
	what string
}

func (s *startup) add(n ast.Node, what string) {
	if started[what] == "" {
		s.found = append(s.found, startupWork{n.Pos(), what})
	}
}

func (s *startup) file(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				s.add(d, s.pkg+".init")
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				s.vars(d)
			}
		}
	}
}

func (s *startup) vars(d *ast.GenDecl) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit: // runs when it is called
			return false
		case *ast.CompositeLit:
			if _, ok := n.Type.(*ast.MapType); ok {
				s.add(n, "a map")
			}
		case *ast.CallExpr:
			s.add(n, callee(n))
		}
		return true
	})
}

func callee(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	case *ast.IndexExpr:
		return callee(&ast.CallExpr{Fun: f.X})
	}
	return "a call"
}

// TestStartupFindsWork shows that the check above sees what it is there for.
func TestStartupFindsWork(t *testing.T) {
	const text = `package p
var a = map[string]int{}
var b = regexp.MustCompile("x")
var c = sync.OnceValue(func() map[int]int { return map[int]int{} })
var d = [...]int{1: 2}
func init() {}
func later() { _ = map[int]int{} }`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	s := &startup{pkg: "p"}
	s.file(file)
	var got []string
	for _, w := range s.found {
		got = append(got, w.what)
	}
	if want := "a map, regexp.MustCompile, p.init"; strings.Join(got, ", ") != want {
		t.Errorf("found %q, want %s", got, want)
	}
}
