package golden

import (
	"testing"

	"slc/testsuite/exec"
)

// TestRuns executes the cases that say what a dispatch of their kernel gives.
func TestRuns(t *testing.T) { exec.RunCases(t, ".") }
