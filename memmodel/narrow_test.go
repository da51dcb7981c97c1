package memmodel_test

import (
	"slices"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// toExecution gives the barriers of a wave the wave as memory scope as well.
func toExecution(t *testing.T, words []uint32) []uint32 {
	t.Helper()
	m, err := binary.DecodeWords(words)
	if err != nil {
		t.Fatal(err)
	}
	out := slices.Clone(words)
	found := false
	for in := range m.All(binary.OpControlBarrier) {
		exec := m.Def(in.ID(0))
		if binary.Scope(exec.Word(0)) == binary.ScopeSubgroup && in.ID(1) != in.ID(0) {
			out[in.Offset+2] = in.ID(0)
			found = true
		}
	}
	if !found {
		t.Fatal("no wave barrier has a wider memory scope")
	}
	return out
}

// TestWaveBarrierScope: how far the memory of a wave barrier reaches depends on the
// entry point, and where it reaches further than the wave, the wave is not enough.
func TestWaveBarrierScope(t *testing.T) {
	for _, c := range []struct {
		name, body string
		launch     memmodel.Launch
		want       []string
	}{
		// The other invocation of the wave wrote; the first one tells another group.
		{"an atomic on device memory", `
    if (gid.x == 0)
    {
        data[index] = 5;
        AllMemoryBarrierWithWaveSync();
        if (index == 0)
            flag[0].store(1, MemoryOrder.Relaxed);
    }
    else if (index == 0 && flag[0].load(MemoryOrder.Acquire) == 1)
        seen[0] = data[1];
`, memmodel.Launch{Groups: 2, Wave: 2}, []string{"seen[0]=0", "seen[0]=5"}},
		// Between two waves: the barriers of the waves order the buffer, the barrier of the
		// group, which covers groupshared memory only, makes them meet.
		{"a barrier of the workgroup", `
    if (index == 0)
        data[0] = 5;
    AllMemoryBarrierWithWaveSync();
    GroupMemoryBarrierWithGroupSync();
    AllMemoryBarrierWithWaveSync();
    if (index == 1)
        seen[0] = data[0];
`, memmodel.Launch{Wave: 1}, []string{"seen[0]=5"}},
		{"a groupshared atomic", `
    if (index == 0)
    {
        data[0] = 5;
        AllMemoryBarrierWithWaveSync();
        local.store(1, MemoryOrder.Relaxed);
    }
    else if (local.load(MemoryOrder.Acquire) == 1)
        seen[0] = data[0];
`, memmodel.Launch{Wave: 1}, []string{"seen[0]=5"}}, // a flag that holds nothing yet is a fault
	} {
		t.Run(c.name, func(t *testing.T) {
			words := compile(t, strings.Replace(`
RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<uint> seen;
groupshared Atomic<uint> local;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint3 gid : SV_GroupID, uint index : SV_GroupIndex)
{BODY}
`, "BODY", c.body, 1))
			expect(t, verify(t, words, c.launch), false, []string{"seen"}, c.want...)
			expect(t, verify(t, toExecution(t, words), c.launch), true, nil)
		})
	}
}

// TestLock: a lock of compare-exchange and release store protects a plain counter. Where
// one group waits in vain, the counter is 1; where both get the lock, 2.
func TestLock(t *testing.T) {
	const text = `
RWStructuredBuffer<Atomic<uint>> lock;
RWStructuredBuffer<uint> counter;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    for (int tries = 0; tries < 2; tries++)
        if (lock[0].compareExchange(0, 1, MemoryOrder.ACQUIRE) == 0)
        {
            counter[0] = counter[0] + 1;
            lock[0].store(0, MemoryOrder.RELEASE);
            break;
        }
}
`
	r := verify(t, compile(t, orders(text, "Release", "Acquire")), memmodel.Launch{Groups: 2})
	expect(t, r, false, []string{"counter", "lock"}, "counter[0]=1 lock[0]=0", "counter[0]=2 lock[0]=0")
	expect(t, verify(t, compile(t, orders(text, "Relaxed", "Acquire")), memmodel.Launch{Groups: 2}), true, nil)
	expect(t, verify(t, compile(t, orders(text, "Release", "Relaxed")), memmodel.Launch{Groups: 2}), true, nil)
}
