package metal_test

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/text/texttest"
	"slc/frontend/diag"
	"slc/sema/builtin"
)

func TestEveryIntrinsicCompiles(t *testing.T) {
	emit(t, 0, texttest.Intrinsics(func(op builtin.Op) bool { return !missing(op) }))
}

// missing are the operations that MSL does not have.
func missing(op builtin.Op) bool {
	switch {
	case op >= builtin.OpWavePrefixMin && op <= builtin.OpWavePrefixBitXor,
		op >= builtin.OpWaveInclusiveMin && op <= builtin.OpWaveInclusiveBitXor,
		op >= builtin.OpWaveClusteredSum && op <= builtin.OpWaveMultiInclusiveBitXor:
		return true
	}
	return false
}

// An operation that MSL lacks is an error that names it.
func TestMissingIntrinsics(t *testing.T) {
	for _, tt := range []struct{ op, elem string }{
		{"wavePrefixMin", "uint"}, {"wavePrefixBitAnd", "uint"}, {"waveMatch", "uint"}, {"waveMultiSum", "uint"},
		{"waveClusteredSum", "uint"}, {"waveSum", "uint64_t"}, {"waveReadLaneFirst", "int64_t"},
	} {
		src := fmt.Sprintf(`func @main() -> void {
  %%0 = system {value=group_index} : uint
  %%1 = convert %%0 : %s
  %%2 = intrinsic %%1 {op=%s} : %s
  %%3 = var : &function %s
  store %%3, %%2
  return
}
entry main func=@main threads=8,8,1
`, tt.elem, tt.op, tt.elem, tt.elem)
		_, diags := emitDiags(t, 0, src)
		found := false
		for _, d := range diags.All() {
			found = found || d.Code == diag.TargetUnsupported && strings.Contains(d.Message, "'"+tt.op+"'") && strings.Contains(d.Message, "'"+tt.elem+"'") && strings.Contains(d.Message, "Metal")
		}
		if !found {
			t.Errorf("%s: %v", tt.op, diags.All())
		}
	}
}
