package diag_test

import (
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// TestLabels: several ranges in one excerpt. The text of the rightmost label of a line stands
// behind its marks, the others hang below.
func TestLabels(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "int one; int two;\nint x;\nint y = one + two;\n\n\n\nint z;"})
	l.Report(diag.BadOperands, find("one", 1).To(find("two", 1)), "no such sum").
		Note(find("one", 0), "declared here").Note(find("two", 0), "and here").
		Note(find("+", 0), "this operator").Note(find("z", 0), "far away")
	equal(t, render(t, l, m, false), `
a.slang:3:9: error[E0220]: no such sum
    1 | int one; int two;
      |     ---      --- and here
      |     declared here
    2 | int x;
    3 | int y = one + two;
      |         ^~~~~~~~~
      |             this operator
  ...
    7 | int z;
      |     - far away
`)
}

// TestLabelsBelow: labels that do not fit behind the marks hang from their starts.
func TestLabelsBelow(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "f(aa, bb, cc)"})
	l.Report(diag.BadOperands, find("f", 0), "call").
		Note(find("aa", 0), "first").Note(find("bb", 0), "second").Note(find("cc", 0), "third")
	equal(t, render(t, l, m, false), `
a.slang:1:1: error[E0220]: call
    1 | f(aa, bb, cc)
      | ^ --  --  -- third
      |   |   second
      |   first
`)
}

// TestColumns: a tab goes to the next multiple of four, a wide character takes two columns, a
// combining mark none.
func TestColumns(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "\tint 変数 = e\u0301x; int bad;"})
	l.Report(diag.UndefinedName, find("bad", 0), "end").Note(find("変数", 0), "wide")
	equal(t, render(t, l, m, false), "a.slang:1:25: error[E0201]: end\n"+
		"    1 |     int 変数 = e\u0301x; int bad;\n"+
		"      |         ----           ^~~\n"+
		"      |         wide")
}

// TestEdits: the lines as the edits leave them; edits of one line are one change.
func TestEdits(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "int a = b\n\tint c = (d);\nint e;"})
	after := find("b", 0)
	after.Start = after.End
	l.Report(diag.SyntaxError, find("b", 0), "insert").WithFix(after, ";")
	l.Report(diag.SyntaxError, find("d", 0), "remove").WithHelp("no parentheses").WithFix(find("(", 0), "").WithFix(find(")", 0), "")
	l.Report(diag.SyntaxError, find("e", 0), "both lines").WithFix(find("c", 0), "k").WithFix(find("e", 0), "k")
	equal(t, render(t, l, m, false), `
a.slang:1:9: error[E0150]: insert
    1 | int a = b
      |         ^
    1 - int a = b
    1 + int a = b;
a.slang:2:11: error[E0150]: remove
    2 |     int c = (d);
      |              ^
  help: no parentheses
    2 -     int c = (d);
    2 +     int c = d;
a.slang:3:5: error[E0150]: both lines
    3 | int e;
      |     ^
    2 -     int c = (d);
    2 +     int k = (d);
    3 - int e;
    3 + int k;
`)
}

// TestNotesElsewhere: a note in another file, or in a macro, has a place of its own.
func TestNotesElsewhere(t *testing.T) {
	m, l, find := read(t, map[string]string{"a.slang": "#include \"b.h\"\n#define M other\nint x = M;", "b.h": "int q;"})
	l.Report(diag.UndefinedName, find("x", 0), "here").Note(find("q", 0), "there").Note(find("other", 0), "in a macro").
		Note(source.Span{}, "nowhere")
	equal(t, render(t, l, m, false), `
a.slang:3:5: error[E0201]: here
    3 | int x = M;
      |     ^
b.h:1:5: note: there
    1 | int q;
      |     ^
a.slang:3:9: note: in a macro
    3 | int x = M;
      |         ^
note: nowhere
`)
}

// TestLongFix: the lines of an edit are shown where they differ, however long they are.
func TestLongFix(t *testing.T) {
	long := strings.Repeat("x = x + 1; ", 200)
	m, l, find := read(t, map[string]string{"a.slang": long + "y = counter;"})
	l.Report(diag.SyntaxError, find("counter", 0), "read").WithFix(find("counter", 0), "counter.load()")
	text := render(t, l, m, false)
	for _, want := range []string{"\n    1 - …", "\n    1 + …", "y = counter;\n", "y = counter.load();\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
