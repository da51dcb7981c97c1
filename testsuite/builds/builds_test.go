package builds

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const root = "../.."

// slcPath is the compiler under test.
var slcPath string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "slc-builds-")
	if err != nil {
		panic(err)
	}
	slcPath = filepath.Join(dir, "slc")
	if out, err := exec.Command("go", "build", "-o", slcPath, "slc/cmd/slc").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// run runs a program in dir, with slc on PATH, and returns what it printed.
func run(t *testing.T, dir, name string, args ...string) (string, error) {
	t.Helper()
	if name == "slc" {
		name = slcPath
	}
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is missing: testsuite/install.sh installs it", name)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(slcPath)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func mustRun(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := run(t, dir, name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// touch changes a file: its bytes, for build systems that look at them, and its time.
func touch(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond) // later than what was built before, where time stamps are coarse
	write(t, name, string(text)+"\n// touched\n")
}

// times are the modification times of the files.
func times(t *testing.T, files []string) map[string]time.Time {
	t.Helper()
	out := map[string]time.Time{}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		out[f] = info.ModTime()
	}
	return out
}

// rebuilt checks that a build renews those of the files that want names, by their base names, and no other.
func rebuilt(t *testing.T, what string, files []string, build func(), want ...string) {
	t.Helper()
	before := times(t, files)
	build()
	after := times(t, files)
	var got []string
	for _, f := range files {
		if !after[f].Equal(before[f]) {
			got = append(got, filepath.Base(f))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: rebuilt %v, want %v", what, got, want)
	}
}
