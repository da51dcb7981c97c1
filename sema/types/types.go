// Package types holds the canonical types of the language and constant values.
//
// Types are canonical within one Pool: two types are identical if and only if
// their pointers are. Scalars, vectors and matrices are shared by all pools;
// structs and enums are nominal. A Pool is not safe for concurrent use.
package types

import (
	"fmt"
	"strings"

	"slc/frontend/source"
)

// Type is a type of the language.
type Type interface {
	// String returns the type as a user writes it.
	String() string
	typ()
}

// Kind enumerates the scalar types, ordered by conversion rank inside each class.
type Kind uint8

const (
	KVoid Kind = iota
	KBool
	KInt8
	KInt16
	KInt32
	KInt64
	KUint8
	KUint16
	KUint32
	KUint64
	KHalf
	KFloat
	KDouble
	KString // only for static_assert, printf and attribute arguments
	KNone   // type of nullptr
	KPoison // an expression in error: converts to and from everything silently
	numKinds
)

// Scalar is a scalar type or one of the pseudo types void, string, poison.
type Scalar struct {
	Kind Kind
	Name string
	Bits int // width in bits; 32 for bool, 0 for pseudo types
	own  *ownShapes
}

// Vector is a vector of 1 to 4 scalars. vector<T,1> is distinct from T.
type Vector struct {
	Elem *Scalar
	N    int
}

// Matrix is a matrix of Rows × Cols scalars, 1 to 4 each.
type Matrix struct {
	Elem       *Scalar
	Rows, Cols int
}

// Array is Elem[Len]; Len is Unsized for T[] .
type Array struct {
	Elem Type
	Len  int
	// Size is set when the length depends on specialization constants: Len is its default.
	Size *SizeExpr
}

// Unsized is the length of an array without a size.
const Unsized = -1

// Atomic is Atomic<Elem>.
type Atomic struct {
	Elem *Scalar
}

// Field is a data member of a struct.
type Field struct {
	Name                                                string
	Type                                                Type
	Index                                               int
	Span                                                source.Span
	Access                                              Access
	Semantic                                            string // for varying structs (SV_…), as written
	RowMajor, ColumnMajor, Coherent, Volatile, ReadOnly bool
	// PackOffset is one more than the byte offset that packoffset(…) asks for, 0 without it.
	PackOffset int
	// ByteOffset is the same of [[vk::offset(…)]], which only SPIR-V has.
	ByteOffset int
	// At is the one that counts, in the struct that stands for memory; 0 where the layout says.
	At     int
	Format string // of a writable image, "" if the source names none
}

// Access is the visibility of a member, ordered by how far it is seen.
type Access uint8

const (
	Private  Access = iota
	Internal        // slang's default
	Public
)

// Struct is a nominal struct type; a generic instance has its arguments in Name.
type Struct struct {
	Name   string
	Fields []*Field
	Span   source.Span
	// Decl is the declaring symbol of package sema, opaque here.
	Decl any
	// Hidden marks structs made by the compiler (implicit parameter blocks).
	Hidden bool
	// Combined marks a texture combined with a sampler: its two fields. See Pool.CombinedOf.
	Combined bool
	// Counter marks GLSL's atomic_uint: the buffer that holds it and its index there. See Pool.Counter.
	Counter bool
}

// Enum is a nominal enumeration.
type Enum struct {
	Name       string
	Underlying *Scalar
	Span       source.Span
	Decl       any
}

// Pointer is Elem*: the address of an Elem. Only pointers into device memory are values
// that a program can keep; what the others point to is known at compile time.
type Pointer struct {
	Elem   Type
	Access PointerAccess
	Space  PointerSpace
}

// PointerAccess says what may be done with memory through a pointer.
type PointerAccess uint8

const (
	ReadWrite PointerAccess = iota
	ReadOnly                // others may write it
	Immutable               // nobody writes it while the program runs
)

func (a PointerAccess) String() string {
	return [...]string{"ReadWrite", "Read", "Immutable"}[a]
}

// PointerSpace is the memory that a pointer points into.
type PointerSpace uint8

const (
	DevicePointer PointerSpace = iota // a physical address
	SharedPointer                     // groupshared memory
	Reference                         // any place: the result of a function that returns Ref<T>
)

// Static reports whether the pointer is no value at run time: what it points to is known to
// the compiler (architecture.md, "Calls").
func (t *Pointer) Static() bool { return t.Space != DevicePointer }

// Ref is the type of an address in the IR: a place of type Elem in Space. It has
// no spelling in the language.
type Ref struct {
	Elem  Type
	Space Space
}

// Space is the address space of a place.
type Space uint8

const (
	SpaceNone        Space = iota
	SpaceFunction          // locals and parameters
	SpacePrivate           // static variables, one per invocation
	SpaceGroupshared       // groupshared memory
	SpaceBuffer            // structured and byte-address buffers
	SpaceUniform           // constant buffers
	SpacePush              // push constants
	SpaceImage             // storage images and texel buffers
	SpacePhysical          // through a physical pointer
	SpaceInput             // system values
)

func (s Space) String() string {
	return [...]string{"none", "function", "private", "groupshared", "buffer", "uniform", "push", "image", "physical", "input"}[s]
}

// ResourceKind enumerates resource types.
type ResourceKind uint8

const (
	StructuredBuffer ResourceKind = iota
	RWStructuredBuffer
	ByteAddressBuffer
	RWByteAddressBuffer
	TypedBuffer   // Buffer<T>
	RWTypedBuffer // RWBuffer<T>
	ConstantBuffer
	ParameterBlock
	Texture
	RWTexture
	SamplerState
	SamplerComparisonState
	AppendStructuredBuffer
	ConsumeStructuredBuffer
)

// Dim is the dimensionality of a texture.
type Dim uint8

const (
	DimNone Dim = iota
	Dim1D
	Dim2D
	Dim3D
	DimCube
)

// Resource is a resource type.
type Resource struct {
	Kind    ResourceKind
	Elem    Type // element, texel or content type; nil for byte-address buffers and samplers
	Dim     Dim  // textures
	Arrayed bool // textures
	MS      bool // textures
	// RasterOrdered marks RasterizerOrdered… variants.
	RasterOrdered bool
	Depth         bool   // a Texture that can be compared, of one channel: DepthTexture2D
	WriteOnly     bool   // a RWTexture that is never read: WTexture2D
	Name          string // as written, without arguments: RWTexture2D
	// Layout names the layout of the memory; nil is the default one.
	Layout Type
}

// Writable reports whether the resource can be written or used by atomics.
func (r *Resource) Writable() bool {
	switch r.Kind {
	case RWStructuredBuffer, RWByteAddressBuffer, RWTypedBuffer, RWTexture, AppendStructuredBuffer, ConsumeStructuredBuffer:
		return true
	}
	return false
}

// IsImage reports whether accesses go through image instructions.
func (r *Resource) IsImage() bool {
	switch r.Kind {
	case TypedBuffer, RWTypedBuffer, Texture, RWTexture:
		return true
	}
	return false
}

func (*Scalar) typ()   {}
func (*Vector) typ()   {}
func (*Matrix) typ()   {}
func (*Array) typ()    {}
func (*Atomic) typ()   {}
func (*Struct) typ()   {}
func (*Enum) typ()     {}
func (*Pointer) typ()  {}
func (*Ref) typ()      {}
func (*Resource) typ() {}

func (t *Scalar) String() string { return t.Name }
func (t *Vector) String() string {
	return fmt.Sprintf("%s%d", t.Elem.Name, t.N)
}
func (t *Matrix) String() string {
	return fmt.Sprintf("%s%dx%d", t.Elem.Name, t.Rows, t.Cols)
}
func (t *Array) String() string {
	dims := ""
	var e Type = t
	for {
		a, ok := e.(*Array)
		if !ok {
			return e.String() + dims
		}
		if a.Len == Unsized {
			dims += "[]"
		} else {
			dims += fmt.Sprintf("[%d]", a.Len)
		}
		e = a.Elem
	}
}
func (t *Atomic) String() string { return "Atomic<" + t.Elem.Name + ">" }
func (t *Struct) String() string { return t.Name }
func (t *Enum) String() string   { return t.Name }
func (t *Ref) String() string    { return "&" + t.Space.String() + " " + t.Elem.String() }

// String spells the pointer as T* where that says it all.
func (t *Pointer) String() string {
	switch {
	case t.Space == Reference:
		return "Ref<" + t.Elem.String() + ">"
	case t.Space == SharedPointer:
		return "Ptr<" + t.Elem.String() + ", Access." + t.Access.String() + ", AddressSpace.GroupShared>"
	case t.Access != ReadWrite:
		return "Ptr<" + t.Elem.String() + ", Access." + t.Access.String() + ">"
	}
	return t.Elem.String() + "*"
}

func (t *Resource) String() string {
	if t.Elem == nil || t.Depth {
		return t.Name
	}
	if t.Layout != nil {
		return t.Name + "<" + t.Elem.String() + ", " + t.Layout.String() + ">"
	}
	return t.Name + "<" + t.Elem.String() + ">"
}

// Pool interns the types that are built per compilation.
type Pool struct {
	arrays    map[Array]*Array
	pointers  map[Pointer]*Pointer
	refs      map[Ref]*Ref
	resources map[Resource]*Resource
	combined  map[[2]*Resource]*Struct
	handles   map[Type]*Handle
	counter   *Struct
}

// NewPool returns an empty pool.
func NewPool() *Pool { return &Pool{} }

// ArrayOf returns elem[n]; n may be Unsized.
func (p *Pool) ArrayOf(elem Type, n int) *Array { return p.array(Array{Elem: elem, Len: n}) }

func (p *Pool) array(k Array) *Array {
	if t := p.arrays[k]; t != nil {
		return t
	}
	if p.arrays == nil {
		p.arrays = map[Array]*Array{}
	}
	t := &k
	p.arrays[k] = t
	return t
}

// PointerTo returns elem*.
func (p *Pool) PointerTo(elem Type) *Pointer { return p.PointerOf(Pointer{Elem: elem}) }

// PointerOf returns the canonical pointer type equal to k.
func (p *Pool) PointerOf(k Pointer) *Pointer {
	if t := p.pointers[k]; t != nil {
		return t
	}
	if p.pointers == nil {
		p.pointers = map[Pointer]*Pointer{}
	}
	t := &k
	p.pointers[k] = t
	return t
}

// RefTo returns the type of an address of an elem in space.
func (p *Pool) RefTo(elem Type, space Space) *Ref {
	k := Ref{elem, space}
	if t := p.refs[k]; t != nil {
		return t
	}
	if p.refs == nil {
		p.refs = map[Ref]*Ref{}
	}
	t := &k
	p.refs[k] = t
	return t
}

// ResourceOf returns the canonical resource type equal to r.
func (p *Pool) ResourceOf(r Resource) *Resource {
	if t := p.resources[r]; t != nil {
		return t
	}
	if p.resources == nil {
		p.resources = map[Resource]*Resource{}
	}
	t := &r
	p.resources[r] = t
	return t
}

// CombinedOf returns the canonical type called name of texture combined with a sampler: Slang's Sampler2D and its kin. It
// is a struct of both, since that is all that it is outside of Vulkan, where they share a descriptor.
func (p *Pool) CombinedOf(name string, texture, sampler Resource) *Struct {
	t, s := p.ResourceOf(texture), p.ResourceOf(sampler)
	key := [2]*Resource{t, s}
	if st := p.combined[key]; st != nil {
		return st
	}
	if p.combined == nil {
		p.combined = map[[2]*Resource]*Struct{}
	}
	st := &Struct{Name: name, Hidden: true, Combined: true, Fields: []*Field{{Name: "texture", Type: t}, {Name: "sampler", Type: s, Index: 1}}}
	p.combined[key] = st
	return st
}

// Counter returns GLSL's atomic_uint, a number in a buffer that counters with the same binding share.
func (p *Pool) Counter() *Struct {
	if p.counter == nil {
		buffer := p.ResourceOf(Resource{Kind: RWStructuredBuffer, Elem: Uint, Name: "RWStructuredBuffer"})
		p.counter = &Struct{Name: "atomic_uint", Hidden: true, Counter: true,
			Fields: []*Field{{Name: "buffer", Type: buffer}, {Name: "index", Type: Uint, Index: 1}}}
	}
	return p.counter
}

// IsCounter reports whether t is GLSL's atomic_uint.
func IsCounter(t Type) bool {
	s, ok := t.(*Struct)
	return ok && s.Counter
}

// ---- Queries ----------------------------------------------------------------

// IsInt reports whether k is a signed or unsigned integer.
func (k Kind) IsInt() bool { return k >= KInt8 && k <= KUint64 }

// IsSigned reports whether k is a signed integer.
func (k Kind) IsSigned() bool { return k >= KInt8 && k <= KInt64 }

// IsUnsigned reports whether k is an unsigned integer.
func (k Kind) IsUnsigned() bool { return k >= KUint8 && k <= KUint64 }

// IsFloat reports whether k is a floating-point kind.
func (k Kind) IsFloat() bool { return k >= KHalf && k <= KDouble }

// IsNumeric reports whether k is an integer or floating-point kind.
func (k Kind) IsNumeric() bool { return k >= KInt8 && k <= KDouble }

// IsPoison reports whether t is the type of an expression in error.
func IsPoison(t Type) bool { return t == Type(Poison) }

// ElemScalar returns the scalar that a scalar, enum, vector, matrix or atomic is
// made of; nil for other types.
func ElemScalar(t Type) *Scalar {
	switch t := t.(type) {
	case *Scalar:
		return t
	case *Vector:
		return t.Elem
	case *Matrix:
		return t.Elem
	case *Enum:
		return t.Underlying
	case *Atomic:
		return t.Elem
	}
	return nil
}

// WithElem returns the shape of t (scalar, vector or matrix) with another scalar.
func WithElem(t Type, elem *Scalar) Type {
	switch t := t.(type) {
	case *Vector:
		return VectorOf(elem, t.N)
	case *Matrix:
		return MatrixOf(elem, t.Rows, t.Cols)
	}
	return elem
}

// NumComponents returns 1 for scalars and enums, N for vectors, Rows*Cols for
// matrices, 0 for other types.
func NumComponents(t Type) int {
	switch t := t.(type) {
	case *Scalar, *Enum:
		return 1
	case *Vector:
		return t.N
	case *Matrix:
		return t.Rows * t.Cols
	}
	return 0
}

// Contains reports whether f holds for t or for any type that a value of t is
// made of (array elements, struct fields, the elements of resources excluded).
func Contains(t Type, f func(Type) bool) bool {
	if f(t) {
		return true
	}
	switch t := t.(type) {
	case *Array:
		return Contains(t.Elem, f)
	case *Struct:
		for _, fl := range t.Fields {
			if Contains(fl.Type, f) {
				return true
			}
		}
	}
	return false
}

// ContainsAtomic reports whether a value of t holds an Atomic.
func ContainsAtomic(t Type) bool {
	return Contains(t, func(t Type) bool { _, ok := t.(*Atomic); return ok })
}

// ContainsResource reports whether a value of t holds what the compiler has to know: a
// resource handle, or a pointer that is no value.
func ContainsResource(t Type) bool {
	return Contains(t, func(t Type) bool {
		switch t := t.(type) {
		case *Resource:
			return true
		case *Pointer:
			return t.Static()
		}
		return false
	})
}

// HasData reports whether a value of t occupies memory: resource handles do not, nor
// does what is empty.
func HasData(t Type) bool {
	switch t := t.(type) {
	case *Resource:
		return false
	case *Pointer:
		return !t.Static()
	case *Array:
		return t.Len != 0 && HasData(t.Elem)
	case *Struct:
		for _, f := range t.Fields {
			if HasData(f.Type) {
				return true
			}
		}
		return false
	}
	return true
}

// Empty reports whether there is nothing in a value of t: an array of no elements, a struct
// without fields, and what is made of such types only.
func Empty(t Type) bool {
	switch t := t.(type) {
	case *Array:
		return t.Len == 0 || Empty(t.Elem)
	case *Struct:
		for _, f := range t.Fields {
			if !Empty(f.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// FieldNamed returns the field called name, or nil.
func (t *Struct) FieldNamed(name string) *Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// List joins the spellings of types, for messages.
func List(ts []Type) string {
	s := make([]string, len(ts))
	for i, t := range ts {
		s[i] = t.String()
	}
	return strings.Join(s, ", ")
}
