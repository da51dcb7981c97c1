package metal_test

import (
	"strings"
	"testing"
)

// TestFailOrderFence: the fence after a compare-exchange follows the stronger of its orders and covers the
// spaces of both, also where the language would not let the failure be stronger. From Metal 4.1 on the
// operation carries its orders only if neither orders more than device memory.
func TestFailOrderFence(t *testing.T) {
	src := `
resource @box storage_buffer set=0 binding=0 metal=0 source=RWStructuredBuffer
  view uint atomic fields=""
shared @tile uint
func @main() -> void {
  %0 = elem @box.0, 0:uint : &buffer uint
  store @tile, 1:uint {shared=1}
  atomic %0, 1:uint, 2:uint {atomic=compareExchange mem=Release,device,buffers fail=Acquire,device,buffers|groupshared}
  atomic %0, 3:uint {atomic=add mem=Release,device,buffers|groupshared}
  return
}
entry main func=@main threads=1,1,1 groupshared uses=@box
`
	for _, version := range []int{302, 401} {
		out := emit(t, version, src)
		want(t, out,
			"atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);",
			"} while (!atomic_compare_exchange_weak_explicit(&box[0u], &old, 2u, memory_order_relaxed, memory_order_relaxed) && old == 1u);",
			"atomic_thread_fence(mem_flags::mem_device | mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_device);",
			"atomic_thread_fence(mem_flags::mem_device | mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_device);",
			"atomic_fetch_add_explicit(&box[0u], 3u, memory_order_relaxed);")
		if n := strings.Count(out, "atomic_thread_fence"); n != 3 {
			t.Errorf("%d fences, want 3\n%s", n, out)
		}
	}
}
