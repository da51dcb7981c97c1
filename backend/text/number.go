package text

import (
	"math"
	"strconv"
	"strings"
)

// Signed spells an integer of the given width; the smallest value has no literal
// of its own.
func Signed(v int64, bits int, suffix string) Expr {
	if v == -1<<(bits-1) && bits >= 32 {
		return Expr{strconv.FormatInt(v+1, 10) + suffix + " - 1" + suffix, PrecAdd}
	}
	s := strconv.FormatInt(v, 10) + suffix
	if v < 0 {
		return Expr{s, PrecUnary}
	}
	return Atom(s)
}

// Unsigned spells an unsigned integer.
func Unsigned(v uint64, suffix string) Expr { return Atom(strconv.FormatUint(v, 10) + suffix) }

// Finite reports whether v has a literal.
func Finite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

// Float32 spells a finite binary32 value with the fewest digits that read back
// to it, with a suffix.
func Float32(v float64, suffix string) Expr {
	s := strconv.FormatFloat(v, 'g', -1, 32)
	mant, exp, has := strings.Cut(s, "e")
	if !strings.Contains(mant, ".") {
		mant += ".0"
	}
	if has {
		mant += "e" + exp
	}
	if s[0] == '-' {
		return Expr{mant + suffix, PrecUnary}
	}
	return Atom(mant + suffix)
}

// Hex32 is the literal of a bit pattern.
func Hex32(bits uint32) string {
	return "0x" + strings.Repeat("0", 8-len(strconv.FormatUint(uint64(bits), 16))) + strconv.FormatUint(uint64(bits), 16) + "u"
}
