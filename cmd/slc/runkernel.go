package main

import (
	"fmt"
	"slices"
	"strings"

	"slc"
	"slc/cmd/slc-vulkan/bind"
	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc/hostdata"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// kernel is a compiled entry point and the contents of what it uses.
type kernel struct {
	module   *ir.Module
	entry    *ir.Entry
	words    []byte
	sources  *source.Map
	params   []*hostdata.Parameter
	contents []*content // in the order of the module
	samplers []*samplerSlot
	heaps    []heap

	specializable []hostdata.Constant
	specialized   []job.Spec
}

// content is one buffer, block or image: an element of a resource.
type content struct {
	name     string // name or name[element]
	resource *ir.Resource
	element  int
	param    *hostdata.Parameter
	data     []byte
	as       *hostdata.Scalar // type that the command line gave the contents
	extent   []int
	given    bool
	block    *hostdata.Block // of a block that is set in parts

	memory     bool        // no resource: reached through pointers
	references []reference // addresses in it
}

func newKernel(result *slc.Result) (*kernel, error) {
	k := &kernel{module: result.Modules[0], words: result.Words[0], sources: result.Sources}
	if n := len(k.module.Entries); n != 1 {
		names := make([]string, n)
		for i, e := range k.module.Entries {
			names[i] = e.Name
		}
		return nil, usagef("the file has %d entry points, choose one with -entry: %s", n, strings.Join(names, ", "))
	}
	k.entry = k.module.Entries[0]
	var err error
	if k.params, err = hostdata.Parse(result.Reflection); err == nil {
		k.specializable, err = hostdata.ParseConstants(result.Reflection)
	}
	if err != nil {
		return nil, usagef("the kernel cannot be run: %v", err)
	}
	for i, r := range k.entry.Uses {
		if slices.ContainsFunc(k.entry.Uses[:i], func(o *ir.Resource) bool { return sameMemory(o, r) }) {
			continue // the first of them has the contents
		}
		at := slices.IndexFunc(k.params, func(p *hostdata.Parameter) bool { return p.Name == r.Name })
		if r.Heap {
			h := heap{resource: r}
			if at >= 0 {
				h.param = k.params[at]
			}
			k.heaps = append(k.heaps, h)
		}
		if r.Class == ir.Sampler {
			k.declareSampler(r)
			continue
		}
		if at < 0 {
			return nil, usagef("the kernel cannot be run: '%s' is a %s", r.Name, r.Class)
		}
		for element := range bind.Elements(r) {
			k.contents = append(k.contents, newContent(r, k.params[at], element))
		}
	}
	return k, nil
}

// sameMemory reports whether two resources are variables for one binding.
func sameMemory(a, b *ir.Resource) bool {
	return a.Aliased && b.Aliased && !a.Heap && !b.Heap && a.Set == b.Set && a.Binding == b.Binding
}

func newContent(r *ir.Resource, p *hostdata.Parameter, element int) *content {
	c := &content{name: r.Name, resource: r, element: element, param: p}
	if r.Count != 0 {
		c.name = elementOf(r.Name, element)
	}
	return c
}

// elementOf spells name[element].
func elementOf(name string, element int) string { return fmt.Sprintf("%s[%d]", name, element) }

// find is the content of a name. An unbounded array grows to the element that is
// named; an element without contents of its own is empty.
func (k *kernel) find(name string) *content {
	for _, c := range k.contents {
		if c.name == name || c.element == 0 && c.resource.Name == name && c.resource.Count == 1 {
			return c
		}
	}
	base, element, ok := cutIndex(name)
	if h := k.heap(base); ok && h != nil && h.param != nil && element < maxElements {
		k.contents = append(k.contents, newContent(h.resource, h.param, element))
		return k.contents[len(k.contents)-1]
	}
	at := slices.IndexFunc(k.contents, func(c *content) bool { return c.resource.Name == base && c.resource.Count == types.Unsized })
	if !ok || at < 0 || element >= maxElements {
		return nil
	}
	first := k.contents[at]
	for k.elements(first.resource) <= element {
		k.contents = append(k.contents, newContent(first.resource, first.param, k.elements(first.resource)))
	}
	return k.find(name)
}

// maxElements bounds the elements of an unbounded array of descriptors.
const maxElements = 1024

// elements is the number of contents of a resource.
func (k *kernel) elements(r *ir.Resource) (n int) {
	for _, c := range k.contents {
		if c.resource == r {
			n++
		}
	}
	return n
}

// cutIndex splits name[3].
func cutIndex(name string) (base string, index int, ok bool) {
	base, rest, found := strings.Cut(name, "[")
	if !found {
		return name, 0, false
	}
	n, err := fmt.Sscanf(rest, "%d]", &index)
	return base, index, err == nil && n == 1 && index >= 0 && rest == fmt.Sprintf("%d]", index)
}

// unknown reports a name that is nothing of the kernel.
func (k *kernel) unknown(option, name string) error {
	for _, r := range k.module.Unused {
		if r.Name == name {
			return usagef("-%s: the kernel declares '%s' and does not use it", option, name)
		}
	}
	var names []string
	for _, c := range k.contents {
		if !c.param.Hidden || !c.param.IsBlock() {
			names = append(names, c.name)
		}
	}
	for _, h := range k.heaps {
		if h.param != nil {
			names = append(names, h.resource.Name+"[N]")
		}
	}
	return usagef("-%s: the kernel has no '%s'; it has %s", option, name, strings.Join(names, ", "))
}
