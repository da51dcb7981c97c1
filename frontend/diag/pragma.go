package diag

import (
	"cmp"
	"slices"

	"slc/frontend/source"
)

// Warnings is what the #pragma warning directives before some place say. The zero value says nothing.
type Warnings struct{ rules []rule }

// With adds a rule, written as the value of -W: name, no-name, error=name; a name may be a number of
// slangc.
func (w Warnings) With(word string) (Warnings, error) {
	r, err := parseRule(word)
	if err != nil {
		return w, err
	}
	return Warnings{append(slices.Clip(w.rules), r)}, nil
}

// Without forgets the rules about one warning.
func (w Warnings) Without(name string) (Warnings, error) {
	like, err := parseRule(name)
	if err != nil {
		return w, err
	}
	same := func(r rule) bool { // however it is spelled
		return slices.ContainsFunc(Codes(), func(c *Code) bool { return like.matches(c) && r.matches(c) })
	}
	return Warnings{slices.DeleteFunc(slices.Clone(w.rules), same)}, nil
}

// region is a stretch of the source, up to the next one, in which some rules hold.
type region struct {
	from source.Pos
	w    Warnings
}

// WarningsFrom says what holds from a place of the source on, up to the next such place; use finds the
// use of a macro that a position lies in.
func (l *List) WarningsFrom(from source.Pos, w Warnings, use func(source.Pos) source.Pos) {
	l.use = use
	at, found := slices.BinarySearchFunc(l.regions, from, func(r region, p source.Pos) int { return cmp.Compare(r.from, p) })
	if found {
		l.regions[at].w = w
		return
	}
	l.regions = slices.Insert(l.regions, at, region{from, w})
}

// HasPragmas reports whether WarningsFrom was called.
func (l *List) HasPragmas() bool { return len(l.regions) > 0 }

// pragmas are the rules that hold at a place.
func (l *List) pragmas(at source.Pos) []rule {
	if len(l.regions) == 0 || !at.IsValid() {
		return nil
	}
	if l.use != nil {
		at = l.use(at)
	}
	i, found := slices.BinarySearchFunc(l.regions, at, func(r region, p source.Pos) int { return cmp.Compare(r.from, p) })
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return l.regions[i].w.rules
}
