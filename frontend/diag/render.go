package diag

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"slc/frontend/source"
)

// RenderText writes diagnostics for people:
//
//	kernel.slang:12:14: error[E0301]: message
//	    3 | groupshared Atomic<uint> counter;
//	      |                          ------- declared here
//	  ...
//	   12 |     uint x = counter;
//	      |              ^~~~~~~
//	  help: what to do
//	   12 -     uint x = counter;
//	   12 +     uint x = counter.load();
//
// A note that lies in another file, or in a macro, has a line of its own with its place. Columns
// count bytes, as compilers do. m may be nil if nothing has a position.
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
	inside, outside := t.partition(d)
	t.headline(d.Span, t.paint(severityColour(d.Severity), head+":"), t.paint(bold, d.Message+forTargets(d.Targets)), inside)
	t.macroNotes(d.Span)
	for _, n := range outside {
		t.headline(n.Span, t.paint(cyan, "note:"), n.Message, nil)
	}
	if d.Help != "" {
		fmt.Fprintf(t.w, "  %s %s\n", t.paint(green, "help:"), d.Help)
	}
	t.fixes(d)
}

// partition tells the notes that are shown in the excerpt of the diagnostic, because they lie in
// its file and in no macro, from the others.
func (t *textRenderer) partition(d *Diagnostic) (inside, outside []Attached) {
	for _, n := range d.Notes {
		if t.m != nil && d.Span.IsValid() && n.Span.IsValid() && n.Message != "" &&
			t.m.FileOf(n.Span.Start) == t.m.FileOf(d.Span.Start) && !expanded(t.m, n.Span.Start) && !expanded(t.m, d.Span.Start) {
			inside = append(inside, n)
		} else {
			outside = append(outside, n)
		}
	}
	return inside, outside
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

// headline writes "place: label message" and the source lines of span and of the notes.
func (t *textRenderer) headline(span source.Span, label, message string, notes []Attached) {
	if t.m == nil || !span.IsValid() {
		fmt.Fprintf(t.w, "%s %s\n", label, message)
		return
	}
	span = t.m.Visible(span)
	fmt.Fprintf(t.w, "%s %s %s\n", t.paint(bold, t.m.Locate(span.Start).String()+":"), label, message)
	t.excerpt(span, notes)
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
	t.headline(source.Span{Start: at, End: at + length}, t.paint(cyan, "note:"), message, nil)
}
