package memmodel

import (
	"fmt"
	"strconv"
	"strings"
)

// Condition is what is asked of an execution.
type Condition interface {
	// Holds says whether the execution satisfies the condition.
	Holds(x *Execution) bool
	// consistent says whether only consistent executions can satisfy it, so that the
	// search may leave out others early.
	consistent() bool
}

// Consistent holds of the executions that the model allows.
type Consistent struct{}

// And holds if all of its parts do.
type And []Condition

// Or holds if one of its parts does.
type Or []Condition

// Not holds if its part does not.
type Not struct{ Of Condition }

// Count compares the number of pairs of a relation with a number.
type Count struct {
	Relation string // dr, rs, sw, hb, rf, asmo, locord or fr
	Op       string // =, != or one of < > <= >=
	N        int
}

// Final compares a value that a location may end with.
type Final struct {
	Loc int
	Op  string
	N   int64
}

// Returned compares what a read returned.
type Returned struct {
	Event int
	Op    string
	N     int64
}

// RaceFree and Racy are the two answers about data races of consistent executions.
func RaceFree() Condition { return And{Consistent{}, Count{"dr", "=", 0}} }

// Racy holds of consistent executions that have a data race.
func Racy() Condition { return And{Consistent{}, Count{"dr", ">", 0}} }

func (Consistent) Holds(x *Execution) bool { return x.Consistent() }
func (Consistent) consistent() bool        { return true }

func (c And) Holds(x *Execution) bool {
	for _, part := range c {
		if !part.Holds(x) {
			return false
		}
	}
	return true
}

func (c And) consistent() bool {
	for _, part := range c {
		if part.consistent() {
			return true
		}
	}
	return false
}

func (c Or) Holds(x *Execution) bool {
	for _, part := range c {
		if part.Holds(x) {
			return true
		}
	}
	return false
}

func (c Or) consistent() bool {
	for _, part := range c {
		if !part.consistent() {
			return false
		}
	}
	return len(c) > 0
}

func (c Not) Holds(x *Execution) bool { return !c.Of.Holds(x) }
func (Not) consistent() bool          { return false }

// relation finds a relation by its name in the formal model; nil: there is none.
func relation(name string) func(x *Execution) Relation {
	switch name {
	case "dr":
		return (*Execution).DataRace
	case "rs":
		return (*Execution).ReleaseSequence
	case "sw":
		return (*Execution).SynchronizesWith
	case "hb":
		return (*Execution).HappensBefore
	case "locord":
		return (*Execution).LocationOrdered
	case "fr":
		return (*Execution).FromRead
	case "rf":
		return func(x *Execution) Relation { return x.ReadsFrom }
	case "asmo":
		return func(x *Execution) Relation { return x.Modification }
	}
	return nil
}

func (c Count) Holds(x *Execution) bool {
	r := relation(c.Relation)
	return r != nil && compare(int64(r(x).Len()), c.Op, int64(c.N))
}
func (Count) consistent() bool { return false }

func (c Final) Holds(x *Execution) bool {
	for _, v := range x.Final(c.Loc) {
		if v.Known && compare(v.N, c.Op, c.N) {
			return true
		}
	}
	return false
}
func (Final) consistent() bool { return false }

func (c Returned) Holds(x *Execution) bool {
	v := x.reads[c.Event]
	return v.Known && compare(v.N, c.Op, c.N)
}
func (Returned) consistent() bool { return false }

func compare(a int64, op string, b int64) bool {
	switch op {
	case "=":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case ">":
		return a > b
	case "<=":
		return a <= b
	case ">=":
		return a >= b
	}
	return false
}

// conditionParser reads the conditions of litmus tests:
//
//	or   = and { "||" and }
//	and  = term { "&&" term }
//	term = "!" term | "(" or ")" | "consistent[X]" | "#" relation op number | variable op number
type conditionParser struct {
	prog *Program
	rest string
}

func parseCondition(p *Program, text string) (Condition, error) {
	c := conditionParser{p, text}
	out, err := c.or()
	if err == nil && strings.TrimSpace(c.rest) != "" {
		err = fmt.Errorf("%q follows the condition", c.rest)
	}
	return out, err
}

func (c *conditionParser) accept(token string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(c.rest, " \t"), token)
	if ok {
		c.rest = rest
	}
	return ok
}

func (c *conditionParser) or() (Condition, error) {
	return c.list("||", c.and, func(parts []Condition) Condition { return Or(parts) })
}

func (c *conditionParser) and() (Condition, error) {
	return c.list("&&", c.term, func(parts []Condition) Condition { return And(parts) })
}

func (c *conditionParser) list(sep string, part func() (Condition, error), join func([]Condition) Condition) (Condition, error) {
	var parts []Condition
	for {
		p, err := part()
		if err != nil {
			return nil, err
		}
		if parts = append(parts, p); !c.accept(sep) {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return join(parts), nil
}

func (c *conditionParser) term() (Condition, error) {
	switch {
	case c.accept("!"):
		t, err := c.term()
		return Not{t}, err
	case c.accept("("):
		inner, err := c.or()
		if err == nil && !c.accept(")") {
			err = fmt.Errorf("no ) before %q", c.rest)
		}
		return inner, err
	case c.accept("consistent[X]"):
		return Consistent{}, nil
	}
	count := c.accept("#")
	name := c.word()
	op, n, err := c.comparison()
	if err != nil {
		return nil, err
	}
	if !count {
		for loc, known := range c.prog.Locations {
			if known == name {
				return Final{loc, op, n}, nil
			}
		}
		return nil, fmt.Errorf("no variable %q", name)
	}
	if relation(name) == nil {
		return nil, fmt.Errorf("no relation %q", name)
	}
	return Count{name, op, int(n)}, nil
}

func (c *conditionParser) word() string {
	c.rest = strings.TrimLeft(c.rest, " \t")
	end := strings.IndexAny(c.rest, " \t=!<>()&|")
	if end < 0 {
		end = len(c.rest)
	}
	w := c.rest[:end]
	c.rest = c.rest[end:]
	return w
}

func (c *conditionParser) comparison() (string, int64, error) {
	for _, op := range []string{"<=", ">=", "!=", "=", "<", ">"} {
		if c.accept(op) {
			w := c.word()
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil {
				return "", 0, fmt.Errorf("%q is no number", w)
			}
			return op, n, nil
		}
	}
	return "", 0, fmt.Errorf("no comparison before %q", c.rest)
}
