package metal

import (
	"fmt"
	"strings"

	"slc/backend/limits"
	"slc/backend/text"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// Options say which MSL to write.
type Options struct {
	Version        int         // 204 … 401; 0 is 302
	LineDirectives bool        // #line, resolved through Sources
	Sources        *source.Map // nil without LineDirectives
}

// DefaultVersion is the version of Options' zero value.
const DefaultVersion = 302

// emitter writes one module.
type emitter struct {
	m       *ir.Module
	version int
	diags   *diag.List
	u       *text.Unit

	*text.Structs
	variants []*variant // structs with atomic members
	specs    []specialised
	images   map[*ir.Resource]imageUse
	cross    bool // some entry point is cross-group (lowering.md §1)
}

// specialised is a specialization constant with its name in the output.
type specialised struct {
	c    *ir.Const
	name string
}

// Emit writes the module as Metal Shading Language text. What the version cannot
// express is reported to diags; the text is then incomplete.
func Emit(m *ir.Module, opts Options, diags *diag.List) []byte {
	limits.Devices(m, diags)
	m = text.Split(m, hasLayout)
	e := &emitter{m: m, version: opts.Version, diags: diags, images: imageUses(m)}
	if e.version == 0 {
		e.version = DefaultVersion
	}
	for _, en := range m.Entries {
		e.cross = e.cross || en.CrossGroup
	}
	e.u = text.NewUnit(m, e, reserved(), text.LinesOf(opts.Sources, opts.LineDirectives))
	e.u.Promotes = true
	e.Structs = text.NewStructs(text.NewLayouts(m, natural{}, hasLayout, func(at source.Span, t types.Type) {
		e.diags.Report(diag.NotSupported, at, "'%s' is laid out in two ways in one Metal output; this is not supported yet", t)
	}))
	e.NameStructs(e.u, reserved())
	e.nameVariants()
	funcs := e.functions()
	return e.assemble(funcs)
}

// hasLayout reports whether the layout of what r holds is ours to keep.
func hasLayout(r *ir.Resource) bool {
	return r.Class == ir.StorageBuffer && !isBytes(r) || r.Class == ir.UniformBuffer || r.Class == ir.PushConstant
}

// assemble puts the parts of the output in order.
func (e *emitter) assemble(funcs string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "// Metal Shading Language, needs Metal %d.%d\n", e.version/100, e.version%100)
	b.WriteString("#include <metal_stdlib>\nusing namespace metal;\n")
	b.WriteString(e.precise())
	helpers := e.u.HelperText(helpers())
	tables := e.u.TableText("constant")
	section := func(s string) {
		if s != "" {
			b.WriteString("\n")
			b.WriteString(s)
		}
	}
	specs := e.specText()
	section(e.structText()) // last: everything else has named the structs that it needs
	section(specs)
	section(tables)
	section(strings.TrimSuffix(helpers, "\n"))
	section(strings.TrimSuffix(funcs, "\n"))
	return []byte(b.String())
}

// functions prints all functions, callees first.
func (e *emitter) functions() string {
	for _, en := range e.m.Entries {
		if e.u.FuncOf[en.Func] == "" {
			e.u.FuncOf[en.Func] = e.u.Names.New(en.Name)
		}
	}
	for _, fn := range e.m.Funcs {
		if e.u.FuncOf[fn] == "" {
			e.u.FuncOf[fn] = e.u.Names.New(fn.Name)
		}
	}
	w := &text.Writer{}
	for _, fn := range e.m.Funcs {
		f := e.u.NewFunc(fn)
		if en := e.entryOf(fn); en != nil {
			e.entryHead(w, f, en)
		} else {
			w.Raw("static " + e.u.Result(fn, e.u.FuncOf[fn]) + "(" + strings.Join(f.Params(), ", ") + ")\n{\n")
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

// entryHead prints the head of a kernel and the variables that other languages
// have outside of functions.
func (e *emitter) entryHead(w *text.Writer, f *text.Func, en *ir.Entry) {
	e.u.Span = en.Span
	var params []string
	locals := ""
	for _, n := range e.u.Needs(en.Func) {
		name := f.Hidden(n)
		switch {
		case n.Var != nil:
			locals += "    " + e.variable(n.Var, name) + ";\n"
		case n.Resource != nil:
			e.u.Span = n.Resource.Span
			e.fits(n.Resource)
			args, local := e.arguments(f, n.Resource, name)
			params = append(params, args...)
			locals += local
		default:
			params = append(params, e.HiddenParam(f, n, name)+" [["+systems[n.System].attribute+"]]")
		}
	}
	list := strings.Join(params, ",\n    ")
	if list != "" {
		list = "\n    " + list
	}
	w.Raw("// " + groupSize(en) + " threads per threadgroup\n") // the host chooses the size: say which one is meant
	w.Raw(waveSize(en))
	w.Raw("kernel void " + e.u.FuncOf[en.Func] + "(" + list + ")\n{\n" + locals)
}

// groupSize is the size of the workgroups of a kernel, with the names of the specialization
// constants that decide it.
func groupSize(en *ir.Entry) string {
	var parts [3]string
	for i, n := range en.NumThreads {
		parts[i] = fmt.Sprint(n)
		if s := en.Sizes[i]; s != nil && s.Op == "" {
			parts[i] = s.String()
		} else if s != nil {
			parts[i] = "(" + s.String() + ")"
		}
	}
	return strings.Join(parts[:], " x ")
}

// preciseSince is the version with pragmas for floating-point arithmetic.
const preciseSince = 302

// precise are the pragmas that keep the compiler from contracting and reordering floating-point operations.
func (e *emitter) precise() string {
	if !e.m.Features.Precise {
		return ""
	}
	if e.version < preciseSince {
		e.needsAt(e.m.Entries[0].Span, diag.TargetUnsupported, "precise", preciseSince)
	}
	return "#pragma METAL fp math_mode(safe)\n#pragma METAL fp contract(off)\n"
}

// waveSize says which size of SIMD-groups a kernel is written for: MSL has no attribute for
// it, the host checks threadExecutionWidth.
func waveSize(en *ir.Entry) string {
	switch low, high := en.WaveSize[0], en.WaveSize[1]; {
	case low == 0:
		return ""
	case high == 0:
		return fmt.Sprintf("// [WaveSize(%d)]: only for SIMD-groups of %d threads\n", low, low)
	default:
		return fmt.Sprintf("// [WaveSize(%d, %d)]: only for SIMD-groups of %d to %d threads\n", low, high, low, high)
	}
}

// needs reports something that a later version has, where the output stands.
func (e *emitter) needs(code *diag.Code, what string, version int) {
	e.needsAt(e.u.Span, code, what, version)
}

func (e *emitter) needsAt(span source.Span, code *diag.Code, what string, version int) {
	e.diags.Report(code, span, "%s needs Metal %d.%d; this is %d.%d", what, version/100, version%100, e.version/100, e.version%100).
		WithHelp("compile with -profile metal_%d_%d", version/100, version%100)
}

// lacks reports something that no version has.
func (e *emitter) lacks(code *diag.Code, format string, args ...any) {
	e.diags.Report(code, e.u.Span, "Metal %d.%d has no %s", e.version/100, e.version%100, fmt.Sprintf(format, args...))
}
