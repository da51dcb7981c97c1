package interp_test

import (
	"testing"

	"slc/interp"
)

// BenchmarkHistogram is the dispatch of 65,536 invocations of the histogram example.
func BenchmarkHistogram(b *testing.B) {
	m, _, list := example(b, "histogram")
	for _, mode := range []struct {
		name string
		cfg  interp.Config
	}{{"plain", interp.Config{}}, {"race", interp.Config{Race: true}}, {"weak", interp.Config{Memory: interp.Weak}}} {
		b.Run(mode.name, func(b *testing.B) {
			cfg := configOf(b, m, &list[0])
			values := make([]uint32, 65536)
			for i := range values {
				values[i] = uint32(i)
			}
			cfg.Groups, cfg.Race, cfg.Memory = [3]int{1024, 1, 1}, mode.cfg.Race, mode.cfg.Memory
			cfg.Buffers["values"] = words(values...)
			if err := interp.SetUniform(m, &cfg, "count", words(65536)); err != nil {
				b.Fatal(err)
			}
			steps := uint64(0)
			for b.Loop() {
				res := run(b, m, cfg)
				steps += res.Steps
				if got := unwords(res.Buffer("bins"))[3]; got != 4096 {
					b.Fatal(got)
				}
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Msteps/s")
		})
	}
}
