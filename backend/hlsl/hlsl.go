package hlsl

import (
	"fmt"
	"slices"
	"strings"

	"slc/backend/limits"
	"slc/backend/text"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// Options say which HLSL to write.
type Options struct {
	ShaderModel    int         // 60 … 68; 0 is 66
	LineDirectives bool        // #line, resolved through Sources
	Sources        *source.Map // nil without LineDirectives
}

// DefaultShaderModel is the shader model of Options' zero value.
const DefaultShaderModel = 66

// emitter writes one module.
type emitter struct {
	m     *ir.Module
	sm    int
	diags *diag.List
	u     *text.Unit

	*text.Structs
	typedefs []*types.Array
	globals  map[any]string // names of resources and variables
	blocks   map[*ir.Resource]*block
	heaps    map[*ir.Resource]string // types of what handles mean
	bareVars map[*ir.Var]bool
	specs    map[uint32]bool // specialization constants that were reported
	native16 bool            // some 16-bit type is used
}

// Emit writes the module as HLSL text. What HLSL cannot express is reported to
// diags; the text is then incomplete.
func Emit(m *ir.Module, opts Options, diags *diag.List) []byte {
	m = text.Split(m, hasLayout)
	e := &emitter{m: m, sm: opts.ShaderModel, diags: diags,
		specs: map[uint32]bool{}, bareVars: map[*ir.Var]bool{}, globals: map[any]string{}, blocks: map[*ir.Resource]*block{}, heaps: map[*ir.Resource]string{}}
	if e.sm == 0 {
		e.sm = DefaultShaderModel
	}
	e.u = text.NewUnit(m, e, reserved(), text.LinesOf(opts.Sources, opts.LineDirectives))
	e.Structs = text.NewStructs(text.NewLayouts(m, natural{}, hasLayout,
		func(at source.Span, t types.Type) {
			e.diags.Report(diag.NotSupported, at, "'%s' is laid out in two ways in one HLSL output; this is not supported yet", t)
		}))
	limits.HLSL(m, diags)
	e.nameEntries()
	e.nameBlocks()
	e.NameStructs(e.u, reserved())
	resources := e.resources()
	funcs := e.functions()
	return e.assemble(resources, funcs)
}

// hasLayout reports whether types in the output say the layout of what r holds; constant buffers are declared in their own way.
func hasLayout(r *ir.Resource) bool { return r.Class == ir.StorageBuffer && !isBytes(r) }

// assemble puts the parts of the output in order.
func (e *emitter) assemble(resources, funcs string) []byte {
	helpers := e.u.HelperText(helpers())
	tables := e.u.TableText("static const")
	variables := e.variableText()
	typedefs := e.typedefText()
	structs := e.structText() // last: everything else has named the structs that it needs
	var b strings.Builder
	fmt.Fprintf(&b, "// HLSL, shader model %d.%d", e.sm/10, e.sm%10)
	if e.native16 {
		b.WriteString("; compile with -enable-16bit-types")
	}
	b.WriteString("\n")
	section := func(s string) {
		if s != "" {
			b.WriteString("\n")
			b.WriteString(s)
		}
	}
	section(structs)
	section(typedefs)
	section(resources)
	section(variables)
	section(tables)
	section(strings.TrimSuffix(helpers, "\n"))
	section(strings.TrimSuffix(funcs, "\n"))
	return []byte(b.String())
}

// nameEntries gives the entry points their names before anything else takes them.
func (e *emitter) nameEntries() {
	for _, en := range e.m.Entries {
		if e.u.FuncOf[en.Func] == "" {
			e.u.FuncOf[en.Func] = e.u.Names.New(en.Name)
		}
	}
}

// variableText declares groupshared and static variables.
func (e *emitter) variableText() string {
	var s strings.Builder
	for _, v := range e.m.Shared {
		if v.Volatile {
			e.noVolatile(v.Name, v.Span)
		}
		s.WriteString("groupshared " + e.declareVar(v) + ";\n")
	}
	for _, v := range e.m.Privates {
		s.WriteString("static " + e.declareVar(v) + ";\n")
	}
	return s.String()
}

// functions prints all functions, callees first.
func (e *emitter) functions() string {
	for _, v := range slices.Concat(e.m.Shared, e.m.Privates) {
		e.globals[v] = e.u.Names.New(v.Name)
	}
	for _, fn := range e.m.Funcs {
		if e.u.FuncOf[fn] == "" {
			e.u.FuncOf[fn] = e.u.Names.New(fn.Name)
		}
	}
	w := &text.Writer{}
	for _, fn := range e.m.Funcs {
		f := e.u.NewFunc(fn)
		if entry := e.entryOf(fn); entry != nil {
			e.entryHead(w, f, entry)
		} else {
			params := f.Params()
			w.Raw(e.u.Result(fn, e.u.FuncOf[fn]) + "(" + strings.Join(params, ", ") + ")\n{\n")
		}
		f.Indent(1)
		f.Body()
		w.Raw(f.String())
		w.Raw("}\n\n")
	}
	return w.String()
}

func (e *emitter) entryOf(fn *ir.Func) *ir.Entry {
	for _, en := range e.m.Entries {
		if en.Func == fn {
			return en
		}
	}
	return nil
}

// entryHead prints the attributes and the head of an entry point.
func (e *emitter) entryHead(w *text.Writer, f *text.Func, en *ir.Entry) {
	if len(e.m.Entries) > 1 {
		w.Raw("[shader(\"compute\")]\n")
	}
	if ws := en.WaveSize; ws[0] != 0 {
		w.Raw(e.waveSize(en) + "\n")
	}
	for _, s := range en.Sizes {
		if s != nil {
			e.diags.Report(diag.TargetUnsupported, en.Span, "HLSL has no specialization constants, which the workgroup size '%s' depends on", s).
				WithHelp("make them macros and compile a variant for each value: -D NAME=VALUE")
		}
	}
	w.Raw(fmt.Sprintf("[numthreads(%d, %d, %d)]\n", en.NumThreads[0], en.NumThreads[1], en.NumThreads[2]))
	var params []string
	for _, n := range e.u.Needs(en.Func) {
		params = append(params, e.HiddenParam(f, n, f.Hidden(n))+" : "+systems[n.System].semantic)
	}
	first := ""
	if e.numbersWaves(en) {
		index := f.Hidden(text.Need{System: ir.GroupIndex})
		if index == "" {
			index = f.Temp(systems[ir.GroupIndex].name)
			params = append(params, "uint "+index+" : "+systems[ir.GroupIndex].semantic)
		}
		first = "    " + numberWaves + "(" + index + ");\n"
	}
	w.Raw("void " + e.u.FuncOf[en.Func] + "(" + strings.Join(params, ", ") + ")\n{\n" + first)
}

// waveSize spells [WaveSize]: one size from SM 6.6, a range from SM 6.8.
func (e *emitter) waveSize(en *ir.Entry) string {
	ws := en.WaveSize
	n, need := 1, 66
	for n < 3 && ws[n] != 0 {
		n, need = n+1, 68
	}
	if e.sm < need {
		e.needs(diag.TargetUnsupported, en.Span, "[WaveSize]", need)
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprint(ws[i])
	}
	return "[WaveSize(" + strings.Join(parts, ", ") + ")]"
}

// needs reports something that a later shader model has.
func (e *emitter) needs(code *diag.Code, span source.Span, what string, sm int) {
	e.diags.Report(code, span, "%s needs HLSL shader model %d.%d; this is %d.%d", what, sm/10, sm%10, e.sm/10, e.sm%10).
		WithHelp("compile with -profile sm_%d_%d", sm/10, sm%10)
}

// lacks reports something that no shader model has.
func (e *emitter) lacks(code *diag.Code, span source.Span, format string, args ...any) {
	e.diags.Report(code, span, "HLSL (shader model %d.%d) has no %s", e.sm/10, e.sm%10, fmt.Sprintf(format, args...))
}
