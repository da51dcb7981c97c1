package main

import (
	"fmt"
	"strings"

	"slc/cmd/slc-vulkan/bind"
	"slc/interp"
	"slc/lower/ir"
)

// samplerSlot is a sampler of the kernel: an element of a resource.
type samplerSlot struct {
	name     string // name or name[element]
	resource *ir.Resource
	element  int
	words    string // its state, as slc-vulkan takes it
	state    interp.Sampler
	given    bool
}

func (k *kernel) declareSampler(r *ir.Resource) {
	for element := range bind.Elements(r) {
		s := &samplerSlot{name: r.Name, resource: r, element: element}
		if r.Count != 0 {
			s.name = fmt.Sprintf("%s[%d]", r.Name, element)
		}
		k.samplers = append(k.samplers, s)
	}
}

// setSampler reads -sampler NAME=WORD,…: of an array all elements, of NAME[2] one.
func (k *kernel) setSampler(arg string) error {
	name, text, ok := strings.Cut(arg, "=")
	if !ok {
		return usagef("-sampler must be NAME=WORD,…, not '%s'", arg)
	}
	words := strings.ReplaceAll(text, ",", " ")
	state, err := interp.ParseSampler(words)
	if err != nil {
		return usagef("-sampler %s: %v: nearest or linear, wrap, mirror or clamp, and a comparison such as less-equal", name, err)
	}
	found := false
	if base, element, ok := cutIndex(name); ok && element < maxElements {
		if h := k.heap(base); h != nil && h.resource.Class == ir.Sampler {
			k.samplers = append(k.samplers, &samplerSlot{name: name, resource: h.resource, element: element})
		}
	}
	for _, s := range k.samplers {
		if s.name == name || s.resource.Name == name {
			s.words, s.state, s.given, found = words, state, true, true
		}
	}
	if !found {
		return usagef("-sampler: the kernel has no sampler '%s'%s", name, k.samplerNames())
	}
	return nil
}

func (k *kernel) samplerNames() string {
	var names []string
	for _, s := range k.samplers {
		names = append(names, s.name)
	}
	for _, h := range k.heaps {
		if h.resource.Class == ir.Sampler {
			names = append(names, h.resource.Name+"[N]")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; it has " + strings.Join(names, ", ")
}

// checkSamplers reports samplers that no option gives a state.
func (k *kernel) checkSamplers() error {
	for _, s := range k.samplers {
		if !s.given {
			return usagef("the sampler '%s' has no state: give -sampler %[1]s=WORDS, for example %[1]s=linear,clamp", s.name)
		}
	}
	return nil
}

// interpName is the name that the interpreter has for a sampler, as content.interpName.
func (s *samplerSlot) interpName() string {
	if s.element == 0 {
		return s.resource.Name
	}
	return s.name
}
