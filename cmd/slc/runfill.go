package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc/hostdata"
)

// fill gives every buffer, block and image the contents that the options say.
func (k *kernel) fill(env *environment, a *runArgs) error {
	k.declareMemory(a)
	for _, arg := range a.buffers.Value() {
		if err := k.fillBuffer(env, arg); err != nil {
			return err
		}
	}
	for _, arg := range a.sets.Value() {
		if err := k.set(arg); err != nil {
			return err
		}
	}
	for _, arg := range a.extents.Value() {
		if err := k.setExtent(arg); err != nil {
			return err
		}
	}
	for _, arg := range a.samplers.Value() {
		if err := k.setSampler(arg); err != nil {
			return err
		}
	}
	for _, c := range k.contents {
		if err := c.complete(); err != nil {
			return err
		}
	}
	if err := k.checkSamplers(); err != nil {
		return err
	}
	if err := k.checkHeaps(); err != nil {
		return err
	}
	return k.checkReferences()
}

// fillBuffer reads -buffer NAME=VALUES, NAME=TYPE:VALUES or NAME=@FILE.
func (k *kernel) fillBuffer(env *environment, arg string) error {
	name, text, ok := strings.Cut(arg, "=")
	if !ok {
		return usagef("-buffer must be NAME=VALUES, NAME=TYPE:VALUES or NAME=@FILE, not '%s'", arg)
	}
	c := k.find(name)
	if c == nil {
		return k.unknown("buffer", name)
	}
	if c.given {
		return usagef("-buffer gives '%s' twice", name)
	}
	c.given = true
	file, isFile := strings.CutPrefix(text, "@")
	if !isFile {
		if ok, err := c.encodeReferences(text); ok {
			return err
		}
		var err error
		if c.data, c.as, err = c.param.Encode(text); err != nil {
			return usagef("-buffer %s: %v", name, err)
		}
		return nil
	}
	data, err := readContents(env, file)
	if err != nil {
		return usagef("-buffer %s: cannot read %v", name, cause(err))
	}
	if err := c.param.Check(data); err != nil {
		return usagef("-buffer %s: %s: %v", name, file, err)
	}
	c.data = data
	return nil
}

// readContents reads the file of -buffer NAME=@FILE, which may be a device without an end.
func readContents(env *environment, file string) ([]byte, error) {
	if file == stdName {
		return env.readFile(file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, hostdata.MaxBytes+1))
	if err == nil && len(data) > hostdata.MaxBytes {
		err = fmt.Errorf("%s: it is larger than %d bytes", file, hostdata.MaxBytes)
	}
	return data, err
}

// set reads -set NAME.FIELD=VALUES. NAME is a block, a member of one whose name is
// not written in the source, or a specialization constant.
func (k *kernel) set(arg string) error {
	path, list, ok := strings.Cut(arg, "=")
	if !ok {
		return usagef("-set must be NAME.FIELD=VALUE, not '%s'", arg)
	}
	path = strings.TrimSpace(path)
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	name, rest := path[:end], path[end:]
	if found, err := k.specialize(path, list); found {
		return err
	}
	for _, c := range k.contents {
		if !c.param.IsBlock() {
			continue
		}
		at := rest
		if c.name != name {
			member := c.param.Member(name)
			if member == "" {
				continue
			}
			at = member + rest
		}
		if ok, err := c.setReference(path, at, list); ok {
			return err
		}
		if err := c.part().Set(at, list); err != nil {
			return usagef("-set %s: %v", path, err)
		}
		return nil
	}
	return usagef("-set: the kernel has no constant '%s'%s", name, k.constants())
}

// specialize gives a specialization constant its value.
func (k *kernel) specialize(name, text string) (found bool, err error) {
	for i := range k.specializable {
		c := &k.specializable[i]
		if c.Name != name {
			continue
		}
		bits, size, value, err := c.Parse(text)
		if err != nil {
			return true, usagef("-set %s: %v", name, err)
		}
		k.specialized = append(k.specialized, job.Spec{ID: c.ID, Value: bits, Size: size})
		if _, err := k.module.Specialize(c.ID, value); err != nil {
			return true, usagef("-set %s: %v", name, err)
		}
		return true, nil
	}
	return false, nil
}

// part is the block, to be set in parts.
func (c *content) part() *hostdata.Block {
	if c.block == nil {
		c.block = c.param.NewBlock(c.data)
		c.data = c.block.Data
	}
	return c.block
}

// constants lists what -set may name.
func (k *kernel) constants() string {
	var names []string
	for _, c := range k.contents {
		if c.param.IsBlock() {
			prefix := c.name + "."
			if c.param.Hidden {
				prefix = ""
			}
			for _, f := range c.param.Elem.Fields {
				names = append(names, prefix+f.Name)
			}
		}
	}
	for _, c := range k.specializable {
		names = append(names, c.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "; it has " + strings.Join(names, ", ")
}

// setExtent reads -extent NAME=W,H,D.
func (k *kernel) setExtent(arg string) error {
	name, text, ok := strings.Cut(arg, "=")
	if !ok {
		return usagef("-extent must be NAME=W,H,D, not '%s'", arg)
	}
	c := k.find(name)
	if c == nil {
		return k.unknown("extent", name)
	}
	extent, err := parseExtent(text)
	if err != nil {
		return usagef("-extent %s %v", name, err)
	}
	if len(extent) != c.param.Dims {
		return usagef("-extent: '%s' has %d dimensions, not %d", name, c.param.Dims, len(extent))
	}
	c.extent = extent
	return nil
}

// complete reports what is missing and gives images and hidden counters their size.
func (c *content) complete() error {
	switch {
	case c.param.IsBlock():
		if missing := c.part().Missing(); !c.given && len(missing) > 0 {
			prefix := c.name + "."
			if c.param.Hidden {
				prefix = ""
			}
			return usagef("the constant '%s' is not set: give -set %[1]s=VALUE", prefix+missing[0])
		}
	case c.param.Dims > 0:
		return c.completeImage()
	case c.given:
	case c.param.Hidden: // a counter
		c.data = make([]byte, c.param.Stride)
	default:
		return usagef("the buffer '%s' has no contents: give -buffer %[1]s=VALUES, for example %[1]s=0x%d for zeros", c.name, 64*c.param.Numbers())
	}
	return nil
}

func (c *content) completeImage() error {
	if c.extent == nil {
		return usagef("the image '%s' has no size: give -extent %[1]s=W,…", c.name)
	}
	size := c.param.Stride
	for _, n := range c.extent {
		if n > hostdata.MaxBytes/size {
			return usagef("-extent %s: the image is larger than %d bytes", c.name, hostdata.MaxBytes)
		}
		size *= n
	}
	if c.data == nil {
		c.data = make([]byte, size)
	}
	if len(c.data) != size {
		return usagef("-buffer %s: %d bytes, but the image takes %d", c.name, len(c.data), size)
	}
	return nil
}
