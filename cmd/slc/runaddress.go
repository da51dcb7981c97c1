package main

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"slc/cmd/slc-vulkan/bind"
	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc/hostdata"
	"slc/interp"
	"slc/lower/ir"
)

// reference is the address of a buffer, plus some bytes, in the contents of another.
type reference struct {
	offset int
	of     string
	plus   uint64
}

// parseReference reads &NAME or &NAME+BYTES.
func parseReference(text string) (r reference, ok bool, err error) {
	name, ok := strings.CutPrefix(strings.TrimSpace(text), "&")
	if !ok {
		return r, false, nil
	}
	name, plus, more := strings.Cut(name, "+")
	r.of = strings.TrimSpace(name)
	if more {
		r.plus, err = strconv.ParseUint(strings.TrimSpace(plus), 0, 64)
	}
	if r.of == "" || err != nil {
		return r, true, usagef("an address is &NAME or &NAME+BYTES, not '%s'", text)
	}
	return r, true, nil
}

// declareMemory makes contents for the buffers that the command line gives and that are no resource
// of the kernel, but have their address taken.
func (k *kernel) declareMemory(a *runArgs) {
	for _, arg := range a.buffers.Value() {
		name, _, _ := strings.Cut(arg, "=")
		if k.find(name) != nil || !pointedAt(name, a) {
			continue
		}
		r := &ir.Resource{Name: name, Class: ir.StorageBuffer}
		k.contents = append(k.contents, &content{name: name, resource: r, param: hostdata.Memory(name), memory: true})
	}
}

// pointedAt reports whether the command line takes the address of a buffer.
func pointedAt(name string, a *runArgs) bool {
	for _, arg := range slices.Concat(a.buffers.Value(), a.sets.Value()) {
		_, list, _ := strings.Cut(arg, "=")
		for _, text := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ':' }) {
			if r, ok, err := parseReference(text); ok && err == nil && r.of == name {
				return true
			}
		}
	}
	return false
}

// encodeReferences gives a buffer numbers of one type without gaps, and addresses of eight bytes
// among them: TYPE:1,&NAME,2. ok is false if the text has none.
func (c *content) encodeReferences(text string) (ok bool, err error) {
	if !strings.Contains(text, "&") {
		return false, nil
	}
	kind := "u32"
	if name, rest, found := strings.Cut(text, ":"); found {
		kind, text = name, rest
	} else if !c.memory {
		return true, usagef("-buffer %s: a list with addresses needs a type, as in u32:1,&NAME", c.name)
	}
	plain := hostdata.Memory(c.name)
	plain.Stride = 1
	for _, item := range strings.Split(text, ",") {
		r, isAddress, err := parseReference(item)
		if err != nil {
			return true, err
		}
		if isAddress {
			r.offset = len(c.data)
			c.references = append(c.references, r)
			c.data = append(c.data, make([]byte, hostdata.AddressBytes)...)
			continue
		}
		data, as, err := plain.Encode(kind + ":" + item)
		if err != nil {
			return true, usagef("-buffer %s: %v", c.name, err)
		}
		c.data, c.as = append(c.data, data...), as
	}
	if err := c.param.Check(c.data); err != nil {
		return true, usagef("-buffer %s: %v", c.name, err)
	}
	return true, nil
}

// setReference gives a constant that is a pointer or a uint64_t an address; ok is false if the value is none.
func (c *content) setReference(path, at, value string) (ok bool, err error) {
	r, ok, err := parseReference(value)
	if !ok || err != nil {
		return ok, err
	}
	if r.offset, err = c.part().Address(at); err != nil {
		return true, usagef("-set %s: %v", path, err)
	}
	c.references = append(c.references, r)
	return true, nil
}

// checkReferences reports addresses of what the kernel cannot reach by one.
func (k *kernel) checkReferences() error {
	for _, c := range k.contents {
		for _, r := range c.references {
			if of := k.find(r.of); of == nil || of.resource.Class != ir.StorageBuffer {
				return usagef("&%s: there is no buffer of that name: give -buffer %[1]s=TYPE:VALUES", r.of)
			}
		}
	}
	return nil
}

// resolve writes the addresses that the interpreter gives into copies of the contents.
func (k *kernel) resolve(cfg *interp.Config) {
	for _, c := range k.contents {
		if len(c.references) == 0 {
			continue
		}
		data := slices.Clone(c.data)
		for _, r := range c.references {
			at := interp.Address(k.module, *cfg, k.find(r.of).interpName())
			binary.LittleEndian.PutUint64(data[r.offset:], at+r.plus)
		}
		cfg.Buffers[c.interpName()] = data
	}
}

// addresses adds memory without descriptors and all addresses to a job. bound are the contents that the
// job's bindings are of, in their order.
func (k *kernel) addresses(j *job.Job, bound []*content) {
	for i, c := range k.contents {
		if c.memory {
			j.Bindings = append(j.Bindings, job.Binding{Kind: job.Memory, Set: job.MemorySet, Binding: uint32(i), Data: c.data, Size: uint64(max(len(c.data), 4))})
			bound = append(bound, c)
		}
	}
	for _, c := range k.contents {
		for _, r := range c.references {
			j.Addresses = append(j.Addresses, job.Address{Into: slices.Index(bound, c), Offset: uint64(r.offset), Of: slices.Index(bound, k.find(r.of)), Plus: r.plus})
		}
	}
}

// bindings are the contents that have descriptors, as package bind takes them.
func (k *kernel) bindings() (list []bind.Content, bound []*content) {
	for _, c := range k.contents {
		if c.memory {
			continue
		}
		b := bind.Content{Resource: c.resource, Element: c.element, Data: c.data}
		for _, n := range c.extent {
			b.Extent = append(b.Extent, uint32(n))
		}
		list = append(list, b)
		if c.resource.Class != ir.PushConstant {
			bound = append(bound, c)
		}
	}
	for _, s := range k.samplers {
		list = append(list, bind.Content{Resource: s.resource, Element: s.element, Sampler: s.words})
		bound = append(bound, nil) // has no address
	}
	return list, bound
}
