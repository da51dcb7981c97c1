package main

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"slc/interp"
)

// batch is how many schedules are run before their outcomes are put together.
const batch = 256

// onCPU runs the kernel in the interpreter, once for each seed.
func (k *kernel) onCPU(ctx context.Context, o *runOptions, show []shown) (*ran, error) {
	r := &ran{}
	for first := 0; first < o.schedules; first += batch {
		n := min(batch, o.schedules-first)
		seed := o.seed + uint64(first)
		results, err := k.schedules(ctx, o, seed, n)
		if err != nil {
			return nil, err
		}
		for i, result := range results {
			u := k.outcome(result)
			u.seed = seed + uint64(i)
			r.add(u, k.shownBytes(show, u.data))
			r.findings.add(u.seed, result)
		}
	}
	slices.SortStableFunc(r.outcomes, func(a, b outcome) int { return cmp.Compare(b.count, a.count) })
	return r, nil
}

// schedules runs n seeds. The results are in their order, however many processors
// share the work.
func (k *kernel) schedules(ctx context.Context, o *runOptions, seed uint64, n int) ([]*interp.Result, error) {
	results := make([]*interp.Result, n)
	errs := make([]error, n)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				results[i], errs[i] = interp.Run(k.module, k.entry, k.config(ctx, o, seed+uint64(i)))
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return nil, exitError{exitUsage, "interrupted"}
	}
	for _, err := range errs {
		if err != nil {
			return nil, usagef("%v", err)
		}
	}
	return results, nil
}

func (k *kernel) config(ctx context.Context, o *runOptions, seed uint64) interp.Config {
	cfg := interp.Config{
		Groups: o.groups, WaveSize: o.waveSize, Seed: seed, MaxSteps: o.maxSteps, Race: o.race, Sources: k.sources, Done: ctx.Done(),
		Buffers: map[string][]byte{}, Extents: map[string][3]int{}, Samplers: map[string]interp.Sampler{},
	}
	for _, s := range k.samplers {
		cfg.Samplers[s.interpName()] = s.state
	}
	if o.weak {
		cfg.Memory = interp.Weak
	}
	for _, c := range k.contents {
		cfg.Buffers[c.interpName()] = c.data
		if c.extent != nil {
			extent := [3]int{1, 1, 1}
			copy(extent[:], c.extent)
			cfg.Extents[c.interpName()] = extent
		}
	}
	k.resolve(&cfg)
	return cfg
}

// interpName is the name that the interpreter has for a content: the first element
// of an array has the array's.
func (c *content) interpName() string {
	if c.element == 0 {
		return c.resource.Name
	}
	return c.name
}

// outcome is the contents after a dispatch, in the order of k.contents.
func (k *kernel) outcome(result *interp.Result) outcome {
	u := outcome{count: 1, data: make([][]byte, len(k.contents))}
	for i, c := range k.contents {
		u.data[i] = c.data
		if data := result.Buffer(c.interpName()); data != nil {
			u.data[i] = data
		}
	}
	return u
}

// add counts the findings of a schedule.
func (list *findings) add(seed uint64, result *interp.Result) {
	for _, race := range result.Races {
		list.count("race", race.String(), raceKey(race), seed)
	}
	if result.Deadlock != nil {
		list.count("deadlock", result.Deadlock.String(), "", seed)
	}
	for _, f := range result.Faults {
		list.count("fault", f.String(), f.Place.String()+f.Kind.String(), seed)
	}
}

// raceKey is equal for races of the same pair of accesses, in either order.
func raceKey(r interp.Race) string {
	a, b := r.First.Place.String(), r.Second.Place.String()
	return strings.Join([]string{r.Name, min(a, b), max(a, b)}, " ")
}
