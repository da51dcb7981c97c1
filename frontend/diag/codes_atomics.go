package diag

// Codes of: atomics, memory orders and barriers. The rules are those of
// design/lowering.md §1; package check reports most of them.
var (
	AtomicRead     = &Code{"E0301", "atomic-read", Error, 30019, "An Atomic<T> is read as a plain value; load() reads it."}
	AtomicCopy     = &Code{"E0302", "atomic-copy", Error, 0, "A value that holds an Atomic<T> is copied as a whole."}
	AtomicOperator = &Code{"E0303", "atomic-operator", Error, 0, "An operator has no atomic form."}
	AtomicType     = &Code{"E0304", "atomic-type", Error, 38029, "There is no Atomic<T> of this type."}
	AtomicStorage  = &Code{"E0305", "atomic-storage", Error, 0, "An Atomic<T> stands where memory is not shared or not writable: a local, a by-value parameter, a result, a read-only resource."}
	AtomicMissing  = &Code{"E0306", "atomic-operation", Error, 0, "An atomic operation does not exist for the type of its object."}
	AtomicDest     = &Code{"E0307", "atomic-destination", Error, 41403, "The destination of an atomic operation is neither groupshared nor an element of a writable buffer or texture."}
	AtomicTexel    = &Code{"E0308", "atomic-texel", Error, 0, "The destination of an atomic operation is a texel of more than one channel, or of a type without image atomics."}
	GroupInit      = &Code{"E0309", "groupshared-initializer", Error, 0, "A groupshared variable has an initial value; its memory starts undefined."}

	IllegalOrder     = &Code{"E0312", "illegal-order", Error, 0, "An atomic operation cannot have this memory order: a load has nothing to release, a store nothing to acquire."}
	IllegalFailOrder = &Code{"E0313", "illegal-fail-order", Error, 0, "A failed compareExchange only reads, so its order is Relaxed, Acquire or SeqCst."}
	StrongFailOrder  = &Code{"E0314", "strong-fail-order", Error, 0, "The order of a failed compareExchange is stronger than that of a successful one."}
	OrderNotConstant = &Code{"E0315", "order-not-constant", Error, 99997, "A memory order is not a compile-time constant."}

	BadBarrierFlags = &Code{"E0316", "bad-barrier-flags", Error, 0, "The flags of Barrier are unknown, not constant, or mean nothing together."}

	DivergentBarrier = &Code{"E0320", "divergent-barrier", Error, 0, "A barrier of the workgroup stands in control flow that depends on the invocation, so that not all reach it together."}

	MixedAccess          = &Code{"W0301", "mixed-atomic-access", Warning, 0, "A buffer element is accessed both by atomics and plainly, which is a data race unless something orders them."}
	PlainPoll            = &Code{"W0302", "plain-poll", Warning, 0, "A loop waits for shared memory with plain loads, which is a data race and may never see a change."}
	MaybeDivergent       = &Code{"W0303", "maybe-divergent-barrier", Warning, 0, "A barrier of the workgroup may not be reached by all invocations: it depends on loaded memory, or on a return before it."}
	DivergentWaveBarrier = &Code{"W0304", "divergent-wave-barrier", Warning, 0, "A barrier of the wave stands in control flow that differs between the lanes of a wave."}
	AliasedArgument      = &Code{"W0305", "aliased-argument", Warning, 30051, "One place is passed to two parameters of a function that may write one of them."}
)

var atomicCodes = []*Code{AtomicRead, AtomicCopy, AtomicOperator, AtomicType, AtomicStorage, AtomicMissing, AtomicDest,
	AtomicTexel, GroupInit, IllegalOrder, IllegalFailOrder, StrongFailOrder, OrderNotConstant, BadBarrierFlags, DivergentBarrier,
	MixedAccess, PlainPoll, MaybeDivergent, DivergentWaveBarrier, AliasedArgument}

// Demotable reports whether -Wno-error=name may turn the error into a warning.
func (c *Code) Demotable() bool { return c == DivergentBarrier }
