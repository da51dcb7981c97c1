package token

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// IsIntSuffix reports whether s may end an integer literal; "" may.
func IsIntSuffix(s string) bool {
	switch strings.ToLower(s) {
	case "", "u", "l", "ll", "ul", "lu", "ull", "llu", "z", "uz", "zu":
		return true
	}
	return false
}

// IsFloatSuffix reports whether s marks a literal as floating-point, also one
// that is written without a point or exponent. A lone "l" does not: it makes an
// integer long, and a literal with a point double.
func IsFloatSuffix(s string) bool {
	switch strings.ToLower(s) {
	case "f", "h", "lf", "hf", "fl", "fh":
		return true
	}
	return false
}

// SplitNumber parts the spelling of a numeric literal of the given kind into its
// digits (with prefix, point and exponent) and its suffix, both as written.
func SplitNumber(kind Kind, text string) (digits, suffix string) {
	hex := len(text) > 1 && text[0] == '0' && text[1]|0x20 == 'x'
	i := 0
	if hex || len(text) > 1 && text[0] == '0' && text[1]|0x20 == 'b' && kind == IntLit {
		i = 2
	}
	exponent := byte('e')
	if hex {
		exponent = 'p'
	}
	if at := strings.Index(text, "#INF"); at >= 0 {
		return text[:at+4], text[at+4:]
	}
	for ; i < len(text); i++ {
		c := text[i]
		switch {
		case c >= '0' && c <= '9', c == '.', c == '_', hex && c|0x20 >= 'a' && c|0x20 <= 'f':
			continue
		case c|0x20 == exponent && kind == FloatLit && i+1 < len(text):
			if c := text[i+1]; c == '+' || c == '-' || c >= '0' && c <= '9' {
				i++
				hex = false // the exponent is decimal
				exponent = 0
				continue
			}
		}
		break
	}
	return text[:i], text[i:]
}

// ParseInt evaluates an integer literal: decimal, 0x, 0b, or octal with a
// leading 0; "_" separates digits. ok is false when a digit is not one of the
// base or there is none; overflow is set when 64 bits do not hold the value.
func ParseInt(text string) (value uint64, suffix string, overflow, ok bool) {
	digits, suffix := SplitNumber(IntLit, text)
	base, body := uint64(10), digits
	switch {
	case len(digits) > 1 && digits[0] == '0' && digits[1]|0x20 == 'x':
		base, body = 16, digits[2:]
	case len(digits) > 1 && digits[0] == '0' && digits[1]|0x20 == 'b':
		base, body = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, body = 8, digits[1:]
	}
	for i := 0; i < len(body); i++ {
		c := body[i]
		if c == '_' {
			continue
		}
		d := uint64(c - '0')
		if c > '9' {
			d = uint64(c|0x20-'a') + 10
		}
		if d >= base {
			return 0, suffix, false, false
		}
		ok = true
		if value > (math.MaxUint64-d)/base {
			overflow = true
		}
		value = value*base + d
	}
	return value, suffix, overflow, ok
}

// ParseFloat evaluates a floating-point literal in double precision. ok is
// false when it is malformed; a value beyond double's range is ±Inf or 0, as
// strconv.ParseFloat rounds it.
func ParseFloat(text string) (value float64, suffix string, ok bool) {
	digits, suffix := SplitNumber(FloatLit, text)
	if strings.HasSuffix(digits, "#INF") {
		return math.Inf(1), suffix, true
	}
	digits = strings.ReplaceAll(digits, "_", "")
	if len(digits) > 1 && digits[1]|0x20 == 'x' && !strings.ContainsAny(digits, "pP") {
		digits += "p0"
	}
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil && !strings.HasSuffix(err.Error(), strconv.ErrRange.Error()) {
		return 0, suffix, false
	}
	return value, suffix, true
}

// Unquote returns the value of a string, raw string or character literal. bad is
// the offset in text of the first escape that has no meaning, -1 if all have.
func Unquote(text string) (value string, bad int) {
	if strings.HasPrefix(text, `R"`) {
		if open := strings.IndexByte(text, '('); open >= 0 && len(text)-open > open {
			return text[open+1 : len(text)-open], -1 // ")tag\"" is as long as "R\"tag"
		}
		return "", 0
	}
	if len(text) < 2 || text[len(text)-1] != text[0] {
		return "", 0
	}
	body := text[1 : len(text)-1]
	if strings.IndexByte(body, '\\') < 0 {
		return body, -1
	}
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			out = append(out, body[i])
			i++
			continue
		}
		var n int
		if out, n = appendEscape(out, body[i+1:]); n == 0 {
			return string(out), i + 1
		}
		i += 1 + n
	}
	return string(out), -1
}

// appendEscape appends what the escape at the start of s (after the backslash)
// means and returns its length, 0 if it means nothing.
func appendEscape(out []byte, s string) ([]byte, int) {
	if s == "" {
		return out, 0
	}
	if at := strings.IndexByte("abfnrtv", s[0]); at >= 0 {
		return append(out, "\a\b\f\n\r\t\v"[at]), 1
	}
	switch c := s[0]; {
	case strings.IndexByte(`\'"?`, c) >= 0:
		return append(out, c), 1
	case c >= '0' && c <= '7':
		n := 1
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(s[:n], 8, 16)
		return append(out, byte(v)), n
	case c == 'x':
		n := hexRun(s[1:], 2)
		v, _ := strconv.ParseUint(s[1:1+n], 16, 8)
		if n == 0 {
			return out, 0
		}
		return append(out, byte(v)), 1 + n
	case c == 'u' || c == 'U':
		want := 4
		if c == 'U' {
			want = 8
		}
		if hexRun(s[1:], want) < want {
			return out, 0
		}
		v, _ := strconv.ParseUint(s[1:1+want], 16, 32)
		if v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
			return out, 0
		}
		return utf8.AppendRune(out, rune(v)), 1 + want
	}
	return out, 0
}

func hexRun(s string, limit int) int {
	n := 0
	for n < len(s) && n < limit && (s[n] >= '0' && s[n] <= '9' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'f') {
		n++
	}
	return n
}
