package diag

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"slc/frontend/source"
)

// RenderText writes diagnostics for people:
//
//	kernel.slang:12:9: error[E0301]: message
//	   12 |     uint x = counter;
//	      |              ^~~~~~~
//	kernel.slang:3:1: note: declared here
//	  help: what to do
//
// Columns count bytes, as compilers do. m may be nil if nothing has a position.
func RenderText(w io.Writer, list []*Diagnostic, m *source.Map, colour bool) error {
	t := textRenderer{w: bufio.NewWriter(w), m: m, colour: colour}
	for _, d := range Ordered(list, m) {
		t.diagnostic(d)
	}
	return t.w.Flush()
}

// Ordered returns list in the order of the places that a user is shown: what
// lies in a macro expansion comes where the macro is used. Those without a place
// come first.
func Ordered(list []*Diagnostic, m *source.Map) []*Diagnostic {
	if m == nil {
		return list
	}
	place := func(d *Diagnostic) source.Pos { return m.Use(d.Span.Start) }
	out := slices.Clone(list)
	last := len(out)
	for last > 0 && out[last-1].Code == TooManyErrors { // stays at the end
		last--
	}
	slices.SortStableFunc(out[:last], func(a, b *Diagnostic) int { return cmp.Compare(place(a), place(b)) })
	return out
}

type textRenderer struct {
	w      *bufio.Writer
	m      *source.Map
	colour bool
	file   *source.File // whose inclusion was shown last
}

// Terminal attributes.
const (
	bold    = "\x1b[1m"
	red     = "\x1b[1;31m"
	magenta = "\x1b[1;35m"
	cyan    = "\x1b[1;36m"
	green   = "\x1b[1;32m"
	reset   = "\x1b[0m"
)

func (t *textRenderer) paint(attribute, s string) string {
	if !t.colour || s == "" {
		return s
	}
	return attribute + s + reset
}

func severityColour(s Severity) string {
	switch s {
	case Note:
		return cyan
	case Warning:
		return magenta
	}
	return red
}

func (t *textRenderer) diagnostic(d *Diagnostic) {
	t.includedFrom(d.Span)
	head := d.Severity.String()
	if d.Code != nil && d.Code != TooManyErrors {
		head += "[" + d.Code.ID + "]"
	}
	t.headline(d.Span, t.paint(severityColour(d.Severity), head+":"), t.paint(bold, d.Message+forTargets(d.Targets)))
	t.macroNotes(d.Span)
	for _, n := range d.Notes {
		t.headline(n.Span, t.paint(cyan, "note:"), n.Message)
	}
	if d.Help != "" {
		fmt.Fprintf(t.w, "  %s %s\n", t.paint(green, "help:"), d.Help)
	}
	for _, f := range d.Fixes {
		t.fix(f)
	}
}

func forTargets(targets []string) string {
	switch len(targets) {
	case 0:
		return ""
	case 1:
		return " (target " + targets[0] + ")"
	}
	return " (targets " + strings.Join(targets, ", ") + ")"
}

// headline writes "place: label message" and the source line.
func (t *textRenderer) headline(span source.Span, label, message string) {
	if t.m == nil || !span.IsValid() {
		fmt.Fprintf(t.w, "%s %s\n", label, message)
		return
	}
	span = t.m.Visible(span)
	fmt.Fprintf(t.w, "%s %s %s\n", t.paint(bold, t.m.Locate(span.Start).String()+":"), label, message)
	t.excerpt(span)
}

// includedFrom writes how the file of span came to be read, once for a run of
// diagnostics in it.
func (t *textRenderer) includedFrom(span source.Span) {
	if t.m == nil || !span.IsValid() {
		return
	}
	f := t.m.FileOf(span.Start)
	if f == nil || f == t.file {
		return
	}
	t.file = f
	intro := "In file included from"
	for f != nil && f.Include.IsValid() {
		at := t.m.Locate(f.Include.Start)
		fmt.Fprintf(t.w, "%s %s:%d:\n", intro, at.File, at.Line)
		intro = "                 from"
		f = t.m.FileOf(f.Include.Start)
	}
}

// macroNotes tells where a token from a macro is spelled, if not in the use.
func (t *textRenderer) macroNotes(span source.Span) {
	if t.m == nil || !span.IsValid() {
		return
	}
	macros, at := t.m.Spelling(span.Start)
	if len(macros) == 0 {
		return
	}
	inner := macros[len(macros)-1]
	use := t.m.UseSpan(span)
	if at >= use.Start && at < use.End || !at.IsValid() {
		return
	}
	message := "in expansion of macro '" + inner + "'"
	if len(macros) > 1 {
		message += ", used by '" + strings.Join(macros[:len(macros)-1], "' → '") + "'"
	}
	length := source.Pos(1)
	if span.End > span.Start {
		_, last := t.m.Spelling(span.End - 1)
		if last >= at && t.m.FileOf(last) == t.m.FileOf(at) {
			length = last - at + 1
		}
	}
	t.headline(source.Span{Start: at, End: at + length}, t.paint(cyan, "note:"), message)
}

func (t *textRenderer) fix(f Fix) {
	if t.m == nil || !f.Span.IsValid() {
		return
	}
	span := t.m.Visible(f.Span)
	file := t.m.FileOf(span.Start)
	if file == nil {
		return
	}
	start := min(int(span.Start-file.Base), len(file.Content))
	end := min(max(start, int(span.End-file.Base)), len(file.Content))
	old := string(file.Content[start:end])
	place := t.m.Locate(span.Start)
	label := t.paint(green, "fix:")
	switch {
	case old == "":
		fmt.Fprintf(t.w, "  %s insert '%s' at %d:%d\n", label, f.Text, place.Line, place.Column)
	case f.Text == "":
		fmt.Fprintf(t.w, "  %s remove '%s' at %d:%d\n", label, old, place.Line, place.Column)
	default:
		fmt.Fprintf(t.w, "  %s replace '%s' by '%s' at %d:%d\n", label, old, f.Text, place.Line, place.Column)
	}
}

// The shape of an excerpt.
const (
	tabWidth   = 4
	lineWidth  = 120 // columns shown of a line
	lineBefore = 60  // columns shown at least before a caret that is far right
)

// excerpt writes the line that span starts on with a caret range below it.
func (t *textRenderer) excerpt(span source.Span) {
	f := t.m.FileOf(span.Start)
	if f == nil {
		return
	}
	offset := int(span.Start - f.Base)
	real := f.RealLine(offset)
	line := f.LineText(real)
	from := t.m.Locate(span.Start).Column - 1 // byte offsets in line
	from = min(from, len(line))
	to := min(from+max(int(span.End-span.Start), 1), len(line))
	text, mark := window(line, from, to)
	number := fmt.Sprintf("%5d", t.m.Locate(span.Start).Line)
	fmt.Fprintf(t.w, "%s | %s\n", number, text)
	fmt.Fprintf(t.w, "%s | %s\n", strings.Repeat(" ", len(number)), t.markLine(mark))
}

func (t *textRenderer) markLine(mark string) string {
	at := strings.IndexByte(mark, '^')
	return mark[:at] + t.paint(green, mark[at:])
}

// window expands tabs of line, cuts it to lineWidth columns around the byte
// range [from, to), and makes the line of carets for the range.
func window(line string, from, to int) (text, mark string) {
	// A very long line is first cut by bytes, at the starts of characters.
	const reach = 4 * lineWidth
	cutLeft, cutRight := false, false
	if to-from > reach {
		to = from + reach
	}
	if right := from + 2*reach; len(line) > right {
		line, cutRight = line[:runeStart(line, right)], true
	}
	if left := from - reach; left > 0 {
		left = runeStart(line, left)
		line, from, to, cutLeft = line[left:], from-left, to-left, true
	}
	columns, first, last := expand(line, from, min(to, len(line)))
	start := 0
	if len(columns) > lineWidth && first > lineWidth-lineBefore/2 {
		start = min(first-lineBefore, len(columns)-lineWidth)
	}
	start = max(start, 0)
	end := min(start+lineWidth, len(columns))
	cutLeft, cutRight = cutLeft || start > 0, cutRight || end < len(columns)
	shown := columns[start:end]
	first, last = first-start, min(last-start, max(len(shown), first-start+1))
	if cutLeft {
		text = "…"
		mark = " "
	}
	text += string(shown)
	if cutRight {
		text += "…"
	}
	return strings.TrimRight(text, " "), mark + strings.Repeat(" ", first) + "^" + strings.Repeat("~", max(last-first-1, 0))
}

func runeStart(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// expand turns line into one rune a column, and the byte range into columns.
func expand(line string, from, to int) (columns []rune, first, last int) {
	first, last = -1, -1
	for i, r := range line {
		if first < 0 && i >= from {
			first = len(columns)
		}
		if last < 0 && i >= to {
			last = len(columns)
		}
		switch {
		case r == '\t':
			columns = append(columns, ' ')
			for len(columns)%tabWidth != 0 {
				columns = append(columns, ' ')
			}
		case !unicode.IsPrint(r):
			columns = append(columns, utf8.RuneError)
		default:
			columns = append(columns, r)
		}
	}
	if first < 0 {
		first = len(columns)
	}
	if last < 0 {
		last = len(columns)
	}
	return columns, first, max(last, first+1)
}
