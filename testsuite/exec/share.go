package exec

import (
	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
	"slc/testsuite/cases"
)

// Program is a compiled module ready to run: for test packages that compile by
// themselves.
type Program = program

// Load makes a program of SPIR-V words and the module that they were emitted from.
func Load(words []byte, m *ir.Module) *Program { return &program{words: words, module: m} }

// Job is the dispatch of run with every resource of the module bound.
func (p *program) Job(run *cases.Run) (*job.Job, error) {
	j := &job.Job{SPIRV: p.words, Groups: run.Dispatch[:]}
	for _, r := range p.module.Resources {
		if err := p.bind(j, r, run); err != nil {
			return nil, err
		}
	}
	return j, nil
}

// Binding finds the binding of a resource in a job that Job made.
func (p *program) Binding(j *job.Job, name string) (*job.Binding, *ir.Resource) {
	r := p.resource(name)
	if r == nil {
		return nil, nil
	}
	set, binding, _ := p.place(r)
	for i := range j.Bindings {
		if b := &j.Bindings[i]; int(b.Set) == set && int(b.Binding) == binding {
			return b, r
		}
	}
	return nil, r
}
