package exec

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"slc"
	"slc/cmd/slc-vulkan/bind"
	"slc/frontend/source"
	"slc/interp"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/cases"
)

// irSchedules is in how many schedules the interpreter runs each dispatch: in every
// other one under the weak memory model.
const irSchedules = 4

// irProgram is a module that the interpreter runs.
type irProgram struct {
	module  *ir.Module
	sources *source.Map
}

func loadIR(_ *testing.T, r *slc.Result) (runner, string) {
	return &irProgram{module: r.Modules[0], sources: r.Sources}, ""
}

func (p *irProgram) run(t *testing.T, run *cases.Run) ([]memory, string) {
	t.Helper()
	entry := p.module.Entries[0]
	cfg := interp.Config{
		WaveSize: waveSize(entry, run), Race: true, Sources: p.sources,
		Buffers: map[string][]byte{}, Extents: map[string][3]int{}, Samplers: map[string]interp.Sampler{},
	}
	for i, n := range run.Dispatch {
		cfg.Groups[i] = int(n)
	}
	specialize(t, p.module, run)
	all := elements(p.module, run)
	for _, r := range all {
		if err := p.bind(&cfg, r, run); err != nil {
			return nil, err.Error()
		}
	}
	pointed := memories(p.module, run)
	for i := range pointed {
		cfg.Buffers[pointed[i].Name] = Bytes(pointed[i].Words)
	}
	if err := p.addresses(&cfg, run); err != nil {
		t.Fatal(err)
	}
	var outcomes []memory
	for seed := range uint64(irSchedules) {
		cfg.Seed, cfg.Memory = seed, interp.Interleaving
		if seed%2 == 1 {
			cfg.Memory = interp.Weak
		}
		result, err := interp.Run(p.module, entry, cfg)
		if err != nil {
			t.Fatal(err)
		}
		p.findings(t, run, seed, result)
		after := memory{}
		for _, r := range all {
			after[r.Name] = result.Buffer(r.interp)
		}
		for _, b := range pointed {
			after[b.Name] = result.Buffer(b.Name)
		}
		outcomes = append(outcomes, after)
	}
	return outcomes, ""
}

// bind gives every element of a resource its contents.
func (p *irProgram) bind(cfg *interp.Config, r element, run *cases.Run) error {
	data, _ := contents(r.Resource, run)
	switch r.Class {
	case ir.Sampler:
		state, err := interp.ParseSampler(run.Samplers[r.Name])
		if err != nil {
			return err
		}
		cfg.Samplers[r.interp] = state
		return nil
	case ir.StorageTexelBuffer, ir.UniformTexelBuffer, ir.StorageImage, ir.SampledImage:
		x, err := texels(r.Resource, data, run)
		if err != nil {
			return err
		}
		data = x.data
		cfg.Extents[r.interp] = x.extent
	}
	for e := range bind.Elements(r.Resource) {
		name := r.interp
		if e > 0 {
			name = fmt.Sprintf("%s[%d]", r.Name, e)
		}
		cfg.Buffers[name] = data
	}
	return nil
}

// addresses writes the addresses that the run names into the contents.
func (p *irProgram) addresses(cfg *interp.Config, run *cases.Run) error {
	write := func(name string, at []patch) error {
		for _, a := range at {
			address := interp.Address(p.module, *cfg, a.Of)
			if address == 0 {
				return fmt.Errorf("%s has no address", a.Of)
			}
			binary.LittleEndian.PutUint64(cfg.Buffers[name][a.offset:], address+a.Plus)
		}
		return nil
	}
	for _, r := range p.module.Resources {
		_, at := contents(r, run)
		if err := write(r.Name, at); err != nil {
			return err
		}
	}
	for _, b := range memories(p.module, run) {
		if err := write(b.Name, patches(nil, 0, &b)); err != nil {
			return err
		}
	}
	return nil
}

// findings compares what the interpreter found with what the run says: races that
// it names, and nothing else.
func (p *irProgram) findings(t *testing.T, run *cases.Run, seed uint64, r *interp.Result) {
	t.Helper()
	found := map[string]bool{}
	for _, race := range r.Races {
		if found[race.Name] = true; !slices.Contains(run.Races, race.Name) {
			t.Errorf("dispatch %v, seed %d: %s", run.Dispatch, seed, race)
		}
	}
	for _, name := range run.Races {
		if !found[name] {
			t.Errorf("dispatch %v, seed %d: the race on %s is not found", run.Dispatch, seed, name)
		}
	}
	if r.Deadlock != nil {
		t.Errorf("dispatch %v, seed %d: %s", run.Dispatch, seed, r.Deadlock)
	}
	for _, f := range r.Faults {
		t.Errorf("dispatch %v, seed %d: %s", run.Dispatch, seed, f)
	}
}

// specialize gives the specialization constants of a module the values of the run.
func specialize(t *testing.T, m *ir.Module, run *cases.Run) {
	t.Helper()
	for _, s := range run.Specialize {
		c := specConst(m, s.Name)
		value := types.ConvertValue(types.IntValue(types.Uint, int64(s.Value)), c.Value.T)
		if _, err := m.Specialize(c.Spec.ID, value); err != nil {
			t.Fatal(err)
		}
	}
}
