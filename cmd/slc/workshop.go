package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/urfave/cli/v2"

	"slc"
	"slc/cmd/slc/cache"
	"slc/frontend/diag"
	"slc/lower/ir"
)

// workshop is what compilations of one process share: files that are read once, and the cache.
type workshop struct {
	files   *cache.Files
	store   *cache.Store // nil without -cache
	compile func(context.Context, slc.Request) (*slc.Result, error)
}

// newWorkshop reads files by read; dir is the cache, "" for none.
func newWorkshop(read func(string) ([]byte, error), dir string) (*workshop, error) {
	w := &workshop{files: cache.NewFiles(read)}
	w.compile = func(ctx context.Context, req slc.Request) (*slc.Result, error) {
		req.ReadFile = w.files.Read
		return slc.Compile(ctx, req)
	}
	if dir == "" {
		return w, nil
	}
	var err error
	if w.store, err = cache.Open(dir); err != nil {
		return nil, usagef("-cache: %v", cause(err))
	}
	if cache.BuildID() == "" {
		w.store = nil // it is not known what compiles
	}
	return w, nil
}

// compiled is a result as it is delivered: the tools of SPIRV-Tools have run.
type compiled struct {
	*slc.Result
	saved  [numForms][]byte // the diagnostics of a result that comes from the cache
	cached bool
	notes  []string // remarks on the run, such as a validator that took too long
}

// forms of diagnostics: those that -diagnostics names, text in two.
const (
	formText = iota
	formJSON
	formSARIF
	formColour
	numForms
)

// reports says whether there are diagnostics.
func (r *compiled) reports() bool { return len(r.Diagnostics) > 0 || r.saved[formText] != nil }

// report writes the diagnostics in one of the forms.
func (r *compiled) report(w io.Writer, form int) error {
	if saved := r.saved[form]; saved != nil {
		_, err := w.Write(saved)
		return err
	}
	return renderDiagnostics(w, form, r.Diagnostics, r.Sources)
}

// Places of what the cache keeps besides the outputs: the reflection, the header, then the forms of
// the diagnostics.
const (
	extraReflection = iota
	extraHeader
	extraReports
)

// run compiles a request, or finds what an equal one came to. A result with errors
// is neither finished nor kept.
func (w *workshop) run(ctx context.Context, req *slc.Request, tools spirvTools) (*compiled, error) {
	store := w.store
	if req.Dump != "" || req.Time != nil { // asks to see the work
		store = nil
	}
	var key cache.Key
	if store != nil {
		key = w.key(req, tools)
		if e, ok := store.Find(key, w.files.State); ok {
			if r := restore(req, e); r != nil {
				return r, nil
			}
		}
	}
	result, err := w.compile(ctx, *req)
	if err != nil {
		return nil, err
	}
	done := &compiled{Result: result}
	if result.InternalError || result.HasErrors() {
		return done, nil
	}
	if err := tools.finish(ctx, req, done); err != nil {
		return nil, err
	}
	if store != nil && len(done.notes) == 0 {
		if err := w.keep(store, key, done); err != nil {
			done.notes = append(done.notes, fmt.Sprintf("the cache is not written: %v", cause(err)))
		}
	}
	return done, nil
}

// key names a compilation: the compiler, every field of the request, the tools that look at the
// output, and the bytes of the main files.
func (w *workshop) key(req *slc.Request, tools spirvTools) cache.Key {
	plain := *req
	plain.ReadFile = nil
	parts := []string{cache.BuildID(), fmt.Sprintf("%#v", plain), tools.identity(req)}
	for _, name := range req.Files {
		parts = append(parts, w.files.State(name))
	}
	return cache.KeyOf(parts...)
}

func (w *workshop) keep(store *cache.Store, key cache.Key, r *compiled) error {
	e := &cache.Entry{Deps: r.Deps, Extra: [][]byte{extraReflection: r.Reflection, extraHeader: r.Header}}
	for i, out := range r.Outputs {
		if r.Words[i] != nil {
			out = r.Words[i]
		}
		e.Outputs = append(e.Outputs, out)
	}
	if len(r.Diagnostics) > 0 {
		for form := range numForms {
			var b bytes.Buffer
			if err := r.report(&b, form); err != nil {
				return err
			}
			e.Extra = append(e.Extra, b.Bytes())
		}
	}
	return store.Put(key, w.files.Probes(r.Deps, r.Missing), e)
}

// restore makes of an entry what the request would have come to; nil if it does not fit.
func restore(req *slc.Request, e *cache.Entry) *compiled {
	if len(e.Outputs) != len(req.Outputs) || len(e.Extra) < extraReports {
		return nil
	}
	r := &compiled{cached: true, Result: &slc.Result{Outputs: e.Outputs, Words: make([][]byte, len(e.Outputs)), Deps: e.Deps}}
	if req.Reflect {
		r.Reflection = e.Extra[extraReflection]
	}
	if req.Header != "" {
		r.Header = e.Extra[extraHeader]
	}
	if req.Header != "" {
		r.Header = e.Extra[extraHeader]
	}
	for i, o := range req.Outputs {
		switch o.Target {
		case slc.SPIRVAsm:
			r.Words[i] = e.Outputs[i]
			text, err := slc.Disassemble(e.Outputs[i])
			if err != nil {
				return nil
			}
			r.Outputs[i] = text
		case slc.SPIRV:
			r.Words[i] = e.Outputs[i]
		}
	}
	copy(r.saved[:], e.Extra[extraReports:])
	return r
}

// spirvTools are the programs of SPIRV-Tools that look at an output.
type spirvTools struct {
	validate bool // its absence is an error
	never    bool // no validation
	optimize bool
}

func toolsOf(c *cli.Context) spirvTools {
	return spirvTools{validate: c.Bool("validate"), never: c.Bool("no-validate"), optimize: c.Bool("spirv-opt")}
}

// identity says which programs run: another validator or optimizer is another compilation.
func (t spirvTools) identity(req *slc.Request) string {
	spirv := false
	for _, o := range req.Outputs {
		spirv = spirv || o.Target == slc.SPIRV || o.Target == slc.SPIRVAsm
	}
	if !spirv {
		return ""
	}
	id := ""
	if t.optimize {
		path, err := exec.LookPath("spirv-opt")
		id += fmt.Sprintf("optimizer %s %v;", fileIdentity(path), err)
	}
	if !t.never {
		id += fmt.Sprintf("validator %v %s;", t.validate, fileIdentity(findSpirvVal()))
	}
	return id
}

// fileIdentity tells one version of a program from another without reading it.
func fileIdentity(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano())
}

// finish runs the tools over the SPIR-V outputs of a result, which they may replace.
func (t spirvTools) finish(ctx context.Context, req *slc.Request, r *compiled) error {
	for i, words := range r.Words {
		if words == nil {
			continue
		}
		words, note, err := t.finishWords(ctx, words, r.Modules[i])
		if err != nil {
			return err
		}
		if note != "" {
			r.notes = append(r.notes, note)
		}
		if !t.optimize {
			continue
		}
		r.Words[i], r.Outputs[i] = words, words
		if req.Outputs[i].Target == slc.SPIRVAsm {
			if r.Outputs[i], err = slc.Disassemble(words); err != nil {
				return exitError{exitInternal, err.Error()}
			}
		}
	}
	return nil
}

func (t spirvTools) finishWords(ctx context.Context, words []byte, m *ir.Module) (out []byte, note string, err error) {
	if t.optimize {
		if words, err = spirvOpt(ctx, words); err != nil {
			return nil, "", err
		}
	}
	if t.never {
		return words, "", nil
	}
	validator := findSpirvVal()
	if validator == "" {
		if t.validate {
			return nil, "", usagef("-validate: spirv-val is not found (set SPIRV_VAL or install spirv-tools)")
		}
		return words, "", nil
	}
	complaint, err := spirvVal(ctx, validator, words, m)
	switch {
	case err == (validateTimeout{}) && !t.validate:
		return words, fmt.Sprintf("the module was not validated: %v", err), nil
	case err != nil:
		return nil, "", err
	case complaint != "":
		return nil, "", exitError{exitInternal, "spirv-val refuses the module; this is a bug of slc:\n" + complaint}
	}
	return words, "", nil
}

// verdict is the exit code of a result with errors, exitOK otherwise.
func verdict(r *slc.Result, req *slc.Request) int {
	switch {
	case r.InternalError:
		return exitInternal
	case r.HasErrors():
		return errorCode(r, req)
	}
	return exitOK
}

// errorCode is the exit code of a run with errors: that of a wrong command line when an input
// cannot be read, or when options alone are at fault: a macro or an entry point that they name.
func errorCode(r *slc.Result, req *slc.Request) int {
	options := true
	for _, d := range r.Diagnostics {
		switch {
		case d.Severity < diag.Error:
		case d.Code == diag.FileNotFound && !d.Span.IsValid():
			return exitUsage
		case d.Code == diag.InvalidDefine, d.Code == diag.EntryNotFound && len(req.Options.Entries) > 0:
		default:
			options = false
		}
	}
	if options {
		return exitUsage
	}
	return exitSource
}
