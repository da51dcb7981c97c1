package binary

import (
	"strings"
	"testing"
)

// TestLongNames: names are for people; one that no instruction could hold is cut, at a rune.
func TestLongNames(t *testing.T) {
	m := NewModule(Version1_5)
	id := m.NewID()
	m.Name(id, strings.Repeat("a", maxName-1)+"é"+strings.Repeat("b", 1<<20))
	m.MemberName(id, 0, strings.Repeat("c", 1<<20))
	words, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(words)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Name(id); got != strings.Repeat("a", maxName-1) {
		t.Errorf("the name has %d bytes and ends in %q", len(got), got[len(got)-4:])
	}
}
