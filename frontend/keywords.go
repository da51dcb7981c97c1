package frontend

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// Faults that come from words of the language: a keyword that is declared, and constructs of
// C++ and C that Slang has in another form.

// wordFault reports the syntax error e as what a word of the language caused; false if it
// is about something else.
func wordFault(e parser.Error, found int, k *marked, diags *diag.List) bool {
	before := lastReal(k, e.Tok-1)
	prev, t := k.toks[before], k.toks[found]
	switch {
	case prev.Kind == token.KwContinue && t.Kind == token.Ident && !t.LineStart:
		diags.Report(diag.SyntaxError, t.Span, "'continue' takes no label: it goes on with the innermost loop")
		return true
	case prev.Kind != token.KwOperator && before > 0 && k.toks[before-1].Kind == token.KwOperator && t.Kind != token.LParen:
		prev = k.toks[before-1] // "operator = 2", read as the name of an operator
		fallthrough
	case prev.Kind == token.KwOperator && t.Kind != token.LParen:
		diags.Report(diag.SyntaxError, prev.Span, "%s", isKeyword(prev.Text))
		return true
	case namedByKeyword(e, before, found, k):
		diags.Report(diag.SyntaxError, t.Span, "%s", isKeyword(t.Text))
		return true
	}
	for i := before; i >= max(0, before-2); i-- {
		if k.toks[i].Text == "template" && k.toks[i].Kind == token.Ident && i+1 < len(k.toks) && k.toks[i+1].Text == "<" {
			diags.Report(diag.SyntaxError, k.toks[i].Span, "templates of C++ are not part of Slang").
				WithHelp("a generic function is declared as T name<T>(T x), a generic struct as struct Name<T>")
			return true
		}
	}
	return false
}

func isKeyword(word string) string { return "'" + word + "' is a keyword and cannot be a name" }

func isWord(k token.Kind) bool { return k >= token.KwIf && k != token.KwModifier }

// namedByKeyword reports whether the token at found is a keyword where something is declared.
func namedByKeyword(e parser.Error, before, found int, k *marked) bool {
	t := k.toks[found]
	if !isWord(t.Kind) {
		return false
	}
	next := token.EOF
	if found+1 < len(k.toks) {
		next = k.toks[found+1].Kind
	}
	switch k.toks[before].Kind {
	case token.KwStruct, token.KwEnum, token.KwClass, token.KwInterface, token.KwNamespace, token.KwCbuffer, token.KwTypedef:
		return true
	case token.Ident, token.GenericGreater, token.RBracket:
		if t.LineStart || !declares(e, before, k) {
			return false
		}
		switch next {
		case token.Semi, token.Assign, token.Comma, token.RParen, token.LBracket, token.Colon, token.LParen:
			return true
		}
	case token.LBrace, token.Comma:
		return e.Rule == parser.SlangParserRULE_enumBody && (next == token.Comma || next == token.RBrace || next == token.Assign)
	}
	return false
}

// declares reports whether the token at before may end a type that starts a declaration.
func declares(e parser.Error, before int, k *marked) bool {
	for _, x := range e.Expected {
		if x == int(token.Ident) && e.Rule != parser.SlangParserRULE_arguments {
			return true
		}
	}
	if k.toks[before].Kind != token.Ident {
		return e.Rule == parser.SlangParserRULE_parameters
	}
	switch k.toks[lastReal(k, max(before-1, 0))].Kind {
	case token.Semi, token.LBrace, token.RBrace, token.KwModifier, token.LParen, token.Comma:
		return e.Rule == parser.SlangParserRULE_parameters || builtinType(k.toks[before].Text)
	}
	return false
}

// newTypeName is the name of a declared type. Words that are modifiers where a name follows, such
// as point, cannot be one: "point p" would declare p without a type.
func (b *builder) newTypeName(name ast.Name) ast.Name {
	if roleOf(name.Text) == modifierWord {
		b.report(name.Range, "%s", isKeyword(name.Text))
	}
	return name
}

// newValueName is the name of a declared variable. Words that start an expression or a statement
// cannot be one: they are no names where they are used.
func (b *builder) newValueName(name ast.Name) ast.Name {
	switch name.Text {
	case "try", "throw", "defer", "discard":
		b.report(name.Range, "%s", isKeyword(name.Text))
	}
	return name
}
