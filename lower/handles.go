package lower

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// A descriptor handle is two numbers; the first is an index into the heap of what its type means, an array without a size
// that all handles of the type share. It is one object, as any array of descriptors is, but its elements are not apart: two
// handles may mean the same buffer, and a buffer that is bound may be in the heap too (lowering.md §1, "through any alias").

// Bindings of the heaps in their descriptor set, as slangc has them for mutable descriptors: one for each kind of
// descriptor that cannot be mutable, and one for all others.
const (
	samplerHeap = iota
	combinedHeap
	resourceHeap
)

// bindHeaps binds the arrays that handles choose from. They get their numbers behind everything else.
func (b *binder) bindHeaps(heaps []*typed.Var) {
	first := len(b.slots)
	b.cur = &space{}
	for _, v := range heaps {
		b.bind, b.first, b.span = nil, true, v.Span
		start := len(b.slots)
		b.p.params[v] = &entity{typ: v.Type, cur: &cursor{n: b.build(v.Name, v.Type, nil, quals{})}}
		for _, s := range b.slots[start:] {
			s.res.Heap, s.res.RegisterClass = true, 0
		}
	}
	b.heaps = append(b.heaps, b.slots[first:]...)
	b.slots = b.slots[:first]
}

// numberHeaps gives the heaps the set that the options name, else the first one that nothing uses.
func (b *binder) numberHeaps(vulkan *numbering) {
	if len(b.heaps) == 0 {
		return
	}
	set := -1
	if given := b.p.opts.HeapSet; given != nil {
		set = *given
	} else {
		set = vulkan.newSpace()
	}
	for _, s := range b.heaps {
		s.res.Set, s.res.Binding = set, resourceHeap
		switch {
		case s.combined || s.sampler != nil:
			s.res.Binding = combinedHeap
		case s.res.Class == ir.Sampler:
			s.res.Binding = samplerHeap
		}
		for _, other := range vulkan.table(set, vulkan.kind(s)).used {
			if r := other.slot.res; other.start <= s.res.Binding && s.res.Binding < other.start+other.count {
				vulkan.diags.Report(diag.BindingOverlap, r.Span, "%s is bound in set %d at %d, where handles find what they mean", r.Name, set, s.res.Binding).
					WithHelp("-bindless-space-index names another set for handles")
				return
			}
		}
	}
}

// followed is what a handle means: the element of the heap x that the value of e.I names. DirectX has samplers in a heap of
// their own, for which a handle of a texture combined with a sampler has its second number.
func (b *fn) followed(x *entity, e *typed.Index) *entity {
	bits := b.value(e.I)
	nonUniform := e.NonUniform || b.nonUniform(bits)
	if !b.p.hasHandles(b) {
		return b.bad(e.T)
	}
	a := x.typ.(*types.Array)
	at := func(i int) *cursor { return x.cur.element(index{b.extract(bits, i), nonUniform}, a) }
	st, combined := e.T.(*types.Struct)
	if !combined || b.p.opts.Caps.Target != HLSL {
		return &entity{typ: e.T, cur: at(0)}
	}
	out := &entity{typ: e.T}
	for i, f := range st.Fields {
		c := at(i)
		out.parts = append(out.parts, &entity{typ: f.Type, cur: c.with(c.n.fields[i], step{kind: sField, i: i, t: f.Type})})
	}
	return out
}

// hasHandles reports a target without heaps of descriptors, once.
func (p *program) hasHandles(b *fn) bool {
	c := &p.opts.Caps
	switch {
	case c.Target == Metal && !p.noHandles:
		p.diags.Report(diag.TargetResource, b.span, "Metal output has no heaps of descriptors, which handles choose from").
			WithHelp("bind the resource, or an array of resources with a size, and choose by index")
	case c.Target == HLSL && c.Version < 66 && !p.noHandles:
		p.diags.Report(diag.TargetResource, b.span, "handles need shader model 6.6 (ResourceDescriptorHeap); the target is %s", c.Profile())
	case c.Target == SPIRV || c.Target == HLSL && c.Version >= 66:
		return true
	}
	p.noHandles = true
	return false
}

// memoryKind groups the classes of resources that can be views of the same memory; 0 is none that matters.
func memoryKind(c ir.ResourceClass) int {
	switch c {
	case ir.StorageBuffer:
		return 1
	case ir.StorageTexelBuffer, ir.UniformTexelBuffer:
		return 2
	case ir.StorageImage, ir.SampledImage:
		return 3
	}
	return 0
}

// aliasHeaps says of the heaps in use, and of what is bound and may be in them, that they can be the same memory:
// they are Aliased if something may write it, and text targets declare all of it coherent if any of it must be.
func aliasHeaps(used []*ir.Resource) {
	var spread []*ir.Resource
	for _, h := range used {
		kind := memoryKind(h.Class)
		if !h.Heap || kind == 0 {
			continue
		}
		h.Aliased = h.Aliased || !h.ReadOnly
		for _, r := range used {
			if r == h || memoryKind(r.Class) != kind || h.ReadOnly && r.ReadOnly {
				continue
			}
			h.Aliased, r.Aliased = true, true
			if h.CrossGroup && !r.ReadOnly {
				spread = append(spread, r)
			}
			if r.CrossGroup && !h.ReadOnly {
				spread = append(spread, h)
			}
		}
	}
	for _, r := range spread { // at the end: what is bound reaches the heaps, but through them no other binding
		r.CrossGroup = true
	}
}

// uniteHeaps gives what may be the same memory as the heap of a type the same form of values, and makes all buffers, or all
// images, SeqCst objects if one of a heap may be one.
func (p *program) uniteHeaps(list []facts) {
	for changed := true; changed; {
		changed = false
		for i, h := range p.objects {
			if h.res == nil || !h.res.Heap || memoryKind(h.res.Class) == 0 {
				continue
			}
			for j, o := range p.objects {
				if i == j || o.res == nil || memoryKind(o.res.Class) != memoryKind(h.res.Class) {
					continue
				}
				a, b := &list[h.id], &list[o.id]
				if a.seqCst != b.seqCst {
					a.seqCst, b.seqCst, changed = true, true, true
				}
				if sameForm(h, o) {
					changed = a.mergeView(b) || changed
					changed = b.mergeView(a) || changed
				}
			}
		}
	}
}

// sameForm reports whether two objects of one kind can hold the same values.
func sameForm(a, b *object) bool {
	if a.bytes() || b.bytes() {
		return a.bytes() && b.bytes()
	}
	return overlap(a.src, b.src)
}
