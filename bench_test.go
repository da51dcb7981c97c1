package slc_test

import (
	"context"
	"os"
	"testing"

	"slc"
)

// benchKernel is a real kernel of about 100 lines.
const benchKernel = "examples/lookback.slang"

// BenchmarkCompile is one compilation in a warm process; the budget is 1.5 ms.
func BenchmarkCompile(b *testing.B) {
	src, err := os.ReadFile(benchKernel)
	if err != nil {
		b.Fatal(err)
	}
	for _, target := range []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal} {
		b.Run(target.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := slc.Compile(context.Background(), slc.Request{
					Files: []string{benchKernel}, Outputs: []slc.Output{{Target: target}},
					ReadFile: func(string) ([]byte, error) { return src, nil },
				})
				if err != nil || r.HasErrors() {
					b.Fatal("the kernel does not compile")
				}
			}
		})
	}
}
