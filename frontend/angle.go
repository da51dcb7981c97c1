package frontend

import "slc/frontend/token"

// angles finds the scope of every '{' and pairs the '<' and '>' that enclose
// generic arguments and parameters.
//
// Each '<' behind a name is a candidate. A '>' takes the innermost candidate of
// its bracket level and asks generic; a token that cannot stand in a list drops
// the candidates of its level.
func (m *marker) angles() {
	a := angler{m: m, scopes: make([]scope, 1, 32)}
	a.scopes[0] = inDecls
	for i, k := range m.kinds {
		a.token(i, k)
	}
}

type angler struct {
	m       *marker
	scopes  []scope
	cands   []int32 // candidates; -1 marks the start of a bracket level
	pending scope   // what the next '{' opens, if a keyword has said so
	typedef bool    // a typedef waits for its ';'
}

func (a *angler) token(i int, k token.Kind) {
	m := a.m
	switch k {
	case token.LParen, token.LBracket:
		if m.match[i] < 0 {
			return
		}
		a.cands = append(a.cands, -1)
		a.scopes = append(a.scopes, inParens)
	case token.LBrace:
		s := a.braceScope(i)
		m.scopes[i] = s
		a.pending = inParens
		if m.match[i] < 0 {
			a.drop()
			return
		}
		a.scopes = append(a.scopes, s)
		a.cands = append(a.cands, -1)
	case token.RParen, token.RBracket, token.RBrace:
		a.close(i, k)
	case token.Semi:
		a.drop()
		if a.scopes[len(a.scopes)-1] != inParens {
			a.pending, a.typedef = inParens, false
		}
	case token.KwReturn, token.EOF:
		a.drop()
	case token.AmpAmp, token.PipePipe, token.Question, token.LessEq, token.GreaterEq, token.BangEq, token.PlusEq,
		token.MinusEq, token.StarEq, token.SlashEq, token.PercentEq, token.AmpEq, token.PipeEq, token.CaretEq,
		token.ShlEq, token.ShrEq:
		a.dropUnsure()
	case token.Assign, token.Colon, token.EqEq:
		if a.scopes[len(a.scopes)-1] == inBlock {
			a.dropUnsure()
		}
	case token.Less:
		if m.opensAngle(i) {
			a.cands = append(a.cands, int32(i))
		}
	case token.Greater:
		if o := a.top(); o >= 0 {
			a.cands = a.cands[:len(a.cands)-1]
			if a.generic(o, i+1) {
				a.pair(o, i)
			}
		}
	case token.Shr:
		a.shr(i)
	case token.KwStruct, token.KwClass:
		if a.pending != inEnum && a.pending != inTypedef {
			a.pending = a.bodyOf(inStruct)
		}
	case token.KwEnum:
		a.pending = a.bodyOf(inEnum)
	case token.KwInterface, token.KwExtension, token.KwNamespace, token.KwProperty, token.KwSubscript:
		a.pending = inDecls
	case token.KwCbuffer, token.KwTbuffer:
		a.pending = inStruct
	case token.KwTypedef:
		a.typedef = true
	}
}

func (a *angler) bodyOf(s scope) scope {
	if a.typedef {
		return inTypedef
	}
	return s
}

func (a *angler) top() int {
	if n := len(a.cands); n > 0 {
		return int(a.cands[n-1])
	}
	return -1
}

// drop forgets the candidates of the current bracket level.
func (a *angler) drop() {
	for a.top() >= 0 {
		a.cands = a.cands[:len(a.cands)-1]
	}
}

// dropUnsure forgets the candidates behind names that are not known to be
// generic: an operator that binds weaker than '<' follows them.
func (a *angler) dropUnsure() {
	for o := a.top(); o >= 0 && !a.m.knownGeneric(o-1); o = a.top() {
		a.cands = a.cands[:len(a.cands)-1]
	}
}

// knownGeneric reports whether token i names a type or function that is known to
// be generic.
func (m *marker) knownGeneric(i int) bool {
	name := m.in[i].Text
	return m.types[name]&isGeneric != 0 || builtinGeneric(name)
}

// close leaves the bracket level that token i closes.
func (a *angler) close(i int, k token.Kind) {
	m := a.m
	a.drop()
	o := m.match[i]
	if o < 0 {
		return
	}
	a.scopes = a.scopes[:len(a.scopes)-1]
	a.cands = a.cands[:len(a.cands)-1]
	if k == token.RParen && m.kind(i+1) == token.FatArrow {
		m.kinds[o] = token.LambdaLParen
	}
	if k == token.RBrace {
		a.pending = inParens
	}
}

// braceScope decides what the '{' at i opens.
func (a *angler) braceScope(i int) scope {
	m := a.m
	if a.pending != inParens {
		return a.pending
	}
	switch prev := m.kind(i - 1); {
	case prev == token.LBrace && a.scopes[len(a.scopes)-1] == inInit,
		prev == token.Comma, prev == token.LParen, prev == token.LBracket, prev == token.KwReturn,
		prev == token.Question, prev >= token.Assign && prev <= token.ShrEq:
		return inInit
	case prev == token.RParen && m.match[i-1] >= 0:
		// (T){ … }: the parenthesis stands where an operand may.
		open := int(m.match[i-1])
		switch before := m.kind(open - 1); {
		case m.kind(open-2) == token.KwOperator: // operator+=(…) { … }
		case before == token.KwReturn, before == token.Comma, before == token.LParen, before == token.Question,
			before >= token.Assign && before <= token.ShrEq:
			return inInit
		}
	}
	return inBlock
}

// opensAngle reports whether the '<' at i may open a generic list: a name or a
// keyword that takes parameters stands before it.
func (m *marker) opensAngle(i int) bool {
	switch m.kind(i - 1) {
	case token.Ident:
		return true
	case token.KwThisT, token.KwInit, token.KwSubscript, token.KwExtension, token.KwGenericOld:
		return true
	}
	return m.kind(i-2) == token.KwOperator // operator+<T>(…)
}

// shr handles '>>', which closes two lists if two candidates wait and both are.
func (a *angler) shr(i int) {
	inner := a.top()
	if inner < 0 || len(a.cands) < 2 || a.cands[len(a.cands)-2] < 0 {
		return // a shift
	}
	outer := int(a.cands[len(a.cands)-2])
	if !a.generic(outer, i+1) {
		return
	}
	a.cands = a.cands[:len(a.cands)-2]
	m := a.m
	m.kinds[outer], m.kinds[inner] = token.GenericLess, token.GenericLess
	m.match[outer], m.match[inner], m.match[i] = int32(i), int32(i), int32(outer)
	a.learnParams(outer)
}

func (a *angler) pair(open, shut int) {
	m := a.m
	m.kinds[open], m.kinds[shut] = token.GenericLess, token.GenericGreater
	m.match[open], m.match[shut] = int32(shut), int32(open)
	a.learnParams(open)
}

// generic decides whether '<' at open, whose '>' stands before token next, opens
// a generic list. As in slangc, a name known to be generic decides; else the
// token after the list does.
func (a *angler) generic(open, next int) bool {
	m := a.m
	if m.kind(open-1) != token.Ident {
		return true
	}
	if m.knownGeneric(open - 1) {
		return true
	}
	switch m.kind(open - 2) {
	case token.KwStruct, token.KwClass, token.KwInterface, token.KwTypealias, token.KwFunc:
		return true
	}
	switch m.kind(next) {
	case token.ColonCol, token.Dot, token.LParen, token.RParen, token.LBracket, token.RBracket, token.Colon,
		token.Comma, token.Question, token.Semi, token.EqEq, token.BangEq, token.Greater, token.Shr, token.EOF,
		token.LBrace, token.Assign, token.KwWhere, token.Ellipsis:
		return true
	case token.Ident, token.Star, token.KwOperator:
		return a.startsType(open - 1)
	}
	return false
}

// startsType reports whether the qualified name that ends at i stands where a
// declaration's type would: at the start of a statement, behind a modifier, or
// anywhere among declarations but in an initializer.
func (a *angler) startsType(i int) bool {
	m := a.m
	for isAccess(m.kind(i-1)) && m.kind(i-2) == token.Ident {
		i -= 2
	}
	switch m.kind(i - 1) {
	case token.KwModifier, token.Semi, token.LBrace, token.RBrace, token.EOF, token.Arrow, token.KwProperty, token.KwTypedef:
		return true
	case token.GenericGreater: // __generic<…>
		return m.match[i-1] > 0 && m.kind(int(m.match[i-1])-1) == token.KwGenericOld
	case token.LParen, token.Comma, token.RBracket, token.Colon, token.GenericLess, token.Less:
		return a.amongDecls()
	}
	return false
}

// amongDecls reports whether the innermost brace holds declarations.
func (a *angler) amongDecls() bool {
	for n := len(a.scopes) - 1; n >= 0; n-- {
		if a.scopes[n] != inParens {
			return a.scopes[n] == inDecls || a.scopes[n] == inStruct || a.scopes[n] == inTypedef
		}
	}
	return false
}

// learnParams learns the names that a list of type parameters declares. Among
// declarations every name directly behind '<' or ',' may be one.
func (a *angler) learnParams(open int) {
	m := a.m
	switch m.kind(open - 2) {
	case token.KwStruct, token.KwClass, token.KwInterface, token.KwTypealias, token.KwFunc, token.Ident, token.KwThisT,
		token.GenericGreater, token.RBracket, token.Star:
	default:
		if m.kind(open-1) == token.Ident {
			return
		}
	}
	if !a.amongDecls() {
		return
	}
	shut := int(m.match[open])
	if m.kind(open-2) == token.Ident && m.kind(shut+1) != token.LParen { // T name<…>( declares
		return
	}
	for i := open + 1; i < shut; i++ {
		if m.kinds[i] == token.Ident && (m.kinds[i-1] == token.GenericLess || m.kinds[i-1] == token.Comma) {
			m.learn(m.in[i].Text, isType)
		}
	}
}
