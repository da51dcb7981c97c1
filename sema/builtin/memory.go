package builtin

// The vocabulary of atomics and barriers, shared by the tables of the language,
// the typed tree and the IR (design: lowering.md §1).

// Order is a memory order.
type Order uint8

// The orders of MemoryOrder, in the declaration order of the language.
const (
	Relaxed Order = iota
	Acquire
	Release
	AcquireRelease
	SeqCst
	NumOrders
)

func (o Order) String() string {
	return [...]string{"Relaxed", "Acquire", "Release", "AcquireRelease", "SeqCst"}[o]
}

// Acquires reports whether the order is at least Acquire.
func (o Order) Acquires() bool { return o == Acquire || o >= AcquireRelease }

// Releases reports whether the order is at least Release.
func (o Order) Releases() bool { return o >= Release }

// Scope is a scope of memory ordering or of execution.
type Scope uint8

const (
	ScopeNone      Scope = iota // no execution barrier, or no memory order
	ScopeWave                   // subgroup / simdgroup
	ScopeWorkgroup              // thread group / threadgroup
	ScopeDevice
	NumScopes
)

func (s Scope) String() string {
	return [...]string{"none", "wave", "workgroup", "device"}[s]
}

// Spaces is the set of memory spaces that an operation orders.
type Spaces uint8

const (
	Buffers     Spaces = 1 << iota // structured, byte-address, constant and physical-pointer memory
	Images                         // storage images and texel buffers
	Groupshared                    // groupshared memory
	NoSpaces    Spaces = 0
	AllSpaces          = Buffers | Images | Groupshared
)

func (s Spaces) String() string {
	text := ""
	for i, name := range [...]string{"buffers", "images", "groupshared"} {
		if s&(1<<i) != 0 {
			if text != "" {
				text += "|"
			}
			text += name
		}
	}
	if text == "" {
		return "none"
	}
	return text
}

// AtomicOp is an operation on one atomic object.
type AtomicOp uint8

const (
	AtomicLoad AtomicOp = iota
	AtomicStore
	AtomicExchange
	AtomicCompareExchange
	AtomicAdd
	AtomicSub
	AtomicInc
	AtomicDec
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicMin
	AtomicMax
	NumAtomicOps
)

func (op AtomicOp) String() string {
	return [...]string{"load", "store", "exchange", "compareExchange", "add", "sub", "increment", "decrement",
		"and", "or", "xor", "min", "max"}[op]
}

// NumOperands is the number of value operands: comparand and value for
// compareExchange (in this order), none for load, increment and decrement.
func (op AtomicOp) NumOperands() int {
	switch op {
	case AtomicLoad, AtomicInc, AtomicDec:
		return 0
	case AtomicCompareExchange:
		return 2
	}
	return 1
}

// IsRMW reports whether the operation reads and writes.
func (op AtomicOp) IsRMW() bool { return op >= AtomicExchange }

// IsBitwise reports whether the operation is and, or, xor.
func (op AtomicOp) IsBitwise() bool { return op >= AtomicAnd && op <= AtomicXor }

// Barrier is what a barrier function of the language means before scope
// narrowing (lowering.md §1, table "Barriers").
type Barrier struct {
	Exec   Scope  // ScopeNone, ScopeWave or ScopeWorkgroup
	Scope  Scope  // memory scope; ScopeNone: no memory order
	Spaces Spaces // spaces ordered when all are touched
	// Narrow marks the WaveSync forms: the memory scope is decided by the
	// narrowing rule, never wider than Scope.
	Narrow bool
	// SourceNarrow marks GLSL functions that ask for a scope narrower than
	// the language's own barriers; reflection then lists the need for
	// availability/visibility chains.
	SourceNarrow bool
	// Masked marks the WaveMask forms, exempt from the divergence warning.
	Masked bool
}
