package lower

import (
	"fmt"
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// A callee is specialised per root object of what it takes by reference: resources,
// groupshared memory, buffer elements. The static part of an access path is part of the
// instance, the indices in it are passed as values (architecture.md, "Calls").

// argument is one argument of a call: static in part, values in part.
type argument struct {
	param  *typed.Var
	ent    *entity  // static: what the parameter denotes, with the caller's indices
	val    ir.Value // plain value
	ref    ir.Value // local variable for a Ref parameter
	back   *place   // where ref is copied back to
	isOut  bool
	static bool
	marked bool // val, or what ref holds, differs between invocations
}

func (b *fn) call(e *typed.Call) ir.Value {
	if b.p.rebinds(e.Func) {
		return b.rebindingCall(e)
	}
	var args []*argument
	if e.This != nil && e.Func.This != nil {
		args = append(args, b.argument(e.Func, e.Func.This, e.This, nil))
	}
	for i, x := range e.Args {
		args = append(args, b.argument(e.Func, e.Func.Params[i], x, args))
	}
	target := b.u.instance(e.Func, args, e.S, b.p.valueType(e.T))
	if target == nil {
		return b.zeroOf(e.T)
	}
	in := &ir.Instr{Op: ir.OpCall, Callee: target, Type: target.Result}
	for _, a := range args {
		switch {
		case a.static:
			f := freezer{}
			f.entity(a.ent)
			for _, v := range f.values {
				in.Args = append(in.Args, b.callValue(v))
			}
		case a.ref != nil:
			in.Args = append(in.Args, a.ref)
		default:
			in.Args = append(in.Args, a.val)
		}
	}
	b.add(in)
	b.takeMarks(in)
	for _, a := range args {
		if a.back != nil {
			b.store(a.back, b.loadVar(a.ref))
		}
	}
	return in
}

// callValue reads what is passed of a part that is a local place.
func (b *fn) callValue(ent *entity) ir.Value { return b.read(ent) }

// argument evaluates one argument of a call of f.
func (b *fn) argument(f *typed.Func, p *typed.Var, x typed.Expr, earlier []*argument) *argument {
	a := &argument{param: p}
	ent := b.entity(x)
	if types.ContainsResource(p.Type) {
		if p.Dir == typed.In || p.Dir == typed.ConstRef {
			ent = b.settle(ent)
		} // else the variables of its ordinary fields are passed themselves
		a.ent, a.static = ent, true
		return a
	}
	if b.byReference(f, p, ent) {
		a.ent, a.static = ent, true
		return a
	}
	if p.Dir == typed.In || p.Dir == typed.ConstRef {
		if z := b.p.zeroValue(p.Type); !p.Assigned && z != nil && types.Empty(p.Type) {
			a.ent, a.static = &entity{typ: p.Type, val: z}, true
			return a
		}
		a.val = b.read(ent)
		a.marked = b.nonUniform(a.val)
		return a
	}
	if ent.pl == nil {
		if ent.val == nil {
			b.unsupported(x.Span(), "this argument of an out parameter")
		}
		ent = b.spill(ent, x)
	}
	a.isOut = p.Dir == typed.Out
	b.byCopy(a, ent, p, earlier)
	a.marked = b.marked[a.ref]
	return a
}

// spill gives a value a place, for parameters that want one.
func (b *fn) spill(ent *entity, x typed.Expr) *entity {
	v := b.newVar("", b.p.valueType(x.Type()))
	b.storeVar(v, b.read(ent))
	return &entity{typ: x.Type(), pl: &place{ref: v, root: x.Type(), typ: x.Type()}}
}

// byCopy passes a place to an out or inout parameter: a whole local variable itself,
// anything else by a copy that is written back after the call.
func (b *fn) byCopy(a *argument, ent *entity, p *typed.Var, earlier []*argument) {
	t := b.p.valueType(p.Type)
	if v, ok := wholeVar(ent.pl); ok && v.ValueType().(*types.Ref).Elem == t {
		taken := false
		for _, other := range earlier {
			taken = taken || other.ref == v
		}
		if !taken {
			a.ref = v
			return
		}
	}
	tmp := b.newVar(p.Name, t)
	if !a.isOut {
		b.storeVar(tmp, b.load(ent.pl))
	}
	a.ref, a.back = tmp, ent.pl
}

// wholeVar returns the local variable that a place is the whole of.
func wholeVar(pl *place) (ir.Value, bool) {
	if pl.obj != nil || len(pl.steps) > 0 {
		return nil, false
	}
	in, ok := pl.ref.(*ir.Instr)
	return pl.ref, ok && in.Op == ir.OpVar
}

// byReference reports whether an argument is passed as a path to shared memory.
func (b *fn) byReference(f *typed.Func, p *typed.Var, ent *entity) bool {
	if ent.pl == nil || ent.pl.obj == nil {
		return false
	}
	if types.ContainsAtomic(p.Type) || p.Dir == typed.Ref || p.Dir == typed.ConstRef {
		return true
	}
	if p.Dir != typed.InOut && p.Dir != typed.Out {
		return false
	}
	return p == f.This && ent.pl.obj.space != types.SpacePrivate || b.p.reachesAtomic(f, p)
}

// settle reads the parts of an entity that are local places: the callee cannot see them.
func (b *fn) settle(ent *entity) *entity {
	if ent.parts != nil {
		out := &entity{typ: ent.typ}
		for _, p := range ent.parts {
			out.parts = append(out.parts, b.settle(p))
		}
		return out
	}
	if ent.pl != nil && ent.pl.obj == nil {
		return &entity{typ: ent.typ, val: b.load(ent.pl)}
	}
	return ent
}

// maxCopies bounds how often one function is specialised: what it calls is specialised for each
// copy again.
const maxCopies = 256

// instance returns the IR function for f with these arguments, lowering it on first use.
func (u *unit) instance(f *typed.Func, args []*argument, span source.Span, result types.Type) *ir.Func {
	key := fmt.Sprintf("%p", f)
	root := ""
	for _, a := range args {
		if !a.static {
			key += "|"
			if a.ref != nil {
				key += "&"
			}
			if a.marked {
				key += "n"
			}
			continue
		}
		fr := freezer{}
		fr.entity(a.ent)
		key += "|" + fr.key.String()
		if root == "" {
			root = fr.root
		}
	}
	if g, ok := u.instances[key]; ok {
		if g == nil {
			u.p.diags.Report(diag.Recursion, span, "%s calls itself; shaders have no call stack", f.Name)
		}
		return g
	}
	if u.copies[f]++; u.copies[f] > maxCopies {
		if !u.tooMany {
			u.tooMany = true
			u.p.diags.Report(diag.TooLarge, span, "%s is called with more than %d combinations of buffers and groupshared variables", f.Name, maxCopies).
				WithHelp("each combination needs a copy of the function; pass an index into an array of buffers")
		}
		return nil
	}
	u.instances[key] = nil
	g := u.lowerFunc(f, args, root)
	u.instances[key] = g
	u.funcs = append(u.funcs, g)
	return g
}

// lowerFunc lowers one instance of f.
func (u *unit) lowerFunc(f *typed.Func, args []*argument, root string) *ir.Func {
	name := f.Name
	if root != "" {
		name += "_" + root
	}
	g := &ir.Func{Name: name, Result: u.p.valueType(f.Result), Span: f.Span}
	b := u.newFn(g)
	b.cur = &ir.Region{}
	g.Body = b.cur
	b.span = f.Span
	for _, a := range args {
		b.bindParam(a)
	}
	b.finish(f)
	b.keepMarks()
	return g
}

// finish lowers the body and ends the function.
func (b *fn) finish(f *typed.Func) {
	b.block(f.Body)
	if b.closed() {
		return
	}
	if f.Result == types.Type(types.Void) {
		b.terminate(ir.OpReturn)
	} else {
		b.terminate(ir.OpUnreachable)
	}
}

func (b *fn) addParam(name string, t types.Type, span source.Span) *ir.Param {
	p := &ir.Param{Name: name, Type: t, Index: len(b.f.Params), Span: span}
	b.f.Params = append(b.f.Params, p)
	return p
}

// bindParam makes the parameters of the IR function for one argument and binds the
// typed parameter to them.
func (b *fn) bindParam(a *argument) {
	v := a.param
	switch {
	case a.static:
		fr := freezer{rebind: func(ent *entity) ir.Value {
			return b.addParam(v.Name+"_i", b.p.valueOf(ent), v.Span)
		}}
		b.env[v] = fr.entity(a.ent)
		b.regionOf[v] = b.cur
		if v.Assigned && v.Dir == typed.In {
			b.env[v] = b.materialise(b.env[v])
		}
	case a.ref != nil:
		p := b.addParam(v.Name, b.p.pool.RefTo(b.p.valueType(v.Type), types.SpaceFunction), v.Span)
		p.Out = a.isOut
		if a.marked {
			b.mark(p)
		}
		b.env[v] = &entity{typ: v.Type, pl: &place{ref: p, root: v.Type, typ: v.Type}}
	default:
		p := b.addParam(v.Name, b.p.valueType(v.Type), v.Span)
		if a.marked {
			b.mark(p)
		}
		if v.Assigned || b.needsMemory(v.Type) {
			b.env[v] = b.local(v, p)
		} else {
			b.env[v] = &entity{typ: v.Type, val: p}
		}
	}
}

// valueOf is the IR type of a value entity.
func (p *program) valueOf(ent *entity) types.Type { return ent.val.ValueType() }

// freezer splits an entity into its static part, spelled as a key, and the run-time
// values in it. With rebind set it also rebuilds the entity over new values.
type freezer struct {
	key    strings.Builder
	values []*entity
	root   string
	rebind func(*entity) ir.Value
}

// dynamic visits one run-time value.
func (f *freezer) dynamic(v ir.Value) ir.Value {
	if c := plain(v); c != nil {
		fmt.Fprintf(&f.key, "=%s:%s", c, c.T)
		return v
	}
	ent := &entity{val: v}
	f.values = append(f.values, ent)
	fmt.Fprintf(&f.key, "?%s", v.ValueType())
	if f.rebind != nil {
		return f.rebind(ent)
	}
	return v
}

func (f *freezer) indices(list []index) []index {
	out := make([]index, len(list))
	for i, x := range list {
		out[i] = index{f.dynamic(x.v), x.nonUniform}
		if x.nonUniform {
			f.key.WriteByte('n')
		}
	}
	return out
}

func (f *freezer) steps(list []step) []step {
	out := make([]step, len(list))
	for i, s := range list {
		fmt.Fprintf(&f.key, ".%d,%d,%v,%v", s.kind, s.i, s.comps, s.mcomps)
		if s.v != nil {
			s.v = f.dynamic(s.v)
		}
		out[i] = s
	}
	return out
}

func (f *freezer) object(o *object) {
	if o == nil {
		return
	}
	fmt.Fprintf(&f.key, "o%d", o.id)
	if f.root == "" {
		f.root = o.name
	}
}

func (f *freezer) place(p *place) *place {
	pl := *p
	f.object(pl.obj)
	if pl.ref != nil {
		pl.ref = f.dynamic(pl.ref)
	}
	if pl.align != 0 || pl.coherent != builtin.ScopeNone {
		fmt.Fprintf(&f.key, "a%d,%d", pl.align, pl.coherent)
	}
	pl.desc = f.indices(pl.desc)
	pl.steps = f.steps(pl.steps)
	return &pl
}

func (f *freezer) entity(ent *entity) *entity {
	out := *ent
	fmt.Fprintf(&f.key, "(")
	switch {
	case ent.parts != nil:
		out.parts = nil
		for _, p := range ent.parts {
			out.parts = append(out.parts, f.entity(p))
		}
	case ent.cur != nil:
		c := *ent.cur
		if c.block == nil || c.n.obj != nil { // no ordinary data lies below: only the descriptor matters
			c.block, c.desc, c.dims, c.steps = nil, nil, nil, nil
		}
		fmt.Fprintf(&f.key, "n%d", c.n.id)
		f.object(c.n.obj)
		f.object(c.block)
		if c.block != nil && len(c.desc) > 0 {
			f.key.WriteByte('d')
			c.desc = f.indices(c.desc)
		}
		c.idx = f.indices(c.idx)
		c.steps = f.steps(c.steps)
		out.cur = &c
	case ent.pl != nil:
		out.pl = f.place(ent.pl)
	case ent.target != nil:
		out.target = f.place(ent.target)
	case ent.val != nil:
		out.val = f.dynamic(ent.val)
	}
	f.key.WriteByte(')')
	return &out
}

// reachesAtomic reports whether f passes its parameter p on to an atomic operation.
func (p *program) reachesAtomic(f *typed.Func, v *typed.Var) bool {
	if known, ok := p.atomicParams[v]; ok {
		return known
	}
	p.atomicParams[v] = false // a cycle adds nothing
	found := false
	walkExprs(f.Body, func(e typed.Expr) {
		switch e := e.(type) {
		case *typed.Atomic:
			found = found || rootVar(e.Dest) == v
		case *typed.Call:
			if e.This != nil && e.Func.This != nil && rootVar(e.This) == v {
				found = found || p.reachesAtomic(e.Func, e.Func.This)
			}
			for i, a := range e.Args {
				if q := e.Func.Params[i]; q.Dir != typed.In && rootVar(a) == v {
					found = found || p.reachesAtomic(e.Func, q)
				}
			}
		}
	})
	p.atomicParams[v] = found
	return found
}

// rootVar is the variable that a place expression starts at, converted or not.
func rootVar(e typed.Expr) *typed.Var {
	for e != nil {
		switch x := e.(type) {
		case *typed.VarRef:
			return x.Var
		case *typed.Convert:
			e = x.X
		default:
			e = typed.Whole(e)
		}
	}
	return nil
}
