package preproc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// loaded is a file that was asked for, read at most once a run.
type loaded struct {
	path    string
	content []byte
	err     error
	once    bool // #pragma once
}

// file is one inclusion of a file.
type file struct {
	scanner
	text    *source.File
	loaded  *loaded
	include source.Span // the directive that included it
	conds   []cond      // open conditionals
	path    string
}

// load reads path, or remembers what reading it came to.
func (p *processor) load(path string) *loaded {
	if l, ok := p.loaded[path]; ok {
		return l
	}
	l := &loaded{path: path}
	if p.opts.ReadFile == nil {
		l.err = fs.ErrNotExist
	} else {
		l.content, l.err = p.opts.ReadFile(path)
	}
	if l.err == nil {
		p.deps = append(p.deps, path)
	}
	p.loaded[path] = l
	return l
}

// pushMain starts with the main file; false if it cannot be read.
func (p *processor) pushMain(name string) bool {
	path := name
	if name != "-" {
		path = filepath.Clean(name)
	}
	l := p.load(path)
	if l.err != nil {
		p.stop(diag.FileNotFound, source.Span{}, "cannot read '%s': %s", name, reason(l.err))
		return false
	}
	p.pushDefines(name)
	return p.pushFile(name, l, source.Span{})
}

// reason is err without the path that the message names already.
func reason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file"
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// pushFile makes l the file being read. It reports what speaks against it.
func (p *processor) pushFile(name string, l *loaded, include source.Span) bool {
	content := l.content
	p.bytes += len(content)
	if len(content) > p.lim.FileSize {
		p.stop(diag.TooLarge, include, "'%s' has %d bytes; the limit is %d", name, len(content), p.lim.FileSize)
		return false
	}
	content = withoutBOM(content)
	var src *source.File
	if p.bytes <= p.lim.TotalSize {
		src = p.m.AddFile(name, l.path, content)
	}
	if src == nil {
		p.stop(diag.TooLarge, include, "the files read have more than %d bytes together", min(p.lim.TotalSize, source.MaxSize))
		return false
	}
	src.Include = include
	f := &file{scanner: newScanner(view(content), src.Base, p.diags), text: src, loaded: l, include: include, path: l.path}
	if at := bytes.IndexByte(content, 0); at >= 0 {
		f.notText(at, "'%s' is not text: it holds a NUL byte", name)
		p.truncated = true
	}
	p.files = append(p.files, f)
	if p.diags.HasPragmas() {
		p.setWarnings(0)
	}
	if include.Start == source.NoPos {
		p.reserve(len(content))
	}
	return !p.truncated
}

// withoutBOM drops a byte order mark and turns UTF-16 into UTF-8.
func withoutBOM(content []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(content, []byte("\xEF\xBB\xBF")):
		return content[3:]
	case bytes.HasPrefix(content, []byte("\xFF\xFE")):
		order = binary.LittleEndian
	case bytes.HasPrefix(content, []byte("\xFE\xFF")):
		order = binary.BigEndian
	default:
		return content
	}
	units := make([]uint16, 0, len(content)/2)
	for i := 2; i+1 < len(content); i += 2 {
		units = append(units, order.Uint16(content[i:]))
	}
	return []byte(string(utf16.Decode(units)))
}

// popFile ends the innermost file; false when it was the outermost, which
// stays.
func (p *processor) popFile() bool {
	f := p.file()
	for _, c := range f.conds {
		p.diags.Report(diag.UnterminatedIf, c.at, "'#%s' has no '#endif'", c.directive)
	}
	f.conds = nil
	if f.fatal {
		p.truncated = true
	}
	if len(p.files) == 1 {
		return false
	}
	p.files = p.files[:len(p.files)-1]
	if p.diags.HasPragmas() {
		p.setWarnings(p.file().pos)
	}
	return true
}

// candidates lists the paths that a file called name may have, in order.
// Backslashes separate path elements as slashes do.
func (p *processor) candidates(includer, name string, angled bool) ([]string, error) {
	name = strings.ReplaceAll(name, `\`, "/")
	if filepath.IsAbs(name) {
		path := filepath.Clean(name)
		for _, dir := range p.roots() {
			if rel, err := filepath.Rel(dir, path); err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
				return []string{path}, nil
			}
		}
		return nil, errors.New("an absolute path is read only below the directory of the main file or an include directory")
	}
	var paths []string
	add := func(dir string) {
		if path := filepath.Join(dir, name); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	if !angled {
		add(dirOf(includer))
	}
	for _, dir := range p.opts.IncludeDirs {
		add(dir)
	}
	return paths, nil
}

// roots lists the directories that absolute paths may lie below.
func (p *processor) roots() []string {
	roots := slices.Clone(p.opts.IncludeDirs)
	for _, f := range p.files {
		if f.path != "" && f.include.Start == source.NoPos {
			roots = append(roots, dirOf(f.path))
		}
	}
	return roots
}

func dirOf(path string) string {
	if path == "" || path == "-" {
		return "."
	}
	return filepath.Dir(path)
}

// find loads the first candidate that can be read; nil and the reason if none can.
func (p *processor) find(includer, name string, angled bool) (*loaded, string) {
	paths, err := p.candidates(includer, name, angled)
	if err != nil {
		return nil, err.Error()
	}
	why := "no such file"
	for _, path := range paths {
		l := p.load(path)
		if l.err == nil {
			return l, ""
		}
		if !errors.Is(l.err, fs.ErrNotExist) {
			why = reason(l.err)
		}
	}
	return nil, why
}

// Find loads the file that an import names, looked for as #include "…" in the
// file at path includer would be. tried lists the paths asked for when none
// can be read.
func Find(opts Options, includer, name string) (path string, content []byte, tried []string) {
	p := newProcessor(opts, nil, nil)
	paths, err := p.candidates(includer, name, false)
	if err != nil {
		return "", nil, []string{name}
	}
	for _, path := range paths {
		if l := p.load(path); l.err == nil {
			return path, l.content, nil
		}
	}
	return "", nil, paths
}

// include enters the file that a directive at span names; nameSpan is where it
// is written.
func (p *processor) include(directive, nameSpan source.Span, name string, angled bool) {
	if p.inArgs > 0 {
		p.diags.Report(diag.DirectiveSyntax, directive, "an #include cannot stand among the arguments of a macro")
		return
	}
	l, why := p.find(p.file().path, name, angled)
	if l == nil {
		d := p.diags.Report(diag.IncludeNotFound, nameSpan, "cannot include '%s': %s", name, why)
		if why == "no such file" {
			d.WithHelp("%s", p.searched(angled))
		}
		return
	}
	if l.once {
		return
	}
	p.includes++
	if len(p.files) >= p.lim.IncludeDepth {
		p.tooDeep(l, nameSpan)
		return
	}
	if p.includes > p.lim.Includes {
		p.stop(diag.IncludeTooDeep, nameSpan, "more than %d files are included", p.lim.Includes)
		return
	}
	p.pushFile(l.path, l, directive)
}

func (p *processor) searched(angled bool) string {
	places := []string{}
	add := func(dir string) {
		if dir = "'" + dir + "'"; !slices.Contains(places, dir) {
			places = append(places, dir)
		}
	}
	if !angled {
		add(dirOf(p.file().path))
	}
	for _, d := range p.opts.IncludeDirs {
		add(d)
	}
	if len(places) == 0 {
		return "give the directory to look in with -I"
	}
	return fmt.Sprintf("looked in %s; further directories are given with -I", strings.Join(places, ", "))
}

// tooDeep reports an inclusion beyond the depth limit: the directive that first
// closed the cycle, if it comes from one, and how that file was reached.
func (p *processor) tooDeep(l *loaded, nameSpan source.Span) {
	for i := range p.files {
		first := slices.IndexFunc(p.files[:i], func(f *file) bool { return f.loaded == p.files[i].loaded })
		if first >= 0 {
			d := p.stop(diag.IncludeTooDeep, p.files[i].include, "'%s' includes itself without end", p.files[i].path)
			d.WithHelp("start the file with '#pragma once'")
			p.noteChain(d, first+1, i-1)
			return
		}
	}
	d := p.stop(diag.IncludeTooDeep, nameSpan, "'%s' would be the %dth file inside each other; the limit is %d", l.path, len(p.files)+1, p.lim.IncludeDepth)
	p.noteChain(d, 1, len(p.files)-1)
}

// noteChain notes where files[first..last] were included, innermost first.
func (p *processor) noteChain(d *diag.Diagnostic, first, last int) {
	const shown = 8
	for i := last; i >= first && i > last-shown; i-- {
		d.Note(p.files[i].include, "'%s' is included here", p.files[i].path)
	}
}
