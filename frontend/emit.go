package frontend

import (
	"slc/frontend/source"
	"slc/frontend/token"
)

// emitter writes the marked list: input tokens with their final kinds, and the
// tokens without text that announce declarations.
type emitter struct {
	m       *marker
	out     *marked
	origin  []int32 // output index of each input token
	scopes  []frame
	operand bool // the last token ended an operand
	start   bool // a statement may start here
	label   bool // a case label waits for its ':'
	nested  int  // '?' of that label that wait for theirs
}

// frame is an open bracket.
type frame struct {
	scope scope
	role  parenRole
	code  bool // the innermost brace holds statements or values
}

type parenRole uint8

const (
	plainParen  parenRole = iota
	castParen             // an operand follows the ')'
	headParen             // a statement follows: if (…), for (…)
	attrBracket           // attributes at the start of a statement
)

// emit is the last loop of the pre-pass.
func (m *marker) emit() *marked {
	n := len(m.in)
	e := emitter{m: m, origin: make([]int32, n), scopes: make([]frame, 1, 32)}
	e.scopes[0] = frame{scope: inDecls}
	e.out = &marked{toks: make([]token.Token, 0, n+n/8), kinds: make([]int32, 0, n+n/8), match: make([]int32, 0, n+n/8)}
	for i := 0; i < n; i++ {
		i = e.token(i)
	}
	if len(e.out.kinds) == 0 || e.out.kinds[len(e.out.kinds)-1] != int32(token.EOF) {
		e.put(token.Token{Kind: token.EOF}, token.EOF)
	}
	e.linkBrackets()
	return e.out
}

func (e *emitter) put(t token.Token, k token.Kind) {
	t.Kind = k
	e.out.toks = append(e.out.toks, t)
	e.out.kinds = append(e.out.kinds, int32(k))
	e.out.match = append(e.out.match, -1)
}

// mark puts a token without text before input token i.
func (e *emitter) mark(i int, k token.Kind) {
	t := e.m.in[i]
	t.Text, t.Span.End = "", t.Span.Start
	e.put(t, k)
}

func (e *emitter) top() frame { return e.scopes[len(e.scopes)-1] }

// token emits input token i and returns the index of the last input token that
// went with it.
func (e *emitter) token(i int) int {
	m := e.m
	k := m.kinds[i]
	start := e.start
	e.start = false
	switch k {
	case token.Invalid:
		if m.in[i].Kind == token.Ident { // a word without meaning here
			e.start = start
			e.origin[i] = int32(len(e.out.kinds))
			return i
		}
	case token.OpaqueExpr, token.OpaqueItem:
		return e.opaque(i, k)
	case token.LParen, token.LBracket, token.LBrace, token.LambdaLParen:
		return e.open(i, k, start)
	case token.RParen, token.RBracket, token.RBrace:
		return e.close(i, k)
	case token.Ident, token.KwThisT, token.ColonCol:
		// Behind a forgotten ';' the next line may declare something.
		start = start || e.operand && m.in[i].LineStart && e.top().scope == inBlock
		if start {
			if k == token.Ident && m.kind(i+1) == token.Colon {
				e.write(i, token.Label)
				e.label, e.nested = true, 0
				return i
			}
			if m.startsDecl(i) {
				e.mark(i, token.DeclStart)
			}
		}
	case token.Star:
		return e.stars(i)
	case token.Shr:
		if m.match[i] >= 0 {
			return e.splitShr(i)
		}
	case token.KwModifier:
		if m.kind(i+1) == token.LParen {
			if last := m.modifierArgs(i); last > i {
				return e.swallow(i, last, k)
			}
		}
		if t := m.in[i].Text; (t == "each" || t == "expand") && e.top().code {
			k = token.KwTry // a prefix operator of packs
		}
	case token.Question:
		e.nested++
	case token.Colon:
		if e.label && e.top().scope == inBlock {
			if e.nested > 0 {
				e.nested--
			} else {
				e.label, e.start = false, true
			}
		}
	case token.KwCase, token.KwDefault:
		e.label, e.nested = true, 0
	case token.Semi:
		e.start = e.top().scope == inBlock
		e.label = false
	case token.KwElse, token.KwDo, token.KwDefer:
		e.start = true
	}
	e.write(i, k)
	return i
}

func (e *emitter) write(i int, k token.Kind) {
	e.origin[i] = int32(len(e.out.kinds))
	e.put(e.m.in[i], k)
	e.operand = endsOperand(k)
}

// opaque swallows a construct outside the subset into one token.
func (e *emitter) opaque(i int, k token.Kind) int {
	m := e.m
	last := i
	toBrace := k == token.OpaqueExpr || roleOf(m.in[i].Text) == opaqueBraces || m.in[i].Kind != token.Ident
	for j := i + 1; j < len(m.in) && m.kinds[j] != token.EOF; j++ {
		last = j
		if m.kinds[j] == token.LBrace || m.kinds[j] == token.LParen {
			if m.match[j] < 0 {
				break
			}
			last = int(m.match[j])
			j = last
		}
		if m.kinds[last] == token.RBrace && toBrace || m.kinds[last] == token.Semi {
			break
		}
	}
	e.swallow(i, last, k)
	e.operand = k == token.OpaqueExpr
	e.start = k == token.OpaqueItem && e.top().scope == inBlock
	return last
}

// swallow emits input tokens i to last as one token, spelled as the first.
func (e *emitter) swallow(i, last int, k token.Kind) int {
	m := e.m
	t := m.in[i]
	t.Span = source.Span{Start: t.Span.Start, End: m.in[last].Span.End}
	for j := i; j <= last; j++ {
		e.origin[j] = int32(len(e.out.kinds))
		m.match[j] = -1
	}
	e.put(t, k)
	e.operand = false
	return last
}

// modifierArgs returns the index of the last token that belongs to the modifier
// at i: of its arguments, or the arrow of a function type.
func (m *marker) modifierArgs(i int) int {
	shut := int(m.match[i+1])
	switch role := roleOf(m.in[i].Text); {
	case shut < 0:
	case role == modifierCall:
		return shut
	case role == functypeWord && m.kind(shut+1) == token.Arrow:
		return shut + 1
	}
	return i
}

// open enters a bracket.
func (e *emitter) open(i int, k token.Kind, start bool) int {
	m := e.m
	f := frame{code: e.top().code}
	switch k {
	case token.LBrace:
		f.scope = m.scopes[i]
		f.code = f.scope == inBlock || f.scope == inInit
		if f.scope == inInit {
			k = token.InitLBrace
		}
		e.start = f.scope == inBlock
	case token.LBracket:
		if start {
			f.role = attrBracket
		}
	case token.LParen:
		switch m.kind(i - 1) {
		case token.KwIf, token.KwWhile, token.KwSwitch:
			f.role = headParen
		case token.KwFor:
			f.role = headParen
			e.start = true // the initializer
		default:
			if !e.operand && takesOperand(m.kind(i-1)) && m.startsCast(i) {
				k, f.role = token.CastLParen, castParen
			}
		}
	}
	if m.match[i] >= 0 { // an unclosed bracket changes nothing for what follows
		e.scopes = append(e.scopes, f)
	}
	begins := e.start
	e.write(i, k)
	e.operand, e.start = false, begins
	return i
}

// takesOperand reports whether a '(' behind k may be an operand, that is, not
// the parameters or arguments of a keyword.
func takesOperand(k token.Kind) bool {
	switch k {
	case token.KwSizeof, token.KwAlignof, token.KwInit, token.KwSubscript, token.KwOperator, token.KwLayout,
		token.KwStaticAssert, token.KwModifier, token.KwExtension:
		return false
	}
	return true
}

// close leaves the bracket that token i closes.
func (e *emitter) close(i int, k token.Kind) int {
	m := e.m
	var f frame
	if m.match[i] >= 0 {
		f = e.top()
		e.scopes = e.scopes[:len(e.scopes)-1]
	}
	e.write(i, k)
	switch {
	case f.role == castParen:
		e.operand = false
	case f.role == headParen:
		// In "do … while (c);" a ';' follows and no statement starts; a name
		// after it means that the ';' was forgotten, and marks do no harm.
		e.operand, e.start = false, true
	case f.role == attrBracket:
		e.operand, e.start = false, true
	case k == token.RBrace:
		e.operand = f.scope == inInit
		e.start = f.scope != inInit && e.top().scope == inBlock
		if (f.scope == inStruct || f.scope == inEnum) && e.declaratorFollows(i+1) {
			e.mark(i+1, token.TailMark)
			e.start = false
		}
	}
	return i
}

// declaratorFollows reports whether the tokens from i on declare variables of
// the type whose body ends before them.
func (e *emitter) declaratorFollows(i int) bool {
	if e.m.kind(i) != token.Ident {
		return false
	}
	switch e.m.kind(i + 1) {
	case token.Semi, token.Comma, token.Assign, token.LBracket, token.Colon:
		return true
	}
	return false
}

// stars emits a run of '*' from i on. A run without a right operand belongs to
// a pointer type.
func (e *emitter) stars(i int) int {
	m := e.m
	last := i
	for m.kind(last+1) == token.Star {
		last++
	}
	kind := token.Star
	switch m.kind(last + 1) {
	case token.Comma, token.RParen, token.RBracket, token.GenericGreater, token.Semi, token.LBrace:
		kind = token.PtrStar
	case token.Shr:
		if m.match[last+1] >= 0 {
			kind = token.PtrStar
		}
	}
	for j := i; j <= last; j++ {
		e.write(j, kind)
	}
	e.operand = kind == token.PtrStar
	return last
}

// splitShr emits a '>>' that closes two generic lists as two tokens.
func (e *emitter) splitShr(i int) int {
	t := e.m.in[i]
	mid := t.Span.Start + (t.Span.End-t.Span.Start)/2
	first, second := t, t
	first.Text, first.Span.End = ">", mid
	second.Text, second.Span.Start, second.SpaceBefore = ">", mid, false
	e.origin[i] = int32(len(e.out.kinds))
	e.put(first, token.GenericGreater)
	e.put(second, token.GenericGreater)
	e.operand = true
	return i
}

// linkBrackets carries the pairs over to the output, for error recovery.
func (e *emitter) linkBrackets() {
	for i, p := range e.m.match {
		if p >= 0 && e.m.kinds[i] != token.GenericLess && e.m.kinds[i] != token.GenericGreater && e.m.kinds[i] != token.Shr {
			e.out.match[e.origin[i]] = e.origin[p]
		}
	}
}
