package builds

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// action is what a rule registers: a command line with what it reads and writes.
type action struct {
	executable string
	args       []string
	inputs     []string
	outputs    []string
}

// fn makes a builtin of f, which is told the names of its arguments.
func fn(name string, f func(args starlark.Tuple, kwargs map[string]starlark.Value) (starlark.Value, error)) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
		named := map[string]starlark.Value{}
		for _, p := range kw {
			named[string(p[0].(starlark.String))] = p[1]
		}
		return f(args, named)
	})
}

func object(fields starlark.StringDict) starlark.Value {
	return starlarkstruct.FromStringDict(starlarkstruct.Default, fields)
}

// paths lists the strings of a list, a file by its path, as Bazel's Args do.
func paths(v starlark.Value) (out []string) {
	switch v := v.(type) {
	case starlark.String:
		return []string{string(v)}
	case *starlarkstruct.Struct:
		p, err := v.Attr("path")
		if err != nil {
			panic(err)
		}
		return paths(p)
	case starlark.Iterable:
		it := v.Iterate()
		defer it.Done()
		var x starlark.Value
		for it.Next(&x) {
			out = append(out, paths(x)...)
		}
		return out
	}
	panic(fmt.Sprintf("%T in a list", v))
}

// bazelRule is a rule of integrations/bazel/defs.bzl, run against stand-ins for Bazel's objects.
type bazelRule struct {
	implementation starlark.Callable
	attrs          map[string]string // attribute -> kind
}

func loadRule(t *testing.T) *bazelRule {
	t.Helper()
	r := &bazelRule{attrs: map[string]string{}}
	attr := starlark.StringDict{}
	for _, kind := range []string{"label", "label_list", "string_list", "bool"} {
		attr[kind] = fn("attr."+kind, func(_ starlark.Tuple, _ map[string]starlark.Value) (starlark.Value, error) {
			return starlark.String(kind), nil
		})
	}
	predeclared := starlark.StringDict{
		"attr": object(attr),
		"rule": fn("rule", func(_ starlark.Tuple, kw map[string]starlark.Value) (starlark.Value, error) {
			r.implementation = kw["implementation"].(starlark.Callable)
			for _, item := range kw["attrs"].(*starlark.Dict).Items() {
				r.attrs[string(item[0].(starlark.String))] = string(item[1].(starlark.String))
			}
			return starlark.None, nil
		}),
		"depset":      fn("depset", func(args starlark.Tuple, _ map[string]starlark.Value) (starlark.Value, error) { return args[0], nil }),
		"DefaultInfo": fn("DefaultInfo", func(_ starlark.Tuple, kw map[string]starlark.Value) (starlark.Value, error) { return kw["files"], nil }),
	}
	name := filepath.Join(root, "integrations", "bazel", "defs.bzl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := starlark.ExecFileOptions(&syntax.FileOptions{}, &starlark.Thread{}, name, text, predeclared); err != nil {
		t.Fatal(err)
	}
	if r.implementation == nil {
		t.Fatal("defs.bzl makes no rule")
	}
	return r
}

func fileOf(path string) starlark.Value {
	return object(starlark.StringDict{"path": starlark.String(path)})
}

func list(names ...string) *starlark.List {
	var values []starlark.Value
	for _, n := range names {
		values = append(values, starlark.String(n))
	}
	return starlark.NewList(values)
}

// call runs the rule for a target of package kernels and returns its action.
func (r *bazelRule) call(attrs starlark.StringDict, hdrs []string) (a *action, err error) {
	all := starlark.StringDict{}
	for name, kind := range r.attrs {
		switch kind {
		case "string_list":
			all[name] = list()
		case "bool":
			all[name] = starlark.False
		}
	}
	for name, value := range attrs {
		all[name] = value
	}
	var headers []starlark.Value
	for _, h := range hdrs {
		headers = append(headers, fileOf(h))
	}
	var words []string
	args := object(starlark.StringDict{
		"add": fn("add", func(v starlark.Tuple, _ map[string]starlark.Value) (starlark.Value, error) {
			words = append(words, paths(v)...)
			return starlark.None, nil
		}),
		"add_all": fn("add_all", func(v starlark.Tuple, _ map[string]starlark.Value) (starlark.Value, error) {
			words = append(words, paths(v[0])...)
			return starlark.None, nil
		}),
	})
	actions := object(starlark.StringDict{
		"args": fn("args", func(starlark.Tuple, map[string]starlark.Value) (starlark.Value, error) { return args, nil }),
		"declare_file": fn("declare_file", func(v starlark.Tuple, _ map[string]starlark.Value) (starlark.Value, error) {
			return fileOf("bin/kernels/" + string(v[0].(starlark.String))), nil
		}),
		"run": fn("run", func(_ starlark.Tuple, kw map[string]starlark.Value) (starlark.Value, error) {
			a = &action{executable: paths(kw["executable"])[0], inputs: paths(kw["inputs"]), outputs: paths(kw["outputs"])}
			return starlark.None, nil
		}),
	})
	ctx := object(starlark.StringDict{
		"attr": object(all), "actions": actions,
		"file":       object(starlark.StringDict{"src": fileOf("kernels/count.slang")}),
		"files":      object(starlark.StringDict{"hdrs": starlark.NewList(headers)}),
		"executable": object(starlark.StringDict{"slc": fileOf(slcPath)}),
		"bin_dir":    object(starlark.StringDict{"path": starlark.String("bin")}),
		"label": object(starlark.StringDict{"name": starlark.String("count"), "package": starlark.String("kernels"),
			"workspace_root": starlark.String("")}),
	})
	_, err = starlark.Call(&starlark.Thread{}, r.implementation, starlark.Tuple{ctx}, nil)
	if a != nil {
		a.args = words
	}
	return a, err
}

// TestBazelRule runs the action that the rule registers in a folder that holds only what the
// action declares, as Bazel's sandbox does.
func TestBazelRule(t *testing.T) {
	r := loadRule(t)
	attrs := starlark.StringDict{"targets": list("spirv", "hlsl"), "includes": list("include"), "defines": list("GROUP_SIZE=64"),
		"profiles": list("sm_6_7"), "opts": list("-O2"), "entries": list("countKeys"), "reflection": starlark.True}
	for _, declared := range []bool{true, false} {
		var hdrs []string
		if declared {
			hdrs = []string{"kernels/include/hash.h"}
		}
		a, err := r.call(attrs, hdrs)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Fields("compile kernels/count.slang -no-validate -target spirv -o bin/kernels/count.spv -target hlsl -o bin/kernels/count.hlsl " +
			"-reflection-json bin/kernels/count.json -entry countKeys -D GROUP_SIZE=64 -I kernels/include -I bin/kernels/include -profile sm_6_7 -O2")
		if a.executable != slcPath || !slices.Equal(a.args, want) {
			t.Errorf("%s %q\nwant %q", a.executable, a.args, want)
		}
		if !slices.Equal(a.inputs, append([]string{"kernels/count.slang"}, hdrs...)) {
			t.Errorf("inputs %q", a.inputs)
		}
		sandbox := t.TempDir()
		for _, in := range a.inputs {
			from := strings.TrimPrefix(strings.Replace(in, "kernels/count", "shaders/count", 1), "kernels/")
			text, err := os.ReadFile(filepath.Join(root, "examples", "cmake", from))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(sandbox, in), string(text))
		}
		if err := os.MkdirAll(filepath.Join(sandbox, "bin", "kernels"), 0o777); err != nil { // Bazel makes the folders of outputs
			t.Fatal(err)
		}
		out, err := run(t, sandbox, a.executable, a.args...)
		if (err == nil) != declared {
			t.Fatalf("header declared %v: %v\n%s", declared, err, out)
		}
		for _, o := range a.outputs {
			if _, err := os.Stat(filepath.Join(sandbox, o)); (err == nil) != declared {
				t.Errorf("header declared %v: output %s: %v", declared, o, err)
			}
		}
	}
	if _, err := r.call(starlark.StringDict{"targets": list("dxil")}, nil); err == nil || !strings.Contains(err.Error(), "unknown target 'dxil'") {
		t.Errorf("an unknown target: %v", err)
	}
}
