package conformance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A check is one line of LLVM's FileCheck: CHECK, CHECK-NEXT and so on.
type check struct {
	kind    string // "", NEXT, SAME, DAG, NOT, LABEL, EMPTY
	count   int
	pattern string
	line    int
}

// checks collects the lines of a prefix.
func (k *Kernel) checks(prefix string) (all []check) {
	for i, line := range k.Lines {
		at := strings.Index(line, prefix)
		if word, _, _ := comment(line); isTest(word) || strings.HasPrefix(word, "TEST_") {
			continue
		}
		if at < 0 || at > 0 && wordByte(line[at-1]) {
			continue
		}
		kind, pattern, ok := strings.Cut(line[at+len(prefix):], ":")
		if !ok || !suffixes().MatchString(kind) {
			continue
		}
		c := check{kind: strings.TrimPrefix(kind, "-"), count: 1, pattern: strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(pattern), "*/")), line: i + 1}
		if n, ok := strings.CutPrefix(c.kind, "COUNT-"); ok {
			c.kind = ""
			c.count, _ = strconv.Atoi(n)
		}
		all = append(all, c)
	}
	return all
}

// suffixes are what may stand between a prefix and the colon.
var suffixes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(-NEXT|-SAME|-DAG|-NOT|-LABEL|-COUNT-\d+)?$`)
})

func wordByte(b byte) bool {
	return b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '-'
}

// A matcher is the state of a run of FileCheck.
type matcher struct {
	text  string
	pos   int // end of the last match
	group int // where the current group of DAG lines starts
	vars  map[string]string
	nots  []check
	taken [][2]int // matches of the current group
}

// FileCheck compares text with the lines of a prefix.
func (k *Kernel) FileCheck(prefix, text string) error {
	list := k.checks(prefix)
	if len(list) == 0 {
		return fmt.Errorf("no lines with the prefix %s", prefix)
	}
	m := &matcher{text: text, vars: map[string]string{}}
	for _, c := range list {
		for range c.count {
			if err := m.check(c); err != nil {
				return fmt.Errorf("line %d: %w", c.line, err)
			}
		}
	}
	return m.absent(len(text))
}

func (m *matcher) check(c check) error {
	if c.kind == "NOT" {
		m.nots = append(m.nots, c)
		return nil
	}
	if c.kind != "DAG" {
		m.group, m.taken = m.pos, nil
	}
	re, err := m.compile(c.pattern)
	if err != nil {
		return err
	}
	from := m.pos
	if c.kind == "DAG" {
		from = m.group
	}
	for {
		loc := re.FindStringSubmatchIndex(m.text[from:])
		if loc == nil {
			return fmt.Errorf("%q not found after %q", c.pattern, lastLine(m.text[:m.pos]))
		}
		start, end := from+loc[0], from+loc[1]
		if c.kind == "DAG" && m.overlaps(start, end) {
			from = start + 1
			continue
		}
		between := strings.Count(m.text[m.pos:max(start, m.pos)], "\n")
		if c.kind == "NEXT" && between != 1 || c.kind == "SAME" && between != 0 {
			return fmt.Errorf("%q is %d lines on, not on the %s line", c.pattern, between, strings.ToLower(c.kind))
		}
		m.capture(re, m.text[from:], loc)
		if c.kind == "DAG" {
			m.taken = append(m.taken, [2]int{start, end})
		} else if err := m.absent(start); err != nil {
			return err
		}
		m.pos = max(m.pos, end)
		return nil
	}
}

func (m *matcher) overlaps(start, end int) bool {
	for _, t := range m.taken {
		if start < t[1] && t[0] < end {
			return true
		}
	}
	return false
}

// absent checks the NOT lines collected since the last match.
func (m *matcher) absent(end int) error {
	for _, c := range m.nots {
		re, err := m.compile(c.pattern)
		if err != nil {
			return err
		}
		if re.MatchString(m.text[m.pos:max(end, m.pos)]) {
			return fmt.Errorf("line %d: %q is there", c.line, c.pattern)
		}
	}
	m.nots = nil
	return nil
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// compile turns a pattern into a regular expression: {{regex}}, [[VAR:regex]] and
// [[VAR]], everything else as it stands with blanks of any width.
func (m *matcher) compile(pattern string) (*regexp.Regexp, error) {
	var b strings.Builder
	for pattern != "" {
		open := strings.Index(pattern, "{{")
		named := strings.Index(pattern, "[[")
		switch {
		case open < 0 && named < 0:
			literal(&b, pattern)
			pattern = ""
		case named < 0 || open >= 0 && open < named:
			literal(&b, pattern[:open])
			inside, rest, _ := strings.Cut(pattern[open+2:], "}}")
			b.WriteString("(?:" + inside + ")")
			pattern = rest
		default:
			literal(&b, pattern[:named])
			inside, rest := variable(pattern[named+2:])
			name, expr, defines := strings.Cut(strings.TrimPrefix(inside, "#"), ":")
			if defines {
				b.WriteString("(?P<" + name + ">" + expr + ")")
			} else {
				b.WriteString(regexp.QuoteMeta(m.vars[name]))
			}
			pattern = rest
		}
	}
	return regexp.Compile("(?m)" + b.String())
}

// variable cuts text at the ]] that ends a variable: brackets in it come in pairs.
func variable(text string) (inside, rest string) {
	depth := 0
	for i := range len(text) - 1 {
		switch {
		case text[i] == '[':
			depth++
		case text[i] == ']' && depth > 0:
			depth--
		case text[i] == ']' && text[i+1] == ']':
			return text[:i], text[i+2:]
		}
	}
	return text, ""
}

func literal(b *strings.Builder, text string) {
	for i, word := range strings.Fields(" " + text + " ") {
		if i > 0 || strings.HasPrefix(text, " ") && b.Len() > 0 {
			b.WriteString(`[ \t]+`)
		}
		b.WriteString(regexp.QuoteMeta(word))
	}
	if strings.TrimSpace(text) != "" && strings.HasSuffix(text, " ") {
		b.WriteString(`[ \t]+`)
	}
}

func (m *matcher) capture(re *regexp.Regexp, text string, loc []int) {
	for i, name := range re.SubexpNames() {
		if name != "" && loc[2*i] >= 0 {
			m.vars[name] = text[loc[2*i]:loc[2*i+1]]
		}
	}
}
