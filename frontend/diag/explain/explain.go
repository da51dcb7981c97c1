// Package explain holds what there is to say about each diagnostic code: its meaning, an example
// that is reported with it, and the corrected form where there is a typical one. slc explain and
// docs/diagnostics.md are written from it; tests compile the examples.
package explain

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"slc/frontend/diag"
)

// examples is an archive in the format of txtar: "-- CODE options --" starts an example,
// "-- CODE fixed --" its corrected form.
//
//go:embed examples.txtar
var examples string

// Example is a source text that is reported with a code.
type Example struct {
	Code    string
	Options []string // of the compilation: "target=metal"
	Text    string
	Fixed   string // the corrected form, "" if there is no typical one
}

const fixed = "fixed"

// Examples reads the archive, in its order.
func Examples() []*Example {
	var list []*Example
	at := map[string]*Example{}
	for _, f := range split(examples) {
		words := strings.Fields(f.name)
		if len(words) == 0 {
			continue
		}
		e := at[words[0]]
		if e == nil {
			e = &Example{Code: words[0]}
			at[e.Code] = e
			list = append(list, e)
		}
		if len(words) == 2 && words[1] == fixed {
			e.Fixed = f.text
		} else {
			e.Options, e.Text = words[1:], e.Text+f.text
		}
	}
	return list
}

type file struct{ name, text string }

func split(archive string) (files []file) {
	for _, line := range strings.SplitAfter(archive, "\n") {
		if name, ok := strings.CutPrefix(line, "-- "); ok {
			if name, ok = strings.CutSuffix(strings.TrimSpace(name), " --"); ok {
				files = append(files, file{name: name})
				continue
			}
		}
		if len(files) > 0 {
			files[len(files)-1].text += line
		}
	}
	return files
}

// exampleOf returns the example of a code, nil if there is none.
func exampleOf(c *diag.Code) *Example {
	for _, e := range Examples() {
		if e.Code == c.ID {
			return e
		}
	}
	return nil
}

// WithoutExample says why a code that no short source text triggers has no example; "" for the others.
func WithoutExample(id string) string {
	switch id {
	case "E0001":
		return "comes after too many other errors"
	case "E0002":
		return "is a bug of slc"
	case "E0003":
		return "is about the command line: a file cannot be read"
	case "E0004":
		return "needs an input of many megabytes"
	case "E0102":
		return "needs bytes that are no text"
	case "E0107":
		return "needs hundreds of nested brackets"
	case "W0450":
		return "is about slc check: nothing is compiled without an entry point"
	case "E0123":
		return "needs macros that expand to millions of tokens"
	}
	return ""
}

// CommandLine spells the options of an example as slc takes them.
func (e *Example) CommandLine() string {
	var out []string
	for _, option := range e.Options {
		switch key, value, _ := strings.Cut(option, "="); key {
		case "define":
			out = append(out, "-D "+value)
		case "lint":
			out = append(out, "-Wlint")
		default:
			out = append(out, "-"+key+" "+value)
		}
	}
	return strings.Join(out, " ")
}

// Find returns the codes that a user means: one by its ID or name, or several by slangc's number.
func Find(s string) (list []*diag.Code) {
	if c := diag.Lookup(s); c != nil {
		return []*diag.Code{c}
	}
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(s), "E"))
	if err != nil || n == 0 {
		return nil
	}
	for _, c := range diag.Codes() {
		if c.Slangc == n {
			list = append(list, c)
		}
	}
	return list
}

// facts is the line below the heading of a code.
func facts(c *diag.Code) string {
	text := fmt.Sprintf("`%s`, %s. %s\n", c.Name, c.Severity, c.Doc)
	switch {
	case c.Demotable():
		text += fmt.Sprintf("`-Wno-error=%s` makes it a warning.\n", c.Name)
	case c.IsLint():
		text += fmt.Sprintf("A lint: `slc check` looks for it, `slc compile` with `-W%s` or `-Wlint`; `-Wno-%s` turns it off.\n", c.Name, c.Name)
	case c.Severity == diag.Warning:
		text += fmt.Sprintf("`-Wno-%s` turns it off, `-Werror=%s` makes it an error.\n", c.Name, c.Name)
	}
	return text
}

// body is what stands below the facts, in Markdown.
func body(c *diag.Code) string {
	var b strings.Builder
	e := exampleOf(c)
	if e == nil {
		if why := WithoutExample(c.ID); why != "" {
			fmt.Fprintf(&b, "\nThere is no example: it %s.\n", why)
		}
		return b.String()
	}
	fmt.Fprintf(&b, "\n```hlsl\n%s```\n", e.Text)
	if len(e.Options) > 0 {
		fmt.Fprintf(&b, "\nWith `%s`.\n", e.CommandLine())
	}
	if e.Fixed != "" {
		fmt.Fprintf(&b, "\nCorrected:\n\n```hlsl\n%s```\n", e.Fixed)
	}
	return b.String()
}

// Text is what slc explain prints about a code: what the page says, without its marks.
func Text(c *diag.Code) string {
	head := c.ID
	if c.Slangc != 0 {
		head += fmt.Sprintf(" (slangc: %s)", Slangc(c))
	}
	return head + "\n" + plain(facts(c)+body(c))
}

// plain removes the marks of Markdown and indents code.
func plain(markdown string) string {
	var b strings.Builder
	code := false
	for _, line := range strings.SplitAfter(markdown, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code && line != "\n" && line != "":
			b.WriteString("    " + line)
		case code:
			b.WriteString(line)
		default:
			b.WriteString(strings.ReplaceAll(line, "`", ""))
		}
	}
	return b.String()
}

// Slangc is slangc's number of a code as slangc prints it, "" if it has none.
func Slangc(c *diag.Code) string {
	if c.Slangc == 0 {
		return ""
	}
	return fmt.Sprintf("%05d", c.Slangc)
}

// List is one line for each code.
func List() string {
	var b strings.Builder
	for _, c := range diag.Codes() {
		kind := c.Severity.String()
		if c.IsLint() {
			kind = diag.LintGroup
		}
		fmt.Fprintf(&b, "%s  %-14s  %-26s  %s\n", c.ID, kind, c.Name, c.Doc)
	}
	return b.String()
}

// Page is docs/diagnostics.md.
func Page() string {
	var b strings.Builder
	b.WriteString(pageHead)
	b.WriteString("| code | name | severity | slangc |\n|---|---|---|---|\n")
	for _, c := range diag.Codes() {
		fmt.Fprintf(&b, "| [%s](#%s) | `%s` | %s | %s |\n", c.ID, strings.ToLower(c.ID), c.Name, c.Severity, Slangc(c))
	}
	for _, c := range diag.Codes() {
		fmt.Fprintf(&b, "\n## %s\n\n%s%s", c.ID, facts(c), body(c))
	}
	return b.String()
}

const pageHead = `# Diagnostics

Written by ` + "`go test ./testsuite/docs -update`" + ` from the compiler's own table; a test compiles every example and expects its code.
` + "`slc explain CODE`" + ` prints the same text.

Every diagnostic has a stable code. ` + "`-W`" + ` options take the name of a warning: ` + "`-Wno-plain-poll`, `-Werror=plain-poll`" + `.
"slangc" is the number of the corresponding diagnostic of the Slang compiler, where there is one. Options that an example
needs stand behind it.

The lints, W0601 and up, are about what is legal and right, but slow, not portable, or waiting for what may never come.
` + "`slc check`" + ` looks for all of them; for ` + "`slc compile`" + ` they are off until ` + "`-Wlint`" + ` or their own name turns them on.
` + "`-Wlint -Wno-emulated-order`" + ` is all but one; ` + "`-Werror=lint`" + ` makes errors of them.

The letter is part of the code: E0301 and W0301 are two diagnostics. ` + "`slc check`" + ` looks at all targets, and an error that concerns
only a target that no ` + "`-target`" + ` names is then a warning with the code of the error: ` + "`warning[E0503]`" + `.

`
