package sema

import (
	"strconv"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// resourceType resolves the name of a resource type; nil if there is none.
func (c *checker) resourceType(name ast.Name, args []ast.Expr, given bool) types.Type {
	ctor := builtin.NamedCtor(name.Text)
	if ctor == nil {
		if c.glslVisible() && !given {
			if t := builtin.GLSLResource(name.Text, c.pool); t != nil {
				return t
			}
			if t := c.glslSampler(name.Text); t != nil {
				return t
			}
		}
		if name.Text == "SamplerBuffer" && c.glslVisible() {
			return c.resourceType(ast.Name{Text: "Buffer", Range: name.Range}, args, given)
		}
		if t := c.combinedType(name, args, given); t != nil {
			return t
		}
		if unsupportedResource(name.Text, c.glslVisible()) {
			c.unsupported(name.Range, name.Text+" is")
			return types.Poison
		}
		return nil
	}
	switch {
	case ctor.MaxArg == 0 && given:
		return c.badArgs(name, "no type argument")
	case len(args) < ctor.MinArg:
		return c.badArgs(name, "an element type")
	case ctor.Depth() && len(args) > 0:
		c.unsupported(args[0].Span(), "an argument of "+name.Text+", which is its format, is")
		return types.Poison
	case len(args) > 2 && ctor.TakesLayout():
		return c.badArgs(name, "an element type and a layout")
	case len(args) > 1 && ctor.MaxArg == 1:
		return c.badArgs(name, "one type")
	case len(args) > 1 && !ctor.TakesLayout():
		c.unsupported(args[1].Span(), "further arguments of "+name.Text+" are")
		return types.Poison
	}
	var list []builtin.TypeArg
	if len(args) > 0 {
		t := c.typeArg(args[0])
		if types.IsPoison(t) {
			return t
		}
		list = append(list, builtin.TypeArg{Type: t})
	}
	if len(args) > 1 {
		t := c.layoutArgument(args[1], list[0].Type)
		if types.IsPoison(t) {
			return t
		}
		list = append(list, builtin.TypeArg{Type: t})
	}
	t, problem := ctor.Apply(list, c.pool)
	if r, ok := t.(*types.Resource); ok && r.Writable() && len(args) > 0 && normalized(args[0]) { // what is only read is converted by the sampler
		c.unsupported(args[0].Span(), "a writable resource of unorm or snorm numbers is")
		return types.Poison
	}
	if t == nil {
		c.errorf(diag.BadTypeArguments, name.Range, "%s", problem)
		return types.Poison
	}
	if r, ok := t.(*types.Resource); ok && len(args) > 0 && !c.checkElem(r, args[0].Span()) {
		return types.Poison
	}
	return t
}

// checkElem checks the element type of a resource.
func (c *checker) checkElem(r *types.Resource, span source.Span) bool {
	t := r.Elem
	switch {
	case c.noInterface(t, span, r.Name):
		return false
	case r.IsImage():
		s := types.ElemScalar(t)
		_, isMatrix := t.(*types.Matrix)
		if _, isAtomic := t.(*types.Atomic); isAtomic {
			c.errorf(diag.BadParameterType, span, "%s cannot hold %s", r.Name, t).
				WithHelp("declare it with '%s' and use the Interlocked functions, which take texels as destinations", s)
			return false
		}
		if s == nil || isMatrix || !s.Kind.IsNumeric() {
			c.errorf(diag.BadParameterType, span, "the texels of %s are numbers or vectors of them, not '%s'", r.Name, t)
			return false
		}
	case t == types.Type(types.Void) || t == types.Type(types.String):
		c.errorf(diag.BadParameterType, span, "%s cannot hold '%s'", r.Name, t)
		return false
	case r.Kind != types.ConstantBuffer && r.Kind != types.ParameterBlock && types.ContainsResource(t):
		c.errorf(diag.BadParameterType, span, "%s cannot hold '%s', which contains a resource", r.Name, t)
		return false
	}
	if a, ok := t.(*types.Array); ok && a.Len == types.Unsized {
		c.errorf(diag.BadArraySize, span, "%s cannot hold an array without a size", r.Name)
		return false
	}
	return true
}

// ---- Bindings ---------------------------------------------------------------

// binding reads register(…), [[vk::binding(…)]] and layout(…) of a shader parameter.
func (c *checker) binding(m *ast.Modifiers, t types.Type) *typed.Binding {
	b := &typed.Binding{Set: -1, Index: -1, Register: -1, Space: -1}
	given := false
	if a := m.Attribute("vk_binding"); a != nil {
		given = true
		b.Span = a.Span()
		args := c.attrInts(a, 1, 2)
		if len(args) > 0 {
			b.Index = int(args[0])
			b.Set = 0
		}
		if len(args) > 1 {
			b.Set = int(args[1])
		}
	}
	for _, l := range m.Layouts {
		switch l.Name.Text {
		case "binding", "set":
			if len(l.Args) == 0 {
				continue // reported
			}
			args := c.attrInts(l, 1, 1)
			if len(args) == 0 {
				continue
			}
			given = true
			b.Span = l.Span()
			if l.Name.Text == "set" {
				b.Set = int(args[0])
			} else {
				b.Index = int(args[0])
				b.Set = max(b.Set, 0)
			}
		}
	}
	for _, s := range m.Semantics {
		if s.Name.Text == "register" && c.register(b, s, t) {
			given = true
			if !b.Span.IsValid() {
				b.Span = s.Span()
			}
		}
	}
	if !given {
		return nil
	}
	return b
}

// register reads register(class number, space number).
func (c *checker) register(b *typed.Binding, s *ast.Semantic, t types.Type) bool {
	if len(s.Args) == 0 {
		c.errorf(diag.BadBinding, s.Span(), "register needs a register, such as register(u0)")
		return false
	}
	for i, arg := range s.Args {
		text := arg.Text
		if n, ok := strings.CutPrefix(text, "space"); ok {
			if v, err := strconv.ParseUint(n, 10, 31); err == nil {
				b.Space = int(v)
				continue
			}
		} else if i == 0 && len(text) > 1 {
			if v, err := strconv.ParseUint(text[1:], 10, 31); err == nil && strings.IndexByte("btuscBTUSC", text[0]) >= 0 {
				if b.Register >= 0 && b.Class != text[0]|0x20 {
					c.unsupported(s.Span(), "a second register of a parameter is")
					continue
				}
				b.Class, b.Register = text[0]|0x20, int(v)
				if want := registerClass(t); want != 0 && b.Class != 'c' && b.Class != want {
					c.errorf(diag.BadBinding, arg.Range, "'%s' goes into a register of class '%c', not '%c'", t, want, b.Class)
				}
				continue
			}
		}
		c.errorf(diag.BadBinding, arg.Range, "'%s' is not a register", text).
			WithHelp("write register(u0), register(t1, space2) and the like")
		return false
	}
	return true
}

// counterBinding reads [[vk::counter_binding(n)]] of a buffer whose counter is always there; 0 without it.
func (c *checker) counterBinding(m *ast.Modifiers, t types.Type) int {
	a := m.Attribute("vk_counter_binding")
	if a == nil {
		return 0
	}
	for {
		array, ok := t.(*types.Array)
		if !ok {
			break
		}
		t = array.Elem
	}
	if r, ok := t.(*types.Resource); !ok || r.Kind != types.AppendStructuredBuffer && r.Kind != types.ConsumeStructuredBuffer {
		c.unsupported(a.Span(), "the binding of a counter of '"+t.String()+"' is")
		return 0
	}
	if n := c.attrInts(a, 1, 1); len(n) == 1 {
		return int(n[0]) + 1
	}
	return 0
}

// packOffset reads packoffset(cN.x): N rows of 16 bytes and a component; -1 if it is malformed.
func (c *checker) packOffset(s *ast.Semantic) int {
	if len(s.Args) == 1 {
		row, component, dotted := strings.Cut(s.Args[0].Text, ".")
		n, isRow := strings.CutPrefix(row, "c")
		at := 0
		if dotted {
			at = strings.Index("xyzw", component)
		}
		if v, err := strconv.ParseUint(n, 10, 16); isRow && err == nil && at >= 0 && len(component) <= 1 {
			return int(v)*16 + at*4
		}
	}
	c.errorf(diag.BadBinding, s.Span(), "packoffset needs a place in the block, such as packoffset(c1) or packoffset(c2.y)")
	return -1
}

// registerClass is the HLSL register class of a shader parameter, 0 if it has no
// single one.
func registerClass(t types.Type) byte {
	t = elementOf(t)
	r, ok := t.(*types.Resource)
	if !ok {
		return 0
	}
	switch {
	case r.Writable():
		return 'u'
	case r.Kind == types.ConstantBuffer:
		return 'b'
	case r.Kind == types.ParameterBlock:
		return 0
	case r.Kind == types.SamplerState || r.Kind == types.SamplerComparisonState:
		return 's'
	}
	return 't'
}

// imageFormat reads [format("…")] or a format in layout(…) of a parameter or field of type t.
func (c *checker) imageFormat(m *ast.Modifiers, t types.Type) string {
	for _, name := range [...]string{"format", "vk_image_format"} {
		a := m.Attribute(name)
		if a == nil {
			continue
		}
		s, ok := c.attrString(a)
		if !ok {
			return ""
		}
		if !knownFormat(s) {
			c.errorf(diag.BadFormat, a.Args[0].Span(), "unknown image format '%s'", s)
			return ""
		}
		c.checkFormat(s, t, a.Args[0].Span())
		return s
	}
	for _, l := range m.Layouts {
		if knownFormat(l.Name.Text) {
			c.checkFormat(l.Name.Text, t, l.Span())
			return l.Name.Text
		}
	}
	return ""
}

// checkFormat reports a format whose numbers are of another kind than the elements of t: the sampled type of an
// image matches its format in kind and sign (VUID-StandaloneSpirv-Image-04965), and has 64 bits if the format has.
func (c *checker) checkFormat(format string, t types.Type, at source.Span) {
	t = elementOf(t)
	r, ok := t.(*types.Resource)
	if !ok || format == "unknown" || !r.IsImage() {
		return
	}
	s := types.ElemScalar(r.Elem)
	if s == nil || s.Kind == types.KPoison {
		return
	}
	want := "floating-point numbers"
	fits := s.Kind.IsFloat()
	switch {
	case strings.HasSuffix(format, "ui"):
		want, fits = "unsigned integers", s.Kind.IsUnsigned()
	case strings.HasSuffix(format, "i"):
		want, fits = "signed integers", s.Kind.IsSigned()
	}
	if strings.HasPrefix(format, "r64") {
		want, fits = want+" of 64 bits", fits && s.Bits == 64
	} else if fits && s.Bits == 64 {
		want, fits = want+" of at most 32 bits", false
	}
	if !fits {
		c.errorf(diag.BadFormat, at, "the texels of format '%s' are %s, those of '%s' are '%s'", format, want, r, s)
	}
}

// imageFormats are the formats of storage images, by their GLSL names.
var imageFormats = [...]string{
	"unknown", "rgba32f", "rgba16f", "rg32f", "rg16f", "r11f_g11f_b10f", "r32f", "r16f", "rgba16", "rgb10_a2", "rgba8",
	"rg16", "rg8", "r16", "r8", "rgba16_snorm", "rgba8_snorm", "rg16_snorm", "rg8_snorm", "r16_snorm", "r8_snorm",
	"rgba32i", "rgba16i", "rgba8i", "rg32i", "rg16i", "rg8i", "r32i", "r16i", "r8i",
	"rgba32ui", "rgba16ui", "rgb10_a2ui", "rgba8ui", "rg32ui", "rg16ui", "rg8ui", "r32ui", "r16ui", "r8ui", "r64ui", "r64i", "bgra8",
}

func knownFormat(s string) bool {
	for _, f := range imageFormats {
		if f == s {
			return true
		}
	}
	return false
}
