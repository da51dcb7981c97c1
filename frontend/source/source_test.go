package source

import (
	"slices"
	"testing"
)

// A map with one file and the expansions of
//
//	#define IN(v) v + bad
//	#define OUT(v) IN(v)
//	#define M mid
//	x = OUT(M) ;
//
// as the preprocessor makes them: M in the argument first, then OUT, then IN.
func nested() (m *Map, f *File, mid, bad Span) {
	m = NewMap()
	f = m.AddFile("k.slang", "k.slang", []byte("#define IN(v) v + bad\n#define OUT(v) IN(v)\n#define M mid\nx = OUT(M) ;\n"))
	at := func(offset int) Pos { return f.Base + Pos(offset) }
	arg := m.NewExpansion("M", Span{at(65), at(66)}, 1)
	mid0 := arg.Token(at(53), 3)
	out := m.NewExpansion("OUT", Span{at(61), at(67)}, 4)
	in := out.Token(at(37), 2)
	out.Token(at(39), 1)
	mid1 := out.Token(mid0.Start, 3)
	out.Token(at(41), 1)
	inner := m.NewExpansion("IN", in, 3)
	mid = inner.Token(mid1.Start, 3)
	inner.Token(at(16), 1)
	bad = inner.Token(at(18), 3)
	return m, f, mid, bad
}

func (f *File) text(s Span) string { return string(f.Content[s.Start-f.Base : s.End-f.Base]) }

func TestNestedExpansions(t *testing.T) {
	m, f, mid, bad := nested()
	for _, c := range []struct {
		span    Span
		visible string // what is underlined
		macros  []string
		spelled string // where the text stands
	}{
		{bad, "OUT(M)", []string{"OUT", "IN"}, "k.slang:1:19"},
		{mid, "M", []string{"OUT", "IN", "M"}, "k.slang:3:11"},
		{mid.To(bad), "OUT(M)", []string{"OUT", "IN", "M"}, "k.slang:3:11"},
		{Span{f.Base + 57, f.Base + 58}, "x", nil, "k.slang:4:1"},
	} {
		if got := f.text(m.Visible(c.span)); got != c.visible {
			t.Errorf("%s is shown, want %s", got, c.visible)
		}
		macros, at := m.Spelling(c.span.Start)
		if !slices.Equal(macros, c.macros) || m.Locate(at).String() != c.spelled {
			t.Errorf("spelled in %v at %v, want %v at %s", macros, m.Locate(at), c.macros, c.spelled)
		}
		if got := m.FileOf(c.span.Start); got != f {
			t.Errorf("lies in %v", got)
		}
	}
}

func TestLocate(t *testing.T) {
	m := NewMap()
	a := m.AddFile("a", "a", []byte("one\r\ntwo\n\nfour"))
	b := m.AddFile("b", "b", nil)
	a.SetLine(5, 100, "c") // line 2 is line 100 of c
	for _, c := range []struct {
		at   Pos
		want string
	}{
		{a.Base, "a:1:1"}, {a.Base + 3, "a:1:4"}, {a.Base + 5, "c:100:1"}, {a.Base + 9, "c:101:1"}, {a.Base + 14, "c:102:5"},
		{b.Base, "b:1:1"}, {NoPos, "<unknown>"},
	} {
		if got := m.Locate(c.at).String(); got != c.want {
			t.Errorf("%d is at %s, want %s", c.at, got, c.want)
		}
	}
	if a.LineText(1) != "one" || a.LineText(3) != "" || a.LineText(4) != "four" || a.LineText(5) != "" || a.RealLine(9) != 3 {
		t.Error("wrong line texts")
	}
}

func TestMapIsFull(t *testing.T) {
	m := NewMap()
	m.next = MaxSize - 10
	if m.AddFile("a", "a", make([]byte, 10)) != nil {
		t.Error("a file is added beyond the limit")
	}
	if x := m.NewExpansion("M", Span{}, 1); x.Token(1, 10).IsValid() || !x.Token(1, 9).IsValid() {
		t.Error("wrong limit of expansions")
	}
}
