package cases

import (
	"fmt"
	"strings"

	"slc"
	"slc/lower/ir"
)

// options is the section "options": one "key value…" a line.
//
//	targets spirv hlsl metal     the targets to run, default all three
//	profile sm_6_8               a profile for the target that it belongs to
//	define NAME=VALUE            as -D
//	entry NAME                   as -entry
//	layout scalar                as -layout; likewise float-atomics, device-scope, seqcst-objects, O
//	flag allow-glsl              as the option of that name; likewise g, matrix-layout-row-major, fvk-use-entrypoint-name
//	hlsl-entry NAME              entry point that the HLSL front ends are told
//	native16                     16-bit types are native in HLSL
type options struct {
	targets   []slc.Target
	profiles  []string
	compile   slc.Options
	hlslEntry string
	native16  bool
}

func parseOptions(text string) (o options, err error) {
	o.compile.Optimize = 1
	for _, line := range lines(text) {
		key, value, _ := strings.Cut(line, " ")
		if err := o.set(key, strings.TrimSpace(value)); err != nil {
			return o, fmt.Errorf("options: %s: %v", line, err)
		}
	}
	if o.targets == nil {
		o.targets = targets
	}
	return o, nil
}

func (o *options) set(key, value string) error {
	c := &o.compile
	switch key {
	case "targets":
		for _, name := range strings.Fields(value) {
			t, ok := slc.ParseTarget(name)
			if !ok {
				return fmt.Errorf("unknown target %q", name)
			}
			o.targets = append(o.targets, t)
		}
	case "profile":
		o.profiles = append(o.profiles, value)
	case "define":
		name, v, _ := strings.Cut(value, "=")
		c.Defines = append(c.Defines, slc.Define{Name: name, Value: v})
	case "entry":
		c.Entries = append(c.Entries, value)
	case "hlsl-entry":
		o.hlslEntry = value
	case "native16":
		o.native16 = true
	default:
		return o.choose(key, value)
	}
	return nil
}

// choose sets an option that has a fixed set of values.
func (o *options) choose(key, value string) error {
	c := &o.compile
	for _, choice := range []struct {
		key, value string
		set        func()
	}{
		{"layout", "std430", func() { c.Layout = ir.Std430 }},
		{"layout", "std140", func() { c.Layout = ir.Std140 }},
		{"layout", "scalar", func() { c.Layout = ir.ScalarLayout }},
		{"float-atomics", "cas", func() { c.FloatAtomics = slc.FloatAtomicsCAS }},
		{"device-scope", "queue-family", func() { c.DeviceScope = slc.DeviceScopeQueueFamily }},
		{"seqcst-objects", "all", func() { c.SeqCstObjectsAll = true }},
		{"O", "0", func() { c.Optimize = 0 }},
		{"O", "1", func() { c.Optimize = 1 }},
		{"O", "2", func() { c.Optimize = 2 }},
		{"O", "3", func() { c.Optimize = 3 }},
		{"flag", "g", func() { c.Debug = true }},
		{"flag", "allow-glsl", func() { c.AllowGLSL = true }},
		{"flag", "matrix-layout-row-major", func() { c.MatrixRowMajor = true }},
		{"flag", "fvk-use-dx-layout", func() { c.DXLayout = true }},
		{"flag", "fvk-use-gl-layout", func() { c.GLLayout = true }},
		{"flag", "fvk-bind-globals 5 2", func() { c.BindGlobals = slc.GlobalsBinding{Given: true, N: 5, Set: 2} }},
		{"flag", "bindless-space-index 3", func() { c.HeapSet = new(int); *c.HeapSet = 3 }},
		{"flag", "fvk-use-entrypoint-name", func() { c.UseEntryPointName = true }},
	} {
		if choice.key == key && choice.value == value {
			choice.set()
			return nil
		}
	}
	return fmt.Errorf("unknown option")
}

// profile is the profile given for a target, "" for the default.
func (o *options) profile(t slc.Target) string {
	for _, p := range o.profiles {
		if applies, err := slc.ProfileApplies(p, t); err == nil && applies {
			return p
		}
	}
	return ""
}

// environments are the Vulkan versions that the module must be valid for: SPIR-V 1.6
// needs Vulkan 1.3.
func (o *options) environments() []string {
	if o.profile(slc.SPIRV) == "spirv_1_6" {
		return []string{"vulkan1.3"}
	}
	return []string{"vulkan1.2", "vulkan1.3"}
}
