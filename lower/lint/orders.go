package lint

import (
	"strings"

	"slc/frontend/source"
	"slc/lower"
	"slc/lower/ir"
	"slc/sema/builtin"
)

// emulatedOrders finds operations whose order the target has not, once for every object: the
// program is right there, and may be slower than it looks.
func emulatedOrders(c *context) {
	var list []*emulated
	done := map[source.Span]bool{} // an operation that became several
	for _, f := range c.m.Funcs {
		f.Body.Walk(func(in *ir.Instr) {
			how := emulation(c.caps, in)
			if how == "" || done[in.Span] {
				return
			}
			done[in.Span] = true
			root := ir.Root(in.Args[0])
			for _, e := range list {
				if e.how == how && ir.Root(e.first.Args[0]) == root {
					e.orders |= 1 << strongest(in)
					return
				}
			}
			list = append(list, &emulated{how: how, first: in, orders: 1 << strongest(in)})
		})
	}
	for _, e := range list {
		c.diags.Report(c.code, e.first.Span, "%s on '%s' is %s", e.names(), nameOf(e.first.Args[0]), e.how).
			WithHelp("the result is right; if it is too slow, use Relaxed where nothing else is published, or order several operations by one barrier")
	}
}

// emulated is an object whose orders are emulated in one way.
type emulated struct {
	how    string
	first  *ir.Instr
	orders uint
}

func (e *emulated) names() string {
	var names []string
	for o := builtin.Relaxed; o < builtin.NumOrders; o++ {
		if e.orders&(1<<o) != 0 {
			names = append(names, o.String())
		}
	}
	return "order " + strings.Join(names, ", ")
}

// strongest is the order that a message names.
func strongest(in *ir.Instr) builtin.Order { return max(in.Mem.Order, in.Fail.Order) }

// emulation says how the target makes the order of an operation, "" where it has it (lowering.md §2-§4).
func emulation(t *lower.TargetCaps, in *ir.Instr) string {
	if in.Op != ir.OpAtomic || in.Mem.Order == builtin.Relaxed && in.Fail.Order == builtin.Relaxed {
		return ""
	}
	switch {
	case t.Target == lower.HLSL, t.Target == lower.Metal && t.Version < 401:
		return "made of relaxed operations and fences"
	case t.Target == lower.SPIRV && strongest(in) == builtin.SeqCst:
		return "made of read-modify-writes"
	}
	return ""
}
