// Package crosscheck compares the two readings that this repository has of what a kernel
// may do: package interp runs the IR under its weak memory model, package memmodel executes
// the emitted SPIR-V words under the axioms of Vulkan. Neither shares code with the other.
//
// On random small programs every outcome of the interpreter must be one that the axioms
// allow, and where the interpreter sees a data race the axioms must have one. The
// other way round the interpreter is smaller: it has no load buffering, and it sees only the
// schedules that it draws.
package crosscheck
