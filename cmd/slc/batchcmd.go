package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"slc"
	batches "slc/cmd/slc/batch"
)

// exitInterrupted is the exit code of a batch that an interrupt ended.
const exitInterrupted = 130

// batchFlags are the options of compile that only a batch has.
func batchFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "batch", Usage: "compile the kernels that the manifest `FILE` lists (docs/batch.md); -o is the output directory"},
		&cli.IntFlag{Name: "j", Usage: "batch: compile `N` kernels at once", Value: runtime.GOMAXPROCS(0)},
		&cli.StringFlag{Name: "summary", Usage: "batch: write what became of each kernel to the JSON `FILE`"},
	}
}

// besideBatch are the options that mean something beside -batch; the others belong into the manifest.
var besideBatch = []string{"batch", "j", "summary", "o", "cache", "validate", "no-validate", "spirv-opt", "I", "D", "W", "diagnostics", "color"}

// batchRun is one run of a batch.
type batchRun struct {
	env      *environment
	shop     *workshop
	form     int
	jobs     []batches.Job
	requests []slc.Request
	tools    []spirvTools
	written  map[string]int // place of an output -> its job
	bar      batches.Bar
	told     map[string]string // report -> the job that it was shown for
	reports  [][]byte          // documents of the machine-readable forms
	labels   []string
}

func runBatch(c *cli.Context, env *environment, a *compileArgs) error {
	for _, name := range c.LocalFlagNames() {
		if !slices.Contains(besideBatch, name) {
			return usagef("-%s belongs into the manifest of -batch", name)
		}
	}
	if c.NArg() > 0 {
		return usagef("-batch compiles what its manifest lists: '%s' is one too many", c.Args().First())
	}
	if c.Int("j") < 1 {
		return usagef("-j must be 1 or more")
	}
	b, err := newBatchRun(c, env, a)
	if err != nil {
		return err
	}
	outcomes := batches.Run(c.Context, len(b.jobs), c.Int("j"), b.compile,
		func(o *batches.Outcome) { b.bar.Ended(o.Code != exitOK) }, b.tell)
	b.bar.Clear()
	if err := b.finishReports(); err != nil {
		return err
	}
	summary := batches.Summarise(b.jobs, outcomes)
	if name := c.String("summary"); name != "" {
		text, err := summary.JSON()
		if err != nil {
			return err
		}
		if err := writeAll(env, []outFile{{name, text}}); err != nil {
			return err
		}
	}
	return batchVerdict(c.Context, outcomes)
}

// newBatchRun reads the manifest and refuses what can be refused before anything is compiled.
func newBatchRun(c *cli.Context, env *environment, a *compileArgs) (*batchRun, error) {
	form, err := diagnosticForm(c, env)
	if err != nil {
		return nil, err
	}
	b := &batchRun{env: env, form: form, told: map[string]string{}}
	at := batches.Place{Dir: filepath.Dir(c.String("batch"))}
	switch items := a.outputs.items; {
	case len(items) == 1 && items[0].target == "" && items[0].file != stdName:
		at.Out = items[0].file
	case len(items) > 0:
		return nil, usagef("-batch takes one -o, the output directory")
	}
	text, err := env.readFile(c.String("batch"))
	if err != nil {
		return nil, usagef("cannot read the manifest: %v", cause(err))
	}
	m, err := batches.Parse(text)
	if err == nil {
		b.jobs, err = batches.Expand(m, at)
	}
	if err != nil {
		return nil, usagef("%s: %v", c.String("batch"), err)
	}
	if err := b.plan(c, a); err != nil {
		return nil, err
	}
	if err := b.checkFiles(c.String("batch"), c.String("summary")); err != nil {
		return nil, err
	}
	if b.shop, err = newWorkshop(env.readFile, c.String("cache")); err != nil {
		return nil, err
	}
	b.shop.compile = slc.NewSession(b.shop.files.Read).Compile
	b.bar.Total = len(b.jobs)
	if isTerminal(env.stderr) {
		b.bar.W = env.stderr
	}
	return b, nil
}

// plan makes the requests of the jobs. Macros, directories and warnings of the command line hold for
// all rows, over what the manifest says.
func (b *batchRun) plan(c *cli.Context, a *compileArgs) error {
	parse := rowOptionParser(a.warnings.Value())
	for i := range b.jobs {
		j := &b.jobs[i]
		o, tools, err := parse(j.Options)
		if err != nil {
			return usagef("%s: kernels[%d]: %v", c.String("batch"), j.Row, err)
		}
		o.IncludeDirs = slices.Concat(j.Include, a.includes.Value())
		for _, d := range j.Defines {
			o.Defines = append(o.Defines, slc.Define{Name: d.Name, Value: d.Value})
		}
		for _, d := range a.defines.Value() {
			name, value, _ := strings.Cut(d, "=")
			o.Defines = slices.DeleteFunc(o.Defines, func(x slc.Define) bool { return x.Name == name })
			o.Defines = append(o.Defines, slc.Define{Name: name, Value: value})
		}
		if j.Entry != "" {
			o.Entries = []string{j.Entry}
		}
		req := slc.Request{Files: []string{j.Source}, Options: o, Reflect: j.Reflection != ""}
		for _, t := range j.Targets {
			out := slc.Output{Target: t}
			for _, p := range j.Profile {
				if applies, _ := slc.ProfileApplies(p, t); applies { // batch has checked the names
					out.Profile = p
				}
			}
			req.Outputs = append(req.Outputs, out)
		}
		// A batch does not start a validator for each kernel unless it is told to.
		tools.validate = tools.validate || c.Bool("validate")
		tools.never = !tools.validate || c.Bool("no-validate")
		tools.optimize = tools.optimize || c.Bool("spirv-opt")
		b.requests, b.tools = append(b.requests, req), append(b.tools, tools)
	}
	return nil
}

// checkFiles refuses outputs that are one file, or a file that the batch is known to read.
func (b *batchRun) checkFiles(manifest, summary string) error {
	b.written = map[string]int{}
	where := newLocator()
	read := map[string]string{where(manifest): "the manifest"}
	for i := range b.jobs {
		read[where(b.jobs[i].Source)] = "the source of " + b.jobs[i].Label()
	}
	claim := func(name string, i int) error {
		at := where(name)
		if what, ok := read[at]; ok {
			return usagef("cannot write '%s': it is %s", name, what)
		}
		if first, ok := b.written[at]; ok {
			return usagef("two outputs go to '%s': of %s and of %s", name, b.jobs[first].Label(), b.label(i))
		}
		b.written[at] = i
		return nil
	}
	for i := range b.jobs {
		for _, name := range b.jobs[i].Files() {
			if err := claim(name, i); err != nil {
				return err
			}
		}
	}
	if summary != "" && summary != stdName {
		return claim(summary, len(b.jobs))
	}
	return nil
}

func (b *batchRun) label(i int) string {
	if i == len(b.jobs) {
		return "-summary"
	}
	return b.jobs[i].Label()
}

// newLocator returns a function that finds the place of a file as location does, looking at
// each directory once. Where file systems fold case, so does it.
func newLocator() func(string) string {
	dirs := map[string]string{}
	return func(name string) string {
		dir, base := filepath.Split(filepath.Clean(name))
		real, ok := dirs[dir]
		if !ok {
			real = location(filepath.Join(dir, "x"))
			dirs[dir] = real
		}
		at := filepath.Join(filepath.Dir(real), base)
		if info, err := os.Lstat(at); err == nil && info.Mode()&os.ModeSymlink != 0 {
			at = location(name)
		}
		if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
			at = strings.ToLower(at)
		}
		return at
	}
}

// compile runs one job and writes its files, all or none. It reports false when it was interrupted.
func (b *batchRun) compile(ctx context.Context, i int) (batches.Outcome, bool) {
	req := &b.requests[i]
	r, err := b.shop.run(ctx, req, b.tools[i])
	if ctx.Err() != nil {
		return batches.Outcome{}, false
	}
	if err != nil {
		return failure(err), true
	}
	o := batches.Outcome{Code: verdict(r.Result, req), Cached: r.cached}
	if err := b.addReports(&o, r); err != nil {
		return failure(err), true
	}
	if o.Code == exitOK {
		err = b.deliver(&b.jobs[i], r)
	}
	if err != nil {
		f := failure(err)
		f.Report, f.Data = o.Report, o.Data
		return f, true
	}
	return o, true
}

func failure(err error) batches.Outcome {
	var exit exitError
	o := batches.Outcome{Code: exitUsage, Message: err.Error()}
	if errors.As(err, &exit) {
		o.Code = exit.code
	}
	return o
}

func (b *batchRun) addReports(o *batches.Outcome, r *compiled) error {
	if !r.reports() {
		return nil
	}
	var report, data bytes.Buffer
	if err := r.report(&report, b.form); err != nil {
		return err
	}
	if err := r.report(&data, formJSON); err != nil {
		return err
	}
	o.Report, o.Data = report.Bytes(), data.Bytes()
	return nil
}

// deliver writes the files of a job.
func (b *batchRun) deliver(j *batches.Job, r *compiled) error {
	where := newLocator()
	for _, dep := range r.Deps {
		if i, ok := b.written[where(dep)]; ok {
			return usagef("it reads '%s', which is an output of %s", dep, b.label(i))
		}
	}
	var out []outFile
	for i, name := range j.Outputs {
		out = append(out, outFile{name, r.Outputs[i]})
	}
	if j.Reflection != "" {
		out = append(out, outFile{j.Reflection, r.Reflection})
	}
	if j.Depfile != "" {
		out = append(out, outFile{j.Depfile, depfile(j.Outputs, r.Deps)})
	}
	for _, f := range out {
		if err := os.MkdirAll(filepath.Dir(f.name), 0o777); err != nil {
			return cannotWrite(f.name, err)
		}
	}
	return writeAll(b.env, out)
}

// tell prints what a job has to say, in the order of the manifest. What was said for another row
// already, as by a header that many include, is not said again.
func (b *batchRun) tell(i int, o *batches.Outcome) {
	if len(o.Report) == 0 && o.Message == "" {
		return
	}
	label := b.jobs[i].Label()
	if b.form == formJSON || b.form == formSARIF {
		if len(o.Report) > 0 {
			b.reports, b.labels = append(b.reports, o.Report), append(b.labels, label)
		}
		if o.Message == "" {
			return
		}
	}
	b.bar.Clear()
	w := b.env.stderr
	if len(o.Report) > 0 && (b.form == formText || b.form == formColour) {
		first, again := b.told[string(o.Report)]
		switch {
		case again && o.Code != exitOK:
			fmt.Fprintf(w, "slc: %s: as %s\n", label, first)
		case !again:
			b.told[string(o.Report)] = label
			fmt.Fprintf(w, "slc: %s:\n%s", label, o.Report)
		}
	}
	if o.Message != "" {
		fmt.Fprintf(w, "slc: error: %s: %s\n", label, o.Message)
	}
}

// finishReports writes the one document of a machine-readable form.
func (b *batchRun) finishReports() error {
	switch b.form {
	case formJSON:
		return batches.MergeJSON(b.env.stderr, b.reports, b.labels)
	case formSARIF:
		if len(b.reports) == 0 {
			return renderDiagnostics(b.env.stderr, formSARIF, nil, nil)
		}
		return batches.MergeSARIF(b.env.stderr, b.reports)
	}
	return nil
}

// batchVerdict is the exit code of a batch: an internal error before errors in a source, those
// before files and options.
func batchVerdict(ctx context.Context, outcomes []batches.Outcome) error {
	codes := map[int]int{}
	done := 0
	for i := range outcomes {
		if outcomes[i].Done() {
			done++
			codes[outcomes[i].Code]++
		}
	}
	if done < len(outcomes) && ctx.Err() != nil {
		return exitError{exitInterrupted, fmt.Sprintf("interrupted: %d of %d kernels are done", codes[exitOK], len(outcomes))}
	}
	for _, code := range []int{exitInternal, exitSource, exitUsage} {
		if codes[code] > 0 {
			return exitError{code, fmt.Sprintf("%d of %d kernels failed", done-codes[exitOK], len(outcomes))}
		}
	}
	return nil
}
