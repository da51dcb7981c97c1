// Package check holds the rules that a typed program must obey beyond its types:
// memory orders, where atomics may live and act, and control flow that barriers
// need (design: lowering.md §1). Each rule is one file and one pass; a pass only
// reads the program.
//
// The program may be incomplete after errors: expressions that are missing or of
// poison type are passed over.
package check

import (
	"slc/frontend/diag"
	"slc/sema/typed"
)

// Program reports every violation in p to diags.
func Program(p *typed.Program, diags *diag.List) {
	c := &checker{program: p, diags: diags}
	c.storage()
	c.collect()
	c.destinations()
	c.mixed()
	c.polls()
	c.aliases()
	c.uniformity()
	c.unset()
}

// checker is the state of one run.
type checker struct {
	program *typed.Program
	diags   *diag.List
	funcs   []*funcFacts
	byFunc  map[*typed.Func]*funcFacts
	passed  []refArg // arguments that reach an atomic, found by destinations
}

// funcFacts is what one walk over a function finds for the passes.
type funcFacts struct {
	fn       *typed.Func
	atomics  []*typed.Atomic
	calls    []*typed.Call
	accesses []access // plain reads and writes of memory
	// converted are the places that temporaries stand for, in arguments of another type than the parameter.
	converted map[*typed.Var]typed.Expr
	loops     []*typed.Loop
	barriers  bool // contains a barrier with an execution scope
	// entries is a bit for each of the first 64 entry points that reach the function.
	entries uint64
}

// access is a plain access to a place.
type access struct {
	place typed.Expr
	write bool
}

// collect walks every function once.
func (c *checker) collect() {
	c.byFunc = make(map[*typed.Func]*funcFacts, len(c.program.Funcs))
	for _, f := range c.program.Funcs {
		c.factsOf(f)
	}
	for i, e := range c.program.Entries {
		if e.Func != nil && i < 64 {
			c.reach(c.factsOf(e.Func), 1<<i)
		}
	}
}

// within says in reports whether they are about an instance of a generic, until leave is called.
func (c *checker) within(f *typed.Func) (leave func()) { return c.diags.Within(f.Instance, f.UsedAt) }

func (c *checker) factsOf(f *typed.Func) *funcFacts {
	if facts := c.byFunc[f]; facts != nil {
		return facts
	}
	facts := &funcFacts{fn: f}
	c.byFunc[f] = facts
	c.funcs = append(c.funcs, facts)
	v := &visitor{
		access: func(e typed.Expr, kind accessKind) {
			if kind == reads || kind == writes || kind == readsAndWrites {
				facts.accesses = append(facts.accesses, access{e, kind != reads})
			}
		},
		expr: func(e typed.Expr) {
			switch e := e.(type) {
			case *typed.Atomic:
				facts.atomics = append(facts.atomics, e)
			case *typed.Assign:
				facts.standIn(e)
			case *typed.Call:
				facts.calls = append(facts.calls, e)
			case *typed.Barrier:
				facts.barriers = facts.barriers || e.Barrier.Exec != 0
			}
		},
		stmt: func(s typed.Stmt) {
			if l, ok := s.(*typed.Loop); ok {
				facts.loops = append(facts.loops, l)
			}
		},
	}
	if f.Body != nil {
		v.visit(f.Body)
	}
	return facts
}

// reach marks f and its callees as reached from an entry point.
func (c *checker) reach(f *funcFacts, entry uint64) {
	if f.entries&entry != 0 {
		return
	}
	f.entries |= entry
	for _, call := range f.calls {
		if call.Func != nil {
			c.reach(c.factsOf(call.Func), entry)
		}
	}
}
