package memmodel_test

import (
	stdbinary "encoding/binary"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// compile compiles Slang text to words: what is checked is what ships.
func compile(t *testing.T, text string) []uint32 {
	t.Helper()
	result, err := slc.Compile(t.Context(), slc.Request{
		Files:    []string{"kernel.slang"},
		Outputs:  []slc.Output{{Target: slc.SPIRV}},
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if result.HasErrors() {
		for _, d := range result.Diagnostics {
			t.Error(d.Code.ID, d.Message)
		}
		t.FailNow()
	}
	words := make([]uint32, len(result.Words[0])/4)
	for i := range words {
		words[i] = stdbinary.LittleEndian.Uint32(result.Words[0][4*i:])
	}
	return words
}

// verify executes a kernel in every way. A kernel without races has none either where
// chains of availability and visibility do not work, which are optional: nothing that is
// emitted relies on them.
func verify(t *testing.T, words []uint32, l memmodel.Launch) *memmodel.Report {
	t.Helper()
	k, err := memmodel.LoadKernel(words, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := k.Verify(l)
	if err != nil {
		t.Fatal(err)
	}
	l.NoChains = true
	without, err := k.Verify(l)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Races) == 0 && len(without.Races) > 0 {
		t.Errorf("without chains %s races with %s", without.Races[0].First, without.Races[0].Second)
	}
	return r
}

// expect compares the final values of the named objects, of all states, with want, and
// says whether there must be races.
func expect(t *testing.T, r *memmodel.Report, racy bool, objects []string, want ...string) {
	t.Helper()
	var got []string
	for _, s := range r.States {
		var kept []string
		for _, v := range strings.Fields(s) {
			name, _, _ := strings.Cut(v, "[")
			if slices.Contains(objects, name) {
				kept = append(kept, v)
			}
		}
		got = append(got, strings.Join(kept, " "))
	}
	slices.Sort(got)
	if got = slices.Compact(got); !racy && want != nil && !slices.Equal(got, want) {
		t.Errorf("final states %q, want %q", got, want)
	}
	if (len(r.Races) > 0) != racy {
		t.Errorf("%d races, want some: %t", len(r.Races), racy)
		for _, race := range r.Races {
			t.Logf("%s and %s\n%s", race.First, race.Second, race.Witness.Table())
		}
	}
	if r.Deadlock != "" || r.Executions == 0 && !racy {
		t.Errorf("%d executions, deadlock %q", r.Executions, r.Deadlock)
	}
}

// constant replaces a constant of the module, such as one that is a memory semantics
// mask; the kernels of these tests use no other value like it.
func constant(t *testing.T, words []uint32, from, to uint32) []uint32 {
	t.Helper()
	return patch(t, words, func(in *binary.Inst) bool { return in.Op == binary.OpConstant && in.Word(0) == from }, 3, to)
}

// patch sets word i of the instructions that match, of which there must be one.
func patch(t *testing.T, words []uint32, match func(in *binary.Inst) bool, i int, to uint32) []uint32 {
	t.Helper()
	m, err := binary.DecodeWords(words)
	if err != nil {
		t.Fatal(err)
	}
	out := slices.Clone(words)
	found := 0
	for k := range m.Insts {
		if in := &m.Insts[k]; match(in) {
			out[in.Offset+i] = to
			found++
		}
	}
	if found == 0 {
		t.Fatal("nothing to weaken")
	}
	return out
}

// passing is message passing between two workgroups: plain payload, atomic flag.
const passing = `
RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        data[0] = 42;
        flag[0].store(7, MemoryOrder.RELEASE);
    }
    else if (flag[0].load(MemoryOrder.ACQUIRE) == 7)
        seen[0] = data[0];
}
`

func orders(text, release, acquire string) string {
	return strings.NewReplacer("RELEASE", release, "ACQUIRE", acquire).Replace(text)
}

// TestMessagePassingKernel: with release and acquire the payload is 42 or not looked
// at, and nothing races; with either order relaxed it may be stale, and races.
func TestMessagePassingKernel(t *testing.T) {
	for _, c := range []struct {
		release, acquire string
		racy             bool
		want             []string
	}{
		{"Release", "Acquire", false, []string{"seen[0]=0", "seen[0]=42"}},
		{"SeqCst", "SeqCst", false, []string{"seen[0]=0", "seen[0]=42"}},
		{"Relaxed", "Acquire", true, []string{"", "seen[0]=0", "seen[0]=42"}},
		{"Release", "Relaxed", true, []string{"", "seen[0]=0", "seen[0]=42"}},
		{"Relaxed", "Relaxed", true, []string{"", "seen[0]=0", "seen[0]=42"}},
	} {
		t.Run(c.release+" "+c.acquire, func(t *testing.T) {
			r := verify(t, compile(t, orders(passing, c.release, c.acquire)), memmodel.Launch{Groups: 2})
			expect(t, r, c.racy, []string{"seen"}, c.want...)
		})
	}
}

// TestNothingEmittedIsTooMuch: of what is emitted for message passing nothing can be
// left out. Release is 0x2044: Release, UniformMemory, MakeAvailable; Acquire 0x4042:
// Acquire, UniformMemory, MakeVisible; the scope is Device, 1 (lowering.md §2).
func TestNothingEmittedIsTooMuch(t *testing.T) {
	words := compile(t, orders(passing, "Release", "Acquire"))
	plain := func(op binary.Opcode, operand int) func(in *binary.Inst) bool {
		return func(in *binary.Inst) bool {
			return in.Op == op && len(in.Operands) > operand && in.Word(operand) == uint32(binary.MemoryAccessNonPrivatePointer)
		}
	}
	for _, c := range []struct {
		name string
		weak []uint32
	}{
		{"release without MakeAvailable", constant(t, words, 0x2044, 0x44)},
		{"release without a storage class", constant(t, words, 0x2044, 0x2004)},
		{"release of groupshared memory only", constant(t, words, 0x2044, 0x2104)},
		{"relaxed store", constant(t, words, 0x2044, 0)},
		{"acquire without MakeVisible", constant(t, words, 0x4042, 0x42)},
		{"acquire without a storage class", constant(t, words, 0x4042, 0x4002)},
		{"acquire of groupshared memory only", constant(t, words, 0x4042, 0x4102)},
		{"relaxed load", constant(t, words, 0x4042, 0)},
		{"workgroup scope", constant(t, words, 1, 2)},
		{"private stores", patch(t, words, plain(binary.OpStore, 2), 3, 0)},
		{"private loads", patch(t, words, plain(binary.OpLoad, 1), 4, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, verify(t, c.weak, memmodel.Launch{Groups: 2}), true, nil)
		})
	}
	expect(t, verify(t, words, memmodel.Launch{Groups: 2}), false, nil)
}

// storeBuffering is two workgroups that each store to one flag and load the other.
const storeBuffering = `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> y;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        x[0].store(1, MemoryOrder.RELEASE);
        seen[0] = y[0].load(MemoryOrder.ACQUIRE);
    }
    else
    {
        y[0].store(1, MemoryOrder.RELEASE);
        seen[1] = x[0].load(MemoryOrder.ACQUIRE);
    }
}
`

// TestStoreBufferingKernel: SeqCst, emitted as read-modify-writes, forbids that both
// loads miss; release and acquire do not.
func TestStoreBufferingKernel(t *testing.T) {
	strong := []string{"seen[0]=0 seen[1]=1", "seen[0]=1 seen[1]=0", "seen[0]=1 seen[1]=1"}
	r := verify(t, compile(t, orders(storeBuffering, "SeqCst", "SeqCst")), memmodel.Launch{Groups: 2})
	expect(t, r, false, []string{"seen"}, strong...)
	r = verify(t, compile(t, orders(storeBuffering, "Release", "Acquire")), memmodel.Launch{Groups: 2})
	expect(t, r, false, []string{"seen"}, append([]string{"seen[0]=0 seen[1]=0"}, strong...)...)
}

// TestIndependentReadsKernel: two readers of two writers agree on the order of the writes if
// all is SeqCst, and need not with release and acquire. Three of four flags seen tell.
func TestIndependentReadsKernel(t *testing.T) {
	const text = `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> y;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    switch (gid.x)
    {
    case 0: x[0].store(1, MemoryOrder.RELEASE); break;
    case 1: y[0].store(1, MemoryOrder.RELEASE); break;
    case 2:
        if (x[0].load(MemoryOrder.ACQUIRE) == 1 && y[0].load(MemoryOrder.ACQUIRE) == 0)
            seen[0] = 1;
        break;
    case 3:
        if (y[0].load(MemoryOrder.ACQUIRE) == 1 && x[0].load(MemoryOrder.ACQUIRE) == 0)
            seen[1] = 1;
        break;
    }
}
`
	strong := []string{"seen[0]=0 seen[1]=0", "seen[0]=0 seen[1]=1", "seen[0]=1 seen[1]=0"}
	r := verify(t, compile(t, orders(text, "SeqCst", "SeqCst")), memmodel.Launch{Groups: 4})
	expect(t, r, false, []string{"seen"}, strong...)
	r = verify(t, compile(t, orders(text, "Release", "Acquire")), memmodel.Launch{Groups: 4})
	expect(t, r, false, []string{"seen"}, "seen[0]=0 seen[1]=0", "seen[0]=0 seen[1]=1", "seen[0]=1 seen[1]=0", "seen[0]=1 seen[1]=1")
}
