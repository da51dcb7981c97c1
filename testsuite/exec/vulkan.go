package exec

import (
	"fmt"
	"slices"
	"testing"

	"slc"
	"slc/cmd/slc-vulkan/bind"
	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/cases"
	"slc/testsuite/tools"
)

// program is a SPIR-V module ready to run and where its resources are bound.
type program struct {
	words  []byte
	module *ir.Module
	// byOrder: resources are bound by their order in the module (see rebind).
	byOrder bool
}

func loadSPIRV(t *testing.T, r *slc.Result) (runner, string) {
	tools.SpirvValModule(t, r.Outputs[0], r.Modules[0], "vulkan1.2")
	return &program{words: r.Outputs[0], module: r.Modules[0]}, ""
}

func (p *program) run(t *testing.T, run *cases.Run) ([]memory, string) {
	t.Helper()
	j, err := p.Job(run)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range p.module.Entries { // a device may have another size, or not let it be chosen
		if n := e.WaveSize[0]; slices.Contains(run.Optional, fmt.Sprintf("subgroup size %d", n)) {
			j.SubgroupSize = uint32(n)
		}
	}
	if run.Wave > 0 {
		device, lacks := tryVulkan(t, probe(j), run)
		if lacks != "" {
			return nil, lacks
		}
		if run.Wave > int(device.SubgroupSize) {
			return nil, fmt.Sprintf("the run needs waves of %d lanes, %s has %d", run.Wave, device.Device, device.SubgroupSize)
		}
	}
	result, lacks := tryVulkan(t, j, run)
	if lacks != "" {
		return nil, lacks
	}
	after := memory{}
	for _, r := range elements(p.module, run) {
		set, binding := p.place(r.Resource)
		after[r.Name] = result.Element(uint32(set), uint32(binding), uint32(r.n))
	}
	for i, b := range memories(p.module, run) {
		after[b.Name] = result.Buffer(job.MemorySet, uint32(i))
	}
	return []memory{after}, ""
}

// tryVulkan executes a job, or says that the device lacks what run allows it to lack.
func tryVulkan(t *testing.T, j *job.Job, run *cases.Run) (result *job.Result, lacks string) {
	t.Helper()
	result = tools.TryVulkan(t, j)
	required := func(feature string) bool { return !slices.Contains(run.Optional, feature) }
	if len(result.Lacking) > 0 && !slices.ContainsFunc(result.Lacking, required) {
		return nil, result.Error
	}
	tools.CheckVulkan(t, result)
	return result, ""
}

// probe is a job that runs no workgroup: its result tells what the device is.
func probe(j *job.Job) *job.Job {
	none := *j
	none.Groups = []uint32{0, 1, 1}
	return &none
}

// Job is the dispatch of run with every resource of the module bound.
func (p *program) Job(run *cases.Run) (*job.Job, error) {
	j := &job.Job{SPIRV: p.words, Groups: run.Dispatch[:]}
	for _, s := range run.Specialize {
		j.Spec = append(j.Spec, job.Spec{ID: specConst(p.module, s.Name).Spec.ID, Value: uint64(s.Value)})
	}
	for _, r := range elements(p.module, run) {
		if err := p.bind(j, r, run); err != nil {
			return nil, err
		}
	}
	pointed := memories(p.module, run)
	for i, b := range pointed {
		j.Bindings = append(j.Bindings, job.Binding{Kind: job.Memory, Set: job.MemorySet, Binding: uint32(i), U32: b.Words})
	}
	heaps, err := bind.Heaps(p.module.Resources)
	if err != nil {
		return nil, err
	}
	j.Bindings = append(j.Bindings, heaps...)
	return j, p.addresses(j, run, pointed, len(j.Bindings)-len(heaps)-len(pointed))
}

// addresses says where the job has the addresses of which bindings. first is that of the memories.
func (p *program) addresses(j *job.Job, run *cases.Run, pointed []cases.RunBuffer, first int) error {
	find := func(name string) int {
		if i := slices.IndexFunc(pointed, func(b cases.RunBuffer) bool { return b.Name == name }); i >= 0 {
			return first + i
		}
		b, _ := p.Binding(j, name)
		return slices.IndexFunc(j.Bindings, func(c job.Binding) bool { return b != nil && c.Set == b.Set && c.Binding == b.Binding })
	}
	add := func(into int, at []patch) error {
		for _, a := range at {
			of := find(a.Of)
			if of < 0 {
				return fmt.Errorf("%s has no address", a.Of)
			}
			j.Addresses = append(j.Addresses, job.Address{Into: into, Offset: uint64(a.offset), Of: of, Plus: a.Plus})
		}
		return nil
	}
	for _, r := range p.module.Resources {
		into := -1
		if r.Class != ir.PushConstant || p.byOrder {
			into = find(r.Name)
		}
		_, at := contents(r, run)
		if err := add(into, at); err != nil {
			return err
		}
	}
	for i := range pointed {
		if err := add(first+i, patches(nil, 0, &pointed[i])); err != nil {
			return err
		}
	}
	return nil
}

// place is where a resource that is no push constant is bound.
func (p *program) place(r *ir.Resource) (set, binding int) {
	if p.byOrder {
		return 0, slices.Index(p.module.Resources, r)
	}
	return r.Set, r.Binding
}

// bind adds a resource with its contents to the job.
func (p *program) bind(j *job.Job, r element, run *cases.Run) error {
	data, _ := contents(r.Resource, run)
	if r.Class == ir.PushConstant && !p.byOrder {
		j.Push = data
		return nil
	}
	var extent []uint32
	if r.Class == ir.StorageImage || r.Class == ir.SampledImage {
		bytes := uint32(4) // of a component: other formats do not come from runs
		size := bytes * uint32(types.NumComponents(r.Source.Elem))
		for _, n := range extentOf(r.Resource, run) {
			extent = append(extent, uint32(n))
			size *= uint32(n)
		}
		data = data[:min(len(data), int(size))]
	}
	b, err := bind.Binding(r.Resource, data, extent)
	if err != nil {
		return err
	}
	b.Sampler = run.Samplers[r.Name]
	set, binding := p.place(r.Resource)
	b.Set, b.Binding = uint32(set), uint32(binding)
	b.Heap = r.heap
	for e := range bind.Elements(r.Resource) {
		b.Element = uint32(r.n + e)
		j.Bindings = append(j.Bindings, b)
	}
	return nil
}
