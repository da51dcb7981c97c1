package sema

import (
	"math"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// memberExpr resolves X.Name, X->Name and X::Name.
func (c *checker) memberExpr(e *ast.MemberExpr) operand {
	base := c.operand(e.X)
	switch base.mode {
	case modeBad:
		return operand{}
	case modeNamespace:
		return c.namespaceMember(base.sym, e)
	case modeType:
		return c.typeMember(base.typ, e)
	case modeFuncs:
		c.exprOf(base, e.X)
		return operand{}
	case modeProperty:
		if base = valueOf(c.exprOf(base, e.X)); base.mode == modeBad {
			return base
		}
	}
	return c.valueMember(base.x, e)
}

func (c *checker) namespaceMember(ns *symbol, e *ast.MemberExpr) operand {
	sym := c.memberOf(ns, e.Name)
	if sym == nil {
		return operand{}
	}
	name := &ast.NameExpr{ExprBase: e.ExprBase, Name: e.Name, Args: e.Args, Given: e.Given}
	if sym.kind == symFunc {
		return operand{mode: modeFuncs, name: e.Name, fns: c.functionsIn(ns.inner, sym), args: e.Args}
	}
	return c.symbolOperand(sym, name)
}

// typeMember resolves enumerators, static members and nested types.
func (c *checker) typeMember(t types.Type, e *ast.MemberExpr) operand {
	if en, ok := t.(*types.Enum); ok {
		if info := c.membersOf(t); info == nil || info.scope.find(e.Name.Text) == nil {
			return c.enumerator(en, e)
		}
	}
	if isHandleMember(t, e.Name.Text) {
		if h := c.handleOf(t, e.Name.Range); !types.IsPoison(h) {
			return operand{mode: modeType, typ: h}
		}
		return operand{}
	}
	if v := limit(t, e.Name.Text); v != nil {
		return operand{mode: modeValue, x: c.constExpr(e, v)}
	}
	if s, ok := t.(*types.Scalar); ok && s.Kind.IsFloat() && e.Name.Text == "getPi" {
		return operand{mode: modeFuncs, name: e.Name, recv: c.constExpr(e, types.FloatValue(t, math.Pi))}
	}
	info := c.membersOf(t)
	if info == nil || info.scope == nil {
		c.errorf(diag.NoMember, e.Name.Range, "type '%s' has no member '%s'", t, e.Name.Text)
		return operand{}
	}
	info = info.declarer(e.Name.Text)
	sym := info.scope.find(e.Name.Text)
	if sym == nil {
		c.noMember(t, e.Name)
		return operand{}
	}
	if !c.allowed(sym, info, e.Name) {
		return operand{}
	}
	switch sym.kind {
	case symProperty:
		c.errorf(diag.StaticMisuse, e.Span(), "property '%s' of '%s' is used without an instance", sym.name, t)
		return operand{}
	case symField:
		c.errorf(diag.StaticMisuse, e.Span(), "field '%s' of '%s' is used without an instance", sym.name, t)
		return operand{}
	case symFunc:
		c.resolve(sym)
		return operand{mode: modeFuncs, name: e.Name, fns: sym.fns, args: e.Args}
	}
	return c.symbolOperand(sym, &ast.NameExpr{ExprBase: e.ExprBase, Name: e.Name, Args: e.Args, Given: e.Given})
}

// limit is T.maxValue or T.minValue of a numeric type, nil for other members.
func limit(t types.Type, name string) *types.Value {
	s, ok := t.(*types.Scalar)
	if !ok || !s.Kind.IsNumeric() || name != "maxValue" && name != "minValue" {
		return nil
	}
	least := name == "minValue"
	switch {
	case s.Kind.IsFloat():
		v := [...]float64{16: 65504, 32: math.MaxFloat32, 64: math.MaxFloat64}[s.Bits]
		if least {
			v = -v
		}
		return types.FloatValue(t, v)
	case s.Kind.IsSigned() && least:
		return types.IntValue(t, -1<<(s.Bits-1))
	case s.Kind.IsSigned():
		return types.IntValue(t, 1<<(s.Bits-1)-1)
	case least:
		return types.UintValue(t, 0)
	}
	return types.UintValue(t, math.MaxUint64)
}

func (c *checker) enumerator(t *types.Enum, e *ast.MemberExpr) operand {
	if sym, ok := t.Decl.(*symbol); ok {
		if k := sym.inner.find(e.Name.Text); k != nil {
			c.resolve(k)
			if k.value == nil || types.IsPoison(k.value.T) {
				return operand{}
			}
			return operand{mode: modeValue, x: c.constExpr(e, k.value)}
		}
	}
	for _, k := range builtin.Enumerators(t) {
		if k.Name == e.Name.Text {
			return operand{mode: modeValue, x: c.constExpr(e, types.IntValue(t, k.Value))}
		}
	}
	d := c.errorf(diag.NoMember, e.Name.Range, "enum '%s' has no value '%s'", t, e.Name.Text)
	c.suggest(d, e.Name, func(yield func(string)) {
		for _, k := range builtin.Enumerators(t) {
			yield(k.Name)
		}
		if sym, ok := t.Decl.(*symbol); ok {
			for _, k := range sym.inner.syms {
				yield(k.name)
			}
		}
	})
	return operand{}
}

// allowed reports the use of a private member from outside.
func (c *checker) allowed(sym *symbol, info *structInfo, name ast.Name) bool {
	if sym.hidden && !c.sees(sym.scope) {
		c.notPublic(name, sym.span, sym.scope)
		return false
	}
	if !sym.private || c.accessible(info) {
		return true
	}
	c.errorf(diag.NotAccessible, name.Range, "'%s' is a private member of '%s'", name.Text, info.t.Name).
		Note(sym.span, "'%s' is declared here", name.Text)
	return false
}

// valueMember resolves a member of a value or place.
func (c *checker) valueMember(x typed.Expr, e *ast.MemberExpr) operand {
	if handle(x) != nil {
		dot := *e
		dot.Arrow = false
		if x = c.followed(x); isBad(x) {
			return operand{}
		}
		return c.valueMember(x, &dot)
	}
	if e.Arrow {
		if x = c.plainPointer(x); pointer(x) == nil {
			c.errorf(diag.NoMember, e.Name.Range, "'->' needs a pointer, not '%s'", x.Type())
			return operand{}
		}
	}
	if info := c.membersOf(x.Type()); info != nil && info.self != nil && info.scope.find(e.Name.Text) != nil {
		return c.memberIn(info, x, e)
	}
	switch t := x.Type().(type) {
	case *types.Pointer:
		return c.pointerMember(x, e)
	case *types.Struct:
		if t.Combined {
			return c.combinedMember(x, t, e)
		}
		return c.memberIn(c.membersOf(t), x, e)
	case *types.Vector, *types.Scalar:
		if builtin.Methods(t, e.Name.Text) != nil {
			return c.builtinMethod(x, e)
		}
		return c.swizzleOrCount(x, e)
	case *types.Matrix:
		if builtin.Methods(t, e.Name.Text) != nil {
			return c.builtinMethod(x, e)
		}
		return c.matrixMember(x, t, e)
	case *types.Enum:
		return c.builtinMethod(x, e)
	case *types.Resource:
		if content, ok := contentOf(t); ok {
			if s, ok := content.(*types.Struct); ok {
				return c.memberIn(c.membersOf(s), x, e)
			}
			return c.valueMember(&typed.Deref{E: typed.E{T: content, S: x.Span()}, X: x}, e)
		}
		return c.builtinMethod(x, e)
	case *types.Atomic:
		return c.builtinMethod(x, e)
	case *types.Array:
		if isCount(e.Name.Text) {
			return c.countMethod(x, t.Len, e)
		}
	}
	c.noMember(x.Type(), e.Name)
	return operand{}
}

func isCount(name string) bool { return name == "getCount" || name == "length" }

// countMethod is the number of elements of an array or vector, or of rows of a matrix, a constant.
func (c *checker) countMethod(x typed.Expr, n int, e *ast.MemberExpr) operand {
	if n == types.Unsized {
		c.errorf(diag.BadArraySize, e.Span(), "the number of elements of '%s' is not known", x.Type())
		return operand{}
	}
	return operand{mode: modeFuncs, name: e.Name, recv: c.constExpr(e, types.IntValue(types.Int, int64(n)))}
}

func (c *checker) builtinMethod(x typed.Expr, e *ast.MemberExpr) operand {
	rows := builtin.Methods(x.Type(), e.Name.Text)
	if rows == nil {
		c.noMember(x.Type(), e.Name)
		return operand{}
	}
	return operand{mode: modeFuncs, name: e.Name, rows: rows, recv: x, args: e.Args}
}

// noMember reports an unknown member with what may have been meant.
func (c *checker) noMember(t types.Type, name ast.Name) {
	info := c.infoOf(t)
	if info == nil && c.incomplete {
		return // an extension may declare it
	}
	if of := outOfScopeMember(t, name.Text); of != "" {
		c.unsupported(name.Range, of+" is")
		return
	}
	d := c.errorf(diag.NoMember, name.Range, "'%s' has no member '%s'", t, name.Text)
	c.notPromised(d, t, name)
	if isWriteOnly(t) && name.Text == "Load" {
		d.WithHelp(useStore)
		return
	}
	c.suggest(d, name, func(yield func(string)) {
		if info != nil && info.scope != nil {
			for _, m := range info.scope.syms {
				yield(m.name)
			}
		}
		for _, m := range builtin.MethodNames(t) {
			yield(m)
		}
	})
}

// notPromised says of a member that is missing that no interface promises it, where the code knows no more of t than its
// interface.
func (c *checker) notPromised(d *diag.Diagnostic, t types.Type, name ast.Name) {
	if e := c.existentialOf(t); e != nil {
		d.Note(e.iface.span, "an interface has no fields: declare '%s' as a property or a method here", name.Text)
		return
	}
	for s := c.scope; s != nil; s = s.parent {
		for _, sym := range s.syms {
			if sym.typ == t && len(sym.bounds) > 0 {
				d.Note(sym.bounds[0].Span(), "'%s' is only known to conform to '%s', which has no '%s'; an interface has no fields, but properties", t, typeText(sym.bounds[0]), name.Text)
				return
			}
		}
	}
}

// memberIn is a member of x, of a type whose members are known.
func (c *checker) memberIn(info *structInfo, x typed.Expr, e *ast.MemberExpr) operand {
	if info == nil || info.scope == nil {
		c.noMember(valueType(x.Type()), e.Name)
		return operand{}
	}
	if at := info.declarer(e.Name.Text); at != info {
		return c.memberIn(at, c.asBase(x, info, at, e.Span()), e)
	}
	sym := info.scope.find(e.Name.Text)
	if sym == nil {
		if info.made != nil {
			if x, ok := c.tupleSwizzle(x, e.Name, e); ok {
				return valueOf(x)
			}
			if rows := builtin.Comparison(x.Type(), e.Name.Text); rows != nil && c.ordered(x.Type()) {
				return operand{mode: modeFuncs, name: e.Name, rows: rows, recv: x}
			}
		}
		c.noMember(info.this(), e.Name)
		return operand{}
	}
	if !c.allowed(sym, info, e.Name) {
		return operand{}
	}
	switch sym.kind {
	case symField, symBlockMember:
		if sym.field == nil || types.IsPoison(sym.field.Type) {
			return operand{}
		}
		return operand{mode: modeValue, x: c.fieldRef(x, sym.field, e.Span())}
	case symProperty:
		return propertyOperand(sym, x, e.Name, nil)
	case symFunc:
		c.resolve(sym)
		return operand{mode: modeFuncs, name: e.Name, fns: sym.fns, recv: x, args: e.Args}
	}
	return c.symbolOperand(sym, &ast.NameExpr{ExprBase: e.ExprBase, Name: e.Name, Args: e.Args, Given: e.Given})
}

func (c *checker) fieldRef(x typed.Expr, f *types.Field, span source.Span) typed.Expr {
	if v := c.constant(x); v != nil && f.Index < len(v.Elems) {
		if value := v.Elems[f.Index]; types.NumComponents(value.T) > 0 {
			return &typed.Const{E: typed.E{T: f.Type, S: span}, Value: value}
		}
	}
	return &typed.FieldRef{E: typed.E{T: f.Type, S: span}, X: x, Field: f}
}

// ---- Swizzles ---------------------------------------------------------------

func (c *checker) swizzleOrCount(x typed.Expr, e *ast.MemberExpr) operand {
	if v, ok := x.Type().(*types.Vector); ok && isCount(e.Name.Text) {
		return c.countMethod(x, v.N, e)
	}
	n := types.NumComponents(x.Type())
	if s, ok := x.Type().(*types.Scalar); ok && !s.Kind.IsNumeric() && s.Kind != types.KBool {
		c.noMember(x.Type(), e.Name)
		return operand{}
	}
	comps, ok := swizzleComps(e.Name.Text)
	if !ok {
		c.noMember(x.Type(), e.Name)
		return operand{}
	}
	for _, k := range comps {
		if int(k) >= n {
			c.errorf(diag.BadSwizzle, e.Name.Range, "'%s' names a component that '%s' does not have", e.Name.Text, x.Type())
			return operand{}
		}
	}
	return operand{mode: modeValue, x: c.swizzle(x, comps, e.Span())}
}

// swizzleComps reads xyzw or rgba.
func swizzleComps(name string) ([]uint8, bool) {
	if len(name) < 1 || len(name) > 4 {
		return nil, false
	}
	set := "xyzw"
	if indexByte(set, name[0]) < 0 {
		set = "rgba"
	}
	out := make([]uint8, len(name))
	for i := range out {
		k := indexByte(set, name[i])
		if k < 0 {
			return nil, false
		}
		out[i] = uint8(k)
	}
	return out, true
}

func indexByte(s string, b byte) int {
	for i := range len(s) {
		if s[i] == b {
			return i
		}
	}
	return -1
}

// swizzle selects components of a vector or scalar.
func (c *checker) swizzle(x typed.Expr, comps []uint8, span source.Span) typed.Expr {
	elem := types.ElemScalar(x.Type())
	if _, isScalar := x.Type().(*types.Scalar); isScalar {
		if len(comps) == 1 {
			return x
		}
		return c.at(c.convert(c.read(x), types.VectorOf(elem, len(comps))), span)
	}
	if inner, ok := x.(*typed.Swizzle); ok { // v.xy.y is v.y
		composed := make([]uint8, len(comps))
		for i, k := range comps {
			composed[i] = inner.Comps[k]
		}
		comps, x = composed, inner.X
	}
	var t types.Type = elem
	if len(comps) > 1 {
		t = types.VectorOf(elem, len(comps))
	}
	if v := c.constant(x); v != nil {
		return &typed.Const{E: typed.E{T: t, S: span}, Value: pick(v, t, comps)}
	}
	return &typed.Swizzle{E: typed.E{T: t, S: span}, X: x, Comps: comps}
}

func pick(v *types.Value, t types.Type, comps []uint8) *types.Value {
	if len(comps) == 1 {
		return v.Elems[comps[0]]
	}
	out := &types.Value{T: t, Elems: make([]*types.Value, len(comps))}
	for i, k := range comps {
		out.Elems[i] = v.Elems[k]
	}
	return out
}

// at gives x another source range, for messages about the whole expression.
func (c *checker) at(x typed.Expr, span source.Span) typed.Expr {
	if k, ok := x.(*typed.Const); ok {
		return &typed.Const{E: typed.E{T: k.T, S: span}, Value: k.Value}
	}
	return x
}

// matrixMember is a matrix swizzle: _m00_m11 counts from zero, _11_22 from one.
func (c *checker) matrixMember(x typed.Expr, t *types.Matrix, e *ast.MemberExpr) operand {
	if isCount(e.Name.Text) {
		return c.countMethod(x, t.Rows, e)
	}
	comps, ok := matrixComps(e.Name.Text)
	if !ok {
		c.noMember(t, e.Name)
		return operand{}
	}
	for _, k := range comps {
		if int(k[0]) >= t.Rows || int(k[1]) >= t.Cols {
			c.errorf(diag.BadSwizzle, e.Name.Range, "'%s' names an element that '%s' does not have", e.Name.Text, t)
			return operand{}
		}
	}
	var r types.Type = t.Elem
	if len(comps) > 1 {
		r = types.VectorOf(t.Elem, len(comps))
	}
	if v := c.constant(x); v != nil {
		out := &types.Value{T: r}
		for _, k := range comps {
			out.Elems = append(out.Elems, v.Elems[k[0]].Elems[k[1]])
		}
		if len(comps) == 1 {
			out = out.Elems[0]
		}
		return operand{mode: modeValue, x: c.constExpr(e, out)}
	}
	return operand{mode: modeValue, x: &typed.MatrixSwizzle{E: typed.E{T: r, S: e.Span()}, X: x, Comps: comps}}
}

func matrixComps(name string) ([][2]uint8, bool) {
	zeroBased := len(name) > 1 && name[1] == 'm'
	size, base := 3, byte('1')
	if zeroBased {
		size, base = 4, '0'
	}
	if len(name) == 0 || len(name)%size != 0 || len(name)/size > 4 {
		return nil, false
	}
	var out [][2]uint8
	for ; name != ""; name = name[size:] {
		if name[0] != '_' || zeroBased && name[1] != 'm' {
			return nil, false
		}
		row, col := name[size-2]-base, name[size-1]-base
		if row > 3 || col > 3 {
			return nil, false
		}
		out = append(out, [2]uint8{row, col})
	}
	return out, true
}
