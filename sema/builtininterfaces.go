package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/types"
)

// The interfaces of the language that structs can conform to, as if a source declared them: their members are
// required of the struct, and the operators that stand for them become calls of them.

// builtinInterface is the declaration of a built-in interface; IFunc and IMutatingFunc, which have any number of
// arguments, are generic ones with args parameters. Names in it are looked up where the source declares nothing.
func (c *checker) builtinInterface(k *builtin.Constraint, args int) *symbol {
	if !k.Functor {
		args = 0
	}
	for _, sym := range c.builtinInterfaces {
		if d := sym.decl.(*ast.InterfaceDecl); sym.builtin == k && (args == 0 || len(d.Generics.Params) == args) {
			return sym
		}
	}
	d := &ast.InterfaceDecl{Name: ast.Name{Text: k.Name}}
	if args > 0 {
		makeFunctor(d, args, k.Name == "IMutatingFunc")
	}
	for _, base := range k.Extends {
		d.Bases = append(d.Bases, typeNamed(base))
	}
	for i := range k.Requires {
		d.Members = append(d.Members, requirementDecl(&k.Requires[i]))
	}
	sym := &symbol{name: k.Name, kind: symInterface, decl: d, state: resolved, scope: &scope{kind: fileScope}, builtin: k}
	c.builtinInterfaces = append(c.builtinInterfaces, sym)
	return sym
}

// makeFunctor gives the declaration of IFunc<TR, T1, …> or IMutatingFunc<TR, T1, …> its parameters and its member
// TR operator()(T1, …). The former extends the latter.
func makeFunctor(d *ast.InterfaceDecl, args int, mutating bool) {
	d.Generics = &ast.Generics{}
	f := &ast.FuncDecl{Name: ast.Name{Text: callOperatorName}}
	base := &ast.NamedType{Path: []ast.PathPart{{Name: ast.Name{Text: "IMutatingFunc"}, Given: true}}}
	for i := range args {
		name := "T" + itoa(i)
		d.Generics.Params = append(d.Generics.Params, &ast.GenericParam{Name: ast.Name{Text: name}})
		base.Path[0].Args = append(base.Path[0].Args, &ast.TypeOperand{Type: typeNamed(name)})
		if i == 0 {
			f.Result = typeNamed(name)
		} else {
			f.Params = append(f.Params, &ast.VarDecl{Type: typeNamed(name)})
		}
	}
	if mutating {
		f.Keywords = []ast.Name{{Text: "mutating"}}
	} else {
		d.Bases = []ast.TypeExpr{base}
	}
	d.Members = []ast.Decl{f}
}

// conformToBuiltin checks that a type has what the built-in interface n requires.
func (c *checker) conformToBuiltin(info *structInfo, n *ast.NamedType, at source.Span) {
	k, args := constraintNamed(n), n.Path[0].Args
	switch {
	case info.opaque != nil: // its members are those of a number
	case info.self != nil && hasBuiltin(info.self, k): // as the language says
	case k.Sealed:
		c.errorf(diag.NotConforming, at, "'%s' cannot conform to '%s': only types of the language do", info.t.Name, k.Name)
	case k.Functor && len(args) == 0:
		c.errorf(diag.BadTypeArguments, at, "'%s' needs the type of a result", k.Name)
	default:
		c.conformTo(info, c.builtinInterface(k, len(args)), args, at)
	}
}

// hasBuiltin reports whether a type that is no struct, or any struct, conforms to a built-in interface.
func hasBuiltin(t types.Type, k *builtin.Constraint) bool {
	return types.IsPoison(t) || k.Has(t) || k.Name == "IDefaultInitializable" && types.ElemScalar(t) == nil
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

// takesBuiltinInterface reports whether a parameter of d is written with the name of a built-in interface.
func takesBuiltinInterface(d *ast.FuncDecl) bool {
	return slices.ContainsFunc(d.Params, func(p *ast.VarDecl) bool {
		t := p.Type
		if m, ok := t.(*ast.ModifiedType); ok {
			t = m.Elem
		}
		n, ok := t.(*ast.NamedType)
		return ok && n.Path[0].Name.Text[0] == 'I' && constraintNamed(n) != nil
	})
}
