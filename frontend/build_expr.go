package frontend

import (
	"slc/frontend/ast"
	"slc/frontend/source"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// expression : assignExpr ( Comma assignExpr )*
func (b *builder) expression(n int32) ast.Expr {
	w := b.walk(n)
	first := w.next()
	outer := b.depth
	if !w.done() && !b.enterChain(w) {
		return &ast.BoolLit{ExprBase: exprAt(b.span(first))} // the error is enough
	}
	defer func() { b.depth = outer }()
	x := b.assignExpr(first)
	for !w.done() {
		op := w.token()
		y := b.assignExpr(w.next())
		x = &ast.BinaryExpr{ExprBase: spanning(x, y), Op: ",", OpSpan: op.Span, X: x, Y: y}
	}
	return x
}

func spanning(x, y ast.Node) ast.ExprBase {
	return ast.ExprBase{Base: ast.Base{Range: x.Span().To(y.Span())}}
}

func exprAt(s source.Span) ast.ExprBase { return ast.ExprBase{Base: ast.Base{Range: s}} }

// exprList builds the assignExprs among the children of n.
func (b *builder) exprList(n int32) []ast.Expr {
	var list []ast.Expr
	for w := b.walk(n); !w.done(); {
		if c, ok := w.take(parser.SlangParserRULE_assignExpr); ok {
			list = append(list, b.assignExpr(c))
		} else {
			w.next()
		}
	}
	return list
}

// precedence of an infix operator, higher binds tighter; C's order.
func precedence(k token.Kind) (prec int, right bool) {
	switch k {
	case token.Question:
		return 2, true
	case token.PipePipe:
		return 3, false
	case token.AmpAmp:
		return 4, false
	case token.Pipe:
		return 5, false
	case token.Caret:
		return 6, false
	case token.Amp:
		return 7, false
	case token.EqEq, token.BangEq:
		return 8, false
	case token.Less, token.Greater, token.LessEq, token.GreaterEq, token.KwIs, token.KwAs:
		return 9, false
	case token.Shl, token.Shr:
		return 10, false
	case token.Plus, token.Minus:
		return 11, false
	case token.Star, token.Slash, token.Percent:
		return 12, false
	}
	return 1, true // assignments
}

// infix is an operator that waits for its right operand.
type infix struct {
	op   *token.Token
	prec int
	then ast.Expr // middle of ?:
}

// assignExpr gives the operands and operators of one level their structure,
// with a stack in place of recursion: a chain of any length is linear.
func (b *builder) assignExpr(n int32) ast.Expr {
	w := b.walk(n)
	if w.rule() == parser.SlangParserRULE_lambda {
		return &ast.UnsupportedExpr{ExprBase: exprAt(b.span(n)), What: "lambda"}
	}
	first := w.next()
	outer := b.depth
	if !w.done() && !b.enterChain(w) {
		return &ast.BoolLit{ExprBase: exprAt(b.span(first))} // the error is enough
	}
	defer func() { b.depth = outer }()
	x := b.operand(first)
	if w.done() {
		return x
	}
	vals := []ast.Expr{x}
	var ops []infix
	for !w.done() {
		t := w.token()
		prec, right := precedence(t.Kind)
		for len(ops) > 0 && (ops[len(ops)-1].prec > prec || ops[len(ops)-1].prec == prec && !right) {
			vals = reduce(vals, ops[len(ops)-1])
			ops = ops[:len(ops)-1]
		}
		switch t.Kind {
		case token.KwIs, token.KwAs:
			typ := b.typeName(w.next())
			left := vals[len(vals)-1]
			vals[len(vals)-1] = &ast.IsExpr{ExprBase: spanning(left, typ), X: left, As: t.Kind == token.KwAs, Type: typ}
			continue
		case token.Question:
			then := b.expression(w.next())
			w.accept(token.Colon)
			ops = append(ops, infix{t, prec, then})
		default:
			ops = append(ops, infix{op: t, prec: prec})
		}
		vals = append(vals, b.operand(w.next()))
	}
	for len(ops) > 0 {
		vals = reduce(vals, ops[len(ops)-1])
		ops = ops[:len(ops)-1]
	}
	return vals[0]
}

// reduce applies op to the two topmost values.
func reduce(vals []ast.Expr, op infix) []ast.Expr {
	top := len(vals) - 1
	x, y := vals[top-1], vals[top]
	base := spanning(x, y)
	switch op.prec {
	case 1:
		vals[top-1] = &ast.AssignExpr{ExprBase: base, Op: op.op.Text, OpSpan: op.op.Span, X: x, Y: y}
	case 2:
		vals[top-1] = &ast.CondExpr{ExprBase: base, Cond: x, Then: op.then, Else: y}
	default:
		vals[top-1] = &ast.BinaryExpr{ExprBase: base, Op: op.op.Text, OpSpan: op.op.Span, X: x, Y: y}
	}
	return vals[:top]
}

// prefix is a prefix operator or a cast; they are applied last to first.
type prefix struct {
	tok  *token.Token
	cast ast.TypeExpr
}

// operand : prefix operators, a primary, postfix operators
func (b *builder) operand(n int32) ast.Expr {
	w := b.walk(n)
	outer := b.depth
	if !b.enterChain(w) {
		return &ast.BoolLit{ExprBase: exprAt(b.span(n))} // the error is enough
	}
	defer func() { b.depth = outer }()
	var room [4]prefix
	prefixes := room[:0]
	for {
		k := w.kind()
		if k == token.CastLParen {
			t := w.token()
			prefixes = append(prefixes, prefix{t, b.anyType(w.next())})
			w.next()
			continue
		}
		if !isPrefix(k) {
			break
		}
		prefixes = append(prefixes, prefix{tok: w.token()})
	}
	x := b.primary(&w)
	for !w.done() {
		x = b.postfix(&w, x)
	}
	for i := len(prefixes) - 1; i >= 0; i-- {
		p := prefixes[i]
		base := exprAt(p.tok.Span.To(x.Span()))
		switch {
		case p.cast != nil:
			x = &ast.CastExpr{ExprBase: base, Type: p.cast, X: x}
		case p.tok.Kind == token.KwTry:
			x = &ast.UnsupportedExpr{ExprBase: base, What: p.tok.Text}
		default:
			x = &ast.UnaryExpr{ExprBase: base, Op: p.tok.Text, OpSpan: p.tok.Span, X: x}
		}
	}
	return x
}

func isPrefix(k token.Kind) bool {
	switch k {
	case token.Plus, token.Minus, token.Bang, token.Tilde, token.PlusPlus, token.MinusMin, token.Star, token.Amp, token.KwTry:
		return true
	}
	return false
}

func (b *builder) primary(w *walk) ast.Expr {
	n := w.next()
	if b.nodes[n].Rule == parser.SlangParserRULE_initList {
		b.listCommas(b.walk(n), parser.SlangParserRULE_assignExpr, "an expression")
		return &ast.InitListExpr{ExprBase: exprAt(b.span(n)), Elems: b.exprList(n)}
	}
	t := b.tok(n)
	base := exprAt(t.Span)
	switch t.Kind {
	case token.Ident:
		return &ast.NameExpr{ExprBase: base, Name: ast.Name{Text: t.Text, Range: t.Span}}
	case token.ColonCol:
		name := b.name(w.next())
		return &ast.NameExpr{ExprBase: exprAt(t.Span.To(name.Range)), Name: name, Global: true}
	case token.LParen:
		x := b.expression(w.next())
		return &ast.ParenExpr{ExprBase: exprAt(t.Span.To(w.token().Span)), X: x}
	case token.KwThis, token.KwThisT:
		return &ast.ThisExpr{ExprBase: base, Type: t.Kind == token.KwThisT}
	case token.KwSizeof, token.KwAlignof:
		return b.sizeof(w, t)
	case token.OpaqueExpr:
		return &ast.UnsupportedExpr{ExprBase: base, What: t.Text}
	}
	return b.literal(w, t)
}

func (b *builder) literal(w *walk, t *token.Token) ast.Expr {
	base := exprAt(t.Span)
	switch t.Kind {
	case token.KwTrue, token.KwFalse:
		return &ast.BoolLit{ExprBase: base, Value: t.Kind == token.KwTrue}
	case token.KwNull:
		return &ast.NullLit{ExprBase: base, Text: t.Text}
	case token.FloatLit:
		value, suffix, _ := token.ParseFloat(t.Text)
		return &ast.FloatLit{ExprBase: base, Value: value, Suffix: suffix}
	case token.StringLit:
		s := &ast.StringLit{ExprBase: base}
		s.Value, _ = token.Unquote(t.Text)
		for w.kind() == token.StringLit {
			more := w.token()
			text, _ := token.Unquote(more.Text)
			s.Value += text
			s.Range = s.Range.To(more.Span)
		}
		return s
	case token.CharLit:
		value, _ := token.CharValue(t.Text)
		return &ast.IntLit{ExprBase: base, Value: uint64(value)}
	}
	value, suffix, _, _ := token.ParseInt(t.Text) // one that does not fit is reported by preproc
	decimal := len(t.Text) < 2 || t.Text[0] != '0' || t.Text[1] >= '0' && t.Text[1] <= '9'
	return &ast.IntLit{ExprBase: base, Value: value, Suffix: suffix, Decimal: decimal}
}

// sizeof : ( KwSizeof | KwAlignof ) LParen genericArg RParen
func (b *builder) sizeof(w *walk, t *token.Token) ast.Expr {
	w.next()
	x := b.genericArg(w.next())
	if w.accept(token.Comma) {
		w.next()
		return &ast.UnsupportedExpr{ExprBase: exprAt(t.Span.To(w.token().Span)), What: t.Text + " with a layout"}
	}
	s := &ast.SizeofExpr{ExprBase: exprAt(t.Span.To(w.token().Span)), Op: t.Text}
	switch x := x.(type) {
	case *ast.TypeOperand:
		s.Type = x.Type
	case *ast.NameExpr:
		if x.Given || builtinType(x.Name.Text) {
			s.Type = toType(x)
		} else {
			s.X = x
		}
	case *ast.IndexExpr:
		if name, ok := x.X.(*ast.NameExpr); ok && (name.Given || builtinType(name.Name.Text)) {
			s.Type = toType(x)
		} else {
			s.X = x
		}
	default:
		s.X = x
	}
	return s
}

// postfix applies the next postfix operator to x.
func (b *builder) postfix(w *walk, x ast.Expr) ast.Expr {
	n := w.next()
	base := exprAt(x.Span().To(b.span(n)))
	switch b.nodes[n].Rule {
	case parser.SlangParserRULE_arguments:
		return &ast.CallExpr{ExprBase: base, Fun: x, Args: b.exprList(n)}
	case parser.SlangParserRULE_genericArgs:
		return b.withGenericArgs(x, n, base)
	}
	t := b.tok(n)
	switch t.Kind {
	case token.PlusPlus, token.MinusMin:
		return &ast.PostfixExpr{ExprBase: base, Op: t.Text, OpSpan: t.Span, X: x}
	case token.PtrStar:
		ptr := &ast.PointerType{Elem: toType(x)}
		ptr.Range = base.Range
		return typeOperand(ptr)
	case token.LBracket:
		return b.index(w, x)
	}
	member := w.next()
	m := &ast.MemberExpr{X: x, Arrow: t.Kind == token.Arrow, Static: t.Kind == token.ColonCol}
	if b.nodes[member].Rule == parser.TokenNode {
		m.Name = b.name(member)
	} else {
		m.Name = b.joined(member)
	}
	m.Range = x.Span().To(m.Name.Range)
	return m
}

// index takes ( assignExpr ( Comma assignExpr )* )? RBracket.
func (b *builder) index(w *walk, x ast.Expr) ast.Expr {
	e := &ast.IndexExpr{X: x}
	for {
		if c, ok := w.take(parser.SlangParserRULE_assignExpr); ok {
			e.Args = append(e.Args, b.assignExpr(c))
			continue
		}
		if t := w.token(); t.Kind == token.RBracket {
			e.Range = x.Span().To(t.Span)
			return e
		}
	}
}

// withGenericArgs gives x, a name, its generic arguments.
func (b *builder) withGenericArgs(x ast.Expr, n int32, base ast.ExprBase) ast.Expr {
	args := b.genericArgs(n)
	switch x := x.(type) {
	case *ast.NameExpr:
		x.Args, x.Given, x.Range = args, true, base.Range
		return x
	case *ast.MemberExpr:
		x.Args, x.Given, x.Range = args, true, base.Range
		return x
	}
	b.report(b.span(n), "generic arguments must follow a name")
	return x
}

// listCommas reports a comma in a list that follows another comma: the grammar
// lets it pass, so that one may end the list.
func (b *builder) listCommas(w walk, rule int, what string) {
	comma := false
	for !w.done() {
		switch {
		case w.rule() == rule:
			comma = false
			w.next()
		case w.kind() == token.Comma:
			if t := w.token(); comma {
				b.report(t.Span, "expected %s, found ','", what)
				return
			}
			comma = true
		default:
			w.next()
		}
	}
}
