package golden

import (
	"cmp"
	"slices"
	"strings"
)

// Language is that of the compared texts.
type Language uint8

// The languages; SPIRV is assembly text.
const (
	SPIRV Language = iota
	HLSL
	Metal
	Plain // text that means nothing
)

// Cause groups findings by what they are about.
type Cause string

// The causes, most serious first.
const (
	Memory    Cause = "memory"
	Interface Cause = "interface"
)

// Source is a place in the source of the kernel.
type Source struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Finding is one change and what it means.
type Finding struct {
	Cause   Cause
	Verdict Verdict
	Title   string // what it is about
	Text    string // one sentence
	Was     string
	Now     string
	// ABIBreak: code built against the old value misbehaves.
	ABIBreak bool
	// OldLine and NewLine are lines of the texts from 0; -1: not there. Near: NewLine only stands close.
	OldLine, NewLine int
	Near             bool
	Source           *Source

	oldLines, newLines []int  // further lines that it explains
	unatomic           string // the variable of an atomic that became a plain access
}

// Comparison is how two texts differ.
type Comparison struct {
	Findings   []Finding // memory first, weaker ones first
	Rows       []Row
	Renumbered int // lines that differ in ids only
	Other      int // changed lines that no finding speaks of
}

// Compare explains how now differs from was. sources gives the place in the source
// of each line of now, and may be nil.
func Compare(lang Language, was, now string, sources func(line int) *Source) *Comparison {
	a, b := splitLines(was), splitLines(now)
	c := &Comparison{}
	old := a
	var renamed []Finding
	if lang != Plain {
		var names map[string]string
		names, renamed = renames(lang, a, b)
		a = replaceAll(a, names, lang == SPIRV)
	}
	c.Rows = pairChanged(withLines(alignLines(lang, a, b), old))
	told := map[lineOf]bool{}
	switch lang {
	case SPIRV:
		m, n := parseAsm(a), parseAsm(b)
		c.Findings, told = compareMemory(spirvMemory(m), spirvMemory(n), c.Rows)
		c.Findings = append(c.Findings, compareFacts(spirvFacts(m), spirvFacts(n))...)
	case HLSL, Metal:
		c.Findings, told = compareMemory(textMemory(lang, a), textMemory(lang, b), c.Rows)
		c.Findings = append(c.Findings, compareFacts(textFacts(lang, a), textFacts(lang, b))...)
	}
	c.Findings = append(c.Findings, renamed...)
	slices.SortStableFunc(c.Findings, func(x, y Finding) int { return cmp.Compare(rank(&x), rank(&y)) })
	for i := range c.Findings {
		if sources != nil && c.Findings[i].Cause == Memory {
			c.locate(&c.Findings[i], sources)
		}
	}
	c.count(told)
	return c
}

// withLines puts the old lines back as they are, in rows of lines with new names in them.
func withLines(rows []Row, was []string) []Row {
	for i := range rows {
		if r := &rows[i]; r.WasNo > 0 {
			r.Was = was[r.WasNo-1]
		}
	}
	return renumberedRows(rows)
}

// locate finds the source of a finding: that of its new line or, if there is none that says anything, of a line close by.
func (c *Comparison) locate(f *Finding, sources func(line int) *Source) {
	if f.NewLine >= 0 {
		if f.Source = sources(f.NewLine); f.Source.speaks() {
			return
		}
	}
	row := slices.IndexFunc(c.Rows, func(r Row) bool {
		return f.NewLine >= 0 && r.NowNo == f.NewLine+1 || f.NewLine < 0 && r.WasNo == f.OldLine+1
	})
	// What follows is closer than what stands before: a fence that is gone was there for what followed, or
	// for what stands directly before it, which then is told as its operation.
	for distance := 1; row >= 0 && distance <= maxNear; distance++ {
		for _, k := range [...]int{row + distance, row - distance} {
			if k < 0 || k >= len(c.Rows) || c.Rows[k].NowNo == 0 {
				continue
			}
			if s := sources(c.Rows[k].NowNo - 1); s.speaks() {
				f.Source, f.Near = s, true
				if f.NewLine < 0 {
					f.NewLine = c.Rows[k].NowNo - 1
				}
				return
			}
		}
	}
	f.Source = nil
}

// maxNear bounds how far the source near something may be, in lines of the text.
const maxNear = 200

// speaks reports whether the line says more than a brace does.
func (s *Source) speaks() bool {
	return s != nil && strings.ContainsFunc(s.Text, isWord)
}

func rank(f *Finding) int {
	at := slices.Index([]Verdict{Weaker, Removed, Changed, Moved, Added, Stronger}, f.Verdict)
	if f.Cause != Memory {
		at += 10
	}
	if f.Cause == Interface && !f.ABIBreak {
		at += 10
	}
	return at
}

// count tells lines that only ids changed in from those that nothing explains. Types and
// constants are declared because something uses them: they count only if nothing else changed.
func (c *Comparison) count(told map[lineOf]bool) {
	for _, f := range c.Findings {
		for _, line := range append(f.oldLines, f.OldLine) {
			told[lineOf{0, line + 1}] = true
		}
		for _, line := range append(f.newLines, f.NewLine) {
			told[lineOf{1, line + 1}] = told[lineOf{1, line + 1}] || !f.Near
		}
	}
	var code, declarations [2]int
	for _, r := range c.Rows {
		switch {
		case r.Kind == Renumbered:
			c.Renumbered++
		case r.Kind == Deleted && !told[lineOf{0, r.WasNo}]:
			tally(r.Was, 0, &code, &declarations)
		case r.Kind == Inserted && !told[lineOf{1, r.NowNo}]:
			tally(r.Now, 1, &code, &declarations)
		}
	}
	c.Other = max(code[0], code[1])
	if c.Other == 0 && c.Renumbered == 0 && len(c.Findings) == 0 {
		c.Other = max(declarations[0], declarations[1])
	}
}

func tally(line string, side int, code, declarations *[2]int) {
	if strings.Contains(line, " = OpConstant") || strings.Contains(line, " = OpType") || strings.Contains(line, " OpName ") || strings.Contains(line, " OpMemberName ") {
		declarations[side]++
	} else {
		code[side]++
	}
}

// Weaker reports whether a promise to other invocations is gone.
func (c *Comparison) Weaker() bool {
	return slices.ContainsFunc(c.Findings, func(f Finding) bool { return f.Verdict == Weaker })
}

// ABIBreak reports whether callers of the old kernel misbehave.
func (c *Comparison) ABIBreak() bool {
	return slices.ContainsFunc(c.Findings, func(f Finding) bool { return f.ABIBreak })
}

// Same reports whether no line differs.
func (c *Comparison) Same() bool {
	return !slices.ContainsFunc(c.Rows, func(r Row) bool { return r.Kind != Same })
}

func splitLines(s string) []string {
	s = strings.TrimSuffix(s, "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}
