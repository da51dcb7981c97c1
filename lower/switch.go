package lower

import (
	"slices"

	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// The IR's switch has no fall-through. Cases that fall into each other become one
// region; in it a body runs if the selector entered at it or before it. No
// body is copied.

// targetIDs are the values of the cases that targets choose.
var targetIDs = [...]int64{SPIRV: typed.TargetSPIRV, HLSL: typed.TargetHLSL, Metal: typed.TargetMetal}

// targetSwitch lowers the case of the target, and nothing of the others.
func (b *fn) targetSwitch(s *typed.Switch) {
	var chosen *typed.Case
	for _, k := range s.Cases {
		if slices.Contains(k.Values, targetIDs[b.p.opts.Caps.Target]) {
			chosen = k
			break
		}
		if k.Default {
			chosen = k
		}
	}
	if chosen == nil {
		b.p.diags.Report(diag.TargetUnsupported, s.Span(), "this switch has no case for the target, and no default")
		return
	}
	list := chosen.Body.List
	if last, ok := list[len(list)-1].(*typed.Break); ok && last.Target == nil {
		list = list[:len(list)-1]
	}
	if rest := (&typed.Block{St: chosen.Body.St, List: list}); !breaksOut(rest) && !breaksTo(rest, s) {
		b.block(rest)
		return
	}
	in := &ir.Instr{Op: ir.OpSwitch, Args: []ir.Value{b.value(s.X)}}
	b.enter(s)
	in.Regions = []*ir.Region{b.region(func() { b.block(chosen.Body) })}
	b.add(in)
	b.leave(s)
}

// switchStmt lowers a switch.
func (b *fn) switchStmt(s *typed.Switch) {
	if s.Target {
		b.targetSwitch(s)
		return
	}
	x := b.value(s.X)
	if len(s.Cases) == 0 {
		return
	}
	in := &ir.Instr{Op: ir.OpSwitch, Args: []ir.Value{x}, Hint: hints[s.Hint]}
	b.enter(s)
	var def *ir.Region
	open := false
	for _, group := range fallGroups(s.Cases) {
		r := b.region(func() { b.switchGroup(x, group) })
		open = open || hasBreak(r) || r.Terminator() != nil && r.Terminator().Op == ir.OpYield
		var values []int64
		isDefault := false
		for _, c := range group {
			values = append(values, c.Values...)
			isDefault = isDefault || c.Default
		}
		if isDefault { // its values go where all others go
			def = r
			continue
		}
		in.Regions = append(in.Regions, r)
		in.Cases = append(in.Cases, values)
	}
	if def == nil {
		def = b.region(func() { b.terminate(ir.OpYield) })
		open = true
	}
	in.Regions = append(in.Regions, def)
	b.add(in)
	if !open {
		b.terminate(ir.OpUnreachable)
	}
	b.leave(s)
}

// fallGroups splits the cases where control cannot fall from one into the next.
func fallGroups(cases []*typed.Case) [][]*typed.Case {
	var groups [][]*typed.Case
	start := 0
	for i, c := range cases {
		if i == len(cases)-1 || !falls(c.Body) {
			groups = append(groups, cases[start:i+1])
			start = i + 1
		}
	}
	return groups
}

// switchGroup lowers the bodies of cases that fall into each other.
func (b *fn) switchGroup(x ir.Value, group []*typed.Case) {
	last := len(group) - 1
	var entered ir.Value = boolConst(false)
	for i, c := range group {
		if b.closed() {
			return
		}
		if i < last {
			entered = b.entered(entered, x, group, i)
		}
		if i == last || len(c.Body.List) == 0 {
			b.block(c.Body)
			continue
		}
		b.ifElse(entered, types.Void, ir.NoHint, func() ir.Value { b.block(c.Body); return nil }, nil)
	}
	if !b.closed() {
		b.terminate(ir.OpYield)
	}
}

// entered is the condition that the selector chose case i or an earlier one of the group, where
// before is that for case i-1. With the default among those it is that no later one was
// chosen: a value of another group never gets here.
func (b *fn) entered(before, x ir.Value, group []*typed.Case, i int) ir.Value {
	if group[i].Default {
		return b.emitNot(b.oneOf(boolConst(false), x, group[i+1:]))
	}
	return b.oneOf(before, x, group[i:i+1])
}

func (b *fn) emitNot(v ir.Value) ir.Value {
	if c := plain(v); c != nil {
		return boolConst(c.Bits == 0)
	}
	return b.emit(ir.OpNot, types.Bool, v)
}

// oneOf is the condition that any holds or x is a value of one of the cases.
func (b *fn) oneOf(any, x ir.Value, cases []*typed.Case) ir.Value {
	if c := plain(any); c != nil && c.Bits != 0 {
		return any
	}
	for _, c := range cases {
		for _, v := range c.Values {
			eq := b.binary(ir.OpEq, types.Bool, x, constant(types.IntValue(x.ValueType(), v)))
			if plain(any) != nil {
				any = eq
			} else {
				any = b.binary(ir.OpOr, types.Bool, any, eq)
			}
		}
	}
	return any
}

// falls reports whether control may reach the end of a block.
func falls(s *typed.Block) bool {
	if s == nil || len(s.List) == 0 {
		return true
	}
	for _, st := range s.List {
		if ends(st) {
			return false
		}
	}
	return true
}

// ends reports whether a statement never completes normally.
func ends(s typed.Stmt) bool {
	switch s := s.(type) {
	case *typed.Break, *typed.Continue, *typed.Return:
		return true
	case *typed.Block:
		return !falls(s)
	case *typed.If:
		return s.Else != nil && !falls(s.Then) && !falls(s.Else)
	case *typed.Loop:
		return s.Cond == nil && !breaksOut(s.Body)
	}
	return false
}

// breaksOut reports whether a block holds a break of the loop around it.
func breaksOut(s *typed.Block) bool {
	if s == nil {
		return false
	}
	for _, st := range s.List {
		switch st := st.(type) {
		case *typed.Break:
			return true
		case *typed.Block:
			if breaksOut(st) {
				return true
			}
		case *typed.If:
			if breaksOut(st.Then) || breaksOut(st.Else) {
				return true
			}
		}
	}
	return false
}
