// Package reflect describes compiled modules for the host program: parameters and
// their bindings on each target, layouts, entry points, and what a device must
// support. The shape follows slangc's -reflection-json (version 1.1) where that has
// the thing; what it has not is added beside it.
package reflect

import (
	"encoding/json"
	"fmt"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// Output is one compiled output.
type Output struct {
	Target  string // spirv, hlsl, metal
	Version string // 1.5, 6.6, 3.2
	Module  *ir.Module
	SPIRV   []byte // the emitted module, target spirv only
}

// Options are the choices of the compilation that reflection depends on.
type Options struct {
	RowMajor         bool // matrices in memory are row-major unless declared otherwise
	SourceEntryNames bool // SPIR-V entry points keep their source names
}

// JSON describes the outputs of one compilation as JSON. Parameters and entry points are those of
// the first output; their bindings are given for all targets. The text is the same for equal input.
func JSON(outputs []Output, opts Options) ([]byte, error) {
	doc := document{Version: "1.1", Parameters: []parameter{}, EntryPoints: []entryPoint{}, Targets: []target{}}
	if len(outputs) > 0 {
		d := describer{opts: opts, target: outputs[0].Target, pool: outputs[0].Module.Pool}
		doc.Parameters = d.parameters(outputs[0].Module)
		doc.EntryPoints = d.entryPoints(outputs[0].Module)
	}
	for _, o := range outputs {
		t, err := describeTarget(&o)
		if err != nil {
			return nil, fmt.Errorf("reflection of %s: %w", o.Target, err)
		}
		doc.Targets = append(doc.Targets, t)
	}
	text, err := json.MarshalIndent(&doc, "", "    ")
	if err != nil {
		return nil, err
	}
	return append(joinLeaves(text), '\n'), nil
}

// maxLine is the length up to which an object or array without further ones inside is one line.
const maxLine = 120

// joinLeaves puts innermost objects and arrays of indented JSON on one line each, as slangc does.
func joinLeaves(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	out := lines[:0]
	start := -1 // in out: the last line that opened something which has nothing nested so far
	for _, line := range lines {
		out = append(out, line)
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasSuffix(line, "{") || strings.HasSuffix(line, "["):
			start = len(out) - 1
		case start >= 0 && (trimmed[0] == '}' || trimmed[0] == ']'):
			joined := out[start] + joinTrimmed(out[start+1:len(out)-1]) + trimmed
			if len(joined) <= maxLine {
				out = append(out[:start], joined)
			}
			start = -1
		}
	}
	return []byte(strings.Join(out, "\n"))
}

func joinTrimmed(lines []string) string {
	parts := make([]string, len(lines))
	for i, l := range lines {
		parts[i] = strings.TrimSpace(l)
	}
	return strings.Join(parts, " ")
}

type document struct {
	Version     string       `json:"version"`
	Parameters  []parameter  `json:"parameters"`
	EntryPoints []entryPoint `json:"entryPoints"`
	Targets     []target     `json:"targets"`
}

// specializedSize is a size of the workgroup as an expression of specialization constants.
type specializedSize struct {
	Axis string `json:"axis"`
	Size string `json:"size"`
}

// parameter is a shader parameter. Binding is that of the first target, in slangc's terms;
// Bindings has the numbers of all.
type parameter struct {
	Name     string    `json:"name"`
	Binding  binding   `json:"binding"`
	Bindings *bindings `json:"bindings,omitempty"`
	Type     *typeInfo `json:"type"`
	Default  any       `json:"default,omitempty"` // of a specialization constant
	// Declared qualifiers and what the compiler decided.
	Format     string `json:"format,omitempty"`
	Layout     string `json:"layout,omitempty"`
	Coherent   bool   `json:"coherent,omitempty"`
	Volatile   bool   `json:"volatile,omitempty"`
	CrossGroup bool   `json:"crossGroup,omitempty"` // text targets declare it coherent at device scope
	Atomic     bool   `json:"atomic,omitempty"`
	SeqCst     bool   `json:"seqCst,omitempty"`
	Hidden     bool   `json:"hidden,omitempty"`   // made by the compiler
	Heap       bool   `json:"heap,omitempty"`     // what handles choose from
	Combined   string `json:"combined,omitempty"` // the sampler of a texture, or the texture of a sampler: one binding of Vulkan
}

type binding struct {
	Kind  string `json:"kind"`
	Space int    `json:"space,omitempty"`
	Index int    `json:"index"`
	Count any    `json:"count,omitempty"` // a number above 1 or "unbounded"
}

type bindings struct {
	Vulkan *vulkanBinding `json:"vulkan,omitempty"`
	HLSL   *hlslBinding   `json:"hlsl,omitempty"`
	Metal  *metalBinding  `json:"metal,omitempty"`
}

type vulkanBinding struct {
	Set     int `json:"set"`
	Binding int `json:"binding"`
}

type hlslBinding struct {
	Register string `json:"register"`
	Space    int    `json:"space"`
}

type metalBinding struct {
	Kind  string `json:"kind"`
	Index int    `json:"index"`
}

type entryPoint struct {
	Name            string `json:"name"`
	Stage           string `json:"stage"`
	ThreadGroupSize [3]int `json:"threadGroupSize"` // with the defaults of specialization constants
	// ThreadGroupSizes says which of the sizes specialization constants decide, and how.
	ThreadGroupSizes []specializedSize `json:"specializedThreadGroupSize,omitempty"`
	WaveSize         []int             `json:"waveSize,omitempty"`
	DerivativeGroup  string            `json:"derivativeGroup,omitempty"`
	SPIRVName        string            `json:"spirvName,omitempty"`
	CrossGroup       bool              `json:"crossGroup,omitempty"`
	GroupsharedSize  int               `json:"groupsharedSize,omitempty"` // bytes
	Bindings         []entryBinding    `json:"bindings"`
}

type entryBinding struct {
	Name    string  `json:"name"`
	Binding binding `json:"binding"`
}

// target is one output and what a device needs to run it.
type target struct {
	Target               string   `json:"target"`
	Version              string   `json:"version"`
	Capabilities         []string `json:"capabilities,omitempty"` // of SPIR-V
	Extensions           []string `json:"extensions,omitempty"`
	Features             []string `json:"features,omitempty"` // Vulkan device features
	SubgroupOperations   []string `json:"subgroupOperations,omitempty"`
	RequiredSubgroupSize int      `json:"requiredSubgroupSize,omitempty"`
}

// describer describes one module.
type describer struct {
	opts   Options
	target string
	pool   *types.Pool
}

func (d *describer) parameters(m *ir.Module) []parameter {
	list := []parameter{}
	for _, r := range m.Resources {
		p := parameter{Name: r.Name, Binding: d.binding(r), Bindings: allBindings(r), Type: d.parameterType(r), Format: r.Format,
			Coherent: r.Coherent, Volatile: r.Volatile, CrossGroup: r.CrossGroup, Atomic: r.NeedsAtomic, SeqCst: r.SeqCst, Hidden: r.Hidden, Heap: r.Heap}
		if r.Combined != nil {
			p.Combined = r.Combined.Name
		}
		if r.Class <= ir.PushConstant {
			p.Layout = r.Layout.String()
		}
		list = append(list, p)
	}
	return append(list, d.specConstants(m)...)
}

// binding is the binding in the terms of slangc's reflection for the target.
func (d *describer) binding(r *ir.Resource) binding {
	b := binding{}
	switch d.target {
	case "hlsl":
		if r.Heap {
			b.Kind = "descriptorHeap"
			break
		}
		b.Kind, b.Space, b.Index = registerKind(r.RegisterClass), r.RegisterSpace, r.Register
	case "metal":
		b.Kind, b.Index = metalCategory(r), r.MetalIndex
	default:
		b.Kind, b.Space, b.Index = "descriptorTableSlot", r.Set, r.Binding
		if r.Class == ir.PushConstant {
			b = binding{Kind: "pushConstantBuffer"}
		}
	}
	switch {
	case r.Count == types.Unsized:
		b.Count = "unbounded"
	case r.Count > 1:
		b.Count = r.Count
	}
	return b
}

func registerKind(class byte) string {
	switch class {
	case 'b':
		return "constantBuffer"
	case 't':
		return "shaderResource"
	case 's':
		return "samplerState"
	}
	return "unorderedAccess"
}

// metalCategory is slangc's name of the index space.
func metalCategory(r *ir.Resource) string {
	switch metalKind(r) {
	case "buffer":
		return "constantBuffer"
	case "sampler":
		return "samplerState"
	}
	return "shaderResource"
}

func metalKind(r *ir.Resource) string {
	switch r.Class {
	case ir.StorageBuffer, ir.UniformBuffer, ir.PushConstant:
		return "buffer"
	case ir.Sampler:
		return "sampler"
	}
	return "texture"
}

func allBindings(r *ir.Resource) *bindings {
	b := &bindings{}
	if !r.Heap { // which Metal has not
		b.Metal = &metalBinding{metalKind(r), r.MetalIndex}
	}
	if r.Class != ir.PushConstant {
		b.Vulkan = &vulkanBinding{r.Set, r.Binding}
	}
	if r.RegisterClass != 0 {
		b.HLSL = &hlslBinding{fmt.Sprintf("%c%d", r.RegisterClass, r.Register), r.RegisterSpace}
	}
	return b
}

// specConstants lists the specialization constants that the module uses, each once, in order of use.
func (d *describer) specConstants(m *ir.Module) (list []parameter) {
	for _, c := range m.SpecConsts() {
		list = append(list, parameter{Name: c.Spec.Name, Type: d.valueType(c.Value.T),
			Default: defaultValue(c.Value),
			Binding: binding{Kind: "specializationConstant", Index: int(c.Spec.ID)}})
	}
	return list
}

func (d *describer) entryPoints(m *ir.Module) []entryPoint {
	list := []entryPoint{}
	for _, e := range m.Entries {
		p := entryPoint{Name: e.Name, Stage: "compute", ThreadGroupSize: e.NumThreads, DerivativeGroup: e.DerivativeGroup,
			CrossGroup: e.CrossGroup, GroupsharedSize: groupsharedSize(m, e), Bindings: []entryBinding{}}
		if d.target == "spirv" && len(m.Entries) == 1 && !d.opts.SourceEntryNames {
			p.SPIRVName = "main"
		}
		for i, s := range e.Sizes {
			if s != nil {
				p.ThreadGroupSizes = append(p.ThreadGroupSizes, specializedSize{"xyz"[i : i+1], s.String()})
			}
		}
		for i, n := range e.WaveSize {
			if n != 0 || i == 0 && e.WaveSize != [3]int{} {
				p.WaveSize = append(p.WaveSize, n)
			}
		}
		for _, r := range e.Uses {
			p.Bindings = append(p.Bindings, entryBinding{r.Name, d.binding(r)})
		}
		list = append(list, p)
	}
	return list
}

// groupsharedSize is the size of the groupshared variables that an entry point reaches, each
// aligned as in std430.
func groupsharedSize(m *ir.Module, e *ir.Entry) int {
	used := map[*ir.Var]bool{}
	seen := map[*ir.Func]bool{}
	var reach func(f *ir.Func)
	reach = func(f *ir.Func) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		f.Body.Walk(func(in *ir.Instr) {
			for _, a := range in.Args {
				if v, ok := a.(*ir.Var); ok {
					used[v] = true
				}
			}
			reach(in.Callee)
		})
	}
	reach(e.Func)
	size := 0
	for _, v := range m.Shared {
		if used[v] {
			n, align := ir.Std430.SizeAlign(v.Type.Elem)
			size = (size+align-1)/align*align + n
		}
	}
	return size
}

// defaultValue is the number or truth value that a constant has unless the program sets it. JSON
// has no infinities: they are text.
func defaultValue(v *types.Value) any {
	s, ok := types.ElemScalar(v.T), v.Elems == nil
	switch {
	case !ok || s == nil:
		return v.String()
	case s == types.Bool:
		return !v.IsZero()
	case s.Kind.IsFloat():
		if f := v.Float(); f-f == 0 {
			return f
		}
		return v.String()
	case s.Kind.IsSigned():
		return v.Int()
	}
	return v.Bits
}
