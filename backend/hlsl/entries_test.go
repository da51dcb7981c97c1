package hlsl_test

import (
	"strings"
	"testing"

	"slc/frontend/diag"
)

// TestFailOrderFence: the fence after a compare-exchange follows the stronger of its orders and covers the
// spaces of both, also where the language would not let the failure be stronger.
func TestFailOrderFence(t *testing.T) {
	out := emit(t, 0, `
resource @box storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view uint
shared @tile uint
func @main() -> void {
  %0 = elem @box.0, 0:uint : &buffer uint
  store @tile, 1:uint {shared=1}
  atomic %0, 1:uint, 2:uint {atomic=compareExchange mem=Release,device,buffers fail=Acquire,device,buffers|groupshared}
  atomic %0, 3:uint {atomic=add mem=Release,device,buffers}
  return
}
entry main func=@main threads=1,1,1 groupshared uses=@box
`)
	want(t, out, "DeviceMemoryBarrier();", "InterlockedCompareStore(box[0], 1u, 2u);", "AllMemoryBarrier();", "DeviceMemoryBarrier();", "InterlockedAdd(box[0], 3u);", "}")
	if n := strings.Count(out, "Barrier();"); n != 3 {
		t.Errorf("%d fences, want 3\n%s", n, out)
	}
}

// TestAtomicsThatAreNone: what lower/ should have expanded or refused is an error here, one for each, and is not printed.
func TestAtomicsThatAreNone(t *testing.T) {
	for _, c := range []struct {
		elem, operand string
		sm            int
		refused       bool
	}{
		{"uint2", "{1 1}:uint2", 66, true},
		{"float", "1.0:float", 66, true},
		{"uint16_t", "1:uint16_t", 66, true},
		{"uint64_t", "1:uint64_t", 65, true},
		{"uint64_t", "1:uint64_t", 66, false},
		{"uint", "1:uint", 60, false},
		{"int", "1:int", 65, false},
	} {
		out, diags := emitDiags(t, c.sm, `
resource @box storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view `+c.elem+`
func @main() -> void {
  %0 = elem @box.0, 0:uint : &buffer `+c.elem+`
  atomic %0, `+c.operand+` {atomic=add mem=Relaxed,device,none}
  return
}
entry main func=@main threads=1,1,1 uses=@box
`)
		printed := strings.Contains(out, "Interlocked")
		if c.refused && (printed || len(diags.All()) != 1 || diags.All()[0].Code != diag.TargetAtomic) || !c.refused && (!printed || len(diags.All()) != 0) {
			t.Errorf("%s at %d: %v\n%s", c.elem, c.sm, diags.All(), out)
		}
	}
}
