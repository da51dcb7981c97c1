package memmodel_test

import (
	"strings"
	"testing"

	"slc/memmodel"
)

// TestCommuting: of read-modify-writes that commute one order is looked at, of others all: n! for n
// that each give another result.
func TestCommuting(t *testing.T) {
	const text = `
RWStructuredBuffer<Atomic<uint>> c;
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    uint old;
    BODY
}
`
	for _, c := range []struct {
		body       string
		groups     int
		executions int
		states     []string
	}{
		{"c[0].add(1);", 12, 1, []string{"c[0]=12"}},
		{"c[0].add(gid.x); c[0].sub(1); c[0].increment();", 6, 1, []string{"c[0]=15"}},
		{"c[0].max(gid.x); c[1].min(gid.x); c[2].or(1u << gid.x);", 5, 1, []string{"c[0]=4 c[1]=0 c[2]=31"}},
		{"c[0].add(1, MemoryOrder.Release);", 6, 1, []string{"c[0]=6"}}, // nobody acquires
		{"DeviceMemoryBarrier(); c[0].xor(1);", 5, 1, []string{"c[0]=1"}},
		// The result is used, two kinds, an order on both sides, a fence behind, a load.
		{"seen[gid.x] = c[0].add(1, MemoryOrder.Relaxed);", 3, 6, nil},
		{"c[0].add(1); c[0].max(2);", 1, 1, []string{"c[0]=2"}},
		{"if (gid.x == 0) c[0].add(1); else c[0].max(2);", 2, 2, []string{"c[0]=2", "c[0]=3"}},
		{"c[0].add(1, MemoryOrder.AcquireRelease);", 3, 6, []string{"c[0]=3"}},
		{"DeviceMemoryBarrier(); c[0].add(1); DeviceMemoryBarrier();", 3, 6, []string{"c[0]=3"}},
		{"c[0].add(1); if (gid.x == 0) seen[0] = c[0].load();", 2, 3, []string{"c[0]=2 seen[0]=1", "c[0]=2 seen[0]=2"}},
	} {
		t.Run(c.body, func(t *testing.T) {
			r := verify(t, compile(t, strings.Replace(text, "BODY", c.body, 1)), memmodel.Launch{Groups: c.groups, Length: 4})
			expect(t, r, false, []string{"c", "seen"}, c.states...)
			if r.Executions != c.executions {
				t.Errorf("%d executions, want %d", r.Executions, c.executions)
			}
		})
	}
}

// TestCommutingRaces: where something synchronises through the counter its order decides on a race.
func TestCommutingRaces(t *testing.T) {
	const text = `
RWStructuredBuffer<Atomic<uint>> c;
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        data[0] = 1;
        FIRST
    }
    else
    {
        SECOND
        seen[0] = data[0];
    }
}
`
	for _, c := range [][2]string{
		{"c[0].add(1, MemoryOrder.Release);", "c[0].add(1, MemoryOrder.Acquire);"},
		{"DeviceMemoryBarrier(); c[0].add(1);", "c[0].add(1); DeviceMemoryBarrier();"},
		{"DeviceMemoryBarrier(); c[0].or(1);", "c[0].or(2, MemoryOrder.Acquire);"},
	} {
		r := verify(t, compile(t, strings.NewReplacer("FIRST", c[0], "SECOND", c[1]).Replace(text)), memmodel.Launch{Groups: 2})
		expect(t, r, true, nil)
	}
}
