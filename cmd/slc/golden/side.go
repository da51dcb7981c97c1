package golden

import (
	"strings"
	"unicode/utf8"
)

// sideRow is a line of the two-column form; -1: nothing on that side.
type sideRow struct{ was, now int }

// sides pairs the rows of a hunk.
func (h hunk) sides() []sideRow {
	var out []sideRow
	for i := 0; i < len(h); {
		if h[i].Kind == Same || h[i].Kind == Renumbered {
			out = append(out, sideRow{i, i})
			i++
			continue
		}
		var was, now []int
		for ; i < len(h) && h[i].Kind == Deleted; i++ {
			was = append(was, i)
		}
		for ; i < len(h) && h[i].Kind == Inserted; i++ {
			now = append(now, i)
		}
		pairs := h.partners(was, now)
		if pairs == nil {
			pairs = alignBy(was, now, nil)
		}
		for _, p := range pairs {
			r := sideRow{-1, -1}
			if p.was >= 0 {
				r.was = was[p.was]
			}
			if p.now >= 0 {
				r.now = now[p.now]
			}
			out = append(out, r)
		}
	}
	return out
}

// sideBySide writes the old lines on the left and the new ones on the right.
func (w *textWriter) sideBySide(c *Comparison) {
	width := (w.o.Width - len(" | ")) / 2
	for _, h := range hunks(c.Rows, w.o.Context) {
		w.line(cyan, "%s", h.header())
		marks := h.marks()
		for _, s := range h.sides() {
			sign := " "
			switch {
			case s.was < 0:
				sign = ">"
			case s.now < 0:
				sign = "<"
			case s.was != s.now:
				sign = "|"
			case h[s.was].Kind == Renumbered:
				sign = "~"
			}
			w.pairOfColumns(w.column(h, s.was, marks, width, true), w.column(h, s.now, marks, width, false), sign, width)
		}
	}
}

// pairOfColumns writes the lines of both sides of a row beside each other; the sign stands in the first.
func (w *textWriter) pairOfColumns(left, right []columnLine, sign string, width int) {
	for k := range max(len(left), len(right), 1) {
		var l, r columnLine
		if k < len(left) {
			l = left[k]
		}
		if k < len(right) {
			r = right[k]
		}
		if k > 0 {
			sign = " "
		}
		used := w.segments(l)
		if sign == " " && len(r) == 0 {
			w.b.WriteByte('\n')
			continue
		}
		w.b.WriteString(strings.Repeat(" ", width-used) + strings.TrimRight(" "+sign, " "))
		if len(r) > 0 {
			w.b.WriteString(strings.Repeat(" ", 3-len(strings.TrimRight(" "+sign, " "))))
			w.segments(r)
		}
		w.b.WriteByte('\n')
	}
}

func (w *textWriter) segments(l columnLine) (used int) {
	for _, s := range l {
		w.put(s.style, s.text)
		used += utf8.RuneCountInString(s.text)
	}
	return used
}

// segment is text in a style, columnLine what stands on one line of a column.
type segment struct {
	style style
	text  string
}

type columnLine []segment

// column is one side of a row, wrapped to the width, so that no difference is out of sight.
func (w *textWriter) column(h hunk, i int, marks map[int][]Piece, width int, left bool) []columnLine {
	var list []Piece
	s, marked := plain, plain
	switch {
	case i < 0:
	case h[i].Kind == Deleted:
		list, s, marked = marks[i], red, onRed
	case h[i].Kind == Inserted:
		list, s, marked = marks[i], green, onGreen
	case left:
		list = []Piece{{Text: h[i].Was}}
	default:
		list = []Piece{{Text: h[i].Now}}
	}
	var out []columnLine
	room := 0
	for _, p := range list {
		style := s
		if p.Marked {
			style = marked
		}
		for text := []rune(strings.ReplaceAll(p.Text, "\t", "    ")); len(text) > 0; {
			if room == 0 {
				out, room = append(out, nil), width
			}
			n := min(room, len(text))
			last := len(out) - 1
			out[last] = append(out[last], segment{style, string(text[:n])})
			text, room = text[n:], room-n
		}
	}
	return out
}
