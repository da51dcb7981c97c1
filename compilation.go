package slc

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"slc/frontend"
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/lower"
	"slc/lower/ir"
	"slc/sema"
	"slc/sema/check"
	"slc/sema/typed"
)

// compilation is the state of one Compile call.
type compilation struct {
	ctx       context.Context
	req       *Request
	session   *Session   // nil for a compilation of its own
	arguments []ast.Expr // of generic entry points, from the command line
	inherit   bool       // sema.Options.Inherit
	m         *source.Map
	diags     diag.List
	res       Result
	stage     string // for the report of an internal error
	units     []unit // one a distinct (target, profile)
}

// unit is one lowering: outputs of the same target and profile share it.
type unit struct {
	profile profile
	wanted  bool // named by an output; false for targets that only check looks at
	outputs []int
	module  *ir.Module
	data    []byte // emitted words or text
	sound   bool   // lowered and emitted without an error
}

func newCompilation(ctx context.Context, req *Request) *compilation {
	c := &compilation{ctx: ctx, req: req, m: source.NewMap()}
	c.diags.Configure(req.Options.Warnings)
	return c
}

// guard runs f and turns a panic, which is a bug, into an internal error.
func (c *compilation) guard(f func()) {
	defer func() {
		if e := recover(); e != nil {
			c.res.InternalError = true
			c.diags.Report(diag.InternalError, source.Span{}, "internal error while %s: %v", c.stage, e).
				WithHelp("this is a bug of slc; please report it with the source file%s", stackHint())
		}
	}()
	f()
}

// stackHint names the functions that were running, innermost first.
func stackHint() string {
	var frames []string
	for _, line := range strings.Split(string(debug.Stack()), "\n") {
		if name, ok := strings.CutPrefix(line, "slc/"); ok && len(frames) < 4 {
			name, _, _ = strings.Cut(name, "(0x")
			frames = append(frames, "slc/"+name)
		}
	}
	if len(frames) < 2 {
		return ""
	}
	return " (in " + strings.Join(frames[1:], " < ") + ")"
}

func (c *compilation) enter(stage string) {
	if c.stage != "" && c.req.Time != nil {
		c.req.Time(c.stage)
	}
	c.stage = stage
}

// run is the pipeline: frontend, sema, lowering and emission. Each stage runs
// only when the ones before found no error.
func (c *compilation) run() {
	file := c.session.parse(c)
	if c.req.Dump == "ast" && file != nil {
		var b strings.Builder
		if err := frontend.Dump(&b, file); err != nil {
			panic(err) // a Builder does not fail
		}
		c.res.Dump = b.String()
	}
	if file == nil || c.stopped() {
		return
	}
	program := c.analyse(file)
	if c.req.Dump == "typed" {
		c.res.Dump = typed.Dump(program)
	}
	if c.stopped() || !c.hasEntry(program) || !c.planUnits() {
		return
	}
	for i := range c.units {
		c.compileUnit(program, &c.units[i])
	}
	c.lint()
	c.enter("")
	if !c.diags.HasErrors() {
		c.collect()
		if c.req.Reflect {
			c.reflect()
		}
		if c.req.Header != "" {
			c.header()
		}
	}
}

func (c *compilation) stopped() bool { return c.diags.HasErrors() || c.ctx.Err() != nil }

// parse reads and parses the files and the modules that they import; several files are one
// translation unit, each with macros of its own.
func (c *compilation) parse() *ast.File {
	opts := preproc.Options{IncludeDirs: c.req.Options.IncludeDirs, ReadFile: c.req.readFile}
	for _, d := range c.req.Options.Defines {
		opts.Defines = append(opts.Defines, preproc.Define{Name: d.Name, Value: d.Value})
	}
	loader := frontend.NewLoader(opts, c.m, &c.diags, c.enter)
	loader.Memo = c.session.memo()
	file := loader.Load(c.req.Files, Stdin)
	c.res.Deps, c.res.Missing = loader.Deps, loader.Missing
	c.inherit = loader.Inherit
	c.arguments = loader.Arguments(c.req.Options.Specialize)
	return file
}

func (c *compilation) analyse(file *ast.File) *typed.Program {
	c.enter("analysing")
	opts := sema.Options{Entries: c.req.Options.Entries, Specialize: c.arguments, GLSL: c.req.Options.AllowGLSL, Linked: true, Inherit: c.inherit}
	program := sema.Analyze(file, opts, &c.diags)
	// Faults of atomics are shown together with those of types: package check passes over what
	// sema could not make sense of.
	c.enter("checking atomics and barriers")
	check.Program(program, &c.diags)
	return program
}

// hasEntry reports a program without an entry point: an error when an output is wanted of it,
// a remark when it is only checked, as a file of functions to include may be.
func (c *compilation) hasEntry(program *typed.Program) bool {
	if len(program.Entries) > 0 {
		return true
	}
	if len(c.req.Outputs) == 0 {
		if c.req.CheckAll {
			c.diags.Report(diag.NoEntryPoint, source.Span{}, "there is no entry point: limits of the targets are not checked").
				WithHelp("mark a function [shader(\"compute\")] and [numthreads(x, y, z)], or name one with -entry")
		}
		return true
	}
	c.diags.Report(diag.EntryNotFound, source.Span{}, "there is no entry point to compile").
		WithHelp("mark a function [shader(\"compute\")] and [numthreads(x, y, z)]; a generic function cannot be one")
	return false
}

// planUnits finds the distinct lowerings that the outputs need.
func (c *compilation) planUnits() bool {
	for i, out := range c.req.Outputs {
		p := profile{target: out.Target.base()}
		if out.Profile != "" {
			named, err := parseProfile(out.Profile)
			if err != nil {
				c.diags.Report(diag.BadProfile, source.Span{}, "%v", err)
				return false
			}
			if named.target == p.target {
				p = named
			}
		}
		at := slices.IndexFunc(c.units, func(u unit) bool { return u.profile == p })
		if at < 0 {
			at = len(c.units)
			c.units = append(c.units, unit{profile: p, wanted: true})
		}
		c.units[at].outputs = append(c.units[at].outputs, i)
	}
	if c.req.CheckAll {
		for _, t := range []Target{SPIRV, HLSL, Metal} {
			if !slices.ContainsFunc(c.units, func(u unit) bool { return u.profile.target == t }) {
				c.units = append(c.units, unit{profile: profile{target: t}})
			}
		}
	}
	return true
}

// compileUnit lowers and emits for one target. What a target cannot express is
// reported with the target's name; for a target that is only checked it is a warning.
func (c *compilation) compileUnit(program *typed.Program, u *unit) {
	diags := &c.diags
	previous := diags.ForTarget(u.profile.target.String())
	diags.Lenient(!u.wanted)
	faults := diags.Faults()
	c.enter("lowering for " + u.profile.target.String())
	u.module = lower.Lower(program, program.Entries, c.lowerOptions(u.profile), diags)
	if u.module != nil && c.req.Options.VerifyIR && diags.Faults() == faults {
		if err := ir.Verify(u.module); err != nil {
			panic(fmt.Sprintf("the IR for %s is not well formed: %v", u.profile.target, err))
		}
	}
	if u.module != nil && diags.Faults() == faults {
		c.enter("emitting " + u.profile.target.String())
		u.data = c.emit(u, diags)
		u.sound = diags.Faults() == faults
	}
	diags.Lenient(false)
	diags.ForTarget(previous)
}

// collect hands out the outputs and the dump.
func (c *compilation) collect() {
	c.res.Outputs = make([][]byte, len(c.req.Outputs))
	c.res.Words = make([][]byte, len(c.req.Outputs))
	c.res.Modules = make([]*ir.Module, len(c.req.Outputs))
	for i := range c.units {
		u := &c.units[i]
		for _, at := range u.outputs {
			c.res.Modules[at] = u.module
			c.res.Outputs[at] = u.data
			if u.profile.target == SPIRV {
				c.res.Words[at] = u.data
			}
			if c.req.Outputs[at].Target == SPIRVAsm {
				text, err := Disassemble(u.data)
				if err != nil {
					panic(err)
				}
				c.res.Outputs[at] = text
			}
		}
		if c.req.Dump == "ir" && u.wanted {
			c.res.Dump += "; target " + u.profile.target.String() + "\n" + u.module.String()
		}
	}
}

func (c *compilation) result() *Result {
	r := &c.res
	r.Sources = c.m
	r.Diagnostics = c.diags.All()
	r.InternalError = r.InternalError || slices.ContainsFunc(r.Diagnostics, func(d *diag.Diagnostic) bool { return d.Severity == diag.Internal })
	if r.HasErrors() || r.InternalError {
		r.Outputs, r.Words, r.Modules, r.Reflection = nil, nil, nil, nil
	}
	return r
}
