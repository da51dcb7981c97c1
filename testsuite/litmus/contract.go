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
	{says: "float add, sub, min, max", elsewhere: "testsuite/golden s2-float-*, testsuite/exec: the masks are those of the other operations"},
	{says: "OpMemoryBarrier without, OpControlBarrier with execution", rows: []string{"AllMemoryBarrier, over", "AllMemoryBarrierWithGroupSync, over", "AllMemoryBarrierWithWaveSync, over"}},
	{says: "NonPrivatePointer, NonPrivateTexel", rows: []string{"store Release on a buffer, over buffers", "store Release on a buffer, over images", "store Release on groupshared, over groupshared"}},
	{says: "globallycoherent: MakePointerAvailable, MakePointerVisible, texel forms", rows: []string{"globallycoherent buffer", "globallycoherent image"}},
	{says: "volatile; Coherent and Volatile are illegal", elsewhere: "testsuite/golden s2-access-*, spirv-val: the model knows no volatile"},
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
