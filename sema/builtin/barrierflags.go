package builtin

import "slc/sema/types"

// The flags of HLSL's Barrier(memoryFlags, semanticFlags) of shader model 6.8. Names and values are
// those of the HLSL specification, "Barrier", and of slangc's module experimental.workgraph.
var (
	BarrierMemoryFlags   = &types.Enum{Name: "BarrierMemoryTypeFlags", Underlying: types.Uint}
	BarrierSemanticFlags = &types.Enum{Name: "BarrierSemanticFlags", Underlying: types.Uint}
)

// The values of the flags that BarrierOf reads.
const (
	barrierUAV         = 0x1
	barrierGroupShared = 0x2
	barrierNode        = 0x4 | 0x8 // records of work graphs, which compute kernels do not have
	barrierAll         = 0xf

	barrierGroupSync   = 0x1
	barrierGroupScope  = 0x2
	barrierDeviceScope = 0x4
	barrierSemantics   = 0x7
)

var barrierMemoryFlags = [...]Enumerator{
	{"UAV_MEMORY", barrierUAV}, {"GROUP_SHARED_MEMORY", barrierGroupShared}, {"NODE_INPUT_MEMORY", 0x4}, {"NODE_OUTPUT_MEMORY", 0x8},
	{"ALL_MEMORY", barrierAll},
}

var barrierSemanticFlags = [...]Enumerator{
	{"REORDER", 0}, {"GROUP_SYNC", barrierGroupSync}, {"GROUP_SCOPE", barrierGroupScope}, {"DEVICE_SCOPE", barrierDeviceScope},
}

// BarrierFlag returns the flag called name and its enum, nil if there is none. The enums
// are unscoped: their values are names of their own.
func BarrierFlag(name string) (*types.Enum, int64) {
	for _, e := range [...]*types.Enum{BarrierMemoryFlags, BarrierSemanticFlags} {
		for _, k := range Enumerators(e) {
			if k.Name == name {
				return e, k.Value
			}
		}
	}
	return nil, 0
}

// BarrierOf is the barrier that the flags ask for (lowering.md §1, last row of "Barriers"): spaces
// by the memory flags, execution by GROUP_SYNC, memory scope by DEVICE_SCOPE or GROUP_SCOPE, of which
// the wider counts; neither orders no memory. A group scope for device memory is one that the source narrows.
// problem says why a combination means nothing.
func BarrierOf(memory, semantics uint64) (b Barrier, problem string) {
	if memory == barrierAll {
		memory = barrierUAV | barrierGroupShared
	}
	switch {
	case memory&barrierNode != 0:
		return b, "records of work graphs do not exist in compute kernels"
	case memory == 0 || memory&^barrierAll != 0:
		return b, "the memory flags are UAV_MEMORY, GROUP_SHARED_MEMORY and ALL_MEMORY"
	}
	if memory&barrierUAV != 0 {
		b.Spaces |= Buffers | Images
	}
	if memory&barrierGroupShared != 0 {
		b.Spaces |= Groupshared
	}
	return withSemantics(b, semantics)
}

// BarrierOn is the barrier of Barrier(resource, semanticFlags) on a writable resource.
func BarrierOn(r *types.Resource, semantics uint64) (b Barrier, problem string) {
	switch {
	case !r.Writable():
		return b, "'" + r.String() + "' is not writable, so there is nothing to order"
	case r.IsImage():
		b.Spaces = Images
	default:
		b.Spaces = Buffers
	}
	return withSemantics(b, semantics)
}

func withSemantics(b Barrier, semantics uint64) (Barrier, string) {
	if semantics&^barrierSemantics != 0 {
		return b, "the semantic flags are GROUP_SYNC, GROUP_SCOPE and DEVICE_SCOPE"
	}
	if semantics&barrierGroupSync != 0 {
		b.Exec = ScopeWorkgroup
	}
	switch {
	case semantics&barrierDeviceScope != 0:
		b.Scope = ScopeDevice
	case semantics&barrierGroupScope != 0:
		b.Scope = ScopeWorkgroup
		b.SourceNarrow = b.Spaces != Groupshared
	default:
		b.Spaces = NoSpaces
	}
	return b, ""
}
