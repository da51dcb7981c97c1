package lower

import (
	"strings"
	"testing"

	"slc/lower/ir"
)

const head = "RWStructuredBuffer<uint> o; RWStructuredBuffer<Atomic<uint>> a;\n"

// kernelOf wraps statements in an entry point.
func kernelOf(globals, body string) string {
	return head + globals + "\n[shader(\"compute\")] [numthreads(4,1,1)] void main(uint i : SV_GroupIndex) {\n" + body + "\n}"
}

// TestExpressions: operands once, in source order; branches where something may not be evaluated.
func TestExpressions(t *testing.T) {
	rows := []struct {
		name, globals, body string
		want                []string
	}{
		{"&& branches around an atomic", "", "bool b = i < 2 && a[0].add(1) < 8; o[0] = b ? 1 : 0;", []string{
			"%2.b = if %1 : bool {", "%4 = atomic %3, 1:uint {atomic=add mem=Relaxed,device,none} : uint", "yield %5", "} else {", "yield false:bool"}},
		{"|| branches around a load of shared memory", "", "bool b = i < 2 || o[0] == 1; o[1] = b ? 1 : 0;", []string{
			"%2.b = if %1 : bool {", "yield true:bool", "} else {", "%4 = load %3 {shared=1} : uint", "yield %5"}},
		{"?: evaluates one side", "", "uint v = i < 2 ? a[0].add(1) : a[1].add(2); o[0] = v;", []string{
			"%2.v = if %1 : uint {", "%4 = atomic ..., 1:uint {...", "} else {", "%6 = atomic ..., 2:uint {..."}},
		{"pure operands need no branch", "", "bool b = i < 2 && i > 0; o[0] = b ? 1 : 2;", []string{
			"%1 = lt %0, 2:uint : bool", "%2 = gt %0, 0:uint : bool", "%3.b = and %1, %2 : bool", "... = select %3, ..."}},
		{"indices once, before the value", "", "o[a[0].add(1)] += a[1].add(2);", []string{
			"%2 = atomic ..., 1:uint {...", "%4 = atomic ..., 2:uint {...", "%5 = elem @o.0, %2 : &buffer uint",
			"%6 = load %5 {shared=1} : uint", "%7 = add %6, %4 : uint", "store %5, %7 {shared=1}"}},
		{"an unused result still happens", "", "a[0].add(1);", []string{"atomic ..., 1:uint {atomic=add mem=Relaxed,device,none}"}},
		{"a dynamic index into a swizzle reads the components", "RWStructuredBuffer<float4> v;", "o[0] = uint(v[1].zx[i]);", []string{
			"... = elem ..., 2:uint : &buffer float", "... = elem ..., 0:uint : &buffer float", "%6 = construct ... : float2", "%7 = extract_dyn %6, %0 : float"}},
		{"bit casts of structs go scalar by scalar", "struct A { uint x; uint2 y; }; struct B { float2 f; int n; }; RWStructuredBuffer<A> s;",
			"B b = bit_cast<B>(s[0]); o[0] = uint(b.f.y) + uint(b.n);", []string{
				"%2 = load %1 {shared=1} : %A", "... = bitcast ... : float", "... = construct ... : float2", "... = construct ... : %B"}},
		{"operators yield the new value", "", "o[0] = a[0] += 3;", []string{
			"%2 = atomic %1, 3:uint {atomic=add mem=Relaxed,device,none} : uint", "%3 = add %2, 3:uint : uint"}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { wantLines(t, mustLower(t, kernelOf(r.globals, r.body), spirv()), r.want...) })
	}
}

// TestMemoryForms: how values stand in memory, and that stores touch what the source names.
func TestMemoryForms(t *testing.T) {
	rows := []struct {
		name, globals, body string
		want                []string
	}{
		{"component store", "RWStructuredBuffer<float4> v;", "v[i].z = 1;", []string{
			"%1 = elem @v.0, %0 : &buffer float4", "%2 = elem %1, 2:uint : &buffer float", "store %2, 1:float {shared=1}"}},
		{"swizzle store is two component stores", "RWStructuredBuffer<float4> v;", "v[i].wx = float2(1, 2);", []string{
			"%2 = elem %1, 3:uint : &buffer float", "store %2, 1:float {shared=1}", "%3 = elem %1, 0:uint : &buffer float", "store %3, 2:float {shared=1}"}},
		{"swizzle load reads only those components", "RWStructuredBuffer<float4> v; RWStructuredBuffer<float2> w;", "w[0] = v[i].yy;", []string{
			"%2 = elem %1, 1:uint : &buffer float", "%3 = load %2 {shared=1} : float", "%4 = construct %3, %3 : float2"}},
		{"matrix as columns", "struct M { float2x3 m; }; RWStructuredBuffer<M> v;", "v[i].m[1][2] = 5;", []string{
			"struct M { m: [3 x float2] }", "%3 = elem %2, 2:int : &buffer float2", "%4 = elem %3, 1:int : &buffer float", "store %4, 5:float {shared=1}"}},
		{"row_major", "struct M { row_major float2x3 m; }; RWStructuredBuffer<M> v;", "v[i].m[1][2] = 5;", []string{
			"struct M { m: [2 x float3] }", "%3 = elem %2, 1:int : &buffer float3", "%4 = elem %3, 2:int : &buffer float"}},
		{"bool is a uint in buffers", "struct B { bool b; }; RWStructuredBuffer<B> v;", "v[i].b = i > 1; if (v[0].b) o[0] = 1;", []string{
			"struct B { b: uint }", "%2 = elem @v.0, %0 : &buffer %B", "%4 = convert %1 : uint", "store %3, %4 {shared=1}",
			"%7 = load %6 {shared=1} : uint", "%8 = ne %7, 0:uint : bool"}},
		{"groupshared keeps bool", "groupshared bool g[2];", "g[0] = i > 1;", []string{"shared @g [2 x bool]", "store %2, %1 {shared=1}"}},
		{"byte-address words", "RWByteAddressBuffer r;", "uint2 v = r.Load2(8); r.Store<float>(4, 1.5); o[0] = v.x + v.y;", []string{
			"view uint", "%1 = byte_elem @r.0, 8:uint : &buffer uint", "%3 = byte_elem @r.0, 12:uint : &buffer uint",
			"store %..., 1069547520:uint {shared=1}"}}, // 1.5f is 0x3fc00000
		{"16-bit words have a view of their own", "RWByteAddressBuffer r;", "r.Store<uint16_t>(2, uint16_t(i));", []string{
			"view uint16_t", "%2 = byte_elem @r.0, 2:uint : &buffer uint16_t", "store %2, %1 {shared=1}"}},
		{"64 bits are two words", "RWByteAddressBuffer r;", "r.Store<uint64_t>(8, uint64_t(i));", []string{
			"%2 = bitcast %1 : uint2", "%4 = byte_elem @r.0, 8:uint : &buffer uint", "%6 = byte_elem @r.0, 12:uint : &buffer uint"}},
		{"64-bit atomics give a 64-bit view", "RWByteAddressBuffer r;", "r.Store<uint64_t>(8, uint64_t(i)); uint64_t x; r.InterlockedAdd64(8, int64_t(1));", []string{
			"view uint64_t...", "%2 = byte_elem @r..., 8:uint : &buffer uint64_t", "store %2, %1 {shared=1}", "atomic ... {atomic=add mem=Relaxed,device,none}"}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { wantLines(t, mustLower(t, kernelOf(r.globals, r.body), spirv()), r.want...) })
	}
}

// TestControl: loops are body and continuing, cases that fall through share a region.
func TestControl(t *testing.T) {
	rows := []struct {
		name, body string
		want       []string
	}{
		{"while with an atomic condition", "while (a[0].add(1) < 4) { if (i == 1) continue; o[0] = 1; }", []string{
			"loop {", "%2 = atomic ... : uint", "%3 = lt %2, 4:uint : bool", "if %3 {", "yield", "} else {", "break", "continue", "} continuing {", "yield"}},
		{"do-while tests in continuing", "uint k = 0; do { if (i == 1) continue; k++; } while (k < 3);", []string{
			"loop {", "continue", "} continuing {", "... = lt ..., 3:uint : bool", "... = not ...", "yield %..."}},
		{"for steps in continuing", "for (uint k = 0; k < 3; k++) { if (i == k) continue; o[k] = 1; }", []string{
			"store ..., 0:uint", "loop {", "break", "continue", "} continuing {", "... = add ..., 1:uint : uint", "yield"}},
		{"break of an outer loop", "outer: for (uint k = 0; k < 3; k++) { for (;;) { if (a[0].load() == k) break outer; if (i == k) break; } o[k] = 1; }", []string{
			"%2.leave = var : &function bool", "store %2, false:bool", "loop {", "loop {", "store %2, true:bool", "break", "... = load %2 : bool", "if %... {", "break",
			"store ..., 1:uint {shared=1}"}},
		{"fall-through", "switch (i) { case 1: o[0] = 1; case 2: o[1] = 2; break; default: o[2] = 3; }", []string{
			"switch %0 {cases=1|2} {", "%1 = eq %0, 1:uint : bool", "if %1 {", "store ..., 1:uint {shared=1}", "} else {", "store ..., 2:uint {shared=1}", "break",
			"} default {", "store ..., 3:uint {shared=1}", "yield"}},
		{"fall into a default in the middle", "switch (i) { case 1: o[0] = 1; default: o[1] = 2; case 3: o[2] = 3; }", []string{
			"switch %0 {...", "%1 = eq %0, 1:uint : bool", "if %1 {", "store ..., 1:uint {shared=1}",
			"%3 = eq %0, 3:uint : bool", "%4 = not %3 : bool", "if %4 {", "store ..., 2:uint {shared=1}", "store ..., 3:uint {shared=1}"}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			text := mustLower(t, kernelOf("", r.body), spirv())
			wantLines(t, text, r.want...)
			for _, v := range []string{"1:uint {shared=1}", "2:uint {shared=1}", "3:uint {shared=1}"} {
				if n := strings.Count(text, ", "+v); n > 1 {
					t.Errorf("a body is copied: %q occurs %d times\n%s", v, n, text)
				}
			}
		})
	}
}

// TestSpecialisation: a callee is made once per root object; indices are passed as values.
func TestSpecialisation(t *testing.T) {
	text := mustLower(t, kernelOf(`groupshared Atomic<uint> near; RWStructuredBuffer<uint> b2[4];
uint take(inout Atomic<uint> x, uint n) { return x.add(n); }
uint get(RWStructuredBuffer<uint> b, uint k) { return b[k]; }
void bump(inout uint x) { x += 1; }`,
		`uint r = take(near, 1) + take(a[i], 2) + take(a[i + 1], 3) + get(b2[i], 5); bump(r); bump(o[0]); o[1] = r;`), spirv())
	wantLines(t, text,
		"func @take_near(%p0.n: uint) -> uint {", "%0 = atomic @near, %p0 {atomic=add mem=Relaxed,workgroup,none} : uint",
		"func @take_a(%p0.x_i: uint, %p1.n: uint) -> uint {", "%0 = elem @a.0, %p0 : &buffer uint",
		"func @get_b2(%p0.b_i: uint, %p1.k: uint) -> uint {", "%0 = descriptor @b2.0, %p0 : &buffer [uint]",
		"func @bump(%p0.x: &function uint) -> void {",
		"... = call %0, 2:uint {callee=take_a} : uint",
		"... = call %..., 3:uint {callee=take_a} : uint")
	if n := strings.Count(text, "func @"); n != 5 {
		t.Errorf("%d functions, want 5 (take twice, get, bump, main)\n%s", n, text)
	}
	// inout of a plain buffer element is copied in and back.
	wantLines(t, text, "... = load ... {shared=1} : uint", "store %..., %...", "call %... {callee=bump}", "... = load %... : uint", "store %..., %... {shared=1}")
}

// TestResourceStructs: a struct that holds a resource is its ordinary fields in variables and a static
// resource; copies are copies.
func TestResourceStructs(t *testing.T) {
	text := mustLower(t, kernelOf(`RWStructuredBuffer<uint> p;
struct Ctx { RWStructuredBuffer<uint> b; uint n; [mutating] void put(uint x) { b[n] = x; n++; } };
uint drain(Ctx c) { c.n = 7; return c.n; }`,
		"Ctx c = { o, 0 }; c.put(3); Ctx d = c; d.b = p; d.put(4); o[9] = drain(d); c.put(5);"), spirv())
	wantLines(t, text, "func @Ctx_put_o(%p0.this_i: &function uint, %p1.x: uint) -> void {", "... = elem @o.0, %... : &buffer uint",
		"func @Ctx_put_p(...", "... = elem @p.0, %... : &buffer uint", "func @drain_p(%p0.c_i: uint) -> uint {",
		"func @main() -> void {", "call %..., 3:uint {callee=Ctx_put_o}", "call %..., 4:uint {callee=Ctx_put_p}",
		"... = elem @o.0, 9:int : &buffer uint", "call %..., 5:uint {callee=Ctx_put_o}")
}

// TestFloatAtomics: what a target lacks works on the bits, for the whole object.
func TestFloatAtomics(t *testing.T) {
	globals := "RWStructuredBuffer<Atomic<float>> f;"
	ordered := kernelOf(globals, "f[0].add(2, MemoryOrder.AcquireRelease);")
	wantLines(t, mustLower(t, ordered, spirv()), "view float atomic...", "atomic ..., 2:float {atomic=add mem=AcquireRelease,device,buffers}")
	wantLines(t, mustLower(t, ordered, metal()), "view float atomic...", "atomic ..., 2:float {atomic=add mem=AcquireRelease,device,buffers}")
	wantLines(t, mustLower(t, ordered, hlsl()), "view uint atomic...",
		"barrier {exec=none mem=Release,device,buffers}",
		"... = atomic %... {atomic=load mem=Relaxed,device,none} : uint",
		"loop {", "... = bitcast ... : float", "... = add ..., 2:float : float", "... = bitcast ... : uint",
		"... = atomic ... {atomic=compareExchange mem=Relaxed,device,none fail=Relaxed,device,none} : uint", "... = eq ... : bool", "break", "} continuing {",
		"barrier {exec=none mem=Acquire,device,buffers}")

	cas := spirv()
	cas.Caps.FloatCAS = true
	wantLines(t, mustLower(t, ordered, cas), "view uint atomic...", "loop {",
		"... = atomic ... {atomic=compareExchange mem=AcquireRelease,device,buffers fail=Relaxed,device,none} : uint")

	// One compare-exchange anywhere makes the whole object uint, its plain members too.
	mixed := `struct S { Atomic<float> x; float y; }; RWStructuredBuffer<S> s;
[shader("compute")] [numthreads(1,1,1)] void one() { s[0].x.add(1); s[0].y = 2; }
[shader("compute")] [numthreads(1,1,1)] void two() { s[1].x.compareExchange(0, 1); }`
	text := mustLower(t, mixed, spirv())
	wantLines(t, text, "struct S { x: uint, y: uint }", "func @one() -> void {", "loop {", "... {atomic=compareExchange ...", "store %..., 1073741824:uint {shared=1}",
		"func @two() -> void {", "atomic %..., 0:uint, 1065353216:uint {atomic=compareExchange ...")
}

// TestSeqCst: in every entry point each store to a SeqCst object is an exchange of its order.
func TestSeqCst(t *testing.T) {
	src := `RWStructuredBuffer<Atomic<uint>> x, y;
[shader("compute")] [numthreads(1,1,1)] void one() { x[0].store(1); y[0].store(2); }
[shader("compute")] [numthreads(1,1,1)] void two() { uint v = x[0].load(MemoryOrder.SeqCst); x[1].store(v, MemoryOrder.Release); }`
	for _, opts := range []Options{spirv(), hlsl(), metal()} {
		wantLines(t, mustLower(t, src, opts), "func @one() -> void {",
			"atomic ..., 1:uint {atomic=exchange mem=Relaxed,device,none}", "atomic ..., 2:uint {atomic=store mem=Relaxed,device,none}",
			"func @two() -> void {", "... = atomic ... {atomic=load mem=SeqCst,device,buffers} : uint", "atomic ... {atomic=exchange mem=Release,device,buffers}")
	}
	all := spirv()
	all.SeqCstAll = true
	wantLines(t, mustLower(t, src, all), "atomic ..., 2:uint {atomic=exchange mem=Relaxed,device,none}")

	// SPIR-V: a failed compare-exchange of fail order SeqCst re-reads, and retries on an equal value.
	cas := kernelOf("", "o[0] = a[0].compareExchange(1, 2, MemoryOrder.SeqCst, MemoryOrder.SeqCst);")
	wantLines(t, mustLower(t, cas, spirv()), "loop {",
		"%3 = atomic %1, 1:uint, 2:uint {atomic=compareExchange mem=SeqCst,device,buffers fail=Relaxed,device,none} : uint",
		"%4 = eq %3, 1:uint : bool", "break", "%5 = atomic %1 {atomic=load mem=SeqCst,device,buffers} : uint", "%6 = ne %5, 1:uint : bool", "break")
	wantLines(t, mustLower(t, cas, hlsl()), "... = atomic ... {atomic=compareExchange mem=SeqCst,device,buffers fail=SeqCst,device,buffers} : uint")
}

// TestEntries: entry points share equal functions and differ in narrowing.
func TestEntries(t *testing.T) {
	src := `RWStructuredBuffer<uint> o; RWStructuredBuffer<Atomic<uint>> a; groupshared Atomic<uint> g; static uint n = 7;
uint twice(uint x) { return x * 2; }
void publish() { g.store(1, MemoryOrder.Release); }
[shader("compute")] [numthreads(8,2,1)] void one(uint i : SV_GroupIndex) { publish(); o[i] = twice(i) + n; n++; }
[shader("compute")] [numthreads(1,1,1)] void two(uint i : SV_GroupIndex) { publish(); a[0].add(1); o[i] = twice(3); }`
	m, _ := lowerText(t, src, spirv())
	text := m.String()
	wantLines(t, text, "private @n uint", "func @publish() -> void {", "atomic @g, 1:uint {atomic=store mem=Release,workgroup,buffers|groupshared}",
		"func @twice(...", "func @one() -> void {", "store @n, 7:uint", "func @publish_2() -> void {", "atomic @g, 1:uint {atomic=store mem=Release,device,buffers|groupshared}")
	if n := strings.Count(text, "func @twice"); n != 1 {
		t.Errorf("twice is there %d times", n)
	}
	one, two := m.Entries[0], m.Entries[1]
	if one.NumThreads != [3]int{8, 2, 1} || one.CrossGroup || !two.CrossGroup || !one.UsesGroupshared {
		t.Errorf("entry facts: %+v %+v", one, two)
	}
	if len(one.Uses) != 1 || len(two.Uses) != 2 {
		t.Errorf("uses: %d and %d resources, want 1 and 2", len(one.Uses), len(two.Uses))
	}
}

// TestErrors: what lowering itself reports.
func TestErrors(t *testing.T) {
	metal31 := Options{Caps: CapsFor(Metal, 301)}
	sm65 := Options{Caps: CapsFor(HLSL, 65)}
	rows := []struct {
		name string
		text string
		opts Options
		code string
	}{
		{"run-time choice of a buffer", kernelOf("RWStructuredBuffer<uint> p;", "RWStructuredBuffer<uint> b = o; if (i > 1) { b = p; } b[0] = 1;"), spirv(), "E0420"},
		{"the same binding twice, one read-only", "[[vk::binding(1, 0)]] RWStructuredBuffer<uint> x; [[vk::binding(1, 0)]] StructuredBuffer<uint> y;\n" + kernelOf("", "x[0] = y[0];"), spirv(), "E0421"},
		{"the same binding twice, one coherent", "[[vk::binding(1, 0)]] RWStructuredBuffer<uint> x; [[vk::binding(1, 0)]] globallycoherent RWStructuredBuffer<uint> y;\n" + kernelOf("", "x[0] = y[0];"), spirv(), "E0421"},
		{"the same binding twice, an array", "[[vk::binding(1, 0)]] RWStructuredBuffer<uint> x; [[vk::binding(1, 0)]] RWStructuredBuffer<uint> y[2];\n" + kernelOf("", "x[0] = y[0][0];"), spirv(), "E0421"},
		{"the same binding twice, a constant buffer", "[[vk::binding(1, 0)]] RWStructuredBuffer<uint> x; [[vk::binding(1, 0)]] cbuffer C { uint y; }\n" + kernelOf("", "x[0] = y;"), spirv(), "E0421"},
		{"the same binding twice, atomics through both", "[[vk::binding(1, 0)]] RWStructuredBuffer<uint> x; [[vk::binding(1, 0)]] RWStructuredBuffer<uint> y;\n" + kernelOf("", "InterlockedAdd(x[0], 1); InterlockedAdd(y[1], 1);"), spirv(), "E0421"},
		{"the same register twice", "RWStructuredBuffer<uint> x : register(u3); RWStructuredBuffer<uint> y : register(u3);\n" + kernelOf("", "x[0] = y[0];"), hlsl(), "E0421"},
		{"ordered atomic before Metal 3.2", kernelOf("", "a[0].store(1, MemoryOrder.Release);"), metal31, "E0504"},
		{"fence before Metal 3.2", kernelOf("", "o[0] = 1; DeviceMemoryBarrier();"), metal31, "E0504"},
		{"64-bit add on Metal", kernelOf("RWStructuredBuffer<Atomic<uint64_t>> l;", "l[0].add(1);"), metal(), "E0503"},
		{"64-bit max with its result on Metal", kernelOf("RWStructuredBuffer<Atomic<uint64_t>> l;", "o[0] = uint(l[0].max(1));"), metal(), "E0503"},
		{"64-bit atomics below SM 6.6", kernelOf("RWStructuredBuffer<Atomic<uint64_t>> l;", "l[0].add(1);"), sm65, "E0503"},
		{"half compare-exchange", kernelOf("RWStructuredBuffer<Atomic<half>> h;", "h[0].compareExchange(half(0), half(1));"), spirv(), "E0503"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			_, diags := lowerText(t, r.text, r.opts)
			all := diags.All()
			if len(all) != 1 || all[0].Code.ID != r.code {
				t.Errorf("reported %d diagnostics, want one %s", len(all), r.code)
				for _, d := range all {
					t.Logf("%s: %s", d.Code.ID, d.Message)
				}
			}
		})
	}
	// 64-bit max without result is what Metal has.
	mustLower(t, kernelOf("RWStructuredBuffer<Atomic<uint64_t>> l;", "l[0].max(1);"), metal())
}

// TestSharedBindingHelp: two variables that cannot share a binding are told the difference.
func TestSharedBindingHelp(t *testing.T) {
	for _, c := range []struct{ second, use, help string }{
		{"StructuredBuffer<uint> y;", "y[0]", "'y' is read-only and 'x' is not"},
		{"globallycoherent RWStructuredBuffer<uint> y;", "y[0]", "'y' is globallycoherent and 'x' is not"},
		{"RWStructuredBuffer<uint> y[2];", "y[0][0]", "'x' and 'y' are arrays of different lengths, or one is no array"},
		{"cbuffer C { uint y; }", "y", "'C' is none"},
	} {
		_, diags := lowerText(t, "[[vk::binding(1, 0)]] RWStructuredBuffer<uint> x; [[vk::binding(1, 0)]] "+c.second+"\n"+kernelOf("", "x[0] = "+c.use+";"), spirv())
		all := diags.All()
		if len(all) != 1 || all[0].Code.ID != "E0421" || !strings.HasSuffix(all[0].Help, c.help) {
			t.Errorf("%s: %+v, want one E0421 with the help %q", c.second, all, c.help)
		}
	}
}

// TestWorkgroupSize: a function that two entry points call has the size of each.
func TestWorkgroupSize(t *testing.T) {
	text := mustLower(t, `RWStructuredBuffer<int> o;
int width() { return WorkgroupSize().x; }
[shader("compute")] [numthreads(4, 1, 1)] void wide() { o[0] = width(); }
[shader("compute")] [numthreads(2, 3, 1)] void narrow() { o[0] = width(); }`, spirv())
	wantLines(t, text, "func @width() -> int {", "return 4:int", "func @width_2() -> int {", "return 2:int")
}

// TestDeterminism: two lowerings of one program print the same.
func TestDeterminism(t *testing.T) {
	src := kernelOf("struct S { float3x3 m; bool b; }; RWStructuredBuffer<S> s; cbuffer C { float4 c; } RWByteAddressBuffer r; groupshared uint g[4];",
		"s[i].m = s[0].m; s[i].b = r.Load(4) > 1; g[i & 3] = uint(c.x); a[0].add(g[0]);")
	var first string
	for range 3 {
		text := mustLower(t, src, Options{Caps: CapsFor(HLSL, 0), Optimize: 1})
		if first == "" {
			first = text
		} else if text != first {
			t.Fatal("the same program printed differently")
		}
	}
	if _, err := ir.Parse(first); err != nil {
		t.Errorf("the printed form does not parse: %v", err)
	}
}

// TestRemainder: Vulkan and HLSL leave the remainder of a negative number undefined, so it is
// made of a division there; MSL's is C's.
func TestRemainder(t *testing.T) {
	kernel := kernelOf("RWStructuredBuffer<int> s;", "s[0] = s[1] % s[2]; o[0] = i % 3;")
	made := []string{"%5 = div %2, %4 : int", "%6 = mul %5, %4 : int", "%7 = sub %2, %6 : int", "... = rem %0, 3:uint : uint"}
	for target, want := range map[Target][]string{
		SPIRV: made, HLSL: made, Metal: {"%5 = rem %2, %4 : int", "... = rem %0, 3:uint : uint"},
	} {
		wantLines(t, mustLower(t, kernel, Options{Caps: CapsFor(target, 0)}), want...)
	}
}
