package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"slc/memmodel"
)

// directive is one part of a comment that begins with "verify:".
type directive struct {
	line        int
	name, value string
}

// verifyMark begins what a comment says to verify.
const verifyMark = "// verify:"

// directives reads the comments of a file:
//
//	// verify: groups=2 invocations=2 wave=1
//	// verify: buffer data=0x4 set count=3
//	// verify: expect out[0] == 1 || out[0] == 2
//
// A comment stands on a line of its own. A condition takes the rest of its line; buffer, set and
// extent take the next word.
func directives(file, text string) ([]directive, error) {
	var out []directive
	for i, line := range strings.Split(text, "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), verifyMark)
		if !ok {
			continue
		}
		words := strings.Fields(rest)
		if len(words) > 0 && words[0] == "expect" {
			condition := strings.TrimPrefix(strings.TrimSpace(rest), "expect")
			out = append(out, directive{i + 1, "expect", strings.TrimSpace(condition)})
			continue
		}
		for len(words) > 0 {
			name, value, ok := strings.Cut(words[0], "=")
			words = words[1:]
			if !ok && len(words) > 0 && slices.Contains([]string{"buffer", "set", "extent"}, name) {
				value, words, ok = words[0], words[1:], true
			}
			if !ok {
				return nil, usagef("%s:%d: '%s' is nothing that a verify comment can say: NAME=VALUE, buffer NAME=VALUES, set NAME=VALUE or expect CONDITION", file, i+1, name)
			}
			out = append(out, directive{i + 1, name, value})
		}
	}
	return out, nil
}

// mergeComments puts the comments of the file and the command line together, which wins.
func mergeComments(c *cli.Context, a *verifyArgs, file, text string) (*verifyCheck, error) {
	check := &verifyCheck{args: a, file: file, invocations: c.Int("invocations"), wave: c.Int("wave"),
		bound: c.Int("bound"), memory: c.Int("memory-limit"), timeout: c.Duration("timeout"), chains: chains{with: c.Bool("chains"), without: c.Bool("no-chains")},
		buffers: a.run.buffers.Value(), sets: a.run.sets.Value(), extents: a.run.extents.Value()}
	var err error
	if check.groups, err = parseGroups(c.String("groups")); err != nil {
		return nil, usagef("-groups %v", err)
	}
	list, err := directives(file, text)
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		if err := check.apply(c, &d); err != nil {
			return nil, err
		}
	}
	for _, text := range a.expect.Value() {
		e, err := memmodel.ParseExpectation(text)
		if err != nil {
			return nil, usagef("-expect '%s': %v", text, err)
		}
		check.expect = append(check.expect, e)
	}
	return check, check.valid()
}

// apply takes what a comment says where the command line does not.
func (check *verifyCheck) apply(c *cli.Context, d *directive) error {
	numbers := map[string]*int{"invocations": &check.invocations, "wave": &check.wave, "bound": &check.bound}
	fail := func(format string, args ...any) error {
		return usagef("%s:%d: "+format, append([]any{check.file, d.line}, args...)...)
	}
	if at := numbers[d.name]; at != nil {
		n, err := strconv.Atoi(d.value)
		if err != nil {
			return fail("%s=%s is no number", d.name, d.value)
		}
		if !c.IsSet(d.name) {
			*at = n
		}
		return nil
	}
	switch d.name {
	case "groups":
		groups, err := parseGroups(d.value)
		if err != nil {
			return fail("groups=%s: %v", d.value, err)
		}
		if !c.IsSet("groups") {
			check.groups = groups
		}
	case "buffer":
		addUnlessNamed(&check.buffers, d.value)
	case "set":
		addUnlessNamed(&check.sets, d.value)
	case "extent":
		addUnlessNamed(&check.extents, d.value)
	case "D":
		check.defines = append(check.defines, d.value)
	case "entry":
		check.entry = d.value
	case "timeout":
		t, err := time.ParseDuration(d.value)
		if err != nil {
			return fail("timeout=%s is no time such as 30s", d.value)
		}
		if !c.IsSet("timeout") {
			check.timeout = t
		}
	case "expect":
		if c.IsSet("expect") {
			return nil
		}
		e, err := memmodel.ParseExpectation(d.value)
		if err != nil {
			return fail("expect %s: %v", d.value, err)
		}
		check.expect = append(check.expect, e)
	default:
		return fail("a verify comment has no option '%s'", d.name)
	}
	return nil
}

// addUnlessNamed appends NAME=VALUE unless there is one of that name.
func addUnlessNamed(list *[]string, arg string) {
	name, _, _ := strings.Cut(arg, "=")
	for _, other := range *list {
		if n, _, _ := strings.Cut(other, "="); n == name {
			return
		}
	}
	*list = append(*list, arg)
}

func (check *verifyCheck) valid() error {
	switch {
	case check.chains.with && check.chains.without:
		return usagef("-chains and -no-chains exclude each other")
	case check.invocations < 0:
		return usagef("-invocations must be at least 1")
	case check.wave < 0:
		return usagef("-wave must be at least 1")
	case check.bound < 1:
		return usagef("-bound must be at least 1")
	case check.memory < 16:
		return usagef("-memory-limit must be at least 16")
	case check.timeout <= 0:
		return usagef("-timeout must be a time such as 30s")
	}
	return nil
}
