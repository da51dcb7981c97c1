package lower

import (
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// value evaluates e.
func (b *fn) value(e typed.Expr) ir.Value {
	defer b.at(e.Span())()
	return b.read(b.entity(e))
}

// discard evaluates e for its effects; a mere place is not read.
func (b *fn) discard(e typed.Expr) {
	defer b.at(e.Span())()
	if a, ok := e.(*typed.Atomic); ok {
		b.atomic(a, false)
		return
	}
	if e.Type() == types.Type(types.Void) {
		b.rvalue(e)
		return
	}
	b.entity(e)
}

// read returns the value of an entity.
func (b *fn) read(ent *entity) ir.Value {
	switch {
	case ent.val != nil:
		return ent.val
	case ent.pl != nil:
		return b.load(ent.pl)
	}
	if z := b.p.zeroValue(ent.typ); z != nil { // an error was reported
		return z
	}
	return uintConst(0)
}

// zeroValue is the zero of source type t, nil if it has none.
func (p *program) zeroValue(t types.Type) ir.Value {
	if t == types.Type(types.Void) || types.ContainsResource(t) {
		return nil
	}
	if z := types.Zero(p.valueType(t)); z != nil {
		return constant(z)
	}
	return nil
}

// rvalue evaluates an expression that is no place.
func (b *fn) rvalue(e typed.Expr) ir.Value {
	switch e := e.(type) {
	case *typed.Const:
		return constant(b.p.convertConst(e.Value))
	case *typed.Unary:
		return b.unary(e)
	case *typed.Binary:
		return b.binaryExpr(e)
	case *typed.Logical:
		return b.logical(e)
	case *typed.Cond:
		return b.cond(e)
	case *typed.Assign:
		return b.assign(e)
	case *typed.OpAssign:
		return b.opAssign(e)
	case *typed.IncDec:
		return b.incDec(e)
	case *typed.Atomic:
		return b.atomic(e, true)
	case *typed.Barrier:
		b.barrier(e)
		return nil
	case *typed.Call:
		return b.call(e)
	case *typed.Intrinsic:
		return b.intrinsicExpr(e)
	case *typed.Construct:
		return b.constructExpr(e)
	case *typed.Convert:
		if e.Kind == typed.Dropped {
			b.discard(e.X)
			return nil
		}
		return b.convert(e.Kind, b.value(e.X), e.X.Type(), e.T)
	case *typed.Comma:
		b.discard(e.X)
		return b.value(e.Y)
	}
	return b.read(b.entity(e))
}

// eachRow applies f to the operands, row by row where t is a matrix.
func (b *fn) eachRow(t, result types.Type, f func(rowType types.Type, args ...ir.Value) ir.Value, args ...ir.Value) ir.Value {
	m, ok := t.(*types.Matrix)
	if !ok {
		return f(b.p.valueType(result), args...)
	}
	out := types.ElemScalar(result)
	return b.rows(types.MatrixOf(out, m.Rows, m.Cols), func(i int) ir.Value {
		row := make([]ir.Value, len(args))
		for k, a := range args {
			row[k] = a
			if _, isRows := a.ValueType().(*types.Array); isRows {
				row[k] = b.extract(a, i)
			}
		}
		return f(vec(out, m.Cols), row...)
	})
}

var unaryOps = [...]ir.Op{typed.Neg: ir.OpNeg, typed.Not: ir.OpNot, typed.BitNot: ir.OpBitNot}

func (b *fn) unary(e *typed.Unary) ir.Value {
	x := b.value(e.X)
	return b.eachRow(e.X.Type(), e.T, func(t types.Type, a ...ir.Value) ir.Value {
		return b.emit(unaryOps[e.Op], t, a...)
	}, x)
}

var binaryOps = [...]ir.Op{
	typed.Add: ir.OpAdd, typed.Sub: ir.OpSub, typed.Mul: ir.OpMul, typed.Div: ir.OpDiv, typed.Rem: ir.OpRem,
	typed.BitAnd: ir.OpAnd, typed.BitOr: ir.OpOr, typed.BitXor: ir.OpXor, typed.Shl: ir.OpShl, typed.Shr: ir.OpShr,
	typed.Eq: ir.OpEq, typed.Ne: ir.OpNe, typed.Lt: ir.OpLt, typed.Le: ir.OpLe, typed.Gt: ir.OpGt, typed.Ge: ir.OpGe,
	typed.LogicalAnd: ir.OpAnd, typed.LogicalOr: ir.OpOr,
}

func (b *fn) binaryExpr(e *typed.Binary) ir.Value {
	x, y := b.value(e.X), b.value(e.Y)
	if p, ok := e.X.Type().(*types.Pointer); ok && !e.Op.IsComparison() {
		return b.pointerAdd(x, y, p.Elem, e.Op == typed.Sub)
	}
	return b.combine(e.Op, x, y, e.X.Type(), e.T)
}

// combine is x op y on values of source type t.
func (b *fn) combine(op typed.BinaryOp, x, y ir.Value, t, result types.Type) ir.Value {
	return b.eachRow(t, result, func(rt types.Type, a ...ir.Value) ir.Value {
		if op == typed.Shl || op == typed.Shr { // the count has the type of the value
			a[1] = b.numeric(b.splat(a[1], shapeOf(a[1], a[0])), types.ElemScalar(a[0].ValueType()))
		}
		if op == typed.Rem && b.p.opts.Caps.signedRem(rt) {
			return b.remainder(rt, a[0], a[1])
		}
		return b.emit(binaryOps[op], rt, a...)
	}, x, y)
}

// remainder is x % y with the sign of x: x - x / y * y.
func (b *fn) remainder(t types.Type, x, y ir.Value) ir.Value {
	return b.binary(ir.OpSub, t, x, b.binary(ir.OpMul, t, b.binary(ir.OpDiv, t, x, y), y))
}

// shapeOf is the type of v's elements in the shape of like.
func shapeOf(v, like ir.Value) types.Type {
	return vec(types.ElemScalar(v.ValueType()), types.NumComponents(like.ValueType()))
}

// logical is && and ||: the second operand in a branch of its own, unless
// evaluating it always makes no difference.
func (b *fn) logical(e *typed.Logical) ir.Value {
	x := b.value(e.X)
	var y ir.Value
	r := b.region(func() { y = b.value(e.Y) })
	if cheap(r) {
		b.cur.Instrs = append(b.cur.Instrs, r.Instrs...)
		if e.Or {
			return b.binary(ir.OpOr, types.Bool, x, y)
		}
		return b.binary(ir.OpAnd, types.Bool, x, y)
	}
	eval := func() ir.Value {
		b.cur.Instrs = append(b.cur.Instrs, r.Instrs...)
		return y
	}
	known := func() ir.Value { return boolConst(e.Or) }
	if e.Or {
		return b.ifElse(x, types.Bool, ir.NoHint, known, eval)
	}
	return b.ifElse(x, types.Bool, ir.NoHint, eval, known)
}

// maxSpeculated is how many instructions an operand of && or ?: may take to be
// evaluated without a branch.
const maxSpeculated = 4

// cheap reports whether a region may run when the source would skip it: nothing in it has
// an effect, reads memory that may change, or is undefined for some operands.
func cheap(r *ir.Region) bool {
	if len(r.Instrs) > maxSpeculated {
		return false
	}
	for _, in := range r.Instrs {
		switch in.Op {
		case ir.OpLoad:
			if in.Args[0].ValueType().(*types.Ref).Space != types.SpaceFunction || ir.Root(in.Args[0]) != in.Args[0] {
				return false
			}
		case ir.OpDiv, ir.OpRem, ir.OpExtractDyn, ir.OpIntrinsic, ir.OpLength, ir.OpImageSize, ir.OpVar, ir.OpDescriptor,
			ir.OpByteElem, ir.OpTexel, ir.OpDeref, ir.OpElem:
			return false
		default:
			if in.Op.Info().Effect {
				return false
			}
		}
	}
	return true
}

// cond is c ? x : y: only one of x and y is evaluated.
func (b *fn) cond(e *typed.Cond) ir.Value {
	c := b.value(e.C)
	if k := plain(c); k != nil {
		if k.Bits != 0 {
			return b.value(e.X)
		}
		return b.value(e.Y)
	}
	if e.T == types.Type(types.Void) {
		b.ifElse(c, types.Void, ir.NoHint, func() ir.Value { b.discard(e.X); return nil }, func() ir.Value { b.discard(e.Y); return nil })
		return nil
	}
	var x, y ir.Value
	rx := b.region(func() { x = b.value(e.X) })
	ry := b.region(func() { y = b.value(e.Y) })
	t := b.p.valueType(e.T)
	if cheap(rx) && cheap(ry) && types.NumComponents(t) > 0 {
		b.cur.Instrs = append(append(b.cur.Instrs, rx.Instrs...), ry.Instrs...)
		return b.emit(ir.OpSelect, t, c, x, y)
	}
	arm := func(r *ir.Region, v ir.Value) func() ir.Value {
		return func() ir.Value {
			b.cur.Instrs = append(b.cur.Instrs, r.Instrs...)
			return v
		}
	}
	return b.ifElse(c, t, ir.NoHint, arm(rx, x), arm(ry, y))
}

// lvalue evaluates the place of an assignment; nil after an error.
func (b *fn) lvalue(e typed.Expr) *place {
	ent := b.entity(e)
	if ent.pl == nil && !ent.poison {
		b.unsupported(e.Span(), "an assignment to this expression")
	}
	return ent.pl
}

func (b *fn) assign(e *typed.Assign) ir.Value {
	if types.ContainsResource(e.L.Type()) {
		b.assignResource(e)
		return nil
	}
	if types.Empty(e.L.Type()) { // nothing to store
		b.entity(e.L)
		return b.value(e.R)
	}
	pl := b.lvalue(e.L)
	v := b.value(e.R)
	if pl != nil {
		b.store(pl, v)
	}
	return v
}

// opAssign: the place once, then the right operand, then the place is read.
func (b *fn) opAssign(e *typed.OpAssign) ir.Value {
	pl := b.lvalue(e.L)
	y := b.value(e.R)
	if pl == nil {
		return y
	}
	loc := b.locate(pl)
	old := b.loadAt(loc)
	if p, ok := e.L.Type().(*types.Pointer); ok {
		v := b.pointerAdd(old, y, p.Elem, e.Op == typed.Sub)
		b.storeAt(loc, v)
		return v
	}
	wide := e.R.Type()
	if e.Op == typed.Shl || e.Op == typed.Shr {
		wide = e.L.Type()
	}
	x := b.reshapeTo(old, e.L.Type(), wide)
	v := b.combine(e.Op, x, y, wide, wide)
	v = b.reshapeTo(v, wide, e.L.Type())
	b.storeAt(loc, v)
	return v
}

// reshapeTo converts between the types of the two sides of an operator-assignment.
func (b *fn) reshapeTo(v ir.Value, from, to types.Type) ir.Value {
	if from == to || types.NumComponents(from) == 0 {
		return v
	}
	if types.NumComponents(from) == 1 && types.NumComponents(to) > 1 {
		v = b.convert(typed.Numeric, v, from, types.ElemScalar(to))
		return b.convert(typed.Splat, v, types.ElemScalar(to), to)
	}
	return b.convert(typed.Numeric, v, from, to)
}

func (b *fn) incDec(e *typed.IncDec) ir.Value {
	pl := b.lvalue(e.L)
	if pl == nil {
		return b.read(b.bad(e.T))
	}
	loc := b.locate(pl)
	old := b.loadAt(loc)
	var v ir.Value
	if p, ok := e.L.Type().(*types.Pointer); ok {
		v = b.pointerAdd(old, number(types.Int64, 1), p.Elem, e.Dec)
	} else {
		op := ir.OpAdd
		if e.Dec {
			op = ir.OpSub
		}
		v = b.eachRow(e.L.Type(), e.L.Type(), func(t types.Type, a ...ir.Value) ir.Value {
			return b.binary(op, t, a[0], number(t, 1))
		}, old)
	}
	b.storeAt(loc, v)
	if e.Prefix {
		return v
	}
	return old
}

func (b *fn) constructExpr(e *typed.Construct) ir.Value {
	args := make([]ir.Value, 0, len(e.Args))
	for _, a := range e.Args {
		if v := b.value(a); !types.Empty(a.Type()) { // empty parts are no parts of the IR's type
			args = append(args, v)
		}
	}
	m, ok := e.T.(*types.Matrix)
	if !ok {
		return b.construct(b.p.valueType(e.T), args...)
	}
	var cells []ir.Value // rows or scalars, flattened and regrouped
	for i, a := range args {
		if types.NumComponents(e.Args[i].Type()) == m.Cols && len(args) == m.Rows {
			continue
		}
		for k := range types.NumComponents(e.Args[i].Type()) {
			cells = append(cells, b.extract(a, k))
		}
	}
	if cells == nil {
		return b.construct(b.p.valueType(m), args...)
	}
	return b.rows(m, func(i int) ir.Value {
		return b.construct(vec(m.Elem, m.Cols), cells[i*m.Cols:(i+1)*m.Cols]...)
	})
}

// constructParts builds a struct or array that holds resources.
func (b *fn) constructParts(e *typed.Construct) *entity {
	ent := &entity{typ: e.T}
	for _, a := range e.Args {
		part := b.entity(a)
		if part.pl != nil && !types.ContainsResource(a.Type()) {
			part = &entity{typ: a.Type(), val: b.load(part.pl)}
		}
		ent.parts = append(ent.parts, part)
	}
	return ent
}
