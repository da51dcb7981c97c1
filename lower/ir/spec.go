package ir

import "slc/sema/types"

// Specialize replaces the default of the specialization constant with the ID by a
// value of its type, wherever the module uses it. It reports whether it does.
func (m *Module) Specialize(id uint32, value *types.Value) bool {
	used := false
	for _, f := range m.Funcs {
		f.Body.Walk(func(in *Instr) {
			for _, a := range in.Args {
				if c, ok := a.(*Const); ok && c.Spec != nil && c.Spec.ID == id {
					c.Value, used = value, true
				}
			}
		})
	}
	return used
}
