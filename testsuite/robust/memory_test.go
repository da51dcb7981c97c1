package robust

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestMemory runs the command on an example and asks the system for the most memory it had. It
// stands in a file of its own to run first: the system counts what this process had
// when it starts another.
func TestMemory(t *testing.T) {
	slcPath := filepath.Join(t.TempDir(), "slc")
	if out, err := exec.Command("go", "build", "-o", slcPath, "slc/cmd/slc").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, target := range targets {
		cmd := exec.Command(slcPath, "compile", "../../examples/lookback.slang", "-target", target.String(), "-no-validate", "-o", os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
		const limit = 64 << 10 // KiB
		if kib := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; kib >= limit {
			t.Errorf("%s: %d KiB at most resident, the limit is %d", target, kib, limit)
		}
	}
}
