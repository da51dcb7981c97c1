package text

import (
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// Body prints the body of the function.
func (f *Func) Body() { f.region(f.IR.Body, 0) }

// region prints the instructions of a region from an index on, its terminator
// included.
func (f *Func) region(r *ir.Region, from int) {
	for _, in := range r.Instrs[from:] {
		f.instr(in)
	}
	f.leave(r)
}

// instr prints one instruction, or keeps it for its use.
func (f *Func) instr(in *ir.Instr) {
	f.span, f.Unit.Span = in.Span, in.Span
	f.reads = f.reads[:0]
	if f.a.dead[in] && in.IsValue() {
		return
	}
	if f.folds(in) {
		if in.Op.Info().Address || f.a.count(in) == 0 || f.aliases[in] || f.cheap(in) {
			return
		}
		f.fold(in, f.expr(in))
		return
	}
	switch in.Op {
	case ir.OpVar:
		f.variable(in)
	case ir.OpLoad:
		f.load(in)
	case ir.OpStore:
		f.store(in)
	case ir.OpImageRead:
		f.bindEffect(in, f.Dialect.ImageRead(f, in))
	case ir.OpImageWrite:
		f.Dialect.ImageWrite(f, in)
	case ir.OpAtomic:
		f.Dialect.Atomic(f, in, PlaceOf(in.Args[0]))
	case ir.OpBarrier:
		f.Dialect.Barrier(f, in)
	case ir.OpCall:
		f.call(in)
	case ir.OpIntrinsic:
		f.intrinsic(in)
	case ir.OpInsert:
		f.insert(in)
	case ir.OpIf:
		f.ifStmt(in)
	case ir.OpLoop:
		f.loop(in)
	case ir.OpSwitch:
		f.switchStmt(in)
	case ir.OpYield, ir.OpBreak, ir.OpContinue, ir.OpReturn, ir.OpUnreachable:
		f.terminator(in)
	default:
		f.bindPure(in)
	}
}

// bindPure prints a pure value as a temporary.
func (f *Func) bindPure(in *ir.Instr) {
	if f.a.count(in) == 0 {
		return
	}
	x := f.expr(in)
	if _, done := f.bound[in]; done { // the dialect bound it with statements
		return
	}
	if x.Prec == precInit {
		f.fold(in, x)
		if !f.a.once(in) {
			f.Value(in)
		}
		return
	}
	if f.Dialect.Statement(in) && f.a.once(in) {
		f.fold(in, x)
		return
	}
	f.Bind(in, x)
}

// bindEffect prints a value whose evaluation must happen here.
func (f *Func) bindEffect(in *ir.Instr, x Expr) {
	if in.IsValue() {
		f.Bind(in, x)
		return
	}
	f.Line(x.Text + ";")
}

func (f *Func) load(in *ir.Instr) {
	if f.a.count(in) == 0 && localRoot(in.Args[0]) != nil {
		return
	}
	x := f.Dialect.Load(f, in, PlaceOf(in.Args[0]))
	if _, done := f.bound[in]; !done {
		f.Bind(in, x)
	}
}

// variable declares a local variable, at its first store if that initialises
// all of it.
func (f *Func) variable(v *ir.Instr) {
	const near = 64 // how far to look for the store
	r := f.a.home[v]
	found := false
	n := 0
	for _, in := range r.Instrs {
		if in == v {
			found = true
			continue
		}
		if !found {
			continue
		}
		if n++; n > near {
			break
		}
		if in.Op == ir.OpStore && in.Args[0] == ir.Value(v) {
			f.later[in] = v
			return
		}
		if f.mentions(in, v) {
			break
		}
	}
	f.Line(f.Dialect.Declare(elemOf(v), f.declare(v)) + ";")
}

// braces leaves out the type before an aggregate that initialises a variable of that type.
func (f *Func) braces(t types.Type, init string) string {
	if types.ElemScalar(t) != nil {
		return init
	}
	if rest, ok := strings.CutPrefix(init, f.Dialect.Type(t)+"{"); ok {
		return "{" + rest
	}
	return init
}

func (f *Func) declare(v *ir.Instr) string {
	hint := v.Name
	if hint == "" {
		hint = "v"
	}
	name := f.Names.New(hint)
	f.binds++
	f.Set(v, Atom(name))
	return name
}

func elemOf(v ir.Value) types.Type { return v.ValueType().(*types.Ref).Elem }

func (f *Func) mentions(in *ir.Instr, v ir.Value) bool {
	for _, a := range in.Args {
		if a == v {
			return true
		}
	}
	for _, r := range in.Regions {
		if f.a.countIn(r, v) > 0 {
			return true
		}
		found := false
		r.Walk(func(sub *ir.Instr) {
			for _, a := range sub.Args {
				found = found || a == v
			}
		})
		if found {
			return true
		}
	}
	return false
}

func (f *Func) store(in *ir.Instr) {
	p := PlaceOf(in.Args[0])
	root := localRoot(in.Args[0])
	if root == nil {
		f.Dialect.Store(f, in, p)
		return
	}
	if v := f.later[in]; v != nil {
		init := f.Init(in.Args[1])
		init = f.stored(in.Args[1], Expr{init, PrecPrimary}).Text
		f.flush(root)
		start := len(f.buf)
		text := f.Dialect.Declare(elemOf(v), f.declare(v)) + " = " + f.braces(elemOf(v), init)
		f.Line(text + ";")
		f.decl.v, f.decl.start, f.decl.end, f.decl.text = v, start, len(f.buf), text
		return
	}
	x := f.stored(in.Args[1], f.Value(in.Args[1]))
	path := f.Path(p)
	f.flush(root)
	f.Line(assignment(in, path, x) + ";")
}

// assignment spells the store of x to a local place: x += y where the value is an operator on
// what the place holds.
func assignment(in *ir.Instr, path, x Expr) string {
	v, ok := in.Args[1].(*ir.Instr)
	if !ok || len(v.Args) != 2 {
		return path.Text + " = " + x.Arg()
	}
	op, prec, arithmetic := binaryOp(v.Op)
	load, isInstr := v.Args[0].(*ir.Instr)
	right, same := strings.CutPrefix(x.Text, path.Text+" "+op+" ")
	// Same place, and spelled with the operator itself: the rest is its right operand.
	if !isInstr || load.Op != ir.OpLoad || load.Args[0] != in.Args[0] || !arithmetic || prec == PrecEq || prec == PrecRel || !same || x.Prec != prec {
		return path.Text + " = " + x.Arg()
	}
	if c, ok := v.Args[1].(*ir.Const); ok && c.Spec == nil && (v.Op == ir.OpAdd || v.Op == ir.OpSub) {
		if s, ok := c.Value.T.(*types.Scalar); ok && s.Kind.IsInt() && c.Value.Int() == 1 {
			return path.Text + op + op
		}
	}
	if n := len(right); right[0] == '(' && closes(right) == n-1 {
		right = right[1 : n-1]
	}
	return path.Text + " " + op + "= " + right
}

func (f *Func) call(in *ir.Instr) {
	var args []Expr
	var changed []ir.Value
	for _, a := range in.Args {
		if _, ok := a.ValueType().(*types.Ref); ok {
			args = append(args, f.Path(PlaceOf(a)))
			changed = append(changed, ir.Root(a))
			continue
		}
		args = append(args, f.Value(a))
	}
	for _, n := range f.Unit.Needs(in.Callee) {
		args = append(args, Atom(f.hidden[n]))
	}
	for _, v := range f.Module.Privates {
		changed = append(changed, v)
	}
	if len(changed) > 0 {
		f.flush(changed...)
	}
	x := Call(f.FuncOf[in.Callee], args...)
	if f.Used(in) {
		f.Bind(in, x)
		return
	}
	f.Line(x.Text + ";")
}

// intrinsic prints an intrinsic that is bound where it happens.
func (f *Func) intrinsic(in *ir.Instr) {
	var changed []ir.Value
	for _, a := range in.Args {
		if _, ok := a.ValueType().(*types.Ref); ok && localRoot(a) != nil {
			changed = append(changed, ir.Root(a))
		}
	}
	x := f.Dialect.Intrinsic(f, in)
	if len(changed) > 0 {
		f.flush(changed...)
	}
	if _, done := f.bound[in]; done || x.Text == "" {
		return
	}
	if !f.Used(in) && pure(in) {
		return
	}
	f.bindEffect(in, x)
}

// insert prints Args[0] with one part replaced: a copy that is then changed.
func (f *Func) insert(in *ir.Instr) {
	if f.a.count(in) == 0 {
		return
	}
	part := f.Named(in.Args[1])
	f.Bind(in, f.Value(in.Args[0]))
	x := f.bound[in]
	f.Line(f.extract(x, in.Type, in.Index).Text + " = " + part.Text + ";")
}

func (f *Func) terminator(in *ir.Instr) {
	switch in.Op {
	case ir.OpYield:
		f.yield(in)
	case ir.OpBreak:
		f.Line("break;")
	case ir.OpContinue:
		if f.loopEnd != in {
			f.Line("continue;")
		}
	case ir.OpReturn:
		if len(in.Args) == 1 {
			f.Line("return " + f.Value(in.Args[0]).Arg() + ";")
		} else if f.IR.Body.Terminator() != in {
			f.Line("return;")
		}
	case ir.OpUnreachable:
		if f.IR.Result != nil && f.IR.Result != types.Type(types.Void) && !f.returned(in) {
			if z := types.Zero(f.IR.Result); z != nil { // front ends want a return on every path
				f.Line("return " + f.constant(&ir.Const{Value: z}).Arg() + ";")
			}
		}
	}
}

// returned reports whether every path to the end of the function has a return already.
func (f *Func) returned(end *ir.Instr) bool {
	r := f.IR.Body.Instrs
	n := len(r) - 2
	return n >= 0 && r[n+1] == end && leaves(r[n])
}

func leaves(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpReturn:
		return true
	case ir.OpIf:
		for _, r := range in.Regions {
			n := len(r.Instrs)
			if !leaves(r.Instrs[n-1]) && (n < 2 || r.Instrs[n-1].Op != ir.OpUnreachable || !leaves(r.Instrs[n-2])) {
				return false
			}
		}
		return true
	}
	return false
}

// yieldBreak as the target of a yield means the end of a switch region.
const yieldBreak = "break"

func (f *Func) yield(in *ir.Instr) {
	to := ""
	if n := len(f.yields); n > 0 {
		to = f.yields[n-1]
	}
	switch {
	case to == yieldBreak:
		f.Line("break;")
	case to != "" && len(in.Args) == 1:
		f.Line(to + " = " + f.Value(in.Args[0]).Arg() + ";")
	}
}

// nested prints a region one level deeper; its yields go to a variable.
func (f *Func) nested(r *ir.Region, from int, yieldTo string) {
	f.yields = append(f.yields, yieldTo)
	f.region(r, from)
	f.yields = f.yields[:len(f.yields)-1]
}
