package machine

import "slc/memmodel"

// Kind is what an operation does.
type Kind uint8

// The kinds of operations.
const (
	Load Kind = iota
	Store
	AtomicLoad
	AtomicStore
	RMW
	Fence
	Barrier
)

// Spaces is a set of memory spaces.
type Spaces uint8

// The memory spaces.
const (
	Buffers Spaces = 1 << iota
	Groupshared
	Images
)

// Order is a memory order of C++.
type Order uint8

// The orders.
const (
	Relaxed Order = iota
	Acquire
	Release
	AcqRel
	SeqCst
)

// Op is an operation of one invocation.
type Op struct {
	Kind Kind
	// Object, Index and Space say where an access is; Coherent whether the object is
	// declared coherent. Unfenced is a read of a texel that the same thread has written,
	// without a fence between.
	Object   string
	Index    uint64
	Space    Spaces
	Coherent bool
	Unfenced bool
	Order    Order
	// Scope and Spaces are those of a fence's or a barrier's order; Exec is the scope in
	// which a barrier waits.
	Scope  memmodel.Scope
	Spaces Spaces
	Exec   memmodel.Scope
	Reads  int64
	Writes int64
	Text   string
	Line   int
}

// The storage classes of the events: coherent resources have classes of their own.
const (
	buffers memmodel.Class = 1 << iota
	groupshared
	images
	coherentBuffers
	coherentImages
)

// class is the storage class of an access. Atomics honour coherence, whatever the
// declaration.
func (o *Op) class() memmodel.Class {
	coherent := o.Coherent || o.Kind >= AtomicLoad
	switch {
	case o.Space == Groupshared:
		return groupshared
	case o.Space == Images && coherent:
		return coherentImages
	case o.Space == Images:
		return images
	case coherent:
		return coherentBuffers
	}
	return buffers
}

// classes are those of a set of spaces: all, and the coherent ones among them.
func classes(s Spaces) (every, coherent memmodel.Class) {
	if s&Buffers != 0 {
		every |= buffers | coherentBuffers
		coherent |= coherentBuffers
	}
	if s&Images != 0 {
		every |= images | coherentImages
		coherent |= coherentImages
	}
	if s&Groupshared != 0 {
		every |= groupshared
	}
	return every, coherent
}

// A release makes available what it orders, an acquire makes it visible.
const (
	acquire = memmodel.Acquire | memmodel.MakeVisible
	release = memmodel.Release | memmodel.MakeAvailable
)

// flags are those of an order.
func (o Order) flags() memmodel.Flag {
	return [...]memmodel.Flag{Relaxed: 0, Acquire: acquire, Release: release, AcqRel: acquire | release, SeqCst: acquire | release}[o]
}

// events are what the operation means.
func (o *Op) events() []memmodel.Event {
	e := memmodel.Event{Text: o.Text, Source: memmodel.Source{Line: o.Line}}
	if o.Kind < Fence {
		return []memmodel.Event{o.access(e)}
	}
	every, coherent := classes(o.Spaces)
	if o.Kind == Barrier {
		e.Flags, e.Execution, e.Scope = memmodel.ControlBarrier, o.Exec, o.Scope
		if every != 0 {
			e.Flags, e.Semantics = e.Flags|AcqRel.flags(), every
		}
		return []memmodel.Event{e}
	}
	order := o.Order.flags()
	if order == 0 {
		return nil
	}
	var out []memmodel.Event
	if o.Scope == memmodel.Device {
		if coherent != 0 {
			wide := e
			wide.Flags, wide.Scope, wide.Semantics = memmodel.Fence|order, memmodel.Device, coherent
			wide.Text += ", coherent memory, device"
			out = append(out, wide)
		}
		e.Scope = memmodel.Workgroup
		e.Text += ", workgroup"
	} else {
		e.Scope = o.Scope
	}
	if every != 0 {
		e.Flags, e.Semantics = memmodel.Fence|order, every
		out = append(out, e)
	}
	return out
}

func (o *Op) access(e memmodel.Event) memmodel.Event {
	e.Class = o.class()
	switch o.Kind {
	case Load:
		e.Flags = memmodel.Read | memmodel.NonPrivate
	case Store:
		e.Flags = memmodel.Write | memmodel.NonPrivate
	case AtomicLoad:
		e.Flags = memmodel.Read | memmodel.Atomic
	case AtomicStore:
		e.Flags = memmodel.Write | memmodel.Atomic
	case RMW:
		e.Flags = memmodel.RMW
	}
	if o.Kind >= AtomicLoad {
		e.Scope = memmodel.Device
		if o.Space == Groupshared {
			e.Scope = memmodel.Workgroup
		}
		o.order(&e)
	}
	if e.Flags&memmodel.Read != 0 {
		e.Reads = memmodel.Of(o.Reads)
	}
	if e.Flags&memmodel.Write != 0 {
		e.Writes = memmodel.Of(o.Writes)
	}
	return e
}

// order is what an order on an atomic operation itself means.
func (o *Op) order(e *memmodel.Event) {
	if e.Flags&memmodel.Read != 0 {
		e.Flags |= o.Order.flags() & acquire
	}
	if e.Flags&memmodel.Write != 0 {
		e.Flags |= o.Order.flags() & release
	}
	if e.Flags&(memmodel.Acquire|memmodel.Release) != 0 {
		_, e.Semantics = classes(Buffers)
	}
}
