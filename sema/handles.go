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

// A descriptor handle, DescriptorHandle<T> or T.Handle, is two numbers that can be kept in any memory. What it means is an
// element of the heap of T: an array without a size that the compiler declares when a handle of that type is followed first.
// All handles of one type choose from that one array, so whatever holds of one may hold of all (lowering.md §1, SeqCst objects).

// handleName is the generic spelling of handles, handleMember the short one.
const (
	handleName   = "DescriptorHandle"
	handleMember = "Handle"
)

// followName is the function that says the conversion of a handle to what it means. In Slang a program can replace it, and its
// replacement call the other.
const (
	followName        = "getDescriptorFromHandle"
	defaultFollowName = "defaultGetDescriptorFromHandle"
)

// handleType resolves DescriptorHandle<T>.
func (c *checker) handleType(name ast.Name, args []ast.Expr) types.Type {
	if len(args) != 1 {
		return c.badArgs(name, "the type of a resource")
	}
	t := c.typeArg(args[0])
	if types.IsPoison(t) {
		return t
	}
	return c.handleOf(t, args[0].Span())
}

// handleOf is the handle of a t, poison after an error.
func (c *checker) handleOf(t types.Type, at source.Span) types.Type {
	r, ok := t.(*types.Resource)
	switch {
	case isCombined(t):
		return c.pool.HandleOf(t)
	case !ok:
		c.errorf(diag.BadTypeArguments, at, "there are no handles of '%s': a handle means a buffer, a texture or a sampler", t)
		return types.Poison
	case r.Kind == types.ParameterBlock:
		c.errorf(diag.BadTypeArguments, at, "there are no handles of '%s': it is several descriptors", t)
		return types.Poison
	case r.Kind == types.AppendStructuredBuffer || r.Kind == types.ConsumeStructuredBuffer:
		c.unsupported(at, "a handle of a buffer with a counter is")
		return types.Poison
	case r.RasterOrdered:
		c.unsupported(at, "a handle of a "+r.Name+" is")
		return types.Poison
	case r.Kind == types.ConstantBuffer && types.ContainsResource(r.Elem):
		c.unsupported(at, "a handle of a constant buffer that holds resources is")
		return types.Poison
	}
	return c.pool.HandleOf(t)
}

// isHandleMember reports whether name is the handle type of t.
func isHandleMember(t types.Type, name string) bool {
	_, ok := t.(*types.Resource)
	return (ok || isCombined(t)) && name == handleMember
}

// handleSymbol is the handle type of t as what a name stands for; nil after an error.
func (c *checker) handleSymbol(t types.Type, name ast.Name) *symbol {
	h := c.handleOf(t, name.Range)
	if types.IsPoison(h) {
		return nil
	}
	return &symbol{name: name.Text, kind: symType, typ: h, state: resolved}
}

func handle(x typed.Expr) *types.Handle {
	h, _ := x.Type().(*types.Handle)
	return h
}

// followed is the resource that x means if it is a handle, x itself if it is not.
func (c *checker) followed(x typed.Expr) typed.Expr {
	h := handle(x)
	switch {
	case h == nil:
		return x
	case h.Untyped():
		c.errorf(diag.BadDeref, x.Span(), "what an element of a heap of descriptors means is not known here").
			WithHelp("assign it to a variable of the type that it has, or cast it")
		return c.bad(x.Span())
	}
	heap := c.heap(h.Of, x.Span())
	return &typed.Index{E: typed.E{T: h.Of, S: x.Span()}, X: &typed.VarRef{E: typed.E{T: heap.Type, S: x.Span()}, Var: heap}, I: x}
}

// heapElement is ResourceDescriptorHeap[I] and SamplerDescriptorHeap[I], as in HLSL: a handle without a type; nil for other expressions.
func (c *checker) heapElement(e *ast.IndexExpr) typed.Expr {
	name, ok := e.X.(*ast.NameExpr)
	if !ok || len(e.Args) != 1 || name.Global || c.lookup(name.Name.Text) != nil {
		return nil
	}
	of := types.AnyResource
	switch name.Name.Text {
	case "ResourceDescriptorHeap":
	case "SamplerDescriptorHeap":
		of = types.AnySampler
	default:
		return nil
	}
	i := c.value(e.Args[0])
	if isBad(i) {
		return i
	}
	if i = c.indexValue(i, 1); isBad(i) {
		return i
	}
	zero := &typed.Const{E: typed.E{T: types.Uint, S: e.Span()}, Value: types.Zero(types.Uint)}
	bits := c.construct(types.HandleBits(), []typed.Expr{c.convert(i, types.Uint), zero}, e.Span())
	return conversion(bits, c.pool.HandleOf(of), typed.Bitcast)
}

// heap is the array that the handles of a t choose from.
func (c *checker) heap(t types.Type, at source.Span) *typed.Var {
	if v := c.heaps[t]; v != nil {
		return v
	}
	name := strings.TrimRight(identifier("heap_"+t.String()), "_") // without the > of arguments
	v := &typed.Var{Name: name, Type: c.pool.ArrayOf(t, types.Unsized), Kind: typed.Uniform, Span: at, Const: true, Heap: true}
	if c.heaps == nil {
		c.heaps = map[types.Type]*typed.Var{}
	}
	c.heaps[t] = v
	c.prog.Globals = append(c.prog.Globals, v)
	return v
}

// toHandle converts x, of the bits of a handle, to handle type h.
func (c *checker) toHandle(x typed.Expr, h *types.Handle) typed.Expr {
	if handle(x) != nil { // an untyped one
		return conversion(x, h, typed.Bitcast)
	}
	var bits types.Type = types.HandleBits()
	if types.NumComponents(x.Type()) == 1 {
		bits = types.Uint64
	}
	return conversion(c.convert(x, bits), h, typed.Bitcast)
}

// fromHandle converts handle x to its bits, or what it means to another type.
func (c *checker) fromHandle(x typed.Expr, to types.Type) typed.Expr {
	if to == types.Type(types.HandleBits()) || to == types.Type(types.Uint64) {
		return conversion(x, to, typed.Bitcast)
	}
	if handle(x).Untyped() { // the resource that is wanted says which heap it is
		h := c.handleOf(to, x.Span())
		if types.IsPoison(h) {
			return c.bad(x.Span())
		}
		return c.followed(conversion(x, h, typed.Bitcast))
	}
	return c.convert(c.followed(x), to)
}

// compareHandles is x == y and x != y of handles of one type; false if x and y are none.
func (c *checker) compareHandles(op string, span source.Span, x, y typed.Expr) (typed.Expr, bool) {
	if op != "==" && op != "!=" || handle(x) == nil || x.Type() != y.Type() {
		return nil, false
	}
	b, all := typed.Eq, builtin.OpAll
	if op == "!=" {
		b, all = typed.Ne, builtin.OpAny
	}
	bits := types.HandleBits()
	each := &typed.Binary{E: typed.E{T: types.WithElem(bits, types.Bool), S: span}, Op: b, X: conversion(x, bits, typed.Bitcast), Y: conversion(y, bits, typed.Bitcast)}
	return &typed.Intrinsic{E: typed.E{T: types.Bool, S: span}, Op: all, Args: []typed.Expr{each}}, true
}

// followCall is a call of one of the functions that say the conversion of a handle to what it means; ok is false for others.
func (c *checker) followCall(e *ast.CallExpr) (x typed.Expr, ok bool) {
	name, isName := e.Fun.(*ast.NameExpr)
	if !isName || name.Name.Text != followName && name.Name.Text != defaultFollowName || c.lookup(name.Name.Text) != nil {
		return nil, false
	}
	if len(e.Args) == 2 && name.Name.Text == defaultFollowName {
		c.unsupported(e.Args[1].Span(), "a choice of bindings for handles is")
		return c.bad(e.Span()), true
	}
	if !c.argumentCount(e, name, 1) {
		return c.bad(e.Span()), true
	}
	if x = c.value(e.Args[0]); !isBad(x) && handle(x) == nil {
		c.errorf(diag.BadDeref, e.Args[0].Span(), "'%s' needs a handle, not '%s'", name.Name.Text, x.Type())
		return c.bad(e.Span()), true
	}
	return c.followed(x), true
}

// nonUniformHandle is nonuniform(handle), nil for other calls.
func (c *checker) nonUniformHandle(o *operand, args []argument, span source.Span) typed.Expr {
	if len(o.rows) == 0 || o.fns != nil || o.name.Text != "nonuniform" || len(args) != 1 || args[0].x == nil || handle(args[0].x) == nil {
		return nil
	}
	x := args[0].x
	return &typed.Intrinsic{E: typed.E{T: x.Type(), S: span}, Op: builtin.OpNonUniform, Name: o.name.Text, Args: []typed.Expr{x}}
}

// constructHandle is DescriptorHandle<T>(bits) and { bits }.
func (c *checker) constructHandle(t *types.Handle, args []ast.Expr, e ast.Expr) typed.Expr {
	switch len(args) {
	case 0:
		return c.defaultValue(t, e.Span())
	case 1:
		if list, ok := args[0].(*ast.InitListExpr); ok {
			return c.initList(list, t)
		}
		return c.cast(c.value(args[0]), t, e)
	}
	for _, a := range args {
		c.expr(a)
	}
	c.errorf(diag.BadConstructor, e.Span(), "'%s' is constructed from one value, not %d", t, len(args))
	return c.bad(e.Span())
}

// unqualified refuses what qualifies the memory or the texels of a resource on a handle: all handles of a type choose
// from one heap, so that it would hold for all of them or be lost.
func (c *checker) unqualified(d *ast.VarDecl, t types.Type) {
	t = elementOf(t)
	if _, ok := t.(*types.Handle); !ok {
		return
	}
	for _, k := range storageOf(d).keywords {
		switch k.Text {
		case "globallycoherent", "coherent", "volatile", "readonly", "writeonly":
			c.unsupported(k.Range, k.Text+" on a handle is")
		}
	}
	for _, name := range [...]string{"format", "vk_image_format"} {
		if a := d.Modifiers.Attribute(name); a != nil {
			c.unsupported(a.Span(), "a format of a handle is")
		}
	}
}
