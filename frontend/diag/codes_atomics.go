package diag

// Codes of: atomics, memory orders and barriers.
var (
	AtomicRead     = &Code{"E0301", "atomic-read", Error, 30019, "An Atomic<T> is read as a plain value; load() reads it."}
	AtomicCopy     = &Code{"E0302", "atomic-copy", Error, 0, "A value that holds an Atomic<T> is copied as a whole."}
	AtomicOperator = &Code{"E0303", "atomic-operator", Error, 0, "An operator has no atomic form."}
	AtomicType     = &Code{"E0304", "atomic-type", Error, 38029, "There is no Atomic<T> of this type."}
)

var atomicCodes = []*Code{AtomicRead, AtomicCopy, AtomicOperator, AtomicType}
