package golden

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"slc"
	"slc/backend/spirv/binary"
	"slc/frontend/diag"
)

// product is what a kernel gives for one target.
type product struct {
	target slc.Target
	text   string
	result *slc.Result // of a failed compilation
}

// built is what a kernel gives.
type built struct {
	kernel   *kernel
	skipped  bool // it has no entry point
	internal bool
	products []product
}

// buildAll compiles the kernels, at most workers at once; the answers come in the order of the kernels.
func buildAll(ctx context.Context, kernels []*kernel, workers int) ([]*built, error) {
	out := make([]*built, len(kernels))
	errs := make([]error, len(kernels))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			for i := range next {
				out[i], errs[i] = build(ctx, kernels[i])
			}
		})
	}
	for i := range kernels {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// build compiles a kernel for all its targets at once; if that fails, for each alone, so that a
// target that cannot express the kernel does not hide the others.
func build(ctx context.Context, k *kernel) (*built, error) {
	b := &built{kernel: k}
	r, err := slc.Compile(ctx, k.request(k.job.outputs, false))
	if err != nil {
		return nil, err
	}
	if !k.named && len(k.job.options.Entries) == 0 && r.HasErrors() && (onlyNoEntry(r) || !isKernel(k.path)) {
		b.skipped = true
		return b, nil
	}
	for i, o := range k.job.outputs {
		p := product{target: o.Target}
		one, at := r, i
		if r.HasErrors() && len(k.job.outputs) > 1 {
			if one, err = slc.Compile(ctx, k.request(k.job.outputs[i:i+1], false)); err != nil {
				return nil, err
			}
			at = 0
		}
		if one.HasErrors() || one.InternalError {
			p.result = one
			b.internal = b.internal || one.InternalError
		} else if p.text, err = outputText(o.Target, one.Outputs[at]); err != nil {
			return nil, err
		}
		b.products = append(b.products, p)
	}
	return b, nil
}

func (k *kernel) request(outputs []slc.Output, lines bool) slc.Request {
	options := k.job.options
	options.Debug, options.LineDirectives = lines, lines
	return slc.Request{Files: []string{k.path}, Outputs: outputs, Options: options}
}

func onlyNoEntry(r *slc.Result) bool {
	return !slices.ContainsFunc(r.Diagnostics, func(d *diag.Diagnostic) bool {
		return d.Severity >= diag.Error && d.Code != diag.EntryNotFound
	})
}

// outputText is the text that is compared.
func outputText(t slc.Target, data []byte) (string, error) {
	if t == slc.SPIRV {
		return Canonical(data)
	}
	return string(data), nil
}

// sourceLines compiles a kernel once more with line information. It gives the source line of
// each line of the text; nil if the two compilations do not agree.
func sourceLines(ctx context.Context, k *kernel, o slc.Output, text string) []*Source {
	r, err := slc.Compile(ctx, k.request([]slc.Output{o}, true))
	if err != nil || r.HasErrors() {
		return nil
	}
	files := &sourceTexts{k: k}
	if o.Target == slc.SPIRV {
		return files.spirv(text, r.Outputs[0])
	}
	return files.directives(text, string(r.Outputs[0]))
}

// sourceTexts reads the lines of source files.
type sourceTexts struct {
	k     *kernel
	lines map[string][]string
}

func (f *sourceTexts) at(file string, line int) *Source {
	if f.lines == nil {
		f.lines = map[string][]string{}
	}
	if _, known := f.lines[file]; !known {
		text, err := os.ReadFile(file)
		if err != nil {
			text = nil
		}
		f.lines[file] = strings.Split(string(text), "\n")
	}
	s := &Source{File: filepath.ToSlash(file), Line: line}
	if line >= 1 && line <= len(f.lines[file]) {
		s.Text = strings.TrimSpace(f.lines[file][line-1])
	}
	return s
}

// directives follows the #line directives of text that is otherwise the same.
func (f *sourceTexts) directives(text, withLines string) []*Source {
	want := strings.Split(text, "\n")
	var out []*Source
	file, line := "", 0
	for _, l := range strings.Split(withLines, "\n") {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(l), "#line "); ok {
			digits, name, _ := strings.Cut(rest, " ")
			line, _ = number(digits)
			if name != "" {
				file = strings.ReplaceAll(strings.Trim(name, `"`), `\\`, `\`)
			}
			continue
		}
		if len(out) >= len(want) || want[len(out)] != l {
			return nil
		}
		if line == 0 {
			out = append(out, nil)
		} else {
			out = append(out, f.at(file, line))
			line++
		}
	}
	return out
}

// spirv pairs the instructions of the functions with those of a module with OpLine.
func (f *sourceTexts) spirv(text string, words []byte) []*Source {
	p, err := binary.Decode(words)
	if err != nil {
		return nil
	}
	names := map[binary.ID]string{}
	m := parseAsm(strings.Split(text, "\n"))
	start := slices.IndexFunc(m.insts, func(in inst) bool { return in.op == "OpFunction" })
	if start < 0 {
		return nil
	}
	out := make([]*Source, bytes.Count([]byte(text), []byte("\n"))+1)
	inside, at := false, start
	var where *Source
	for i := range p.Insts {
		in := &p.Insts[i]
		switch in.Op {
		case binary.OpString:
			names[in.Result] = in.Operands[0].Text()
			continue
		case binary.OpLine:
			where = f.at(names[in.ID(0)], int(in.Word(1)))
			continue
		case binary.OpNoLine:
			where = nil
			continue
		case binary.OpFunction:
			inside = true
		}
		if !inside {
			continue
		}
		if at >= len(m.insts) || m.insts[at].op != in.Op.String() {
			return nil
		}
		out[m.insts[at].line] = where
		at++
	}
	return out
}
