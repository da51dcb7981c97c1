package lower

import (
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// lowerEntry lowers an entry point and everything reachable from it. Static variables
// are initialised at its start, in order of declaration.
func (p *program) lowerEntry(prog *typed.Program, e *typed.Entry) *unit {
	u := &unit{p: p, entry: e, prog: prog, instances: map[string]*ir.Func{}, copies: map[*typed.Func]int{}, marked: marks{map[*ir.Func]bool{}, map[*ir.Param]bool{}}}
	g := &ir.Func{Name: e.Name, Result: types.Void, Span: e.Func.Span}
	b := u.newFn(g)
	b.cur = &ir.Region{}
	g.Body = b.cur
	b.span = e.Func.Span
	for _, v := range e.Func.Params {
		b.entryParam(v)
	}
	b.finish(e.Func)
	u.prependStatics(g)
	u.funcs = append(u.funcs, g)
	return u
}

// entryParam binds a parameter of the entry point: a uniform one is bound by the program.
func (b *fn) entryParam(v *typed.Var) {
	if v.Kind == typed.Uniform {
		if ent := b.p.params[v]; ent != nil && (!v.Assigned || ent.pl == nil) {
			b.env[v] = ent
			return
		} else if ent != nil {
			b.env[v] = b.local(v, b.read(ent))
			return
		}
	}
	val := b.systemValue(v.Semantic, v.Type, v.Span)
	if v.Assigned || b.needsMemory(v.Type) {
		b.env[v] = b.local(v, val)
		return
	}
	if in, ok := val.(*ir.Instr); ok && in.Name == "" {
		in.Name = v.Name
	}
	b.env[v] = &entity{typ: v.Type, val: val}
}

// systemSemantics are the built-in inputs of a compute entry point.
func systemSemantic(name string) (ir.SystemValue, bool) {
	switch name {
	case "SV_DISPATCHTHREADID":
		return ir.DispatchThreadID, true
	case "SV_GROUPID":
		return ir.GroupID, true
	case "SV_GROUPTHREADID":
		return ir.GroupThreadID, true
	case "SV_GROUPINDEX":
		return ir.GroupIndex, true
	case "SV_NUMWORKGROUPS", "SV_NUMGROUPS":
		return ir.NumWorkgroups, true
	case "SV_WAVELANEINDEX":
		return ir.LaneIndex, true
	case "SV_WAVELANECOUNT":
		return ir.LaneCount, true
	case "SV_WAVEINDEX":
		return ir.WaveIndex, true
	case "SV_NUMWAVES", "SV_WAVECOUNT":
		return ir.NumWaves, true
	}
	return 0, false
}

// systemValue reads a built-in input as a t; a struct collects those of its fields.
func (b *fn) systemValue(semantic string, t types.Type, span source.Span) ir.Value {
	if st, ok := t.(*types.Struct); ok {
		var parts []ir.Value
		for _, f := range st.Fields {
			if types.HasData(f.Type) {
				parts = append(parts, b.systemValue(f.Semantic, f.Type, f.Span))
			}
		}
		return b.construct(b.p.valueType(t), parts...)
	}
	s, ok := systemSemantic(upper(semantic))
	if !ok {
		b.unsupported(span, "the system value "+semantic)
		return b.zeroOf(t)
	}
	v := b.system(s)
	n := types.NumComponents(t)
	if n > types.NumComponents(v.ValueType()) || n == 0 {
		b.unsupported(span, "a system value of this type")
		return b.zeroOf(t)
	}
	if n < types.NumComponents(v.ValueType()) {
		v = b.shuffle(v, leading[:n])
	}
	return b.numeric(v, types.ElemScalar(t))
}

func upper(s string) string {
	out := []byte(s)
	for i, c := range out {
		if c >= 'a' && c <= 'z' {
			out[i] = c - 'a' + 'A'
		}
	}
	return string(out)
}

// prependStatics initialises the static variables that the entry point reaches, in the order of their
// declaration; one without an initial value starts as zero. An initial value may reach others.
func (u *unit) prependStatics(g *ir.Func) {
	values := map[*typed.Var][]*ir.Instr{}
	for i := 0; i < len(u.statics); i++ {
		v := u.statics[i]
		b := u.newFn(g)
		b.span, b.init = v.Span, v
		values[v] = b.region(func() { b.initStatic(v) }).Instrs
	}
	var init []*ir.Instr
	for _, v := range u.prog.Globals {
		init = append(init, values[v]...)
	}
	if len(init) > 0 {
		g.Body.Instrs = append(init, g.Body.Instrs...)
	}
}

func (b *fn) initStatic(v *typed.Var) {
	var value ir.Value
	if v.Init != nil {
		value = b.value(v.Init)
	} else {
		value = b.p.zeroValue(v.Type)
	}
	b.store(&place{obj: b.p.variable(v), typ: v.Type}, value)
}
