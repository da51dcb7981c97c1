package main

import (
	"slc/cmd/slc/hostdata"
	"slc/lower/ir"
)

// heap is an array that descriptor handles choose from. It has the elements that the options name: -buffer heap_X[3]=….
type heap struct {
	resource *ir.Resource
	param    *hostdata.Parameter // nil for samplers
}

// heap returns the heap of a name, nil if there is none.
func (k *kernel) heap(name string) *heap {
	for i := range k.heaps {
		if k.heaps[i].resource.Name == name {
			return &k.heaps[i]
		}
	}
	return nil
}

// checkHeaps reports elements of textures combined with samplers of which one part is missing, and elements that two heaps have.
func (k *kernel) checkHeaps() error {
	for i, c := range k.contents {
		if !c.resource.Heap {
			continue
		}
		for _, o := range k.contents[:i] {
			if o.resource.Heap && o.resource.Binding == c.resource.Binding && o.element == c.element {
				return usagef("%s and %s are one descriptor: give the contents of one of them", o.name, c.name)
			}
		}
		if s := c.resource.Combined; s != nil && k.sampler(s, c.element) == nil {
			name := elementOf(s.Name, c.element)
			return usagef("the sampler '%s' has no state: give -sampler %[1]s=WORDS, for example %[1]s=linear,clamp", name)
		}
	}
	return nil
}

// sampler is the slot of an element of a resource, nil if there is none.
func (k *kernel) sampler(r *ir.Resource, element int) *samplerSlot {
	for _, s := range k.samplers {
		if s.resource == r && s.element == element {
			return s
		}
	}
	return nil
}
