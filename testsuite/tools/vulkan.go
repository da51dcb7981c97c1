package tools

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"slc/cmd/slc-vulkan/job"
)

// vulkanClient is the one slc-vulkan process of a test process; it ends when
// its input does.
var vulkanClient = sync.OnceValues(func() (*job.Client, error) {
	path := os.Getenv("SLC_VULKAN")
	if path == "" {
		var err error
		if path, err = buildVulkan(); err != nil {
			return nil, err
		}
	}
	var args []string
	if os.Getenv("SLC_VULKAN_VALIDATION") == "1" {
		args = append(args, "-validation")
	}
	return job.NewClient(path, args...), nil
})

// buildVulkan builds slc-vulkan under its own name and then renames it, so that
// test processes may do so at the same time.
func buildVulkan() (string, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("slc-vulkan-%d", os.Getuid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	tmp := filepath.Join(dir, fmt.Sprintf("slc-vulkan-%d", os.Getpid()))
	cmd := exec.Command("go", "build", "-o", tmp, "slc/cmd/slc-vulkan")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("slc-vulkan cannot be built: %w\n%s", err, out)
	}
	path := filepath.Join(dir, "slc-vulkan")
	return path, os.Rename(tmp, path)
}

// RunVulkan runs a job on the first Vulkan device (or the one that
// SLC_VULKAN_DEVICE names) and fails the test when it does not run. Tests of one
// process share one slc-vulkan process, which the first of them builds;
// SLC_VULKAN names a built one, SLC_VULKAN_VALIDATION=1 loads the validation
// layer, whose messages then fail the test.
func RunVulkan(t testing.TB, j *job.Job) *job.Result {
	t.Helper()
	r := TryVulkan(t, j)
	CheckVulkan(t, r)
	return r
}

// CheckVulkan fails the test if the job of r failed or the validation layer reported something.
func CheckVulkan(t testing.TB, r *job.Result) {
	t.Helper()
	if r.Error != "" {
		t.Fatalf("slc-vulkan: %s", r.Error)
	}
	for _, m := range r.Validation {
		t.Errorf("Vulkan validation: %s", m)
	}
}

// TryVulkan is RunVulkan for jobs that may fail: Result.Error, Lacking and
// TimedOut say how.
func TryVulkan(t testing.TB, j *job.Job) *job.Result {
	t.Helper()
	client, err := vulkanClient()
	if err != nil {
		t.Fatalf("tools: %v", err)
	}
	r, err := client.Run(j)
	if err != nil {
		t.Fatalf("tools: %v", err)
	}
	return r
}
