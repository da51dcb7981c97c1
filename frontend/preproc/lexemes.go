package preproc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"slc/frontend/diag"
	"slc/frontend/token"
)

// spliceLen returns the length of a line splice (a backslash and the line end
// that follows it) at the start of s, 0 if there is none.
func spliceLen(s string) int {
	switch {
	case len(s) >= 2 && s[0] == '\\' && s[1] == '\n':
		return 2
	case len(s) >= 3 && s[0] == '\\' && s[1] == '\r' && s[2] == '\n':
		return 3
	}
	return 0
}

// lineCommentEnd returns the offset of the line end that closes a // comment
// whose text starts at i. A spliced line goes on.
func lineCommentEnd(src string, i int) int {
	for i < len(src) {
		n := strings.IndexByte(src[i:], '\n')
		if n < 0 {
			return len(src)
		}
		i += n
		before := i - 1
		if before >= 0 && src[before] == '\r' {
			before--
		}
		if before < 0 || src[before] != '\\' {
			return i
		}
		i++
	}
	return i
}

// blockCommentEnd returns the offset after the */ that closes a comment whose
// text starts at i, -1 if nothing does. A star and a slash may be spliced apart.
func blockCommentEnd(src string, i int) int {
	for {
		n := strings.IndexByte(src[i:], '*')
		if n < 0 {
			return -1
		}
		i += n + 1
		j := i
		for n := spliceLen(src[j:]); n > 0; n = spliceLen(src[j:]) {
			j += n
		}
		if j < len(src) && src[j] == '/' {
			return j + 1
		}
	}
}

// identTail scans the rest of an identifier from a byte above 0x7F on.
func (s *scanner) identTail() token.Kind {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		if c < utf8.RuneSelf {
			if class[c] != cIdent && class[c] != cDigit {
				break
			}
			s.pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.src[s.pos:])
		if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			break
		}
		s.pos += n
	}
	return token.Ident
}

// strange handles bytes that start no token: letters beyond ASCII, stray
// characters, and bytes that show that the text is no source text.
func (s *scanner) strange() token.Kind {
	start := s.pos
	r, n := utf8.DecodeRuneInString(s.src[start:])
	if unicode.IsLetter(r) {
		return s.identTail()
	}
	s.pos += n
	switch {
	case r == utf8.RuneError && n == 1:
		s.notText(start, "the file is not UTF-8 text: byte 0x%02X", s.src[start])
	case r < ' ' || r == 0x7F:
		s.notText(start, "the file is not text: control character 0x%02X", s.src[start])
	case r == '\\':
		s.report(diag.IllegalCharacter, start, s.pos, "stray '\\'").
			WithHelp(`a '\' joins two lines only directly before the end of the line`)
	case unicode.IsPrint(r):
		s.report(diag.IllegalCharacter, start, s.pos, "the character '%c' has no meaning here", r)
	default:
		s.report(diag.IllegalCharacter, start, s.pos, "the character U+%04X has no meaning here", r)
	}
	return token.Invalid
}

// notText reports once that the text is binary, and ends it: what follows would
// only be noise.
func (s *scanner) notText(at int, format string, args ...any) {
	if s.quiet {
		return
	}
	s.report(diag.NotText, at, at+1, format, args...)
	s.fatal, s.pos = true, len(s.src)
}

func isDigitOf(c byte, hex bool) bool {
	return class[c] == cDigit || hex && (c|0x20 >= 'a' && c|0x20 <= 'f')
}

// number scans a numeric literal and whatever letters follow it: whether they
// are a suffix is checked when the token leaves the preprocessor, because a
// macro may paste other things to a number.
func (s *scanner) number() token.Kind {
	src, i, hex := s.src, s.pos, false
	if src[i] == '0' && i+1 < len(src) && src[i+1]|0x20 == 'x' {
		hex = true
		i += 2
	}
	kind := token.IntLit
	digits := func() {
		for i < len(src) && (isDigitOf(src[i], hex) || src[i] == '_') {
			i++
		}
	}
	digits()
	// "1.x" and "1.r" are members of a literal, not the float "1.".
	if i < len(src) && src[i] == '.' && !(i+1 < len(src) && (src[i+1] == 'x' || src[i+1] == 'r') && i > s.pos) {
		kind = token.FloatLit
		i++
		digits()
	}
	if strings.HasPrefix(src[i:], "#INF") {
		kind = token.FloatLit
		i += len("#INF")
	} else if i < len(src) && (!hex && src[i]|0x20 == 'e' || hex && src[i]|0x20 == 'p') {
		j := i + 1
		if j < len(src) && (src[j] == '+' || src[j] == '-') {
			j++
		}
		if j < len(src) && class[src[j]] == cDigit {
			kind = token.FloatLit
			for j < len(src) && class[src[j]] == cDigit {
				j++
			}
			i = j
		}
	}
	suffix := i
	for i < len(src) && (class[src[i]] == cIdent || class[src[i]] == cDigit) {
		i++
	}
	s.pos = i
	if kind == token.IntLit && token.IsFloatSuffix(src[suffix:i]) && !hex {
		kind = token.FloatLit
	}
	return kind
}

// quoted scans a string or character literal.
func (s *scanner) quoted(quote byte) token.Kind {
	src, start, i := s.src, s.pos, s.pos+1
	for i < len(src) {
		switch c := src[i]; {
		case c == quote:
			s.pos = i + 1
			return pick(quote == '"', token.StringLit, token.CharLit)
		case c == '\\':
			if n := spliceLen(src[i:]); n > 0 {
				s.pos = i
				return pick(quote == '"', token.StringLit, token.CharLit) // next rescans it
			}
			i += 2
			continue
		case c == '\n':
			return s.unterminated(start, i, quote)
		}
		i++
	}
	return s.unterminated(start, len(src), quote)
}

func (s *scanner) unterminated(start, end int, quote byte) token.Kind {
	if end > start && end <= len(s.src) && s.src[end-1] == '\r' {
		end--
	}
	what := "string"
	if quote == '\'' {
		what = "character literal"
	}
	s.report(diag.UnterminatedLiteral, start, end, "the %s is not closed before the end of the line", what).
		WithHelp("close it with %c", quote)
	s.pos = end
	if s.quiet {
		return token.Dollar // skipped anyway; the rest of the line must go by
	}
	return pick(quote == '"', token.StringLit, token.CharLit)
}

// rawString scans R"tag(…)tag" from start; splices mean nothing in it.
func (s *scanner) rawString(start int) token.Kind {
	open := start + 2
	n := strings.IndexByte(s.src[open:min(len(s.src), open+20)], '(')
	if n < 0 || strings.ContainsAny(s.src[open:open+n], " \t\r\n\\)\"") {
		s.report(diag.UnterminatedLiteral, start, open, "a raw string must start with R\"( or R\"tag( with a tag of at most 16 characters")
		return token.Ident // the string that follows is scanned as an ordinary one
	}
	closing := fmt.Sprintf(")%s\"", s.src[open:open+n])
	m := strings.Index(s.src[open+n:], closing)
	if m < 0 {
		s.report(diag.UnterminatedLiteral, start, open+n+1, "the raw string is never closed").
			WithHelp("close it with %s", closing)
		s.pos = len(s.src)
		return token.StringLit
	}
	s.pos = open + n + m + len(closing)
	return token.StringLit
}
