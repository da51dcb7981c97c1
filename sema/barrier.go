package sema

import (
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// flagBarrier is Barrier(memoryFlags, semanticFlags) or Barrier(resource, semanticFlags). Flags
// are those of their enum, or integers as in HLSL.
func (c *checker) flagBarrier(args []typed.Expr, name string, E typed.E) typed.Expr {
	var b builtin.Barrier
	var problem string
	semantics, known := c.barrierFlags(args[1], builtin.BarrierSemanticFlags)
	if r, ok := args[0].Type().(*types.Resource); ok && known {
		b, problem = builtin.BarrierOn(r, semantics)
	} else if memory, ok := c.barrierFlags(args[0], builtin.BarrierMemoryFlags); ok && known {
		b, problem = builtin.BarrierOf(memory, semantics)
	} else {
		return c.bad(E.S)
	}
	if problem != "" {
		c.errorf(diag.BadBarrierFlags, E.S, "%s", problem)
		return c.bad(E.S)
	}
	return &typed.Barrier{E: E, Barrier: b, Name: name}
}

// barrierFlags folds flags of an enum.
func (c *checker) barrierFlags(x typed.Expr, enum *types.Enum) (uint64, bool) {
	s, _ := x.Type().(*types.Scalar)
	if x.Type() != types.Type(enum) && (s == nil || !s.Kind.IsInt()) {
		c.errorf(diag.BadBarrierFlags, x.Span(), "an argument of '%s' where '%s' stands", x.Type(), enum)
		return 0, false
	}
	v := c.constant(x)
	if v == nil {
		c.errorf(diag.BadBarrierFlags, x.Span(), "the flags of a barrier must be compile-time constants")
		return 0, false
	}
	return uint64(v.Int()), true
}
