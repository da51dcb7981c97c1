package exec

import (
	"testing"

	"slc"
	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
	"slc/testsuite/cases"
)

// Program is a compiled module ready to run: for test packages that compile by
// themselves.
type Program = program

// Load makes a program of SPIR-V words and the module that they were emitted from.
func Load(words []byte, m *ir.Module) *Program { return &program{words: words, module: m} }

// Binding finds the binding of a resource in a job that Job made.
func (p *program) Binding(j *job.Job, name string) (*job.Binding, *ir.Resource) {
	r := resource(p.module, name)
	if r == nil {
		return nil, nil
	}
	set, binding := p.place(r)
	for i := range j.Bindings {
		if b := &j.Bindings[i]; int(b.Set) == set && int(b.Binding) == binding {
			return b, r
		}
	}
	return nil, r
}

// Memory is what the memory of that name, which pointers reach, holds after a job that Job made of
// run; nil if there is none.
func (p *program) Memory(r *job.Result, run *cases.Run, name string) []byte {
	for i, b := range memories(p.module, run) {
		if b.Name == name {
			return r.Buffer(job.MemorySet, uint32(i))
		}
	}
	return nil
}

// Execute runs a compiled kernel on its target's path and returns the contents of its
// resources by name, or why it cannot be run.
func Execute(t *testing.T, target slc.Target, r *slc.Result, run *cases.Run) (map[string][]byte, string) {
	for _, p := range paths(&Kernel{}) {
		if p.name != target.String() {
			continue
		}
		kernel, reason := p.load(t, r)
		if reason != "" {
			return nil, reason
		}
		outcomes, reason := kernel.run(t, run)
		if reason != "" {
			return nil, reason
		}
		return outcomes[0], ""
	}
	return nil, "there is no path for " + target.String()
}
