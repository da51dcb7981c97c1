// Package edit applies the edits of diagnostics to texts and shows what they change.
package edit

import (
	"cmp"
	"slices"
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// Texts are the files that were edited, by the path that they are read under.
type Texts map[string][]byte

// Paths lists the files in order.
func (t Texts) Paths() []string {
	var list []string
	for path := range t {
		list = append(list, path)
	}
	slices.Sort(list)
	return list
}

// Apply carries out the edits of the diagnostics on the texts that they were found in and returns
// the edited files, and of how many diagnostics the edits were made. The edits of a diagnostic are made all
// or none: none when one lies in a macro, or overlaps with an edit that comes before it; a later
// round, over the edited text, finds it again. Equal edits, as of a file that is included twice, are one.
func Apply(list []*diag.Diagnostic, m *source.Map) (texts Texts, applied int) {
	taken := map[string][]diag.Edit{}
	for _, d := range diag.Ordered(list, m) {
		edits, ok := editsOf(d, m)
		if !ok || slices.ContainsFunc(edits, func(e diag.Edit) bool { return conflicts(taken[e.File.Path], e) }) {
			continue
		}
		for _, e := range edits {
			if !slices.ContainsFunc(taken[e.File.Path], func(o diag.Edit) bool { return equal(o, e) }) {
				taken[e.File.Path] = append(taken[e.File.Path], e)
			}
		}
		applied++
	}
	texts = Texts{}
	for path, edits := range taken {
		texts[path] = carryOut(edits)
	}
	return texts, applied
}

// editsOf are the edits of one diagnostic; false when there are none, or not all can be made.
func editsOf(d *diag.Diagnostic, m *source.Map) (list []diag.Edit, ok bool) {
	for _, e := range d.Edits(m) {
		if e.File.Path == "" || conflicts(list, e) {
			return nil, false
		}
		list = append(list, e)
	}
	return list, len(list) > 0
}

func equal(a, b diag.Edit) bool { return a.From == b.From && a.To == b.To && a.Text == b.Text }

// conflicts reports whether e touches what another edit changes. Two insertions at one place
// conflict, because their order would be a guess.
func conflicts(list []diag.Edit, e diag.Edit) bool {
	return slices.ContainsFunc(list, func(o diag.Edit) bool {
		switch {
		case equal(o, e):
			return false
		case o.From == o.To || e.From == e.To:
			return e.From <= o.To && o.From <= e.To
		}
		return e.From < o.To && o.From < e.To
	})
}

func carryOut(edits []diag.Edit) []byte {
	slices.SortFunc(edits, func(a, b diag.Edit) int { return cmp.Compare(a.From, b.From) })
	var b strings.Builder
	at := 0
	text := edits[0].File.Content
	for _, e := range edits {
		b.Write(text[at:e.From])
		b.WriteString(e.Text)
		at = e.To
	}
	b.Write(text[at:])
	return []byte(b.String())
}
