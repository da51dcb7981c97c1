package sema

import (
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// attrInts evaluates the integer arguments of an attribute; nil after an error.
func (c *checker) attrInts(a *ast.Attribute, least, most int) []int64 {
	if len(a.Args) < least || len(a.Args) > most {
		want := countText(least, most)
		c.errorf(diag.BadAttribute, a.Span(), "'%s' takes %s, not %d", a.Name.Text, want, len(a.Args))
		return nil
	}
	out := make([]int64, 0, len(a.Args))
	for _, arg := range a.Args {
		v := c.constInt(arg, "an argument of '"+a.Name.Text+"'")
		if v == nil {
			return nil
		}
		if v.Int() < 0 || v.Int() > 1<<31-1 {
			c.errorf(diag.BadAttribute, arg.Span(), "the argument of '%s' is out of range: %s", a.Name.Text, v)
			return nil
		}
		out = append(out, v.Int())
	}
	return out
}

func countText(least, most int) string {
	switch {
	case least == most && least == 1:
		return "one argument"
	case least == most:
		return itoa(least) + " arguments"
	}
	return itoa(least) + " to " + itoa(most) + " arguments"
}

// attrString is the only argument of an attribute, a string.
func (c *checker) attrString(a *ast.Attribute) (string, bool) {
	if len(a.Args) == 1 {
		if s, ok := a.Args[0].(*ast.StringLit); ok {
			return s.Value, true
		}
	}
	c.errorf(diag.BadAttribute, a.Span(), "'%s' takes one string", a.Name.Text)
	return "", false
}

// attribute finds an attribute without regard to letter case, as the classic
// HLSL attributes are written.
func attribute(attrs []*ast.Attribute, name string) *ast.Attribute {
	for _, a := range attrs {
		if strings.EqualFold(a.Name.Text, name) {
			return a
		}
	}
	return nil
}

// onceAttributes say something that a function has one of.
var onceAttributes = [...]string{"numthreads", "shader", "WaveSize"}

// checkAttributes warns of attributes that nobody knows, and reports a second one of those
// that contradict the first, and those that cannot stand there.
func (c *checker) checkAttributes(attrs []*ast.Attribute, at place) {
	for _, a := range attrs {
		for _, name := range onceAttributes {
			if first := attribute(attrs, name); first != nil && first != a && strings.EqualFold(name, a.Name.Text) {
				c.errorf(diag.BadAttribute, a.Span(), "a second '%s'", name).Note(first.Span(), "the first one")
			}
		}
		if knownAttribute(a.Name.Text) == nil {
			c.errorf(diag.UnknownAttribute, a.Name.Range, "unknown attribute '%s'", a.Name.Text)
		}
	}
	c.placeAttributes(attrs, at)
}

// loopHint reads the attributes of a loop, an if or a switch.
func (c *checker) loopHint(attrs []*ast.Attribute, at place) (hint typed.Hint, unroll int) {
	if len(attrs) == 0 {
		return typed.NoHint, 0
	}
	c.checkAttributes(attrs, at)
	for _, a := range attrs {
		switch strings.ToLower(a.Name.Text) {
		case "unroll", "forceunroll":
			hint = typed.Unroll
			if len(a.Args) > 0 {
				if n := c.attrInts(a, 0, 1); len(n) == 1 {
					unroll = int(n[0])
				}
			}
		case "loop":
			hint = typed.DontUnroll
		case "branch":
			hint = typed.Branch
		case "flatten":
			hint = typed.Flatten
		}
	}
	return hint, unroll
}

// specConstant turns v into a specialization constant if the declaration says so.
func (c *checker) specConstant(d *ast.VarDecl, v *typed.Var) bool {
	a := d.Attribute("vk_constant_id")
	l := layout(&d.Modifiers, "constant_id")
	if l != nil {
		a = l
	}
	auto := d.Attribute("SpecializationConstant")
	if auto == nil {
		auto = d.Attribute("vk_specialization_constant")
	}
	if a == nil && auto == nil {
		return false
	}
	v.Kind = typed.SpecConst
	v.Const = true
	switch {
	case l != nil && len(l.Args) == 0: // reported
	case a != nil:
		if id := c.attrInts(a, 1, 1); len(id) == 1 {
			v.SpecID = uint32(id[0])
		}
	default:
		if c.autoSpec == nil {
			c.autoSpec = map[*typed.Var]bool{}
		}
		c.autoSpec[v] = true
	}
	s := types.ElemScalar(v.Type)
	if types.NumComponents(v.Type) != 1 || s == nil {
		if !types.IsPoison(v.Type) {
			c.errorf(diag.BadVariableType, d.Name.Range, "a specialization constant is a scalar, not '%s'", v.Type)
		}
		return true
	}
	v.SpecDefault = types.Zero(v.Type)
	if d.Init != nil {
		if x := c.initFor(d.Init, v.Type); !isBad(x) {
			if v.SpecDefault = c.constant(x); v.SpecDefault == nil {
				c.errorf(diag.NotConstant, d.Init.Span(), "the default of a specialization constant must be a compile-time constant")
			}
		}
	}
	return true
}

// numberSpecConstants gives the specialization constants that name no number the lowest
// free ones, in the order of their declaration.
func (c *checker) numberSpecConstants() {
	taken := map[uint32]*typed.Var{}
	for _, v := range c.prog.Globals {
		if v.Kind != typed.SpecConst || c.autoSpec[v] {
			continue
		}
		if first := taken[v.SpecID]; first != nil { // one value would be given to both
			c.errorf(diag.BadAttribute, v.Span, "the specialization constants '%s' and '%s' have the same id, %d", first.Name, v.Name, v.SpecID).
				Note(first.Span, "'%s' has it first", first.Name)
			continue
		}
		taken[v.SpecID] = v
	}
	next := uint32(0)
	for _, v := range c.prog.Globals {
		if !c.autoSpec[v] {
			continue
		}
		for taken[next] != nil {
			next++
		}
		v.SpecID = next
		next++
	}
}
