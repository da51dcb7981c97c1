package sema

import (
	"math"
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// mode says what an expression denotes.
type mode uint8

const (
	modeBad       mode = iota // an error, reported
	modeValue                 // a value or a place: x
	modeType                  // a type: typ
	modeNamespace             // a namespace: sym
	modeProperty              // a property or subscript: sym, recv, args
	modeFuncs                 // functions: fns and rows, recv is the receiver of methods
)

// operand is what an expression denotes before it is known what it is used for.
type operand struct {
	mode mode
	x    typed.Expr
	typ  types.Type
	sym  *symbol
	name ast.Name // of functions
	fns  []*function
	rows []builtin.Row
	recv typed.Expr
	args []ast.Expr // generic arguments of functions
	// promised is the requirement of an interface that a call means.
	promised *requirement
	// sampler is what recv, a texture, is combined with; before is evaluated before both.
	sampler typed.Expr
	before  []typed.Expr
}

// expr checks e as a value or a place; a place is not read.
func (c *checker) expr(e ast.Expr) typed.Expr { return c.exprOf(c.operand(e), e) }

// exprOf is the value of o, an error if it denotes something else.
func (c *checker) exprOf(o operand, e ast.Expr) typed.Expr {
	switch o.mode {
	case modeValue:
		return o.x
	case modeType:
		c.errorf(diag.NotAValue, e.Span(), "a value is expected here, '%s' is a type", o.typ)
	case modeProperty:
		return c.getProperty(&o, e.Span())
	case modeNamespace:
		c.errorf(diag.NotAValue, e.Span(), "a value is expected here, '%s' is a namespace", o.sym.name)
	case modeFuncs:
		c.errorf(diag.NotAValue, e.Span(), "function '%s' is used without being called", o.name.Text).
			WithHelp("add the arguments: %s(…)", o.name.Text)
	}
	return c.bad(e.Span())
}

// value checks e and reads it.
func (c *checker) value(e ast.Expr) typed.Expr {
	x := c.read(c.expr(e))
	if x.Type() == types.Type(types.Void) {
		c.errorf(diag.NotAValue, e.Span(), "this has no value")
		return c.bad(e.Span())
	}
	return x
}

// read turns a place into its value. Values that hold an Atomic cannot be read.
func (c *checker) read(x typed.Expr) typed.Expr {
	switch t := x.Type().(type) {
	case *types.Atomic:
		d := c.errorf(diag.AtomicRead, x.Span(), "%s cannot be read as a plain '%s'", t, t.Elem).
			WithHelp("read it with .load(), an atomic operation")
		switch x.(type) {
		case *typed.VarRef, *typed.Index, *typed.FieldRef: // what .load() can stand behind
			d.WithFix(endOf(x.Span()), ".load()")
		}
		return c.bad(x.Span())
	case *types.Struct, *types.Array:
		if types.ContainsAtomic(t) {
			c.errorf(diag.AtomicCopy, x.Span(), "a value of type '%s' cannot be copied: it holds an Atomic", t).
				WithHelp("copy the other members one by one and read the atomic with .load()")
			return c.bad(x.Span())
		}
	}
	return x
}

// endOf is the place behind a span.
func endOf(s source.Span) source.Span { return source.Span{Start: s.End, End: s.End} }

// operand finds out what e denotes.
func (c *checker) operand(e ast.Expr) operand {
	switch e := e.(type) {
	case *ast.ParenExpr:
		if list := commaList(e.X); len(list) > 1 && c.since2026(c.scope) {
			return valueOf(c.makeTuple(list, e.Span()))
		}
		return c.operand(e.X)
	case *ast.NameExpr:
		return c.nameExpr(e)
	case *ast.MemberExpr:
		return c.memberExpr(e)
	case *ast.CallExpr:
		return c.callExpr(e)
	case *ast.IndexExpr:
		return c.indexOperand(e)
	case *ast.ThisExpr:
		if sym := c.thisType(); e.Type && sym != nil {
			return c.symbolOperand(sym, &ast.NameExpr{ExprBase: e.ExprBase, Name: ast.Name{Text: "This", Range: e.Span()}})
		}
	case *ast.TypeOperand:
		t := c.typeExpr(e.Type)
		if types.IsPoison(t) {
			return operand{}
		}
		return operand{mode: modeType, typ: t}
	}
	return valueOf(c.plainExpr(e))
}

func valueOf(x typed.Expr) operand {
	if isBad(x) {
		return operand{}
	}
	return operand{mode: modeValue, x: x}
}

// plainExpr checks the kinds of expressions that always have a value.
func (c *checker) plainExpr(e ast.Expr) typed.Expr {
	switch e := e.(type) {
	case *ast.IntLit:
		return c.intLit(e)
	case *ast.FloatLit:
		return c.floatLit(e)
	case *ast.BoolLit:
		return c.constExpr(e, types.BoolValue(e.Value))
	case *ast.StringLit:
		return c.constExpr(e, &types.Value{T: types.String, Str: e.Value})
	case *ast.NullLit:
		if e.Text == "nullptr" {
			return c.constExpr(e, &types.Value{T: types.None})
		}
		c.unsupported(e.Span(), e.Text+" is")
	case *ast.IsExpr:
		return c.isExpr(e)
	case *ast.ThisExpr:
		return c.thisExpr(e)
	case *ast.CastExpr:
		return c.castExpr(e)
	case *ast.InitListExpr:
		c.errorf(diag.BadConstructor, e.Span(), "an initialiser list needs a type to build").
			WithHelp("write the type before the list, or declare the variable with its type")
	case *ast.UnaryExpr:
		return c.unaryExpr(e)
	case *ast.PostfixExpr:
		return c.incDec(e, e.X, e.Op, false)
	case *ast.BinaryExpr:
		return c.binaryExpr(e)
	case *ast.AssignExpr:
		return c.assignExpr(e)
	case *ast.CondExpr:
		return c.condExpr(e)
	case *ast.SizeofExpr:
		return c.sizeofExpr(e)
	case *ast.UnsupportedExpr:
		c.unsupported(e.Span(), e.What+" is")
	}
	return c.bad(e.Span())
}

func (c *checker) constExpr(e ast.Expr, v *types.Value) typed.Expr {
	return &typed.Const{E: typed.E{T: v.T, S: e.Span()}, Value: v}
}

// intLit types an integer literal: the first of int, (uint unless decimal),
// int64_t and uint64_t that holds it and agrees with the suffix.
func (c *checker) intLit(e *ast.IntLit) typed.Expr {
	v := types.UintValue(intLitType(e), e.Value)
	return &typed.Const{E: typed.E{T: v.T, S: e.Span()}, Value: v, Literal: true}
}

func intLitType(e *ast.IntLit) *types.Scalar {
	unsigned, long := false, false
	for _, r := range e.Suffix {
		switch r {
		case 'u', 'U':
			unsigned = true
		case 'l', 'L', 'z', 'Z':
			long = true
		}
	}
	v := e.Value
	switch {
	case unsigned && !long && v <= 1<<32-1:
		return types.Uint
	case unsigned:
		return types.Uint64
	case !long && v <= 1<<31-1:
		return types.Int
	case !long && !e.Decimal && v <= 1<<32-1:
		return types.Uint
	case v <= 1<<63-1:
		return types.Int64
	}
	return types.Uint64
}

// floatLit types a literal and warns of one that its type does not hold, even rounded.
func (c *checker) floatLit(e *ast.FloatLit) typed.Expr {
	t := floatLitType(e)
	v := types.FloatValue(t, e.Value)
	switch rounded := v.Float(); {
	case math.IsInf(rounded, 0):
		c.errorf(diag.ConstantOverflow, e.Span(), "this literal is larger than every '%s'", t)
	case rounded == 0 && e.Value != 0:
		c.errorf(diag.ConstantOverflow, e.Span(), "this literal is so near to zero that it is 0 as '%s'", t)
	}
	return c.constExpr(e, v)
}

func floatLitType(e *ast.FloatLit) *types.Scalar {
	switch strings.ToLower(e.Suffix) {
	case "h", "hf":
		return types.Half
	case "l", "lf":
		return types.Double
	}
	return types.Float
}

func (c *checker) thisExpr(e *ast.ThisExpr) typed.Expr {
	if e.Type || c.fn == nil || c.fn.fn.This == nil {
		c.errorf(diag.NoThis, e.Span(), "'this' is only known in methods that are not static")
		return c.bad(e.Span())
	}
	return &typed.VarRef{E: typed.E{T: c.fn.fn.This.Type, S: e.Span()}, Var: c.fn.fn.This}
}

// nameExpr resolves an identifier.
func (c *checker) nameExpr(e *ast.NameExpr) operand {
	if e.Global {
		defer c.inFileScope()()
	}
	found := c.lookup(e.Name.Text)
	sym := c.chosenName(e, found)
	if sym == nil {
		o := c.builtinName(e)
		if o.mode != modeBad {
			c.choseLanguageName(e)
		}
		return o
	}
	c.unambiguous(sym, e.Name)
	if sym != found && sym.kind == symFunc {
		saved := c.scope
		c.scope = sym.scope
		defer func() { c.scope = saved }()
	}
	return c.symbolOperand(sym, e)
}

// builtinName resolves a name that the source does not declare.
func (c *checker) builtinName(e *ast.NameExpr) operand {
	if rows := c.builtinRows(e.Name.Text); rows != nil {
		return operand{mode: modeFuncs, name: e.Name, rows: rows, args: e.Args}
	}
	if t := c.builtinType(e.Name, e.Args, e.Given); t != nil {
		if types.IsPoison(t) {
			return operand{}
		}
		return operand{mode: modeType, typ: t}
	}
	if o, ok := c.glslVar(e); ok {
		return o
	}
	if enum, v := builtin.BarrierFlag(e.Name.Text); enum != nil {
		return operand{mode: modeValue, x: c.constExpr(e, types.IntValue(enum, v))}
	}
	if e.Name.Text == noneName {
		return operand{mode: modeValue, x: c.constExpr(e, types.Zero(c.none()))}
	}
	if x := c.implicitComponent(e); x != nil {
		return operand{mode: modeValue, x: x}
	}
	if o, ok := c.implicitMethod(e); ok {
		return o
	}
	c.undefined(e.Name, "name")
	return operand{}
}

// builtinRows are the rows of a built-in function, those of GLSL only if visible.
func (c *checker) builtinRows(name string) []builtin.Row {
	rows := builtin.Functions(name)
	if c.glslVisible() {
		return rows
	}
	for _, r := range rows {
		if r.GLSL {
			var out []builtin.Row
			for _, r := range rows {
				if !r.GLSL {
					out = append(out, r)
				}
			}
			return out
		}
	}
	return rows
}

func (c *checker) symbolOperand(sym *symbol, e *ast.NameExpr) operand {
	switch sym.kind {
	case symVar:
		c.resolve(sym)
		if k, ok := c.counters[sym]; ok {
			return operand{mode: modeValue, x: c.counterValue(k, e)}
		}
		return c.varOperand(sym, e)
	case symBlockMember:
		c.resolve(sym)
		return c.blockMember(sym, e)
	case symConst:
		c.resolve(sym)
		if sym.value == nil || types.IsPoison(sym.value.T) {
			return operand{}
		}
		return operand{mode: modeValue, x: c.constExpr(e, sym.value)}
	case symField:
		return c.implicitField(sym, e)
	case symProperty:
		this := c.thisAs(sym.scope.owner, e.Span())
		if this == nil {
			c.errorf(diag.StaticMisuse, e.Span(), "property '%s' is used without an instance", sym.name)
			return operand{}
		}
		return propertyOperand(sym, this, e.Name, nil)
	case symFunc:
		o := operand{mode: modeFuncs, name: e.Name, args: e.Args}
		o.fns = c.overloads(e.Name.Text)
		o.rows = c.builtinRows(e.Name.Text)
		if sym.isMember() {
			o.recv = c.thisAs(sym.scope.owner, e.Span())
		}
		return o
	case symType:
		if e.Given || sym.generic != nil {
			if sym = c.instantiateType(sym, e.Args, e.Given, e.Span()); sym == nil {
				return operand{}
			}
		}
		c.resolve(sym)
		if sym.typ == nil || types.IsPoison(sym.typ) {
			return operand{}
		}
		return operand{mode: modeType, typ: sym.typ, sym: sym}
	case symUnsupported:
		if sym.why != "" {
			c.unsupported(e.Name.Range, sym.why)
		}
	case symNamespace:
		return operand{mode: modeNamespace, sym: sym}
	case symInterface:
		if t := c.symbolType(sym, e.Name); !types.IsPoison(t) {
			return operand{mode: modeType, typ: t}
		}
	}
	return operand{}
}

func (s *symbol) isMember() bool { return s.scope != nil && s.scope.kind == typeScope }

// varOperand refers to a variable; one that is a constant is its value.
func (c *checker) varOperand(sym *symbol, e ast.Expr) operand {
	if sym.state == resolving { // its own initialiser, reported
		return operand{}
	}
	v := sym.v
	if v == nil || types.IsPoison(v.Type) {
		return operand{}
	}
	return operand{mode: modeValue, x: &typed.VarRef{E: typed.E{T: v.Type, S: e.Span()}, Var: v}}
}

func (c *checker) blockMember(sym *symbol, e ast.Expr) operand {
	if sym.field == nil || types.IsPoison(sym.field.Type) {
		return operand{}
	}
	block := &typed.VarRef{E: typed.E{T: sym.v.Type, S: e.Span()}, Var: sym.v}
	return operand{mode: modeValue, x: &typed.FieldRef{E: typed.E{T: sym.field.Type, S: e.Span()}, X: block, Field: sym.field}}
}

// implicitField is a field named inside a method of its struct.
func (c *checker) implicitField(sym *symbol, e *ast.NameExpr) operand {
	if sym.field == nil {
		c.resolve(sym.scope.owner.sym)
	}
	if sym.field == nil || types.IsPoison(sym.field.Type) {
		return operand{}
	}
	this := c.thisAs(sym.scope.owner, e.Span())
	if this == nil {
		c.errorf(diag.StaticMisuse, e.Span(), "field '%s' is used without an instance of '%s'", sym.name, sym.scope.name)
		return operand{}
	}
	return operand{mode: modeValue, x: &typed.FieldRef{E: typed.E{T: sym.field.Type, S: e.Span()}, X: this, Field: sym.field}}
}

// implicitComponent is a component of this that is named alone in an extension of a vector or scalar
// type, where nothing else has the name; nil if there is none.
func (c *checker) implicitComponent(e *ast.NameExpr) typed.Expr {
	if e.Global || c.fn == nil || c.fn.owner == nil || c.fn.owner.self == nil {
		return nil
	}
	this := c.thisAs(c.fn.owner, e.Span())
	if this == nil || this.Type() == types.Type(types.Bool) {
		return nil
	}
	switch this.Type().(type) {
	case *types.Vector, *types.Scalar:
	default:
		return nil
	}
	comps, ok := swizzleComps(e.Name.Text)
	if !ok || int(slices.Max(comps)) >= types.NumComponents(this.Type()) {
		return nil
	}
	return c.swizzle(this, comps, e.Span())
}

// implicitMethod is a method of this that is named alone in an extension of a type of the language.
func (c *checker) implicitMethod(e *ast.NameExpr) (operand, bool) {
	if e.Global || c.fn == nil || c.fn.owner == nil || c.fn.owner.self == nil {
		return operand{}, false
	}
	this := c.thisAs(c.fn.owner, e.Span())
	rows := builtin.Methods(c.fn.owner.self, e.Name.Text)
	if this == nil || rows == nil {
		return operand{}, false
	}
	return operand{mode: modeFuncs, name: e.Name, rows: rows, recv: this, args: e.Args}, true
}

// condExpr is C ? X : Y. With a scalar condition one branch is evaluated; with a
// vector both are, and the components are selected.
func (c *checker) condExpr(e *ast.CondExpr) typed.Expr {
	cond := c.value(e.Cond)
	x, y := c.value(e.Then), c.value(e.Else)
	if isBad(cond) || isBad(x) || isBad(y) {
		return c.bad(e.Span())
	}
	t := c.joinOperands(x, y)
	if optionalElem(x.Type()) != nil {
		t = x.Type()
	} else if optionalElem(y.Type()) != nil {
		t = y.Type()
	}
	if t == nil {
		c.errorf(diag.BadOperands, e.Span(), "the branches of ?: have the types '%s' and '%s', which have no common type", x.Type(), y.Type())
		return c.bad(e.Span())
	}
	if types.NumComponents(cond.Type()) > 1 {
		return c.select3(e, cond, x, y, t)
	}
	if types.ConversionCost(cond.Type(), types.Bool) >= types.CostExplicit {
		c.errorf(diag.BadCondition, e.Cond.Span(), "a condition must be a scalar that converts to bool, not '%s'", cond.Type())
		return c.bad(e.Span())
	}
	cond = c.convert(cond, types.Bool)
	x, y = c.coerce(x, t), c.coerce(y, t)
	if v := c.constant(cond); v != nil && c.constant(x) != nil && c.constant(y) != nil {
		if v.Bits != 0 {
			return x
		}
		return y
	}
	return &typed.Cond{E: typed.E{T: t, S: e.Span()}, C: cond, X: x, Y: y}
}

func (c *checker) select3(e *ast.CondExpr, cond, x, y typed.Expr, t types.Type) typed.Expr {
	shape := types.WithElem(cond.Type(), types.Bool)
	if types.NumComponents(t) == 1 && types.ElemScalar(t) != nil {
		t = types.WithElem(shape, types.ElemScalar(t))
	}
	if types.ElemScalar(t) == nil || types.WithElem(t, types.Bool) != shape {
		c.errorf(diag.BadOperands, e.Span(), "the condition of ?: has the type '%s', its branches '%s'", cond.Type(), t)
		return c.bad(e.Span())
	}
	args := []typed.Expr{c.convert(cond, shape), c.coerce(x, t), c.coerce(y, t)}
	return &typed.Intrinsic{E: typed.E{T: t, S: e.Span()}, Op: builtin.OpSelect, Args: args}
}

// joinOperands is the common type of two operands; an integer literal takes the
// type of the other one.
func (c *checker) joinOperands(x, y typed.Expr) types.Type {
	xt, yt := x.Type(), y.Type()
	if xt == yt {
		return xt
	}
	if cb, ok := contentOf(xt); ok {
		xt = cb
	}
	if cb, ok := contentOf(yt); ok {
		yt = cb
	}
	return types.Join(xt, yt)
}

// contentOf is T of ConstantBuffer<T> and ParameterBlock<T>.
func contentOf(t types.Type) (types.Type, bool) {
	if r, ok := t.(*types.Resource); ok && (r.Kind == types.ConstantBuffer || r.Kind == types.ParameterBlock) {
		return r.Elem, true
	}
	return t, false
}
