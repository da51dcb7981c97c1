package builtin

import (
	"strings"

	"slc/sema/types"
)

// Signature notation of Row.Sig: result(parameter, …), where a parameter is
// `[out|ref|const] type[?]`, ? marks a parameter that a call may leave out, or
// one of
//
//	order     a MemoryOrder constant, default Relaxed
//	fail      the MemoryOrder of a failed compareExchange, default Relaxed
//	any...    any number of values of any type
//
// and a type is one of
//
//	T         the row's T: inferred by joining the arguments in T positions
//	E         the element of T
//	name'     the scalar name in the shape of T: bool', uint', float'
//	R         the element type of the receiver, functions: of the first argument
//	          (Atomic<R>, RWStructuredBuffer<R>)
//	V         the type of the receiver
//	RE        the scalar that R is made of
//	R4        a vector of four RE (gather)
//	name@     name in as many components as the receiver texture (functions: the
//	          first argument) has coordinates, array layer included
//	name@mip  the same and one more, the mip level
//	name@off  the same without the array layer; int, an offset of texels, has no cube
//	int@off4  an array of four int@off
//	name@cmp  name@ and behind it the reference of a comparison; name@beside where that is a parameter of its own
//	name@proj name@ and a divisor; name@proj4 the same in four components, name@projcmp with a reference before the divisor
//	int@size  as many components as the texture has sizes
//	T^        the transposed shape of T
//	any       whatever type the argument has
//	image     the first argument must be a writable texture or texel buffer, imageMS a multisampled one, image1 one of one sample
//	counter   an atomic counter of GLSL
//	sampler…, shadow…, sampled, texels: a texture combined with a sampler or a texel buffer (takesSampled)
//	name      a type of the language: uint, float4, void
type sigParam struct {
	text     string // the type
	dir      Dir
	optional bool
	constant bool
}

// sig is a parsed signature.
type sig struct {
	result   string
	params   [12]sigParam
	n        int
	variadic bool
}

func parseSig(text string) (s sig) {
	open := strings.IndexByte(text, '(')
	s.result = text[:open]
	rest := strings.TrimSuffix(text[open+1:], ")")
	for rest != "" {
		var one string
		one, rest, _ = strings.Cut(rest, ",")
		if one == "any..." {
			s.variadic = true
			break
		}
		p := &s.params[s.n]
		s.n++
		if t, ok := strings.CutPrefix(one, "out "); ok {
			p.dir, one = DirOut, t
		} else if t, ok := strings.CutPrefix(one, "ref "); ok {
			p.dir, one = DirRef, t
		} else if t, ok := strings.CutPrefix(one, "const "); ok {
			p.constant, one = true, t
		}
		p.text, p.optional = strings.CutSuffix(one, "?")
		if p.text == "order" || p.text == "fail" {
			p.optional, p.constant = true, true
		}
	}
	return s
}

func (p *sigParam) isOrder() bool { return p.text == "order" || p.text == "fail" }

// required is the number of parameters that every call gives.
func (s *sig) required() int {
	n := 0
	for n < s.n && !s.params[n].optional {
		n++
	}
	return n
}

// element returns the element type of a receiver.
func element(recv types.Type) types.Type {
	switch t := recv.(type) {
	case *types.Atomic:
		return t.Elem
	case *types.Resource:
		return t.Elem
	}
	return nil
}

// Coordinates is the number of coordinates of a texture, with its array layer.
func Coordinates(r *types.Resource) int { return coordinates(r, true) }

// coordinates returns the number of coordinates of a texture or texel buffer,
// with its array layer if layer is set.
func coordinates(t types.Type, layer bool) int {
	r, ok := t.(*types.Resource)
	if !ok {
		return 0
	}
	n := 0
	switch r.Dim {
	case types.Dim2D:
		n = 2
	case types.Dim3D, types.DimCube:
		n = 3
	default:
		n = 1
	}
	if layer && r.Arrayed && (r.Dim != types.DimCube || r.Kind != types.RWTexture) { // the faces of all images of an array are counted together
		n++
	}
	return n
}

// scope is what the names of a signature stand for in one call.
type scope struct {
	t     types.Type // T
	from  types.Type // From of reinterpret<To, From>, nil if not given
	owner types.Type // receiver or first argument
	pool  *types.Pool
}

// resolve returns the type that text stands for, nil if it has none in this call.
func (s *scope) resolve(text string) types.Type {
	switch text {
	case "T":
		return s.t
	case "E":
		return scalarOf(s.t)
	case "T^":
		if m, ok := s.t.(*types.Matrix); ok {
			return types.MatrixOf(m.Elem, m.Cols, m.Rows)
		}
		return nil
	case "V":
		return s.owner
	case "R":
		return element(s.owner)
	case "RE":
		return scalarOf(element(s.owner))
	case "R4":
		if e := types.ElemScalar(element(s.owner)); e != nil {
			return types.VectorOf(e, 4)
		}
		return nil
	case "SamplerState", "SamplerComparisonState":
		t, _ := NamedResource(text, s.pool)
		return t
	}
	if name, ok := strings.CutSuffix(text, "'"); ok {
		return types.WithElem(s.t, scalarNamed(name))
	}
	if name, at, ok := strings.Cut(text, "@"); ok {
		return s.atLocation(scalarNamed(name), at)
	}
	return TypeNamed(text)
}

// atLocation is the type of a location, size or offset with scalars of type elem.
func (s *scope) atLocation(elem *types.Scalar, at string) types.Type {
	r, ok := s.owner.(*types.Resource)
	if !ok {
		return nil
	}
	n := 0
	switch at {
	case "off", "off4":
		if n = coordinates(r, false); r.Dim == types.DimCube && elem == types.Int {
			return nil
		}
	case "":
		n = coordinates(r, true)
	case "mip":
		n = coordinates(r, true) + 1
	default:
		n = location(r, at)
	}
	if n == 0 {
		return nil
	}
	var t types.Type = elem
	if n > 1 {
		t = types.VectorOf(elem, n)
	}
	if at == "off4" {
		return s.pool.ArrayOf(t, 4)
	}
	return t
}

// scalarOf returns the scalar that t is made of as a Type, nil if there is none.
func scalarOf(t types.Type) types.Type {
	if e := types.ElemScalar(t); e != nil {
		return e
	}
	return nil
}
