package lower

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// A pointer into device memory is its address, a 64-bit number. Every other pointer is static: what
// it points to is a place that is known here, with indices that may be values, and a callee
// is specialised for it as for a reference (architecture.md, "Calls").

// pointerLayout is the layout of what pointers point to: the one that the language calls natural, in which
// a host program writes its own structs.
func (p *program) pointerLayout() ir.Layout { return ir.ScalarLayout }

// staticPointer reports whether t is a pointer that is no value.
func staticPointer(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	return ok && p.Static()
}

// derefExpr is the place that *X or p.member stands for.
func (b *fn) derefExpr(e *typed.Deref) *entity {
	if staticPointer(e.X.Type()) {
		ent := b.pointee(b.entity(e.X), e.T)
		if ent.pl != nil {
			pl := *ent.pl
			pl.coherent = e.Coherent
			ent = &entity{typ: ent.typ, pl: &pl}
		}
		return ent
	}
	ent := b.deref(b.value(e.X), e.T)
	b.checkAlignment(e, ent.pl.obj)
	ent.pl.align, ent.pl.coherent = e.Align, e.Coherent
	return ent
}

// checkAlignment reports a promise that is less than what every access needs (VUID-StandaloneSpirv-
// PhysicalStorageBuffer64-06314).
func (b *fn) checkAlignment(e *typed.Deref, o *object) {
	if e.Align == 0 {
		return
	}
	if _, least := ir.ScalarLayout.SizeAlign(b.p.memType(o.src, o.mode)); e.Align < least {
		b.p.diags.Report(diag.BadTypeArguments, e.S, "an alignment of %d is less than that of '%s', %d", e.Align, e.T, least)
	}
}

// deref is the place that pointer value v points to.
func (b *fn) deref(v ir.Value, t types.Type) *entity {
	if b.p.opts.Caps.Target == HLSL && !b.p.noPointers {
		b.p.noPointers = true // one report: every access through a pointer has this fault
		b.p.diags.Report(diag.TargetType, b.span, "HLSL has no pointers into device memory: '%s*' cannot be followed", t).
			WithHelp("use a buffer and an index")
	}
	return &entity{typ: t, pl: &place{obj: b.p.physical(t), ref: v, typ: t}}
}

// pointee is the place that a static pointer points to.
func (b *fn) pointee(ent *entity, t types.Type) *entity {
	if ent.target == nil {
		if !ent.poison {
			b.runtimeChoice(b.span)
		}
		return b.bad(t)
	}
	return &entity{typ: t, pl: ent.target}
}

// indexedPointer is p[I].
func (b *fn) indexedPointer(x *entity, e *typed.Index) *entity {
	if staticPointer(x.typ) {
		return b.pointee(b.moved(x, b.value(e.I), false), e.T)
	}
	v := b.read(x)
	return b.deref(b.pointerAdd(v, b.value(e.I), e.T, false), e.T)
}

// addressOf is &X.
func (b *fn) addressOf(e *typed.AddressOf) *entity {
	ent := b.entity(e.X)
	switch {
	case ent.poison:
		return b.bad(e.T)
	case staticPointer(e.T) && ent.pl != nil && b.pointsInto(e, ent.pl):
		return &entity{typ: e.T, target: ent.pl}
	case !staticPointer(e.T) && ent.pl != nil && ent.pl.obj != nil && ent.pl.obj.space == types.SpacePhysical:
		return &entity{typ: e.T, val: b.placeAddress(ent.pl)}
	}
	b.p.diags.Report(diag.BadAddress, e.S, "the argument that stands here for a parameter is not in the memory of a '%s'", e.T).
		WithHelp("the argument must be reached through a pointer")
	return b.bad(e.T)
}

// pointsInto reports whether the place lies in the memory that the static pointer &X points into.
func (b *fn) pointsInto(e *typed.AddressOf, pl *place) bool {
	if e.T.(*types.Pointer).Space == types.Reference {
		return true
	}
	return pl.obj != nil && pl.obj.space == types.SpaceGroupshared
}

// converted is a conversion of what holds resources or static pointers: another view of the same.
func (b *fn) converted(e *typed.Convert) *entity {
	ent := *b.entity(e.X)
	if to, ok := e.T.(*types.Pointer); ok && e.X.Type().(*types.Pointer).Elem != to.Elem {
		b.unsupported(e.S, "a cast of a pointer to groupshared memory to another type")
		return b.bad(e.T)
	}
	ent.typ = e.T
	return &ent
}

// moved is the static pointer x moved by n elements: only the index of an array element changes.
func (b *fn) moved(x *entity, n ir.Value, neg bool) *entity {
	if x.target == nil {
		return x
	}
	if k := plain(n); k != nil && k.Bits == 0 {
		return x
	}
	pl := *x.target
	last := len(pl.steps) - 1
	if last < 0 || pl.steps[last].kind != sIndex {
		b.p.diags.Report(diag.IndexOutOfBounds, b.span, "this pointer does not point to an element of an array: nothing lies beside it")
		return b.bad(x.typ)
	}
	pl.steps = append([]step(nil), pl.steps...)
	at := pl.steps[last].v
	t := types.ElemScalar(at.ValueType())
	op := ir.OpAdd
	if neg {
		op = ir.OpSub
	}
	pl.steps[last].v = b.binary(op, t, at, b.numeric(n, t))
	return &entity{typ: x.typ, target: &pl}
}

// movedPointer is p + n and p - n of a static pointer.
func (b *fn) movedPointer(e *typed.Binary) *entity {
	x := b.entity(e.X)
	return b.moved(x, b.value(e.Y), e.Op == typed.Sub)
}

func (b *fn) pointerAdd(v, i ir.Value, elem types.Type, neg bool) ir.Value {
	stride := b.p.pointerLayout().Stride(b.p.memType(elem, b.p.physical(elem).mode))
	n := b.byteDistance(i, stride)
	op := ir.OpAdd
	if neg {
		op = ir.OpSub
	}
	return b.binary(op, types.Uint64, v, n)
}

// byteDistance is i times stride as a 64-bit number that wraps: i is sign- or zero-extended first.
func (b *fn) byteDistance(i ir.Value, stride int) ir.Value {
	n := b.numeric(i, types.Int64)
	n = b.binary(ir.OpMul, types.Int64, n, constant(types.IntValue(types.Int64, int64(stride))))
	return b.bitcast(n, types.Uint64)
}

// placeAddress is the address of a place in device memory.
func (b *fn) placeAddress(pl *place) ir.Value {
	a := addresser{b: b, at: pl.ref, t: pl.obj.src, m: pl.obj.mode}
	for i := range pl.steps {
		a.step(&pl.steps[i])
	}
	if a.row != nil {
		b.unsupported(b.span, "the address of a row of a matrix that is kept as columns")
	}
	return a.at
}

// addresser adds up the offsets of the steps of a place.
type addresser struct {
	b   *fn
	at  ir.Value
	t   types.Type
	m   mode
	row ir.Value // of a matrix that is kept as columns: its column follows
	mat *types.Matrix
}

func (a *addresser) skip(n int) {
	if n != 0 {
		a.at = a.b.binary(ir.OpAdd, types.Uint64, a.at, constant(types.UintValue(types.Uint64, uint64(n))))
	}
}

func (a *addresser) elements(i ir.Value, stride int) {
	if k := plain(i); k != nil {
		a.skip(int(k.Int()) * stride)
		return
	}
	a.at = a.b.binary(ir.OpAdd, types.Uint64, a.at, a.b.byteDistance(i, stride))
}

func (a *addresser) step(s *step) {
	layout := a.b.p.pointerLayout()
	switch s.kind {
	case sField:
		st := a.t.(*types.Struct)
		a.skip(layout.Offset(a.b.p.memType(st, a.m).(*types.Struct), memField(st, s.i)))
		a.m = a.m.withField(st.Fields[s.i])
		a.t = st.Fields[s.i].Type
	case sIndex:
		a.index(s.v)
	case sSwizzle:
		if types.NumComponents(a.t) > 1 || a.row != nil {
			a.index(uintConst(int(s.comps[0])))
		}
	case sMatrix:
		a.index(uintConst(int(s.mcomps[0][0])))
		a.index(uintConst(int(s.mcomps[0][1])))
	}
}

func (a *addresser) index(i ir.Value) {
	layout := a.b.p.pointerLayout()
	switch t := a.t.(type) {
	case *types.Array:
		a.elements(i, layout.Stride(a.b.p.memType(t.Elem, a.m)))
		a.t = t.Elem
	case *types.Matrix:
		if a.m.columns() {
			a.row, a.mat = i, t
		} else {
			a.elements(i, layout.Stride(vec(memScalar(t.Elem, a.m), t.Cols)))
		}
		a.t = types.VectorOf(t.Elem, t.Cols)
	case *types.Vector:
		size := ir.ScalarSize(memScalar(t.Elem, a.m))
		if a.row != nil {
			a.elements(i, layout.Stride(vec(memScalar(t.Elem, a.m), a.mat.Rows)))
			i, a.row = a.row, nil
		}
		a.elements(i, size)
		a.t = t.Elem
	}
}

// ---- One object a pointee type ----------------------------------------------

// physical returns the object that stands for all memory of pointee type t
// (lowering.md §1: for physical pointers every object of that type).
func (p *program) physical(t types.Type) *object {
	if o := p.pointees[t]; o != nil {
		return o
	}
	o := p.newObject("memory", types.SpacePhysical)
	o.src = t
	o.mode = p.memMode(quals{}, o.facts)
	o.mode.placed = false
	p.noOffsets(t)
	p.pointees[t] = o
	return o
}

// noOffsets reports offsets of fields in memory behind pointers, which has the layout of the language.
func (p *program) noOffsets(t types.Type) {
	types.Contains(t, func(t types.Type) bool {
		s, ok := t.(*types.Struct)
		for i := 0; ok && i < len(s.Fields); i++ {
			if f := s.Fields[i]; p.offsets && f.ByteOffset > 0 {
				p.diags.Report(diag.NotSupported, f.Span, "an explicit offset in memory behind pointers is not supported yet")
			}
		}
		return false
	})
}

// maxPointees is how many pointee types are told apart; of more, all count as one.
const maxPointees = 64

// uniteMemory gives pointee types of which one is a part of the other the same facts: the address
// of the part is a pointer into the whole. A structured buffer that holds a pointee type may be what
// the pointer points into (lowering.md §1: "for physical pointers, every object of that pointee
// type"): it and the pointer keep values in the same form and agree on SeqCst.
func (p *program) uniteMemory(list []facts) {
	var memory, buffers []*object
	for _, o := range p.objects {
		switch {
		case o.space == types.SpacePhysical:
			memory = append(memory, o)
		case o.structured():
			buffers = append(buffers, o)
		}
	}
	for changed := true; changed; {
		changed = false
		for i, o := range memory {
			a := &list[o.id]
			for _, q := range memory[:i] {
				if len(memory) > maxPointees || overlap(o.src, q.src) {
					b := &list[q.id]
					changed = a.merge(b) || changed
					changed = b.merge(a) || changed
				}
			}
			for _, q := range buffers {
				if overlap(o.src, q.src) {
					b := &list[q.id]
					changed = a.mergeView(b) || changed
					changed = b.mergeView(a) || changed
				}
			}
		}
	}
}

// overlap reports whether memory of one type can be a part of memory of the other.
func overlap(a, b types.Type) bool { return isPartOf(a, b) || isPartOf(b, a) }

// isPartOf reports whether a value of whole has a part of type t.
func isPartOf(t, whole types.Type) bool {
	return types.Contains(whole, func(u types.Type) bool {
		if u == t {
			return true
		}
		switch u := u.(type) {
		case *types.Vector:
			return t == types.Type(u.Elem)
		case *types.Matrix:
			return t == types.Type(u.Elem)
		case *types.Atomic:
			return t == types.Type(u.Elem)
		}
		return false
	})
}

// markPointers marks the accesses through pointers that text targets must make coherent: in a
// cross-group entry point all of them, if it writes plainly or has an ordered atomic through any, for two
// pointers may mean the same memory (lowering.md §3, "through any alias, array element or pointer").
func (u *unit) markPointers() {
	if !u.facts.crossGroup || !u.orderedMemory && !writesMemory(u.funcs) {
		return
	}
	for _, f := range u.funcs {
		f.Body.Walk(func(in *ir.Instr) {
			if in.Op == ir.OpDeref {
				in.Access.Coherent = builtin.ScopeDevice
			}
		})
	}
}

func writesMemory(funcs []*ir.Func) (found bool) {
	for _, f := range funcs {
		f.Body.Walk(func(in *ir.Instr) {
			if len(in.Args) > 0 && addressSpace(in.Args[0]) == types.SpacePhysical {
				found = found || in.Op == ir.OpStore || in.Op == ir.OpAtomic && ordered(in)
			}
		})
	}
	return found
}
