package sema

import (
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// function is a declared function, method or constructor; of a generic one, an
// instance.
type function struct {
	name     string
	decl     *ast.FuncDecl
	scope    *scope // that it is declared in, with the generic arguments of an instance
	owner    *structInfo
	static   bool
	private  bool
	hidden   bool // from other modules
	mutating bool
	refers   bool // a ref accessor: what it returns is a place
	reads    bool // and its property has no getter
	isEntry  bool
	accessor bool         // of a property or subscript
	assigned ast.TypeExpr // of a setter: the type of its property

	state    state
	params   []parameter
	required int // parameters without a default
	result   types.Type
	fn       *typed.Func
	queued   bool
	busy     bool // a default value is being checked
	calls    []call
	insts    instances[*function] // of a generic function
	depth    int                  // of instances that instantiated one another
	suffix   string               // generic arguments of an instance
	firstUse source.Span          // the name in the first call
	checked  state                // for the search for recursion
	dispatch func() []typed.Stmt  // makes the body, instead of the source
	readOnly *function            // of a setter: for receivers that cannot be written
	usedAt   source.Span          // of such a function: the first use
	origin   source.Span          // the name or keyword of the declaration, one for all instances; none of what is made
	template *function            // of an instance of a generic function
	from     memberSource         // of a member that the type itself does not declare
}

type parameter struct {
	v    *typed.Var
	init ast.Expr // default value, nil if none
}

// call is one call, for the recursion check.
type call struct {
	to   *function
	span source.Span
}

// signature resolves parameters and result.
func (c *checker) signature(f *function) {
	if f.state != unresolved {
		return
	}
	if c.def != nil && shared(f.scope) {
		defer c.aloud()()
	}
	f.state = resolving
	defer c.enter(env{scope: f.scope, decl: f.decl, recording: c.recordsFunction(f)})()
	d := f.decl
	c.checkAttributes(d.Attributes, funcPlace(f))
	c.checkLayouts(&d.Modifiers, funcPlace(f))
	c.refuse(&d.Modifiers)
	if d.Throws != nil {
		c.unsupported(d.Throws.Span(), "functions that throw are")
	}
	if k := d.Has("some"); k != nil {
		c.unsupported(k.Range, "a result of an unnamed type is")
	}
	f.result = types.Void
	if d.Result != nil {
		c.resultType = true
		f.result = c.onlyVariable(c.typeExpr(d.Result), d.Result.Span(), "a result")
		c.resultType = false
		if a, ok := f.result.(*types.Array); ok && a.Len == types.Unsized {
			c.errorf(diag.BadVariableType, d.Result.Span(), "a function cannot return an array without a size")
			f.result = types.Poison
		}
	}
	if f.refers && !types.IsPoison(f.result) {
		f.result = c.pointerTo(types.Pointer{Elem: f.result, Space: types.Reference}, d.Result.Span())
	}
	f.fn = &typed.Func{Name: f.fullName(), Span: d.Name.Range, Result: f.result}
	f.fn.NoInline = attribute(d.Attributes, "noinline") != nil
	f.fn.ForceInline = attribute(d.Attributes, "ForceInline") != nil
	if f.owner != nil && !f.static {
		f.fn.This = c.receiver(f)
	}
	for i, p := range d.Params {
		if i == maxParams {
			c.errorf(diag.TooLarge, p.Span(), "a function has at most %d parameters", maxParams)
		}
		f.params = append(f.params, c.parameter(f, p))
	}
	if last := len(f.params) - 1; f.assigned != nil && last >= 0 {
		if t, v := c.typeExpr(f.assigned), f.params[last].v; t != v.Type && !types.IsPoison(t) && !types.IsPoison(v.Type) {
			c.errorf(diag.TypeMismatch, v.Span, "'%s' gets a '%s', but what is set is a '%s'", v.Name, v.Type, t)
		}
	}
	for i, p := range f.params {
		f.fn.Params = append(f.fn.Params, p.v)
		if p.init == nil {
			f.required = i + 1
		}
	}
	c.checkDefaults(f)
	f.state = resolved
}

// checkDefaults reports a parameter without a default value behind one that has one: no call
// could use that default.
func (c *checker) checkDefaults(f *function) {
	for i, p := range f.params {
		if p.init == nil || i+1 >= f.required {
			continue
		}
		for _, q := range f.params[i+1:] {
			if q.init == nil {
				c.errorf(diag.NeedsInitializer, q.v.Span, "parameter '%s' needs a default value, as '%s' before it has one", q.v.Name, p.v.Name).
					Note(p.v.Span, "'%s' is declared here", p.v.Name)
				return
			}
		}
	}
}

// fullName is the name with the type's name for methods: Counter_bump.
func (f *function) fullName() string {
	name := strings.ReplaceAll(qualified(f.scopeOfName(), f.name+f.suffix), ".", "_")
	return identifier(name)
}

// spelling is the name as the source would write it: Vec<float>.get<int>.
func (f *function) spelling() string {
	if f.owner != nil && f.owner.t != nil {
		return f.owner.t.Name + "." + f.name + f.suffix
	}
	return f.name + f.suffix
}

func (f *function) scopeOfName() *scope {
	s := f.scope
	for s != nil && s.kind != namespaceScope && s.kind != typeScope {
		s = s.parent
	}
	return s
}

// identifier replaces what cannot stand in an identifier: the names of generic
// instances contain < and >.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r == '_':
			return r
		}
		return '_'
	}, s)
}

// receiver makes the this of a method. It is a copy only if the type can be
// copied: a receiver with atomics is passed by reference.
func (c *checker) receiver(f *function) *typed.Var {
	v := &typed.Var{Name: "this", Type: f.owner.this(), Kind: typed.Param, Span: f.decl.Name.Range}
	switch {
	case f.mutating:
		v.Dir = typed.InOut
	case types.ContainsAtomic(f.owner.this()):
		v.Dir = typed.ConstRef
	}
	v.Const = !f.mutating
	return v
}

// directions maps the modifier of a parameter to its passing mode.
var directions = [...]struct {
	keyword string
	dir     typed.Dir
}{
	{"in", typed.In}, {"out", typed.Out}, {"inout", typed.InOut},
	{"ref", typed.Ref}, {"__ref", typed.Ref}, {"constref", typed.ConstRef}, {"__constref", typed.ConstRef},
	{"borrow", typed.ConstRef}, {"groupshared", typed.Ref},
}

func (c *checker) parameter(f *function, d *ast.VarDecl) parameter {
	v := &typed.Var{Name: d.Name.Text, Type: types.Poison, Kind: typed.Param, Span: nameOr(d.Name, d)}
	keywords := append(typeModifiers(d.Type), d.Keywords...)
	has := func(name string) bool {
		for _, k := range keywords {
			if k.Text == name {
				return true
			}
		}
		return false
	}
	for _, k := range keywords {
		for _, dir := range directions {
			if k.Text == dir.keyword {
				v.Dir = dir.dir
			}
		}
	}
	if has("in") && has("out") {
		v.Dir = typed.InOut
	}
	v.Shared = has("groupshared")
	v.Const = has("const") || v.Dir == typed.ConstRef
	c.memoryQualifiers(v, keywords)
	c.refuse(&d.Modifiers)
	c.placeAttributes(d.Attributes, onParam)
	c.checkLayouts(&d.Modifiers, onParam)
	switch {
	case d.Type != nil:
		v.Type = c.typeExpr(d.Type)
	case d.Init != nil:
		v.Type = c.value(d.Init).Type()
	default:
		c.errorf(diag.NeedsInitializer, v.Span, "parameter '%s' needs a type", v.Name)
	}
	c.incoherent(d, v.Type)
	v.Type = c.onlyVariable(v.Type, v.Span, "a parameter")
	if a, ok := v.Type.(*types.Array); ok && a.Len == types.Unsized && !types.ContainsResource(a) {
		c.unsupported(v.Span, "a parameter that is an array without a size is")
		v.Type = types.Poison
	}
	if v.Type == types.Type(types.Void) {
		c.errorf(diag.BadVariableType, v.Span, "parameter '%s' cannot have type 'void'", v.Name)
		v.Type = types.Poison
	}
	if d.Init != nil && (v.Dir == typed.Out || v.Dir == typed.InOut || v.Dir == typed.Ref) {
		c.errorf(diag.NoInitializer, d.Init.Span(), "an out or inout parameter cannot have a default value")
	}
	return parameter{v, d.Init}
}

// memoryQualifiers reads globallycoherent and its kin.
func (c *checker) memoryQualifiers(v *typed.Var, keywords []ast.Name) {
	for _, k := range keywords {
		switch k.Text {
		case "globallycoherent", "coherent":
			v.Coherent = true
		case "volatile":
			v.Volatile = true
			c.volatileMisleads(k)
		case "readonly":
			v.ReadOnly = true
		case "row_major":
			v.RowMajor = true
		case "column_major":
			v.ColumnMajor = true
		}
	}
}

// volatileMisleads warns of volatile where a C programmer would expect more of it than
// GLSL promises.
func (c *checker) volatileMisleads(k ast.Name) {
	if !c.glslVisible() {
		c.diags.Report(diag.VolatileAccess, k.Range, "volatile makes no access atomic and orders nothing").
			WithHelp("use Atomic<T>, with the memory orders that the algorithm needs")
	}
}

// resolveOverloads resolves the signatures of an overload set and merges
// declarations with the definition they announce.
func (c *checker) resolveOverloads(sym *symbol) {
	kept := sym.fns[:0:0]
	for _, f := range sym.fns {
		if f.decl.Generics == nil {
			c.signature(f)
		}
		merged := false
		for i, old := range kept {
			if !sameParams(old, f) {
				continue
			}
			merged = true
			switch {
			case !types.IsPoison(old.result) && !types.IsPoison(f.result) && old.result != f.result:
				c.errorf(diag.ResultConflict, f.decl.Name.Range, "'%s' is declared here to return '%s', but '%s' before", f.name, f.result, old.result).
					Note(old.decl.Name.Range, "the earlier declaration of '%s'", f.name)
			case old.decl.Body != nil && f.decl.Body != nil:
				c.errorf(diag.Redefinition, f.decl.Name.Range, "function '%s' is already defined with these parameters", f.name).
					Note(old.decl.Name.Range, "the earlier definition of '%s'", f.name)
			}
			definition, other := old, f
			if old.decl.Body == nil && f.decl.Body != nil {
				definition, other = f, old
				kept[i] = f
			}
			inheritDefaults(definition, other)
			break
		}
		if !merged {
			kept = append(kept, f)
		}
	}
	sym.fns = kept
}

// inheritDefaults gives to the default values that only from states.
func inheritDefaults(to, from *function) {
	to.required = 0
	for i := range to.params {
		if to.params[i].init == nil {
			to.params[i].init = from.params[i].init
		}
		if to.params[i].init == nil {
			to.required = i + 1
		}
	}
}

func sameParams(f, g *function) bool {
	if f.decl.Generics != nil || g.decl.Generics != nil || len(f.params) != len(g.params) {
		return false
	}
	for i := range f.params {
		a, b := f.params[i].v, g.params[i].v
		if a.Type != b.Type || types.IsPoison(a.Type) || (a.Dir == typed.In) != (b.Dir == typed.In) {
			return false
		}
	}
	return true
}

// want queues the body of f and returns its instance.
func (c *checker) want(f *function) *typed.Func {
	c.signature(f)
	if c.def == nil && !f.queued {
		f.queued = true
		if f.decl.Body != nil {
			c.prog.Funcs = append(c.prog.Funcs, f.fn)
			c.queue = append(c.queue, f)
		}
	}
	return f.fn
}

// checkBodies checks the queued bodies, those of the entry points and what they
// call first, then all other functions of the file.
func (c *checker) checkBodies() {
	next := 0
	for {
		for len(c.queue) > 0 {
			f := c.queue[0]
			c.queue = c.queue[1:]
			c.body(f)
		}
		if next == len(c.functions) {
			return
		}
		if f := c.functions[next]; f.decl.Body != nil {
			c.want(f)
		}
		next++
	}
}

// body checks the body of f.
func (c *checker) body(f *function) {
	c.define(f)
	c.all = append(c.all, f)
	if name := f.spelling(); c.def == nil && strings.Contains(name, "<") {
		f.fn.Instance, f.fn.UsedAt = name, f.firstUse
		defer c.diags.Within(name, f.firstUse)()
	}
	defer c.enter(env{scope: f.scope, decl: f.decl, fn: f, recording: c.recordsFunction(f)})()
	pop := c.push(functionScope)
	defer pop()
	for i, p := range f.params {
		d := f.decl.Params[i]
		if p.v.Name != "" {
			c.declare(&symbol{name: p.v.Name, span: p.v.Span, kind: symVar, decl: d, state: resolved, v: p.v})
		}
		if p.init != nil {
			c.initFor(p.init, p.v.Type) // report faults even if no call uses it
		}
	}
	block := &typed.Block{St: typed.St{S: f.decl.Body.Span()}}
	popBody := c.push(blockScope) // a local may hide a parameter
	if f.dispatch != nil {
		block.List = f.dispatch()
	} else {
		block.List = c.stmts(f.decl.Body.List)
	}
	popBody()
	f.fn.Body = block
	if f.result != types.Type(types.Void) && !types.IsPoison(f.result) && !endsFlow(block.List) {
		c.missingReturn(f, block)
	}
}

// missingReturn warns that the end of f can be reached and returns zero there.
func (c *checker) missingReturn(f *function, block *typed.Block) {
	end := f.decl.Body.Span()
	if end.End > end.Start {
		end.Start = end.End - 1
	}
	c.errorf(diag.MissingReturn, end, "'%s' can reach its end without returning a value of type '%s'", f.name, f.result)
	if types.ContainsResource(f.result) || types.ContainsAtomic(f.result) {
		c.errorf(diag.BadReturn, end, "'%s' must return a value of type '%s' on every path", f.name, f.result)
		return
	}
	x := c.defaultValue(f.result, end)
	block.List = append(block.List, &typed.Return{St: typed.St{S: end}, X: x})
}

// checkRecursion reports each cycle of calls once.
func (c *checker) checkRecursion() {
	var visit func(f *function)
	visit = func(f *function) {
		f.checked = resolving
		for _, k := range f.calls {
			switch k.to.checked {
			case unresolved:
				visit(k.to)
			case resolving:
				what := "calls itself"
				if k.to != f {
					what = "calls itself through '" + f.name + "'"
				}
				c.errorf(diag.Recursion, k.span, "'%s' %s; recursion is not possible in a shader", k.to.name, what).
					Note(k.to.decl.Name.Range, "'%s' is defined here", k.to.name)
			}
		}
		f.checked = resolved
	}
	for _, f := range c.all {
		if f.checked == unresolved {
			visit(f)
		}
	}
}
