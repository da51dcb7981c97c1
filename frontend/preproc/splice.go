package preproc

import (
	"slc/frontend/source"
	"slc/frontend/token"
)

// rescanSpliced scans the token that starts at start and touches a line splice
// (C11 5.1.1.2: splices go before tokens are formed). It scans a copy of the
// text without splices that is grown until the token ends inside it, so that the
// cost stays linear.
func (s *scanner) rescanSpliced(t *token.Token, start int) {
	for size := 16; ; size *= 4 {
		clean, ends := unsplice(s.src[start:], size)
		sub := newScanner(clean, 0, s.diags)
		sub.quiet = true
		kind := sub.lexeme()
		whole := len(ends) < size // the copy reaches the end of the text
		if sub.pos >= len(clean)-4 && !whole {
			continue // the token might go on
		}
		if !s.quiet && sub.pos > 0 {
			kind = s.checkSpliced(clean, kind, start)
		}
		t.Kind = kind
		t.Text = clean[:sub.pos]
		s.pos = start + ends[sub.pos-1]
		t.Span = source.Span{Start: s.base + source.Pos(start), End: s.base + source.Pos(s.pos)}
		return
	}
}

// checkSpliced reports what is wrong with a spliced token; only an unclosed
// literal can be.
func (s *scanner) checkSpliced(clean string, kind token.Kind, start int) token.Kind {
	if kind != token.Dollar || clean[0] == '$' {
		return kind
	}
	return s.unterminated(start, min(start+1, len(s.src)), clean[0])
}

// unsplice returns up to size bytes of s without its line splices, and for each
// byte the offset in s after it.
func unsplice(s string, size int) (clean string, ends []int) {
	out := make([]byte, 0, size)
	ends = make([]int, 0, size)
	for i := 0; i < len(s) && len(out) < size; {
		if n := spliceLen(s[i:]); n > 0 {
			i += n
			continue
		}
		out = append(out, s[i])
		i++
		ends = append(ends, i)
	}
	return string(out), ends
}
