package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree makes files below a new directory.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(n)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, n), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// describe writes a job in one line: source|entry|defines|outputs.
func describe(j *Job, dir string) string {
	var defines []string
	for _, d := range j.Defines {
		defines = append(defines, d.String())
	}
	return strings.ReplaceAll(fmt.Sprintf("%s|%s|%s|%s", j.Source, j.Entry, strings.Join(defines, " "), strings.Join(j.Files(), " ")), dir+"/", "")
}

func TestExpand(t *testing.T) {
	dir := tree(t, "b.slang", "a.slang", "sub/c.slang", "sub/deep/d.slang", "a.txt")
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"one file", `{"kernels": [{"source": "a.slang", "targets": "spirv"}]}`,
			[]string{"a.slang|||out/a.spv"}},
		{"a pattern gives files in order, once", `{"kernels": [{"source": ["b.slang", "*.slang"], "targets": "hlsl"}]}`,
			[]string{"b.slang|||out/b.hlsl", "a.slang|||out/a.hlsl"}},
		{"two stars", `{"kernels": [{"source": "**/*.slang", "targets": "metal", "outputs": "{dir}/{stem}.{ext}"}]}`,
			[]string{"a.slang|||out/a.metal", "b.slang|||out/b.metal", "sub/c.slang|||out/sub/c.metal", "sub/deep/d.slang|||out/sub/deep/d.metal"}},
		{"entries and targets", `{"kernels": [{"source": "a.slang", "entry": ["f", "g"], "targets": ["spirv", "spirv-asm"]}]}`,
			[]string{"a.slang|f||out/a.f.spv out/a.f.spvasm", "a.slang|g||out/a.g.spv out/a.g.spvasm"}},
		{"the last axis varies fastest; null is undefined; axes replace macros",
			`{"kernels": [{"source": "a.slang", "targets": "msl", "defines": {"Z": 9, "A": 7, "S": "x y", "U": null}, "permutations": {"B": [true, null], "A": [1, 2.5]}}]}`,
			[]string{"a.slang||Z=9 S=x y B=1 A=1|out/a.B_1.A_1.metal", "a.slang||Z=9 S=x y B=1 A=2.5|out/a.B_1.A_2.5.metal",
				"a.slang||Z=9 S=x y A=1|out/a.B_undef.A_1.metal", "a.slang||Z=9 S=x y A=2.5|out/a.B_undef.A_2.5.metal"}},
		{"defaults", `{"defaults": {"targets": "hlsl", "defines": {"A": 1, "B": 2}, "outputs": "d/{stem}.{ext}", "depfile": "{stem}.{ext}"},
			"kernels": [{"source": "a.slang", "defines": {"B": 3}}, {"source": "b.slang", "targets": "spirv", "outputs": {"spirv": "{target}/{stem}"}, "reflection": "{stem}.{ext}"}]}`,
			[]string{"a.slang||A=1 B=3|out/d/a.hlsl out/a.d", "b.slang||A=1 B=2|out/spirv/b out/b.json out/b.d"}},
		{"values in templates", `{"kernels": [{"source": "a.slang", "targets": "hlsl", "outputs": "{N}-{stem}.{ext}", "permutations": {"N": ["a/b", 64]}}]}`,
			[]string{"a.slang||N=a/b|out/a-b-a.hlsl", "a.slang||N=64|out/64-a.hlsl"}},
	} {
		m, err := Parse([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		jobs, err := Expand(m, Place{Dir: dir, Out: "out"})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for i := range jobs {
			got = append(got, describe(&jobs[i], dir))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// TestExpandSettings: what is added to the defaults and what replaces them.
func TestExpandSettings(t *testing.T) {
	m, err := Parse([]byte(`{"defaults": {"targets": ["spirv", "hlsl"], "include": ["inc"], "options": ["-O2"], "profile": ["spirv_1_6", "metal_3_2"]},
		"kernels": [{"source": "a.slang", "include": ["own", "/abs"], "options": ["-g"], "profile": "sm_6_7"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := Expand(m, Place{Dir: "dir"})
	if err != nil {
		t.Fatal(err)
	}
	j := jobs[0]
	if !slices.Equal(j.Include, []string{"dir/own", "/abs", "dir/inc"}) || !slices.Equal(j.Options, []string{"-O2", "-g"}) ||
		!slices.Equal(j.Profile, []string{"spirv_1_6", "sm_6_7"}) || j.Label() != "kernels[0] (dir/a.slang)" {
		t.Errorf("%+v, %s", j, j.Label())
	}
}

func TestManifestFaults(t *testing.T) {
	dir := tree(t, "a.slang")
	for _, c := range []struct{ text, want string }{
		{`{`, "line 1:2: a manifest is JSON (docs/batch.md): unexpected EOF"},
		{"a.slang\n", "line 1:1: a manifest is JSON (docs/batch.md): invalid character 'a'"},
		{"{\n\"kernels\": [}", "line 2:13: a manifest is JSON (docs/batch.md): invalid character '}'"},
		{"{\"kernels\":\n [{\"source\": \"a.slang\", \"file\": 1}]}", `line 2:25: kernels[0]: unknown field "file"; did you mean "source"?`},
		{`{"kernels": ["a.slang"]}`, `line 1:14: kernels[0] is a string, not an object: write {"source": "a.slang"}`},
		{`{"kernels": "a.slang"}`, "line 1:13: kernels is a string, not a list of objects"},
		{`[]`, "line 1:1: the manifest is a list, not an object"},
		{`{"default": {}}`, `line 1:2: the manifest: unknown field "default"; did you mean "defaults"?`},
		{`{"defaults": {"traget": "x"}}`, `line 1:15: defaults: unknown field "traget"; did you mean "targets"?`},
		{`{}`, "kernels is missing"},
		{`{"kernels": []}`, "kernels is missing"},
		{`{"kernels": [{}]}`, "kernels[0]: source is missing"},
		{`{"kernels": [{"source": "a.slang", "traget": "x"}]}`, `unknown field "traget"`},
		{`{"kernels": [{"source": 3}]}`, "3 is neither a string nor a list"},
		{`{"kernels": [{"source": "a.slang"}]}{}`, "more than one value"},
		{`{"defaults": {"source": "a.slang"}, "kernels": [{"source": "a.slang"}]}`, "source belongs to a kernel"},
		{`{"kernels": [{"source": "a.slang"}]}`, "kernels[0]: no targets"},
		{`{"kernels": [{"source": "a.slang", "targets": "dxil"}]}`, "unknown target 'dxil'"},
		{`{"kernels": [{"source": "a.slang", "targets": ["metal", "msl"]}]}`, "target metal comes twice"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "profile": "sm_9_9"}]}`, "profile 'sm_9_9' is not known"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "profile": "metal_3_2"}]}`, "belongs to none of the targets"},
		{`{"kernels": [{"source": "*.hlsl", "targets": "hlsl"}]}`, "source '*.hlsl' matches no file"},
		{`{"kernels": [{"source": "[", "targets": "hlsl"}]}`, "source '['"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "outputs": "{what}"}]}`, "{what} is neither"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "outputs": "{stem"}]}`, "'{' without '}'"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "outputs": "{entry}"}]}`, "no entry is named"},
		{`{"kernels": [{"source": "../x.slang", "targets": "hlsl", "outputs": "{dir}/x"}]}`, "outside the manifest's directory"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "outputs": {"metal": "x"}}]}`, "no template for hlsl"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "depfile": "{target}.d"}]}`, "{target} stands in a file of all targets"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "defines": {"A": [1]}}]}`, "value of A is no string"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "defines": {"A": 1, "A": 2}}]}`, "A comes twice"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "permutations": {"A": 1}}]}`, "A is not a list"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "permutations": {"A": []}}]}`, "A is not a list"},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl", "permutations": {` + manyAxes() + `}}]}`, "more than 100000 kernels"},
	} {
		m, err := Parse([]byte(c.text))
		if err == nil {
			_, err = Expand(m, Place{Dir: dir})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// manyAxes multiply to 2 to the 40.
func manyAxes() string {
	var list []string
	for i := range 40 {
		list = append(list, fmt.Sprintf(`"A%d": [0, 1]`, i))
	}
	return strings.Join(list, ",")
}
