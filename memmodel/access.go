package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// scopeOf translates a scope operand, whose value is an id's.
func (v *invocation) scopeOf(fr *frame, id binary.ID) (Scope, error) {
	switch s := binary.Scope(v.operand(fr, id).n); s {
	case binary.ScopeDevice:
		return Device, nil
	case binary.ScopeQueueFamily:
		return QueueFamily, nil
	case binary.ScopeWorkgroup:
		return Workgroup, nil
	case binary.ScopeSubgroup:
		return Subgroup, nil
	case binary.ScopeInvocation:
		return ScopeNone, nil
	default:
		return 0, fmt.Errorf("scope %s is not supported", s)
	}
}

// semantics are the flags and storage classes of a memory semantics mask. An order
// without a storage class orders nothing.
func semantics(mask uint32) (Flag, Class) {
	class := semanticsClass(mask)
	if class == 0 {
		return 0, 0
	}
	var f Flag
	const both = uint32(binary.MemorySemanticsAcquireRelease)
	if mask&(uint32(binary.MemorySemanticsAcquire)|both) != 0 {
		f |= Acquire
	}
	if mask&(uint32(binary.MemorySemanticsRelease)|both) != 0 {
		f |= Release
	}
	if mask&uint32(binary.MemorySemanticsMakeAvailable) != 0 {
		f |= MakeAvailable
	}
	if mask&uint32(binary.MemorySemanticsMakeVisible) != 0 {
		f |= MakeVisible
	}
	if f&(Acquire|Release) == 0 {
		class = 0
	}
	return f, class
}

// accessFlags reads the memory operands that begin at operand i.
func (v *invocation) accessFlags(fr *frame, in *binary.Inst, i int) (f Flag, s Scope, err error) {
	next := i + 1
	if i < len(in.Operands) && in.Word(i)&uint32(binary.MemoryAccessAligned) != 0 {
		next++
	}
	return v.operandFlags(fr, in, i, next, [3]uint32{uint32(binary.MemoryAccessNonPrivatePointer),
		uint32(binary.MemoryAccessMakePointerAvailable), uint32(binary.MemoryAccessMakePointerVisible)})
}

// operandFlags reads the mask at operand i, whose bits are NonPrivate, Available and
// Visible, and the scopes from operand next on.
func (v *invocation) operandFlags(fr *frame, in *binary.Inst, i, next int, bits [3]uint32) (f Flag, s Scope, err error) {
	if i >= len(in.Operands) {
		return 0, ScopeNone, nil
	}
	mask := in.Word(i)
	if mask&bits[0] != 0 {
		f |= NonPrivate
	}
	for k, flag := range [...]Flag{Available, Visible} {
		if mask&bits[k+1] == 0 {
			continue
		}
		f |= flag
		if s, err = v.scopeOf(fr, in.ID(next)); err != nil {
			return 0, 0, err
		}
		next++
	}
	return f, s, nil
}

// load reads through a pointer, part by part.
func (v *invocation) load(fr *frame, in *binary.Inst) error {
	p := v.operand(fr, in.ID(0)).ptr
	if p == nil {
		return fmt.Errorf("%%%d is no pointer that is supported yet", in.ID(0))
	}
	if v.k.isImage(p.typ) {
		fr.values[in.Result] = value{ptr: p} // a handle: texels are accessed by instructions of their own
		return nil
	}
	if private(v.k.class(p)) {
		m, err := v.own(p)
		if err == nil {
			fr.values[in.Result] = m.clone()
		}
		return err
	}
	flags, scope, err := v.accessFlags(fr, in, 1)
	if err == nil {
		err = v.aligned(p, in, 1)
	}
	if err != nil {
		return err
	}
	out, err := v.loadShared(p, Event{Flags: flags | Read, Scope: scope})
	fr.values[in.Result] = out
	return err
}

func (v *invocation) loadShared(p *pointer, e Event) (value, error) {
	n, composite := v.k.parts(p.typ)
	if !composite {
		if v.k.constantMemory(p.base) {
			return v.loadConstant(p)
		}
		return v.loadCells(p, e)
	}
	out := value{parts: make([]value, n)}
	for i := range n {
		part, err := v.loadShared(p.at(v.k, uint64(i)), e)
		if err != nil {
			return value{}, err
		}
		out.parts[i] = part
	}
	return out, nil
}

// loadCells reads a scalar, cell by cell.
func (v *invocation) loadCells(p *pointer, e Event) (value, error) {
	at, err := v.locate(p, &e)
	if err != nil {
		return value{}, err
	}
	var n uint64
	for _, cell := range v.cells.split(v.k, &at) {
		got, err := v.read(cell, func(n uint64) Event {
			out := e
			out.Reads = Of(int64(n))
			out.Text = fmt.Sprintf("load %s = %s%s", cell.name, cell.text(n), e.qualities())
			return out
		})
		if err != nil {
			return value{}, err
		}
		n |= got << (8 * (cell.at - at.at))
	}
	return value{n: n}, nil
}

// loadConstant reads memory that nobody writes.
func (v *invocation) loadConstant(p *pointer) (value, error) {
	at, err := v.k.place(p, v.group)
	if err == nil {
		err = v.inside(p, &at)
	}
	return value{n: v.launch.initial(&at)}, err
}

func (v *invocation) store(fr *frame, in *binary.Inst) error {
	p, x := v.operand(fr, in.ID(0)).ptr, v.operand(fr, in.ID(1))
	if p == nil {
		return fmt.Errorf("%%%d is no pointer that is supported yet", in.ID(0))
	}
	if private(v.k.class(p)) {
		m, err := v.own(p)
		if err == nil {
			*m = x.clone()
		}
		return err
	}
	flags, scope, err := v.accessFlags(fr, in, 2)
	if err == nil {
		err = v.aligned(p, in, 2)
	}
	if err != nil {
		return err
	}
	return v.storeShared(p, x, Event{Flags: flags | Write, Scope: scope})
}

func (v *invocation) storeShared(p *pointer, x value, e Event) error {
	if n, composite := v.k.parts(p.typ); composite {
		for i := range min(n, len(x.parts)) {
			if err := v.storeShared(p.at(v.k, uint64(i)), x.parts[i], e); err != nil {
				return err
			}
		}
		return nil
	}
	at, err := v.locate(p, &e)
	if err != nil {
		return err
	}
	for _, cell := range v.cells.split(v.k, &at) {
		part := e
		n := cell.extract(x.n, &at)
		part.Writes = Of(int64(n))
		part.Text = fmt.Sprintf("store %s = %s%s", cell.name, cell.text(n), e.qualities())
		if err := v.perform(reqWrite, part, cell); err != nil {
			return err
		}
	}
	return nil
}

// locate finds the location and the storage class of an access.
func (v *invocation) locate(p *pointer, e *Event) (place, error) {
	sc := v.k.class(p)
	class, ok := classOf(sc)
	if !ok {
		return place{}, fmt.Errorf("memory of class %s is not supported yet", sc)
	}
	e.Class = class
	at, err := v.k.place(p, v.group)
	if err == nil {
		err = v.inside(p, &at)
	}
	return at, err
}

func (x value) clone() value {
	out := x
	if x.parts != nil {
		out.parts = make([]value, len(x.parts))
		for i := range x.parts {
			out.parts[i] = x.parts[i].clone()
		}
	}
	return out
}

// qualities spells what orders an event, for witnesses.
func (e *Event) qualities() string {
	var out string
	if e.is(Atomic) {
		out = ", " + [...]string{"relaxed", "acquire", "release", "acquire and release"}[e.order()]
	}
	if e.Scope != ScopeNone {
		out += ", " + e.Scope.name()
	}
	return out
}

// order is 1 for acquire plus 2 for release.
func (e *Event) order() int {
	n := 0
	if e.is(Acquire) {
		n = 1
	}
	if e.is(Release) {
		n += 2
	}
	return n
}

// barrier records a memory or control barrier.
func (v *invocation) barrier(fr *frame, in *binary.Inst) error {
	e := Event{Flags: Fence, Text: "memory barrier"}
	operand := 0
	if in.Op == binary.OpControlBarrier {
		e.Flags, e.Text, operand = ControlBarrier, "control barrier", 1
		var err error
		if e.Execution, err = v.scopeOf(fr, in.ID(0)); err != nil {
			return err
		}
	}
	var err error
	if e.Scope, err = v.scopeOf(fr, in.ID(operand)); err != nil {
		return err
	}
	flags, class := semantics(uint32(v.operand(fr, in.ID(operand+1)).n))
	if class == 0 || e.Scope == ScopeNone {
		flags, class = 0, 0
	}
	if flags == 0 && e.is(Fence) {
		return nil // orders nothing
	}
	e.Flags |= flags
	e.Semantics = class
	e.Text += e.qualities()
	if e.is(ControlBarrier) {
		return v.meet(&meeting{scope: e.Execution, barrier: &e}, nil)
	}
	return v.perform(reqFence, e, place{})
}
