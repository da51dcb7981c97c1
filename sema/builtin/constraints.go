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
	// Enums says that enums conform.
	Enums bool
	// Layouts says that the types that name layouts of memory conform, and no other.
	Layouts bool
	// Sealed says that no type of a program can conform.
	Sealed bool
	// Extends are the interfaces that this one extends, Requires its own members.
	Extends  []string
	Requires []Requirement
}

// Requirement is a member of a built-in interface: a method, a constructor if Name is "__init", or a
// static constant if it is Static.
type Requirement struct {
	Name, Result string
	Params       []string
	Static       bool
}

// this is the only parameter of most methods.
var this = []string{"This"}

var comparisons = []Requirement{
	{Name: "equals", Result: "bool", Params: this},
	{Name: "lessThan", Result: "bool", Params: this},
	{Name: "lessThanOrEquals", Result: "bool", Params: this},
}

var arithmetic = []Requirement{
	{Name: "add", Result: "This", Params: this},
	{Name: "sub", Result: "This", Params: this},
	{Name: "mul", Result: "This", Params: this},
	{Name: "div", Result: "This", Params: this},
	{Name: "mod", Result: "This", Params: this},
	{Name: "neg", Result: "This"},
	{Name: "__init", Params: []string{"int"}},
}

var logical = []Requirement{
	{Name: "shl", Result: "This", Params: []string{"int"}},
	{Name: "shr", Result: "This", Params: []string{"int"}},
	{Name: "bitAnd", Result: "This", Params: this},
	{Name: "bitOr", Result: "This", Params: this},
	{Name: "bitXor", Result: "This", Params: this},
	{Name: "bitNot", Result: "This"},
	{Name: "and", Result: "This", Params: this},
	{Name: "or", Result: "This", Params: this},
	{Name: "not", Result: "This"},
	{Name: "__init", Params: []string{"int"}},
}

var integer = []Requirement{
	{Name: "toInt", Result: "int"},
	{Name: "toInt64", Result: "int64_t"},
	{Name: "toUInt", Result: "uint"},
	{Name: "toUInt64", Result: "uint64_t"},
}

var floating = []Requirement{
	{Name: "toFloat", Result: "float"},
	{Name: "scale", Result: "This", Params: []string{"float"}},
	{Name: "__init", Params: []string{"float"}},
}

var ranged = []Requirement{
	{Name: "maxValue", Result: "This", Static: true},
	{Name: "minValue", Result: "This", Static: true},
}

var (
	aboveArithmetic = []string{"IArithmetic"}
	aboveInteger    = []string{"IArithmetic", "ILogical"}
	aboveComparable = []string{"IComparable"}
)

// constraints is sorted by name.
var constraints = [...]Constraint{
	{Name: "IArithmetic", Kinds: OfNumeric, Shapes: AllShapes, Extends: aboveComparable, Requires: arithmetic},
	{Name: "IArithmeticAtomicable", Kinds: OfArithmeticAtomic, Shapes: Scalars, Sealed: true, Extends: []string{"IAtomicable", "IArithmetic"}},
	{Name: "IAtomicable", Kinds: OfArithmeticAtomic, Shapes: Scalars, Sealed: true},
	{Name: "IBitAtomicable", Kinds: OfBitAtomic, Shapes: Scalars, Sealed: true, Extends: []string{"IArithmeticAtomicable", "IInteger"}},
	{Name: "IBufferDataLayout", Layouts: true, Sealed: true},
	{Name: "IComparable", Kinds: OfAny, Shapes: Scalars, Requires: comparisons, Enums: true},
	{Name: "IDefaultInitializable", Kinds: OfAny, Shapes: AllShapes, Enums: true},
	{Name: "IFloat", Kinds: OfFloat, Shapes: AllShapes, Extends: aboveArithmetic, Requires: floating},
	{Name: "IFunc", Functor: true},
	{Name: "IInteger", Kinds: OfInt, Shapes: ScalarVector, Extends: aboveInteger, Requires: integer},
	{Name: "ILogical", Kinds: OfAny &^ OfFloat, Shapes: ScalarVector, Extends: aboveComparable, Requires: logical, Enums: true},
	{Name: "IMutatingFunc", Functor: true},
	{Name: "IRangedValue", Kinds: OfNumeric, Shapes: Scalars, Requires: ranged},
	{Name: "__BuiltinArithmeticType", Kinds: OfNumeric, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinType", "IArithmetic"}},
	{Name: "__BuiltinFloatingPointType", Kinds: OfFloat, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinRealType", "IFloat"}},
	{Name: "__BuiltinInt32Type", Kinds: OfInt32, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinIntegerType"}},
	{Name: "__BuiltinInt64Type", Kinds: OfInt64, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinIntegerType"}},
	{Name: "__BuiltinIntegerType", Kinds: OfInt, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinArithmeticType", "IInteger"}},
	{Name: "__BuiltinLogicalType", Kinds: OfAny &^ OfFloat, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinType", "ILogical"}},
	{Name: "__BuiltinRealType", Kinds: OfFloat, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinSignedArithmeticType"}},
	{Name: "__BuiltinSignedArithmeticType", Kinds: OfSignable, Shapes: Scalars, Sealed: true, Extends: []string{"__BuiltinArithmeticType"}},
	{Name: "__BuiltinType", Kinds: OfAny, Shapes: Scalars, Sealed: true},
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
	if c.Layouts {
		_, ok := types.DataLayoutOf(t)
		return ok
	}
	e := types.ElemScalar(t)
	if e == nil || c.Functor {
		return false
	}
	switch t.(type) {
	case *types.Atomic:
		return false
	case *types.Enum:
		return c.Enums
	}
	return c.Kinds.Has(e.Kind) && c.Shapes.allows(t)
}

// Implies reports whether a type that conforms to c conforms to other by that.
func (c *Constraint) Implies(other *Constraint) bool {
	if c == other {
		return true
	}
	for _, name := range c.Extends {
		if b := ConstraintNamed(name); b != nil && b.Implies(other) {
			return true
		}
	}
	return false
}
