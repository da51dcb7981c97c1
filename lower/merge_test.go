package lower

import (
	"strings"
	"testing"
)

// TestMerge: entry points share the functions that are equal with the meaning of their memory
// operations decided; the same function with another meaning keeps a name of its own.
func TestMerge(t *testing.T) {
	const decls = `RWStructuredBuffer<Atomic<uint>> a; RWStructuredBuffer<uint> o; groupshared Atomic<uint> g;
uint twice(uint x) { return x * 2; }
void sync() { AllMemoryBarrierWithWaveSync(); }
`
	for _, c := range []struct {
		name, first, second string
		funcs               []string
	}{
		{"equal", "o[0] = twice(1);", "o[1] = twice(2);", []string{"twice", "f", "s"}},
		{"same scope", "sync(); a[0].add(1);", "a[1].add(1); sync();", []string{"sync", "f", "s"}},
		{"scope of the entry point", "sync(); a[0].add(1);", "sync(); o[0] = 1;", []string{"sync", "f", "sync_2", "s"}},
	} {
		text := mustLower(t, decls+"[numthreads(32,1,1)] void f() { "+c.first+" }\n[numthreads(32,1,1)] void s() { "+c.second+" }\n", spirv())
		var got []string
		for line := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(line, "func @"); ok {
				name, _, _ := strings.Cut(rest, "(")
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != strings.Join(c.funcs, " ") {
			t.Errorf("%s: functions %v, want %v\n%s", c.name, got, c.funcs, text)
		}
	}
}
