package machine

import (
	"fmt"
	"strings"
)

// token is a word, a number or a sign of a text.
type token struct {
	text string
	line int
}

// signs of more than one character, the longest first.
var signs = []string{"<<=", ">>=", "::", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "++", "--", "+=", "-=", "*=", "|=", "&=", "^="}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// lex splits a text. Comments and lines of the preprocessor are left out.
func lex(text string) ([]token, error) {
	var out []token
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "//")
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for i := 0; i < len(line); {
			switch c := line[i]; {
			case c == ' ' || c == '\t' || c == '\r':
				i++
			case c == '"':
				end := strings.IndexByte(line[i+1:], '"')
				if end < 0 {
					return nil, fmt.Errorf("line %d: a string without an end", n+1)
				}
				out = append(out, token{line[i : i+end+2], n + 1})
				i += end + 2
			case wordByte(c):
				from := i
				for i < len(line) && wordByte(line[i]) {
					i++
				}
				out = append(out, token{line[from:i], n + 1})
			default:
				s := line[i : i+1]
				for _, long := range signs {
					if strings.HasPrefix(line[i:], long) {
						s = long
						break
					}
				}
				out = append(out, token{s, n + 1})
				i += len(s)
			}
		}
	}
	return out, nil
}
