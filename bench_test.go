package slc_test

import (
	"context"
	"fmt"
	"os"
	"strings"
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

// compileText compiles files that are given as text for SPIR-V.
func compileText(b *testing.B, files map[string]string) {
	b.Helper()
	r, err := slc.Compile(context.Background(), slc.Request{
		Files: []string{"k.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}},
		ReadFile: func(name string) ([]byte, error) {
			if text, ok := files[name]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		},
	})
	if err != nil || r.HasErrors() {
		b.Fatal("the kernel does not compile")
	}
}

// BenchmarkInstances is a kernel with n instances of a generic that calls another: the time of one should
// not grow with n, nor should it matter how often an instance is used.
func BenchmarkInstances(b *testing.B) {
	const head = "RWStructuredBuffer<uint> o;\n" +
		"uint inner<let N : int>(uint x) { uint s = 0; for (int i = 0; i < N; i++) s += x * i; return s; }\n" +
		"uint outer<let N : int>(uint x) { return inner<N>(x) + inner<N>(x + 1); }\n[numthreads(64, 1, 1)]\nvoid main(uint i : SV_GroupIndex)\n{\n"
	for _, n := range []int{100, 1000} {
		for _, uses := range []int{1, 4} {
			var s strings.Builder
			s.WriteString(head)
			for k := range n * uses {
				fmt.Fprintf(&s, "    o[i] += outer<%d>(i);\n", k%n+1)
			}
			s.WriteString("}\n")
			b.Run(fmt.Sprintf("%dx%d", n, uses), func(b *testing.B) {
				for b.Loop() {
					compileText(b, map[string]string{"k.slang": s.String()})
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/instance")
			})
		}
	}
}

// BenchmarkImport is a small kernel alone, with an import of which it uses nothing, and with the same text
// imported that is used in part. The second costs the parse of the module above the first.
func BenchmarkImport(b *testing.B) {
	var m strings.Builder
	m.WriteString("module m;\n")
	for k := range 300 {
		fmt.Fprintf(&m, "public struct S%d<T : IArithmetic> { public T v; public T twice() { return v + v; } }\n", k)
		fmt.Fprintf(&m, "public uint f%d<let N : int>(uint x) { uint s = x; for (int i = 0; i < N; i++) s = s * 31 + i; return s; }\n", k)
		fmt.Fprintf(&m, "public uint g%d(uint x) { S%d<uint> s = { x }; return s.twice() + f%d<%d>(x); }\n", k, k, k, k+1)
	}
	const body = "RWStructuredBuffer<uint> o;\n[numthreads(64, 1, 1)]\nvoid main(uint i : SV_GroupIndex) { o[i] = %s; }\n"
	for _, row := range []struct{ name, head, value string }{
		{"none", "", "i"}, {"unused", "import m;\n", "i"}, {"used", "import m;\n", "g7(i)"},
	} {
		files := map[string]string{"k.slang": row.head + fmt.Sprintf(body, row.value), "m.slang": m.String()}
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				compileText(b, files)
			}
		})
	}
}
