package memmodel_test

import (
	"strings"
	"testing"

	"slc/memmodel"
)

// exchangeLock is a lock whose failed attempts write what they read.
const exchangeLock = `
RWStructuredBuffer<Atomic<uint>> held;
RWStructuredBuffer<uint> data;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    while (held[0].exchange(1, MemoryOrder.ACQUIRE) != 0) {}
    data[0] += 1;
    held[0].store(0, MemoryOrder.RELEASE);
}
`

// TestExchangeLock: each group adds 1 under the lock; with either order missing the additions race.
func TestExchangeLock(t *testing.T) {
	for _, groups := range []int{2, 3} {
		r := verify(t, compile(t, orders(exchangeLock, "Release", "Acquire")), memmodel.Launch{Groups: groups})
		expect(t, r, false, []string{"data", "held"}, "data[0]="+string(rune('0'+groups))+" held[0]=0")
		if r.Bound || r.Deadlock != "" {
			t.Errorf("%d groups: bound %t, deadlock %q", groups, r.Bound, r.Deadlock)
		}
	}
	expect(t, verify(t, compile(t, orders(exchangeLock, "Release", "Relaxed")), memmodel.Launch{Groups: 2}), true, nil)
	expect(t, verify(t, compile(t, orders(exchangeLock, "Relaxed", "Acquire")), memmodel.Launch{Groups: 2}), true, nil)
}

// TestLockNotReleased: who comes second waits for ever, also where two wait and see each other's attempts.
func TestLockNotReleased(t *testing.T) {
	text := strings.Replace(orders(exchangeLock, "Release", "Acquire"), "held[0].store(0, MemoryOrder.Release);", "", 1)
	for _, groups := range []int{2, 3} {
		r := verify(t, compile(t, text), memmodel.Launch{Groups: groups})
		if !strings.Contains(r.Deadlock, "is in a loop that does not end") {
			t.Errorf("%d groups: deadlock %q", groups, r.Deadlock)
		}
	}
}

// TestPeterson: two groups exclude each other with sequentially consistent flags, and do not with weaker ones.
func TestPeterson(t *testing.T) {
	const text = `
RWStructuredBuffer<Atomic<uint>> wants;
RWStructuredBuffer<Atomic<uint>> turn;
RWStructuredBuffer<uint> data;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    uint me = gid.x, other = 1 - gid.x;
    wants[me].store(1, MemoryOrder.RELEASE);
    turn[0].store(other, MemoryOrder.RELEASE);
    while (wants[other].load(MemoryOrder.ACQUIRE) == 1 && turn[0].load(MemoryOrder.ACQUIRE) == other) {}
    data[0] += 1;
    wants[me].store(0, MemoryOrder.RELEASE);
}
`
	expect(t, verify(t, compile(t, orders(text, "SeqCst", "SeqCst")), memmodel.Launch{Groups: 2}), false, []string{"data"}, "data[0]=2")
	expect(t, verify(t, compile(t, orders(text, "Release", "Acquire")), memmodel.Launch{Groups: 2}), true, nil)
}

// TestFenceInLoop: a fence in a loop that waits does not keep it from being followed to its end.
func TestFenceInLoop(t *testing.T) {
	r := verify(t, compile(t, two("seen[0] = 5; DeviceMemoryBarrier(); x[0].store(1);",
		"while (x[0].load() == 0) DeviceMemoryBarrier(); DeviceMemoryBarrier(); seen[1] = seen[0];")), memmodel.Launch{Groups: 2})
	expect(t, r, false, []string{"seen"}, "seen[0]=5 seen[1]=5")
	if r.Bound {
		t.Error("a bound was reached")
	}
}

// TestShortFirst: a race that short executions have is found though the failed attempts of this lock
// count, so that there are executions without end.
func TestShortFirst(t *testing.T) {
	text := strings.Replace(exchangeLock, "exchange(1, MemoryOrder.ACQUIRE)", "add(1, MemoryOrder.ACQUIRE)", 1)
	expect(t, verify(t, compile(t, orders(text, "Release", "Relaxed")), memmodel.Launch{Groups: 2}), true, nil)
}
