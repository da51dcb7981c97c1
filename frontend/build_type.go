package frontend

import (
	"slc/frontend/ast"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// anyType : KwModifier* typeSpec ( Amp typeSpec )*
func (b *builder) anyType(n int32) ast.TypeExpr {
	types := b.conjunction(nil, n)
	if len(types) == 1 {
		return types[0]
	}
	return &ast.ConjunctionType{TypeBase: ast.TypeBase{Base: b.base(n)}, Types: types}
}

// conjunction appends the types that anyType n consists of to list.
func (b *builder) conjunction(list []ast.TypeExpr, n int32) []ast.TypeExpr {
	w := b.walk(n)
	var keywords []ast.Name
	for w.kind() == token.KwModifier {
		keywords = append(keywords, b.name(w.next()))
	}
	t := b.typeSpec(w.next())
	if len(keywords) > 0 {
		t = b.modified(keywords, t, b.base(n))
	}
	list = append(list, t)
	for w.accept(token.Amp) {
		list = append(list, b.typeSpec(w.next()))
	}
	return list
}

// modified applies keywords to t. "unsigned" is part of the type; some and dyn
// make a type that the subset does not have.
func (b *builder) modified(keywords []ast.Name, t ast.TypeExpr, base ast.Base) ast.TypeExpr {
	keywords, t = applySign(keywords, t)
	for _, k := range keywords {
		switch k.Text {
		case "each", "expand", "functype":
			return &ast.UnsupportedType{TypeBase: ast.TypeBase{Base: base}, What: k.Text}
		}
	}
	if len(keywords) == 0 {
		return t
	}
	return &ast.ModifiedType{TypeBase: ast.TypeBase{Base: base}, Keywords: keywords, Elem: t}
}

// applySign folds "unsigned" and "signed" among keywords into t.
func applySign(keywords []ast.Name, t ast.TypeExpr) ([]ast.Name, ast.TypeExpr) {
	for i, k := range keywords {
		if k.Text != "unsigned" && k.Text != "signed" {
			continue
		}
		rest := append(append([]ast.Name(nil), keywords[:i]...), keywords[i+1:]...)
		if named := innermost(t); named != nil && k.Text == "unsigned" {
			last := &named.Path[len(named.Path)-1]
			if u := unsignedName(last.Name.Text); u != "" {
				last.Name.Text = u
			}
		}
		return rest, t
	}
	return keywords, t
}

// innermost returns the named type that arrays and pointers are made of.
func innermost(t ast.TypeExpr) *ast.NamedType {
	for {
		switch x := t.(type) {
		case *ast.NamedType:
			return x
		case *ast.ArrayType:
			t = x.Elem
		case *ast.PointerType:
			t = x.Elem
		default:
			return nil
		}
	}
}

// typeSpec : typeName ( Star | PtrStar | dimension )*
func (b *builder) typeSpec(n int32) ast.TypeExpr {
	w := b.walk(n)
	name := w.next()
	var t ast.TypeExpr = b.typeName(name)
	start := t.Span()
	for links := 0; !w.done(); links++ {
		c := w.next()
		if !b.chain(links, b.span(c)) {
			break
		}
		base := ast.TypeBase{Base: ast.Base{Range: start.To(b.span(c))}}
		if b.nodes[c].Rule == parser.SlangParserRULE_dimension {
			t = &ast.ArrayType{TypeBase: base, Elem: t, Size: b.dimension(c)}
		} else {
			t = &ast.PointerType{TypeBase: base, Elem: t}
		}
	}
	return t
}

// dimension : LBracket expression? RBracket
func (b *builder) dimension(n int32) ast.Expr {
	w := b.walk(n)
	w.next()
	if e, ok := w.take(parser.SlangParserRULE_expression); ok {
		return b.expression(e)
	}
	return nil
}

// dimensions folds the dimensions of a declarator around elem, outermost first.
func (b *builder) dimensions(w *walk, elem ast.TypeExpr) ast.TypeExpr {
	var nodes []int32
	for w.rule() == parser.SlangParserRULE_dimension {
		nodes = append(nodes, w.next())
	}
	if len(nodes) > maxChain && !b.chain(len(nodes), b.span(nodes[maxChain])) {
		nodes = nodes[:maxChain]
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		base := ast.TypeBase{Base: ast.Base{Range: elem.Span().To(b.span(nodes[len(nodes)-1]))}}
		elem = &ast.ArrayType{TypeBase: base, Elem: elem, Size: b.dimension(nodes[i])}
	}
	return elem
}

func (b *builder) typeName(n int32) *ast.NamedType {
	t := &ast.NamedType{TypeBase: ast.TypeBase{Base: b.base(n)}}
	for w := b.walk(n); !w.done(); {
		switch c := w.next(); {
		case b.nodes[c].Rule == parser.SlangParserRULE_genericArgs:
			part := &t.Path[len(t.Path)-1]
			part.Args, part.Given = b.genericArgs(c), true
		case b.tok(c).Kind == token.ColonCol:
			t.Global = t.Global || len(t.Path) == 0
		case b.tok(c).Kind == token.Ident || b.tok(c).Kind == token.KwThisT:
			t.Path = append(t.Path, ast.PathPart{Name: b.name(c)})
		}
	}
	if len(t.Path) == 1 && t.Path[0].Name.Text == "unsigned" {
		t.Path[0].Name.Text = "uint"
	}
	return t
}

func (b *builder) genericArgs(n int32) []ast.Expr {
	var args []ast.Expr
	for w := b.walk(n); !w.done(); {
		if c := w.next(); b.nodes[c].Rule == parser.SlangParserRULE_genericArg {
			args = append(args, b.genericArg(c))
		}
	}
	return args
}

// genericArg : KwModifier* assignExpr
func (b *builder) genericArg(n int32) ast.Expr {
	w := b.walk(n)
	var keywords []ast.Name
	for w.kind() == token.KwModifier {
		keywords = append(keywords, b.name(w.next()))
	}
	x := b.assignExpr(w.next())
	if len(keywords) == 0 {
		return x
	}
	return typeOperand(b.modified(keywords, toType(x), b.base(n)))
}

func typeOperand(t ast.TypeExpr) ast.Expr {
	return &ast.TypeOperand{ExprBase: ast.ExprBase{Base: ast.Base{Range: t.Span()}}, Type: t}
}

// toType reads an expression as a type: in generic arguments and behind sizeof
// the two cannot be told apart before names are known.
func toType(x ast.Expr) ast.TypeExpr {
	base := ast.TypeBase{Base: ast.Base{Range: x.Span()}}
	switch x := x.(type) {
	case *ast.TypeOperand:
		return x.Type
	case *ast.IndexExpr:
		t := &ast.ArrayType{TypeBase: base, Elem: toType(x.X)}
		if len(x.Args) > 0 {
			t.Size = x.Args[0]
		}
		return t
	}
	var path []ast.PathPart
	global := false
	for {
		switch y := x.(type) {
		case *ast.MemberExpr:
			path = append(path, ast.PathPart{Name: y.Name, Args: y.Args, Given: y.Given})
			x = y.X
			continue
		case *ast.NameExpr:
			path, global = append(path, ast.PathPart{Name: y.Name, Args: y.Args, Given: y.Given}), y.Global
		case *ast.ThisExpr:
			path = append(path, ast.PathPart{Name: ast.Name{Text: "This", Range: y.Span()}})
		default:
			return &ast.UnsupportedType{TypeBase: base, What: "type written as an expression"}
		}
		break
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return &ast.NamedType{TypeBase: base, Path: path, Global: global}
}

// genericParams : GenericLess ( genericParam ( Comma genericParam )* )? GenericGreater
func (b *builder) genericParams(n int32) *ast.Generics {
	g := &ast.Generics{Base: b.base(n)}
	for w := b.walk(n); !w.done(); {
		if c := w.next(); b.nodes[c].Rule == parser.SlangParserRULE_genericParam {
			g.Params = append(g.Params, b.genericParam(c))
		}
	}
	return g
}

// genericParam has four forms: let N : int, int N, T : I & J, and typename T.
func (b *builder) genericParam(n int32) *ast.GenericParam {
	w := b.walk(n)
	p := &ast.GenericParam{Base: b.base(n)}
	if w.accept(token.KwLet) {
		p.Value = true
		if w.kind() == token.KwModifier {
			p.Each = b.tok(w.next()).Text == "each"
		}
		p.Name = b.name(w.next())
	} else {
		for w.kind() == token.KwModifier {
			p.Each = b.tok(w.next()).Text == "each" || p.Each
		}
		t := b.typeSpec(w.next())
		if w.kind() == token.Ident {
			p.Name = b.name(w.next())
			if n, ok := t.(*ast.NamedType); !ok || len(n.Path) != 1 || n.Path[0].Name.Text != "typename" {
				p.Value, p.Type = true, t
			}
		} else {
			p.Name = b.plainName(t)
		}
	}
	for !w.done() {
		switch {
		case w.accept(token.Colon):
			if n := w.next(); p.Value && p.Type == nil {
				p.Type = b.anyType(n)
			} else {
				p.Bounds = b.conjunction(p.Bounds, n)
			}
		case w.accept(token.Assign):
			p.Default = b.assignExpr(w.next())
		default:
			w.next()
		}
	}
	return p
}

// plainName returns the name that t consists of; anything more is an error.
func (b *builder) plainName(t ast.TypeExpr) ast.Name {
	if named, ok := t.(*ast.NamedType); ok && len(named.Path) == 1 && !named.Path[0].Given {
		return named.Path[0].Name
	}
	b.report(t.Span(), "expected a name, found a type")
	return ast.Name{Text: "_", Range: t.Span()}
}

// wheres takes where clauses and adds them to g, which it makes if need be.
func (b *builder) wheres(w *walk, g *ast.Generics) *ast.Generics {
	for w.rule() == parser.SlangParserRULE_where {
		n := w.next()
		if g == nil {
			g = &ast.Generics{Base: b.base(n)}
		}
		g.Range = g.Range.To(b.span(n))
		c := &ast.WhereClause{Base: b.base(n)}
		x := b.walk(n)
		x.next()
		c.Subject, c.Optional = whereSubject(b.anyType(x.next()))
		equal := x.kind() == token.EqEq
		if x.rule() == parser.SlangParserRULE_arguments {
			c.Bounds = append(c.Bounds, &ast.UnsupportedType{TypeBase: ast.TypeBase{Base: c.Base}, What: "constraint written as a call"})
		}
		for !x.done() {
			if t := x.next(); b.nodes[t].Rule == parser.SlangParserRULE_anyType {
				if equal {
					c.Equal = b.anyType(t)
				} else {
					c.Bounds = b.conjunction(c.Bounds, t)
				}
			}
		}
		g.Wheres = append(g.Wheres, c)
	}
	return g
}

// whereSubject takes the keyword off the subject of where optional T : I.
func whereSubject(t ast.TypeExpr) (subject ast.TypeExpr, optional bool) {
	if m, ok := t.(*ast.ModifiedType); ok && len(m.Keywords) == 1 && m.Keywords[0].Text == "optional" {
		return m.Elem, true
	}
	return t, false
}

// bases : Colon anyType ( Comma anyType )*
func (b *builder) bases(w *walk) []ast.TypeExpr {
	n, ok := w.take(parser.SlangParserRULE_bases)
	if !ok {
		return nil
	}
	var types []ast.TypeExpr
	for x := b.walk(n); !x.done(); {
		if c := x.next(); b.nodes[c].Rule == parser.SlangParserRULE_anyType {
			types = b.conjunction(types, c)
		}
	}
	return types
}

// modifiers takes the modifiers before a declaration.
func (b *builder) modifiers(w *walk, mods *ast.Modifiers) {
	for {
		switch w.rule() {
		case parser.SlangParserRULE_modifier:
			inner := b.walk(w.next())
			b.modifiers(&inner, mods)
		case parser.SlangParserRULE_plainModifier:
			b.plainModifier(w.next(), mods)
		case parser.SlangParserRULE_attribute:
			mods.Attributes = b.attributes(mods.Attributes, w.next())
		default:
			return
		}
	}
}

// plainModifier : KwModifier | KwLayout LParen layoutItem ( Comma layoutItem )* RParen
func (b *builder) plainModifier(n int32, mods *ast.Modifiers) {
	w := b.walk(n)
	if w.kind() == token.KwModifier {
		mods.Keywords = append(mods.Keywords, b.name(w.next()))
		return
	}
	for !w.done() {
		c := w.next()
		if b.nodes[c].Rule != parser.SlangParserRULE_layoutItem {
			continue
		}
		item := b.walk(c)
		a := &ast.Attribute{Base: b.base(c), Name: b.name(item.next())}
		if item.accept(token.Assign) {
			a.Args = []ast.Expr{b.assignExpr(item.next())}
		}
		mods.Layouts = append(mods.Layouts, a)
	}
}

func (b *builder) attributes(list []*ast.Attribute, n int32) []*ast.Attribute {
	for w := b.walk(n); !w.done(); {
		c := w.next()
		if b.nodes[c].Rule != parser.SlangParserRULE_attributeItem {
			continue
		}
		a := &ast.Attribute{Base: b.base(c)}
		for item := b.walk(c); !item.done(); {
			switch i := item.next(); {
			case b.nodes[i].Rule == parser.SlangParserRULE_arguments:
				a.Args = b.exprList(i)
			case b.tok(i).Kind == token.Ident:
				part := b.name(i)
				if a.Name.IsValid() {
					part.Text = a.Name.Text + "_" + part.Text
					part.Range = a.Name.Range.To(part.Range)
				}
				a.Name = part
			}
		}
		list = append(list, a)
	}
	return list
}

// semantics takes what follows ':' behind a declarator.
func (b *builder) semantics(w *walk, mods *ast.Modifiers) {
	for w.rule() == parser.SlangParserRULE_semantic {
		n := w.next()
		x := b.walk(n)
		x.next()
		if x.kind() == token.IntLit {
			b.unsupported(b.span(n), "bit fields")
			continue
		}
		s := &ast.Semantic{Base: b.base(n), Name: b.name(x.next())}
		for !x.done() {
			if c := x.next(); b.nodes[c].Rule == parser.SlangParserRULE_semanticArg {
				s.Args = append(s.Args, b.joined(c))
			}
		}
		mods.Semantics = append(mods.Semantics, s)
	}
}

// joined returns the tokens of n as one name: c0.x.
func (b *builder) joined(n int32) ast.Name {
	name := ast.Name{Range: b.span(n)}
	for w := b.walk(n); !w.done(); {
		name.Text += w.token().Text
	}
	return name
}
