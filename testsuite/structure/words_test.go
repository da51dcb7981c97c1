// Package structure reads emitted modules back and checks what must hold of the words,
// for generated kernels over all operations, orders, spaces and options, and for
// every kernel of the test suite. The expectations are written from the
// specifications (lowering.md §1, §2 and SPIR-V), in numbers of their own: nothing here
// uses the tables of the compiler.
package structure

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/testsuite/cases"
	"slc/testsuite/effects"
)

// Bits of the SPIR-V specification, 3.2.25 Memory Semantics and 3.2.27 Scope.
const (
	semAcquire, semRelease, semAcquireRelease, semSeqCst = 0x2, 0x4, 0x8, 0x10
	semUniform, semWorkgroup, semImage                   = 0x40, 0x100, 0x800
	semMakeAvailable, semMakeVisible                     = 0x2000, 0x4000
	spaceBits                                            = semUniform | semWorkgroup | semImage
	orderBits                                            = semAcquire | semRelease | semAcquireRelease | semSeqCst

	scopeDevice, scopeWorkgroup, scopeSubgroup, scopeQueueFamily = 1, 2, 3, 5
)

// orderWords is what each order adds to a mask (lowering.md §2).
var orderWords = map[string]int{
	"Relaxed":        0,
	"Acquire":        semAcquire | semMakeVisible,
	"Release":        semRelease | semMakeAvailable,
	"AcquireRelease": semAcquireRelease | semMakeAvailable | semMakeVisible,
	"SeqCst":         semAcquireRelease | semMakeAvailable | semMakeVisible,
}

var orderNames = []string{"Relaxed", "Acquire", "Release", "AcquireRelease", "SeqCst"}

func mask(order string, spaces int) int {
	if order == "Relaxed" {
		return 0
	}
	return orderWords[order] | spaces
}

func hex(mask int) string {
	if mask == 0 {
		return "0"
	}
	return fmt.Sprintf("%#x", mask)
}

// compile compiles a kernel to SPIR-V and returns the words; diagnostics other than notes fail the test.
func compile(t *testing.T, source string, options slc.Options) []byte {
	t.Helper()
	result := compileFor(t, source, slc.Output{Target: slc.SPIRV}, options)
	for _, d := range result.Diagnostics {
		if d.Severity.String() != "note" {
			t.Fatalf("%s: %s\n%s", d.Code.ID, d.Message, source)
		}
	}
	return result.Outputs[0]
}

func compileFor(t *testing.T, source string, output slc.Output, options slc.Options) *slc.Result {
	t.Helper()
	options.VerifyIR = true
	result, err := slc.Compile(t.Context(), slc.Request{
		Files:    []string{"kernel.slang"},
		Outputs:  []slc.Output{output},
		Options:  options,
		ReadFile: func(string) ([]byte, error) { return []byte(source), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// expectEffects compares what the words do, without the plain accesses, with want.
func expectEffects(t *testing.T, source string, options slc.Options, want []string) []byte {
	t.Helper()
	words := compile(t, source, options)
	all, err := effects.Of(words)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range all {
		if strings.HasPrefix(line, "atomic ") || strings.Contains(line, "barrier ") {
			got = append(got, line)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v\n%s%s", options, source, cases.Diff(strings.Join(want, "\n"), strings.Join(got, "\n")))
	}
	return words
}

// touched is a set of spaces that a kernel accesses plainly.
type touched struct{ buffers, shared, images bool }

func (s touched) bits() (bits int) {
	if s.buffers {
		bits |= semUniform
	}
	if s.shared {
		bits |= semWorkgroup
	}
	if s.images {
		bits |= semImage
	}
	return bits
}

// declarations and statements that touch the spaces.
func (s touched) source() (decls, body string) {
	if s.buffers {
		decls += "RWStructuredBuffer<uint> data;\n"
		body += "    data[i] = i;\n"
	}
	if s.shared {
		decls += "groupshared uint tile[64];\n"
		body += "    tile[i] = i;\n"
	}
	if s.images {
		decls += "[format(\"r32ui\")] RWTexture2D<uint> image;\n"
		body += "    image[uint2(i, 0)] = i;\n"
	}
	return decls, body
}

// spaceSets are all sets of touched spaces.
func spaceSets() (sets []touched) {
	for i := range 8 {
		sets = append(sets, touched{i&1 != 0, i&2 != 0, i&4 != 0})
	}
	return sets
}

func kernel(decls, body string) string {
	return decls + "\n[shader(\"compute\")] [numthreads(64, 1, 1)]\nvoid computeMain(uint i : SV_GroupIndex)\n{\n" + body + "}\n"
}
