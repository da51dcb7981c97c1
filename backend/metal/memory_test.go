package metal_test

import (
	"fmt"
	"strings"
	"testing"

	"slc/frontend/diag"
)

// The expected lines are written from design/lowering.md §4, one test a row.

const resources = `
resource @b storage_buffer set=0 binding=0 metal=0 source=RWStructuredBuffer
  view %s atomic fields=""
resource @raw storage_buffer set=0 binding=1 metal=1 source=RWByteAddressBuffer
  view %s atomic
resource @tex storage_image set=0 binding=2 metal=0 source=RWTexture2D
  view uint atomic
resource @quad storage_buffer set=0 binding=3 metal=2 source=RWStructuredBuffer
  view uint4 atomic fields="*"
shared @g [4 x %s]%s
func @main() -> void {
  %%0.x = system {value=group_index} : uint
  %%1.i = system {value=dispatch_thread_id} : uint3
  %%2 = shuffle %%1 {comps=xy} : uint2
  %%3 = elem @b.0, %%0 : &buffer %s
  %%4 = elem @g, %%0 : &groupshared %s
  %%5 = byte_elem @raw.0, %%0 : &buffer %s
  %%6 = texel @tex.0, %%2 : &image uint
  %%7.v = convert %%0 : %s
  %%8 = elem @quad.0, %%0 : &buffer uint4
  %%9 = elem %%8, 2:uint : &buffer uint
%s
  return
}
entry k func=@main threads=8,1,1 groupshared
`

// kernel wraps instructions in a module: %3 is an element of a structured
// buffer, %4 of groupshared memory, %5 a word of a byte-address buffer, %6 a texel, %7 a
// value, %9 a component of a vector.
func kernel(elem, body string) string {
	fields := ` fields="*"`
	if elem == "float" || elem == "uint64_t" {
		fields = "" // no such atomics in threadgroup memory
	}
	return fmt.Sprintf(resources, elem, elem, elem, fields, elem, elem, elem, elem, body)
}

// bodyOf returns the trimmed lines of the kernel after its declarations.
func bodyOf(out string) []string {
	_, body, _ := strings.Cut(out[strings.LastIndex(out, "kernel void"):], "\n{\n")
	var lines []string
	for line := range strings.Lines(strings.TrimSuffix(strings.TrimSpace(body), "}")) {
		if s := strings.TrimSpace(line); s != "" && !strings.HasPrefix(s, "threadgroup ") {
			lines = append(lines, s)
		}
	}
	return lines
}

func expect(t *testing.T, out string, want ...string) {
	t.Helper()
	if got := bodyOf(out); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const device = "mem=Relaxed,device,none"

func TestAtomicOperations(t *testing.T) {
	const relaxed = "memory_order_relaxed);"
	tests := []struct {
		name, elem, instr string
		want              []string
	}{
		{"load", "uint", "%10.old = atomic %3 {atomic=load " + device + "} : uint\n store %3, %10", []string{
			"uint old = atomic_load_explicit(&b[x], " + relaxed, "atomic_store_explicit(&b[x], old, " + relaxed}},
		{"store", "uint", "atomic %3, 7:uint {atomic=store " + device + "}", []string{"atomic_store_explicit(&b[x], 7u, " + relaxed}},
		{"exchange", "uint", "%10 = atomic %3, 7:uint {atomic=exchange " + device + "} : uint", []string{"atomic_exchange_explicit(&b[x], 7u, " + relaxed}},
		{"add", "uint", "%10.old = atomic %3, 3:uint {atomic=add " + device + "} : uint\n store %3, %10", []string{
			"uint old = atomic_fetch_add_explicit(&b[x], 3u, " + relaxed, "atomic_store_explicit(&b[x], old, " + relaxed}},
		{"sub", "int", "%10 = atomic %3, 3:int {atomic=sub " + device + "} : int", []string{"atomic_fetch_sub_explicit(&b[x], 3, " + relaxed}},
		{"inc", "int", "%10 = atomic %3 {atomic=increment " + device + "} : int", []string{"atomic_fetch_add_explicit(&b[x], 1, " + relaxed}},
		{"dec", "uint", "%10 = atomic %3 {atomic=decrement " + device + "} : uint", []string{"atomic_fetch_sub_explicit(&b[x], 1u, " + relaxed}},
		{"and", "uint", "%10 = atomic %3, 3:uint {atomic=and " + device + "} : uint", []string{"atomic_fetch_and_explicit(&b[x], 3u, " + relaxed}},
		{"or", "uint", "%10 = atomic %3, 3:uint {atomic=or " + device + "} : uint", []string{"atomic_fetch_or_explicit(&b[x], 3u, " + relaxed}},
		{"xor", "uint", "%10 = atomic %3, 3:uint {atomic=xor " + device + "} : uint", []string{"atomic_fetch_xor_explicit(&b[x], 3u, " + relaxed}},
		{"min", "uint", "%10 = atomic %3, 3:uint {atomic=min " + device + "} : uint", []string{"atomic_fetch_min_explicit(&b[x], 3u, " + relaxed}},
		{"max", "int", "%10 = atomic %3, -3:int {atomic=max " + device + "} : int", []string{"atomic_fetch_max_explicit(&b[x], -3, " + relaxed}},
		{"groupshared", "uint", "%10 = atomic %4, 3:uint {atomic=add mem=Relaxed,workgroup,none} : uint", []string{"atomic_fetch_add_explicit(&g[x], 3u, " + relaxed}},
		{"float", "float", "%10 = atomic %3, 3:float {atomic=add " + device + "} : float", []string{"atomic_fetch_add_explicit(&b[x], 3.0f, " + relaxed}},
		{"ulong", "uint64_t", "%10 = atomic %3, 3:uint64_t {atomic=max " + device + "} : uint64_t", []string{"atomic_max_explicit(&b[x], 3ul, " + relaxed}},
		{"ulong min", "uint64_t", "%10 = atomic %3, 3:uint64_t {atomic=min " + device + "} : uint64_t", []string{"atomic_min_explicit(&b[x], 3ul, " + relaxed}},
		{"bytes", "uint", "%10 = atomic %5, 3:uint {atomic=add " + device + "} : uint", []string{"atomic_fetch_add_explicit((device atomic_uint*)raw + x / 4u, 3u, " + relaxed}},
		{"bytes, signed", "int", "%10 = atomic %5, -3:int {atomic=min " + device + "} : int", []string{"atomic_fetch_min_explicit((device atomic_int*)raw + x / 4u, -3, " + relaxed}},
		{"component", "uint", "%10 = atomic %9, 3:uint {atomic=add " + device + "} : uint", []string{"atomic_fetch_add_explicit((device atomic_uint*)&quad[x] + 2u, 3u, " + relaxed}},
		{"texture", "uint", "%10.old = atomic %6, 3:uint {atomic=add " + device + "} : uint\n store %3, %10", []string{
			"uint old = tex.atomic_fetch_add(i.xy, uint4(3u)).x;", "atomic_store_explicit(&b[x], old, " + relaxed}},
		{"texture load", "uint", "%10.old = atomic %6 {atomic=load " + device + "} : uint\n store %3, %10", []string{
			"uint old = tex.atomic_load(i.xy).x;", "atomic_store_explicit(&b[x], old, " + relaxed}},
		{"texture store", "uint", "atomic %6, 3:uint {atomic=store " + device + "}", []string{"tex.atomic_store(uint4(3u), i.xy);"}},
		{"texture dec", "uint", "%10 = atomic %6 {atomic=decrement " + device + "} : uint", []string{"tex.atomic_fetch_sub(i.xy, uint4(1u));"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expect(t, emit(t, 301, kernel(tt.elem, tt.instr)), tt.want...) })
	}
}

// The weak compare-exchange is tried again when it failed though the values were
// equal; the result is the observed value.
func TestCompareExchange(t *testing.T) {
	out := emit(t, 0, kernel("uint", "%10.was = atomic %3, 1:uint, %7 {atomic=compareExchange "+device+"} : uint\n store %3, %10"))
	expect(t, out,
		"uint was;",
		"do {",
		"was = 1u;",
		"} while (!atomic_compare_exchange_weak_explicit(&b[x], &was, x, memory_order_relaxed, memory_order_relaxed) && was == 1u);",
		"atomic_store_explicit(&b[x], was, memory_order_relaxed);")
	out = emit(t, 0, kernel("uint", "%10 = atomic %3, 1:uint, 2:uint {atomic=compareExchange "+device+"} : uint"))
	expect(t, out,
		"uint old;",
		"do {",
		"old = 1u;",
		"} while (!atomic_compare_exchange_weak_explicit(&b[x], &old, 2u, memory_order_relaxed, memory_order_relaxed) && old == 1u);")
	out = emit(t, 0, kernel("uint", "%10.was = atomic %6, 1:uint, 2:uint {atomic=compareExchange "+device+"} : uint\n store %3, %10"))
	expect(t, out,
		"uint4 old;",
		"do {",
		"old = uint4(1u);",
		"} while (!tex.atomic_compare_exchange_weak(i.xy, &old, uint4(2u)) && old.x == 1u);",
		"uint was = old.x;",
		"atomic_store_explicit(&b[x], was, memory_order_relaxed);")
}

const (
	addRelaxed = "atomic_fetch_add_explicit(&b[x], 3u, memory_order_relaxed);"
	casRelaxed = "} while (!atomic_compare_exchange_weak_explicit(&b[x], &old, 2u, memory_order_relaxed, memory_order_relaxed) && old == 1u);"
)

func fence(flags, scope string) string {
	return "atomic_thread_fence(" + flags + ", memory_order_seq_cst, " + scope + ");"
}

func TestAtomicOrders(t *testing.T) {
	all := fence("mem_flags::mem_device | mem_flags::mem_threadgroup", "thread_scope_device")
	own := fence("mem_flags::mem_device", "thread_scope_device")
	group := fence("mem_flags::mem_threadgroup", "thread_scope_threadgroup")
	groupOp := "atomic_fetch_add_explicit(&g[x], 3u, memory_order_relaxed);"
	native := func(order string) string {
		return "atomic_fetch_add_explicit(&b[x], 3u, " + order + ");"
	}
	tests := []struct {
		version    int
		place, mem string
		want       []string
	}{
		{302, "%3", "Relaxed,device,none", []string{addRelaxed}},
		{302, "%3", "Acquire,device,buffers", []string{addRelaxed, own}},
		{302, "%3", "Release,device,buffers", []string{own, addRelaxed}},
		{302, "%3", "AcquireRelease,device,buffers|groupshared", []string{all, addRelaxed, all}},
		{302, "%3", "SeqCst,device,buffers", []string{own, addRelaxed, own}},
		{400, "%3", "Acquire,device,buffers", []string{addRelaxed, own}},
		{302, "%4", "AcquireRelease,workgroup,groupshared", []string{group, groupOp, group}},
		{302, "%3", "Release,device,buffers|images", []string{
			fence("mem_flags::mem_device | mem_flags::mem_texture", "thread_scope_device"), addRelaxed}},
		// From 4.1 on the operation has the order, if the mask is its own space in device memory.
		{401, "%3", "Relaxed,device,none", []string{addRelaxed}},
		{401, "%3", "Acquire,device,buffers", []string{native("memory_order_acquire")}},
		{401, "%3", "Release,device,buffers", []string{native("memory_order_release")}},
		{401, "%3", "AcquireRelease,device,buffers", []string{native("memory_order_acq_rel")}},
		{401, "%3", "SeqCst,device,buffers", []string{native("memory_order_seq_cst")}},
		{401, "%3", "AcquireRelease,device,buffers|groupshared", []string{all, addRelaxed, all}},
		{401, "%4", "AcquireRelease,workgroup,groupshared", []string{group, groupOp, group}},
	}
	for _, tt := range tests {
		src := kernel("uint", fmt.Sprintf("%%10 = atomic %s, 3:uint {atomic=add mem=%s} : uint", tt.place, tt.mem))
		t.Run(fmt.Sprint(tt.version, tt.place, tt.mem), func(t *testing.T) { expect(t, emit(t, tt.version, src), tt.want...) })
	}
}

// The fences stand around the whole loop, after it also when only the failure
// order acquires.
func TestCompareExchangeOrders(t *testing.T) {
	loop := []string{"uint old;", "do {", "old = 1u;", casRelaxed}
	f := fence("mem_flags::mem_device", "thread_scope_device")
	tests := []struct {
		version       int
		success, fail string
		before, after bool
		orders        string
	}{
		{302, "Relaxed,device,none", "Relaxed,device,none", false, false, ""},
		{302, "Acquire,device,buffers", "Relaxed,device,none", false, true, ""},
		{302, "Release,device,buffers", "Relaxed,device,none", true, false, ""},
		{302, "AcquireRelease,device,buffers", "Acquire,device,buffers", true, true, ""},
		{302, "SeqCst,device,buffers", "SeqCst,device,buffers", true, true, ""},
		{302, "Release,device,buffers", "Acquire,device,buffers", true, true, ""},
		{401, "AcquireRelease,device,buffers", "Acquire,device,buffers", false, false, "memory_order_acq_rel, memory_order_acquire"},
		{401, "Release,device,buffers", "Relaxed,device,none", false, false, "memory_order_release, memory_order_relaxed"},
		{401, "SeqCst,device,buffers", "SeqCst,device,buffers", false, false, "memory_order_seq_cst, memory_order_seq_cst"},
	}
	for _, tt := range tests {
		src := kernel("uint", fmt.Sprintf("%%10 = atomic %%3, 1:uint, 2:uint {atomic=compareExchange mem=%s fail=%s} : uint", tt.success, tt.fail))
		var want []string
		if tt.before {
			want = append(want, f)
		}
		want = append(want, loop...)
		if tt.orders != "" {
			want[len(want)-1] = strings.Replace(casRelaxed, "memory_order_relaxed, memory_order_relaxed", tt.orders, 1)
		}
		if tt.after {
			want = append(want, f)
		}
		t.Run(fmt.Sprint(tt.version, tt.success, tt.fail), func(t *testing.T) { expect(t, emit(t, tt.version, src), want...) })
	}
}

func TestBarriers(t *testing.T) {
	const dev, grp, tex = "mem_flags::mem_device", "mem_flags::mem_threadgroup", "mem_flags::mem_texture"
	every := dev + " | " + grp + " | " + tex
	tests := []struct {
		version   int
		cross     bool
		exec, mem string
		want      []string
	}{
		{302, false, "none", "AcquireRelease,device,buffers|images|groupshared", []string{fence(every, "thread_scope_device")}},
		{302, false, "none", "AcquireRelease,device,buffers|images", []string{fence(dev+" | "+tex, "thread_scope_device")}},
		{302, false, "none", "AcquireRelease,workgroup,groupshared", []string{fence(grp, "thread_scope_threadgroup")}},
		{302, false, "none", "AcquireRelease,wave,buffers", []string{fence(dev, "thread_scope_simdgroup")}},
		{204, false, "workgroup", "AcquireRelease,workgroup,groupshared", []string{"threadgroup_barrier(" + grp + ");"}},
		{204, false, "workgroup", "AcquireRelease,device,buffers|images|groupshared", []string{"threadgroup_barrier(" + every + ");"}},
		{204, false, "workgroup", "Relaxed,none,none", []string{"threadgroup_barrier(mem_flags::mem_none);"}},
		{302, true, "workgroup", "AcquireRelease,device,buffers|groupshared", []string{
			fence(dev+" | "+grp, "thread_scope_device"), "threadgroup_barrier(" + dev + " | " + grp + ");", fence(dev+" | "+grp, "thread_scope_device")}},
		{302, true, "workgroup", "AcquireRelease,workgroup,groupshared", []string{"threadgroup_barrier(" + grp + ");"}},
		{302, true, "workgroup", "Relaxed,none,none", []string{"threadgroup_barrier(mem_flags::mem_none);"}},
		{204, false, "wave", "AcquireRelease,wave,buffers", []string{"simdgroup_barrier(" + dev + ");"}},
		{204, false, "wave", "Relaxed,none,none", []string{"simdgroup_barrier(mem_flags::mem_none);"}},
		{302, false, "wave", "AcquireRelease,workgroup,groupshared", []string{
			fence(grp, "thread_scope_threadgroup"), "simdgroup_barrier(" + grp + ");", fence(grp, "thread_scope_threadgroup")}},
		{302, false, "wave", "AcquireRelease,device,buffers", []string{
			fence(dev, "thread_scope_device"), "simdgroup_barrier(" + dev + ");", fence(dev, "thread_scope_device")}},
	}
	for _, tt := range tests {
		src := kernel("uint", fmt.Sprintf("barrier {exec=%s mem=%s}", tt.exec, tt.mem))
		if tt.version < 301 { // no texture atomics there, but none is used either
			src = strings.Replace(src, "view uint atomic\nresource @quad", "view uint\nresource @quad", 1)
		}
		if tt.cross {
			src = strings.Replace(src, " groupshared\n", " crossgroup groupshared\n", 1)
			if !strings.Contains(src, "crossgroup") {
				t.Fatal("the entry is not cross-group")
			}
		}
		t.Run(fmt.Sprint(tt.version, tt.cross, tt.exec, tt.mem), func(t *testing.T) { expect(t, emit(t, tt.version, src), tt.want...) })
	}
}

// What a version cannot express is an error that names operation, type and
// version; nothing weaker is printed.
func TestErrors(t *testing.T) {
	atomic := func(place, op, elem, mem string) string {
		operand := ", %7"
		if op == "load" {
			operand = ""
		}
		return fmt.Sprintf("%%10 = atomic %s%s {atomic=%s mem=%s} : %s\n  store %%3, %%10", place, operand, op, mem, elem)
	}
	tests := []struct {
		name    string
		version int
		elem    string
		body    string
		code    *diag.Code
		message []string
	}{
		{"ordered", 301, "uint", atomic("%3", "add", "uint", "Acquire,device,buffers"), diag.TargetOrder, []string{"Acquire", "Metal 3.2", "this is 3.1"}},
		{"fence", 301, "uint", "barrier {exec=none mem=AcquireRelease,device,buffers}", diag.TargetOrder, []string{"barrier", "Metal 3.2"}},
		{"wave barrier", 300, "uint", "barrier {exec=wave mem=AcquireRelease,workgroup,groupshared}", diag.TargetOrder, []string{"wave", "Metal 3.2"}},
		{"ulong add", 401, "uint64_t", atomic("%3", "add", "uint64_t", "Relaxed,device,none"), diag.TargetAtomic, []string{"add", "'uint64_t'", "Metal 4.1"}},
		{"ulong max with result", 401, "uint64_t", atomic("%3", "max", "uint64_t", "Relaxed,device,none"), diag.TargetAtomic, []string{"max", "'uint64_t'"}},
		{"long min", 302, "int64_t", atomic("%3", "min", "int64_t", "Relaxed,device,none"), diag.TargetAtomic, []string{"min", "'int64_t'"}},
		{"half", 302, "half", atomic("%3", "add", "half", "Relaxed,device,none"), diag.TargetAtomic, []string{"add", "'half'"}},
		{"float before 3.0", 204, "float", atomic("%3", "add", "float", "Relaxed,device,none"), diag.TargetAtomic, []string{"add", "'float'", "Metal 3.0"}},
		{"float, threadgroup", 302, "float", atomic("%4", "add", "float", "Relaxed,workgroup,none"), diag.TargetAtomic, []string{"add", "'float'", "Metal 4.1"}},
		{"texture", 300, "uint", atomic("%6", "add", "uint", "Relaxed,device,none"), diag.TargetAtomic, []string{"add", "Metal 3.1"}},
	}
	for _, tt := range tests {
		_, diags := emitDiags(t, tt.version, kernel(tt.elem, tt.body))
		found := false
		for _, d := range diags.All() {
			all := d.Code == tt.code
			for _, m := range tt.message {
				all = all && strings.Contains(d.Message, m)
			}
			found = found || all
		}
		if !found {
			t.Errorf("%s: %v", tt.name, diags.All())
			for _, d := range diags.All() {
				t.Log(d.Message)
			}
		}
	}
}

const coherence = `
resource @plain storage_buffer set=0 binding=0 metal=0 source=RWStructuredBuffer
  view uint
resource @said storage_buffer coherent set=0 binding=1 metal=1 source=RWStructuredBuffer
  view uint
resource @found storage_buffer crossgroup set=0 binding=2 metal=2 source=RWByteAddressBuffer
  view uint
resource @image storage_image crossgroup set=0 binding=3 metal=0 source=RWTexture2D
  view uint
resource @input storage_buffer crossgroup readonly set=0 binding=4 metal=3 source=StructuredBuffer
  view uint
func @main() -> void {
  %0 = elem @input.0, 0:uint : &buffer uint
  %1 = load %0 : uint
  %2 = elem @plain.0, 0:uint : &buffer uint
  store %2, %1 {shared=1}
  %3 = elem @said.0, 0:uint : &buffer uint
  store %3, %1 {shared=1}
  %4 = byte_elem @found.0, 8:uint : &buffer uint
  store %4, %1 {shared=1}
  image_write @image.0, {1 2}:uint2, %1 {shared=1}
  %5.back = image_read @image.0, {1 2}:uint2 {shared=1} : uint
  store %4, %5 {shared=1}
  return
}
entry k func=@main threads=1,1,1 crossgroup
`

// The resources through which data passes between workgroups are coherent at
// device scope, from Metal 3.2 on; a texture that is written and read gets a fence.
func TestCoherence(t *testing.T) {
	out := emit(t, 302, coherence)
	want(t, out,
		"device uint* plain [[buffer(0)]],",
		"device coherent(device) uint* said [[buffer(1)]],",
		"device coherent(device) uint* found [[buffer(2)]],",
		"texture2d<uint, access::read_write, memory_coherence_device> image [[texture(0)]],",
		"const device uint* input [[buffer(3)]])",
		"found[2] = value;",
		"image.write(uint4(value), uint2(1u, 2u));",
		"image.fence();",
		"uint back = image.read(uint2(1u, 2u)).x;")
	_, diags := emitDiags(t, 301, coherence)
	n := 0
	for _, d := range diags.All() {
		if d.Code == diag.TargetOrder && strings.Contains(d.Message, "Metal 3.2") {
			n++
		}
	}
	if n != 3 {
		t.Errorf("%d errors for 3 coherent resources: %v", n, diags.All())
	}
}
