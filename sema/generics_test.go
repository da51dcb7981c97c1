package sema

import "testing"

// TestEnumArguments: instances for enumerators are called by them, in messages and in output.
func TestEnumArguments(t *testing.T) {
	prog, diags, _ := analyze(t, "test.slang", `
RWStructuredBuffer<Atomic<uint>> o;
namespace n { enum class Color { Red = 3, Blue } }
[Flags] enum Set { A, B, C }
void put<let M : MemoryOrder>(uint v) { o[0].store(v, M); }
uint color<let C : n::Color>() { return uint(C); }
uint set<let S : Set>() { return uint(S); }
[numthreads(1, 1, 1)] void main()
{
    put<MemoryOrder.Release>(color<n::Color.Blue>());
    put<MemoryOrder.Release>(set<Set.B>() + set<Set.A | Set.C>());
}
`, Options{})
	for _, d := range diags.All() {
		t.Error(d)
	}
	want := map[string]string{
		"put<MemoryOrder.Release>": "put_MemoryOrder_Release_", "color<n.Color.Blue>": "color_n_Color_Blue_",
		"set<Set.B>": "set_Set_B_", "set<Set(5)>": "set_Set_5__",
	}
	for _, f := range prog.Funcs {
		if f.Name == "main" {
			continue
		}
		if want[f.Instance] != f.Name {
			t.Errorf("an instance is called %q in messages, %q in output", f.Instance, f.Name)
		}
		delete(want, f.Instance)
	}
	if len(want) > 0 {
		t.Errorf("not among the functions: %v", want)
	}
}
