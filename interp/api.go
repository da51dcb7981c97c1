package interp

import (
	"fmt"

	"slc/frontend/source"
	"slc/lower/ir"
)

// Model says what a load may return.
type Model uint8

const (
	Interleaving Model = iota // the last write: only the order of the invocations is free
	Weak                      // any write that coherence and happens-before allow
)

// Config is one dispatch.
type Config struct {
	Groups   [3]int // number of workgroups
	WaveSize int    // 4 to 128, a power of two; 0: what the entry point asks for, or 32
	Seed     uint64
	MaxSteps uint64 // instructions of all invocations; 0: 1<<30
	Race     bool   // detect data races
	Memory   Model
	// Buffers has the contents before the dispatch by resource name: storage buffers, uniform blocks
	// and push constants in their layout, images and texel buffers as texels of the view's
	// element type, rows first. Element i > 0 of a descriptor array is called "name[i]", and so are those of the heaps that handles
	// choose from, which may have gaps. A name that
	// is no resource is memory for physical pointers, see Address. A storage buffer that
	// is not named has DefaultSize zero bytes.
	Buffers map[string][]byte
	// Extents are the sizes of images; without: what the texels give in one dimension, else 8 each.
	Extents map[string][3]int
	// Samplers are the states of samplers by name; without: the zero value.
	Samplers map[string]Sampler
	// Resident bounds the invocations that run at the same time; further workgroups start as
	// others end. 0: 4096, and at least four workgroups.
	Resident int
	Sources  *source.Map // resolves positions in reports; may be nil
	// Done ends the run when it is closed, with a result as far as it came; may be nil.
	Done <-chan struct{}
}

// DefaultSize is the size in bytes of a storage buffer that Config.Buffers does not name.
const DefaultSize = 4096

// Result is what came of a dispatch.
type Result struct {
	Buffers  []Buffer // every writable resource, in module order, then the other named memory
	Races    []Race
	Deadlock *Deadlock
	Faults   []Fault
	Steps    uint64 // instructions executed
}

// Buffer is the contents of a resource after the dispatch.
type Buffer struct {
	Name string
	Data []byte
}

// Buffer returns the contents of the named resource, nil if it is not in the result.
func (r *Result) Buffer(name string) []byte {
	for _, b := range r.Buffers {
		if b.Name == name {
			return b.Data
		}
	}
	return nil
}

// Clean reports whether there was no race, deadlock or fault.
func (r *Result) Clean() bool { return len(r.Races) == 0 && r.Deadlock == nil && len(r.Faults) == 0 }

// Invocation names an invocation.
type Invocation struct {
	Group, Thread [3]int // SV_GroupID, SV_GroupThreadID
	Wave, Lane    int
}

func (i Invocation) String() string {
	return fmt.Sprintf("group (%d,%d,%d) thread (%d,%d,%d)", i.Group[0], i.Group[1], i.Group[2], i.Thread[0], i.Thread[1], i.Thread[2])
}

// Place is a position in the source, resolved if Config.Sources is there.
type Place struct {
	Span source.Span
	At   source.Location
}

func (p Place) String() string { return p.At.String() }

// FaultKind is what an invocation did wrong.
type FaultKind uint8

const (
	OutOfBounds FaultKind = iota
	DivisionByZero
	Uninitialised
	Spin // the bound of steps was reached
	Misaligned
	Unsupported // an operation that the interpreter does not know
)

func (k FaultKind) String() string {
	return [...]string{"out of bounds", "division by zero", "uninitialised read", "endless loop", "misaligned access", "not supported"}[k]
}

// Fault is one faulty instruction; Count invocations met it, By is the first.
type Fault struct {
	Kind    FaultKind
	Place   Place
	By      Invocation
	Message string
	Count   int
}

func (f Fault) String() string {
	return fmt.Sprintf("%s: %s: %s (%s)", f.Place, f.Kind, f.Message, f.By)
}

// Waiter is an invocation that waits, and where.
type Waiter struct {
	By    Invocation
	Place Place
	What  string // "workgroup barrier", "wave barrier", "wave operation"
}

// Deadlock says who waits for what, and who has ended or waits elsewhere.
type Deadlock struct {
	Waiting  []Waiter
	Finished []Invocation // of the same workgroups
}

func (d *Deadlock) String() string {
	s := fmt.Sprintf("deadlock: %d of %d invocations wait, the others have ended", len(d.Waiting), len(d.Waiting)+len(d.Finished))
	if len(d.Finished) == 0 {
		s = fmt.Sprintf("deadlock: all %d invocations wait", len(d.Waiting))
	}
	var last Place
	for _, w := range d.Waiting {
		if w.Place != last {
			s += fmt.Sprintf("\n  %s: %s waits at a %s", w.Place, w.By, w.What)
		}
		last = w.Place
	}
	return s
}

// AccessInfo is one of the accesses of a race.
type AccessInfo struct {
	Place  Place
	By     Invocation
	Write  bool
	Atomic bool
}

func (a AccessInfo) String() string {
	kind := "read"
	if a.Write {
		kind = "write"
	}
	if a.Atomic {
		kind = "atomic " + kind
	}
	return fmt.Sprintf("%s: %s by %s", a.Place, kind, a.By)
}

// Race is a pair of conflicting accesses that nothing orders. Count is how often this pair of
// instructions raced.
type Race struct {
	Name          string // of the resource or variable
	Offset        int    // first byte
	First, Second AccessInfo
	Advice        string // what would have ordered them
	Count         int
}

func (r Race) String() string {
	return fmt.Sprintf("data race on %s, byte %d\n  %s\n  %s\n  %s", r.Name, r.Offset, r.First, r.Second, r.Advice)
}

// Run executes a dispatch of an entry point. An error means that the configuration does not fit the
// module; what the kernel does wrong is in the Result.
func Run(m *ir.Module, entry *ir.Entry, cfg Config) (*Result, error) {
	p, err := prepare(m, entry, cfg)
	if err != nil {
		return nil, err
	}
	return p.run(cfg.Seed)
}
