package grammar_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"slc/grammar"
	"slc/grammar/lexer"
)

// The committed parser and lexer are what the generator makes of the grammars.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	out := t.TempDir()
	if err := grammar.Generate(".", "../.tools", out); err != nil {
		t.Fatalf("cannot run the parser generator (needs java, and npm to fetch it): %v", err)
	}
	for _, name := range grammar.Outputs() {
		want, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the grammar says: run go generate ./grammar", name)
		}
	}
}

// Adaptive prediction is what makes ANTLR parsers slow, above all in the first
// parse of a process. The grammar is LL(1): the list of decisions that may
// predict is empty. A decision that must is named here with its reason.
func TestNoDecisionPredicts(t *testing.T) {
	const allowed = 0
	text, err := os.ReadFile("parser/slang_parser.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("AdaptivePredict")); n != allowed {
		t.Errorf("%d prediction sites in the generated parser, want %d", n, allowed)
	}
}

// Package token numbers its kinds as the lexer grammar does.
func TestTokenNumbers(t *testing.T) {
	lexer.SlangLexerInit()
	want := lexer.SlangLexerLexerStaticData.SymbolicNames
	got := kinds(t)
	const skipped = 3 // rules for comments and space, which yield no token
	if len(got) != len(want)-skipped {
		t.Fatalf("%d kinds in package token, %d in the grammar", len(got), len(want)-skipped)
	}
	for i := 1; i < len(got); i++ {
		if got[i] != want[i] {
			t.Errorf("kind %d is %s in package token, %s in the grammar", i, got[i], want[i])
		}
	}
}

// kinds lists the names of the token kinds in the order of their declaration,
// without Count.
func kinds(t *testing.T) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "../frontend/token/token.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST || len(g.Specs) < 50 {
			continue
		}
		for _, s := range g.Specs {
			names = append(names, s.(*ast.ValueSpec).Names[0].Name)
		}
	}
	if len(names) == 0 || names[len(names)-1] != "Count" {
		t.Fatal("no list of kinds that ends with Count in token.go")
	}
	return names[:len(names)-1]
}
