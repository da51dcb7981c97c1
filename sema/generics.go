package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// Generics are instantiated by checking the declaration again in a scope that
// binds its parameters: types to symType symbols, values to symConst symbols. An
// instance is found again by the spelling of its arguments.

// maxInstantiation bounds generics that instantiate themselves without end.
const maxInstantiation = 64

// maxInstances bounds the instances of one compilation.
const maxInstances = 10000

// tooManyInstances counts one more instance and reports a source that makes too many.
func (c *checker) tooManyInstances(depth int, name string, at source.Span) bool {
	c.instances++
	if depth <= maxInstantiation && c.instances <= maxInstances {
		return false
	}
	c.errorf(diag.CyclicDefinition, at, "'%s' instantiates itself without end", name)
	c.endless = true
	return true
}

// binding is the argument of one generic parameter: a type or a value.
type genericArg struct {
	typ   types.Type
	value *types.Value
}

func (a genericArg) String() string {
	if a.typ != nil {
		return a.typ.String()
	}
	return valueText(a.value)
}

// is reports whether two arguments are the same. Their names do not tell: two functions may each have a struct S.
func (a genericArg) is(b genericArg) bool {
	if a.typ != nil || b.typ != nil {
		return a.typ == b.typ
	}
	t, isEnum := a.value.T.(*types.Enum)
	u, other := b.value.T.(*types.Enum)
	return a.value.String() == b.value.String() && isEnum == other && t == u
}

func sameArgs(a, b []*genericArg) bool {
	return slices.EqualFunc(a, b, func(x, y *genericArg) bool { return x.is(*y) })
}

// valueText is a value as the source would name it: an enumerator by its name.
func valueText(v *types.Value) string {
	t, ok := v.T.(*types.Enum)
	if !ok {
		return v.String()
	}
	for _, e := range builtin.Enumerators(t) {
		if uint64(e.Value) == v.Bits {
			return t.Name + "." + e.Name
		}
	}
	if sym, ok := t.Decl.(*symbol); ok {
		for _, e := range sym.inner.syms {
			if e.value != nil && e.value.Bits == v.Bits {
				return t.Name + "." + e.name
			}
		}
	}
	return t.Name + "(" + v.String() + ")"
}

// instances are the instances of something generic by the spelling of their arguments, which few share.
type instances[T any] map[string][]instance[T]

type instance[T any] struct {
	args []*genericArg
	of   T
}

func (all instances[T]) find(key string, args []*genericArg) (of T, found bool) {
	for _, i := range all[key] {
		if sameArgs(i.args, args) {
			return i.of, true
		}
	}
	return of, false
}

func (all *instances[T]) add(key string, args []*genericArg, of T) {
	if *all == nil {
		*all = instances[T]{}
	}
	(*all)[key] = append((*all)[key], instance[T]{args, of})
}

func (all instances[T]) remove(key string, args []*genericArg) {
	all[key] = slices.DeleteFunc(all[key], func(i instance[T]) bool { return sameArgs(i.args, args) })
}

// instantiateType makes or finds the instance of a generic type for explicit
// arguments; nil after an error.
func (c *checker) instantiateType(sym *symbol, exprs []ast.Expr, given bool, at source.Span) *symbol {
	if sym.generic == nil {
		if given && sym.kind == symType {
			c.errorf(diag.BadTypeArguments, at, "'%s' is not generic", sym.name)
			return nil
		}
		return sym
	}
	if inside := c.insideGeneric(sym); inside != nil && !given {
		return inside // the name of a generic type inside itself is the instance
	}
	args, ok := c.explicitArgs(sym.generic, sym.scope, exprs, sym.name, at)
	if !ok {
		return nil
	}
	for i, a := range args {
		if a == nil {
			c.errorf(diag.BadTypeArguments, at, "'%s' needs an argument for '%s'", sym.name, sym.generic.Params[i].Name.Text)
			return nil
		}
	}
	key := argsKey(args)
	if inst, ok := sym.insts.find(c.ownKey(sym, key), args); ok {
		return inst
	}
	bound := c.bindScope(sym.scope, sym.generic, args)
	if !c.meets(sym.generic, args, bound) {
		c.errorf(diag.BadTypeArguments, at, "%s does not meet the constraints of '%s'", key, sym.name).
			Note(sym.span, "'%s' is declared here", sym.name)
		return nil
	}
	if c.tooManyInstances(c.depth, sym.name, at) {
		return nil
	}
	c.depth++
	defer func() { c.depth-- }()
	return c.newInstance(sym, args, bound)
}

// newInstance makes the instance of a generic type whose arguments are bound.
func (c *checker) newInstance(sym *symbol, args []*genericArg, bound *scope) *symbol {
	key := argsKey(args)
	inst := &symbol{name: sym.name, span: sym.span, kind: symType, decl: sym.decl, scope: bound}
	inst.instanceOf = sym
	own := c.ownKey(sym, key)
	sym.insts.add(own, args, inst)
	c.undo(func() { sym.insts.remove(own, args) })
	switch d := sym.decl.(type) {
	case *ast.StructDecl:
		leave := c.enter(env{scope: inst.scope})
		c.declareMembers(inst, d, inst.scope)
		inst.info.t.Name = qualified(sym.scope, sym.name) + key
		leave()
	case *ast.TypeAliasDecl:
	}
	c.resolve(inst)
	return inst
}

// insideGeneric is the instance of sym whose declaration the current scope lies in.
func (c *checker) insideGeneric(sym *symbol) *symbol {
	for s := c.scope; s != nil; s = s.parent {
		if s.owner != nil && s.owner.sym != nil && s.owner.sym.instanceOf == sym {
			return s.owner.sym
		}
	}
	return nil
}

// explicitArgs evaluates the given generic arguments and the defaults of those
// left out; parameters without either stay nil.
func (c *checker) explicitArgs(g *ast.Generics, declared *scope, exprs []ast.Expr, name string, at source.Span) ([]*genericArg, bool) {
	if len(exprs) > len(g.Params) {
		c.errorf(diag.BadTypeArguments, at, "'%s' has %d generic parameters, but %d arguments are given", name, len(g.Params), len(exprs))
		return nil, false
	}
	args := make([]*genericArg, len(g.Params))
	for i, p := range g.Params {
		if p.Each {
			c.unsupported(p.Span(), "variadic generics are")
			return nil, false
		}
		var e ast.Expr
		scope := c.scope
		switch {
		case i < len(exprs):
			e = exprs[i]
		case p.Default != nil:
			e, scope = p.Default, c.bindScope(declared, g, args)
		default:
			continue
		}
		saved := c.scope
		c.scope = scope
		a := c.genericArg(p, e, declared, g, args)
		c.scope = saved
		if a == nil {
			return nil, false
		}
		args[i] = a
	}
	return args, true
}

func (c *checker) genericArg(p *ast.GenericParam, e ast.Expr, declared *scope, g *ast.Generics, before []*genericArg) *genericArg {
	if !p.Value {
		t := c.typeArg(e)
		if types.IsPoison(t) {
			return nil
		}
		return &genericArg{typ: t}
	}
	x := c.value(e)
	if p.Type != nil && !isBad(x) {
		saved := c.scope
		c.scope = c.bindScope(declared, g, before)
		t := c.typeExpr(p.Type)
		c.scope = saved
		if !countable(t) {
			c.errorf(diag.BadVariableType, p.Type.Span(), "a generic value parameter is an integer, a bool or an enum, not '%s'", t)
			return nil
		}
		if s, ok := x.Type().(*types.Scalar); ok && s.Kind.IsFloat() {
			c.errorf(diag.TypeMismatch, e.Span(), "cannot convert '%s' to '%s': a generic value argument is not rounded", s, t)
			return nil
		}
		x = c.coerce(x, t)
	}
	if isBad(x) {
		return nil
	}
	v := c.constant(x)
	if v == nil {
		c.errorf(diag.NotConstant, e.Span(), "a generic argument must be a compile-time constant")
		return nil
	}
	return &genericArg{value: v}
}

// countable reports whether generic parameters can be values of t.
func countable(t types.Type) bool {
	switch t := t.(type) {
	case *types.Enum:
		return true
	case *types.Scalar:
		return t == types.Poison || t.Kind == types.KBool || t.Kind.IsInt()
	}
	return false
}

// bindScope is a scope inside outer that binds the parameters known so far.
func (c *checker) bindScope(outer *scope, g *ast.Generics, args []*genericArg) *scope {
	s := &scope{kind: blockScope, parent: outer, binds: true, generics: g, scratch: c.def != nil}
	for i, p := range g.Params {
		if i >= len(args) || args[i] == nil {
			continue
		}
		sym := &symbol{name: p.Name.Text, span: p.Name.Range, scope: s, state: resolved}
		if args[i].typ != nil {
			sym.kind, sym.typ, sym.bounds = symType, args[i].typ, p.Bounds
		} else {
			sym.kind, sym.value = symConst, args[i].value
		}
		s.add(sym)
	}
	return s
}

func argsKey(args []*genericArg) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = a.String()
	}
	return "<" + strings.Join(parts, ",") + ">"
}

// inferFunction makes the instance of a generic function that a call means: from
// its explicit arguments and the types of the call's arguments. nil if there is none.
func (c *checker) inferFunction(f *function, o *operand, args []argument) *function {
	g := f.decl.Generics
	if len(args) > len(f.decl.Params) || len(o.args) > len(g.Params) {
		return nil
	}
	bound := make([]*genericArg, len(g.Params))
	for i, e := range o.args {
		p := g.Params[i]
		if p.Value == c.isTypeArg(e) {
			return nil
		}
		if bound[i] = c.genericArg(p, e, f.scope, g, bound); bound[i] == nil {
			return nil
		}
	}
	for i := range args {
		if args[i].x != nil {
			c.unify(g, bound, f.decl.Params[i].Type, valueType(args[i].typ()))
		}
	}
	c.inferFromBounds(g, bound, f.scope)
	for i, p := range g.Params {
		if bound[i] != nil || p.Default == nil {
			continue
		}
		saved := c.scope
		c.scope = c.bindScope(f.scope, g, bound)
		bound[i] = c.genericArg(p, p.Default, f.scope, g, bound)
		c.scope = saved
	}
	if slices.Contains(bound, nil) || !c.meets(g, bound, c.bindScope(f.scope, g, bound)) {
		return nil
	}
	return c.instantiateFunction(f, bound)
}

// wrongGenericArguments says why a generic function, the only one of its name, does not take arguments: there
// are too many generic ones, or a constraint is not met.
func (c *checker) wrongGenericArguments(f *function, o *operand, args []argument) bool {
	if c.endless { // the instance would be one of those
		return true
	}
	g := f.decl.Generics
	if len(o.args) > len(g.Params) {
		c.errorf(diag.BadTypeArguments, o.name.Range, "'%s' has %d generic %s, but %d arguments are given", f.name, len(g.Params),
			plural(len(g.Params), "parameter"), len(o.args)).
			Note(f.decl.Name.Range, "'%s' is declared here", f.name)
		return true
	}
	if len(args) > len(f.decl.Params) {
		return false
	}
	bound := make([]*genericArg, len(g.Params))
	for i, e := range o.args {
		p := g.Params[i]
		if p.Value && c.isTypeArg(e) {
			c.errorf(diag.BadTypeArguments, e.Span(), "'%s' of '%s' is a value, not a type", p.Name.Text, f.name).
				Note(p.Name.Range, "'%s' is declared here", p.Name.Text)
			return true
		}
		if !p.Value && !c.isTypeArg(e) {
			if _, name := e.(*ast.NameExpr); name {
				return types.IsPoison(c.typeArg(e)) // reported
			}
			c.errorf(diag.BadTypeArguments, e.Span(), "'%s' of '%s' is a type, not a value", p.Name.Text, f.name).
				Note(p.Name.Range, "'%s' is declared here", p.Name.Text)
			return true
		}
		if bound[i] = c.genericArg(p, e, f.scope, g, bound); bound[i] == nil {
			return true // reported
		}
	}
	for i := range args {
		if args[i].x != nil {
			c.unify(g, bound, f.decl.Params[i].Type, valueType(args[i].typ()))
		}
	}
	if slices.Contains(bound, nil) {
		return false
	}
	defer c.enter(env{scope: c.bindScope(f.scope, g, bound)})()
	for i, p := range g.Params {
		for _, b := range p.Bounds {
			if bound[i].typ != nil && !c.conforms(bound[i].typ, b) {
				c.errorf(diag.NoOverload, o.name.Range, "'%s' does not take (%s): '%s' does not conform to '%s'", f.name, argTypes(args), bound[i].typ, typeText(b)).
					Note(b.Span(), "'%s' is asked for here", typeText(b))
				return true
			}
		}
	}
	return false
}

func (c *checker) instantiateFunction(f *function, bound []*genericArg) *function {
	key := argsKey(bound)
	if inst, ok := f.insts.find(c.ownKey(f, key), bound); ok {
		return inst
	}
	depth := 1
	if c.fn != nil {
		depth += c.fn.depth
	}
	if c.tooManyInstances(depth, f.name, f.decl.Name.Range) {
		return nil
	}
	d := *f.decl
	d.Generics = nil
	inst := &function{name: f.name, decl: &d, owner: f.owner, static: f.static, private: f.private, hidden: f.hidden, mutating: f.mutating, refers: f.refers}
	inst.scope = c.bindScope(f.scope, f.decl.Generics, bound)
	inst.suffix = key
	inst.depth = depth
	inst.origin, inst.template, inst.from = f.origin, f, f.from
	own := c.ownKey(f, key)
	f.insts.add(own, bound, inst)
	c.undo(func() { f.insts.remove(own, bound) })
	return inst
}

// unify binds generic parameters so that the written type te becomes t.
func (c *checker) unify(g *ast.Generics, bound []*genericArg, te ast.TypeExpr, t types.Type) {
	switch te := te.(type) {
	case *ast.ModifiedType:
		c.unify(g, bound, te.Elem, t)
	case *ast.PointerType:
		if p, ok := t.(*types.Pointer); ok {
			c.unify(g, bound, te.Elem, p.Elem)
		}
	case *ast.ArrayType:
		if a, ok := t.(*types.Array); ok {
			c.unify(g, bound, te.Elem, a.Elem)
			if te.Size != nil {
				c.unifyExpr(g, bound, te.Size, genericArg{value: types.IntValue(types.Int, int64(a.Len))})
			}
		}
	case *ast.NamedType:
		part := te.Path[len(te.Path)-1]
		if len(te.Path) == 1 && !part.Given {
			bind(g, bound, part.Name.Text, genericArg{typ: t})
			return
		}
		for i, a := range typeArguments(t, part.Name.Text) {
			if i < len(part.Args) {
				c.unifyExpr(g, bound, part.Args[i], a)
			}
		}
	}
}

func (c *checker) unifyExpr(g *ast.Generics, bound []*genericArg, e ast.Expr, a genericArg) {
	switch e := e.(type) {
	case *ast.TypeOperand:
		if a.typ != nil {
			c.unify(g, bound, e.Type, a.typ)
		} else if n, ok := e.Type.(*ast.NamedType); ok && len(n.Path) == 1 {
			bind(g, bound, n.Path[0].Name.Text, a)
		}
	case *ast.NameExpr:
		if !e.Given {
			bind(g, bound, e.Name.Text, a)
		} else if a.typ != nil {
			for i, sub := range typeArguments(a.typ, e.Name.Text) {
				if i < len(e.Args) {
					c.unifyExpr(g, bound, e.Args[i], sub)
				}
			}
		}
	}
}

// bind records the argument of a parameter; a second type is joined with the first.
func bind(g *ast.Generics, bound []*genericArg, name string, a genericArg) {
	for i, p := range g.Params {
		if p.Name.Text != name || p.Value != (a.value != nil) {
			continue
		}
		switch {
		case bound[i] == nil:
			bound[i] = &a
		case a.typ != nil && bound[i].typ != nil:
			if t := types.Join(bound[i].typ, a.typ); t != nil {
				bound[i] = &genericArg{typ: t}
			}
		}
	}
}

// typeArguments are the arguments that the type t was made of by the generic name.
func typeArguments(t types.Type, name string) []genericArg {
	number := func(n int) genericArg { return genericArg{value: types.IntValue(types.Int, int64(n))} }
	switch t := t.(type) {
	case *types.Scalar:
		if name == "vector" && (t.Kind.IsNumeric() || t.Kind == types.KBool) {
			return []genericArg{{typ: t}, number(1)} // converts to a vector of one
		}
	case *types.Vector:
		if name == "vector" {
			return []genericArg{{typ: t.Elem}, number(t.N)}
		}
	case *types.Matrix:
		if name == "matrix" {
			return []genericArg{{typ: t.Elem}, number(t.Rows), number(t.Cols)}
		}
	case *types.Atomic:
		if name == "Atomic" {
			return []genericArg{{typ: t.Elem}}
		}
	case *types.Array:
		if name == "Array" {
			return []genericArg{{typ: t.Elem}, number(t.Len)}
		}
	case *types.Pointer:
		if name == "Ptr" || name == "ImmutablePtr" && t.Access == types.Immutable {
			args := []genericArg{{typ: t.Elem}, {value: types.IntValue(builtin.Access, int64(t.Access))},
				{value: types.IntValue(builtin.AddressSpace, int64(t.Space))}}
			if name == "ImmutablePtr" {
				args = []genericArg{args[0], args[2]}
			}
			return args
		}
	case *types.Handle:
		if name == handleName {
			return []genericArg{{typ: t.Of}}
		}
	case *types.Resource:
		switch {
		case name != t.Name || t.Elem == nil:
		case t.Kind.TakesLayout():
			return []genericArg{{typ: t.Elem}, {typ: t.LayoutArg()}}
		default:
			return []genericArg{{typ: t.Elem}}
		}
	case *types.Struct:
		if m := madeOf(t); m != nil && m.name == name {
			out := make([]genericArg, len(m.args))
			for i, a := range m.args {
				out[i].typ = a
			}
			return out
		}
		if info, ok := t.Decl.(*structInfo); ok && info.sym != nil && info.sym.instanceOf != nil && info.sym.name == name {
			var out []genericArg
			for _, sym := range info.sym.scope.syms {
				out = append(out, genericArg{typ: sym.typ, value: sym.value})
			}
			return out
		}
	}
	return nil
}

// glslVar resolves a variable of the GLSL module: a system value that needs no
// parameter, or an operation without operands.
func (c *checker) glslVar(e *ast.NameExpr) (operand, bool) {
	if !c.glslVisible() {
		return operand{}, false
	}
	if n, ok := builtin.GLSLConstant(e.Name.Text); ok {
		return operand{mode: modeValue, x: c.constExpr(e, types.IntValue(types.Int, int64(n)))}, true
	}
	row := builtin.GLSLVarNamed(e.Name.Text)
	if row == nil {
		return operand{}, false
	}
	if row.Semantic == "" {
		if row.Op == builtin.OpWorkgroupSize { // an int3 in the language
			size := &typed.Intrinsic{E: typed.E{T: types.VectorOf(types.Int, 3), S: e.Span()}, Op: row.Op, Name: row.Name}
			return operand{mode: modeValue, x: c.convert(size, types.VectorOf(types.Uint, 3))}, true
		}
		t := types.Type(types.Uint)
		if strings.HasSuffix(row.Name, "Mask") {
			t = types.VectorOf(types.Uint, 4)
		}
		return operand{mode: modeValue, x: &typed.Intrinsic{E: typed.E{T: t, S: e.Span()}, Op: row.Op}}, true
	}
	for _, v := range c.prog.Globals {
		if v.Kind == typed.SystemValue && v.Name == row.Name {
			return operand{mode: modeValue, x: &typed.VarRef{E: typed.E{T: v.Type, S: e.Span()}, Var: v}}, true
		}
	}
	v := &typed.Var{Name: row.Name, Kind: typed.SystemValue, Semantic: row.Semantic, Const: true,
		Type: builtin.SystemValueNamed(row.Semantic).Type()}
	c.prog.Globals = append(c.prog.Globals, v)
	return operand{mode: modeValue, x: &typed.VarRef{E: typed.E{T: v.Type, S: e.Span()}, Var: v}}, true
}
