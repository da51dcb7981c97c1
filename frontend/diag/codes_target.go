package diag

// Codes of: what a target cannot express.
var (
	TargetAtomic   = &Code{"E0501", "target-atomic", Error, 55204, "The target, or the version of it that was asked for, has no such atomic operation on this type."}
	TargetOrder    = &Code{"E0502", "target-order", Error, 0, "The target version cannot express a memory order, fence or barrier."}
	TargetFunction = &Code{"E0503", "target-function", Error, 36107, "The target, or the version of it that was asked for, has no such function."}
	TargetType     = &Code{"E0504", "target-type", Error, 0, "The target, or the version of it that was asked for, has no such type."}
	TargetResource = &Code{"E0505", "target-resource", Error, 0, "The target cannot express a resource or its memory layout."}
	TargetSystem   = &Code{"E0506", "target-system-value", Error, 0, "The target has no such system value."}

	HLSLWaveSync = &Code{"W0501", "hlsl-wave-sync", Warning, 0, "HLSL has no wave execution barrier: only the memory barrier is emitted."}
	HLSLSeqCst   = &Code{"W0502", "hlsl-seqcst", Note, 0, "HLSL has no formal memory model: a SeqCst operation becomes a read-modify-write between fences, the strongest that there is."}
)

var targetCodes = []*Code{
	TargetAtomic, TargetOrder, TargetFunction, TargetType, TargetResource, TargetSystem,
	HLSLWaveSync, HLSLSeqCst,
}
