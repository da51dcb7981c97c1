package builds

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sample copies an example project and what it needs of the repository, and returns its folder.
func sample(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"examples/" + name, "integrations"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(root, part))); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "examples", name)
}

// outputsBelow lists the files below dir with one of the endings, which are those of kernels.
func outputsBelow(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".spv", ".hlsl", ".metal"}, filepath.Ext(path)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sampleBuild builds a sample whose kernels count and sum have outputs of the three targets, of
// which only count includes include/hash.h.
func sampleBuild(t *testing.T, src, out string, build func() (string, error)) {
	t.Helper()
	must := func() {
		t.Helper()
		if text, err := build(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	must()
	files := outputsBelow(t, out)
	if len(files) < 6 {
		t.Fatalf("outputs: %v", files)
	}
	count := func(stem string) (names []string) {
		for _, f := range files {
			if strings.HasPrefix(filepath.Base(f), stem+".") {
				names = append(names, filepath.Base(f))
			}
		}
		return names
	}
	rebuilt(t, "nothing changed", files, must)
	touch(t, filepath.Join(src, "include", "hash.h"))
	rebuilt(t, "the header", files, must, count("count")...)
	touch(t, filepath.Join(src, "shaders", "sum.slang"))
	rebuilt(t, "a kernel", files, must, count("sum")...)
	rebuilt(t, "nothing changed again", files, must)
	at := files[slices.IndexFunc(files, func(f string) bool { return filepath.Base(f) == "sum.hlsl" })]
	failingProject(t, filepath.Join(src, "shaders", "sum.slang"), at, build)
}

// failingProject: an error in a kernel fails the build and leaves the output.
func failingProject(t *testing.T, kernel, output string, build func() (string, error)) {
	t.Helper()
	good, err := os.ReadFile(kernel)
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	touch(t, kernel)
	write(t, kernel, string(good)+"int x = ;\n")
	if out, err := build(); err == nil || !strings.Contains(out, "error[E") {
		t.Errorf("a kernel with an error does not fail the build: %v\n%s", err, out)
	}
	if now, _ := os.ReadFile(output); string(now) != string(old) {
		t.Error("a failed compilation changed its output")
	}
	write(t, kernel, string(good))
	if out, err := build(); err != nil {
		t.Errorf("the mended kernel: %v\n%s", err, out)
	}
}

func TestCMake(t *testing.T) {
	for _, generator := range []string{"Ninja", "Unix Makefiles", "Ninja Multi-Config"} {
		t.Run(generator, func(t *testing.T) {
			src := sample(t, "cmake")
			out := filepath.Join(src, "build dir")
			mustRun(t, src, "cmake", "-S", ".", "-B", out, "-G", generator)
			sampleBuild(t, src, out, func() (string, error) { return run(t, src, "cmake", "--build", out) })
			if generator != "Ninja Multi-Config" {
				return
			}
			mustRun(t, src, "cmake", "--build", out, "--config", "Release")
			for _, config := range []string{"Debug", "Release"} {
				if _, err := os.Stat(filepath.Join(out, "shaders", config, "shaders", "sum.spv")); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestCMakeArguments: what slc_add_shaders refuses, and what it passes on.
func TestCMakeArguments(t *testing.T) {
	dir := t.TempDir()
	module, err := filepath.Abs(filepath.Join(root, "integrations", "cmake", "SlcShaders.cmake"))
	if err != nil {
		t.Fatal(err)
	}
	kernel := "RWStructuredBuffer<uint> a;\n[numthreads(1,1,1)] void f() { a[0] = N; }\n[numthreads(1,1,1)] void g() { a[1] = N; }\n"
	write(t, filepath.Join(dir, "a b", "k.slang"), kernel)
	write(t, filepath.Join(dir, "c", "k.slang"), kernel)
	configure := func(call string) (string, error) {
		write(t, filepath.Join(dir, "CMakeLists.txt"),
			"cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES NONE)\ninclude(\""+module+"\")\n"+call+"\n"+
				"get_target_property(files s SLC_OUTPUTS)\nmessage(STATUS \"outputs: ${files}\")\n")
		return run(t, dir, "cmake", "-S", ".", "-B", "build", "-G", "Ninja")
	}
	for _, c := range []struct{ call, want string }{
		{`slc_add_shaders(s SOURCES c/k.slang)`, "SOURCES and TARGETS are needed"},
		{`slc_add_shaders(s SOURCES c/k.slang TARGETS dxil)`, "unknown target 'dxil'"},
		{`slc_add_shaders(s SOURCES c/k.slang c/k.slang TARGETS hlsl)`, "are called c/k"},
		{`slc_add_shaders(s c/k.slang TARGETS hlsl)`, "unknown arguments"},
	} {
		if out, err := configure(c.call); err == nil || !strings.Contains(strings.Join(strings.Fields(out), " "), c.want) {
			t.Errorf("%s: %v\n%s", c.call, err, out)
		}
	}
	out, err := configure(`slc_add_shaders(s SOURCES "a b/k.slang" c/k.slang TARGETS spirv-asm metal ENTRY g DEFINES "N=3 + 4" OPTIONS -O0 PROFILE spirv_1_4 OUTPUT_DIR "out dir")`)
	if err != nil || !strings.Contains(out, "out dir/a b/k.spvasm") {
		t.Fatalf("%v\n%s", err, out)
	}
	mustRun(t, dir, "cmake", "--build", "build")
	text, err := os.ReadFile(filepath.Join(dir, "build", "out dir", "a b", "k.spvasm"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"; Version: 1.4", "OpEntryPoint GLCompute", "OpConstant %uint 7"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("k.spvasm has no %q:\n%s", want, text)
		}
	}
	if strings.Count(string(text), "OpEntryPoint") != 1 {
		t.Error("ENTRY is not obeyed")
	}
}

func TestMeson(t *testing.T) {
	src := sample(t, "meson")
	out := filepath.Join(src, "build")
	mustRun(t, src, "meson", "setup", "build")
	// The generator's outputs lie in a private folder and are called as those of the custom targets.
	sampleBuild(t, src, out, func() (string, error) { return run(t, src, "meson", "compile", "-C", "build") })
	if _, err := os.Stat(filepath.Join(out, "kernels.tar")); err != nil {
		t.Error(err)
	}
}
