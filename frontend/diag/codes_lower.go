package diag

// Codes of lowering: bindings and references that only the whole program shows
// (E042x), and operations that a target version does not have (E051x).
var (
	RuntimeResource = &Code{"E0420", "runtime-resource", Error, 0, "Which resource or shared variable is used would be chosen at run time."}
	BindingOverlap  = &Code{"E0421", "overlapping-bindings", Error, 39001, "Two shader parameters have the same explicit binding."}

	AtomicTarget  = &Code{"E0511", "atomic-on-target", Error, 55204, "The target version has no such atomic operation on this type, and nothing there can stand in for it."}
	OrderTarget   = &Code{"E0512", "order-on-target", Error, 0, "The target version cannot order memory as the operation asks."}
	PointerTarget = &Code{"E0513", "pointer-on-target", Error, 0, "The target has no pointers into device memory."}
)

var lowerCodes = []*Code{RuntimeResource, BindingOverlap, AtomicTarget, OrderTarget, PointerTarget}
