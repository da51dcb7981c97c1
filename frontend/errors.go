package frontend

import (
	"fmt"
	"slices"
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// reportSyntax words the parser's errors.
func reportSyntax(tree *parser.Tree, k *marked, m *source.Map, diags *diag.List) {
	for _, e := range tree.Errors {
		found := e.Tok
		for isMark(k.toks[found].Kind) && found+1 < len(k.toks) {
			found++
		}
		t := k.toks[found]
		if e.TooDeep {
			diags.Report(diag.TooLarge, t.Span, "statements and expressions are nested too deeply").
				WithHelp("split the function")
			continue
		}
		if behindOpenLiteral(k, found) || unclosed(e, k, diags) || wordFault(e, found, k, diags) {
			continue
		}
		what := expectation(e, t.Kind)
		span := t.Span
		before := lastReal(k, e.Tok-1)
		if end := beforeAttributes(k, found); end >= 0 {
			before, what, t = end, semi, k.toks[end+1]
		}
		if what == semi && found > 0 {
			prev := k.toks[before]
			span = source.Span{Start: prev.Span.End, End: prev.Span.End}
			if useOf(m, prev.Span.End) { // the end of a macro's expansion is shown at the macro
				span = prev.Span
			}
			diags.Report(diag.SyntaxError, span, "expected ';' after '%s', found %s", shorten(prev.Text), describe(t)).
				WithFix(span, ";")
			continue
		}
		diags.Report(diag.SyntaxError, span, "%s, found %s", expectedOr(what, e), describe(t))
	}
}

// behindOpenLiteral reports whether the statement before token i holds a string or character
// literal that is not closed. That was reported, and the literal took the rest of its line with it.
func behindOpenLiteral(k *marked, i int) bool {
	for i--; i >= 0; i-- {
		switch t := k.toks[i]; t.Kind {
		case token.Semi, token.LBrace, token.RBrace:
			return false
		case token.StringLit, token.CharLit:
			if openLiteral(t.Text) {
				return true
			}
		}
	}
	return false
}

// openLiteral reports whether a literal lacks its closing quote.
func openLiteral(text string) bool {
	start := strings.IndexAny(text, `"'`)
	if start < 0 {
		return false
	}
	body := text[start+1:]
	if end := len(body) - 1; end < 0 || body[end] != text[start] {
		return true
	}
	if start > 0 { // a raw string has no escapes
		return false
	}
	body = body[:len(body)-1]
	return (len(body)-len(strings.TrimRight(body, `\`)))%2 == 1
}

// semi is what is missing most often; its error points behind the last token.
const semi = "';'"

// beforeAttributes is the index of the token behind which a ';' is missing when attributes that
// stand before the token at found were read as the dimensions of a variable, as in
// "Buffer<int> b [numthreads(1, 1, 1)] void f()"; -1 if that is not what happened.
func beforeAttributes(k *marked, found int) int {
	i := lastReal(k, found-1)
	if k.toks[found].Kind == token.LBracket && k.toks[i].Kind == token.LBracket { // the second of "[["
		return behindName(k, i-1)
	}
	if k.toks[found].Kind != token.Ident && k.toks[found].Kind < token.KwIf {
		return -1
	}
	for k.toks[i].Kind == token.RBracket && k.match[i] > 0 {
		open := int(k.match[i])
		word := k.toks[open+1]
		if word.Kind != token.Ident || k.toks[open+2].Kind != token.LParen && !knownAttribute(word.Text) {
			break
		}
		i = open - 1
	}
	if k.toks[i+1].Kind != token.LBracket {
		return -1
	}
	return behindName(k, i)
}

// behindName is i if a declarator may end there, else -1.
func behindName(k *marked, i int) int {
	if i < 0 || k.toks[i].Kind != token.Ident && k.toks[i].Kind != token.RBracket {
		return -1
	}
	return i
}

// useOf reports whether p lies in a macro expansion.
func useOf(m *source.Map, p source.Pos) bool { return m != nil && p.IsValid() && m.Use(p) != p }

func lastReal(k *marked, i int) int {
	for i > 0 && isMark(k.toks[i].Kind) {
		i--
	}
	return max(i, 0)
}

func isMark(k token.Kind) bool { return k == token.DeclStart || k == token.TailMark }

func expectedOr(what string, e parser.Error) string {
	if what == "" {
		if e.Rule == parser.SlangParserRULE_block {
			return "expected a statement"
		}
		return "expected a declaration"
	}
	return "expected " + what
}

// unclosed words the error of a file that ends inside brackets: it points at
// the bracket.
func unclosed(e parser.Error, k *marked, diags *diag.List) bool {
	if k.toks[e.Tok].Kind != token.EOF {
		return false
	}
	for i := e.Tok - 1; i >= 0; i-- {
		var shut string
		switch k.toks[i].Kind {
		case token.LBrace, token.InitLBrace:
			shut = "}"
		case token.LParen, token.CastLParen, token.LambdaLParen:
			shut = ")"
		case token.LBracket:
			shut = "]"
		default:
			continue
		}
		if k.match[i] < 0 {
			diags.Report(diag.UnclosedBracket, k.toks[i].Span, "this '%s' is never closed", k.toks[i].Text).
				WithHelp("add the missing '%s'", shut)
			return true
		}
	}
	return false
}

// describe names a token for a message.
func describe(t token.Token) string {
	switch t.Kind {
	case token.EOF:
		return "the end of the file"
	case token.StringLit:
		return "a string"
	}
	return "'" + shorten(t.Text) + "'"
}

func shorten(text string) string {
	const limit = 40
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if r := []rune(text); len(r) > limit {
		text = string(r[:limit]) + "…"
	}
	return text
}

// expectation says in plain words what would have fitted; "" if it is simply
// the next statement or declaration.
func expectation(e parser.Error, found token.Kind) string {
	has := func(k token.Kind) bool {
		for _, x := range e.Expected {
			if x == int(k) {
				return true
			}
		}
		return false
	}
	switch {
	case len(e.Expected) == 0:
		return ""
	case has(token.Semi) && (found == token.Ident || found >= token.KwIf):
		return semi
	case has(token.EOF):
		return "a declaration"
	case has(token.KwReturn):
		return "a statement"
	case has(token.IntLit) && has(token.Ident) && has(token.LParen):
		if e.Rule == parser.SlangParserRULE_parameters || e.Rule == parser.SlangParserRULE_arguments {
			return "an expression or ')'"
		}
		return "an expression"
	case has(token.KwStruct) && has(token.Ident):
		return "a declaration"
	}
	return list(words(e))
}

// rank orders expected kinds by how likely they are what is missing.
func rank(k int) int {
	switch token.Kind(k) {
	case token.Ident, token.Semi:
		return 0
	case token.RParen, token.RBracket, token.RBrace, token.GenericGreater:
		return 1
	case token.LBrace, token.LParen, token.Comma, token.Assign, token.KwWhile:
		return 2
	}
	return 3
}

// words spells the expected kinds, the likeliest first.
func words(e parser.Error) []string {
	var out []string
	kinds := slices.Clone(e.Expected)
	slices.SortStableFunc(kinds, func(a, b int) int { return rank(a) - rank(b) })
	for _, x := range kinds {
		word := spell(token.Kind(x), e.Rule)
		if word == "" || token.Kind(x) == token.KwOperator && len(out) > 0 {
			continue // nobody misses "operator" where a name fits
		}
		seen := false
		for _, o := range out {
			seen = seen || o == word
		}
		if !seen {
			out = append(out, word)
		}
	}
	return out
}

func list(words []string) string {
	switch n := len(words); {
	case n == 0:
		return ""
	case n == 1:
		return words[0]
	default:
		n = min(n, 3) // more would not be read
		return fmt.Sprintf("%s or %s", strings.Join(words[:n-1], ", "), words[n-1])
	}
}

// spell says how a kind is written; names are called by what they stand for.
func spell(k token.Kind, rule int) string {
	switch k {
	case token.Ident:
		switch rule {
		case parser.SlangParserRULE_typeName, parser.SlangParserRULE_typeSpec, parser.SlangParserRULE_parameter,
			parser.SlangParserRULE_anyType, parser.SlangParserRULE_genericParam:
			return "a type"
		}
		return "a name"
	case token.DeclStart, token.TailMark, token.OpaqueExpr, token.OpaqueItem, token.Label, token.ColonCol,
		token.KwThisT, token.PtrStar:
		return ""
	case token.IntLit, token.FloatLit:
		return "a number"
	case token.StringLit:
		return "a string"
	case token.KwModifier:
		return "a modifier"
	}
	if s := k.Text(); s != "" {
		return "'" + s + "'"
	}
	return ""
}
