package diag

import (
	"fmt"
	"strconv"
	"strings"
)

// Options say which warnings are shown and which count as errors. The zero
// value shows all but the lints, as warnings.
type Options struct {
	werror bool
	rules  []rule // later ones win
}

// rule is one -W option that names codes.
type rule struct {
	name   string // a name or an ID; "" when number is set
	number int    // slangc's number
	effect effect
}

type effect uint8

const (
	enable  effect = iota // -Wname
	disable               // -Wno-name
	promote               // -Werror=name
	demote                // -Wno-error=name
)

func (r *rule) matches(c *Code) bool {
	switch r.name {
	case "":
		return c.Slangc == r.number && r.number != 0
	case LintGroup:
		return c.IsLint()
	}
	return c.Name == r.name || strings.EqualFold(c.ID, r.name)
}

// ParseWarningOptions reads what follows -W in each of the options, in order:
// "name", "no-name", "error", "no-error", "error=name", "no-error=name". A name is that of
// a code, its ID, slangc's number for it, or "lint" for all lints; "all", "extra" and
// "pedantic" are accepted and change nothing, because every warning but a lint is on.
func ParseWarningOptions(words []string) (Options, error) {
	var o Options
	for _, w := range words {
		switch w {
		case "error":
			o.werror = true
		case "no-error":
			o.werror = false
		case "all", "extra", "pedantic":
		default:
			r, err := parseRule(w)
			if err != nil {
				return Options{}, err
			}
			o.rules = append(o.rules, r)
		}
	}
	return o, nil
}

func parseRule(word string) (rule, error) {
	r := rule{name: word}
	for _, p := range [...]struct {
		prefix string
		effect effect
	}{{"error=", promote}, {"no-error=", demote}, {"no-", disable}} {
		if rest, ok := strings.CutPrefix(word, p.prefix); ok {
			r.name, r.effect = rest, p.effect
			break
		}
	}
	if n, err := strconv.Atoi(r.name); err == nil {
		// A number of slangc that has no counterpart here cannot be reported.
		r.name, r.number = "", n
		return r, nil
	}
	known, fixed := false, false
	for _, c := range Codes() {
		if r.matches(c) {
			known = true
			fixed = fixed || c.ID[0] != 'W' && !c.Demotable()
		}
	}
	switch {
	case !known:
		return r, fmt.Errorf("unknown warning '%s' in '-W%s'", r.name, word)
	case fixed && (r.effect == disable || r.effect == demote):
		return r, fmt.Errorf("'-W%s': '%s' is an error that cannot be turned off", word, r.name)
	}
	return r, nil
}

// severity returns what c is reported as, and whether it is reported at all. What pragmas say comes after
// the options.
func (o *Options) severity(c *Code, pragmas ...rule) (s Severity, enabled bool) {
	s, enabled = c.Severity, !c.IsLint()
	if c.ID[0] != 'W' && !c.Demotable() {
		return s, true
	}
	if c.Severity == Warning && o.werror {
		s = Error
	}
	for i := range len(o.rules) + len(pragmas) {
		r := &rule{}
		if i < len(o.rules) {
			r = &o.rules[i]
		} else {
			r = &pragmas[i-len(o.rules)]
		}
		if !r.matches(c) {
			continue
		}
		switch r.effect {
		case enable:
			enabled = true
		case disable:
			enabled = c.Severity >= Error // an error is demoted, never hidden
		case promote:
			s, enabled = Error, true
		case demote:
			s = Warning
		}
	}
	return s, enabled
}
