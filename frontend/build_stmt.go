package frontend

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// stmtList folds a list of flat statements: it nests heads, joins each else to
// its if, and so needs no recursion for "else if" chains.
type stmtList struct {
	b    *builder
	list []ast.Stmt
	// trail holds the nested statements at the end of the last statement of the
	// list, outermost first: those that an else may still make longer.
	trail []trailing
	end   source.Pos // end of the last statement
	// depth and level of the tree around the list, see builder
	depth, level int
}

type trailing struct {
	base  *ast.Base
	open  *ast.IfStmt // an if without else, or nil
	level int         // how deep it is nested; the ifs of an else-if chain are equal
}

func (b *builder) stmtList() stmtList { return stmtList{b: b, depth: b.depth, level: b.level} }

// slot is the place that the next statement fills.
type slot struct {
	stmt  *ast.Stmt        // nil: append to the list
	sw    *ast.SwitchStmt  // a switch wants its block
	attr  []*ast.Attribute // attributes written before it
	chain int              // the level of the if whose else it is, 0 if of none
}

func (l *stmtList) put(s slot, stmt ast.Stmt) {
	if s.stmt == nil {
		l.list = append(l.list, stmt)
	} else {
		*s.stmt = stmt
	}
}

// popTrail ends the statements of the trail from index n on.
func (l *stmtList) popTrail(n int) {
	for _, t := range l.trail[n:] {
		t.base.Range.End = l.end
	}
	l.trail = l.trail[:n]
}

// finish returns the folded statements.
func (l *stmtList) finish() []ast.Stmt {
	l.popTrail(0)
	l.b.depth, l.b.level = l.depth, l.level
	return l.list
}

// enter counts what is built next as part of the innermost statement of the trail. It
// reports whether that is not too deep.
func (l *stmtList) enter(at source.Span) bool {
	b := l.b
	b.depth, b.level = l.depth, l.level
	if n := len(l.trail); n > 0 {
		b.level = l.trail[n-1].level
		if !b.nest(b.level, at) || !b.chain(n, at) {
			return false
		}
		b.depth += n
	}
	return true
}

// elseSlot finds the if that an else at span belongs to.
func (l *stmtList) elseSlot(span source.Span) slot {
	for n := len(l.trail) - 1; n >= 0; n-- {
		if s := l.trail[n].open; s != nil {
			l.popTrail(n + 1)
			l.trail[n].open = nil
			return slot{stmt: &s.Else, chain: l.trail[n].level}
		}
	}
	if !l.b.tooLong {
		l.b.diags.Report(diag.MisplacedElse, span, "this 'else' belongs to no 'if'")
	}
	l.popTrail(0)
	return slot{}
}

// add folds the statement n; afterElse if the else that it belongs to was read
// already (in a do statement).
func (l *stmtList) add(n int32, at slot, afterElse bool) {
	b := l.b
	if b.nodes[n].Wrong {
		l.popTrail(0)
		l.end = b.span(n).End
		return
	}
	w := b.walk(n)
	if !afterElse && w.kind() != token.KwElse {
		l.popTrail(0)
	}
	for first := true; ; first = false {
		start := b.toks[b.nodes[w.at].Tok].Span
		if w.rule() == parser.SlangParserRULE_attribute {
			at.attr = b.attributes(at.attr, w.next())
			continue
		}
		if w.kind() == token.KwElse && first {
			at = l.elseSlot(w.token().Span)
			continue
		}
		if !l.enter(start) {
			return // left out; the error is enough
		}
		next, ok := l.head(&w, at, start)
		if !ok {
			break
		}
		at = next
	}
	l.end = b.span(n).End
	if stmt := b.core(&w, n, at); stmt != nil {
		l.put(at, stmt)
	}
}

// head folds one statement head and returns the place of its body; ok is false
// if the core of the statement is next.
func (l *stmtList) head(w *walk, at slot, start source.Span) (body slot, ok bool) {
	b := l.b
	base := ast.StmtBase{Base: ast.Base{Range: start}, Attributes: at.attr}
	if at.sw != nil && w.kind() != token.Invalid {
		switch w.kind() {
		case token.KwIf, token.KwElse, token.KwWhile, token.KwFor, token.KwSwitch, token.KwDefer, token.Label:
			b.report(start, "expected '{' after 'switch (…)', found '%s'", b.tok(w.at).Text)
			at.sw = nil
		}
	}
	switch w.kind() {
	case token.KwIf:
		s := &ast.IfStmt{StmtBase: base}
		s.Let, s.Cond = b.headCondition(w)
		l.put(at, s)
		l.open(at, &s.Base, s)
		return slot{stmt: &s.Then}, true
	case token.KwWhile:
		s := &ast.WhileStmt{StmtBase: base}
		var let *ast.VarDecl
		if let, s.Cond = b.headCondition(w); let != nil {
			b.unsupported(let.Span(), "declarations in the condition of 'while'")
			s.Cond = &ast.BoolLit{ExprBase: ast.ExprBase{Base: let.Base}}
		}
		l.put(at, s)
		l.open(at, &s.Base, nil)
		return slot{stmt: &s.Body}, true
	case token.KwFor:
		s := &ast.ForStmt{StmtBase: base}
		b.forHead(w, s)
		l.put(at, s)
		l.open(at, &s.Base, nil)
		return slot{stmt: &s.Body}, true
	case token.KwSwitch:
		s := &ast.SwitchStmt{StmtBase: base}
		w.next()
		w.next()
		s.X = b.expression(w.next())
		w.next()
		l.put(at, s)
		l.open(at, &s.Base, nil)
		return slot{sw: s, stmt: new(ast.Stmt)}, true
	case token.Label:
		s := &ast.LabeledStmt{StmtBase: base, Label: b.name(w.next())}
		s.Attributes = nil // they are those of what has the label
		w.next()
		l.put(at, s)
		l.open(at, &s.Base, nil)
		return slot{stmt: &s.Body, attr: at.attr}, true
	case token.KwDefer:
		s := &ast.DeferStmt{StmtBase: base}
		w.next()
		l.put(at, s)
		l.open(at, &s.Base, nil)
		return slot{stmt: &s.Body}, true
	case token.KwElse:
		b.report(start, "expected a statement before 'else'")
		w.next()
		return slot{stmt: new(ast.Stmt)}, true
	}
	return at, false
}

// open lengthens the trail by a statement whose body follows.
func (l *stmtList) open(at slot, base *ast.Base, s *ast.IfStmt) {
	level := l.b.level + 1
	if s != nil && at.chain > 0 {
		level = at.chain
	}
	l.trail = append(l.trail, trailing{base, s, level})
}

// headCondition takes "if (…)" or "while (…)".
func (b *builder) headCondition(w *walk) (let *ast.VarDecl, cond ast.Expr) {
	w.next()
	w.next()
	c := w.next()
	w.next()
	x := b.walk(c)
	switch x.kind() {
	case token.KwLet, token.KwVar:
		isLet := x.token().Kind == token.KwLet
		return b.letItem(x.next(), ast.DeclBase{Base: b.base(c)}, isLet), nil
	}
	return nil, b.expression(x.next())
}

// forHead takes KwFor LParen ( localDecl | expression? Semi ) expression? Semi expression? RParen.
func (b *builder) forHead(w *walk, s *ast.ForStmt) {
	w.next()
	w.next()
	switch w.rule() {
	case parser.SlangParserRULE_localDecl:
		c := w.next()
		s.Init = &ast.DeclStmt{StmtBase: ast.StmtBase{Base: b.base(c)}, Decls: b.localDecl(c, nil)}
	case parser.SlangParserRULE_expression:
		c := w.next()
		s.Init = &ast.ExprStmt{StmtBase: ast.StmtBase{Base: b.base(c)}, X: b.expression(c)}
		w.accept(token.Semi)
	default:
		w.accept(token.Semi)
	}
	if c, ok := w.take(parser.SlangParserRULE_expression); ok {
		s.Cond = b.expression(c)
	}
	w.accept(token.Semi)
	if c, ok := w.take(parser.SlangParserRULE_expression); ok {
		s.Step = b.expression(c)
	}
	w.accept(token.RParen)
}

// core builds the part of statement n that follows its heads. It returns nil
// when the statement went into at.sw.
func (b *builder) core(w *walk, n int32, at slot) ast.Stmt {
	base := ast.StmtBase{Base: ast.Base{Range: b.toks[b.nodes[w.at].Tok].Span.To(b.span(n))}}
	rule := w.rule()
	if at.sw != nil {
		if rule == parser.SlangParserRULE_block {
			b.switchBody(w.next(), at.sw)
			return nil
		}
		b.report(base.Range, "expected '{' after 'switch (…)'")
	}
	if rule == parser.SlangParserRULE_localDecl {
		return &ast.DeclStmt{StmtBase: base, Decls: b.localDecl(w.next(), at.attr)}
	}
	base.Attributes = at.attr
	switch rule {
	case parser.SlangParserRULE_block:
		s := b.block(w.next())
		s.Attributes = at.attr
		return s
	case parser.SlangParserRULE_expression:
		return &ast.ExprStmt{StmtBase: base, X: b.expression(w.next())}
	}
	return b.keywordStmt(w, base, at)
}

func (b *builder) keywordStmt(w *walk, base ast.StmtBase, at slot) ast.Stmt {
	switch t := w.token(); t.Kind {
	case token.Semi:
		return &ast.EmptyStmt{StmtBase: base}
	case token.KwReturn:
		s := &ast.ReturnStmt{StmtBase: base}
		if x, ok := w.take(parser.SlangParserRULE_expression); ok {
			s.X = b.expression(x)
		}
		return s
	case token.KwBreak:
		return &ast.BreakStmt{StmtBase: base, Label: w.optName()}
	case token.KwContinue:
		return &ast.ContinueStmt{StmtBase: base}
	case token.KwDo:
		return b.doStmt(w, base, at)
	case token.KwCase, token.KwDefault:
		b.diags.Report(diag.MisplacedCase, t.Span, "'%s' stands in no switch", t.Text).
			WithHelp("a case label must stand directly in the block of its switch")
		return &ast.EmptyStmt{StmtBase: base}
	default: // discard, throw
		return &ast.UnsupportedStmt{StmtBase: base, What: t.Text}
	}
}

// doStmt : KwDo statement ( KwElse statement )* ( KwWhile LParen expression RParen Semi | OpaqueItem )
func (b *builder) doStmt(w *walk, base ast.StmtBase, at slot) ast.Stmt {
	s := &ast.DoStmt{StmtBase: base}
	b.level++
	defer func() { b.level-- }()
	if !b.nest(b.level, base.Range) {
		return s
	}
	l := b.stmtList()
	for !w.done() {
		switch w.rule() {
		case parser.SlangParserRULE_statement:
			l.add(w.next(), slot{stmt: &s.Body}, false)
			continue
		case parser.SlangParserRULE_expression:
			s.Cond = b.expression(w.next())
			continue
		}
		switch t := w.token(); t.Kind {
		case token.KwElse:
			l.add(w.next(), l.elseSlot(t.Span), true)
		case token.OpaqueItem:
			return &ast.UnsupportedStmt{StmtBase: base, What: "catch"}
		}
	}
	l.finish()
	if s.Body == nil {
		s.Body = &ast.EmptyStmt{StmtBase: base}
	}
	return s
}

// block : LBrace statement* RBrace
func (b *builder) block(n int32) *ast.BlockStmt {
	l := b.stmtList()
	for w := b.walk(n); !w.done(); {
		if c, ok := w.take(parser.SlangParserRULE_statement); ok {
			l.add(c, slot{}, false)
		} else {
			w.next()
		}
	}
	return &ast.BlockStmt{StmtBase: ast.StmtBase{Base: b.base(n)}, List: l.finish()}
}

// switchBody distributes the statements of a switch's block to its cases.
func (b *builder) switchBody(n int32, s *ast.SwitchStmt) {
	var cur *ast.SwitchCase
	l := b.stmtList()
	flush := func() {
		if body := l.finish(); cur != nil {
			cur.Body = body
			if len(body) > 0 {
				cur.Range.End = l.end
			}
		}
		l = b.stmtList()
	}
	for w := b.walk(n); !w.done(); {
		c, ok := w.take(parser.SlangParserRULE_statement)
		if !ok {
			w.next()
			continue
		}
		x := b.walk(c)
		kind := x.kind()
		isLabel := (kind == token.KwCase || kind == token.KwDefault) && !b.nodes[c].Wrong
		switch {
		case isLabel:
			if cur == nil || len(l.list) > 0 {
				flush()
				cur = &ast.SwitchCase{Base: b.base(c)}
				s.Cases = append(s.Cases, cur)
			}
			cur.Range = cur.Range.To(b.span(c))
			x.next()
			if kind == token.KwDefault {
				cur.Default = true
			} else {
				cur.Values = append(cur.Values, b.expression(x.next()))
			}
		case cur == nil && !b.nodes[c].Wrong:
			b.diags.Report(diag.BeforeFirstCase, b.span(c), "no case leads to this statement; it is never executed")
		default:
			l.add(c, slot{}, false)
		}
	}
	flush()
}
