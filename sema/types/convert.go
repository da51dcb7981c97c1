package types

// Conversion costs. They rank overloads and decide which conversions happen
// silently, with a warning, or only when asked for. The ranking is that of the
// Slang language: lossless before lossy, same signedness before a change of it,
// integer to float before float to integer.
const (
	CostNone           = 0
	CostScalarOfVector = 1  // vector<T,1> to T
	CostSplatVector    = 2  // added for scalar to vector
	CostDereference    = 10 // ConstantBuffer<T> to T
	CostSplatMatrix    = 10 // added for scalar to matrix
	CostUnsizedArray   = 30 // T[n] to T[]
	CostBoolToInt      = 120
	CostPromotion      = 150 // same kind, wider
	CostNullPointer    = 150
	CostUnsignedWiden  = 200 // unsigned to a wider signed integer
	CostToUnsigned     = 250 // signed to an unsigned integer not narrower
	CostToSigned       = 300 // unsigned to the signed integer of the same width
	CostIntToFloat     = 400 // to float or double
	CostEnumToInt      = 450
	CostIntToHalf      = 500
	CostDiscouraged    = 500   // from here on an implicit conversion is warned of
	CostGeneral        = 900   // may lose value
	CostStandIn        = 50000 // from a stand-in (NewStandIn): anything else is preferred
	CostExplicit       = 90000 // only by a cast or a constructor
	CostImpossible     = 1 << 30
)

// Costs of an integer literal whose value fits the target integer type.
const (
	CostLiteralSame     = 23
	CostLiteralUnsigned = 32
	CostLiteralSigned   = 81
)

// rank orders the widths inside a kind; bool is below all integers.
func rank(k Kind) int {
	switch k {
	case KInt8, KUint8:
		return 1
	case KInt16, KUint16, KHalf:
		return 2
	case KInt32, KUint32, KFloat:
		return 3
	case KInt64, KUint64, KDouble:
		return 4
	}
	return 0
}

// class groups kinds: bool counts as unsigned, as the language ranks it.
func class(k Kind) int {
	switch {
	case k.IsSigned():
		return 1
	case k.IsUnsigned() || k == KBool:
		return 2
	case k.IsFloat():
		return 3
	}
	return 0
}

// ScalarCost is the cost of converting between two scalar types.
func ScalarCost(from, to *Scalar) int {
	f, t := from.Kind, to.Kind
	switch {
	case from.own != nil && from != to && class(f) != 0 && class(t) != 0:
		return CostStandIn
	case f == t || f == KPoison || t == KPoison:
		return CostNone
	case class(f) == 0 || class(t) == 0:
		return CostImpossible
	case class(f) == class(t):
		if rank(t) > rank(f) {
			return CostPromotion
		}
		return CostGeneral
	case f == KBool && t == KInt32:
		return CostBoolToInt
	case class(t) == 1 && class(f) == 2 && rank(t) > rank(f):
		return CostUnsignedWiden
	case class(t) == 1 && class(f) == 2 && rank(t) == rank(f):
		return CostToSigned
	case class(t) == 2 && class(f) == 1 && rank(t) >= rank(f):
		return CostToUnsigned
	case class(t) == 3 && f != KBool && t != KHalf:
		return CostIntToFloat
	case t == KHalf && f != KBool:
		return CostIntToHalf
	}
	return CostGeneral
}

// ConversionCost is the cost of converting a value of type from to type to:
// below CostExplicit the conversion may be implicit, below CostImpossible it
// exists as a cast.
func ConversionCost(from, to Type) int {
	if from == to || IsPoison(from) || IsPoison(to) {
		return CostNone
	}
	switch f := from.(type) {
	case *Scalar:
		return costFromScalar(f, to)
	case *Enum:
		if t, ok := to.(*Scalar); ok && (t.Kind.IsInt() || t.Kind == KBool) {
			return CostEnumToInt
		}
		if c := costFromScalar(f.Underlying, to); c < CostImpossible {
			return CostExplicit
		}
	case *Vector:
		return costFromVector(f, to)
	case *Matrix:
		if t, ok := to.(*Matrix); ok {
			c := ScalarCost(f.Elem, t.Elem)
			if t.Rows == f.Rows && t.Cols == f.Cols || c >= CostImpossible {
				return c
			}
			if t.Rows <= f.Rows && t.Cols <= f.Cols {
				return CostExplicit
			}
		}
	case *Array:
		if t, ok := to.(*Array); ok && t.Len == Unsized && t.Elem == f.Elem {
			return CostUnsizedArray
		}
	case *Resource:
		if f.Kind == ConstantBuffer || f.Kind == ParameterBlock {
			if c := ConversionCost(f.Elem, to); c < CostExplicit {
				return c + CostDereference
			}
		}
	case *Handle:
		return handleCost(f, to)
	case *Pointer:
		if t, ok := to.(*Scalar); ok && !f.Static() {
			switch {
			case t == Bool:
				return CostEnumToInt // whether it is not null
			case t.Kind.IsInt():
				return CostExplicit
			}
		}
		if t, ok := to.(*Pointer); ok {
			return pointerCost(f, t)
		}
	}
	return CostImpossible
}

// pointerCost: a pointer loses the right to write by itself; anything else about what it points to
// changes by a cast, but never the memory that it points into.
func pointerCost(from, to *Pointer) int {
	switch {
	case from.Space != to.Space:
		return CostImpossible
	case from.Elem == to.Elem && from.Access == ReadWrite && to.Access == ReadOnly:
		return CostDereference
	}
	return CostExplicit
}

func costFromScalar(f *Scalar, to Type) int {
	switch t := to.(type) {
	case *Scalar:
		return ScalarCost(f, t)
	case *Vector:
		if c := ScalarCost(f, t.Elem); c < CostExplicit {
			return c + CostSplatVector
		}
	case *Matrix:
		if c := ScalarCost(f, t.Elem); c < CostExplicit {
			return c + CostSplatMatrix
		}
	case *Enum:
		if class(f.Kind) != 0 {
			return CostExplicit
		}
	case *Pointer:
		switch {
		case t.Static():
		case f.Kind == KNone:
			return CostNullPointer
		case f.Kind.IsInt():
			return CostExplicit
		}
	case *Handle:
		if f == Uint64 {
			return CostExplicit
		}
	}
	return CostImpossible
}

func costFromVector(f *Vector, to Type) int {
	switch t := to.(type) {
	case *Scalar:
		c := ScalarCost(f.Elem, t)
		switch {
		case c >= CostImpossible:
			return CostImpossible
		case f.N == 1:
			return c + CostScalarOfVector
		}
		return CostExplicit
	case *Vector:
		c := ScalarCost(f.Elem, t.Elem)
		switch {
		case f.N == t.N || c >= CostImpossible:
			return c
		case f.N > t.N:
			return CostExplicit
		}
	case *Handle:
		if f.N == HandleBits().N && f.Elem.Kind.IsInt() && f.Elem.Bits == Uint.Bits {
			return CostExplicit
		}
	}
	return CostImpossible
}

// LiteralCost is ConversionCost for an integer literal (or another constant
// written as one): it converts cheaply to any integer type that holds its value. A number that
// is an int64_t because int does not hold it keeps its value: 3000000000 * 2 is not an int, of
// which slangc makes one. A pattern of bits such as 0xFFFFFFFF, a uint, converts to int.
func LiteralCost(v *Value, to Type) int {
	from, _ := v.T.(*Scalar)
	elem := ElemScalar(to)
	plain := ConversionCost(v.T, to)
	if from == nil || elem == nil || from == elem || !from.Kind.IsInt() || !elem.Kind.IsInt() || plain >= CostExplicit {
		return plain
	}
	if !FitsWidth(v, elem) || from == Int64 && elem.Kind.IsSigned() && v.Int()>>(elem.Bits-1) > 0 {
		return plain
	}
	shape := plain - ScalarCost(from, elem)
	switch {
	case from.Kind.IsSigned() == elem.Kind.IsSigned():
		return shape + CostLiteralSame
	case elem.Kind.IsSigned():
		return shape + CostLiteralSigned
	}
	return shape + CostLiteralUnsigned
}

// FitsWidth reports whether the integer v has no more significant bits than the
// integer type t; 0xFFFFFFFF fits int as a pattern of bits.
func FitsWidth(v *Value, t *Scalar) bool {
	if t.Bits >= 64 {
		return true
	}
	if ElemScalar(v.T).Kind.IsSigned() && v.Int() < 0 {
		return v.Int() >= -(1 << (t.Bits - 1))
	}
	return v.Bits>>t.Bits == 0
}

// InRange reports whether the numeric constant v is a value of scalar type t
// exactly (a float constant must be one that rounding to t does not change).
func InRange(v *Value, t *Scalar) bool {
	from := ElemScalar(v.T)
	switch {
	case from.Kind.IsFloat():
		return t.Kind.IsFloat() && FloatValue(t, v.Float()).Bits == v.Bits
	case t.Kind.IsFloat():
		w := ConvertValue(v, t)
		return w != nil && ConvertValue(w, from).Bits == v.Bits
	case t.Kind == KBool:
		return v.Bits <= 1
	}
	w := wrap(t, v.Bits)
	if w != v.Bits {
		return false
	}
	negative := from.Kind.IsSigned() && v.Int() < 0
	return from.Kind.IsSigned() == t.Kind.IsSigned() || !negative && int64(v.Bits) >= 0
}

// Join returns the common type of a and b, as the branches of ?: and the
// arguments of a generic built-in need it: the one that the other converts to
// more cheaply, in the larger shape. nil means that there is none.
func Join(a, b Type) Type {
	switch {
	case a == b || IsPoison(b):
		return a
	case IsPoison(a):
		return b
	}
	ab, ba := ConversionCost(a, b), ConversionCost(b, a)
	as, bs := ElemScalar(a), ElemScalar(b)
	if as == nil || bs == nil {
		return cheaper(a, b, ab, ba)
	}
	na, nb := NumComponents(a), NumComponents(b)
	if na == nb || na == 0 || nb == 0 {
		return cheaper(a, b, ab, ba)
	}
	shape := a
	if nb > na {
		shape = b
	}
	if _, isScalar := a.(*Scalar); !isScalar {
		if _, isScalar = b.(*Scalar); !isScalar {
			return nil // vectors of different length
		}
	}
	if elem, ok := cheaper(as, bs, ScalarCost(as, bs), ScalarCost(bs, as)).(*Scalar); ok {
		return WithElem(shape, elem)
	}
	return nil
}

func cheaper(a, b Type, ab, ba int) Type {
	switch {
	case ab >= CostExplicit && ba >= CostExplicit:
		return nil
	case ab <= ba:
		return b
	}
	return a
}
