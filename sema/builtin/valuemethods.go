package builtin

import "slc/sema/types"

// Methods that numbers, bools, vectors, matrices and enums have for the interfaces of the language: IComparable,
// IArithmetic, ILogical, IInteger and IFloat. Each is an operator on the receiver; one without an operator
// converts the receiver to the result. A vector is ordered by its first component and equal if all are.
var valueMethods = []Row{
	{Name: "add", On: onArithmetic, Action: ActOperator, Operator: "+", Sig: "V(V)"},
	{Name: "and", On: onTruth, Action: ActOperator, Operator: "&&", Sig: "V(V)"},
	{Name: "bitAnd", On: onBits, Action: ActOperator, Operator: "&", Sig: "V(V)"},
	{Name: "bitNot", On: onBits, Action: ActOperator, Operator: "~", Sig: "V()"},
	{Name: "bitOr", On: onBits, Action: ActOperator, Operator: "|", Sig: "V(V)"},
	{Name: "bitXor", On: onBits, Action: ActOperator, Operator: "^", Sig: "V(V)"},
	{Name: "div", On: onArithmetic, Action: ActOperator, Operator: "/", Sig: "V(V)"},
	{Name: "equals", On: onOrdered, Action: ActOperator, Operator: "==", Sig: "bool(V)"},
	{Name: "lessThan", On: onOrdered, Action: ActOperator, Operator: "<", Sig: "bool(V)"},
	{Name: "lessThanOrEquals", On: onOrdered, Action: ActOperator, Operator: "<=", Sig: "bool(V)"},
	{Name: "mod", On: onArithmetic, Action: ActOperator, Operator: "%", Sig: "V(V)"},
	{Name: "mul", On: onArithmetic, Action: ActOperator, Operator: "*", Sig: "V(V)"},
	{Name: "neg", On: onArithmetic, Action: ActOperator, Operator: "-", Sig: "V()"},
	{Name: "not", On: onTruth, Action: ActOperator, Operator: "!", Sig: "V()"},
	{Name: "or", On: onTruth, Action: ActOperator, Operator: "||", Sig: "V(V)"},
	{Name: "scale", On: OnFloats | OnFloatMatrix, Action: ActOperator, Operator: "*", Sig: "V(T)", Of: OfFloat},
	{Name: "shl", On: onBits, Action: ActOperator, Operator: "<<", Sig: "V(int)"},
	{Name: "shr", On: onBits, Action: ActOperator, Operator: ">>", Sig: "V(int)"},
	{Name: "sub", On: onArithmetic, Action: ActOperator, Operator: "-", Sig: "V(V)"},
	{Name: "toFloat", On: OnFloats | OnFloatMatrix, Action: ActOperator, Sig: "float()"},
	{Name: "toInt", On: OnInts | OnIntVector, Action: ActOperator, Sig: "int()"},
	{Name: "toInt64", On: OnInts | OnIntVector, Action: ActOperator, Sig: "int64_t()"},
	{Name: "toUInt", On: OnInts | OnIntVector, Action: ActOperator, Sig: "uint()"},
	{Name: "toUInt64", On: OnInts | OnIntVector, Action: ActOperator, Sig: "uint64_t()"},
}

// Values as receivers.
const (
	OnBool        Receivers = 1 << (iota + 24)
	OnInts                  // scalars
	OnIntVector             //
	OnFloats                // scalars and vectors
	OnFloatMatrix           //
	OnEnum                  //

	onArithmetic = OnInts | OnIntVector | OnFloats | OnFloatMatrix
	onOrdered    = OnBool | OnInts | OnIntVector | OnFloats | OnEnum
	onBits       = OnBool | OnInts | OnIntVector | OnEnum
	onTruth      = OnBool | OnInts
)

// valueReceiver is the receiver that a value of type t is; onNothing if it has none of the methods.
func valueReceiver(t types.Type) Receivers {
	switch t := t.(type) {
	case *types.Scalar:
		switch {
		case t.Kind == types.KBool:
			return OnBool
		case t.Kind.IsInt():
			return OnInts
		case t.Kind.IsFloat():
			return OnFloats
		}
	case *types.Vector:
		switch {
		case t.Elem.Kind.IsInt():
			return OnIntVector
		case t.Elem.Kind.IsFloat():
			return OnFloats
		}
	case *types.Matrix:
		if t.Elem.Kind.IsFloat() {
			return OnFloatMatrix
		}
	case *types.Enum:
		return OnEnum
	}
	return onNothing
}

// Comparison returns the row of a method of IComparable for a type of the language that orders its values by their
// parts, nil if name is none.
func Comparison(recv types.Type, name string) []Row {
	for _, row := range find(valueMethods, name) {
		if row.On == onOrdered {
			row.recv = recv
			return []Row{row}
		}
	}
	return nil
}
