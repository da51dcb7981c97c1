package golden

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// RowKind says what happened to a line.
type RowKind uint8

// The kinds of rows.
const (
	Same       RowKind = iota
	Renumbered         // the line says the same with other ids
	Deleted
	Inserted
)

// Row is one line of a comparison. Numbers count from 1; 0: the line is not there.
type Row struct {
	Kind         RowKind
	Was, Now     string
	WasNo, NowNo int
}

// alignLines compares two texts line by line.
func alignLines(lang Language, was, now []string) []Row {
	rows, _ := alignRenamed(lang, was, now)
	return rows
}

// alignRenamed also gives the renaming: of the whole module for SPIR-V. Lines match without
// the ids that may be renumbered, if the ids of all matches are one renaming. Two ways lead
// there, and the one that leaves fewer changes counts: lines that are the same as they are
// come first, which keeps lines apart that only ids tell apart; or ids never count, which
// is right where an instruction more shifted the numbers of those behind it.
func alignRenamed(lang Language, was, now []string) ([]Row, *renaming) {
	exact := diffRows(was, now, func(s string) string { return s }, func(s string) string { return s })
	if lang == Plain {
		return exact, nil
	}
	w, n := idPattern(lang, was), idPattern(lang, now)
	var refined []Row
	for i := 0; i < len(exact); {
		end := i
		for end < len(exact) && exact[end].Kind != Same {
			end++
		}
		if end == i {
			refined = append(refined, exact[i])
			i++
			continue
		}
		refined = append(refined, refine(exact[i:end], w, n)...)
		i = end
	}
	rows, r := verifyRenaming(refined, w, n)
	wild := renumberedRows(diffRows(was, now, w.wild, n.wild))
	for _, other := range [...][]Row{wild, slide(wild, w, n)} {
		if checked, s := verifyRenaming(other, w, n); changes(checked) < changes(rows) {
			rows, r = checked, s
		}
	}
	return rows, r
}

// slide moves runs of inserted or of deleted lines up as far as the text allows: a statement
// before its like starts with a declaration that ends up behind the like's otherwise.
func slide(rows []Row, w, n *ids) []Row {
	rows = slices.Clone(rows)
	for i := 0; i < len(rows); i++ {
		kind := rows[i].Kind
		if kind != Inserted && kind != Deleted {
			continue
		}
		from, to := i, i
		for to < len(rows) && rows[to].Kind == kind {
			to++
		}
		i = to - 1
		if to < len(rows) && (rows[to].Kind == Inserted || rows[to].Kind == Deleted) {
			i = skipChanges(rows, to) - 1
			continue
		}
		for from > 0 && matches(rows[from-1]) && rows[from-1].shifts(rows[to-1], w, n) {
			above, last := rows[from-1], rows[to-1]
			if kind == Inserted {
				rows[to-1] = Row{Same, above.Was, last.Now, above.WasNo, last.NowNo}
				rows[from-1] = Row{Inserted, "", above.Now, 0, above.NowNo}
			} else {
				rows[to-1] = Row{Same, last.Was, above.Now, last.WasNo, above.NowNo}
				rows[from-1] = Row{Deleted, above.Was, "", above.WasNo, 0}
			}
			from, to = from-1, to-1
		}
	}
	return renumberedRows(rows)
}

func matches(r Row) bool { return r.Kind == Same || r.Kind == Renumbered }

func skipChanges(rows []Row, i int) int {
	for i < len(rows) && !matches(rows[i]) {
		i++
	}
	return i
}

// shifts reports whether the last line of a run may stand for the one above the run.
func (r Row) shifts(last Row, w, n *ids) bool {
	if last.Kind == Inserted {
		return n.wild(r.Now) == n.wild(last.Now)
	}
	return w.wild(r.Was) == w.wild(last.Was)
}

// renumberedRows marks matched lines that differ as they are.
func renumberedRows(rows []Row) []Row {
	for i := range rows {
		if rows[i].Kind == Same && rows[i].Was != rows[i].Now {
			rows[i].Kind = Renumbered
		}
	}
	return rows
}

func changes(rows []Row) int {
	n := 0
	for _, r := range rows {
		if r.Kind == Deleted || r.Kind == Inserted {
			n++
		}
	}
	return n
}

// refine matches the deleted and inserted lines of a gap by their text without ids.
func refine(gap []Row, w, n *ids) []Row {
	var was, now []string
	first := [2]int{}
	for _, r := range gap {
		if r.Kind == Deleted {
			if len(was) == 0 {
				first[0] = r.WasNo
			}
			was = append(was, r.Was)
		} else {
			if len(now) == 0 {
				first[1] = r.NowNo
			}
			now = append(now, r.Now)
		}
	}
	if len(was) == 0 || len(now) == 0 {
		return gap
	}
	rows := renumberedRows(diffRows(was, now, w.wild, n.wild))
	for i := range rows {
		r := &rows[i]
		if r.WasNo > 0 {
			r.WasNo += first[0] - 1
		}
		if r.NowNo > 0 {
			r.NowNo += first[1] - 1
		}
	}
	return rows
}

// maxLines bounds what is compared line by line: a rune stands for each distinct line.
const maxLines = 200_000

// diffRows compares by the keys of the lines.
func diffRows(was, now []string, wasKey, nowKey func(string) string) []Row {
	if len(was)+len(now) > maxLines {
		return whole(was, now)
	}
	codes := map[string]rune{}
	encode := func(lines []string, key func(string) string) []rune {
		out := make([]rune, len(lines))
		for i, l := range lines {
			k := key(l)
			if codes[k] == 0 {
				next := rune(len(codes) + 1)
				if next >= 0xd800 {
					next += 0x800 // no character: go-diff turns runes into text and back
				}
				codes[k] = next
			}
			out[i] = codes[k]
		}
		return out
	}
	a, b := encode(was, wasKey), encode(now, nowKey)
	var rows []Row
	i, j := 0, 0
	for _, part := range differ().DiffMainRunes(a, b, false) {
		for range []rune(part.Text) {
			switch part.Type {
			case diffmatchpatch.DiffEqual:
				rows = append(rows, Row{Same, was[i], now[j], i + 1, j + 1})
				i, j = i+1, j+1
			case diffmatchpatch.DiffDelete:
				rows = append(rows, Row{Deleted, was[i], "", i + 1, 0})
				i++
			case diffmatchpatch.DiffInsert:
				rows = append(rows, Row{Inserted, "", now[j], 0, j + 1})
				j++
			}
		}
	}
	return rows
}

func whole(was, now []string) []Row {
	var rows []Row
	for i, l := range was {
		rows = append(rows, Row{Deleted, l, "", i + 1, 0})
	}
	for i, l := range now {
		rows = append(rows, Row{Inserted, "", l, 0, i + 1})
	}
	return rows
}

// differ is go-diff without its clock: the same texts give the same diff on a slow machine.
func differ() *diffmatchpatch.DiffMatchPatch {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	return d
}

// ids knows which words of a text are names that may be renumbered.
type ids struct {
	lang   Language
	stable map[string]bool
}

func idPattern(lang Language, lines []string) *ids {
	p := &ids{lang: lang}
	if lang == SPIRV {
		p.stable = parseAsm(lines).stableIDs()
	}
	return p
}

var wordPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`%?[A-Za-z0-9_]+|[^\sA-Za-z0-9_]`) })

// words splits a line; blanks do not count, and neither does a comment in assembly, which follows from the rest.
func (p *ids) words(line string) []string {
	if p.lang == SPIRV {
		if at := strings.Index(line, " ; "); at > 0 {
			line = line[:at]
		}
	}
	return wordPattern().FindAllString(line, -1)
}

// free reports whether a word is a name that may be renumbered, and what of it stays.
func (p *ids) free(word string) (base string, ok bool) {
	if p.lang == SPIRV {
		return "%", word[0] == '%' && len(word) > 1 && !p.stable[word]
	}
	if word[0] < 'A' { // a number or a sign
		return "", false
	}
	base = strings.TrimRight(word, "0123456789")
	if stem, numbered := strings.CutSuffix(base, "_"); numbered && len(base) < len(word) && stem != "" {
		return stem, true
	}
	return word, true
}

// wild is the line with the parts of names left out that renumbering changes.
func (p *ids) wild(line string) string {
	var b strings.Builder
	for _, w := range p.words(line) {
		if base, ok := p.free(w); ok {
			w = base
		}
		b.WriteString(w)
		b.WriteByte(' ')
	}
	return b.String()
}

// renaming is a one-to-one relation of the names of a function.
type renaming struct{ forth, back map[string]string }

func (r *renaming) accept(a, b string) bool {
	x, seenA := r.forth[a]
	y, seenB := r.back[b]
	if !seenA && !seenB {
		r.forth[a], r.back[b] = b, a
		return true
	}
	return seenA && seenB && x == b && y == a
}

// verifyRenaming turns matched lines whose ids contradict those of earlier matches into changes.
func verifyRenaming(rows []Row, w, n *ids) ([]Row, *renaming) {
	var out []Row
	r := renaming{map[string]string{}, map[string]string{}}
	for _, row := range rows {
		if row.Kind == Deleted || row.Kind == Inserted {
			out = append(out, row)
			continue
		}
		if w.lang != SPIRV && row.Now == "}" { // names are those of a function
			r = renaming{map[string]string{}, map[string]string{}}
		}
		if consistent(row, w, n, &r) {
			out = append(out, row)
			continue
		}
		out = append(out, Row{Deleted, row.Was, "", row.WasNo, 0}, Row{Inserted, "", row.Now, 0, row.NowNo})
	}
	return out, &r
}

func consistent(row Row, w, n *ids, r *renaming) bool {
	a, b := w.words(row.Was), n.words(row.Now)
	if len(a) != len(b) {
		return false
	}
	ok := true
	for i := range a {
		_, freeA := w.free(a[i])
		_, freeB := n.free(b[i])
		switch {
		case freeA && freeB:
			ok = r.accept(a[i], b[i]) && ok
		case a[i] != b[i]:
			ok = false
		}
	}
	return ok
}
