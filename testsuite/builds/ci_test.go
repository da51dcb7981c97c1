package builds

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// readYAML decodes a file of the repository; a field that out does not have is an error.
func readYAML(t *testing.T, name string, out any) {
	t.Helper()
	f, err := os.Open(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := yaml.NewDecoder(f)
	d.KnownFields(true)
	if err := d.Decode(out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// goldenFolder is a folder with a kernel and what it is expected to compile to.
func goldenFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "k.slang"), "RWStructuredBuffer<Atomic<uint>> a;\n[numthreads(1,1,1)] void f() { a[0].store(1, MemoryOrder.Release); }\n")
	mustRun(t, dir, slcPath, "golden", "update", ".")
	return dir
}

// weaken makes the kernel's store relaxed, which the expected files do not allow.
func weaken(t *testing.T, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, "k.slang"), "RWStructuredBuffer<Atomic<uint>> a;\n[numthreads(1,1,1)] void f() { a[0].store(1, MemoryOrder.Relaxed); }\n")
}

// exitCode is that of a program that ran.
func exitCode(t *testing.T, err error) int {
	t.Helper()
	if err == nil {
		return 0
	}
	exit, ok := err.(*exec.ExitError)
	if !ok {
		t.Fatal(err)
	}
	return exit.ExitCode()
}

// TestPreCommitHook runs the command of the hook as pre-commit does: entry, then args, in the
// repository that is checked.
func TestPreCommitHook(t *testing.T) {
	var hooks []struct {
		ID, Name, Description, Language, Entry, Files string
		Args                                          []string
		PassFilenames                                 *bool `yaml:"pass_filenames"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].ID != "slc-golden-check" || hooks[0].Language != "golang" {
		t.Fatalf("%+v", hooks)
	}
	h := hooks[0]
	if h.PassFilenames == nil || *h.PassFilenames {
		t.Error("several files on one command line would be one program")
	}
	concerns := regexp.MustCompile(h.Files)
	for name, want := range map[string]bool{"k.slang": true, "a/k.slang.spvasm": true, "slc.toml": true, "a/slc.toml": true, "xslc.toml": false, "README.md": false, "k.slang.hlsl": true} {
		if concerns.MatchString(name) != want {
			t.Errorf("files matches %s: %v", name, !want)
		}
	}
	command := append(strings.Fields(h.Entry), h.Args...)
	dir := goldenFolder(t)
	if out, err := run(t, dir, command[0], command[1:]...); err != nil {
		t.Errorf("nothing changed: %v\n%s", err, out)
	}
	weaken(t, dir)
	if out, err := run(t, dir, command[0], command[1:]...); exitCode(t, err) != 1 || !strings.Contains(out, "weaker") {
		t.Errorf("a weaker store: %v\n%s", err, out)
	}
}

// TestAction runs the shell steps of the GitHub Action.
func TestAction(t *testing.T) {
	var action struct {
		Name, Description string
		Inputs            map[string]struct{ Description, Default string }
		Runs              struct {
			Using string
			Steps []struct {
				Name, Shell, Run, Uses string
				With, Env              map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	if action.Runs.Using != "composite" || action.Inputs["directory"].Default != "." || len(action.Runs.Steps) != 3 {
		t.Fatalf("%+v", action)
	}
	repo, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := goldenFolder(t)
	values := map[string]string{"github.action_path": repo, "inputs.directory": ".", "inputs.report": "report.html"}
	expression := regexp.MustCompile(`\$\{\{ *([a-z_.]+) *\}\}`)
	expand := func(s string) string {
		return expression.ReplaceAllStringFunc(s, func(m string) string {
			value, ok := values[expression.FindStringSubmatch(m)[1]]
			if !ok {
				t.Errorf("%s is no value of the runner's", m)
			}
			return value
		})
	}
	temp := t.TempDir()
	step := func(i int) (string, int) {
		s := action.Runs.Steps[i]
		if s.Shell != "bash" || strings.Contains(s.Run, "${{") { // what a pull request names must not become a part of the script
			t.Errorf("step %s: shell %s, %s", s.Name, s.Shell, s.Run)
		}
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run) // as the runner does
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp)
		for name, value := range s.Env {
			cmd.Env = append(cmd.Env, name+"="+expand(value))
		}
		out, err := cmd.CombinedOutput()
		return string(out), exitCode(t, err)
	}
	if _, err := os.Stat(expand(action.Runs.Steps[0].With["go-version-file"])); err != nil {
		t.Error(err)
	}
	if out, code := step(1); code != 0 {
		t.Fatalf("build: %s", out)
	}
	if out, code := step(2); code != 0 {
		t.Errorf("nothing changed: exit %d\n%s", code, out)
	}
	weaken(t, dir)
	out, code := step(2)
	if code != 1 || !strings.Contains(out, "weaker") {
		t.Errorf("a weaker store: exit %d\n%s", code, out)
	}
	if page, err := os.ReadFile(filepath.Join(dir, "report.html")); err != nil || !strings.Contains(string(page), "<html") {
		t.Errorf("the report: %v", err)
	}
}
