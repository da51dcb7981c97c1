package edit

import (
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// context is the number of equal lines shown around a change.
const context = 3

// line is one line of a comparison: ' ', '-' or '+'.
type line struct {
	sign byte
	text string
}

// Diff is the unified diff of two texts under a name, "" when they are equal.
func Diff(name, was, now string) string {
	if was == now {
		return ""
	}
	lines := compare(was, now)
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", name, name)
	oldNo, newNo := 1, 1
	for i := 0; i < len(lines); {
		if !near(lines, i) {
			i, oldNo, newNo = i+1, oldNo+1, newNo+1
			continue
		}
		end := i
		for end < len(lines) && near(lines, end) {
			end++
		}
		oldNo, newNo = hunk(&b, lines[i:end], oldNo, newNo)
		i = end
	}
	return b.String()
}

// near reports whether line i belongs to a hunk: a change is at most context lines away.
func near(lines []line, i int) bool {
	for j := max(i-context, 0); j <= min(i+context, len(lines)-1); j++ {
		if lines[j].sign != ' ' {
			return true
		}
	}
	return false
}

func hunk(b *strings.Builder, lines []line, oldNo, newNo int) (nextOld, nextNew int) {
	olds, news := 0, 0
	for _, l := range lines {
		if l.sign != '+' {
			olds++
		}
		if l.sign != '-' {
			news++
		}
	}
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", oldNo, olds, newNo, news)
	for _, l := range lines {
		b.WriteByte(l.sign)
		b.WriteString(l.text)
		if !strings.HasSuffix(l.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
	return oldNo + olds, newNo + news
}

// compare gives the lines of both texts in order.
func compare(was, now string) (out []line) {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	a, b, table := d.DiffLinesToRunes(was, now)
	for _, part := range d.DiffCharsToLines(d.DiffMainRunes(a, b, false), table) {
		sign := map[diffmatchpatch.Operation]byte{diffmatchpatch.DiffDelete: '-', diffmatchpatch.DiffInsert: '+', diffmatchpatch.DiffEqual: ' '}[part.Type]
		for _, text := range strings.SplitAfter(part.Text, "\n") {
			if text != "" {
				out = append(out, line{sign, text})
			}
		}
	}
	return out
}
