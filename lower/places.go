package lower

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// entity evaluates e as far as a place or static position; every index and
// pointer in it is evaluated here, once, in source order.
func (b *fn) entity(e typed.Expr) *entity {
	defer b.at(e.Span())()
	if types.Empty(e.Type()) && b.skipEmpty(e) {
		return &entity{typ: e.Type(), val: b.p.zeroValue(e.Type())}
	}
	switch e := e.(type) {
	case *typed.VarRef:
		return b.variable(e.Var)
	case *typed.FieldRef:
		return b.field(b.content(b.entity(e.X)), e.Field)
	case *typed.Index:
		return b.indexed(e)
	case *typed.Swizzle:
		return b.swizzled(b.entity(e.X), e.Comps, e.T)
	case *typed.MatrixSwizzle:
		return b.matrixSwizzled(b.entity(e.X), e.Comps, e.T)
	case *typed.ByteRef:
		return b.byteRef(e)
	case *typed.Deref:
		if _, ok := e.X.Type().(*types.Resource); ok {
			return b.content(b.entity(e.X))
		}
		return b.derefExpr(e)
	case *typed.AddressOf:
		return b.addressOf(e)
	case *typed.Binary:
		if staticPointer(e.T) {
			return b.movedPointer(e)
		}
	case *typed.Construct:
		if types.ContainsResource(e.T) {
			return b.constructParts(e)
		}
	case *typed.Call:
		if types.ContainsResource(e.T) {
			return b.substitute(e)
		}
	case *typed.Cond:
		if types.ContainsResource(e.T) {
			b.runtimeChoice(e.S)
			return b.bad(e.T)
		}
	case *typed.Comma:
		if types.ContainsResource(e.T) {
			b.discard(e.X)
			return b.entity(e.Y)
		}
	case *typed.Convert:
		if types.ContainsResource(e.T) {
			return b.converted(e)
		}
		if _, isPtr := e.T.(*types.Pointer); e.Kind == typed.Reshape && !isPtr {
			return b.reshaped(e)
		}
	}
	return &entity{typ: e.Type(), val: b.rvalue(e)}
}

// skipEmpty evaluates the indices and calls in a place of an empty type, which no memory
// has; false for an expression that is no place.
func (b *fn) skipEmpty(e typed.Expr) bool {
	switch e := e.(type) {
	case *typed.VarRef:
	case *typed.Deref:
		b.entity(e.X)
	case *typed.Index:
		b.entity(e.X)
		b.value(e.I)
	case *typed.ByteRef:
		b.entity(e.Buffer)
		b.value(e.Offset)
	default:
		return false
	}
	return true
}

// reshaped keeps the place of an operand whose memory is the same.
func (b *fn) reshaped(e *typed.Convert) *entity {
	ent := b.entity(e.X)
	if ent.pl != nil && b.p.valueType(ent.typ) == b.p.valueType(e.T) {
		if _, isEnum := e.T.(*types.Enum); !isEnum {
			return &entity{typ: ent.typ, pl: ent.pl}
		}
	}
	return &entity{typ: e.T, val: b.read(ent)}
}

// bad stands for what could not be lowered; an error has been reported.
func (b *fn) bad(t types.Type) *entity {
	if z := b.p.zeroValue(t); z != nil {
		return &entity{typ: t, val: z, poison: true}
	}
	return &entity{typ: t, poison: true}
}

func (b *fn) unsupported(s source.Span, what string) {
	b.p.diags.Report(diag.NotSupported, s, "%s is not supported yet", what)
}

func (b *fn) runtimeChoice(s source.Span) {
	b.p.diags.Report(diag.RuntimeResource, s, "which resource or shared variable is meant depends on run-time values").
		WithHelp("access each one in a branch of its own, or use an array of resources and choose by index")
}

// content steps through a ConstantBuffer or ParameterBlock to what it holds.
func (b *fn) content(ent *entity) *entity {
	c := ent.cur
	if c == nil || c.n == nil || c.n.content == nil {
		return ent
	}
	n := c.n
	next := &cursor{n: n.content, block: n.obj, desc: c.idx, dims: n.dims, idx: c.idx}
	t := n.content.typ
	if n.obj != nil && n.obj.src != t { // content that is no struct is wrapped
		next.steps = []step{{kind: sField, i: 0, t: t}}
	}
	return b.p.entityAt(next, t)
}

func (b *fn) field(ent *entity, f *types.Field) *entity {
	s := step{kind: sField, i: f.Index, t: f.Type}
	switch {
	case ent.poison:
		return b.bad(f.Type)
	case types.Empty(f.Type):
		return &entity{typ: f.Type, val: b.p.zeroValue(f.Type)}
	case ent.pl != nil:
		return &entity{typ: f.Type, pl: ent.pl.with(s)}
	case ent.cur != nil && f.Index < len(ent.cur.n.fields):
		return b.p.entityAt(ent.cur.with(ent.cur.n.fields[f.Index], s), f.Type)
	case ent.parts != nil:
		return ent.parts[f.Index]
	case ent.val != nil:
		st, ok := ent.typ.(*types.Struct)
		if !ok {
			return b.bad(f.Type)
		}
		return &entity{typ: f.Type, val: b.extract(ent.val, memField(st, f.Index))}
	}
	return b.bad(f.Type)
}

func (b *fn) indexed(e *typed.Index) *entity {
	x := b.entity(e.X)
	if _, isPtr := x.typ.(*types.Pointer); isPtr {
		return b.indexedPointer(x, e)
	}
	x = b.content(x)
	if _, isHandle := e.I.Type().(*types.Handle); isHandle && x.cur != nil {
		return b.followed(x, e)
	}
	// The operand's value is needed before the index is evaluated.
	if x.pl == nil && x.cur == nil && x.parts == nil && x.val == nil {
		b.value(e.I)
		b.assigned(x, e.X.Span())
		return b.bad(e.T)
	}
	i := b.value(e.I)
	nonUniform := e.NonUniform || b.nonUniform(i)
	switch {
	case x.cur != nil:
		return b.indexCursor(x, index{i, nonUniform}, e)
	case x.pl != nil && plain(i) == nil && x.pl.swizzled(): // no place: which component is known at run time only
		return &entity{typ: e.T, val: b.element(b.load(x.pl), i)}
	case x.pl != nil:
		return &entity{typ: e.T, pl: x.pl.with(step{kind: sIndex, v: i, t: e.T})}
	case x.parts != nil:
		k := plain(i)
		if k == nil || k.Int() < 0 || k.Int() >= int64(len(x.parts)) {
			b.runtimeChoice(e.S)
			return b.bad(e.T)
		}
		return x.parts[k.Int()]
	}
	return &entity{typ: e.T, val: b.element(x.val, i)}
}

// element is part i of a vector or array value.
func (b *fn) element(v, i ir.Value) ir.Value {
	if _, scalar := v.ValueType().(*types.Scalar); scalar {
		return v
	}
	if k := plain(i); k != nil && k.Int() >= 0 && k.Int() < int64(partCount(v.ValueType())) {
		return b.extract(v, int(k.Int()))
	}
	return b.emit(ir.OpExtractDyn, partOf(v.ValueType(), 0), v, i)
}

// indexCursor subscripts an array of resources, or a resource.
func (b *fn) indexCursor(x *entity, i index, e *typed.Index) *entity {
	c := x.cur
	if a, ok := x.typ.(*types.Array); ok {
		return b.p.entityAt(c.element(i, a), a.Elem)
	}
	o := b.object(x)
	if o == nil {
		return b.bad(e.T)
	}
	pl := &place{obj: o, desc: c.idx, dims: c.n.dims, typ: x.typ}
	return &entity{typ: e.T, pl: pl.with(step{kind: sIndex, v: i.v, t: e.T})}
}

// object returns the bound object that a resource expression denotes, nil after an error.
func (b *fn) object(ent *entity) *object {
	if ent.cur != nil && ent.cur.n != nil {
		return ent.cur.n.obj
	}
	b.assigned(ent, b.span)
	return nil
}

// assigned reports a resource variable that nothing was assigned to: an access to it must not vanish.
func (b *fn) assigned(ent *entity, at source.Span) {
	if _, unset := ent.typ.(*types.Resource); unset && !ent.poison {
		b.p.diags.Report(diag.RuntimeResource, at, "no resource has been assigned to this variable yet")
	}
}

func (b *fn) swizzled(x *entity, comps []uint8, t types.Type) *entity {
	if x.pl != nil {
		return &entity{typ: t, pl: x.pl.with(step{kind: sSwizzle, comps: comps, t: t})}
	}
	return &entity{typ: t, val: b.shuffle(b.read(x), comps)}
}

func (b *fn) matrixSwizzled(x *entity, comps [][2]uint8, t types.Type) *entity {
	if x.pl != nil {
		return &entity{typ: t, pl: x.pl.with(step{kind: sMatrix, mcomps: comps, t: t})}
	}
	v := b.read(x)
	parts := make([]ir.Value, len(comps))
	for i, c := range comps {
		parts[i] = b.extract(b.extract(v, int(c[0])), int(c[1]))
	}
	return &entity{typ: t, val: b.construct(b.p.valueType(t), parts...)}
}

func (b *fn) byteRef(e *typed.ByteRef) *entity {
	buf := b.entity(e.Buffer)
	off := b.convertTo(b.value(e.Offset), types.Uint)
	o := b.object(buf)
	if o == nil {
		return b.bad(e.T)
	}
	pl := &place{obj: o, desc: buf.cur.idx, dims: buf.cur.n.dims}
	return &entity{typ: e.T, pl: pl.with(step{kind: sByte, v: off, t: e.T})}
}

// handle returns the view or descriptor to use a resource as an operand.
func (b *fn) handle(ent *entity) (ir.Value, *object) {
	o := b.object(ent)
	if o == nil {
		return nil, nil
	}
	return b.descriptor(b.p.view(o, b.p.elemType(o)), ent.cur.idx, ent.cur.n.dims), o
}

// descriptor selects one of an array of descriptors.
func (b *fn) descriptor(v *ir.View, idx []index, dims []int) ir.Value {
	if len(dims) == 0 {
		return v
	}
	var at ir.Value
	nonUniform := false
	for k, i := range idx {
		n := b.convertTo(i.v, types.Uint)
		nonUniform = nonUniform || i.nonUniform
		if at == nil {
			at = n
			continue
		}
		at = b.binary(ir.OpMul, types.Uint, at, uintConst(dims[k]))
		at = b.binary(ir.OpAdd, types.Uint, at, n)
	}
	if at == nil {
		at = uintConst(0)
	}
	return b.add(&ir.Instr{Op: ir.OpDescriptor, Type: v.Type, Args: []ir.Value{v, at}, NonUniform: nonUniform})
}

// elemType is the storage type of an object's element, block or texel.
func (p *program) elemType(o *object) types.Type {
	if o.bytes() {
		return p.wordType(o, 32)
	}
	return p.memType(o.src, o.mode)
}
