package conformance

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/cmd/slc-vulkan/bind"
	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/cases"
	"slc/testsuite/exec"
	"slc/testsuite/tools"
)

// RunStatus is what became of an execution.
type RunStatus string

// The statuses of executions.
const (
	Right   RunStatus = "right"
	Wrong   RunStatus = "wrong"
	Device  RunStatus = "device"  // the device lacks a feature or has other waves
	Unbound RunStatus = "unbound" // the harness cannot bind or compare a resource
)

// A RunOutcome is the status of an execution and why.
type RunOutcome struct {
	Status RunStatus
	Reason string
}

// run executes the kernel and compares its buffers, when the test has expected values.
func (t *Test) run(tb *testing.T, result *slc.Result) *RunOutcome {
	prefix, check := t.Option("filecheck-buffer")
	expected := t.Kernel.expectedFile(t.Index)
	if !check && expected == "" {
		return nil
	}
	run, err := t.inputs(result.Modules[0])
	if err != nil {
		return &RunOutcome{Unbound, err.Error()}
	}
	execute := t.runText
	if t.Target == slc.SPIRV {
		execute = t.runVulkan
	}
	after, lanes, failed := execute(tb, result, run)
	if failed != nil {
		return failed
	}
	dump, err := t.dump(after)
	if err != nil {
		return &RunOutcome{Unbound, err.Error()}
	}
	if check {
		err = t.Kernel.FileCheck(prefix, dump)
	} else {
		err = compareLines(expected, dump)
	}
	if err == nil {
		return &RunOutcome{Status: Right}
	}
	err = fmt.Errorf("%w; got %s", err, strings.Join(strings.Fields(dump), " "))
	if dependsOnWave(t.Kernel, result.Modules[0], lanes) {
		return &RunOutcome{Device, fmt.Sprintf("waves of %d lanes: %v", lanes, err)}
	}
	return &RunOutcome{Wrong, err.Error()}
}

// contents looks up what a resource holds after a run.
type contents = func(name string) ([]byte, *ir.Resource)

// runVulkan runs our SPIR-V.
func (t *Test) runVulkan(tb *testing.T, result *slc.Result, run *cases.Run) (contents, uint32, *RunOutcome) {
	p := exec.Load(result.Words[0], result.Modules[0])
	j, err := t.job(p, run)
	if err != nil {
		return nil, 0, &RunOutcome{Unbound, err.Error()}
	}
	r := tools.TryVulkan(tb, j)
	switch {
	case len(r.Lacking) > 0:
		return nil, 0, &RunOutcome{Device, "lacks " + strings.Join(r.Lacking, ", ")}
	case r.Error != "":
		return nil, 0, &RunOutcome{Wrong, r.Error}
	}
	return func(name string) ([]byte, *ir.Resource) {
		if data := p.Memory(r, run, memoryName(name)); data != nil {
			return data, memoryResource(result.Modules[0], name)
		}
		b, resource := p.Binding(j, name)
		if b == nil {
			return nil, nil
		}
		return r.Buffer(b.Set, b.Binding), resource
	}, r.SubgroupSize, nil
}

// runText runs our HLSL, which glslang translates, or our MSL on CPU threads.
func (t *Test) runText(tb *testing.T, result *slc.Result, run *cases.Run) (contents, uint32, *RunOutcome) {
	if err := t.textures(result.Modules[0], run); err != nil {
		return nil, 0, &RunOutcome{Unbound, err.Error()}
	}
	lanes := uint32(vulkanLanes)
	if t.Target == slc.Metal {
		lanes, run.Wave = 1, peerLanes // threads of their own, in no lockstep
	} else if src := string(result.Outputs[0]); tools.GlslangLacks(src) != "" {
		return nil, 0, &RunOutcome{Device, "glslang has no " + tools.GlslangLacks(src)}
	} else if _, err := tools.GlslangHLSLError(tb, src, tools.HLSLOptions{Entry: entryName(result)}); err != nil {
		return nil, 0, &RunOutcome{Device, "glslang's SPIR-V is not valid"}
	}
	var after map[string][]byte
	var reason string
	ok := tb.Run(t.Kernel.Path+"/"+t.Target.String(), func(tb *testing.T) {
		after, reason = exec.Execute(tb, t.Target, result, run)
	})
	switch {
	case !ok:
		return nil, 0, &RunOutcome{Wrong, "it does not run"}
	case reason != "":
		return nil, 0, &RunOutcome{Device, reason}
	}
	return func(name string) ([]byte, *ir.Resource) {
		if data := after[memoryName(name)]; data != nil {
			return data, memoryResource(result.Modules[0], name)
		}
		for _, r := range result.Modules[0].Resources {
			if r.Name == name {
				return after[name], r
			}
		}
		return nil, nil
	}, lanes, nil
}

// vulkanLanes is the size of the waves of lavapipe, which runs what glslang makes of HLSL.
const vulkanLanes = 8

// peerLanes is the size of the waves on which the peer's expected values were made.
const peerLanes = 32

// dependsOnWave reports whether the device's waves may change what the kernel computes:
// it uses wave operations, or its expected values rely on a workgroup being one wave
// that runs in lockstep.
func dependsOnWave(k *Kernel, m *ir.Module, lanes uint32) bool {
	size := uint32(1)
	for _, n := range m.Entries[0].NumThreads {
		size *= uint32(n)
	}
	return lanes < peerLanes && size > lanes || lanes != peerLanes && strings.Contains(k.Text, "Wave")
}

// expectedFile is the text of the file of expected values, or "".
func (k *Kernel) expectedFile(index int) string {
	names := []string{fmt.Sprintf("%s.%d.expected.txt", k.Path, index), k.Path + ".expected.txt"}
	if index == 0 {
		names = names[1:]
	}
	for _, name := range names {
		if text, err := k.read(name); err == nil {
			return string(text)
		}
	}
	return ""
}

// inputs is the dispatch with the contents of the inputs.
func (t *Test) inputs(m *ir.Module) (*cases.Run, error) {
	if t.Kernel.InputError != nil {
		return nil, t.Kernel.InputError
	}
	if t.Layout != "" {
		return nil, fmt.Errorf("slc has no %s", t.Layout)
	}
	run := &cases.Run{}
	copy(run.Dispatch[:], t.Groups)
	for _, in := range t.Kernel.Inputs {
		words := exec.Words(append(slices.Clip(in.Data), make([]byte, -len(in.Data)&3)...))
		add := func(name string, words ...uint32) {
			run.Buffers = append(run.Buffers, cases.RunBuffer{Name: name, Words: words})
		}
		if in.Compares {
			if run.Samplers == nil {
				run.Samplers = map[string]string{}
			}
			run.Samplers[in.Name] = "linear wrap less"
			continue
		}
		if in.pointer(m) {
			add(memoryName(in.Name), words...)
			run.Buffers[len(run.Buffers)-1].Addresses = t.addresses(m, &in)
			run.Buffers = append(run.Buffers, cases.RunBuffer{Name: in.Name, Words: make([]uint32, 2), Addresses: []cases.Address{{Of: memoryName(in.Name)}}})
			continue
		}
		add(in.Name, words...)
		run.Buffers[len(run.Buffers)-1].Addresses = t.addresses(m, &in)
		if block, member, ok := strings.Cut(in.Name, "."); ok && in.Kind == "uniform" && hasResource(m, block) {
			add(member, words...)
		}
		if in.Counter >= 0 {
			add(in.Name+"_counter", uint32(in.Counter))
		}
		if in.Out && !hasResource(m, in.Name) {
			return nil, fmt.Errorf("the kernel has no resource %q", in.Name)
		}
	}
	return run, nil
}

func hasResource(m *ir.Module, name string) bool {
	return slices.ContainsFunc(m.Resources, func(r *ir.Resource) bool { return r.Name == name })
}

// job binds the inputs to the resources of their names.
func (t *Test) job(p *exec.Program, run *cases.Run) (*job.Job, error) {
	j, err := p.Job(run)
	if err != nil {
		return nil, err
	}
	for i := range t.Kernel.Inputs {
		in := &t.Kernel.Inputs[i]
		if b, r := p.Binding(j, in.Name); b != nil && in.isTexture() {
			if err := in.bindTexture(b, r); err != nil {
				return nil, err
			}
		}
	}
	return j, nil
}

// bindTexture gives an image the size and contents of the input.
func (in *Input) bindTexture(b *job.Binding, r *ir.Resource) (err error) {
	b.Extent, b.Data, err = in.image(r, b.Format)
	return err
}

// textures gives the images of a run that is no job their sizes and contents.
func (t *Test) textures(m *ir.Module, run *cases.Run) error {
	for i := range t.Kernel.Inputs {
		in := &t.Kernel.Inputs[i]
		at := slices.IndexFunc(m.Resources, func(r *ir.Resource) bool { return r.Name == in.Name })
		if at < 0 || !in.isTexture() {
			continue
		}
		r := m.Resources[at]
		extent, data, err := in.image(r, bind.Format(r))
		if err != nil {
			return err
		}
		if run.Extents == nil {
			run.Extents = map[string][]int{}
		}
		for _, n := range extent {
			run.Extents[r.Name] = append(run.Extents[r.Name], int(n))
		}
		run.Buffers = slices.Insert(run.Buffers, 0, cases.RunBuffer{Name: r.Name, Words: exec.Words(data)})
	}
	return nil
}

// image is the size and the contents of the input as an image.
func (in *Input) image(r *ir.Resource, format string) (extent []uint32, data []byte, err error) {
	if r.Source.MS {
		return nil, nil, fmt.Errorf("%s: multisampled images are not run", in.Name)
	}
	texels := 1
	for range int(r.Source.Dim-types.Dim1D) + 1 {
		extent = append(extent, uint32(in.Size))
		texels *= in.Size
	}
	if r.Source.Arrayed {
		extent = append(extent, uint32(max(in.Layers, 1)))
		texels *= max(in.Layers, 1)
	}
	one, ok := texelOne(format)
	if !ok {
		return nil, nil, fmt.Errorf("%s: texels of format %s are not filled", in.Name, format)
	}
	if in.Content == "" || in.Content == "zero" {
		one = make([]byte, len(one))
	}
	return extent, []byte(strings.Repeat(string(one), texels)), nil
}

// texelOne is a texel whose components are all 1 in a format.
func texelOne(format string) (texel []byte, ok bool) {
	n := 1
	rest := format
	for _, c := range []string{"rgba", "rg", "r"} {
		if strings.HasPrefix(format, c) {
			n, rest = len(c), format[len(c):]
			break
		}
	}
	var one []byte
	switch rest {
	case "32f":
		one = binary.LittleEndian.AppendUint32(nil, math.Float32bits(1))
	case "16f":
		one = []byte{0, 0x3c}
	case "8", "8_snorm":
		one = []byte{0xff}
	case "32ui", "32i":
		one = []byte{1, 0, 0, 0}
	case "16ui", "16i":
		one = []byte{1, 0}
	case "8ui", "8i":
		one = []byte{1}
	case "64ui", "64i":
		one = []byte{1, 0, 0, 0, 0, 0, 0, 0}
	default:
		return nil, false
	}
	for range n {
		texel = append(texel, one...)
	}
	return texel, true
}
