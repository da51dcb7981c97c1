// Package parser holds the parser that ANTLR generates from SlangParser.g4, and
// the flat tree that it fills.
//
// The generated code calls Match, EnterRule and so on through the embedded Tree,
// whose methods take the place of antlr.BaseParser's: nothing is allocated for a
// token, the tree is one array in source order, and the ATN (which only
// prediction and error messages need) is not even deserialized for a program
// without syntax errors. Nothing here predicts: the grammar is LL(1).
package parser

import (
	"github.com/antlr4-go/antlr/v4"
)

// TokenNode is the Rule of a node that is a token.
const TokenNode = -1

// Node is a rule or a token of the parsed text. The nodes of a tree stand in
// source order; a rule's children lie between it and its End.
type Node struct {
	Rule  int16 // SlangParserRULE_…, or TokenNode
	Wrong bool  // the rule holds a syntax error and may lack any of its parts
	Tok   int32 // index of the token, or of the first token of the rule
	End   int32 // index of the first node behind this one and its children
}

// maxDepth limits how deep rules nest, and with it the stack. Brackets are
// limited earlier, to less; this catches the rest ("do do do …").
const maxDepth = 4000

// enteredFailing is the End, until the rule is left, of a rule that was entered
// while an error unwinds the rules around it.
const enteredFailing = -1

// Tree is the base of the generated parser.
type Tree struct {
	*antlr.BaseParser
	Nodes []Node
	// Errors holds the syntax errors in the order they were found.
	Errors []Error

	kinds  []int32
	input  Input
	pos    int
	open   []int32 // nodes of the rules being parsed
	failed bool    // a syntax error unwinds the rules up to one that resumes
	ended  bool    // the error is a missing ';': the next item starts at pos
	// lastError is the position of the last error: one is reported a token.
	lastError int
	handler   handler
	stream    stream
	parser    *SlangParser
}

// Input tells the parser what error recovery needs to know of the tokens.
type Input interface {
	// LineStart reports whether token i is the first of its line.
	LineStart(i int) bool
	// Match returns the index of the bracket that belongs to bracket i, or -1.
	Match(i int) int
}

// Parse parses the tokens of one file, given by their kinds; the last one is
// antlr.TokenEOF.
func Parse(kinds []int32, input Input) *Tree {
	p := new(SlangParser)
	t := &p.Tree
	t.parser, t.kinds, t.input, t.lastError = p, kinds, input, -1
	t.Nodes = make([]Node, 0, 3*len(kinds))
	t.open = make([]int32, 0, 64)
	t.handler.t, t.stream.t = t, t
	t.BaseParser = antlr.NewBaseParser(&t.stream)
	t.SetErrorHandler(&t.handler)
	p.File()
	return t
}

// Match takes the current token if it has the kind, and reports an error if not.
func (t *Tree) Match(kind int) antlr.Token {
	if t.failed {
		return nil
	}
	if t.kinds[t.pos] == int32(kind) {
		t.take()
	} else {
		t.mismatch(kind)
	}
	return nil
}

// Consume takes the current token; generated code has checked it.
func (t *Tree) Consume() antlr.Token {
	if !t.failed {
		t.take()
	}
	return nil
}

func (t *Tree) take() {
	t.Nodes = append(t.Nodes, Node{Rule: TokenNode, Tok: int32(t.pos), End: int32(len(t.Nodes)) + 1})
	if t.pos < len(t.kinds)-1 {
		t.pos++
	}
}

// EnterRule opens the node of a rule.
func (t *Tree) EnterRule(_ antlr.ParserRuleContext, state, rule int) {
	t.SetState(state)
	t.open = append(t.open, int32(len(t.Nodes)))
	n := Node{Rule: int16(rule), Tok: int32(t.pos), Wrong: t.failed}
	if t.failed {
		n.End = enteredFailing
	}
	t.Nodes = append(t.Nodes, n)
	if len(t.open) > maxDepth {
		t.tooDeep()
	}
}

// ExitRule closes the node of a rule.
func (t *Tree) ExitRule() {
	top := len(t.open) - 1
	t.Nodes[t.open[top]].End = int32(len(t.Nodes))
	t.open = t.open[:top]
}

// EnterOuterAlt is called at the start of each alternative of a rule; the tree
// does not say which alternative was taken, its children do.
func (t *Tree) EnterOuterAlt(antlr.ParserRuleContext, int) {}

// HasError reports whether an error unwinds the current rule.
func (t *Tree) HasError() bool { return t.failed }

// GetError returns nil: errors are kept in Errors.
func (t *Tree) GetError() antlr.RecognitionException { return nil }

// SetError is called with an exception where no alternative fits the current
// token, and with nil after a rule gave up; recovery decides about the latter.
func (t *Tree) SetError(err antlr.RecognitionException) {
	if err != nil {
		t.noAlternative()
	}
}

// stream shows the tokens to the generated code, which looks one token ahead
// and nothing else.
type stream struct {
	antlr.TokenStream // nil: the rest of the interface is never called
	t                 *Tree
}

func (s *stream) LA(int) int            { return int(s.t.kinds[s.t.pos]) }
func (s *stream) LT(int) antlr.Token    { return nil }
func (s *stream) Index() int            { return s.t.pos }
func (s *stream) Seek(int)              {}
func (s *stream) Consume()              {}
func (s *stream) Get(int) antlr.Token   { return nil }
func (s *stream) GetSourceName() string { return "" }
func (s *stream) Size() int             { return len(s.t.kinds) }

// handler forwards the calls of generated code to the tree.
type handler struct {
	antlr.DefaultErrorStrategy
	t *Tree
}

// Sync does nothing: an error is found by the token that does not fit.
func (h *handler) Sync(antlr.Parser) {}

// ReportMatch does nothing.
func (h *handler) ReportMatch(antlr.Parser) {}

// ReportError does nothing: the error is already in Tree.Errors.
func (h *handler) ReportError(antlr.Parser, antlr.RecognitionException) {}

// RecoverInline is called where the current token is in none of a set.
func (h *handler) RecoverInline(antlr.Parser) antlr.Token {
	h.t.noAlternative()
	return nil
}

// Recover is called when a rule gives up.
func (h *handler) Recover(antlr.Parser, antlr.RecognitionException) { h.t.recover() }
