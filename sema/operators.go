package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// binaryOp maps the spelling of an operator to its operation.
func binaryOp(op string) (typed.BinaryOp, bool) {
	for b := typed.Add; b <= typed.LogicalOr; b++ {
		if b.String() == op {
			return b, true
		}
	}
	return 0, false
}

// binaryExpr checks a chain of binary operators. Chains lean to the left and may
// be long: the spine is walked, not recursed into.
func (c *checker) binaryExpr(e *ast.BinaryExpr) typed.Expr {
	spine := []*ast.BinaryExpr{e}
	for {
		left, ok := spine[len(spine)-1].X.(*ast.BinaryExpr)
		if !ok {
			break
		}
		spine = append(spine, left)
	}
	i := len(spine) - 1
	var x typed.Expr
	if spine[i].Op == "," {
		x = c.discarded(spine[i].X)
	} else {
		x = c.value(spine[i].X)
	}
	for ; i >= 0; i-- {
		b := spine[i]
		y := c.value(b.Y)
		x = c.binary(b.Op, b.OpSpan, b.Span(), x, y)
	}
	return x
}

// binary types and folds x op y.
func (c *checker) binary(op string, opSpan, span source.Span, x, y typed.Expr) typed.Expr {
	if op == "," {
		if isBad(x) || isBad(y) {
			return y
		}
		return &typed.Comma{E: typed.E{T: y.Type(), S: span}, X: x, Y: y}
	}
	if isBad(x) || isBad(y) {
		return c.bad(span)
	}
	if x, ok := c.compareNone(op, x, y); ok {
		return x
	}
	if x, ok := c.userOperator(op, opSpan, span, x, y); ok {
		return x
	}
	c.recordLanguage(opSpan, x, y)
	if x, ok := c.compareHandles(op, span, x, y); ok {
		return x
	}
	if op == "&&" || op == "||" {
		return c.logical(op, opSpan, span, x, y)
	}
	b, _ := binaryOp(op)
	if b == typed.Mul {
		if r, ok := c.glslProduct(span, x, y); ok {
			return r
		}
	}
	if r, ok := c.pointerBinary(b, opSpan, span, x, y); ok {
		return r
	}
	if e := flagEnum(b, x.Type(), y.Type()); e != nil {
		r := c.applyBinary(b, span, opSpan, e.Underlying, c.convert(x, e.Underlying), c.convert(y, e.Underlying))
		return c.convert(r, e)
	}
	t := c.operandType(b, x, y)
	if t == nil {
		c.badOperands(op, opSpan, x.Type(), y.Type())
		return c.bad(span)
	}
	if isShift(b) {
		c.warnShift(y, t)
	}
	xt, yt := x.Type(), y.Type()
	x, y = c.coerceOperand(x, t), c.coerceOperand(y, t)
	if types.ElemScalar(t).Kind == types.KBool && b >= typed.BitAnd && b <= typed.BitXor {
		b = boolOps[b-typed.BitAnd]
		return c.applyBinary(b, span, opSpan, t, x, y)
	}
	return c.glslTruth(b, xt, yt, c.applyBinary(b, span, opSpan, t, x, y))
}

// flagEnum is the enum that &, | and ^ of two of its values give, nil for other
// operands.
func flagEnum(b typed.BinaryOp, x, y types.Type) *types.Enum {
	e, ok := x.(*types.Enum)
	if !ok || x != y || b < typed.BitAnd || b > typed.BitXor {
		return nil
	}
	return e
}

// boolOps are &, | and ^ on bool.
var boolOps = [...]typed.BinaryOp{typed.LogicalAnd, typed.LogicalOr, typed.Ne}

func isShift(b typed.BinaryOp) bool { return b == typed.Shl || b == typed.Shr }

func (c *checker) badOperands(op string, at source.Span, xt, yt types.Type) {
	d := c.errorf(diag.BadOperands, at, "operator '%s' does not take '%s' and '%s'", op, xt, yt)
	if op == "*" {
		_, xm := xt.(*types.Matrix)
		_, ym := yt.(*types.Matrix)
		if (xm || ym) && !c.glslVisible() {
			d.WithHelp("mul(…) is the product of linear algebra; '*' works on each element")
		}
	}
}

// coerceOperand converts an operand to the common type.
func (c *checker) coerceOperand(x typed.Expr, t types.Type) typed.Expr {
	c.warnConversion(x, t, types.ConversionCost(valueType(x.Type()), t))
	return c.convert(x, t)
}

func (c *checker) warnShift(y typed.Expr, t types.Type) {
	v := c.constant(y)
	bits := types.ElemScalar(t).Bits
	if v != nil && len(v.Elems) == 0 && types.ElemScalar(v.T).Kind.IsInt() && v.Bits >= uint64(bits) {
		c.errorf(diag.ConstantOverflow, y.Span(), "a shift by %s of a value of %d bits has no defined result", v, bits)
	}
}

func (c *checker) applyBinary(b typed.BinaryOp, span, opSpan source.Span, t types.Type, x, y typed.Expr) typed.Expr {
	result := t
	if b.IsComparison() || b == typed.Ne {
		result = types.WithElem(t, types.Bool)
	}
	if xv, yv := c.constant(x), c.constant(y); xv != nil && yv != nil {
		if v := types.Binary(b.String(), xv, yv); v != nil {
			return &typed.Const{E: typed.E{T: v.T, S: span}, Value: v}
		}
		if (b == typed.Div || b == typed.Rem) && types.ElemScalar(t).Kind.IsInt() {
			c.errorf(diag.DivisionByZero, opSpan, "division by zero")
			return c.bad(span)
		}
	}
	return &typed.Binary{E: typed.E{T: result, S: span}, Op: b, X: x, Y: y}
}

// operandType is the type that both operands of b take, nil if there is none.
func (c *checker) operandType(b typed.BinaryOp, x, y typed.Expr) types.Type {
	xt, yt := valueType(x.Type()), valueType(y.Type())
	if xt == yt { // enums compare as they are
		if e, ok := xt.(*types.Enum); ok && b.IsComparison() {
			return e.Underlying
		}
	}
	xt, yt = plainEnum(xt), plainEnum(yt)
	xs, ys := types.ElemScalar(xt), types.ElemScalar(yt)
	if xs == nil || ys == nil || !operates(xt) || !operates(yt) {
		return nil
	}
	shape := joinShape(xt, yt)
	if shape == nil {
		return nil
	}
	var elem *types.Scalar
	if isShift(b) {
		if elem = shiftElem(xs, ys); elem == nil {
			return nil
		}
	} else if elem = c.operandElem(b, x, y, xs, ys); elem == nil {
		return nil
	}
	return types.WithElem(shape, elem)
}

// valueType looks through constant buffers.
func valueType(t types.Type) types.Type {
	t, _ = contentOf(t)
	return t
}

func plainEnum(t types.Type) types.Type {
	if e, ok := t.(*types.Enum); ok {
		return e.Underlying
	}
	return t
}

func operates(t types.Type) bool {
	switch t := t.(type) {
	case *types.Scalar:
		return t.Kind.IsNumeric() || t.Kind == types.KBool
	case *types.Vector, *types.Matrix:
		return true
	}
	return false
}

// joinShape is the larger shape if one is a scalar, or the common one.
func joinShape(x, y types.Type) types.Type {
	x, y = types.WithElem(x, types.Bool), types.WithElem(y, types.Bool)
	switch {
	case x == y, y == types.Type(types.Bool):
		return x
	case x == types.Type(types.Bool):
		return y
	}
	if xv, ok := x.(*types.Vector); ok && xv.N == 1 {
		return y
	}
	if yv, ok := y.(*types.Vector); ok && yv.N == 1 {
		return x
	}
	return nil
}

// shiftElem: the result of a shift has the type of its left operand.
func shiftElem(xs, ys *types.Scalar) *types.Scalar {
	if xs.Kind == types.KBool {
		xs = types.Int
	}
	if !xs.Kind.IsInt() || !(ys.Kind.IsInt() || ys.Kind == types.KBool) {
		return nil
	}
	return xs
}

// operandElem ranks the overloads of an operator, one for each scalar type that
// it exists for: the one with the least sum of conversion costs.
func (c *checker) operandElem(b typed.BinaryOp, x, y typed.Expr, xs, ys *types.Scalar) *types.Scalar {
	if xs == ys && exists(b, xs.Kind) {
		return xs
	}
	if xs.IsStandIn() != ys.IsStandIn() { // what has the type of a parameter keeps it
		if ys.IsStandIn() {
			xs = ys
		}
		if exists(b, xs.Kind) {
			return xs
		}
		return nil
	}
	best, bestCost := (*types.Scalar)(nil), types.CostExplicit
	for k := types.KBool; k <= types.KDouble; k++ {
		if !exists(b, k) {
			continue
		}
		s := types.ScalarOf(k)
		if cost := c.elemCost(x, xs, s) + c.elemCost(y, ys, s); cost < bestCost {
			best, bestCost = s, cost
		}
	}
	return best
}

// exists reports whether operator b exists for elements of kind k.
func exists(b typed.BinaryOp, k types.Kind) bool {
	switch {
	case k == types.KBool:
		return b == typed.Eq || b == typed.Ne || b >= typed.BitAnd && b <= typed.BitXor
	case b >= typed.BitAnd && b <= typed.BitXor:
		return k.IsInt()
	}
	return k.IsNumeric()
}

func (c *checker) elemCost(x typed.Expr, from, to *types.Scalar) int {
	if k, ok := x.(*typed.Const); ok && k.Literal {
		return types.LiteralCost(k.Value, to)
	}
	return types.ScalarCost(from, to)
}

// logical is && and ||. On scalars the right side is evaluated only if needed.
func (c *checker) logical(op string, opSpan, span source.Span, x, y typed.Expr) typed.Expr {
	x, y = c.truth(x), c.truth(y)
	xt, yt := valueType(x.Type()), valueType(y.Type())
	if !operates(plainEnum(xt)) || !operates(plainEnum(yt)) {
		c.badOperands(op, opSpan, x.Type(), y.Type())
		return c.bad(span)
	}
	shape := joinShape(plainEnum(xt), plainEnum(yt))
	if shape == nil {
		c.badOperands(op, opSpan, x.Type(), y.Type())
		return c.bad(span)
	}
	x, y = c.convert(x, shape), c.convert(y, shape)
	if shape != types.Type(types.Bool) {
		b, _ := binaryOp(op)
		return c.applyBinary(b, span, opSpan, shape, x, y)
	}
	if xv := c.constant(x); xv != nil {
		if (xv.Bits != 0) == (op == "||") {
			return c.at(x, span)
		}
		if c.constant(y) != nil {
			return c.at(y, span)
		}
	}
	return &typed.Logical{E: typed.E{T: types.Bool, S: span}, Or: op == "||", X: x, Y: y}
}

// unaryExpr checks a prefix operator.
func (c *checker) unaryExpr(e *ast.UnaryExpr) typed.Expr {
	switch e.Op {
	case "++", "--":
		return c.incDec(e, e.X, e.Op, true)
	case "*":
		return c.derefExpr(e)
	case "&":
		return c.addressExpr(e.X, e.OpSpan, e.Span())
	}
	if lit, ok := e.X.(*ast.IntLit); ok && e.Op == "-" {
		return c.negatedLit(e, lit)
	}
	x := c.value(e.X)
	if isBad(x) {
		return x
	}
	if content, ok := contentOf(x.Type()); ok {
		x = c.convert(x, content)
	}
	if r, ok := c.userOperator(e.Op, e.OpSpan, e.Span(), x); ok {
		return r
	}
	c.recordLanguage(e.OpSpan, x)
	if e.Op == "!" {
		x = c.truth(x)
	}
	if flags, ok := x.Type().(*types.Enum); ok && e.Op == "~" {
		return c.convert(c.applyUnary(e, flags.Underlying, c.convert(x, flags.Underlying)), flags)
	}
	t := plainEnum(x.Type())
	s := types.ElemScalar(t)
	bad := s == nil || !operates(t)
	if !bad {
		switch e.Op {
		case "!":
			t = types.WithElem(t, types.Bool)
		case "-", "+":
			if s.Kind == types.KBool {
				t = types.WithElem(t, types.Int)
			}
		case "~":
			if s.Kind == types.KBool {
				t = types.WithElem(t, types.Int)
			}
			bad = s.Kind.IsFloat()
		}
	}
	if bad {
		c.errorf(diag.BadOperands, e.OpSpan, "operator '%s' does not take '%s'", e.Op, x.Type())
		return c.bad(e.Span())
	}
	return c.applyUnary(e, t, c.convert(x, t))
}

// applyUnary folds or builds a prefix operator on x of type t.
func (c *checker) applyUnary(e *ast.UnaryExpr, t types.Type, x typed.Expr) typed.Expr {
	if v := c.constant(x); v != nil {
		if r := types.Unary(e.Op, v); r != nil {
			r2 := *r
			r2.T = t
			return c.constExpr(e, &r2)
		}
	}
	if e.Op == "+" {
		return x
	}
	op := typed.Neg
	switch e.Op {
	case "!":
		op = typed.Not
	case "~":
		op = typed.BitNot
	}
	return &typed.Unary{E: typed.E{T: t, S: e.Span()}, Op: op, X: x}
}

// negatedLit is -n: the sign belongs to the value that decides the type, so that
// -2147483648 is an int.
func (c *checker) negatedLit(e *ast.UnaryExpr, lit *ast.IntLit) typed.Expr {
	x := c.intLit(lit)
	if isBad(x) {
		return x
	}
	t := x.Type().(*types.Scalar)
	switch {
	case t == types.Int64 && lit.Suffix == "" && lit.Value == 1<<31:
		t = types.Int
	case t == types.Uint64 && lit.Decimal && lit.Suffix == "" && lit.Value == 1<<63:
		t = types.Int64
	}
	return c.constExpr(e, types.UintValue(t, -lit.Value))
}
