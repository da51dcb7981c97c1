package memmodel

import (
	"fmt"
	"math/bits"
)

// Flag says what an event is and carries.
type Flag uint32

// The properties of an event. An RMW is Read|Write|Atomic; a control barrier with
// memory semantics is ControlBarrier|Fence.
const (
	Read            Flag = 1 << iota
	Write                // of memory
	Atomic               // an atomic read, write or RMW
	Fence                // a memory barrier
	ControlBarrier       // a control barrier
	Acquire              // acquire semantics
	Release              // release semantics
	MakeAvailable        // an availability operation in the memory semantics
	MakeVisible          // a visibility operation in the memory semantics
	Available            // an availability operation of the access itself (MakePointerAvailable)
	Visible              // a visibility operation of the access itself (MakePointerVisible)
	NonPrivate           // the access takes part in inter-thread ordering
	AvailableDevice      // an availability operation to the device domain, outside a shader
	VisibleDevice        // a visibility operation from the device domain, outside a shader
)

// RMW is an atomic read-modify-write.
const RMW = Read | Write | Atomic

// Scope is a memory scope. A greater scope contains a lesser one.
type Scope uint8

// The scopes; ScopeNone is no scope and SPIR-V's Invocation.
const (
	ScopeNone Scope = iota
	Subgroup
	Workgroup
	QueueFamily
	Device
)

// String is the scope as the litmus format writes it.
func (s Scope) String() string {
	return [...]string{"none", "scopesg", "scopewg", "scopeqf", "scopedev"}[s]
}

// Class is a set of storage classes: bit i is class i. An access has one, memory
// semantics have any number.
type Class uint8

// Value is what an event reads or writes where a program says so.
type Value struct {
	Known bool
	N     int64
}

// Of is the known value n.
func Of(n int64) Value { return Value{true, n} }

// Event is one operation of one thread.
type Event struct {
	Flags Flag
	Scope Scope
	// Class is the storage class of an access, Semantics those of acquire, release and
	// the availability operations of the semantics.
	Class, Semantics Class
	// Ref names the reference of an access, Loc its location. References to one
	// location differ where nothing tells the implementation that they alias.
	Ref, Loc int
	// Set is 0, or numbers the set of locations that an atomic accesses of which this event is
	// the part at one.
	Set int
	// Reads constrains what a read returns; Writes is what a write stores. Unknown
	// values are unconstrained.
	Reads, Writes Value
	// Modify computes what an RMW writes from what it reads; nil: Writes.
	Modify func(read int64) int64
	// Copies, with CopyOf, makes a write store what an earlier read of its thread returned.
	Copies bool
	CopyOf int
	// Instance numbers the dynamic instance of a control barrier. Zero: barriers of the
	// scope Execution meet in program order.
	Instance  int
	Execution Scope
	// Text is the operation as its author wrote it.
	Text string
	// Source is where it stands in the source, and Word the place of its instruction in a
	// module; 0: not known.
	Source Source
	Word   int
}

// Source is a place in a source file. Line 0: not known.
type Source struct {
	File         string
	Line, Column int
}

func (e *Event) is(f Flag) bool { return e.Flags&f == f }

// Thread is where a thread stands in the hierarchy of execution. Equal numbers are the
// same instance; a subgroup's number is unique in the program.
type Thread struct {
	Family, Group, Sub int
	Name               string
	Events             []int
}

// instance numbers the scope instance that the thread belongs to.
func (t Thread) instance(s Scope) int {
	switch s {
	case Subgroup:
		return t.Sub
	case Workgroup:
		return t.Group
	case QueueFamily:
		return t.Family
	}
	return 0
}

// Program is a straight-line program of several threads. The events of a thread are in
// program order.
type Program struct {
	Name    string
	Threads []Thread
	Events  []Event
	// SSW holds pairs of threads of which the first system-synchronises-with the second.
	SSW [][2]int
	// Locations and Refs name the numbers in events.
	Locations, Refs []string
	// Initial holds the values of locations before the program; others hold 0.
	Initial map[int]int64
}

// derive adds the flags that follow from others: an atomic write makes available, an
// atomic read makes visible, and whatever has either is not private ("Private vs.
// Non-Private"); a control barrier with semantics is a fence.
func (e *Event) derive() {
	if e.is(Atomic) {
		if e.is(Write) {
			e.Flags |= Available
		}
		if e.is(Read) {
			e.Flags |= Visible
		}
	}
	if e.Flags&(Available|Visible|Atomic) != 0 {
		e.Flags |= NonPrivate
	}
	if e.is(ControlBarrier) && e.Flags&(Acquire|Release) != 0 {
		e.Flags |= Fence
	}
}

// rules are what an event must satisfy to mean anything: broken says when it does not.
func rules() []struct {
	broken func(e *Event) bool
	text   string
} {
	any := func(e *Event, f Flag) bool { return e.Flags&f != 0 }
	return []struct {
		broken func(e *Event) bool
		text   string
	}{
		{func(e *Event) bool {
			return !any(e, Read|Write|Fence|ControlBarrier|AvailableDevice|VisibleDevice)
		}, "is neither an access nor a barrier"},
		{func(e *Event) bool { return any(e, Read|Write) && any(e, Fence|ControlBarrier) }, "is an access and a barrier"},
		{func(e *Event) bool {
			return any(e, AvailableDevice|VisibleDevice) && e.Flags&^(AvailableDevice|VisibleDevice) != 0 || e.is(AvailableDevice|VisibleDevice)
		}, "mixes a device domain operation with another one"},
		{func(e *Event) bool { return e.is(Read|Write) && !e.is(Atomic) }, "reads and writes, but is no atomic"},
		{func(e *Event) bool { return e.is(Atomic) && !any(e, Read|Write) }, "is atomic, but no access"},
		{func(e *Event) bool { return e.is(Acquire) && !e.is(Fence) && !e.is(Read|Atomic) }, "acquires, but is no atomic read and no fence"},
		{func(e *Event) bool { return e.is(Release) && !e.is(Fence) && !e.is(Write|Atomic) }, "releases, but is no atomic write and no fence"},
		{func(e *Event) bool { return e.is(Fence) && !any(e, Acquire|Release) }, "is a fence that neither acquires nor releases"},
		{func(e *Event) bool { return any(e, Acquire|Release) != (e.Semantics != 0) }, "has acquire or release without storage classes, or the reverse"},
		{func(e *Event) bool { return e.is(MakeAvailable) && !e.is(Release) }, "makes available without release"},
		{func(e *Event) bool { return e.is(MakeVisible) && !e.is(Acquire) }, "makes visible without acquire"},
		{func(e *Event) bool { return e.is(Available) && !e.is(Write) }, "has an availability operation, but writes nothing"},
		{func(e *Event) bool { return e.is(Visible) && !e.is(Read) }, "has a visibility operation, but reads nothing"},
		{func(e *Event) bool {
			return any(e, Read|Write) && bits.OnesCount8(uint8(e.Class)) != 1
		}, "is an access of no single storage class"},
		{func(e *Event) bool {
			return any(e, Atomic|Fence|ControlBarrier|Available|Visible) && e.Scope == ScopeNone && e.Execution == ScopeNone
		}, "has no scope"},
	}
}

// check reports the first event that breaks a rule.
func (p *Program) check() error {
	if len(p.Events) > maxEvents {
		return fmt.Errorf("%d events; %d can be checked", len(p.Events), maxEvents)
	}
	for i := range p.Events {
		e := &p.Events[i]
		for _, r := range rules() {
			if r.broken(e) {
				return fmt.Errorf("event %d (%s) %s", i, e.Text, r.text)
			}
		}
		if e.is(Read) || e.is(Write) {
			if e.Ref < 0 || e.Ref >= len(p.Refs) || e.Loc < 0 || e.Loc >= len(p.Locations) {
				return fmt.Errorf("event %d (%s) has no location", i, e.Text)
			}
		}
		if e.Copies && (e.CopyOf < 0 || e.CopyOf >= i || !p.Events[e.CopyOf].is(Read)) {
			return fmt.Errorf("event %d (%s) copies what no earlier event reads", i, e.Text)
		}
	}
	return nil
}

// threadOf maps every event to its thread.
func (p *Program) threadOf() []int {
	out := make([]int, len(p.Events))
	for t := range p.Threads {
		for _, e := range p.Threads[t].Events {
			out[e] = t
		}
	}
	return out
}

// threadName is what witnesses call thread t.
func (p *Program) threadName(t int) string {
	if p.Threads[t].Name != "" {
		return p.Threads[t].Name
	}
	return fmt.Sprintf("thread %d", t)
}
