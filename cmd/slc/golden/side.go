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
			w.column(h, s.was, marks, width, true)
			w.b.WriteString(strings.TrimRight(" "+sign, " "))
			if s.now >= 0 && h[s.now].Now != "" {
				w.b.WriteString(strings.Repeat(" ", 3-len(strings.TrimRight(" "+sign, " "))))
				w.column(h, s.now, marks, width, false)
			}
			w.b.WriteByte('\n')
		}
	}
}

// column writes one side, cut or padded to the width.
func (w *textWriter) column(h hunk, i int, marks map[int][]Piece, width int, left bool) {
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
	room := width
	for _, p := range list {
		text := cut(strings.ReplaceAll(p.Text, "\t", "    "), room)
		room -= utf8.RuneCountInString(text)
		if p.Marked {
			w.put(marked, text)
		} else {
			w.put(s, text)
		}
	}
	if left {
		w.b.WriteString(strings.Repeat(" ", room))
	}
}

// cut shortens text to n characters, the last of which shows that it did.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	if n <= 0 {
		return ""
	}
	return string([]rune(text)[:n-1]) + "…"
}
