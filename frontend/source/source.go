// Package source is the position space of one compilation.
//
// Every byte of every file read, and every macro expansion, owns a range of one
// 32-bit offset space, so that a position is one integer and a span is two. A
// Map resolves a position to file, line and column; a position that lies in a
// macro expansion resolves both to the place of use and to the spelling.
package source

import (
	"fmt"
	"slices"
	"sort"
)

// Pos is an offset into the position space of a Map. Zero is "no position".
type Pos uint32

// NoPos is the position of things that no source text gave rise to.
const NoPos Pos = 0

// IsValid reports whether p is a position in some file or expansion.
func (p Pos) IsValid() bool { return p != NoPos }

// Span is the half-open range [Start, End) of the position space.
type Span struct {
	Start, End Pos
}

// IsValid reports whether s has a start.
func (s Span) IsValid() bool { return s.Start.IsValid() }

// To returns the span from the start of s to the end of t.
func (s Span) To(t Span) Span {
	if !s.IsValid() {
		return t
	}
	if !t.IsValid() {
		return s
	}
	return Span{s.Start, t.End}
}

// Location is a resolved position, as shown to a user.
type Location struct {
	File   string // name as given on the command line, by #include, or by #line
	Line   int    // 1-based
	Column int    // 1-based, in bytes
	Offset int    // 0-based offset into the real file
}

func (l Location) String() string {
	if l.File == "" {
		return "<unknown>"
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)
}

// File is one source text in the position space.
type File struct {
	Name    string // display name
	Path    string // path that was opened, "" for synthetic text
	Content []byte
	Base    Pos  // position of byte 0
	Include Span // the directive that included it, none for a main file
	lines   []int
	// remap holds the effects of #line, ordered by offset.
	remap []lineDirective
}

type lineDirective struct {
	offset int    // first byte the directive applies to
	line   int    // number of the line that offset is on
	name   string // file name shown, "" keeps the name
}

// expansion is the range of positions handed out for one macro expansion.
type expansion struct {
	base, end Pos
	use       Span // where the macro was used
	macro     string
	spelling  []piece // spelling of each token, ordered by at
}

type piece struct {
	at   Pos // start in the expansion's range
	from Pos // where the token is spelled
}

// Map owns the position space. It is not safe for concurrent writes.
type Map struct {
	files      []*File
	expansions []*expansion
	next       Pos
}

// NewMap returns an empty position space.
func NewMap() *Map { return &Map{next: 1} }

// Clone returns a map of the same positions that may be used, and grow, beside m. The texts are
// shared.
func (m *Map) Clone() *Map {
	out := &Map{files: make([]*File, len(m.files)), expansions: slices.Clip(m.expansions), next: m.next}
	for i, f := range m.files {
		own := *f // with its line table, which is made when it is first needed
		own.remap = slices.Clip(own.remap)
		out.files[i] = &own
	}
	return out
}

// MaxSize is the size of the position space in bytes; AddFile and
// NewExpansion fail beyond it.
const MaxSize = 1 << 31

// AddFile gives content a range of positions. It returns nil when the position
// space is full.
func (m *Map) AddFile(name, path string, content []byte) *File {
	if uint64(m.next)+uint64(len(content))+1 > MaxSize {
		return nil
	}
	f := &File{Name: name, Path: path, Content: content, Base: m.next}
	m.next += Pos(len(content)) + 1 // one more: the end of file has a position
	m.files = append(m.files, f)
	return f
}

// Files returns the files in the order they were added.
func (m *Map) Files() []*File { return m.files }

// Expansion hands out positions for the tokens of one macro expansion.
type Expansion struct {
	m *Map
	e *expansion
}

// NewExpansion starts the expansion of macro used at use, to about n tokens.
// Positions must be taken from it before another file or expansion is added.
func (m *Map) NewExpansion(macro string, use Span, n int) Expansion {
	e := &expansion{base: m.next, end: m.next, use: use, macro: macro, spelling: make([]piece, 0, n)}
	m.expansions = append(m.expansions, e)
	return Expansion{m, e}
}

// Token gives a token of length n, spelled at from, its span in the expansion.
// The zero Span is returned when the position space is full.
func (x Expansion) Token(from Pos, n int) Span {
	if uint64(x.m.next)+uint64(n)+1 > MaxSize {
		return Span{}
	}
	s := Span{x.m.next, x.m.next + Pos(n)}
	x.e.spelling = append(x.e.spelling, piece{s.Start, from})
	x.m.next += Pos(n) + 1
	x.e.end = x.m.next
	return s
}

// FileOf returns the file that p lies in, after macro expansions are resolved
// to their place of use; nil when p is invalid.
func (m *Map) FileOf(p Pos) *File {
	p = m.Use(p)
	i := sort.Search(len(m.files), func(i int) bool { return m.files[i].Base > p })
	if i == 0 || !p.IsValid() {
		return nil
	}
	return m.files[i-1]
}

func (m *Map) expansionOf(p Pos) *expansion {
	i := sort.Search(len(m.expansions), func(i int) bool { return m.expansions[i].base > p })
	for ; i > 0; i-- {
		e := m.expansions[i-1]
		if e.base == e.end { // an empty expansion shares its base with the next range
			continue
		}
		if p < e.end {
			return e
		}
		return nil
	}
	return nil
}

// Use maps a position in a macro expansion to the outermost place of use; other
// positions are returned as they are.
func (m *Map) Use(p Pos) Pos {
	for p.IsValid() {
		e := m.expansionOf(p)
		if e == nil {
			return p
		}
		p = e.use.Start
	}
	return p
}

// UseSpan maps a span to where a user sees it: the use of the outermost macro
// when it lies in an expansion.
func (m *Map) UseSpan(s Span) Span {
	inExpansion := false
	for s.Start.IsValid() {
		e := m.expansionOf(s.Start)
		if e == nil {
			break
		}
		s, inExpansion = e.use, true
	}
	if !inExpansion && m.expansionOf(s.End) != nil {
		s.End = m.UseSpan(Span{s.End, s.End}).End
	}
	if s.End < s.Start {
		s.End = s.Start
	}
	return s
}

// Spelling returns the chain of macro names, outermost first, that p was
// expanded from, and the position where the token is spelled. A macro used in an
// argument comes after those that the argument was passed through.
func (m *Map) Spelling(p Pos) (macros []string, at Pos) {
	var chain []*expansion
	for q := p; q.IsValid(); {
		e := m.expansionOf(q)
		if e == nil {
			break
		}
		chain = append(chain, e)
		q = e.use.Start
	}
	for i := len(chain) - 1; i >= 0; i-- {
		macros = append(macros, chain[i].macro)
	}
	for p.IsValid() {
		e := m.expansionOf(p)
		if e == nil {
			break
		}
		if !slices.Contains(chain, e) {
			macros = append(macros, e.macro)
		}
		from := e.spelled(p)
		if !from.IsValid() {
			return macros, m.Use(p)
		}
		p = from
	}
	return macros, p
}

// Locate resolves p to what a user is shown: the outermost place of use, with
// #line applied.
func (m *Map) Locate(p Pos) Location {
	p = m.Use(p)
	f := m.FileOf(p)
	if f == nil {
		return Location{}
	}
	return f.locate(int(p - f.Base))
}

func (f *File) index() {
	if f.lines != nil {
		return
	}
	f.lines = append(f.lines, 0)
	for i, c := range f.Content {
		if c == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
}

// RealLine returns the 1-based line of the offset in the file itself, without
// regard to #line.
func (f *File) RealLine(offset int) int {
	f.index()
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset })
}

// LineText returns the text of a 1-based real line without its line end.
func (f *File) LineText(line int) string {
	f.index()
	if line < 1 || line > len(f.lines) {
		return ""
	}
	start, end := f.lines[line-1], len(f.Content)
	if line < len(f.lines) {
		end = f.lines[line] - 1
	}
	if end > start && f.Content[end-1] == '\r' {
		end--
	}
	return string(f.Content[start:end])
}

func (f *File) locate(offset int) Location {
	line := f.RealLine(offset)
	loc := Location{File: f.Name, Line: line, Column: offset - f.lines[line-1] + 1, Offset: offset}
	i := sort.Search(len(f.remap), func(i int) bool { return f.remap[i].offset > offset })
	if i > 0 {
		d := f.remap[i-1]
		loc.Line = d.line + line - f.RealLine(d.offset)
		if d.name != "" {
			loc.File = d.name
		}
	}
	return loc
}

// Visible maps a span to what a user is shown: the use of the outermost macro
// when it lies in an expansion, narrowed to the part of an argument of that use
// that it comes from.
func (m *Map) Visible(s Span) Span {
	use := m.UseSpan(s)
	if use == s || s.End <= s.Start {
		return use
	}
	start, ok := m.inArgument(s.Start, use)
	end, ok2 := m.inArgument(s.End-1, use)
	if !ok || !ok2 || end.End <= start.Start {
		return use
	}
	return Span{start.Start, end.End}
}

// inArgument follows p, which lies in an expansion used at use, to the argument
// that it was taken from.
func (m *Map) inArgument(p Pos, use Span) (at Span, ok bool) {
	for e := m.expansionOf(p); e != nil; e = m.expansionOf(p) {
		if p = e.spelled(p); !p.IsValid() {
			break
		}
		if u := m.UseSpan(Span{p, p + 1}); u.Start > use.Start && u.End <= use.End {
			return u, true
		}
	}
	return Span{}, false
}

// spelled returns where the byte of e at p is spelled: in a file or in another
// expansion; NoPos if the compiler made it, such as __LINE__.
func (e *expansion) spelled(p Pos) Pos {
	i := sort.Search(len(e.spelling), func(i int) bool { return e.spelling[i].at > p })
	if i == 0 || !e.spelling[i-1].from.IsValid() {
		return NoPos
	}
	return e.spelling[i-1].from + (p - e.spelling[i-1].at)
}

// SetLine applies a #line directive: the line that holds byte offset is shown
// as number line of the file called name ("" keeps the name in force).
func (f *File) SetLine(offset, line int, name string) {
	if name == "" && len(f.remap) > 0 {
		name = f.remap[len(f.remap)-1].name
	}
	f.remap = append(f.remap, lineDirective{offset, line, name})
}
