package frontend

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// builder turns the parser's flat tree into the syntax tree. It visits each
// node once; what the grammar left flat (operators, statement heads, case
// labels) is folded on the way. Statements and declarations that hold a syntax
// error are left out.
//
//	build_decl.go  declarations     build_otherdecl.go  declarations of one thing
//	build_type.go  types, generics, attributes
//	build_stmt.go  statements       build_expr.go  expressions
type builder struct {
	nodes []parser.Node
	toks  []token.Token
	diags *diag.List
	// depth counts the links of the chains around what is being built, level the statements.
	depth, level int
	// tooLong is set once a chain or nesting that exceeds a limit was reported.
	tooLong bool
}

// Later stages walk the tree recursively. maxChain limits what makes it deep without nesting in
// the source: chains of operators or of else-ifs, those inside links of others included.
// maxLevel limits statements inside each other, as brackets are limited before.
const (
	maxChain = 1 << 16
	maxLevel = 256
)

// chain reports whether the tree may be n links deeper here; the first chain that
// is too long is an error.
func (b *builder) chain(n int, at source.Span) bool {
	if b.depth+n <= maxChain {
		return true
	}
	if !b.tooLong {
		b.tooLong = true
		b.diags.Report(diag.TooLarge, at, "this chain has more than %d links", maxChain).
			WithHelp("split it by means of variables or a loop")
	}
	return false
}

// enterChain counts the links among the children that w has left, prefix, infix and postfix
// operators, and enters them all: the operands of one may be deep below each other.
// The caller resets depth.
func (b *builder) enterChain(w walk) bool {
	links := 0
	for !w.done() {
		n := w.next()
		if !b.isLink(n) {
			continue
		}
		if links++; !b.chain(links, b.span(n)) {
			return false
		}
	}
	b.depth += links
	return true
}

func (b *builder) isLink(n int32) bool {
	switch b.nodes[n].Rule {
	case parser.SlangParserRULE_arguments:
		return true
	case parser.TokenNode:
		switch b.tok(n).Kind {
		case token.Ident, token.IntLit, token.FloatLit, token.StringLit, token.LParen, token.RParen, token.RBracket, token.Colon:
			return false
		}
		return true
	}
	return false
}

// nest reports whether a statement may stand at the level; the first that is too
// deep is an error.
func (b *builder) nest(level int, at source.Span) bool {
	if level <= maxLevel {
		return true
	}
	if !b.tooLong {
		b.tooLong = true
		b.diags.Report(diag.NestedTooDeep, at, "statements are nested more than %d deep", maxLevel).
			WithHelp("move the inner statements to a function")
	}
	return false
}

// walk goes through the children of a node in order.
type walk struct {
	b       *builder
	at, end int32
}

func (b *builder) walk(n int32) walk { return walk{b, n + 1, b.nodes[n].End} }

// done reports whether all children were taken.
func (w *walk) done() bool { return w.at >= w.end }

// rule returns the rule of the next child, parser.TokenNode for a token, and -2
// behind the last one.
func (w *walk) rule() int {
	if w.at >= w.end {
		return -2
	}
	return int(w.b.nodes[w.at].Rule)
}

// kind returns the kind of the next child if it is a token, else token.Invalid.
func (w *walk) kind() token.Kind {
	if w.at < w.end && w.b.nodes[w.at].Rule == parser.TokenNode {
		return w.b.toks[w.b.nodes[w.at].Tok].Kind
	}
	return token.Invalid
}

// next takes the next child.
func (w *walk) next() int32 {
	n := w.at
	w.at = w.b.nodes[n].End
	return n
}

// accept takes the next child if it is a token of kind k.
func (w *walk) accept(k token.Kind) bool {
	if w.kind() == k {
		w.at++
		return true
	}
	return false
}

// take takes the next child if it is of the rule; ok tells.
func (w *walk) take(rule int) (n int32, ok bool) {
	if w.rule() != rule {
		return 0, false
	}
	return w.next(), true
}

// token takes the next child, which must be a token.
func (w *walk) token() *token.Token { return w.b.tok(w.next()) }

func (b *builder) tok(n int32) *token.Token { return &b.toks[b.nodes[n].Tok] }

func (b *builder) name(n int32) ast.Name {
	t := b.tok(n)
	return ast.Name{Text: t.Text, Range: t.Span}
}

// optName takes a name if one is next.
func (w *walk) optName() ast.Name {
	if w.kind() == token.Ident {
		return w.b.name(w.next())
	}
	return ast.Name{}
}

// span returns the source range of node n.
func (b *builder) span(n int32) source.Span {
	start := b.toks[b.nodes[n].Tok].Span
	for last := b.nodes[n].End - 1; last >= n; last-- {
		if b.nodes[last].Rule == parser.TokenNode {
			return start.To(b.toks[b.nodes[last].Tok].Span)
		}
	}
	return source.Span{Start: start.Start, End: start.Start}
}

func (b *builder) base(n int32) ast.Base { return ast.Base{Range: b.span(n)} }

func (b *builder) file(root int32) *ast.File {
	f := &ast.File{Base: b.base(root)}
	for w := b.walk(root); !w.done(); {
		n := w.next()
		if b.nodes[n].Rule == parser.SlangParserRULE_declaration {
			f.Decls = b.declaration(f.Decls, n)
		}
	}
	return f
}
