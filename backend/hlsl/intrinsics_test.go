package hlsl_test

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/text/texttest"
	"slc/frontend/diag"
	"slc/sema/builtin"
)

func TestEveryIntrinsicCompiles(t *testing.T) {
	late := func(op builtin.Op) bool { // what glslang does not know
		switch {
		case op == builtin.OpDot4AddU8, op == builtin.OpDot4AddI8, op == builtin.OpQuadAny, op == builtin.OpQuadAll,
			op >= builtin.OpWaveMatch && op <= builtin.OpWaveMultiInclusiveBitXor,
			op >= builtin.OpWavePrefixBitAnd && op <= builtin.OpWavePrefixBitXor,
			op >= builtin.OpWaveInclusiveBitAnd && op <= builtin.OpWaveInclusiveBitXor:
			return true
		}
		return false
	}
	for _, wanted := range []bool{false, true} {
		emit(t, 67, texttest.Intrinsics(func(op builtin.Op) bool { return late(op) == wanted }))
	}
}

// An operation that HLSL or the shader model lacks is an error that names it.
func TestMissingIntrinsics(t *testing.T) {
	tests := []struct {
		sm       int
		op, sig  string
		messages []string
	}{
		{66, "wavePrefixMin", "uint", []string{"'wavePrefixMin'", "'uint'", "HLSL"}},
		{66, "waveClusteredSum", "uint", []string{"'waveClusteredSum'"}},
		{66, "waveMultiSum", "uint", []string{"'waveMultiSum'"}},
		{64, "waveMatch", "uint", []string{"'waveMatch'", "shader model 6.5", "this is 6.4"}},
		{66, "quadAny", "bool", []string{"'quadAny'", "shader model 6.7"}},
		{62, "dot4AddU8", "uint", []string{"'dot4AddU8'", "shader model 6.4"}},
	}
	for _, tt := range tests {
		src := fmt.Sprintf(`func @main() -> void {
  %%0 = system {value=group_index} : uint
  %%1 = convert %%0 : %s
  %%2 = intrinsic %%1, %%1, %%1 {op=%s} : %s
  %%3 = var : &function %s
  store %%3, %%2
  return
}
entry main func=@main threads=8,8,1
`, tt.sig, tt.op, tt.sig, tt.sig)
		_, diags := emitDiags(t, tt.sm, src)
		found := false
		for _, d := range diags.All() {
			ok := d.Code == diag.TargetUnsupported
			for _, m := range tt.messages {
				ok = ok && strings.Contains(d.Message, m)
			}
			found = found || ok
		}
		if !found {
			t.Errorf("%s at %d: %v", tt.op, tt.sm, diags.All())
		}
	}
}
