package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The shape of an excerpt.
const (
	tabWidth   = 4
	lineWidth  = 120 // columns shown of a line
	lineBefore = 60  // columns shown at least before a caret that is far right
)

// cells is a line as a terminal shows it: what stands in each column. A wide character is followed
// by an empty cell; a combining one shares the cell before it.
type cells struct {
	cols []string
	at   []int // the column of each byte, and of the end
}

// cellsOf lays out a line.
func cellsOf(line string) *cells {
	c := &cells{at: make([]int, 0, len(line)+1)}
	for i, r := range line {
		column := len(c.cols)
		switch w := runeWidth(r); {
		case r == '\t':
			c.cols = append(c.cols, " ")
			for len(c.cols)%tabWidth != 0 {
				c.cols = append(c.cols, " ")
			}
		case w == 0 && column > 0:
			column--
			c.cols[column] += string(r)
		case !unicode.IsPrint(r):
			c.cols = append(c.cols, string(utf8.RuneError))
		case w == 2:
			c.cols = append(c.cols, string(r), "")
		default:
			c.cols = append(c.cols, string(r))
		}
		for range width(line[i:], r) {
			c.at = append(c.at, column)
		}
	}
	c.at = append(c.at, len(c.cols))
	return c
}

// width is the number of bytes of the character that s starts with.
func width(s string, r rune) int {
	if r == utf8.RuneError {
		_, n := utf8.DecodeRuneInString(s)
		return n
	}
	return utf8.RuneLen(r)
}

func (c *cells) text(start, end int) string {
	return strings.Join(c.cols[min(start, len(c.cols)):min(end, len(c.cols))], "")
}

// runeWidth is the number of columns of a character: two for those that East Asian scripts and
// emoji use (Unicode Standard Annex 11), none for marks that combine with the one before.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me), r == 0x200d:
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf && r != 0x303f, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f680 && r <= 0x1f6ff, r >= 0x1f900 && r <= 0x1f9ff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}

// window is the part of a line that is shown.
type window struct {
	text   string
	ranges []markRange
}

// windowOf cuts a line to lineWidth columns around the primary label, else the first one. Ranges
// outside of it are moved to its edge.
func windowOf(line string, labels []label) window {
	focus := labels[0]
	for _, l := range labels {
		if l.primary {
			focus = l
		}
	}
	// A very long line is first cut by bytes, at the starts of characters.
	const reach = 4 * lineWidth
	left, right := 0, len(line)
	if focus.from > reach {
		left = runeStart(line, focus.from-reach)
	}
	if right > focus.from+2*reach {
		right = runeStart(line, focus.from+2*reach)
	}
	c := cellsOf(line[left:right])
	column := func(at int) int { return c.at[min(max(at-left, 0), right-left)] }
	start, total := 0, len(c.cols)
	if first := column(focus.from); total > lineWidth && first > lineWidth-lineBefore/2 {
		start = max(min(first-lineBefore, total-lineWidth), 0)
	}
	end := min(start+lineWidth, total)
	w := window{text: c.text(start, end)}
	shift := -start
	if left > 0 || start > 0 {
		w.text = "…" + w.text
		shift++
	}
	if right < len(line) || end < total {
		w.text += "…"
	}
	w.text = strings.TrimRight(w.text, " ")
	for _, l := range labels {
		first := min(max(column(l.from), start), max(end, column(focus.from)))
		last := max(min(column(l.to), end), first+1)
		if l.to > l.from && column(l.to) == column(l.from) { // a combining mark
			last = first + 1
		}
		w.ranges = append(w.ranges, markRange{first + shift, last + shift, l.text, l.primary})
	}
	return w
}

func runeStart(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
