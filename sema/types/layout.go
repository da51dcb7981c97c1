package types

// DataLayout is a layout of memory that an argument of a buffer type names. Zero is none: what the options say.
type DataLayout uint8

const (
	DefaultDataLayout DataLayout = iota
	Std140DataLayout
	Std430DataLayout
	ScalarDataLayout
	// CDataLayout is the scalar one, but that structs end at a multiple of their alignment and a bool is a byte.
	CDataLayout
)

// dataLayouts are the types that name layouts, by DataLayout: structs without members.
var dataLayouts = [...]Struct{{Name: "DefaultDataLayout"}, {Name: "Std140DataLayout"}, {Name: "Std430DataLayout"},
	{Name: "ScalarDataLayout"}, {Name: "CDataLayout"}}

// DataLayoutNamed returns the type that names a layout, nil if name is that of none.
func DataLayoutNamed(name string) Type {
	for i := range dataLayouts {
		if dataLayouts[i].Name == name {
			return &dataLayouts[i]
		}
	}
	return nil
}

// DataLayoutOf returns the layout that t names.
func DataLayoutOf(t Type) (l DataLayout, ok bool) {
	for i := range dataLayouts {
		if t == Type(&dataLayouts[i]) {
			return DataLayout(i), true
		}
	}
	return DefaultDataLayout, false
}

// TakesLayout reports whether a layout can be an argument of resources of kind k.
func (k ResourceKind) TakesLayout() bool {
	switch k {
	case StructuredBuffer, RWStructuredBuffer, AppendStructuredBuffer, ConsumeStructuredBuffer, ConstantBuffer:
		return true
	}
	return false
}

// LayoutArg is the type that names the layout of r, that of the default one if the source names none.
func (r *Resource) LayoutArg() Type {
	if r.Layout == nil {
		return &dataLayouts[DefaultDataLayout]
	}
	return r.Layout
}
