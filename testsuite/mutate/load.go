package mutate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// list runs go list with export data for the packages and what they import.
func list(root string, packages []string) (map[string]*listed, error) {
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles"}, packages...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %v\n%s", err, stderr.String())
	}
	all := map[string]*listed{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all[p.ImportPath] = p
	}
}

// load parses and checks the package of a file.
func load(all map[string]*listed, path, file string, firstID int) (*source, error) {
	p := all[path]
	if p == nil {
		return nil, fmt.Errorf("no package %s", path)
	}
	s := &source{name: strings.TrimPrefix(path, "slc/") + "/" + file, fset: token.NewFileSet(), next: firstID,
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		if name == file {
			s.file = f
		}
	}
	if s.file == nil {
		return nil, fmt.Errorf("%s has no %s", path, file)
	}
	exports := importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
		if all[path] == nil {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(all[path].Export)
	})
	var err error
	if s.pkg, err = (&types.Config{Importer: exports}).Check(path, s.fset, files, s.info); err != nil {
		return nil, err
	}
	s.text, err = os.ReadFile(filepath.Join(p.Dir, file))
	s.find()
	return s, err
}
