// Package reflection holds what -reflection-json and -emit-header write against a schema,
// the compilers of the host's languages, and layouts worked out by hand.
package reflection

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"slc"
	"slc/lower/ir"
	"slc/testsuite/cases"
	"slc/testsuite/tools"
)

const root = "../.."

// kernels are the sources of all kernels that the other tests run or compare, by file name.
func kernels(t *testing.T) map[string][]byte {
	all := map[string][]byte{}
	for _, pattern := range []string{"examples/*.slang", "testsuite/reflection/testdata/*.slang"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, f := range files {
			if all[f], err = os.ReadFile(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, pattern := range []string{"testsuite/exec/kernels/*.txtar", "testsuite/golden/*.txtar", "testsuite/field/*.txtar"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, f := range files {
			archive, err := txtar.ParseFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range archive.Files {
				if part.Name == "kernel.slang" {
					all[f] = part.Data
				}
			}
		}
	}
	return all
}

// compile compiles for the targets, nil if the kernel is not for them.
func compile(t *testing.T, name string, text []byte, req slc.Request, targets ...slc.Target) *slc.Result {
	t.Helper()
	req.Files = []string{name}
	for _, target := range targets {
		req.Outputs = append(req.Outputs, slc.Output{Target: target})
	}
	req.ReadFile = func(file string) ([]byte, error) {
		if file == name {
			return text, nil
		}
		return nil, os.ErrNotExist
	}
	r, err := slc.Compile(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if r.HasErrors() {
		return nil
	}
	return r
}

// TestSchema: the reflection of every kernel of the tests, for each target and for all of them,
// is as docs/reflection.schema.json says.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "docs", "reflection.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name, text := range kernels(t) {
		for _, targets := range [][]slc.Target{{slc.SPIRV}, {slc.HLSL}, {slc.Metal}, {slc.Metal, slc.SPIRV, slc.HLSL}} {
			r := compile(t, name, text, slc.Request{Reflect: true}, targets...)
			if r == nil {
				continue
			}
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.Reflection))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := schema.Validate(doc); err != nil {
				t.Errorf("%s for %v: %v", name, targets, err)
			}
			checked++
		}
	}
	if checked < 500 {
		t.Errorf("only %d reflections were checked", checked)
	}
}

// TestHeadersCompile: C and Go headers pass their compilers, which evaluate the assertions of sizes and
// offsets; Go's on a machine of 32-bit alignment too.
func TestHeadersCompile(t *testing.T) {
	structs := 0
	for name, text := range kernels(t) {
		full := filepath.Base(name) == "layouts.slang"
		for _, layout := range []ir.Layout{ir.Std430, ir.Std140, ir.ScalarLayout} {
			if layout != ir.Std430 && !full {
				continue
			}
			for _, rows := range []bool{false, true} {
				if rows && !full {
					continue
				}
				options := slc.Options{Layout: layout, MatrixRowMajor: rows}
				header := func(language string) []byte {
					r := compile(t, name, text, slc.Request{Options: options, Header: language}, slc.SPIRV)
					if r == nil {
						return nil
					}
					return r.Header
				}
				if c := header("c"); c != nil && (full || filepath.Ext(name) == ".slang") {
					tools.CompileC(t, string(c))
				}
				if g := header("go"); g != nil {
					structs += checkGo(t, name, g)
				}
			}
		}
	}
	if structs < 50 {
		t.Errorf("only %d structs were checked", structs)
	}
}

// checkGo type-checks a Go header, whose assertions are constant expressions, and returns how many types it has.
func checkGo(t *testing.T, name string, text []byte) int {
	t.Helper()
	if pretty, err := format.Source(text); err != nil || !bytes.Equal(pretty, text) {
		t.Errorf("%s: not as gofmt writes it: %v\n%s", name, err, cases.Diff(string(pretty), string(text)))
	}
	structs := 0
	for _, arch := range []string{"amd64", "386"} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "header.go", text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
		if err := typeCheck(fset, file, arch, info); err != nil {
			t.Errorf("%s on %s: %v\n%s", name, arch, err, text)
		}
		for _, o := range info.Defs {
			if _, ok := o.(*types.TypeName); ok {
				structs++
			}
		}
	}
	return structs
}

func typeCheck(fset *token.FileSet, file *ast.File, arch string, info *types.Info) error {
	config := types.Config{Sizes: types.SizesFor("gc", arch), Importer: onlyUnsafe{}}
	_, err := config.Check("header", fset, []*ast.File{file}, info)
	return err
}

type onlyUnsafe struct{}

func (onlyUnsafe) Import(path string) (*types.Package, error) {
	if path != "unsafe" {
		return nil, fmt.Errorf("a header imports %s", path)
	}
	return types.Unsafe, nil
}

// TestAssertionsAssert: a header in which one offset is changed does not compile.
func TestAssertionsAssert(t *testing.T) {
	text := []byte("struct S { uint a; float3 b; }; RWStructuredBuffer<S> s; [numthreads(1, 1, 1)] void f() { s[0].a = 1; }")
	r := compile(t, "k.slang", text, slc.Request{Header: "go"}, slc.SPIRV)
	if r == nil {
		t.Fatal("the kernel does not compile")
	}
	for _, change := range [][2]string{{"uint8", "byte"}, {"[12]uint8", "[8]uint8"}, {"-16]", "-12]"}, {"-16]", "-20]"}, {"-32]", "-28]"}} {
		changed := bytes.Replace(r.Header, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(changed, r.Header) {
			t.Fatalf("%q is not in\n%s", change[0], r.Header)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "header.go", changed, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := typeCheck(fset, file, "amd64", nil); (err == nil) != (change[1] == "byte") {
			t.Errorf("with %s for %s the compiler says %v:\n%s", change[1], change[0], err, changed)
		}
	}
}

// TestHeaders: headers worked out by hand. Each archive has a kernel and its headers.
func TestHeaders(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d archives, %v", len(files), err)
	}
	for _, f := range files {
		archive, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range archive.Files[1:] {
			r := compile(t, "kernel.slang", archive.Files[0].Data, slc.Request{Header: filepath.Ext(part.Name)[1:]}, slc.SPIRV)
			if r == nil {
				t.Fatalf("%s does not compile", f)
			}
			if string(r.Header) != string(part.Data) {
				t.Errorf("%s: %s\n%s", f, part.Name, cases.Diff(string(part.Data), string(r.Header)))
			}
		}
	}
}
