package spirv

import (
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// TestLargeConstant: a constant with more parts than OpConstantComposite can name is an
// error at the instruction that uses it; the largest that fits is none.
func TestLargeConstant(t *testing.T) {
	for n, want := range map[int]int{maxConstituents: 0, maxConstituents + 1: 1} {
		m := &ir.Module{Pool: types.NewPool()}
		v := &types.Value{T: m.Pool.ArrayOf(types.Uint, n)}
		for range n {
			v.Elems = append(v.Elems, types.UintValue(types.Uint, 7))
		}
		span := source.Span{Start: 5, End: 6}
		body := &ir.Region{Instrs: []*ir.Instr{
			{Op: ir.OpExtract, Type: types.Uint, Args: []ir.Value{&ir.Const{Value: v}}, Span: span},
			{Op: ir.OpReturn, Type: types.Void},
		}}
		f := &ir.Func{Name: "main", Result: types.Void, Body: body}
		f.Number()
		m.Funcs = []*ir.Func{f}
		m.Entries = []*ir.Entry{{Name: "main", Func: f, NumThreads: [3]int{1, 1, 1}}}
		var diags diag.List
		Emit(m, Options{}, &diags)
		if got := diags.ErrorCount(); got != want {
			t.Errorf("%d elements: %d errors, want %d", n, got, want)
		}
		for _, d := range diags.All() {
			if d.Code != diag.TooLarge || d.Span != span {
				t.Errorf("%d elements: %s at %v: %s", n, d.Code, d.Span, d.Message)
			}
		}
	}
}
