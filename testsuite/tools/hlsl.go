package tools

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// HLSLOptions says how to read an HLSL text. The zero value is entry point
// "main" at shader model 6.6 without native 16-bit types.
type HLSLOptions struct {
	Entry    string // entry point; "" is "main"
	Profile  string // "sm_6_0" … "sm_6_8"; "" is "sm_6_6"
	Native16 bool   // half is 16 bits wide, as with DXC's -enable-16bit-types; implied by a type that needs it
}

func (o HLSLOptions) entry() string {
	if o.Entry == "" {
		return "main"
	}
	return o.Entry
}

// model returns the shader model as in "6.6".
func (o HLSLOptions) model() string {
	if o.Profile == "" {
		return "6.6"
	}
	return strings.ReplaceAll(strings.TrimPrefix(o.Profile, "sm_"), "_", ".")
}

// HLSL checks a text with every front end that knows all its features: clang
// always, glslang where it can. It returns glslang's SPIR-V (valid for
// vulkan1.1), or nil with a printed line when glslang lacks a feature.
func HLSL(t testing.TB, src string, opts HLSLOptions) []byte {
	t.Helper()
	ClangHLSL(t, src, opts)
	if lacks := GlslangLacks(src); lacks != "" {
		t.Logf("HLSL checked by clang only: glslang has no %s", lacks)
		return nil
	}
	module, err := GlslangHLSLError(t, src, opts)
	if signedMinMaxFault(src, err) {
		t.Logf("HLSL checked by clang only: glslang compiles a signed InterlockedMin/Max of a byte-address buffer wrongly")
		return nil
	}
	must(t, err)
	return module
}

// signedMinMaxFault recognises a fault of glslang 12: it takes the minimum of a
// byte-address buffer and an int as unsigned, with operands of different types.
func signedMinMaxFault(src string, err error) bool {
	var refused *Refused
	return errors.As(err, &refused) && refused.Tool == spirvVal.name &&
		strings.Contains(refused.Log, "expected Value to be of type Result Type") &&
		(strings.Contains(src, ".InterlockedMin(") || strings.Contains(src, ".InterlockedMax("))
}

// GlslangHLSL compiles HLSL to SPIR-V with glslang. The entry point keeps its
// name. The module is checked by spirv-val.
func GlslangHLSL(t testing.TB, src string, opts HLSLOptions) []byte {
	t.Helper()
	module, err := GlslangHLSLError(t, src, opts)
	must(t, err)
	return module
}

// GlslangHLSLError is GlslangHLSL for texts that may be refused.
//
// The target is vulkan1.1: for later ones glslang 12 emits BufferBlock, which
// spirv-val rejects.
func GlslangHLSLError(t testing.TB, src string, opts HLSLOptions) ([]byte, error) {
	t.Helper()
	j := &toolRun{
		tool: glslang,
		args: []string{"-D", "-S", "comp", "-e", opts.entry(), "--target-env", "vulkan1.1", "-V",
			"-Dgloballycoherent=", "-DNonUniformResourceIndex=", "-o", "out.spv", "in.hlsl"},
		input: []byte(src), inName: "in.hlsl", outName: "out.spv",
	}
	o, err := j.check(t)
	if err != nil {
		return nil, err
	}
	return o.Output, SpirvValError(t, o.Output, "vulkan1.1")
}

// glslangGaps are features of HLSL that glslang 12 does not know.
var glslangGaps = sync.OnceValue(func() []gap {
	return []gap{
		{"16-bit types", regexp.MustCompile(`\b(u?int16_t|float16_t)[1-4]?\b|\bas(uint|int|float)16\b`)},
		{"int64_t", regexp.MustCompile(`\bint64_t[1-4]?\b`)},
		{"64-bit literals", regexp.MustCompile(`\b\d+u?ll\b`)},
		{"asuint of a double", regexp.MustCompile(`\basuint\s*\(\s*\w+\s*,\s*\w+\s*,`)},
		{"buffers of arrays", regexp.MustCompile(`Buffer<[a-z]+[1-4]?_[1-4]>`)},
		{"64-bit atomics", regexp.MustCompile(`(?s)\buint64_t\b.*\bInterlocked|\bInterlocked.*\buint64_t\b|\bInterlocked\w+64\b`)},
		{"min and max of uint64_t", regexp.MustCompile(`(?s)\buint64_t\b.*\b(min|max)\s*\(`)},
		{"float atomics", regexp.MustCompile(`\bInterlocked\w*Float`)},
		{"arrays of buffers", regexp.MustCompile(`\b(RW)?(StructuredBuffer\s*<[^;={}]*>|ByteAddressBuffer)\s*\w+\s*\[`)},
		{"templates", regexp.MustCompile(`\btemplate\s*<|\.(Load|Store)\s*<`)},
		{"select", regexp.MustCompile(`\bselect\s*\(`)},
		{"Barrier", regexp.MustCompile(`\bBarrier\s*\(`)},
		{"WaveMatch and WaveMultiPrefix*", regexp.MustCompile(`\bWave(Match|MultiPrefix\w+)\s*\(`)},
		{"QuadAny and QuadAll", regexp.MustCompile(`\bQuad(Any|All)\s*\(`)},
		{"valid GatherCmp", regexp.MustCompile(`\bGatherCmp\s*\(`)},
		{"SampleCmpLevel and SampleCmpGrad", regexp.MustCompile(`\bSampleCmp(Level|Grad)\s*\(`)},
		{"derivatives in compute", regexp.MustCompile(`\bdd[xy](_fine|_coarse)?\s*\(|\.Sample(Bias|Cmp)?\s*\(`)},
		{"ldexp with a float", regexp.MustCompile(`\bldexp\s*\(`)},
		{"msad4", regexp.MustCompile(`\bmsad4\s*\(`)}, // it ends by a signal
		{"sizeof", regexp.MustCompile(`\bsizeof\s*\(`)},
		{"heaps of descriptors", regexp.MustCompile(`\b(Resource|Sampler)DescriptorHeap\b`)},
		{"packed dot products", regexp.MustCompile(`\bdot4add_`)},
	}
})

// native16Types are the types that exist with native 16-bit types only.
var native16Types = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(u?int16_t|float16_t)([1-4](x[1-4])?)?\b`)
})

// A gap is a feature and how a text shows that it uses it.
type gap struct {
	feature string
	uses    *regexp.Regexp
}

// GlslangLacks names the feature that src uses and glslang does not have, or "".
func GlslangLacks(src string) string {
	for _, g := range glslangGaps() {
		if g.uses.MatchString(src) {
			return g.feature
		}
	}
	return ""
}

// glslangFaults are features that glslang 12 takes and translates wrongly: its module
// shows nothing about the text.
var glslangFaults = sync.OnceValue(func() []gap {
	return []gap{
		{"WavePrefixSum and WavePrefixProduct, as inclusive scans", regexp.MustCompile(`\bWavePrefix(Sum|Product)\s*\(`)},
		{"InterlockedCompareStore on a byte-address buffer, not at all", regexp.MustCompile(`\.InterlockedCompareStore\s*\(`)},
	}
})

// GlslangMistranslates names the feature that src uses and glslang translates wrongly,
// or "": such a text can be checked by glslang but not run.
func GlslangMistranslates(src string) string {
	for _, g := range glslangFaults() {
		if g.uses.MatchString(src) {
			return g.feature
		}
	}
	return ""
}

// ClangHLSL checks a text with clang's HLSL front end and our prelude
// (hlsl/hlsl.h). Warnings count as errors. Not seen: atomics on a local
// variable, writes to a cbuffer member, recursion, duplicate registers,
// groupshared over 32 KiB.
func ClangHLSL(t testing.TB, src string, opts HLSLOptions) {
	t.Helper()
	must(t, ClangHLSLError(t, src, opts))
}

// ClangHLSLError is ClangHLSL for texts that may be refused.
func ClangHLSLError(t testing.TB, src string, opts HLSLOptions) error {
	t.Helper()
	args := []string{"-cc1",
		"-triple", fmt.Sprintf("dxilv1.%s-pc-shadermodel%s-compute", strings.TrimPrefix(opts.model(), "6."), opts.model()),
		"-x", "hlsl", "-std=hlsl202x", "-finclude-default-header", "-internal-isystem", shimDir(t, "hlsl"),
		"-hlsl-entry", opts.entry(), "-fsyntax-only",
		"-Dgloballycoherent=", "-Dprecise=", "-Werror", "-Wno-c++14-extensions"}
	if opts.Native16 || native16Types().MatchString(src) {
		args = append(args, "-fnative-half-type", "-fnative-int16-type")
	}
	j := &toolRun{tool: clangHLSL, args: append(args, "in.hlsl"), input: []byte(src), inName: "in.hlsl"}
	if _, err := j.check(t); err != nil && !groupsharedStructs(err) {
		return err
	}
	return nil
}

// groupsharedStructs recognises a fault of clang 22 as the only thing that it reports: it looks for
// a constructor of a struct in groupshared memory, which is not initialised, and has no way to copy
// a struct into that memory or out of it.
func groupsharedStructs(err error) bool {
	var refused *Refused
	if !errors.As(err, &refused) {
		return false
	}
	all := parseDiagnostics(refused.Log)
	for _, d := range all {
		switch {
		case strings.HasPrefix(d.message, "no matching constructor for initialization of 'groupshared "):
		case strings.HasPrefix(d.message, "no matching constructor for initialization of '") &&
			strings.Contains(refused.Log, "cannot bind reference in address space 'groupshared' to object in generic address space"):
		case d.message == "no viable overloaded '='" && strings.Contains(refused.Log, "'this' object is in address space 'groupshared'"):
		default:
			return false
		}
	}
	return len(all) > 0
}
