package conformance

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"slc"
	"slc/lower/ir"
)

// A Test is one compilation that a directive asks for.
type Test struct {
	*Directive
	Kernel *Kernel
	Target slc.Target
	// Check: the directive names no target; the source is analysed for all of them.
	Check   bool
	Foreign string // why the test is none of ours: its target or stage
	Profile string
	Options slc.Options
	Groups  []uint32 // of a dispatch
	Typed   bool     // values are printed by their type
	// Layout is an option for the layout of memory that slc does not have: the kernel
	// compiles, but expects its inputs elsewhere.
	Layout string
}

// apis are the runner's flags and the targets that they stand for.
func apiTarget(flag string) (target slc.Target, ours, known bool) {
	switch flag {
	case "vk", "vulkan":
		return slc.SPIRV, true, true
	case "dx12", "d3d12", "dx11", "d3d11":
		return slc.HLSL, true, true
	case "mtl", "metal":
		return slc.Metal, true, true
	case "cuda", "cpu", "wgpu", "llvm":
		return 0, false, true
	}
	return 0, false, false
}

// targetNamed is a target of slangc. Object code stands for the text that it is made from.
func targetNamed(name string) (target slc.Target, ours bool) {
	switch name {
	case "spirv", "spirv-asm", "spirv-assembly":
		return slc.SPIRV, true
	case "hlsl", "dxil", "dxil-asm":
		return slc.HLSL, true
	case "metal", "metallib", "metallib-asm":
		return slc.Metal, true
	}
	return 0, false
}

// Plan says what the directive asks for.
func (k *Kernel) Plan(d *Directive) *Test {
	t := &Test{Directive: d, Kernel: k, Groups: []uint32{1, 1, 1}}
	t.Options.IncludeDirs = []string{filepath.Dir(k.Path)}
	t.Options.Optimize = 1
	t.Options.MatrixRowMajor = strings.HasPrefix(d.Command, "COMPARE_COMPUTE") // the runner's default, not slangc's
	named := t.arguments(d.Args)
	switch {
	case t.Foreign != "" || named:
	case strings.HasPrefix(d.Command, "COMPARE_COMPUTE"):
		t.Target = slc.SPIRV // the runner's default on our machines
	case d.Command == "SIMPLE" || d.Command == "":
		t.Check = true
	}
	switch {
	case strings.HasPrefix(d.Command, "COMPARE_COMPUTE"):
		if len(t.Options.Entries) == 0 {
			t.Options.Entries = []string{"computeMain"}
		}
	case d.Command != "SIMPLE":
		t.Foreign = "command " + d.Command
	}
	return t
}

// arguments reads the command line of slangc or of the peer's runner. It reports
// whether it names a target.
func (t *Test) arguments(args []string) (named bool) {
	next := func(i *int) string {
		*i++
		if *i < len(args) {
			return args[*i]
		}
		return ""
	}
	for i := 0; i < len(args); i++ {
		arg := strings.TrimPrefix(args[i], "-")
		switch strings.ToLower(arg) {
		case "xslang", "compile-arg":
			args = slices.Delete(args, i, i+1)
			i--
			continue
		case "target":
			named = true
			name := next(&i)
			target, ours := targetNamed(name)
			if t.Target = target; !ours {
				t.Foreign = "target " + name
			}
		case "entry":
			t.Options.Entries = append(t.Options.Entries, next(&i))
		case "specialize":
			t.Options.Specialize = append(t.Options.Specialize, next(&i))
		case "stage":
			if stage := next(&i); stage != "compute" {
				t.Foreign = "stage " + stage
			}
		case "profile":
			t.Profile = next(&i)
		case "capability", "render-feature", "render-features", "nvapi-slot", "std", "conformance", "line-directive-mode":
			next(&i)
		case "allow-glsl":
			t.Options.AllowGLSL = true
		case "output-using-type":
			t.Typed = true
		case "fvk-use-dx-layout":
			t.Options.DXLayout = true
		case "fvk-use-gl-layout":
			t.Options.GLLayout = true
		case "fvk-use-scalar-layout":
			t.Options.Layout = ir.ScalarLayout
		case "force-glsl-scalar-layout", "fvk-use-c-layout":
			t.Layout = arg
		case "matrix-layout-row-major", "matrix-layout-column-major":
			t.Options.MatrixRowMajor = arg == "matrix-layout-row-major"
		case "compute-dispatch":
			t.Groups = numbers(next(&i))
		default:
			if define, ok := strings.CutPrefix(arg, "D"); ok {
				if define == "" {
					define = next(&i)
				}
				name, value, _ := strings.Cut(define, "=")
				t.Options.Defines = append(t.Options.Defines, slc.Define{Name: name, Value: value})
			} else if target, ours, known := apiTarget(arg); known {
				named = true
				if t.Target = target; !ours {
					t.Foreign = "target " + arg
				}
			}
		}
	}
	return named
}

func numbers(text string) (all []uint32) {
	for _, w := range strings.Split(text, ",") {
		if n, err := strconv.ParseUint(strings.TrimSpace(w), 10, 32); err == nil {
			all = append(all, uint32(n))
		}
	}
	return all
}

// profile is the test's profile where slc knows it. The peer takes a profile as a
// minimum and raises it to what the kernel needs, so one below our default is left out.
func (t *Test) profile() string {
	if ok, err := slc.ProfileApplies(t.Profile, t.Target); err == nil && ok && t.Target != slc.HLSL && strings.HasPrefix(t.Profile, "spirv_") {
		return t.Profile
	}
	return ""
}
