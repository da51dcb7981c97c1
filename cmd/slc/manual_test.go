package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"slc/cmd/slc/manual"
)

// TestOptionValues: each value that completion offers for an option of compile is one that compile takes,
// and each option with values exists.
func TestOptionValues(t *testing.T) {
	kernel := filepath.Join(t.TempDir(), "k.slang")
	if err := os.WriteFile(kernel, []byte("[numthreads(1, 1, 1)] void f() {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	tried, out := 0, filepath.Join(t.TempDir(), "out")
	for _, c := range manual.Describe(newApp(&environment{}), valuesOf) {
		if c.Name != "compile" {
			continue
		}
		for _, o := range c.Options {
			for _, v := range o.Values {
				tried++
				args := []string{"slc", "compile", kernel, "-no-validate", "-target", "spirv", "-o", out + "1",
					"-target", "hlsl", "-o", out + "2", "-target", "metal", "-o", out + "3", "-" + o.Names[0], v, "-o", out + "4"}
				if o.Names[0] != "target" && o.Names[0] != "emit-header" {
					args = args[:len(args)-2]
				}
				var stdout, stderr bytes.Buffer
				if code := run(args, nil, &stdout, &stderr); code == exitUsage {
					t.Errorf("-%s %s: %s", o.Names[0], v, &stderr)
				}
			}
		}
	}
	if tried < 40 {
		t.Errorf("%d values were tried", tried)
	}
}

// output is what slc prints for the arguments.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(append([]string{"slc"}, args...), nil, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("slc %v: exit %d, %s", args, code, &stderr)
	}
	return stdout.String()
}

// tool runs a program that the tests need.
func tool(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is missing: apt-get install %s", name, name)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

var completions = []struct {
	line string
	want []string // some of what is offered
	not  string
}{
	{"slc ver", []string{"verify", "version"}, "compile"},
	{"slc compile -target s", []string{"spirv", "spirv-asm"}, "hlsl"},
	{"slc compile -fvk-u", []string{"-fvk-use-scalar-layout", "-fvk-use-dx-layout", "-fvk-use-gl-layout", "-fvk-u-shift"}, "-target"},
	{"slc golden r", []string{"review"}, "check"},
	{"slc run -memory ", []string{"interleaving", "weak"}, "-race"},
	{"slc compile ker", []string{"kernel.slang"}, "-target"},
}

// TestCompletion: bash and fish themselves offer what fits; zsh reads the script.
func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"kernel.slang": "", "bash": output(t, "completion", "bash"), "fish": output(t, "completion", "fish"),
		"zsh": output(t, "completion", "zsh")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tool(t, dir, "zsh", "-n", "zsh")
	for _, c := range completions {
		words := strings.Split(c.line, " ")
		for shell, script := range map[string]string{
			"bash": "source ./bash; COMP_WORDS=('" + strings.Join(words, "' '") + "'); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _slc; printf '%s\\n' \"${COMPREPLY[@]}\"",
			"fish": "source ./fish; complete -C '" + c.line + "'",
		} {
			var offered []string
			for _, l := range strings.Split(tool(t, dir, shell, "-c", script), "\n") {
				word, _, _ := strings.Cut(l, "\t")
				offered = append(offered, word)
			}
			for _, w := range c.want {
				if !slices.Contains(offered, w) {
					t.Errorf("%s: %q offers %q, not %s", shell, c.line, offered, w)
				}
			}
			if slices.Contains(offered, c.not) {
				t.Errorf("%s: %q offers %s", shell, c.line, c.not)
			}
		}
	}
}

// TestManualPage: mandoc finds nothing to complain about, and every command and option is there.
func TestManualPage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "slc.1"), []byte(output(t, "man")), 0o600); err != nil {
		t.Fatal(err)
	}
	tool(t, dir, "mandoc", "-Tlint", "-Wwarning", "slc.1")
	text := tool(t, dir, "mandoc", "-Tascii", "-Owidth=200", "slc.1")
	for _, overstrike := range []string{"\b"} { // bold and underline as terminals of paper had them
		for i := strings.Index(text, overstrike); i >= 0; i = strings.Index(text, overstrike) {
			text = text[:i-1] + text[i+1:]
		}
	}
	for _, c := range manual.Describe(newApp(&environment{}), valuesOf) {
		if !strings.Contains(text, "slc "+c.Name) {
			t.Errorf("the page lacks %s", c.Name)
		}
		for _, o := range c.Options {
			if !strings.Contains(text, "-"+o.Names[0]) {
				t.Errorf("the page lacks -%s of %s", o.Names[0], c.Name)
			}
		}
	}
}
