package builtin

import "slc/sema/types"

// Constraint is a built-in interface as a constraint of a generic parameter:
// the scalar kinds that conform to it, and whether vectors and matrices of them do.
type Constraint struct {
	Name   string
	Kinds  Class
	Shapes Shape
	// Functor marks IFunc and IMutatingFunc, which user types implement.
	Functor bool
}

// constraints is sorted by name.
var constraints = [...]Constraint{
	{Name: "IArithmetic", Kinds: OfNumeric, Shapes: AllShapes},
	{Name: "IArithmeticAtomicable", Kinds: OfArithmeticAtomic, Shapes: Scalars},
	{Name: "IAtomicable", Kinds: OfArithmeticAtomic, Shapes: Scalars},
	{Name: "IBitAtomicable", Kinds: OfBitAtomic, Shapes: Scalars},
	{Name: "IComparable", Kinds: OfAny, Shapes: Scalars},
	{Name: "IDefaultInitializable", Kinds: OfAny, Shapes: AllShapes},
	{Name: "IFloat", Kinds: OfFloat, Shapes: AllShapes},
	{Name: "IFunc", Functor: true},
	{Name: "IInteger", Kinds: OfInt, Shapes: ScalarVector},
	{Name: "ILogical", Kinds: OfAny &^ OfFloat, Shapes: ScalarVector},
	{Name: "IMutatingFunc", Functor: true},
	{Name: "IRangedValue", Kinds: OfNumeric, Shapes: Scalars},
	{Name: "__BuiltinArithmeticType", Kinds: OfNumeric, Shapes: Scalars},
	{Name: "__BuiltinFloatingPointType", Kinds: OfFloat, Shapes: Scalars},
	{Name: "__BuiltinInt32Type", Kinds: OfInt32, Shapes: Scalars},
	{Name: "__BuiltinInt64Type", Kinds: OfInt64, Shapes: Scalars},
	{Name: "__BuiltinIntegerType", Kinds: OfInt, Shapes: Scalars},
	{Name: "__BuiltinLogicalType", Kinds: OfAny &^ OfFloat, Shapes: Scalars},
	{Name: "__BuiltinRealType", Kinds: OfFloat, Shapes: Scalars},
	{Name: "__BuiltinSignedArithmeticType", Kinds: OfSignable, Shapes: Scalars},
	{Name: "__BuiltinType", Kinds: OfAny, Shapes: Scalars},
}

// ConstraintNamed returns the built-in interface called name, nil if there is none.
func ConstraintNamed(name string) *Constraint {
	for i := range constraints {
		if constraints[i].Name == name {
			return &constraints[i]
		}
	}
	return nil
}

// Has reports whether the built-in type t conforms.
func (c *Constraint) Has(t types.Type) bool {
	e := types.ElemScalar(t)
	if e == nil || c.Functor {
		return false
	}
	if _, ok := t.(*types.Atomic); ok {
		return false
	}
	return c.Kinds.Has(e.Kind) && c.Shapes.allows(t)
}
