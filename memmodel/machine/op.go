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

// class is the storage class of an access.
func (o *Op) class() memmodel.Class {
	switch {
	case o.Space == Groupshared:
		return groupshared
	case o.Space == Images && o.Coherent:
		return coherentImages
	case o.Space == Images:
		return images
	case o.Coherent:
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

// both is what orders in both directions, with everything made available and visible.
const both = memmodel.Acquire | memmodel.Release | memmodel.MakeAvailable | memmodel.MakeVisible

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
			e.Flags, e.Semantics = e.Flags|both, every
		}
		return []memmodel.Event{e}
	}
	var out []memmodel.Event
	if o.Scope == memmodel.Device {
		if coherent != 0 {
			wide := e
			wide.Flags, wide.Scope, wide.Semantics = memmodel.Fence|both, memmodel.Device, coherent
			out = append(out, wide)
		}
		e.Scope = memmodel.Workgroup
	} else {
		e.Scope = o.Scope
	}
	if every != 0 {
		e.Flags, e.Semantics = memmodel.Fence|both, every
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
	if (o.Order == Acquire || o.Order >= AcqRel) && e.Flags&memmodel.Read != 0 {
		e.Flags |= memmodel.Acquire | memmodel.MakeVisible
	}
	if o.Order >= Release && e.Flags&memmodel.Write != 0 {
		e.Flags |= memmodel.Release | memmodel.MakeAvailable
	}
	if e.Flags&(memmodel.Acquire|memmodel.Release) != 0 {
		_, e.Semantics = classes(Buffers)
	}
}
