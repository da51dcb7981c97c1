package robust

import (
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"slc/lower/ir"
)

// kernels returns the kernels of the examples and of all cases of the test suite.
func kernels(t testing.TB) (list []string) {
	t.Helper()
	for _, pattern := range []string{"../../examples/*.slang", "../*/*.txtar", "../*/testdata/*.slang"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(file) == ".slang" {
				list = append(list, string(text))
				continue
			}
			for _, f := range txtar.Parse(text).Files {
				if f.Name == "kernel.slang" {
					list = append(list, string(f.Data))
				}
			}
		}
	}
	if len(list) < 100 {
		t.Fatalf("only %d kernels", len(list))
	}
	return list
}

// mutate damages a source: it leaves out, doubles, swaps or replaces tokens.
func mutate(r *rand.Rand, words []string) string {
	words = append([]string(nil), words...)
	for range 1 + r.Intn(3) {
		i, j := r.Intn(len(words)), r.Intn(len(words))
		switch r.Intn(4) {
		case 0:
			words[i] = " "
		case 1:
			words[i] += " " + words[i]
		case 2:
			words[i], words[j] = words[j], words[i]
		case 3:
			words[i] = words[j]
		}
	}
	return strings.Join(words, "")
}

// TestMutations compiles damaged kernels: none may make the compiler fail.
func TestMutations(t *testing.T) {
	word := regexp.MustCompile(`\w+|\s+|.`)
	r := rand.New(rand.NewSource(1))
	count := 4
	if testing.Short() {
		count = 1
	}
	for _, src := range kernels(t) {
		words := word.FindAllString(src, -1)
		for range count {
			bounded(t, mutate(r, words))
		}
	}
}

// bounded compiles for every target, in bounded time.
func bounded(t *testing.T, src string) {
	t.Helper()
	start := time.Now()
	for _, target := range targets {
		r := compile(t, src, target)
		for _, m := range r.Modules {
			if err := ir.Verify(m); err != nil {
				t.Errorf("%s: %v\n%s", target, err, src)
			}
		}
	}
	// far more than any input of this size takes, so that a busy machine does not matter
	if d := time.Since(start); len(src) < 1<<16 && d > 30*time.Second {
		t.Errorf("took %v:\n%s", d, src)
	}
}

// FuzzCompile looks for inputs that make the compiler fail.
func FuzzCompile(f *testing.F) {
	for _, src := range kernels(f) {
		f.Add(src)
	}
	f.Fuzz(bounded)
}
