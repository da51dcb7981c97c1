package litmus

// clause is a row or bullet of the contract (lowering.md) with what shows that it is
// right.
type clause struct {
	says string
	// rows are how the names of the rows begin that prove it.
	rows []string
	// elsewhere names the tests that hold what is no matter of the memory model.
	elsewhere string
}

// spirvContract is lowering.md §2, row by row, with what §1 says about the meaning.
var spirvContract = []clause{
	{says: "OpMemoryModel, capabilities, extensions", elsewhere: "testsuite/structure, spirv-val"},
	{says: "scope: device 1", rows: []string{"store Release on a buffer", "load Acquire on a buffer", "AllMemoryBarrier, over"}},
	{says: "scope: workgroup 2", rows: []string{"store Release on groupshared", "GroupMemoryBarrier, over", "groupshared flags alone"}},
	{says: "scope: wave 3", rows: []string{"subgroupMemoryBarrier, over", "wave barrier and nothing that leaves the wave"}},
	{says: "scope: queue family 5", rows: []string{"queue family scope within a family", "device scope between queue families"}},
	{says: "Relaxed: semantics 0", rows: []string{"add Relaxed on a buffer", "add Relaxed on groupshared", "add Relaxed on an image", "load and store Relaxed on a buffer",
		"load and store Relaxed on groupshared", "coherence of Relaxed operations"}},
	{says: "Acquire", rows: []string{"load Acquire on a buffer", "load Acquire on groupshared", "exchange Acquire on a buffer", "compareExchange Acquire on a buffer"}},
	{says: "Release", rows: []string{"store Release on a buffer", "store Release on groupshared", "exchange Release on a buffer", "compareExchange Release on a buffer"}},
	{says: "AcquireRelease", rows: []string{"exchange AcquireRelease on a buffer", "compareExchange AcquireRelease on groupshared"}},
	{says: "every barrier is AcquireRelease", rows: barrierNames},
	{says: "pure execution barrier", rows: []string{"GroupMemoryBarrierWithGroupSync orders no buffers", "barrier orders no buffers"}},
	{says: "spaces: buffers, groupshared, images", rows: []string{"an order covers all spaces at once", "an order covers the atomic's own space",
		"store Release on a buffer, over images", "store Release on groupshared, over buffers", "store Release on groupshared, over images", "store Release on groupshared, over groupshared"}},
	{says: "load / store / exchange / CAS", rows: []string{"load Acquire", "store Release", "exchange Release", "exchange Acquire", "compareExchange Release",
		"compareExchange Acquire", "compareExchange that fails Acquire"}},
	{says: "add, sub, inc, dec, and, or, xor, min, max", rows: []string{"add ", "sub ", "increment ", "decrement ", "and ", "or ", "xor ", "min ", "max "}},
	{says: "float add, sub, min, max", rows: []string{"float add ", "float sub ", "float min ", "float max "}},
	{says: "OpMemoryBarrier without, OpControlBarrier with execution", rows: []string{"barrier in a ", "wave barrier in a branch", "wave barriers in both branches", "fences in divergent", "AllMemoryBarrier, over", "AllMemoryBarrierWithGroupSync, over", "AllMemoryBarrierWithWaveSync, over"}},
	{says: "PhysicalStorageBuffer64: UniformMemory covers it, accesses are NonPrivatePointer", rows: []string{"physical pointers, "}},
	{says: "NonPrivatePointer, NonPrivateTexel", rows: []string{"copy of a struct", "store Release on a buffer, over buffers", "store Release on a buffer, over images", "store Release on groupshared, over groupshared"}},
	{says: "globallycoherent: MakePointerAvailable, MakePointerVisible, texel forms", rows: []string{"globallycoherent buffer", "globallycoherent image"}},
	{says: "volatile: the operand Volatile, 0x8000 on atomics; it orders nothing", rows: []string{"volatile "}},
	{says: "the decorations Coherent and Volatile are illegal", elsewhere: "spirv-val"},
	{says: "one binding through several variables: Aliased", rows: []string{"one binding seen through several variables"}},
	{says: "SeqCst: read-modify-writes", rows: []string{"SeqCst store buffering", "SeqCst independent reads", "SeqCst message passing"}},
	{says: "SeqCst objects: each store is an exchange", rows: []string{"SeqCst mixed with relaxed stores"}},
	{says: "SeqCst CAS, and the re-read when it fails", rows: []string{"SeqCst compareExchange that fails", "SeqCst compareExchange that succeeds"}},
	{says: "64-bit", rows: []string{"64-bit message passing"}},
	{says: "image atomics: OpImageTexelPointer", rows: []string{"add Relaxed on an image", "memoryBarrierImage, over images"}},
	{says: "scope narrowing: wave barriers", rows: []string{"wave barrier where an atomic on device memory follows", "wave barrier where a groupshared atomic follows",
		"wave barriers around a barrier of the workgroup", "groupshared wave barriers", "wave barrier and nothing"}},
	{says: "scope narrowing: groupshared atomics", rows: []string{"groupshared flags alone", "groupshared flag, then a flag on device memory"}},
	{says: "transitive message passing", rows: []string{"message through a third group", "barrier of the workgroup, then", "groupshared flag, then"}},
}

// hlslContract is lowering.md §3, row by row.
var hlslContract = []clause{
	{says: "load: InterlockedOr", rows: []string{"load Acquire on", "load and store Relaxed"}},
	{says: "store: InterlockedExchange", rows: []string{"store Release on", "load and store Relaxed"}},
	{says: "exchange, CAS", rows: []string{"exchange Release", "exchange Acquire", "compareExchange Release", "compareExchange Acquire", "compareExchange that fails"}},
	{says: "add / sub / inc / dec", rows: []string{"add ", "sub ", "increment ", "decrement "}},
	{says: "and, or, xor, min, max", rows: []string{"and ", "or ", "xor ", "min ", "max "}},
	{says: "result unused", elsewhere: "testsuite/golden s3-*: the same operation without its out parameter"},
	{says: "64-bit; float", elsewhere: "testsuite/golden s3-64-bit-*, s3-float*: the same functions"},
	{says: "Acquire / Release / AcquireRelease", rows: []string{"load Acquire on a buffer", "store Release on groupshared", "exchange AcquireRelease on"}},
	{says: "SeqCst", rows: []string{"SeqCst store buffering", "SeqCst mixed", "SeqCst independent", "SeqCst compareExchange that fails", "SeqCst compareExchange that succeeds", "SeqCst message"}},
	{says: "fence: AllMemoryBarrier, DeviceMemoryBarrier", rows: []string{"store Release on a buffer, over buffers", "store Release on groupshared, over groupshared"}},
	{says: "workgroup barriers, and those that do not wait", rows: barrierNames},
	{says: "wave-sync barriers: the memory barrier, hlsl-wave-sync", rows: []string{"AllMemoryBarrierWithWaveSync, over buffers, with the exception", "wave barrier"}},
	{says: "globallycoherent in a cross-group entry point", rows: []string{"store Release on a buffer, over buffers", "store Release on a buffer, over images",
		"barrier of the workgroup, then", "groupshared flag, then", "message through"}},
	{says: "no declaration elsewhere", rows: []string{"groupshared flags alone", "groupshared wave barriers", "add Relaxed"}},
}

// metalContract is lowering.md §4, row by row.
var metalContract = []clause{
	{says: "storage", elsewhere: "testsuite/golden s4-storage-*: which types there are"},
	{says: "operations", rows: []string{"load Acquire", "store Release", "exchange ", "add ", "sub ", "increment ", "decrement ", "and ", "or ", "xor ", "min ", "max "}},
	{says: "CAS: a loop around the weak one", rows: []string{"compareExchange is strong", "compareExchange Release", "compareExchange Acquire", "compareExchange that fails"}},
	{says: "Relaxed", rows: []string{"add Relaxed", "load and store Relaxed"}},
	{says: "ordered, Metal ≥ 4.1: on the operation", rows: []string{"Metal 4.1: ", "metal_4_1: SeqCst"}},
	{says: "ordered, Metal 3.2+: fences", rows: []string{"load Acquire on a buffer", "store Release on groupshared", "exchange AcquireRelease", "SeqCst ", "compareExchange AcquireRelease"}},
	{says: "scope", rows: []string{"store Release on a buffer", "store Release on groupshared", "subgroupMemoryBarrier, over"}},
	{says: "ordered, Metal < 3.2: an error", elsewhere: "testsuite/golden s4-ordered-3-1"},
	{says: "flags", rows: []string{"store Release on groupshared, over images", "store Release on groupshared, over groupshared", "store Release on a buffer, over buffers"}},
	{says: "barrier without execution", rows: []string{"AllMemoryBarrier, over", "memoryBarrier, over", "GroupMemoryBarrier, over"}},
	{says: "workgroup barrier; fences around it in a cross-group entry point", rows: append([]string{"barrier of the workgroup, then"}, barrierNames...)},
	{says: "wave barrier; fences around it above the wave", rows: []string{"AllMemoryBarrierWithWaveSync, over", "wave barrier", "groupshared wave barriers"}},
	{says: "read-write texture: fence()", rows: []string{"texture written then read"}},
	{says: "coherent(device) in a cross-group entry point", rows: []string{"store Release on a buffer, over buffers", "store Release on a buffer, over images", "message through", "groupshared flag"}},
	{says: "float and 64-bit", elsewhere: "testsuite/golden s4-float-*: CAS loops and errors"},
}
