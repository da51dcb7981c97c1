package memmodel_test

import (
	"os"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// TestBarriers: a value goes from one wave of a workgroup to another through a barrier.
// The group barrier covers groupshared memory, but no buffers; the barrier of all
// memory covers both.
func TestBarriers(t *testing.T) {
	const text = `
groupshared uint shared;
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint index : SV_GroupIndex)
{
    if (index == 0)
        PAYLOAD = 5;
    BARRIER();
    if (index == 1)
        seen[0] = PAYLOAD;
}
`
	for _, c := range []struct {
		payload, barrier string
		racy             bool
	}{
		{"shared", "GroupMemoryBarrierWithGroupSync", false},
		{"shared", "AllMemoryBarrierWithGroupSync", false},
		{"shared", "DeviceMemoryBarrierWithGroupSync", true},
		{"data[0]", "AllMemoryBarrierWithGroupSync", false},
		{"data[0]", "DeviceMemoryBarrierWithGroupSync", false},
		{"data[0]", "GroupMemoryBarrierWithGroupSync", true},
	} {
		t.Run(c.payload+" "+c.barrier, func(t *testing.T) {
			words := compile(t, strings.NewReplacer("PAYLOAD", c.payload, "BARRIER", c.barrier).Replace(text))
			r := verify(t, words, memmodel.Launch{Wave: 1})
			if !c.racy {
				expect(t, r, false, []string{"seen"}, "seen[0]=5")
			} else {
				expect(t, r, true, nil)
			}
		})
	}
}

// TestBarrierIsNotTooMuch: the group barrier is a control barrier of scope Workgroup, 2,
// with semantics 0x6108: AcquireRelease, WorkgroupMemory, MakeAvailable, MakeVisible.
// None of these can be left out between waves.
func TestBarrierIsNotTooMuch(t *testing.T) {
	words := compile(t, `
groupshared uint shared;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint index : SV_GroupIndex)
{
    if (index == 0)
        shared = 5;
    GroupMemoryBarrierWithGroupSync();
    if (index == 1)
        seen[0] = shared;
}
`)
	expect(t, verify(t, words, memmodel.Launch{Wave: 1}), false, []string{"seen"}, "seen[0]=5")
	for _, weak := range []uint32{0, 0x4108, 0x2108, 0x6008, 0x6048} {
		expect(t, verify(t, constant(t, words, 0x6108, weak), memmodel.Launch{Wave: 1}), true, nil)
	}
}

// TestWorkgroupScope: a groupshared flag and a payload in a buffer, between waves: the
// release covers both storage classes.
func TestWorkgroupScope(t *testing.T) {
	const text = `
RWStructuredBuffer<uint> data;
groupshared Atomic<uint> flag;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint index : SV_GroupIndex)
{
    if (index == 0)
    {
        data[0] = 42;
        flag.store(7, MemoryOrder.RELEASE);
    }
    else if (flag.load(MemoryOrder.ACQUIRE) == 7)
        seen[0] = data[0];
}
`
	words := compile(t, orders(text, "Release", "Acquire"))
	expect(t, verify(t, words, memmodel.Launch{Wave: 1}), false, []string{"seen"}, "seen[0]=42")
	r := verify(t, words, memmodel.Launch{Wave: 2})
	expect(t, r, false, []string{"seen"}, "seen[0]=42")
	// Who looks too early sees groupshared memory that holds nothing yet: no final state.
	if len(r.Faults) != 1 || !strings.Contains(r.Faults[0].Text, "reads flag@0, which nobody has written") {
		t.Errorf("faults %v, want the load of flag", r.Faults)
	}
	words = compile(t, orders(text, "Relaxed", "Acquire"))
	expect(t, verify(t, words, memmodel.Launch{Wave: 1}), true, nil)
}

// TestTransitive: the payload goes to another invocation of the group through a barrier,
// which releases it to another group.
func TestTransitive(t *testing.T) {
	const text = `
RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint3 gid : SV_GroupID, uint index : SV_GroupIndex)
{
    if (gid.x == 0 && index == 0)
        data[0] = 42;
    BARRIER();
    if (gid.x == 0)
    {
        if (index == 1)
            flag[0].store(7, MemoryOrder.Release);
    }
    else if (index == 1 && flag[0].load(MemoryOrder.Acquire) == 7)
        seen[0] = data[0];
}
`
	words := compile(t, strings.ReplaceAll(text, "BARRIER", "AllMemoryBarrierWithGroupSync"))
	expect(t, verify(t, words, memmodel.Launch{Groups: 2, Wave: 1}), false, []string{"seen"}, "seen[0]=0", "seen[0]=42")
	words = compile(t, strings.ReplaceAll(text, "BARRIER", "GroupMemoryBarrierWithGroupSync"))
	expect(t, verify(t, words, memmodel.Launch{Groups: 2, Wave: 1}), true, nil)
}

// TestWaveBarrier: a value goes to another invocation of the same wave through a barrier
// of the wave, and no further.
func TestWaveBarrier(t *testing.T) {
	words := compile(t, `
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint index : SV_GroupIndex)
{
    if (index == 0)
        data[0] = 5;
    AllMemoryBarrierWithWaveSync();
    if (index == 1)
        seen[0] = data[0];
}
`)
	expect(t, verify(t, words, memmodel.Launch{Wave: 2}), false, []string{"seen"}, "seen[0]=5")
	expect(t, verify(t, words, memmodel.Launch{Wave: 1}), true, nil)
}

// TestCoherent: a globallycoherent payload needs no availability in the release and no
// visibility in the acquire, only the order.
func TestCoherent(t *testing.T) {
	words := compile(t, strings.Replace(orders(passing, "Release", "Acquire"), "RWStructuredBuffer<uint> data", "globallycoherent RWStructuredBuffer<uint> data", 1))
	words = constant(t, constant(t, words, 0x2044, 0x44), 0x4042, 0x42)
	expect(t, verify(t, words, memmodel.Launch{Groups: 2}), false, []string{"seen"}, "seen[0]=0", "seen[0]=42")
	words = constant(t, words, 0x44, 0)
	expect(t, verify(t, words, memmodel.Launch{Groups: 2}), true, nil)
}

// TestLookBack: three groups, each of which waits for the sum of the group before it.
// Where the wait runs out, the group goes on from 0.
func TestLookBack(t *testing.T) {
	const text = `
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<uint> sum;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    uint before = 0;
    for (int tries = 0; gid.x > 0 && tries < 3; tries++)
        if (flag[gid.x - 1].load(MemoryOrder.ACQUIRE) != 0)
        {
            before = sum[gid.x - 1];
            break;
        }
    sum[gid.x] = before + gid.x + 1;
    flag[gid.x].store(1, MemoryOrder.RELEASE);
}
`
	r := verify(t, compile(t, orders(text, "Release", "Acquire")), memmodel.Launch{Groups: 3})
	expect(t, r, false, []string{"sum"},
		"sum[0]=1 sum[1]=2 sum[2]=3", "sum[0]=1 sum[1]=2 sum[2]=5",
		"sum[0]=1 sum[1]=3 sum[2]=3", "sum[0]=1 sum[1]=3 sum[2]=6")
	expect(t, verify(t, compile(t, orders(text, "Relaxed", "Acquire")), memmodel.Launch{Groups: 3}), true, nil)
	expect(t, verify(t, compile(t, orders(text, "Release", "Relaxed")), memmodel.Launch{Groups: 3}), true, nil)
}

// lastOfGroups adds up what all groups left, in the group that counts last.
const lastOfGroups = `
RWStructuredBuffer<Atomic<uint>> count;
RWStructuredBuffer<uint> part;
RWStructuredBuffer<uint> total;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    part[gid.x] = gid.x + 1;
    if (count[0].add(1, MemoryOrder.ORDER) == 2)
        total[0] = part[0] * 100 + part[1] * 10 + part[2];
}
`

// TestLastGroup: of three groups exactly one is the last, and it sees the parts of all
// through the chain of read-modify-writes.
func TestLastGroup(t *testing.T) {
	r := verify(t, compile(t, strings.ReplaceAll(lastOfGroups, "ORDER", "AcquireRelease")), memmodel.Launch{Groups: 3})
	expect(t, r, false, []string{"total", "count"}, "count[0]=3 total[0]=123")
	for _, order := range []string{"Acquire", "Release", "Relaxed"} {
		r := verify(t, compile(t, strings.ReplaceAll(lastOfGroups, "ORDER", order)), memmodel.Launch{Groups: 3})
		expect(t, r, true, nil)
	}
}

// TestDeadlock: a barrier that half of a group does not reach. The compiler refuses such
// kernels, so the words are changed: what told the groups apart tells invocations apart.
func TestDeadlock(t *testing.T) {
	words := compile(t, `
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
        AllMemoryBarrierWithGroupSync();
    seen[gid.x] = 1;
}
`)
	words = patch(t, words, func(in *binary.Inst) bool {
		return in.Op == binary.OpDecorate && binary.Decoration(in.Word(1)) == binary.DecorationBuiltIn
	}, 3, uint32(binary.BuiltInLocalInvocationId))
	r := verify(t, words, memmodel.Launch{})
	if want := "a workgroup barrier waits for group 0, invocation 1, which does not reach it"; r.Deadlock != want {
		t.Errorf("deadlock %q, want %q", r.Deadlock, want)
	}
	if len(r.States) != 0 {
		t.Errorf("states %q, want none: no execution ends", r.States)
	}
}

// TestUnbounded: of a wait without end only the reads matter that bring something new.
func TestUnbounded(t *testing.T) {
	words := compile(t, `
RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        data[0] = 42;
        flag[0].store(1, MemoryOrder.Release);
        return;
    }
    while (flag[0].load(MemoryOrder.Acquire) == 0) {}
    seen[0] = data[0];
}
`)
	r := verify(t, words, memmodel.Launch{Groups: 2, Unroll: 4})
	expect(t, r, false, []string{"seen"}, "seen[0]=42")
	if r.Bound {
		t.Error("a wait without end that is always served reaches a bound")
	}
}

// TestRaceText: a race names its two invocations and accesses, and what is missing.
func TestRaceText(t *testing.T) {
	const (
		store = "the atomic store to flag[0] is Relaxed; Release would order the store to data[0] before it"
		load  = "the atomic load of flag[0] is Relaxed; Acquire would order the load of data[0] after it"
	)
	for _, c := range []struct{ release, acquire, missing string }{
		{"Relaxed", "Acquire", store},
		{"Release", "Relaxed", load},
		{"Relaxed", "Relaxed", store + "; and " + load},
	} {
		r := verify(t, compile(t, orders(passing, c.release, c.acquire)), memmodel.Launch{Groups: 2})
		if len(r.Races) != 1 {
			t.Fatalf("%d races, want 1", len(r.Races))
		}
		race := r.Races[0]
		if race.First != "group 0, invocation 0: store data[0] = 42" || !strings.HasPrefix(race.Second, "group 1, invocation 0: load data[0] = ") {
			t.Errorf("race of %q and %q", race.First, race.Second)
		}
		if race.Missing != c.missing {
			t.Errorf("missing %q, want %q", race.Missing, c.missing)
		}
	}
}

// TestExamples: examples, with a few of their invocations. What the names hold is
// worked out by hand.
func TestExamples(t *testing.T) {
	for _, c := range []struct {
		file    string
		initial map[string]int64
		objects []string
		want    []string
	}{
		// Where the wait does not run out, both invocations of the reader see the message.
		{"message_passing", nil, []string{"seen", "stale"}, []string{"seen[0]=0", "seen[0]=2"}},
		// One of the two groups is the last and says so.
		{"last_group", map[string]int64{"globalParams": 2}, []string{"result"}, []string{"result[0]=0 result[1]=2"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			text, err := os.ReadFile("../examples/" + c.file + ".slang")
			if err != nil {
				t.Fatal(err)
			}
			r := verify(t, compile(t, string(text)), memmodel.Launch{Groups: 2, Invocations: 2, Wave: 1, Unroll: 3, Initial: c.initial})
			expect(t, r, false, c.objects, c.want...)
		})
	}
}
