package interp

import (
	"fmt"

	"slc/lower/ir"
	"slc/sema/builtin"
)

// comp compiles one function.
type comp struct {
	p        *program
	f        *fn
	slots    map[ir.Value]int
	depth    int // entries of the path inside the function at this point
	targets  []*target
	converge map[*ir.Instr]bool // constructs and calls that contain wave operations or barriers
	in       *ir.Instr          // being compiled
	err      error
}

// target is an enclosing construct that a terminator can leave.
type target struct {
	op        ir.Op
	result    int // OpIf: slot of the yielded value, -1 if none
	slots     int
	end, cont *int // addresses, known when the construct is complete
	depth     int  // of the path outside the construct
	inner     int  // of the path inside
	latch     bool // the continuing region of a loop
	start     int  // loops: first step of the body
	pushed    bool
}

func (p *program) compile() error {
	p.fns, p.private, p.shared = map[*ir.Func]*fn{}, map[*ir.Var]int{}, map[*ir.Var]int{}
	for _, v := range p.m.Privates {
		p.private[v] = p.globals
		p.globals += slotsOf(v.Type.Elem)
	}
	for i, v := range p.m.Shared {
		p.shared[v] = i
	}
	depth := map[*ir.Func]int{} // slots of the longest chain of calls from the function
	converge := map[*ir.Func]bool{}
	for _, f := range p.m.Funcs {
		c := &comp{p: p, f: &fn{f: f, result: slotsOf(f.Result)}, slots: map[ir.Value]int{}, converge: map[*ir.Instr]bool{}}
		p.fns[f] = c.f
		converge[f] = c.findConvergent(f.Body, converge)
		c.constants()
		for _, q := range f.Params {
			c.f.params = append(c.f.params, c.slot(q))
		}
		c.region(f.Body)
		if c.err != nil {
			return c.err
		}
		below := 0
		f.Body.Walk(func(in *ir.Instr) {
			if in.Op == ir.OpCall {
				below = max(below, depth[in.Callee])
			}
		})
		depth[f] = c.f.size + below
	}
	p.main = p.fns[p.entry.Func]
	if p.main == nil {
		return fmt.Errorf("the function of entry point %s is not in the module", p.entry.Name)
	}
	p.stack = p.globals + depth[p.entry.Func]
	return nil
}

// findConvergent marks what contains an operation whose result depends on the lanes that take part.
func (c *comp) findConvergent(r *ir.Region, funcs map[*ir.Func]bool) bool {
	any := false
	for _, in := range r.Instrs {
		found := in.Op == ir.OpBarrier && in.Exec != builtin.ScopeNone ||
			in.Op == ir.OpIntrinsic && builtin.Convergent(in.Intrinsic) || in.Op == ir.OpCall && funcs[in.Callee]
		for _, sub := range in.Regions {
			if c.findConvergent(sub, funcs) {
				found = true
			}
		}
		if found {
			c.converge[in] = true
			any = true
		}
	}
	return any
}

// constants gives each constant operand its slot at the start of the frame.
func (c *comp) constants() {
	c.f.f.Body.Walk(func(in *ir.Instr) {
		for _, a := range in.Args {
			if k, ok := a.(*ir.Const); ok {
				if _, seen := c.slots[k]; !seen {
					c.slots[k] = len(c.f.consts)
					c.f.consts = constSlots(c.f.consts, k.Value)
				}
			}
		}
	})
	c.f.size = len(c.f.consts)
}

// slot returns the first slot of a value, which it allocates.
func (c *comp) slot(v ir.Value) int {
	if s, ok := c.slots[v]; ok {
		return s
	}
	s := c.alloc(slotsOf(v.ValueType()))
	c.slots[v] = s
	return s
}

func (c *comp) alloc(n int) int {
	s := c.f.size
	c.f.size += n
	return s
}

func (c *comp) emit(s step) {
	c.f.code = append(c.f.code, s)
	c.f.at = append(c.f.at, c.in)
}

func (c *comp) here() int { return len(c.f.code) }

// compiler translates an instruction.
type compiler func(*comp, *ir.Instr)

// compilerOf is the table of operations.
func compilerOf(op ir.Op) compiler { return compilers()[op] }

func (c *comp) region(r *ir.Region) {
	for _, in := range r.Instrs {
		c.instr(in)
		if c.err != nil {
			return
		}
	}
}

func (c *comp) instr(in *ir.Instr) {
	outer := c.in
	c.in = in
	if f := compilerOf(in.Op); f != nil {
		f(c, in)
	} else {
		c.unsupported(in.Op.String())
	}
	c.in = outer
}

// unsupported compiles to a fault: only a kernel that gets there is told.
func (c *comp) unsupported(what string) {
	in, d, n := c.in, 0, 0
	if in.IsValue() {
		d, n = c.slot(in), slotsOf(in.Type)
	}
	c.emit(func(v *inv) {
		v.fault(Unsupported, in, "the interpreter has no "+what)
		clear(v.r[d : d+n])
	})
}

func (c *comp) args(in *ir.Instr) []int {
	s := make([]int, len(in.Args))
	for i, a := range in.Args {
		s[i] = c.slot(a)
	}
	return s
}
