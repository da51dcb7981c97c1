// Package exec runs compiled kernels and compares the buffers with values worked
// out by hand. Each kernel takes every path that exists for it:
//
//	ir      the IR in the interpreter, in several schedules
//	spirv   our SPIR-V on a Vulkan device
//	hlsl    our HLSL, compiled to SPIR-V by glslang, on the same device
//	metal   our MSL, compiled as C++, on CPU threads
//	race    the same under ThreadSanitizer, where workgroups communicate
//
// A path that cannot run a kernel says so in a printed line.
package exec

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"slc"
	"slc/testsuite/cases"
)

// Kernel is a source to run.
type Kernel struct {
	// Request compiles it for a target.
	Request func(slc.Target) slc.Request
	// Targets are those that the kernel is for: others are not compiled.
	Targets []slc.Target
	// Race runs the MSL under ThreadSanitizer too, when workgroups communicate.
	Race bool
}

// path is one way to execute a kernel.
type path struct {
	name   string
	target slc.Target
	// load prepares the compiled kernel. A string instead says why it cannot be run.
	load func(t *testing.T, r *slc.Result) (runner, string)
}

// runner executes one dispatch, in several schedules where it can choose them. It
// returns the contents of the resources after each, or why it cannot be run.
type runner interface {
	run(t *testing.T, run *cases.Run) ([]memory, string)
}

// memory is the contents of resources, and of memory that pointers reach, by name.
type memory map[string][]byte

func paths(k *Kernel) []path {
	all := []path{
		{"ir", slc.SPIRV, loadIR},
		{"spirv", slc.SPIRV, loadSPIRV},
		{"hlsl", slc.HLSL, loadHLSL},
		{"metal", slc.Metal, loadMetal},
	}
	if k.Race {
		all = append(all, path{"race", slc.Metal, loadRace})
	}
	return all
}

// Run compiles the kernel and executes the runs on each path as subtests.
func Run(t *testing.T, k Kernel, runs []cases.Run) {
	for _, p := range paths(&k) {
		if !slices.Contains(k.Targets, p.target) {
			t.Logf("%s: not executed: the case is not about %s", p.name, p.target)
			continue
		}
		t.Run(p.name, func(t *testing.T) { p.execute(t, k, runs) })
	}
}

func (p *path) execute(t *testing.T, k Kernel, runs []cases.Run) {
	result, err := slc.Compile(context.Background(), k.Request(p.target))
	if err != nil {
		t.Fatal(err)
	}
	if refused(t, p, result, runs) {
		return
	}
	runs = slices.DeleteFunc(slices.Clone(runs), func(run cases.Run) bool {
		excluded := slices.Contains(run.Except, p.target.String())
		if excluded {
			t.Logf("dispatch %v: not executed: the case excludes %s", run.Dispatch, p.target)
		}
		return excluded
	})
	if len(runs) == 0 {
		return
	}
	module := result.Modules[0]
	kernel, reason := p.load(t, result)
	if reason != "" {
		t.Logf("not executed: %s", reason)
		return
	}
	for i := range runs {
		run := &runs[i]
		if err := check(module, run); err != nil {
			t.Fatal(err)
		}
		outcomes, reason := kernel.run(t, run)
		if reason != "" {
			t.Logf("dispatch %v: not executed: %s", run.Dispatch, reason)
			continue
		}
		for _, after := range outcomes {
			for _, e := range run.Expect {
				if err := e.Check(Words(after[e.Name])); err != nil {
					t.Errorf("dispatch %v: %v", run.Dispatch, err)
				}
			}
		}
	}
}

// refused handles a compilation with errors: the runs must say that the target
// cannot express the kernel, and by which code.
func refused(t *testing.T, p *path, result *slc.Result, runs []cases.Run) bool {
	want := ""
	for _, run := range runs {
		for _, r := range run.Refused {
			if r.Target == p.target.String() {
				want = r.Code
			}
		}
	}
	if !result.HasErrors() {
		if want != "" {
			t.Errorf("it compiles; expected is %s", want)
		}
		return false
	}
	for i, d := range result.Diagnostics {
		where := fmt.Sprintf("%s: %s %s", result.Sources.Locate(d.Span.Start), d.Code, d.Message)
		if d.Code.ID != want {
			t.Error(where)
		} else if i == 0 {
			t.Logf("not executed, as expected: %s", where)
		}
	}
	return true
}
