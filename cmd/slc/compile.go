package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"slc"
	"slc/frontend/diag"
	"slc/lower/ir"
)

// compileArgs is what the options of compile and check say.
type compileArgs struct {
	outputs  outputList
	entries  cli.StringSlice
	includes cli.StringSlice
	defines  cli.StringSlice
	warnings cli.StringSlice
	caps     cli.StringSlice
	special  cli.StringSlice
	shifts   []slc.Shift
	lints    bool // all are on unless an option turns them off
}

// outputList pairs -target with -o in the order of the command line: each -o
// belongs to the -target on its left; an -o before any -target waits for one.
type outputList struct {
	items []requested
}

// requested is one output that the command line asks for.
type requested struct {
	target, file string
	header       string // the language of a header, which has no target
}

// pairFlag is the value of one of the options that outputList pairs.
type pairFlag struct {
	list *outputList
	set  func(*outputList, string) error
	name string
}

func (f *pairFlag) Set(s string) error { return f.set(f.list, s) }
func (f *pairFlag) String() string     { return "" }

func (l *outputList) setTarget(s string) error {
	if n := len(l.items); n > 0 && l.items[n-1].target+l.items[n-1].header == "" {
		l.items[n-1].target = s
		return nil
	}
	l.items = append(l.items, requested{target: s})
	return nil
}

func (l *outputList) setFile(s string) error {
	if s == "" {
		return fmt.Errorf("-o needs a file name")
	}
	for i := range l.items {
		if r := &l.items[i]; r.file == "" && r.target+r.header != "" && i == len(l.items)-1 {
			l.items[i].file = s
			return nil
		}
	}
	l.items = append(l.items, requested{file: s})
	return nil
}

// endings infers a target from the ending of an output file.
var endings = [...]struct{ ending, target string }{
	{".spv", "spirv"}, {".spvasm", "spirv-asm"}, {".spv-asm", "spirv-asm"}, {".hlsl", "hlsl"}, {".fx", "hlsl"}, {".metal", "metal"},
}

func targetOfFile(name string) string {
	for _, e := range endings {
		if filepath.Ext(name) == e.ending {
			return e.target
		}
	}
	return ""
}

func compileFlags(a *compileArgs) []cli.Flag {
	pair := func(name, usage string, set func(*outputList, string) error) cli.Flag {
		return &cli.GenericFlag{Name: name, Usage: usage, Value: &pairFlag{&a.outputs, set, name}}
	}
	flags := []cli.Flag{
		pair("target", "output language: spirv, spirv-asm, hlsl, metal (repeatable, each with its -o)", (*outputList).setTarget),
		pair("o", "output `FILE`; - is standard output", (*outputList).setFile),
		pair("emit-header", "declare what the buffers hold for the host program: c or go (with its -o)", (*outputList).setHeader),
		&cli.StringFlag{Name: "header-package", Usage: "package `NAME` of a Go header"},
		&cli.StringSliceFlag{Name: "profile", Usage: "spirv_1_3…1_6, sm_6_0…6_8, metal_2_4…4_1, or slangc's names (repeatable)"},
		&cli.BoolFlag{Name: "validate", Usage: "run spirv-val and fail if it is missing"},
		&cli.BoolFlag{Name: "no-validate", Usage: "do not run spirv-val"},
		&cli.BoolFlag{Name: "spirv-opt", Usage: "also run SPIRV-Tools' optimizer"},
		&cli.StringFlag{Name: "depfile", Usage: "write a Make/Ninja dependency `FILE`"},
		&cli.StringFlag{Name: "cache", Usage: "keep results in `DIR` and take them from there (docs/batch.md)"},
		&cli.StringFlag{Name: "reflection-json", Usage: "write bindings, layouts and entry points to `FILE`"},
		&cli.StringFlag{Name: "dump", Usage: "print ast, typed or ir instead of compiling"},
		&cli.BoolFlag{Name: "time-report", Usage: "print how long each stage took"},
	}
	return slices.Concat(flags, batchFlags(), sourceFlags(a))
}

// sourceFlags are the options that compile and check share.
func sourceFlags(a *compileArgs) []cli.Flag {
	flags := []cli.Flag{
		&cli.StringSliceFlag{Name: "entry", Usage: "entry point `NAME` (repeatable)", Destination: &a.entries},
		&cli.StringSliceFlag{Name: "specialize", Usage: "generic `ARGUMENT` of an entry point (repeatable)", Destination: &a.special},
		&cli.StringFlag{Name: "stage", Usage: "compute", Value: "compute"},
		&cli.StringSliceFlag{Name: "I", Usage: "search `DIR` for included files (repeatable)", Destination: &a.includes},
		&cli.StringSliceFlag{Name: "D", Usage: "define a macro `NAME[=VALUE]` (repeatable)", Destination: &a.defines},
		&cli.StringSliceFlag{Name: "W", Usage: "warnings: -Wname, -Wno-name, -Werror, -Werror=name, -Wno-error=name; -Wlint: all lints (see slc explain)", Destination: &a.warnings},
		&cli.StringFlag{Name: "O", Usage: "optimisation `LEVEL` 0 to 3", Value: "1"},
		&cli.BoolFlag{Name: "g", Aliases: []string{"g0", "g1", "g2", "g3"}, Usage: "debug information (OpLine)"},
		&cli.StringFlag{Name: "float-atomics", Usage: "native or cas", Value: "native"},
		&cli.StringFlag{Name: "device-scope", Usage: "device or queue-family", Value: "device"},
		&cli.StringFlag{Name: "seqcst-objects", Usage: "auto or all", Value: "auto"},
		&cli.StringFlag{Name: "layout", Usage: "std430, std140 or scalar", Value: "std430"},
		&cli.BoolFlag{Name: "fvk-use-scalar-layout", Usage: "same as -layout scalar"},
		&cli.BoolFlag{Name: "fvk-use-dx-layout", Usage: "SPIR-V: buffers as DirectX lays them out"},
		&cli.BoolFlag{Name: "fvk-use-gl-layout", Usage: "SPIR-V: byte-address buffers in std430, too"},
		&cli.StringFlag{Name: "bindless-space-index", Usage: "SPIR-V: descriptor set `N` of what handles choose from"},
		&cli.StringFlag{Name: "fvk-bind-globals", Usage: "SPIR-V: binding `N` in SET of the buffer of global uniforms"},
		&cli.BoolFlag{Name: "fvk-use-entrypoint-name", Usage: "keep the entry point's name in SPIR-V"},
		&cli.BoolFlag{Name: "matrix-layout-row-major", Usage: "matrices in memory are row-major"},
		&cli.BoolFlag{Name: "matrix-layout-column-major", Usage: "matrices in memory are column-major (default)"},
		&cli.StringSliceFlag{Name: "capability", Usage: "further SPIR-V capability (repeatable)", Destination: &a.caps},
		&cli.BoolFlag{Name: "allow-glsl", Usage: "make the GLSL module's names available"},
		&cli.StringFlag{Name: "line-directive-mode", Usage: "none or standard: #line in HLSL and MSL", Value: "none"},
		&cli.StringFlag{Name: "diagnostics", Usage: "text, json or sarif", Value: "text"},
		&cli.StringFlag{Name: "color", Aliases: []string{"diagnostic-color"}, Usage: "auto, always or never", Value: "auto"},
		&cli.BoolFlag{Name: "verify-ir", Usage: "check the IR after every pass"},
	}
	for _, class := range "btsu" {
		flags = append(flags, &cli.GenericFlag{Name: fmt.Sprintf("fvk-%c-shift", class),
			Usage: fmt.Sprintf("shift %c registers by `N` in SPACE (number or all)", class), Value: &shiftFlag{byte(class), &a.shifts}})
	}
	return flags
}

// shiftFlag parses "N,SPACE".
type shiftFlag struct {
	class byte
	list  *[]slc.Shift
}

func (f *shiftFlag) String() string { return "" }

func (f *shiftFlag) Set(s string) error {
	n, space, ok := strings.Cut(s, ",")
	shift := slc.Shift{Class: f.class, Space: -1}
	var err error
	if shift.N, err = strconv.Atoi(n); err != nil || !ok {
		return fmt.Errorf("%q is not a number and a space", s)
	}
	if space != "all" {
		if shift.Space, err = strconv.Atoi(space); err != nil {
			return fmt.Errorf("space %q is neither a number nor all", space)
		}
	}
	*f.list = append(*f.list, shift)
	return nil
}

func compileCommand(env *environment) *cli.Command {
	a := &compileArgs{}
	return &cli.Command{
		Name:         "compile",
		Usage:        "compile a kernel",
		ArgsUsage:    "FILE",
		Flags:        compileFlags(a),
		OnUsageError: usageErrorHandler,
		Action:       func(c *cli.Context) error { return runCompile(c, env, a) },
	}
}

// choice maps the value of an option to its position among the allowed ones.
func choice(c *cli.Context, name string, allowed ...string) (int, error) {
	i := slices.Index(allowed, c.String(name))
	if i < 0 {
		return 0, usagef("-%s must be %s, not '%s'", name, strings.Join(allowed, ", "), c.String(name))
	}
	return i, nil
}

// sourceOptions turns the shared options into the compiler's.
func sourceOptions(c *cli.Context, a *compileArgs) (o slc.Options, err error) {
	o = slc.Options{
		IncludeDirs: a.includes.Value(), Entries: a.entries.Value(), Specialize: a.special.Value(), Capabilities: a.caps.Value(), Shifts: a.shifts,
		AllowGLSL: c.Bool("allow-glsl"), MatrixRowMajor: c.Bool("matrix-layout-row-major"),
		UseEntryPointName: c.Bool("fvk-use-entrypoint-name"), VerifyIR: c.Bool("verify-ir"), Debug: c.Bool("g"),
	}
	for _, d := range a.defines.Value() {
		name, value, _ := strings.Cut(d, "=")
		o.Defines = append(o.Defines, slc.Define{Name: name, Value: value})
	}
	for _, e := range []struct {
		name    string
		allowed []string
		set     func(int)
	}{
		{"stage", []string{"compute"}, func(int) {}},
		{"O", []string{"0", "1", "2", "3"}, func(i int) { o.Optimize = i }},
		{"float-atomics", []string{"native", "cas"}, func(i int) { o.FloatAtomics = slc.FloatAtomics(i) }},
		{"device-scope", []string{"device", "queue-family"}, func(i int) { o.DeviceScope = slc.DeviceScope(i) }},
		{"seqcst-objects", []string{"auto", "all"}, func(i int) { o.SeqCstObjectsAll = i == 1 }},
		{"layout", []string{"std430", "std140", "scalar"}, func(i int) { o.Layout = ir.Layout(i) }},
		{"line-directive-mode", []string{"none", "standard", "default"}, func(i int) { o.LineDirectives = i > 0 }},
	} {
		i, err := choice(c, e.name, e.allowed...)
		if err != nil {
			return o, err
		}
		e.set(i)
	}
	if err := vulkanLayout(c, &o); err != nil {
		return o, err
	}
	if c.Bool("matrix-layout-row-major") && c.Bool("matrix-layout-column-major") {
		return o, usagef("-matrix-layout-row-major and -matrix-layout-column-major exclude each other")
	}
	warnings := a.warnings.Value()
	if a.lints {
		warnings = append([]string{diag.LintGroup}, warnings...)
	}
	o.Warnings, err = diag.ParseWarningOptions(warnings)
	if err != nil {
		return o, usagef("%v", err)
	}
	return o, nil
}

// vulkanLayout reads the options -fvk-use-…-layout, at most one of which makes sense, -bindless-space-index and -fvk-bind-globals.
func vulkanLayout(c *cli.Context, o *slc.Options) error {
	scalar, dx, gl := c.Bool("fvk-use-scalar-layout"), c.Bool("fvk-use-dx-layout"), c.Bool("fvk-use-gl-layout")
	if scalar && dx || scalar && gl || dx && gl || (dx || gl) && c.IsSet("layout") {
		return usagef("-layout and the -fvk-use-…-layout exclude each other")
	}
	if scalar {
		o.Layout = ir.ScalarLayout
	}
	o.DXLayout, o.GLLayout = dx, gl
	if text := c.String("bindless-space-index"); text != "" {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return usagef("-bindless-space-index takes the number of a descriptor set, not '%s'", text)
		}
		set := int(n)
		o.HeapSet = &set
	}
	text := c.String("fvk-bind-globals")
	if text == "" {
		return nil
	}
	number, set, _ := strings.Cut(text, ",")
	g := slc.GlobalsBinding{Given: true}
	for _, part := range []struct {
		text string
		to   *int
	}{{number, &g.N}, {set, &g.Set}} {
		n, err := strconv.Atoi(part.text)
		if err != nil || n < 0 {
			return usagef("-fvk-bind-globals takes a binding and a set, not '%s' and '%s'", number, set)
		}
		*part.to = n
	}
	o.BindGlobals = g
	return nil
}

// resolveOutputs completes the requested outputs: targets from endings, files
// from nothing (standard output), profiles by the target that they belong to.
func resolveOutputs(a *compileArgs, profiles []string) ([]slc.Output, []string, error) {
	if len(a.outputs.items) == 0 {
		return nil, nil, usagef("no target: give -target spirv, spirv-asm, hlsl or metal, or -o with a known ending")
	}
	var outputs []slc.Output
	var files []string
	for _, r := range a.outputs.items {
		if r.header != "" {
			continue
		}
		if r.target == "" {
			if r.target = targetOfFile(r.file); r.target == "" {
				return nil, nil, usagef("cannot infer a target from '%s': give -target", r.file)
			}
		}
		t, ok := slc.ParseTarget(r.target)
		if !ok {
			return nil, nil, usagef("unknown target '%s': spirv, spirv-asm, hlsl, metal", r.target)
		}
		if r.file == "" {
			r.file = stdName
		}
		outputs = append(outputs, slc.Output{Target: t})
		files = append(files, r.file)
	}
	if len(outputs) == 0 { // a header alone is that of a module for the default target, which is not written
		outputs, files = []slc.Output{{Target: slc.SPIRV}}, []string{""}
	}
	for _, p := range profiles {
		used := false
		for i := range outputs {
			applies, err := slc.ProfileApplies(p, outputs[i].Target)
			if err != nil {
				return nil, nil, usagef("%v", err)
			}
			if applies {
				outputs[i].Profile, used = p, true
			}
		}
		if !used {
			return nil, nil, usagef("profile '%s' belongs to none of the targets", p)
		}
	}
	return outputs, files, nil
}

func runCompile(c *cli.Context, env *environment, a *compileArgs) error {
	if c.IsSet("batch") {
		return runBatch(c, env, a)
	}
	for _, name := range []string{"j", "summary"} {
		if c.IsSet(name) {
			return usagef("-%s is an option of -batch", name)
		}
	}
	options, err := sourceOptions(c, a)
	if err != nil {
		return err
	}
	req := slc.Request{Files: c.Args().Slice(), Options: options, Dump: c.String("dump"),
		Reflect: c.String("reflection-json") != ""}
	if len(req.Files) == 0 {
		return usagef("no input file")
	}
	headerFile, err := requestHeader(c, a, &req)
	if err != nil {
		return err
	}
	var files []string
	if req.Dump == "" || len(a.outputs.items) > 0 {
		if req.Outputs, files, err = resolveOutputs(a, c.StringSlice("profile")); err != nil {
			return err
		}
	}
	if !slices.Contains([]string{"", "ast", "typed", "ir"}, req.Dump) {
		return usagef("-dump must be ast, typed or ir, not '%s'", req.Dump)
	}
	if req.Dump == "ir" && len(req.Outputs) == 0 {
		return usagef("-dump ir needs -target: the IR of each target differs")
	}
	written := append(slices.Clone(files), headerFile, c.String("reflection-json"), c.String("depfile"))
	if err := checkWritten(written, req.Files); err != nil {
		return err
	}
	shop, err := newWorkshop(env.readFile, c.String("cache"))
	if err != nil {
		return err
	}
	tools := toolsOf(c)
	result, err := compileReported(c, env, &req, func(ctx context.Context) (*compiled, error) { return shop.run(ctx, &req, tools) })
	if err != nil {
		return err
	}
	if req.Dump != "" {
		_, err := io.WriteString(env.stdout, result.Dump)
		return err
	}
	if err := checkWritten(written, result.Deps); err != nil { // also what the sources include
		return err
	}
	return deliver(c, env, &req, result, files, headerFile)
}

// compileWith runs a request of which no output is written.
func compileWith(c *cli.Context, env *environment, req *slc.Request) (*slc.Result, error) {
	if req.ReadFile == nil {
		req.ReadFile = env.readFile
	}
	r, err := compileReported(c, env, req, func(ctx context.Context) (*compiled, error) {
		result, err := slc.Compile(ctx, *req)
		return &compiled{Result: result}, err
	})
	if err != nil {
		return nil, err
	}
	return r.Result, nil
}

// compileReported runs the request and prints its diagnostics. The error carries the
// exit code when the sources have errors.
func compileReported(c *cli.Context, env *environment, req *slc.Request, run func(context.Context) (*compiled, error)) (*compiled, error) {
	form, err := diagnosticForm(c, env)
	if err != nil {
		return nil, err
	}
	finish := func() {}
	if c.Bool("time-report") {
		req.Time, finish = timeReport(env.stderr)
	}
	result, err := run(c.Context)
	if c.Context.Err() != nil {
		return nil, exitError{exitUsage, "interrupted"}
	}
	if err != nil {
		return nil, err
	}
	finish()
	if err := result.report(env.stderr, form); err != nil {
		return nil, err
	}
	if code := verdict(result.Result, req); code != exitOK {
		return nil, exitError{code, notWritten(req)}
	}
	for _, note := range result.notes {
		fmt.Fprintln(env.stderr, "slc: note:", note)
	}
	return result, nil
}

// notWritten says which outputs are missing when several were asked for.
func notWritten(req *slc.Request) string {
	if len(req.Outputs) < 2 {
		return ""
	}
	names := make([]string, len(req.Outputs))
	for i, o := range req.Outputs {
		names[i] = o.Target.String()
	}
	return "no output was written (" + strings.Join(names, ", ") + ")"
}

// deliver writes every file or none.
func deliver(c *cli.Context, env *environment, req *slc.Request, result *compiled, files []string, headerFile string) error {
	var out []outFile
	for i := range req.Outputs {
		data := result.Outputs[i]
		if files[i] == "" {
			continue
		}
		// A terminal is shown assembly, as slangc does.
		if words := result.Words[i]; words != nil && files[i] == stdName && isTerminal(env.stdout) {
			var err error
			if data, err = slc.Disassemble(words); err != nil {
				return exitError{exitInternal, err.Error()}
			}
		}
		out = append(out, outFile{files[i], data})
	}
	if headerFile != "" {
		out = append(out, outFile{headerFile, result.Header})
	}
	if name := c.String("reflection-json"); name != "" {
		out = append(out, outFile{name, result.Reflection})
	}
	if name := c.String("depfile"); name != "" {
		out = append(out, outFile{name, depfile(named(append(files, headerFile)), result.Deps)})
	}
	return writeAll(env, out)
}
