// Package hostdata reads and prints the contents of a kernel's parameters in the
// form that a command line takes: what a host program would do by the reflection
// of the compiled kernel, whose JSON is all that this package knows of it.
package hostdata

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Parameter is a shader parameter.
type Parameter struct {
	Name string
	// Elem is an element of a buffer, the contents of a block or a texel.
	Elem *Type
	// Stride is the distance of the elements; 0 for a block, which has one.
	Stride int
	// Dims is how many numbers the extent of an image has; 0 for buffers.
	Dims int
	// Count is the number of descriptors; 1 unless it is an array.
	Count int
	// Writable: the kernel may change it.
	Writable bool
	// Hidden: made by the compiler. The members of a hidden block are parameters of the source.
	Hidden bool
}

// IsBlock reports whether the parameter is a constant buffer or made of uniform
// parameters.
func (p *Parameter) IsBlock() bool { return p.Stride == 0 }

// Type is a type in memory.
type Type struct {
	Kind   Kind
	Scalar *Scalar // element of a scalar, vector or matrix
	Size   int     // bytes
	// Count is the number of components of a vector, elements of an array, rows of a matrix.
	Count    int
	Columns  int // of a matrix
	RowMajor bool
	// Stride is the distance of the elements of an array, of the rows or columns of a matrix.
	Stride int
	Elem   *Type // of an array
	Fields []Field
}

// Field is a field of a struct.
type Field struct {
	Name   string
	Offset int
	Type   *Type
}

// Kind is the form of a Type.
type Kind uint8

const (
	ScalarKind Kind = iota
	VectorKind
	MatrixKind
	ArrayKind
	StructKind
)

// document, parameter and typeInfo are what is read of the reflection's JSON.
type document struct {
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	Name    string   `json:"name"`
	Type    typeInfo `json:"type"`
	Format  string   `json:"format"`
	Hidden  bool     `json:"hidden"`
	Binding struct {
		Kind  string `json:"kind"`
		Index int    `json:"index"`
		Count any    `json:"count"`
	} `json:"binding"`
}

type typeInfo struct {
	Kind          string      `json:"kind"`
	ScalarType    string      `json:"scalarType"`
	BaseShape     string      `json:"baseShape"`
	Array         bool        `json:"array"`
	Access        string      `json:"access"`
	ElementCount  any         `json:"elementCount"`
	RowCount      int         `json:"rowCount"`
	ColumnCount   int         `json:"columnCount"`
	RowMajor      bool        `json:"rowMajor"`
	ElementType   *typeInfo   `json:"elementType"`
	ResultType    *typeInfo   `json:"resultType"`
	Fields        []fieldInfo `json:"fields"`
	UniformStride int         `json:"uniformStride"`
	Sizes         []struct {
		Value int `json:"value"`
	} `json:"sizes"`
}

type fieldInfo struct {
	Name    string    `json:"name"`
	Type    *typeInfo `json:"type"`
	Binding struct {
		Offset int `json:"offset"`
	} `json:"binding"`
}

// specialization is the kind of binding of a specialization constant.
const specialization = "specializationConstant"

// Parse reads the reflection of a kernel. Samplers hold no data and are
// left out; specialization constants are read by ParseConstants.
func Parse(reflection []byte) ([]*Parameter, error) {
	var doc document
	if err := json.Unmarshal(reflection, &doc); err != nil {
		return nil, err
	}
	var list []*Parameter
	for i := range doc.Parameters {
		p, err := doc.Parameters[i].read()
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", doc.Parameters[i].Name, err)
		}
		if p != nil {
			list = append(list, p)
		}
	}
	return list, nil
}

func (in *parameter) read() (*Parameter, error) {
	p := &Parameter{Name: in.Name, Hidden: in.Hidden, Count: 1}
	if in.Binding.Kind == specialization {
		return nil, nil
	}
	t := &in.Type
	if t.Kind == "array" {
		p.Count = max(number(in.Binding.Count), 1)
		t = t.ElementType
	}
	if t.Kind == "samplerState" {
		return nil, nil
	}
	p.Writable = t.Access != "" && t.Access != "consume"
	var err error
	switch {
	case t.Kind == "constantBuffer" || t.Kind == "parameterBlock":
		if t.ElementType == nil {
			return nil, nil
		}
		p.Elem, err = t.ElementType.read()
	case t.BaseShape == "byteAddressBuffer":
		p.Elem, p.Stride = scalarType(scalarNamed("u32")), 4
	case t.BaseShape == "structuredBuffer":
		p.Elem, err = t.ResultType.read()
		p.Stride = t.UniformStride
	case t.BaseShape == "textureBuffer" || strings.HasPrefix(t.BaseShape, "texture"):
		p.Elem, err = texel(in.Format, t.ResultType)
		if err == nil {
			p.Stride = p.Elem.Size
		}
		p.Dims = dimensions(t)
	default:
		return nil, fmt.Errorf("%s %s has no data", t.Kind, t.BaseShape)
	}
	return p, err
}

// dimensions is the number of dimensions of an image, with one for its layers.
func dimensions(t *typeInfo) int {
	if t.BaseShape == "textureCube" {
		return 3 // the faces of all layers are one dimension
	}
	n := slices.Index([]string{"textureBuffer", "texture1D", "texture2D", "texture3D"}, t.BaseShape)
	if n > 0 && t.Array {
		n++
	}
	return max(n, 0)
}

// number is a count of the JSON; "unbounded" and none are 0.
func number(v any) int {
	f, _ := v.(float64)
	return int(f)
}

func (t *typeInfo) size() int {
	if len(t.Sizes) == 0 {
		return 0
	}
	return t.Sizes[0].Value
}

func (in *typeInfo) read() (*Type, error) {
	if in == nil {
		return nil, fmt.Errorf("it has no type")
	}
	t := &Type{Size: in.size()}
	var err error
	switch in.Kind {
	case "scalar":
		t.Scalar, err = reflectedScalar(in.ScalarType)
	case "pointer", "descriptorHandle": // of which the low word chooses
		t.Scalar = scalarNamed("u64")
	case "vector":
		t.Kind, t.Count = VectorKind, number(in.ElementCount)
		t.Scalar, err = reflectedScalar(in.ElementType.ScalarType)
	case "matrix":
		t.Kind, t.Count, t.Columns, t.RowMajor = MatrixKind, in.RowCount, in.ColumnCount, in.RowMajor
		lines := t.Columns
		if t.RowMajor {
			lines = t.Count
		}
		t.Stride = t.Size / max(lines, 1)
		t.Scalar, err = reflectedScalar(in.ElementType.ScalarType)
	case "array":
		t.Kind, t.Count, t.Stride = ArrayKind, number(in.ElementCount), in.UniformStride
		t.Elem, err = in.ElementType.read()
	case "struct":
		t.Kind = StructKind
		for i := range in.Fields {
			f := &in.Fields[i]
			inner, err := f.Type.read()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			t.Fields = append(t.Fields, Field{f.Name, f.Binding.Offset, inner})
		}
	default:
		err = fmt.Errorf("type %s has no data", in.Kind)
	}
	return t, err
}

// texel is the type of a texel by the name of its format in GLSL, such as rg16f.
// Normalised channels are taken as the integers that memory has. What is only read
// has no format: its texels are values of its type.
func texel(format string, value *typeInfo) (*Type, error) {
	if format == "" {
		t, err := value.read()
		if err == nil && t.Scalar.Bytes < 4 {
			err = fmt.Errorf("texels of 16 bits are not supported yet")
		}
		if err == nil {
			t.Size = max(t.Count, 1) * t.Scalar.Bytes
		}
		return t, err
	}
	letters := strings.IndexAny(format, "0123456789")
	if letters < 1 {
		return nil, fmt.Errorf("its format is not known")
	}
	digits := strings.TrimLeft(format[letters:], "0123456789")
	bits := format[letters : len(format)-len(digits)]
	class := "u"
	switch digits {
	case "i", "_snorm":
		class = "i"
	case "f":
		class = "f"
	}
	s := scalarNamed(class + bits)
	if s == nil || s.Bytes < 4 || format[:letters] != "rgba"[:min(letters, 4)] {
		return nil, fmt.Errorf("texels of format %s are not supported yet", format)
	}
	t := scalarType(s)
	if letters > 1 {
		t.Kind, t.Count, t.Size = VectorKind, letters, letters*s.Bytes
	}
	return t, nil
}
