package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// Atomic counters of GLSL (atomic_uint). A counter is a number in a buffer, as GL_EXT_vulkan_glsl_relaxed has it: counters of one binding
// share the buffer, each at its offset. A value of the type, which is only made where a counter is named and passed on by
// parameters, is the buffer and the index in it; the functions are relaxed atomics there.

// counter is a declared counter.
type counter struct {
	buffer *typed.Var
	index  int
}

// counterBuffer is the buffer of a binding, and how much of it is in use.
type counterBuffer struct {
	binding typed.Binding
	buffer  *typed.Var
	next    int
}

// declareCounter makes v, declared as a counter, the buffer that holds it, or drops it where another counter has made that.
func (c *checker) declareCounter(sym *symbol, v *typed.Var, d *ast.VarDecl) {
	c.uniformVar(v, d, storageOf(d))
	v.Type = c.pool.Counter().Fields[0].Type
	b := c.counterBufferOf(v)
	if b.buffer != v {
		sym.v = nil
	}
	index := c.counterOffset(d, b.next)
	b.next = index + 1
	if c.counters == nil {
		c.counters = map[*symbol]counter{}
	}
	c.counters[sym] = counter{b.buffer, index}
}

// counterBufferOf is the buffer at the binding of v, a new one if v has none.
func (c *checker) counterBufferOf(v *typed.Var) *counterBuffer {
	if v.Binding != nil {
		for _, b := range c.counterBuffers {
			if b.binding == unplaced(*v.Binding) {
				return b
			}
		}
	}
	b := &counterBuffer{buffer: v}
	if v.Binding != nil {
		b.binding = unplaced(*v.Binding)
		c.counterBuffers = append(c.counterBuffers, b)
	}
	return b
}

// unplaced is b without its place in the source.
func unplaced(b typed.Binding) typed.Binding {
	b.Span.Start, b.Span.End = 0, 0
	return b
}

// counterOffset reads layout(offset = n), in bytes, and returns the index; next without one.
func (c *checker) counterOffset(d *ast.VarDecl, next int) int {
	for _, l := range d.Layouts {
		if l.Name.Text != "offset" || len(l.Args) == 0 {
			continue
		}
		args := c.attrInts(l, 1, 1)
		if len(args) == 0 {
			continue
		}
		if args[0] < 0 || args[0]%4 != 0 || args[0] > 1<<16 {
			c.errorf(diag.BadBinding, l.Span(), "the offset of an atomic counter is a multiple of 4 up to 65536, not %d", args[0])
			continue
		}
		return int(args[0] / 4)
	}
	return next
}

// counterValue is what the name of a counter means.
func (c *checker) counterValue(k counter, e ast.Expr) typed.Expr {
	t := c.pool.Counter()
	buffer := &typed.VarRef{E: typed.E{T: k.buffer.Type, S: e.Span()}, Var: k.buffer}
	return &typed.Construct{E: typed.E{T: t, S: e.Span()}, Args: []typed.Expr{buffer, c.constExpr(e, types.IntValue(types.Uint, int64(k.index)))}}
}

// noCounter refuses t if it is a counter or an array of some, where it is not the type of a global variable or a parameter.
func (c *checker) noCounter(t types.Type, at source.Span) types.Type {
	if !types.IsCounter(elementOf(t)) {
		return t
	}
	c.unsupported(at, "an atomic counter that is not a global variable of its own is")
	return types.Poison
}

// counterCall is an atomic function on a counter. GLSL gives a decrement the new value (GLSL 4.60, 8.10).
func (c *checker) counterCall(k *candidate, in []typed.Expr, E typed.E) typed.Expr {
	var buffer, index typed.Expr
	if made, ok := in[0].(*typed.Construct); ok {
		buffer, index = made.Args[0], made.Args[1]
	} else {
		t := c.pool.Counter()
		buffer, index = c.fieldRef(in[0], t.Fields[0], E.S), c.fieldRef(in[0], t.Fields[1], E.S)
	}
	dest := &typed.Index{E: typed.E{T: types.Uint, S: in[0].Span()}, X: buffer, I: index}
	return &typed.Atomic{E: E, Op: k.row.Atomic, Dest: dest, Args: in[1:], New: k.row.Atomic == builtin.AtomicDec}
}
