package lower

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// This file decides what every atomic operation, barrier and plain access means, for all
// targets (design/lowering.md §1). Backends express it and decide nothing.

const (
	buffers     = builtin.Buffers
	imageSpace  = builtin.Images
	sharedSpace = builtin.Groupshared
)

// spaceOf maps the space of an address to the memory space that it belongs to.
// Push constants, locals and inputs are no memory that anything orders.
func spaceOf(s types.Space) builtin.Spaces {
	switch s {
	case types.SpaceBuffer, types.SpaceUniform, types.SpacePhysical:
		return buffers
	case types.SpaceImage:
		return imageSpace
	case types.SpaceGroupshared:
		return sharedSpace
	}
	return builtin.NoSpaces
}

// entryFacts is what an entry point does, over everything reachable from it.
type entryFacts struct {
	touched        builtin.Spaces // spaces of all accesses
	deviceAtomic   bool           // an atomic on a buffer or an image
	sharedAtomic   bool           // an atomic on groupshared memory
	groupBarrier   bool           // a barrier with workgroup execution scope
	sourceNarrow   bool           // a barrier for which the source itself asks a narrow scope
	narrowest      builtin.Scope
	crossGroup     bool
	scopeChains    bool
	deviceOrdering bool // an ordered atomic or a device-scope barrier
}

// decide gives every operation its meaning. Images and buffers count as touched if any entry
// point touches them: a chain of synchronisation may lead through another entry
// point. Groupshared memory is a matter of each entry point.
func (p *program) decide() {
	var program builtin.Spaces
	for _, u := range p.units {
		u.facts = gather(u.funcs)
		program |= u.facts.touched &^ sharedSpace
	}
	for _, u := range p.units {
		d := decider{&u.facts, u.facts.touched&sharedSpace | program}
		for _, f := range u.funcs {
			d.region(f.Body)
		}
		d.conclude()
		for _, f := range u.funcs {
			u.facts.markResources(f)
		}
		for _, r := range u.ordered {
			r.CrossGroup = r.CrossGroup || u.facts.crossGroup
		}
		u.markPointers()
	}
}

// gather finds the facts that narrowing depends on.
func gather(funcs []*ir.Func) (f entryFacts) {
	for _, fn := range funcs {
		fn.Body.Walk(func(in *ir.Instr) {
			switch in.Op {
			case ir.OpLoad, ir.OpStore, ir.OpAtomic:
				f.touched |= spaceOf(addressSpace(in.Args[0]))
			case ir.OpImageRead, ir.OpImageWrite:
				if writableImage(in.Args[0]) {
					f.touched |= imageSpace
				}
			case ir.OpBarrier:
				if b := in.Barrier; b != nil {
					f.groupBarrier = f.groupBarrier || b.Exec == builtin.ScopeWorkgroup
				}
			}
			if in.Op == ir.OpAtomic {
				if spaceOf(addressSpace(in.Args[0])) == sharedSpace {
					f.sharedAtomic = true
				} else {
					f.deviceAtomic = true
				}
			}
		})
	}
	return f
}

func ordered(in *ir.Instr) bool {
	return in.Mem.Order != builtin.Relaxed || in.Fail.Order != builtin.Relaxed
}

func addressSpace(v ir.Value) types.Space {
	if r, ok := v.ValueType().(*types.Ref); ok {
		return r.Space
	}
	return types.SpaceNone
}

// writableImage reports whether an image operand is a storage image or texel buffer.
func writableImage(v ir.Value) bool {
	r := resourceOf(v)
	return r != nil && (r.Class == ir.StorageImage || r.Class == ir.StorageTexelBuffer)
}

// resourceOf is the resource that an address or descriptor belongs to.
func resourceOf(v ir.Value) *ir.Resource {
	if view, ok := ir.Root(v).(*ir.View); ok {
		return view.Resource
	}
	return nil
}

// decider decides the meaning of the operations of one entry point.
type decider struct {
	f       *entryFacts
	touched builtin.Spaces
}

// region decides the operations of a region and drops barriers that mean nothing.
func (d *decider) region(r *ir.Region) {
	kept := r.Instrs[:0]
	for _, in := range r.Instrs {
		switch in.Op {
		case ir.OpAtomic:
			d.atomic(in)
		case ir.OpBarrier:
			d.barrier(in)
			if in.Exec == builtin.ScopeNone && in.Mem.Order == builtin.Relaxed {
				continue // neither waits nor orders
			}
		case ir.OpLoad, ir.OpStore, ir.OpImageRead, ir.OpImageWrite:
			in.Access = access(in)
		}
		for _, sub := range in.Regions {
			d.region(sub)
		}
		kept = append(kept, in)
	}
	r.Instrs = kept
}

// atomic: device scope, except on groupshared memory when Relaxed, or when the entry point has no
// atomic on device memory. An ordered atomic orders all memory that is touched; its own space
// always belongs to the mask.
func (d *decider) atomic(in *ir.Instr) {
	own := spaceOf(addressSpace(in.Args[0]))
	scope := d.atomicScope(own, ordered(in))
	for _, m := range []*ir.Memory{&in.Mem, &in.Fail} {
		m.Scope = scope
		m.Spaces = builtin.NoSpaces
		if m.Order != builtin.Relaxed {
			m.Spaces = d.touched | own
		}
	}
	if in.Atomic != builtin.AtomicCompareExchange {
		in.Fail = ir.Memory{}
	}
	if in.Mem.Order != builtin.Relaxed && scope == builtin.ScopeDevice {
		d.f.deviceOrdering = true
	}
}

func (d *decider) atomicScope(own builtin.Spaces, ordered bool) builtin.Scope {
	if own == sharedSpace && (!ordered || !d.f.deviceAtomic) {
		return builtin.ScopeWorkgroup
	}
	return builtin.ScopeDevice
}

// barrier: acquire-release over the spaces that are touched; pure execution when
// none is left. A fence made by the compiler (Barrier nil) belongs to an atomic on
// device memory or in groupshared memory and has the scope of such an ordered atomic.
func (d *decider) barrier(in *ir.Instr) {
	b := in.Barrier
	if b == nil {
		in.Mem.Spaces = d.touched
		in.Mem.Scope = d.atomicScope(sharedSpace, true)
		if in.Mem.Scope == builtin.ScopeDevice {
			d.f.deviceOrdering = true
		}
		return
	}
	in.Exec = b.Exec
	in.Mem = ir.Memory{Order: builtin.AcquireRelease, Scope: d.barrierScope(b), Spaces: b.Spaces & d.touched}
	if in.Mem.Spaces == builtin.NoSpaces || in.Mem.Scope == builtin.ScopeNone {
		in.Mem = ir.Memory{}
		return
	}
	if in.Mem.Scope == builtin.ScopeDevice {
		d.f.deviceOrdering = true
	}
	if b.SourceNarrow && (d.f.narrowest == builtin.ScopeNone || in.Mem.Scope < d.f.narrowest) {
		d.f.sourceNarrow, d.f.narrowest = true, in.Mem.Scope
	}
}

// barrierScope narrows the memory scope of the WaveSync forms: happens-before leaves a wave only
// through an atomic or a workgroup barrier, and a workgroup only through an atomic
// on device memory.
func (d *decider) barrierScope(b *builtin.Barrier) builtin.Scope {
	if !b.Narrow {
		return b.Scope
	}
	scope := builtin.ScopeWave
	switch {
	case d.f.deviceAtomic:
		scope = builtin.ScopeDevice
	case d.f.sharedAtomic || d.f.groupBarrier:
		scope = builtin.ScopeWorkgroup
	}
	return min(scope, b.Scope)
}

// conclude derives what needed all operations to be decided. Cross-group: an atomic on
// device memory and an ordering operation of device scope. Chains: the source asked for a scope
// narrower than the one at which data is published.
func (d *decider) conclude() {
	f := d.f
	f.crossGroup = f.deviceAtomic && f.deviceOrdering
	widest := builtin.ScopeWave
	switch {
	case f.deviceAtomic || f.deviceOrdering:
		widest = builtin.ScopeDevice
	case f.sharedAtomic || f.groupBarrier:
		widest = builtin.ScopeWorkgroup
	}
	f.scopeChains = f.sourceNarrow && f.narrowest < widest
}

// access is the meaning of a plain access: shared on groupshared memory, physical pointers, buffers not
// declared read-only and writable images; coherent and volatile as declared. A load of coherent
// memory in a loop's condition, which the builder has marked, is volatile as well (§2).
func access(in *ir.Instr) (a ir.Access) {
	if v, ok := ir.Root(in.Args[0]).(*ir.Var); ok {
		a.Volatile = v.Volatile
	}
	space := addressSpace(in.Args[0])
	r := resourceOf(in.Args[0])
	switch {
	case space == types.SpaceGroupshared, space == types.SpacePhysical:
		a.Shared, a.Coherent = true, in.Access.Coherent // of loadCoherent and storeCoherent
		a.Volatile = a.Volatile || a.Coherent != builtin.ScopeNone && in.Access.Volatile
	case r == nil || r.ReadOnly:
		return a
	case space == types.SpaceBuffer, space == types.SpaceImage && writableImage(in.Args[0]):
		a.Shared = true
		a.Volatile = r.Volatile || r.Coherent && in.Access.Volatile
		if r.Coherent {
			a.Coherent = builtin.ScopeDevice
		}
	}
	return a
}

// markResources marks the resources that text targets must declare coherent: in a cross-group
// entry point those that it writes plainly or touches by an ordered atomic (lowering.md §3).
func (f *entryFacts) markResources(fn *ir.Func) {
	fn.Body.Walk(func(in *ir.Instr) {
		if len(in.Args) == 0 {
			return
		}
		r := resourceOf(in.Args[0])
		if r == nil {
			return
		}
		switch in.Op {
		case ir.OpAtomic:
			r.NeedsAtomic = true
			r.CrossGroup = r.CrossGroup || f.crossGroup && ordered(in)
		case ir.OpStore, ir.OpImageWrite:
			r.CrossGroup = r.CrossGroup || f.crossGroup && !r.ReadOnly
		}
	})
}
