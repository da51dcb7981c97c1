package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// storage is what the modifiers of a variable say about where it lives.
type storage struct {
	keywords    []ast.Name
	static      bool
	konst       bool
	groupshared bool
	uniform     bool
}

func storageOf(d *ast.VarDecl) storage {
	s := storage{keywords: d.Keywords, konst: d.Let}
	if m := typeModifiers(d.Type); m != nil {
		s.keywords = append(m, d.Keywords...)
	}
	for _, k := range s.keywords {
		switch k.Text {
		case "static":
			s.static = true
		case "const", "constexpr":
			s.konst = true
		case "groupshared", "shared":
			s.groupshared = true
		case "uniform":
			s.uniform = true
		}
	}
	return s
}

// resolveGlobal resolves a variable at file, namespace or (static) struct level.
func (c *checker) resolveGlobal(sym *symbol, d *ast.VarDecl) {
	v := &typed.Var{Name: varName(sym.scope, sym.name), Type: types.Poison, Span: sym.span}
	sym.v = v
	c.checkAttributes(d.Attributes, onGlobal)
	c.checkLayouts(&d.Modifiers, onGlobal)
	st := storageOf(d)
	v.Const = st.konst
	c.memoryQualifiers(v, st.keywords)
	if d.Type != nil {
		v.Type = c.typeExpr(d.Type)
	} else if d.Init == nil {
		c.errorf(diag.NeedsInitializer, sym.span, "'%s' needs a type or an initial value", sym.name)
	}
	if types.IsCounter(v.Type) {
		c.refuse(&d.Modifiers, "offset")
	} else {
		c.refuse(&d.Modifiers)
	}
	c.incoherent(d, v.Type)
	if !types.IsCounter(v.Type) || st.groupshared || st.static {
		v.Type = c.noCounter(v.Type, v.Span)
	}
	switch {
	case types.IsCounter(v.Type):
		c.declareCounter(sym, v, d)
		return
	case c.specConstant(d, v):
	case st.groupshared:
		c.groupsharedVar(v, d)
	case st.static || sym.static:
		v.Kind = typed.Static
		c.staticVar(sym, v, d)
	case d.Type == nil:
		v.Kind = typed.Static
		c.errorf(diag.BadModifier, sym.span, "a global variable with an initial value must be static: '%s'", sym.name)
		c.staticVar(sym, v, d)
	default:
		c.uniformVar(v, d, st)
	}
	if v.Kind != typed.Uniform && !types.IsPoison(v.Type) {
		c.noParameter(&d.Modifiers)
	}
	c.checkVarType(v, d)
}

// varName is the name of a global in output: with namespaces and types.
func varName(s *scope, name string) string {
	return identifier(dotless(qualified(s, name)))
}

func dotless(s string) string {
	out := []byte(s)
	for i, b := range out {
		if b == '.' {
			out[i] = '_'
		}
	}
	return string(out)
}

// staticVar types and folds the initial value of a static variable.
func (c *checker) staticVar(sym *symbol, v *typed.Var, d *ast.VarDecl) {
	if d.Init == nil {
		if v.Const {
			if d.Has("extern") != nil {
				c.unsupported(d.Name.Range, "a constant that gets its value when modules are linked is")
			} else {
				c.errorf(diag.NeedsInitializer, d.Name.Range, "constant '%s' needs an initial value", d.Name.Text)
			}
			v.Type = types.Poison
		} else if c.hasDefaults(v.Type) {
			v.Init = c.defaultValue(v.Type, d.Name.Range)
		}
		return
	}
	x := c.initFor(d.Init, c.declared(v, d))
	if d.Type == nil || types.IsPoison(x.Type()) || unsized(v.Type) {
		v.Type = x.Type()
	}
	v.Init = x
	if !v.Const {
		return
	}
	if value := c.constant(x); value != nil {
		v.Init = &typed.Const{E: typed.E{T: v.Type, S: x.Span()}, Value: value}
		c.setValue(v, value)
		return
	}
	c.derive(v, x)
	if _, derived := c.derived[v]; derived || c.fn == nil {
		c.computed = append(c.computed, v)
	}
	if c.fn == nil && runtime(x) {
		c.errorf(diag.NotConstant, d.Init.Span(), "the initial value of static const '%s' is not a compile-time constant", d.Name.Text)
		v.Type = types.Poison
	}
}

// runtime reports whether x depends on anything that is only known at run time:
// a variable, a shader parameter, a function of the source.
func runtime(x typed.Expr) bool {
	switch x := x.(type) {
	case *typed.VarRef:
		return !x.Var.Const || x.Var.Kind == typed.Uniform || x.Var.Kind == typed.SystemValue
	case *typed.Call, *typed.Atomic, *typed.Barrier, *typed.Assign, *typed.OpAssign, *typed.IncDec, *typed.Comma, *typed.ByteRef:
		return true
	case *typed.Intrinsic:
		return !builtin.Pure(x.Op) || slices.ContainsFunc(x.Args, runtime)
	case *typed.Construct:
		return slices.ContainsFunc(x.Args, runtime)
	case *typed.Convert:
		return runtime(x.X)
	case *typed.Unary:
		return runtime(x.X)
	case *typed.Binary:
		return runtime(x.X) || runtime(x.Y)
	case *typed.Logical:
		return runtime(x.X) || runtime(x.Y)
	case *typed.Cond:
		return runtime(x.C) || runtime(x.X) || runtime(x.Y)
	case *typed.FieldRef:
		return runtime(x.X)
	case *typed.Index:
		return runtime(x.X) || runtime(x.I)
	case *typed.Swizzle:
		return runtime(x.X)
	case *typed.MatrixSwizzle:
		return runtime(x.X)
	}
	return false
}

// declared is the type that an initial value is converted to, nil to infer it.
func (c *checker) declared(v *typed.Var, d *ast.VarDecl) types.Type {
	if d.Type == nil {
		return nil
	}
	return v.Type
}

func unsized(t types.Type) bool {
	a, ok := t.(*types.Array)
	return ok && a.Len == types.Unsized
}

func (c *checker) setValue(v *typed.Var, value *types.Value) {
	if c.values == nil {
		c.values = map[*typed.Var]*types.Value{}
	}
	c.values[v] = value
}

func (c *checker) groupsharedVar(v *typed.Var, d *ast.VarDecl) {
	v.Kind = typed.GroupShared
	if d.Init != nil {
		c.errorf(diag.GroupInit, d.Init.Span(), "groupshared variable '%s' cannot have an initial value", d.Name.Text).
			WithHelp("let one invocation assign it, followed by GroupMemoryBarrierWithGroupSync()")
	}
	if types.ContainsResource(v.Type) {
		what := "a resource"
		if p, ok := v.Type.(*types.Pointer); ok {
			what = "a '" + p.String() + "', which is known to the compiler only"
		}
		c.errorf(diag.BadVariableType, d.Name.Range, "groupshared variable '%s' cannot hold %s", d.Name.Text, what)
		v.Type = types.Poison
	}
	if v.Const {
		c.errorf(diag.BadModifier, d.Name.Range, "groupshared variable '%s' cannot be const", d.Name.Text)
	}
}

// uniformVar is a global without static: a shader parameter.
func (c *checker) uniformVar(v *typed.Var, d *ast.VarDecl, st storage) {
	v.Kind = typed.Uniform
	if c.noInterface(v.Type, v.Span, "a shader parameter") {
		v.Type = types.Poison
	}
	v.Binding = c.binding(&d.Modifiers, v.Type)
	v.Counter = c.counterBinding(&d.Modifiers, v.Type)
	v.PushConstant = c.isPushConstant(&d.Modifiers)
	v.Format = c.imageFormat(&d.Modifiers, v.Type)
	c.parameterLayout(&d.Modifiers, v)
	if !v.ReadOnly && types.IsPoison(v.Type) {
		return
	}
	if d.Init != nil {
		if st.konst {
			c.errorf(diag.BadModifier, d.Name.Range, "global constant '%s' must be declared static const", d.Name.Text).
				WithFix(d.Name.Range, "static const "+d.Name.Text)
		} else {
			c.errorf(diag.NoInitializer, d.Init.Span(), "shader parameter '%s' cannot have an initial value", d.Name.Text).
				WithHelp("a global variable without static is a shader parameter; a variable of its own is declared static")
		}
		return
	}
	v.Const = true
	if !types.ContainsResource(v.Type) && !st.uniform && !v.PushConstant {
		c.errorf(diag.ImplicitParameter, d.Name.Range, "global variable '%s' is a shader parameter, shared and read-only", d.Name.Text).
			WithHelp("add uniform to say so, or static to make it a variable")
	}
}

func (c *checker) isPushConstant(d *ast.Modifiers) bool {
	return d.Attribute("vk_push_constant") != nil || d.Attribute("push_constant") != nil || layout(d, "push_constant") != nil
}

// checkVarType refuses types that no variable can have.
func (c *checker) checkVarType(v *typed.Var, d *ast.VarDecl) {
	switch {
	case v.Kind != typed.GroupShared && v.Kind != typed.Static && v.Kind != typed.Local:
		v.Type = c.onlyVariable(v.Type, v.Span, "a shader parameter")
	case d.Init != nil:
		v.Type = c.onlyVariable(v.Type, v.Span, "an initial value of an array")
	}
	switch t := v.Type.(type) {
	case *types.Scalar:
		if t.Kind == types.KVoid || t.Kind == types.KNone {
			c.errorf(diag.BadVariableType, v.Span, "variable '%s' cannot have type '%s'", d.Name.Text, t)
			v.Type = types.Poison
		}
	case *types.Array:
		if t.Len != types.Unsized {
			return
		}
		_, isResource := t.Elem.(*types.Resource)
		if v.Kind == typed.Uniform && (isResource || isCombined(t.Elem)) {
			return // an unbounded descriptor array
		}
		c.errorf(diag.BadArraySize, v.Span, "array '%s' needs a size or an initial value", d.Name.Text)
		v.Type = types.Poison
	}
}

// orderGlobals lists the static constants that are computed when the entry point starts, each after
// those that it depends on, which may be declared later; the global variables in the order of their declaration;
// then the static and groupshared variables of functions.
func (c *checker) orderGlobals() {
	globals := make([]*typed.Var, 0, len(c.order)+len(c.prog.Globals))
	globals = append(globals, c.computed...)
	computed := make(map[*typed.Var]bool, len(c.computed))
	for _, v := range c.computed {
		computed[v] = true
	}
	add := func(v *typed.Var) {
		if v != nil && !computed[v] {
			globals = append(globals, v)
		}
	}
	for _, sym := range c.order {
		add(sym.v)
	}
	for _, v := range c.prog.Globals {
		add(v)
	}
	c.prog.Globals = globals
	c.numberSpecConstants()
}

// ---- Locals -----------------------------------------------------------------

// localVar checks the declaration of a local variable.
func (c *checker) localVar(d *ast.VarDecl, out []typed.Stmt) []typed.Stmt {
	c.checkAttributes(d.Attributes, onLocal)
	c.checkLayouts(&d.Modifiers, onLocal)
	c.refuse(&d.Modifiers)
	st := storageOf(d)
	v := &typed.Var{Name: d.Name.Text, Type: types.Poison, Kind: typed.Local, Span: d.Name.Range, Const: st.konst}
	sym := &symbol{name: v.Name, span: v.Span, kind: symVar, decl: d, v: v, state: resolved, scope: c.scope}
	if d.Type != nil {
		v.Type = c.typeExpr(d.Type)
	} else if d.Init == nil {
		c.errorf(diag.NeedsInitializer, v.Span, "'%s' needs a type or an initial value", v.Name)
	}
	v.Type = c.noCounter(v.Type, v.Span)
	c.memoryQualifiers(v, st.keywords)
	c.incoherent(d, v.Type)
	switch {
	case (st.groupshared || st.static) && c.late:
		c.unsupported(v.Span, "a static or groupshared variable in a deferred statement is")
		c.declare(sym)
		return out
	case st.groupshared || st.static:
		v.Name = c.fn.fn.Name + "_" + v.Name
		if st.groupshared {
			c.groupsharedVar(v, d)
		} else {
			v.Kind = typed.Static
			c.staticVar(sym, v, d)
		}
		c.checkVarType(v, d)
		c.prog.Globals = append(c.prog.Globals, v)
		c.declare(sym)
		return out
	case st.uniform:
		c.errorf(diag.BadModifier, v.Span, "a local variable cannot be uniform")
	}
	decl := &typed.Decl{St: typed.St{S: d.Span()}, Var: v}
	c.localInit(v, d, decl)
	c.checkVarType(v, d)
	if types.IsPoison(v.Type) {
		decl.Init = nil
	}
	c.declare(sym)
	return append(out, decl)
}

// localInit types the initial value. The variable is not in scope in it.
func (c *checker) localInit(v *typed.Var, d *ast.VarDecl, decl *typed.Decl) {
	if d.Init == nil {
		if v.Const && d.Type != nil {
			c.errorf(diag.NeedsInitializer, v.Span, "constant '%s' needs an initial value", v.Name)
		}
		if c.hasDefaults(v.Type) {
			decl.Init = c.defaultValue(v.Type, v.Span)
		}
		return
	}
	x := c.initFor(d.Init, c.declared(v, d))
	decl.Init = x
	if d.Type == nil || unsized(v.Type) || isBad(x) {
		v.Type = x.Type()
	}
	if !v.Const {
		return
	}
	if value := c.constant(x); value == nil {
		c.derive(v, x)
	} else if types.NumComponents(v.Type) > 0 {
		c.setValue(v, value)
	}
}

// temp declares a temporary before the current statement.
func (c *checker) temp(t types.Type, at typed.Expr) *typed.Var {
	v := &typed.Var{Name: "tmp", Type: t, Kind: typed.Local, Span: at.Span(), Assigned: true, Temp: true}
	if c.fn == nil { // in the initial value of a global variable
		v.Kind = typed.Static
		c.prog.Globals = append(c.prog.Globals, v)
		return v
	}
	c.hoist = append(c.hoist, &typed.Decl{St: typed.St{S: at.Span()}, Var: v})
	return v
}
