package diag

// Codes of: what a target cannot express.
var (
	TargetUnsupported = &Code{"E0501", "target-unsupported", Error, 36107, "The target, or the version of it that was asked for, cannot express the operation on operands of this type."}
	UnknownCapability = &Code{"E0502", "unknown-capability", Error, 13, "A capability that was asked for is not known."}
)

var targetCodes = []*Code{TargetUnsupported, UnknownCapability}
