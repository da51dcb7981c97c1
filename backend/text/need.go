package text

import "slc/lower/ir"

// Need is something outside a function that its body uses: exactly one field is
// set (System counts when the others are nil).
type Need struct {
	System   ir.SystemValue
	Resource *ir.Resource
	Var      *ir.Var
}

// Needs finds for each function what it and its callees use, in the order
// system values, resources, groupshared variables, statics; each in module order.
func Needs(m *ir.Module, d Dialect) map[*ir.Func][]Need {
	var order []Need
	for s := ir.SystemValue(0); s < ir.NumSystemValues; s++ {
		order = append(order, Need{System: s})
	}
	for _, r := range m.Resources {
		order = append(order, Need{Resource: r})
	}
	for _, v := range m.Shared {
		order = append(order, Need{Var: v})
	}
	for _, v := range m.Privates {
		order = append(order, Need{Var: v})
	}
	all := map[*ir.Func][]Need{}
	for _, fn := range m.Funcs { // callees come first
		set := map[Need]bool{}
		fn.Body.Walk(func(in *ir.Instr) {
			for _, s := range d.SystemNeeds(in) {
				set[Need{System: s}] = true
			}
			if in.Op == ir.OpCall {
				for _, n := range all[in.Callee] {
					set[n] = true
				}
			}
			for _, a := range in.Args {
				switch a := a.(type) {
				case *ir.View:
					set[Need{Resource: a.Resource}] = true
				case *ir.Var:
					set[Need{Var: a}] = true
				}
			}
		})
		for _, n := range order {
			if set[n] {
				all[fn] = append(all[fn], n)
			}
		}
	}
	return all
}

// hint returns the name that the source gave to a need inside fn.
func (n Need) hint(fn *ir.Func, d Dialect) string {
	switch {
	case n.Resource != nil:
		return n.Resource.Name
	case n.Var != nil:
		return n.Var.Name
	}
	name := ""
	fn.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpSystem && in.System == n.System && name == "" {
			name = in.Name
		}
	})
	if name == "" {
		name = d.SystemName(n.System)
	}
	return name
}
