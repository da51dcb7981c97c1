package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// builtinArgs are the checked arguments of a call of a row, by their roles.
type builtinArgs struct {
	in        []typed.Expr // values and, for DirRef, places, in order of the parameters
	out       []typed.Expr // places of out parameters
	all       []typed.Expr // in and out, in order
	order     [2]builtin.Order
	orderSpan [2]ast.Expr
	after     []writeBack
	through   propertyWrite // out arguments that are parts of properties
	bad       bool
}

// builtinCall builds what the row of a call means.
func (c *checker) builtinCall(k *candidate, o *operand, args []argument, e *ast.CallExpr) typed.Expr {
	a := c.builtinArgs(k, o, args)
	if a.bad || types.IsPoison(k.inst.Result) {
		return c.bad(e.Span())
	}
	return c.written(&a.through, c.builtinResult(k, o, a, e))
}

// builtinResult is the operation of a row on checked arguments.
func (c *checker) builtinResult(k *candidate, o *operand, a *builtinArgs, e *ast.CallExpr) typed.Expr {
	E := typed.E{T: k.inst.Result, S: e.Span()}
	switch k.row.Action {
	case builtin.ActAtomic, builtin.ActByteAtomic, builtin.ActTexelAtomic:
		return c.atomicCall(k, o, a, E)
	case builtin.ActBarrier:
		b := &typed.Barrier{E: E, Barrier: k.row.Barrier, Name: k.row.Name}
		if k.row.Masked && len(a.in) > 0 {
			b.Mask = a.in[0]
		}
		return b
	case builtin.ActFlagBarrier:
		return c.flagBarrier(a.in, k.row.Name, E)
	case builtin.ActElement:
		x, _ := c.element(k, o, a.in)
		if x.Type() != k.inst.Result && !isBad(x) {
			return c.wholeTexel(x, k.inst.Result, e)
		}
		return x
	case builtin.ActElementStore:
		x, rest := c.element(k, o, a.in)
		if len(rest) == 0 {
			return c.bad(E.S)
		}
		return c.storeCall(x, rest[len(rest)-1], E)
	case builtin.ActByteLoad:
		return c.byteRef(k, o.recv, a.in[0], e)
	case builtin.ActByteStore:
		return c.storeCall(c.byteRef(k, o.recv, a.in[0], e), a.in[1], E)
	case builtin.ActBitcast:
		return c.bitcast(a.in[0], k.inst.Result, E)
	case builtin.ActReinterpret:
		return c.reinterpret(a.in[0], k.inst.Result, E)
	case builtin.ActConvert:
		return c.convert(a.in[0], k.inst.Result)
	case builtin.ActProduct:
		return &typed.Binary{E: E, Op: typed.Mul, X: a.in[0], Y: a.in[1]}
	case builtin.ActOperator:
		return c.operatorMethod(k.row, o.recv, a.in, E)
	case builtin.ActCounter:
		return c.counterCall(k, a.in, E)
	case builtin.ActZero:
		return &typed.Comma{E: E, X: a.in[0], Y: &typed.Const{E: E, Value: types.Zero(E.T)}}
	case builtin.ActTexture:
		return c.glslTexture(k, a.in, e)
	}
	return c.intrinsic(k, o, a, E)
}

func (c *checker) builtinArgs(k *candidate, o *operand, args []argument) *builtinArgs {
	a := &builtinArgs{}
	for i := range args {
		p := &k.inst.Params[i]
		switch {
		case p.Order:
			c.orderArg(a, &args[i], p.Fail)
		case p.Dir == builtin.DirOut:
			a.addOut(c.outArg(a, &args[i], p, k))
		case p.Dir == builtin.DirRef:
			a.addIn(c.destArg(&args[i], k))
		default:
			a.addIn(c.inArg(&args[i], p, k))
		}
	}
	return a
}

func (a *builtinArgs) addIn(x typed.Expr) {
	a.in = append(a.in, x)
	a.all = append(a.all, x)
	a.bad = a.bad || isBad(x)
}

func (a *builtinArgs) addOut(x typed.Expr) {
	a.out = append(a.out, x)
	a.all = append(a.all, x)
	a.bad = a.bad || isBad(x)
}

// orderArg folds a memory order.
func (c *checker) orderArg(a *builtinArgs, arg *argument, fail bool) {
	if arg.x == nil {
		a.bad = true
		return
	}
	x := c.coerce(arg.x, builtin.MemoryOrder)
	if isBad(x) {
		a.bad = true
		return
	}
	v := c.constant(x)
	if v == nil || v.Int() < 0 || v.Int() >= int64(builtin.NumOrders) {
		c.errorf(diag.OrderNotConstant, arg.e.Span(), "a memory order must be a compile-time constant").
			WithHelp("name the order, as in MemoryOrder.Acquire; to choose at run time, branch around two operations")
		a.bad = true
		return
	}
	i := 0
	if fail {
		i = 1
	}
	a.order[i], a.orderSpan[i] = builtin.Order(v.Int()), arg.e
}

func (c *checker) inArg(arg *argument, p *builtin.ParamInst, k *candidate) typed.Expr {
	if arg.x == nil {
		return c.initFor(arg.e, p.Type)
	}
	if _, ok := p.Type.(*types.Resource); arg.x.Type() == p.Type && (ok || isCombined(p.Type) || types.IsCounter(p.Type)) {
		return arg.x
	}
	x := c.coerce(arg.x, p.Type)
	if p.Const && !isBad(x) && c.constant(x) == nil {
		if k.row.Action == builtin.ActByteLoad && isPlace(arg.x) {
			c.unsupported(arg.e.Span(), residency)
			return c.bad(arg.e.Span())
		}
		c.errorf(diag.NotConstant, arg.e.Span(), "this argument of '%s' must be a compile-time constant", k.row.Name)
		return c.bad(arg.e.Span())
	}
	return x
}

// destArg is the destination of an atomic: a place, taken as it is. Whether its
// memory can be shared is checked by package check.
func (c *checker) destArg(arg *argument, k *candidate) typed.Expr {
	if arg.x != nil {
		arg.x = c.referred(arg.x)
	}
	if arg.x == nil || !isPlace(arg.x) {
		c.errorf(diag.AtomicDest, arg.e.Span(), "the destination of '%s' must be groupshared memory or an element of a writable buffer, not a value", k.row.Name)
		return c.bad(arg.e.Span())
	}
	c.markAssigned(arg.x)
	return arg.x
}

// outArg is a place for a result. An intrinsic stores the type that it has; for
// atomics the conversion is part of the operation.
func (c *checker) outArg(a *builtinArgs, arg *argument, p *builtin.ParamInst, k *candidate) typed.Expr {
	if arg.x == nil {
		return c.bad(arg.e.Span())
	}
	if arg.x = c.throughProperty(arg.x, &a.through); isBad(arg.x) || !c.refArg(arg, typed.Out, k.row.Name) {
		return c.bad(arg.e.Span())
	}
	if arg.x.Type() == p.Type || k.row.Action != builtin.ActIntrinsic {
		return arg.x
	}
	return c.convertedRef(arg, p.Type, false, &a.after)
}

// atomicCall builds an atomic operation.
func (c *checker) atomicCall(k *candidate, o *operand, a *builtinArgs, E typed.E) typed.Expr {
	x := &typed.Atomic{E: E, Op: k.row.Atomic, Order: a.order[0], FailOrder: a.order[1]}
	if a.orderSpan[0] != nil {
		x.OrderSpan = a.orderSpan[0].Span()
	}
	if a.orderSpan[1] != nil {
		x.FailOrderSpan = a.orderSpan[1].Span()
	}
	operands := a.in
	switch {
	case k.row.Action == builtin.ActByteAtomic:
		x.Dest = &typed.ByteRef{E: typed.E{T: k.inst.Elem, S: E.S}, Buffer: o.recv, Offset: operands[0]}
		operands = operands[1:]
	case k.row.Action == builtin.ActTexelAtomic:
		x.Dest, operands = c.element(k, o, operands)
		if isBad(x.Dest) {
			return x.Dest
		}
	case o.recv != nil:
		x.Dest = o.recv
		c.markAssigned(o.recv)
	default:
		x.Dest, operands = operands[0], operands[1:]
	}
	if x.Args = operands; len(x.Args) > x.Op.NumOperands() {
		x.Args = x.Args[:x.Op.NumOperands()]
	}
	if len(a.out) > 0 {
		x.Out = a.out[0]
	}
	return x
}

// element is the element or texel place of a call; rest are the operands behind
// the index.
func (c *checker) element(k *candidate, o *operand, in []typed.Expr) (x typed.Expr, rest []typed.Expr) {
	base := o.recv
	if base == nil {
		base, in = in[0], in[1:]
	}
	span := base.Span()
	if r, ok := base.Type().(*types.Resource); ok && r.MS && k.row.GLSL { // the sample is the last component of the index
		at := c.construct(types.VectorOf(types.Int, types.NumComponents(in[0].Type())+1), in[:2], in[0].Span())
		in = append([]typed.Expr{at}, in[2:]...)
	}
	i := c.indexValue(in[0], max(types.NumComponents(in[0].Type()), 1))
	if isBad(i) {
		return i, nil
	}
	elem := k.inst.Elem
	return &typed.Index{E: typed.E{T: elem, S: span}, X: base, I: i}, in[1:]
}

func (c *checker) byteRef(k *candidate, buffer, offset typed.Expr, e ast.Expr) typed.Expr {
	if c.noInterface(k.inst.Elem, e.Span(), "a buffer") {
		return c.bad(e.Span())
	}
	return &typed.ByteRef{E: typed.E{T: k.inst.Elem, S: e.Span()}, Buffer: buffer, Offset: offset}
}

func (c *checker) storeCall(place, value typed.Expr, E typed.E) typed.Expr {
	if isBad(place) {
		return c.bad(E.S)
	}
	return &typed.Assign{E: E, L: place, R: c.convert(value, place.Type())}
}

// bitcast reinterprets x; constants are folded.
func (c *checker) bitcast(x typed.Expr, to types.Type, E typed.E) typed.Expr {
	if x.Type() == to {
		return x
	}
	if c.def != nil { // the sizes are those of the instances
		return &typed.Convert{E: E, Kind: typed.Bitcast, X: x}
	}
	if c.noInterface(x.Type(), E.S, "a cast of bits") || c.noInterface(to, E.S, "a cast of bits") {
		return c.bad(E.S)
	}
	if v := c.constant(x); v != nil {
		if w := types.Reinterpret(v, to); w != nil {
			return &typed.Const{E: E, Value: w}
		}
	}
	fs, _ := sizeAlign(x.Type())
	ts, _ := sizeAlign(to)
	if fs != ts {
		c.errorf(diag.TypeMismatch, E.S, "'%s' has %d bytes and '%s' %d: their bits cannot be exchanged", x.Type(), fs, to, ts)
		return c.bad(E.S)
	}
	return &typed.Convert{E: E, Kind: typed.Bitcast, X: x}
}

// reinterpret is bitcast to a type that may be larger: what is left of it is zero.
func (c *checker) reinterpret(x typed.Expr, to types.Type, E typed.E) typed.Expr {
	fs, _ := sizeAlign(x.Type())
	ts, _ := sizeAlign(to)
	if fs == 0 || fs >= ts || c.def != nil {
		return c.bitcast(x, to, E)
	}
	if c.noInterface(x.Type(), E.S, "a cast of bits") || c.noInterface(to, E.S, "a cast of bits") {
		return c.bad(E.S)
	}
	if !packed(x.Type()) || !packed(to) {
		c.unsupported(E.S, "a change of size between types with padding is")
		return c.bad(E.S)
	}
	return &typed.Convert{E: E, Kind: typed.Bitcast, X: x}
}

// packed reports whether t has no padding in its natural layout.
func packed(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		return packed(t.Elem)
	case *types.Struct:
		size, _ := sizeAlign(t)
		for _, f := range t.Fields {
			fs, _ := sizeAlign(f.Type)
			if size -= fs; !packed(f.Type) {
				return false
			}
		}
		return size == 0
	}
	return true
}

// intrinsic builds an operation that is neither atomic nor a barrier.
func (c *checker) intrinsic(k *candidate, o *operand, a *builtinArgs, E typed.E) typed.Expr {
	args := a.all
	var mask typed.Expr
	if k.row.Masked && len(args) > 0 {
		mask, args = args[0], args[1:]
	}
	if o.recv != nil {
		args = append([]typed.Expr{o.recv}, args...)
	}
	if v := c.foldIntrinsic(k.row.Op, args); v != nil && v.T == E.T {
		return &typed.Const{E: E, Value: v}
	}
	x := c.unpackedHalves(k.row, args, E)
	if x == nil {
		x = &typed.Intrinsic{E: E, Op: k.row.Op, Name: k.row.Name, Args: args}
	}
	if mask != nil && !repeatable(mask) { // evaluated for its effects
		x = &typed.Comma{E: E, X: mask, Y: x}
	}
	return c.withWriteBack(x, a.after)
}

// unpackedHalves converts what is unpacked as floats, the only form that targets have, to vectors of half; nil
// for all other operations.
func (c *checker) unpackedHalves(row *builtin.Row, args []typed.Expr, E typed.E) typed.Expr {
	switch row.Op {
	case builtin.OpUnpackHalf2x16, builtin.OpUnpackSnorm2x16, builtin.OpUnpackSnorm4x8, builtin.OpUnpackUnorm2x16, builtin.OpUnpackUnorm4x8:
	default:
		return nil
	}
	half, ok := E.T.(*types.Vector)
	if !ok || half.Elem != types.Half {
		return nil
	}
	floats := typed.E{T: types.VectorOf(types.Float, half.N), S: E.S}
	return c.convert(&typed.Intrinsic{E: floats, Op: row.Op, Name: row.Name, Args: args}, E.T)
}

// foldIntrinsic folds the few operations that constants are built with.
func (c *checker) foldIntrinsic(op builtin.Op, args []typed.Expr) *types.Value {
	switch op {
	case builtin.OpMin, builtin.OpMax, builtin.OpAbs:
	default:
		return nil
	}
	vals := make([]*types.Value, len(args))
	for i, x := range args {
		if vals[i] = c.constant(x); vals[i] == nil || len(vals[i].Elems) > 0 || !types.ElemScalar(vals[i].T).Kind.IsInt() {
			return nil
		}
	}
	if op == builtin.OpAbs {
		if vals[0].Int() < 0 && types.ElemScalar(vals[0].T).Kind.IsSigned() {
			return types.Unary("-", vals[0])
		}
		return vals[0]
	}
	less := types.Binary("<", vals[0], vals[1])
	if less == nil {
		return nil
	}
	if (less.Bits != 0) == (op == builtin.OpMin) {
		return vals[0]
	}
	return vals[1]
}
