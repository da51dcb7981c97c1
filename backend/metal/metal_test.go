package metal_test

import (
	"fmt"
	"testing"

	"slc/backend/metal"
	"slc/backend/text/texttest"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/testsuite/tools"
)

// emit parses and verifies a module in text form and writes it for a version of
// Metal; the front end checks what comes out.
func emit(t *testing.T, version int, src string) string {
	t.Helper()
	out, diags := emitDiags(t, version, src)
	for _, d := range diags.All() {
		if d.Severity >= diag.Error {
			t.Fatalf("%s: %s", d.Code, d.Message)
		}
	}
	profile := ""
	if version != 0 {
		profile = fmt.Sprintf("metal_%d_%d", version/100, version%100)
	}
	tools.ClangMSL(t, out, profile)
	return out
}

func emitDiags(t *testing.T, version int, src string) (string, *diag.List) {
	t.Helper()
	var diags *diag.List
	out := texttest.Emit(t, src, func(m *ir.Module) []byte {
		diags = &diag.List{}
		return metal.Emit(m, metal.Options{Version: version}, diags)
	})
	return out, diags
}

// want checks that lines stand in the output.
var want = texttest.Lines

func TestStructuredBuffer(t *testing.T) {
	out := emit(t, 0, `
struct Node { next: uint, at: float3, w: float }
struct Cnt { a: uint, n: [4 x uint] }
resource @data storage_buffer set=0 binding=0 metal=0 source=RWStructuredBuffer
  view %Node
resource @cnt storage_buffer set=0 binding=2 metal=2 source=RWStructuredBuffer
  view %Cnt atomic fields="1.*"
resource @src storage_buffer set=0 binding=1 metal=1 readonly source=StructuredBuffer
  view float3
shared @tile [64 x uint] fields="*"
private @counter uint
func @helper(%p0.x: uint, %p1.acc: &function uint) -> uint {
  %0 = load %p1 : uint
  %1 = add %0, %p0 : uint
  store %p1, %1
  %2 = system {value=dispatch_thread_id} : uint3
  %3 = extract %2 {index=1} : uint
  %4 = mul %3, 2:uint : uint
  %5 = elem @cnt.0, %p0 : &buffer %Cnt
  %6 = field %5 {index=1} : &buffer [4 x uint]
  %7 = elem %6, 2:uint : &buffer uint
  %8.before = atomic %7, 0:uint, %4 {atomic=compareExchange mem=AcquireRelease,device,buffers|groupshared fail=Relaxed,device,none} : uint
  store @counter, %8
  return %4
}
func @main() -> void {
  %0.id = system {value=dispatch_thread_id} : uint3
  %1 = extract %0 {index=0} : uint
  %3.sum = var : &function uint
  store %3, 7:uint
  %2.i = var : &function uint
  store %2, 0:uint
  loop {
    %4 = load %2 : uint
    %5 = lt %4, 10:uint : bool
    if %5 { yield } else { break }
    %6 = load %2 : uint
    %7 = eq %6, 3:uint : bool
    if %7 { continue } else { yield }
    %8 = load %2 : uint
    %9 = call %8, %3 {callee=helper} : uint
    %10 = elem @data.0, %1 : &buffer %Node
    %11 = field %10 {index=0} : &buffer uint
    %12 = load %11 {shared=1} : uint
    %13 = add %12, %9 : uint
    store %11, %13 {shared=1}
    continue
  } continuing {
    %20 = load %2 : uint
    %21 = add %20, 1:uint : uint
    store %2, %21
    yield
  }
  %30 = elem @src.0, %1 : &buffer float3
  %31 = load %30 : float3
  %32 = elem @data.0, 0:uint : &buffer %Node
  %33 = field %32 {index=1} : &buffer float3
  store %33, %31 {shared=1}
  %34 = elem @tile, 3:uint : &groupshared uint
  %35 = load %3 : uint
  store %34, %35 {shared=1}
  %36 = atomic %34, %35 {atomic=add mem=Relaxed,workgroup,none} : uint
  return
}
entry main func=@main threads=64,1,1 groupshared uses=@data uses=@src
`)
	want(t, out,
		"struct Node", "uint next;", "uchar pad[12];", "packed_float3 at;", "float w;",
		"struct Cnt_atomic", "uint a;", "atomic_uint n[4];",
		"static uint helper(uint x, thread uint& acc, uint3 dispatchThreadID, device Cnt_atomic* cnt, thread uint& counter)",
		"acc += x;",
		"before = 0u;",
		"} while (!atomic_compare_exchange_weak_explicit(&cnt[x].n[2], &before, t, memory_order_relaxed, memory_order_relaxed) && before == 0u);",
		"counter = before;",
		"kernel void main_1(",
		"uint3 id [[thread_position_in_grid]],",
		"device Node* data [[buffer(0)]],",
		"device Cnt_atomic* cnt [[buffer(2)]],",
		"const device float3* src [[buffer(1)]])",
		"threadgroup atomic_uint tile[64];",
		"uint counter;",
		"for (uint i = 0u; i < 10u; i++) {",
		"uint result = helper(i, sum, id, cnt, counter);",
		"float3 value_1 = src[id.x];",
		"data[0].at = value_1;",
		"atomic_store_explicit(&tile[3], sum, memory_order_relaxed);",
		"atomic_fetch_add_explicit(&tile[3], sum, memory_order_relaxed);")
}
