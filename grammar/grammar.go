// Package grammar holds the ANTLR grammars of slc's language and rebuilds the
// Go parser that is generated from them.
//
//	SlangLexer.g4    the tokens: specification of the scanner in frontend/preproc
//	SlangParser.g4   the syntax
//	parser/          generated parser, and the hand-written tree that it fills
//	lexer/           generated lexer, which only tests use
package grammar

//go:generate go run ./generate

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The generator: an ANTLR jar that an npm package ships, at a pinned version.
const (
	npmPackage = "antlr4ng-cli@2.0.0"
	archive    = "antlr4ng-cli-2.0.0.tgz"
	jar        = "package/antlr4-4.13.2-SNAPSHOT-complete.jar"
)

// Outputs lists the generated files that are committed, relative to grammar/.
func Outputs() []string {
	return []string{"parser/slang_parser.go", "lexer/slang_lexer.go"}
}

// Generate runs ANTLR over the grammars in dir and writes Outputs below out.
// The generator is fetched into tools, which git ignores, unless it is there.
func Generate(dir, tools, out string) error {
	jarPath, err := fetchJar(tools)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "slc-antlr")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, g := range []string{"SlangLexer.g4", "SlangParser.g4"} {
		text, err := os.ReadFile(filepath.Join(dir, g))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(work, g), text, 0o666); err != nil {
			return err
		}
	}
	for _, job := range [][]string{
		{"-package", "lexer", "SlangLexer.g4"}, // first: the parser reads its token numbers
		{"-package", "parser", "-no-listener", "SlangParser.g4"},
	} {
		args := append([]string{"-jar", jarPath, "-Dlanguage=Go", "-Werror"}, job...)
		if err := run(work, "java", args...); err != nil {
			return err
		}
	}
	for _, name := range Outputs() {
		if err := install(work, out, name); err != nil {
			return err
		}
	}
	return nil
}

// install copies a generated file below out, under the folder it belongs to.
func install(work, out, name string) error {
	text, err := os.ReadFile(filepath.Join(work, filepath.Base(name)))
	if err != nil {
		return err
	}
	text = dropTricks(text)
	to := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}

// dropTricks removes the unreachable "goto errorExit" that ends each rule's
// function where the label is used anyway: go vet reports them.
func dropTricks(text []byte) []byte {
	trick := []byte("\tgoto errorExit // Trick to prevent compiler error if the label is not used\n")
	functions := bytes.SplitAfter(text, []byte("\n}\n"))
	for i, f := range functions {
		if bytes.Count(f, []byte("goto errorExit")) > 1 {
			functions[i] = bytes.Replace(f, trick, nil, 1)
		}
	}
	return bytes.Join(functions, nil)
}

func fetchJar(tools string) (string, error) {
	path, err := filepath.Abs(filepath.Join(tools, filepath.FromSlash(jar)))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(tools, 0o777); err != nil {
		return "", err
	}
	if err := run(tools, "npm", "pack", "--silent", npmPackage); err != nil {
		return "", err
	}
	return path, run(tools, "tar", "xzf", archive)
}

// run runs a tool in dir; its output is part of the error.
func run(dir, tool string, args ...string) error {
	cmd := exec.Command(tool, args...)
	cmd.Dir = dir
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s (needed to generate the parser): %w\n%s", tool, err, output.Bytes())
	}
	return nil
}
