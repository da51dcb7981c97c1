// Package diag holds the compiler's diagnostics: what is wrong, where, and what
// to do about it. A stage reports into a List; only the command line prints.
//
// Every diagnostic has a Code from the table in codes.go. Codes are stable; tests
// and users rely on them, not on the wording.
package diag

import (
	"fmt"
	"slices"
	"strings"

	"slc/frontend/source"
)

// Severity orders diagnostics by how serious they are.
type Severity uint8

const (
	Note Severity = iota
	Warning
	Error
	Internal // a bug of the compiler
)

func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "internal error"
}

// Attached is a further place that belongs to a diagnostic.
type Attached struct {
	Span    source.Span
	Message string
}

// Fix is an edit that would mend the fault: Span is replaced by Text.
type Fix struct {
	Span source.Span
	Text string
}

// Diagnostic is one fault or remark.
type Diagnostic struct {
	Code     *Code
	Severity Severity
	Span     source.Span
	Message  string
	Notes    []Attached
	Help     string   // what to do, one sentence
	Fixes    []Fix    // edits that do it
	noFix    bool     // the text is not for this report alone to change
	Targets  []string // targets that it concerns, empty: all
}

// Note adds a further place and returns d.
func (d *Diagnostic) Note(span source.Span, format string, args ...any) *Diagnostic {
	if d == nil {
		return d
	}
	d.Notes = append(d.Notes, Attached{span, fmt.Sprintf(format, args...)})
	return d
}

// WithHelp sets the help line and returns d.
func (d *Diagnostic) WithHelp(format string, args ...any) *Diagnostic {
	if d == nil {
		return d
	}
	d.Help = fmt.Sprintf(format, args...)
	return d
}

// WithFix adds an edit and returns d.
func (d *Diagnostic) WithFix(span source.Span, text string) *Diagnostic {
	if d == nil || d.noFix {
		return d
	}
	d.Fixes = append(d.Fixes, Fix{span, text})
	return d
}

// MaxErrors is the number of errors after which a List drops further ones and
// says so once; the same holds for warnings.
const MaxErrors = 100

// List collects the diagnostics of one compilation. The zero value is ready.
type List struct {
	items    []*Diagnostic
	seen     map[dedupKey]*Diagnostic
	errors   int
	warnings int
	target   string
	options  Options
	lenient  bool
	regions  []region // of #pragma warning, by position
	use      func(source.Pos) source.Pos
	instance string // of a generic, that reports are about, and where it is used first
	usedAt   source.Span
	demoted  int // errors reported as warnings because the list was lenient
}

type dedupKey struct {
	code    *Code
	span    source.Span
	message string
}

// ForTarget returns the name that later reports are tagged with after setting
// it to target; "" tags none.
func (l *List) ForTarget(target string) (previous string) {
	previous, l.target = l.target, target
	return previous
}

// Lenient makes later errors warnings: they concern a target that is looked at
// but not asked for.
func (l *List) Lenient(on bool) { l.lenient = on }

// Within says that what is reported until leave is called is about an instance of a generic, first used at
// usedAt: it is noted, and no edit is offered, since the text is that of all instances.
func (l *List) Within(instance string, usedAt source.Span) (leave func()) {
	was, at := l.instance, l.usedAt
	l.instance, l.usedAt = instance, usedAt
	return func() { l.instance, l.usedAt = was, at }
}

// Faults is the number of errors reported so far, with those that Lenient made
// warnings.
func (l *List) Faults() int { return l.errors + l.demoted }

// Report adds a diagnostic of code at span; the format's arguments fill the
// message. Equal (code, span, message) are merged, their targets united. The
// result is never nil, so that notes can be chained.
func (l *List) Report(code *Code, span source.Span, format string, args ...any) *Diagnostic {
	severity, enabled := l.options.severity(code, l.pragmas(span.Start)...)
	if l.lenient && severity == Error {
		severity = Warning
		l.demoted++
	}
	if !enabled || l.isFull(severity) {
		// Kept out of the list, and cheap: an input may have a fault a byte.
		return &Diagnostic{Code: code, Severity: severity}
	}
	d := &Diagnostic{Code: code, Severity: severity, Span: span, Message: fmt.Sprintf(format, args...)}
	if l.instance != "" {
		d.noFix = true
		d.Note(l.usedAt, "in '%s', which is used here", l.instance)
	}
	if l.target != "" {
		d.Targets = []string{l.target}
	}
	key := dedupKey{code, span, d.Message}
	if old, ok := l.seen[key]; ok {
		if len(old.Targets) > 0 {
			for _, t := range d.Targets {
				if !slices.Contains(old.Targets, t) {
					old.Targets = append(old.Targets, t)
				}
			}
			if len(d.Targets) == 0 {
				old.Targets = nil
			}
		}
		return &Diagnostic{Code: code, Severity: severity} // notes go to the first report
	}
	if l.seen == nil {
		l.seen = map[dedupKey]*Diagnostic{}
	}
	l.seen[key] = d
	if d.Severity >= Error {
		l.errors++
	} else {
		l.warnings++
	}
	l.items = append(l.items, d)
	return d
}

// isFull counts a report that is beyond the limit of its kind, and says that it
// is. An internal error always has room.
func (l *List) isFull(s Severity) bool {
	switch {
	case s == Error && l.errors >= MaxErrors:
		l.errors++
		return true
	case s < Error && l.warnings >= MaxErrors:
		l.warnings++
		return true
	}
	return false
}

// Configure sets what options say about warnings; it holds for later reports.
func (l *List) Configure(o Options) { l.options = o }

// Wants reports whether the options show a diagnostic of this code: what is costly to find need
// not be looked for otherwise.
func (l *List) Wants(c *Code) bool {
	_, enabled := l.options.severity(c)
	return enabled
}

// All returns the diagnostics in the order of their positions; those without a
// position come first, ties keep the order of report.
func (l *List) All() []*Diagnostic {
	out := slices.Clone(l.items)
	slices.SortStableFunc(out, func(a, b *Diagnostic) int { return int(int64(a.Span.Start) - int64(b.Span.Start)) })
	out = oncePerType(out)
	for _, dropped := range [...]struct {
		n    int
		what string
	}{{l.errors - MaxErrors, "errors"}, {l.warnings - MaxErrors, "warnings"}} {
		if dropped.n > 0 {
			out = append(out, &Diagnostic{Code: TooManyErrors, Severity: Note, Message: fmt.Sprintf("%d further %s are not shown", dropped.n, dropped.what)})
		}
	}
	return out
}

// oncePerType keeps of the reports that a target lacks a type only the first place: one
// says it, and the type has to go from all.
func oncePerType(list []*Diagnostic) []*Diagnostic {
	out := list[:0]
	for _, d := range list {
		if d.Code == TargetType {
			at := slices.IndexFunc(out, func(o *Diagnostic) bool {
				return o.Code == d.Code && o.Severity == d.Severity && o.Message == d.Message
			})
			if at >= 0 && out[at].Span.IsValid() {
				continue
			}
			if at >= 0 { // it had no place
				out = slices.Delete(out, at, at+1)
			}
		}
		out = append(out, d)
	}
	return out
}

// HasErrors reports whether anything of severity Error or above was reported.
func (l *List) HasErrors() bool { return l.errors > 0 }

// Silent reports whether nothing was reported, of whatever severity; what an option turned off
// does not count.
func (l *List) Silent() bool { return l.errors == 0 && l.warnings == 0 && l.demoted == 0 }

// ErrorCount is the number of errors reported, including dropped ones.
func (l *List) ErrorCount() int { return l.errors }

// Code identifies one kind of diagnostic.
type Code struct {
	ID       string   // E0312, W0101
	Name     string   // kebab-case name, used by -W options for warnings
	Severity Severity // severity unless an option changes it
	Slangc   int      // number of the corresponding slangc diagnostic, 0 if none
	Doc      string   // one sentence: what it means
}

func (c *Code) String() string { return c.ID }

// Lookup finds a code by ID or by name; nil when there is none.
func Lookup(s string) *Code {
	for _, c := range Codes() {
		if strings.EqualFold(c.ID, s) || c.Name == s {
			return c
		}
	}
	return nil
}
