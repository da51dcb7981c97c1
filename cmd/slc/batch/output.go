package batch

import (
	"fmt"
	"path/filepath"
	"strings"

	"slc"
)

// name finds the files that a job writes. source is its source as the manifest names it.
func (j *Job) name(r *row, source, out string) error {
	for _, t := range j.Targets {
		template := r.Outputs.all
		if r.Outputs.byTarget != nil {
			template = r.Outputs.byTarget[t.String()]
			if template == "" {
				return fmt.Errorf("outputs has no template for %s", t)
			}
		}
		if template == "" {
			template = j.defaultTemplate()
		}
		name, err := j.fill(template, source, t.String(), extension(t))
		if err != nil {
			return err
		}
		j.Outputs = append(j.Outputs, below(out, name))
	}
	var err error
	for _, f := range []struct {
		template, ending string
		to               *string
	}{{r.Reflection, "json", &j.Reflection}, {r.Depfile, "d", &j.Depfile}} {
		if f.template == "" {
			continue
		}
		if *f.to, err = j.fill(f.template, source, "", f.ending); err != nil {
			return err
		}
		*f.to = below(out, *f.to)
	}
	return nil
}

func extension(t slc.Target) string {
	switch t {
	case slc.SPIRV:
		return "spv"
	case slc.SPIRVAsm:
		return "spvasm"
	}
	return t.String()
}

// defaultTemplate tells apart what the row tells apart.
func (j *Job) defaultTemplate() string {
	t := "{stem}"
	if j.Entry != "" {
		t += ".{entry}"
	}
	if len(j.Variant) > 0 {
		t += ".{variant}"
	}
	return t + ".{ext}"
}

// fill replaces the names in braces of a template. The name of an axis stands for its value.
func (j *Job) fill(template, source, target, ext string) (string, error) {
	var b strings.Builder
	for rest := template; ; {
		before, after, ok := strings.Cut(rest, "{")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		name, after, ok := strings.Cut(after, "}")
		if !ok {
			return "", fmt.Errorf("'%s': '{' without '}'", template)
		}
		value, err := j.placeholder(name, source, target, ext)
		if err != nil {
			return "", fmt.Errorf("'%s': %w", template, err)
		}
		b.WriteString(value)
		rest = after
	}
}

func (j *Job) placeholder(name, source, target, ext string) (string, error) {
	switch name {
	case "stem":
		base := filepath.Base(source)
		return strings.TrimSuffix(base, filepath.Ext(base)), nil
	case "dir": // of the source, as the manifest names it
		dir := filepath.Dir(source)
		if !filepath.IsLocal(dir) {
			return "", fmt.Errorf("{dir} is outside the manifest's directory: %s", dir)
		}
		return dir, nil
	case "ext":
		return ext, nil
	case "target":
		if target == "" {
			return "", fmt.Errorf("{target} stands in a file of all targets")
		}
		return target, nil
	case "entry":
		if j.Entry == "" {
			return "", fmt.Errorf("{entry}, but no entry is named")
		}
		return inFileName(j.Entry), nil
	case "variant":
		var parts []string
		for _, v := range j.Variant {
			parts = append(parts, v.Name+"_"+variantText(v))
		}
		return strings.Join(parts, "."), nil
	}
	for _, v := range j.Variant {
		if v.Name == name {
			return variantText(v), nil
		}
	}
	return "", fmt.Errorf("{%s} is neither stem, dir, ext, target, entry, variant nor a permutation", name)
}

func variantText(v Macro) string {
	if !v.Defined {
		return "undef"
	}
	return inFileName(v.Value)
}

// inFileName replaces what is no part of a file name everywhere.
func inFileName(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>| `, r) {
			return '-'
		}
		return r
	}, s)
}

// Files are all files that the job writes.
func (j *Job) Files() []string {
	out := append([]string{}, j.Outputs...)
	for _, f := range []string{j.Reflection, j.Depfile} {
		if f != "" {
			out = append(out, f)
		}
	}
	return out
}
