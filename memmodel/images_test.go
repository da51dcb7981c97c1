package memmodel_test

import (
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// passingByImage is message passing whose payload is a texel of four components.
const passingByImage = `
[format("FORMAT")] RWTexture2D<float4> pic;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<float> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    if (gid.x == 0)
    {
        pic[uint2(1, 0)] = float4(1, 2, 3, 4);
        flag[0].store(7, MemoryOrder.Release);
    }
    else if (flag[0].load(MemoryOrder.Acquire) == 7)
        seen[0] = pic[uint2(1, 0)].w;
}
`

// TestTexels: a texel is passed whole; each weakening of the words is a race, with what is missing.
func TestTexels(t *testing.T) {
	words := compile(t, strings.Replace(passingByImage, "FORMAT", "rgba32f", 1))
	launch := memmodel.Launch{Groups: 2, Extents: map[[3]uint32][3]uint32{{0, 0, 0}: {2, 2, 1}}}
	expect(t, verify(t, words, launch), false, []string{"pic", "seen"}, "pic[1]=(1,2,3,4) seen[0]=0", "pic[1]=(1,2,3,4) seen[0]=4")
	is := func(op binary.Opcode) func(in *binary.Inst) bool {
		return func(in *binary.Inst) bool { return in.Op == op }
	}
	for _, c := range []struct {
		name    string
		words   []uint32
		missing string
	}{
		// Image operands follow the image, the coordinate and the texel.
		{"private store", patch(t, words, is(binary.OpImageWrite), 4, 0), "the store to pic[1] is private; a NonPrivate access would order the accesses"},
		{"private load", patch(t, words, is(binary.OpImageRead), 5, 0), "the load of pic[1] is private; a NonPrivate access would order the accesses"},
		{"release of buffers", constant(t, words, 0x4|0x40|0x800|0x2000, 0x4|0x40|0x2000),
			"the atomic store to flag[0] covers buffers only; Release would order the store to pic[1] before it"},
		{"acquire of buffers", constant(t, words, 0x2|0x40|0x800|0x4000, 0x2|0x40|0x4000),
			"the atomic load of flag[0] covers buffers only; Acquire would order the load of pic[1] after it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := verify(t, c.words, launch)
			expect(t, r, true, nil)
			if len(r.Races) > 0 && r.Races[0].Missing != c.missing {
				t.Errorf("missing %q, want %q", r.Races[0].Missing, c.missing)
			}
		})
	}
}

// TestTexelFormats: a format that converts is refused where it is accessed.
func TestTexelFormats(t *testing.T) {
	k, err := memmodel.LoadKernel(compile(t, strings.Replace(passingByImage, "FORMAT", "rgba16f", 1)), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = k.Verify(memmodel.Launch{Groups: 2}); err == nil || !strings.Contains(err.Error(), "images of a format that converts are not supported by verify") {
		t.Errorf("%v", err)
	}
}
