package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"slc/frontend/source"
)

// Edit is a replacement in a file: bytes From up to To become Text.
type Edit struct {
	File     *source.File
	From, To int
	Text     string
}

// EditOf finds where a fix edits a file; false when its text is not spelled in one, as within
// what a macro expands to.
func EditOf(m *source.Map, f Fix) (Edit, bool) {
	if m == nil || !f.Span.IsValid() {
		return Edit{}, false
	}
	file := m.FileOf(f.Span.Start)
	if file == nil || m.FileOf(max(f.Span.End, f.Span.Start)) != file || expanded(m, f.Span.Start) {
		return Edit{}, false
	}
	if f.Span.End > file.Base && expanded(m, f.Span.End-1) { // an insertion behind a macro, or a range that ends in one
		return Edit{}, false
	}
	e := Edit{File: file, From: int(f.Span.Start - file.Base), To: int(f.Span.End - file.Base), Text: f.Text}
	if e.To < e.From || e.To > len(file.Content) {
		return Edit{}, false
	}
	return e, true
}

// Edits are the edits of a diagnostic, which are made all or none: nil when one of them cannot be.
func (d *Diagnostic) Edits(m *source.Map) []Edit {
	var list []Edit
	for _, f := range d.Fixes {
		e, ok := EditOf(m, f)
		if !ok {
			return nil
		}
		list = append(list, e)
	}
	return list
}

// expanded reports whether a position lies in what a macro expands to.
func expanded(m *source.Map, p source.Pos) bool {
	macros, _ := m.Spelling(p)
	return len(macros) > 0
}

// fixes shows what the edits make of the source lines:
//
//	12 -     uint x = counter;
//	12 +     uint x = counter.load();
func (t *textRenderer) fixes(d *Diagnostic) {
	edits := d.Edits(t.m)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(strings.Compare(a.File.Name, b.File.Name), cmp.Compare(a.From, b.From))
	})
	for len(edits) > 0 {
		// Edits of the same lines are shown together.
		first := edits[0]
		begin, end := lineBounds(first)
		n := 1
		for n < len(edits) && edits[n].File == first.File && edits[n].From < end {
			_, e := lineBounds(edits[n])
			end = max(end, e)
			n++
		}
		t.change(first.File, begin, end, edits[:n])
		edits = edits[n:]
	}
}

// lineBounds are the offsets of the lines that an edit touches, without the last line end.
func lineBounds(e Edit) (begin, end int) {
	text := e.File.Content
	begin, end = e.From, e.To
	for begin > 0 && text[begin-1] != '\n' {
		begin--
	}
	for end < len(text) && text[end] != '\n' {
		end++
	}
	return begin, end
}

// maxShownLines bounds the lines of a change; a longer one is told by the help line alone.
const (
	maxShownLines = 8
	maxShownBytes = 1 << 16
)

func (t *textRenderer) change(f *source.File, begin, end int, edits []Edit) {
	old := string(f.Content[begin:end])
	var b strings.Builder
	at := begin
	for _, e := range edits {
		if e.From < at {
			return // overlapping edits
		}
		b.Write(f.Content[at:e.From])
		b.WriteString(e.Text)
		at = e.To
	}
	b.Write(f.Content[at:end])
	was, is := strings.Split(old, "\n"), strings.Split(b.String(), "\n")
	if len(was) > maxShownLines || len(is) > maxShownLines || len(old) > maxShownBytes {
		return
	}
	number := t.m.Locate(f.Base + source.Pos(begin)).Line
	for _, side := range []struct {
		sign, colour string
		lines        []string
	}{{"-", red, was}, {"+", green, is}} {
		for i, line := range side.lines {
			at := 0
			if i < len(was) && i < len(is) {
				at = commonPrefix(was[i], is[i])
			}
			w := windowOf(strings.TrimRight(line, "\r"), []label{{from: at, to: at, primary: true}}) // the change is in sight
			fmt.Fprintf(t.w, "%5d %s\n", number+i, t.paint(side.colour, side.sign+" "+w.text))
		}
	}
}

// commonPrefix is the number of bytes that two lines start with alike, whole characters only.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return runeStart(a, n)
}
