package lower

import (
	"strings"
	"testing"
)

// TestNonUniformIndex: the mark of NonUniformResourceIndex reaches the descriptor through variables,
// arithmetic, arguments and results; other indices have none.
func TestNonUniformIndex(t *testing.T) {
	for _, c := range []struct {
		body   string
		marked bool
	}{
		{"o[NonUniformResourceIndex(i)][0] = 1;", true},
		{"o[i][0] = 1;", false},
		{"uint j = NonUniformResourceIndex(i); o[j][0] = 1;", true},
		{"uint j = 0; if (i > 2) j = NonUniformResourceIndex(i); o[j & 3][0] = 1;", true},
		{"o[NonUniformResourceIndex(i) / 2 + 1][0] = 1;", true},
		{"o[int(NonUniformResourceIndex(i))][0] = 1;", true},
		{"o[i > 2 ? NonUniformResourceIndex(i) : 0u][0] = 1;", true},
		{"put(NonUniformResourceIndex(i));", true},
		{"put(i);", false},
		{"put(pick(i));", true},
		{"o[pick(i)][0] = 1;", true},
		{"uint j; set(j, NonUniformResourceIndex(i)); o[j][0] = 1;", true},
		{"RWStructuredBuffer<uint> r = get(NonUniformResourceIndex(i)); r[0] = 1;", true},
		{"RWStructuredBuffer<uint> r = o[NonUniformResourceIndex(i)]; fill(r);", true},
	} {
		text := mustLower(t, `RWStructuredBuffer<uint> o[8];
void put(uint n) { o[n][0] = 1; }
uint pick(uint n) { return NonUniformResourceIndex(n * 2); }
void set(out uint n, uint v) { n = v; }
RWStructuredBuffer<uint> get(uint n) { return o[n]; }
void fill(RWStructuredBuffer<uint> r) { r[0] = 1; }
[numthreads(64,1,1)] void main(uint i : SV_GroupIndex) { `+c.body+" }", spirv())
		descriptors := 0
		for line := range strings.Lines(text) {
			if strings.Contains(line, "= descriptor ") {
				descriptors++
				if got := strings.Contains(line, "nonuniform"); got != c.marked {
					t.Errorf("%s: marked %v, want %v\n%s", c.body, got, c.marked, text)
				}
			}
		}
		if descriptors == 0 {
			t.Errorf("%s: no descriptor\n%s", c.body, text)
		}
	}

	// Two calls of one function, one with a mark: an instance each.
	text := mustLower(t, `RWStructuredBuffer<uint> o[8];
void put(uint n) { o[n][0] = 1; }
[numthreads(64,1,1)] void main(uint i : SV_GroupIndex) { put(i); put(NonUniformResourceIndex(i)); }`, spirv())
	if n := strings.Count(text, "func @put"); n != 2 {
		t.Errorf("%d instances, want 2\n%s", n, text)
	}
}
