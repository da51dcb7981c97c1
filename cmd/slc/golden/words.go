package golden

import (
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Piece is a part of a line; Marked parts differ from the other line.
type Piece struct {
	Text   string
	Marked bool
}

// pairChanged orders the rows of a comparison for display: the deleted lines of a gap and then
// the inserted ones, each with the line of the other side that it is most like (-1: none).
func pairChanged(rows []Row) []Row {
	out := make([]Row, 0, len(rows))
	for i := 0; i < len(rows); {
		if rows[i].Kind != Deleted && rows[i].Kind != Inserted {
			out = append(out, rows[i])
			i++
			continue
		}
		end := i
		for end < len(rows) && (rows[end].Kind == Deleted || rows[end].Kind == Inserted) {
			end++
		}
		gap := slices.Clone(rows[i:end])
		slices.SortStableFunc(gap, func(a, b Row) int { return int(a.Kind) - int(b.Kind) })
		out = append(out, gap...)
		i = end
	}
	return out
}

// likeness is how much of two lines is alike, from 0 to 1.
func likeness(a, b string) float64 {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x)+len(y) == 0 {
		return 1
	}
	common := len(commonPairs(x, y, func(p, q *string) bool { return *p == *q }))
	return 2 * float64(common) / float64(len(x)+len(y))
}

// minLikeness is the likeness below which marking words of two lines would mark all.
const minLikeness = 0.34

// maxGap bounds the lines that are paired by likeness.
const maxGap = 64

// partners pairs the deleted and inserted lines of a gap in order, so that the pairs are alike.
func partners(was, now []string) []pair {
	if len(was) > maxGap || len(now) > maxGap {
		return nil
	}
	alike := func(a, b *string) bool { return likeness(*a, *b) >= minLikeness }
	strict := func(a, b *string) bool { return likeness(*a, *b) >= 0.7 }
	return alignBy(was, now, []func(a, b *string) bool{strict, alike})
}

// markWords splits two lines into the parts that they share and those that they do not.
func markWords(was, now string) (a, b []Piece) {
	codes := map[string]rune{}
	var table []string
	encode := func(line string) []rune {
		var out []rune
		for _, w := range splitWords(line) {
			if codes[w] == 0 {
				table = append(table, w)
				codes[w] = rune(len(table))
			}
			out = append(out, codes[w])
		}
		return out
	}
	for _, part := range differ().DiffMainRunes(encode(was), encode(now), false) {
		var text strings.Builder
		for _, r := range part.Text {
			text.WriteString(table[r-1])
		}
		p := Piece{text.String(), part.Type != diffmatchpatch.DiffEqual}
		if part.Type != diffmatchpatch.DiffInsert {
			a = append(a, p)
		}
		if part.Type != diffmatchpatch.DiffDelete {
			b = append(b, p)
		}
	}
	return a, b
}

// splitWords splits a line into words, runs of blanks and single signs: nothing is lost.
func splitWords(line string) []string {
	class := func(c byte) int {
		switch {
		case c == ' ' || c == '\t':
			return 1
		case isWord(rune(c)) || c >= 0x80 || c == '%':
			return 2
		}
		return 0
	}
	var out []string
	for i := 0; i < len(line); {
		start := i
		for i++; i < len(line) && class(line[i]) == class(line[start]) && class(line[start]) != 0; i++ {
		}
		out = append(out, line[start:i])
	}
	return out
}
