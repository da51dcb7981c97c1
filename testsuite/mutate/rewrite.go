package mutate

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// helper is the file that each mutated package gets.
const helper = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"sync"
)

func mutantAlive(id int) bool { return mutantNumber() == id }

var mutantNumber = sync.OnceValue(func() int { n, _ := strconv.Atoi(os.Getenv("SLC_MUTANT")); return n })

func mutantChoice[T any](id int, old, mutation T) T {
	if mutantAlive(id) {
		return mutation
	}
	return old
}

func mutantLazy[T any](id int, old, mutation func() T) T {
	if mutantAlive(id) {
		return mutation()
	}
	return old()
}

func mutant_min[T cmp.Ordered](a, b T) T { return min(a, b) }

func mutant_max[T cmp.Ordered](a, b T) T { return max(a, b) }
`

// rewritten is the file with every mutation as a choice.
func (s *source) rewritten() ([]byte, error) {
	text := s.span(0, len(s.text), s.edits())
	out, err := format.Source([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", s.name, err, text)
	}
	return out, nil
}

// edits are the sites, and the keyword of constant declarations that hold some: a choice is no constant.
func (s *source) edits() []*Site {
	edits := append([]*Site(nil), s.sites...)
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		start, end := s.offset(g.Pos()), s.offset(g.End())
		for _, e := range s.sites {
			if e.start > start && e.end <= end {
				edits = append([]*Site{{start: start, end: start + len("const"), render: func(string) string { return "var" }}}, edits...)
				break
			}
		}
	}
	sortEdits(edits)
	return edits
}

// span renders the text from start to end, with the edits inside it, of which none overlap but by nesting.
func (s *source) span(start, end int, edits []*Site) string {
	var b strings.Builder
	at := start
	for i := 0; i < len(edits); {
		e := edits[i]
		j := i + 1
		for j < len(edits) && edits[j].start < e.end {
			j++
		}
		b.Write(s.text[at:e.start])
		b.WriteString(e.render(s.span(e.start, e.end, edits[i+1:j])))
		at, i = e.end, j
	}
	b.Write(s.text[at:end])
	return b.String()
}

// overlay writes the mutated files into dir and returns the overlay file that makes the go command use them.
func overlay(dir string, all map[string]*listed, paths []string, sources []*source) (string, error) {
	replace := map[string]string{}
	for i, s := range sources {
		text, err := s.rewritten()
		if err != nil {
			return "", err
		}
		base := filepath.Join(dir, strings.ReplaceAll(paths[i], "/", "_"))
		name := filepath.Base(s.name)
		for _, f := range []struct {
			name, file string
			text       []byte
		}{
			{name, base + "_" + name, text},
			{"zz_mutants.go", base + "_mutants.go", fmt.Appendf(nil, helper, s.pkg.Name())},
		} {
			if err := os.WriteFile(f.file, f.text, 0o600); err != nil {
				return "", err
			}
			replace[filepath.Join(all[paths[i]].Dir, f.name)] = f.file
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o600)
}
