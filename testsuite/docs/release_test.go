package docs

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// release builds the release of one platform into a new folder.
func release(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("bash", filepath.Join(root, "scripts", "release.sh"), dir, "linux/amd64")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("release.sh: %v\n%s", err, out)
	}
	return dir
}

// TestRelease: the archive of a platform holds what its users need, its sum is right, and a second
// run gives the same bytes.
func TestRelease(t *testing.T) {
	dir := release(t)
	archives, err := filepath.Glob(filepath.Join(dir, "slc-*-linux-amd64.tar.gz"))
	if err != nil || len(archives) != 1 {
		t.Fatalf("archives: %v, %v", archives, err)
	}
	data, err := os.ReadFile(archives[0])
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), filepath.Base(archives[0])); string(sums) != want {
		t.Errorf("SHA256SUMS is %q, not %q", sums, want)
	}

	into := t.TempDir()
	if out, err := exec.Command("tar", "-xzf", archives[0], "-C", into).CombinedOutput(); err != nil {
		t.Fatalf("tar: %v\n%s", err, out)
	}
	name := strings.TrimSuffix(filepath.Base(archives[0]), ".tar.gz")
	for _, file := range []string{"slc", "slc-vulkan", "slc.1", "LICENSE", "README.md", "CHANGELOG.md", "docs/guide.md", "docs/targets/spirv.md",
		"completions/slc.bash", "completions/slc.zsh", "completions/slc.fish"} {
		if info, err := os.Stat(filepath.Join(into, name, file)); err != nil || info.Size() == 0 {
			t.Errorf("the archive has no %s", file)
		}
	}
	out, err := exec.Command(filepath.Join(into, name, "slc"), "version").Output()
	if err != nil || !strings.HasPrefix(string(out), "slc "+strings.Split(name, "-")[1]+" ") {
		t.Errorf("slc version: %v, %q", err, out)
	}

	again, err := os.ReadFile(filepath.Join(release(t), filepath.Base(archives[0])))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, again) {
		t.Error("two runs give different archives")
	}
}
