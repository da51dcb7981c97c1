package preproc

import "slc/frontend/token"

// __VA_OPT__(tokens) in the body of a variadic macro stands for its tokens if there are variable arguments,
// for nothing otherwise (C23 6.10.5.2).

const vaOpt = "__VA_OPT__"

// optional finds the closing parenthesis of the __VA_OPT__ at body[i]; 0 if it has no parentheses.
func optional(body []tok, i int) (end int) {
	depth := 0
	for j := i + 1; j < len(body); j++ {
		switch body[j].Kind {
		case token.LParen:
			depth++
		case token.RParen:
			depth--
		}
		if depth == 0 {
			if j == i+1 {
				return 0 // no parenthesis
			}
			return j
		}
	}
	return 0
}

// checkOptional reports misplaced uses of __VA_OPT__ in the body of m.
func (m *macro) checkOptional(fail func(t *tok, format string, args ...any) bool) bool {
	end := 0
	for i := range m.body {
		t := &m.body[i]
		if t.Kind != token.Ident || t.Text != vaOpt {
			continue
		}
		if !m.variadic {
			return fail(t, "%s stands in a macro without variable arguments", vaOpt)
		}
		if i < end {
			return fail(t, "%s stands inside another one", vaOpt)
		}
		if end = optional(m.body, i); end == 0 {
			return fail(t, "%s needs (tokens) behind it", vaOpt)
		}
		if end > i+2 && (m.body[i+2].Kind == token.HashHash || m.body[end-1].Kind == token.HashHash) {
			return fail(t, "'##' cannot start or end what %s stands for", vaOpt)
		}
		m.optional = true
	}
	return true
}

// chosen is the body of m with each __VA_OPT__ replaced.
func (p *processor) chosen(m *macro, args []argument) []tok {
	given := len(p.expansionOf(&args[len(m.params)-1])) > 0
	out := make([]tok, 0, len(m.body))
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		if t.Kind != token.Ident || t.Text != vaOpt {
			out = append(out, t)
			continue
		}
		end := optional(m.body, i)
		inner := m.body[i+2 : end]
		if start := len(out); given && len(inner) > 0 {
			out = append(out, inner...)
			out[start].SpaceBefore = t.SpaceBefore
		} else { // an operand of ##, if one stands next to it
			out = append(out, tok{Token: token.Token{Kind: placemarker}})
		}
		i = end
	}
	return out
}
