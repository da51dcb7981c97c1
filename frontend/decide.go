package frontend

import "slc/frontend/token"

// startsDecl reports whether the tokens from i on, at the start of a statement,
// declare something: a type and then a name.
func (m *marker) startsDecl(i int) bool {
	j := m.skipTypeName(i)
	if j < 0 {
		return false
	}
	stars := false
	for {
		switch m.kind(j) {
		case token.Star:
			stars = true
			j++
			continue
		case token.LBracket:
			if m.match[j] < 0 {
				return false
			}
			j = int(m.match[j]) + 1
			continue
		case token.KwOperator:
			return true
		case token.Ident:
			if !stars {
				return true
			}
			// "a * b" could be a product whose value nobody uses.
			switch m.kind(j + 1) {
			case token.Assign, token.Semi, token.Comma, token.LBracket, token.Colon:
				return true
			}
		}
		return false
	}
}

// skipTypeName returns the index behind a possibly qualified and generic name
// that starts at i, -1 if none does.
func (m *marker) skipTypeName(i int) int {
	if m.kind(i) == token.ColonCol {
		i++
	}
	for {
		if k := m.kind(i); k != token.Ident && k != token.KwThisT {
			return -1
		}
		i++
		if m.kind(i) == token.GenericLess {
			i = int(m.match[i]) + 1
		}
		if k := m.kind(i); k != token.Dot && k != token.ColonCol {
			return i
		}
		i++
	}
}

// startsCast reports whether the '(' at i, where an operand may stand, opens a
// C-style cast. The rules are slangc's: a known type decides; for other names
// the token after the parenthesis does.
func (m *marker) startsCast(i int) bool {
	shut := int(m.match[i])
	if shut < 0 {
		return false
	}
	j := i + 1
	for m.kind(j) == token.KwModifier {
		j++
	}
	sure := j > i+1
	first := j
	j = m.skipTypeName(j)
	if j < 0 || j > shut {
		return false
	}
	name := m.in[j-1]
	if m.kind(j-1) == token.GenericGreater || m.kind(j-1) == token.KwThisT || m.kind(j-1) == token.Shr {
		sure = true
	} else if j == first+1 {
		sure = sure || builtinType(name.Text) || m.types[name.Text]&isType != 0
	}
	for j < shut {
		switch m.kind(j) {
		case token.Star:
			sure = true
			j++
			continue
		case token.LBracket:
			if sure && m.match[j] > 0 { // (int[2])x; (a[2]) is an element
				j = int(m.match[j]) + 1
				continue
			}
		}
		return false
	}
	return m.castOperand(shut+1, sure, m.kind(j-2) == token.ColonCol)
}

// castOperand decides by the token behind "(name)" whether it is cast: sure if
// the name is a type, static if it is a member named by '::'.
func (m *marker) castOperand(next int, sure, static bool) bool {
	switch m.kind(next) {
	case token.Ident, token.IntLit, token.FloatLit, token.StringLit, token.CharLit, token.Bang, token.Tilde,
		token.KwThis, token.KwTrue, token.KwFalse, token.KwNull, token.KwSizeof, token.KwAlignof, token.OpaqueExpr:
		return true
	case token.LParen, token.PlusPlus, token.MinusMin, token.LBrace, token.ColonCol:
		return sure
	case token.Plus, token.Minus, token.Star, token.Amp:
		if sure || !static || next+1 >= len(m.in) {
			return sure
		}
		return m.in[next].SpaceBefore != m.in[next+1].SpaceBefore // unary if space is on one side only
	}
	return false
}
