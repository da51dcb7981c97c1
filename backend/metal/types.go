package metal

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

// natural is MSL's layout: a vector is as large as it is aligned, a packed one is
// laid out like its elements (MSL §2.2).
type natural struct{}

func (natural) Size(t types.Type, packed bool) (size, align int) {
	n := ir.ScalarSize(types.ElemScalar(t))
	c := types.NumComponents(t)
	if packed {
		return n * c, n
	}
	if c == 3 {
		c = 4
	}
	return n * c, n * c
}

func (natural) CanPack(t types.Type) bool { return types.NumComponents(t) > 1 }

var scalarNames = [...]string{types.KBool: "bool", types.KInt8: "char", types.KInt16: "short", types.KInt32: "int",
	types.KInt64: "long", types.KUint8: "uchar", types.KUint16: "ushort", types.KUint32: "uint", types.KUint64: "ulong",
	types.KHalf: "half", types.KFloat: "float", types.KDouble: "double"}

func (e *emitter) scalarName(s *types.Scalar) string {
	if s.Kind == types.KDouble {
		e.lacks(diag.TargetType, "'double'")
	}
	if int(s.Kind) < len(scalarNames) && scalarNames[s.Kind] != "" {
		return scalarNames[s.Kind]
	}
	return s.Name
}

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
		return "array<" + e.elemType(t.Elem) + ", " + strconv.Itoa(t.Len) + ">"
	}
	return t.String()
}

// elemType spells the elements of an array.
func (e *emitter) elemType(t types.Type) string {
	if w := e.Wrappers[t]; w != "" {
		return w
	}
	return e.Type(t)
}

// packedType spells the packed form of a vector.
func (e *emitter) packedType(t types.Type) string { return "packed_" + e.Type(t) }

// Declare spells a declaration.
func (e *emitter) Declare(t types.Type, name string) string { return e.Type(t) + " " + name }

// structText declares the structs that the output names, with their padding,
// wrappers and variants with atomic members. Members come before their users, so
// the text is made from its end.
func (e *emitter) structText() string {
	var out []string // last first
	wrapper := func(t types.Type) string {
		pad, packed, ok := e.Wrapped(t)
		if !ok {
			return ""
		}
		decl := "struct " + e.Wrappers[t] + "\n{\n    " + e.Declare(t, "v") + ";\n"
		if packed {
			decl = "struct " + e.Wrappers[t] + "\n{\n    " + e.packedType(t) + " v;\n"
		}
		if pad > 0 {
			decl += "    " + padding("pad", pad) + ";\n"
		}
		return decl + "};\n\n"
	}
	for _, s := range slices.Backward(e.m.Structs()) {
		decl := wrapper(s)
		for _, v := range slices.Backward(e.variants) {
			if v.s == s {
				decl = e.structDecl(s, v.name, v.atoms) + decl
			}
		}
		if e.Used[s] {
			decl = e.structDecl(s, e.Names[s], nil) + decl
		}
		out = append(out, decl)
	}
	for _, t := range slices.Backward(e.WrappedTypes()) {
		if _, ok := t.(*types.Struct); !ok {
			out = append(out, wrapper(t))
		}
	}
	slices.Reverse(out)
	return strings.TrimSuffix(strings.Join(out, ""), "\n")
}

func (e *emitter) structDecl(s *types.Struct, name string, a *atoms) string {
	out := "struct " + name + "\n{\n"
	pads := e.Pads[s]
	for _, slot := range e.Slots(s) {
		switch {
		case slot.Field < 0:
			out += "    " + padding(pads[0], slot.Bytes) + ";\n"
			pads = pads[1:]
		case slot.Packed:
			out += "    " + e.packedType(s.Fields[slot.Field].Type) + " " + e.Fields[s][slot.Field] + ";\n"
		default:
			out += "    " + e.memDeclare(s.Fields[slot.Field].Type, a.field(slot.Field), e.Fields[s][slot.Field]) + ";\n"
		}
	}
	return out + "};\n\n"
}

// padding declares n bytes.
func padding(name string, n int) string { return fmt.Sprintf("uchar %s[%d]", name, n) }

// Aggregate spells a struct or array value.
func (e *emitter) Aggregate(t types.Type, parts []string) (text.Expr, bool) {
	return text.Atom(e.Type(t) + e.Initialiser(t, parts)), true
}

// Initialiser spells the braces of a struct or array value.
func (e *emitter) Initialiser(t types.Type, parts []string) string {
	all := parts
	switch t := t.(type) {
	case *types.Struct:
		all = nil
		for _, slot := range e.Slots(t) {
			switch {
			case slot.Field < 0:
				all = append(all, "{}")
			case slot.Packed: // braces convert nothing: the next parts would be taken for its components
				all = append(all, e.packedType(t.Fields[slot.Field].Type)+"("+parts[slot.Field]+")")
			default:
				all = append(all, parts[slot.Field])
			}
		}
	case *types.Array:
		if w := e.Wrappers[t.Elem]; w != "" {
			all = nil
			for _, p := range parts {
				pad, packed, _ := e.Wrapped(t.Elem)
				if packed {
					p = e.packedType(t.Elem) + "(" + p + ")"
				}
				if pad > 0 {
					p += ", {}"
				}
				all = append(all, w+"{"+p+"}")
			}
		}
		return "{{" + strings.Join(all, ", ") + "}}"
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// Splat widens a scalar.
func (e *emitter) Splat(t *types.Vector, x text.Expr) text.Expr { return text.Call(e.Type(t), x) }

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
		return text.Signed(v.Int(), 64, "l")
	case types.KUint64:
		return text.Unsigned(v.Bits, "ul")
	case types.KFloat:
		if text.Finite(v.Float()) {
			return text.Float32(v.Float(), "f")
		}
		return text.Call("as_type<float>", text.Atom(text.Hex32(math.Float32bits(float32(v.Float())))))
	case types.KHalf:
		if text.Finite(v.Float()) {
			return text.Float32(v.Float(), "h")
		}
		return text.Call("as_type<half>", text.Call("ushort", text.Unsigned(uint64(types.FloatToHalf(v.Float())), "u")))
	case types.KDouble:
		e.lacks(diag.TargetType, "'double'")
		return text.Atom("0.0f")
	}
	return text.Call(e.scalarName(s), text.Signed(v.Int(), 32, ""))
}

// Spec spells a specialization constant, a function constant in MSL.
func (e *emitter) Spec(f *text.Func, c *ir.Const) text.Expr {
	for _, s := range e.specs {
		if s.c.Spec.ID == c.Spec.ID {
			return text.Atom(s.name)
		}
	}
	e.specs = append(e.specs, specialised{c, e.u.Names.New(c.Spec.Name)})
	return text.Atom(e.specs[len(e.specs)-1].name)
}

func (e *emitter) specText() string {
	out := ""
	for _, s := range e.specs {
		t := e.Type(s.c.Value.T)
		given := e.u.Names.New(s.name + "_given")
		out += fmt.Sprintf("constant %s %s [[function_constant(%d)]];\n", t, given, s.c.Spec.ID)
		out += fmt.Sprintf("constant %s %s = is_function_constant_defined(%s) ? %s : %s;\n", t, s.name, given, given, e.Scalar(s.c.Value).Text)
	}
	return out
}
