package lower

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// derivative lowers ddx and its kin, whose operand targets have as float only. Compute entry points without a derivative
// group have no quads to differ in (SPV_NV_compute_shader_derivatives).
func (b *fn) derivative(e *typed.Intrinsic, x ir.Value) ir.Value {
	if b.u.entry.DerivativeGroup == "" {
		b.p.diags.Report(diag.TargetUnsupported, e.S, "%s needs derivatives, which a compute entry point has only with [DerivativeGroupQuad] or [DerivativeGroupLinear]", e.Name)
		return b.zeroOf(e.T)
	}
	s := types.ElemScalar(e.T)
	if s == types.Double {
		b.unsupported(e.S, e.Name+" of double")
		return b.zeroOf(e.T)
	}
	return b.eachRow(e.T, e.T, func(_ types.Type, a ...ir.Value) ir.Value {
		wide := b.numeric(a[0], types.Float)
		t := wide.ValueType()
		dx, dy := derivativesOf(e.Op)
		if dy == builtin.OpInvalid {
			return b.numeric(b.intrinsic(dx, t, wide), s)
		}
		dxOf, dyOf := b.intrinsic(dx, t, wide), b.intrinsic(dy, t, wide)
		return b.numeric(b.binary(ir.OpAdd, t, b.intrinsic(builtin.OpAbs, t, dxOf), b.intrinsic(builtin.OpAbs, t, dyOf)), s)
	}, x)
}

// derivativesOf are the two derivatives of a width; others are one.
func derivativesOf(op builtin.Op) (dx, dy builtin.Op) {
	switch op {
	case builtin.OpFwidth:
		return builtin.OpDdx, builtin.OpDdy
	case builtin.OpFwidthFine:
		return builtin.OpDdxFine, builtin.OpDdyFine
	case builtin.OpFwidthCoarse:
		return builtin.OpDdxCoarse, builtin.OpDdyCoarse
	}
	return op, builtin.OpInvalid
}
