package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
)

// Modifiers, attributes and layouts that ask for something that no stage does: to ignore them would
// compile another program than the source says. What is accepted without effect promises less than the
// output gives: hints (noinline, fastopt, maxiters), checks of other compilers (require, nodiscard),
// permissions that are not used (restrict), and what only other stages have (nointerpolation, location).

// refused is one of them and what it is called in the message.
type refused struct{ name, what string }

var refusedAttributes = [...]refused{
	{"precise", "precise is"},
	{"vk_ext_builtin_input", "an input of another name is"},
	{"shader_record", "a shader record is"},
	{"overloadrank", "a rank of overloads is"},
}

var refusedLayouts = [...]refused{
	{"offset", "an explicit offset is"},
	{"align", "an explicit alignment is"},
	{"buffer_reference", "a buffer reference is"},
	{"shaderRecordEXT", "a shader record is"},
	{"shaderRecordNV", "a shader record is"},
	{"input_attachment_index", "an input attachment is"},
}

// refusedFieldAttributes are those of shader parameters, which a field of a struct does not have by itself.
var refusedFieldAttributes = [...]refused{
	{"vk_binding", "a binding of a field is"},
	{"vk_push_constant", "a push constant inside a struct is"},
	{"vk_counter_binding", "a binding of the counter of a field is"},
}

func find(list []refused, name string) string {
	if i := slices.IndexFunc(list, func(r refused) bool { return strings.EqualFold(r.name, name) }); i >= 0 {
		return list[i].what
	}
	return ""
}

// refuse reports what a declaration asks for and does not get.
func (c *checker) refuse(m *ast.Modifiers, allowed ...string) {
	c.qualify(m.Keywords)
	for _, a := range m.Attributes {
		if what := find(refusedAttributes[:], a.Name.Text); what != "" {
			c.unsupported(a.Span(), what)
		}
	}
	for _, l := range m.Layouts {
		if what := find(refusedLayouts[:], l.Name.Text); what != "" && !slices.Contains(allowed, l.Name.Text) {
			c.unsupported(l.Span(), what)
		}
	}
}

func (c *checker) qualify(keywords []ast.Name) {
	for _, k := range keywords {
		if k.Text == "precise" { // what reaches the value is not followed: the whole output is precise
			c.prog.Precise = true
		}
	}
}

// refuseField is refuse for a field.
func (c *checker) refuseField(m *ast.Modifiers) {
	c.refuse(m)
	for _, a := range m.Attributes {
		if what := find(refusedFieldAttributes[:], a.Name.Text); what != "" {
			c.unsupported(a.Span(), what)
		}
	}
}

// normalized reports whether the type argument e is written unorm or snorm.
func normalized(e ast.Expr) bool {
	t, ok := e.(*ast.TypeOperand)
	if !ok {
		return false
	}
	return slices.ContainsFunc(typeModifiers(t.Type), func(k ast.Name) bool { return k.Text == "unorm" || k.Text == "snorm" })
}
