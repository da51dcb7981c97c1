package spirv

import (
	"testing"

	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/tools"
)

// TestSizes: the operations of the OpSpecConstantOp that a size becomes.
func TestSizes(t *testing.T) {
	id := uint32(7)
	n := &types.SizeExpr{Type: types.Int, Value: types.IntValue(types.Int, 4), Spec: &types.SpecRef{Name: "n", ID: &id}}
	k := func(s *types.Scalar, v int64) *types.SizeExpr {
		return &types.SizeExpr{Type: s, Value: types.IntValue(s, v)}
	}
	op := func(s *types.Scalar, op string, args ...*types.SizeExpr) *types.SizeExpr {
		return &types.SizeExpr{Type: s, Op: op, Args: args}
	}
	u := op(types.Uint, "convert", n)
	tests := []struct {
		size *types.SizeExpr
		want []binary.Opcode // of the operations, operands first
	}{
		{n, nil},
		{op(types.Int, "+", n, k(types.Int, 1)), []binary.Opcode{binary.OpIAdd}},
		{op(types.Int, "/", n, k(types.Int, 2)), []binary.Opcode{binary.OpSDiv}},
		{op(types.Int, ">>", n, k(types.Int, 1)), []binary.Opcode{binary.OpShiftRightArithmetic}},
		{u, []binary.Opcode{binary.OpIAdd}}, // of the same width: plus 0
		{op(types.Uint, "%", u, k(types.Uint, 3)), []binary.Opcode{binary.OpIAdd, binary.OpUMod}},
		{op(types.Int, "convert", op(types.Bool, "<", u, k(types.Uint, 9))), []binary.Opcode{binary.OpIAdd, binary.OpULessThan, binary.OpSelect}},
		{op(types.Int, "?:", op(types.Bool, "convert", n), n, k(types.Int, 1)), []binary.Opcode{binary.OpINotEqual, binary.OpSelect}},
		{op(types.Int, "?:", op(types.Bool, "&&", op(types.Bool, ">", n, k(types.Int, 0)), op(types.Bool, "==", n, k(types.Int, 4))), n, k(types.Int, 1)),
			[]binary.Opcode{binary.OpSGreaterThan, binary.OpIEqual, binary.OpLogicalAnd, binary.OpSelect}},
	}
	for i, tt := range tests {
		m, err := ir.Parse(mainOf("shared @tile [4 x uint]\n", "%0 = elem @tile, 1:uint : &groupshared uint\nstore %0, 5:uint {shared=1}"))
		if err != nil {
			t.Fatal(err)
		}
		tile := m.Shared[0]
		tile.Type = m.Pool.RefTo(m.Pool.SpecializedArrayOf(types.Uint, 4, tt.size), types.SpaceGroupshared)
		data := Emit(m, Options{}, new(diag.List))
		tools.SpirvVal(t, data, "vulkan1.2")
		p, err := binary.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		var got []binary.Opcode
		for in := range p.All(binary.OpSpecConstantOp) {
			got = append(got, binary.Opcode(in.Operands[0].Word()))
		}
		if len(got) != len(tt.want) {
			t.Errorf("%d: operations %v, want %v", i, got, tt.want)
			continue
		}
		for j := range got {
			if got[j] != tt.want[j] {
				t.Errorf("%d: operation %d is %v, want %v", i, j, got[j], tt.want[j])
			}
		}
		array := only(t, p, binary.OpTypeArray)
		if def := p.Def(array.ID(1)); def.Op != binary.OpSpecConstant && def.Op != binary.OpSpecConstantOp {
			t.Errorf("%d: the length is %v", i, def.Op)
		}
	}
}
