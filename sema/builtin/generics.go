package builtin

import (
	"strings"

	"slc/sema/types"
)

// Resource type names are a prefix, then for textures a dimensionality:
// RW | RasterizerOrdered | W | Depth, Texture, 1D | 2D | 3D | Cube, MS, Array.

// TypeCtor is a built-in type that takes arguments: vector, matrix, Atomic, Ptr
// and the resource types.
type TypeCtor struct {
	Name   string
	kind   ctorKind
	res    types.Resource // template of a resource type
	MinArg int            // arguments that must be given
	MaxArg int
}

type ctorKind uint8

const (
	ctorVector ctorKind = iota
	ctorMatrix
	ctorAtomic
	ctorPointer
	ctorResource
)

// ctors are the constructors that are not textures, sorted by name.
var ctors = [...]TypeCtor{
	{Name: "AppendStructuredBuffer", kind: ctorResource, res: types.Resource{Kind: types.AppendStructuredBuffer}, MinArg: 1, MaxArg: 2},
	{Name: "Atomic", kind: ctorAtomic, MinArg: 1, MaxArg: 1},
	{Name: "Buffer", kind: ctorResource, res: types.Resource{Kind: types.TypedBuffer}, MaxArg: 2},
	{Name: "ByteAddressBuffer", kind: ctorResource, res: types.Resource{Kind: types.ByteAddressBuffer}},
	{Name: "ConstantBuffer", kind: ctorResource, res: types.Resource{Kind: types.ConstantBuffer}, MinArg: 1, MaxArg: 2},
	{Name: "ConsumeStructuredBuffer", kind: ctorResource, res: types.Resource{Kind: types.ConsumeStructuredBuffer}, MinArg: 1, MaxArg: 2},
	{Name: "ParameterBlock", kind: ctorResource, res: types.Resource{Kind: types.ParameterBlock}, MinArg: 1, MaxArg: 1},
	{Name: "Ptr", kind: ctorPointer, MinArg: 1, MaxArg: 1},
	{Name: "RWBuffer", kind: ctorResource, res: types.Resource{Kind: types.RWTypedBuffer}, MaxArg: 2},
	{Name: "RWByteAddressBuffer", kind: ctorResource, res: types.Resource{Kind: types.RWByteAddressBuffer}},
	{Name: "RWStructuredBuffer", kind: ctorResource, res: types.Resource{Kind: types.RWStructuredBuffer}, MinArg: 1, MaxArg: 2},
	{Name: "RasterizerOrderedBuffer", kind: ctorResource, res: types.Resource{Kind: types.RWTypedBuffer, RasterOrdered: true}, MaxArg: 2},
	{Name: "RasterizerOrderedByteAddressBuffer", kind: ctorResource, res: types.Resource{Kind: types.RWByteAddressBuffer, RasterOrdered: true}},
	{Name: "RasterizerOrderedStructuredBuffer", kind: ctorResource, res: types.Resource{Kind: types.RWStructuredBuffer, RasterOrdered: true}, MinArg: 1, MaxArg: 2},
	{Name: "SamplerComparisonState", kind: ctorResource, res: types.Resource{Kind: types.SamplerComparisonState}},
	{Name: "SamplerState", kind: ctorResource, res: types.Resource{Kind: types.SamplerState}},
	{Name: "StructuredBuffer", kind: ctorResource, res: types.Resource{Kind: types.StructuredBuffer}, MinArg: 1, MaxArg: 2},
	{Name: "matrix", kind: ctorMatrix, MaxArg: 4},
	{Name: "vector", kind: ctorVector, MaxArg: 2},
}

// NamedCtor returns the constructor called name, nil if there is none.
func NamedCtor(name string) *TypeCtor {
	for i := range ctors {
		if ctors[i].Name == name {
			return &ctors[i]
		}
	}
	return textureCtor(name)
}

// texturePrefixes are the words before Texture and what they make of one.
var texturePrefixes = [...]struct {
	text string
	of   types.Resource
}{
	{"RW", types.Resource{Kind: types.RWTexture}},
	{"RasterizerOrdered", types.Resource{Kind: types.RWTexture, RasterOrdered: true}},
	{"W", types.Resource{Kind: types.RWTexture, WriteOnly: true}},
	{"Depth", types.Resource{Kind: types.Texture, Depth: true}},
}

func textureCtor(name string) *TypeCtor {
	r, rest := types.Resource{Kind: types.Texture}, name
	for _, p := range texturePrefixes {
		if tail, ok := strings.CutPrefix(name, p.text); ok {
			r, rest = p.of, tail
			break
		}
	}
	rest, ok := strings.CutPrefix(rest, "Texture")
	if !ok {
		return nil
	}
	for _, d := range [...]struct {
		name string
		dim  types.Dim
	}{{"1D", types.Dim1D}, {"2D", types.Dim2D}, {"3D", types.Dim3D}, {"Cube", types.DimCube}} {
		if tail, ok := strings.CutPrefix(rest, d.name); ok {
			rest, r.Dim = tail, d.dim
			break
		}
	}
	rest, r.MS = strings.CutPrefix(rest, "MS")
	rest, r.Arrayed = strings.CutPrefix(rest, "Array")
	if rest != "" || r.Dim == types.DimNone || r.MS && r.Dim != types.Dim2D || r.Arrayed && r.Dim == types.Dim3D {
		return nil
	}
	if r.WriteOnly && (r.MS || r.Dim == types.DimCube) {
		return nil
	}
	ctor := &TypeCtor{Name: name, kind: ctorResource, res: r, MaxArg: 3}
	if r.Depth { // always float; the argument is a format
		ctor.MaxArg = 1
	}
	return ctor
}

// TakesLayout reports whether the second argument of c is a layout of memory.
func (c *TypeCtor) TakesLayout() bool { return c.kind == ctorResource && c.res.Kind.TakesLayout() }

// TypeArg is an argument of a type constructor: a type or an integer constant.
type TypeArg struct {
	Type  types.Type
	Value int
}

// Depth reports whether c makes depth textures, whose texels are of type float.
func (c *TypeCtor) Depth() bool { return c.res.Depth }

// Apply returns the type that c makes of args, whose number the caller has
// checked against MinArg and MaxArg. The problem is "" or says what is wrong
// with the arguments, in the words of a message.
func (c *TypeCtor) Apply(args []TypeArg, pool *types.Pool) (t types.Type, problem string) {
	switch c.kind {
	case ctorVector, ctorMatrix:
		return c.applyShape(args)
	case ctorAtomic:
		if args[0].Type == nil {
			return nil, "the argument of Atomic is a type"
		}
		if types.IsPoison(args[0].Type) {
			return types.Poison, ""
		}
		if s, ok := args[0].Type.(*types.Scalar); ok && isElement(s) {
			return types.AtomicOf(s), "" // AtomicTypes says whether the language has it
		}
		return nil, "the argument of Atomic is a 32- or 64-bit integer or a floating-point type, not " + args[0].Type.String()
	case ctorPointer:
		if args[0].Type == nil {
			return nil, "the argument of Ptr is a type"
		}
		return pool.PointerTo(args[0].Type), ""
	}
	r := c.res
	r.Name = c.Name
	switch {
	case r.Depth:
		r.Elem = types.Float
	case c.MaxArg > 0:
		r.Elem = types.VectorOf(types.Float, 4) // the default of textures and typed buffers
		if len(args) > 0 {
			if r.Elem = args[0].Type; r.Elem == nil {
				return nil, "the first argument of " + c.Name + " is a type"
			}
		}
		if len(args) > 1 && c.TakesLayout() {
			r.Layout = args[1].Type
		}
	}
	return pool.ResourceOf(r), ""
}

func (c *TypeCtor) applyShape(args []TypeArg) (types.Type, string) {
	elem, dims := types.Float, [2]int{4, 4}
	for i, a := range args {
		switch {
		case i == 0:
			s, ok := a.Type.(*types.Scalar)
			if !ok || !isElement(s) {
				return nil, "the first argument of " + c.Name + " is a scalar type"
			}
			elem = s
		case i <= 2:
			if a.Type != nil || a.Value < 1 || a.Value > 4 {
				return nil, "the size of a " + c.Name + " is a constant from 1 to 4"
			}
			dims[i-1] = a.Value
		}
	}
	if c.kind == ctorVector {
		return types.VectorOf(elem, dims[0]), ""
	}
	return types.MatrixOf(elem, dims[0], dims[1]), ""
}

// NamedResource returns the resource type that name means without arguments
// (byte-address buffers, samplers; textures and typed buffers of float4).
func NamedResource(name string, pool *types.Pool) (types.Type, bool) {
	c := NamedCtor(name)
	if c == nil || c.kind != ctorResource || c.MinArg > 0 {
		return nil, false
	}
	t, _ := c.Apply(nil, pool)
	return t, true
}

// GLSLResource returns the resource type of a GLSL image name (uimage2D, u64image3D,
// imageBuffer), nil if there is none.
func GLSLResource(name string, pool *types.Pool) types.Type {
	prefix, rest, ok := strings.Cut(name, "image")
	if !ok {
		return nil
	}
	var elem *types.Scalar
	switch prefix {
	case "":
		elem = types.Float
	case "i":
		elem = types.Int
	case "u":
		elem = types.Uint
	case "i64":
		elem = types.Int64
	case "u64":
		elem = types.Uint64
	default:
		return nil
	}
	ctor := textureCtor("RWTexture" + strings.TrimSuffix(rest, "Rect")) // texels have integer coordinates anyway
	if rest == "Buffer" {
		ctor = NamedCtor("RWBuffer")
	}
	if ctor == nil {
		return nil
	}
	t, _ := ctor.Apply([]TypeArg{{Type: types.VectorOf(elem, 4)}}, pool)
	return t
}
