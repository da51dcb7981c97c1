package machine

import (
	"strconv"
	"strings"
)

// value evaluates an expression. A vector stands for its first component, except the
// built-in ones.
func (t *thread) value(e *expr) uint64 {
	switch e.kind {
	case number:
		n, err := strconv.ParseUint(strings.TrimRight(e.text, "uUlL"), 0, 64)
		if err != nil {
			t.fail(e.line, "number %s", e.text)
		}
		return n
	case name:
		return t.named(e)
	case unary:
		return t.unary(e)
	case binary:
		return t.binary(e)
	case choice:
		if t.value(e.args[0]) != 0 {
			return t.value(e.args[1])
		}
		return t.value(e.args[2])
	case index:
		a, ok := t.place(e)
		if !ok {
			t.fail(e.line, "an index of no resource")
		}
		return t.access(Load, a, Relaxed, e.line, 0, nil)
	case member:
		return t.member(e)
	case method:
		return t.method(e)
	}
	return t.call(e)
}

func (t *thread) named(e *expr) uint64 {
	switch e.text {
	case "true":
		return 1
	case "false":
		return 0
	}
	if n, ok := t.vars[e.text]; ok {
		return n
	}
	if b, ok := t.s.builtins[e.text]; ok {
		return t.builtin(b)
	}
	if a, ok := t.place(e); ok {
		return t.access(Load, a, Relaxed, e.line, 0, nil)
	}
	t.fail(e.line, "nothing is called %s", e.text)
	return 0
}

// builtin is the first component of a built-in value.
func (t *thread) builtin(b builtin) uint64 {
	if b == groupID {
		return uint64(t.group)
	}
	return uint64(t.index)
}

func (t *thread) member(e *expr) uint64 {
	if base := e.args[0]; base.kind == name && t.s.builtins[base.text] != 0 && e.text != "x" {
		return 0 // workgroups and their invocations lie along x
	}
	return t.value(e.args[0])
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (t *thread) unary(e *expr) uint64 {
	n := t.value(e.args[0])
	switch e.text {
	case "!":
		return truth(n == 0)
	case "-":
		return -n & (1<<32 - 1)
	case "~":
		return ^n & (1<<32 - 1)
	}
	t.fail(e.line, "operator %s", e.text)
	return 0
}

func (t *thread) binary(e *expr) uint64 {
	switch e.text {
	case "=", "+=", "-=", "|=":
		return t.assign(e)
	case "&&":
		return truth(t.value(e.args[0]) != 0 && t.value(e.args[1]) != 0)
	case "||":
		return truth(t.value(e.args[0]) != 0 || t.value(e.args[1]) != 0)
	}
	n, ok := compute(e.text, t.value(e.args[0]), t.value(e.args[1]))
	if !ok {
		t.fail(e.line, "operator %s", e.text)
	}
	return n
}

func compute(op string, a, b uint64) (uint64, bool) {
	const mask = 1<<32 - 1
	switch op {
	case "+":
		return (a + b) & mask, true
	case "-":
		return (a - b) & mask, true
	case "*":
		return a * b & mask, true
	case "|":
		return a | b, true
	case "&":
		return a & b, true
	case "^":
		return a ^ b, true
	case "<<":
		return a << (b & 31) & mask, true
	case ">>":
		return a >> (b & 31), true
	case "==":
		return truth(a == b), true
	case "!=":
		return truth(a != b), true
	case "<":
		return truth(a < b), true
	case ">":
		return truth(a > b), true
	case "<=":
		return truth(a <= b), true
	case ">=":
		return truth(a >= b), true
	}
	return 0, false
}

func (t *thread) assign(e *expr) uint64 {
	n := t.value(e.args[1])
	left := e.args[0]
	if op := strings.TrimSuffix(e.text, "="); op != "" {
		n, _ = compute(op, t.value(left), n)
	}
	t.set(left, n)
	return n
}

// set stores to a variable or a resource.
func (t *thread) set(left *expr, n uint64) {
	if left.kind == name {
		if _, ok := t.vars[left.text]; ok {
			t.vars[left.text] = n
			return
		}
	}
	a, ok := t.place(left)
	if !ok {
		t.fail(left.line, "an assignment to nothing that is known")
	}
	t.access(Store, a, Relaxed, left.line, n, nil)
}

// place is the location that an expression names; & before it says nothing more.
func (t *thread) place(e *expr) (place, bool) {
	switch {
	case e.kind == unary && e.text == "&":
		return t.place(e.args[0])
	case e.kind == name:
		r, ok := t.s.resources[e.text]
		return place{e.text, 0, r}, ok
	case e.kind == index && e.args[0].kind == name:
		r, ok := t.s.resources[e.args[0].text]
		if !ok {
			return place{}, false
		}
		return place{e.args[0].text, t.value(e.args[1]), r}, true
	}
	return place{}, false
}
