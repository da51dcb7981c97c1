package preproc

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// value is an integer of a condition: 64 bits, signed unless an operand was
// written unsigned (C11 6.10.1 p4: intmax_t and uintmax_t).
type value struct {
	bits     uint64
	unsigned bool
}

func truth(b bool) value {
	if b {
		return value{bits: 1}
	}
	return value{}
}

// condition reads and evaluates the condition of an #if or #elif.
func (p *processor) condition(directive string, at source.Span) bool {
	list := p.lineTokens(nil)
	if len(list) == 0 {
		p.diags.Report(diag.DirectiveSyntax, at, "'#%s' needs a condition", directive)
		return false
	}
	c := evaluator{p: p, list: p.expandList(list, true), end: list[len(list)-1].Span, live: true}
	if p.truncated {
		return false
	}
	v := c.ternary()
	if !c.failed && c.next < len(c.list) {
		c.fail(&c.list[c.next], "unexpected '%s' in the condition", c.list[c.next].Text)
	}
	return !c.failed && v.bits != 0
}

// conditionOperator evaluates "defined" or "__has_include" if t is one of them;
// what follows is taken from the contexts unexpanded.
func (p *processor) conditionOperator(t *tok) (tok, bool) {
	holds := false
	switch t.Text {
	case "defined":
		holds = p.definedOperator(t)
	case "__has_include":
		holds = p.hasInclude(t)
	default:
		return tok{}, false
	}
	v := *t
	v.Kind, v.Text = token.IntLit, "0"
	if holds {
		v.Text = "1"
	}
	return v, true
}

func (p *processor) definedOperator(op *tok) bool {
	var t tok
	ok := p.read(&t)
	paren := ok && t.Kind == token.LParen
	if paren {
		ok = p.read(&t)
	}
	if !ok || t.Kind != token.Ident {
		p.diags.Report(diag.ConditionSyntax, op.Span, "'defined' needs the name of a macro")
		return false
	}
	name := t.Text
	if paren && !(p.read(&t) && t.Kind == token.RParen) {
		p.diags.Report(diag.ConditionSyntax, op.Span, "expected ')' after 'defined(%s'", name)
	}
	return p.isDefined(name)
}

func (p *processor) hasInclude(op *tok) bool {
	var t tok
	if !p.read(&t) || t.Kind != token.LParen {
		p.diags.Report(diag.ConditionSyntax, op.Span, "expected '(' after '__has_include'")
		return false
	}
	var list []tok
	for depth := 0; ; {
		if !p.read(&t) {
			p.diags.Report(diag.ConditionSyntax, op.Span, "expected ')' after '__has_include('")
			return false
		}
		if t.Kind == token.RParen && depth == 0 {
			break
		}
		switch t.Kind {
		case token.LParen:
			depth++
		case token.RParen:
			depth--
		}
		list = append(list, t)
	}
	if len(list) > 0 && list[0].Kind == token.Ident {
		list = p.expandList(list, false)
	}
	name, _, angled, ok := p.headerFromTokens(list, op.Span)
	if !ok {
		return false
	}
	l, _ := p.find(p.file().path, name, angled)
	return l != nil
}

// evaluator evaluates the expanded tokens of a condition by recursive descent.
type evaluator struct {
	p      *processor
	list   []tok
	next   int
	end    source.Span // where the condition ends
	depth  int
	live   bool // the operand decides the value; false in what && || ?: leave out
	failed bool
}

func (c *evaluator) fail(t *tok, format string, args ...any) value {
	if !c.failed {
		at := c.end
		if t != nil {
			at = t.Span
		}
		c.p.diags.Report(diag.ConditionSyntax, at, format, args...)
	}
	c.failed = true
	return value{}
}

func (c *evaluator) peek() token.Kind {
	if c.failed || c.next >= len(c.list) {
		return token.EOF
	}
	return c.list[c.next].Kind
}

// enter counts nesting; the depth of Go's stack must not be the input's choice.
func (c *evaluator) enter() bool {
	c.depth++
	if c.depth > c.p.lim.Nesting {
		c.fail(nil, "the condition is nested more than %d deep", c.p.lim.Nesting)
		return false
	}
	return true
}

func (c *evaluator) ternary() value {
	if !c.enter() {
		return value{}
	}
	defer func() { c.depth-- }()
	cond := c.binary(0)
	if c.peek() != token.Question {
		return cond
	}
	c.next++
	live := c.live
	c.live = live && cond.bits != 0
	yes := c.ternary()
	if c.peek() != token.Colon {
		return c.fail(nil, "expected ':' in the condition")
	}
	c.next++
	c.live = live && cond.bits == 0
	no := c.ternary()
	c.live = live
	chosen := no
	if cond.bits != 0 {
		chosen = yes
	}
	chosen.unsigned = yes.unsigned || no.unsigned
	return chosen
}

// precedence of the binary operators, 0 for other tokens.
func precedence(k token.Kind) int {
	switch k {
	case token.PipePipe:
		return 1
	case token.AmpAmp:
		return 2
	case token.Pipe:
		return 3
	case token.Caret:
		return 4
	case token.Amp:
		return 5
	case token.EqEq, token.BangEq:
		return 6
	case token.Less, token.Greater, token.LessEq, token.GreaterEq:
		return 7
	case token.Shl, token.Shr:
		return 8
	case token.Plus, token.Minus:
		return 9
	case token.Star, token.Slash, token.Percent:
		return 10
	}
	return 0
}

// binary parses operators that bind tighter than above.
func (c *evaluator) binary(above int) value {
	left := c.unary()
	for {
		kind := c.peek()
		prec := precedence(kind)
		if prec <= above {
			return left
		}
		op := &c.list[c.next]
		c.next++
		live := c.live
		switch kind {
		case token.AmpAmp:
			c.live = live && left.bits != 0
		case token.PipePipe:
			c.live = live && left.bits == 0
		}
		right := c.binary(prec)
		c.live = live
		left = c.apply(op, left, right)
	}
}

func (c *evaluator) apply(op *tok, a, b value) value {
	unsigned := a.unsigned || b.unsigned
	arith := func(bits uint64) value { return value{bits, unsigned} }
	less := func(a, b value) bool {
		if unsigned {
			return a.bits < b.bits
		}
		return int64(a.bits) < int64(b.bits)
	}
	switch op.Kind {
	case token.PipePipe:
		return truth(a.bits != 0 || b.bits != 0)
	case token.AmpAmp:
		return truth(a.bits != 0 && b.bits != 0)
	case token.Pipe:
		return arith(a.bits | b.bits)
	case token.Caret:
		return arith(a.bits ^ b.bits)
	case token.Amp:
		return arith(a.bits & b.bits)
	case token.EqEq:
		return truth(a.bits == b.bits)
	case token.BangEq:
		return truth(a.bits != b.bits)
	case token.Less:
		return truth(less(a, b))
	case token.Greater:
		return truth(less(b, a))
	case token.LessEq:
		return truth(!less(b, a))
	case token.GreaterEq:
		return truth(!less(a, b))
	case token.Shl:
		return value{a.bits << (b.bits & 63), a.unsigned}
	case token.Shr:
		if a.unsigned {
			return value{a.bits >> (b.bits & 63), true}
		}
		return value{uint64(int64(a.bits) >> (b.bits & 63)), false}
	case token.Plus:
		return arith(a.bits + b.bits)
	case token.Minus:
		return arith(a.bits - b.bits)
	case token.Star:
		return arith(a.bits * b.bits)
	}
	return c.divide(op, a, b, unsigned)
}

func (c *evaluator) divide(op *tok, a, b value, unsigned bool) value {
	if b.bits == 0 {
		if c.live && !c.failed {
			c.p.diags.Report(diag.ConditionDivZero, op.Span, "division by zero in the condition")
			c.failed = true
		}
		return value{}
	}
	switch {
	case unsigned && op.Kind == token.Slash:
		return value{a.bits / b.bits, true}
	case unsigned:
		return value{a.bits % b.bits, true}
	case op.Kind == token.Slash: // Go defines the quotient of the least number and -1
		return value{uint64(int64(a.bits) / int64(b.bits)), false}
	}
	return value{uint64(int64(a.bits) % int64(b.bits)), false}
}

func (c *evaluator) unary() value {
	if c.failed || c.next >= len(c.list) {
		return c.fail(nil, "the condition ends where a value was expected")
	}
	t := &c.list[c.next]
	c.next++
	switch t.Kind {
	case token.Plus, token.Minus, token.Bang, token.Tilde:
		if !c.enter() {
			return value{}
		}
		v := c.unary()
		c.depth--
		switch t.Kind {
		case token.Minus:
			v.bits = -v.bits
		case token.Bang:
			v = truth(v.bits == 0)
		case token.Tilde:
			v.bits = ^v.bits
		}
		return v
	case token.LParen:
		v := c.ternary()
		if c.peek() != token.RParen {
			return c.fail(nil, "expected ')' in the condition")
		}
		c.next++
		return v
	}
	return c.primary(t)
}

func (c *evaluator) primary(t *tok) value {
	switch t.Kind {
	case token.IntLit:
		bits, suffix, overflow, ok := token.ParseInt(t.Text)
		if !ok || overflow || !token.IsIntSuffix(suffix) {
			return c.fail(t, "'%s' is no integer of at most 64 bits", t.Text)
		}
		unsigned := bits > 1<<63-1
		for i := range suffix {
			unsigned = unsigned || suffix[i]|0x20 == 'u'
		}
		return value{bits, unsigned}
	case token.CharLit:
		if v, bad := token.CharValue(t.Text); bad < 0 {
			return value{bits: uint64(v)}
		}
		return c.fail(t, "%s is no single character", t.Text)
	case token.Ident:
		return c.name(t)
	}
	return c.fail(t, "'%s' cannot stand in a condition", t.Text)
}

// skipParens skips a parenthesised list.
func (c *evaluator) skipParens() bool {
	for depth := 0; c.next < len(c.list); {
		k := c.list[c.next].Kind
		c.next++
		switch k {
		case token.LParen:
			depth++
		case token.RParen:
			if depth--; depth == 0 {
				return true
			}
		}
	}
	return false
}

// name is the value of a name that is no macro: 0 (C11 6.10.1 p4), but for true
// and false.
func (c *evaluator) name(t *tok) value {
	switch {
	case t.Text == "true":
		return value{bits: 1}
	case t.Text == "false":
		return value{}
	case c.peek() == token.LParen:
		// Such as __has_feature(x): what it would be given does not matter.
		if !c.skipParens() {
			return c.fail(nil, "expected ')' after the arguments of '%s'", t.Text)
		}
	}
	if c.live && !c.failed && !t.noExpand {
		c.p.diags.Report(diag.UndefinedInCondition, t.Span, "'%s' is not defined; it counts as 0", t.Text).
			WithHelp("write 'defined(%s)' to ask whether it is defined", t.Text)
	}
	return value{}
}
