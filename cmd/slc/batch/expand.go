package batch

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"slc"
)

// Job is one compilation.
type Job struct {
	Row        int // of kernels
	Source     string
	Entry      string // "" for all
	Targets    []slc.Target
	Outputs    []string // a file a target
	Reflection string   // "" for none
	Depfile    string
	Defines    []Macro // all are Defined
	Variant    []Macro // the values of the permutation
	Include    []string
	Profile    []string // for one of the targets each
	Options    []string
}

// Label names the job in messages.
func (j *Job) Label() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernels[%d] (%s", j.Row, j.Source)
	if j.Entry != "" {
		b.WriteString(", entry " + j.Entry)
	}
	for _, v := range j.Variant {
		b.WriteString(", " + v.String())
	}
	b.WriteString(")")
	return b.String()
}

// maxJobs bounds what permutations multiply to.
const maxJobs = 100_000

// Place says where a manifest's paths lead: sources below Dir, outputs below Out.
type Place struct {
	Dir, Out string
}

// Expand makes the jobs of a manifest, in its order: sources of a pattern by name, then entry points,
// then permutations.
func Expand(m *Manifest, at Place) ([]Job, error) {
	var jobs []Job
	for i := range m.Kernels {
		r, err := merge(&m.Defaults, &m.Kernels[i])
		if err == nil {
			jobs, err = expandRow(jobs, i, r, at)
		}
		if err != nil {
			return nil, fmt.Errorf("kernels[%d]: %w", i, err)
		}
	}
	return jobs, nil
}

// row is a row with the defaults applied and its names resolved.
type row struct {
	Row
	targets []slc.Target
	profile []string
}

// merge applies the defaults: what the row says replaces them, but include directories, macros,
// options and axes are added to those of the defaults; of two of one name the row's counts.
func merge(defaults, own *Row) (*row, error) {
	r := &row{Row: *own}
	replace := func(w *words, by words) {
		if *w == nil {
			*w = by
		}
	}
	replace(&r.Entry, defaults.Entry)
	replace(&r.Targets, defaults.Targets)
	if !r.Outputs.isSet() {
		r.Outputs = defaults.Outputs
	}
	if r.Reflection == "" {
		r.Reflection = defaults.Reflection
	}
	if r.Depfile == "" {
		r.Depfile = defaults.Depfile
	}
	r.Include = slices.Concat(own.Include, defaults.Include)
	r.Options = slices.Concat(defaults.Options, own.Options)
	r.Defines = nil
	for _, d := range defaults.Defines {
		if !slices.ContainsFunc(own.Defines, func(o Macro) bool { return o.Name == d.Name }) {
			r.Defines = append(r.Defines, d)
		}
	}
	r.Defines = append(r.Defines, own.Defines...)
	r.Permutations = nil
	for _, a := range defaults.Permutations {
		if !slices.ContainsFunc(own.Permutations, func(o axis) bool { return o[0].Name == a[0].Name }) {
			r.Permutations = append(r.Permutations, a)
		}
	}
	r.Permutations = append(r.Permutations, own.Permutations...)
	return r, r.resolve(defaults, own)
}

func (r *row) resolve(defaults, own *Row) error {
	if len(r.Targets) == 0 {
		return fmt.Errorf("no targets: spirv, spirv-asm, hlsl, metal")
	}
	for _, name := range r.Targets {
		t, ok := slc.ParseTarget(name)
		if !ok {
			return fmt.Errorf("unknown target '%s': spirv, spirv-asm, hlsl, metal", name)
		}
		if slices.Contains(r.targets, t) {
			return fmt.Errorf("target %s comes twice", t)
		}
		r.targets = append(r.targets, t)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Outputs.byTarget)) {
		if t, ok := slc.ParseTarget(name); !ok || t.String() != name {
			return fmt.Errorf("outputs: unknown target '%s': spirv, spirv-asm, hlsl, metal", name)
		}
	}
	for _, list := range []words{defaults.Profile, own.Profile} {
		for _, p := range list {
			used := false
			for _, t := range r.targets {
				applies, err := slc.ProfileApplies(p, t)
				if err != nil {
					return err
				}
				used = used || applies
			}
			switch {
			case used:
				r.profile = append(r.profile, p)
			case slices.Contains(own.Profile, p): // one of the defaults may be for other rows
				return fmt.Errorf("profile '%s' belongs to none of the targets", p)
			}
		}
	}
	return nil
}

func expandRow(jobs []Job, index int, r *row, at Place) ([]Job, error) {
	sources, err := findSources(r.Source, at.Dir)
	if err != nil {
		return nil, err
	}
	entries := r.Entry
	if len(entries) == 0 {
		entries = words{""}
	}
	count := len(sources) * len(entries)
	for _, a := range r.Permutations {
		if count *= len(a); count > maxJobs {
			break
		}
	}
	if len(jobs)+count > maxJobs {
		return nil, fmt.Errorf("the manifest comes to more than %d kernels", maxJobs)
	}
	include := make([]string, len(r.Include))
	for i, dir := range r.Include {
		include[i] = below(at.Dir, dir)
	}
	for _, source := range sources {
		for _, entry := range entries {
			err := eachVariant(r.Permutations, func(variant []Macro) error {
				j := Job{Row: index, Source: below(at.Dir, source), Entry: entry, Targets: r.targets, Variant: variant,
					Defines: definesOf(r.Defines, variant), Include: include, Profile: r.profile, Options: r.Options}
				if err := j.name(r, source, at.Out); err != nil {
					return err
				}
				jobs = append(jobs, j)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return jobs, nil
}

// below is name as seen from where slc runs, when it is given relative to dir.
func below(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// findSources expands patterns, each in the order of its names; a file that several name counts once.
func findSources(patterns []string, dir string) ([]string, error) {
	var out []string
	for _, pattern := range patterns {
		names := []string{pattern}
		if strings.ContainsAny(pattern, "*?[{") {
			var err error
			if names, err = glob(pattern, dir); err != nil {
				return nil, err
			}
		}
		for _, n := range names {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out, nil
}

func glob(pattern, dir string) ([]string, error) {
	base, rest := doublestar.SplitPattern(filepath.ToSlash(pattern))
	names, err := doublestar.Glob(os.DirFS(below(dir, filepath.FromSlash(base))), rest, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
	if err != nil {
		return nil, fmt.Errorf("source '%s': %w", pattern, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("source '%s' matches no file", pattern)
	}
	slices.Sort(names)
	for i, n := range names {
		names[i] = filepath.FromSlash(path.Join(base, n))
	}
	return names, nil
}

// eachVariant calls f for the cross product of the axes, the last one varying fastest.
func eachVariant(list axes, f func([]Macro) error) error {
	choice := make([]int, len(list))
	for {
		variant := make([]Macro, len(list))
		for i, a := range list {
			variant[i] = a[choice[i]]
		}
		if err := f(variant); err != nil {
			return err
		}
		i := len(list) - 1
		for ; i >= 0; i-- {
			if choice[i]++; choice[i] < len(list[i]) {
				break
			}
			choice[i] = 0
		}
		if i < 0 {
			return nil
		}
	}
}

// definesOf are the macros of a job: an axis takes the place of a macro of its name.
func definesOf(defines, variant []Macro) []Macro {
	var out []Macro
	for _, d := range defines {
		if d.Defined && !slices.ContainsFunc(variant, func(v Macro) bool { return v.Name == d.Name }) {
			out = append(out, d)
		}
	}
	for _, v := range variant {
		if v.Defined {
			out = append(out, v)
		}
	}
	return out
}
