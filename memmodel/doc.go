// Package memmodel holds the memory model of Vulkan and SPIR-V as executable
// axioms, and a checker that looks at every candidate execution of a small program.
//
// The model is the one of the Vulkan specification, appendix "Memory Model", and of
// the formal statement that Khronos publishes with it (the Alloy model of
// KhronosGroup/Vulkan-MemoryModel). Section names in comments are those of the
// specification.
//
// The parts, in the order in which data flows:
//
//	relation.go    Set and Relation: bits over at most 256 events
//	event.go       Event, Program: what a program does, thread by thread
//	litmus.go      Program and its verdicts from the litmus format of Khronos
//	build.go       Program from Go
//	static.go      what a program fixes before it runs
//	barrier.go     which control barriers meet
//	axioms.go      the relations of one execution, a function each, and consistency
//	avail.go       availability and visibility chains, location order, data races
//	condition.go   what is asked of an execution
//	search.go      every execution: reads-from × modification order
//	value.go       what reads return and memory ends as
//	witness.go     an execution as a table and as a Graphviz graph
//	svg.go         an execution as a picture
//
// On top of it lies the verification of kernels, from the words of a SPIR-V module:
//
//	module.go      Kernel: types, layouts, bindings
//	place.go       where a pointer points (descriptor.go: arrays of buffers; object.go: device memory)
//	cells.go       accesses of several sizes; shape.go: their events in the axioms
//	dispatch.go    the kernel of one launch: sizes, workgroups, specialized constants
//	invocation.go  one invocation, executed up to what it does to shared memory
//	               (request.go, execute.go, access.go, image.go, atomic.go, arith.go, float.go)
//	spin.go        loops that wait
//	commute.go     read-modify-writes whose order makes no difference
//	meet.go        barriers and operations of waves
//	verify.go      Kernel.Verify; outcome.go and expect.go: final states and expectations
//	explore.go     every execution of a launch: explorer, play (play.go, finish.go) and its
//	               graph of events (graph.go)
//	explain.go     what would order a race
//
// An execution is a choice, for every read, of the write that it reads from (or the
// initial value), and for every location of an order of its atomic writes. Everything
// else follows from the choice by definition; the axioms say which choices a device
// may show.
//
// The package answers what the model allows. A program with a data race has no
// meaning in the specification at all: whoever asks for final states asks for races
// first.
package memmodel
