package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// initFor checks e as the initial value of something of type t; a nil t takes
// the type of e.
func (c *checker) initFor(e ast.Expr, t types.Type) typed.Expr {
	if list, ok := e.(*ast.InitListExpr); ok && t != nil {
		return c.initList(list, t)
	}
	x := c.value(e)
	if t == nil {
		return c.folded(x)
	}
	return c.coerce(x, t)
}

// initReader hands out the values of an initialiser list one by one. A value
// that was looked at to find out how to use it stays checked.
type initReader struct {
	elems  []ast.Expr
	i      int
	peeked typed.Expr
	strict bool // constructor: aggregates are not built from loose values
	span   source.Span
}

func (r *initReader) done() bool { return r.i >= len(r.elems) }

func (r *initReader) take() ast.Expr {
	e := r.elems[r.i]
	r.i++
	r.peeked = nil
	return e
}

// initList builds a value of type t from { … }.
func (c *checker) initList(list *ast.InitListExpr, t types.Type) typed.Expr {
	if c.existentialOf(t) != nil {
		c.unsupported(list.Span(), "an initialiser list for a value of interface type is")
		return c.bad(list.Span())
	}
	if optionalElem(t) != nil && len(list.Elems) > 0 {
		c.unsupported(list.Span(), "an initialiser list for the value of an Optional is")
		return c.bad(list.Span())
	}
	if types.IsPoison(t) {
		for _, e := range list.Elems {
			if sub, ok := e.(*ast.InitListExpr); ok {
				c.initList(sub, t)
			} else {
				c.expr(e)
			}
		}
		return c.bad(list.Span())
	}
	if info := c.infoOf(t); info != nil {
		if fns := c.constructors(info); fns != nil {
			return c.callConstructor(info, fns, list.Elems, list.Span(), list.Span())
		}
	}
	if len(list.Elems) == 0 && !unsized(t) {
		return c.defaultValue(t, list.Span())
	}
	if h, ok := t.(*types.Handle); ok {
		return c.constructHandle(h, list.Elems, list)
	}
	r := &initReader{elems: list.Elems, span: list.Span()}
	return c.finish(r, t, c.fillParts(r, t))
}

// finish reports values that are left over.
func (c *checker) finish(r *initReader, t types.Type, x typed.Expr) typed.Expr {
	if !r.done() && !isBad(x) {
		extra := r.elems[r.i].Span()
		d := c.errorf(diag.TooManyValues, extra, "there are more values than '%s' has parts", t)
		if info := c.infoOf(t); info != nil {
			for _, f := range info.t.Fields {
				if !c.takesValue(info, f) {
					d.Note(f.Span, "'%s' takes no value: it is less visible than '%s'", f.Name, t)
				}
			}
		}
		return c.bad(r.span)
	}
	return x
}

// fillParts builds t from the values of r, part by part.
func (c *checker) fillParts(r *initReader, t types.Type) typed.Expr {
	switch t := t.(type) {
	case *types.Vector:
		return c.fillVector(r, t)
	case *types.Matrix:
		return c.fillMatrix(r, t)
	case *types.Array:
		return c.fillArray(r, t)
	case *types.Struct:
		return c.fillStruct(r, t)
	}
	return c.fill(r, t)
}

// fill builds one part of type t: from a nested list, from one value of the
// type, or, for aggregates, from as many of the following values as it has parts.
func (c *checker) fill(r *initReader, t types.Type) typed.Expr {
	if r.done() {
		return c.defaultValue(t, r.span)
	}
	if list, ok := r.elems[r.i].(*ast.InitListExpr); ok {
		r.take()
		return c.initList(list, t)
	}
	if r.strict || !isAggregate(t) || c.existentialOf(t) != nil || optionalElem(t) != nil {
		return c.fillValue(r, t)
	}
	if r.peeked == nil {
		r.peeked = c.value(r.elems[r.i])
	}
	x := r.peeked
	if isBad(x) {
		r.take()
		return c.bad(r.span)
	}
	_, scalar := x.Type().(*types.Scalar)
	_, enum := x.Type().(*types.Enum)
	if !scalar && !enum && types.ConversionCost(x.Type(), t) < types.CostExplicit {
		return c.fillValue(r, t)
	}
	return c.fillParts(r, t)
}

func isAggregate(t types.Type) bool {
	switch t.(type) {
	case *types.Vector, *types.Matrix, *types.Array, *types.Struct:
		return true
	}
	return false
}

// fillValue takes one value of r for a part of type t.
func (c *checker) fillValue(r *initReader, t types.Type) typed.Expr {
	x := r.peeked
	e := r.take()
	if x == nil {
		x = c.value(e)
	}
	return c.coerce(x, t)
}

// wholeValue reports whether the next value of r is not a scalar.
func (c *checker) wholeValue(r *initReader) bool {
	if r.peeked == nil {
		r.peeked = c.value(r.elems[r.i])
	}
	return types.NumComponents(r.peeked.Type()) != 1
}

func (c *checker) fillVector(r *initReader, t *types.Vector) typed.Expr {
	if len(r.elems)-r.i == 1 && r.i == 0 { // {v} and {s}: one value for the whole vector
		if _, list := r.elems[0].(*ast.InitListExpr); !list && c.wholeValue(r) {
			return c.fillValue(r, t)
		}
	}
	parts := make([]typed.Expr, 0, t.N)
	for n := 0; n < t.N; {
		x, count := c.fillComponents(r, t.Elem, t.N-n)
		parts = append(parts, x)
		n += count
	}
	return c.build(r, t, parts)
}

// fillComponents takes a scalar, or a vector that fits into the space left.
func (c *checker) fillComponents(r *initReader, elem *types.Scalar, space int) (typed.Expr, int) {
	if r.done() {
		return c.fill(r, elem), 1
	}
	if _, list := r.elems[r.i].(*ast.InitListExpr); !list {
		if r.peeked == nil {
			r.peeked = c.value(r.elems[r.i])
		}
		if v, ok := r.peeked.Type().(*types.Vector); ok && v.N <= space {
			return c.fillValue(r, types.VectorOf(elem, v.N)), v.N
		}
	}
	return c.fill(r, elem), 1
}

func (c *checker) fillMatrix(r *initReader, t *types.Matrix) typed.Expr {
	row := types.VectorOf(t.Elem, t.Cols)
	if len(r.elems) == 1 && r.i == 0 {
		if _, list := r.elems[0].(*ast.InitListExpr); !list && c.wholeValue(r) {
			return c.fillValue(r, t)
		}
	}
	parts := make([]typed.Expr, t.Rows)
	for i := range parts {
		parts[i] = c.fill(r, row)
	}
	return c.build(r, t, parts)
}

func (c *checker) fillArray(r *initReader, t *types.Array) typed.Expr {
	var parts []typed.Expr
	if t.Len == types.Unsized {
		for !r.done() {
			at := r.i
			parts = append(parts, c.fill(r, t.Elem))
			if r.i == at {
				break
			}
		}
		if len(parts) == 0 {
			c.errorf(diag.BadArraySize, r.span, "an array needs a size or at least one value")
			return c.bad(r.span)
		}
		return c.build(r, c.pool.ArrayOf(t.Elem, len(parts)), parts)
	}
	if c.tooLarge(t, r.span) {
		return c.bad(r.span)
	}
	var rest typed.Expr // all parts without a value share one default
	parts = make([]typed.Expr, t.Len)
	for i := range parts {
		if r.done() {
			if rest == nil {
				parts[i], rest = c.repeated(c.fill(r, t.Elem))
				continue
			}
			parts[i] = rest
			continue
		}
		parts[i] = c.fill(r, t.Elem)
	}
	return c.build(r, t, parts)
}

func (c *checker) fillStruct(r *initReader, t *types.Struct) typed.Expr {
	if len(r.elems) == 1 && r.i == 0 { // S{s}
		if _, list := r.elems[0].(*ast.InitListExpr); !list && !r.strict {
			if r.peeked == nil {
				r.peeked = c.value(r.elems[0])
			}
			if r.peeked.Type() == types.Type(t) {
				return c.fillValue(r, t)
			}
		}
	}
	info := c.infoOf(t)
	if info != nil && info.sym != nil && info.sym.state == resolving {
		c.resolve(info.sym)
	}
	parts := make([]typed.Expr, len(t.Fields))
	for i, f := range t.Fields {
		if r.done() || !c.takesValue(info, f) {
			parts[i] = c.fieldDefault(info, i, r.span)
			continue
		}
		parts[i] = c.fill(r, f.Type)
	}
	return c.build(r, t, parts)
}

// build puts parts together; constant parts give a constant.
func (c *checker) build(r *initReader, t types.Type, parts []typed.Expr) typed.Expr {
	return c.construct(t, parts, r.span)
}

// construct is Construct, folded when all parts are constants.
func (c *checker) construct(t types.Type, parts []typed.Expr, span source.Span) typed.Expr {
	folded := &types.Value{T: t}
	flat := types.ElemScalar(t) != nil // vectors and matrices flatten their parts
	for _, p := range parts {
		if isBad(p) {
			return c.bad(span)
		}
		if folded == nil {
			continue
		}
		v := c.constant(p)
		if v == nil {
			folded = nil
			continue
		}
		if folded.Elems == nil {
			folded.Elems = make([]*types.Value, 0, len(parts))
		}
		if _, isVector := v.T.(*types.Vector); isVector && flat && !isMatrix(t) {
			folded.Elems = append(folded.Elems, v.Elems...)
		} else {
			folded.Elems = append(folded.Elems, v)
		}
	}
	if folded != nil {
		if m, ok := t.(*types.Matrix); ok {
			folded = matrixValue(m, folded.Elems)
		}
		return &typed.Const{E: typed.E{T: t, S: span}, Value: folded}
	}
	return &typed.Construct{E: typed.E{T: t, S: span}, Args: parts}
}

func isMatrix(t types.Type) bool { _, ok := t.(*types.Matrix); return ok }

// matrixValue arranges rows or loose scalars as the rows of a matrix.
func matrixValue(t *types.Matrix, parts []*types.Value) *types.Value {
	var flat []*types.Value
	for _, p := range parts {
		if len(p.Elems) > 0 {
			flat = append(flat, p.Elems...)
		} else {
			flat = append(flat, p)
		}
	}
	row := types.VectorOf(t.Elem, t.Cols)
	out := &types.Value{T: t}
	for i := range t.Rows {
		out.Elems = append(out.Elems, &types.Value{T: row, Elems: flat[i*t.Cols : (i+1)*t.Cols]})
	}
	return out
}

// ---- Constructor calls ------------------------------------------------------

// constructCall is T(args).
func (c *checker) constructCall(t types.Type, e *ast.CallExpr) typed.Expr {
	switch t := t.(type) {
	case *types.Struct:
		if optionalElem(t) != nil && len(e.Args) > 0 {
			if len(e.Args) > 1 {
				c.errorf(diag.BadConstructor, e.Span(), "'%s' is constructed from one value, not %d", t, len(e.Args))
				return c.bad(e.Span())
			}
			return c.coerce(c.value(e.Args[0]), t)
		}
		return c.constructStruct(t, e)
	case *types.Array:
		if len(e.Args) == 0 {
			return c.initList(&ast.InitListExpr{ExprBase: e.ExprBase}, t)
		}
		r := &initReader{elems: e.Args, span: e.Span(), strict: true}
		return c.finish(r, t, c.fillParts(r, t))
	case *types.Pointer:
		if len(e.Args) == 1 {
			return c.cast(c.value(e.Args[0]), t, e)
		}
	case *types.Handle:
		return c.constructHandle(t, e.Args, e)
	case *types.Scalar, *types.Enum, *types.Vector, *types.Matrix:
		if t == types.Type(types.Void) {
			break
		}
		if len(e.Args) == 1 {
			if list, ok := e.Args[0].(*ast.InitListExpr); ok {
				return c.initList(list, t)
			}
		}
		return c.constructNumbers(t, e)
	}
	for _, a := range e.Args {
		c.expr(a)
	}
	c.errorf(diag.BadConstructor, e.Span(), "a value of type '%s' cannot be constructed", t)
	return c.bad(e.Span())
}

// constructNumbers builds a scalar, enum, vector or matrix: by a constructor that an extension gives to the type, from one
// value by conversion, or from values that together have its components.
func (c *checker) constructNumbers(t types.Type, e *ast.CallExpr) typed.Expr {
	args, ok := c.arguments(e.Args)
	if !ok {
		return c.bad(e.Span())
	}
	if x, ok := c.extensionConstructor(t, args, e); ok {
		return x
	}
	vals, bad := make([]typed.Expr, len(args)), false
	for i := range args {
		if args[i].x == nil {
			c.errorf(diag.BadConstructor, args[i].e.Span(), "an initialiser list cannot be a part of '%s'", t)
			return c.bad(e.Span())
		}
		vals[i] = c.read(args[i].x)
		bad = bad || isBad(vals[i])
	}
	switch {
	case bad:
		return c.bad(e.Span())
	case len(vals) == 0:
		return c.defaultValue(t, e.Span())
	case len(vals) == 1:
		return c.cast(vals[0], t, e)
	case !operates(t) || types.NumComponents(t) == 1 && types.ElemScalar(t) == t:
		c.errorf(diag.TooManyValues, e.Args[1].Span(), "'%s' is constructed from one value, not %d", t, len(e.Args))
		return c.bad(e.Span())
	}
	return c.constructComponents(t, vals, e)
}

// constructComponents builds a vector or matrix from values that together have its components.
func (c *checker) constructComponents(t types.Type, vals []typed.Expr, e *ast.CallExpr) typed.Expr {
	elem := types.ElemScalar(t)
	parts := make([]typed.Expr, 0, len(vals))
	count, n := 0, types.NumComponents(t)
	for i, x := range vals {
		if content, ok := contentOf(x.Type()); ok {
			x = c.convert(x, content)
		}
		k := types.NumComponents(x.Type())
		if k == 0 {
			c.errorf(diag.BadConstructor, e.Args[i].Span(), "'%s' cannot be a part of '%s'", x.Type(), t)
			return c.bad(e.Span())
		}
		count += k
		parts = append(parts, c.components(x, elem)...)
	}
	if count != n {
		c.errorf(diag.BadConstructor, e.Span(), "'%s' has %d components, but %d are given", t, n, count)
		return c.bad(e.Span())
	}
	if m, ok := t.(*types.Matrix); ok {
		parts = c.rows(m, parts, e.Span())
	}
	return c.construct(t, parts, e.Span())
}

// components converts the elements of x and takes matrices apart into rows.
func (c *checker) components(x typed.Expr, elem *types.Scalar) []typed.Expr {
	switch t := x.Type().(type) {
	case *types.Vector:
		if t.N == 1 {
			return []typed.Expr{c.convert(x, elem)}
		}
		return []typed.Expr{c.convert(x, types.VectorOf(elem, t.N))}
	case *types.Matrix:
		x, again := c.once(x)
		var out []typed.Expr
		for i := range t.Rows {
			if i == 1 {
				x = again
			}
			k := &typed.Const{E: typed.E{T: types.Int, S: x.Span()}, Value: types.IntValue(types.Int, int64(i))}
			out = append(out, c.components(c.index(x, k, x.Span(), x.Span()), elem)...)
		}
		return out
	}
	return []typed.Expr{c.convert(x, elem)}
}

// rows regroups the parts of a matrix: whole rows stay, anything else is taken
// apart into scalars.
func (c *checker) rows(t *types.Matrix, parts []typed.Expr, span source.Span) []typed.Expr {
	whole := len(parts) == t.Rows
	for _, p := range parts {
		whole = whole && types.NumComponents(p.Type()) == t.Cols
	}
	if whole || t.Cols == 1 {
		return parts
	}
	var out []typed.Expr
	for _, p := range parts {
		n := types.NumComponents(p.Type())
		if n == 1 {
			out = append(out, p)
			continue
		}
		first, again := c.once(p)
		out = append(out, c.swizzle(first, []uint8{0}, span))
		for i := 1; i < n; i++ {
			out = append(out, c.swizzle(again, []uint8{uint8(i)}, span))
		}
	}
	return out
}

// once evaluates x into a temporary: first is to be used where x is evaluated,
// again wherever its value is needed later.
func (c *checker) once(x typed.Expr) (first, again typed.Expr) {
	if c.constant(x) != nil {
		return x, x
	}
	if r, ok := x.(*typed.VarRef); ok && (r.Var.Kind == typed.Local || r.Var.Kind == typed.Param) {
		return x, x
	}
	v := c.temp(x.Type(), x)
	again = tempRef(v)
	return comma(assign(tempRef(v), x), again), again
}
