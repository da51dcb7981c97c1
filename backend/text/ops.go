package text

import (
	"slices"

	"slc/lower/ir"
	"slc/sema/types"
)

// binaries are the operators that are spelled alike everywhere.
func binaryOp(op ir.Op) (string, Prec, bool) {
	switch op {
	case ir.OpAdd:
		return "+", PrecAdd, true
	case ir.OpSub:
		return "-", PrecAdd, true
	case ir.OpMul:
		return "*", PrecMul, true
	case ir.OpDiv:
		return "/", PrecMul, true
	case ir.OpRem:
		return "%", PrecMul, true
	case ir.OpAnd:
		return "&", PrecAnd, true
	case ir.OpOr:
		return "|", PrecOr, true
	case ir.OpXor:
		return "^", PrecXor, true
	case ir.OpShl:
		return "<<", PrecShift, true
	case ir.OpShr:
		return ">>", PrecShift, true
	case ir.OpEq:
		return "==", PrecEq, true
	case ir.OpNe:
		return "!=", PrecEq, true
	case ir.OpLt:
		return "<", PrecRel, true
	case ir.OpLe:
		return "<=", PrecRel, true
	case ir.OpGt:
		return ">", PrecRel, true
	case ir.OpGe:
		return ">=", PrecRel, true
	}
	return "", 0, false
}

// expr spells a pure instruction or a load that is folded.
func (f *Func) expr(in *ir.Instr) Expr {
	x := f.spell(in)
	if f.promoted(in) || f.Promotes && in.Op == ir.OpIntrinsic && narrow(in.Type) && x.Prec < PrecPostfix {
		return Call(f.Dialect.Type(in.Type), x)
	}
	return x
}

func (f *Func) spell(in *ir.Instr) Expr {
	if x, ok := f.Dialect.Op(f, in); ok {
		return x
	}
	if op, prec, ok := binaryOp(in.Op); ok {
		return f.binary(in, op, prec)
	}
	switch in.Op {
	case ir.OpNeg:
		return Unary("-", f.Value(in.Args[0]))
	case ir.OpNot:
		return Not(f.Value(in.Args[0]))
	case ir.OpBitNot:
		return Unary("~", f.Value(in.Args[0]))
	case ir.OpSelect:
		c, a, b := f.Value(in.Args[0]), f.Value(in.Args[1]), f.Value(in.Args[2])
		return Cond(c, a, b)
	case ir.OpConvert:
		if in.Type == in.Args[0].ValueType() {
			return f.Value(in.Args[0])
		}
		return Call(f.Dialect.Type(in.Type), f.Value(in.Args[0]))
	case ir.OpConstruct:
		return f.construct(in)
	case ir.OpSplat:
		x := f.Value(in.Args[0])
		f.splats[in] = x
		return f.Dialect.Splat(in.Type.(*types.Vector), x)
	case ir.OpExtract, ir.OpExtractDyn:
		return f.ExtractPart(in)
	case ir.OpShuffle:
		return f.shuffle(in)
	case ir.OpIntrinsic:
		return f.Dialect.Intrinsic(f, in)
	case ir.OpSystem:
		return f.Dialect.System(f, in)
	case ir.OpLength:
		return f.Dialect.Length(f, in)
	case ir.OpImageSize:
		return f.Dialect.ImageSize(f, in)
	case ir.OpLoad:
		if root := localRoot(in.Args[0]); root != nil {
			f.reads = append(f.reads, root)
		}
		return f.Dialect.Load(f, in, PlaceOf(in.Args[0]))
	case ir.OpIf:
		return f.choiceExpr(in)
	}
	f.Dialect.Unsupported(in, in.Op.String())
	return Atom("0")
}

// operand spells an operand of an operator. Beside a vector a scalar need not be widened: both
// languages do it for arithmetic.
func (f *Func) operand(in *ir.Instr, i int) Expr {
	if in.Op < ir.OpAdd || in.Op > ir.OpDiv {
		return f.Value(in.Args[i])
	}
	if c, ok := in.Args[i].(*ir.Const); ok && c.Spec == nil && !isConst(in.Args[1-i]) {
		if n := len(c.Value.Elems); n > 1 && slices.IndexFunc(c.Value.Elems, func(e *types.Value) bool { return e.Bits != c.Value.Elems[0].Bits }) < 0 {
			return f.Dialect.Scalar(c.Value.Elems[0])
		}
	}
	v, ok := in.Args[i].(*ir.Instr)
	if !ok || v.Op != ir.OpSplat {
		return f.Value(in.Args[i])
	}
	if other, ok := in.Args[1-i].(*ir.Instr); !ok || other.Op == ir.OpSplat || f.waiting[v] == nil {
		return f.Value(in.Args[i])
	}
	f.Value(v)
	return f.splats[v]
}

// binary spells an operator; on bool the bitwise ones are the logical ones.
func (f *Func) binary(in *ir.Instr, op string, prec Prec) Expr {
	x, y := f.operand(in, 0), f.operand(in, 1)
	if in.Op == ir.OpMul && f.promoted(in) && in.Type == types.Type(types.Uint16) { // 65535 * 65535 is beyond int
		x = Call(f.Dialect.Type(types.Uint), x)
	}
	if types.ElemScalar(in.Type) == types.Bool {
		switch in.Op {
		case ir.OpAnd:
			op, prec = "&&", PrecAndAnd
		case ir.OpOr:
			op, prec = "||", PrecOrOr
		case ir.OpXor:
			op, prec = "!=", PrecEq
		}
	}
	// Integer chains need no parentheses on the right, but the text keeps the shape of the
	// tree: floats do not associate.
	return Binary(x, op, prec, y)
}

const swizzle = "xyzw"

func (f *Func) extract(x Expr, t types.Type, index int) Expr {
	switch t := t.(type) {
	case *types.Vector:
		if t.N == 1 {
			return x
		}
		return Member(x, swizzle[index:index+1])
	case *types.Struct:
		return f.Dialect.Field(x, t, index)
	}
	return f.Dialect.Elem(x, t, Atom(itoa(index)))
}

// ExtractPart spells OpExtract and OpExtractDyn as they are written alike.
func (f *Func) ExtractPart(in *ir.Instr) Expr {
	if in.Op == ir.OpExtract {
		return f.extract(f.Value(in.Args[0]), in.Args[0].ValueType(), in.Index)
	}
	return f.extractDyn(in)
}

func (f *Func) extractDyn(in *ir.Instr) Expr {
	base := in.Args[0]
	if c, ok := base.(*ir.Const); ok && isAggregate(c.Value.T) {
		return f.Dialect.Elem(Atom(f.Table(c.Value)), c.Value.T, f.Value(in.Args[1]))
	}
	x := f.Named(base)
	return f.Dialect.Elem(x, base.ValueType(), f.Value(in.Args[1]))
}

func (f *Func) shuffle(in *ir.Instr) Expr {
	src, ok := in.Args[0].ValueType().(*types.Vector)
	x := f.Value(in.Args[0])
	if !ok || src.N == 1 { // a scalar: every component is it
		if vec, isVec := in.Type.(*types.Vector); isVec {
			return f.Dialect.Splat(vec, x)
		}
		return x
	}
	s := ""
	for _, c := range in.Comps {
		s += swizzle[c : c+1]
	}
	if s == swizzle[:src.N] {
		return x
	}
	return Member(x, s)
}

func isAggregate(t types.Type) bool {
	switch t.(type) {
	case *types.Array, *types.Struct:
		return true
	}
	return false
}

// precInit marks text in braces that only a declaration can take.
const precInit Prec = 255

func (f *Func) construct(in *ir.Instr) Expr {
	if !isAggregate(in.Type) {
		args := make([]Expr, len(in.Args))
		for i, a := range in.Args {
			args[i] = f.Value(a)
		}
		return Call(f.Dialect.Type(in.Type), args...)
	}
	parts := make([]string, len(in.Args))
	for i, a := range in.Args {
		parts[i] = f.Init(a)
	}
	return f.aggregate(in.Type, parts)
}

func (f *Func) aggregate(t types.Type, parts []string) Expr {
	if x, ok := f.Dialect.Aggregate(t, parts); ok {
		return x
	}
	return Expr{f.Dialect.Initialiser(t, parts), precInit}
}

// Init spells v as an initialiser: braces where the target has no struct or
// array expressions.
func (f *Func) Init(v ir.Value) string {
	if c, ok := v.(*ir.Const); ok && isAggregate(c.Value.T) {
		return f.constText(c.Value)
	}
	if in, ok := v.(*ir.Instr); ok {
		if p := f.waiting[in]; p != nil && p.x.Prec == precInit {
			return f.take(in).x.Text
		}
	}
	return f.Value(v).Arg()
}

// constant spells a constant operand.
func (f *Func) constant(c *ir.Const) Expr {
	if c.Spec != nil {
		return f.Dialect.Spec(f, c)
	}
	if isAggregate(c.Value.T) {
		if _, ok := f.Dialect.Aggregate(c.Value.T, zeroParts(c.Value)); !ok {
			return Atom(f.Table(c.Value))
		}
		return Atom(f.constText(c.Value))
	}
	return f.Const(c.Value)
}

func zeroParts(v *types.Value) []string { return make([]string, len(v.Elems)) }

// Const spells a scalar or vector constant.
func (u *Unit) Const(v *types.Value) Expr {
	vec, ok := v.T.(*types.Vector)
	if !ok {
		return u.Dialect.Scalar(v)
	}
	args := make([]Expr, len(v.Elems))
	same := len(args) > 2
	for i, e := range v.Elems {
		args[i] = u.Dialect.Scalar(e)
		same = same && args[i] == args[0]
	}
	if same {
		return u.Dialect.Splat(vec, args[0])
	}
	return Call(u.Dialect.Type(vec), args...)
}

// constText spells an aggregate constant as an initialiser.
func (u *Unit) constText(v *types.Value) string {
	if !isAggregate(v.T) {
		return u.Const(v).Arg()
	}
	parts := make([]string, len(v.Elems))
	for i, e := range v.Elems {
		parts[i] = u.constText(e)
	}
	if x, ok := u.Dialect.Aggregate(v.T, parts); ok {
		return x.Text
	}
	return u.Dialect.Initialiser(v.T, parts)
}

// table is an aggregate constant with a name of its own in the output.
type table struct {
	value *types.Value
	name  string
}

// Table returns the name of an aggregate constant, declared once at the top.
func (u *Unit) Table(v *types.Value) string {
	for _, t := range u.tables {
		if t.value.Equal(v) {
			return t.name
		}
	}
	name := u.Names.New("table")
	u.tables = append(u.tables, table{v, name})
	return name
}

// TableText declares the tables used so far; storage is put before each.
func (u *Unit) TableText(storage string) string {
	s := ""
	for _, t := range u.tables {
		s += storage + " " + u.Dialect.Declare(t.value.T, t.name) + " = " + u.constText(t.value) + ";\n"
	}
	return s
}

// choiceExpr spells an OpIf between two pure values.
func (f *Func) choiceExpr(in *ir.Instr) Expr {
	f.reads = f.reads[:0]
	c := f.Value(in.Args[0])
	reads := append([]ir.Value(nil), f.reads...)
	var side [2]Expr
	var konst [2]*types.Value
	for i, r := range in.Regions {
		last := len(r.Instrs) - 1
		for _, sub := range r.Instrs[:last] {
			f.instr(sub)
		}
		f.reads = f.reads[:0]
		side[i] = f.Value(r.Instrs[last].Args[0])
		if k, ok := r.Instrs[last].Args[0].(*ir.Const); ok && k.Spec == nil && k.Value.T == types.Type(types.Bool) {
			konst[i] = k.Value
		}
		reads = append(reads, f.reads...)
		f.leave(r)
	}
	f.reads = reads
	switch {
	case konst[0] != nil && konst[1] != nil && konst[0].Bits == 1 && konst[1].Bits == 0:
		return c
	case konst[0] != nil && konst[1] != nil && konst[0].Bits == 0 && konst[1].Bits == 1:
		return Not(c)
	case konst[1] != nil && konst[1].Bits == 0:
		return Binary(c, "&&", PrecAndAnd, side[0])
	case konst[0] != nil && konst[0].Bits == 1:
		return Binary(c, "||", PrecOrOr, side[1])
	}
	return Cond(c, side[0], side[1])
}
