// Package exec runs compiled kernels on a Vulkan device and compares the buffers
// with values worked out by hand: our SPIR-V, and our HLSL compiled to SPIR-V by
// glslang.
package exec

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc"
	spirv "slc/backend/spirv/binary"
	"slc/cmd/slc-vulkan/job"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/cases"
	"slc/testsuite/tools"
)

// defaultSize is the size in bytes of a buffer that a run does not mention.
const defaultSize = 4096

// Kernel is a source to run.
type Kernel struct {
	Name     string // file name as ReadFile takes it
	ReadFile func(string) ([]byte, error)
	Options  slc.Options
	HLSL     bool // run the HLSL too
}

// Run compiles the kernel and executes the runs on each path as subtests.
func Run(t *testing.T, k Kernel, runs []cases.Run) {
	targets := []slc.Target{slc.SPIRV}
	if k.HLSL {
		targets = append(targets, slc.HLSL)
	}
	for _, target := range targets {
		runs := slices.DeleteFunc(slices.Clone(runs), func(r cases.Run) bool { return r.Only != "" && r.Only != target.String() })
		if len(runs) == 0 {
			continue
		}
		t.Run(target.String(), func(t *testing.T) {
			p := compile(t, k, target)
			if p == nil {
				return
			}
			for i := range runs {
				p.run(t, &runs[i])
			}
		})
	}
}

// program is a module ready to run and where its resources are bound.
type program struct {
	words  []byte
	module *ir.Module
	hlsl   bool
}

func compile(t *testing.T, k Kernel, target slc.Target) *program {
	result, err := slc.Compile(context.Background(), slc.Request{
		Files: []string{k.Name}, ReadFile: k.ReadFile, Options: k.Options, Outputs: []slc.Output{{Target: target}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		if result.HasErrors() {
			t.Errorf("%s: %s %s", result.Sources.Locate(d.Span.Start), d.Code, d.Message)
		}
	}
	if result.HasErrors() {
		t.FailNow()
	}
	p := &program{words: result.Outputs[0], module: result.Modules[0], hlsl: target == slc.HLSL}
	if p.hlsl {
		src := string(result.Outputs[0])
		if lacks := tools.GlslangLacks(src); lacks != "" {
			t.Logf("HLSL not executed: glslang has no %s", lacks)
			return nil
		}
		p.words = tools.GlslangHLSL(t, src, tools.HLSLOptions{Entry: p.module.Entries[0].Name})
		p.rebind(t)
		return p
	}
	tools.SpirvVal(t, p.words, "vulkan1.2")
	return p
}

// place is where a resource is bound: set and binding, or the push constants.
func (p *program) place(r *ir.Resource) (set, binding int, push bool) {
	if p.hlsl {
		for i, x := range p.module.Resources {
			if x == r {
				return 0, i, false
			}
		}
	}
	return r.Set, r.Binding, r.Class == ir.PushConstant
}

// rebind gives each resource of glslang's module the binding that place says:
// glslang puts register u0, t0 and b0 at the same one.
func (p *program) rebind(t *testing.T) {
	m, err := spirv.Decode(p.words)
	if err != nil {
		t.Fatal(err)
	}
	names := map[spirv.ID]string{}
	for v := range m.All(spirv.OpVariable) {
		name := m.Name(v.Result)
		if name == "" { // a cbuffer is named by its type
			name = m.Name(m.Pointee(v.Type))
		}
		names[v.Result] = name
	}
	for d := range m.All(spirv.OpDecorate) {
		name, ok := names[d.ID(0)]
		if !ok {
			continue
		}
		value := uint32(0)
		switch d.Word(1) {
		case spirv.DecorationBinding:
			r := p.resource(name)
			if r == nil {
				t.Fatalf("glslang's module has a resource %q", name)
			}
			_, binding, _ := p.place(r)
			value = uint32(binding)
		case spirv.DecorationDescriptorSet:
		default:
			continue
		}
		binary.LittleEndian.PutUint32(p.words[4*(d.Offset+3):], value)
	}
}

func (p *program) run(t *testing.T, run *cases.Run) {
	t.Helper()
	j := &job.Job{SPIRV: p.words, Groups: run.Dispatch[:]}
	for _, r := range p.module.Resources {
		if err := p.bind(j, r, run); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range run.Buffers {
		if !p.knows(b.Name) {
			t.Fatalf("the kernel has no resource or parameter %q", b.Name)
		}
	}
	if run.Wave > 0 {
		device := tools.RunVulkan(t, p.probe(j))
		if run.Wave > int(device.SubgroupSize) {
			t.Logf("not executed: the run needs waves of %d lanes, %s has %d", run.Wave, device.Device, device.SubgroupSize)
			return
		}
	}
	result := tools.RunVulkan(t, j)
	for _, e := range run.Expect {
		r := p.resource(e.Name)
		if r == nil {
			t.Fatalf("the kernel has no resource %q", e.Name)
		}
		set, binding, _ := p.place(r)
		if err := e.Check(Words(result.Buffer(uint32(set), uint32(binding)))); err != nil {
			t.Errorf("dispatch %v: %v", run.Dispatch, err)
		}
	}
}

// probe is a job that runs no workgroup: its result tells what the device is.
func (p *program) probe(j *job.Job) *job.Job {
	none := *j
	none.Groups = []uint32{0, 1, 1}
	return &none
}

func (p *program) resource(name string) *ir.Resource {
	for _, r := range p.module.Resources {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// knows reports whether name is a resource or a member of a uniform block.
func (p *program) knows(name string) bool {
	if p.resource(name) != nil {
		return true
	}
	for _, r := range p.module.Resources {
		if s := blockOf(r); s != nil && s.FieldNamed(name) != nil {
			return true
		}
	}
	return false
}

// blockOf is the struct of a uniform block or of push constants.
func blockOf(r *ir.Resource) *types.Struct {
	if r.Class != ir.UniformBuffer && r.Class != ir.PushConstant || len(r.Views) == 0 {
		return nil
	}
	s, _ := r.Views[0].Elem.(*types.Struct)
	return s
}

// bind adds a resource with its contents to the job.
func (p *program) bind(j *job.Job, r *ir.Resource, run *cases.Run) error {
	data := contents(r, run)
	set, binding, push := p.place(r)
	if push {
		j.Push = data
		return nil
	}
	b := job.Binding{Set: uint32(set), Binding: uint32(binding), Data: data, Size: uint64(max(len(data), 4))}
	switch r.Class {
	case ir.StorageBuffer:
		b.Kind = job.StorageBuffer
	case ir.UniformBuffer:
		b.Kind = job.UniformBuffer
	case ir.StorageTexelBuffer, ir.UniformTexelBuffer:
		b.Kind, b.Format = job.StorageTexelBuffer, r.Format
		if r.Class == ir.UniformTexelBuffer {
			b.Kind = job.UniformTexelBuffer
		}
	case ir.StorageImage:
		b.Kind, b.Format, b.Extent = job.StorageImage, r.Format, []uint32{8, 8, 8}
		b.Size = 0
		b.Dim = [...]string{"", "1d", "2d", "3d", ""}[r.Source.Dim]
		b.Extent = b.Extent[:r.Source.Dim-types.Dim1D+1]
	default:
		return fmt.Errorf("%s: resources of class %s are not run", r.Name, r.Class)
	}
	for e := range max(r.Count, 1) {
		b.Element = uint32(e)
		j.Bindings = append(j.Bindings, b)
	}
	return nil
}

// contents is what a resource holds before the run: the buffer of its name, or
// a block filled from the parameters that the run names.
func contents(r *ir.Resource, run *cases.Run) []byte {
	for _, b := range run.Buffers {
		if b.Name == r.Name {
			return Bytes(b.Words)
		}
	}
	s := blockOf(r)
	if s == nil {
		return make([]byte, defaultSize)
	}
	size, _ := r.Layout.SizeAlign(s)
	data := make([]byte, (size+15)/16*16)
	for i, f := range s.Fields {
		for _, b := range run.Buffers {
			if b.Name == f.Name || strings.HasSuffix(f.Name, "."+b.Name) {
				copy(data[r.Layout.Offset(s, i):], Bytes(b.Words))
			}
		}
	}
	return data
}

// Bytes are words in memory.
func Bytes(words []uint32) []byte {
	var out []byte
	for _, w := range words {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}

// Words is the inverse of Bytes.
func Words(data []byte) []uint32 {
	var out []uint32
	for ; len(data) >= 4; data = data[4:] {
		out = append(out, binary.LittleEndian.Uint32(data))
	}
	return out
}
