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
			"} while (!atomic_compare_exchange_weak_explicit(&box[0], &old, 2u, memory_order_relaxed, memory_order_relaxed) && old == 1u);",
			"atomic_thread_fence(mem_flags::mem_device | mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_device);",
			"atomic_thread_fence(mem_flags::mem_device | mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_device);",
			"atomic_fetch_add_explicit(&box[0], 3u, memory_order_relaxed);")
		if n := strings.Count(out, "atomic_thread_fence"); n != 3 {
			t.Errorf("%d fences, want 3\n%s", n, out)
		}
	}
}

// TestWaveSize: what MSL has no attribute for is said in a comment.
func TestWaveSize(t *testing.T) {
	const src = `
func @main() -> void {
  return
}
entry k func=@main threads=8,2,1%s
`
	for attribute, line := range map[string]string{
		" wave=32,0,0":  "// [WaveSize(32)]: only for SIMD-groups of 32 threads",
		" wave=16,64,0": "// [WaveSize(16, 64)]: only for SIMD-groups of 16 to 64 threads",
	} {
		want(t, emit(t, 0, strings.Replace(src, "%s", attribute, 1)), "// 8 x 2 x 1 threads per threadgroup", line, "kernel void k()")
	}
}

// TestSpecializationConstant: a function constant, with the default for hosts that give no value.
func TestSpecializationConstant(t *testing.T) {
	out, _ := emitDiags(t, 0, `
resource @a storage_buffer set=0 binding=0 metal=0 source=RWStructuredBuffer
  view uint
func @main() -> void {
  %0 = elem @a.0, 0:uint : &buffer uint
  store %0, spec(scale 3 4:uint) {shared=1}
  return
}
entry k func=@main threads=8,1,1
`)
	want(t, out, "constant uint scale_given [[function_constant(3)]];",
		"constant uint scale = is_function_constant_defined(scale_given) ? scale_given : 4u;", "a[0] = scale;")
}

// TestConstantArray: a groupshared array cannot be copied; the parts of a constant are constants.
func TestConstantArray(t *testing.T) {
	out := emit(t, 0, `
shared @plain [2 x uint]
shared @bins [2 x uint] fields="*"
func @main() -> void {
  store @plain, {1 2}:[2 x uint] {shared=1}
  store @bins, {3 4}:[2 x uint] {shared=1}
  %0 = elem @bins, 0:uint : &groupshared uint
  atomic %0, 1:uint {atomic=add mem=Relaxed,workgroup,none}
  return
}
entry k func=@main threads=8,1,1 groupshared
`)
	want(t, out, "plain[0] = 1u;", "plain[1] = 2u;", "atomic_store_explicit(&bins[0], 3u, memory_order_relaxed);",
		"atomic_store_explicit(&bins[1], 4u, memory_order_relaxed);")
}

// TestArgumentTable: a kernel has 31 buffers, arrays count by their elements.
func TestArgumentTable(t *testing.T) {
	const src = `
resource @b storage_buffer set=0 binding=0 metal=28%s source=RWStructuredBuffer
  view uint
func @main() -> void {
  return
}
entry k func=@main threads=8,1,1
`
	for count, fits := range map[string]bool{"": true, " count=3": true, " count=4": false} {
		body := `  %0 = elem @b.0, 0:uint : &buffer uint
  store %0, 1:uint {shared=1}
`
		if count != "" {
			body = `  %0 = descriptor @b.0, 0:uint : &buffer [uint]
  %1 = elem %0, 0:uint : &buffer uint
  store %1, 1:uint {shared=1}
`
		}
		_, diags := emitDiags(t, 0, strings.Replace(strings.Replace(src, "%s", count, 1), "  return\n", body+"  return\n", 1))
		if got := len(diags.All()) == 0; got != fits {
			t.Errorf("count %q: accepted %v, want %v", count, got, fits)
		}
	}
}
