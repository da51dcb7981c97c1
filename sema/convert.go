package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// constant is the compile-time value of x, nil if it has none.
func (c *checker) constant(x typed.Expr) *types.Value {
	switch x := x.(type) {
	case *typed.Const:
		if types.IsPoison(x.T) {
			return nil
		}
		return x.Value
	case *typed.VarRef:
		return c.values[x.Var]
	}
	return nil
}

// constInt evaluates e as an integer constant; nil after an error. what names it
// in messages.
func (c *checker) constInt(e ast.Expr, what string) *types.Value {
	x := c.intExpr(e, what)
	if x == nil {
		return nil
	}
	v := c.constant(x)
	if v == nil {
		if c.specialized(x) {
			c.unsupported(e.Span(), "a specialization constant as "+what+" is")
			return nil
		}
		c.errorf(diag.NotConstant, e.Span(), "%s must be a compile-time constant", what)
		return nil
	}
	if _, ok := x.Type().(*types.Scalar); !ok {
		v = types.ConvertValue(v, types.ElemScalar(x.Type()))
	}
	return v
}

// intExpr types e, which must be one integer; nil after an error.
func (c *checker) intExpr(e ast.Expr, what string) typed.Expr {
	x := c.value(e)
	if isBad(x) {
		return nil
	}
	t := x.Type()
	s := types.ElemScalar(t)
	if types.NumComponents(t) != 1 || s == nil || !(s.Kind.IsInt() || s.Kind == types.KBool) {
		c.errorf(diag.NotConstant, e.Span(), "%s must be an integer, not '%s'", what, t)
		return nil
	}
	return x
}

// specialized reports whether x depends on a specialization constant.
func (c *checker) specialized(x typed.Expr) bool {
	switch x := x.(type) {
	case *typed.VarRef:
		_, derived := c.derived[x.Var]
		return derived || x.Var.Kind == typed.SpecConst
	case *typed.Binary:
		return c.specialized(x.X) || c.specialized(x.Y)
	case *typed.Logical:
		return c.specialized(x.X) || c.specialized(x.Y)
	case *typed.Cond:
		return c.specialized(x.C) || c.specialized(x.X) || c.specialized(x.Y)
	case *typed.Convert:
		return c.specialized(x.X)
	case *typed.Unary:
		return c.specialized(x.X)
	case *typed.Construct:
		return slices.ContainsFunc(x.Args, c.specialized)
	case *typed.Swizzle:
		return c.specialized(x.X)
	case *typed.Index:
		return c.specialized(x.X)
	case *typed.FieldRef:
		return c.specialized(x.X)
	}
	return false
}

// cost is the cost of converting x to a type. An integer literal converts to
// every integer type that holds it; an atomic counts as its value, so that the
// message is about the missing load().
func (c *checker) cost(x typed.Expr, to types.Type) int {
	from := x.Type()
	if from == to {
		return types.CostNone
	}
	if e := c.existentialOf(to); e != nil {
		if c.wraps(e, from) {
			return types.CostPromotion
		}
		return types.CostImpossible
	}
	if elem := optionalElem(to); elem != nil {
		return c.optionalCost(x, elem)
	}
	if t := sameTuples(from, to); t != nil {
		return c.tupleCost(x, t)
	}
	if cost, ok := c.baseCost(from, to); ok {
		return cost
	}
	if a, ok := from.(*types.Atomic); ok {
		from = a.Elem
	}
	if k, ok := x.(*typed.Const); ok && k.Literal {
		return types.LiteralCost(k.Value, to)
	}
	return types.ConversionCost(from, to)
}

// folded is x, or its value if x names a scalar constant.
func (c *checker) folded(x typed.Expr) typed.Expr {
	r, ok := x.(*typed.VarRef)
	if !ok {
		return x
	}
	v := c.values[r.Var]
	if v == nil || len(v.Elems) > 0 || types.NumComponents(v.T) != 1 {
		return x
	}
	return &typed.Const{E: r.E, Value: v}
}

// coerce converts x implicitly, with an error or a warning where the language has one.
func (c *checker) coerce(x typed.Expr, to types.Type) typed.Expr {
	if isBad(x) || types.IsPoison(to) {
		return c.bad(x.Span())
	}
	if x = c.read(x); isBad(x) {
		return x
	}
	from := x.Type()
	if from == to {
		return c.folded(x)
	}
	if e := c.existentialOf(to); e != nil {
		return c.wrap(x, e)
	}
	if elem := optionalElem(to); elem != nil {
		return c.toOptional(x, to, elem)
	}
	if t := sameTuples(from, to); t != nil {
		return c.toTuple(x, t)
	}
	if _, ok := c.baseCost(from, to); ok {
		return c.asBase(x, c.infoOf(from), c.infoOf(to), x.Span())
	}
	cost := types.ConversionCost(from, to)
	if cost >= types.CostExplicit {
		c.mismatch(x, to, cost)
		return c.bad(x.Span())
	}
	c.warnConversion(x, to, cost)
	return c.convert(x, to)
}

// coerceSilently is coerce without warnings.
func (c *checker) coerceSilently(x typed.Expr, to types.Type) typed.Expr {
	if isBad(x) || types.IsPoison(to) {
		return c.bad(x.Span())
	}
	if cost := types.ConversionCost(x.Type(), to); cost >= types.CostExplicit {
		c.mismatch(x, to, cost)
		return c.bad(x.Span())
	}
	return c.convert(x, to)
}

func (c *checker) mismatch(x typed.Expr, to types.Type, cost int) {
	from := x.Type()
	d := c.errorf(diag.TypeMismatch, x.Span(), "cannot convert '%s' to '%s'", from, to)
	if cost < types.CostImpossible {
		d.WithHelp("a cast does it: (%s)…", to)
		return
	}
	fv, ok1 := from.(*types.Vector)
	tv, ok2 := to.(*types.Vector)
	if ok1 && ok2 && fv.N < tv.N {
		d.WithHelp("'%s' has %d components, %d are needed", from, fv.N, tv.N)
	}
}

// warnConversion warns of an implicit conversion that may lose value, and of a
// constant that does not fit.
func (c *checker) warnConversion(x typed.Expr, to types.Type, cost int) {
	from, elem := types.ElemScalar(x.Type()), types.ElemScalar(to)
	if from == nil || elem == nil {
		return
	}
	if v := c.constant(x); v != nil && len(v.Elems) == 0 {
		switch {
		case from.Kind.IsInt() && elem.Kind.IsInt():
			if !types.FitsWidth(v, elem) {
				c.errorf(diag.ConstantOverflow, x.Span(), "%s does not fit '%s'", v, elem)
				return
			}
			if types.InRange(v, elem) {
				return
			}
		case types.InRange(v, elem):
			return
		case from.Kind.IsFloat() && elem.Kind.IsFloat():
			return // a decimal fraction is rounded in every type
		}
	}
	if cost >= types.CostDiscouraged && elem.Kind != types.KBool && from.Kind != types.KBool {
		d := c.errorf(diag.ImplicitConversion, x.Span(), "implicit conversion from '%s' to '%s' may lose value", x.Type(), to).
			WithHelp("write the conversion: %s(…)", to)
		if c.fn != nil && c.fn.dispatch != nil { // the expression is made: the source has a name of the interface there
			return
		}
		d.WithFix(source.Span{Start: x.Span().Start, End: x.Span().Start}, to.String()+"(").WithFix(endOf(x.Span()), ")")
	}
}

// convert builds the conversion of x to a type that it converts to, implicitly or
// by a cast.
func (c *checker) convert(x typed.Expr, to types.Type) typed.Expr {
	from := x.Type()
	if from == to || types.IsPoison(from) || types.IsPoison(to) {
		return c.folded(x)
	}
	if k := c.constant(x); k != nil {
		if v := types.ConvertValue(k, to); v != nil {
			return &typed.Const{E: typed.E{T: to, S: x.Span()}, Value: v}
		}
	}
	if content, ok := contentOf(from); ok {
		return c.convert(&typed.Deref{E: typed.E{T: content, S: x.Span()}, X: x}, to)
	}
	if p, ok := to.(*types.Pointer); ok && types.ElemScalar(from) != nil {
		return c.toPointer(x, p)
	}
	if h, ok := to.(*types.Handle); ok {
		return c.toHandle(x, h)
	}
	switch f := from.(type) {
	case *types.Pointer:
		return c.fromPointer(x, to)
	case *types.Handle:
		return c.fromHandle(x, to)
	case *types.Scalar:
		return c.convertScalar(x, f, to)
	case *types.Enum:
		x = conversion(x, f.Underlying, typed.Reshape)
		return c.convert(x, to)
	case *types.Vector:
		return c.convertVector(x, f, to)
	case *types.Matrix:
		if t, ok := to.(*types.Matrix); ok {
			if t.Rows != f.Rows || t.Cols != f.Cols {
				x = conversion(x, types.MatrixOf(f.Elem, t.Rows, t.Cols), typed.Truncate)
			}
			return numeric(x, t)
		}
	}
	return conversion(x, to, typed.Bitcast)
}

func conversion(x typed.Expr, to types.Type, kind typed.ConvertKind) typed.Expr {
	return &typed.Convert{E: typed.E{T: to, S: x.Span()}, Kind: kind, X: x}
}

// numeric converts the elements of x, whose shape is that of to.
func numeric(x typed.Expr, to types.Type) typed.Expr {
	if x.Type() == to {
		return x
	}
	return conversion(x, to, typed.Numeric)
}

func (c *checker) convertScalar(x typed.Expr, f *types.Scalar, to types.Type) typed.Expr {
	switch t := to.(type) {
	case *types.Scalar:
		return numeric(x, t)
	case *types.Enum:
		return conversion(numeric(x, t.Underlying), t, typed.Reshape)
	case *types.Vector:
		kind := typed.Splat
		if t.N == 1 {
			kind = typed.Reshape
		}
		return conversion(c.convert(x, t.Elem), t, kind)
	case *types.Matrix:
		return conversion(c.convert(x, t.Elem), t, typed.Splat)
	}
	return conversion(x, to, typed.Bitcast)
}

func (c *checker) convertVector(x typed.Expr, f *types.Vector, to types.Type) typed.Expr {
	switch t := to.(type) {
	case *types.Scalar, *types.Enum:
		if f.N == 1 {
			return c.convert(conversion(x, f.Elem, typed.Reshape), t)
		}
		return c.convert(c.swizzle(x, []uint8{0}, x.Span()), t)
	case *types.Vector:
		if t.N < f.N {
			x = conversion(x, types.VectorOf(f.Elem, t.N), typed.Truncate)
		}
		return numeric(x, t)
	}
	return conversion(x, to, typed.Bitcast)
}

// castExpr is (T)x and, with one argument, T(x).
func (c *checker) castExpr(e *ast.CastExpr) typed.Expr {
	to := c.typeExpr(e.Type)
	if list, ok := e.X.(*ast.InitListExpr); ok {
		return c.initList(list, to)
	}
	if to == types.Type(types.Void) {
		x := c.read(c.expr(e.X))
		if isBad(x) || x.Type() == to {
			return x
		}
		return &typed.Convert{E: typed.E{T: to, S: e.Span()}, Kind: typed.Dropped, X: x}
	}
	if t, ok := to.(*types.Struct); ok && c.existentialOf(t) == nil && optionalElem(t) == nil {
		if zero, ok := e.X.(*ast.IntLit); ok && zero.Value == 0 { // HLSL's idiom for {}
			return c.initList(&ast.InitListExpr{ExprBase: e.ExprBase}, t)
		}
		fun := &ast.TypeOperand{ExprBase: ast.ExprBase{Base: ast.Base{Range: e.Type.Span()}}, Type: e.Type}
		return c.constructStruct(t, &ast.CallExpr{ExprBase: e.ExprBase, Fun: fun, Args: []ast.Expr{e.X}})
	}
	return c.cast(c.value(e.X), to, e)
}

func (c *checker) cast(x typed.Expr, to types.Type, e ast.Expr) typed.Expr {
	if isBad(x) || types.IsPoison(to) {
		return c.bad(e.Span())
	}
	if _, derived := c.baseCost(x.Type(), to); derived || c.existentialOf(to) != nil || optionalElem(to) != nil {
		return c.coerce(x, to)
	}
	if _, ok := to.(*types.Array); ok { // (T[n])0 is {}
		if v := c.constant(x); v != nil && x.Type() != to && types.ElemScalar(x.Type()) != nil && v.Bits == 0 && len(v.Elems) == 0 {
			return c.defaultValue(to, e.Span())
		}
	}
	if isMatrix(x.Type()) != isMatrix(to) && types.NumComponents(to) > 1 && types.NumComponents(to) == types.NumComponents(x.Type()) {
		return c.reshape(x, to, e)
	}
	if types.ConversionCost(x.Type(), to) >= types.CostImpossible {
		c.errorf(diag.TypeMismatch, e.Span(), "'%s' cannot be cast to '%s'", x.Type(), to)
		return c.bad(e.Span())
	}
	return c.at(c.convert(x, to), e.Span())
}

// reshape casts between a vector and a matrix of as many components, row by row.
func (c *checker) reshape(x typed.Expr, to types.Type, e ast.Expr) typed.Expr {
	parts := c.components(x, types.ElemScalar(to))
	if m, ok := to.(*types.Matrix); ok {
		parts = c.rows(m, parts, e.Span())
	}
	return c.construct(to, parts, e.Span())
}
