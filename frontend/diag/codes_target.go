package diag

// Codes of: what a target cannot express.
var (
	TargetUnsupported = &Code{"E0501", "target-unsupported", Error, 36107, "The target, or the version of it that was asked for, cannot express the operation on operands of this type."}
	UnknownCapability = &Code{"E0502", "unknown-capability", Error, 13, "A capability that was asked for is not known."}
	TargetAtomic      = &Code{"E0503", "target-atomic", Error, 55204, "The target, or the version of it that was asked for, has no such atomic operation on this type."}
	TargetOrder       = &Code{"E0504", "target-order", Error, 0, "The target version cannot express a memory order, fence or barrier."}
	TargetType        = &Code{"E0505", "target-type", Error, 0, "The target, or the version of it that was asked for, has no such type."}
	TargetResource    = &Code{"E0506", "target-resource", Error, 0, "The target cannot express a resource or its memory layout."}
	TargetLimit       = &Code{"E0507", "target-limit", Error, 0, "An entry point is beyond a limit that all devices of the target have."}

	HLSLWaveSync = &Code{"W0501", "hlsl-wave-sync", Warning, 0, "HLSL has no wave execution barrier: only the memory barrier is emitted."}
	HLSLSeqCst   = &Code{"W0502", "hlsl-seqcst", Note, 0, "HLSL has no formal memory model: a SeqCst operation becomes a read-modify-write between fences, the strongest that there is."}
)

var targetCodes = []*Code{
	TargetUnsupported, UnknownCapability, TargetAtomic, TargetOrder, TargetType, TargetResource, TargetLimit,
	HLSLWaveSync, HLSLSeqCst,
}
