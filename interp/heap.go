package interp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"slc/lower/ir"
)

// The heaps that descriptor handles choose from (ir.Resource.Heap) have the elements that the configuration names, and gaps
// between them. One descriptor is one memory, whatever the type of the handle that chooses it: elements of one index of the heaps
// of one binding are the same buffer.

// maxHeap bounds the elements of a heap.
const maxHeap = 1 << 16

// bindHeaps lays out the heaps of a module, after everything else.
func (b *binder) bindHeaps(heaps []*ir.Resource, used map[string]bool) error {
	for _, r := range heaps {
		n := 1
		for _, o := range heaps {
			if o.Binding == r.Binding {
				at, err := b.lastElement(o)
				if err != nil {
					return err
				}
				n = max(n, at+1)
			}
		}
		b.first[r], b.count[r] = len(b.mems), n
		for i := range n {
			if err := b.heapElement(r, i, used); err != nil {
				return err
			}
		}
	}
	for _, r := range heaps {
		for i := range b.count[r] {
			if err := b.sameDescriptor(r, i, heaps); err != nil {
				return err
			}
		}
	}
	return nil
}

// lastElement is the largest index of a heap that the configuration names, -1 if it names none.
func (b *binder) lastElement(r *ir.Resource) (int, error) {
	last := -1
	for name := range b.names() {
		text, isElement := strings.CutPrefix(name, r.Name+"[")
		i, err := strconv.Atoi(strings.TrimSuffix(text, "]"))
		switch {
		case name == r.Name:
			i = 0
		case !isElement || err != nil || elementName(r.Name, i) != name:
			continue
		}
		if i >= maxHeap {
			return 0, fmt.Errorf("%s: a heap has at most %d elements here", name, maxHeap)
		}
		last = max(last, i)
	}
	return last, nil
}

// names is the set of everything that the configuration gives contents, a size or a state.
func (b *binder) names() map[string]bool {
	if b.given == nil {
		b.given = map[string]bool{}
		for name := range b.cfg.Buffers {
			b.given[name] = true
		}
		for name := range b.cfg.Extents {
			b.given[name] = true
		}
		for name := range b.cfg.Samplers {
			b.given[name] = true
		}
	}
	return b.given
}

func (b *binder) heapElement(r *ir.Resource, i int, used map[string]bool) error {
	name := elementName(r.Name, i)
	used[name] = true
	mem := memory{name: name, space: spaceOfClass(r.Class), seqcst: r.SeqCst, absent: !b.names()[name]}
	mem.ro = r.ReadOnly || mem.space == 0
	switch {
	case mem.absent && r.Class > ir.PushConstant && r.Class != ir.Sampler: // what is read instead, once that is reported
		mem.extent = [3]int{1, 1, 1}
		mem.texel, _ = ir.ScalarLayout.SizeAlign(r.Views[0].Elem)
		mem.data = make([]byte, mem.texel)
	case !mem.absent:
		if err := b.contents(r, &mem); err != nil {
			return err
		}
	}
	b.mems = append(b.mems, mem)
	return nil
}

// sameDescriptor lets element i of r, which has no contents of its own, be that of another heap at its binding, and refuses
// contents for both.
func (b *binder) sameDescriptor(r *ir.Resource, i int, heaps []*ir.Resource) error {
	mem := &b.mems[b.first[r]+i]
	for _, o := range heaps {
		at := b.first[o] + i
		owner := &b.mems[at]
		if o == r || o.Binding != r.Binding || (o.Class == ir.Sampler) != (r.Class == ir.Sampler) || owner.absent {
			continue
		}
		if !mem.absent {
			return fmt.Errorf("%s and %s are one descriptor: give the contents of one of them", mem.name, owner.name)
		}
		if o.Class != ir.StorageBuffer || r.Class != ir.StorageBuffer {
			continue
		}
		mem.of = at + 1
		owner.seqcst = owner.seqcst || r.SeqCst
		if owner.ro && !r.ReadOnly {
			owner.ro = false
			b.outputs = append(b.outputs, at)
		}
	}
	return nil
}

// settle lets the elements of heaps that stand for others be those.
func (b *binder) settle(mems []*memory) {
	for i := range b.mems {
		if of := b.mems[i].of; of > 0 {
			mems[i] = mems[of-1]
		}
	}
}

// splitHeaps divides resources into those that are bound by themselves and heaps.
func splitHeaps(all []*ir.Resource) (bound, heaps []*ir.Resource) {
	at := slices.IndexFunc(all, func(r *ir.Resource) bool { return r.Heap })
	if at < 0 {
		return all, nil
	}
	for _, r := range all {
		if r.Heap {
			heaps = append(heaps, r)
		} else {
			bound = append(bound, r)
		}
	}
	return bound, heaps
}
