package litmus

import (
	stdbinary "encoding/binary"
	"fmt"
	"strings"
	"testing"

	"slc"
)

// resources are what the bodies of kernels use; what a body does not name is not emitted.
const resources = `
RWStructuredBuffer<uint> data;
globallycoherent RWStructuredBuffer<uint> coherentData;
RWTexture1D<uint> pic;
globallycoherent RWTexture1D<uint> coherentPic;
groupshared uint tile;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<Atomic<uint>> other;
groupshared Atomic<uint> local;
groupshared Atomic<uint> local2;
RWTexture1D<uint> mark;
RWStructuredBuffer<uint> seen;
`

// kernel is a kernel with a body; threads is the size of its workgroup. In the body first
// is true in one invocation, and false in another one of the same group or of another.
func kernel(threads int, body string) string {
	first := "gid.x == 0"
	if threads > 1 {
		first = "index == 0"
	}
	return fmt.Sprintf(`%s
[shader("compute")] [numthreads(%d, 1, 1)]
void computeMain(uint3 gid : SV_GroupID, uint index : SV_GroupIndex)
{
    uint old;
%s}
`, resources, threads, strings.ReplaceAll(body, "FIRST", first))
}

// emit compiles a kernel for a target.
func emit(t *testing.T, text string, out slc.Output, o slc.Options) *slc.Result {
	t.Helper()
	r, err := slc.Compile(t.Context(), slc.Request{Files: []string{"kernel.slang"}, Outputs: []slc.Output{out}, Options: o,
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil {
		t.Fatal(err)
	}
	if r.HasErrors() {
		for _, d := range r.Diagnostics {
			t.Error(d.Code.ID, d.Message)
		}
		t.Fatal(text)
	}
	return r
}

// emitWords compiles a kernel to SPIR-V words.
func emitWords(t *testing.T, text string, o slc.Options) []uint32 {
	t.Helper()
	data := emit(t, text, slc.Output{Target: slc.SPIRV}, o).Words[0]
	words := make([]uint32, len(data)/4)
	for i := range words {
		words[i] = stdbinary.LittleEndian.Uint32(data[4*i:])
	}
	return words
}
