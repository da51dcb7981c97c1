package golden

import (
	"slices"
	"strings"
	"testing"
)

// body is a function of HLSL or MSL around some lines. F is a fence, B a barrier that is one of the device, and S and L are
// stores and loads of an atomic.
func body(lang Language, lines string) string {
	fence, barrier := "DeviceMemoryBarrier();", "DeviceMemoryBarrierWithGroupSync();"
	add := func(object string) string { return "InterlockedAdd(" + object + ", 1u);" }
	head := "RWStructuredBuffer<uint> data : register(u0, space0);\n\nvoid f()\n{\n"
	if lang == Metal {
		fence = "atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);"
		barrier = "threadgroup_barrier(mem_flags::mem_device);"
		add = func(object string) string {
			return "atomic_fetch_add_explicit(&" + object + ", 1u, memory_order_relaxed);"
		}
		head = "kernel void f(\n    device uint* data [[buffer(0)]])\n{\n"
	}
	var b strings.Builder
	for _, l := range strings.Fields(lines) {
		switch l {
		case "F":
			l = fence
		case "B":
			l = barrier
		case "p", "q", "r":
			l = add(l + "[0]")
		case "data=":
			l = "data[1] = 2u;"
		case "=data":
			l = "uint x = data[1];"
		}
		b.WriteString("    " + l + "\n")
	}
	return head + b.String() + "}\n"
}

// TestFencesOfText: whose a fence between two atomics is cannot be told from one text, but from two: it is that of the operation that it stays
// with. What is there is never called gone, and what is gone is never only other code.
func TestFencesOfText(t *testing.T) {
	const device = "; lost buffer memory"
	for _, c := range []struct {
		name, was, now string
		want           []string
	}{
		{"a relaxed operation between another and its neighbour's release", "p F q", "p r F q", []string{"added: atomic add on r[0] is new"}},
		{"a release between two", "p F q", "p F r F q", []string{"added: atomic add on r[0] is new"}},
		{"behind an acquire", "p F q", "p F r q", []string{"added: atomic add on r[0] is new"}},
		{"the relaxed operation before a release is gone", "p F q", "F q", []string{"removed: atomic add on p[0] is gone"}},
		{"the relaxed operation behind an acquire is gone", "p F q", "p F", []string{"removed: atomic add on q[0] is gone"}},
		{"a release operation is gone", "p F q", "p", []string{"weaker: atomic add on q[0] is gone"}},
		{"the fence of two neighbours", "p F q", "p q", []string{"weaker: fence behind atomic add on p[0] and before atomic add on q[0] is gone"}},
		{"a new fence of two neighbours", "p q", "p F q", []string{"stronger: fence behind atomic add on p[0] and before atomic add on q[0] is new"}},
		{"one fence of two", "p F F q", "p F q", []string{"removed: fence behind atomic add on p[0] is gone; the one that is left is shared by its neighbours"}},
		{"both fences", "p F F q", "p q", []string{"weaker: atomic add on p[0]: acquire became relaxed" + device, "weaker: atomic add on q[0]: release became relaxed" + device}},
		{"swapped orders", "p F q", "F p q", []string{"weaker: fence behind atomic add on p[0] and before atomic add on q[0] is gone",
			"stronger: atomic add on p[0]: relaxed became release; gained buffer memory"}},
		{"a fence alone", "data= F =data", "data= =data", []string{"weaker: fence is gone"}},
		{"a store moves behind a release", "data= F p", "F p data=", []string{"weaker: plain store to data[1] moved behind atomic add on p[0] (release)"}},
		{"a load moves before an acquire", "p F =data", "=data p F", []string{"weaker: plain load from data[1] moved before atomic add on p[0] (acquire)"}},
		{"a store moves behind what is relaxed", "data= p", "p data=", []string{"moved: plain store to data[1] moved behind atomic add on p[0]"}},
		{"a store moves over a barrier", "data= B p", "B data= p", []string{"weaker: plain store to data[1] moved behind control barrier (acquire-release)"}},
	} {
		for _, lang := range [...]Language{HLSL, Metal} {
			got := Compare(lang, body(lang, c.was), body(lang, c.now), nil)
			if lines := findingLines(got); !slices.Equal(lines, c.want) && !(lang == HLSL && slices.Equal(lines, alsoImages(c.want))) {
				t.Errorf("%s, language %d:\n got %q\nwant %q", c.name, lang, lines, c.want)
			}
			if got.Other != 0 {
				t.Errorf("%s, language %d: %d lines count twice", c.name, lang, got.Other)
			}
		}
	}
}

// alsoImages: a fence of the device is one of images too in HLSL.
func alsoImages(lines []string) []string {
	out := slices.Clone(lines)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "buffer memory", "buffer memory, image memory")
	}
	return out
}

// TestAtomicityLost: an atomic that became a plain access is weaker on every target, and coherence does not make up for it.
func TestAtomicityLost(t *testing.T) {
	hlsl := "RWStructuredBuffer<uint> ctr : register(u0, space0);\n\nvoid f()\n{\n    uint r;\n    InterlockedAdd(ctr[0], 5u, r);\n}\n"
	metal := "kernel void f(\n    device uint* ctr [[buffer(0)]])\n{\n    uint r = atomic_fetch_add_explicit(&ctr[0], 5u, memory_order_relaxed);\n}\n"
	for lang, texts := range map[Language][2]string{
		HLSL: {hlsl, strings.NewReplacer("RWS", "globallycoherent RWS", "    uint r;\n    InterlockedAdd(ctr[0], 5u, r);",
			"    uint r = ctr[0];\n    ctr[0] = r + 5u;").Replace(hlsl)},
		Metal: {metal, strings.NewReplacer("device uint*", "device coherent(device) uint*", "atomic_fetch_add_explicit(&ctr[0], 5u, memory_order_relaxed);",
			"ctr[0];\n    ctr[0] = r + 5u;").Replace(metal)},
		SPIRV: {withBody("%12 = OpAtomicIAdd %uint %11 %uint_1 %uint_0 %uint_5"), withBody("%12 = OpLoad %uint %11\n%13 = OpIAdd %uint %12 %uint_5\nOpStore %11 %13")},
	} {
		object, want := "ctr[0]", []string{"changed: ctr: gained coherence"}
		if lang == SPIRV {
			object, want = "flag[5]", nil
		}
		want = append([]string{"weaker: atomic add on " + object + ": atomic add became plain load (atomicity lost)"}, want...)
		want = append(want, "added: plain store to "+object+" is new")
		if got := findingLines(Compare(lang, texts[0], texts[1], nil)); !slices.Equal(got, want) {
			t.Errorf("language %d:\n got %q\nwant %q", lang, got, want)
		}
	}
}

// TestMovesOfSPIRV: an access or a barrier that only stands elsewhere moved; it is weaker if an order is lost. Either of two that
// changed places may be called the one that moved.
func TestMovesOfSPIRV(t *testing.T) {
	const store, release, acquire = "OpStore %11 %uint_5 NonPrivatePointer\n", "OpAtomicStore %flag %uint_1 %rel %uint_1\n", "%12 = OpAtomicLoad %uint %flag %uint_1 %acq\n"
	const plain, rel, acq = "plain store to flag[5]", "atomic store to flag (release)", "atomic load from flag (acquire)"
	for _, c := range []struct {
		name, first, second string
		verdict             string
		a, b                string
	}{
		{"a store behind a release", store, release, "weaker", plain, rel},
		{"a store before a release", release, store, "moved", rel, plain},
		{"a store before an acquire", acquire, store, "weaker", acq, plain},
		{"a store behind an acquire", store, acquire, "moved", plain, acq},
	} {
		got := findingLines(Compare(SPIRV, withBody(c.first+c.second), withBody(c.second+c.first), nil))
		want := []string{c.verdict + ": " + c.a + " moved behind " + c.b, c.verdict + ": " + c.b + " moved before " + c.a}
		if len(got) != 1 || !slices.Contains(want, got[0]) {
			t.Errorf("%s:\n got %q\nwant one of %q", c.name, got, want)
		}
	}
}

// TestStrengthened: a store that became an exchange, because it is sequentially consistent now, is stronger.
func TestStrengthened(t *testing.T) {
	got := findingLines(Compare(SPIRV, withBody("OpAtomicStore %11 %uint_1 %rel %uint_1"), withBody("%12 = OpAtomicExchange %uint %11 %uint_1 %acqrel %uint_1"), nil))
	want := []string{"stronger: atomic store to flag[5]: atomic store became atomic exchange; release became acquire-release; gained make-visible"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
