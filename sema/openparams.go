package sema

import (
	"slc/frontend/ast"
	"slc/sema/typed"
)

// A parameter of interface type that is only read takes the type of its argument: the function is
// a generic one, f(I x) is f<T : I>(T x). So a call is bound statically where the type is
// known, and the argument may hold resources.

// openParams makes the parameters of interface type of a function generic.
func (c *checker) openParams(f *function) {
	if f.decl.Body == nil || c.marksEntryQuietly(f) {
		return
	}
	var d *ast.FuncDecl
	for i, p := range f.decl.Params {
		bound := c.openType(f, p)
		if bound == nil {
			continue
		}
		if d == nil {
			copied := *f.decl
			d = &copied
			d.Params = append([]*ast.VarDecl(nil), d.Params...)
			g := &ast.Generics{}
			if d.Generics != nil {
				*g = *d.Generics
				g.Params = append([]*ast.GenericParam(nil), g.Params...)
			}
			d.Generics = g
		}
		name := ast.Name{Text: "$" + itoa(i), Range: p.Name.Range}
		d.Generics.Params = append(d.Generics.Params, &ast.GenericParam{Name: name, Bounds: []ast.TypeExpr{bound}})
		param := *p
		param.Type = &ast.NamedType{TypeBase: ast.TypeBase{Base: ast.Base{Range: bound.Span()}}, Path: []ast.PathPart{{Name: name}}}
		d.Params[i] = &param
	}
	if d != nil {
		f.decl = d
	}
}

// openType is the interface of a parameter that takes the type of its argument; nil for others.
func (c *checker) openType(f *function, p *ast.VarDecl) *ast.NamedType {
	for _, k := range p.Keywords {
		for _, dir := range directions {
			if k.Text == dir.keyword && dir.dir != typed.In {
				return nil
			}
		}
	}
	t, some := p.Type, false
	if m, ok := t.(*ast.ModifiedType); ok {
		for _, k := range m.Keywords {
			switch k.Text {
			case "some":
				some = true
			case "const", "in":
			default:
				return nil
			}
		}
		t = m.Elem
	}
	n, ok := t.(*ast.NamedType)
	if !ok {
		return nil
	}
	if some {
		return n
	}
	defer c.enter(env{scope: f.scope})()
	if sym := c.interfaceNamed(n); sym == nil || sym.kind != symInterface {
		return nil
	}
	return n
}

// marksEntryQuietly reports whether attributes make f an entry point; nothing is reported.
func (c *checker) marksEntryQuietly(f *function) bool {
	return f.owner == nil && (attribute(f.decl.Attributes, "shader") != nil || attribute(f.decl.Attributes, "numthreads") != nil)
}

// openAll opens the parameters of the functions that are declared when all names are known. Those that
// became generic are checked where they are called.
func (c *checker) openAll() {
	c.namesKnown = true
	if !c.interfaces {
		c.unopened = nil
		return
	}
	for _, f := range c.unopened {
		c.openParams(f)
	}
	c.unopened = nil
	c.functions = withoutGenerics(c.functions)
	c.foreign = withoutGenerics(c.foreign)
}

func withoutGenerics(list []*function) []*function {
	kept := list[:0:0]
	for _, f := range list {
		if f.decl.Generics == nil {
			kept = append(kept, f)
		}
	}
	return kept
}
