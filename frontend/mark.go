package frontend

import (
	"slc/frontend/token"
)

// The pre-pass marks what the grammar cannot decide on one token (see
// grammar/SlangParser.g4). It is linear: three loops over the tokens, each with
// a stack that every token enters and leaves at most once.
//
//	mark.go    the loops: brackets and words, then the marked list
//	angle.go   '<' and '>': generic brackets or operators
//	decide.go  is this a declaration, a cast?

// scope is what the innermost bracket around a token holds.
type scope uint8

const (
	inParens  scope = iota // ( ) or [ ]
	inDecls                // file, struct, namespace, accessors …: declarations
	inStruct               // as inDecls; declarators may follow the '}'
	inEnum                 // enumerators; declarators may follow
	inBlock                // statements
	inInit                 // initializer list
	inTypedef              // struct or enum in a typedef: its name follows
)

// marker is the state of the pre-pass over one token list.
type marker struct {
	in     []token.Token
	kinds  []token.Kind // kind of each input token, corrected as the passes go
	match  []int32      // partner of each bracket, -1 if there is none
	scopes []scope      // of each '{': what it opens
	types  map[string]nameFacts
}

// nameFacts is what the file itself declares about a name.
type nameFacts uint8

const (
	isType nameFacts = 1 << iota
	isGeneric
)

// mark returns the tokens as the grammar wants them.
func mark(toks []token.Token) *marked {
	toks = targetSwitches(toks)
	n := len(toks)
	m := &marker{in: toks, kinds: make([]token.Kind, n), match: make([]int32, n), scopes: make([]scope, n)}
	m.words()
	m.angles()
	return m.emit()
}

func (m *marker) learn(name string, facts nameFacts) {
	if m.types == nil {
		m.types = map[string]nameFacts{}
	}
	m.types[name] |= facts
}

// kind returns the kind of token i, EOF beyond either end.
func (m *marker) kind(i int) token.Kind {
	if i < 0 || i >= len(m.kinds) {
		return token.EOF
	}
	return m.kinds[i]
}

// words settles contextual keywords, pairs brackets, and collects the names of
// the types that the file declares.
func (m *marker) words() {
	for i := range m.in {
		m.kinds[i], m.match[i] = m.in[i].Kind, -1
	}
	var open []int32
	for i := range m.in {
		switch k := m.kinds[i]; {
		case k == token.Ident:
			m.word(i)
		case k == token.KwDefault && m.named(i):
			m.kinds[i] = token.Ident
		case k == token.LParen || k == token.LBracket || k == token.LBrace:
			open = append(open, int32(i))
		case k == token.RParen || k == token.RBracket || k == token.RBrace:
			open = m.closeBracket(open, i, k)
		case k == token.Semi:
			open = m.semicolon(open)
		case k >= token.KwIf:
			m.keyword(i, k)
		case k == token.Dollar && m.rawKind(i+1) == token.KwFor:
			m.kinds[i] = token.OpaqueItem
		}
	}
}

// semicolon drops the parentheses that a ';' shows to be unclosed: only those
// of a for hold one.
func (m *marker) semicolon(open []int32) []int32 {
	for n := len(open) - 1; n >= 0; n-- {
		o := int(open[n])
		if m.kinds[o] == token.LBrace || m.kind(o-1) == token.KwFor {
			break
		}
		open = open[:n]
	}
	return open
}

// closeBracket pairs the closing bracket i. A brace closes over parentheses that
// were never closed; a parenthesis never closes over a brace.
func (m *marker) closeBracket(open []int32, i int, k token.Kind) []int32 {
	want := token.LBrace
	switch k {
	case token.RParen:
		want = token.LParen
	case token.RBracket:
		want = token.LBracket
	}
	for top := len(open) - 1; top >= 0; top-- {
		o := open[top]
		if m.kinds[o] == want {
			m.match[o], m.match[i] = int32(i), o
			return open[:top]
		}
		if m.kinds[o] == token.LBrace {
			return open
		}
		if want != token.LBrace && top < len(open)-1 {
			return open // one wrong bracket is passed over, no more: this keeps the loop linear
		}
	}
	if want == token.LBrace {
		return open[:0]
	}
	return open
}

// named reports whether the keyword at i is a name: what a type precedes and ';' or '=' follows, or what is selected of
// something. Slang reserves no words; "default" is the one that real programs declare, for attributes.
func (m *marker) named(i int) bool {
	prev, next := m.kind(i-1), m.rawKind(i+1)
	return isAccess(prev) || (prev == token.Ident || prev == token.GenericGreater || prev == token.RBracket) && (next == token.Semi || next == token.Assign)
}

// word settles an identifier that may be a keyword here.
func (m *marker) word(i int) {
	role := roleOf(m.in[i].Text)
	if role == plainWord {
		return
	}
	prev, next := m.kind(i-1), m.rawKind(i+1)
	if isAccess(prev) {
		return
	}
	switch role {
	case signWord:
		if next == token.Ident && isSignedType(m.in[i+1].Text) {
			m.kinds[i] = token.KwModifier
		}
	case modifierWord:
		if next == token.Ident || next == token.KwModifier || next >= token.KwStruct && next <= token.KwThisT {
			m.kinds[i] = token.KwModifier
		}
	case blockWord:
		if next == token.Ident && m.rawKind(i+2) == token.LBrace {
			m.kinds[i] = token.KwCbuffer
		}
	case layoutWord:
		if next == token.LParen {
			m.kinds[i] = token.KwLayout
		}
	case modifierCall, functypeWord:
		if next == token.LParen {
			m.kinds[i] = token.KwModifier
		}
	case newWord:
		if next == token.Ident {
			m.kinds[i] = token.KwTry
		}
	case throwsWord:
		if prev == token.RParen {
			m.kinds[i] = token.KwThrows
		}
	case ignoredWord:
		if next == token.Ident || next == token.KwModifier || next == token.LParen {
			m.kinds[i] = token.Invalid
		}
	case opaqueExpr:
		if next == token.LBrace {
			m.kinds[i] = token.OpaqueExpr
		}
	case opaqueBraces:
		if next == token.LBrace {
			m.kinds[i] = token.OpaqueItem
		}
	case opaqueToSemi:
		if next == token.Ident || next == token.StringLit || next == token.KwModifier || next == token.KwThisT || next == token.LBracket && prev != token.Assign {
			m.kinds[i] = token.OpaqueItem
		}
	}
}

// rawKind is the kind of token i before words has visited it.
func (m *marker) rawKind(i int) token.Kind {
	if i >= len(m.in) {
		return token.EOF
	}
	return m.in[i].Kind
}

func isAccess(k token.Kind) bool {
	return k == token.Dot || k == token.Arrow || k == token.ColonCol
}

// keyword turns a keyword back into a name where it cannot be one, and learns
// the names of types.
func (m *marker) keyword(i int, k token.Kind) {
	prev, next := m.kind(i-1), m.rawKind(i+1)
	if isAccess(prev) && k != token.KwOperator && k != token.KwThisT {
		m.kinds[i] = token.Ident
		return
	}
	named := next == token.Ident || next == token.KwModifier || next == token.KwThisT
	keep := true
	switch k {
	case token.KwStruct, token.KwClass, token.KwEnum, token.KwInterface, token.KwTypealias, token.KwAssociatedtype:
		m.learnType(i + 1)
		keep = k == token.KwStruct || k == token.KwEnum || k == token.KwClass || named
	case token.KwTypedef:
		m.learnTypedef(i + 1)
	case token.KwFunc:
		keep = named || next == token.KwOperator
		if next == token.Ident && m.rawKind(i+2) == token.Less {
			m.learn(m.in[i+1].Text, isGeneric)
		}
	case token.KwModule, token.KwImport, token.KwImplementing:
		keep = named || next == token.StringLit ||
			next == token.Semi && (prev == token.Semi || prev == token.RBrace || prev == token.EOF)
	case token.KwProperty, token.KwVar, token.KwLet:
		keep = named
	case token.KwNamespace:
		keep = named || next == token.LBrace
	case token.KwExtension:
		keep = named || next == token.Less || next == token.ColonCol
	case token.KwUsing:
		keep = named || next == token.KwNamespace
	case token.KwIs, token.KwAs:
		keep = named && endsOperand(prev)
	case token.KwWhere:
		keep = named && prev != token.Dot
	case token.KwCbuffer, token.KwTbuffer:
		keep = named || next == token.LBrace || next == token.Colon
	case token.KwDefer, token.KwTry, token.KwThrow:
		keep = !continuesOperand(next)
	case token.KwDiscard:
		keep = next == token.Semi
	case token.KwCatch:
		if next == token.LParen || next == token.LBrace {
			m.kinds[i] = token.OpaqueItem
			return
		}
		keep = false
	case token.KwModifier:
		if m.in[i].Text == "uniform" && next == token.Ident && m.rawKind(i+2) == token.LBrace {
			m.kinds[i] = token.KwCbuffer // a block of GLSL
			return
		}
		keep = m.isModifier(prev, next)
	}
	if !keep {
		m.kinds[i] = token.Ident
	}
}

// isModifier tells a modifier keyword from a variable that is called in or out,
// and from an attribute, by its neighbours.
func (m *marker) isModifier(prev, next token.Kind) bool {
	switch next {
	case token.Semi, token.LBrace: // layout(…) in;   T f() const {   but: ref { … }
		return prev == token.RParen || prev == token.KwModifier
	case token.Comma, token.RParen, token.RBracket, token.Colon, token.Question, token.LBracket, token.Dot:
		return false
	}
	return prev != token.LBracket && !(next >= token.Plus && next <= token.MinusMin)
}

// continuesOperand reports whether k can only follow an operand, so that a word
// before it is a name.
func continuesOperand(k token.Kind) bool {
	return k == token.Dot || k >= token.Assign && k <= token.ShrEq
}

func (m *marker) learnType(i int) {
	if m.rawKind(i) == token.KwClass { // enum class
		i++
	}
	if m.rawKind(i) != token.Ident {
		return
	}
	facts := isType
	if m.rawKind(i+1) == token.Less {
		facts |= isGeneric
	}
	m.learn(m.in[i].Text, facts)
}

// learnTypedef learns the name of "typedef T name;", the last one before ';' or
// an array's '['. A typedef of a struct body is named later; its '}' ends the scan.
func (m *marker) learnTypedef(i int) {
	const far = 64 // tokens; keeps a damaged file linear
	for last, stop := -1, i+far; i < stop; i++ {
		switch m.rawKind(i) {
		case token.Ident:
			last = i
		case token.Semi:
			if last >= 0 {
				m.learn(m.in[last].Text, isType)
			}
			return
		case token.LBrace, token.EOF:
			return
		}
	}
}

// endsOperand reports whether an operand may end with k, so that what follows
// continues an expression.
func endsOperand(k token.Kind) bool {
	switch k {
	case token.Ident, token.IntLit, token.FloatLit, token.StringLit, token.CharLit, token.RParen, token.RBracket,
		token.GenericGreater, token.KwThis, token.KwThisT, token.KwTrue, token.KwFalse, token.KwNull,
		token.PlusPlus, token.MinusMin, token.OpaqueExpr:
		return true
	}
	return false
}

// marked is the list that the parser reads; it answers the questions of the
// parser's error recovery.
type marked struct {
	toks  []token.Token
	kinds []int32
	match []int32
}

// LineStart reports whether token i is the first of its line.
func (k *marked) LineStart(i int) bool { return k.toks[i].LineStart }

// Match returns the partner of bracket i, or -1.
func (k *marked) Match(i int) int { return int(k.match[i]) }
