package memmodel

import (
	"fmt"
	"math"
	"strings"
)

// Expectation is a condition on what memory holds at the end: out[0] == 1 || r[1] == 2.
//
//	or    = and { "||" and }
//	and   = not { "&&" not }
//	not   = "!" not | comparison
//	comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
//	sum   = term { ( "+" | "-" ) term }
//	term  = factor { ( "*" | "/" | "%" | "&" ) factor }
//	factor = number | location | "-" factor | "(" or ")"
//
// Values are integers of 64 bits with a sign, or floats; a location is spelled as in the source.
type Expectation struct {
	Text  string
	Names []string // of the locations, in order of appearance
	eval  expr
}

// expr computes a value; ok is false where it has none.
type expr func(get func(name string) (Number, bool)) (n Number, ok bool)

// ParseExpectation reads a condition.
func ParseExpectation(text string) (*Expectation, error) {
	p := expectParser{rest: text}
	e, err := p.or(0)
	if err == nil && p.peek() != "" {
		err = fmt.Errorf("%q follows the condition", p.peek())
	}
	if err != nil {
		return nil, err
	}
	return &Expectation{Text: strings.TrimSpace(text), Names: p.names, eval: e}, nil
}

// Holds says whether the condition holds of a state. What has no value, as a location that
// may end as several or a division by zero, makes it false.
func (e *Expectation) Holds(get func(name string) (Number, bool)) bool {
	n, ok := e.eval(get)
	return ok && n.truth()
}

type expectParser struct {
	rest  string
	names []string
}

// maxNesting bounds the depth of parentheses.
const maxNesting = 100

// peek is the next token, "" at the end.
func (p *expectParser) peek() string {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	if p.rest == "" {
		return ""
	}
	for _, op := range [...]string{"||", "&&", "==", "!=", "<=", ">="} {
		if strings.HasPrefix(p.rest, op) {
			return op
		}
	}
	if end := wordEnd(p.rest); end > 0 {
		return p.rest[:end]
	}
	return p.rest[:1]
}

// wordEnd is the end of a number or a location such as ring[3].value at the start of s.
func wordEnd(s string) int {
	end, depth := 0, 0
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '[' && i > 0:
			depth++
		case c == ']' && depth > 0:
			depth--
		case c == '.' && i > 0, c == '_', c == '@' && i > 0, '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		default:
			return end
		}
		end = i + 1
	}
	return end
}

func (p *expectParser) accept(tokens ...string) (string, bool) {
	next := p.peek()
	for _, t := range tokens {
		if next == t {
			p.rest = p.rest[len(t):]
			return t, true
		}
	}
	return "", false
}

// chain reads operands joined by operators of one rank, left to right.
func (p *expectParser) chain(operand func() (expr, error), once bool, ops ...string) (expr, error) {
	left, err := operand()
	for err == nil {
		op, ok := p.accept(ops...)
		if !ok {
			break
		}
		var right expr
		if right, err = operand(); err == nil {
			left = combineExpr(op, left, right)
		}
		if once {
			break
		}
	}
	return left, err
}

func (p *expectParser) or(depth int) (expr, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("the condition is nested more than %d deep", maxNesting)
	}
	factor := func() (expr, error) { return p.factor(depth) }
	term := func() (expr, error) { return p.chain(factor, false, "*", "/", "%", "&") }
	sum := func() (expr, error) { return p.chain(term, false, "+", "-") }
	comparison := func() (expr, error) { return p.chain(sum, true, "==", "!=", "<=", ">=", "<", ">") }
	and := func() (expr, error) { return p.chain(comparison, false, "&&") }
	return p.chain(and, false, "||")
}

func (p *expectParser) factor(depth int) (expr, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("the condition is nested more than %d deep", maxNesting)
	}
	if op, ok := p.accept("-", "!"); ok {
		e, err := p.factor(depth + 1)
		if err != nil {
			return nil, err
		}
		zero := func(func(string) (Number, bool)) (Number, bool) { return Number{}, true }
		return combineExpr(map[bool]string{true: "-", false: "=="}[op == "-"], zero, e), nil
	}
	if _, ok := p.accept("("); ok {
		e, err := p.or(depth + 1)
		if _, closed := p.accept(")"); err == nil && !closed {
			err = fmt.Errorf("no ) before %q", p.peek())
		}
		return e, err
	}
	word := p.peek()
	if wordEnd(word) == 0 {
		return nil, fmt.Errorf("a value is missing before %q", word)
	}
	p.rest = p.rest[len(word):]
	return p.word(word)
}

// word is a number or a location.
func (p *expectParser) word(word string) (expr, error) {
	if '0' <= word[0] && word[0] <= '9' {
		n, err := parseNumber(word)
		if err != nil {
			return nil, err
		}
		return func(func(string) (Number, bool)) (Number, bool) { return n, true }, nil
	}
	p.names = append(p.names, word)
	return func(get func(string) (Number, bool)) (Number, bool) { return get(word) }, nil
}

// combineExpr applies an operator. Both sides of || and && are looked at only as far as needed.
func combineExpr(op string, a, b expr) expr {
	return func(get func(string) (Number, bool)) (Number, bool) {
		x, ok := a(get)
		switch op {
		case "||":
			if ok && x.truth() {
				return Number{N: 1}, true
			}
			y, ok := b(get)
			return Number{N: int64(truth(y.truth()))}, ok
		case "&&":
			if !ok || !x.truth() {
				return Number{}, ok
			}
			y, ok := b(get)
			return Number{N: int64(truth(y.truth()))}, ok
		}
		y, second := b(get)
		if !ok || !second {
			return Number{}, false
		}
		return x.operate(op, y)
	}
}

func operate(op string, x, y int64) (int64, bool) {
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "&":
		return x & y, true
	case "/", "%":
		switch {
		case y == 0 || x == math.MinInt64 && y == -1:
			return 0, false
		case op == "/":
			return x / y, true
		}
		return x % y, true
	case "==":
		op = "="
	}
	return int64(truth(compare(x, op, y))), true
}
