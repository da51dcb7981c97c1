package diag

// Codes of the lints: what is legal and does what it says, but is slow, not portable, or waits
// for something that may never come. They are off unless -Wlint or their name asks for them;
// slc check asks for all. Package lower/lint finds them, except UnusedResult, which is about
// the spelling of the source.
var (
	UniformAtomic = &Code{"W0601", "uniform-atomic", Warning, 0, "Every lane of a wave does an atomic operation on one and the same address; one lane can do it for all."}
	UnusedResult  = &Code{"W0602", "unused-atomic-result", Warning, 0, "The result of an atomic operation is not used; the reduce form of the operation asks for none."}
	EmulatedOrder = &Code{"W0603", "emulated-order", Warning, 0, "The target has no such memory order: it is made of a relaxed operation and fences, or of read-modify-writes."}
	UnboundedSpin = &Code{"W0604", "unbounded-spin", Warning, 0, "A loop waits without a bound for another invocation, which no target promises to run meanwhile."}
	WaveLock      = &Code{"W0605", "wave-lock", Warning, 0, "Several lanes of one wave take the same lock; where the lanes of a wave advance together, the one that has it never releases it."}
	WideBarrier   = &Code{"W0606", "wide-barrier", Warning, 0, "A barrier orders device memory at device scope, but only groupshared memory passes data over it."}
	IdleBarrier   = &Code{"W0607", "idle-barrier", Warning, 0, "No access before a barrier can conflict with one after it."}
	NotCoherent   = &Code{"W0608", "missing-globallycoherent", Warning, 0, "Data passes between workgroups through a buffer that is not declared globallycoherent."}
)

var lintCodes = []*Code{UniformAtomic, UnusedResult, EmulatedOrder, UnboundedSpin, WaveLock, WideBarrier, IdleBarrier, NotCoherent}

// LintGroup is the name that -W takes for all lints.
const LintGroup = "lint"

// IsLint reports whether the code is of a lint, off unless it is asked for.
func (c *Code) IsLint() bool { return c.ID[0] == 'W' && c.ID[1:3] == "06" }
