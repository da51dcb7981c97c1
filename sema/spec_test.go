package sema

import (
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
