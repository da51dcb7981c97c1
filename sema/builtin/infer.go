package builtin

import "slc/sema/types"

// Infer applies the row to a call with arguments of the types args (without the
// receiver) and the type arguments typeArgs. It fails when the number of
// arguments does not fit or T cannot be found; whether each argument converts
// to its parameter is for the caller to see, and so is whether an atomic exists
// on its element (AtomicHas). Arguments that are integer literals may be given
// with the type that they shall count as.
func (r *Row) Infer(args, typeArgs []types.Type, pool *types.Pool) (Candidate, bool) {
	s := parseSig(r.Sig)
	required := s.required()
	if len(args) < required || len(args) > s.n && !s.variadic {
		return Candidate{}, false
	}
	if (r.Op == OpMul || r.Op == OpOuterProduct) && r.Action == ActIntrinsic {
		return r.inferMul(args)
	}
	t, ok := r.inferT(&s, args, typeArgs)
	if !ok {
		return Candidate{}, false
	}
	in := scope{t: t, owner: r.recv, pool: pool}
	if r.Explicit && len(typeArgs) == 2 {
		in.from = typeArgs[1]
	}
	if in.owner == nil && len(args) > 0 {
		in.owner = args[0]
		if r, _ := CombinedTexture(args[0]); r != nil {
			in.owner = r
		}
	}
	c := Candidate{T: t, Required: required}
	if !fillParams(&c, &s, args, &in) || !samplesShape(r.Op, in.owner) || !r.fitsTexture(args) {
		return Candidate{}, false
	}
	if c.Result = in.resolve(s.result); c.Result == nil {
		return Candidate{}, false
	}
	c.Elem = r.elem(&c)
	return c, true
}

// fillParams sets the parameters of c; false if one has no type in this call.
func fillParams(c *Candidate, s *sig, args []types.Type, in *scope) bool {
params:
	for i := range s.params[:s.n] {
		p := &s.params[i]
		inst := ParamInst{Dir: p.dir, Const: p.constant}
		switch {
		case p.isOrder():
			inst.Type, inst.Order, inst.Fail = MemoryOrder, true, p.text == "fail"
		case p.text == "any":
			if i >= len(args) {
				continue
			}
			if inst.Type = args[i]; in.from != nil {
				inst.Type = in.from
			}
		case isImage(p.text):
			if res, ok := args[i].(*types.Resource); !ok || !res.IsImage() || !res.Writable() || res.WriteOnly || p.text != "image" && res.MS != (p.text == "imageMS") {
				return false
			}
			inst.Type = args[i]
		case p.text == "counter":
			if !types.IsCounter(args[i]) {
				return false
			}
			inst.Type = args[i]
		case isSampled(p.text):
			if !takesSampled(p.text, args[i]) {
				return false
			}
			inst.Type = args[i]
		default:
			inst.Type = in.resolve(p.text)
		}
		if inst.Type == nil && p.optional && i >= len(args) {
			break params // the texture has no such parameter
		}
		if inst.Type == nil {
			return false
		}
		c.Params = append(c.Params, inst)
	}
	for i := s.n; i < len(args); i++ { // any...
		c.Params = append(c.Params, ParamInst{Type: args[i]})
	}
	return true
}

// fitsTexture reports whether GetDimensions has one out argument for each extent
// of the texture (faces of a cube share theirs), one more for samples or levels.
func (r *Row) fitsTexture(args []types.Type) bool {
	if res, ok := r.recv.(*types.Resource); ok && res.Dim == types.DimCube && r.notOfCubes(args) {
		return false
	}
	if r.Action == ActTexture { // takesSampled has seen to it
		return true
	}
	if r.On == OnRWTexture && (r.Op == OpTextureLoad || r.Action == ActElement) || r.Op == OpTextureLoadMS { // a sample is named if there are several
		res, _ := r.recv.(*types.Resource)
		return res != nil && res.MS == (r.Op == OpTextureLoadMS)
	}
	if r.Op != OpTextureDimensions && r.Op != OpTextureDimensionsMip {
		return true
	}
	res, _ := r.recv.(*types.Resource)
	n := coordinates(res, true)
	if res.Dim == types.DimCube {
		n--
	}
	if res.MS {
		n++
	}
	if r.Op == OpTextureDimensionsMip {
		n += 2
	}
	return len(args) == n
}

// notOfCubes reports a load or a texel offset: faces of cubes are sampled by directions only.
func (r *Row) notOfCubes(args []types.Type) bool {
	if r.Op == OpTextureLoad && r.Action == ActIntrinsic {
		return true
	}
	s := parseSig(r.Sig)
	return s.n > 0 && s.params[s.n-1].text == "int@off" && len(args) == s.n
}

// elem is the type of the place that a byte-address or texel action touches.
func (r *Row) elem(c *Candidate) types.Type {
	switch r.Action {
	case ActByteLoad:
		return c.Result
	case ActByteStore: // an alignment may follow the value
		return c.Params[1].Type
	case ActElement, ActElementStore:
		if r.recv != nil {
			return element(r.recv)
		}
		return element(c.Params[0].Type)
	case ActByteAtomic:
		return c.Params[1].Type
	case ActTexelAtomic:
		if r.recv != nil {
			return scalarOf(element(r.recv))
		}
		return scalarOf(element(c.Params[0].Type))
	case ActAtomic:
		if r.recv != nil {
			return element(r.recv)
		}
		return c.T
	}
	return nil
}

// inferT finds the row's T. A destination (ref) decides it alone: its type is
// never converted. Otherwise arguments in T and E positions are joined, and
// those in shape positions give their shape.
func (r *Row) inferT(s *sig, args, typeArgs []types.Type) (types.Type, bool) {
	if r.Explicit {
		if len(typeArgs) != 1 && (len(typeArgs) != 2 || r.Action != ActBitcast && r.Action != ActReinterpret) {
			return nil, false
		}
		return typeArgs[0], true
	}
	if r.Of == 0 {
		return nil, len(typeArgs) == 0
	}
	var t types.Type
	if len(typeArgs) > 0 {
		t = typeArgs[0]
	}
	shape := types.Type(types.Bool)
	for i, arg := range args {
		if i >= s.n {
			break
		}
		p := &s.params[i]
		if p.dir == DirRef && p.text == "T" {
			return r.checkRef(arg)
		}
		if p.dir == DirOut && r.Action != ActByteAtomic {
			continue // a result: converted to the argument's type
		}
		switch {
		case p.text == "T" && len(typeArgs) == 0:
			if t = join(t, arg); t == nil {
				return nil, false
			}
		case p.text == "T" || len(p.text) > 1 && p.text[len(p.text)-1] == '\'':
			if types.ElemScalar(arg) == nil {
				return nil, false
			}
			if shape = types.Join(shape, types.WithElem(arg, types.Bool)); shape == nil {
				return nil, false
			}
		case p.text == "E" && len(typeArgs) == 0:
			if t = joinElem(t, arg); t == nil {
				return nil, false
			}
		}
	}
	return r.settle(t, shape)
}

// settle gives t the joined shape and promotes its kind into the row's class.
func (r *Row) settle(t, shape types.Type) (types.Type, bool) {
	if t == nil {
		t = types.Poison
	}
	if types.IsPoison(t) {
		return t, true
	}
	elem := types.ElemScalar(t)
	if elem == nil {
		return nil, false
	}
	k, ok := r.Of.promote(elem.Kind)
	if !ok {
		return nil, false
	}
	switch n, m := types.NumComponents(t), types.NumComponents(shape); {
	case n == 1 && m > 1:
		t = shape
	case n > 1 && m > 1 && types.WithElem(t, types.Bool) != types.WithElem(shape, types.Bool):
		return nil, false
	}
	elem = elem.OfKind(k)
	t = types.WithElem(t, elem)
	if _, ok := t.(*types.Scalar); ok && r.Shape&(Vec3|Scalars) == Vec3 {
		t = types.VectorOf(elem, 3)
	}
	return t, r.Shape.allows(t)
}

// checkRef returns the T that a destination of type arg means: Atomic<X> counts
// as X. Package check reports destinations that have no such atomic.
func (r *Row) checkRef(arg types.Type) (types.Type, bool) {
	if a, ok := arg.(*types.Atomic); ok {
		return a.Elem, r.Of.Has(a.Elem.Kind)
	}
	s := types.ElemScalar(arg)
	return arg, s != nil && (s.Kind == types.KPoison || r.Of.Has(s.Kind))
}

func join(t, arg types.Type) types.Type {
	if e, ok := arg.(*types.Enum); ok {
		arg = e.Underlying
	}
	if t == nil {
		return arg
	}
	return types.Join(t, arg)
}

// joinElem joins the element of t with the scalar arg and keeps the shape of t.
func joinElem(t, arg types.Type) types.Type {
	if t == nil {
		return scalarOf(arg)
	}
	return types.Join(t, arg)
}

// outer is the type of the outer product of two vectors: a column for each component of x.
func outer(x, y types.Type, elem *types.Scalar) types.Type {
	xv, ok := x.(*types.Vector)
	yv, ok2 := y.(*types.Vector)
	if !ok || !ok2 || xv.N < 2 || yv.N < 2 {
		return nil
	}
	return types.MatrixOf(elem, yv.N, xv.N)
}

// inferMul types linear-algebra products. Vectors are rows on the left and
// columns on the right; a scalar scales the other operand.
func (r *Row) inferMul(args []types.Type) (Candidate, bool) {
	x, y := args[0], args[1]
	if types.IsPoison(x) || types.IsPoison(y) {
		return Candidate{Params: []ParamInst{{Type: x}, {Type: y}}, Result: types.Poison, Required: 2}, true
	}
	xs, ys := types.ElemScalar(x), types.ElemScalar(y)
	if xs == nil || ys == nil {
		return Candidate{}, false
	}
	joined, _ := types.Join(xs, ys).(*types.Scalar)
	if joined == nil {
		return Candidate{}, false
	}
	k, ok := r.Of.promote(joined.Kind)
	if !ok {
		return Candidate{}, false
	}
	elem := joined.OfKind(k)
	result := product(x, y, elem)
	if r.Op == OpOuterProduct {
		result = outer(x, y, elem)
	}
	if result == nil {
		return Candidate{}, false
	}
	return Candidate{
		Params:   []ParamInst{{Type: types.WithElem(x, elem)}, {Type: types.WithElem(y, elem)}},
		Result:   result,
		T:        elem,
		Required: 2,
	}, true
}

func product(x, y types.Type, elem *types.Scalar) types.Type {
	xv, _ := x.(*types.Vector)
	yv, _ := y.(*types.Vector)
	xm, _ := x.(*types.Matrix)
	ym, _ := y.(*types.Matrix)
	switch {
	case xv == nil && xm == nil:
		return types.WithElem(y, elem)
	case yv == nil && ym == nil:
		return types.WithElem(x, elem)
	case xv != nil && yv != nil && xv.N == yv.N:
		return elem
	case xv != nil && ym != nil && xv.N == ym.Rows:
		return types.VectorOf(elem, ym.Cols)
	case xm != nil && yv != nil && xm.Cols == yv.N:
		return types.VectorOf(elem, xm.Rows)
	case xm != nil && ym != nil && xm.Cols == ym.Rows:
		return types.MatrixOf(elem, xm.Rows, ym.Cols)
	}
	return nil
}
