package sema

import (
	"fmt"
	"testing"

	"slc/sema/typed"
)

// TestSpecConstantNumbers: constants without a number get the lowest free ones, in the
// order of their declaration.
func TestSpecConstantNumbers(t *testing.T) {
	prog, _, _ := analyze(t, "test.slang", `
[vk::specialization_constant] const uint a = 12;
[vk::specialization_constant] const uint b = 3;
[vk::constant_id(1)] const uint c = 5;
[SpecializationConstant] const bool d = true;
[vk::constant_id(0)] const int e = -1;
[shader("compute")] [numthreads(1, 1, 1)] void main() {}
`, Options{})
	want := map[string]uint32{"a": 2, "b": 3, "c": 1, "d": 4, "e": 0}
	seen := 0
	for _, v := range prog.Globals {
		if v.Kind != typed.SpecConst {
			continue
		}
		seen++
		if v.SpecID != want[v.Name] {
			t.Errorf("%s has number %d, want %d", v.Name, v.SpecID, want[v.Name])
		}
	}
	if seen != len(want) {
		t.Errorf("%d specialization constants, want %d", seen, len(want))
	}
}

// TestSpecializedLocal: constants of functions that are computed from specialization constants
// size arrays; variables do not.
func TestSpecializedLocal(t *testing.T) {
	for _, tt := range []struct{ decl, code string }{
		{"const uint n = N + 1;", ""},
		{"let n = N + 1;", ""},
		{"const uint m = N; const uint n = m * m;", ""},
		{"static const uint n = N + 1;", ""},
		{"uint n = N + 1;", "E0216"},
		{"uint m = N; const uint n = m;", "E0216"},
	} {
		_, diags, _ := analyze(t, "test.slang", `
[vk::constant_id(0)] const uint N = 4;
[numthreads(1, 1, 1)] void main() { `+tt.decl+` uint a[n]; a[0] = 1; }
`, Options{})
		code := ""
		for _, d := range diags.All() {
			code += d.Code.ID
		}
		if code != tt.code {
			t.Errorf("%s: %q, want %q", tt.decl, code, tt.code)
		}
	}
}

// TestSpecializedWorkgroup: what the size of a workgroup may be computed from.
func TestSpecializedWorkgroup(t *testing.T) {
	doubled := "static const int D0 = N;\n"
	for i := range 30 {
		doubled += fmt.Sprintf("static const int D%d = D%d + D%d;\n", i+1, i, i)
	}
	for _, tt := range []struct {
		size string
		want [3]int // with the default 4 of N
		text string // of the first size; "" if it depends on no specialization constant
		code string
	}{
		{"N, 2, 1", [3]int{4, 2, 1}, "N", ""},
		{"(N + 1) * 3, N, 1", [3]int{15, 4, 1}, "(N + 1) * 3", ""},
		{"B ? 8 : uint(N), 1, 1", [3]int{8, 1, 1}, "B ? 8 : N", ""},
		{"8, 1, 1", [3]int{8, 1, 1}, "", ""},
		{"N - 4, 1, 1", [3]int{}, "", "E0403"}, // no invocation
		{"8 / (N - 4), 1, 1", [3]int{}, "", "E0216"},
		{"N * F, 1, 1", [3]int{}, "", "E0216"},
		{"abs(N), 1, 1", [3]int{}, "", "E0216"},
		{"D, 1, 1", [3]int{8, 1, 1}, "N * 2", ""},
		{"n::E + D, 1, 1", [3]int{26, 1, 1}, "(((N * 2) + 1) * 2) + (N * 2)", ""}, // (8+1)*2 + 8
		{"Q.E, 1, 1", [3]int{7, 1, 1}, "(-(~(N * 2))) - 2", ""},                   // 9 - 2
		{"T ? 3 : 5, 1, 1", [3]int{5, 1, 1}, "((!B) || (B && (N > 8))) ? 3 : 5", ""},
		{"int(G), 1, 1", [3]int{}, "", "E0216"}, // computed from a float
		{"D30, 1, 1", [3]int{}, "", "E0005"},    // 2^30 times N
	} {
		prog, diags, _ := analyze(t, "test.slang", `
[vk::constant_id(0)] const int N = 4;
[vk::constant_id(1)] const bool B = true;
[vk::constant_id(2)] const float F = 2;
static const int D = N * 2;
namespace n { static const int E = (D + 1) * 2; }
struct Q { static const int E = -~D - 2; }
static const bool T = !B || B && N > 8;
static const float G = F + 1;
`+doubled+`
[numthreads(`+tt.size+`)] void main() {}
`, Options{})
		if tt.code != "" {
			if all := diags.All(); len(all) != 1 || all[0].Code.ID != tt.code {
				t.Errorf("[numthreads(%s)]: %v, want %s", tt.size, all, tt.code)
			}
			continue
		}
		e := prog.Entries[0]
		text := ""
		if e.Sizes[0] != nil {
			text = e.Sizes[0].String()
		}
		if e.NumThreads != tt.want || text != tt.text {
			t.Errorf("[numthreads(%s)] is %v of %q, want %v of %q", tt.size, e.NumThreads, text, tt.want, tt.text)
		}
	}
}
