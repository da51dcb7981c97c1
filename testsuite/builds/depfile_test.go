package builds

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// oddNames are directories whose names a depfile has to escape.
var oddNames = []string{"plain", "two  blanks", "hash#tag", "dollar$sign", `back\slash`, `back\ slash`, "#", "$$", "at@sign"}

// project makes, below each of the odd directories, two kernels with a header of their own and
// one that both include, and returns the kernels without their endings.
func project(t *testing.T, dir string) (stems []string) {
	t.Helper()
	for _, odd := range oddNames {
		in := filepath.Join(dir, odd)
		write(t, filepath.Join(in, "inc", "both.h"), "#define BOTH 1\n")
		for _, k := range []string{"one", "two"} {
			write(t, filepath.Join(in, "inc", k+".h"), "#define OWN 2\n")
			write(t, filepath.Join(in, k+".slang"), fmt.Sprintf("#include <both.h>\n#include \"inc/%s.h\"\n"+
				"RWStructuredBuffer<uint> a;\n[numthreads(1,1,1)] void f() { a[0] = BOTH + OWN; }\n", k))
			stems = append(stems, filepath.Join(odd, k))
		}
	}
	return stems
}

// shellQuote quotes a word for sh.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func compileLine(stem string, depfile string) string {
	return fmt.Sprintf("slc compile %s -no-validate -I %s -o %s -depfile %s", shellQuote(stem+".slang"),
		shellQuote(filepath.Join(filepath.Dir(stem), "inc")), shellQuote(stem+".hlsl"), shellQuote(depfile))
}

// ninjaFile is a build file; names are escaped as Ninja's manual says.
func ninjaFile(stems []string, deps string) string {
	name := strings.NewReplacer("$", "$$", " ", "$ ", ":", "$:")
	var b strings.Builder
	fmt.Fprintf(&b, "rule slc\n  command = $line\n  depfile = $dep\n%s\n", deps)
	for i, s := range stems {
		dep := fmt.Sprintf("%d.d", i)
		fmt.Fprintf(&b, "build %s: slc %s\n  dep = %s\n  line = %s\n", name.Replace(s+".hlsl"), name.Replace(s+".slang"), dep,
			strings.ReplaceAll(compileLine(s, dep), "$", "$$"))
	}
	return b.String()
}

// makeFile is a makefile; names are escaped as Make's manual says.
func makeFile(stems []string) string {
	var b strings.Builder
	b.WriteString(".PHONY: all\n")
	for i, s := range stems {
		out := makeName(s + ".hlsl")
		fmt.Fprintf(&b, "all: %s\n%s: %s\n\t%s\n-include %d.d\n", makeName(s+".hlsl"), out, makeName(s+".slang"),
			strings.ReplaceAll(compileLine(s, fmt.Sprintf("%d.d", i)), "$", "$$"), i)
	}
	return b.String()
}

// makeName escapes a name in a makefile.
func makeName(s string) string {
	s = strings.ReplaceAll(s, `\ `, `\\ `) // backslashes before a blank count twice
	return strings.NewReplacer("$", "$$", " ", `\ `, "#", `\#`).Replace(s)
}

// incremental builds, touches what the kernels include and looks at what is built again.
func incremental(t *testing.T, dir string, stems []string, build func() (string, error)) {
	t.Helper()
	must := func() {
		t.Helper()
		if out, err := build(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	must()
	for i := 0; i < len(stems); i += 2 {
		odd := filepath.Dir(stems[i])
		in := func(name string) string { return filepath.Join(dir, odd, name) }
		var files []string // of this directory last, those of the others must stay as well
		for _, s := range stems {
			files = append(files, filepath.Join(dir, s+".hlsl"))
		}
		rebuilt(t, odd+": nothing changed", files, must)
		touch(t, in("inc/one.h"))
		rebuilt(t, odd+": the header of one", files, must, "one.hlsl")
		touch(t, in("inc/both.h"))
		rebuilt(t, odd+": the header of both", files, must, "one.hlsl", "two.hlsl")
		touch(t, in("two.slang"))
		rebuilt(t, odd+": a kernel", files, must, "two.hlsl")
		rebuilt(t, odd+": nothing changed again", files, must)
	}
	failing(t, filepath.Join(dir, stems[0]), build)
}

// failing: an error in a kernel fails the build and leaves the old output; mending it builds again.
func failing(t *testing.T, stem string, build func() (string, error)) {
	t.Helper()
	old, err := os.ReadFile(stem + ".hlsl")
	if err != nil {
		t.Fatal(err)
	}
	good, _ := os.ReadFile(stem + ".slang")
	write(t, stem+".slang", string(good)+"int x = ;\n")
	for range 2 { // the second time too: the stale output does not count as new
		out, err := build()
		if err == nil || !strings.Contains(out, "error[E") {
			t.Errorf("a kernel with an error does not fail the build: %v\n%s", err, out)
		}
		if now, _ := os.ReadFile(stem + ".hlsl"); !bytes.Equal(now, old) {
			t.Error("a failed compilation changed its output")
		}
	}
	write(t, stem+".slang", strings.ReplaceAll(string(good), "BOTH + OWN", "BOTH + OWN + 5"))
	if out, err := build(); err != nil {
		t.Errorf("the mended kernel: %v\n%s", err, out)
	}
	if now, _ := os.ReadFile(stem + ".hlsl"); bytes.Equal(now, old) {
		t.Error("the mended kernel was not built")
	}
}

// TestNinja: with depfiles that Ninja reads into its log, and with those that it reads each time.
func TestNinja(t *testing.T) {
	for name, deps := range map[string]string{"gcc": "  deps = gcc", "plain": ""} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			stems := project(t, dir)
			if deps == "" {
				stems = stems[2:6] // blanks and '#'
			}
			write(t, filepath.Join(dir, "build.ninja"), ninjaFile(stems, deps))
			incremental(t, dir, stems, func() (string, error) { return run(t, dir, "ninja") })
		})
	}
}

func TestMake(t *testing.T) {
	dir := t.TempDir()
	stems := project(t, dir)
	write(t, filepath.Join(dir, "Makefile"), makeFile(stems))
	build := func() (string, error) { return run(t, dir, "make") }
	incremental(t, dir, stems, build)
	// A header that nothing includes any more may go.
	write(t, filepath.Join(dir, "plain", "one.slang"), "RWStructuredBuffer<uint> a;\n[numthreads(1,1,1)] void f() { a[0] = 1; }\n")
	if err := os.Remove(filepath.Join(dir, "plain", "inc", "one.h")); err != nil {
		t.Fatal(err)
	}
	if out, err := build(); err != nil {
		t.Errorf("after a header was removed: %v\n%s", err, out)
	}
}
