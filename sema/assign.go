package sema

import (
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// assignExpr checks = and the compound assignments. On an Atomic they are atomic
// operations.
func (c *checker) assignExpr(e *ast.AssignExpr) typed.Expr {
	if x, ok := c.assignSwizzle(e); ok {
		return x
	}
	o := c.operand(e.X)
	if o.mode == modeProperty && e.Op == "=" {
		return c.setProperty(&o, e)
	}
	w := &propertyWrite{}
	l := c.throughProperty(c.exprOf(o, e.X), w)
	return c.written(w, c.assignTo(l, e))
}

// assignTo checks the assignment e to l.
func (c *checker) assignTo(l typed.Expr, e *ast.AssignExpr) typed.Expr {
	if a, ok := l.Type().(*types.Atomic); ok {
		return c.atomicAssign(e, l, a)
	}
	if e.Op != "=" {
		return c.opAssign(e, l)
	}
	if !isBad(l) && types.ContainsAtomic(l.Type()) {
		c.errorf(diag.AtomicCopy, e.OpSpan, "a value of type '%s' cannot be assigned as a whole: it holds an Atomic", l.Type()).
			WithHelp("assign the other members one by one and the atomic with .store(…)")
		if _, list := e.Y.(*ast.InitListExpr); !list {
			c.expr(e.Y) // its own faults, but not the copy
		}
		return c.bad(e.Span())
	}
	if types.IsPoison(c.onlyVariable(l.Type(), e.OpSpan, "the assignment of an array")) {
		return c.bad(e.Span())
	}
	r := c.initFor(e.Y, l.Type())
	if !c.assignable(l, e.X.Span()) || isBad(r) {
		return c.bad(e.Span())
	}
	return &typed.Assign{E: typed.E{T: l.Type(), S: e.Span()}, L: l, R: r}
}

// opAssign checks L op= R on plain memory.
func (c *checker) opAssign(e *ast.AssignExpr, l typed.Expr) typed.Expr {
	r := c.value(e.Y)
	if isBad(l) || isBad(r) {
		return c.bad(e.Span())
	}
	if x, ok := c.userOpAssign(e, l, r); ok {
		return x
	}
	if x, ok := c.glslAssign(e, l, r); ok {
		return x
	}
	if !c.assignable(l, e.X.Span()) {
		return c.bad(e.Span())
	}
	op := strings.TrimSuffix(e.Op, "=")
	b, _ := binaryOp(op)
	if x, ok := c.pointerAssign(b, e, l, r); ok {
		return x
	}
	if flags := flagEnum(b, l.Type(), r.Type()); flags != nil {
		return &typed.OpAssign{E: typed.E{T: flags, S: e.Span()}, Op: b, L: l, R: c.convert(r, flags.Underlying)}
	}
	t := c.operandType(b, l, r)
	if t == nil || types.NumComponents(t) != types.NumComponents(l.Type()) {
		c.badOperands(e.Op, e.OpSpan, l.Type(), r.Type())
		return c.bad(e.Span())
	}
	if isShift(b) {
		c.warnShift(r, t)
	}
	r = c.coerceOperand(r, t)
	if types.ConversionCost(t, l.Type()) >= types.CostExplicit {
		c.errorf(diag.TypeMismatch, e.OpSpan, "the result of '%s', '%s', does not convert to '%s'", op, t, l.Type())
		return c.bad(e.Span())
	}
	if types.ElemScalar(t).Kind == types.KBool && b >= typed.BitAnd && b <= typed.BitXor {
		b = boolOps[b-typed.BitAnd]
	}
	if v := c.constant(r); v != nil && (b == typed.Div || b == typed.Rem) && types.ElemScalar(t).Kind.IsInt() && len(v.Elems) == 0 && v.Bits == 0 {
		c.errorf(diag.DivisionByZero, e.OpSpan, "division by zero")
	}
	return &typed.OpAssign{E: typed.E{T: l.Type(), S: e.Span()}, Op: b, L: l, R: r}
}

// atomicOperators are the compound assignments with an atomic form.
var atomicOperators = [...]struct {
	op     string
	atomic builtin.AtomicOp
}{
	{"=", builtin.AtomicStore}, {"+=", builtin.AtomicAdd}, {"-=", builtin.AtomicSub},
	{"&=", builtin.AtomicAnd}, {"|=", builtin.AtomicOr}, {"^=", builtin.AtomicXor},
}

// atomicAssign is a Relaxed store, or a Relaxed read-modify-write with the new value.
func (c *checker) atomicAssign(e *ast.AssignExpr, l typed.Expr, a *types.Atomic) typed.Expr {
	r := c.initFor(e.Y, a.Elem)
	for _, o := range atomicOperators {
		if o.op != e.Op {
			continue
		}
		if !builtin.AtomicHas(o.atomic, a.Elem) {
			c.errorf(diag.AtomicOperator, e.OpSpan, "operator '%s' does not exist for %s", e.Op, a)
			return c.bad(e.Span())
		}
		if isBad(r) {
			return r
		}
		c.markAssigned(l)
		x := &typed.Atomic{E: typed.E{T: a.Elem, S: e.Span()}, Op: o.atomic, Dest: l, Args: []typed.Expr{r}, New: true}
		if o.atomic == builtin.AtomicStore {
			x.T, x.New = types.Void, false
		}
		return x
	}
	c.errorf(diag.AtomicOperator, e.OpSpan, "operator '%s' has no atomic form", e.Op).
		WithHelp("use a loop of .compareExchange(…)")
	return c.bad(e.Span())
}

// incDec checks ++ and --. On an Atomic, prefix yields the new value and postfix
// the old one.
func (c *checker) incDec(e ast.Expr, operand ast.Expr, op string, prefix bool) typed.Expr {
	w := &propertyWrite{}
	l := c.throughProperty(c.expr(operand), w)
	if isBad(l) {
		return l
	}
	return c.written(w, c.incDecOf(e, operand, l, op, prefix))
}

// incDecOf is ++ or -- on l.
func (c *checker) incDecOf(e, operand ast.Expr, l typed.Expr, op string, prefix bool) typed.Expr {
	if a, ok := l.Type().(*types.Atomic); ok {
		atomic := builtin.AtomicInc
		if op == "--" {
			atomic = builtin.AtomicDec
		}
		if !builtin.AtomicHas(atomic, a.Elem) {
			c.errorf(diag.AtomicOperator, e.Span(), "operator '%s' does not exist for %s", op, a)
			return c.bad(e.Span())
		}
		c.markAssigned(l)
		return &typed.Atomic{E: typed.E{T: a.Elem, S: e.Span()}, Op: atomic, Dest: l, New: prefix}
	}
	if _, ok := l.Type().(*types.Struct); ok {
		name := "operator" + op
		if !prefix {
			name = postfixOperator + name
		}
		if x, ok := c.callOperator(op, name, e.Span(), e.Span(), []argument{{e: exprAt(operand.Span()), x: l}}); ok {
			return x
		}
	}
	s := types.ElemScalar(l.Type())
	if p := pointer(l); p != nil && !p.Static() {
		if !c.pointsToMemory(p, operand.Span()) {
			return c.bad(e.Span())
		}
	} else if s == nil || !operates(l.Type()) || !s.Kind.IsNumeric() {
		c.errorf(diag.BadOperands, e.Span(), "operator '%s' does not take '%s'", op, l.Type())
		return c.bad(e.Span())
	}
	if !c.assignable(l, operand.Span()) {
		return c.bad(e.Span())
	}
	return &typed.IncDec{E: typed.E{T: l.Type(), S: e.Span()}, L: l, Dec: op == "--", Prefix: prefix}
}

// indexOperand checks X[I], a value or, if X is a type, an array type.
func (c *checker) indexOperand(e *ast.IndexExpr) operand {
	if x, ok := c.mipTexel(e); ok {
		return valueOf(x)
	}
	if x := c.heapElement(e); x != nil {
		return valueOf(x)
	}
	o := c.operand(e.X)
	if o.mode != modeType {
		x := c.followed(c.exprOf(o, e.X))
		if t := combined(x); t != nil {
			x = c.textureOf(x, t)
		}
		if sym := c.subscriptOf(x.Type()); sym != nil {
			return propertyOperand(sym, x, ast.Name{Text: "[]", Range: e.Span()}, e.Args)
		}
		return valueOf(c.indexExpr(x, e))
	}
	var size ast.Expr
	if len(e.Args) > 0 {
		size = e.Args[0]
	}
	t := c.arrayType(o.typ, size, e.Span())
	if types.IsPoison(t) {
		return operand{}
	}
	return operand{mode: modeType, typ: t}
}

// indexExpr checks X[I].
func (c *checker) indexExpr(x typed.Expr, e *ast.IndexExpr) typed.Expr {
	if r, ok := x.Type().(*types.Resource); ok && r.MS && len(e.Args) <= 2 && len(e.Args) > 0 {
		return c.sampleIndex(x, e)
	}
	if len(e.Args) != 1 {
		if !isBad(x) {
			c.errorf(diag.NotIndexable, e.Span(), "an index is one value, not %d", len(e.Args))
		}
		return c.bad(e.Span())
	}
	i := c.value(e.Args[0])
	if isBad(x) || isBad(i) {
		return c.bad(e.Span())
	}
	if content, ok := contentOf(x.Type()); ok {
		x = &typed.Deref{E: typed.E{T: content, S: x.Span()}, X: x}
	}
	return c.index(x, i, e.Args[0].Span(), e.Span())
}

// sampleIndex builds X[I, sample] of a multisampled texture: sample 0 if there is none.
// The sample is the last component of the coordinate.
func (c *checker) sampleIndex(x typed.Expr, e *ast.IndexExpr) typed.Expr {
	out := c.index(x, c.value(e.Args[0]), e.Args[0].Span(), e.Span())
	index, ok := out.(*typed.Index)
	if !ok {
		return out
	}
	s := types.ElemScalar(index.I.Type())
	sample := typed.Expr(&typed.Const{E: typed.E{T: s, S: e.Span()}, Value: types.Zero(s)})
	if len(e.Args) == 2 {
		sample = c.coerce(c.value(e.Args[1]), s)
	}
	coords := types.NumComponents(index.I.Type())
	index.I = c.construct(types.VectorOf(s, coords+1), []typed.Expr{index.I, sample}, index.I.Span())
	if isBad(index.I) {
		return c.bad(e.Span())
	}
	return index
}

// index builds X[I].
func (c *checker) index(x, i typed.Expr, at, span source.Span) typed.Expr {
	var elem types.Type
	length := -1
	coords := 1
	switch t := x.Type().(type) {
	case *types.Array:
		elem, length = t.Elem, t.Len
		if t.Size != nil {
			length = -1 // not known yet
		}
	case *types.Vector:
		elem, length = t.Elem, t.N
	case *types.Matrix:
		elem, length = types.VectorOf(t.Elem, t.Cols), t.Rows
	case *types.Pointer:
		if !c.pointsToMemory(t, span) {
			return c.bad(span)
		}
		elem = t.Elem
	case *types.Resource:
		elem, coords = indexedResource(t)
	}
	if elem == nil {
		d := c.errorf(diag.NotIndexable, span, "'%s' cannot be indexed", x.Type())
		if isWriteOnly(x.Type()) {
			d.WithHelp(useStore)
		}
		return c.bad(span)
	}
	if length == 0 {
		c.errorf(diag.IndexOutOfBounds, at, "'%s' has no elements", x.Type())
		return c.bad(span)
	}
	nonUniform := false
	if n, ok := i.(*typed.Intrinsic); ok && n.Op == builtin.OpNonUniform {
		i, nonUniform = n.Args[0], true
	}
	if i = c.indexValue(i, coords); isBad(i) {
		return c.bad(span)
	}
	if v := c.constant(i); v != nil && len(v.Elems) == 0 {
		negative := types.ElemScalar(v.T).Kind.IsSigned() && v.Int() < 0
		if negative && pointer(x) == nil || length >= 0 && v.Bits >= uint64(length) {
			c.outOfBounds(at, v, length)
			return c.bad(span)
		}
		if k := c.constant(x); k != nil && int(v.Bits) < len(k.Elems) {
			return &typed.Const{E: typed.E{T: elem, S: span}, Value: k.Elems[v.Bits]}
		}
	}
	return &typed.Index{E: typed.E{T: elem, S: span}, X: x, I: i, NonUniform: nonUniform}
}

func (c *checker) outOfBounds(at source.Span, v *types.Value, length int) {
	if length < 0 {
		c.errorf(diag.IndexOutOfBounds, at, "index %s is negative", v)
		return
	}
	c.errorf(diag.IndexOutOfBounds, at, "index %s is outside of 0 to %d", v, length-1)
}

// indexedResource is the element type of an indexable resource and the number of
// coordinates of its index.
func indexedResource(r *types.Resource) (elem types.Type, coords int) {
	switch r.Kind {
	case types.StructuredBuffer, types.RWStructuredBuffer, types.TypedBuffer, types.RWTypedBuffer:
		return r.Elem, 1
	case types.Texture, types.RWTexture:
		if r.Dim == types.DimCube || r.WriteOnly {
			return nil, 0
		}
		coords = int(r.Dim)
		if r.Arrayed {
			coords++
		}
		return r.Elem, coords
	}
	return nil, 0
}

// useStore says how a texel of a write-only texture is written.
const useStore = "it is only written: use 'Store', or declare a RWTexture to read it as well"

func isWriteOnly(t types.Type) bool {
	r, ok := t.(*types.Resource)
	return ok && r.WriteOnly
}

// indexValue converts an index to what the target needs: any integer, or a
// vector of int or uint with one component a coordinate.
func (c *checker) indexValue(i typed.Expr, coords int) typed.Expr {
	t := valueType(i.Type())
	s := types.ElemScalar(t)
	if s == nil || !operates(plainEnum(t)) {
		c.errorf(diag.TypeMismatch, i.Span(), "an index must be an integer, not '%s'", i.Type())
		return c.bad(i.Span())
	}
	want := s
	if !s.Kind.IsInt() || coords > 1 && s.Bits != 32 {
		want = types.Int
	}
	var to types.Type = want
	if coords > 1 {
		to = types.VectorOf(want, coords)
	}
	if n := types.NumComponents(t); n != coords && n != 1 || n > 1 && coords == 1 {
		c.errorf(diag.TypeMismatch, i.Span(), "this index has %d coordinates, '%s' are needed", types.NumComponents(t), to)
		return c.bad(i.Span())
	}
	if s.Kind.IsFloat() {
		return c.coerce(i, to)
	}
	return c.convert(i, to)
}
