package spirv

import (
	"math"
	"slc/frontend/diag"

	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

// specConst is a specialization constant that was declared.
type specConst struct {
	id    uint32 // SpecId
	value binary.ID
}

func (e *emitter) constant(c *ir.Const) binary.ID {
	if c.Spec != nil {
		return e.specConstant(c)
	}
	return e.constValue(c.Value)
}

func (e *emitter) specConstant(c *ir.Const) binary.ID {
	for _, s := range e.specs {
		if s.id == c.Spec.ID {
			return s.value
		}
	}
	var id binary.ID
	if s := types.ElemScalar(c.Value.T); s.Kind == types.KBool {
		id = e.m.SpecConstantBool(c.Spec.ID, c.Value.Bits != 0)
	} else {
		id = e.m.SpecConstant(e.typeID(s), c.Spec.ID, scalarWords(s, c.Value)...)
	}
	e.m.Name(id, c.Spec.Name)
	e.specs = append(e.specs, specConst{c.Spec.ID, id})
	return id
}

// scalarWords returns the literal words of a scalar that is not a bool.
func scalarWords(s *types.Scalar, v *types.Value) []uint32 {
	bits := v.Bits
	switch s.Kind {
	case types.KHalf:
		bits = uint64(types.FloatToHalf(v.Float()))
	case types.KFloat:
		bits = uint64(math.Float32bits(float32(v.Float())))
	}
	return binary.IntWords(uint32(s.Bits), s.Kind.IsSigned(), bits)
}

// maxConstituents is the number of parts that fit into one OpConstantComposite: an
// instruction has at most 65,535 words (SPIR-V specification, 2.3), three of which
// are its first word, its type and its result.
const maxConstituents = 65535 - 3

// constValue returns a constant. Zero aggregates are null constants, so that large ones stay small.
func (e *emitter) constValue(v *types.Value) binary.ID {
	n := parts(v.T)
	if n == 0 && !isAggregate(v.T) {
		for len(v.Elems) == 1 { // a vector of one component
			v = v.Elems[0]
		}
		s := types.ElemScalar(v.T)
		if s == nil { // a pointer
			s = types.Uint64
		}
		if s.Kind == types.KBool {
			return e.m.ConstBool(v.Bits != 0)
		}
		return e.m.Declare(binary.OpConstant, e.typeID(s), scalarWords(s, v)...)
	}
	if len(v.Elems) != n || isAggregate(v.T) && v.IsZero() {
		return e.m.ConstNull(e.typeID(v.T))
	}
	if n > maxConstituents {
		e.diags.Report(diag.TooLarge, e.at, "a constant of %d elements is too large for SPIR-V, whose limit is %d", n, maxConstituents).
			WithHelp("put the values into a buffer")
		return e.m.ConstNull(e.typeID(v.T))
	}
	ids := make([]binary.ID, n)
	for i, elem := range v.Elems {
		ids[i] = e.constValue(elem)
	}
	return e.m.ConstComposite(e.typeID(v.T), ids...)
}

// number returns the constant n of a scalar or vector type.
func (e *emitter) number(t types.Type, n float64) binary.ID {
	s := types.ElemScalar(t)
	var v *types.Value
	if s.Kind.IsFloat() {
		v = types.FloatValue(s, n)
	} else {
		v = types.IntValue(s, int64(n))
	}
	return e.splatConst(t, e.constValue(v))
}

// splatConst repeats a scalar constant over t.
func (e *emitter) splatConst(t types.Type, c binary.ID) binary.ID {
	n := parts(t)
	if n == 0 {
		return c
	}
	ids := make([]binary.ID, n)
	for i := range ids {
		ids[i] = c
	}
	return e.m.ConstComposite(e.typeID(t), ids...)
}

// constInt returns the value of an integer constant operand.
func constInt(v ir.Value) (int64, bool) {
	c, ok := v.(*ir.Const)
	if !ok || c.Spec != nil || len(c.Value.Elems) > 0 {
		return 0, false
	}
	return c.Value.Int(), true
}
