package preproc

import (
	"unicode/utf8"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// Classes of bytes, as the scanner distinguishes them.
const (
	cBad   byte = iota // never starts a token
	cSpace             // blank, tab, vertical tab, form feed, carriage return
	cLine              // line feed
	cIdent             // letter, underscore
	cHigh              // first byte or later of a multi-byte UTF-8 sequence
	cDigit
	cPunct
	cQuote // " or '
)

// class is laid out by the linker. Bytes above 0x7F are cBad here and told
// apart in the code: they are rare.
var class = [256]byte{
	'\t': cSpace, '\v': cSpace, '\f': cSpace, '\r': cSpace, ' ': cSpace, '\n': cLine,
	'0': cDigit, '1': cDigit, '2': cDigit, '3': cDigit, '4': cDigit, '5': cDigit, '6': cDigit, '7': cDigit, '8': cDigit, '9': cDigit,
	'a': cIdent, 'b': cIdent, 'c': cIdent, 'd': cIdent, 'e': cIdent, 'f': cIdent, 'g': cIdent, 'h': cIdent, 'i': cIdent,
	'j': cIdent, 'k': cIdent, 'l': cIdent, 'm': cIdent, 'n': cIdent, 'o': cIdent, 'p': cIdent, 'q': cIdent, 'r': cIdent,
	's': cIdent, 't': cIdent, 'u': cIdent, 'v': cIdent, 'w': cIdent, 'x': cIdent, 'y': cIdent, 'z': cIdent,
	'A': cIdent, 'B': cIdent, 'C': cIdent, 'D': cIdent, 'E': cIdent, 'F': cIdent, 'G': cIdent, 'H': cIdent, 'I': cIdent,
	'J': cIdent, 'K': cIdent, 'L': cIdent, 'M': cIdent, 'N': cIdent, 'O': cIdent, 'P': cIdent, 'Q': cIdent, 'R': cIdent,
	'S': cIdent, 'T': cIdent, 'U': cIdent, 'V': cIdent, 'W': cIdent, 'X': cIdent, 'Y': cIdent, 'Z': cIdent, '_': cIdent,
	'!': cPunct, '#': cPunct, '$': cPunct, '%': cPunct, '&': cPunct, '(': cPunct, ')': cPunct, '*': cPunct, '+': cPunct,
	',': cPunct, '-': cPunct, '.': cPunct, '/': cPunct, ':': cPunct, ';': cPunct, '<': cPunct, '=': cPunct, '>': cPunct,
	'?': cPunct, '@': cPunct, '[': cPunct, ']': cPunct, '^': cPunct, '{': cPunct, '|': cPunct, '}': cPunct, '~': cPunct,
	'"': cQuote, '\'': cQuote,
}

// scanner cuts one text into raw tokens: keywords are identifiers, comments and
// white space are dropped and leave their mark in SpaceBefore and LineStart.
// Texts of tokens are slices of src.
type scanner struct {
	src   string
	pos   int
	base  source.Pos
	diags *diag.List
	quiet bool // in a skipped group: malformed tokens are no faults
	// fatal is set when the text turned out not to be source text; the
	// scanner is then at its end.
	fatal bool
	line  bool // the next token is the first of its line
}

func newScanner(src string, base source.Pos, diags *diag.List) scanner {
	return scanner{src: src, base: base, diags: diags, line: true}
}

func (s *scanner) span(start, end int) source.Span {
	return source.Span{Start: s.base + source.Pos(start), End: s.base + source.Pos(end)}
}

func (s *scanner) report(code *diag.Code, start, end int, format string, args ...any) *diag.Diagnostic {
	if s.quiet {
		return nil
	}
	return s.diags.Report(code, s.span(start, end), format, args...)
}

// next scans one token into t. At the end of the text it gives token.EOF, again
// and again.
func (s *scanner) next(t *token.Token) {
	before := s.pos
	for {
		s.skipSpace()
		t.SpaceBefore = s.pos > before || s.line
		t.LineStart = s.line
		start := s.pos
		kind := s.lexeme()
		if kind == token.Invalid { // reported and to be left out
			continue
		}
		s.line = false
		if s.pos < len(s.src) && s.src[s.pos] == '\\' && spliceLen(s.src[s.pos:]) > 0 &&
			!(kind == token.StringLit && s.src[start] == 'R') { // a raw string is complete
			s.rescanSpliced(t, start)
			return
		}
		t.Kind = kind
		t.Text = s.src[start:s.pos]
		t.Span = s.span(start, s.pos)
		return
	}
}

// skipSpace skips white space, comments and line splices.
func (s *scanner) skipSpace() {
	src, i := s.src, s.pos
	for i < len(src) {
		switch c := src[i]; {
		case c == ' ' || class[c] == cSpace:
			i++
		case c == '\n':
			i++
			s.line = true
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			i = lineCommentEnd(src, i+2)
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			end := blockCommentEnd(src, i+2)
			if end < 0 {
				s.report(diag.UnterminatedComment, i, i+2, "the comment that starts here is never closed").
					WithHelp("close it with '*/'")
				end = len(src)
			}
			i = end
		case c == '\\':
			n := spliceLen(src[i:])
			if n == 0 {
				s.pos = i
				return
			}
			i += n
		default:
			s.pos = i
			return
		}
	}
	s.pos = i
}

// lexeme moves past one token and returns its kind; token.Invalid when what
// stood there was reported and makes no token.
func (s *scanner) lexeme() token.Kind {
	src, i := s.src, s.pos
	if i >= len(src) {
		return token.EOF
	}
	switch c := src[i]; class[c] {
	case cIdent:
		j := i + 1
		for j < len(src) && (class[src[j]] == cIdent || class[src[j]] == cDigit) {
			j++
		}
		s.pos = j
		if j < len(src) {
			if src[j] >= utf8.RuneSelf {
				return s.identTail()
			}
			if src[j] == '"' && c == 'R' && j == i+1 {
				return s.rawString(i)
			}
		}
		return token.Ident
	case cDigit:
		return s.number()
	case cPunct:
		return s.punct(c)
	case cQuote:
		return s.quoted(c)
	}
	return s.strange()
}

// punct scans punctuation that starts with c, by the longest match.
func (s *scanner) punct(c byte) token.Kind {
	var c1, c2 byte
	if s.pos+1 < len(s.src) {
		c1 = s.src[s.pos+1]
	}
	switch c {
	case '.':
		if class[c1] == cDigit {
			return s.number()
		}
		if s.pos+2 < len(s.src) {
			c2 = s.src[s.pos+2]
		}
		if c1 == '.' && c2 == '.' {
			s.pos += 3
			return token.Ellipsis
		}
	case '<', '>':
		if c1 == c {
			if s.pos+2 < len(s.src) {
				c2 = s.src[s.pos+2]
			}
			if c2 == '=' {
				s.pos += 3
				return pick(c == '<', token.ShlEq, token.ShrEq)
			}
		}
	}
	if k := punct2(c, c1); k != token.Invalid {
		s.pos += 2
		return k
	}
	s.pos++
	return punct1[c]
}

func pick(cond bool, a, b token.Kind) token.Kind {
	if cond {
		return a
	}
	return b
}

var punct1 = [128]token.Kind{
	'(': token.LParen, ')': token.RParen, '[': token.LBracket, ']': token.RBracket, '{': token.LBrace, '}': token.RBrace,
	',': token.Comma, ';': token.Semi, ':': token.Colon, '.': token.Dot, '?': token.Question, '+': token.Plus,
	'-': token.Minus, '*': token.Star, '/': token.Slash, '%': token.Percent, '&': token.Amp, '|': token.Pipe,
	'^': token.Caret, '~': token.Tilde, '!': token.Bang, '<': token.Less, '>': token.Greater, '=': token.Assign,
	'@': token.At, '$': token.Dollar, '#': token.Hash,
}

// punct2 returns the kind of the two-character token, Invalid if there is none.
func punct2(c, d byte) token.Kind {
	if d == '=' {
		switch c {
		case '=':
			return token.EqEq
		case '!':
			return token.BangEq
		case '<':
			return token.LessEq
		case '>':
			return token.GreaterEq
		case '+':
			return token.PlusEq
		case '-':
			return token.MinusEq
		case '*':
			return token.StarEq
		case '/':
			return token.SlashEq
		case '%':
			return token.PercentEq
		case '&':
			return token.AmpEq
		case '|':
			return token.PipeEq
		case '^':
			return token.CaretEq
		}
		return token.Invalid
	}
	if c == d {
		switch c {
		case '&':
			return token.AmpAmp
		case '|':
			return token.PipePipe
		case '<':
			return token.Shl
		case '>':
			return token.Shr
		case '+':
			return token.PlusPlus
		case '-':
			return token.MinusMin
		case ':':
			return token.ColonCol
		case '#':
			return token.HashHash
		}
		return token.Invalid
	}
	if d == '>' {
		switch c {
		case '-':
			return token.Arrow
		case '=':
			return token.FatArrow
		}
	}
	return token.Invalid
}
