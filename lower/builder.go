package lower

import (
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// fn lowers one function instance.
type fn struct {
	u    *unit
	p    *program
	f    *ir.Func
	cur  *ir.Region
	span source.Span // of what is being lowered
	env  map[*typed.Var]*entity
	// regionOf remembers where a variable that holds resources was declared: it may be
	// assigned again only there (the choice is then static).
	regionOf map[*typed.Var]*ir.Region
	breaks   []typed.Stmt            // loops and switches around, the innermost last
	exits    map[typed.Stmt]ir.Value // flags of those that inner ones break out of
	// polling is set inside the condition of a loop, whose coherent loads are polls.
	polling bool
	called  string            // function of the intrinsic that is being lowered
	marked  map[ir.Value]bool // values that differ between invocations: nonuniform.go
	inlined []*typed.Func     // functions that return resources, while their result is read
	init    *typed.Var        // the static variable whose initial value is lowered
}

// at sets the span of what follows and returns a function that restores it.
func (b *fn) at(s source.Span) func() {
	old := b.span
	b.span = s
	return func() { b.span = old }
}

// closed reports whether the current region has ended: what follows is dead.
func (b *fn) closed() bool { return b.cur.Terminator() != nil }

// add appends an instruction, unless the region has ended.
func (b *fn) add(in *ir.Instr) *ir.Instr {
	if in.Type == nil {
		in.Type = types.Void
	}
	in.Span = b.span
	if in.Op == ir.OpIntrinsic {
		in.Called = b.called
	}
	if b.polling && (in.Op == ir.OpLoad || in.Op == ir.OpImageRead) {
		in.Access.Volatile = true // kept on coherent memory: access in memory.go
	}
	if !b.closed() {
		b.cur.Instrs = append(b.cur.Instrs, in)
		b.passMark(in)
	}
	return in
}

func (b *fn) emit(op ir.Op, t types.Type, args ...ir.Value) ir.Value {
	return b.add(&ir.Instr{Op: op, Type: t, Args: args})
}

// region lowers body into a new region and returns it, without a terminator unless body ends it.
func (b *fn) region(body func()) *ir.Region {
	old := b.cur
	b.cur = &ir.Region{}
	body()
	r := b.cur
	b.cur = old
	return r
}

// terminate ends the current region.
func (b *fn) terminate(op ir.Op, args ...ir.Value) { b.add(&ir.Instr{Op: op, Args: args}) }

// constants

func constant(v *types.Value) ir.Value { return &ir.Const{Value: v} }

func (b *fn) zero(t types.Type) ir.Value { return constant(types.Zero(t)) }

func uintConst(v int) ir.Value { return constant(types.UintValue(types.Uint, uint64(v))) }

func boolConst(v bool) ir.Value { return constant(types.BoolValue(v)) }

// number returns the constant n of scalar or vector type t.
func number(t types.Type, n float64) ir.Value {
	s := types.ElemScalar(t)
	var v *types.Value
	if s.Kind.IsFloat() {
		v = types.FloatValue(s, n)
	} else {
		v = types.IntValue(s, int64(n))
	}
	return constant(splatConst(t, v))
}

func splatConst(t types.Type, v *types.Value) *types.Value {
	vt, ok := t.(*types.Vector)
	if !ok {
		return v
	}
	out := &types.Value{T: t, Elems: make([]*types.Value, vt.N)}
	for i := range out.Elems {
		out.Elems[i] = v
	}
	return out
}

// plain returns the value of an ordinary constant, nil for anything else.
func plain(v ir.Value) *types.Value {
	if c, ok := v.(*ir.Const); ok && c.Spec == nil {
		return c.Value
	}
	return nil
}

// convertConst rebuilds a constant of source type as one of the IR's types.
func (p *program) convertConst(v *types.Value) *types.Value {
	t := p.valueType(v.T)
	if len(v.Elems) == 0 {
		if _, isStruct := t.(*types.Struct); !isStruct || t == v.T {
			return &types.Value{T: t, Bits: v.Bits, Str: v.Str}
		}
	}
	if vt, ok := v.T.(*types.Vector); ok && vt.N == 1 {
		return p.convertConst(v.Elems[0])
	}
	out := &types.Value{T: t}
	if types.Empty(v.T) {
		return out
	}
	for _, e := range v.Elems {
		if e.T != nil && types.Empty(e.T) {
			continue
		}
		if e.T == nil {
			e = &types.Value{T: types.ElemScalar(v.T), Bits: e.Bits, Elems: e.Elems}
		}
		if m, ok := v.T.(*types.Matrix); ok && len(e.Elems) > 0 {
			e = &types.Value{T: types.VectorOf(m.Elem, m.Cols), Elems: e.Elems}
		}
		out.Elems = append(out.Elems, p.convertConst(e))
	}
	return out
}

// arithmetic

func (b *fn) binary(op ir.Op, t types.Type, x, y ir.Value) ir.Value { return b.emit(op, t, x, y) }

func (b *fn) bitcast(v ir.Value, t types.Type) ir.Value {
	if v.ValueType() == t {
		return v
	}
	if in, ok := v.(*ir.Instr); ok && in.Op == ir.OpBitcast && in.Args[0].ValueType() == t {
		return in.Args[0]
	}
	if c := plain(v); c != nil {
		if k := types.Reinterpret(c, t); k != nil && k.T == t {
			return constant(k)
		}
	}
	return b.emit(ir.OpBitcast, t, v)
}

func (b *fn) intrinsic(op builtin.Op, t types.Type, args ...ir.Value) ir.Value {
	return b.add(&ir.Instr{Op: ir.OpIntrinsic, Intrinsic: op, Type: t, Args: args})
}

// partOf returns the type of part i of a composite.
func partOf(t types.Type, i int) types.Type {
	switch t := t.(type) {
	case *types.Vector:
		return t.Elem
	case *types.Array:
		return t.Elem
	case *types.Struct:
		return t.Fields[i].Type
	}
	return t
}

// extract returns part i of v; a scalar is its own only part.
func (b *fn) extract(v ir.Value, i int) ir.Value {
	t := v.ValueType()
	if _, scalar := t.(*types.Scalar); scalar {
		return v
	}
	if c := plain(v); c != nil && i < len(c.Elems) {
		return constant(c.Elems[i])
	}
	if in, ok := v.(*ir.Instr); ok {
		switch {
		case in.Op == ir.OpSplat:
			return in.Args[0]
		case in.Op == ir.OpShuffle && len(in.Args) == 1:
			return b.extract(in.Args[0], int(in.Comps[i]))
		case in.Op == ir.OpConstruct && len(in.Args) == partCount(t):
			return in.Args[i]
		}
	}
	return b.add(&ir.Instr{Op: ir.OpExtract, Type: partOf(t, i), Args: []ir.Value{v}, Index: i})
}

func partCount(t types.Type) int {
	switch t := t.(type) {
	case *types.Vector:
		return t.N
	case *types.Array:
		return t.Len
	case *types.Struct:
		return len(t.Fields)
	}
	return 1
}

// construct builds t from parts; constants fold.
func (b *fn) construct(t types.Type, parts ...ir.Value) ir.Value {
	if len(parts) == 1 && parts[0].ValueType() == t {
		return parts[0]
	}
	var elems []*types.Value
	for _, p := range parts {
		c := plain(p)
		if c == nil {
			return b.emit(ir.OpConstruct, t, parts...)
		}
		if _, isVec := t.(*types.Vector); isVec && len(c.Elems) > 0 {
			elems = append(elems, c.Elems...)
			continue
		}
		elems = append(elems, c)
	}
	return constant(&types.Value{T: t, Elems: elems})
}

// splat spreads a scalar over vector type t (or returns it for a scalar type).
func (b *fn) splat(v ir.Value, t types.Type) ir.Value {
	if v.ValueType() == t {
		return v
	}
	if c := plain(v); c != nil {
		return constant(splatConst(t, c))
	}
	return b.emit(ir.OpSplat, t, v)
}

// shuffle picks components of a vector (or repeats a scalar).
func (b *fn) shuffle(v ir.Value, comps []uint8) ir.Value {
	s := types.ElemScalar(v.ValueType())
	if len(comps) == 1 {
		return b.extract(v, int(comps[0]))
	}
	if _, scalar := v.ValueType().(*types.Scalar); scalar {
		return b.splat(v, vec(s, len(comps)))
	}
	if c := plain(v); c != nil {
		out := &types.Value{T: vec(s, len(comps))}
		for _, k := range comps {
			out.Elems = append(out.Elems, c.Elems[k])
		}
		return constant(out)
	}
	return b.add(&ir.Instr{Op: ir.OpShuffle, Type: vec(s, len(comps)), Args: []ir.Value{v}, Comps: comps})
}

// newVar makes a local variable of IR type t.
func (b *fn) newVar(name string, t types.Type) *ir.Instr {
	return b.add(&ir.Instr{Op: ir.OpVar, Type: b.p.pool.RefTo(t, types.SpaceFunction), Name: name})
}

func (b *fn) loadVar(v ir.Value) ir.Value {
	return b.emit(ir.OpLoad, v.ValueType().(*types.Ref).Elem, v)
}

func (b *fn) storeVar(v, x ir.Value) { b.emit(ir.OpStore, types.Void, v, x) }

// ifElse emits an OpIf; then and els return the value to yield, or nil for none.
func (b *fn) ifElse(cond ir.Value, t types.Type, hint ir.Hint, then, els func() ir.Value) ir.Value {
	in := &ir.Instr{Op: ir.OpIf, Type: t, Args: []ir.Value{cond}, Hint: hint}
	open := false
	for _, arm := range []func() ir.Value{then, els} {
		r := b.region(func() {
			var v ir.Value
			if arm != nil {
				v = arm()
			}
			if b.closed() {
				return
			}
			open = true
			if v != nil {
				b.terminate(ir.OpYield, v)
			} else {
				b.terminate(ir.OpYield)
			}
		})
		in.Regions = append(in.Regions, r)
	}
	b.add(in)
	if !open {
		b.terminate(ir.OpUnreachable)
	}
	return in
}
