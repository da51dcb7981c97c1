package litmus

import (
	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// flowRows: barriers in control flow. One that waits for the workgroup stands where all its invocations
// come by, in a branch or a loop too; one that waits for a wave waits for those of it that are there; one that waits
// for nobody may stand anywhere.
func flowRows() []row {
	group := func(bit uint32) []weaker {
		return []weaker{
			{name: "that waits only", edits: []edit{semantics(barriers(0), 0)}},
			{name: "without the storage class", edits: []edit{without(barriers(0), bit)}},
			{name: "that does not wait", edits: []edit{drop(barriers(0))}},
		}
	}
	const tile, buffers = binary.MemorySemanticsWorkgroupMemory, binary.MemorySemanticsUniformMemory
	return []row{
		{name: "barrier in a branch of the workgroup", launch: memmodel.Launch{Groups: 2, Wave: 1}, want: []string{"seen[0]=42"}, weaker: group(tile), text: kernel(2, `
    if (gid.x == 1)
    {
        if (FIRST)
            tile = 42;
        GroupMemoryBarrierWithGroupSync();
        if (!(FIRST))
            seen[0] = tile;
    }
`)},
		{name: "barrier in a loop", launch: waves(false), want: []string{"seen[0]=1 seen[1]=2"}, weaker: group(buffers), text: kernel(2, `
    for (uint round = 0; round < 2; round++)
    {
        if (index == round)
            data[round] = round + 1;
        DeviceMemoryBarrierWithGroupSync();
        if (index != round)
            seen[round] = data[round];
    }
`)},
		// Invocations 2 and 3 of the wave are elsewhere.
		{name: "wave barrier in a branch of half the wave", launch: memmodel.Launch{Wave: 4}, want: []string{"seen[0]=42 seen[1]=9"}, weaker: group(tile), text: kernel(4, `
    if (index < 2)
    {
        if (FIRST)
            tile = 42;
        GroupMemoryBarrierWithWaveSync();
        if (index == 1)
            seen[0] = tile;
    }
    else if (index == 2)
        seen[1] = 9;
`)},
		// In the two branches of a wave stand two barriers: they do not meet.
		{name: "wave barriers in both branches", launch: memmodel.Launch{Wave: 4}, want: []string{"seen[0]=42 seen[1]=43"},
			weaker: []weaker{{name: "of which one waits only", edits: []edit{semantics(barriers(1), 0)}}, {name: "of which one is missing", edits: []edit{drop(barriers(0))}}}, text: kernel(4, `
    if (index < 2)
    {
        if (index == 0)
            data[0] = 42;
        AllMemoryBarrierWithWaveSync();
        if (index == 1)
            seen[0] = data[0];
    }
    else
    {
        if (index == 2)
            data[1] = 43;
        AllMemoryBarrierWithWaveSync();
        if (index == 3)
            seen[1] = data[1];
    }
`)},
		{name: "fences in divergent branches", launch: memmodel.Launch{Groups: 2}, want: []string{"", "seen[0]=42"},
			weaker: []weaker{
				{name: "without the first", edits: []edit{drop(barriers(0))}},
				{name: "without the second", edits: []edit{drop(barriers(1))}},
				{name: "the first of the workgroup", edits: []edit{scope(barriers(0), binary.ScopeWorkgroup)}},
				{name: "the second of other memory", edits: []edit{without(barriers(1), buffers)}},
			}, text: kernel(1, `
    if (FIRST)
    {
        data[0] = 42;
        DeviceMemoryBarrier();
        flag[0].store(7, MemoryOrder.Relaxed);
    }
    else if (flag[0].load(MemoryOrder.Relaxed) == 7)
    {
        DeviceMemoryBarrier();
        seen[0] = data[0];
    }
`)},
	}
}
