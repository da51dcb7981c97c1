package golden

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// TextOptions say how a report looks on a terminal or in a log.
type TextOptions struct {
	Colour     bool
	SideBySide bool
	Width      int // columns of the terminal, 0: unknown
	Context    int // unchanged lines around a change
}

// minSideWidth is the width below which two columns hold no line of code.
const minSideWidth = 100

type style string

// SGR codes. What is weaker is red; so is deleted text.
const (
	plain   style = ""
	red     style = "31"
	green   style = "32"
	yellow  style = "33"
	cyan    style = "36"
	bold    style = "1"
	redBold style = "1;31"
	dim     style = "2"
	onRed   style = "1;31;7"
	onGreen style = "1;32;7"
)

type textWriter struct {
	b strings.Builder
	o TextOptions
}

// put writes text in a style. Control characters of the compared files reach no terminal.
func (w *textWriter) put(s style, text string) {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0x7f {
			return '�'
		}
		return r
	}, text)
	if !w.o.Colour || s == plain || text == "" {
		w.b.WriteString(text)
		return
	}
	w.b.WriteString("\x1b[" + string(s) + "m" + text + "\x1b[0m")
}

func (w *textWriter) line(s style, format string, args ...any) {
	w.put(s, fmt.Sprintf(format, args...))
	w.b.WriteByte('\n')
}

// WriteText writes the report as text.
func WriteText(out io.Writer, r *Report, o TextOptions) error {
	w := &textWriter{o: o}
	for k, i := range r.Items {
		w.item(i, r.sameFault(k))
	}
	w.total(r)
	_, err := io.WriteString(out, w.b.String())
	return err
}

// WriteItem writes one item as text.
func WriteItem(out io.Writer, i *Item, o TextOptions) error {
	w := &textWriter{o: o}
	w.item(i, nil)
	_, err := io.WriteString(out, w.b.String())
	return err
}

// WriteComparison writes how two texts differ, as slc golden check does.
func WriteComparison(out io.Writer, c *Comparison, o TextOptions) error {
	w := &textWriter{o: o}
	w.comparison(c)
	_, err := io.WriteString(out, w.b.String())
	return err
}

// Explain says in plain text how two texts differ; it is what tests print.
func Explain(lang Language, was, now string) string {
	w := &textWriter{o: TextOptions{Context: DefaultContext}}
	if c := Compare(lang, was, now, nil); lang == Plain {
		w.unified(c)
	} else {
		w.comparison(c)
	}
	return w.b.String()
}

// DefaultContext is the number of unchanged lines around a change.
const DefaultContext = 3

// item writes an item; first is an earlier one that fails in the same way.
func (w *textWriter) item(i, first *Item) {
	switch i.State {
	case Differs:
		w.line(bold, "%s: changed", shown(i.File))
		w.comparison(i.Diff)
	case New:
		w.line(bold, "%s: new, %s", shown(i.File), plural(len(splitLines(i.Now)), "line"))
	case Orphan:
		w.line(bold, "%s: orphan: no kernel and target give this file", shown(i.File))
	case Failed:
		w.line(bold, "%s: %s", shown(i.File), shown(i.fault(first)))
	}
}

// shown is a name as one line: what a name must not do to a report is escaped.
func shown(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		quoted := strconv.Quote(name)
		return quoted[1 : len(quoted)-1]
	}
	return name
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func (w *textWriter) total(r *Report) {
	s := green
	if !r.Clean() {
		s = bold
	}
	w.line(s, "%s", r.Summary())
}

// gravest counts the changed files that need a second look.
func (r *Report) gravest() string {
	weaker, abi := 0, 0
	for _, i := range r.Items {
		if i.Diff != nil && i.Diff.Weaker() {
			weaker++
		}
		if i.Diff != nil && i.Diff.ABIBreak() {
			abi++
		}
	}
	switch {
	case weaker > 0 && abi > 0:
		return fmt.Sprintf(" (%d weaker, %d with an ABI break)", weaker, abi)
	case weaker > 0:
		return fmt.Sprintf(" (%d weaker)", weaker)
	case abi > 0:
		return fmt.Sprintf(" (%d with an ABI break)", abi)
	}
	return ""
}

// Summary is one line about the whole report.
func (r *Report) Summary() string {
	parts := []string{plural(r.Kernels, "kernel")}
	for _, c := range [...]struct {
		state State
		words string
	}{{Matches, "the same"}, {Differs, "changed" + r.gravest()}, {New, "new"}, {Orphan, "orphaned"}, {Failed, "not compiled"}} {
		if n := r.Count(c.state); n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+c.words)
		}
	}
	if n := len(r.Skipped); n > 0 {
		parts = append(parts, plural(n, "source")+" without an entry point")
	}
	return strings.Join(parts, ", ")
}

// comparison writes the summary by cause and the diff.
func (w *textWriter) comparison(c *Comparison) {
	for _, part := range [...]struct {
		cause Cause
		title string
	}{{Memory, "memory operations"}, {Interface, "bindings and layouts"}} {
		titled := false
		for k := range c.Findings {
			if f := &c.Findings[k]; f.Cause == part.cause {
				if !titled {
					w.line(cyan, "  %s", part.title)
					titled = true
				}
				w.finding(f)
			}
		}
	}
	if c.Other > 0 {
		w.line(cyan, "  other code: %s", plural(c.Other, "line"))
	}
	if c.Renumbered > 0 {
		only := ""
		if len(c.Findings) == 0 && c.Other == 0 {
			only = "only "
		}
		w.line(cyan, "  %srenumbering: %s with other ids", only, plural(c.Renumbered, "line"))
	}
	if w.o.SideBySide && w.o.Width >= minSideWidth {
		w.sideBySide(c)
	} else {
		w.unified(c)
	}
}

func (f *Finding) style() style {
	switch {
	case f.Verdict == Weaker:
		return redBold
	case f.ABIBreak:
		return redBold
	case f.Verdict == Stronger:
		return green
	}
	return yellow
}

// label is the word before a finding.
func (f *Finding) label() string {
	if f.ABIBreak {
		return "ABI break"
	}
	return string(f.Verdict)
}

func (w *textWriter) finding(f *Finding) {
	w.b.WriteString("    ")
	w.put(f.style(), f.label())
	w.line(plain, ": %s", f.Text)
	for _, p := range f.promises() {
		w.line(plain, "      %s: %s", p[0], p[1])
	}
	if f.Source != nil {
		near := ""
		if f.Near {
			near = "near "
		}
		w.line(plain, "      %s%s:%d: %s", near, f.Source.File, f.Source.Line, f.Source.Text)
	}
}

// promises are the old and the new promise of a memory operation.
func (f *Finding) promises() (out [][2]string) {
	if f.Cause != Memory || f.Was == f.Now {
		return nil
	}
	for _, p := range [...][2]string{{"was", f.Was}, {"now", f.Now}} {
		if p[1] != "" && (f.Was != "" && f.Now != "" || p[1] != noPromise) {
			out = append(out, p)
		}
	}
	return out
}

// hunk is a run of rows around changes.
type hunk []Row

// hunks keeps some rows around each change.
func hunks(rows []Row, context int) []hunk {
	var out []hunk
	last := -1 // the row after the last hunk
	for i := range rows {
		if rows[i].Kind == Same || rows[i].Kind == Renumbered {
			continue
		}
		from, to := max(i-context, 0), min(i+context+1, len(rows))
		if len(out) > 0 && from <= last {
			out[len(out)-1] = append(out[len(out)-1], rows[last:to]...)
		} else {
			out = append(out, append(hunk(nil), rows[from:to]...))
		}
		last = to
	}
	return out
}

// header is the line that unified diffs start a hunk with.
func (h hunk) header() string {
	was, now, wasN, nowN := 0, 0, 0, 0
	for _, r := range h {
		if r.WasNo > 0 {
			if wasN++; was == 0 {
				was = r.WasNo
			}
		}
		if r.NowNo > 0 {
			if nowN++; now == 0 {
				now = r.NowNo
			}
		}
	}
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@", was, wasN, now, nowN)
}

// sameLines is what is left to say when no line differs.
const sameLines = "only the end of the last line differs"

// unified writes a unified diff; the words that changed in a line are highlighted, and a
// line that was only renumbered is marked ~.
func (w *textWriter) unified(c *Comparison) {
	if c.Same() {
		w.line(plain, "%s", sameLines)
	}
	for _, h := range hunks(c.Rows, w.o.Context) {
		w.line(cyan, "%s", h.header())
		marks := h.marks()
		for i, r := range h {
			switch r.Kind {
			case Same:
				w.line(plain, " %s", r.Now)
			case Renumbered:
				w.line(dim, "~%s", r.Now)
			case Deleted:
				w.pieces("-", marks[i], red, onRed)
			case Inserted:
				w.pieces("+", marks[i], green, onGreen)
			}
		}
	}
}

func (w *textWriter) pieces(mark string, list []Piece, s, marked style) {
	w.put(s, mark)
	for _, p := range list {
		if p.Marked {
			w.put(marked, p.Text)
		} else {
			w.put(s, p.Text)
		}
	}
	w.b.WriteByte('\n')
}

// marks splits the changed lines of a hunk into words that changed and others; by row.
func (h hunk) marks() map[int][]Piece {
	out := map[int][]Piece{}
	for i := 0; i < len(h); {
		var was, now []int
		for ; i < len(h) && h[i].Kind == Deleted; i++ {
			was = append(was, i)
			out[i] = []Piece{{Text: h[i].Was}}
		}
		for ; i < len(h) && h[i].Kind == Inserted; i++ {
			now = append(now, i)
			out[i] = []Piece{{Text: h[i].Now}}
		}
		if len(was) == 0 && len(now) == 0 {
			i++
			continue
		}
		for _, p := range h.partners(was, now) {
			if p.was >= 0 && p.now >= 0 {
				a, b := was[p.was], now[p.now]
				out[a], out[b] = markWords(h[a].Was, h[b].Now)
			}
		}
	}
	return out
}

func (h hunk) partners(was, now []int) []pair {
	var a, b []string
	for _, i := range was {
		a = append(a, h[i].Was)
	}
	for _, i := range now {
		b = append(b, h[i].Now)
	}
	return partners(a, b)
}
