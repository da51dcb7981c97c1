package golden

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"slc"
	"slc/frontend/diag"
)

// State says how an expected file and the compiler's output relate.
type State string

// The states of an item.
const (
	Matches State = "same"
	Differs State = "changed"
	New     State = "new"    // there is no expected file yet
	Orphan  State = "orphan" // nothing gives this file any more
	Failed  State = "error"  // the kernel does not compile for the target
)

// Item is one expected file.
type Item struct {
	Kernel string // "" for an orphan
	Target string
	File   string // relative to the folder, with slashes
	State  State
	Was    string
	Now    string
	Diff   *Comparison // of Differs
	Result *slc.Result // of Failed

	path  string
	cause string // of Failed: the setting that it may be due to
}

// Report is the outcome of comparing a folder.
type Report struct {
	Dir      string
	Items    []*Item // in the order of kernels and their targets, orphans last
	Kernels  int
	Skipped  []string // source files without an entry point
	Internal bool     // the compiler itself failed

	patterns bool // an slc.toml names the kernels
}

// Options of a comparison.
type Options struct {
	Workers int
}

// Examine compiles every kernel of dir and compares. The error is about slc.toml or files.
func Examine(ctx context.Context, dir string, o Options) (*Report, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errors.New(dir + " is not a folder")
	}
	t, err := readTree(dir)
	if err != nil {
		return nil, err
	}
	all, err := buildAll(ctx, t.kernels, o.Workers)
	if err != nil {
		return nil, err
	}
	r := &Report{Dir: dir, patterns: t.patterns}
	claimed := map[string]bool{}
	for _, b := range all {
		if b.skipped {
			r.Skipped = append(r.Skipped, b.kernel.name)
			continue
		}
		r.Kernels++
		r.Internal = r.Internal || b.internal
		for i := range b.products {
			item, err := r.item(ctx, b, i)
			if err != nil {
				return nil, err
			}
			claimed[item.File] = true
			r.Items = append(r.Items, item)
		}
	}
	for _, name := range t.expected {
		if claimed[name] {
			continue
		}
		was, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		r.Items = append(r.Items, &Item{File: name, Target: targetOf(name), State: Orphan, Was: string(was), path: filepath.Join(dir, filepath.FromSlash(name))})
	}
	return r, nil
}

func targetOf(name string) string {
	return slc.Target(slices.Index(endings[:], path.Ext(name))).String()
}

// item compares one product with its expected file.
func (r *Report) item(ctx context.Context, b *built, i int) (*Item, error) {
	p := &b.products[i]
	item := &Item{Kernel: b.kernel.name, Target: p.target.String(), File: b.kernel.name + endings[p.target], Now: p.text}
	item.path = filepath.Join(r.Dir, filepath.FromSlash(item.File))
	was, err := os.ReadFile(item.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	item.Was = strings.ReplaceAll(string(was), "\r\n", "\n") // git may have turned line ends
	switch {
	case p.result != nil:
		item.State, item.Result = Failed, p.result
		item.cause = b.kernel.job.blame(p.result)
	case err != nil:
		item.State = New
	case p.target == slc.SPIRV && item.keepNames(), item.Was == item.Now:
		item.State = Matches
	default:
		item.State = Differs
		lines := sourceLines(ctx, b.kernel, b.kernel.job.outputs[i], item.Now)
		item.Diff = Compare(languageOf(p.target), item.Was, item.Now, func(line int) *Source {
			if line < len(lines) {
				return r.relative(lines[line])
			}
			return nil
		})
	}
	return item, nil
}

// relative names a source as the folder does.
func (r *Report) relative(s *Source) *Source {
	if s == nil {
		return nil
	}
	out := *s
	if rel, err := filepath.Rel(r.Dir, filepath.FromSlash(s.File)); err == nil && !strings.HasPrefix(rel, "..") {
		out.File = filepath.ToSlash(rel)
	}
	return &out
}

func languageOf(t slc.Target) Language {
	switch t {
	case slc.HLSL:
		return HLSL
	case slc.Metal:
		return Metal
	}
	return SPIRV
}

// Count is the number of items in a state.
func (r *Report) Count(s State) int {
	n := 0
	for _, i := range r.Items {
		if i.State == s {
			n++
		}
	}
	return n
}

// WhyNone says why there is no kernel.
func (r *Report) WhyNone() string {
	switch {
	case len(r.Skipped) == 1:
		return r.Skipped[0] + " has no entry point"
	case len(r.Skipped) > 1:
		return fmt.Sprintf("none of %d source files, as %s, has an entry point", len(r.Skipped), r.Skipped[0])
	case r.patterns:
		return "no file matches what 'kernels' in " + ConfigName + " names"
	}
	return "no file of the folder ends in " + sourceEnding
}

// Clean reports whether everything is as expected.
func (r *Report) Clean() bool { return r.Count(Matches) == len(r.Items) }

// Diagnostics are the distinct diagnostics of the kernels that do not compile, as text.
func (r *Report) Diagnostics(colour bool) []string {
	var out []string
	for _, i := range r.Items {
		if i.State != Failed {
			continue
		}
		if text := i.diagnostics(colour); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

func (i *Item) diagnostics(colour bool) string {
	var b bytes.Buffer
	if err := diag.RenderText(&b, i.Result.Diagnostics, i.Result.Sources, colour); err != nil {
		return err.Error()
	}
	return b.String()
}

// Path is the expected file, to open.
func (i *Item) Path() string { return i.path }

// sameFault is an earlier item that fails with the diagnostics of item k.
func (r *Report) sameFault(k int) *Item {
	i := r.Items[k]
	if i.State != Failed {
		return nil
	}
	for _, other := range r.Items[:k] {
		if other.State == Failed && other.Kernel == i.Kernel && other.diagnostics(false) == i.diagnostics(false) {
			return other
		}
	}
	return nil
}

// fault says that the kernel does not compile for the item's target.
func (i *Item) fault(first *Item) string {
	if first != nil {
		return i.Kernel + " does not compile for " + i.Target + ", as for " + first.Target + i.cause
	}
	return i.Kernel + " does not compile for " + i.Target + i.cause
}
