package frontend

import "slc/frontend/token"

// __target_switch { case … } and __stage_switch { case … } are read as switch (__target_switch) { case … }: the labels
// name targets or stages, which is for the semantic analysis to see.

// targetSwitches writes them so; toks itself if there are none.
func targetSwitches(toks []token.Token) []token.Token {
	first := -1
	for i := range toks {
		if isTargetSwitch(toks, i) {
			first = i
			break
		}
	}
	if first < 0 {
		return toks
	}
	out := append(make([]token.Token, 0, len(toks)+16), toks[:first]...)
	for i := first; i < len(toks); i++ {
		t := toks[i]
		if !isTargetSwitch(toks, i) {
			out = append(out, t)
			continue
		}
		for _, part := range [...]struct {
			kind token.Kind
			text string
		}{{token.KwSwitch, t.Text}, {token.LParen, "("}, {token.Ident, t.Text}, {token.RParen, ")"}} {
			t.Kind, t.Text = part.kind, part.text
			out = append(out, t)
			t.LineStart, t.SpaceBefore = false, false
		}
	}
	return out
}

func isTargetSwitch(toks []token.Token, i int) bool {
	t := &toks[i]
	return t.Kind == token.Ident && len(t.Text) >= 14 && (t.Text == "__target_switch" || t.Text == "__stage_switch") &&
		i+1 < len(toks) && toks[i+1].Kind == token.LBrace
}
