package types

import "testing"

func TestSizeDefault(t *testing.T) {
	n := func(v int64) *SizeExpr { return &SizeExpr{Type: Int, Value: IntValue(Int, v)} }
	op := SizeOp
	tests := []struct {
		size *SizeExpr
		want int64
	}{
		{n(5), 5},
		{op(Int, "+", op(Int, "*", n(5), n(2)), op(Int, "%", n(5), n(3))), 12},
		{op(Int, "?:", op(Bool, ">", n(4), n(0)), n(4), n(1)), 4},
		{op(Int, "?:", op(Bool, ">", n(-4), n(0)), n(4), n(1)), 1},
		{op(Uint8, "convert", n(259)), 3},
		{op(Int, "-", op(Int, "~", n(6))), 7}, // ~6 is -7
		{op(Int, "?:", op(Bool, "!", op(Bool, ">", n(4), n(0))), n(4), n(1)), 1},
	}
	for i, tt := range tests {
		if v := tt.size.Default(); v == nil || v.Int() != tt.want {
			t.Errorf("%d: %v, want %d", i, v, tt.want)
		}
	}
	if v := op(Int, "/", n(8), n(0)).Default(); v != nil {
		t.Errorf("8/0 is %v", v)
	}
	sum := op(Int, "+", n(1), op(Int, "~", n(2)))
	if sum.Nodes() != 4 || sum.String() != "1 + (~2)" {
		t.Errorf("%d nodes of %s, want 4 of 1 + (~2)", sum.Nodes(), sum)
	}
	for range 100 { // no overflow
		sum = op(Int, "+", sum, sum)
	}
	if sum.Nodes() < 1<<20 {
		t.Errorf("%d nodes of a sum of 2^100", sum.Nodes())
	}
	var p Pool
	a := p.SpecializedArrayOf(Float, 4, n(4))
	if !Specialized(a) || Specialized(p.ArrayOf(Float, 4)) || !Specialized(p.ArrayOf(a, 2)) {
		t.Error("Specialized")
	}
	if like := p.ArrayLike(a, Uint); like.Size != a.Size || like.Len != 4 || like.Elem != Type(Uint) || p.ArrayLike(a, Float) != a {
		t.Errorf("ArrayLike: %+v", like)
	}
}
