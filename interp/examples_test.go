package interp_test

import (
	"testing"

	"slc/interp"
)

// TestExamples runs every example at several wave sizes: the buffers must be those of the runs
// that the devices have to give too.
func TestExamples(t *testing.T) {
	for _, name := range exampleNames(t) {
		t.Run(name, func(t *testing.T) {
			m, sources, list := example(t, name)
			for i := range list {
				for _, wave := range []int{4, 8, 32, 64} {
					if wave < list[i].Wave {
						continue
					}
					for seed := range uint64(3) {
						cfg := configOf(t, m, &list[i])
						cfg.WaveSize, cfg.Seed, cfg.Sources = wave, seed, sources
						check(t, m, &list[i], cfg, run(t, m, cfg))
					}
				}
			}
		})
	}
}

// TestExamplesUnderModels runs the examples with race detection and in the weak model: they are
// correctly synchronised, so that nothing is reported and the results are the same.
func TestExamplesUnderModels(t *testing.T) {
	for _, name := range exampleNames(t) {
		t.Run(name, func(t *testing.T) {
			m, sources, list := example(t, name)
			for i := range list {
				for _, wave := range []int{8, 32} {
					if wave < list[i].Wave {
						continue
					}
					for seed := range uint64(4) {
						cfg := configOf(t, m, &list[i])
						cfg.WaveSize, cfg.Seed, cfg.Sources = wave, seed, sources
						cfg.Race = seed != 2
						if seed >= 2 {
							cfg.Memory = interp.Weak
						}
						check(t, m, &list[i], cfg, run(t, m, cfg))
					}
				}
			}
		})
	}
}
