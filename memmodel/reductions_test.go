package memmodel_test

import (
	"testing"

	"slc/memmodel"
)

// TestReductions has, for each condition under which the explorer leaves executions out, a kernel
// of which it would miss something without the condition. Each is worked out by hand.
func TestReductions(t *testing.T) {
	groups := func(n int) memmodel.Launch { return memmodel.Launch{Groups: n} }
	for _, c := range []struct {
		name, text string
		launch     memmodel.Launch
		racy       bool
		want       []string // of seen and out
	}{
		// A relaxed load before a barrier that does not cover its memory may be performed after it.
		{"a promise across a barrier", `
groupshared Atomic<uint> local;
RWStructuredBuffer<uint> seen;
[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint index : SV_GroupIndex)
{
    if (index == 0)
        local.store(0, MemoryOrder.Relaxed);
    GroupMemoryBarrierWithGroupSync();
    if (index == 1)
        seen[0] = local.load(MemoryOrder.Relaxed) + 1;
    DeviceMemoryBarrierWithGroupSync();
    if (index == 0)
        local.store(1, MemoryOrder.Relaxed);
}`, memmodel.Launch{}, false, []string{"seen[0]=1", "seen[0]=2"}},
		// One that covers it does not let it.
		{"no promise across a barrier that orders", `
groupshared Atomic<uint> local;
RWStructuredBuffer<uint> seen;
[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint index : SV_GroupIndex)
{
    if (index == 0)
        local.store(0, MemoryOrder.Relaxed);
    GroupMemoryBarrierWithGroupSync();
    if (index == 1)
        seen[0] = local.load(MemoryOrder.Relaxed) + 1;
    GroupMemoryBarrierWithGroupSync();
    if (index == 0)
        local.store(1, MemoryOrder.Relaxed);
}`, memmodel.Launch{}, false, []string{"seen[0]=1"}},
		// Groups without numbers are told apart if another access than a read-modify-write looks at who
		// came first: a group may see 0 although the others have been there.
		{"groups without numbers, and a load", `
RWStructuredBuffer<Atomic<uint>> ticket;
RWStructuredBuffer<Atomic<uint>> seen;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain()
{
    uint mine = ticket[0].add(1);
    seen[mine].store(ticket[0].load(), MemoryOrder.Relaxed);
}`, groups(2), false, []string{"seen[0]=1 seen[1]=2", "seen[0]=2 seen[1]=2"}},
		// So they are if the read-modify-writes differ by what a load before them returned.
		{"groups without numbers that begin with a load", `
RWStructuredBuffer<Atomic<uint>> ticket;
RWStructuredBuffer<uint> seen;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain()
{
    uint before = ticket[0].load();
    uint mine = ticket[0].add(1);
    seen[mine] = before + 1;
}`, groups(2), false, []string{"seen[0]=1 seen[1]=1", "seen[0]=1 seen[1]=2"}},
		// A wait that reads a plain location in each iteration races with its writer, though the wait
		// ends well.
		{"a wait that races", `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> seen;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        data[0] = 1;
        x[0].store(1, MemoryOrder.Release);
    }
    else
    {
        uint sum = 0;
        while (x[0].load(MemoryOrder.Acquire) == 0)
            sum = data[0];
        seen[0] = sum;
    }
}`, groups(2), true, nil},
		// A counter of a wait that decides what is done later is no counter that may jump.
		{"a counter that is used later", `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<uint> seen;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        x[0].store(1);
        return;
    }
    uint i = 0;
    for (; i < 4; i++)
        if (x[0].load() == 1)
            break;
    seen[0] = i % 2 + 1;
}`, groups(2), false, []string{"seen[0]=1", "seen[0]=2"}},
		// An iteration that writes every other time is not repeated.
		{"a wait that writes", `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> seen;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        x[0].store(1);
        return;
    }
    for (uint i = 0; i < 4; i++)
    {
        if (x[0].load() == 1)
            return;
        if (i % 2 == 1)
            seen[0].add(1, MemoryOrder.Relaxed);
    }
}`, groups(2), false, []string{"seen[0]=0", "seen[0]=1", "seen[0]=2"}},
		// Two waits for each other, of which each is served only by what comes after the other.
		{"waits in a circle", `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> y;
RWStructuredBuffer<uint> seen;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        uint a = x[0].exchange(2, MemoryOrder.Relaxed);
        y[0].store(1, MemoryOrder.Relaxed);
        seen[0] = a;
    }
    else
    {
        uint b = y[0].exchange(2, MemoryOrder.Relaxed);
        x[0].store(1, MemoryOrder.Relaxed);
        seen[1] = b;
    }
}`, groups(2), false, []string{"seen[0]=0 seen[1]=0", "seen[0]=0 seen[1]=1", "seen[0]=1 seen[1]=0", "seen[0]=1 seen[1]=1"}},
		// A plain read is decided by what is ordered before it, also where the last write comes from
		// an invocation that is played later.
		{"a plain read of a later group", `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> seen;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        if (x[0].load(MemoryOrder.Acquire) == 1)
            seen[0] = data[0];
    }
    else
    {
        data[0] = 5;
        x[0].store(1, MemoryOrder.Release);
    }
}`, groups(2), false, []string{"seen[0]=0", "seen[0]=5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := verify(t, compile(t, c.text), c.launch)
			expect(t, r, c.racy, []string{"seen"}, c.want...)
			if r.Bound {
				t.Error("a bound was reached")
			}
		})
	}
}
