package manual

import (
	"fmt"
	"strings"
)

// Page is a manual page of section 1 in the man macros of roff.
type Page struct {
	Program, Version, Date, Usage string
	Description                   []string // paragraphs
	Commands                      []Command
	Exit                          [][2]string // code, meaning
	Environment                   [][2]string
	Files, SeeAlso                []string
}

// Roff writes the page.
func (p *Page) Roff() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"%s\" \"%s %s\" \"User Commands\"\n", strings.ToUpper(p.Program), p.Date, p.Program, p.Version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", p.Program, roff(p.Usage))
	for i, c := range p.Commands {
		if i > 0 {
			b.WriteString(".br\n")
		}
		fmt.Fprintf(&b, "\\fB%s %s\\fR", p.Program, c.Name)
		if len(c.Options) > 0 {
			b.WriteString(" [\\fIoption\\fR ...]")
		}
		if c.Args != "" {
			fmt.Fprintf(&b, " \\fI%s\\fR", roff(c.Args))
		}
		b.WriteByte('\n')
	}
	b.WriteString(".SH DESCRIPTION\n")
	for i, d := range p.Description {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(d) + "\n")
	}
	for _, c := range p.Commands {
		fmt.Fprintf(&b, ".SH %s\n%s.\n", strings.ToUpper(c.Name), roff(sentence(c.Usage)))
		for _, o := range c.Options {
			b.WriteString(".TP\n" + optionHead(o) + "\n" + roff(sentence(o.Usage)) + ".\n")
		}
	}
	definitions(&b, "EXIT STATUS", p.Exit)
	definitions(&b, "ENVIRONMENT", p.Environment)
	if len(p.SeeAlso) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", roff(strings.Join(p.SeeAlso, ", ")))
	}
	return b.String()
}

func optionHead(o Option) string {
	var b strings.Builder
	for i, n := range o.Names {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("\\fB" + roff(dashed(n)) + "\\fR")
	}
	if o.Argument != "" {
		b.WriteString(" \\fI" + roff(o.Argument) + "\\fR")
	}
	return b.String()
}

func definitions(b *strings.Builder, title string, list [][2]string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	for _, d := range list {
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(d[0]), roff(d[1]))
	}
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	// What starts with a list of values, as "text, json or sarif", starts with a word to type.
	if first, rest, _ := strings.Cut(s, " "); !strings.HasSuffix(first, ",") && !strings.HasPrefix(rest, "or ") {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return strings.TrimSuffix(s, ".")
}

// roff escapes text: backslashes, hyphens, and what a line must not start with.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "’", "'", "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
