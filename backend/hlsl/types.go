package hlsl

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

// natural is the layout of HLSL's structured buffers: every scalar at a multiple
// of its size, vectors aligned like their elements.
type natural struct{}

func (natural) Size(t types.Type, _ bool) (size, align int) {
	n := ir.ScalarSize(types.ElemScalar(t))
	return n * types.NumComponents(t), n
}

func (natural) CanPack(types.Type) bool { return false }

// scalarName spells a scalar type. Types of 16 bits are native from shader model
// 6.2 on (with -enable-16bit-types), before that there are none of that size.
func (e *emitter) scalarName(s *types.Scalar) string {
	switch s.Kind {
	case types.KInt16, types.KUint16, types.KHalf:
		e.native16 = true
		if e.sm < 62 {
			e.needs(diag.TargetType, e.u.Span, "'"+s.Name+"'", 62)
		}
		return map16[s.Kind-types.KInt8]
	case types.KInt8, types.KUint8:
		e.lacks(diag.TargetType, e.u.Span, "8-bit integers ('%s')", s.Name)
	case types.KInt64, types.KUint64:
		if e.sm < 60 {
			e.needs(diag.TargetType, e.u.Span, "'"+s.Name+"'", 60)
		}
	}
	return s.Name
}

var map16 = [...]string{types.KInt16 - types.KInt8: "int16_t", types.KUint16 - types.KInt8: "uint16_t", types.KHalf - types.KInt8: "float16_t"}

// Type spells a value type.
func (e *emitter) Type(t types.Type) string {
	switch t := t.(type) {
	case *types.Scalar:
		return e.scalarName(t)
	case *types.Vector:
		if t.N == 1 {
			return e.scalarName(t.Elem)
		}
		return e.scalarName(t.Elem) + strconv.Itoa(t.N)
	case *types.Struct:
		return e.Struct(t)
	case *types.Array:
		return e.typedef(t)
	}
	return t.String()
}

// elemType spells the elements of an array: those whose stride has to be written
// out are structs of the value and padding.
func (e *emitter) elemType(t types.Type) string {
	if w := e.Wrappers[t]; w != "" {
		return w
	}
	return e.Type(t)
}

// Declare spells a declaration; the dimensions of an array follow its name.
func (e *emitter) Declare(t types.Type, name string) string {
	dims := ""
	for {
		a, ok := t.(*types.Array)
		if !ok {
			return e.Type(t) + " " + name + dims
		}
		dims += "[" + strconv.Itoa(a.Len) + "]"
		t = a.Elem
		if _, nested := t.(*types.Array); !nested {
			return e.elemType(t) + " " + name + dims
		}
	}
}

// typedef names an array type: functions cannot return one without a name.
func (e *emitter) typedef(t *types.Array) string {
	for _, a := range e.typedefs {
		if a == t {
			return e.Wrappers[t]
		}
	}
	dims, elem := "", types.Type(t)
	for {
		a, ok := elem.(*types.Array)
		if !ok {
			break
		}
		dims, elem = dims+"_"+strconv.Itoa(a.Len), a.Elem
	}
	e.Wrappers[t] = e.u.Names.New(e.Type(elem) + dims)
	e.typedefs = append(e.typedefs, t)
	return e.Wrappers[t]
}

func (e *emitter) typedefText() string {
	s := ""
	for _, a := range e.typedefs {
		s += "typedef " + e.Declare(a, e.Wrappers[a]) + ";\n"
	}
	return s
}

// structText declares the structs that the output names, with their padding.
// Members come before their users, so the text is made from its end. Wrappers of scalars and
// vectors come first, those of structs after the struct.
func (e *emitter) structText() string {
	var out []string // last first
	wrapper := func(t types.Type) string {
		pad, _, ok := e.Wrapped(t)
		if !ok {
			return ""
		}
		return "struct " + e.Wrappers[t] + "\n{\n    " + e.Declare(t, "v") + ";\n    " + padding("pad", pad) + ";\n};\n\n"
	}
	for _, s := range slices.Backward(e.m.Structs()) {
		w := wrapper(s)
		if !e.Used[s] {
			continue
		}
		decl := "struct " + e.Names[s] + "\n{\n"
		pads := e.Pads[s]
		for _, slot := range e.Slots(s) {
			if slot.Field < 0 {
				decl += "    " + padding(pads[0], slot.Bytes) + ";\n"
				pads = pads[1:]
				continue
			}
			decl += "    " + e.Declare(s.Fields[slot.Field].Type, e.Fields[s][slot.Field]) + ";\n"
		}
		out = append(out, decl+"};\n\n"+w)
	}
	for _, t := range slices.Backward(e.WrappedTypes()) {
		if _, ok := t.(*types.Struct); !ok {
			out = append(out, wrapper(t))
		}
	}
	slices.Reverse(out)
	return strings.TrimSuffix(strings.Join(out, ""), "\n")
}

// padding declares n bytes.
func padding(name string, n int) string {
	switch {
	case n == 4:
		return "uint " + name
	case n%4 == 0:
		return fmt.Sprintf("uint %s[%d]", name, n/4)
	case n == 2:
		return "uint16_t " + name
	}
	return fmt.Sprintf("uint16_t %s[%d]", name, n/2)
}

// zeros initialises padding of n bytes, in the structure that padding declares: DXC
// takes lists flat too, glslang does not.
func zeros(n int) string {
	zero, size := "0u", 4
	if n%4 != 0 {
		zero, size = "uint16_t(0)", 2
	}
	if n == size {
		return zero
	}
	return "{" + strings.TrimSuffix(strings.Repeat(zero+", ", n/size), ", ") + "}"
}

// Aggregate says that HLSL has no struct or array expressions.
func (e *emitter) Aggregate(types.Type, []string) (text.Expr, bool) { return text.Expr{}, false }

// Initialiser spells the initial value of a struct or array.
func (e *emitter) Initialiser(t types.Type, parts []string) string {
	var all []string
	switch t := t.(type) {
	case *types.Struct:
		for _, slot := range e.Slots(t) {
			if slot.Field < 0 {
				all = append(all, zeros(slot.Bytes))
			} else {
				all = append(all, parts[slot.Field])
			}
		}
	case *types.Array:
		all = parts
		if n, _, ok := e.Wrapped(t.Elem); ok {
			pad := zeros(n)
			all = nil
			for _, p := range parts {
				all = append(all, "{"+p+", "+pad+"}")
			}
		}
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// Splat widens a scalar by a cast.
func (e *emitter) Splat(t *types.Vector, x text.Expr) text.Expr {
	return text.Expr{Text: "(" + e.Type(t) + ")" + x.At(text.PrecUnary), Prec: text.PrecUnary}
}

// Scalar spells a scalar constant.
func (e *emitter) Scalar(v *types.Value) text.Expr {
	s := types.ElemScalar(v.T)
	switch s.Kind {
	case types.KBool:
		return text.Atom(strconv.FormatBool(v.Bits != 0))
	case types.KInt32:
		return text.Signed(v.Int(), 32, "")
	case types.KUint32:
		return text.Unsigned(v.Bits, "u")
	case types.KInt64:
		return text.Signed(v.Int(), 64, "ll")
	case types.KUint64:
		return text.Unsigned(v.Bits, "ull")
	case types.KFloat:
		return float32Const(v.Float())
	case types.KDouble:
		return doubleConst(v.Float())
	case types.KHalf:
		if !text.Finite(v.Float()) {
			return text.Call("asfloat16", text.Call("uint16_t", text.Unsigned(uint64(types.FloatToHalf(v.Float())), "u")))
		}
		return text.Call(e.scalarName(s), text.Float32(v.Float(), "f"))
	}
	return text.Call(e.scalarName(s), text.Signed(v.Int(), 32, ""))
}

func float32Const(v float64) text.Expr {
	if text.Finite(v) {
		return text.Float32(v, "f")
	}
	return text.Call("asfloat", text.Atom(text.Hex32(math.Float32bits(float32(v)))))
}

// doubleConst needs no double literal, which front ends spell differently: the
// value as a float if that is exact, else its two words.
func doubleConst(v float64) text.Expr {
	if text.Finite(v) && float64(float32(v)) == v {
		return text.Call("double", text.Float32(v, "f"))
	}
	bits := math.Float64bits(v)
	return text.Call("asdouble", text.Atom(text.Hex32(uint32(bits))), text.Atom(text.Hex32(uint32(bits>>32))))
}

// Spec reports a specialization constant: with its default alone the output would ignore what
// the host sets.
func (e *emitter) Spec(f *text.Func, c *ir.Const) text.Expr {
	if !e.specs[c.Spec.ID] {
		e.specs[c.Spec.ID] = true
		e.diags.Report(diag.TargetUnsupported, c.Spec.Span, "HLSL has no specialization constants ('%s')", c.Spec.Name).
			WithHelp("make it a macro and compile a variant for each value: -D %s=VALUE", c.Spec.Name)
	}
	return f.Const(c.Value)
}
