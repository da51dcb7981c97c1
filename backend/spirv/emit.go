// Package spirv emits SPIR-V for Vulkan from the IR.
//
// memory.go is the table of memory orders, scopes and access masks (lowering.md
// §2); the other files are mechanical. Emission is one pass over the IR: types,
// constants and capabilities are declared as they are met, so a module declares
// exactly what it uses. What SPIR-V cannot express is reported, never weakened.
package spirv

import (
	"slices"

	"slc/backend/limits"
	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// DeviceScope says which scope stands for the device.
type DeviceScope uint8

const (
	Device DeviceScope = iota
	QueueFamily
)

// Options of an emission. The zero value is the default.
type Options struct {
	Version     binary.Version // 0 is 1.5
	DeviceScope DeviceScope
	// SourceEntryNames keeps the name of a single entry point; otherwise it is called
	// main. Several entry points always keep their names.
	SourceEntryNames bool
	// Debug adds OpLine; Sources then locates the spans.
	Debug   bool
	Sources *source.Map
	// Capabilities are further capabilities to declare, by their SPIR-V names (an
	// optional prefix spv is dropped), or extensions (SPV_…).
	Capabilities []string
}

// Emit returns m as a SPIR-V module, or nil after reporting an error to diags.
func Emit(m *ir.Module, opts Options, diags *diag.List) []byte {
	if opts.Version == 0 {
		opts.Version = binary.Version1_5
	}
	e := &emitter{m: binary.NewModule(opts.Version), mod: m, opts: opts, diags: diags}
	limits.Devices(m, diags)
	before := diags.Faults()
	e.module()
	if diags.Faults() > before {
		return nil
	}
	out, err := e.m.Encode()
	if err != nil {
		e.diags.Report(diag.TooLarge, source.Span{}, "the SPIR-V module is too large: %v", err)
		return nil
	}
	return out
}

// emitter is the state of one emission.
type emitter struct {
	m     *binary.Module
	mod   *ir.Module
	opts  Options
	diags *diag.List
	at    source.Span // of the instruction that is emitted

	glsl    binary.ID // GLSL.std.450, 0 until needed
	scalars [numScalarKinds][5]binary.ID
	types   map[typeKey]binary.ID
	specs   []specConst
	views   map[*ir.View]*global
	heaps   []heapVar
	vars    map[*ir.Var]*global
	inputs  [ir.NumSystemValues]*global
	funcs   map[*ir.Func]*function
	globals []*global // in the order of declaration

	f *funcState // the function that is being emitted
}

// global is a module-level variable.
type global struct {
	id    binary.ID
	ref   place
	input bool
	index int // in emitter.globals
}

func (e *emitter) module() {
	e.m.Capability(binary.CapabilityShader)
	e.m.Capability(binary.CapabilityVulkanMemoryModel)
	e.m.Source(binary.SourceLanguageUnknown, 0, 0)
	e.extraCapabilities()
	e.declareGlobals()
	e.funcs = make(map[*ir.Func]*function, len(e.mod.Funcs))
	for _, f := range e.mod.Funcs {
		e.function(f)
	}
	for _, entry := range e.mod.Entries {
		e.entry(entry)
	}
	e.precise()
	if e.m.HasCapability(binary.CapabilityPhysicalStorageBufferAddresses) {
		e.m.MemoryModel(binary.AddressingModelPhysicalStorageBuffer64, binary.MemoryModelVulkan)
	}
}

// entry declares an entry point with its interface and modes.
func (e *emitter) entry(entry *ir.Entry) {
	name := entry.Name
	if len(e.mod.Entries) == 1 && !e.opts.SourceEntryNames {
		name = "main"
	}
	f := e.funcs[entry.Func]
	var interfaces []binary.ID
	for _, g := range e.globals {
		// From 1.4 on the interface lists all global variables that the entry point uses,
		// before only Input and Output (SPIR-V specification, OpEntryPoint).
		if g.index < len(f.uses) && f.uses[g.index] && (g.input || e.opts.Version >= binary.Version1_4) {
			interfaces = append(interfaces, g.id)
		}
	}
	e.m.EntryPoint(binary.ExecutionModelGLCompute, f.id, name, interfaces...)
	e.localSize(f.id, entry)
	switch entry.DerivativeGroup {
	case "":
	case "linear":
		e.m.Capability(binary.CapabilityComputeDerivativeGroupLinearNV)
		e.m.ExecutionMode(f.id, binary.ExecutionModeDerivativeGroupLinearNV)
	default:
		e.m.Capability(binary.CapabilityComputeDerivativeGroupQuadsNV)
		e.m.ExecutionMode(f.id, binary.ExecutionModeDerivativeGroupQuadsNV)
	}
}

// extraCapabilities declares what -capability asks for.
func (e *emitter) extraCapabilities() {
	for _, name := range e.opts.Capabilities {
		if len(name) > 4 && name[:4] == "SPV_" {
			e.m.Extension(name)
			continue
		}
		if len(name) > 3 && name[:3] == "spv" {
			name = name[3:]
		}
		if v, ok := binary.ParseEnum(binary.KindCapability, name); ok {
			e.m.Capability(binary.Capability(v))
			continue
		}
		if !slices.Contains([]string{"vk_mem_model", "SPIRV_1_3", "spirv", "vulkan"}, name) && !isVersionAtom(name) {
			e.diags.Report(diag.UnknownCapability, source.Span{}, "unknown capability '%s'", name).
				WithHelp("give the name of a SPIR-V capability, such as Int64Atomics, or of an extension, such as SPV_KHR_shader_clock")
		}
	}
}

// isVersionAtom reports whether name is slangc's name of a version of SPIR-V or GLSL, which -profile decides here.
func isVersionAtom(name string) bool {
	for _, prefix := range []string{"spirv_1_", "glsl_", "sm_", "metal"} {
		if len(name) >= len(prefix) && name[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}

// unsupported reports what SPIR-V cannot express and returns a value that stands for the result.
func (e *emitter) unsupported(span source.Span, t types.Type, format string, args ...any) binary.ID {
	e.diags.Report(diag.TargetUnsupported, span, format, args...)
	if t == nil || t == types.Type(types.Void) {
		return 0
	}
	return e.m.Undef(e.typeID(t))
}

// notYet reports what slc does not compile yet.
func (e *emitter) notYet(span source.Span, t types.Type, what string) binary.ID {
	e.diags.Report(diag.NotSupported, span, "%s is not supported yet for SPIR-V", what)
	if t == nil || t == types.Type(types.Void) {
		return 0
	}
	return e.m.Undef(e.typeID(t))
}

func (e *emitter) glslSet() binary.ID {
	if e.glsl == 0 {
		e.glsl = e.m.ExtInstImport("GLSL.std.450")
	}
	return e.glsl
}
