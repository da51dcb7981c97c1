package memmodel_test

import (
	"testing"

	"slc/memmodel"
)

// TestEitherExchange: of two compare-exchanges that each want the initial value either may
// come first, also the one of the group that is looked at last.
func TestEitherExchange(t *testing.T) {
	words := compile(t, `
RWStructuredBuffer<Atomic<uint>> flag;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    flag[0].compareExchange(0, gid.x + 1);
}
`)
	r := verify(t, words, memmodel.Launch{Groups: 3})
	expect(t, r, false, []string{"flag"}, "flag[0]=1", "flag[0]=2", "flag[0]=3")
}

// TestStoreInitialises: a store to a SeqCst object is an exchange, and may be the first
// write to groupshared memory all the same.
func TestStoreInitialises(t *testing.T) {
	words := compile(t, `
groupshared Atomic<uint> local;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain()
{
    local.store(3, MemoryOrder.SeqCst);
    seen[0] = local.load(MemoryOrder.SeqCst);
}
`)
	r := verify(t, words, memmodel.Launch{})
	if len(r.Faults) > 0 {
		t.Errorf("faults %v", r.Faults)
	}
	expect(t, r, false, []string{"seen"}, "seen[0]=3")
}
