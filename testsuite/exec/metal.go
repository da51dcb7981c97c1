package exec

import (
	"fmt"
	"testing"

	"slc"
	"slc/interp"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/cases"
	"slc/testsuite/tools"
)

// defaultWave is the number of lanes of a SIMD-group, the subgroup size of
// Mesa's lavapipe, unless the kernel or the run asks for another.
const defaultWave = 8

// metalProgram is an MSL text that runs on CPU threads.
type metalProgram struct {
	text   string
	module *ir.Module
	race   bool
}

func loadMetal(_ *testing.T, r *slc.Result) (runner, string) {
	return &metalProgram{text: string(r.Outputs[0]), module: r.Modules[0]}, ""
}

func loadRace(t *testing.T, r *slc.Result) (runner, string) {
	if !r.Modules[0].Entries[0].CrossGroup {
		return nil, "workgroups do not communicate"
	}
	return &metalProgram{text: string(r.Outputs[0]), module: r.Modules[0], race: true}, ""
}

func (p *metalProgram) run(t *testing.T, run *cases.Run) ([]memory, string) {
	t.Helper()
	specialize(t, p.module, run) // the size of the workgroups
	entry := p.module.Entries[0]
	j := &tools.MSLJob{Source: p.text, Threads: entry.NumThreads, SimdSize: waveSize(entry, run), Race: p.race, Constants: map[uint32]uint32{}}
	for _, s := range run.Specialize {
		j.Constants[specConst(p.module, s.Name).Spec.ID] = s.Value
	}
	for i, n := range run.Dispatch {
		j.Groups[i] = int(n)
	}
	var buffers, textures []*ir.Resource
	known, places := map[string]int{}, []placed(nil)
	for _, r := range p.module.Resources {
		data, at := contents(r, run)
		switch r.Class {
		case ir.StorageBuffer, ir.UniformBuffer, ir.PushConstant:
			buffers = append(buffers, r)
			known[r.Name] = r.MetalIndex
			places = append(places, placed{r.MetalIndex, at})
			j.Buffers = append(j.Buffers, tools.MSLBuffer{Index: r.MetalIndex, Data: data})
		case ir.Sampler:
			s, err := interp.ParseSampler(run.Samplers[r.Name])
			if err != nil {
				t.Fatal(err)
			}
			j.Samplers = append(j.Samplers, tools.MSLSampler{Index: r.MetalIndex, Linear: s.Linear, Address: int(s.Address), Compare: int(s.Compare)})
		case ir.StorageTexelBuffer, ir.UniformTexelBuffer, ir.StorageImage, ir.SampledImage:
			if r.Source.Dim == types.DimCube {
				return nil, "the C++ shim has no cubes"
			}
			x, err := texture(r, data, run)
			if err != nil {
				return nil, err.Error()
			}
			textures = append(textures, r)
			j.Textures = append(j.Textures, x)
		default:
			t.Fatalf("%s: resources of class %s are not run", r.Name, r.Class)
		}
	}
	pointed := memories(p.module, run)
	for i, b := range pointed {
		known[b.Name] = firstMemory + i
		places = append(places, placed{firstMemory + i, patches(nil, 0, &pointed[i])})
		j.Buffers = append(j.Buffers, tools.MSLBuffer{Index: firstMemory + i, Data: Bytes(b.Words)})
	}
	for _, b := range places {
		for _, a := range b.at {
			of, ok := known[a.Of]
			if !ok {
				t.Fatalf("%s has no address", a.Of)
			}
			j.Addresses = append(j.Addresses, tools.MSLAddress{Into: b.index, Offset: a.offset, Of: of, Plus: a.Plus})
		}
	}
	result := tools.RunMSL(t, j)
	after := memory{}
	for i, r := range buffers {
		after[r.Name] = result.Buffers[i]
	}
	for i, b := range pointed {
		after[b.Name] = result.Buffers[len(buffers)+i]
	}
	for i, r := range textures {
		after[r.Name] = result.Textures[i]
	}
	return []memory{after}, ""
}

// firstMemory is the index of the first memory that is no buffer of the kernel: no kernel has
// so many.
const firstMemory = 1000

// placed are the addresses in the buffer of an index.
type placed struct {
	index int
	at    []patch
}

// waveSize is the number of lanes that a run gets where it can be chosen.
func waveSize(e *ir.Entry, run *cases.Run) int {
	if e.WaveSize[0] > 0 {
		return max(e.WaveSize[0], run.Wave)
	}
	return max(run.Wave, defaultWave)
}

// texture is an image or texel buffer with its contents.
func texture(r *ir.Resource, data []byte, run *cases.Run) (tools.MSLTexture, error) {
	x, err := texels(r, data, run)
	if err == nil && r.Count != 0 {
		err = fmt.Errorf("the C++ shim has no arrays of textures")
	}
	if r.Source.Dim == types.Dim1D && r.Source.Arrayed { // layers are the third dimension in Metal
		x.extent[1], x.extent[2] = 1, x.extent[1]
	}
	return tools.MSLTexture{
		Index: r.MetalIndex, Width: x.extent[0], Height: x.extent[1], Depth: x.extent[2],
		Channels: x.channels, Element: texelElement, Data: x.data,
	}, err
}
