package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// Optional<T> and Tuple<…> are structs that are made here, one for each list of type arguments.

// maxTuple is the largest number of elements of a tuple.
const maxTuple = 8

// madeKey identifies a struct that was made.
type madeKey struct {
	name string
	args [maxTuple]types.Type
}

// madeStruct is a struct that the source does not declare.
type madeStruct struct {
	name string
	args []types.Type
}

// made returns the struct called name with a field of each of the types.
func (c *checker) made(name string, args []types.Type, fields []string, of []types.Type) *types.Struct {
	key := madeKey{name: name}
	copy(key.args[:], args)
	if t := c.madeStructs[key]; t != nil {
		return t
	}
	spelled := name
	if len(args) > 0 {
		spelled += "<" + types.List(args) + ">"
	}
	info := &structInfo{t: &types.Struct{Name: spelled}, made: &madeStruct{name, args}}
	info.t.Decl = info
	info.sym = &symbol{name: name, kind: symType, typ: info.t, state: resolving, scope: c.file, info: info}
	info.scope = &scope{kind: typeScope, parent: c.file, owner: info, name: spelled, scratch: slices.ContainsFunc(args, c.holdsOpaque)}
	for i, n := range fields {
		f := &types.Field{Name: n, Type: of[i], Index: i, Access: types.Public}
		c.growStruct(info, f)
		info.t.Fields = append(info.t.Fields, f)
		info.defaults = append(info.defaults, fieldDefault{})
		info.scope.add(&symbol{name: n, kind: symField, field: f, state: resolved, scope: info.scope})
	}
	info.sym.state = resolved
	if c.madeStructs == nil {
		c.madeStructs = map[madeKey]*types.Struct{}
	}
	c.madeStructs[key] = info.t
	return info.t
}

// madeOf is what was made as t, nil for other types.
func madeOf(t types.Type) *madeStruct {
	if s, ok := t.(*types.Struct); ok {
		if info, ok := s.Decl.(*structInfo); ok {
			return info.made
		}
	}
	return nil
}

// optionalElem is the T of an Optional<T>, nil for other types.
func optionalElem(t types.Type) types.Type {
	if m := madeOf(t); m != nil && m.name == "Optional" {
		return m.args[0]
	}
	return nil
}

// The fields of an Optional, in slangc's order.
const (
	optionalValue = iota
	optionalHasValue
)

func (c *checker) optionalOf(t types.Type) *types.Struct {
	return c.made("Optional", []types.Type{t}, []string{"value", "hasValue"}, []types.Type{t, types.Bool})
}

// noneName is the Optional without a value; its type converts to every Optional.
const noneName = "none"

func (c *checker) none() *types.Struct { return c.made(noneName, nil, nil, nil) }

// optionalType resolves Optional<T>.
func (c *checker) optionalType(name ast.Name, args []ast.Expr) types.Type {
	if len(args) != 1 {
		return c.badArgs(name, "one type")
	}
	t := c.typeArg(args[0])
	switch {
	case types.IsPoison(t):
		return t
	case t == types.Type(types.Void):
		return c.badArgs(name, "a type that has values")
	case types.Zero(t) == nil || types.ContainsAtomic(t):
		c.unsupported(args[0].Span(), "an Optional of '"+t.String()+"' is")
		return types.Poison
	}
	return c.optionalOf(t)
}

// optionalCost is the cost of converting x to an Optional of elem.
func (c *checker) optionalCost(x typed.Expr, elem types.Type) int {
	if x.Type() == types.Type(c.none()) {
		return types.CostPromotion
	}
	cost := c.cost(x, elem)
	if cost >= types.CostImpossible && optionalElem(x.Type()) != nil {
		cost = c.cost(c.optionalPart(x, optionalValue), elem)
	}
	return max(cost, types.CostPromotion)
}

// toOptional makes a t, an Optional of elem, of none or of a value.
func (c *checker) toOptional(x typed.Expr, t, elem types.Type) typed.Expr {
	has := x.Type() != types.Type(c.none())
	if !has {
		x = &typed.Const{E: typed.E{T: elem, S: x.Span()}, Value: types.Zero(elem)}
	} else if optionalElem(x.Type()) != nil && c.cost(x, elem) >= types.CostImpossible { // of another type
		first, again := c.once(x)
		value := c.coerce(c.optionalPart(first, optionalValue), elem)
		return c.construct(t, []typed.Expr{value, c.optionalPart(again, optionalHasValue)}, x.Span())
	} else if x = c.coerce(x, elem); isBad(x) {
		return x
	}
	flag := &typed.Const{E: typed.E{T: types.Bool, S: x.Span()}, Value: types.BoolValue(has)}
	return c.construct(t, []typed.Expr{x, flag}, x.Span())
}

// optionalPart is a field of the Optional x.
func (c *checker) optionalPart(x typed.Expr, field int) typed.Expr {
	return c.fieldRef(x, x.Type().(*types.Struct).Fields[field], x.Span())
}

// compareNone is x == none and x != none; false for other operands.
func (c *checker) compareNone(op string, x, y typed.Expr) (typed.Expr, bool) {
	if op != "==" && op != "!=" {
		return nil, false
	}
	if x.Type() == types.Type(c.none()) {
		x, y = y, x
	}
	if optionalElem(x.Type()) == nil || y.Type() != types.Type(c.none()) {
		return nil, false
	}
	has := c.optionalPart(x, optionalHasValue)
	if op == "!=" {
		return has, true
	}
	return c.not(has), true
}

func (c *checker) not(x typed.Expr) typed.Expr {
	if v := c.constant(x); v != nil {
		return &typed.Const{E: typed.E{T: types.Bool, S: x.Span()}, Value: types.BoolValue(v.Bits == 0)}
	}
	return &typed.Unary{E: typed.E{T: types.Bool, S: x.Span()}, Op: typed.Not, X: x}
}

// ---- is, as and if (let …) ----------------------------------------------------

// isExpr is X is T and X as T: the latter is an Optional<T>.
func (c *checker) isExpr(e *ast.IsExpr) typed.Expr {
	o := c.operand(e.X)
	if o.mode == modeType && !e.As {
		return c.typeIs(o.typ, e)
	}
	x := c.read(c.exprOf(o, e.X))
	if x.Type() == types.Type(types.Void) {
		c.errorf(diag.NotAValue, e.X.Span(), "this has no value")
		return c.bad(e.Span())
	}
	if iface := c.interfaceNamedBy(e.Type); iface != nil && !isBad(x) {
		if e.As {
			c.unsupported(e.Span(), "'as' with an interface is")
			return c.bad(e.Span())
		}
		return c.conformance(x, iface, e)
	}
	t := c.typeExpr(e.Type)
	if isBad(x) || types.IsPoison(t) {
		return c.bad(e.Span())
	}
	if e.As && (types.Zero(t) == nil || types.ContainsAtomic(t)) {
		c.unsupported(e.Type.Span(), "an Optional of '"+t.String()+"' is")
		return c.bad(e.Span())
	}
	ex := c.existentialOf(x.Type())
	if ex == nil || x.Type() == t {
		return c.knownIs(x, t, e)
	}
	at := slices.Index(ex.types, t)
	if at < 0 {
		return c.knownIs(x, t, e)
	}
	if !e.As {
		return c.hasTag(x, ex, at, e)
	}
	first, again := c.once(x)
	part := comma(first, c.zeroOf(t, e)) // a value without data
	if f := ex.fields[at]; f != nil {
		part = c.fieldRef(first, f, e.Span())
	}
	return c.construct(c.optionalOf(t), []typed.Expr{part, c.hasTag(again, ex, at, e)}, e.Span())
}

// typeIs is T is U and T is I: whether it is that type, is derived from it, or conforms to it.
func (c *checker) typeIs(t types.Type, e *ast.IsExpr) typed.Expr {
	if iface := c.interfaceNamedBy(e.Type); iface != nil {
		return c.truthOf(c.typeConforms(t, iface), e)
	}
	to := c.typeExpr(e.Type)
	if types.IsPoison(to) {
		return c.bad(e.Span())
	}
	_, derived := c.baseCost(t, to)
	return c.truthOf(t == to || derived, e)
}

// knownIs is x is t and x as t where the types tell.
func (c *checker) knownIs(x typed.Expr, t types.Type, e *ast.IsExpr) typed.Expr {
	_, same := c.baseCost(x.Type(), t)
	same = same || x.Type() == t
	out := c.truthOf(same, e)
	switch {
	case e.As && same:
		return c.construct(c.optionalOf(t), []typed.Expr{c.coerce(x, t), out}, e.Span())
	case e.As:
		out = c.zeroOf(c.optionalOf(t), e)
	}
	if repeatable(x) {
		return out
	}
	return comma(x, out)
}

func (c *checker) zeroOf(t types.Type, e ast.Expr) typed.Expr { return c.constExpr(e, types.Zero(t)) }

// interfaceNamedBy is the interface that a type expression names, nil if it names none.
func (c *checker) interfaceNamedBy(te ast.TypeExpr) *symbol {
	n, ok := te.(*ast.NamedType)
	if !ok || len(n.Path) != 1 || n.Path[0].Given {
		return nil
	}
	if sym := c.typeSymbol(n); sym != nil && sym.kind == symInterface {
		return sym
	}
	return nil
}

func (c *checker) typeConforms(t types.Type, iface *symbol) bool {
	if iface.conjunction {
		return c.conformsToAll(t, iface)
	}
	info := c.membersOf(t)
	return info != nil && info.conformsTo(iface)
}

// conformance is whether the type of x, or of what it holds, conforms to an interface.
func (c *checker) conformance(x typed.Expr, iface *symbol, e *ast.IsExpr) typed.Expr {
	conforms := func(t types.Type) bool { return c.typeConforms(t, iface) }
	ex := c.existentialOf(x.Type())
	if ex == nil || conforms(x.Type()) {
		return c.truthOf(conforms(x.Type()), e)
	}
	x, again := c.once(x)
	var out typed.Expr
	for i, t := range ex.types {
		switch {
		case !conforms(t):
		case out == nil:
			out = c.hasTag(x, ex, i, e)
		default:
			out = c.logical("||", e.Span(), e.Span(), out, c.hasTag(again, ex, i, e))
		}
	}
	if out == nil {
		return c.truthOf(false, e)
	}
	return out
}

// hasTag is whether x holds a value of the type that tag stands for.
func (c *checker) hasTag(x typed.Expr, ex *existential, tag int, e ast.Expr) typed.Expr {
	k := c.constExpr(e, types.UintValue(types.Uint, uint64(tag)))
	return c.applyBinary(typed.Eq, e.Span(), e.Span(), types.Uint, c.fieldRef(x, ex.tag, e.Span()), k)
}

func (c *checker) truthOf(b bool, e ast.Expr) typed.Expr { return c.constExpr(e, types.BoolValue(b)) }

// ifLet checks the head of if (let v = x): the condition, and the declaration that its first branch
// starts with, without a value after an error.
func (c *checker) ifLet(d *ast.VarDecl) (cond typed.Expr, decl *typed.Decl) {
	x := c.value(d.Init)
	v := &typed.Var{Name: d.Name.Text, Type: types.Poison, Kind: typed.Local, Span: d.Name.Range, Const: true}
	decl = &typed.Decl{St: typed.St{S: d.Span()}, Var: v}
	switch elem := optionalElem(x.Type()); {
	case isBad(x):
	case elem == nil:
		c.errorf(diag.TypeMismatch, x.Span(), "'if (let …)' needs an Optional, not '%s'", x.Type())
	default:
		first, again := c.once(x)
		v.Type, decl.Init = elem, c.optionalPart(again, optionalValue)
		return c.optionalPart(first, optionalHasValue), decl
	}
	return c.bad(d.Span()), decl
}

// letBranch checks the branch of if (let …) in which the variable is known.
func (c *checker) letBranch(s ast.Stmt, d *ast.VarDecl, decl *typed.Decl) *typed.Block {
	pop := c.push(blockScope)
	defer pop()
	c.declare(&symbol{name: decl.Var.Name, span: decl.Var.Span, kind: symVar, decl: d, v: decl.Var, state: resolved})
	b := &typed.Block{St: typed.St{S: s.Span()}}
	if decl.Init != nil {
		b.List = append(b.List, decl)
	}
	b.List = append(b.List, c.branch(s))
	return b
}
