package text

import (
	"strings"

	"slc/frontend/source"
)

// Lines resolves a span to file and line, for line directives; ok is false where
// there is none.
type Lines func(source.Span) (file string, line int, ok bool)

// Writer collects indented lines.
type Writer struct {
	buf    []byte
	indent int
	lines  Lines
	span   source.Span // of the statement being printed
	file   string
	line   int
}

// maxIndent ends indentation, so that the text of deeply nested statements stays linear in their number.
const maxIndent = 64

// Line appends one line at the current indentation.
func (w *Writer) Line(s string) {
	w.directive()
	for range min(w.indent, maxIndent) {
		w.buf = append(w.buf, "    "...)
	}
	w.buf = append(w.buf, s...)
	w.buf = append(w.buf, '\n')
	w.line++
}

// directive says which source line follows when that is not the next one.
func (w *Writer) directive() {
	if w.lines == nil || !w.span.IsValid() {
		return
	}
	file, line, ok := w.lines(w.span)
	if !ok || file == w.file && line == w.line {
		return
	}
	w.buf = append(w.buf, "#line "+itoa(line)+` "`+strings.ReplaceAll(strings.ReplaceAll(file, `\`, `\\`), `"`, `\"`)+"\"\n"...)
	w.file, w.line = file, line
}

// Open appends a line and indents what follows.
func (w *Writer) Open(s string) {
	w.Line(s)
	w.indent++
}

// Close undoes Open and appends a line.
func (w *Writer) Close(s string) {
	w.indent--
	w.Line(s)
}

// Blank appends an empty line unless one ends the text already.
func (w *Writer) Blank() {
	if n := len(w.buf); n > 1 && (w.buf[n-1] != '\n' || w.buf[n-2] != '\n') {
		w.buf = append(w.buf, '\n')
		w.line++
	}
}

// Raw appends text as it is.
func (w *Writer) Raw(s string) { w.buf = append(w.buf, s...) }

// String returns the text so far.
func (w *Writer) String() string { return string(w.buf) }

// LinesOf resolves spans by a source map; nil when lines are not wanted.
func LinesOf(m *source.Map, wanted bool) Lines {
	if !wanted || m == nil {
		return nil
	}
	return func(s source.Span) (string, int, bool) {
		loc := m.Locate(s.Start)
		return loc.File, loc.Line, loc.Line > 0 && loc.File != ""
	}
}
