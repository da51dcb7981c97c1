package lower

import (
	"testing"

	"slc/lower/ir"
)

// TestPointers: what the IR says of pointers. The address of a place is the pointer plus the offsets of the natural
// layout, worked out by hand: in Node, v is at 4, next at 16, m at 24 (three columns of two floats), 48 bytes in all.
func TestPointers(t *testing.T) {
	const node = "struct Node { uint value; float3 v; Node* next; float2x3 m; };\nuniform Node* head; uniform uint* data; groupshared uint tile[8];\n"
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"member", "*(&head->v.z) = 1;", []string{"... = add ..., 4:uint64_t : uint64_t", "... = add ..., 8:uint64_t : uint64_t"}},
		{"element behind", "head[1].value = 1;", []string{"... = add ..., 48:uint64_t : uint64_t"}},
		{"element before", "head[-1].value = 1;", []string{"... = add ..., 18446744073709551568:uint64_t : uint64_t"}},
		{"cell of a matrix by columns", "*(&head->m[1][2]) = 1;", []string{"... = add ..., 24:uint64_t : uint64_t",
			"... = add ..., 16:uint64_t : uint64_t", "... = add ..., 4:uint64_t : uint64_t"}},
		{"alignment and scope", "storeCoherent<16, MemoryScope.Workgroup>(data, 1u);", []string{
			"... = deref ... {coherent=workgroup align=16} : &physical uint", "store ..., 1:uint {shared=1 coherent=workgroup}", "pointers scalar"}},
		{"the scope of one invocation is none", "storeCoherent<8, MemoryScope.Invocation>(data, 1u);", []string{
			"... = deref ... {align=8} : &physical uint", "store ..., 1:uint {shared=1}"}},
		{"groupshared: no pointer is left", "Ptr<uint, Access.ReadWrite, AddressSpace.GroupShared> p = &tile[2]; p[3] = 1;", []string{
			"... = elem @tile, 5:int : &groupshared uint", "store ..., 1:uint {shared=1}"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := spirv()
			opts.Optimize = 1
			text := mustLower(t, node+"[numthreads(1,1,1)] void main() { "+c.body+" }", opts)
			wantLines(t, text, c.want...)
			again, err := ir.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if again.String() != text {
				t.Errorf("parsed and printed again it is\n%s\nnot\n%s", again, text)
			}
		})
	}
}
