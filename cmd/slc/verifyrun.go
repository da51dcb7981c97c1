package main

import (
	"context"
	stdbinary "encoding/binary"
	"errors"
	"fmt"
	"slices"

	"slc/memmodel"
)

// load hands the words to the model.
func (k *kernel) load() (*memmodel.Kernel, error) {
	words := make([]uint32, len(k.words)/4)
	for i := range words {
		words[i] = stdbinary.LittleEndian.Uint32(k.words[4*i:])
	}
	loaded, err := memmodel.LoadKernel(words, "")
	if err != nil {
		return nil, usagef("%v", err)
	}
	return loaded, nil
}

// waveSizes are the sizes to check: the one of the command line or the comments, else those of
// [WaveSize], else all that may make a difference; 0 where none does.
func (check *verifyCheck) waveSizes(k *kernel, loaded *memmodel.Kernel, l *memmodel.Launch) []int {
	declared := k.entry.WaveSize
	switch {
	case !loaded.UsesWaves():
		return []int{check.wave}
	case check.wave > 0:
		return []int{check.wave}
	case declared[0] > 0:
		var out []int
		for n := declared[0]; n <= max(declared[0], declared[1]); n *= 2 {
			out = append(out, n)
		}
		return out
	}
	return loaded.WaveSizes(l)
}

// verify runs the check within its limits, with each size of waves in turn up to the first that
// fails; waves are the sizes that the report is of.
func (check *verifyCheck) verify(ctx context.Context, env *environment, k *kernel, l *memmodel.Launch) (sum *memmodel.Report, waves []int, err error) {
	loaded, err := k.load()
	if err != nil {
		return nil, nil, err
	}
	limited, cancel := context.WithTimeout(ctx, check.timeout)
	defer cancel()
	l.Context = limited
	stop := check.progress(env)
	defer stop()
	var limit error
	for _, n := range check.waveSizes(k, loaded, l) {
		l.Wave = n
		report, err := loaded.Verify(*l)
		switch {
		case errors.Is(err, memmodel.ErrLimit) || errors.Is(err, memmodel.ErrMemory):
			limit = err // another size may still fail
			continue
		case err != nil:
			return nil, nil, check.noAnswer(ctx, err)
		}
		if loaded.UsesWaves() {
			waves = append(waves, n)
		}
		if wrong(report) {
			return report, waves[max(0, len(waves)-1):], nil
		}
		sum = add(sum, report)
	}
	if limit != nil {
		return nil, nil, check.noAnswer(ctx, limit)
	}
	return sum, waves, nil
}

// noAnswer makes an exit of what ended a check.
func (check *verifyCheck) noAnswer(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return exitError{exitUnknown, "interrupted: no answer"}
	case errors.Is(err, context.DeadlineExceeded):
		return exitError{exitUnknown, fmt.Sprintf("no answer within %v (see -timeout)", check.timeout)}
	case errors.Is(err, memmodel.ErrLimit), errors.Is(err, memmodel.ErrMemory):
		return exitError{exitUnknown, "no answer: " + err.Error()}
	}
	return usagef("%v", err)
}

func wrong(r *memmodel.Report) bool {
	return len(r.Races) > 0 || len(r.Faults) > 0 || len(r.Failed) > 0 || r.Deadlock != ""
}

// add puts two reports without faults together, of one launch with different sizes of waves.
func add(sum, r *memmodel.Report) *memmodel.Report {
	if sum == nil {
		return r
	}
	sum.States = slices.Compact(slices.Sorted(slices.Values(append(sum.States, r.States...))))
	sum.Executions += r.Executions
	sum.Begun += r.Begun
	if r.Bound && !sum.Bound {
		sum.Bound, sum.BoundAt = true, r.BoundAt
	}
	return sum
}
