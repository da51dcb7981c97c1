package structure

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/testsuite/cases"
	"slc/testsuite/tools"
)

// testKernel is a kernel of the repository and how its own test compiles it.
type testKernel struct {
	name    string
	source  string
	request func(slc.Target) slc.Request
	targets []slc.Target
}

// kernels are all kernels of examples/ and of the cases.
func kernels(t *testing.T) (list []testKernel) {
	t.Helper()
	examples, _ := filepath.Glob("../../examples/*.slang")
	for _, path := range examples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, testKernel{filepath.Base(path), string(text), func(target slc.Target) slc.Request {
			return slc.Request{Files: []string{path}, Outputs: []slc.Output{{Target: target}}, Options: slc.Options{Optimize: 1}}
		}, []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal}})
	}
	for _, folder := range []string{"golden", "field", "peerfaults"} {
		files, _ := filepath.Glob(filepath.Join("..", folder, "*.txtar"))
		for _, path := range files {
			c, err := cases.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			name := folder + "/" + strings.TrimSuffix(filepath.Base(path), ".txtar")
			list = append(list, testKernel{name, c.Source(), c.Request, c.Targets()})
		}
	}
	if len(list) < 150 {
		t.Fatalf("found only %d kernels", len(list))
	}
	return list
}

// variant is a way to compile a kernel other than its own.
type variant struct {
	name    string
	profile string // "": the kernel's own
	set     func(*slc.Options)
}

// variants are the ways that a target is compiled in, one option away from the kernel's own.
func variants(target slc.Target) (list []variant) {
	profiles := map[slc.Target][]string{
		slc.SPIRV: {"spirv_1_3", "spirv_1_4", "spirv_1_5", "spirv_1_6"},
		slc.HLSL:  {"sm_6_0", "sm_6_1", "sm_6_2", "sm_6_3", "sm_6_4", "sm_6_5", "sm_6_6", "sm_6_7", "sm_6_8"},
		slc.Metal: {"metal_2_4", "metal_3_0", "metal_3_1", "metal_3_2", "metal_4_0", "metal_4_1"},
	}
	none := func(*slc.Options) {}
	for _, p := range profiles[target] {
		list = append(list, variant{p, p, none})
	}
	for level := range 4 {
		list = append(list, variant{fmt.Sprintf("O%d", level), "", func(o *slc.Options) { o.Optimize = level }})
	}
	return append(list,
		variant{"g", "", func(o *slc.Options) { o.Debug, o.LineDirectives = true, true }},
		variant{"scalar", "", func(o *slc.Options) { o.Layout = ir.ScalarLayout }},
		variant{"std140", "", func(o *slc.Options) { o.Layout = ir.Std140 }},
		variant{"queue-family", "", func(o *slc.Options) { o.DeviceScope = slc.DeviceScopeQueueFamily }},
		variant{"float-cas", "", func(o *slc.Options) { o.FloatAtomics = slc.FloatAtomicsCAS }},
		variant{"seqcst-all", "", func(o *slc.Options) { o.SeqCstObjectsAll = true }},
	)
}

func (k *testKernel) compile(t *testing.T, target slc.Target, v variant) *slc.Result {
	t.Helper()
	req := k.request(target)
	if v.profile != "" {
		req.Outputs[0].Profile = v.profile
	}
	v.set(&req.Options)
	req.Options.VerifyIR = true
	result, err := slc.Compile(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	k.checkClean(t, v, result)
	return result
}

// checkClean: an output, or diagnostics with a place and a stable code; never an internal error.
func (k *testKernel) checkClean(t *testing.T, v variant, result *slc.Result) {
	t.Helper()
	if result.InternalError {
		t.Errorf("%s: internal error: %v", v.name, result.Diagnostics[len(result.Diagnostics)-1].Message)
	}
	for _, d := range result.Diagnostics {
		if d.Code == diag.InternalError || d.Severity >= diag.Error && !d.Span.IsValid() {
			t.Errorf("%s: %s %s", v.name, d.Code.ID, d.Message)
		}
	}
	if produced := len(result.Outputs) == 1 && len(result.Outputs[0]) > 0; produced == result.HasErrors() {
		t.Errorf("%s: output: %v, errors: %v", v.name, produced, result.HasErrors())
	}
}

// fullEnv makes the tests hand every output to the external validators, not a sample.
const fullEnv = "SLC_STRUCTURE_FULL"

// sampled picks the outputs that a plain test run validates: one in n, by name.
func sampled(n uint32, parts ...string) bool {
	if os.Getenv(fullEnv) != "" {
		return true
	}
	h := fnv.New32a()
	for _, p := range parts {
		h.Write([]byte(p))
	}
	return h.Sum32()%n == 0
}

// TestEveryKernel compiles every kernel for every profile and with every option that changes output. What
// comes out is valid, or there is a clean diagnostic; modules keep the rules of checkModule.
func TestEveryKernel(t *testing.T) {
	for _, k := range kernels(t) {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, target := range k.targets {
				for _, v := range variants(target) {
					if result := k.compile(t, target, v); !result.HasErrors() {
						k.check(t, target, v, result.Outputs[0])
					}
				}
			}
		})
	}
}

func (k *testKernel) check(t *testing.T, target slc.Target, v variant, output []byte) {
	t.Helper()
	chosen := sampled(64, k.name, target.String(), v.name)
	profile := v.profile
	if profile == "" {
		profile = k.request(target).Outputs[0].Profile
	}
	switch target {
	case slc.SPIRV:
		for _, fault := range moduleFaults(t, output, k.exempt()) {
			t.Errorf("%s: %s", v.name, fault)
		}
		if chosen && v.name == "scalar" {
			tools.SpirvValScalar(t, output, "vulkan1.3")
		} else if chosen {
			if profile != "spirv_1_6" {
				tools.SpirvVal(t, output, "vulkan1.2")
			}
			tools.SpirvVal(t, output, "vulkan1.3")
		}
	case slc.HLSL:
		if chosen {
			tools.HLSL(t, string(output), tools.HLSLOptions{Entry: entryOf(string(output)), Profile: profile})
		}
	case slc.Metal:
		if chosen {
			tools.ClangMSL(t, string(output), profile)
		}
	}
}

// entryOf is the name of the first entry point of an HLSL text.
func entryOf(text string) string {
	if m := regexp.MustCompile(`(?m)^\[numthreads[^\n]*\n(?:\[[^\n]*\n)*void (\w+)\(`).FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// exempt tells the objects whose type in the source is a plain one: there the source itself may access an
// element both ways (it gets a warning), while an Atomic<T> has no plain access at all.
func (k *testKernel) exempt() func(string) bool {
	names := atomicNames(k.source)
	return func(object string) bool { return !slices.Contains(names, object) }
}

// atomicNames are the names of the variables of the source whose type holds an Atomic.
func atomicNames(source string) (names []string) {
	source = regexp.MustCompile(`//[^\n]*|\[\[[^\]]*\]\]`).ReplaceAllString(source, "")
	holders := []string{"Atomic"}
	for _, m := range regexp.MustCompile(`(?s)struct\s+(\w+)\s*\{(.*?)\}`).FindAllStringSubmatch(source, -1) {
		if mentions(m[2], holders) {
			holders = append(holders, m[1])
		}
	}
	for _, statement := range regexp.MustCompile(`[;{}]`).Split(source, -1) {
		if strings.HasPrefix(strings.TrimSpace(statement), "struct") {
			continue
		}
		if m := regexp.MustCompile(`(?s)^[^()]*?(\w+)\s*(?:\[[^\]]*\]\s*)*(?::.*)?$`).FindStringSubmatch(strings.TrimSpace(statement)); m != nil && mentions(statement, holders) {
			names = append(names, m[1])
		}
	}
	return names
}

func mentions(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return regexp.MustCompile(`\b` + w + `\b`).MatchString(text) })
}

func TestAtomicNames(t *testing.T) {
	got := atomicNames(`struct N { uint v; Atomic<uint> n; }; // Atomic<int> no;
[[vk::binding(1)]] RWStructuredBuffer<Atomic<uint>> a : register(u0);
RWStructuredBuffer<N> nodes; RWStructuredBuffer<uint> plain;
groupshared Atomic<int> cells[4][2]; groupshared uint tile[4];
void f(inout Atomic<uint> x) { a[0].add(1); }`)
	if want := []string{"n", "a", "nodes", "cells"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
