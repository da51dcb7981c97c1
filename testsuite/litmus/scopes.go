package litmus

import (
	"slc"
	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// scopeRows: each branch of scope narrowing, and messages that pass through several
// scopes (lowering.md §1, "Scope narrowing").
func scopeRows() []row {
	waveBarrier := ops(all, binary.OpControlBarrier)
	wave := ops(all, binary.OpControlBarrier)
	groups := memmodel.Launch{Groups: 2, Wave: 1}
	return []row{
		{name: "wave barrier where an atomic on device memory follows", launch: memmodel.Launch{Groups: 2, Wave: 2}, text: kernel(2, `
    if (gid.x == 0)
    {
        data[index] = 5;
        AllMemoryBarrierWithWaveSync();
        if (index == 0)
            flag[0].store(1, MemoryOrder.Relaxed);
    }
    else if (index == 0 && flag[0].load(MemoryOrder.Acquire) == 1)
        seen[0] = data[1];
`), want: []string{"", "seen[0]=5"}, weaker: []weaker{
			{name: "of workgroup scope", edits: []edit{scope(waveBarrier, binary.ScopeWorkgroup)}},
			{name: "of wave scope", edits: []edit{scope(waveBarrier, binary.ScopeSubgroup)}},
		}},
		{name: "wave barrier where a groupshared atomic follows", launch: waves(false), text: kernel(2, `
    if (FIRST)
    {
        data[0] = 5;
        AllMemoryBarrierWithWaveSync();
        local.store(1, MemoryOrder.Relaxed);
    }
    else if (local.load(MemoryOrder.Acquire) == 1)
        seen[0] = data[0];
`), want: []string{"", "seen[0]=5"}, weaker: []weaker{
			{name: "of wave scope", edits: []edit{scope(waveBarrier, binary.ScopeSubgroup)}},
		}},
		{name: "wave barriers around a barrier of the workgroup", launch: waves(false), text: kernel(2, `
    if (FIRST)
        data[0] = 5;
    AllMemoryBarrierWithWaveSync();
    GroupMemoryBarrierWithGroupSync();
    AllMemoryBarrierWithWaveSync();
    if (!(FIRST))
        seen[0] = data[0];
`), want: []string{"seen[0]=5"}, weaker: []weaker{
			{name: "the first of wave scope", edits: []edit{scope(nth(0, isBarrier(binary.ScopeSubgroup)), binary.ScopeSubgroup)}},
			{name: "the last of wave scope", edits: []edit{scope(nth(1, isBarrier(binary.ScopeSubgroup)), binary.ScopeSubgroup)}},
		}},
		{name: "groupshared wave barriers around a barrier of the workgroup", launch: waves(false), text: kernel(2, `
    if (FIRST)
        tile = 5;
    GroupMemoryBarrierWithWaveSync();
    DeviceMemoryBarrierWithGroupSync();
    GroupMemoryBarrierWithWaveSync();
    if (!(FIRST))
        seen[0] = tile;
`), want: []string{"seen[0]=5"}, weaker: []weaker{
			{name: "the first of wave scope", edits: []edit{scope(nth(0, isBarrier(binary.ScopeSubgroup)), binary.ScopeSubgroup)}},
			{name: "the last of wave scope", edits: []edit{scope(nth(1, isBarrier(binary.ScopeSubgroup)), binary.ScopeSubgroup)}},
		}},
		{name: "wave barrier and nothing that leaves the wave", launch: waves(true), text: kernel(2, `
    if (FIRST)
        data[0] = 5;
    AllMemoryBarrierWithWaveSync();
    if (!(FIRST))
        seen[0] = data[0];
`), want: []string{"seen[0]=5"}, weaker: []weaker{
			{name: "pure execution", edits: []edit{semantics(wave, 0)}},
		}},
		transitiveAtomics(groups), transitiveBarrier(groups), transitiveThree(), groupsharedAlone(), queueFamilies(), deviceBarriers(groups),
	}
}

// isBarrier are the control barriers of an execution scope.
func isBarrier(s binary.Scope) which {
	return func(m *module, in *binary.Inst) bool {
		if in.Op != binary.OpControlBarrier {
			return false
		}
		n, _ := m.m.Const(in.ID(0))
		return binary.Scope(n) == s
	}
}

// transitiveAtomics: an ordered groupshared atomic has device scope where an atomic on
// device memory can carry the message on to another group.
func transitiveAtomics(groups memmodel.Launch) row {
	released, acquired := atomics("local", 0), atomics("local", 1)
	return row{name: "groupshared flag, then a flag on device memory", launch: groups, text: kernel(2, `
    if (gid.x == 0 && index == 0)
    {
        data[0] = 42;
        local.store(1, MemoryOrder.Release);
    }
    else if (gid.x == 0)
    {
        if (local.load(MemoryOrder.Acquire) == 1)
            flag[0].store(7, MemoryOrder.Release);
    }
    else if (index == 0 && flag[0].load(MemoryOrder.Acquire) == 7)
        seen[0] = data[0];
`), want: []string{"", "seen[0]=42"}, weaker: []weaker{
		{name: "a groupshared release of workgroup scope", edits: []edit{scope(released, binary.ScopeWorkgroup)}, noChains: true},
		{name: "a groupshared release of wave scope", edits: []edit{scope(released, binary.ScopeSubgroup)}},
		{name: "a relaxed groupshared store", edits: []edit{semantics(released, 0)}},
		{name: "a relaxed groupshared load", edits: []edit{semantics(acquired, 0)}},
		{name: "a relaxed store on device memory", edits: []edit{semantics(atomics("flag", 0), 0)}},
	}}
}

// transitiveBarrier: a barrier of the workgroup that covers buffers has device scope.
func transitiveBarrier(groups memmodel.Launch) row {
	at := isBarrier(binary.ScopeWorkgroup)
	return row{name: "barrier of the workgroup, then a flag on device memory", launch: groups, text: kernel(2, `
    if (gid.x == 0 && index == 0)
        data[0] = 42;
    AllMemoryBarrierWithGroupSync();
    if (gid.x == 0)
    {
        if (index == 1)
            flag[0].store(7, MemoryOrder.Release);
    }
    else if (index == 1 && flag[0].load(MemoryOrder.Acquire) == 7)
        seen[0] = data[0];
`), want: []string{"", "seen[0]=42"}, weaker: []weaker{
		{name: "of workgroup scope", edits: []edit{scope(at, binary.ScopeWorkgroup)}, noChains: true},
		{name: "pure execution", edits: []edit{semantics(at, 0)}},
	}}
}

// transitiveThree: the middle one of three groups passes on what it has acquired.
func transitiveThree() row {
	middle := atomics("other", 0)
	return row{name: "message through a third group", launch: memmodel.Launch{Groups: 3}, text: kernel(1, `
    switch (gid.x)
    {
    case 0:
        data[0] = 42;
        flag[0].store(1, MemoryOrder.Release);
        break;
    case 1:
        if (flag[0].load(MemoryOrder.Acquire) == 1)
            other[0].store(1, MemoryOrder.Release);
        break;
    case 2:
        if (other[0].load(MemoryOrder.Acquire) == 1)
            seen[0] = data[0];
        break;
    }
`), want: []string{"", "seen[0]=42"}, weaker: []weaker{
		{name: "a relaxed store in the middle", edits: []edit{semantics(middle, 0)}},
		{name: "a relaxed load in the middle", edits: []edit{semantics(atomics("flag", 1), 0)}},
		{name: "a middle without the storage class", edits: []edit{without(middle, binary.MemorySemanticsUniformMemory)}},
		// The payload was made available by the first release and is made visible by the last
		// acquire: what the middle does about its own writes does not matter.
		{name: "a middle without MakeAvailable", edits: []edit{without(middle, binary.MemorySemanticsMakeAvailable)}, harmless: "the first release made the payload available"},
	}}
}

// groupsharedAlone: without atomics on device memory an ordered groupshared atomic has
// workgroup scope, and a relaxed one always.
func groupsharedAlone() row {
	return row{name: "groupshared flags alone", launch: waves(false), text: kernel(2, `
    if (FIRST)
    {
        tile = 42;
        local.store(1, MemoryOrder.Release);
    }
    else if (local.load(MemoryOrder.Acquire) == 1)
        seen[0] = tile + local2.add(1);
`), want: []string{"", "seen[0]=42"}, weaker: []weaker{
		{name: "of wave scope", edits: []edit{scope(atomics("local", all), binary.ScopeSubgroup)}},
	}}
}

// queueFamilies: device scope reaches other queue families, the scope QueueFamily does not.
func queueFamilies() row {
	both := atomics("flag", all)
	return row{name: "device scope between queue families", launch: memmodel.Launch{Groups: 2, Families: 2},
		text: kernel(1, passing(flagKinds[0], payloads[0], "flag[0].store(7, MemoryOrder.Release)", "flag[0].load(MemoryOrder.Acquire)")),
		want: []string{"", "seen[0]=42"}, weaker: []weaker{
			{name: "of queue family scope", edits: []edit{scope(both, binary.ScopeQueueFamily)}},
		}}
}

// deviceBarriers: with -device-scope queue-family the same works within a family.
func deviceBarriers(memmodel.Launch) row {
	both := atomics("flag", all)
	return row{name: "queue family scope within a family", launch: memmodel.Launch{Groups: 2},
		options: slc.Options{DeviceScope: slc.DeviceScopeQueueFamily},
		text:    kernel(1, passing(flagKinds[0], payloads[0], "flag[0].store(7, MemoryOrder.Release)", "flag[0].load(MemoryOrder.Acquire)")),
		want:    []string{"", "seen[0]=42"}, weaker: []weaker{
			{name: "of workgroup scope", edits: []edit{scope(both, binary.ScopeWorkgroup)}},
		}}
}
