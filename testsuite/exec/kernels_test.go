package exec

import (
	"testing"

	"slc/testsuite/cases"
)

// TestKernels checks and runs the kernels of kernels/: control flow, calls, layouts,
// wave operations and system values, with results worked out by hand.
func TestKernels(t *testing.T) {
	t.Run("cases", func(t *testing.T) { cases.RunDir(t, "kernels") })
	t.Run("runs", func(t *testing.T) { RunCases(t, "kernels") })
}
