package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/types"
)

// The interfaces of the language that structs can conform to, as if a source declared them: their members are
// required of the struct, and the operators that stand for them become calls of them.

// builtinInterface is the declaration of a built-in interface. Its names are looked up where the source
// declares nothing.
func (c *checker) builtinInterface(k *builtin.Constraint) *symbol {
	for _, sym := range c.builtinInterfaces {
		if sym.name == k.Name {
			return sym
		}
	}
	d := &ast.InterfaceDecl{Name: ast.Name{Text: k.Name}}
	for _, base := range k.Extends {
		d.Bases = append(d.Bases, typeNamed(base))
	}
	for i := range k.Requires {
		d.Members = append(d.Members, requirementDecl(&k.Requires[i]))
	}
	sym := &symbol{name: k.Name, kind: symInterface, decl: d, state: resolved, scope: &scope{kind: fileScope}}
	c.builtinInterfaces = append(c.builtinInterfaces, sym)
	return sym
}

// conformToBuiltin checks that a type has what a built-in interface requires. Whatever a struct looks like, it has an
// initial value, and what makes it a function is looked at where it is called.
func (c *checker) conformToBuiltin(info *structInfo, k *builtin.Constraint, at source.Span) {
	if info.opaque != nil { // its members are those of a number
		return
	}
	if k.Sealed {
		c.errorf(diag.NotConforming, at, "'%s' cannot conform to '%s': only types of the language do", info.t.Name, k.Name)
		return
	}
	c.conformTo(info, c.builtinInterface(k), nil, at)
}

// conformsToBuiltin reports whether t conforms to a built-in interface.
func (c *checker) conformsToBuiltin(t types.Type, k *builtin.Constraint) bool {
	if info := c.opaqueInfo(t); info != nil {
		return info.opaque.promises(k)
	}
	if types.IsPoison(t) || k.Functor || k.Has(t) {
		return true
	}
	if k.Name == "IDefaultInitializable" {
		return types.ElemScalar(t) == nil
	}
	info := c.membersOf(t)
	if info == nil {
		return false
	}
	sym := c.builtinInterface(k)
	return info.conformsTo(sym) || c.lists(info, sym)
}

// requirementDecl is the declaration of a member of a built-in interface.
func requirementDecl(r *builtin.Requirement) ast.Decl {
	name := ast.Name{Text: r.Name}
	if r.Static {
		v := &ast.VarDecl{Name: name, Type: typeNamed(r.Result)}
		v.Keywords = []ast.Name{{Text: "static"}, {Text: "const"}}
		return v
	}
	f := &ast.FuncDecl{Name: name, IsInit: r.Name == "__init"}
	if r.Result != "" {
		f.Result = typeNamed(r.Result)
	}
	for _, p := range r.Params {
		f.Params = append(f.Params, &ast.VarDecl{Type: typeNamed(p)})
	}
	return f
}

func typeNamed(name string) ast.TypeExpr {
	return &ast.NamedType{Path: []ast.PathPart{{Name: ast.Name{Text: name}}}}
}

// constraintNamed is the built-in interface that the name n means if the source declares nothing of the name.
func constraintNamed(n *ast.NamedType) *builtin.Constraint {
	if len(n.Path) != 1 {
		return nil
	}
	return builtin.ConstraintNamed(n.Path[0].Name.Text)
}
