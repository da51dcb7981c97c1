package builtin

import (
	"strings"

	"slc/sema/types"
)

// Location says what the location of a GLSL texture function holds beside coordinates.
type Location uint8

const (
	// Projected: the last component is what the others are divided by.
	Projected Location = 1 << iota
	// Compared: the reference of the comparison is a component of the location, behind the coordinates.
	Compared
)

// CombinedName is the name of a texture combined with a sampler: Sampler and what follows Texture in that of the texture.
const CombinedName = "Sampler"

// CombinedTexture returns the texture of a type that combines one with a sampler, and whether the sampler compares; nil for other types.
func CombinedTexture(t types.Type) (texture *types.Resource, compares bool) {
	st, ok := t.(*types.Struct)
	if !ok || !st.Combined {
		return nil, false
	}
	s := st.Fields[1].Type.(*types.Resource)
	return st.Fields[0].Type.(*types.Resource), s.Kind == types.SamplerComparisonState
}

// isSampled reports whether text is a word for the first parameter of a texture function.
func isSampled(text string) bool {
	return text == "texels" || strings.HasPrefix(text, "sampl") || strings.HasPrefix(text, "shadow")
}

// isImage reports whether text is a word for a writable image.
func isImage(text string) bool { return strings.HasPrefix(text, "image") }

// samplesShape reports whether textures of the shape of t have the operation: none of three dimensions is compared
// (VUID-StandaloneSpirv-OpImage-04777), and gathers take four texels of two dimensions or a cube (SPIR-V, OpImageGather).
func samplesShape(op Op, t types.Type) bool {
	r, ok := t.(*types.Resource)
	if !ok || r.Kind != types.Texture {
		return true
	}
	switch op {
	case OpTextureGatherRed, OpTextureGatherGreen, OpTextureGatherBlue, OpTextureGatherAlpha, OpTextureGatherCmp:
		return r.Dim == types.Dim2D || r.Dim == types.DimCube
	case OpTextureSampleCmp, OpTextureSampleCmpLevel, OpTextureSampleCmpLevelZero, OpTextureSampleCmpGrad, OpTextureImplicitCmp:
		return r.Dim != types.Dim3D
	}
	return true
}

// takesSampled reports whether an argument of type t suits the word: sampler and shadow a texture combined with a sampler
// that filters or compares, sampled either, samplerMS a multisampled one; with a dimensionality one of float4
// (of depths) of it; texels a texel buffer.
func takesSampled(text string, t types.Type) bool {
	if r, ok := t.(*types.Resource); ok {
		return text == "texels" && r.Kind == types.TypedBuffer
	}
	r, compares := CombinedTexture(t)
	if r == nil || text == "texels" {
		return false
	}
	if text == "samplerMS" {
		return r.MS
	}
	if r.MS || text == "sampled" {
		return !r.MS
	}
	shape, shadow := strings.CutPrefix(text, "shadow")
	if shadow != compares {
		return false
	}
	if !shadow {
		shape = strings.TrimPrefix(text, "sampler")
	}
	return shape == "" || r.Name == "Texture"+shape && (compares || r.Elem == types.Type(types.VectorOf(types.Float, 4)))
}

// location is the number of components of a location or size in which text, the word behind @, puts the coordinates
// of a texture; 0 if it has no such function.
func location(r *types.Resource, text string) int {
	n := coordinates(r, true)
	flat := !r.Arrayed && r.Dim != types.DimCube
	switch {
	case text == "cmp" && n < 4:
		return max(n+1, 3) // behind a coordinate there is an unused component
	case text == "beside" && n == 4:
		return n
	case text == "proj" && flat:
		return n + 1
	case text == "proj4" && flat && n < 3, text == "projcmp" && flat && n < 3:
		return 4
	case text == "size":
		n = coordinates(r, false)
		if r.Dim == types.DimCube { // of a face
			n--
		}
		if r.Arrayed {
			n++
		}
		return n
	}
	return 0
}

// GLSLSampler returns the parts of a GLSL name of a texture combined with a sampler: isampler2D is Sampler2D of int4,
// sampler2DShadow compares. The shape is "" if name is none.
func GLSLSampler(name string) (elem *types.Scalar, shape string, shadow bool) {
	prefix, shape, ok := strings.Cut(name, "sampler")
	shape, shadow = strings.CutSuffix(shape, "Shadow")
	switch {
	case !ok:
		return nil, "", false
	case prefix == "u":
		elem = types.Uint
	case prefix == "i":
		elem = types.Int
	case prefix == "":
		elem = types.Float
	}
	if elem == nil || shadow && prefix != "" || shape != "Buffer" && textureCtor("Texture"+shape) == nil {
		return nil, "", false
	}
	return elem, shape, shadow
}

// IsGLSLName reports whether the GLSL module declares name.
func IsGLSLName(name string) bool {
	elem, _, _ := GLSLSampler(name)
	return Functions(name) != nil || GLSLTypeNamed(name) != nil || elem != nil || GLSLVarNamed(name) != nil
}
