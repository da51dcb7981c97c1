// Command gen writes the instruction and enumerant tables of package binary from the SPIR-V grammar files
// of Debian's spirv-headers. Run it through `go generate` in the package directory.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// headersDir is where Debian's spirv-headers installs the grammar.
const headersDir = "/usr/include/spirv/unified1"

func main() {
	headers := flag.String("headers", headersDir, "directory with spirv.core.grammar.json")
	out := flag.String("o", ".", "directory to write to")
	flag.Parse()
	if err := run(*headers, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(headers, out string) error {
	files, err := generate(headers)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(out, f.name), f.data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

type file struct {
	name string
	data []byte
}

// generate returns the generated files, formatted.
func generate(headers string) ([]file, error) {
	core, glsl, err := load(headers)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, g := range []struct {
		name string
		emit func(w *writer)
	}{
		{"kinds_gen.go", func(w *writer) { emitKinds(w, core) }},
		{"opcodes_gen.go", func(w *writer) { emitOpcodes(w, core) }},
		{"enums_gen.go", func(w *writer) { emitEnums(w, core) }},
		{"glsl_gen.go", func(w *writer) { emitGLSL(w, glsl) }},
	} {
		w := newWriter()
		g.emit(w)
		data, err := w.source()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.name, err)
		}
		files = append(files, file{g.name, data})
	}
	return files, nil
}
