package main

import (
	"context"

	"slc/cmd/slc-vulkan/bind"
	"slc/cmd/slc-vulkan/job"
)

// onVulkan runs the kernel on a Vulkan device. The program slc-vulkan does it, so that
// the compiler does not load Vulkan.
func (k *kernel) onVulkan(ctx context.Context, o *runOptions, show []shown) (*ran, error) {
	program, err := job.Find()
	if err != nil {
		return nil, usagef("%v", err)
	}
	j, err := k.job(o)
	if err != nil {
		return nil, usagef("%v", err)
	}
	client := job.NewClient(program)
	defer client.Close()
	result, err := client.Run(j)
	switch {
	case ctx.Err() != nil:
		return nil, exitError{exitUsage, "interrupted"}
	case err != nil:
		return nil, usagef("%v", err)
	case result.TimedOut:
		return nil, exitError{exitSource, result.Error}
	case result.Error != "":
		return nil, usagef("%s", result.Error)
	}
	r := &ran{device: result.Device, timing: result.Timing}
	if o.schedules == 1 {
		result.Outcomes = []job.Outcome{{Count: 1, Buffers: result.Buffers}}
	}
	for _, u := range result.Outcomes {
		data := k.readBack(u.Buffers)
		r.add(outcome{count: u.Count, data: data}, k.shownBytes(show, data))
	}
	return r, nil
}

func (k *kernel) job(o *runOptions) (*job.Job, error) {
	contents, bound := k.bindings()
	groups := []uint32{uint32(o.groups[0]), uint32(o.groups[1]), uint32(o.groups[2])}
	j, err := bind.Job(k.words, groups, contents)
	if err != nil {
		return nil, err
	}
	k.addresses(j, bound)
	heaps, err := bind.Heaps(k.entry.Uses)
	if err != nil {
		return nil, err
	}
	j.Bindings = append(j.Bindings, heaps...)
	j.Spec = k.specialized
	j.Device, j.Time, j.SubgroupSize = o.device, o.time, uint32(o.waveSize)
	if o.schedules > 1 {
		j.Repeat = o.schedules
	}
	return j, nil
}

// readBack is the contents after the dispatch, in the order of k.contents: those that the
// device does not hand back are as they were.
func (k *kernel) readBack(buffers []job.Buffer) [][]byte {
	data := make([][]byte, len(k.contents))
	for i, c := range k.contents {
		data[i] = c.data
		for _, b := range buffers {
			if c.memory && b.Set == job.MemorySet && int(b.Binding) == i {
				data[i] = b.Data[:min(len(b.Data), len(c.data))]
			}
			if !c.memory && int(b.Set) == c.resource.Set && int(b.Binding) == c.resource.Binding && int(b.Element) == c.element && c.param.Writable {
				data[i] = b.Data[:min(len(b.Data), len(c.data))]
			}
		}
	}
	return data
}
