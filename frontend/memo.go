package frontend

import (
	"hash/maphash"
	"slices"
	"sync"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// Memo remembers the trees of token lists, so that compilations which preprocess a file to the
// same tokens at the same places parse it once. Any number of goroutines may use it.
//
// What a Memo hands out is shared: a tree is not changed once it is parsed. That leaves out
// files with imports and module declarations, into whose tree the Loader writes, and
// those with syntax errors or warnings, which have to be reported each time.
type Memo struct {
	mu    sync.Mutex
	seed  maphash.Seed
	known []*parsed // the most recent last
}

// memoSize bounds the trees that are kept: rows of one file follow each other in a batch.
const memoSize = 64

type parsed struct {
	hash uint64
	toks []token.Token
	file *ast.File
}

// NewMemo returns an empty Memo.
func NewMemo() *Memo { return &Memo{seed: maphash.MakeSeed()} }

// parse is Parse, or a tree that it returned for the same tokens. m may be nil.
func (m *Memo) parse(toks []token.Token, sources *source.Map, diags *diag.List) *ast.File {
	if m == nil {
		return Parse(toks, sources, diags)
	}
	hash := m.hash(toks)
	if file := m.find(hash, toks); file != nil {
		return file
	}
	quiet := diags.Silent()
	file := Parse(toks, sources, diags)
	if quiet && diags.Silent() && !slices.ContainsFunc(file.Decls, concernsModules) {
		m.add(&parsed{hash, toks, file})
		return shareFile(file)
	}
	return file
}

// shareFile is a file of its own over the same declarations: the Loader appends to those of a main file.
func shareFile(f *ast.File) *ast.File {
	own := *f
	own.Decls = slices.Clip(own.Decls)
	return &own
}

func (m *Memo) find(hash uint64, toks []token.Token) *ast.File {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := len(m.known) - 1; i >= 0; i-- {
		if p := m.known[i]; p.hash == hash && slices.Equal(p.toks, toks) {
			return shareFile(p.file)
		}
	}
	return nil
}

func (m *Memo) add(p *parsed) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= memoSize {
		m.known = append(m.known[:0], m.known[len(m.known)-memoSize+1:]...)
	}
	m.known = append(m.known, p)
}

func (m *Memo) hash(toks []token.Token) uint64 {
	var h maphash.Hash
	h.SetSeed(m.seed)
	for i := range toks {
		t := &toks[i]
		h.WriteString(t.Text)
		maphash.WriteComparable(&h, t.Kind)
		maphash.WriteComparable(&h, t.Span)
	}
	return h.Sum64()
}
