package builtin

import (
	"regexp"
	"testing"

	"slc/sema/types"
)

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		rows []Row
		want string
	}{
		{Functions("InterlockedAdd"), "void InterlockedAdd(inout T, T) where T is a 32- or 64-bit integer or a floating-point number"},
		{Methods(&types.Atomic{Elem: types.Uint}, "add"), "uint add(uint, MemoryOrder order = MemoryOrder.Relaxed)"},
		{Methods(&types.Atomic{Elem: types.Uint}, "compareExchange"),
			"uint compareExchange(uint, uint, MemoryOrder order = MemoryOrder.Relaxed, MemoryOrder failOrder = MemoryOrder.Relaxed)"},
		{Functions("mul"), "mul(matrix<T, R, C>, vector<T, C>), or of a vector and a matrix, two matrices, two vectors, or with a scalar"},
		{Functions("max"), "T max(T, T) where T is a number, or a vector or matrix of it"},
	} {
		if len(c.rows) == 0 {
			t.Fatalf("no rows for %s", c.want)
		}
		if got := c.rows[0].Describe(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// No description shows the notation of the tables.
func TestDescribeHidesNotation(t *testing.T) {
	notation := regexp.MustCompile(`[@^?]|\b(R|RE|R4|E|any|order,|fail)\b[,)]|'[,) ]`)
	for _, tables := range [][]*[]Row{functionTables[:], methodTables[:]} {
		for _, table := range tables {
			for _, r := range *table {
				if r.Op == OpMul {
					continue
				}
				if s := r.Describe(); notation.MatchString(s) {
					t.Errorf("%s %s: %s", r.Name, r.Sig, s)
				}
			}
		}
	}
}
