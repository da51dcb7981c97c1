package preproc

import (
	"fmt"
	"strings"
	"testing"

	"slc/frontend/token"
)

func TestNumbers(t *testing.T) {
	const i, f = token.IntLit, token.FloatLit
	for _, c := range []struct {
		src  string
		kind token.Kind
		text string // the whole of src when empty
		ok   bool
	}{
		{"0", i, "", true}, {"42", i, "", true}, {"42u", i, "", true}, {"42L", i, "", true}, {"42ll", i, "", true},
		{"42ul", i, "", true}, {"42ULL", i, "", true}, {"42llu", i, "", true}, {"42z", i, "", true}, {"42uz", i, "", true},
		{"0x1F", i, "", true}, {"0XffuLL", i, "", true}, {"0b1011u", i, "", true}, {"017", i, "", true}, {"1_000_000", i, "", true},
		{"1.0", f, "", true}, {"1.", f, "", true}, {".5", f, "", true}, {"1e3", f, "", true}, {"1E+3", f, "", true}, {"1e-3f", f, "", true},
		{"1.5f", f, "", true}, {"1.5h", f, "", true}, {"1.5lf", f, "", true}, {"1.5L", f, "", true}, {"1.5HF", f, "", true}, {".5e2h", f, "", true},
		{"1f", f, "", true}, {"1h", f, "", true}, {"1lf", f, "", true}, {"0x1p3", f, "", true}, {"0x1.8p-2f", f, "", true}, {"0x.8p0", f, "", true},
		{"1.#INF", f, "", true}, {"1.#INFf", f, "", true},
		{"1.x", i, "1", true}, {"1.r", i, "1", true}, {"1..2", f, "1.", true}, {"0x1.x", i, "0x1", true},
		{"1e+x", i, "1e", false}, {"08", i, "", false}, {"0b12", i, "", false}, {"0x", i, "", false}, {"0xu", i, "", false},
		{"12q", i, "", false}, {"1.5q", f, "", false}, {"1.5u", f, "", false}, {"18446744073709551615", i, "", true}, {"18446744073709551616", i, "", false},
		{"1ululul", i, "", false}, {"0b", i, "", false},
	} {
		r := runText(c.src)
		text := c.text
		if text == "" {
			text = c.src
		}
		if got := r.Tokens[0]; got.Kind != c.kind || got.Text != text {
			t.Errorf("%s: %d %q", c.src, got.Kind, got.Text)
		}
		want := ""
		if !c.ok {
			want = "E0105@1:1"
		}
		if got := r.faults(); got != want {
			t.Errorf("%s: faults %q, want %q", c.src, got, want)
		}
	}
}

func TestLexemes(t *testing.T) {
	for _, c := range []struct{ src, want, faults string }{
		{"a+++b", "a|++|+|b", ""},
		{"x<<=y>>=z", "x|<<=|y|>>=|z", ""},
		{"a->b=>c::d...e..f", "a|->|b|=>|c|::|d|...|e|.|.|f", ""},
		{"<=>= == != && || << >> += -= *= /= %= &= |= ^=", "<=|>=|==|!=|&&||||<<|>>|+=|-=|*=|/=|%=|&=||=|^=", ""},
		{"@$~!?", "@|$|~|!|?", ""},
		{`"a\"b" 'c' '\''`, `"a\"b"|'c'|'\''`, ""},
		{`R"(a"\b)" R"x()")x"`, `R"(a"\b)"|R"x()")x"`, ""},
		{"R\"(two\nlines)\" R (1)", "R\"(two\nlines)\"|R|(|1|)", ""},
		{"\"a\\\nb\"", `"ab"`, ""},
		{"\"a\\\r\nb\" c", `"ab"|c`, ""},
		{"a // b\r\nc /* d */ e // f\\\n g\nh", "a|c|e|h", ""},
		{"/**/ a /***/ b /*/ */ c", "a|b|c", ""},
		{"a /* * \\\n/ *\\\n/ b", "a|b", ""},
		{"été_1 größe Δx", "été_1|größe|Δx", ""},
		{"\xEF\xBB\xBFint", "int", ""},
		{"\xFF\xFEi\x00n\x00t\x00\xE9\x00", "inté", ""},
		{"\xFE\xFF\x00i\x00n\x00t", "int", ""},
		{"a ` b", "a|b", "E0101@1:3"},
		{"a \\ b", "a|b", "E0101@1:3"},
		{"a\u00a0b \u201cq\u201d", "a|b|q", "E0101@1:2 E0101@1:6 E0101@1:10"},
		{"\"open\nx", "\"open|x", "E0104@1:1"},
		{"\"open\r\nx", "\"open|x", "E0104@1:1"},
		{"'o", "'o", "E0104@1:1"},
		{"\"open\\", "\"open\\", "E0104@1:1"},
		{"\"op\\\nen\nx", "\"open|x", "E0104@1:1"},
		{"R\"(open", "R\"(open", "E0104@1:1"},
		{"R\"open\"", "R|\"open\"", "E0104@1:1"},
		{"a /* open\nb", "a", "E0103@1:3"},
		{`"a\qb" "\x" "\u12"`, `"a\qb"|"\x"|"\u12"`, "E0106@1:3 E0106@1:9 E0106@1:14"},
		{`import "a\util\x.slang"; 'ab' '\xFEDC1234' '\xq'`, `import|"a\util\x.slang"|;|'ab'|'\xFEDC1234'|'\xq'`, "E0108@1:26 E0106@1:45"},
		{"a\x01b\x02", "a", "E0102@1:2"},
		{"a \xC3( \xC4", "a", "E0102@1:3"},
		{"a /* \xC3( */ \"\xC4\" b", "a|\"\xC4\"|b", ""}, // Latin-1 in comments and strings does no harm
	} {
		r := runText(c.src)
		var texts []string
		for _, t := range r.Tokens[:len(r.Tokens)-1] {
			texts = append(texts, t.Text)
		}
		if got := strings.Join(texts, "|"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
		if got := r.faults(); got != c.faults {
			t.Errorf("%q: faults %q, want %q", c.src, got, c.faults)
		}
	}
}

// The spans of tokens are where they stand in the file, splices included, and
// the flags tell white space and line starts.
func TestSpans(t *testing.T) {
	r := runText("ab\\\ncd /* */ +\n  \"x\\\ny\";")
	f := r.m.Files()[0]
	var got []string
	for _, t := range r.Tokens {
		got = append(got, fmt.Sprintf("%s@%d-%d %v %v", t.Text, t.Span.Start-f.Base, t.Span.End-f.Base, t.SpaceBefore, t.LineStart))
	}
	want := `abcd@0-6 true true,+@13-14 true false,"xy"@17-23 true true,;@23-24 false false,@24-24 true true`
	if s := strings.Join(got, ","); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestKeywords(t *testing.T) {
	r := runText("if This this groupshared foo inout interface typealias __subscript positionx in")
	want := []token.Kind{token.KwIf, token.KwThisT, token.KwThis, token.KwModifier, token.Ident, token.KwModifier,
		token.KwInterface, token.KwTypealias, token.KwSubscript, token.Ident, token.KwModifier, token.EOF}
	for i, tok := range r.Tokens {
		if tok.Kind != want[i] {
			t.Errorf("%s is %d, want %d", tok.Text, tok.Kind, want[i])
		}
	}
}
