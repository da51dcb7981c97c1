package sema

import (
	"strconv"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

func itoa(n int) string { return strconv.Itoa(n) }

// callExpr checks a call of a function or method and the construction of a value.
func (c *checker) callExpr(e *ast.CallExpr) operand {
	if x, ok := c.namedCall(e); ok {
		return valueOf(x)
	}
	if x, ok := c.followCall(e); ok {
		return valueOf(x)
	}
	if x, ok := c.pointerCall(e); ok {
		return valueOf(x)
	}
	o := c.operand(e.Fun)
	switch o.mode {
	case modeType:
		return valueOf(c.constructCall(o.typ, e))
	case modeFuncs:
		return valueOf(c.call(&o, e))
	case modeValue:
		if f := c.callOperatorOf(o.x, e.Fun); f.mode == modeFuncs {
			return valueOf(c.call(&f, e))
		}
		c.errorf(diag.NotCallable, e.Fun.Span(), "a value of type '%s' cannot be called", o.x.Type())
	case modeProperty:
		c.errorf(diag.NotCallable, e.Fun.Span(), "%s cannot be called", propertyText(&o))
	case modeNamespace:
		c.exprOf(o, e.Fun)
	}
	for _, a := range e.Args { // report what is wrong with them too; what is called may take functions or types
		if _, list := a.(*ast.InitListExpr); !list {
			c.operand(a)
		}
	}
	return operand{}
}

// callOperatorName is the name of the method that makes values callable.
const callOperatorName = "operator()"

// callOperatorOf is the method operator() of what x is, if its type has one.
func (c *checker) callOperatorOf(x typed.Expr, fun ast.Expr) operand {
	t, _ := contentOf(x.Type())
	info := c.membersOf(t)
	if info == nil || info.scope == nil || info.declarer(callOperatorName).scope.find(callOperatorName) == nil {
		return operand{}
	}
	return c.valueMember(x, &ast.MemberExpr{Name: ast.Name{Text: callOperatorName, Range: fun.Span()}})
}

// call checks a call of o.
func (c *checker) call(o *operand, e *ast.CallExpr) typed.Expr {
	args, ok := c.arguments(e.Args)
	if !ok {
		return c.bad(e.Span())
	}
	if o.fns == nil && o.rows == nil { // getCount of an array
		if len(args) > 0 {
			c.errorf(diag.NoOverload, o.name.Range, "'%s' takes no arguments", o.name.Text)
		}
		return c.at(o.recv, e.Span())
	}
	if o.rows != nil && c.choseLanguage(o.name.Range) {
		rest := *o
		rest.fns = nil
		o = &rest
	}
	if x, ok := c.lesserOrGreater(o, args, e.Span()); ok {
		return x
	}
	if x := c.nonUniformHandle(o, args, e.Span()); x != nil {
		return x
	}
	args = withSampler(o, args)
	k := c.resolveCall(o, args, e.Span())
	if k == nil {
		return c.bad(e.Span())
	}
	if k.row != nil {
		if o.fns != nil { // a function of the language that a method is named as
			o = &operand{mode: modeFuncs, name: o.name, args: o.args}
		}
		x := c.builtinCall(k, o, args, e)
		if len(o.before) > 0 && !isBad(x) {
			x = c.surround(o.before, x, nil)
		}
		return x
	}
	return c.userCall(k.fn, o, args, e)
}

// userCall builds the call of a function of the source.
func (c *checker) userCall(f *function, o *operand, args []argument, e *ast.CallExpr) typed.Expr {
	if f.private && f.owner != nil && !c.accessible(f.owner) {
		c.errorf(diag.NotAccessible, o.name.Range, "'%s' is a private member of '%s'", f.name, f.owner.this())
		return c.bad(e.Span())
	}
	if f.hidden && f.owner != nil && !c.sees(f.scope) {
		c.notPublic(o.name, f.decl.Name.Range, f.scope)
		return c.bad(e.Span())
	}
	if f.decl.Body == nil {
		c.errorf(diag.NoBody, o.name.Range, "'%s' is declared but not defined", f.name).
			Note(f.decl.Name.Range, "%s is declared here", f.describe())
		return c.bad(e.Span())
	}
	if f.isEntry {
		c.unsupported(o.name.Range, "calling an entry point is")
		return c.bad(e.Span())
	}
	x := &typed.Call{E: typed.E{T: f.result, S: e.Span()}}
	w := &propertyWrite{}
	if f.owner != nil && !f.static {
		if x.This = c.receiverArg(f, o, w); x.This == nil {
			return c.bad(e.Span())
		}
	}
	var after []writeBack
	bad := false
	for i, p := range f.params {
		var arg typed.Expr
		if i < len(args) {
			arg = c.passArg(&args[i], p.v, f, &after, w)
		} else {
			arg = o.promised.defaultArg(c, f, i)
		}
		bad = bad || isBad(arg) && !types.IsPoison(p.v.Type)
		x.Args = append(x.Args, arg)
	}
	if c.fn != nil {
		c.fn.calls = append(c.fn.calls, call{f, o.name.Range})
	}
	if c.def == nil && !f.firstUse.IsValid() {
		f.firstUse = o.name.Range
	}
	x.Func = c.want(f)
	if bad || types.IsPoison(f.result) {
		return c.bad(e.Span())
	}
	return c.written(w, c.withWriteBack(c.result(x), after))
}

// defaultArg is the default value of a parameter, checked where it is declared.
func (c *checker) defaultArg(f *function, p parameter) typed.Expr {
	if f.busy {
		c.errorf(diag.CyclicDefinition, p.init.Span(), "the default of parameter '%s' needs itself", p.v.Name)
		return c.bad(p.init.Span())
	}
	c.define(f)
	f.busy = true
	scope, recording := c.scope, c.recording
	c.scope, c.recording = f.scope, false
	x := c.initFor(p.init, p.v.Type)
	c.scope, c.recording = scope, recording
	f.busy = false
	return x
}

// receiverArg checks the receiver of a method.
func (c *checker) receiverArg(f *function, o *operand, w *propertyWrite) typed.Expr {
	recv := o.recv
	if recv == nil {
		c.errorf(diag.StaticMisuse, o.name.Range, "method '%s' of '%s' is called without an instance", f.name, f.owner.this())
		return nil
	}
	if content, ok := contentOf(recv.Type()); ok {
		recv = &typed.Deref{E: typed.E{T: content, S: recv.Span()}, X: recv}
	}
	switch f.fn.This.Dir {
	case typed.In:
		return recv
	case typed.ConstRef:
		if !isPlace(recv) {
			recv = c.read(recv)
		}
		return recv
	}
	if recv = c.throughProperty(recv, w); isBad(recv) {
		return nil
	}
	root, why := writable(recv)
	if why != "" {
		d := c.errorf(diag.ImmutableReceiver, o.name.Range, "[mutating] method '%s' cannot be called on %s", f.name, why)
		if root != nil && root.Name != "this" {
			d.Note(root.Span, "'%s' is declared here", root.Name)
		}
		return nil
	}
	if root != nil {
		c.assigned(root)
	}
	return recv
}

// writeBack stores the value of an out parameter into an argument of another type.
type writeBack struct {
	place typed.Expr
	temp  *typed.Var
	first typed.Expr // what the temporary starts with, nil for out
}

// passArg converts or refers to an argument, as the parameter asks.
func (c *checker) passArg(a *argument, p *typed.Var, f *function, after *[]writeBack, w *propertyWrite) typed.Expr {
	if a.x == nil {
		return c.initFor(a.e, p.Type)
	}
	switch p.Dir {
	case typed.In:
		if types.ContainsAtomic(p.Type) {
			return a.x // the parameter itself is in error
		}
		return c.coerce(a.x, p.Type)
	case typed.ConstRef:
		if a.x.Type() == p.Type && isPlace(a.x) {
			return a.x
		}
		return c.coerce(a.x, p.Type)
	}
	a.x = c.throughProperty(a.x, w)
	if isBad(a.x) || !c.refArg(a, p.Dir, f.name) {
		return c.bad(a.e.Span())
	}
	if a.x.Type() == p.Type {
		return a.x
	}
	if _, ok := c.baseCost(a.x.Type(), p.Type); ok {
		return c.asBase(a.x, c.infoOf(a.x.Type()), c.infoOf(p.Type), a.e.Span())
	}
	return c.convertedRef(a, p.Type, p.Dir == typed.InOut, after)
}

// refArg checks that a can be written through.
func (c *checker) refArg(a *argument, dir typed.Dir, callee string) bool {
	if !isPlace(a.x) {
		c.errorf(diag.ArgumentNotPlace, a.e.Span(), "the %sparameter of '%s' needs a variable, not a value", dirText(dir), callee)
		return false
	}
	root, why := writable(a.x)
	if why != "" {
		d := c.errorf(diag.ReadOnly, a.e.Span(), "cannot pass %s to the %sparameter of '%s'", why, dirText(dir), callee)
		if root != nil && root.Name == "this" {
			d.WithHelp("mark the method [mutating]")
		} else if root != nil {
			d.Note(root.Span, "'%s' is declared here", root.Name)
		}
		return false
	}
	if root != nil {
		c.assigned(root)
	}
	return true
}

// convertedRef passes a temporary of type t in place of a.
func (c *checker) convertedRef(a *argument, t types.Type, in bool, after *[]writeBack) typed.Expr {
	if !repeatable(a.x) {
		c.errorf(diag.TypeMismatch, a.e.Span(), "this argument has the type '%s', the parameter '%s'", a.x.Type(), t).
			WithHelp("pass a variable of the parameter's type and assign it afterwards")
		return c.bad(a.e.Span())
	}
	w := writeBack{place: a.x, temp: c.temp(t, a.x)}
	if in {
		w.first = c.convert(a.x, t)
	}
	*after = append(*after, w)
	return tempRef(w.temp)
}

func tempRef(v *typed.Var) typed.Expr {
	return &typed.VarRef{E: typed.E{T: v.Type, S: v.Span}, Var: v}
}

// repeatable reports whether the place x can be named twice without evaluating
// anything with an effect twice.
func repeatable(x typed.Expr) bool {
	switch x := x.(type) {
	case *typed.VarRef, *typed.Const:
		return true
	case *typed.FieldRef:
		return repeatable(x.X)
	case *typed.Swizzle:
		return repeatable(x.X)
	case *typed.MatrixSwizzle:
		return repeatable(x.X)
	case *typed.Index:
		return repeatable(x.X) && repeatable(x.I)
	case *typed.Convert:
		return repeatable(x.X)
	case *typed.Binary:
		return repeatable(x.X) && repeatable(x.Y)
	}
	return false
}

// withWriteBack surrounds call with the conversions of its out arguments:
// temp = place; result = call(temp); place = temp; result.
func (c *checker) withWriteBack(call typed.Expr, after []writeBack) typed.Expr {
	if len(after) == 0 {
		return call
	}
	var before, behind []typed.Expr
	for _, w := range after {
		if w.first != nil {
			before = append(before, assign(tempRef(w.temp), w.first))
		}
		behind = append(behind, assign(w.place, c.convert(tempRef(w.temp), w.place.Type())))
	}
	return c.surround(before, call, behind)
}

// surround is the value of x, with what is evaluated before and after it.
func (c *checker) surround(before []typed.Expr, x typed.Expr, after []typed.Expr) typed.Expr {
	t, span := x.Type(), x.Span()
	var result *typed.Var
	if t != types.Type(types.Void) && len(after) > 0 {
		result = c.temp(t, x)
		x = assign(tempRef(result), x)
	}
	for i := len(before) - 1; i >= 0; i-- {
		x = comma(before[i], x)
	}
	for _, y := range after {
		x = comma(x, y)
	}
	if result != nil {
		return comma(x, &typed.VarRef{E: typed.E{T: t, S: span}, Var: result})
	}
	if last, ok := x.(*typed.Comma); ok {
		last.T = t
	}
	return x
}

func assign(l, r typed.Expr) typed.Expr {
	return &typed.Assign{E: typed.E{T: l.Type(), S: r.Span()}, L: l, R: r}
}

func comma(x, y typed.Expr) typed.Expr {
	return &typed.Comma{E: typed.E{T: y.Type(), S: x.Span()}, X: x, Y: y}
}

// constructStruct is S(args): a constructor of S, a copy, or a value a field.
func (c *checker) constructStruct(t *types.Struct, e *ast.CallExpr) typed.Expr {
	info := c.infoOf(t)
	if info != nil && info.sym != nil {
		c.resolve(info.sym)
	}
	if info != nil && info.exist != nil {
		if len(e.Args) == 1 {
			return c.initFor(e.Args[0], t)
		}
		c.unsupported(e.Span(), "a value of interface type without a value of a type that conforms is")
		return c.bad(e.Span())
	}
	if fns := c.constructors(info); fns != nil {
		return c.callConstructor(info, fns, e.Args, e.Fun.Span(), e.Span())
	}
	if len(e.Args) == 0 {
		return c.defaultValue(t, e.Span())
	}
	var first typed.Expr
	if len(e.Args) == 1 {
		if _, list := e.Args[0].(*ast.InitListExpr); !list {
			x := c.value(e.Args[0])
			first = x
			if x.Type() == types.Type(t) || isBad(x) {
				return x
			}
			if _, derived := c.baseCost(x.Type(), t); derived {
				return c.coerce(x, t)
			}
			if types.ConversionCost(x.Type(), t) < types.CostExplicit {
				return c.convert(x, t)
			}
			if len(t.Fields) > 0 && c.takesValue(info, t.Fields[0]) {
				return c.fillRest(t, info, x, e.Span())
			}
		}
	}
	if types.ContainsAtomic(t) {
		return c.defaultValue(t, e.Span()) // reports
	}
	r := &initReader{elems: e.Args, peeked: first, span: e.Span(), strict: true}
	return c.finish(r, t, c.fillStruct(r, t))
}

// fillRest is S(x) with a first field of the type of x.
func (c *checker) fillRest(t *types.Struct, info *structInfo, x typed.Expr, span source.Span) typed.Expr {
	parts := []typed.Expr{c.coerce(x, t.Fields[0].Type)}
	for i := 1; i < len(t.Fields); i++ {
		parts = append(parts, c.fieldDefault(info, i, span))
	}
	return c.construct(t, parts, span)
}

// constructors are the __init members of a struct.
func (c *checker) constructors(info *structInfo) []*function {
	if info == nil || info.scope == nil {
		return nil
	}
	sym := info.scope.find("$init")
	if sym == nil {
		return nil
	}
	c.resolve(sym)
	return sym.fns
}

// callConstructor builds a value in a temporary: temp = {}; temp.init(args); temp.
// Resources have no value to start from: see startOf.
func (c *checker) callConstructor(info *structInfo, fns []*function, exprs []ast.Expr, at, span source.Span) typed.Expr {
	args, ok := c.arguments(exprs)
	if !ok {
		return c.bad(span)
	}
	return c.constructWith(info, fns, args, at, span)
}

// constructWith is callConstructor with arguments that were checked.
func (c *checker) constructWith(info *structInfo, fns []*function, args []argument, at, span source.Span) typed.Expr {
	this := info.this()
	if len(args) == 1 && args[0].x != nil {
		if args[0].typ() == this {
			return c.read(args[0].x)
		}
		if _, derived := c.baseCost(args[0].typ(), this); derived {
			return c.coerce(args[0].x, this)
		}
	}
	name := ast.Name{Text: info.t.Name, Range: at}
	if len(args) == 0 && !takesNothing(fns) {
		return c.fieldDefaults(info, span)
	}
	place := &typed.Const{E: typed.E{T: types.Poison, S: span}}
	v := c.temp(this, place)
	o := &operand{mode: modeFuncs, name: name, fns: fns, recv: tempRef(v)}
	k := c.resolveCall(o, args, span)
	if k == nil {
		return c.bad(span)
	}
	if len(args) == 0 && k.fn == c.fn { // the value that a constructor starts from, as in this = {}
		return c.fieldDefaults(info, span)
	}
	first := c.startOf(info, v, span)
	x := c.userCall(k.fn, o, args, &ast.CallExpr{ExprBase: ast.ExprBase{Base: ast.Base{Range: span}}})
	for _, f := range first {
		if isBad(f) {
			return c.bad(span)
		}
	}
	if isBad(x) {
		return c.bad(span)
	}
	for i := len(first) - 1; i >= 0; i-- {
		x = comma(first[i], x)
	}
	return comma(x, &typed.VarRef{E: typed.E{T: this, S: span}, Var: v})
}

// extensionConstructor is the construction of a number by an __init of an extension of its type; false if none
// takes the arguments, or if the language converts the only one as well.
func (c *checker) extensionConstructor(t types.Type, args []argument, e *ast.CallExpr) (typed.Expr, bool) {
	info := c.membersOf(t)
	if info == nil || info.self == nil || len(args) == 0 {
		return nil, false
	}
	fns := c.constructors(info)
	o := &operand{mode: modeFuncs, fns: fns}
	best := types.CostImpossible
	for _, f := range fns {
		if k := c.tryFunction(f, o, args); k != nil {
			best = min(best, k.cost)
		}
	}
	own := types.CostImpossible
	if len(args) == 1 && args[0].x != nil {
		own = types.ConversionCost(args[0].typ(), t)
		if own < types.CostImpossible && types.NumComponents(args[0].typ()) == types.NumComponents(t) { // a constructor for exactly this
			own = types.CostNone
		}
	}
	if best >= own {
		return nil, false
	}
	return c.constructWith(info, fns, args, e.Fun.Span(), e.Span()), true
}

// constructible reports whether an extension can give constructors to a type of the language.
func constructible(t types.Type) bool {
	switch t.(type) {
	case *types.Scalar, *types.Enum, *types.Vector, *types.Matrix:
		return true
	}
	return false
}

// startOf assigns to v what the this of a constructor starts as. In a type with resources those
// fields stay without a value, as in a local of the type, and the others start as ever.
func (c *checker) startOf(info *structInfo, v *typed.Var, span source.Span) []typed.Expr {
	start := func(to, x typed.Expr) typed.Expr {
		if isBad(x) {
			return x
		}
		return assign(to, x)
	}
	if !types.ContainsResource(info.this()) {
		return []typed.Expr{start(tempRef(v), c.fieldDefaults(info, span))}
	}
	var out []typed.Expr
	for i, f := range info.t.Fields {
		if info.defaults[i].init != nil || !types.ContainsResource(f.Type) {
			out = append(out, start(c.fieldRef(tempRef(v), f, span), c.fieldDefault(info, i, span)))
		}
	}
	return out
}

func takesNothing(fns []*function) bool {
	for _, f := range fns {
		if f.required == 0 {
			return true
		}
	}
	return false
}
