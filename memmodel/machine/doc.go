// Package machine holds abstract machines for HLSL and MSL, which have no formal memory
// model of their own, and executes what the compiler prints for them.
//
//	op.go       the operations of a machine, and what each means: its events
//	axioms.go   what C++ says about seq_cst beyond that
//	lex.go      the tokens of a shader text
//	parse.go    its statements: the subset that the backends print
//	resource.go the memory objects that it declares
//	run.go      one invocation, executed for its operations (expr.go, hlsl.go, metal.go)
//	explore.go  the paths of all invocations, and all their executions
//
// An operation becomes events of package memmodel, whose relations (synchronises-with,
// happens-before by storage class, availability and visibility) are general enough: the
// assumptions below say which events.
//
// # Assumptions
//
// Both targets. Atomic operations are relaxed, and atomic with respect to each other on the
// whole device (groupshared: in the workgroup). A plain access is ordered by nothing but fences,
// barriers and program order. A fence reaches the device for resources that are declared
// coherent (globallycoherent, coherent(device), memory_coherence_device) and for atomics,
// which take place where the whole device sees them, and no further than the own workgroup
// for plain accesses of all others: that is what sync_uglobal says in the functional
// specification of Direct3D 11.3, and what coherent(device) says in the specification of MSL.
//
// HLSL. A memory barrier is an acquire and release fence for the memory of its name. One with
// group sync waits for the workgroup between two such fences. With Options.Complete it also
// completes all accesses before any later one, as a seq_cst fence does.
//
// MSL. atomic_thread_fence is the fence of C++ over the memory of its flags and the
// threads of its scope; seq_cst fences and operations have the total order of C++20
// (the repaired one, RC11). threadgroup_barrier and simdgroup_barrier wait and order the memory
// of their flags among the threads that wait. From Metal 4.1 on an order on an operation
// is that of C++ over coherent device memory. A weak compare-exchange may fail although the
// values are equal. A texture's write is seen by the same thread's read only after fence().
package machine
