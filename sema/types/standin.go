package types

// A stand-in is a scalar type that is none of the predeclared ones: it stands for the parameter of a
// generic while the generic is checked as it is written. It can do what a type of its kind can, but
// is another type than that, and so are its vectors and matrices.

// ownShapes are the types that are made of a stand-in.
type ownShapes struct {
	vectors  [4]Vector
	matrices [4][4]Matrix
	atomic   Atomic
}

// NewStandIn returns a new type called name that counts as one of kind k.
func NewStandIn(name string, k Kind) *Scalar {
	s := &Scalar{Kind: k, Name: name, Bits: ScalarOf(k).Bits, own: &ownShapes{}}
	s.own.atomic.Elem = s
	for n := range 4 {
		s.own.vectors[n] = Vector{s, n + 1}
		for m := range 4 {
			s.own.matrices[n][m] = Matrix{s, n + 1, m + 1}
		}
	}
	return s
}

// IsStandIn reports whether s was made by NewStandIn.
func (s *Scalar) IsStandIn() bool { return s.own != nil }

// OfKind is s, or the predeclared type of kind k if s is of another one.
func (s *Scalar) OfKind(k Kind) *Scalar {
	if s.Kind == k {
		return s
	}
	return ScalarOf(k)
}
