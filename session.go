package slc

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"slc/frontend"
	"slc/frontend/ast"
	"slc/frontend/source"
)

// Session shares work between compilations of one set of files: rows of a batch that compile
// the same file with the same macros preprocess and parse it once, and rows whose macros differ
// but come to the same tokens parse it once. Any number of goroutines may use it. A result
// is the one that Compile gives for the same request.
type Session struct {
	readFile func(name string) ([]byte, error)
	trees    *frontend.Memo

	mu    sync.Mutex
	units map[string]*sharedUnit
	order []string // of the units, oldest first
}

// sessionUnits bounds the parsed programs that a session keeps.
const sessionUnits = 64

// NewSession returns a session whose files are read by readFile, which must give the same
// bytes for a name each time; Request.ReadFile is not used.
func NewSession(readFile func(name string) ([]byte, error)) *Session {
	return &Session{readFile: readFile, trees: frontend.NewMemo(), units: map[string]*sharedUnit{}}
}

// Compile is the function Compile with what the session has done already.
func (s *Session) Compile(ctx context.Context, req Request) (*Result, error) {
	req.ReadFile = s.readFile
	return compile(ctx, &req, s)
}

// sharedUnit is a program that was parsed without a word: what is reported has to be reported in
// every compilation, so that only silent front ends are shared.
type sharedUnit struct {
	once          sync.Once
	file          *ast.File // nil if it cannot be shared
	arguments     []ast.Expr
	m             *source.Map
	deps, missing []string
}

func (s *Session) memo() *frontend.Memo {
	if s == nil {
		return nil
	}
	return s.trees
}

// parse is c.parse, or what it returned for a request with the same front end.
func (s *Session) parse(c *compilation) *ast.File {
	if s == nil {
		return c.parse()
	}
	u := s.unit(c.req)
	var own *ast.File
	mine := false
	u.once.Do(func() {
		mine = true
		if own = c.parse(); own != nil && c.diags.Silent() {
			u.file, u.arguments, u.m = own, c.arguments, c.m.Clone()
			u.deps, u.missing = c.res.Deps, c.res.Missing
		}
	})
	switch {
	case mine:
		return own
	case u.file == nil:
		return c.parse()
	}
	c.m, c.arguments = u.m.Clone(), u.arguments
	c.res.Deps, c.res.Missing = slices.Clone(u.deps), slices.Clone(u.missing)
	return u.file
}

// unit finds the program that the front end makes of a request. Everything that the front end is
// told is in the key; options of warnings are, because they decide what is silent.
func (s *Session) unit(req *Request) *sharedUnit {
	o := &req.Options
	key := fmt.Sprintf("%q %q %q %q %#v", req.Files, o.IncludeDirs, o.Defines, o.Specialize, o.Warnings)
	s.mu.Lock()
	defer s.mu.Unlock()
	u, ok := s.units[key]
	if !ok {
		u = &sharedUnit{}
		s.units[key] = u
		s.order = append(s.order, key)
		if len(s.order) > sessionUnits {
			delete(s.units, s.order[0])
			s.order = s.order[1:]
		}
	}
	return u
}
