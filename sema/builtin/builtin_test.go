package builtin

import (
	"slices"
	"strings"
	"testing"

	"slc/sema/types"
)

func allRows() (rows []Row) {
	for _, t := range functionTables {
		rows = append(rows, *t...)
	}
	for _, t := range methodTables {
		rows = append(rows, *t...)
	}
	return rows
}

func TestEveryOpHasARowAndAName(t *testing.T) {
	used := map[Op]bool{OpInvalid: true, OpBitcast: true}
	for _, r := range allRows() {
		if r.Action == ActIntrinsic || r.Action == ActTexture {
			used[r.Op] = true
			if r.Op == OpInvalid {
				t.Errorf("%s: intrinsic without an operation", r.Name)
			}
		}
	}
	names := map[string]bool{}
	for op := Op(0); op < NumOps; op++ {
		if !used[op] {
			t.Errorf("no row has %s", op)
		}
		if op.String() == "" || names[op.String()] {
			t.Errorf("op %d: name %q is empty or used twice", op, op)
		}
		names[op.String()] = true
	}
}

func TestTablesAreSorted(t *testing.T) {
	byName := func(a, b Row) int { return strings.Compare(a.Name, b.Name) }
	for i, table := range append(functionTables[:], methodTables[:]...) {
		if !slices.IsSortedFunc(*table, byName) {
			t.Errorf("table %d is not sorted", i)
		}
	}
	if !slices.IsSortedFunc(scalarNames[:], func(a, b struct {
		name string
		kind types.Kind
	}) int {
		return strings.Compare(a.name, b.name)
	}) {
		t.Error("scalarNames is not sorted")
	}
}

// Names stay in one table, so that a lookup that stops at the first table with
// the name sees all rows.
func TestNamesAreInOneTable(t *testing.T) {
	owner := map[string]int{}
	for i, table := range functionTables {
		for _, r := range *table {
			if j, ok := owner[r.Name]; ok && j != i && r.Name != "atan" {
				t.Errorf("%s is in tables %d and %d", r.Name, j, i)
			}
			owner[r.Name] = i
		}
	}
}

// Every type in a signature must resolve in a call that suits the row.
func TestSignaturesResolve(t *testing.T) {
	pool := types.NewPool()
	texture, _ := NamedResource("RWTexture2D", pool)
	cubes, _ := NamedResource("TextureCubeArray", pool)
	in := scope{t: types.MatrixOf(types.Uint, 2, 3), owner: texture, pool: pool}
	inCubes := scope{owner: cubes, pool: pool} // whose reference has a parameter of its own
	for _, r := range allRows() {
		s := parseSig(r.Sig)
		words := []string{s.result}
		for _, p := range s.params[:s.n] {
			if !p.isOrder() && p.text != "any" && !isImage(p.text) && p.text != "counter" && !isSampled(p.text) {
				words = append(words, p.text)
			}
		}
		for _, w := range words {
			if in.resolve(w) == nil && inCubes.resolve(w) == nil {
				t.Errorf("%s %s: %q is no type", r.Name, r.Sig, w)
			}
		}
		if strings.Contains(r.Sig, "T") && r.Of == 0 && !r.Explicit {
			t.Errorf("%s %s: T without a class", r.Name, r.Sig)
		}
		if atomicAction(r.Action) {
			checkAtomicRow(t, &r, &s)
		}
	}
}

func atomicAction(a Action) bool {
	return a == ActAtomic || a == ActByteAtomic || a == ActTexelAtomic
}

// An atomic row has its place, the operands of its operation, then out or orders.
func checkAtomicRow(t *testing.T, r *Row, s *sig) {
	places := 0
	switch {
	case r.Action == ActAtomic && r.On == 0, r.Action == ActByteAtomic, r.Action == ActTexelAtomic && r.On != 0:
		places = 1
	case r.Action == ActTexelAtomic:
		places = 2
		if strings.Contains(r.Sig, "imageMS") {
			places = 3 // the sample
		}
	}
	values, rest := 0, 0
	for _, p := range s.params[places:s.n] {
		if p.dir == DirIn && !p.isOrder() {
			values++
		} else {
			rest++
		}
	}
	if values != r.Atomic.NumOperands() || rest > 2 {
		t.Errorf("%s %s: %d operands and %d other parameters", r.Name, r.Sig, values, rest)
	}
}

// FirstOut agrees with the out parameters of the rows.
func TestFirstOut(t *testing.T) {
	for _, r := range allRows() {
		if r.Action != ActIntrinsic {
			continue
		}
		s := parseSig(r.Sig)
		first, base := -1, 0
		if r.On != 0 {
			base = 1
		}
		for i := s.n - 1; i >= 0; i-- {
			if s.params[i].dir == DirOut {
				first = i + base
			}
		}
		if got := FirstOut(r.Op); got != first {
			t.Errorf("%s: FirstOut is %d, the signature %s has it at %d", r.Name, got, r.Sig, first)
		}
	}
}
