package binary

import (
	"math"
	"strconv"
	"strings"
)

// number returns the text of a literal of a numeric type.
func (p *Parsed) number(o *Operand, typ ID) string {
	def := p.Def(typ)
	switch {
	case def == nil:
	case def.Op == OpTypeFloat:
		return floatText(def.Word(0), o.Uint64())
	case def.Op == OpTypeInt && def.Word(1) != 0:
		if len(o.Words) == 1 {
			return strconv.Itoa(int(int32(o.Word())))
		}
		return strconv.FormatInt(int64(o.Uint64()), 10)
	}
	return strconv.FormatUint(o.Uint64(), 10)
}

// floatText writes a number with enough digits to be read back exactly; what has no such decimal notation (half,
// subnormals, infinities, not-a-number) as a hexadecimal one.
func floatText(width uint32, bits uint64) string {
	switch {
	case width == 32 && plain(float64(math.Float32frombits(uint32(bits))), 0x1p-126):
		return decimal(float64(math.Float32frombits(uint32(bits))), 9)
	case width == 64 && plain(math.Float64frombits(bits), 0x1p-1022):
		return decimal(math.Float64frombits(bits), 17)
	case width == 16:
		return hexFloat(bits, 5, 10)
	case width == 32:
		return hexFloat(bits, 8, 23)
	case width == 64:
		return hexFloat(bits, 11, 52)
	}
	return strconv.FormatUint(bits, 10)
}

// plain reports whether v is zero or normal.
func plain(v, smallestNormal float64) bool {
	return v == 0 || math.Abs(v) >= smallestNormal && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// decimal writes v like C's %.*g.
func decimal(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'e', digits-1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(exponent)
	if exp < -4 || exp >= digits {
		sign := "+"
		if exp < 0 {
			sign, exp = "-", -exp
		}
		pad := ""
		if exp < 10 {
			pad = "0"
		}
		return trimZeros(mantissa) + "e" + sign + pad + strconv.Itoa(exp)
	}
	return trimZeros(strconv.FormatFloat(v, 'f', digits-1-exp, 64))
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// hexFloat writes the bits of an IEEE 754 number as sign, 0x1.fraction and a binary exponent; the exponent of infinities and not-a-number is
// the one that their bits spell.
func hexFloat(bits uint64, exponentBits, fractionBits int) string {
	sign := ""
	if bits>>(exponentBits+fractionBits)&1 != 0 {
		sign = "-"
	}
	fraction := bits & (1<<fractionBits - 1)
	biased := int(bits >> fractionBits & (1<<exponentBits - 1))
	exp := biased - (1<<(exponentBits-1) - 1)
	lead := "1"
	switch {
	case biased == 0 && fraction == 0:
		exp, lead = 0, "0"
	case biased == 0:
		for fraction>>(fractionBits-1) == 0 {
			fraction <<= 1
			exp--
		}
		fraction = fraction << 1 & (1<<fractionBits - 1)
	}
	nibbles := (fractionBits + 3) / 4
	digits := strconv.FormatUint(fraction<<(4*nibbles-fractionBits), 16)
	digits = strings.TrimRight(strings.Repeat("0", nibbles-len(digits))+digits, "0")
	if digits != "" {
		digits = "." + digits
	}
	plus := ""
	if exp >= 0 {
		plus = "+"
	}
	return sign + "0x" + lead + digits + "p" + plus + strconv.Itoa(exp)
}
