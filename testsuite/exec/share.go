package exec

import (
	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
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
