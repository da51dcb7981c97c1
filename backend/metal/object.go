package metal

import (
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// object is an atomic object as the functions want it: a pointer, or a texel of
// a texture, whose functions are methods on vectors of four.
type object struct {
	stem      string
	pointer   text.Expr
	texture   text.Expr
	coord     string
	texel     bool
	valueType string // of operands and results
}

// object spells the atomic object at a place.
func (e *emitter) object(f *text.Func, in *ir.Instr, p text.Place, stem string) object {
	elem := types.ElemScalar(p.Elem)
	o := object{stem: stem, valueType: e.scalarName(elem)}
	if n := len(p.Steps); n > 0 && p.Steps[n-1].Op == ir.OpTexel {
		o.texel, o.valueType = true, o.valueType+"4"
		o.texture = f.Path(p)
		o.coord = e.coord(f, p.View(), p.Steps[n-1].Args[1])
		return o
	}
	if len(in.Args) > 1 { // min and max on a byte-address word have the signedness of their operand (ir.OpAtomic)
		if t, ok := in.Args[1].ValueType().(*types.Scalar); ok && t.Bits == elem.Bits && t.Kind.IsInt() && elem.Kind.IsInt() {
			elem = t
		}
	}
	if len(in.Args) > 1 { // bytes have no type: the operand's decides, as for signed min
		elem = types.ElemScalar(in.Args[1].ValueType())
	}
	o.pointer = e.pointer(f, p, elem)
	return o
}

// pointer spells a pointer to the atomic object: its address where the object is
// declared atomic, else a cast (words of byte-address buffers, components of vectors, padded elements).
func (e *emitter) pointer(f *text.Func, p text.Place, elem *types.Scalar) text.Expr {
	last := len(p.Steps) - 1
	if e.atomsAt(p).in(p.Elem) && !(last >= 0 && p.Steps[last].Op == ir.OpByteElem) {
		return text.Unary("&", f.Path(p))
	}
	space := "threadgroup"
	if v, ok := p.Root.(*ir.Var); ok {
		space = strings.TrimSuffix(threadgroup(v), " ")
	}
	if v := p.View(); v != nil {
		space = e.space(v.Resource)
	} else if p.Space == types.SpacePhysical {
		space = e.pointerSpace(p.Steps[0])
	}
	cast := "(" + space + " atomic_" + e.scalarName(elem) + "*)"
	if last >= 0 && p.Steps[last].Op == ir.OpByteElem {
		whole := p
		whole.Steps = p.Steps[:last]
		base := text.Expr{Text: cast + f.Path(whole).At(text.PrecUnary), Prec: text.PrecUnary}
		if isZero(p.Steps[last].Args[1]) {
			return base
		}
		return text.Binary(base, "+", text.PrecAdd, text.Expr{Text: scaled(f, p.Steps[last].Args[1], elem), Prec: text.PrecMul})
	}
	if last >= 0 && p.Steps[last].Op == ir.OpElem {
		if _, ok := p.Steps[last].Args[0].ValueType().(*types.Ref).Elem.(*types.Vector); ok {
			whole := p
			whole.Steps = p.Steps[:last]
			base := text.Expr{Text: cast + text.Unary("&", f.Path(whole)).Text, Prec: text.PrecUnary}
			if isZero(p.Steps[last].Args[1]) {
				return base
			}
			return text.Binary(base, "+", text.PrecAdd, f.Value(p.Steps[last].Args[1]))
		}
	}
	if last == 0 && p.Steps[0].Op == ir.OpDeref {
		return text.Expr{Text: cast + f.Value(p.Steps[0].Args[0]).At(text.PrecUnary), Prec: text.PrecUnary}
	}
	return text.Expr{Text: cast + text.Unary("&", f.Path(p)).Text, Prec: text.PrecUnary}
}

// atomsAt finds the parts of a place that are declared atomic. Inside an element with padding around it none is: the
// wrapper holds the plain type.
func (e *emitter) atomsAt(p text.Place) *atoms {
	for _, s := range p.Steps {
		if s.Op != ir.OpElem {
			continue
		}
		if a, ok := s.Args[0].ValueType().(*types.Ref).Elem.(*types.Array); ok && e.Wrappers[a.Elem] != "" {
			return nil
		}
	}
	return atomsAt(p.Root, p.Steps)
}

// widen makes a texel of a value.
func (o object) widen(x text.Expr) text.Expr {
	if o.texel {
		return text.Call(o.valueType, x)
	}
	return x
}

// call spells the operation. A store has its value first on textures.
func (o object) call(args []text.Expr, order string) text.Expr {
	if !o.texel {
		all := append([]text.Expr{o.pointer}, args...)
		return text.Call(o.stem+"_explicit", append(all, text.Atom(order))...)
	}
	parts := strings.Split(o.coord, "; ")
	if len(args) == 1 {
		v := o.widen(args[0]).Arg()
		if o.stem == atomics[builtin.AtomicStore].stem {
			parts = append([]string{v}, parts...)
		} else {
			parts = append(parts, v)
		}
	}
	return text.Atom(o.texture.Text + "." + o.stem + "(" + strings.Join(parts, ", ") + ")")
}

// result picks the value out of what the call returns.
func (o object) result(call text.Expr) text.Expr {
	if o.texel {
		return text.Member(call, "x")
	}
	return call
}

// exchange spells one try of a compare-exchange.
func (o object) exchange(old string, desired text.Expr, order, fail string) text.Expr {
	if o.texel {
		return text.Atom(o.texture.Text + "." + o.stem + "(" + strings.ReplaceAll(o.coord, "; ", ", ") + ", &" + old + ", " + o.widen(desired).Arg() + ")")
	}
	return text.Call(o.stem+"_explicit", o.pointer, text.Atom("&"+old), desired, text.Atom(order), text.Atom(fail))
}

// atomicType checks that this version of MSL has the operation on the object.
func (e *emitter) atomicType(f *text.Func, in *ir.Instr, p text.Place) bool {
	s, _ := p.Elem.(*types.Scalar)
	e.u.Span = in.Span
	what := "atomic " + in.Atomic.String() + " on '" + p.Elem.String() + "'"
	since := 0
	switch {
	case s == nil:
	case (s.Kind == types.KInt32 || s.Kind == types.KUint32) && p.Space == types.SpaceImage:
		since = imageSince
	case s.Kind == types.KInt32 || s.Kind == types.KUint32:
		return true
	case s.Kind == types.KFloat && p.Space != types.SpaceImage && in.Atomic <= builtin.AtomicSub:
		since = floatSince
		if p.Space == types.SpaceGroupshared {
			since = floatGroupSince
		}
	case s.Kind == types.KUint64 && atomics64[in.Atomic] != "" && !f.Used(in) && p.Space != types.SpaceGroupshared && p.Space != types.SpaceImage:
		return true
	}
	switch {
	case since == 0:
		e.lacks(diag.TargetAtomic, "%s", what)
	case e.version < since:
		e.needs(diag.TargetAtomic, what, since)
	default:
		return true
	}
	return false
}
