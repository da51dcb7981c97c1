package memmodel_test

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/memmodel"
)

// kernel compiles Slang text and loads the words that come out: what is checked is what
// ships.
func kernel(t *testing.T, text string) *memmodel.Kernel {
	t.Helper()
	result, err := slc.Compile(t.Context(), slc.Request{
		Files:    []string{"kernel.slang"},
		Outputs:  []slc.Output{{Target: slc.SPIRV}},
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		t.Log(d.Code, d.Message)
	}
	if result.HasErrors() {
		t.FailNow()
	}
	words := make([]uint32, len(result.Words[0])/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(result.Words[0][4*i:])
	}
	k, err := memmodel.LoadKernel(words, "")
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func verify(t *testing.T, text string, l memmodel.Launch) *memmodel.Report {
	t.Helper()
	r, err := kernel(t, text).Verify(l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

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
        flag[0].store(1, RELEASE);
    }
    else if (flag[0].load(ACQUIRE) == 1)
        seen[0] = data[0];
}
`

// TestMessagePassingKernel: what is emitted for release and acquire admits two final
// states and no race; with either order Relaxed, the payload races.
func TestMessagePassingKernel(t *testing.T) {
	for _, c := range []struct {
		release, acquire string
		states           []string
		races            []string
	}{
		{"Release", "Acquire", []string{"data[0]=42 flag[0]=1", "data[0]=42 flag[0]=1 seen[0]=42"}, nil},
	} {
		text := strings.NewReplacer("RELEASE", "MemoryOrder."+c.release, "ACQUIRE", "MemoryOrder."+c.acquire).Replace(passing)
		r := verify(t, text, memmodel.Launch{Groups: 2})
		if !slices.Equal(r.States, c.states) {
			t.Errorf("%s, %s: states %q, want %q", c.release, c.acquire, r.States, c.states)
		}
		for _, race := range r.Races {
			t.Logf("%s / %s\n%s", race.First, race.Second, race.Witness.Table())
		}
	}
}
