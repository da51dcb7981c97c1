package parser

import (
	"slices"

	"slc/frontend/token"

	"github.com/antlr4-go/antlr/v4"
)

// Error is one syntax error.
type Error struct {
	Tok      int   // the token that does not fit
	Rule     int   // the rule being parsed there
	Expected []int // kinds that would fit, ascending
	TooDeep  bool  // rules nest too deep; Expected is empty
}

// maxErrors is the number of syntax errors after which the rest of the text is
// not parsed.
const maxErrors = 50

// mismatch reports that kind was expected, and repairs what can be repaired in
// place.
func (t *Tree) mismatch(kind int) {
	switch token.Kind(kind) {
	case token.Semi:
		// A forgotten semicolon: go on as if it were there.
		if t.endsItem() {
			t.report(Error{Expected: []int{kind}})
			return
		}
	case token.RBrace, token.EOF:
		if t.resume(kind) {
			return
		}
	}
	t.report(Error{Expected: []int{kind}})
	t.fail()
}

// endsItem reports whether the current token looks like what follows a
// statement: the next line or the end of the block.
func (t *Tree) endsItem() bool {
	k := t.kinds[t.pos]
	return k == int32(token.RBrace) || k == int32(token.EOF) || t.input.LineStart(t.pos)
}

// resume goes on in a list of statements or declarations, which the generated
// loop left at a token that can start none, until the list's end.
func (t *Tree) resume(end int) bool {
	rule := t.rule()
	statements := rule == SlangParserRULE_block
	if !statements && rule != SlangParserRULE_members && rule != SlangParserRULE_file {
		return false
	}
	for {
		k := t.kinds[t.pos]
		switch {
		case k == int32(end):
			t.take()
			return true
		case k == int32(token.EOF):
			return false
		case statements && startsStatement(k):
			t.parser.Statement()
		case !statements && startsDeclaration(k):
			t.parser.Declaration()
		default:
			expected := Error{}
			if !statements && end == int(token.EOF) {
				expected.Expected = []int{int(token.EOF)}
			}
			t.report(expected)
			if t.kinds[t.pos] == k { // else there were too many errors
				t.pos++
			}
			if token.Kind(k) != token.RBrace { // a stray '}' is skipped alone
				t.skip(statements)
			}
		}
	}
}

// noAlternative reports that the current token starts none of the alternatives
// of the parser's state.
func (t *Tree) noAlternative() {
	if t.failed {
		return
	}
	if t.pos != t.lastError {
		e := Error{Expected: t.expected()}
		if t.endsItem() && slices.Contains(e.Expected, int(token.Semi)) {
			e.Expected, t.ended = []int{int(token.Semi)}, true
		}
		t.report(e)
	}
	t.fail()
}

// expected asks the ATN, which is deserialized now, for the kinds that the
// current state accepts.
func (t *Tree) expected() []int {
	SlangParserInit()
	data := &SlangParserParserStaticData
	t.Interpreter = antlr.NewParserATNSimulator(t.parser, data.atn, data.decisionToDFA, data.PredictionContextCache)
	var kinds []int
	for _, r := range t.GetExpectedTokens().GetIntervals() {
		for k := r.Start; k < r.Stop; k++ {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func (t *Tree) tooDeep() {
	if !t.failed {
		t.report(Error{TooDeep: true})
		t.fail()
		t.pos = len(t.kinds) - 1
		t.lastError = t.pos
	}
}

// report records an error at the current token, unless it has one already.
func (t *Tree) report(e Error) {
	if t.pos == t.lastError {
		return
	}
	t.lastError = t.pos
	e.Tok, e.Rule = t.pos, t.rule()
	t.Errors = append(t.Errors, e)
	if len(t.Errors) >= maxErrors {
		t.pos = len(t.kinds) - 1
		t.lastError = t.pos
	}
}

func (t *Tree) rule() int { return int(t.Nodes[t.open[len(t.open)-1]].Rule) }

func (t *Tree) fail() {
	t.failed = true
	t.Nodes[t.open[len(t.open)-1]].Wrong = true
}

// recover is called at the end of each rule that an error unwinds. Statements
// and declarations skip to where the next one may start and end the unwinding.
func (t *Tree) recover() {
	node := &t.Nodes[t.open[len(t.open)-1]]
	node.Wrong = true
	if node.End == enteredFailing {
		return // the error lies outside
	}
	switch t.rule() {
	case SlangParserRULE_statement, SlangParserRULE_declaration:
		if !t.ended && !t.missingBody() {
			t.leaveBraces()
			t.skip(t.rule() == SlangParserRULE_statement)
		}
		t.ended = false
	case SlangParserRULE_file:
	default:
		return
	}
	t.failed = false
}

// missingBody goes behind a function whose '{' is missing: there its '}' has no
// partner.
func (t *Tree) missingBody() bool {
	last := t.Errors[len(t.Errors)-1]
	if last.Rule != SlangParserRULE_functionTail || last.Tok != t.pos {
		return false
	}
	for i := t.pos; i < len(t.kinds); i++ {
		if t.kinds[i] == int32(token.RBrace) && t.input.Match(i) < 0 {
			t.pos = i + 1
			return true
		}
	}
	return false
}

// leaveBraces goes to the '}' of the outermost brace that the current rule has
// opened and not closed, as in an enum whose case is wrong.
func (t *Tree) leaveBraces() {
	for _, n := range t.Nodes[t.open[len(t.open)-1]:] {
		if n.Rule != TokenNode {
			continue
		}
		if k := token.Kind(t.kinds[n.Tok]); k == token.LBrace || k == token.InitLBrace {
			if m := t.input.Match(int(n.Tok)); m >= t.pos {
				t.pos = m + 1
				return
			}
		}
	}
}

// skip goes to the end of the current statement or declaration: behind its ';'
// or its block, before the '}' that ends what it stands in, or before a line
// that starts with a word that only starts something new.
func (t *Tree) skip(statements bool) {
	for start := t.pos; ; t.pos++ {
		k := token.Kind(t.kinds[t.pos])
		switch k {
		case token.EOF, token.RBrace:
			return
		case token.Semi:
			t.pos++
			return
		case token.LBrace:
			if m := t.input.Match(t.pos); m >= 0 {
				t.pos = m + 1
				return
			}
		case token.LParen, token.LBracket, token.CastLParen, token.LambdaLParen, token.InitLBrace:
			if m := t.input.Match(t.pos); m >= 0 && !(t.pos > start && t.input.LineStart(t.pos) && k == token.LBracket) {
				t.pos = m
			}
		case token.DeclStart:
			if t.pos > start {
				return
			}
		}
		if t.pos > start && t.input.LineStart(t.pos) && startsLine(k, statements) {
			return
		}
	}
}

// startsLine reports whether k at the start of a line starts something new even
// where an error left the parser unsure.
func startsLine(k token.Kind, statements bool) bool {
	switch k {
	case token.KwIf, token.KwFor, token.KwWhile, token.KwDo, token.KwSwitch, token.KwCase, token.KwDefault,
		token.KwBreak, token.KwContinue, token.KwReturn:
		return statements
	case token.LBracket, token.Ident:
		return !statements
	}
	return startsDeclaration(int32(k))
}

func startsDeclaration(k int32) bool {
	switch token.Kind(k) {
	case token.KwStruct, token.KwClass, token.KwEnum, token.KwInterface, token.KwExtension, token.KwNamespace,
		token.KwTypedef, token.KwTypealias, token.KwAssociatedtype, token.KwUsing, token.KwImport, token.KwModule,
		token.KwImplementing, token.KwInclude2, token.KwCbuffer, token.KwTbuffer, token.KwLet, token.KwVar,
		token.KwFunc, token.KwProperty, token.KwSubscript, token.KwInit, token.KwStaticAssert, token.KwGenericOld,
		token.KwModifier, token.KwLayout, token.OpaqueItem, token.LBracket, token.Ident, token.KwThisT,
		token.ColonCol, token.Semi:
		return true
	}
	return false
}

func startsStatement(k int32) bool {
	switch token.Kind(k) {
	case token.RBrace, token.RParen, token.RBracket, token.GenericGreater, token.Comma, token.Colon, token.Invalid,
		token.Question, token.Dot, token.Arrow, token.FatArrow, token.Ellipsis, token.At, token.Dollar, token.Hash,
		token.HashHash, token.KwWhere, token.KwThrows, token.KwCatch, token.KwOperator, token.KwIs, token.KwAs,
		token.TailMark, token.PtrStar, token.GenericLess:
		return false
	}
	return !(token.Kind(k) >= token.Slash && token.Kind(k) <= token.ShrEq) || unary(token.Kind(k))
}

func unary(k token.Kind) bool {
	switch k {
	case token.Amp, token.Tilde, token.Bang:
		return true
	}
	return false
}
