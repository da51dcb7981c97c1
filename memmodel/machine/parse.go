package machine

import (
	"fmt"
	"slices"
)

// expr is an expression: a name or number (no arguments), or an operator, a call, an index
// or a member with its arguments.
type expr struct {
	kind exprKind
	text string // the name, number, operator, function or member
	args []*expr
	line int
}

type exprKind uint8

const (
	name exprKind = iota
	number
	unary
	binary
	choice // a ? b : c
	call   // args are the arguments
	method // args[0] is the object
	index
	member
)

// stmt is a statement.
type stmt struct {
	kind stmtKind
	cond *expr // of if, loops and switch; the expression of others
	text string
	body []*stmt
	tail []*stmt   // of else
	arms [][]*expr // of switch: the labels of each arm, none: default
	line int
}

type stmtKind uint8

const (
	declare  stmtKind = iota // text is the name, cond the initial value or nil
	evaluate                 // cond
	branch
	choose // switch; body holds a block an arm
	doLoop
	whileLoop
	block
	leave // break
	next  // continue
	back  // return
)

type parser struct {
	tokens []token
	at     int
}

func (p *parser) peek(n int) string {
	if p.at+n < len(p.tokens) {
		return p.tokens[p.at+n].text
	}
	return ""
}

func (p *parser) line() int {
	if p.at < len(p.tokens) {
		return p.tokens[p.at].line
	}
	return 0
}

func (p *parser) accept(s string) bool {
	if p.peek(0) == s {
		p.at++
		return true
	}
	return false
}

// syntaxError is what a text has that the reader does not know.
type syntaxError struct {
	line int
	text string
}

func (e syntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.text) }

func (p *parser) fail(format string, args ...any) {
	panic(syntaxError{p.line(), fmt.Sprintf(format, args...)})
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.fail("%q where %q is expected", p.peek(0), s)
	}
}

// block reads statements up to the brace that closes them.
func (p *parser) block() []*stmt {
	p.expect("{")
	var out []*stmt
	for !p.accept("}") {
		if p.at >= len(p.tokens) {
			p.fail("a block without an end")
		}
		out = append(out, p.statement()...)
	}
	return out
}

func (p *parser) statement() []*stmt {
	line := p.line()
	one := func(s stmt) []*stmt { s.line = line; return []*stmt{&s} }
	switch {
	case p.peek(0) == "{":
		return one(stmt{kind: block, body: p.block()})
	case p.accept(";"):
		return nil
	case p.accept("if"):
		s := stmt{kind: branch, cond: p.parenthesised(), body: p.statement()}
		if p.accept("else") {
			s.tail = p.statement()
		}
		return one(s)
	case p.accept("while"):
		return one(stmt{kind: whileLoop, cond: p.parenthesised(), body: p.statement()})
	case p.accept("do"):
		s := stmt{kind: doLoop, body: p.statement()}
		p.expect("while")
		s.cond = p.parenthesised()
		p.expect(";")
		return one(s)
	case p.accept("switch"):
		return one(p.switchOf())
	}
	for i, word := range []string{leave: "break", next: "continue", back: "return"} {
		if word != "" && p.accept(word) {
			p.expect(";")
			return one(stmt{kind: stmtKind(i)})
		}
	}
	if s, ok := p.declaration(); ok {
		return one(s)
	}
	s := stmt{kind: evaluate, cond: p.assignment()}
	p.expect(";")
	return one(s)
}

func (p *parser) parenthesised() *expr {
	p.expect("(")
	e := p.assignment()
	p.expect(")")
	return e
}

func (p *parser) switchOf() stmt {
	s := stmt{kind: choose, cond: p.parenthesised()}
	p.expect("{")
	for !p.accept("}") {
		var labels []*expr
		for {
			if p.accept("case") {
				labels = append(labels, p.ternary())
			} else if !p.accept("default") {
				break
			}
			p.expect(":")
		}
		arm := &stmt{kind: block, line: p.line()}
		for p.peek(0) != "case" && p.peek(0) != "default" && p.peek(0) != "}" {
			arm.body = append(arm.body, p.statement()...)
		}
		s.arms, s.body = append(s.arms, labels), append(s.body, arm)
	}
	return s
}

// types are those that declare a local variable.
var types = []string{"uint", "int", "bool", "uint2", "uint3", "uint4", "threadgroup", "ulong", "uint64_t"}

// declaration reads the declaration of a local variable, or of groupshared memory in MSL, which
// is none.
func (p *parser) declaration() (stmt, bool) {
	if !slices.Contains(types, p.peek(0)) || p.peek(1) == "(" {
		return stmt{}, false
	}
	if p.peek(0) == "threadgroup" {
		for !p.accept(";") {
			p.at++
		}
		return stmt{kind: block}, true
	}
	s := stmt{kind: declare, text: p.peek(1)}
	p.at += 2
	if p.accept("=") {
		s.cond = p.ternary()
	}
	p.expect(";")
	return s, true
}

func (p *parser) assignment() *expr {
	left := p.ternary()
	line := p.line()
	if op := p.peek(0); op == "=" || op == "+=" || op == "-=" || op == "|=" {
		p.at++
		return &expr{kind: binary, text: op, args: []*expr{left, p.assignment()}, line: line}
	}
	return left
}

func (p *parser) ternary() *expr {
	cond := p.binary(0)
	if line := p.line(); p.accept("?") {
		a := p.ternary()
		p.expect(":")
		return &expr{kind: choice, args: []*expr{cond, a, p.ternary()}, line: line}
	}
	return cond
}

// precedence lists the binary operators, the weakest first.
var precedence = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level int) *expr {
	if level == len(precedence) {
		return p.unary()
	}
	left := p.binary(level + 1)
	for slices.Contains(precedence[level], p.peek(0)) {
		line, op := p.line(), p.peek(0)
		p.at++
		left = &expr{kind: binary, text: op, args: []*expr{left, p.binary(level + 1)}, line: line}
	}
	return left
}

func (p *parser) unary() *expr {
	for _, op := range []string{"!", "-", "~", "&", "++", "--"} {
		if line := p.line(); p.accept(op) {
			return &expr{kind: unary, text: op, args: []*expr{p.unary()}, line: line}
		}
	}
	return p.postfix()
}

func (p *parser) postfix() *expr {
	e := p.primary()
	for {
		line := p.line()
		switch {
		case p.accept("["):
			e = &expr{kind: index, args: []*expr{e, p.ternary()}, line: line}
			p.expect("]")
		case p.accept("."):
			m := p.peek(0)
			p.at++
			if p.peek(0) == "(" {
				e = &expr{kind: method, text: m, args: append([]*expr{e}, p.arguments()...), line: line}
			} else {
				e = &expr{kind: member, text: m, args: []*expr{e}, line: line}
			}
		default:
			return e
		}
	}
}

func (p *parser) primary() *expr {
	line, t := p.line(), p.peek(0)
	if p.accept("(") {
		e := p.ternary()
		p.expect(")")
		return e
	}
	if t == "" || !wordByte(t[0]) {
		p.fail("%q where a value is expected", t)
	}
	p.at++
	if t[0] >= '0' && t[0] <= '9' {
		return &expr{kind: number, text: t, line: line}
	}
	for p.accept("::") {
		t += "::" + p.peek(0)
		p.at++
	}
	if p.peek(0) == "(" {
		return &expr{kind: call, text: t, args: p.arguments(), line: line}
	}
	return &expr{kind: name, text: t, line: line}
}

func (p *parser) arguments() []*expr {
	p.expect("(")
	var out []*expr
	for !p.accept(")") {
		out = append(out, p.ternary())
		if !p.accept(",") && p.peek(0) != ")" {
			p.fail("%q in a list of arguments", p.peek(0))
		}
	}
	return out
}
