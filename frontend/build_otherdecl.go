package frontend

import (
	"strings"

	"slc/frontend/ast"
	"slc/frontend/token"
	"slc/grammar/parser"
)

func (b *builder) interfaceDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	d := &ast.InterfaceDecl{DeclBase: head, Name: b.name(w.next())}
	if g, ok := w.take(parser.SlangParserRULE_genericParams); ok {
		d.Generics = b.genericParams(g)
	}
	d.Bases = b.bases(&w)
	d.Generics = b.wheres(&w, d.Generics)
	if m, ok := w.take(parser.SlangParserRULE_members); ok {
		d.Members = b.members(m)
	}
	return d
}

func (b *builder) extensionDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	d := &ast.ExtensionDecl{DeclBase: head}
	if g, ok := w.take(parser.SlangParserRULE_genericParams); ok {
		d.Generics = b.genericParams(g)
	}
	d.Target = b.typeSpec(w.next())
	d.Bases = b.bases(&w)
	d.Generics = b.wheres(&w, d.Generics)
	d.Members = b.members(w.next())
	return d
}

func (b *builder) namespaceDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	d := &ast.NamespaceDecl{DeclBase: head, Path: b.qualifiedName(w.next())}
	d.Members = b.members(w.next())
	return d
}

// qualifiedName : Ident ( ( Dot | ColonCol ) Ident )*
func (b *builder) qualifiedName(n int32) []ast.Name {
	var path []ast.Name
	for w := b.walk(n); !w.done(); {
		if c := w.next(); b.tok(c).Kind == token.Ident {
			path = append(path, b.name(c))
		}
	}
	return path
}

func (b *builder) typedefDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	var keywords []ast.Name
	for w.kind() == token.KwModifier {
		keywords = append(keywords, b.name(w.next()))
	}
	var typ ast.TypeExpr
	switch c := w.next(); b.nodes[c].Rule {
	case parser.SlangParserRULE_typeSpec:
		typ = b.typeSpec(c)
	case parser.SlangParserRULE_structDecl:
		typ = b.inlineType(c, b.structDecl(nil, c, ast.DeclBase{Base: b.base(c)}))
	default:
		typ = b.inlineType(c, b.enumDecl(nil, c, ast.DeclBase{Base: b.base(c)}))
	}
	if len(keywords) > 0 {
		typ = b.modified(keywords, typ, ast.Base{Range: keywords[0].Range.To(typ.Span())})
	}
	d := &ast.TypeAliasDecl{DeclBase: head, Name: b.name(w.next())}
	d.Type = b.dimensions(&w, typ)
	return d
}

func (b *builder) inlineType(n int32, decls []ast.Decl) ast.TypeExpr {
	return &ast.StructType{TypeBase: ast.TypeBase{Base: b.base(n)}, Decl: decls[0]}
}

func (b *builder) typealiasDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	d := &ast.TypeAliasDecl{DeclBase: head, Name: b.name(w.next())}
	if g, ok := w.take(parser.SlangParserRULE_genericParams); ok {
		d.Generics = b.genericParams(g)
	}
	d.Generics = b.wheres(&w, d.Generics)
	w.accept(token.Assign)
	d.Type = b.anyType(w.next())
	return d
}

func (b *builder) importDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	d := &ast.ImportDecl{DeclBase: head, Kind: b.name(w.next())}
	if d.Kind.Text == "__import" {
		d.Kind.Text = "import"
	}
	for !w.done() {
		t := w.token()
		switch t.Kind {
		case token.StringLit:
			d.Path, d.Quoted = unquotedPath(t.Text), true
		case token.Ident, token.Dot:
			d.Path += t.Text
		default:
			continue
		}
		d.Target.Range = d.Target.Range.To(t.Span)
		d.Target.Text += t.Text
	}
	if d.Path == "" && d.Kind.Text != "module" {
		b.report(d.Kind.Range, "expected the name of a module after '%s'", d.Kind.Text)
	}
	return d
}

// unquotedPath is the path that a string literal names; a backslash in it is a separator.
func unquotedPath(text string) string {
	if len(text) > 1 && text[0] == '"' {
		return strings.TrimSuffix(text[1:], `"`)
	}
	path, _ := token.Unquote(text)
	return path
}

func (b *builder) cbufferDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	d := &ast.CBufferDecl{DeclBase: head, TBuffer: w.token().Kind == token.KwTbuffer, Name: w.optName()}
	b.semantics(&w, &d.Modifiers)
	d.Members = b.members(w.next())
	if kind := b.tok(n + 1).Text; kind == "buffer" || kind == "uniform" {
		return &ast.UnsupportedDecl{DeclBase: head, What: "GLSL " + kind + " block"}
	}
	return d // a name behind the '}' means nothing in HLSL, as in slangc
}

func (b *builder) staticAssert(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	w.next()
	d := &ast.StaticAssertDecl{DeclBase: head, Cond: b.assignExpr(w.next())}
	if w.accept(token.Comma) {
		d.Message = b.assignExpr(w.next())
	}
	return d
}

// propertyDecl : KwProperty typeSpec ( Colon anyType | Ident ) ( accessors | Semi )
func (b *builder) propertyDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	d := &ast.PropertyDecl{DeclBase: head}
	first := b.typeSpec(w.next())
	if w.accept(token.Colon) {
		d.Name, d.Type = b.plainName(first), b.anyType(w.next())
	} else {
		d.Name, d.Type = b.name(w.next()), first
	}
	d.Accessors = b.accessors(&w)
	return d
}

func (b *builder) subscriptDecl(n int32, head ast.DeclBase) ast.Decl {
	w := b.walk(n)
	w.next()
	d := &ast.SubscriptDecl{DeclBase: head}
	if g, ok := w.take(parser.SlangParserRULE_genericParams); ok {
		d.Generics = b.genericParams(g)
	}
	d.Params = b.parameters(w.next())
	if w.accept(token.Arrow) {
		d.Result = b.anyType(w.next())
	}
	d.Generics = b.wheres(&w, d.Generics)
	d.Accessors = b.accessors(&w)
	return d
}

// accessors : LBrace accessor* RBrace
func (b *builder) accessors(w *walk) []*ast.Accessor {
	n, ok := w.take(parser.SlangParserRULE_accessors)
	if !ok {
		return nil
	}
	var list []*ast.Accessor
	for x := b.walk(n); !x.done(); {
		c, ok := x.take(parser.SlangParserRULE_accessor)
		if !ok {
			x.next()
			continue
		}
		a := &ast.Accessor{DeclBase: ast.DeclBase{Base: b.base(c)}}
		y := b.walk(c)
		b.modifiers(&y, &a.Modifiers)
		a.Kind = b.name(y.next())
		if p, ok := y.take(parser.SlangParserRULE_parameters); ok {
			if params := b.parameters(p); len(params) > 0 {
				a.Param = params[0]
				if len(params) > 1 {
					a.Extra = params[1]
				}
			}
		}
		if body, ok := y.take(parser.SlangParserRULE_block); ok {
			a.Body = b.block(body)
		}
		list = append(list, a)
	}
	return list
}
