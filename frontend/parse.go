// Package frontend parses a file: tokens from the preprocessor go through a
// pre-pass (mark.go) and the generated parser (slc/grammar/parser) and become
// the syntax tree (build.go).
//
// The parser looks one token ahead and never predicts; there is no second pass
// and nothing to warm up. Deserializing ANTLR's ATN, which only the wording of
// errors needs, is left to the first syntax error.
package frontend

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
	"slc/grammar/parser"
)

// Parse parses the tokens of one file, which end with token.EOF. It always
// returns a tree; statements and declarations with syntax errors, which go to
// diags, are missing from it.
func Parse(toks []token.Token, m *source.Map, diags *diag.List) *ast.File {
	marked := mark(toks)
	tree := parser.Parse(marked.kinds, marked)
	reportSyntax(tree, marked, m, diags)
	b := builder{nodes: tree.Nodes, toks: marked.toks, diags: diags}
	return b.file(0)
}

func (b *builder) report(span source.Span, format string, args ...any) {
	b.diags.Report(diag.SyntaxError, span, format, args...)
}

func (b *builder) unsupported(span source.Span, what string) {
	b.diags.Report(diag.NotSupported, span, "%s are not supported yet", what)
}
