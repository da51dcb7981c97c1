package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"slc/frontend/source"
)

// label is a marked range of one source line.
type label struct {
	line     int // the real line in the file
	shown    int // the number that #line gives it
	from, to int // byte offsets in the line
	text     string
	primary  bool
}

// excerpt writes the lines that span and the notes start on, with the ranges marked: ^~~~ is what
// the diagnostic is about, ---- what belongs to it.
func (t *textRenderer) excerpt(span source.Span, notes []Attached) {
	f := t.m.FileOf(span.Start)
	if f == nil {
		return
	}
	labels := []label{t.label(f, span, "", true)}
	for _, n := range notes {
		labels = append(labels, t.label(f, t.m.Visible(n.Span), n.Message, false))
	}
	slices.SortStableFunc(labels, func(a, b label) int { return cmp.Compare(a.line, b.line) })
	for i := 0; i < len(labels); {
		end := i + 1
		for end < len(labels) && labels[end].line == labels[i].line {
			end++
		}
		if i > 0 {
			t.between(f, labels[i-1], labels[i])
		}
		t.line(f, labels[i:end])
		i = end
	}
}

// between stands for the lines that are not shown; a single one is shown.
func (t *textRenderer) between(f *source.File, a, b label) {
	switch b.line - a.line {
	case 1:
	case 2:
		text := cellsOf(f.LineText(a.line+1)).text(0, lineWidth)
		fmt.Fprintln(t.w, strings.TrimRight(fmt.Sprintf("%5d | %s", a.shown+1, text), " "))
	default:
		fmt.Fprintln(t.w, "  ...")
	}
}

func (t *textRenderer) label(f *source.File, span source.Span, text string, primary bool) label {
	real := f.RealLine(int(span.Start - f.Base))
	at := t.m.Locate(span.Start)
	line := f.LineText(real)
	from := min(at.Column-1, len(line))
	return label{line: real, shown: at.Line, from: from, to: min(from+max(int(span.End-span.Start), 1), len(line)), text: text, primary: primary}
}

// line writes one source line and the rows of marks and texts below it.
func (t *textRenderer) line(f *source.File, labels []label) {
	w := windowOf(f.LineText(labels[0].line), labels)
	fmt.Fprintf(t.w, "%5d | %s\n", labels[0].shown, w.text)
	for _, row := range markRows(w.ranges) {
		fmt.Fprintf(t.w, "      | %s\n", t.paintRow(row))
	}
}

// markRange is a label in columns of the text that is shown.
type markRange struct {
	first, last int
	text        string
	primary     bool
}

// cell is a column of a row: what stands there and whether it belongs to the diagnostic itself.
type cell struct {
	c       rune
	primary bool
}

// markRows lays out the marks of a line and the texts: that of the rightmost range behind the
// marks, those of the others below, each hanging from a | at its start.
func markRows(ranges []markRange) [][]cell {
	marks := &row{}
	for _, primary := range []bool{false, true} { // what the diagnostic is about stays visible
		for _, r := range ranges {
			if r.primary == primary {
				marks.mark(r)
			}
		}
	}
	var texts []markRange
	for _, r := range ranges {
		if r.text != "" {
			texts = append(texts, r)
		}
	}
	slices.SortStableFunc(texts, func(a, b markRange) int { return cmp.Compare(b.first, a.first) })
	rows := []*row{marks}
	if len(texts) > 0 && texts[0].last >= len(marks.cells) && !slices.ContainsFunc(texts[1:], func(r markRange) bool { return r.first == texts[0].first }) {
		marks.write(len(marks.cells)+1, texts[0].text)
		texts = texts[1:]
	}
	for i, r := range texts {
		below := &row{}
		for _, later := range texts[i+1:] {
			if later.first < r.first {
				below.write(later.first, "|")
			}
		}
		below.write(r.first, r.text)
		rows = append(rows, below)
	}
	out := make([][]cell, len(rows))
	for i, r := range rows {
		out[i] = r.cells
	}
	return out
}

type row struct{ cells []cell }

func (r *row) put(at int, c rune, primary bool) {
	for len(r.cells) <= at {
		r.cells = append(r.cells, cell{c: ' '})
	}
	r.cells[at] = cell{c, primary}
}

func (r *row) mark(m markRange) {
	for i := m.first; i < m.last; i++ {
		c := '-'
		if m.primary {
			if c = '~'; i == m.first {
				c = '^'
			}
		}
		r.put(i, c, m.primary)
	}
}

func (r *row) write(at int, text string) {
	for _, c := range text {
		r.put(at, c, false)
		at++
	}
}

// paintRow gives the colours: green for the diagnostic's own marks, cyan for the rest.
func (t *textRenderer) paintRow(cells []cell) string {
	var b strings.Builder
	for i := 0; i < len(cells); {
		j := i
		var part strings.Builder
		for ; j < len(cells) && (cells[j].c == ' ') == (cells[i].c == ' ') && cells[j].primary == cells[i].primary; j++ {
			part.WriteRune(cells[j].c)
		}
		switch {
		case cells[i].c == ' ':
			b.WriteString(part.String())
		case cells[i].primary:
			b.WriteString(t.paint(green, part.String()))
		default:
			b.WriteString(t.paint(cyan, part.String()))
		}
		i = j
	}
	return b.String()
}
