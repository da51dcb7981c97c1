package frontend

import (
	"testing"

	"github.com/antlr4-go/antlr/v4"

	"slc/frontend/token"
	"slc/grammar/lexer"
)

// The scanner in package preproc yields what the lexer grammar specifies.
func TestScannerFollowsLexerGrammar(t *testing.T) {
	samples := []string{
		"if else for while do switch case default break continue return discard struct class enum interface",
		"extension __extension namespace typedef typealias associatedtype using import __import module implementing",
		"__include cbuffer tbuffer let var func property __subscript __init operator true false nullptr this This",
		"where is as sizeof alignof static_assert defer throw try catch __generic",
		"in out ref const inout __ref snorm unorm static inline public extern export uniform private precise volatile",
		"internal override restrict coherent constref readonly writeonly row_major constexpr __constref groupshared",
		"column_major nointerpolation globallycoherent none layout register uint4 ifx _x x1 größe",
		"( ) [ ] { } , ; : :: . ... ? -> => + - * / % & | ^ ~ ! < > <= >= == != && || << >> = += -= *= /= %= &= |= ^= <<= >>= ++ -- @ $",
		"a+++b a--- -b a<<=b>>=c->d...e.f::g=>h a<b>>c",
		"0 1 42 0x1F 0X1f 0b101 1u 1UL 1ll 0xFFull 1z 017 1_000",
		"1.0 1. .5 1e3 1E-3 1.5f 1.h 2f 3h 1e3l 0x1p3 0x1.8p-1 1.5L 2.0lf",
		`"" "a b" "a\"b\\" 'a' '\n' '\''`,
		"a // comment\nb /* c\n d */ e /**/ f",
		kernelTokens(t),
	}
	for _, sample := range samples {
		want := grammarTokens(sample)
		got, _ := lex(t, sample)
		for i, tok := range got {
			if tok.Kind == token.EOF {
				if i != len(want) {
					t.Errorf("%q: %d tokens, the grammar has %d", sample, i, len(want))
				}
				break
			}
			if i >= len(want) || int(tok.Kind) != want[i].GetTokenType() || tok.Text != want[i].GetText() {
				t.Errorf("%q: token %d is %v %q, the grammar has %v", sample, i, tok.Kind, tok.Text, want[min(i, len(want)-1)])
				break
			}
		}
	}
}

func grammarTokens(text string) []antlr.Token {
	lx := lexer.NewSlangLexer(antlr.NewInputStream(text))
	var list []antlr.Token
	for tok := lx.NextToken(); tok.GetTokenType() != antlr.TokenEOF; tok = lx.NextToken() {
		list = append(list, tok)
	}
	return list
}

// kernelTokens is the benchmark's kernel without its directives, which are the
// preprocessor's business.
func kernelTokens(t *testing.T) string {
	toks, _ := lex(t, kernel(t))
	text := ""
	for _, tok := range toks {
		text += tok.Text + " "
	}
	return text
}
