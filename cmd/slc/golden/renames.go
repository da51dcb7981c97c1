package golden

import (
	"strconv"
	"strings"
)

// renames finds what has another name in the new text and is the same otherwise: resources by their binding and
// type, variables of the group and types by what they are, entry points by their place. It gives the
// new names by the old ones, and says what callers can see of that.
func renames(lang Language, was, now []string) (names map[string]string, found []Finding) {
	shapes := shapes{}
	a, b := declarations(lang, was, shapes), declarations(lang, now, shapes)
	r := &renamer{was: byName(a), now: byName(b), names: map[string]string{}, taken: map[string]bool{}, seen: map[[2]string]bool{}}
	for i := range a {
		for k := range b {
			if x, y := &a[i], &b[k]; x.key != "" && x.key == y.key && x.shape == y.shape && r.rename(x, y) {
				found = append(found, r.finding(x, y))
			}
		}
	}
	// What has no binding is paired in the order of the declarations.
	for i, k := 0, 0; i < len(a); i++ {
		if a[i].key != "" || r.now[a[i].name] {
			continue
		}
		for n := k; n < len(b); n++ {
			if b[n].key == "" && b[n].kind == a[i].kind && b[n].shape == a[i].shape && r.rename(&a[i], &b[n]) {
				found = append(found, r.finding(&a[i], &b[n]))
				k = n + 1
				break
			}
		}
	}
	if lang == SPIRV {
		m := parseAsm(was)
		r.types(m, parseAsm(now), shapes)
		r.displace(m)
	}
	return r.names, found
}

// declaration is something with a name that a text declares.
type declarationOf struct {
	kind  string // "entry point", "groupshared variable", "type", else a resource
	name  string
	key   string // the binding of a resource
	shape string // what else has to be the same
	line  int
	abi   bool // callers name it
}

type renamer struct {
	was, now map[string]bool
	names    map[string]string
	taken    map[string]bool
	seen     map[[2]string]bool // pairs of types that were looked at
}

func byName(list []declarationOf) map[string]bool {
	names := map[string]bool{}
	for i := range list {
		names[list[i].name] = true
	}
	return names
}

// rename notes that x is called y now, unless either name is one of both texts.
func (r *renamer) rename(x, y *declarationOf) bool {
	if x.name == y.name || r.now[x.name] || r.was[y.name] || r.taken[y.name] || r.names[x.name] != "" {
		return false
	}
	r.names[x.name], r.taken[y.name] = y.name, true
	return true
}

func (r *renamer) finding(x, y *declarationOf) Finding {
	what := x.kind
	if x.key != "" {
		what = "resource"
	}
	f := Finding{Cause: Interface, Verdict: Changed, Title: what + " " + x.name, Was: x.name, Now: y.name, OldLine: x.line, NewLine: y.line, ABIBreak: x.abi,
		Text: what + " " + x.name + " is called " + y.name + " now"}
	if x.key != "" {
		f.Text += " (" + x.key + ")"
	}
	return f
}

func declarations(lang Language, lines []string, s shapes) []declarationOf {
	if lang == SPIRV {
		return parseAsm(lines).declarations(s)
	}
	return textDeclarations(lang, lines)
}

// declarations lists the variables and entry points of a module; their names are of no matter to a caller.
func (m *module) declarations(s shapes) []declarationOf {
	sets, bindings := map[string]string{}, map[string]string{}
	var out []declarationOf
	for i := range m.insts {
		in := &m.insts[i]
		switch in.op {
		case "OpFunction":
			return out
		case "OpEntryPoint":
			out = append(out, declarationOf{kind: "entry point", name: strings.TrimPrefix(in.arg(1), "%"), shape: in.arg(2), line: in.line})
		case "OpDecorate":
			if id := strings.TrimPrefix(in.arg(0), "%"); in.arg(1) == "DescriptorSet" {
				sets[id] = in.arg(2)
			} else if in.arg(1) == "Binding" {
				bindings[id] = in.arg(2)
			}
		case "OpVariable":
			d := declarationOf{kind: "variable", name: in.result, shape: m.shape(in.arg(0), s, map[string]string{}), line: in.line}
			if in.arg(1) == "Workgroup" {
				d.kind = "groupshared variable"
			}
			if set := sets[in.result]; set != "" {
				d.key = "set " + set + ", binding " + bindings[in.result]
			}
			out = append(out, d)
		}
	}
	return out
}

// shapes numbers what types are, across modules.
type shapes map[string]string

// shape is the number of what a type is without the names of types in it. One that leads back to itself through a pointer
// is not looked into again.
func (m *module) shape(arg string, s shapes, seen map[string]string) string {
	id := strings.TrimPrefix(arg, "%")
	d := m.def[id]
	if d == nil || !strings.HasPrefix(d.op, "OpType") && !strings.HasPrefix(d.op, "OpConstant") {
		return arg
	}
	if known := seen[id]; known != "" {
		return known
	}
	seen[id] = "itself"
	parts := []string{d.op, m.layouts[id]}
	for _, a := range d.args {
		if strings.HasPrefix(a, "%") {
			a = m.shape(a, s, seen)
		}
		parts = append(parts, a)
	}
	spelled := strings.Join(parts, " ")
	if s[spelled] == "" {
		s[spelled] = "#" + strconv.Itoa(len(s))
	}
	seen[id] = s[spelled]
	return s[spelled]
}

// displace gives what is called as something else is now, and is not renamed itself, a name that nothing has.
func (r *renamer) displace(m *module) {
	for i := range m.insts {
		if id := m.insts[i].result; r.taken[id] && r.names[id] == "" {
			r.names[id] = id + "_was"
		}
	}
}

// types pairs the types of the variables that stand for each other.
func (r *renamer) types(m, n *module, s shapes) {
	a, b := map[string]string{}, map[string]string{}
	for i := range m.insts {
		in := &m.insts[i]
		if in.op != "OpVariable" {
			continue
		}
		name := in.result
		if to := r.names[name]; to != "" {
			name = to
		}
		if to := n.def[name]; to != nil && to.op == "OpVariable" && m.shape(in.arg(0), s, a) == n.shape(to.arg(0), s, b) {
			r.pairTypes(m, n, in.arg(0), to.arg(0))
		}
	}
}

// pairTypes notes the names of a type and of those in it; the two are the same but for that.
func (r *renamer) pairTypes(m, n *module, a, b string) {
	x, y := m.def[strings.TrimPrefix(a, "%")], n.def[strings.TrimPrefix(b, "%")]
	if x == nil || y == nil || r.seen[[2]string{a, b}] || x.op != y.op || !strings.HasPrefix(x.op, "OpType") || len(x.args) != len(y.args) {
		return
	}
	r.seen[[2]string{a, b}] = true
	if x.result != y.result && r.names[x.result] == "" && !r.taken[y.result] {
		r.names[x.result], r.taken[y.result] = y.result, true
	}
	for i := range x.args {
		if strings.HasPrefix(x.args[i], "%") {
			r.pairTypes(m, n, x.args[i], y.args[i])
		}
	}
}

// textDeclarations lists resources, variables of the group and entry points of HLSL or MSL, where callers name the entry points.
func textDeclarations(lang Language, lines []string) []declarationOf {
	var out []declarationOf
	kernel, kernels := "", 0
	for i, line := range lines {
		code := strings.TrimSpace(stripComment(line))
		d := declarationOf{line: i}
		head, key, bound := strings.Cut(code, ": register(")
		if lang == Metal {
			if head, key, bound = strings.Cut(code, " [["); bound && !strings.Contains(key, "(") {
				continue
			}
		}
		name, group := groupShared(code)
		switch {
		case lang == Metal && strings.HasPrefix(code, "kernel "), lang == HLSL && strings.HasPrefix(code, "[numthreads("):
			kernel = strings.TrimPrefix(nextName(lines, i-1), "of ")
			kernels++
			d.kind, d.name, d.abi = "entry point", kernel, true
		case bound:
			key, _, _ = strings.Cut(key, "]]")
			d.name, d.key = declared(head), strings.NewReplacer("(", " ", ")", "", ";", "").Replace(key)
			if lang == Metal && kernels > 1 {
				d.key += " of kernel " + strconv.Itoa(kernels)
			}
			head = strings.NewReplacer("globallycoherent ", "", "coherent(device) ", "").Replace(head)
			d.shape = replaceWords(head, map[string]string{d.name: ""}, false)
		case strings.HasPrefix(code, "struct ") && !strings.HasSuffix(code, ";"):
			d.kind, d.name, d.shape = "type", declared(strings.TrimRight(code, " {")), blockOf(lines[i+1:])
		case group:
			d.kind, d.name, d.shape = "groupshared variable", name, replaceWords(code, map[string]string{name: ""}, false)
		default:
			continue
		}
		out = append(out, d)
	}
	return out
}

// blockOf is what stands between the braces of a declaration.
func blockOf(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		if l = strings.TrimSpace(stripComment(l)); strings.HasPrefix(l, "}") {
			break
		}
		b.WriteString(l + "\n")
	}
	return b.String()
}

// replaceWords puts new names for old ones; ids: only for ids of SPIR-V.
func replaceWords(line string, names map[string]string, ids bool) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		end := i
		for end < len(line) && isWord(rune(line[end])) {
			end++
		}
		if end == i {
			b.WriteByte(line[i])
			i++
			continue
		}
		word := line[i:end]
		if to, ok := names[word]; ok && (i == 0 || line[i-1] != '.') && (!ids || i > 0 && line[i-1] == '%') {
			word = to
		}
		b.WriteString(word)
		i = end
	}
	return b.String()
}

// replaceAll is replaceWords of all lines.
func replaceAll(lines []string, names map[string]string, ids bool) []string {
	if len(names) == 0 {
		return lines
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = replaceWords(l, names, ids)
	}
	return out
}
