package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// findEntries makes the entry points: those asked for by name, or all functions
// with [shader("compute")] or [numthreads].
func (c *checker) findEntries(names []string) {
	if len(names) == 0 {
		for _, f := range c.functions {
			if f.owner == nil && f.decl.Body != nil && c.marksEntry(f) {
				c.entry(f)
			}
		}
		for _, f := range c.templates {
			if len(c.special) > 0 && f.decl.Body != nil && c.sees(f.scope) && c.marksEntry(f) {
				c.entryOf(f)
			}
		}
		c.leftOver()
		return
	}
	for _, name := range names {
		if f := c.entryNamed(name); f != nil && !f.isEntry {
			c.entryOf(f)
		}
	}
	c.leftOver()
}

// entryOf makes f an entry point; of a generic function, its instance for the next arguments of the
// command line.
func (c *checker) entryOf(f *function) {
	g := f.decl.Generics
	if g == nil {
		c.entry(f)
		return
	}
	n := min(len(g.Params), len(c.special))
	exprs := c.special[:n]
	c.special = c.special[n:]
	defer c.enter(env{scope: f.scope})()
	args, ok := c.explicitArgs(g, f.scope, exprs, f.name, f.decl.Name.Range)
	if !ok {
		return
	}
	for i, a := range args {
		if a == nil {
			c.errorf(diag.BadSpecialization, f.decl.Name.Range, "generic entry point '%s' needs an argument for '%s'", f.name, g.Params[i].Name.Text).
				WithHelp("give it with -specialize")
			return
		}
	}
	if !c.meets(g, args, c.bindScope(f.scope, g, args)) {
		c.errorf(diag.BadSpecialization, f.decl.Name.Range, "%s does not meet the constraints of entry point '%s'", argsKey(args), f.name)
		return
	}
	if inst := c.instantiateFunction(f, args); inst != nil && !inst.isEntry {
		c.entry(inst)
	}
}

// leftOver reports arguments of the command line that no entry point has taken.
func (c *checker) leftOver() {
	if len(c.special) > 0 {
		c.errorf(diag.BadSpecialization, source.Span{}, "no generic entry point takes the argument of -specialize").
			WithHelp("name the entry point with -entry")
	}
}

// entryNamed finds the function that -entry names; nil after an error.
func (c *checker) entryNamed(name string) *function {
	for _, f := range slices.Concat(c.functions, c.templates, c.foreign) {
		if f.owner == nil && f.decl.Body != nil && (f.name == name || dotless(qualified(f.scopeOfName(), f.name)) == dotless(name)) {
			return f
		}
	}
	d := c.errorf(diag.EntryNotFound, source.Span{}, "there is no function '%s' to compile as an entry point", name)
	if s := c.similar(name, func(yield func(string)) {
		for _, f := range c.functions {
			yield(f.name)
		}
	}); s != "" {
		d.WithHelp("did you mean '%s'?", s)
	}
	return nil
}

// marksEntry reports whether the attributes of f make it an entry point of a
// stage that is compiled.
func (c *checker) marksEntry(f *function) bool {
	if a := attribute(f.decl.Attributes, "shader"); a != nil {
		return c.isCompute(a)
	}
	return attribute(f.decl.Attributes, "numthreads") != nil
}

// stages are the shader stages of the language.
var stages = [...]string{"compute", "vertex", "fragment", "pixel", "geometry", "hull", "domain", "mesh", "amplification", "task",
	"raygeneration", "intersection", "anyhit", "closesthit", "miss", "callable", "node"}

func (c *checker) isCompute(a *ast.Attribute) bool {
	stage, ok := c.attrString(a)
	if !ok {
		return false
	}
	for _, s := range stages {
		if s == stage {
			if s != "compute" {
				c.unsupported(a.Span(), "stage '"+stage+"' is")
			}
			return s == "compute"
		}
	}
	c.errorf(diag.UnknownStage, a.Args[0].Span(), "unknown shader stage '%s'", stage)
	return false
}

// entry makes f an entry point.
func (c *checker) entry(f *function) {
	c.signature(f)
	f.isEntry = true
	d := f.decl
	e := &typed.Entry{Func: c.want(f), Name: f.name, Span: d.Name.Range, NumThreads: [3]int{1, 1, 1}}
	leave := c.enter(env{scope: f.scope})
	defer leave()
	if a := attribute(d.Attributes, "shader"); a != nil && len(a.Args) == 1 {
		if s, ok := a.Args[0].(*ast.StringLit); ok && s.Value != "compute" {
			c.unsupported(a.Span(), "stage '"+s.Value+"' is")
		}
	}
	c.numThreads(e, f)
	c.waveSize(e, d)
	c.derivativeGroup(e, f)
	if f.result != types.Type(types.Void) && !types.IsPoison(f.result) {
		c.errorf(diag.EntryResult, d.Name.Range, "compute entry point '%s' cannot return a value", f.name)
	}
	for i, p := range f.params {
		c.entryParam(e, p.v, d.Params[i])
	}
	c.prog.Entries = append(c.prog.Entries, e)
}

func (c *checker) numThreads(e *typed.Entry, f *function) {
	d := f.decl
	a := attribute(d.Attributes, "numthreads")
	if a == nil {
		if c.layoutSize(e, f.place()) {
			return
		}
		c.errorf(diag.NoNumThreads, d.Name.Range, "compute entry point '%s' has no [numthreads(x, y, z)]: its workgroups are of 1 x 1 x 1", e.Name).
			WithHelp("say the size of the workgroup: [numthreads(64, 1, 1)]")
		return
	}
	if len(a.Args) < 1 || len(a.Args) > 3 {
		c.errorf(diag.BadAttribute, a.Span(), "'numthreads' takes 3 arguments, not %d", len(a.Args))
		return
	}
	for i, arg := range a.Args {
		if !c.threads(e, i, arg) {
			return
		}
	}
	c.largeWorkgroup(e, a.Span())
}

// threads makes arg the size of the workgroups of e along axis i; false after an error.
func (c *checker) threads(e *typed.Entry, i int, arg ast.Expr) bool {
	v, size, x := c.specializableInt(arg, "the size of a workgroup")
	if v == nil {
		return false
	}
	if size != nil {
		e.Sizes[i], e.SizeExprs[i] = size, c.convert(x, types.Int)
	}
	if v.Int() <= 0 || v.Int() > 1<<20 {
		c.errorf(diag.BadNumThreads, arg.Span(), "the size of a workgroup must be positive, but is %s", v)
		return false
	}
	e.NumThreads[i] = int(v.Int())
	return true
}

func (c *checker) largeWorkgroup(e *typed.Entry, at source.Span) {
	if total := e.NumThreads[0] * e.NumThreads[1] * e.NumThreads[2]; total > 1024 {
		c.errorf(diag.LargeWorkgroup, at, "a workgroup of %d invocations: devices guarantee at most 1024", total)
	}
}

// waveSize reads [WaveSize(n)] and [WaveSize(min, max, preferred)]: powers of two
// from 4 to 128.
func (c *checker) waveSize(e *typed.Entry, d *ast.FuncDecl) {
	a := attribute(d.Attributes, "WaveSize")
	if a == nil {
		return
	}
	args := c.attrInts(a, 1, 3)
	for i, n := range args {
		if n < 4 || n > 128 || n&(n-1) != 0 {
			c.errorf(diag.BadWaveSize, a.Args[i].Span(), "a wave size must be a power of two from 4 to 128, but is %d", n)
			return
		}
		e.WaveSize[i] = int(n)
	}
	switch {
	case len(args) >= 2 && args[0] >= args[1]:
		c.errorf(diag.BadWaveSize, a.Span(), "the range of wave sizes %d to %d is empty", args[0], args[1])
	case len(args) == 3 && (args[2] < args[0] || args[2] > args[1]):
		c.errorf(diag.BadWaveSize, a.Args[2].Span(), "the preferred wave size %d is outside of %d to %d", args[2], args[0], args[1])
	}
}

func (c *checker) derivativeGroup(e *typed.Entry, f *function) {
	quad, linear := attribute(f.decl.Attributes, "DerivativeGroupQuad"), attribute(f.decl.Attributes, "DerivativeGroupLinear")
	if quad == nil && linear == nil {
		for _, l := range c.workgroupLayouts(f.place(), "derivative_group_quadsNV") {
			quad = l
		}
		for _, l := range c.workgroupLayouts(f.place(), "derivative_group_linearNV") {
			linear = l
		}
	}
	n := e.NumThreads
	switch {
	case quad != nil && linear != nil:
		c.errorf(diag.BadAttribute, linear.Span(), "an entry point has one derivative group: quad or linear")
	case quad != nil:
		e.DerivativeGroup = "quads"
		if n[0]%2 != 0 || n[1]%2 != 0 {
			c.errorf(diag.BadNumThreads, quad.Span(), "derivative groups of quads need even x and y sizes of the workgroup")
		}
	case linear != nil:
		e.DerivativeGroup = "linear"
		if n[0]*n[1]*n[2]%4 != 0 {
			c.errorf(diag.BadNumThreads, linear.Span(), "linear derivative groups need a workgroup of a multiple of 4 invocations")
		}
	}
}

// systemValueOf is the SV_ semantic of a declaration: in upper case, or as it is written if
// there is no such input; "" if none.
func systemValueOf(m *ast.Modifiers) string {
	for _, s := range m.Semantics {
		name := strings.ToUpper(s.Name.Text)
		if !strings.HasPrefix(name, "SV_") {
			continue
		}
		if builtin.SystemValueNamed(name) == nil {
			return s.Name.Text
		}
		return name
	}
	return ""
}

// entryParam classifies a parameter of an entry point: a system value, a struct
// of system values, or a uniform parameter.
func (c *checker) entryParam(e *typed.Entry, v *typed.Var, d *ast.VarDecl) {
	if types.IsPoison(v.Type) {
		return
	}
	if v.Dir == typed.Out || v.Dir == typed.InOut {
		c.errorf(diag.EntryResult, v.Span, "compute entry point '%s' has no outputs", e.Name)
		return
	}
	st := storageOf(d)
	semantic := systemValueOf(&d.Modifiers)
	_, isStruct := v.Type.(*types.Struct)
	defer func() {
		if v.Kind != typed.Uniform && !types.IsPoison(v.Type) {
			c.noParameter(&d.Modifiers)
		}
	}()
	switch {
	case semantic != "":
		v.Kind, v.Semantic = typed.SystemValue, semantic
		if !c.checkSystemValue(semantic, v.Type, v.Span) {
			v.Type = types.Poison // what follows from it is not reported
		}
	case (st.uniform || isStruct) && semantic == "" && c.noInterface(v.Type, v.Span, "a shader parameter"):
		v.Type = types.Poison
	case types.IsCounter(v.Type):
		v.Type = c.noCounter(v.Type, v.Span)
	case st.uniform || types.ContainsResource(v.Type):
		v.Kind, v.EntryParam, v.Const = typed.Uniform, e, true
		v.Binding = c.binding(&d.Modifiers, v.Type)
		v.Counter = c.counterBinding(&d.Modifiers, v.Type)
		v.PushConstant = c.isPushConstant(&d.Modifiers)
		v.Format = c.imageFormat(&d.Modifiers, v.Type)
		c.parameterLayout(&d.Modifiers, v)
		c.prog.Globals = append(c.prog.Globals, v)
	case isStruct:
		v.Kind = typed.SystemValue
		c.checkInputStruct(v.Type.(*types.Struct), v.Span)
	case len(d.Semantics) > 0:
		s := d.Semantics[0]
		c.errorf(diag.BadSystemValue, s.Span(), "'%s' is not an input of a compute entry point", s.Name.Text)
	default:
		c.errorf(diag.EntryParameter, v.Span, "parameter '%s' of entry point '%s' is neither a system value nor uniform", v.Name, e.Name).
			WithHelp("add a semantic such as SV_DispatchThreadID, or declare it uniform")
	}
}

// checkSystemValue checks that a value of type t holds the system value; false after an error.
func (c *checker) checkSystemValue(semantic string, t types.Type, at source.Span) bool {
	sv := builtin.SystemValueNamed(semantic)
	if sv == nil {
		c.errorf(diag.BadSystemValue, at, "'%s' is not an input of a compute entry point", semantic).
			WithHelp("compute entry points have SV_DispatchThreadID, SV_GroupID, SV_GroupThreadID and SV_GroupIndex")
		return false
	}
	if !sv.Accepts(t) && !types.IsPoison(t) {
		c.errorf(diag.SystemValueType, at, "%s has type '%s', which '%s' cannot hold", sv.Name, sv.Type(), t)
		return false
	}
	return true
}

// checkInputStruct checks a struct whose fields are all system values.
func (c *checker) checkInputStruct(t *types.Struct, at source.Span) {
	for _, f := range t.Fields {
		if s, ok := f.Type.(*types.Struct); ok && f.Semantic == "" {
			c.checkInputStruct(s, at)
			continue
		}
		if f.Semantic == "" {
			c.errorf(diag.EntryParameter, f.Span, "field '%s' of an entry point's parameter is not a system value", f.Name).
				Note(at, "the parameter")
			continue
		}
		if !c.checkSystemValue(f.Semantic, f.Type, f.Span) {
			f.Type = types.Poison
		}
	}
}
