package text

import "strconv"

// Names hands out identifiers that are unique in the whole output. The first
// user of a name gets it unchanged, later ones a suffix _1, _2, …
type Names struct {
	parent *Names
	used   map[string]bool
	next   map[string]int
	log    []handedOut // in order of use, for rollback
}

// handedOut is one name, and the count of its base before it.
type handedOut struct {
	name, base string
	next       int
}

// NewNames returns an empty set in which the reserved words are taken.
func NewNames(reserved []string) *Names {
	n := &Names{used: make(map[string]bool, len(reserved)+64), next: map[string]int{}}
	for _, w := range reserved {
		n.used[w] = true
	}
	return n
}

// Child returns the names of one function: unique there and against the parent.
func (n *Names) Child() *Names {
	return &Names{parent: n, used: map[string]bool{}, next: map[string]int{}}
}

func (n *Names) taken(s string) bool {
	for ; n != nil; n = n.parent {
		if n.used[s] {
			return true
		}
	}
	return false
}

// New returns a fresh identifier made from hint.
func (n *Names) New(hint string) string {
	if hint == "this" { // a keyword in both languages
		hint = "self"
	}
	base := identifier(hint)
	name, before := base, n.next[base]
	for n.taken(name) {
		n.next[base]++
		name = base + "_" + strconv.Itoa(n.next[base])
	}
	n.used[name] = true
	n.log = append(n.log, handedOut{name, base, before})
	return name
}

func (n *Names) mark() int { return len(n.log) }

func (n *Names) rollback(mark int) {
	for len(n.log) > mark {
		last := n.log[len(n.log)-1]
		delete(n.used, last.name)
		n.next[last.base] = last.next
		n.log = n.log[:len(n.log)-1]
	}
}

// identifier turns a source name (perhaps of a generic instance) into an
// identifier. Two underscores in a row are reserved in both languages.
func identifier(hint string) string {
	b := make([]byte, 0, len(hint)+1)
	for i := 0; i < len(hint); i++ {
		c := hint[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9' && len(b) > 0:
			b = append(b, c)
		case len(b) > 0 && b[len(b)-1] == '_':
		default:
			b = append(b, '_')
		}
	}
	for len(b) > 1 && b[len(b)-1] == '_' {
		b = b[:len(b)-1]
	}
	if len(b) == 0 || len(b) == 1 && b[0] == '_' {
		return "t"
	}
	if b[0] == '_' { // leading underscores are the implementation's
		b = b[1:]
		if b[0] >= '0' && b[0] <= '9' {
			b = append([]byte{'t'}, b...)
		}
	}
	return string(b)
}
