// Package slc compiles compute kernels written in a subset of Slang to SPIR-V,
// HLSL and MSL, with atomics, memory orders and barriers that are right by the
// target's memory model.
//
// Compile is a pure function of its Request: the same sources and options give
// the same bytes. The zero value of every option is the command line's default.
package slc

import (
	"context"
	"os"

	"slc/backend/reflect"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
)

// Target is an output language.
type Target uint8

const (
	SPIRV    Target = iota // binary words, little-endian
	SPIRVAsm               // assembly text of the same module
	HLSL
	Metal
	numTargets
)

var targetNames = [numTargets]string{"spirv", "spirv-asm", "hlsl", "metal"}

func (t Target) String() string { return targetNames[t] }

// ParseTarget finds a target by the name that -target takes.
func ParseTarget(name string) (Target, bool) {
	switch name {
	case "spirv-assembly":
		return SPIRVAsm, true
	case "msl":
		return Metal, true
	}
	for t, n := range targetNames {
		if n == name {
			return Target(t), true
		}
	}
	return 0, false
}

// Output asks for one output of a compilation.
type Output struct {
	Target Target
	// Profile is a profile name for the target (spirv_1_5, sm_6_6, metal_3_2, or slangc's cs_6_6,
	// glsl_450); "" is the default. A profile of another target is ignored.
	Profile string
}

// Define is a macro defined before the first line: -D Name=Value.
type Define struct {
	Name, Value string
}

// FloatAtomics says how float atomics are expressed on SPIR-V.
type FloatAtomics uint8

const (
	FloatAtomicsNative FloatAtomics = iota // EXT_shader_atomic_float instructions
	FloatAtomicsCAS                        // compare-exchange loops on the bits
)

// DeviceScope says which SPIR-V scope stands for the device.
type DeviceScope uint8

const (
	DeviceScopeDevice      DeviceScope = iota // Device, needs vulkanMemoryModelDeviceScope
	DeviceScopeQueueFamily                    // QueueFamily
)

// Shift moves the automatic and register() bindings of one register class in
// one space: -fvk-u-shift N SPACE. Space -1 means all.
type Shift struct {
	Class    byte // b, t, s, u
	N, Space int
}

// GlobalsBinding is the Vulkan binding of the buffer that holds global uniforms: -fvk-bind-globals N SET.
type GlobalsBinding struct {
	Given  bool
	N, Set int
}

// Options are the options that the outputs of one compilation share.
type Options struct {
	IncludeDirs       []string
	Defines           []Define
	Entries           []string // names of entry points; empty: see cli.md
	Specialize        []string // arguments of generic entry points, in order
	FloatAtomics      FloatAtomics
	DeviceScope       DeviceScope
	SeqCstObjectsAll  bool // treat every atomic object as a SeqCst object
	Layout            ir.Layout
	DXLayout          bool // SPIR-V: buffers as DirectX has them, whatever Layout is
	GLLayout          bool // SPIR-V: what is in byte-address buffers is std430
	BindGlobals       GlobalsBinding
	HeapSet           *int // SPIR-V: the descriptor set that handles choose from, nil for the first that nothing uses
	MatrixRowMajor    bool
	UseEntryPointName bool // SPIR-V entry keeps its source name
	Shifts            []Shift
	AllowGLSL         bool
	Capabilities      []string
	LineDirectives    bool // #line in text outputs
	Debug             bool // OpLine in SPIR-V
	Optimize          int  // -O level, 0 to 3
	VerifyIR          bool
	Warnings          diag.Options
}

// Stdin is the name of standard input among the files of a Request; ReadFile
// is asked for it by this name.
const Stdin = "-"

// Request is one compilation.
type Request struct {
	// Files are the source files, by the names that ReadFile takes.
	Files   []string
	Outputs []Output // none: check only
	Options Options
	// ReadFile reads a source or included file; nil is os.ReadFile. No other
	// file is read.
	ReadFile func(name string) ([]byte, error)
	// Dump asks for a text form of an intermediate stage: "ast", "typed" or "ir".
	Dump string
	// CheckAll analyses for all three targets, whatever Outputs says: limits of a target
	// that is not in Outputs are warnings.
	CheckAll bool
	// Reflect asks for Result.Reflection.
	Reflect bool
	// Header asks for Result.Header in this language: "c" or "go".
	Header string
	// HeaderPackage is the package of a Go header; "" is the stem of the first file.
	HeaderPackage string
	// Time, when set, is called with the name of each stage as it ends.
	Time func(stage string)
}

// Result is what a compilation gave.
type Result struct {
	// Outputs has one entry for each requested output, nil if there were errors:
	// all or none is produced.
	Outputs     [][]byte
	Words       [][]byte // the SPIR-V words of each output, nil for text targets
	Diagnostics []*diag.Diagnostic
	Sources     *source.Map
	Reflection  []byte   // JSON: bindings, layouts, entry points, requirements
	Header      []byte   // the buffers' contents and bindings, for the host program
	Deps        []string // every file read, in order of first read
	// Missing are the files that were looked for and could not be read: one that appears
	// changes what the sources mean.
	Missing []string
	Dump    string
	Modules []*ir.Module // the lowered module of each output, nil if there were errors
	// InternalError is set when the compiler itself failed.
	InternalError bool
}

// HasErrors reports whether any diagnostic is an error.
func (r *Result) HasErrors() bool {
	for _, d := range r.Diagnostics {
		if d.Severity >= diag.Error {
			return true
		}
	}
	return false
}

func (r *Request) readFile(name string) ([]byte, error) {
	if r.ReadFile != nil {
		return r.ReadFile(name)
	}
	return os.ReadFile(name)
}

// Compile runs the request. The error is not nil only when ctx is cancelled;
// everything that concerns the sources is in Result.Diagnostics.
func Compile(ctx context.Context, req Request) (*Result, error) {
	return compile(ctx, &req, nil)
}

func compile(ctx context.Context, req *Request, s *Session) (*Result, error) {
	c := newCompilation(ctx, req)
	c.session = s
	c.guard(c.run)
	return c.result(), ctx.Err()
}

// HeaderLanguages are the languages that Request.Header takes.
func HeaderLanguages() []string { return reflect.HeaderLanguages[:] }

// IsGoPackage reports whether a Go header can have name as its package.
func IsGoPackage(name string) bool { return reflect.IsGoPackage(name) }
