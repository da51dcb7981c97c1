package builtin

import "slc/sema/types"

// Class is a set of scalar kinds.
type Class uint32

// The classes of the tables. IAtomicable, IArithmeticAtomicable and
// IBitAtomicable have the members that the core module gives them.
const (
	OfBool     Class = 1 << types.KBool
	OfSigned   Class = 1<<types.KInt8 | 1<<types.KInt16 | 1<<types.KInt32 | 1<<types.KInt64
	OfUnsigned Class = 1<<types.KUint8 | 1<<types.KUint16 | 1<<types.KUint32 | 1<<types.KUint64
	OfInt      Class = OfSigned | OfUnsigned
	OfFloat    Class = 1<<types.KHalf | 1<<types.KFloat | 1<<types.KDouble
	OfNumeric  Class = OfInt | OfFloat
	OfAny      Class = OfNumeric | OfBool
	OfLogical  Class = OfInt | OfBool // and, or, xor over a wave
	OfSignable Class = OfSigned | OfFloat
	OfInt32    Class = 1<<types.KInt32 | 1<<types.KUint32
	OfInt64    Class = 1<<types.KInt64 | 1<<types.KUint64
	OfWord     Class = OfInt32 | 1<<types.KFloat
	OfShort    Class = 1<<types.KInt16 | 1<<types.KUint16 | 1<<types.KHalf

	OfArithmeticAtomic Class = OfInt32 | OfInt64 | OfFloat
	OfBitAtomic        Class = OfInt32 | OfInt64
)

// Has reports whether k is a member.
func (c Class) Has(k types.Kind) bool { return c&(1<<k) != 0 }

// AtomicTypes reports whether the language has Atomic<elem>, and Interlocked
// and other atomic functions on objects of type elem: 32- and 64-bit integers
// and floating-point types, not bool and no 8- or 16-bit integers.
func AtomicTypes(elem types.Type) bool {
	s, ok := elem.(*types.Scalar)
	return ok && OfArithmeticAtomic.Has(s.Kind)
}

// AtomicHas reports whether op exists on atomics of type elem: increments,
// decrements and bit operations only on integers.
func AtomicHas(op AtomicOp, elem types.Type) bool {
	s, ok := elem.(*types.Scalar)
	if !ok {
		return false
	}
	if op.IsBitwise() || op == AtomicInc || op == AtomicDec {
		return OfBitAtomic.Has(s.Kind)
	}
	return OfArithmeticAtomic.Has(s.Kind)
}

// Shape is a set of the shapes that T may have.
type Shape uint8

const (
	Scalars  Shape = 1 << iota
	Vectors        // 1 to 4 components
	Matrices       //
	Vec3           // vectors of three components only
	Vec4           // vectors of four components only
	Square         // square matrices only

	ScalarVector = Scalars | Vectors
	AllShapes    = Scalars | Vectors | Matrices
)

// allows reports whether t has one of the shapes.
func (s Shape) allows(t types.Type) bool {
	if s == 0 {
		s = Scalars
	}
	switch t := t.(type) {
	case *types.Scalar, *types.Enum:
		return s&Scalars != 0
	case *types.Vector:
		return s&Vectors != 0 || s&Vec3 != 0 && t.N == 3 || s&Vec4 != 0 && t.N == 4
	case *types.Matrix:
		return s&Matrices != 0 || s&Square != 0 && t.Rows == t.Cols
	}
	return false
}

// promote returns the kind of the class that an argument of kind k takes part
// as: k itself if it is a member, else the first member of a list that goes from
// kinds that keep every value to those that do not. A float never becomes an
// integer and an unsigned integer never a signed one.
func (c Class) promote(k types.Kind) (types.Kind, bool) {
	if c.Has(k) {
		return k, true
	}
	var list []types.Kind
	switch {
	case k == types.KBool:
		list = promoteBool[:]
	case k.IsSigned():
		list = promoteSigned[:]
	case k.IsUnsigned() && c&OfSigned != 0 && c&OfUnsigned == 0:
		return 0, false
	case k.IsUnsigned():
		list = promoteUnsigned[:]
	case k.IsFloat():
		list = promoteFloat[:]
	}
	for _, to := range list {
		if c.Has(to) && (!to.IsInt() || types.ScalarOf(to).Bits >= types.ScalarOf(k).Bits) {
			return to, true
		}
	}
	return 0, false
}

var (
	promoteBool     = [...]types.Kind{types.KInt32, types.KUint32, types.KFloat, types.KHalf, types.KDouble}
	promoteSigned   = [...]types.Kind{types.KInt32, types.KInt64, types.KUint32, types.KUint64, types.KFloat, types.KDouble, types.KHalf}
	promoteUnsigned = [...]types.Kind{types.KUint32, types.KUint64, types.KFloat, types.KDouble, types.KHalf}
	promoteFloat    = [...]types.Kind{types.KFloat, types.KDouble, types.KHalf}
)
