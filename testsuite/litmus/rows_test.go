package litmus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc/sema/builtin"
)

// spirvRows are all rows of lowering.md §2.
func spirvRows() []row {
	return slices.Concat(messagePassing(), relaxedRows(), barrierRows(), seqCstRows(), scopeRows(), accessRows(), floatRows(), flowRows(), pointerRows())
}

// TestSPIRVRows proves every row of lowering.md §2 on the words that are emitted.
func TestSPIRVRows(t *testing.T) {
	for _, r := range spirvRows() {
		t.Run(r.name, func(t *testing.T) { r.prove(t) })
	}
}

// TestSPIRVContract: every clause of the contract is proved by rows, every row belongs to
// a clause, and every row is able to fail.
func TestSPIRVContract(t *testing.T) {
	var names []string
	for _, r := range spirvRows() {
		if slices.Contains(names, r.name) {
			t.Errorf("two rows %q", r.name)
		}
		names = append(names, r.name)
		if !slices.ContainsFunc(r.weaker, func(w weaker) bool { return w.harmless == "" }) {
			t.Errorf("%s: no weaker emission allows the outcome", r.name)
		}
	}
	checkContract(t, spirvContract, names)
}

// checkContract compares a contract with the names of the rows that prove it.
func checkContract(t *testing.T, contract []clause, names []string) {
	t.Helper()
	claimed := map[string]bool{}
	for _, c := range contract {
		if (len(c.rows) == 0) == (c.elsewhere == "") {
			t.Errorf("%s: proved by rows or held elsewhere", c.says)
		}
		for _, prefix := range c.rows {
			found := false
			for _, n := range names {
				if strings.HasPrefix(n, prefix) {
					found, claimed[n] = true, true
				}
			}
			if !found {
				t.Errorf("%s: no row begins with %q", c.says, prefix)
			}
		}
	}
	for _, n := range names {
		if !claimed[n] {
			t.Errorf("row %q belongs to no clause", n)
		}
	}
}

// TestEveryOrderOfEveryOperation: the rows are the product of operations, legal orders,
// places of the atomic and payloads (lowering.md §1, "Orders"; SeqCst has rows of its own).
func TestEveryOrderOfEveryOperation(t *testing.T) {
	var names []string
	for _, r := range spirvRows() {
		names = append(names, r.name)
	}
	for op := range builtin.NumAtomicOps {
		for _, order := range []builtin.Order{builtin.Acquire, builtin.Release, builtin.AcquireRelease} {
			if op == builtin.AtomicLoad && order != builtin.Acquire || op == builtin.AtomicStore && order != builtin.Release {
				continue // illegal
			}
			for _, place := range []string{"a buffer, over buffers", "a buffer, over images", "groupshared, over buffers", "groupshared, over images", "groupshared, over groupshared"} {
				if want := fmt.Sprintf("%s %s on %s", op, order, place); !slices.Contains(names, want) {
					t.Errorf("no row %q", want)
				}
			}
		}
	}
}
