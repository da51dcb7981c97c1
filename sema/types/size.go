package types

// SizeExpr is the size of an array that depends on specialization constants: known
// only when a pipeline is made.
type SizeExpr struct {
	Type *Scalar
	// Op is a unary or binary operator, "?:", "convert", or "" for a constant.
	Op    string
	Args  []*SizeExpr
	Value *Value   // of a constant; the default of a specialization constant
	Spec  *SpecRef // the specialization constant that it is, if one
	nodes int      // of the whole expression, without this one
}

// SizeOp is the operation op on args.
func SizeOp(t *Scalar, op string, args ...*SizeExpr) *SizeExpr {
	e := &SizeExpr{Type: t, Op: op, Args: args}
	for _, a := range args {
		e.nodes = min(e.nodes+a.Nodes(), 1<<20)
	}
	return e
}

// Nodes is the number of operations and constants of e, or a very large number if it is larger.
func (e *SizeExpr) Nodes() int { return e.nodes + 1 }

// SpecRef names a specialization constant; its number is known once all are declared.
type SpecRef struct {
	Name string
	ID   *uint32
}

// Default is the value with the defaults of the specialization constants; nil when it
// has none (a division by zero).
func (e *SizeExpr) Default() *Value {
	return e.With(func(*SpecRef) *Value { return nil })
}

// With is the value with other values of specialization constants: those for which given is nil
// have their defaults.
func (e *SizeExpr) With(given func(*SpecRef) *Value) *Value {
	if e.Op == "" {
		if e.Spec != nil {
			if v := given(e.Spec); v != nil {
				return ConvertValue(v, e.Type)
			}
		}
		return e.Value
	}
	args := make([]*Value, len(e.Args))
	for i, a := range e.Args {
		if args[i] = a.With(given); args[i] == nil {
			return nil
		}
	}
	switch e.Op {
	case "convert":
		return ConvertValue(args[0], e.Type)
	case "?:":
		if args[0].IsZero() {
			return args[2]
		}
		return args[1]
	}
	if len(args) == 1 {
		return Unary(e.Op, args[0])
	}
	return Binary(e.Op, args[0], args[1])
}

// SpecializedArrayOf returns elem[n], where n is the default of size.
func (p *Pool) SpecializedArrayOf(elem Type, n int, size *SizeExpr) *Array {
	return p.array(Array{Elem: elem, Len: n, Size: size})
}

// ArrayLike returns an array of elem with the length of t.
func (p *Pool) ArrayLike(t *Array, elem Type) *Array {
	return p.array(Array{Elem: elem, Len: t.Len, Size: t.Size})
}

// Specialized reports whether the size of t depends on specialization constants.
func Specialized(t Type) bool {
	switch t := t.(type) {
	case *Array:
		return t.Size != nil || Specialized(t.Elem)
	case *Struct:
		for _, f := range t.Fields {
			if Specialized(f.Type) {
				return true
			}
		}
	}
	return false
}

// Sizes calls f for the sizes in t that depend on specialization constants.
func Sizes(t Type, f func(*SizeExpr)) {
	switch t := t.(type) {
	case *Ref:
		Sizes(t.Elem, f)
	case *Array:
		if t.Size != nil {
			f(t.Size)
		}
		Sizes(t.Elem, f)
	}
}

// Specs calls f for the specialization constants that e depends on.
func (e *SizeExpr) Specs(f func(*SizeExpr)) {
	if e.Spec != nil {
		f(e)
	}
	for _, a := range e.Args {
		a.Specs(f)
	}
}

// String is e as in the source, without conversions.
func (e *SizeExpr) String() string { return e.text(false) }

func (e *SizeExpr) text(inner bool) string {
	out := ""
	switch {
	case e.Spec != nil:
		return e.Spec.Name
	case e.Op == "":
		return e.Value.String()
	case e.Op == "convert":
		return e.Args[0].text(inner)
	case e.Op == "?:":
		out = e.Args[0].text(true) + " ? " + e.Args[1].text(true) + " : " + e.Args[2].text(true)
	case len(e.Args) == 1:
		out = e.Op + e.Args[0].text(true)
	default:
		out = e.Args[0].text(true) + " " + e.Op + " " + e.Args[1].text(true)
	}
	if inner {
		return "(" + out + ")"
	}
	return out
}
