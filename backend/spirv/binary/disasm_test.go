package binary

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tool runs a program of Debian's spirv-tools on data.
func tool(t *testing.T, data []byte, name string, args ...string) []byte {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is needed: apt-get install spirv-tools", name)
	}
	cmd := exec.Command(path, args...)
	cmd.Stdin = bytes.NewReader(data)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.Bytes())
	}
	return out
}

func assemble(t *testing.T, text []byte) []byte {
	t.Helper()
	return tool(t, text, "spirv-as", "--target-env", "spv1.6", "--preserve-numeric-ids", "-", "-o", "-")
}

// TestDisassembleLikeTools compares our text with that of spirv-dis, and assembles it again.
func TestDisassembleLikeTools(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.spvasm")
	if len(files) == 0 {
		t.Fatal("no testdata")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		module := assemble(t, text)
		p, err := Decode(module)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, mode := range []struct {
			options Options
			args    []string
		}{
			{Options{}, []string{"--no-indent", "--raw-id"}},
			{Options{Indent: true}, []string{"--raw-id"}},
			{Options{FriendlyNames: true, Indent: true}, nil},
			{Options{FriendlyNames: true, NoHeader: true}, []string{"--no-indent", "--no-header"}},
		} {
			t.Run(fmt.Sprint(filepath.Base(file), mode.args), func(t *testing.T) {
				got := p.Disassemble(mode.options)
				want := string(tool(t, module, "spirv-dis", append(mode.args, "-")...))
				diffLines(t, got, want)
				if again := assemble(t, []byte(got)); !mode.options.FriendlyNames && !bytes.Equal(dropGenerator(again), dropGenerator(module)) {
					t.Error("assembling the text gives another module")
				}
			})
		}
	}
}

// dropGenerator clears the generator word, which names the last assembler.
func dropGenerator(module []byte) []byte {
	module = slices.Clone(module)
	copy(module[8:12], "\x00\x00\x00\x00")
	return module
}

func diffLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g) || i >= len(w):
			t.Fatalf("%d lines, spirv-dis writes %d", len(g), len(w))
		case g[i] != w[i]:
			t.Errorf("line %d\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
}
