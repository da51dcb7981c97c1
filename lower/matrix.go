package lower

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Matrices are values of an array type: one vector a row.

// rows builds the value of a matrix of source type t.
func (b *fn) rows(t *types.Matrix, row func(i int) ir.Value) ir.Value {
	parts := make([]ir.Value, t.Rows)
	for i := range parts {
		parts[i] = row(i)
	}
	return b.construct(b.p.valueType(t), parts...)
}

// transpose returns the transposed value of v, a matrix of type t.
func (b *fn) transpose(v ir.Value, t *types.Matrix) ir.Value {
	r := make([]ir.Value, t.Rows)
	for i := range r {
		r[i] = b.extract(v, i)
	}
	return b.rows(types.MatrixOf(t.Elem, t.Cols, t.Rows), func(c int) ir.Value {
		parts := make([]ir.Value, t.Rows)
		for i := range parts {
			parts[i] = b.extract(r[i], c)
		}
		return b.construct(vec(t.Elem, t.Rows), parts...)
	})
}

// dot is the sum of the products of components; integers are expanded, since
// not every target has an integer dot product.
func (b *fn) dot(x, y ir.Value) ir.Value {
	s := types.ElemScalar(x.ValueType())
	n := types.NumComponents(x.ValueType())
	if n == 1 {
		return b.binary(ir.OpMul, s, x, y)
	}
	if s.Kind.IsFloat() {
		return b.intrinsic(builtin.OpDot, s, x, y)
	}
	p := b.binary(ir.OpMul, x.ValueType(), x, y)
	sum := b.extract(p, 0)
	for i := 1; i < n; i++ {
		sum = b.binary(ir.OpAdd, s, sum, b.extract(p, i))
	}
	return sum
}

// shape is a source operand of mul.
func shape(t types.Type) (rows, cols int, isMatrix, isVector bool) {
	switch t := t.(type) {
	case *types.Matrix:
		return t.Rows, t.Cols, true, false
	case *types.Vector:
		return 1, t.N, false, true
	}
	return 1, 1, false, false
}

// mul is the linear-algebra product of x and y of source types xt and yt.
func (b *fn) mul(x ir.Value, xt types.Type, y ir.Value, yt types.Type) ir.Value {
	_, _, xm, xv := shape(xt)
	_, _, ym, yv := shape(yt)
	switch {
	case !xm && !xv:
		return b.scale(y, yt, x)
	case !ym && !yv:
		return b.scale(x, xt, y)
	case xv && yv:
		return b.dot(x, y)
	case xv:
		return b.rowTimesMatrix(x, y, yt.(*types.Matrix))
	case yv:
		m := xt.(*types.Matrix)
		parts := make([]ir.Value, m.Rows)
		for i := range parts {
			parts[i] = b.dot(b.extract(x, i), y)
		}
		return b.construct(vec(m.Elem, m.Rows), parts...)
	}
	m, k := xt.(*types.Matrix), yt.(*types.Matrix)
	return b.rows(types.MatrixOf(m.Elem, m.Rows, k.Cols), func(i int) ir.Value {
		return b.rowTimesMatrix(b.extract(x, i), y, k)
	})
}

// scale multiplies every component of v by s.
func (b *fn) scale(v ir.Value, t types.Type, s ir.Value) ir.Value {
	if m, ok := t.(*types.Matrix); ok {
		return b.rows(m, func(i int) ir.Value {
			row := vec(m.Elem, m.Cols)
			return b.binary(ir.OpMul, row, b.extract(v, i), b.splat(s, row))
		})
	}
	return b.binary(ir.OpMul, v.ValueType(), v, b.splat(s, v.ValueType()))
}

// rowTimesMatrix is the row vector x times m: the rows of m weighted by x.
func (b *fn) rowTimesMatrix(x, m ir.Value, t *types.Matrix) ir.Value {
	row := vec(t.Elem, t.Cols)
	var sum ir.Value
	for i := range t.Rows {
		p := b.binary(ir.OpMul, row, b.splat(b.extract(x, i), row), b.extract(m, i))
		if sum == nil {
			sum = p
		} else {
			sum = b.binary(ir.OpAdd, row, sum, p)
		}
	}
	return sum
}

// cells returns the scalars of a matrix value.
func (b *fn) cells(v ir.Value, t *types.Matrix) [][]ir.Value {
	out := make([][]ir.Value, t.Rows)
	for i := range out {
		row := b.extract(v, i)
		for j := range t.Cols {
			out[i] = append(out[i], b.extract(row, j))
		}
	}
	return out
}

// minor returns c without row i and column j.
func minor(c [][]ir.Value, i, j int) [][]ir.Value {
	var out [][]ir.Value
	for r := range c {
		if r == i {
			continue
		}
		var row []ir.Value
		for k := range c[r] {
			if k != j {
				row = append(row, c[r][k])
			}
		}
		out = append(out, row)
	}
	return out
}

// det is the determinant by expansion along the first row.
func (b *fn) det(c [][]ir.Value) ir.Value {
	t := c[0][0].ValueType()
	if len(c) == 1 {
		return c[0][0]
	}
	var sum ir.Value
	for j := range c {
		p := b.binary(ir.OpMul, t, c[0][j], b.det(minor(c, 0, j)))
		switch {
		case sum == nil:
			sum = p
		case j%2 == 1:
			sum = b.binary(ir.OpSub, t, sum, p)
		default:
			sum = b.binary(ir.OpAdd, t, sum, p)
		}
	}
	return sum
}

// inverse is the adjugate over the determinant: element (i, j) is the cofactor (j, i) times the reciprocal of the determinant, which
// is the sum of the first row times its cofactors. Where the determinant is zero nothing is defined (GLSL 4.60, 8.6).
func (b *fn) inverse(v ir.Value, t *types.Matrix) ir.Value {
	c := b.cells(v, t)
	if t.Rows == 1 {
		return b.rows(t, func(int) ir.Value {
			return b.construct(vec(t.Elem, 1), b.binary(ir.OpDiv, t.Elem, number(t.Elem, 1), c[0][0]))
		})
	}
	cofactors := make([][]ir.Value, t.Rows)
	for i := range c {
		for j := range c {
			m := b.det(minor(c, i, j))
			if (i+j)%2 == 1 {
				m = b.emit(ir.OpNeg, t.Elem, m)
			}
			cofactors[i] = append(cofactors[i], m)
		}
	}
	var det ir.Value
	for j := range c {
		p := b.binary(ir.OpMul, t.Elem, c[0][j], cofactors[0][j])
		if det == nil {
			det = p
		} else {
			det = b.binary(ir.OpAdd, t.Elem, det, p)
		}
	}
	scale := b.binary(ir.OpDiv, t.Elem, number(t.Elem, 1), det)
	return b.rows(t, func(i int) ir.Value {
		parts := make([]ir.Value, t.Cols)
		for j := range parts {
			parts[j] = b.binary(ir.OpMul, t.Elem, cofactors[j][i], scale)
		}
		return b.construct(vec(t.Elem, t.Cols), parts...)
	})
}
