package builtin

// Barriers, as the table "Barriers" of lowering.md §1 has them.
var barrierRows = []Row{
	{Name: "AllMemoryBarrier", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeNone, Scope: ScopeDevice, Spaces: AllSpaces}},
	{Name: "AllMemoryBarrierWithGroupSync", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeWorkgroup, Scope: ScopeDevice, Spaces: AllSpaces}},
	{Name: "AllMemoryBarrierWithWaveMaskSync", Action: ActBarrier, Sig: "void(uint)", Masked: true, Barrier: Barrier{Exec: ScopeWave, Scope: ScopeDevice, Spaces: AllSpaces, Narrow: true, Masked: true}},
	{Name: "AllMemoryBarrierWithWaveSync", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeWave, Scope: ScopeDevice, Spaces: AllSpaces, Narrow: true}},
	{Name: "Barrier", Action: ActFlagBarrier, Sig: "void(any,any)"},
	{Name: "DeviceMemoryBarrier", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeNone, Scope: ScopeDevice, Spaces: Buffers | Images}},
	{Name: "DeviceMemoryBarrierWithGroupSync", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeWorkgroup, Scope: ScopeDevice, Spaces: Buffers | Images}},
	{Name: "GroupMemoryBarrier", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeNone, Scope: ScopeWorkgroup, Spaces: Groupshared}},
	{Name: "GroupMemoryBarrierWithGroupSync", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeWorkgroup, Scope: ScopeWorkgroup, Spaces: Groupshared}},
	{Name: "GroupMemoryBarrierWithWaveMaskSync", Action: ActBarrier, Sig: "void(uint)", Masked: true, Barrier: Barrier{Exec: ScopeWave, Scope: ScopeWorkgroup, Spaces: Groupshared, Narrow: true, Masked: true}},
	{Name: "GroupMemoryBarrierWithWaveSync", Action: ActBarrier, Sig: "void()", Barrier: Barrier{Exec: ScopeWave, Scope: ScopeWorkgroup, Spaces: Groupshared, Narrow: true}},
}
