package token

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// IsIntSuffix reports whether s may end an integer literal; "" may.
func IsIntSuffix(s string) bool {
	switch strings.ToLower(s) {
	case "", "u", "l", "ll", "ul", "lu", "ull", "llu", "z", "uz", "zu":
		return !strings.Contains(s, "Ll") && !strings.Contains(s, "lL") // as in C
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

// ParseFloat evaluates a floating-point literal in double precision, such that rounding the value to the
// type of the suffix gives what rounding the literal itself would. ok is
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
	if tie(value, suffix) {
		value = aside(value, digits)
	}
	return value, suffix, true
}

// tie reports whether value may stand halfway between two values of the suffix's type: which of
// them is nearer depends on what the literal has beyond double precision.
func tie(value float64, suffix string) bool {
	drop, least := 29, 0x1p-126 // float: the bits that it has less, and its least normal value
	switch strings.ToLower(suffix) {
	case "l", "lf":
		return false
	case "h", "hf":
		drop, least = 42, 0x1p-14
	}
	return math.Float64bits(value)&(1<<drop-1) == 1<<(drop-1) || value != 0 && value < least
}

// maxExact bounds the length of literals that are compared digit by digit.
const maxExact = 4096

// aside moves value, the double nearest to digits, to its neighbour on the side of digits, if it is not exact.
func aside(value float64, digits string) float64 {
	if len(digits) > maxExact || math.IsInf(value, 0) {
		return value
	}
	exact, ok := new(big.Rat).SetString(digits)
	if !ok {
		return value
	}
	switch exact.Cmp(new(big.Rat).SetFloat64(value)) {
	case 1:
		return math.Nextafter(value, math.Inf(1))
	case -1:
		return math.Nextafter(value, 0)
	}
	return value
}

// Unquote returns the value of a string or raw string literal. bad is the offset
// in text of the first escape that has no meaning, -1 if all have.
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
		v, isRune, n := escape(body[i+1:])
		switch {
		case n > 0 && isRune && v <= utf8.MaxRune && utf8.ValidRune(rune(v)):
			out = utf8.AppendRune(out, rune(v))
		case n > 0 && !isRune && v <= 0xFF:
			out = append(out, byte(v))
		default:
			return string(out), i + 1
		}
		i += 1 + n
	}
	return string(out), -1
}

// CharValue returns the number that a character literal stands for: a code
// point, or what its escape says. bad is as for Unquote, 0 when the literal does
// not hold exactly one character.
func CharValue(text string) (value uint32, bad int) {
	if len(text) < 3 || text[len(text)-1] != text[0] {
		return 0, 0
	}
	body := text[1 : len(text)-1]
	if body[0] == '\\' {
		v, _, n := escape(body[1:])
		if n == 0 || v > math.MaxUint32 {
			return 0, 1
		}
		if 1+n != len(body) {
			return 0, 0
		}
		return uint32(v), -1
	}
	r, n := utf8.DecodeRuneInString(body)
	if n != len(body) || r == utf8.RuneError {
		return 0, 0
	}
	return uint32(r), -1
}

// escape evaluates the escape at the start of s, which follows a backslash: its
// value, whether that is a code point rather than a byte, and its length, 0 if it
// means nothing.
func escape(s string) (v uint64, isRune bool, n int) {
	if s == "" {
		return 0, false, 0
	}
	if at := strings.IndexByte("abfnrtv", s[0]); at >= 0 {
		return uint64("\a\b\f\n\r\t\v"[at]), false, 1
	}
	switch c := s[0]; {
	case strings.IndexByte(`\'"?`, c) >= 0:
		return uint64(c), false, 1
	case c >= '0' && c <= '7':
		n = 1
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		v, _ = strconv.ParseUint(s[:n], 8, 16)
		return v, false, n
	case c == 'x':
		v, n = hexNumber(s[1:], 1, 16)
	case c == 'u':
		v, n = hexNumber(s[1:], 4, 4)
	case c == 'U':
		v, n = hexNumber(s[1:], 8, 8)
	}
	if n == 0 {
		return 0, false, 0
	}
	return v, s[0] != 'x', 1 + n
}

// hexNumber reads least to most hexadecimal digits, or any number of them in
// braces; n is 0 if they are not there.
func hexNumber(s string, least, most int) (v uint64, n int) {
	braces := 0
	if strings.HasPrefix(s, "{") {
		s, braces, least, most = s[1:], 2, 1, 16
	}
	for n < len(s) && n < most && (s[n] >= '0' && s[n] <= '9' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'f') {
		n++
	}
	if n < least || braces > 0 && (n == len(s) || s[n] != '}') {
		return 0, 0
	}
	v, _ = strconv.ParseUint(s[:n], 16, 64)
	return v, n + braces
}
