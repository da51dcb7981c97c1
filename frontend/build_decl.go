package frontend

import (
	"slc/frontend/ast"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// declaration : modifier* ( typedDecl | otherDecl | Semi )
//
// It appends to list; a stray ';' adds nothing unless modifiers stand before it.
func (b *builder) declaration(list []ast.Decl, n int32) []ast.Decl {
	if b.nodes[n].Wrong {
		return list
	}
	w := b.walk(n)
	head := ast.DeclBase{Base: b.base(n)}
	b.modifiers(&w, &head.Modifiers)
	if w.rule() == parser.TokenNode || w.done() {
		if len(head.Keywords)+len(head.Attributes)+len(head.Layouts) > 0 {
			list = append(list, &ast.EmptyDecl{DeclBase: head})
		}
		return list
	}
	return b.declBody(list, w.next(), head)
}

// localDecl is a declaration among statements; attrs were written before it.
func (b *builder) localDecl(n int32, attrs []*ast.Attribute) []ast.Decl {
	w := b.walk(n)
	head := ast.DeclBase{Base: b.base(n)}
	head.Attributes = attrs
	w.accept(token.DeclStart)
	b.modifiers(&w, &head.Modifiers)
	return b.declBody(nil, w.next(), head)
}

// declBody builds the declaration n; head holds what stood before it.
func (b *builder) declBody(list []ast.Decl, n int32, head ast.DeclBase) []ast.Decl {
	if b.nodes[n].Rule == parser.SlangParserRULE_typedDecl {
		return b.typedDecl(list, n, head)
	}
	n++ // otherDecl has one child
	switch b.nodes[n].Rule {
	case parser.TokenNode: // OpaqueItem
		return append(list, &ast.UnsupportedDecl{DeclBase: head, What: b.tok(n).Text})
	case parser.SlangParserRULE_structDecl:
		return b.structDecl(list, n, head)
	case parser.SlangParserRULE_enumDecl:
		return b.enumDecl(list, n, head)
	case parser.SlangParserRULE_letDecl:
		return b.letDecl(list, n, head)
	case parser.SlangParserRULE_genericDecl:
		return b.genericDecl(list, n, head)
	}
	return append(list, b.singleDecl(n, head))
}

// singleDecl builds the declarations that declare one thing.
func (b *builder) singleDecl(n int32, head ast.DeclBase) ast.Decl {
	switch b.nodes[n].Rule {
	case parser.SlangParserRULE_interfaceDecl:
		return b.interfaceDecl(n, head)
	case parser.SlangParserRULE_extensionDecl:
		return b.extensionDecl(n, head)
	case parser.SlangParserRULE_namespaceDecl:
		return b.namespaceDecl(n, head)
	case parser.SlangParserRULE_usingDecl:
		w := b.walk(n)
		w.next()
		w.accept(token.KwNamespace)
		return &ast.UsingDecl{DeclBase: head, Path: b.qualifiedName(w.next())}
	case parser.SlangParserRULE_typedefDecl:
		return b.typedefDecl(n, head)
	case parser.SlangParserRULE_typealiasDecl:
		return b.typealiasDecl(n, head)
	case parser.SlangParserRULE_associatedDecl:
		w := b.walk(n)
		w.next()
		d := &ast.AssociatedTypeDecl{DeclBase: head, Name: b.name(w.next()), Bounds: b.bases(&w)}
		if g := b.wheres(&w, nil); g != nil {
			d.Wheres = g.Wheres
		}
		return d
	case parser.SlangParserRULE_importDecl:
		return b.importDecl(n, head)
	case parser.SlangParserRULE_cbufferDecl:
		return b.cbufferDecl(n, head)
	case parser.SlangParserRULE_funcDecl, parser.SlangParserRULE_initDecl:
		return b.funcDecl(n, head)
	case parser.SlangParserRULE_propertyDecl:
		return b.propertyDecl(n, head)
	case parser.SlangParserRULE_subscriptDecl:
		return b.subscriptDecl(n, head)
	}
	return b.staticAssert(n, head)
}

// typedDecl is a function or variables, the type first.
func (b *builder) typedDecl(list []ast.Decl, n int32, head ast.DeclBase) []ast.Decl {
	w := b.walk(n)
	typ := b.typeSpec(w.next())
	head.Keywords, typ = applySign(head.Keywords, typ)
	name := b.declName(&w)
	if w.rule() != parser.SlangParserRULE_declaratorTail {
		f := &ast.FuncDecl{DeclBase: head, Name: name, Result: typ}
		b.signature(&w, f)
		return append(list, f)
	}
	list = append(list, b.variable(w.next(), head, name, typ))
	for !w.done() {
		if d, ok := w.take(parser.SlangParserRULE_declarator); ok {
			list = append(list, b.declarator(d, head, typ))
		} else {
			w.next()
		}
	}
	return list
}

// declName takes a name or an operator's name.
func (b *builder) declName(w *walk) ast.Name {
	n := w.next()
	if b.nodes[n].Rule == parser.TokenNode {
		return b.name(n)
	}
	return b.joined(n)
}

// declarator : Ident declaratorTail
func (b *builder) declarator(n int32, head ast.DeclBase, typ ast.TypeExpr) *ast.VarDecl {
	w := b.walk(n)
	name := b.name(w.next())
	head.Range = b.span(n)
	return b.variable(w.next(), head, name, typ)
}

// variable builds the variable whose declaratorTail is n.
func (b *builder) variable(n int32, head ast.DeclBase, name ast.Name, typ ast.TypeExpr) *ast.VarDecl {
	v := &ast.VarDecl{DeclBase: head, Name: b.newValueName(name)}
	w := b.walk(n)
	v.Type = b.dimensions(&w, typ)
	if w.rule() == parser.SlangParserRULE_semantic {
		b.semantics(&w, &v.Modifiers)
	}
	if w.accept(token.Assign) {
		v.Init = b.assignExpr(w.next())
	}
	return v
}

// funcDecl is func f(…) -> T { … } or __init(…) { … }.
func (b *builder) funcDecl(n int32, head ast.DeclBase) *ast.FuncDecl {
	w := b.walk(n)
	f := &ast.FuncDecl{DeclBase: head}
	if w.kind() == token.KwInit {
		f.Name = ast.Name{Text: "$init", Range: w.token().Span}
		f.IsInit = true
	} else {
		w.next()
		f.Name = b.declName(&w)
	}
	b.signature(&w, f)
	return f
}

// signature takes genericParams? parameters functionTail.
func (b *builder) signature(w *walk, f *ast.FuncDecl) {
	if g, ok := w.take(parser.SlangParserRULE_genericParams); ok {
		f.Generics = b.genericParams(g)
	}
	f.Params = b.parameters(w.next())
	t := b.walk(w.next())
	for t.kind() == token.KwModifier {
		f.Keywords = append(f.Keywords, b.name(t.next()))
	}
	if t.accept(token.KwThrows) {
		f.Throws = b.typeSpec(t.next())
	}
	if t.accept(token.Arrow) {
		f.Result = b.anyType(t.next())
	}
	f.Generics = b.wheres(&t, f.Generics)
	b.semantics(&t, &f.Modifiers)
	if body, ok := t.take(parser.SlangParserRULE_block); ok {
		f.Body = b.block(body)
	}
}

// parameters takes the list of parameters of a function or a lambda; (void) is
// none.
func (b *builder) parameters(n int32) []*ast.VarDecl {
	var params []*ast.VarDecl
	for w := b.walk(n); !w.done(); {
		if c, ok := w.take(parser.SlangParserRULE_parameter); ok {
			params = append(params, b.parameter(c))
		} else {
			w.next()
		}
	}
	if len(params) == 1 && !params[0].Name.IsValid() {
		if t, ok := params[0].Type.(*ast.NamedType); ok && len(t.Path) == 1 && t.Path[0].Name.Text == "void" {
			return nil
		}
	}
	return params
}

func (b *builder) parameter(n int32) *ast.VarDecl {
	w := b.walk(n)
	p := &ast.VarDecl{DeclBase: ast.DeclBase{Base: b.base(n)}}
	b.modifiers(&w, &p.Modifiers)
	if w.kind() == token.Ellipsis {
		p.Type = &ast.UnsupportedType{TypeBase: ast.TypeBase{Base: b.base(n)}, What: "..."}
		return p
	}
	typ := b.typeSpec(w.next())
	if w.accept(token.Colon) {
		p.Name, p.Type = b.plainName(typ), b.anyType(w.next())
		b.semantics(&w, &p.Modifiers)
		if w.accept(token.Assign) {
			p.Init = b.assignExpr(w.next())
		}
		return p
	}
	p.Keywords, typ = applySign(p.Keywords, typ)
	if d, ok := w.take(parser.SlangParserRULE_declarator); ok {
		full := p.Range
		p = b.declarator(d, p.DeclBase, typ)
		p.Range = full
		return p
	}
	p.Type = typ
	return p
}

// letDecl : ( KwLet | KwVar ) letItem ( Comma letItem )* Semi
func (b *builder) letDecl(list []ast.Decl, n int32, head ast.DeclBase) []ast.Decl {
	w := b.walk(n)
	let := w.kind() == token.KwLet
	for w.next(); !w.done(); {
		if c, ok := w.take(parser.SlangParserRULE_letItem); ok {
			list = append(list, b.letItem(c, head, let))
		} else {
			w.next()
		}
	}
	return list
}

// letItem : Ident ( Colon anyType )? ( Assign assignExpr )?
func (b *builder) letItem(n int32, head ast.DeclBase, let bool) *ast.VarDecl {
	w := b.walk(n)
	v := &ast.VarDecl{DeclBase: head, Name: b.newValueName(b.name(w.next())), Let: let}
	if w.accept(token.Colon) {
		v.Type = b.anyType(w.next())
	}
	if w.accept(token.Assign) {
		v.Init = b.assignExpr(w.next())
	}
	return v
}

func (b *builder) structDecl(list []ast.Decl, n int32, head ast.DeclBase) []ast.Decl {
	s := &ast.StructDecl{DeclBase: head}
	w := b.walk(n)
	s.Class = w.token().Kind == token.KwClass
	b.modifiers(&w, &s.Modifiers)
	s.Name = b.newTypeName(w.optName())
	if g, ok := w.take(parser.SlangParserRULE_genericParams); ok {
		s.Generics = b.genericParams(g)
	}
	s.Bases = b.bases(&w)
	s.Generics = b.wheres(&w, s.Generics)
	switch {
	case w.rule() == parser.SlangParserRULE_members:
		s.Members = b.members(w.next())
	case w.kind() == token.Assign:
		return append(list, &ast.UnsupportedDecl{DeclBase: head, What: "struct set equal to a type"})
	default:
		s.Forward = true
	}
	return b.withTail(list, &w, s, s.Name, head)
}

// members : LBrace declaration* RBrace
func (b *builder) members(n int32) []ast.Decl {
	var list []ast.Decl
	for w := b.walk(n); !w.done(); {
		if c, ok := w.take(parser.SlangParserRULE_declaration); ok {
			list = b.declaration(list, c)
		} else {
			w.next()
		}
	}
	return list
}

// withTail appends d, a struct or enum, and the variables declared with it: in
// "struct S { … } a, b;" their type is S. A type without a name stays inside the
// variables' type.
func (b *builder) withTail(list []ast.Decl, w *walk, d ast.Decl, name ast.Name, head ast.DeclBase) []ast.Decl {
	n, ok := w.take(parser.SlangParserRULE_tail)
	if !ok {
		return append(list, d)
	}
	var typ ast.TypeExpr = &ast.StructType{TypeBase: ast.TypeBase{Base: ast.Base{Range: d.Span()}}, Decl: d}
	if name.IsValid() {
		// Modifiers and attributes belong to the variables.
		d.Mods().Keywords, d.Mods().Layouts = nil, nil
		list = append(list, d)
		typ = &ast.NamedType{TypeBase: ast.TypeBase{Base: ast.Base{Range: name.Range}}, Path: []ast.PathPart{{Name: name}}}
	}
	for x := b.walk(n); !x.done(); {
		if c, ok := x.take(parser.SlangParserRULE_declarator); ok {
			list = append(list, b.declarator(c, head, typ))
		} else {
			x.next()
		}
	}
	return list
}

func (b *builder) enumDecl(list []ast.Decl, n int32, head ast.DeclBase) []ast.Decl {
	e := &ast.EnumDecl{DeclBase: head}
	w := b.walk(n)
	w.next()
	e.Class = w.accept(token.KwClass)
	e.Name = b.newTypeName(w.optName())
	if types := b.bases(&w); len(types) > 0 {
		e.Underlying = types[0]
	}
	if body, ok := w.take(parser.SlangParserRULE_enumBody); ok {
		x := b.walk(body)
		b.listCommas(x, parser.SlangParserRULE_enumCase, "the name of an enumerator")
		for !x.done() {
			if c, ok := x.take(parser.SlangParserRULE_enumCase); ok {
				e.Cases = append(e.Cases, b.enumCase(c))
			} else {
				x.next()
			}
		}
	}
	return b.withTail(list, &w, e, e.Name, head)
}

func (b *builder) enumCase(n int32) *ast.EnumCase {
	w := b.walk(n)
	c := &ast.EnumCase{DeclBase: ast.DeclBase{Base: b.base(n)}}
	b.modifiers(&w, &c.Modifiers)
	c.Name = b.name(w.next())
	if w.accept(token.Assign) {
		c.Value = b.assignExpr(w.next())
	}
	return c
}

func (b *builder) genericDecl(list []ast.Decl, n int32, head ast.DeclBase) []ast.Decl {
	w := b.walk(n)
	w.next()
	g := b.genericParams(w.next())
	inner := b.declaration(nil, w.next())
	for _, d := range inner {
		mods := d.Mods()
		mods.Keywords = append(head.Keywords, mods.Keywords...)
		mods.Attributes = append(head.Attributes, mods.Attributes...)
		switch d := d.(type) {
		case *ast.FuncDecl:
			d.Generics = addParams(g, d.Generics)
		case *ast.StructDecl:
			d.Generics = addParams(g, d.Generics)
		case *ast.InterfaceDecl:
			d.Generics = addParams(g, d.Generics)
		case *ast.ExtensionDecl:
			d.Generics = addParams(g, d.Generics)
		case *ast.TypeAliasDecl:
			d.Generics = addParams(g, d.Generics)
		case *ast.SubscriptDecl:
			d.Generics = addParams(g, d.Generics)
		default:
			b.report(b.span(n), "__generic cannot stand before this declaration")
		}
	}
	return append(list, inner...)
}

// addParams puts the parameters of g before those of own.
func addParams(g, own *ast.Generics) *ast.Generics {
	if own == nil {
		return g
	}
	own.Params = append(append([]*ast.GenericParam(nil), g.Params...), own.Params...)
	return own
}
