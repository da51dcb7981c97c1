package types

// Predeclared scalar types.
var (
	Void   = &Scalar{Kind: KVoid, Name: "void", Bits: 0}
	Bool   = &Scalar{Kind: KBool, Name: "bool", Bits: 32}
	Int8   = &Scalar{Kind: KInt8, Name: "int8_t", Bits: 8}
	Int16  = &Scalar{Kind: KInt16, Name: "int16_t", Bits: 16}
	Int    = &Scalar{Kind: KInt32, Name: "int", Bits: 32}
	Int64  = &Scalar{Kind: KInt64, Name: "int64_t", Bits: 64}
	Uint8  = &Scalar{Kind: KUint8, Name: "uint8_t", Bits: 8}
	Uint16 = &Scalar{Kind: KUint16, Name: "uint16_t", Bits: 16}
	Uint   = &Scalar{Kind: KUint32, Name: "uint", Bits: 32}
	Uint64 = &Scalar{Kind: KUint64, Name: "uint64_t", Bits: 64}
	Half   = &Scalar{Kind: KHalf, Name: "half", Bits: 16}
	Float  = &Scalar{Kind: KFloat, Name: "float", Bits: 32}
	Double = &Scalar{Kind: KDouble, Name: "double", Bits: 64}
	String = &Scalar{Kind: KString, Name: "string", Bits: 0}
	None   = &Scalar{Kind: KNone, Name: "none", Bits: 0}
	Poison = &Scalar{Kind: KPoison, Name: "<error>", Bits: 0}
)

var scalars = [numKinds]*Scalar{Void, Bool, Int8, Int16, Int, Int64, Uint8, Uint16, Uint, Uint64, Half, Float, Double, String, None, Poison}

// ScalarOf returns the scalar type of kind k.
func ScalarOf(k Kind) *Scalar { return scalars[k] }

var (
	vectors  [numKinds][4]Vector
	matrices [numKinds][4][4]Matrix
	atomics  [numKinds]Atomic
)

func init() { // some 300 stores: shared tables of the structural types
	for k := range scalars {
		atomics[k].Elem = scalars[k]
		for n := range 4 {
			vectors[k][n] = Vector{scalars[k], n + 1}
			for m := range 4 {
				matrices[k][n][m] = Matrix{scalars[k], n + 1, m + 1}
			}
		}
	}
}

// VectorOf returns the vector type of n (1 to 4) elements.
func VectorOf(elem *Scalar, n int) *Vector {
	if elem.own != nil {
		return &elem.own.vectors[n-1]
	}
	return &vectors[elem.Kind][n-1]
}

// MatrixOf returns the matrix type of rows × cols (1 to 4 each).
func MatrixOf(elem *Scalar, rows, cols int) *Matrix {
	if elem.own != nil {
		return &elem.own.matrices[rows-1][cols-1]
	}
	return &matrices[elem.Kind][rows-1][cols-1]
}

// AtomicOf returns Atomic<elem>.
func AtomicOf(elem *Scalar) *Atomic {
	if elem.own != nil {
		return &elem.own.atomic
	}
	return &atomics[elem.Kind]
}
