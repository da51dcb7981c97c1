package sema

import (
	"os"
	"path/filepath"
	"testing"

	"slc/frontend"
	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
	"slc/sema/typed"
)

// FuzzAnalyze looks for panics: no input may cause one, and a tree without
// errors can be dumped.
func FuzzAnalyze(f *testing.F) {
	for _, pattern := range []string{"testdata/*.slang", "../examples/*.slang"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		m, diags := source.NewMap(), &diag.List{}
		r := preproc.RunSource(preproc.Options{}, m, diags, "fuzz.slang", "", src)
		file := frontend.Parse(r.Tokens, m, diags)
		p := Analyze(file, Options{GLSL: len(src)%2 == 0}, diags)
		if !diags.HasErrors() {
			typed.Dump(p)
		}
	})
}
