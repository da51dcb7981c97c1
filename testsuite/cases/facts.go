package cases

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"slc/cmd/slc/golden"
)

// CheckFacts checks a text against facts, one a line, and returns what is wrong:
//
//	has TEXT        some line contains TEXT
//	not TEXT        no line contains TEXT
//	count N TEXT    exactly N lines contain TEXT
//	next TEXT       a line after the one that the previous has/next matched contains TEXT
//	adjacent TEXT   the line right after the previously matched one contains TEXT
//
// TEXT is taken literally, blanks folded; written as /…/ it is a regular expression.
// "next" makes a sequence: it searches on from the last match.
func CheckFacts(facts, text string) (complaints []string) {
	f := &factChecker{lines: strings.Split(text, "\n")}
	for i, l := range f.lines {
		f.lines[i] = fold(l)
	}
	for _, fact := range lines(facts) {
		if complaint := f.check(fact); complaint != "" {
			complaints = append(complaints, fmt.Sprintf("%q: %s", fact, complaint))
		}
	}
	return complaints
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

type factChecker struct {
	lines []string
	at    int // first line after the last match
}

func (f *factChecker) check(fact string) string {
	verb, pattern, _ := strings.Cut(fact, " ")
	want := 0
	if verb == "count" {
		number, rest, _ := strings.Cut(pattern, " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			return "count needs a number"
		}
		want, pattern = n, rest
	}
	match, err := matcher(pattern)
	if err != nil {
		return err.Error()
	}
	switch verb {
	case "has":
		return f.find(0, match)
	case "next":
		return f.find(f.at, match)
	case "adjacent":
		if f.at >= len(f.lines) || !match(f.lines[f.at]) {
			return "the line after the last match is another"
		}
		f.at++
		return ""
	case "not", "count":
		n := 0
		for _, l := range f.lines {
			if match(l) {
				n++
			}
		}
		if n != want {
			return fmt.Sprintf("%d lines match", n)
		}
		return ""
	}
	return "unknown verb"
}

func (f *factChecker) find(from int, match func(string) bool) string {
	for i := from; i < len(f.lines); i++ {
		if match(f.lines[i]) {
			f.at = i + 1
			return ""
		}
	}
	return "no such line"
}

func matcher(pattern string) (func(string) bool, error) {
	pattern = strings.TrimSpace(pattern)
	if pattern == "" {
		return nil, fmt.Errorf("nothing to look for")
	}
	if len(pattern) > 2 && pattern[0] == '/' && pattern[len(pattern)-1] == '/' {
		re, err := regexp.Compile(pattern[1 : len(pattern)-1])
		if err != nil {
			return nil, err
		}
		return re.MatchString, nil
	}
	literal := fold(pattern)
	return func(l string) bool { return strings.Contains(l, literal) }, nil
}

// Diff shows the lines in which want and got differ: '-' was wanted, '+' came.
func Diff(want, got string) string { return golden.Explain(golden.Plain, want, got) }
