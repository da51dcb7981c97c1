package slc

import (
	"bytes"

	"slc/frontend/source"
	"slc/lower"
	"slc/lower/lint"
)

// lint runs the lints that the options ask for: once on the module of one target, SPIR-V's if there
// is one, and those that are about what a target has not on each.
func (c *compilation) lint() {
	var main *unit
	for i := range c.units {
		u := &c.units[i]
		if !u.sound {
			continue
		}
		if main == nil || u.profile.target == SPIRV && main.profile.target != SPIRV {
			main = u
		}
		if lint.Wanted(&c.diags, true) {
			c.enter("linting")
			previous := c.diags.ForTarget(u.profile.target.String())
			c.lintUnit(u, true)
			c.diags.ForTarget(previous)
		}
	}
	if main != nil && lint.Wanted(&c.diags, false) {
		c.enter("linting")
		c.lintUnit(main, false)
	}
}

func (c *compilation) lintUnit(u *unit, perTarget bool) {
	caps := lower.CapsFor(lowerTargets[u.profile.target], u.profile.version)
	lint.Run(u.module, &caps, perTarget, &c.diags, c.whole)
}

// whole reports whether the text at a place is part of no other program than this one, as far as can be seen: it is in a
// file of the command line, not in a header or module, and all entry points and all text of that file were looked at.
func (c *compilation) whole(at source.Span) bool {
	o := &c.req.Options
	f := c.m.FileOf(at.Start)
	if f == nil || f.Include.IsValid() || len(o.Entries) > 0 || len(o.Defines) > 0 {
		return false
	}
	for line := range bytes.Lines(f.Content) {
		if rest, directive := bytes.CutPrefix(bytes.TrimSpace(line), []byte("#")); directive && bytes.HasPrefix(bytes.TrimSpace(rest), []byte("if")) {
			return false
		}
	}
	return true
}
