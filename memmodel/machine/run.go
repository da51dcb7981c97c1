package machine

import (
	"errors"
	"fmt"

	"slc/memmodel"
)

// place is a location.
type place struct {
	object string
	index  uint64
	resource
}

// key names the location of an invocation of a workgroup.
func (a place) key(group int) string {
	if a.space == Groupshared {
		return fmt.Sprintf("%s@%d[%d]", a.object, group, a.index)
	}
	return fmt.Sprintf("%s[%d]", a.object, a.index)
}

// thread executes one invocation. What its reads return is chosen.
type thread struct {
	s       *Shader
	o       *Options
	group   int
	index   int
	vars    map[string]uint64
	choose  func(key string, own uint64, wrote bool) uint64
	dirty   map[string]bool   // texels that this thread has written, without a fence since
	wrote   map[string]uint64 // what it last wrote to each location
	ops     []Op
	spurred bool // a weak compare-exchange has failed for no reason
	steps   int
}

// errBound says that an invocation was still running when its steps ran out.
var errBound = errors.New("bound reached")

// maxSteps is how many statements an invocation may execute, and maxTurns how often a loop
// may turn.
const (
	maxSteps = 1000
	maxTurns = 6
)

// flow is how a statement ends.
type flow uint8

const (
	onward flow = iota
	broken
	continued
	returned
)

// run executes the entry point.
func (t *thread) run() (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case syntaxError:
			err = e
		case error:
			if !errors.Is(e, errBound) {
				panic(e)
			}
			err = e
		default:
			panic(e)
		}
	}()
	t.statements(t.s.body)
	return nil
}

func (t *thread) fail(line int, format string, args ...any) {
	panic(syntaxError{line, fmt.Sprintf(format, args...)})
}

func (t *thread) statements(list []*stmt) flow {
	for _, s := range list {
		if f := t.statement(s); f != onward {
			return f
		}
	}
	return onward
}

func (t *thread) statement(s *stmt) flow {
	if t.steps++; t.steps > maxSteps {
		panic(errBound)
	}
	switch s.kind {
	case declare:
		t.vars[s.text] = 0
		if s.cond != nil {
			t.vars[s.text] = t.value(s.cond)
		}
	case evaluate:
		t.value(s.cond)
	case branch:
		if t.value(s.cond) != 0 {
			return t.statements(s.body)
		}
		return t.statements(s.tail)
	case block:
		return t.statements(s.body)
	case choose:
		return t.switchOn(s)
	case doLoop, whileLoop:
		return t.loop(s)
	case leave:
		return broken
	case next:
		return continued
	case back:
		return returned
	}
	return onward
}

func (t *thread) loop(s *stmt) flow {
	for turn := 0; ; turn++ {
		if turn == maxTurns {
			panic(errBound)
		}
		if s.kind == whileLoop && t.value(s.cond) == 0 {
			return onward
		}
		switch t.statements(s.body) {
		case broken:
			return onward
		case returned:
			return returned
		}
		if s.kind == doLoop && t.value(s.cond) == 0 {
			return onward
		}
	}
}

func (t *thread) switchOn(s *stmt) flow {
	n := t.value(s.cond)
	at := -1
	for i, labels := range s.arms {
		if labels == nil && at < 0 {
			at = i
		}
		for _, l := range labels {
			if t.value(l) == n {
				at = i
			}
		}
		if labels != nil && at == i {
			break
		}
	}
	for i := at; i >= 0 && i < len(s.body); i++ {
		switch f := t.statement(s.body[i]); f {
		case broken:
			return onward
		case onward:
		default:
			return f
		}
	}
	return onward
}

// access performs an access and returns what it read. modify makes what a
// read-modify-write stores; false: it stores nothing.
func (t *thread) access(kind Kind, a place, order Order, line int, store uint64, modify func(old uint64) (uint64, bool)) uint64 {
	key := a.key(t.group)
	op := Op{Kind: kind, Object: key, Index: a.index, Space: a.space, Coherent: a.coherent, Order: order, Line: line}
	old := uint64(0)
	if kind != Store && kind != AtomicStore {
		own, wrote := t.wrote[key]
		old = t.choose(key, own, wrote)
		op.Reads = int64(old)
	}
	if modify != nil {
		var writes bool
		if store, writes = modify(old); !writes {
			op.Kind = AtomicLoad
		}
	}
	store &= 1<<32 - 1
	switch op.Kind {
	case Load, AtomicLoad:
		op.Text = fmt.Sprintf("%s → %d", key, old)
	case RMW:
		op.Text = fmt.Sprintf("%s: %d → %d", key, old, store)
	default:
		op.Text = fmt.Sprintf("%s = %d", key, store)
	}
	if op.Kind != Load && op.Kind != AtomicLoad {
		op.Writes, t.wrote[key] = int64(store), store
	}
	if t.s.language == MSL && a.space == Images {
		op.Unfenced = op.Kind == Load && t.dirty[key]
		if op.Kind == Store {
			t.dirty[key] = true
		}
	}
	t.ops = append(t.ops, op)
	return old
}

// fence records a fence.
func (t *thread) fence(s Spaces, scope memmodel.Scope, order Order, line int, text string) {
	t.ops = append(t.ops, Op{Kind: Fence, Spaces: s, Scope: scope, Order: order, Line: line, Text: text})
}

// barrier records a barrier that waits.
func (t *thread) barrier(s Spaces, exec memmodel.Scope, line int, text string) {
	t.ops = append(t.ops, Op{Kind: Barrier, Order: AcqRel, Spaces: s, Scope: exec, Exec: exec, Line: line, Text: text})
}
