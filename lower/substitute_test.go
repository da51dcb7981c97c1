package lower

import (
	"testing"

	"slc/frontend/diag"
)

// TestResourceResults: what a function returns is a name for the resource, found at compile time.
func TestResourceResults(t *testing.T) {
	const decls = `RWStructuredBuffer<uint> o; RWStructuredBuffer<uint> p;
struct R { RWStructuredBuffer<uint> a; uint b; }
RWStructuredBuffer<uint> get() { return o; }
RWStructuredBuffer<uint> same(RWStructuredBuffer<uint> x) { return x; }
R make(uint n) { n++; R r; r.a = p; r.b = n; return r; }
R pick(bool c) { if (c) return make(1); return make(2); }
`
	mainOf := func(body string) string {
		return decls + "[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { " + body + " }"
	}
	for _, opts := range []Options{spirv(), hlsl(), metal()} {
		wantLines(t, mustLower(t, mainOf("get()[i] = 3; same(same(p))[i] = 4; RWStructuredBuffer<uint> q = get(); q[1] = 5;"), opts),
			"...elem @o.0, ...", "store ..., 3:uint...", "...elem @p.0, ...", "store ..., 4:uint...", "...elem @o.0, 1:...", "store ..., 5:uint...")
		wantLines(t, mustLower(t, mainOf("R r = make(i); R s = make(7); r.a[r.b] = s.b;"), opts),
			"...load ... : uint", "...add ..., 1:uint : uint", "...elem @p.0, ...", "store ...")
	}
	_, diags := lowerText(t, mainOf("R r = pick(i > 2); r.a[0] = 1; get()[0] = 1;"), spirv())
	if list := diags.All(); len(list) != 1 || list[0].Code != diag.NotSupported {
		t.Errorf("a choice at run time: %v, want one NotSupported", list)
	}
}

// TestResourceArrays: the elements of a local array are bound one by one; a copy of the array is
// bound on its own.
func TestResourceArrays(t *testing.T) {
	text := mustLower(t, `RWStructuredBuffer<uint> o, p; RWStructuredBuffer<uint> many[3];
struct R { RWStructuredBuffer<uint> a; uint b; };
[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) {
	R arr[2]; arr[0].a = o; arr[0].b = 1; arr[1].a = p; arr[1].b = i;
	R other[2] = arr; other[0].a = p; other[0].b = 5;
	arr[0].a[arr[0].b] = 10; other[0].a[other[0].b] = 11; other[1].a[other[1].b] = 12;
	RWStructuredBuffer<uint> q[3] = many; q[1] = o;
	q[1][2] = 13; q[2][3] = 14; many[1][4] = 15;
}`, Options{Caps: spirv().Caps, Optimize: 1})
	wantLines(t, text,
		"...elem @o.0, 1:uint...", "store ..., 10:uint...", "...elem @p.0, 5:uint...", "store ..., 11:uint...", "...elem @p.0, ...", "store ..., 12:uint...",
		"...elem @o.0, 2:...", "store ..., 13:uint...", "...descriptor @many.0, 2:uint...", "store ..., 14:uint...", "...descriptor @many.0, 1:uint...", "store ..., 15:uint...")
}
