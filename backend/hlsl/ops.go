package hlsl

import (
	"fmt"
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Statement reports pure instructions that need a variable: sizes come through
// out parameters, structs and arrays have no expressions.
func (e *emitter) Statement(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLength, ir.OpImageSize, ir.OpInsert:
		return true
	case ir.OpBitcast: // double to words
		return types.ElemScalar(in.Args[0].ValueType()).Kind == types.KDouble
	case ir.OpIntrinsic:
		return in.Intrinsic == builtin.OpFrexp || in.Intrinsic == builtin.OpPrintf
	}
	return false
}

// Bound makes the result of each rounding operation a precise variable, where the source has precise values: HLSL
// promises something of variables, not of expressions.
func (e *emitter) Bound(in *ir.Instr) string {
	if e.m.Features.Precise && in.Rounds() {
		return "precise "
	}
	return ""
}

// Op spells what differs from C: vector logic, conversions of bits.
func (e *emitter) Op(f *text.Func, in *ir.Instr) (text.Expr, bool) {
	vec, isVec := in.Type.(*types.Vector)
	isVec = isVec && vec.N > 1
	switch in.Op {
	case ir.OpBitcast:
		return e.bitcast(f, in), true
	case ir.OpRem:
		if types.ElemScalar(in.Type) == types.Double {
			e.lacks(diag.TargetUnsupported, in.Span, "remainder of '%s'", in.Type)
			return text.Atom("0"), true
		}
		if types.ElemScalar(in.Type).Kind.IsFloat() {
			return text.Call("fmod", f.Value(in.Args[0]), f.Value(in.Args[1])), true
		}
	case ir.OpSelect:
		if _, ok := in.Args[0].ValueType().(*types.Vector); ok && isVec {
			return e.componentwise(f, in, "$0 ? $1 : $2"), true
		}
	case ir.OpAnd, ir.OpOr:
		if isVec && vec.Elem == types.Bool { // && and || on vectors depend on the language version
			return e.componentwise(f, in, map[ir.Op]string{ir.OpAnd: "$0 && $1", ir.OpOr: "$0 || $1"}[in.Op]), true
		}
	}
	return text.Expr{}, false
}

// componentwise spells a row for each component; the operands get names.
func (e *emitter) componentwise(f *text.Func, in *ir.Instr, row string) text.Expr {
	vec := in.Type.(*types.Vector)
	args := make([]text.Expr, vec.N)
	names := make([]text.Expr, len(in.Args))
	for k, a := range in.Args {
		names[k] = f.Named(a)
	}
	for i := range args {
		parts := make([]text.Expr, len(names))
		for k := range names {
			parts[k] = names[k]
			if c, ok := in.Args[k].(*ir.Const); ok {
				if c.Value.Elems != nil {
					parts[k] = f.Const(c.Value.Elems[i])
				}
			} else if _, ok := in.Args[k].ValueType().(*types.Vector); ok {
				parts[k] = text.Member(names[k], "xyzw"[i:i+1])
			}
		}
		args[i] = text.Template(row, parts)
	}
	return text.Call(e.Type(vec), args...)
}

// bitcast spells a conversion that keeps the bits.
func (e *emitter) bitcast(f *text.Func, in *ir.Instr) text.Expr {
	from, to := types.ElemScalar(in.Args[0].ValueType()), types.ElemScalar(in.Type)
	x := in.Args[0]
	switch {
	case from.Kind == types.KDouble && to.Kind != types.KDouble: // its words
		lo, hi := f.Temp("lo"), f.Temp("hi")
		v := f.Value(x)
		f.Line("uint " + lo + ";")
		f.Line("uint " + hi + ";")
		f.Line("asuint(" + v.Arg() + ", " + lo + ", " + hi + ");")
		if to.Bits == 32 {
			return text.Call(e.Type(in.Type), text.Atom(lo), text.Atom(hi))
		}
		return text.Template(e.Type(in.Type)+"(uint64_t($0) | (uint64_t($1) << 32))", []text.Expr{text.Atom(lo), text.Atom(hi)})
	case to.Kind == types.KDouble && from.Bits == 32:
		v := f.Named(x)
		return text.Call("asdouble", text.Member(v, "x"), text.Member(v, "y"))
	case to.Kind == types.KDouble && from.Bits == 64 && from != to:
		v := f.Named(x)
		return text.Template("asdouble(uint($0), uint($0 >> 32))", []text.Expr{v})
	case from.Bits == 32 && to.Bits == 64:
		v := f.Named(x)
		return text.Template(e.Type(in.Type)+"(uint64_t($0) | (uint64_t($1) << 32))",
			[]text.Expr{asUint(text.Member(v, "x"), from), asUint(text.Member(v, "y"), from)})
	case from.Bits == 64 && to.Bits == 32:
		v := f.Named(x)
		return text.Template(e.Type(in.Type)+"($0, $1)", []text.Expr{
			text.Call("uint", v), text.Call("uint", text.Expr{Text: v.Text + " >> 32", Prec: text.PrecShift})})
	}
	return e.sameWidth(f.Value(x), from, to, in)
}

func asUint(x text.Expr, from *types.Scalar) text.Expr {
	if from.Kind == types.KUint32 {
		return x
	}
	return text.Call("asuint", x)
}

// sameWidth converts the bits of scalars of one width.
func (e *emitter) sameWidth(x text.Expr, from, to *types.Scalar, in *ir.Instr) text.Expr {
	switch {
	case from == to:
		return x
	case from.Bits != to.Bits:
		e.lacks(diag.TargetUnsupported, in.Span, "cast of the bits of '%s' to '%s'", in.Args[0].ValueType(), in.Type)
		return x
	case from.Kind.IsInt() && to.Kind.IsInt():
		return text.Call(e.Type(in.Type), x)
	}
	fn := map[types.Kind]string{types.KInt32: "asint", types.KUint32: "asuint", types.KFloat: "asfloat",
		types.KInt16: "asint16", types.KUint16: "asuint16", types.KHalf: "asfloat16"}[to.Kind]
	return text.Call(fn, x)
}

// Hint spells the attribute of a statement.
func (e *emitter) Hint(in *ir.Instr) string {
	switch in.Hint {
	case ir.HintUnroll:
		if in.Unroll > 0 {
			return fmt.Sprintf("[unroll(%d)]", in.Unroll)
		}
		return "[unroll]"
	case ir.HintLoop:
		return "[loop]"
	case ir.HintBranch:
		return "[branch]"
	case ir.HintFlatten:
		return "[flatten]"
	}
	return ""
}

// Length spells the size of a buffer: elements, or bytes.
func (e *emitter) Length(f *text.Func, in *ir.Instr) text.Expr {
	buf := f.Path(text.PlaceOf(in.Args[0]))
	n := f.Temp("count")
	f.Line("uint " + n + ";")
	args := n
	if v, ok := text.PlaceOf(in.Args[0]).Root.(*ir.View); ok && v.Resource.Class == ir.StorageBuffer && !isBytes(v.Resource) {
		stride := f.Temp("stride")
		f.Line("uint " + stride + ";")
		args += ", " + stride
	}
	f.Line(buf.Text + ".GetDimensions(" + args + ");")
	return text.Atom(n)
}

// ImageSize spells the size of a texture in texels.
func (e *emitter) ImageSize(f *text.Func, in *ir.Instr) text.Expr {
	tex := f.Path(text.PlaceOf(in.Args[0]))
	n := types.NumComponents(in.Type)
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f.Temp([]string{"width", "height", "depth"}[i])
		f.Line("uint " + parts[i] + ";")
	}
	f.Line(tex.Text + ".GetDimensions(" + strings.Join(parts, ", ") + ");")
	if n == 1 {
		return text.Atom(parts[0])
	}
	return text.Atom(e.Type(in.Type) + "(" + strings.Join(parts, ", ") + ")")
}

// dimensions spells the size of one level of a texture and, last, the number of its levels or samples.
func (e *emitter) dimensions(f *text.Func, in *ir.Instr) text.Expr {
	p := text.PlaceOf(in.Args[0])
	tex := f.Path(p)
	var args []string
	v := p.View()
	switch {
	case len(in.Args) > 1:
		args = append(args, f.Value(in.Args[1]).Arg())
	case v == nil || v.Resource.Source == nil || !v.Resource.Source.MS:
		args = append(args, "0") // without a level there is no number of levels
	}
	n := types.NumComponents(in.Type)
	var parts []string
	for i := range n {
		hint := "levels"
		if i < n-1 {
			hint = []string{"width", "height", "depth"}[i]
		}
		parts = append(parts, f.Temp(hint))
		f.Line("uint " + parts[i] + ";")
	}
	f.Line(tex.Text + ".GetDimensions(" + strings.Join(append(args, parts...), ", ") + ");")
	return text.Atom(e.Type(in.Type) + "(" + strings.Join(parts, ", ") + ")")
}

// ImageRead spells the read of a texel.
func (e *emitter) ImageRead(f *text.Func, in *ir.Instr) text.Expr {
	p := text.PlaceOf(in.Args[0])
	tex := f.Path(p)
	coord := f.Value(in.Args[1])
	if len(in.Args) < 3 {
		return text.Index(tex, coord.Text)
	}
	extra := f.Value(in.Args[2])
	if v := p.View(); v != nil && v.Resource.Source != nil && v.Resource.Source.MS {
		return text.Call(tex.Text+".Load", coord, extra)
	}
	n := types.NumComponents(in.Args[1].ValueType())
	return text.Call(tex.Text+".Load", text.Call(fmt.Sprintf("int%d", n+1), coord, extra))
}

// ImageWrite prints the write of a texel.
func (e *emitter) ImageWrite(f *text.Func, in *ir.Instr) {
	tex := f.Path(text.PlaceOf(in.Args[0]))
	coord, v := f.Value(in.Args[1]), f.Value(in.Args[2])
	f.Line(text.Index(tex, coord.Text).Text + " = " + v.Arg() + ";")
}

// Unsupported reports an operation without spelling.
func (e *emitter) Unsupported(in *ir.Instr, what string) {
	e.lacks(diag.TargetUnsupported, in.Span, "operation '%s' on '%s'", what, in.Type)
}

// RefParam declares an inout or out parameter.
func (e *emitter) RefParam(p *ir.Param, name string) string {
	mode := "inout "
	if p.Out {
		mode = "out "
	}
	return mode + e.Declare(p.Type.(*types.Ref).Elem, name)
}
