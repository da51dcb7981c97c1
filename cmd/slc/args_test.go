package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNormalise(t *testing.T) {
	dir := t.TempDir()
	response := filepath.Join(dir, "opts")
	if err := os.WriteFile(response, []byte("-D 'A=1 2' \"x\\\"y.slang\"\n-O2"), 0o666); err != nil {
		t.Fatal(err)
	}
	flags := compileFlags(&compileArgs{})
	for _, c := range []struct{ in, want string }{
		{"k.slang -target spirv -o k.spv", "-target=spirv -o=k.spv -- k.slang"},
		{"-target=hlsl k.slang", "-target=hlsl -- k.slang"},
		{"k.slang --target metal", "-target=metal -- k.slang"},
		{"-Iinc k.slang -I more", "-I=inc -I=more -- k.slang"},
		{"-DX=1 -DY -D Z=a,b k.slang", "-D=X=1 -D=Y -D=Z=a,b -- k.slang"},
		{"-O3 -Wno-mixed-access -Werror k.slang", "-O=3 -W=no-mixed-access -W=error -- k.slang"},
		{"-fvk-u-shift 4 all k.slang", "-fvk-u-shift=4,all -- k.slang"},
		{"-fvk-bind-globals 5 2 k.slang", "-fvk-bind-globals=5,2 -- k.slang"},
		{"-- -odd.slang -target", "-- -odd.slang -target"},
		{"- -o -", "-o=- -- -"},
		{"k.slang -g", "-g -- k.slang"},
		{"@" + response, `-D=A=1 2 -O=2 -- x"y.slang`},
	} {
		got, err := normalise(strings.Fields(c.in), flags)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.in, s, c.want)
		}
	}
}

func TestNormaliseErrors(t *testing.T) {
	flags := compileFlags(&compileArgs{})
	for in, want := range map[string]string{
		"k.slang -target":             "'-target' needs a value",
		"k.slang -tarqet spirv":       "unknown option '-tarqet', did you mean '-target'?",
		"-fvk-u-shift 4":              "needs two values",
		"k.slang -obfuscate":          "unknown option '-obfuscate'", // slangc's; not a file "bfuscate"
		"-verify-ir=maybe k.slang":    "takes no value",
		"@/nonexistent/response/file": "cannot read response file",
	} {
		_, err := normalise(strings.Fields(in), flags)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", in, err, want)
		}
	}
}

func TestResponseFileCycle(t *testing.T) {
	name := filepath.Join(t.TempDir(), "loop")
	if err := os.WriteFile(name, []byte("@"+name), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := normalise([]string{"@" + name}, nil); err == nil || !strings.Contains(err.Error(), "nested") {
		t.Errorf("a response file that names itself: %v", err)
	}
}

func TestSplitWords(t *testing.T) {
	got, err := splitWords("a 'b c'\"d\\\\\"\n\t''e")
	if want := []string{"a", `b cd\`, "e"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := splitWords("'open"); err == nil {
		t.Error("an open quote is accepted")
	}
}
