package sema

import (
	"testing"
)

// TestWorkgroupLayout: the size of workgroups in the words of GLSL, which holds for the entry points of the scope that have no
// [numthreads]; an axis that is not named is 1 (GLSL 4.60, 4.4.1.4).
func TestWorkgroupLayout(t *testing.T) {
	for _, tt := range []struct {
		layouts string
		want    [3]int
		code    string // of the only diagnostic
	}{
		{"import glsl; layout(local_size_x = 4, local_size_y = 2) in;", [3]int{4, 2, 1}, ""},
		{"import glsl; layout(local_size_z = 3) in; layout(local_size_x = N * 2) in;", [3]int{16, 1, 3}, ""},
		{"import glsl; layout(local_size_x = 4) in; layout(local_size_x = 4) in;", [3]int{4, 1, 1}, ""},
		{"import glsl; layout(local_size_x = M) in;", [3]int{5, 1, 1}, ""},
		{"layout(local_size_x = 4) in; import glsl;", [3]int{4, 1, 1}, ""},
		{"import glsl; layout(local_size_x = 2, local_size_y = 2, derivative_group_quadsNV) in;", [3]int{2, 2, 1}, ""},
		{"import glsl; layout(local_size_x = 3, local_size_y = 2, derivative_group_quadsNV) in;", [3]int{}, "E0403"},
		{"import glsl; layout(local_size_x = 4) in; layout(local_size_x = 8) in;", [3]int{}, "E0417"},
		{"import glsl; layout(local_size_x = 0) in;", [3]int{}, "E0403"},
		{"import glsl; layout(local_size_x = 1.5) in;", [3]int{}, "E0216"},
		{"import glsl; layout(local_size_x = 64, local_size_y = 32) in;", [3]int{64, 32, 1}, "W0402"},
		{"import glsl; namespace n { layout(local_size_x = 4) in; }", [3]int{1, 1, 1}, "W0405"},
		{"layout(local_size_x = 4) in;", [3]int{}, "E0417"},
	} {
		prog, diags, _ := analyze(t, "test.slang", tt.layouts+`
static const int N = 8;
[vk::constant_id(0)] const int M = 5;
[shader("compute")] void main() {}
`, Options{})
		all := diags.All()
		if tt.code == "W0405" { // and the layout has no effect
			if len(all) != 2 || all[1].Code.ID != "W0406" && all[0].Code.ID != "W0406" {
				t.Errorf("%s: %v, want W0405 and W0406", tt.layouts, all)
			}
			continue
		}
		if len(all) > 1 || len(all) == 1 && all[0].Code.ID != tt.code || len(all) == 0 && tt.code != "" {
			t.Errorf("%s: %v, want %q", tt.layouts, all, tt.code)
		}
		if tt.want != [3]int{} && prog.Entries[0].NumThreads != tt.want {
			t.Errorf("%s: %v, want %v", tt.layouts, prog.Entries[0].NumThreads, tt.want)
		}
	}
}

// TestIdleWorkgroupLayout: [numthreads] goes before, which leaves the layout without effect.
func TestIdleWorkgroupLayout(t *testing.T) {
	prog, diags, _ := analyze(t, "test.slang", `import glsl; layout(local_size_x = 4) in; [numthreads(2, 1, 1)] void main() {}`, Options{})
	if all := diags.All(); len(all) != 1 || all[0].Code.ID != "W0406" {
		t.Errorf("%v, want W0406", all)
	}
	if got := prog.Entries[0].NumThreads; got != [3]int{2, 1, 1} {
		t.Errorf("%v, want 2 x 1 x 1", got)
	}
}
