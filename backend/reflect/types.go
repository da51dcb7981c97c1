package reflect

import (
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// typeInfo describes a type; which fields are there depends on Kind.
type typeInfo struct {
	Kind          string      `json:"kind"`
	Name          string      `json:"name,omitempty"`
	ScalarType    string      `json:"scalarType,omitempty"`
	BaseShape     string      `json:"baseShape,omitempty"`
	Array         bool        `json:"array,omitempty"`
	Multisample   bool        `json:"multisample,omitempty"`
	Access        string      `json:"access,omitempty"`
	ElementCount  any         `json:"elementCount,omitempty"` // a number or "unbounded"
	RowCount      int         `json:"rowCount,omitempty"`
	ColumnCount   int         `json:"columnCount,omitempty"`
	RowMajor      bool        `json:"rowMajor,omitempty"`
	ElementType   *typeInfo   `json:"elementType,omitempty"`
	ResultType    *typeInfo   `json:"resultType,omitempty"`
	ValueType     string      `json:"valueType,omitempty"` // of a pointer
	Atomic        bool        `json:"atomic,omitempty"`
	Fields        []fieldInfo `json:"fields,omitempty"`
	UniformStride int         `json:"uniformStride,omitempty"`
	Sizes         []sizeInfo  `json:"sizes,omitempty"`
}

type sizeInfo struct {
	Kind      string `json:"kind"`
	Value     int    `json:"value"`
	Alignment int    `json:"alignment"`
}

type fieldInfo struct {
	Name    string       `json:"name"`
	Type    *typeInfo    `json:"type"`
	Binding *fieldOffset `json:"binding"`
}

type fieldOffset struct {
	Kind          string `json:"kind"`
	Offset        int    `json:"offset"`
	Size          int    `json:"size"`
	ElementStride int    `json:"elementStride"`
}

// parameterType describes the type of a resource, or of an array of them.
func (d *describer) parameterType(r *ir.Resource) *typeInfo {
	t := d.resourceType(r)
	switch {
	case r.Count == types.Unsized:
		return &typeInfo{Kind: "array", ElementCount: "unbounded", ElementType: t}
	case r.Count > 0:
		return &typeInfo{Kind: "array", ElementCount: r.Count, ElementType: t}
	}
	return t
}

func (d *describer) resourceType(r *ir.Resource) *typeInfo {
	s := r.Source
	l := memory{d: d, layout: r.Layout, rowMajor: d.opts.RowMajor}
	if s == nil { // a block made by the compiler
		t := &typeInfo{Kind: "constantBuffer"}
		switch {
		case r.Content != nil:
			t.ElementType = l.describe(r.Content)
		case len(r.Views) > 0:
			t.ElementType = l.describe(r.Views[0].Elem)
		}
		return t
	}
	t := &typeInfo{Kind: "resource", Array: s.Arrayed, Multisample: s.MS}
	switch s.Kind {
	case types.ConstantBuffer, types.ParameterBlock:
		t.Kind = "constantBuffer"
		if s.Kind == types.ParameterBlock {
			t.Kind = "parameterBlock"
		}
		t.ElementType = l.describe(s.Elem)
		return t
	case types.SamplerState, types.SamplerComparisonState:
		t.Kind = "samplerState"
		return t
	case types.ByteAddressBuffer, types.RWByteAddressBuffer:
		t.BaseShape = "byteAddressBuffer"
	case types.TypedBuffer, types.RWTypedBuffer:
		t.BaseShape, t.ResultType = "textureBuffer", d.valueType(s.Elem)
	case types.Texture, types.RWTexture:
		t.BaseShape = "texture" + [...]string{types.DimNone: "", types.Dim1D: "1D", types.Dim2D: "2D", types.Dim3D: "3D", types.DimCube: "Cube"}[s.Dim]
		t.ResultType = d.valueType(s.Elem)
	default:
		t.BaseShape, t.ResultType = "structuredBuffer", l.describe(s.Elem)
		t.UniformStride = r.Layout.Stride(l.stored(s.Elem))
	}
	t.Access = access(s)
	return t
}

func access(s *types.Resource) string {
	switch {
	case s.RasterOrdered:
		return "rasterOrdered"
	case s.Kind == types.AppendStructuredBuffer:
		return "append"
	case s.Kind == types.ConsumeStructuredBuffer:
		return "consume"
	case s.WriteOnly:
		return "write"
	case s.Writable():
		return "readWrite"
	}
	return ""
}

// scalarName is slangc's name of a scalar type.
func scalarName(s *types.Scalar) string {
	switch s.Kind {
	case types.KInt32:
		return "int32"
	case types.KUint32:
		return "uint32"
	case types.KHalf:
		return "float16"
	case types.KFloat:
		return "float32"
	case types.KDouble:
		return "float64"
	}
	return strings.TrimSuffix(s.Name, "_t")
}

// valueType describes a type without memory.
func (d *describer) valueType(t types.Type) *typeInfo {
	return (&memory{d: d, layout: ir.ScalarLayout, values: true}).describe(t)
}

// memory describes types as memory of a layout holds them.
type memory struct {
	d        *describer
	layout   ir.Layout
	rowMajor bool
	values   bool // no sizes
}

func (m *memory) describe(t types.Type) *typeInfo {
	info := m.kind(t)
	if !m.values {
		size, align := m.layout.SizeAlign(m.stored(t))
		info.Sizes = []sizeInfo{{"uniform", size, align}}
	}
	return info
}

// kind describes t; the types inside have their sizes.
func (m *memory) kind(t types.Type) *typeInfo {
	switch t := t.(type) {
	case *types.Scalar:
		return &typeInfo{Kind: "scalar", ScalarType: scalarName(t)}
	case *types.Enum:
		return &typeInfo{Kind: "scalar", Name: t.Name, ScalarType: scalarName(t.Underlying)}
	case *types.Atomic:
		return &typeInfo{Kind: "scalar", ScalarType: scalarName(t.Elem), Atomic: true}
	case *types.Vector:
		return &typeInfo{Kind: "vector", ElementCount: t.N, ElementType: m.kind(t.Elem)}
	case *types.Matrix:
		return &typeInfo{Kind: "matrix", RowCount: t.Rows, ColumnCount: t.Cols, RowMajor: m.rowMajor, ElementType: m.kind(t.Elem)}
	case *types.Pointer:
		return &typeInfo{Kind: "pointer", ValueType: t.Elem.String()}
	case *types.Handle:
		return &typeInfo{Kind: "descriptorHandle", ValueType: t.Of.String()}
	case *types.Array:
		info := &typeInfo{Kind: "array", ElementCount: t.Len, ElementType: m.describe(t.Elem)}
		if t.Len == types.Unsized {
			info.ElementCount = "unbounded"
		}
		if !m.values {
			info.UniformStride = m.layout.Stride(m.stored(t.Elem))
		}
		return info
	case *types.Struct:
		return m.structure(t)
	}
	return &typeInfo{Kind: "resource", Name: t.String()}
}

func (m *memory) structure(t *types.Struct) *typeInfo {
	info := &typeInfo{Kind: "struct"}
	if !t.Hidden {
		info.Name = t.Name
	}
	stored := m.stored(t).(*types.Struct)
	n := 0
	for _, f := range t.Fields {
		if !types.HasData(f.Type) {
			continue // a resource is a parameter of its own
		}
		inner := m.field(f)
		field := fieldInfo{Name: f.Name, Type: inner.describe(f.Type)}
		if !m.values {
			size, _ := m.layout.SizeAlign(stored.Fields[n].Type)
			stride := 0
			if a, ok := stored.Fields[n].Type.(*types.Array); ok {
				stride = m.layout.Stride(a.Elem)
			}
			field.Binding = &fieldOffset{"uniform", m.layout.Offset(stored, n), size, stride}
		}
		n++
		info.Fields = append(info.Fields, field)
	}
	return info
}

// field is the memory inside a field, whose declaration may choose the order of matrices.
func (m *memory) field(f *types.Field) *memory {
	inner := *m
	inner.rowMajor = (m.rowMajor || f.RowMajor) && !f.ColumnMajor
	return &inner
}

// stored is the type that memory has for a t: a bool is a uint, a matrix an array of its rows or
// columns (lowering does the same).
func (m *memory) stored(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Enum:
		return t.Underlying
	case *types.Atomic:
		return t.Elem
	case *types.Pointer:
		return types.Uint64
	case *types.Handle:
		return types.HandleBits()
	case *types.Matrix:
		rows, cols := t.Rows, t.Cols
		if !m.rowMajor {
			rows, cols = cols, rows
		}
		return m.d.pool.ArrayOf(vector(t.Elem, cols), rows)
	case *types.Array:
		return m.d.pool.ArrayOf(m.stored(t.Elem), t.Len)
	case *types.Struct:
		out := &types.Struct{Name: t.Name}
		for _, f := range t.Fields {
			if types.HasData(f.Type) {
				out.Fields = append(out.Fields, &types.Field{Name: f.Name, Index: len(out.Fields), Type: m.field(f).stored(f.Type)})
			}
		}
		return out
	}
	return t
}

func vector(s *types.Scalar, n int) types.Type {
	if n == 1 {
		return s
	}
	return types.VectorOf(s, n)
}
