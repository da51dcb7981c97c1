package edit

import (
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// TestApply: "abcdefgh" with the edits of diagnostics, each a list of from, to, text.
func TestApply(t *testing.T) {
	type e struct {
		from, to int
		text     string
	}
	for _, tt := range []struct {
		name    string
		diags   [][]e
		want    string
		applied int
	}{
		{"two places", [][]e{{{0, 1, "X"}}, {{4, 4, "+"}}}, "Xbcd+efgh", 2},
		{"both ends of one", [][]e{{{2, 2, "("}, {4, 4, ")"}}}, "ab(cd)efgh", 1},
		{"out of order", [][]e{{{6, 7, ""}}, {{1, 2, "YY"}}}, "aYYcdefh", 2},
		{"overlap: the first place wins", [][]e{{{0, 3, "X"}}, {{2, 4, "Y"}}}, "Xdefgh", 1},
		{"adjacent replacements", [][]e{{{0, 2, "X"}}, {{2, 4, "Y"}}}, "XYefgh", 2},
		{"two insertions at one place", [][]e{{{3, 3, "X"}}, {{3, 3, "Y"}}}, "abcXdefgh", 1},
		{"insertion at the edge of a replacement", [][]e{{{2, 4, "X"}}, {{4, 4, "Y"}}}, "abXefgh", 1},
		{"equal edits are one", [][]e{{{3, 3, "X"}}, {{3, 3, "X"}}}, "abcXdefgh", 2},
		{"all or none of a diagnostic", [][]e{{{0, 1, "X"}}, {{0, 2, "Y"}, {5, 6, "Z"}}}, "Xbcdefgh", 1},
		{"none", [][]e{{}}, "", 0},
	} {
		m := source.NewMap()
		f := m.AddFile("a", "a", []byte("abcdefgh"))
		l := &diag.List{}
		for i, edits := range tt.diags {
			at := source.Pos(0)
			if len(edits) > 0 {
				at = source.Pos(edits[0].from)
			}
			d := l.Report(diag.SyntaxError, source.Span{Start: f.Base + at, End: f.Base + at}, "%d", i)
			for _, x := range edits {
				d.WithFix(source.Span{Start: f.Base + source.Pos(x.from), End: f.Base + source.Pos(x.to)}, x.text)
			}
		}
		texts, n := Apply(l.All(), m)
		if got := string(texts["a"]); got != tt.want || n != tt.applied {
			t.Errorf("%s: %q, %d applied, want %q, %d", tt.name, got, n, tt.want, tt.applied)
		}
	}
}

// TestApplyTwice: a file that is read twice has its edits once.
func TestApplyTwice(t *testing.T) {
	m, l := source.NewMap(), &diag.List{}
	for range 2 {
		f := m.AddFile("h", "h", []byte("old"))
		s := source.Span{Start: f.Base, End: f.Base + 3}
		l.Report(diag.SyntaxError, s, "x").WithFix(s, "new")
	}
	if texts, n := Apply(l.All(), m); string(texts["h"]) != "new" || n != 2 || len(texts.Paths()) != 1 {
		t.Errorf("%q, %d", texts, n)
	}
}

// TestDiff: three lines around a change, hunks apart, the last line without its end.
func TestDiff(t *testing.T) {
	lines := strings.Split("1 2 3 4 5 6 7 8 9 10 11 12", " ")
	was := strings.Join(lines, "\n")
	lines[1], lines[11] = "two", "twelve"
	want := `--- f
+++ f
@@ -1,5 +1,5 @@
 1
-2
+two
 3
 4
 5
@@ -9,4 +9,4 @@
 9
 10
 11
-12
\ No newline at end of file
+twelve
\ No newline at end of file
`
	if got := Diff("f", was, strings.Join(lines, "\n")); got != want {
		t.Errorf("%s", got)
	}
	if got := Diff("f", was, was); got != "" {
		t.Errorf("%q", got)
	}
}
