package lower

import (
	"slc/lower/ir"
	"slc/sema/typed"
)

// counter lowers the operations on the hidden counter of a buffer.
func (b *fn) counter(e *typed.Intrinsic) ir.Value {
	for _, a := range e.Args {
		b.entity(a)
	}
	b.unsupported(e.S, "the hidden counter of a buffer ("+e.Op.String()+")")
	return b.zeroOf(e.T)
}
