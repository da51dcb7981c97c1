package golden

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"slc"
	"slc/frontend/diag"
	"slc/lower/ir"
)

// ConfigName is the file that says how the kernels of a folder and of those below are compiled.
const ConfigName = "slc.toml"

// settings are the keys that a folder and an override share.
type settings struct {
	Targets       []string
	Profile       []string
	Entry         []string
	Defines       []string
	Include       []string
	Capability    []string
	FloatAtomics  *string `toml:"float-atomics"`
	DeviceScope   *string `toml:"device-scope"`
	SeqCstObjects *string `toml:"seqcst-objects"`
	Layout        *string
	MatrixLayout  *string `toml:"matrix-layout"`
	Optimize      *int    `toml:"O"`
	AllowGLSL     *bool   `toml:"allow-glsl"`
	EntryName     *bool   `toml:"fvk-use-entrypoint-name"`
}

// configFile is slc.toml.
type configFile struct {
	settings
	Kernels  []string // globs of the files to compile
	Exclude  []string // globs of files that are no kernels
	Override []override
}

// override changes settings for the files that a glob matches.
type override struct {
	Files string
	settings
}

// folder is a configuration with the place that its names are relative to.
type folder struct {
	dir  string // of slc.toml
	file configFile
}

// configError is a fault of slc.toml.
type configError struct{ msg string }

func (e configError) Error() string { return e.msg }

// readConfig reads the slc.toml of dir; nil if there is none.
func readConfig(dir string) (*folder, error) {
	name := filepath.Join(dir, ConfigName)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := &folder{dir: dir}
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(&f.file); err != nil {
		return nil, configError{name + tomlFault(err)}
	}
	for _, g := range slices.Concat(f.file.Kernels, f.file.Exclude, f.globs()) {
		if _, err := match(g, ""); err != nil || g == "" {
			return nil, configError{fmt.Sprintf("%s: %q is no pattern of file names", name, g)}
		}
	}
	check := append([]override{{settings: f.file.settings}}, f.file.Override...)
	for i := range check {
		if _, err := check[i].job(dir); err != nil {
			return nil, configError{fmt.Sprintf("%s: %v", name, err)}
		}
	}
	return f, nil
}

func (f *folder) globs() (out []string) {
	for _, o := range f.file.Override {
		out = append(out, o.Files)
	}
	return out
}

// tomlFault spells a fault of the syntax with its place.
func tomlFault(err error) string {
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		e := &strict.Errors[0]
		line, column := e.Position()
		return fmt.Sprintf(":%d:%d: unknown key '%s'", line, column, strings.Join(e.Key(), "."))
	case errors.As(err, &decode):
		line, column := decode.Position()
		return fmt.Sprintf(":%d:%d: %s", line, column, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return ": " + err.Error()
}

// merge lays the keys that o gives over those of s.
func (s *settings) merge(o *settings) {
	for _, l := range [...]struct {
		to   *[]string
		from []string
	}{{&s.Targets, o.Targets}, {&s.Profile, o.Profile}, {&s.Entry, o.Entry}, {&s.Defines, o.Defines}, {&s.Include, o.Include},
		{&s.Capability, o.Capability}} {
		if l.from != nil {
			*l.to = l.from
		}
	}
	over(&s.FloatAtomics, o.FloatAtomics)
	over(&s.DeviceScope, o.DeviceScope)
	over(&s.SeqCstObjects, o.SeqCstObjects)
	over(&s.Layout, o.Layout)
	over(&s.MatrixLayout, o.MatrixLayout)
	over(&s.Optimize, o.Optimize)
	over(&s.AllowGLSL, o.AllowGLSL)
	over(&s.EntryName, o.EntryName)
}

func over[T any](to **T, from *T) {
	if from != nil {
		*to = from
	}
}

// job is what a file is compiled to, and how.
type job struct {
	outputs []slc.Output
	options slc.Options
}

// defaultTargets are compiled without a configuration.
var defaultTargets = []string{"spirv", "hlsl", "metal"}

// job turns settings into the compiler's; file names are relative to dir.
func (s *settings) job(dir string) (*job, error) {
	j := &job{options: slc.Options{Optimize: 1, Entries: s.Entry, Capabilities: s.Capability}}
	o := &j.options
	for _, i := range s.Include {
		o.IncludeDirs = append(o.IncludeDirs, filepath.Join(dir, filepath.FromSlash(i)))
	}
	for _, d := range s.Defines {
		name, value, _ := strings.Cut(d, "=")
		if !isMacroName(name) {
			return nil, fmt.Errorf("defines: %q does not start with the name of a macro", d)
		}
		o.Defines = append(o.Defines, slc.Define{Name: name, Value: value})
	}
	for _, c := range [...]struct {
		key     string
		value   *string
		allowed []string
		set     func(int)
	}{
		{"float-atomics", s.FloatAtomics, []string{"native", "cas"}, func(i int) { o.FloatAtomics = slc.FloatAtomics(i) }},
		{"device-scope", s.DeviceScope, []string{"device", "queue-family"}, func(i int) { o.DeviceScope = slc.DeviceScope(i) }},
		{"seqcst-objects", s.SeqCstObjects, []string{"auto", "all"}, func(i int) { o.SeqCstObjectsAll = i == 1 }},
		{"layout", s.Layout, []string{"std430", "std140", "scalar"}, func(i int) { o.Layout = ir.Layout(i) }},
		{"matrix-layout", s.MatrixLayout, []string{"column-major", "row-major"}, func(i int) { o.MatrixRowMajor = i == 1 }},
	} {
		if c.value == nil {
			continue
		}
		i := slices.Index(c.allowed, *c.value)
		if i < 0 {
			return nil, fmt.Errorf("%s must be %s, not %q", c.key, strings.Join(c.allowed, ", "), *c.value)
		}
		c.set(i)
	}
	if s.Optimize != nil {
		if o.Optimize = *s.Optimize; o.Optimize < 0 || o.Optimize > 3 {
			return nil, fmt.Errorf("option O must be 0 to 3, not %d", o.Optimize)
		}
	}
	o.AllowGLSL = s.AllowGLSL != nil && *s.AllowGLSL
	o.UseEntryPointName = s.EntryName != nil && *s.EntryName
	return j, s.outputs(j)
}

// outputs names the outputs with their profiles.
func (s *settings) outputs(j *job) error {
	names := s.Targets
	if names == nil {
		names = defaultTargets
	}
	for _, name := range names {
		t, ok := slc.ParseTarget(name)
		if !ok {
			return fmt.Errorf("unknown target %q: spirv, hlsl, metal", name)
		}
		if t == slc.SPIRVAsm {
			t = slc.SPIRV
		}
		if slices.ContainsFunc(j.outputs, func(o slc.Output) bool { return o.Target == t }) {
			return fmt.Errorf("target %q is named twice", name)
		}
		j.outputs = append(j.outputs, slc.Output{Target: t})
	}
	for _, p := range s.Profile {
		for i := range j.outputs {
			applies, err := slc.ProfileApplies(p, j.outputs[i].Target)
			if err != nil {
				return err
			}
			if applies {
				if old := j.outputs[i].Profile; old != "" && old != p {
					return fmt.Errorf("profile: %q and %q are both for target %s", old, p, j.outputs[i].Target)
				}
				j.outputs[i].Profile = p
			}
		}
	}
	return nil
}

func isMacroName(name string) bool {
	return name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsFunc(name, func(r rune) bool { return !isWord(r) })
}

// blame names the setting that a kernel does not compile with, when it is one.
func (j *job) blame(r *slc.Result) string {
	if len(j.options.Entries) > 0 && slices.ContainsFunc(r.Diagnostics, func(d *diag.Diagnostic) bool { return d.Code == diag.EntryNotFound }) {
		return fmt.Sprintf(" ('entry' in %s is %s)", ConfigName, strings.Join(j.options.Entries, ", "))
	}
	return ""
}

// settingsOf are the settings for a file, named relative to the folder.
func (f *folder) settingsOf(name string) settings {
	s := f.file.settings
	for i := range f.file.Override {
		if ok, _ := match(f.file.Override[i].Files, name); ok {
			s.merge(&f.file.Override[i].settings)
		}
	}
	return s
}

// match matches a slash-separated name with a pattern of path.Match; ** stands for any
// number of folders, and a pattern without a slash matches the last part of the name.
func match(pattern, name string) (bool, error) {
	if !strings.Contains(pattern, "/") {
		return matchOne(pattern, name[strings.LastIndexByte(name, '/')+1:])
	}
	return matchParts(strings.Split(pattern, "/"), strings.Split(name, "/"))
}
