package text

import "strings"

// Prec is the precedence of an expression in C.
type Prec uint8

const (
	PrecComma Prec = iota
	PrecAssign
	PrecCond
	PrecOrOr
	PrecAndAnd
	PrecOr
	PrecXor
	PrecAnd
	PrecEq
	PrecRel
	PrecShift
	PrecAdd
	PrecMul
	PrecUnary
	PrecPostfix
	PrecPrimary
)

// Expr is a printed expression.
type Expr struct {
	Text string
	Prec Prec
}

// Atom is an expression that never needs parentheses.
func Atom(s string) Expr { return Expr{s, PrecPrimary} }

// At returns the text of x as an operand that must bind at least as tightly as p.
func (x Expr) At(p Prec) string {
	if x.Prec < p {
		return "(" + x.Text + ")"
	}
	return x.Text
}

// Arg returns the text of x as an argument of a call or an initialiser.
func (x Expr) Arg() string { return x.At(PrecAssign) }

// Call is fn(args).
func Call(fn string, args ...Expr) Expr {
	s := make([]string, len(args))
	for i, a := range args {
		s[i] = a.Arg()
	}
	return Atom(fn + "(" + strings.Join(s, ", ") + ")")
}

// Binary is the left-associative x op y. Where C's precedence surprises (shifts,
// bit and logic operators) an operand with another operator gets parentheses.
func Binary(x Expr, op string, p Prec, y Expr) Expr {
	left, right := x.At(p), y.At(p+1)
	if confusing(p) {
		left, right = plain(x, p), plain(y, p)
		if y.Prec == p { // the tree's shape is kept
			right = "(" + y.Text + ")"
		}
	}
	return Expr{left + " " + op + " " + right, p}
}

func confusing(p Prec) bool { return p == PrecShift || p >= PrecOrOr && p <= PrecAnd }

// plain parenthesises every operand of x's kind except a chain of the same
// operator and, below && and ||, comparisons.
func plain(x Expr, p Prec) string {
	if x.Prec >= PrecUnary || x.Prec == p {
		return x.Text
	}
	if (p == PrecAndAnd || p == PrecOrOr) && (x.Prec == PrecEq || x.Prec == PrecRel) {
		return x.Text
	}
	return "(" + x.Text + ")"
}

// Unary is the prefix operator op on x.
func Unary(op string, x Expr) Expr {
	s := x.At(PrecUnary)
	if strings.HasPrefix(s, op) { // - -x is not --x
		s = "(" + s + ")"
	}
	return Expr{op + s, PrecUnary}
}

// Not negates a condition.
func Not(x Expr) Expr {
	if x.Prec == PrecUnary && strings.HasPrefix(x.Text, "!") {
		inner := x.Text[1:]
		if n := len(inner); inner[0] == '(' && closes(inner) == n-1 {
			return Expr{inner[1 : n-1], PrecComma}
		}
		return Expr{inner, PrecUnary}
	}
	return Unary("!", x)
}

// closes returns the index of the parenthesis that closes the first one.
func closes(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// Cond is c ? a : b.
func Cond(c, a, b Expr) Expr {
	return Expr{c.At(PrecOrOr) + " ? " + a.At(PrecCond) + " : " + b.At(PrecCond), PrecCond}
}

// Member is x.name; of what a pointer points to, p->name.
func Member(x Expr, name string) Expr {
	if p, ok := strings.CutPrefix(x.Text, "*"); ok && x.Prec == PrecUnary && isPath(p) {
		return Expr{p + "->" + name, PrecPostfix}
	}
	return Expr{x.At(PrecPostfix) + "." + name, PrecPostfix}
}

// isPath reports whether s is a name with indices and members.
func isPath(s string) bool {
	depth := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0 && c != '.' && !isWord(s[i:i+1]):
			return false
		}
	}
	return s != ""
}

// Index is x[i]. An index that is a literal needs no type.
func Index(x Expr, i string) Expr {
	if n := len(i) - 1; n > 0 && i[n] == 'u' && strings.Trim(i[:n], "0123456789") == "" {
		i = i[:n]
	}
	return Expr{x.At(PrecPostfix) + "[" + i + "]", PrecPostfix}
}

// Template fills a row's text: $0, $1 … are the operands. An operand that stands
// alone between parentheses or commas goes in as it is, others are parenthesised
// unless primary. The result is primary if the row is a call, else it counts
// as the loosest expression.
func Template(tmpl string, args []Expr) Expr {
	var b strings.Builder
	for i := 0; i < len(tmpl); i++ {
		if tmpl[i] != '$' || i+1 == len(tmpl) {
			b.WriteByte(tmpl[i])
			continue
		}
		i++
		n := int(tmpl[i] - '0')
		if n >= len(args) {
			continue
		}
		before, after := b.String(), tmpl[i+1:]
		alone := (strings.HasSuffix(before, "(") || strings.HasSuffix(before, ", ")) &&
			(strings.HasPrefix(after, ")") || strings.HasPrefix(after, ", "))
		if alone {
			b.WriteString(args[n].Arg())
		} else {
			b.WriteString(args[n].At(PrecPostfix))
		}
	}
	s := b.String()
	if p := strings.IndexByte(s, '('); p > 0 && isWord(s[:p]) && closes(s) == len(s)-1 {
		return Atom(s)
	}
	return Expr{s, PrecCond}
}

// Uses counts how often the template names operand n.
func Uses(tmpl string, n int) int { return strings.Count(tmpl, "$"+string(rune('0'+n))) }

func isWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

// InitExpr is text in braces that only a declaration can take; it gets a
// temporary when it is used otherwise.
func InitExpr(s string) Expr { return Expr{s, precInit} }
