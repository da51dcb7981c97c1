package golden

import (
	"strconv"
	"strings"
)

// keepNames gives ids of the new text the names that they have in the expected one, so that an
// instruction more changes no other line of the file. It reports whether nothing but names
// differed: then the file is as it should be.
func (i *Item) keepNames() (same bool) {
	text, same := keepNames(i.Was, i.Now)
	i.Now = text
	if same {
		i.Now = i.Was
	}
	return same
}

func keepNames(was, now string) (text string, same bool) {
	if was == now {
		return now, true
	}
	lines := splitLines(now)
	rows, r := alignRenamed(SPIRV, splitLines(was), lines)
	same = strings.HasSuffix(was, "\n")
	for _, row := range rows {
		same = same && (row.Kind == Same || row.Kind == Renumbered)
	}
	if same {
		return was, true
	}
	names := keptNames(parseAsm(splitLines(was)), parseAsm(lines), r)
	for k, line := range lines {
		lines[k] = renameLine(line, names)
	}
	return strings.Join(lines, "\n") + "\n", false
}

// keptNames maps ids of the new text, with their %, to those that the matched lines have. Another
// id whose name is taken by that gets one that is in neither text.
func keptNames(was, now *module, r *renaming) map[string]string {
	names := map[string]string{}
	taken := map[string]bool{}
	for id := range was.def {
		taken["%"+id] = true
	}
	stable := now.stableIDs()
	for id := range now.def {
		if old, ok := r.back["%"+id]; ok && !stable["%"+id] {
			names["%"+id] = old
		} else {
			taken["%"+id] = true
		}
	}
	kept := map[string]bool{}
	for _, old := range names {
		kept[old] = true
	}
	for k := range now.insts { // in the order of the text, for the names that are counted
		id := "%" + now.insts[k].result
		if _, ok := names[id]; ok || id == "%" || !kept[id] {
			continue
		}
		base := strings.TrimRight(id, "0123456789")
		if stem, counted := strings.CutSuffix(base, "_"); counted && len(base) < len(id) {
			base = stem
		} else {
			base = id
		}
		name := base
		for n := 2; taken[name] || kept[name]; n++ {
			name = base + "_" + strconv.Itoa(n)
		}
		names[id], taken[name] = name, true
	}
	return names
}

// renameLine replaces ids outside strings and keeps the opcodes in their column.
func renameLine(line string, names map[string]string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(line); {
		c := line[i]
		if c == '"' && (i == 0 || line[i-1] != '\\') {
			quoted = !quoted
		}
		if c == ';' && !quoted {
			b.WriteString(line[i:])
			break
		}
		end := i + 1
		if c == '%' && !quoted {
			for end < len(line) && isWord(rune(line[end])) {
				end++
			}
		}
		word := line[i:end]
		if name, ok := names[word]; ok {
			word = name
		}
		b.WriteString(word)
		i = end
	}
	out := b.String()
	if name, rest, ok := strings.Cut(out, " = "); ok && strings.HasPrefix(strings.TrimSpace(name), "%") {
		name = strings.TrimSpace(name)
		out = strings.Repeat(" ", max(0, opcodeColumn-len(name)-len(" = "))) + name + " = " + rest
	}
	return out
}

// opcodeColumn is where opcodes start in the text of Canonical.
const opcodeColumn = 15
