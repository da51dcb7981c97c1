package types

import "testing"

func TestSizeDefault(t *testing.T) {
	n := func(v int64) *SizeExpr { return &SizeExpr{Type: Int, Value: IntValue(Int, v)} }
	op := func(s *Scalar, op string, args ...*SizeExpr) *SizeExpr {
		return &SizeExpr{Type: s, Op: op, Args: args}
	}
	tests := []struct {
		size *SizeExpr
		want int64
	}{
		{n(5), 5},
		{op(Int, "+", op(Int, "*", n(5), n(2)), op(Int, "%", n(5), n(3))), 12},
		{op(Int, "?:", op(Bool, ">", n(4), n(0)), n(4), n(1)), 4},
		{op(Int, "?:", op(Bool, ">", n(-4), n(0)), n(4), n(1)), 1},
		{op(Uint8, "convert", n(259)), 3},
	}
	for i, tt := range tests {
		if v := tt.size.Default(); v == nil || v.Int() != tt.want {
			t.Errorf("%d: %v, want %d", i, v, tt.want)
		}
	}
	if v := op(Int, "/", n(8), n(0)).Default(); v != nil {
		t.Errorf("8/0 is %v", v)
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
