package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// pointerTo is elem*; what it points to may be a struct whose fields are not known yet.
func (c *checker) pointerTo(k types.Pointer, span source.Span) types.Type {
	switch t := k.Elem.(type) {
	case *types.Resource:
		return c.noPointer(span, t)
	case *types.Pointer:
		if t.Static() {
			return c.noPointer(span, t)
		}
	case *types.Scalar:
		if t == types.Poison {
			return t
		}
		if t.Kind == types.KString {
			return c.noPointer(span, t)
		}
	}
	return c.pool.PointerOf(k)
}

func (c *checker) noPointer(span source.Span, t types.Type) types.Type {
	c.errorf(diag.BadPointer, span, "there are no pointers to '%s': it is no value in memory", t)
	return types.Poison
}

// pointerNames are the generic spellings of pointer types. Behind the pointee, the first args
// say the access and, unless the name fixes that, the address space. A layout can follow.
var pointerNames = [...]struct {
	name  string
	means types.Pointer
	args  int // arguments that Access and AddressSpace values can be
}{
	{"Ptr", types.Pointer{}, 2},
	{"ImmutablePtr", types.Pointer{Access: types.Immutable}, 1},
	{"LayoutPtr", types.Pointer{}, 0},
	{"Ref", types.Pointer{Space: types.Reference}, 0},
	{"ConstRef", types.Pointer{Space: types.Reference, Access: types.ReadOnly}, 0},
}

// pointerType is Ptr<T, access, space> and its kin; nil if name is none of them.
func (c *checker) pointerType(name ast.Name, args []ast.Expr) types.Type {
	for i := range pointerNames {
		row := &pointerNames[i]
		if row.name != name.Text {
			continue
		}
		if len(args) == 0 {
			return c.badArgs(name, "the type that it points to")
		}
		k := row.means
		k.Elem = c.typeArg(args[0])
		if k.Space == types.Reference && !c.resultType {
			c.errorf(diag.BadPointer, name.Range, "'%s' is only the result of a function", name.Text).
				WithHelp("a parameter that is passed by reference is written ref T, a pointer T*")
			return types.Poison
		}
		for i, e := range args[1:] {
			if i == row.args && k.Space != types.Reference {
				if c.pointerLayout(name, e) {
					continue
				}
				return types.Poison
			}
			if i >= row.args {
				return c.badArgs(name, "at most "+itoa(row.args+2)+" arguments")
			}
			t := builtin.AddressSpace
			if i == 0 && row.args == 2 {
				t = builtin.Access
			}
			v := c.enumArg(e, t)
			if v == nil {
				return types.Poison
			}
			if t == builtin.Access {
				k.Access = types.PointerAccess(v.Bits)
			} else {
				k.Space = types.PointerSpace(v.Bits)
			}
		}
		return c.pointerTo(k, name.Range)
	}
	return nil
}

// pointerLayout reports whether an argument names the layout that memory behind pointers has: the scalar one, which is the
// default; another is refused.
func (c *checker) pointerLayout(name ast.Name, e ast.Expr) bool {
	t := c.typeArg(e)
	l, ok := types.DataLayoutOf(t)
	switch {
	case types.IsPoison(t):
		return false
	case ok && (l == types.DefaultDataLayout || l == types.ScalarDataLayout) || c.opaqueInfo(t) != nil:
		return true
	case !ok:
		c.errorf(diag.BadTypeArguments, e.Span(), "'%s' is not a layout of memory", t)
		return false
	}
	c.unsupported(e.Span(), "a layout as an argument of "+name.Text+" is").
		WithHelp("what pointers point to has the natural layout: every scalar and vector at a multiple of the size of its scalars")
	return false
}

// enumArg is a constant of enum t as a generic argument; nil after an error.
func (c *checker) enumArg(e ast.Expr, t *types.Enum) *types.Value {
	x := c.value(e)
	if isBad(x) {
		return nil
	}
	v := c.constant(x)
	if v == nil || x.Type() != types.Type(t) {
		c.errorf(diag.BadTypeArguments, e.Span(), "a constant of '%s' is expected here, as in %s.%s", t, t, builtin.Enumerators(t)[0].Name)
		return nil
	}
	return v
}

// pointer is the type of x as a pointer, nil if it is none.
func pointer(x typed.Expr) *types.Pointer {
	p, _ := x.Type().(*types.Pointer)
	return p
}

// deref is the place that pointer x points to.
func (c *checker) deref(x typed.Expr, span source.Span) typed.Expr {
	p := pointer(x)
	if !c.pointsToMemory(p, span) {
		return c.bad(span)
	}
	return &typed.Deref{E: typed.E{T: p.Elem, S: span}, X: x}
}

// pointsToMemory reports a pointee that is no value in memory.
func (c *checker) pointsToMemory(p *types.Pointer, span source.Span) bool {
	if p.Elem == types.Type(types.Void) {
		c.errorf(diag.BadDeref, span, "'%s' points to nothing that can be accessed", p).
			WithHelp("cast it to a pointer to a type")
		return false
	}
	if types.ContainsResource(p.Elem) {
		c.errorf(diag.BadDeref, span, "'%s' points to a value that holds a resource, which is no memory", p)
		return false
	}
	return p.Static() || !c.noInterface(p.Elem, span, "memory that a pointer reaches")
}

// derefExpr is *X.
func (c *checker) derefExpr(e *ast.UnaryExpr) typed.Expr {
	x := c.value(e.X)
	if isBad(x) {
		return x
	}
	if r, ok := c.userOperator(e.Op, e.OpSpan, e.Span(), x); ok {
		return r
	}
	if handle(x) != nil {
		return c.at(c.followed(x), e.Span())
	}
	x = c.plainPointer(x)
	if pointer(x) == nil {
		c.errorf(diag.BadDeref, e.OpSpan, "'*' needs a pointer, not '%s'", x.Type())
		return c.bad(e.Span())
	}
	return c.deref(x, e.Span())
}

// pointerMember is p.Name and p->Name.
func (c *checker) pointerMember(x typed.Expr, e *ast.MemberExpr) operand {
	place := c.deref(x, x.Span())
	if isBad(place) {
		return operand{}
	}
	m := *e
	m.Arrow = false
	return c.valueMember(place, &m)
}

// plainPointer looks through a constant buffer of a pointer.
func (c *checker) plainPointer(x typed.Expr) typed.Expr {
	if content, ok := contentOf(x.Type()); ok {
		return &typed.Deref{E: typed.E{T: content, S: x.Span()}, X: x}
	}
	return x
}

// addressExpr is &X and __getAddress(X), of which at is the operator or the name.
func (c *checker) addressExpr(operand ast.Expr, at, span source.Span) typed.Expr {
	x := c.expr(operand)
	if isBad(x) {
		return x
	}
	return c.address(x, at, span)
}

// address is the address of the place x.
func (c *checker) address(x typed.Expr, at, span source.Span) typed.Expr {
	if p, ok := x.(*typed.Deref); ok && pointer(p.X) != nil { // &*p
		return p.X
	}
	k, why := addressOf(x)
	if why != "" {
		c.errorf(diag.BadAddress, at, "%s has no address", why).
			WithHelp("pointers point into device memory that a pointer was given for, or to groupshared variables")
		return c.bad(span)
	}
	if k.Elem = x.Type(); types.ContainsResource(k.Elem) {
		return c.bad(span)
	}
	c.markAssigned(x)
	return &typed.AddressOf{E: typed.E{T: c.pool.PointerOf(k), S: span}, X: x}
}

// addressOf says what kind of pointer the address of a place is; why is "" or names what has
// no address.
func addressOf(x typed.Expr) (k types.Pointer, why string) {
	for {
		switch y := x.(type) {
		case *typed.VarRef:
			return addressOfVar(y.Var)
		case *typed.Deref:
			if p := pointer(y.X); p != nil {
				return types.Pointer{Access: p.Access, Space: p.Space}, ""
			}
			return k, "a constant buffer"
		case *typed.Index:
			switch t := y.X.Type().(type) {
			case *types.Pointer:
				return types.Pointer{Access: t.Access, Space: t.Space}, ""
			case *types.Resource:
				return k, "an element of a '" + t.String() + "'"
			}
			x = y.X
		case *typed.FieldRef:
			if _, ok := y.X.Type().(*types.Resource); ok {
				return k, "a member of a constant buffer"
			}
			x = y.X
		case *typed.Swizzle:
			if len(y.Comps) > 1 {
				return k, "a swizzle"
			}
			x = y.X
		case *typed.MatrixSwizzle:
			if len(y.Comps) > 1 {
				return k, "a swizzle"
			}
			x = y.X
		case *typed.ByteRef:
			return k, "the content of a byte-address buffer"
		default:
			return k, "a value"
		}
	}
}

// addressOfVar: a parameter that is passed by reference stands for a place in device memory, or in
// groupshared memory if it says so; lowering, which knows the arguments, checks that.
func addressOfVar(v *typed.Var) (k types.Pointer, why string) {
	switch v.Kind {
	case typed.GroupShared:
		k.Space = types.SharedPointer
		return k, ""
	case typed.Param:
		if v.Shared {
			k.Space = types.SharedPointer
			return k, ""
		}
		switch {
		case v.Dir == typed.ConstRef:
			k.Access = types.ReadOnly
			return k, ""
		case v.Dir == typed.Ref, v.Name == "this" && v.Dir == typed.InOut:
			return k, ""
		}
		return k, "parameter '" + v.Name + "', a copy of its argument,"
	case typed.Uniform:
		return k, "shader parameter '" + v.Name + "'"
	case typed.Static:
		return k, "static variable '" + v.Name + "', of which each invocation has its own,"
	}
	return k, "local variable '" + v.Name + "'"
}

// ---- Operators --------------------------------------------------------------

// pointerBinary is x op y where an operand is a pointer; ok is false if none is.
func (c *checker) pointerBinary(b typed.BinaryOp, opSpan, span source.Span, x, y typed.Expr) (typed.Expr, bool) {
	x, y = c.plainPointer(x), c.plainPointer(y)
	px, py := pointer(x), pointer(y)
	switch {
	case px == nil && py == nil:
		return nil, false
	case b.IsComparison():
		if r := c.comparePointers(b, span, x, y); r != nil {
			return r, true
		}
	case (b == typed.Add || b == typed.Sub) && px != nil && py == nil:
		if n := c.pointerOffset(px, y, opSpan); n != nil {
			return c.offset(b, x, n, span), true
		}
		return c.bad(span), true
	case b == typed.Add && px == nil:
		if n := c.pointerOffset(py, x, opSpan); n != nil {
			return c.offset(b, y, n, span), true
		}
		return c.bad(span), true
	}
	c.badOperands(b.String(), opSpan, x.Type(), y.Type())
	return c.bad(span), true
}

func (c *checker) offset(b typed.BinaryOp, p, n typed.Expr, span source.Span) typed.Expr {
	if isBad(n) {
		return n
	}
	return &typed.Binary{E: typed.E{T: p.Type(), S: span}, Op: b, X: p, Y: n}
}

// comparePointers compares addresses; nil if the operands do not compare.
func (c *checker) comparePointers(b typed.BinaryOp, span source.Span, x, y typed.Expr) typed.Expr {
	t := types.Join(x.Type(), y.Type())
	if px, py := pointer(x), pointer(y); t == nil && px != nil && py != nil && px.Elem == py.Elem && px.Space == py.Space {
		t = px // they differ in access only
	}
	p, ok := t.(*types.Pointer)
	if !ok || p.Static() {
		return nil
	}
	return &typed.Binary{E: typed.E{T: types.Bool, S: span}, Op: b, X: c.convert(x, p), Y: c.convert(y, p)}
}

// pointerOffset is the integer that is added to a pointer; nil if n is none, bad after an error.
func (c *checker) pointerOffset(p *types.Pointer, n typed.Expr, at source.Span) typed.Expr {
	s := types.ElemScalar(plainEnum(n.Type()))
	if s == nil || types.NumComponents(n.Type()) != 1 || !s.Kind.IsInt() {
		c.badOperands("+", at, p, n.Type())
		return nil
	}
	if !c.pointsToMemory(p, at) {
		return c.bad(at)
	}
	return c.convert(n, s)
}

// pointerAssign is p += n and p -= n; ok is false if l is no pointer.
func (c *checker) pointerAssign(b typed.BinaryOp, e *ast.AssignExpr, l, r typed.Expr) (typed.Expr, bool) {
	p := pointer(l)
	if p == nil {
		return nil, false
	}
	if b != typed.Add && b != typed.Sub {
		c.badOperands(e.Op, e.OpSpan, p, r.Type())
		return c.bad(e.Span()), true
	}
	n := c.pointerOffset(p, r, e.OpSpan)
	if n == nil || isBad(n) {
		return c.bad(e.Span()), true
	}
	if p.Static() { // the variable is bound anew
		return assign(l, c.offset(b, l, n, e.Span())), true
	}
	return &typed.OpAssign{E: typed.E{T: p, S: e.Span()}, Op: b, L: l, R: n}, true
}

// ---- Conversions ------------------------------------------------------------

// fromPointer converts pointer x to a type that it converts to.
func (c *checker) fromPointer(x typed.Expr, to types.Type) typed.Expr {
	t, ok := to.(*types.Scalar)
	switch {
	case !ok || t.Bits == 64:
		return conversion(x, to, typed.Bitcast)
	case t == types.Bool:
		null := &typed.Const{E: typed.E{T: x.Type(), S: x.Span()}, Value: types.Zero(x.Type())}
		return &typed.Binary{E: typed.E{T: types.Bool, S: x.Span()}, Op: typed.Ne, X: x, Y: null}
	}
	return numeric(conversion(x, types.Uint64, typed.Bitcast), t)
}

// truth is whether a pointer is not null, and x if it is none.
func (c *checker) truth(x typed.Expr) typed.Expr {
	if p := pointer(x); p != nil && !p.Static() {
		return c.fromPointer(x, types.Bool)
	}
	return x
}

// toPointer converts the integer x to pointer p.
func (c *checker) toPointer(x typed.Expr, p *types.Pointer) typed.Expr {
	s := types.Uint64
	if f := types.ElemScalar(x.Type()); f != nil && f.Kind.IsSigned() {
		s = types.Int64
	}
	return conversion(c.convert(x, s), p, typed.Bitcast)
}

// ---- Functions --------------------------------------------------------------

// pointerFuncs are the functions of the language that take pointers and generic arguments that
// say how the access is made: an alignment, for the coherent ones a scope too.
var pointerFuncs = [...]pointerFunc{
	{"loadAligned", false, false}, {"loadCoherent", false, true},
	{"storeAligned", true, false}, {"storeCoherent", true, true},
}

type pointerFunc struct {
	name            string
	store, coherent bool
}

// pointerCall is a call of __getAddress or of a function in pointerFuncs; ok is false for others.
func (c *checker) pointerCall(e *ast.CallExpr) (x typed.Expr, ok bool) {
	name, isName := e.Fun.(*ast.NameExpr)
	if !isName {
		return nil, false
	}
	text := name.Name.Text
	at := slices.IndexFunc(pointerFuncs[:], func(f pointerFunc) bool { return f.name == text })
	switch {
	case at < 0 && text != "__getAddress", c.lookup(text) != nil:
		return nil, false
	case at < 0:
		if c.argumentCount(e, name, 1) {
			return c.addressExpr(e.Args[0], name.Name.Range, e.Span()), true
		}
		return c.bad(e.Span()), true
	}
	f := &pointerFuncs[at]
	n := 1
	if f.store {
		n = 2
	}
	if !c.argumentCount(e, name, n) {
		return c.bad(e.Span()), true
	}
	return c.pointerAccess(e, name, f.store, f.coherent), true
}

// argumentCount reports a call with another number of arguments than n.
func (c *checker) argumentCount(e *ast.CallExpr, name *ast.NameExpr, n int) bool {
	if len(e.Args) == n {
		return true
	}
	c.errorf(diag.NoOverload, name.Name.Range, "'%s' takes %d arguments, not %d", name.Name.Text, n, len(e.Args))
	return false
}

// pointerAccess is a load or store through a pointer with an alignment and a scope.
func (c *checker) pointerAccess(e *ast.CallExpr, name *ast.NameExpr, store, coherent bool) typed.Expr {
	place := &typed.Deref{E: typed.E{S: e.Span()}}
	ok := c.accessArgs(place, name, coherent)
	x := c.plainPointer(c.value(e.Args[0]))
	if isBad(x) {
		return x
	}
	p := pointer(x)
	if p == nil {
		c.errorf(diag.BadDeref, e.Args[0].Span(), "'%s' needs a pointer, not '%s'", name.Name.Text, x.Type())
		return c.bad(e.Span())
	}
	if !c.pointsToMemory(p, e.Args[0].Span()) || !ok {
		return c.bad(e.Span())
	}
	place.T, place.X = p.Elem, x
	if !store {
		return c.read(place)
	}
	v := c.initFor(e.Args[1], p.Elem)
	if isBad(v) || !c.assignable(place, e.Args[0].Span()) {
		return c.bad(e.Span())
	}
	return &typed.Assign{E: typed.E{T: types.Void, S: e.Span()}, L: place, R: v}
}

// accessArgs reads <alignment> or <alignment, scope>.
func (c *checker) accessArgs(place *typed.Deref, name *ast.NameExpr, coherent bool) bool {
	want, what := 1, "an alignment"
	if coherent {
		want, what = 2, "an alignment and a MemoryScope"
	}
	if len(name.Args) < want {
		c.errorf(diag.BadTypeArguments, name.Name.Range, "'%s' takes %s in < >", name.Name.Text, what)
		return false
	}
	v := c.constInt(name.Args[0], "the alignment")
	if v == nil {
		return false
	}
	if place.Align = int(v.Bits); v.Bits == 0 || v.Bits&(v.Bits-1) != 0 || v.Bits > 1<<16 {
		c.errorf(diag.BadTypeArguments, name.Args[0].Span(), "an alignment is a power of two, not %s", v)
		return false
	}
	if !coherent {
		return true
	}
	s := c.enumArg(name.Args[1], builtin.MemoryScope)
	if s == nil {
		return false
	}
	scope, ok := builtin.ScopeOf(s.Int())
	if !ok {
		c.errorf(diag.BadTypeArguments, name.Args[1].Span(), "no target has the scope CrossDevice").
			WithHelp("use MemoryScope.Device")
		return false
	}
	place.Coherent = scope
	return true
}

// incoherent refuses globallycoherent on a pointer: it says nothing of what is pointed to.
func (c *checker) incoherent(d *ast.VarDecl, t types.Type) {
	c.unqualified(d, t)
	if _, ok := t.(*types.Pointer); !ok {
		return
	}
	for _, k := range storageOf(d).keywords {
		if k.Text == "globallycoherent" || k.Text == "coherent" {
			c.errorf(diag.CoherentPointer, k.Range, "'%s' cannot qualify a pointer", k.Text).
				WithHelp("say it at the access: loadCoherent<alignment, scope>(p) and storeCoherent<alignment, scope>(p, value)")
		}
	}
}

// ---- References as results --------------------------------------------------

// reference is the type of x as the result of a function that returns Ref<T>, nil for others.
func reference(t types.Type) *types.Pointer {
	if p, ok := t.(*types.Pointer); ok && p.Space == types.Reference {
		return p
	}
	return nil
}

// returned is what a function that returns Ref<T> gives: the place itself, not a copy.
func (c *checker) returned(e ast.Expr, r *types.Pointer) typed.Expr {
	x := c.expr(e)
	switch {
	case isBad(x) || types.IsPoison(r.Elem):
		return c.bad(e.Span())
	case !isPlace(x) || x.Type() != r.Elem:
		c.errorf(diag.BadReturn, e.Span(), "a function that returns '%s' must return a variable or an element of type '%s'", r, r.Elem)
		return c.bad(e.Span())
	}
	if r.Access == types.ReadWrite {
		if !c.assignable(x, e.Span()) {
			return c.bad(e.Span())
		}
	}
	return &typed.AddressOf{E: typed.E{T: r, S: e.Span()}, X: x}
}

// result is the value of a call: the place that a returned reference stands for.
func (c *checker) result(x typed.Expr) typed.Expr {
	if call, ok := x.(*typed.Call); ok {
		if r := reference(call.T); r != nil {
			return &typed.Deref{E: typed.E{T: r.Elem, S: call.S}, X: call}
		}
	}
	return x
}
