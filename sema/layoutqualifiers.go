package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// Layout qualifiers, layout(name = value, …): each is honoured or an error, since one that is dropped leaves another interface
// or workgroup than the source says.

// layoutRow is a qualifier that the language knows, other than the formats of images.
type layoutRow struct {
	name  string
	value bool  // it has one
	on    place // what it acts on; 0 is `in` alone, for the workgroups of the file
}

var layoutRows = [...]layoutRow{
	{"binding", true, onParameter},
	{"set", true, onParameter},
	{"push_constant", false, onParameter},
	{"constant_id", true, onGlobal},
	{"std140", false, onParameter},
	{"std430", false, onParameter},
	{"scalar", false, onParameter},

	// Inputs and outputs of other stages; compute kernels have none.
	{"location", true, onVar},
	{"index", true, onVar},
	{"input_attachment_index", true, onVar},

	// What these ask for is refused (refused.go), but offset on atomic counters.
	{"offset", true, onVar},
	{"align", true, onVar},
	{"buffer_reference", false, onDecl},
	{"shaderRecordEXT", false, onVar},
	{"shaderRecordNV", false, onVar},

	{"local_size_x", true, 0},
	{"local_size_y", true, 0},
	{"local_size_z", true, 0},
	{"local_size_x_id", true, 0},
	{"local_size_y_id", true, 0},
	{"local_size_z_id", true, 0},
	{"derivative_group_quadsNV", false, 0},
	{"derivative_group_linearNV", false, 0},
}

// layout is the qualifier of a declaration that has the name, nil without it; the last counts, as in GLSL.
func layout(m *ast.Modifiers, name string) (found *ast.Attribute) {
	for _, l := range m.Layouts {
		if l.Name.Text == name {
			found = l
		}
	}
	return found
}

// knownLayout is the row of the qualifier l, nil after an error.
func (c *checker) knownLayout(l *ast.Attribute) *layoutRow {
	name := l.Name.Text
	i := slices.IndexFunc(layoutRows[:], func(r layoutRow) bool { return r.name == name })
	row := &layoutRow{name, false, onParameter}
	switch {
	case i >= 0:
		row = &layoutRows[i]
	case name == "row_major" || name == "column_major":
		c.errorf(diag.BadLayout, l.Span(), "'%s' is no layout qualifier here", name).
			WithHelp("write it without layout, before the matrix: %s float2x3 m", name)
		return nil
	case !knownFormat(name) || name == "unknown":
		c.errorf(diag.BadLayout, l.Span(), "unknown layout qualifier '%s'", name)
		return nil
	}
	switch {
	case row.value && len(l.Args) == 0:
		c.errorf(diag.BadLayout, l.Span(), "layout qualifier '%s' needs a value: layout(%s = 1)", name, name)
		return nil
	case !row.value && len(l.Args) > 0:
		c.errorf(diag.BadLayout, l.Args[0].Span(), "layout qualifier '%s' has no value", name)
		return nil
	}
	return row
}

// checkLayouts reports the qualifiers of a declaration of the kind at that are unknown or do nothing there.
func (c *checker) checkLayouts(m *ast.Modifiers, at place) {
	var format *ast.Attribute
	for _, l := range m.Layouts {
		row := c.knownLayout(l)
		if row != nil && knownFormat(row.name) {
			if format != nil {
				c.errorf(diag.BadLayout, l.Span(), "a second format, '%s'", row.name).Note(format.Span(), "the first one")
			}
			format = l
		}
		switch {
		case row == nil:
		case row.on == 0:
			c.errorf(diag.BadLayout, l.Span(), "layout qualifier '%s' is about workgroups, not a declaration", row.name).
				WithHelp("write layout(%s) in; of its own", layoutExample(row))
		case row.on&at == 0:
			c.errorf(diag.BadLayout, l.Span(), "layout qualifier '%s' is not valid here", row.name).
				WithHelp("it stands on %s", placesText(row.on))
		case at == onField && row.on == onParameter && !knownFormat(row.name):
			c.unsupported(l.Span(), "the layout qualifier '"+row.name+"' of a field is")
		}
	}
}

func layoutExample(row *layoutRow) string {
	if row.value {
		return row.name + " = 1"
	}
	return row.name
}

// noParameter reports the qualifiers that say something of shader parameters, on a variable that is none.
func (c *checker) noParameter(m *ast.Modifiers) {
	for _, l := range m.Layouts {
		name := l.Name.Text
		if knownFormat(name) || slices.ContainsFunc(layoutRows[:], func(r layoutRow) bool { return r.name == name && r.on == onParameter }) {
			c.errorf(diag.BadLayout, l.Span(), "layout qualifier '%s' is not valid here", name).WithHelp("it stands on shader parameters")
		}
	}
}

// formatLayout reports the format of a parameter or field whose type t, or the type of whose elements, has no texels.
func (c *checker) formatLayout(m *ast.Modifiers, t types.Type) {
	r, _ := elementOf(t).(*types.Resource)
	for _, l := range m.Layouts {
		if knownFormat(l.Name.Text) && !types.IsPoison(elementOf(t)) && (r == nil || !r.IsImage()) {
			c.errorf(diag.BadFormat, l.Span(), "a format is that of the texels of a writable texture or buffer, which '%s' is not", t)
		}
	}
}

// elementOf is t without the arrays around it.
func elementOf(t types.Type) types.Type {
	for {
		a, ok := t.(*types.Array)
		if !ok {
			return t
		}
		t = a.Elem
	}
}

// parameterLayout reports qualifiers that a shader parameter of type t does not get. std140 is taken by constant
// buffers whose type names no layout; a layout that differs from that of the whole output is not supported.
func (c *checker) parameterLayout(m *ast.Modifiers, v *typed.Var) {
	c.formatLayout(m, v.Type)
	r, _ := v.Type.(*types.Resource)
	for _, l := range m.Layouts {
		switch name := l.Name.Text; {
		case types.IsPoison(v.Type):
		case name == "std140" && r != nil && r.Kind == types.ConstantBuffer && r.Layout == nil:
			v.Std140 = true
		case name == "std140" || name == "std430" || name == "scalar":
			c.unsupported(l.Span(), "the layout '"+name+"' of one parameter is").
				WithHelp("constant buffers are std140, other buffers std430; the option -layout says it for all")
		}
	}
}

// ---- Workgroups -------------------------------------------------------------

// workgroupLayout is layout(…) in; of a scope, which holds for the entry points of it.
type workgroupLayout struct {
	decl  *ast.EmptyDecl
	scope *scope
	used  bool
}

// declareEmpty checks modifiers without a declaration: layout(local_size_x = 8) in; of the GLSL module.
func (c *checker) declareEmpty(d *ast.EmptyDecl) {
	if len(d.Layouts) == 0 {
		return
	}
	top := c.scope.kind == fileScope || c.scope.kind == namespaceScope
	alone := len(d.Keywords) == 1 && d.Has("in") != nil
	taken := true
	for _, l := range d.Layouts {
		row := c.knownLayout(l)
		switch {
		case row == nil:
			taken = false
		case !top || !alone || row.on != 0:
			what := "layout qualifier '" + row.name + "' without a declaration is"
			if row.on == 0 { // of an output, or inside something
				c.errorf(diag.BadLayout, l.Span(), "layout qualifier '%s' is not valid here", row.name).
					WithHelp("write layout(%s) in; in the file or namespace of the entry points", layoutExample(row))
			} else {
				c.unsupported(l.Span(), what)
			}
			taken = false
		case len(row.name) == len("local_size_x_id") && row.value:
			c.unsupported(l.Span(), "the size of a workgroup by the number of a specialization constant is").
				WithHelp("name the constant: layout(%s = N) in;", row.name[:len("local_size_x")])
			taken = false
		}
	}
	if taken {
		c.workgroups = append(c.workgroups, &workgroupLayout{decl: d, scope: c.scope})
	}
}

// workgroupLayouts are the qualifiers of the name that hold for the entry points of a scope.
func (c *checker) workgroupLayouts(of *scope, name string) (found []*ast.Attribute) {
	for _, w := range c.workgroups {
		if w.scope != of {
			continue
		}
		if l := layout(&w.decl.Modifiers, name); l != nil {
			w.used = true
			found = append(found, l)
		}
	}
	return found
}

// layoutSize reads the size of the workgroups from the layout of the scope of an entry point: 1 where it says nothing.
// false if it says nothing at all.
func (c *checker) layoutSize(e *typed.Entry, of *scope) (given bool) {
	var first *ast.Attribute
	for i, name := range [...]string{"local_size_x", "local_size_y", "local_size_z"} {
		for n, l := range c.workgroupLayouts(of, name) {
			if first == nil {
				first = l
			}
			before := e.NumThreads[i]
			if n > 0 && (e.Sizes[i] != nil || !c.threads(e, i, l.Args[0]) || e.Sizes[i] != nil || e.NumThreads[i] != before) {
				c.errorf(diag.BadLayout, l.Span(), "a second '%s'", name)
			} else if n == 0 && !c.threads(e, i, l.Args[0]) {
				return true
			}
		}
	}
	if first != nil {
		c.largeWorkgroup(e, first.Span())
	}
	return first != nil
}

// checkWorkgroupLayouts reports those without the GLSL module, and warns of those that no entry point has taken.
func (c *checker) checkWorkgroupLayouts() {
	for _, w := range c.workgroups {
		if !c.glsl || !c.glslAll && !w.scope.root().glsl {
			c.errorf(diag.BadLayout, w.decl.Span(), "a layout of workgroups is that of GLSL").
				WithHelp("write [numthreads(…)] at the entry point, or add `import glsl;` or compile with -allow-glsl")
		} else if !w.used && w.scope.root() == c.file && len(c.prog.Entries) > 0 {
			c.errorf(diag.IdleAttribute, w.decl.Span(), "this layout has no effect: every entry point here has attributes of its own").
				WithHelp("it acts on entry points without [numthreads]")
		}
	}
}
